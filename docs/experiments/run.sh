# run.sh: for the scripts beside it, which begin with
#
#   . "$(dirname "$0")/run.sh"
#
# and are called as NAME.sh DATA OUT [CFLP_TRAIN]. A script trains each of its rows that has no JSON in
# OUT yet, on the data sets in the folder DATA, one run at a time with one thread: start it twice with
# the same OUT to use two cores. Then NAME.py prints the tables of what is there.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { sed -n '2,/^[^#]/s/^# //p' "$0"; exit 2; }
data=$1 out=$2 program=${3:-cflp_train}
presets=$folder/../../apps/presets
mkdir -p "$out"

# run ROW DATASET SPLIT SEED OPTIONS...
run() {
    row=$1 set=$2 split=$3 seed=$4
    shift 4
    json=$out/$row-$split-$seed.json
    mkdir "$json.taken" 2>/dev/null || return 0
    trap 'rmdir "$json.taken"' EXIT
    if [ ! -e "$json" ]; then
        echo "$row, split $split, seed $seed" >&2
        "$program" "$data/$set" --config "$presets/$set.conf" --split "splits/$split" \
            --seed "$seed" --threads 1 --quiet --json "$json" "$@" >/dev/null
    fi
    rmdir "$json.taken"
    trap - EXIT
}

# Prints the tables of NAME.sh.
tables() {
    python3 "$folder/$(basename "$0" .sh).py" "$out"
}
