#!/bin/sh
# quickstart.sh: from a fresh Debian or Ubuntu to a trained link predictor. Installs what is missing,
# builds, trains CFLP on a generated citation graph and prints its results. What is done already is
# not done again.
set -eu
cd "$(dirname "$0")/.."

sh apps/install-deps.sh gcc libc6-dev make cmake pkg-config \
    libopenblas-dev libsuitesparse-dev libzip-dev nettle-dev libjansson-dev

program=build/release/bin/cflp_train
results=build/release/quickstart.txt

echo "== Building $program (a minute or two)"
cmake --preset release >/dev/null
cmake --build --preset release -j "$(nproc)" >/dev/null

if [ -f "$results" ] && [ -z "$(find "$program" -newer "$results")" ]; then
    echo "== Trained before; the results were:"
else
    echo "== Training CFLP on a generated citation graph (a few minutes)"
    "$program" >"$results.new"
    mv "$results.new" "$results"
fi
cat "$results"
echo "== To train again, or on a graph of your own: $program [FOLDER]; $program --help"
