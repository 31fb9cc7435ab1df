#!/bin/sh
# run.sh: installs what is missing, builds with gcc and clang (warnings are errors) and runs the tests,
# as built for use and under AddressSanitizer and UndefinedBehaviorSanitizer.
set -eu
cd "$(dirname "$0")/.."

sh apps/install-deps.sh gcc libc6-dev make cmake pkg-config \
    libopenblas-dev libsuitesparse-dev libzip-dev nettle-dev libjansson-dev \
    libcmocka-dev clang libomp-dev

build() {
    echo "== Building build/$1"
    cmake --preset "$1" >/dev/null
    cmake --build --preset "$1" -j "$(nproc)" >/dev/null
}

build dev
ctest --preset dev -j "$(nproc)"
build clang

echo "== The same tests under the sanitizers"
build asan
ctest --preset asan -j "$(nproc)"
