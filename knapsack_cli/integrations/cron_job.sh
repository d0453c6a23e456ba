#!/bin/sh
# Written by `knapsack setup cron`. Runs `knapsack import` or `knapsack prune`: one at a time, and silent
# unless something is wrong.
PATH=@PATH@:/usr/local/bin:/usr/bin:/bin
KNAPSACK_HOME=@KNAPSACK_HOME@
export PATH KNAPSACK_HOME
umask 077

lock=$KNAPSACK_HOME/cron-$1.lock
case $1 in
    import | prune) ;;
    *) echo "usage: knapsack-cron import|prune" >&2; exit 2 ;;
esac
if ! ln -s "$$" "$lock" 2>/dev/null; then
    # The link names its maker. One whose maker is gone was left by a run that was killed, and so was one
    # of half a day ago, whose maker's number another process may have by now.
    holder=$(readlink "$lock") && kill -0 "$holder" 2>/dev/null && [ -z "$(find "$lock" -mmin +720)" ] && exit 0
    rm -f "$lock"
    ln -s "$$" "$lock" || exit 1
fi
trap 'rm -f "$lock"' EXIT
trap 'exit 143' TERM INT HUP

told=$(@PROGRAM@ "$1" 2>&1 </dev/null)
code=$?
# Exit code 1 is "nothing found": no agent has kept a session yet.
if [ "$code" -gt 1 ]; then
    printf 'knapsack %s ended with exit code %s\n%s\n' "$1" "$code" "$told" >&2
    exit "$code"
fi
exit 0
