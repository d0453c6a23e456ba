# bash completion for knapsack
# Written by `make docs` from the commands themselves; edit those.

_knapsack() {
    local current=${COMP_WORDS[COMP_CWORD]} path=knapsack options valued children words
    local word option='' plain='' index=1
    COMPREPLY=()
    _knapsack_table
    while [ "$index" -lt "$COMP_CWORD" ]; do
        word=${COMP_WORDS[index]}
        index=$((index + 1))
        if [ -n "$option" ]; then
            [ "$word" = '=' ] || option=''
            continue
        fi
        case $word in
            --)
                case $path in
                    knapsack_compress)
                        if declare -F _command_offset >/dev/null; then
                            _command_offset "$index"
                        elif [ "$index" -eq "$COMP_CWORD" ]; then
                            COMPREPLY=($(compgen -c -- "$current"))
                        fi ;;
                esac
                return ;;
            -*)
                case $valued in *" $word "*) option=$word ;; esac ;;
            *)
                case " $children " in
                    *" $word "*)
                        if [ -z "$plain" ]; then
                            path=${path}_$word
                            _knapsack_table
                            continue
                        fi ;;
                esac
                plain=1 ;;
        esac
    done
    if [ -n "$option" ]; then
        [ "$current" = '=' ] && current=''
        words=''
        case $path:$option in
        knapsack_compress:--as) words='configure-log include-lists tex-log module-resolution access-log log source pytest doctest unittest javascript-tests node-test tap ginkgo qt-tests go-test go-test-json cargo-test ruby-tests numbered-tests scenarios teamcity catch-tests benchmarks lcov junit-xml test-json git-diff plain-diff helm-diff side-by-side patch-run code-host git-log vcs-log git-blame git-lines git-status terraform terraform-state deploy-plan kubectl-describe strace call-counts query-plan expanded-rows profile disassembly object-file http-trace thread-dump ansible apt-plan dependency-tree audit build-log build rule-counts diagnostics search symbols path-table long-listing listing binary rg-json terraform-json boxes tagged-rows windows-events journal-json json-findings ndjson lockfile notebook json records packages yaml directives sql-dump manual hex-dump metrics help reference firewall settings config markdown asciidoc html xml csv tables table paths tests trace jvm-crash debugger prose text' ;;
        knapsack_compress:--mode) words='smart lossless extract off' ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    elif [ "${current#-}" != "$current" ]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [ -z "$plain" ]; then
        COMPREPLY=($(compgen -W "$children $words" -- "$current"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    fi
}

# Sets what the command or verb in $path takes.
_knapsack_table() {
    options='' valued='' children='' words=''
    case $path in
        knapsack)
            options='-h --help --version'
            valued='  '
            children='compress retrieve remember forget recall export import note drift prune stats skills tools setup' words='' ;;
        knapsack_compress)
            options='--as --command --path --exit-code --query --budget --mode --explain --json --capture -h --help --version'
            valued=' --as --command --path --exit-code --query --budget --mode '
            children='' words='' ;;
        knapsack_retrieve)
            options='--lines --bytes --grep -C --context --raw --list --json -h --help --version'
            valued=' --lines --bytes --grep -C --context '
            children='' words='' ;;
        knapsack_remember)
            options='--type --scope --importance --tag --source --expires --supersedes --session --json -h --help --version'
            valued=' --type --scope --importance --tag --source --expires --supersedes --session --matching --limit --tool --command --agent '
            children='list show undo consolidate pin learn observe flush' words='' ;;
        knapsack_remember_list)
            options='--type --scope --tag --matching --everywhere --superseded --session --limit --json -h --help --version'
            valued=' --type --scope --tag --matching --session --limit '
            children='' words='' ;;
        knapsack_remember_show)
            options='--json -h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_remember_undo)
            options='-h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_remember_consolidate)
            options='--dry-run -h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_remember_pin)
            options='--off -h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_remember_learn)
            options='--save --dry-run --scope --json -h --help --version'
            valued=' --scope '
            children='' words='' ;;
        knapsack_remember_observe)
            options='--tool --command --scope --json -h --help --version'
            valued=' --tool --command --scope '
            children='' words='' ;;
        knapsack_remember_flush)
            options='--session --agent --json -h --help --version'
            valued=' --session --agent '
            children='' words='' ;;
        knapsack_forget)
            options='--session --before --matching --in --dry-run --erase -y --yes -h --help --version'
            valued=' --session --before --matching --in '
            children='' words='' ;;
        knapsack_recall)
            options='--in --limit --project --agent --role --since --until --session --around -n --open --json --context --format --budget -h --help --version'
            valued=' --in --limit --project --agent --role --since --until --session --around -n --open --format --budget '
            children='' words='' ;;
        knapsack_export)
            options='--in --project --raw -h --help --version'
            valued=' --in --project '
            children='' words='' ;;
        knapsack_import)
            options='--agent --session --project --since --keep --dry-run --learn -h --help --version'
            valued=' --agent --session --project --since --keep '
            children='' words='' ;;
        knapsack_note)
            options='--json -h --help --version'
            valued=' --limit '
            children='search vault' words='' ;;
        knapsack_note_search)
            options='--limit --json -h --help --version'
            valued=' --limit '
            children='' words='' ;;
        knapsack_note_vault)
            options='-h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_drift)
            options='--json -h --help --version'
            valued=' --signal --allow --supersedes --line '
            children='add list drop ack' words='' ;;
        knapsack_drift_add)
            options='--signal --allow --global --supersedes -h --help --version'
            valued=' --signal --allow --supersedes '
            children='' words='' ;;
        knapsack_drift_list)
            options='--everywhere --json -h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_drift_drop)
            options='-h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_drift_ack)
            options='--line --all --undo -h --help --version'
            valued=' --line '
            children='' words='' ;;
        knapsack_prune)
            options='--dry-run --originals-days --originals-size --memory-days --trust-clock -q --quiet --json -h --help --version'
            valued=' --originals-days --originals-size --memory-days '
            children='' words='' ;;
        knapsack_stats)
            options='--repair --settings --json -h --help --version'
            valued='  '
            children='replay' words='' ;;
        knapsack_stats_replay)
            options='--json -h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_skills)
            options='--mode --top-k --tail --full-render-budget-chars --always-full --never --provider --session --query --explain -h --help --version'
            valued=' --mode --top-k --tail --full-render-budget-chars --always-full --never --provider --session --query --skills '
            children='list init report evaluate' words='' ;;
        knapsack_skills_list)
            options='--json --table -h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_skills_init)
            options='--without-model -h --help --version'
            valued='  '
            children='' words='' ;;
        knapsack_skills_report)
            options='--session --json -h --help --version'
            valued=' --session '
            children='' words='' ;;
        knapsack_skills_evaluate)
            options='--skills --json -h --help --version'
            valued=' --skills '
            children='' words='' ;;
        knapsack_tools)
            options='--mode --drop --top-k --protect --compact-descriptions --provider --session --query --explain -h --help --version'
            valued=' --mode --drop --top-k --protect --provider --session --query '
            children='' words='' ;;
        knapsack_setup)
            options='--check --remove --yes --wrap --systemd -h --help --version'
            valued=' --wrap '
            children='' words='pi claude codex opencode gemini bash zsh fish cron' ;;
    esac
}

complete -o bashdefault -o default -F _knapsack knapsack
