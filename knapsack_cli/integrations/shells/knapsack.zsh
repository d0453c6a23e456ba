# knapsack for zsh. Written by `knapsack setup zsh`; `knapsack setup zsh --remove` takes it out.
# wraps: @WRAP@

# ks git diff    runs a command and compresses what it prints, at a terminal too
# git diff | ks  compresses what is piped in
ks() {
    if (( $# )); then
        knapsack compress --capture -- "$@"
    else
        knapsack compress
    fi
}
alias ksr='knapsack retrieve'
alias ksf='knapsack recall'

# KNAPSACK_WRAP="pytest cargo make": these compress whenever their output goes anywhere but a terminal.
knapsack_wrap() {
    local word
    for word in "$@"; do
        case $word in
            '' | *[^A-Za-z0-9_.+-]* | -*) echo "knapsack: KNAPSACK_WRAP: no command name: $word" >&2 ;;
            *) unalias "$word" 2>/dev/null
               functions[$word]="if (( \$+commands[knapsack] )); then knapsack compress -- $word \"\$@\"; else command $word \"\$@\"; fi" ;;
        esac
    done
}
knapsack_wrap ${=KNAPSACK_WRAP-@WRAP@}

fpath=(@FOLDER@/zsh $fpath)
if (( $+functions[compdef] )); then
    autoload -Uz _knapsack && compdef _knapsack knapsack
fi
