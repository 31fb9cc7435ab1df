#!/bin/sh
# embeddings.sh DATA OUT [CFLP_TRAIN]: every embedding, trained on the split's training graph: alone
# under a decoder, and for CFLP to match by; and CFLP without counterfactuals. Seed k goes with split
# k - 1; PubMed one split, Facebook three for some and one for the others.
. "$(dirname "$0")/run.sh"

# every SPLIT DATASET...
every() {
    split=$1
    shift
    for set in "$@"; do
        for embedding in svd node2vec dgi grace mvgrl; do
            run $set-alone-$embedding $set $split $((split + 1)) --model $embedding \
                --embedding-dim 256
        done
        for embedding in svd node2vec dgi grace mvgrl features; do
            run $set-jknet-$embedding $set $split $((split + 1)) --embedding $embedding
        done
        run $set-nocf $set $split $((split + 1)) --alpha 0 --beta 0
    done
}

for split in 0 1 2; do
    every $split cora citeseer
done
every 0 pubmed facebook
for split in 1 2; do
    run facebook-jknet-node2vec facebook $split $((split + 1)) --embedding node2vec
    run facebook-jknet-dgi facebook $split $((split + 1)) --embedding dgi
    run facebook-nocf facebook $split $((split + 1)) --alpha 0 --beta 0
done
tables
