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
    while cpu && [ $((used - start)) -lt "$seconds" ]; do
        # A limit of libFuzzer's own would be of time on the clock.
        ./fuzz_"$name" -runs=100000 -timeout=60 -artifact_prefix="$name-" "corpus/$name" \
            >"$name.log" 2>&1 || {
            tail -n 40 "$name.log"
            status=1
            continue 2
        }
        runs=$((runs + 100000))
    done
    echo "$name: $runs inputs in $((used - start)) CPU-seconds, corpus of $(ls "corpus/$name" | wc -l)"
done
exit $status
