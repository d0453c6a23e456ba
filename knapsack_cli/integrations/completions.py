"""Completion scripts for bash, zsh and fish, from the command tree.

Static scripts: pressing TAB starts no Python. Each walks the words typed so far by the rule of the
parser (the first word that is neither an option nor its value names the command, then the verb), and
each works without any other completion package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knapsack_cli.integrations.command_tree import all_pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from knapsack_cli.integrations.command_tree import Argument, Option, Page

FILES = ("FILE", "PATH", "SOURCE")
FOLDERS = ("DIR", "FOLDER", "VAULT")
NOTE = "# Written by `make docs` from the commands themselves; edit those."


def completions(program: Page) -> dict[str, str]:
    """File name -> script: `knapsack.bash`, `_knapsack` (zsh) and `knapsack.fish`."""
    return {
        f"{program.name}.bash": bash(program),
        f"_{program.name}": zsh(program),
        f"{program.name}.fish": fish(program),
    }


def bash(program: Page) -> str:
    """For bash. Where nothing else fits, readline offers files."""
    table = []
    for page in all_pages(program):
        names = [name for option in page.options for name in option.names]
        children = " ".join(child.name for child in page.children)
        choices = " ".join(word for argument in page.arguments[:1] for word in argument.choices)
        table.append(f"        {_key(page)})")
        table.append(f"            options='{' '.join(names)}'")
        table.append(f"            valued=' {' '.join(_valued(page))} '")
        table.append(f"            children='{children}' words='{choices}' ;;")
    values = []
    for page in all_pages(program):
        for option in page.options:
            if option.choices:
                keys = "|".join(f"{_key(page)}:{name}" for name in option.names)
                values.append(f"        {keys}) words='{' '.join(option.choices)}' ;;")
    wrapping = "|".join(_key(page) for page in all_pages(program) if page.wraps) or "-"
    return BASH.format(
        note=NOTE,
        name=program.name,
        table="\n".join(table),
        values="\n".join(values) or "        -) ;;",
        wrapping=wrapping,
    )


def zsh(program: Page) -> str:
    """For zsh 5; either on `fpath` as `_knapsack`, or sourced after `compinit`."""
    functions: list[str] = []
    for page in all_pages(program):
        functions += _zsh_function(page)
    return ZSH.format(note=NOTE, name=program.name, functions="\n".join(functions))


def fish(program: Page) -> str:
    """For fish 3."""
    pages = all_pages(program)
    valued = [
        f"            {' '.join(_quoted(f'{_key(p)}:{n}') for n in _valued(p))}" for p in pages if _valued(p)
    ]
    paths = " ".join(_quoted(_key(page)) for page in pages)
    lines: list[str] = []
    for page in pages:
        here = f"complete -c {program.name} -n '__{program.name}_in {_key(page)}'"
        for child in page.children:
            first = f"complete -c {program.name} -n '__{program.name}_at {_key(page)}'"
            lines.append(f"{first} -a {child.name} -d {_quoted(child.summary)}")
        for argument in page.arguments[:1]:
            if argument.choices:
                lines.append(f"{here} -a {_quoted(' '.join(argument.choices))}")
            elif _kind(argument.name):
                lines.append(f"{here} -F")
        lines += [f"{here} {_fish_option(option)}" for option in page.options]
    wrapping = " ".join(_quoted(_key(page)) for page in pages if page.wraps)
    return FISH.format(
        note=NOTE,
        name=program.name,
        paths=paths,
        valued=" \\\n".join(valued) or "            ''",
        wrapping=wrapping,
        lines="\n".join(lines),
    )


def _fish_option(option: Option) -> str:
    parts = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    if option.choices:
        parts.append(f"-x -a {_quoted(' '.join(option.choices))}")
    elif option.value:
        parts.append("-r -F" if _kind(option.value) else "-x")
    return " ".join([*parts, f"-d {_quoted(option.text)}"])


def _zsh_function(page: Page) -> list[str]:
    lines = [f"_{_key(page)}() {{"]
    if page.wraps:
        lines += [
            "    local dashes=${words[(i)--]}",
            "    if (( dashes < CURRENT )); then",
            "        shift $dashes words; (( CURRENT -= dashes ))",
            "        _normal; return",
            "    fi",
        ]
    specs = [_zsh_option(option) for option in page.options]
    if not page.children:
        specs += [_zsh_argument(argument) for argument in page.arguments]
        lines += _zsh_arguments(specs, "")
    else:
        lines += ["    local line state ret=1", "    local -a found", "    typeset -A opt_args"]
        lines += _zsh_arguments([*specs, "'1: :->first'", "'*:: :->rest'"], " -C", " && ret=0")
        found = " ".join(_quoted(f"{child.name}:{child.summary}") for child in page.children)
        lines += ["    case $state in", "        first)", f"            found=({found})"]
        lines.append("            _describe -t commands 'command or verb' found && ret=0")
        for argument in page.arguments[:1]:
            if _kind(argument.name):
                lines.append("            _files && ret=0")
        lines += ["            ;;", "        rest)", "            case $line[1] in"]
        lines += [f"                {child.name}) _{_key(child)} && ret=0 ;;" for child in page.children]
        if page.callable:
            rest = page.arguments[0 if page.arguments and page.arguments[0].repeats else 1 :]
            given = [*specs, *(_zsh_argument(argument) for argument in rest)]
            lines += [
                "                *)",
                *(f"            {line}" for line in _zsh_arguments(given, "", " && ret=0 ;;")),
            ]
        lines += ["            esac ;;", "    esac", "    return ret"]
    return [*lines, "}", ""]


def _zsh_arguments(specs: list[str], flags: str, after: str = "") -> list[str]:
    lines = [f"    _arguments -s{flags} \\"]
    lines += [f"        {spec} \\" for spec in specs[:-1]]
    return [*lines, f"        {specs[-1]}{after}"]


def _zsh_option(option: Option) -> str:
    text = option.text.replace("[", "(").replace("]", ")")
    action = ""
    if option.value:
        action = f":{_plain(option.value)}:{_zsh_action(option.value, option.choices)}"
    rest = _quoted(f"[{text}]{action}")
    names = [
        name + (("=" if name.startswith("--") else "+") if option.value else "") for name in option.names
    ]
    if len(names) == 1:
        return f"{names[0]}{rest}"
    return f"{_quoted('(' + ' '.join(option.names) + ')')}{{{','.join(names)}}}{rest}"


def _zsh_argument(argument: Argument) -> str:
    star = "*" if argument.repeats else ""
    return _quoted(f"{star}:{_plain(argument.name)}:{_zsh_action(argument.name, argument.choices)}")


def _zsh_action(name: str, choices: tuple[str, ...]) -> str:
    if choices:
        return f"({' '.join(choices)})"
    return {"files": "_files", "folders": "_files -/"}.get(_kind(name), " ")


def _kind(placeholder: str) -> str:
    word = placeholder.strip("<>").upper()
    if word in FOLDERS:
        return "folders"
    return "files" if word in FILES else ""


def _valued(page: Page) -> list[str]:
    """The options that take a value here, or in a verb that may follow."""
    whole: Iterable[Page] = (page, *page.children) if page.callable else (page,)
    names = [name for part in whole for option in part.options if option.value for name in option.names]
    return list(dict.fromkeys(names))


def _key(page: Page) -> str:
    return "_".join(page.path)


def _plain(placeholder: str) -> str:
    """A placeholder without the colon that would end it for zsh (`A:B` shows as `A..B`)."""
    return placeholder.replace(":", "..")


def _quoted(text: str) -> str:
    """In single quotes, alike for all three shells; a quote within becomes a typographer's one."""
    return "'" + text.replace("'", "\u2019").replace("\\", "/") + "'"


BASH = """\
# bash completion for {name}
{note}

_{name}() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} path={name} options valued children words
    local word option='' plain='' index=1
    COMPREPLY=()
    _{name}_table
    while [ "$index" -lt "$COMP_CWORD" ]; do
        word=${{COMP_WORDS[index]}}
        index=$((index + 1))
        if [ -n "$option" ]; then
            [ "$word" = '=' ] || option=''
            continue
        fi
        case $word in
            --)
                case $path in
                    {wrapping})
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
                            path=${{path}}_$word
                            _{name}_table
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
{values}
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    elif [ "${{current#-}}" != "$current" ]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [ -z "$plain" ]; then
        COMPREPLY=($(compgen -W "$children $words" -- "$current"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    fi
}}

# Sets what the command or verb in $path takes.
_{name}_table() {{
    options='' valued='' children='' words=''
    case $path in
{table}
    esac
}}

complete -o bashdefault -o default -F _{name} {name}
"""

ZSH = """\
#compdef {name}
{note}

{functions}
if [ "$funcstack[1]" = _{name} ]; then
    _{name} "$@"
else
    compdef _{name} {name}
fi
"""

FISH = """\
# fish completion for {name}
{note}

# Prints the command and verb typed so far, joined by _, and -- after it once only text may follow.
function __{name}_path
    set -l path {name}
    set -l skip 0
    set -l valued \\
{valued}
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
                if contains -- "$path"_"$word" {paths}
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
function __{name}_at
    test (__{name}_path) = $argv[1]
end

# The same, also when other words follow it.
function __{name}_in
    contains -- (__{name}_path) $argv[1] $argv[1]+
end

function __{name}_wraps
    string match -q -- '*--' (__{name}_path); or return 1
    contains -- (string replace -r -- '--$' '' (__{name}_path)) {wrapping}
end

function __{name}_wrapped
    set -l words (commandline -opc)
    set -l place (contains -i -- -- $words)
    set -l given $words[(math $place + 1)..-1]
    complete -C (string join ' ' -- (string escape -- $given) (commandline -ct))
end

complete -c {name} -f
complete -c {name} -n __{name}_wraps -a '(__{name}_wrapped)'
{lines}
"""
