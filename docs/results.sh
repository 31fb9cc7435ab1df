#!/bin/sh
# results.sh DATA OUT [CFLP_TRAIN]: trains every row of docs/results.md, on the data sets cora,
# citeseer, pubmed, facebook and ogbl-ddi in the folder DATA; a JSON a run goes to OUT, and a run whose
# JSON is there is not repeated. Seed k goes with split k - 1. One run at a time with one thread: start
# it twice with the same OUT to use two cores. docs/results.py OUT prints the tables.
set -eu
[ $# -ge 2 ] || { sed -n '2,5s/^# //p' "$0"; exit 2; }
data=$1 out=$2 program=${3:-cflp_train}
presets=$(dirname "$0")/../apps/presets
mkdir -p "$out"

# run ROW DATASET SPLIT OPTIONS...
run() {
    row=$1 set=$2 split=$3
    shift 3
    json=$out/$row-$split-$((split + 1)).json
    mkdir "$json.taken" 2>/dev/null || return 0
    trap 'rmdir "$json.taken"' EXIT
    if [ ! -e "$json" ]; then
        echo "$row, split $split"
        "$program" "$data/$set" --config "$presets/$set.conf" --split "splits/$split" \
            --seed $((split + 1)) --threads 1 --quiet --json "$json" "$@" >/dev/null
    fi
    rmdir "$json.taken"
    trap - EXIT
}

for split in 0 1 2; do
    for set in cora citeseer facebook; do
        for encoder in jknet gcn sage; do
            run $set-$encoder-mvgrl $set $split --encoder $encoder --embedding embeddings/mvgrl.npy
            run $set-gnn-$encoder $set $split --encoder $encoder --model gnn
        done
        run $set-nocf $set $split --alpha 0 --beta 0
    done
    for encoder in jknet gcn sage; do
        run citeseer-$encoder-dgi citeseer $split --encoder $encoder --embedding embeddings/dgi.npy
    done
done
run pubmed-jknet-features pubmed 0
run ogbl-ddi-jknet-mvgrl ogbl-ddi 0 --embedding embeddings/mvgrl.npy
