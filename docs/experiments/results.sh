#!/bin/sh
# results.sh DATA OUT [CFLP_TRAIN]: the tables of docs/results.md, on the data sets cora, citeseer,
# pubmed, facebook and ogbl-ddi in the folder DATA. Seed k goes with split k - 1.
. "$(dirname "$0")/run.sh"

for split in 0 1 2; do
    seed=$((split + 1))
    for set in cora citeseer facebook; do
        for encoder in jknet gcn sage; do
            run $set-$encoder-mvgrl $set $split $seed --encoder $encoder \
                --embedding embeddings/mvgrl.npy
            run $set-gnn-$encoder $set $split $seed --encoder $encoder --model gnn
        done
        run $set-nocf $set $split $seed --alpha 0 --beta 0
    done
    for encoder in jknet gcn sage; do
        run citeseer-$encoder-dgi citeseer $split $seed --encoder $encoder \
            --embedding embeddings/dgi.npy
    done
done
run pubmed-jknet-features pubmed 0 1 --embedding features
run ogbl-ddi-jknet-mvgrl ogbl-ddi 0 1 --embedding embeddings/mvgrl.npy
tables
