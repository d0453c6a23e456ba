#!/bin/sh
# Compress each captured output in a folder, show what became of it, and bring the originals back.
# usage: demo.sh FOLDER   (with knapsack on PATH; its home is a temporary folder)
set -eu
folder=$1
KNAPSACK_HOME=$(mktemp -d)
export KNAPSACK_HOME
unset KNAPSACK_OFF KNAPSACK_MODE KNAPSACK_BUDGET 2>/dev/null || true
trap 'rm -rf "$KNAPSACK_HOME"' EXIT
shown=$KNAPSACK_HOME/shown

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
if [ -n "${NO_COLOR:-}" ] || [ ! -t 1 ]; then
    say() { printf '\n%s\n' "$*"; }
fi

say 'Captured tool output, before and after'
printf '%-18s %10s %10s %8s   %s\n' file before after size 'original, byte for byte'
for file in "$folder"/*; do
    [ -f "$file" ] || continue
    knapsack compress "$file" >"$shown"
    before=$(wc -c <"$file")
    after=$(wc -c <"$shown")
    hash=$(sed -n '$s/.*knapsack retrieve \([0-9a-f]*\)\].*/\1/p' "$shown")
    if [ -z "$hash" ]; then
        verdict='nothing was left out'
    elif knapsack retrieve "$hash" --raw | cmp -s - "$file"; then
        verdict="retrieved by $hash"
    else
        echo "demo: the original of $file did not come back" >&2
        exit 1
    fi
    printf '%-18s %10d %10d %7d%%   %s\n' "${file##*/}" "$before" "$after" \
        "$((after * 100 / before))" "$verdict"
done

say '$ knapsack compress fixtures/server.log'
knapsack compress "$folder/server.log" >"$shown"
cat "$shown"
hash=$(sed -n '$s/.*knapsack retrieve \([0-9a-f]*\)\].*/\1/p' "$shown")

say "\$ knapsack retrieve $hash --lines 490:493   # of what was left out"
knapsack retrieve "$hash" --lines 490:493

say "\$ knapsack retrieve $hash --grep 'item-33 ' -C 1"
knapsack retrieve "$hash" --grep 'item-33 ' -C 1 | head -n 8

say '$ knapsack compress -- git --version   # a short answer passes untouched'
knapsack compress -- git --version
