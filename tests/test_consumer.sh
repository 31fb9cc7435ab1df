#!/bin/sh
# test_consumer.sh WAY SOURCE BUILD CMAKE CC: builds and runs the programs of the documents, those of
# docs/examples and those of tests/consumer as a user would who comes by WAY: find_package, pkg-config or
# add_subdirectory.
set -eu
way=$1 source=$2 build=$3 cmake=$4 cc=$5
work=$build/consumer/$way
prefix=$work/prefix
rm -rf "$work"
mkdir -p "$work/examples" "$work/bin"

# A program of a document is its C blocks up to and including the one with main.
awk -v dir="$work/examples" '
    BEGIN { program = 1 }
    /^```c$/ { inside = 1; next }
    /^```$/ { if (inside && has_main) { program++; has_main = 0 } inside = 0; next }
    inside { print > (dir "/example_" program ".c") }
    inside && /^int main/ { has_main = 1 }
' "$source/README.md" "$source"/docs/add-a*.md

cp "$source"/docs/examples/*.c "$source"/tests/consumer/*.c "$work/examples"
sh "$source/tests/make_labelled_graph.sh" "$work/labelled"

case $way in
find_package)
    "$cmake" --install "$build" --prefix "$prefix" >/dev/null
    "$cmake" -S "$source/tests/consumer" -B "$work" -DEXAMPLES="$work/examples" \
        -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$prefix"
    "$cmake" --build "$work"
    ;;
add_subdirectory)
    "$cmake" -S "$source/tests/consumer" -B "$work" -DEXAMPLES="$work/examples" \
        -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=Release -DGRAPHGRAD_SOURCE="$source"
    "$cmake" --build "$work" --parallel 2
    ;;
pkg-config)
    "$cmake" --install "$build" --prefix "$prefix" >/dev/null
    PKG_CONFIG_LIBDIR=$(dirname "$(find "$prefix" -name graphgrad.pc)")
    export PKG_CONFIG_LIBDIR # there alone: users need no development files of what graphgrad uses
    library=$(pkg-config --variable=libdir graphgrad)
    # shellcheck disable=SC2046 # the flags are words
    "$cc" -x c - -x none $(pkg-config --cflags graphgrad) "$library/libgraphgrad.a" -Wl,--as-needed \
        $(pkg-config --static --libs graphgrad) -o "$work/bin/linked_statically" <<'END'
#include <graphgrad/graphgrad.h>
int main(void)
{
    return gg_build_info().threads < 1;
}
END
    for example in "$work"/examples/*.c; do
        # shellcheck disable=SC2046 # the flags are words
        "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror "-I$work/examples" "$example" \
            $(pkg-config --cflags --libs graphgrad) "-Wl,-rpath,$library" -lm \
            -o "$work/bin/$(basename "$example" .c)"
    done
    if command -v c++ >/dev/null; then
        # shellcheck disable=SC2046 # the flags are words
        c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror "$source/tests/consumer/softsign.cpp" \
            $(pkg-config --cflags --libs graphgrad) "-Wl,-rpath,$library" -o "$work/bin/softsign"
    fi
    ;;
esac

for program in "$work"/bin/*; do
    echo "== $program"
    case $program in
    */embedding_classifier*) "$program" "$work/labelled" features 1 ;;
    */gcn_classifier*) "$program" "$work/labelled" 1 ;;
    *) "$program" ;;
    esac
done
