#!/bin/sh
# test_format.sh SOURCE: the code is as clang-format 14 leaves it (releases differ; skipped without that
# one), and no line has more than 100 characters, for clang-format does not break comments here.
set -eu
cd "$1"
files=$(find tensor autograd nn graph models apps docs tests -name golden -prune -o -name '*.[ch]' -print)

# shellcheck disable=SC2086 # names without spaces
awk 'length($0) > 100 { printf "%s:%d: %d characters\n", FILENAME, FNR, length($0); bad = 1 }
    END { exit bad }' $files

for format in clang-format-14 clang-format; do
    if command -v "$format" >/dev/null && "$format" --version | grep -q 'version 14\.'; then
        # shellcheck disable=SC2086
        exec "$format" --dry-run -Werror $files
    fi
done
echo "no clang-format 14"
exit 77
