#!/bin/sh
# Runs the benchmarks, and the same work in PyTorch where python3 (or $PYTHON) has it:
#
#     sh tests/bench/run.sh BUILD [DATASET] [OUT]
#
# BUILD: the build's folder, as build/release. OUT (default: BUILD/bench): where the JSON goes.
set -e
here=$(dirname "$0")
build=${1:?usage: run.sh BUILD [DATASET] [OUT]}
data=$2
out=${3:-$build/bench}
python=${PYTHON:-python3}
mkdir -p "$out"

for name in kernels matching training_step; do
    "$build/bin/bench_$name" --json "$out/$name.json" ${data:+"$data"}
done

if ! "$python" -c 'import torch, scipy' 2>/dev/null; then
    echo "no PyTorch with SciPy: nothing to compare with"
    exit 0
fi

# What makes PyTorch fast: the OpenBLAS kernels that graphgrad chose, for OpenBLAS may not know the
# processor; the widest instructions; and memory that malloc keeps, or each result would be zeroed
# by the kernel first.
kernel=$(sed -n 's/.*"blas_kernel": "\([^"]*\)".*/\1/p' "$out/kernels.json")
if grep -q avx512f /proc/cpuinfo; then
    ATEN_CPU_CAPABILITY=avx512
    export ATEN_CPU_CAPABILITY
fi
for threads in 1 2; do
    OPENBLAS_CORETYPE=$kernel OPENBLAS_NUM_THREADS=$threads OMP_NUM_THREADS=$threads \
        MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=1099511627776 \
        "$python" "$here/peer_torch.py" --threads $threads ${data:+--data "$data"} \
        --json "$out/torch_$threads.json" "$out/kernels.json" "$out/training_step.json"
done
