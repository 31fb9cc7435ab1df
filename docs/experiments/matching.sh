#!/bin/sh
# matching.sh DATA OUT [CFLP_TRAIN]: what the authors' shortcut in matching is worth: exact matching,
# their walk, and their walk without the pairs of a node with itself. Split 0, five seeds, on the
# embedding that they published.
. "$(dirname "$0")/run.sh"

for seed in 1 2 3 4 5; do
    for set in cora citeseer; do
        for match in exact official official-distinct; do
            run $set-$match $set 0 $seed --match $match --embedding embeddings/mvgrl.npy
        done
    done
done
tables
