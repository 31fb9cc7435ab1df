#!/bin/sh
# treatments.sh DATA OUT [CFLP_TRAIN]: the paper's two tables of treatments, and three treatments in one
# model. Seed k goes with split k - 1; pairs are matched by DGI of the split's training graph.
. "$(dirname "$0")/run.sh"

for split in 0 1 2; do
    for set in cora citeseer; do
        for treatment in kcore sbm commn propagation ward spectral louvain katz; do
            run $set-$treatment $set $split $((split + 1)) --treatment $treatment --embedding dgi
        done
        for bundle in average sample; do
            run $set-bundle-$bundle $set $split $((split + 1)) --embedding dgi \
                --treatment kcore,louvain,commn --bundle $bundle
        done
    done
done
tables
