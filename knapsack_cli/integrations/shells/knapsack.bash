# knapsack for bash. Written by `knapsack setup bash`; `knapsack setup bash --remove` takes it out.
# wraps: @WRAP@

# ks git diff    runs a command and compresses what it prints, at a terminal too
# git diff | ks  compresses what is piped in
ks() {
    if [ "$#" -gt 0 ]; then
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
            '' | *[!A-Za-z0-9_.+-]* | -*) echo "knapsack: KNAPSACK_WRAP: no command name: $word" >&2 ;;
            *) unalias "$word" 2>/dev/null
               eval "$word() { if command -v knapsack > /dev/null; then knapsack compress -- $word \"\$@\"; else command $word \"\$@\"; fi; }" ;;
        esac
    done
}
# shellcheck disable=SC2086
knapsack_wrap ${KNAPSACK_WRAP-@WRAP@}

case $- in *i*)
    [ ! -r @FOLDER@/completion.bash ] || . @FOLDER@/completion.bash ;;
esac
