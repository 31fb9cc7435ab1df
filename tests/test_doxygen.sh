#!/bin/sh
# test_doxygen.sh SOURCE WORK: Doxygen reads the public headers without a warning, and each of their
# functions, structs, enumerations and macros has a comment; a struct's fields may speak for themselves.
# Skipped without Doxygen 1.9: releases differ in what they warn of.
set -eu
cd "$1"
work=$2
if ! command -v doxygen >/dev/null || ! doxygen --version | grep -q '^1\.9\.'; then
    echo "no Doxygen 1.9"
    exit 77
fi
mkdir -p "$work"

run() {
    { cat docs/Doxyfile && printf '%s\n' "OUTPUT_DIRECTORY=$work" "$1"; } | doxygen - 2>&1
}

status=0
run WARN_AS_ERROR=FAIL_ON_WARNINGS || status=1
undocumented=$(run EXTRACT_ALL=NO | grep -v '(variable) of struct' || true)
if [ -n "$undocumented" ]; then
    echo "$undocumented"
    status=1
fi
for header in tensor each__real autograd nn graph models graphgrad; do
    [ -s "$work/html/${header}_8h.html" ] || { echo "no page on $header.h"; status=1; }
done
exit $status
