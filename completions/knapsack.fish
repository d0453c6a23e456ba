# fish completion for knapsack
# Written by `make docs` from the commands themselves; edit those.

# Prints the command and verb typed so far, joined by _, and -- after it once only text may follow.
function __knapsack_path
    set -l path knapsack
    set -l skip 0
    set -l valued \
            'knapsack_compress:--as' 'knapsack_compress:--command' 'knapsack_compress:--path' 'knapsack_compress:--exit-code' 'knapsack_compress:--query' 'knapsack_compress:--budget' 'knapsack_compress:--mode' \
            'knapsack_retrieve:--lines' 'knapsack_retrieve:--bytes' 'knapsack_retrieve:--grep' 'knapsack_retrieve:-C' 'knapsack_retrieve:--context' \
            'knapsack_remember:--type' 'knapsack_remember:--scope' 'knapsack_remember:--importance' 'knapsack_remember:--tag' 'knapsack_remember:--source' 'knapsack_remember:--expires' 'knapsack_remember:--supersedes' 'knapsack_remember:--session' 'knapsack_remember:--matching' 'knapsack_remember:--limit' 'knapsack_remember:--tool' 'knapsack_remember:--command' 'knapsack_remember:--agent' \
            'knapsack_remember_list:--type' 'knapsack_remember_list:--scope' 'knapsack_remember_list:--tag' 'knapsack_remember_list:--matching' 'knapsack_remember_list:--session' 'knapsack_remember_list:--limit' \
            'knapsack_remember_learn:--scope' \
            'knapsack_remember_observe:--tool' 'knapsack_remember_observe:--command' 'knapsack_remember_observe:--scope' \
            'knapsack_remember_flush:--session' 'knapsack_remember_flush:--agent' \
            'knapsack_forget:--session' 'knapsack_forget:--before' 'knapsack_forget:--matching' 'knapsack_forget:--in' \
            'knapsack_recall:--in' 'knapsack_recall:--limit' 'knapsack_recall:--project' 'knapsack_recall:--agent' 'knapsack_recall:--role' 'knapsack_recall:--since' 'knapsack_recall:--until' 'knapsack_recall:--session' 'knapsack_recall:--around' 'knapsack_recall:-n' 'knapsack_recall:--open' 'knapsack_recall:--format' 'knapsack_recall:--budget' \
            'knapsack_export:--in' 'knapsack_export:--project' \
            'knapsack_import:--agent' 'knapsack_import:--session' 'knapsack_import:--project' 'knapsack_import:--since' 'knapsack_import:--keep' \
            'knapsack_note:--limit' \
            'knapsack_note_search:--limit' \
            'knapsack_drift:--signal' 'knapsack_drift:--allow' 'knapsack_drift:--supersedes' 'knapsack_drift:--line' \
            'knapsack_drift_add:--signal' 'knapsack_drift_add:--allow' 'knapsack_drift_add:--supersedes' \
            'knapsack_drift_ack:--line' \
            'knapsack_prune:--originals-days' 'knapsack_prune:--originals-size' 'knapsack_prune:--memory-days' \
            'knapsack_skills:--mode' 'knapsack_skills:--top-k' 'knapsack_skills:--tail' 'knapsack_skills:--full-render-budget-chars' 'knapsack_skills:--always-full' 'knapsack_skills:--never' 'knapsack_skills:--provider' 'knapsack_skills:--session' 'knapsack_skills:--query' 'knapsack_skills:--skills' \
            'knapsack_skills_report:--session' \
            'knapsack_skills_evaluate:--skills' \
            'knapsack_tools:--mode' 'knapsack_tools:--drop' 'knapsack_tools:--top-k' 'knapsack_tools:--protect' 'knapsack_tools:--provider' 'knapsack_tools:--session' 'knapsack_tools:--query' \
            'knapsack_setup:--wrap'
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case --
                echo $path--
                return
            case '-*'
                contains -- "$path:$word" $valued; and set skip 1
            case '*'
                if contains -- "$path"_"$word" 'knapsack' 'knapsack_compress' 'knapsack_retrieve' 'knapsack_remember' 'knapsack_remember_list' 'knapsack_remember_show' 'knapsack_remember_undo' 'knapsack_remember_consolidate' 'knapsack_remember_pin' 'knapsack_remember_learn' 'knapsack_remember_observe' 'knapsack_remember_flush' 'knapsack_forget' 'knapsack_recall' 'knapsack_export' 'knapsack_import' 'knapsack_note' 'knapsack_note_search' 'knapsack_note_vault' 'knapsack_drift' 'knapsack_drift_add' 'knapsack_drift_list' 'knapsack_drift_drop' 'knapsack_drift_ack' 'knapsack_prune' 'knapsack_stats' 'knapsack_stats_replay' 'knapsack_skills' 'knapsack_skills_list' 'knapsack_skills_init' 'knapsack_skills_report' 'knapsack_skills_evaluate' 'knapsack_tools' 'knapsack_setup'
                    set path "$path"_"$word"
                else
                    echo $path+
                    return
                end
        end
    end
    echo $path
end

# Whether the words typed so far lead to the command or verb in the argument, and to nothing more.
function __knapsack_at
    test (__knapsack_path) = $argv[1]
end

# The same, also when other words follow it.
function __knapsack_in
    contains -- (__knapsack_path) $argv[1] $argv[1]+
end

function __knapsack_wraps
    string match -q -- '*--' (__knapsack_path); or return 1
    contains -- (string replace -r -- '--$' '' (__knapsack_path)) 'knapsack_compress'
end

function __knapsack_wrapped
    set -l words (commandline -opc)
    set -l place (contains -i -- -- $words)
    set -l given $words[(math $place + 1)..-1]
    complete -C (string join ' ' -- (string escape -- $given) (commandline -ct))
end

complete -c knapsack -f
complete -c knapsack -n __knapsack_wraps -a '(__knapsack_wrapped)'
complete -c knapsack -n '__knapsack_at knapsack' -a compress -d 'Shrink tool output; the original stays retrievable.'
complete -c knapsack -n '__knapsack_at knapsack' -a retrieve -d 'Bring an original back, whole or in part.'
complete -c knapsack -n '__knapsack_at knapsack' -a remember -d 'Save a memory: a decision, a gotcha, a fact worth keeping.'
complete -c knapsack -n '__knapsack_at knapsack' -a forget -d 'Delete memories, sessions, messages or originals.'
complete -c knapsack -n '__knapsack_at knapsack' -a recall -d 'Search past sessions, memories and notes.'
complete -c knapsack -n '__knapsack_at knapsack' -a export -d 'Memories, anchors and sessions as JSON Lines.'
complete -c knapsack -n '__knapsack_at knapsack' -a import -d 'Import past sessions of Pi, Claude Code, Codex and others.'
complete -c knapsack -n '__knapsack_at knapsack' -a note -d 'Write or append to a note in the vault.'
complete -c knapsack -n '__knapsack_at knapsack' -a drift -d 'Check text against what was declared to hold.'
complete -c knapsack -n '__knapsack_at knapsack' -a prune -d 'Let go what is old: originals, memories, figures of runs.'
complete -c knapsack -n '__knapsack_at knapsack' -a stats -d 'What was saved, what is stored, what works.'
complete -c knapsack -n '__knapsack_at knapsack' -a skills -d 'Slim the skills catalogue inside a request or a prompt.'
complete -c knapsack -n '__knapsack_at knapsack' -a tools -d 'Slim the tools array of a request.'
complete -c knapsack -n '__knapsack_at knapsack' -a setup -d 'Join Knapsack to Pi, other agents, the shell and cron.'
complete -c knapsack -n '__knapsack_in knapsack' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -F
complete -c knapsack -n '__knapsack_in knapsack_compress' -l as -x -a 'configure-log include-lists tex-log module-resolution access-log log source pytest doctest unittest javascript-tests node-test tap ginkgo qt-tests go-test go-test-json cargo-test ruby-tests numbered-tests scenarios teamcity catch-tests benchmarks lcov junit-xml test-json git-diff plain-diff helm-diff side-by-side patch-run code-host git-log vcs-log git-blame git-lines git-status terraform terraform-state deploy-plan kubectl-describe strace call-counts query-plan expanded-rows profile disassembly object-file http-trace thread-dump ansible apt-plan dependency-tree audit build-log build rule-counts diagnostics search symbols path-table long-listing listing binary rg-json terraform-json boxes tagged-rows windows-events journal-json json-findings ndjson lockfile notebook json records packages yaml directives sql-dump manual hex-dump metrics help reference firewall settings config markdown asciidoc html xml csv tables table paths tests trace jvm-crash debugger prose text' -d 'Treat the text as this kind.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l command -x -d 'The command that wrote it.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l path -r -F -d 'The file that it came from.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l exit-code -x -d 'How the command ended.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l query -x -d 'Keep what answers this.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l budget -x -d 'Tokens at most, or bytes as 50KB.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l mode -x -a 'smart lossless extract off' -d 'smart, lossless, extract or off.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l explain -d 'Tell on stderr what was recognised and why.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l json -d 'One JSON object: text, kinds, kept and left-out lines.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l capture -d 'Compress CMD also at a terminal.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_compress' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_retrieve' -l lines -x -d 'Only these lines (1-based, inclusive).'
complete -c knapsack -n '__knapsack_in knapsack_retrieve' -l bytes -x -d 'Only these bytes (0-based, B exclusive).'
complete -c knapsack -n '__knapsack_in knapsack_retrieve' -l grep -x -d 'Only lines that match, with their numbers.'
complete -c knapsack -n '__knapsack_in knapsack_retrieve' -s C -l context -x -d 'Lines around each match.'
complete -c knapsack -n '__knapsack_in knapsack_retrieve' -l raw -d 'The exact bytes, secrets included.'
complete -c knapsack -n '__knapsack_in knapsack_retrieve' -l list -d 'What is kept: hash, size, when, kind, command.'
complete -c knapsack -n '__knapsack_in knapsack_retrieve' -l json -d 'With --list: one JSON object a line.'
complete -c knapsack -n '__knapsack_in knapsack_retrieve' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_retrieve' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_at knapsack_remember' -a list -d 'List memories, the important ones first.'
complete -c knapsack -n '__knapsack_at knapsack_remember' -a show -d 'Show all that is known of memories: where they come from, what was merged.'
complete -c knapsack -n '__knapsack_at knapsack_remember' -a undo -d 'Take the last merge into a memory back: both are on their own again.'
complete -c knapsack -n '__knapsack_at knapsack_remember' -a consolidate -d 'Make one memory of those that say the same; each merge can be undone.'
complete -c knapsack -n '__knapsack_at knapsack_remember' -a pin -d 'Keep memories from pruning.'
complete -c knapsack -n '__knapsack_at knapsack_remember' -a learn -d 'Learn from past sessions: corrected paths and commands, the user’s corrections, repeated failures.'
complete -c knapsack -n '__knapsack_at knapsack_remember' -a observe -d 'Remember one failed tool result as a gotcha.'
complete -c knapsack -n '__knapsack_at knapsack_remember' -a flush -d 'Keep the state of a session before its context is compacted.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l type -x -d 'decision, gotcha, fact, convention, preference, command, constraint or hypothesis; guessed when left out.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l scope -x -d 'project, global or session; default project inside git, else global.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l importance -x -d '0 to 1.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l tag -x -d 'A word to find it by; may be repeated.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l source -x -d 'The original that it comes from.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l expires -x -d 'Until when it holds: 2026-12-31, or 30d from now.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l supersedes -x -d 'The memory whose place it takes; may be repeated.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l session -x -d 'The session, for --scope session.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l json -d 'One JSON object: the memory, and what became of it.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l type -x -d 'Only this type; may be repeated.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l scope -x -d 'Only this scope.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l tag -x -d 'Only with this tag.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l matching -x -d 'Only with all of these words.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l everywhere -d 'Of all projects and sessions.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l superseded -d 'Also those superseded or expired.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l session -x -d 'Only those of this session.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l limit -x -d 'At most so many; 0 is all.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l json -d 'One JSON object a memory.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_list' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_show' -l json -d 'One JSON object a memory.'
complete -c knapsack -n '__knapsack_in knapsack_remember_show' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_show' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_undo' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_undo' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_consolidate' -l dry-run -d 'Tell what would be merged, change nothing.'
complete -c knapsack -n '__knapsack_in knapsack_remember_consolidate' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_consolidate' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_pin' -l off -d 'Let them be pruned again.'
complete -c knapsack -n '__knapsack_in knapsack_remember_pin' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_pin' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_learn' -l save -d 'Save the proposals; otherwise they are only shown.'
complete -c knapsack -n '__knapsack_in knapsack_remember_learn' -l dry-run -d 'Only show them; the default.'
complete -c knapsack -n '__knapsack_in knapsack_remember_learn' -l scope -x -d 'Of what is saved: project, global or session.'
complete -c knapsack -n '__knapsack_in knapsack_remember_learn' -l json -d 'One JSON object a proposal.'
complete -c knapsack -n '__knapsack_in knapsack_remember_learn' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_learn' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_observe' -l tool -x -d 'The tool that failed.'
complete -c knapsack -n '__knapsack_in knapsack_remember_observe' -l command -x -d 'The command that failed.'
complete -c knapsack -n '__knapsack_in knapsack_remember_observe' -l scope -x -d 'project, global or session.'
complete -c knapsack -n '__knapsack_in knapsack_remember_observe' -l json -d 'One JSON object: the memory, and what became of it.'
complete -c knapsack -n '__knapsack_in knapsack_remember_observe' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_observe' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_flush' -l session -x -d 'The session; else KNAPSACK_SESSION.'
complete -c knapsack -n '__knapsack_in knapsack_remember_flush' -l agent -x -d 'Whose messages stdin holds.'
complete -c knapsack -n '__knapsack_in knapsack_remember_flush' -l json -d 'One JSON object: the memory.'
complete -c knapsack -n '__knapsack_in knapsack_remember_flush' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_remember_flush' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_forget' -l session -x -d 'What belongs to this session.'
complete -c knapsack -n '__knapsack_in knapsack_forget' -l before -x -d 'What is older: 2026-11-29, or 1y.'
complete -c knapsack -n '__knapsack_in knapsack_forget' -l matching -x -d 'What holds this text.'
complete -c knapsack -n '__knapsack_in knapsack_forget' -l in -x -d 'memory, sessions; needed with --before alone.'
complete -c knapsack -n '__knapsack_in knapsack_forget' -l dry-run -d 'Show what would go, and stop.'
complete -c knapsack -n '__knapsack_in knapsack_forget' -l erase -d 'Rewrite the database too, so that no byte of it is left.'
complete -c knapsack -n '__knapsack_in knapsack_forget' -s y -l yes -d 'Do not ask.'
complete -c knapsack -n '__knapsack_in knapsack_forget' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_forget' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l in -x -d 'memory, sessions, notes; default is all.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l limit -x -d 'Hits of each source at most.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l project -x -d 'A folder, or its last name.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l agent -x -d 'pi, claude, codex, ...'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l role -x -d 'user, assistant, tool, summary or title; of a memory, its type.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l since -x -d '2026-11-29, or an age: 7d, 36h, 3mo.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l until -x -d 'The same; a day counts whole.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l session -x -d 'Only in this session.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l around -x -d 'Read on before and after a message.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -s n -x -d 'Messages before and after; with --around.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l open -x -d 'The whole session as Markdown.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l json -d 'One JSON object a hit.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l context -d 'Give the block of memories that answers the prompt on stdin.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l format -x -d 'With --context: xml, markdown or json.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l budget -x -d 'With --context: tokens at most; 0 is the usual number.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_recall' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_export' -l in -x -d 'memory, anchors, sessions; default is all.'
complete -c knapsack -n '__knapsack_in knapsack_export' -l project -x -d 'Only this project, and what is global.'
complete -c knapsack -n '__knapsack_in knapsack_export' -l raw -d 'Secrets included; otherwise they are redacted.'
complete -c knapsack -n '__knapsack_in knapsack_export' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_export' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_import' -F
complete -c knapsack -n '__knapsack_in knapsack_import' -l agent -x -d 'Whose lines stdin or FILE holds.'
complete -c knapsack -n '__knapsack_in knapsack_import' -l session -x -d 'With -: the session of lines that do not say.'
complete -c knapsack -n '__knapsack_in knapsack_import' -l project -x -d 'Only this project; with -: the project.'
complete -c knapsack -n '__knapsack_in knapsack_import' -l since -x -d 'Only messages since 2026-11-29, or 30d.'
complete -c knapsack -n '__knapsack_in knapsack_import' -l keep -x -d 'Also store thinking, system, output, images.'
complete -c knapsack -n '__knapsack_in knapsack_import' -l dry-run -d 'Count, store nothing.'
complete -c knapsack -n '__knapsack_in knapsack_import' -l learn -d 'Also remember what the new sessions teach.'
complete -c knapsack -n '__knapsack_in knapsack_import' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_import' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_at knapsack_note' -a search -d 'Search the notes of the vault, each shown with its frontmatter.'
complete -c knapsack -n '__knapsack_at knapsack_note' -a vault -d 'Tell which folder is the vault, and what named it.'
complete -c knapsack -n '__knapsack_in knapsack_note' -l json -d 'One JSON object: the note, and what became of it.'
complete -c knapsack -n '__knapsack_in knapsack_note' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_note' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_note_search' -l limit -x -d 'Notes at most.'
complete -c knapsack -n '__knapsack_in knapsack_note_search' -l json -d 'One JSON object a note.'
complete -c knapsack -n '__knapsack_in knapsack_note_search' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_note_search' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_note_vault' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_note_vault' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_at knapsack_drift' -a add -d 'Declare an anchor: what must hold, and what tells that a text drifts from it.'
complete -c knapsack -n '__knapsack_at knapsack_drift' -a list -d 'List the anchors with their states: aligned, drifting, acknowledged, superseded.'
complete -c knapsack -n '__knapsack_at knapsack_drift' -a drop -d 'Take anchors away.'
complete -c knapsack -n '__knapsack_at knapsack_drift' -a ack -d 'Accept drift from an anchor, with a reason: it is still told, and fails nothing.'
complete -c knapsack -n '__knapsack_in knapsack_drift' -F
complete -c knapsack -n '__knapsack_in knapsack_drift' -l json -d 'One JSON object a hit.'
complete -c knapsack -n '__knapsack_in knapsack_drift' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_drift' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_drift_add' -l signal -x -d 'A word, phrase or /pattern/ that tells of drift; may be repeated.'
complete -c knapsack -n '__knapsack_in knapsack_drift_add' -l allow -x -d 'Where a signal is none: negation, instead (both usual), path, comment, nothing or a phrase.'
complete -c knapsack -n '__knapsack_in knapsack_drift_add' -l global -d 'Hold in every project, not in this one alone.'
complete -c knapsack -n '__knapsack_in knapsack_drift_add' -l supersedes -x -d 'The anchor it replaces.'
complete -c knapsack -n '__knapsack_in knapsack_drift_add' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_drift_add' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_drift_list' -l everywhere -d 'Those of all projects.'
complete -c knapsack -n '__knapsack_in knapsack_drift_list' -l json -d 'One JSON object an anchor.'
complete -c knapsack -n '__knapsack_in knapsack_drift_list' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_drift_list' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_drift_drop' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_drift_drop' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_drift_ack' -l line -x -d 'Accept this line, wherever it stands; may be repeated.'
complete -c knapsack -n '__knapsack_in knapsack_drift_ack' -l all -d 'Accept whatever drifts from the anchor.'
complete -c knapsack -n '__knapsack_in knapsack_drift_ack' -l undo -d 'Accept nothing of it any longer.'
complete -c knapsack -n '__knapsack_in knapsack_drift_ack' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_drift_ack' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_prune' -l dry-run -d 'Show what would go, and stop.'
complete -c knapsack -n '__knapsack_in knapsack_prune' -l originals-days -x -d 'Originals neither written nor read for so long.'
complete -c knapsack -n '__knapsack_in knapsack_prune' -l originals-size -x -d 'Megabytes of originals, least recently used first.'
complete -c knapsack -n '__knapsack_in knapsack_prune' -l memory-days -x -d 'Memories older, unimportant and hardly used.'
complete -c knapsack -n '__knapsack_in knapsack_prune' -l trust-clock -d 'Prune though nothing was stored for a year before today.'
complete -c knapsack -n '__knapsack_in knapsack_prune' -s q -l quiet -d 'Say nothing unless something is wrong.'
complete -c knapsack -n '__knapsack_in knapsack_prune' -l json -d 'One JSON object: what went.'
complete -c knapsack -n '__knapsack_in knapsack_prune' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_prune' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_at knapsack_stats' -a replay -d 'Run the tool results of past sessions through compress: would it have helped?'
complete -c knapsack -n '__knapsack_in knapsack_stats' -l repair -d 'Mend what is not sound, and say what was done.'
complete -c knapsack -n '__knapsack_in knapsack_stats' -l settings -d 'Every setting in force, and where it comes from.'
complete -c knapsack -n '__knapsack_in knapsack_stats' -l json -d 'One JSON object.'
complete -c knapsack -n '__knapsack_in knapsack_stats' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_stats' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_stats_replay' -l json -d 'One JSON object a family, then one a loss.'
complete -c knapsack -n '__knapsack_in knapsack_stats_replay' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_stats_replay' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_at knapsack_skills' -a list -d 'Print the catalogue of the skills in folders.'
complete -c knapsack -n '__knapsack_at knapsack_skills' -a init -d 'Make the retrieval profile, so that requests find skills by other words.'
complete -c knapsack -n '__knapsack_at knapsack_skills' -a report -d 'Say what was saved, and what was kept full and why.'
complete -c knapsack -n '__knapsack_at knapsack_skills' -a evaluate -d 'Measure recall on your own past sessions.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -F
complete -c knapsack -n '__knapsack_in knapsack_skills' -l mode -x -d 'off, compact or hybrid.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l top-k -x -d 'Entries a message may keep full.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l tail -x -d 'The other entries: name or intent.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l full-render-budget-chars -x -d 'Characters of full entries a message may have.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l always-full -x -d 'Keep this skill full.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l never -x -d 'Leave this skill out; prefix* too.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l provider -x -d 'Where the request goes.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l session -x -d 'The session it belongs to.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l query -x -d 'What is wanted, where the text says it not.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l explain -d 'Tell on stderr what was done and why.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_skills' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_skills_list' -F
complete -c knapsack -n '__knapsack_in knapsack_skills_list' -l json -d 'One JSON object a skill.'
complete -c knapsack -n '__knapsack_in knapsack_skills_list' -l table -d 'Names, scopes and files for a person.'
complete -c knapsack -n '__knapsack_in knapsack_skills_list' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_skills_list' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_skills_init' -F
complete -c knapsack -n '__knapsack_in knapsack_skills_init' -l without-model -d 'Make it from the skills’ own bodies, without asking a model.'
complete -c knapsack -n '__knapsack_in knapsack_skills_init' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_skills_init' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_skills_report' -l session -x -d 'The session; default: the last one.'
complete -c knapsack -n '__knapsack_in knapsack_skills_report' -l json -d 'One JSON object.'
complete -c knapsack -n '__knapsack_in knapsack_skills_report' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_skills_report' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_skills_evaluate' -l skills -r -F -d 'Where the skills are.'
complete -c knapsack -n '__knapsack_in knapsack_skills_evaluate' -l json -d 'One JSON object.'
complete -c knapsack -n '__knapsack_in knapsack_skills_evaluate' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_skills_evaluate' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -F
complete -c knapsack -n '__knapsack_in knapsack_tools' -l mode -x -d 'off, drop or relevance.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -l drop -x -d 'Drop this tool; prefix* too.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -l top-k -x -d 'Tools that relevance keeps.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -l protect -x -d 'Keep this tool; prefix* too.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -l compact-descriptions -d 'Shorten descriptions too.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -l provider -x -d 'Where the request goes.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -l session -x -d 'The session it belongs to.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -l query -x -d 'What is wanted, beside what the request says.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -l explain -d 'Tell on stderr what was done and why.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_tools' -l version -d 'Show the version and exit.'
complete -c knapsack -n '__knapsack_in knapsack_setup' -a 'pi claude codex opencode gemini bash zsh fish cron'
complete -c knapsack -n '__knapsack_in knapsack_setup' -l check -d 'Tell what is installed and whether it works.'
complete -c knapsack -n '__knapsack_in knapsack_setup' -l remove -d 'Take out what was installed, and nothing else.'
complete -c knapsack -n '__knapsack_in knapsack_setup' -l yes -d 'Do it without asking.'
complete -c knapsack -n '__knapsack_in knapsack_setup' -l wrap -x -d 'bash, zsh, fish: commands that compress by themselves.'
complete -c knapsack -n '__knapsack_in knapsack_setup' -l systemd -d 'cron: systemd user timers, no crontab.'
complete -c knapsack -n '__knapsack_in knapsack_setup' -s h -l help -d 'Show this message and exit.'
complete -c knapsack -n '__knapsack_in knapsack_setup' -l version -d 'Show the version and exit.'
