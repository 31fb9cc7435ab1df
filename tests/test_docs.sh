#!/bin/sh
# test_docs.sh SOURCE: what the documents quote from the code is still there (a block that begins with
# "```c FILE", or another language, must stand in FILE), every file they point to exists, and the list
# of operations is that of the build.
set -eu
cd "$1"
status=0

for document in README.md docs/*.md; do
    awk '
        function all_of(file,    text, line) {
            while ((getline line < file) > 0)
                text = text line "\n"
            close(file)
            return text
        }
        /^```[a-z]+ ./ { file = $2; block = ""; next }
        /^```/ && file {
            if (!index(all_of(file), block)) {
                printf "%s:%d: the block above is not in %s\n", FILENAME, FNR, file
                bad = 1
            }
            file = ""
        }
        file { block = block $0 "\n" }
        END { exit bad }
    ' "$document" || status=1

    folder=$(dirname "$document")
    for link in $(grep -o '](\([^)#]*\)' "$document" | cut -c3- | grep -v '^https\?:'); do
        if [ ! -e "$folder/$link" ]; then
            echo "$document: no file $link"
            status=1
        fi
    done
done

if grep -n -E '^(<<<<<<<|>>>>>>>) ' README.md CHANGELOG.md docs/*.md; then
    echo "a merge was left unfinished"
    status=1
fi

if ! sh docs/make-ops.sh . | diff docs/ops.md -; then
    echo "docs/ops.md: not as made by: sh docs/make-ops.sh . > docs/ops.md"
    status=1
fi
exit $status
