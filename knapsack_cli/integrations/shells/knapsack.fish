# knapsack for fish. Written by `knapsack setup fish`; `knapsack setup fish --remove` takes it out.
# wraps: @WRAP@

# ks git diff    runs a command and compresses what it prints, at a terminal too
# git diff | ks  compresses what is piped in
function ks --wraps command --description 'run a command and compress what it prints'
    if test (count $argv) -gt 0
        knapsack compress --capture -- $argv
    else
        knapsack compress
    end
end
alias ksr 'knapsack retrieve'
alias ksf 'knapsack recall'

# KNAPSACK_WRAP="pytest cargo make": these compress whenever their output goes anywhere but a terminal.
set -q KNAPSACK_WRAP; or set -l KNAPSACK_WRAP '@WRAP@'
for word in (string split -n ' ' -- $KNAPSACK_WRAP)
    if string match -qr '^[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$' -- $word
        eval "function $word --wraps $word; if command -q knapsack; knapsack compress -- $word \$argv; else; command $word \$argv; end; end"
    else
        echo "knapsack: KNAPSACK_WRAP: no command name: $word" >&2
    end
end
