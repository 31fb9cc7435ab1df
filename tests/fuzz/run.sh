#!/bin/sh
# run.sh BUILD [SECONDS [NAME...]]: fuzzes every reader, or those named, for so many CPU-seconds each,
# one after another, from the seeds in BUILD/tests/fuzz/corpus/NAME, where new inputs are kept. An input
# that fails ends its reader's time, and is then in BUILD/tests/fuzz/NAME-crash-...
set -eu
cd "$1/tests/fuzz"
seconds=${2:-180}
shift
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- $(ls corpus)
status=0

# Seconds of user and system time of all that has ended. No subshell: it would see its own only.
cpu() {
    times >cpu.txt
    used=$(tail -n 1 cpu.txt | tr 'ms' '  ' | awk '{ print int(60 * $1 + $2 + 60 * $3 + $4) }')
}

for name; do
    cpu
    start=$used
    runs=0
    while cpu && left=$((seconds - used + start)) && [ "$left" -gt 0 ]; do
        # The clock runs at least as fast as the CPU, so no round takes too long.
        ./fuzz_"$name" -max_total_time="$left" -timeout=20 -print_final_stats=1 -verbosity=0 \
            -artifact_prefix="$name-" "corpus/$name" >"$name.log" 2>&1 || {
            tail -n 40 "$name.log"
            status=1
            continue 2
        }
        runs=$((runs + $(sed -n 's/^stat::number_of_executed_units: //p' "$name.log")))
    done
    echo "$name: $runs inputs in $((used - start)) CPU-seconds, corpus of $(ls "corpus/$name" | wc -l)"
done
exit $status
