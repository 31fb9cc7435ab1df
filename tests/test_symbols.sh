#!/bin/sh
# test_symbols.sh SHARED STATIC: the shared library exports gg_ names only; no object of the library
# can end the process, print, or draw from a global random generator.
set -eu
bad=$(nm -D --defined-only "$1" | awk '{ print $3 }' | grep -v '^gg_' || true)
if [ -n "$bad" ]; then
    echo "exported without gg_:" $bad
    exit 1
fi
bad=$(nm -A -u "$2" | grep -E -w \
    'abort|_?exit|quick_exit|__assert_fail|raise|v?f?printf|__v?f?printf_chk|puts|fputs|putchar|putc|perror|psignal|stdout|stderr|s?rand(om)?|rand_r|[dlm]rand48' ||
    true)
if [ -n "$bad" ]; then
    echo "never to be called by the library:"
    echo "$bad"
    exit 1
fi
