"""Man pages, one a command and one for the whole, from the command tree.

Plain man(7) macros, which mandoc and groff both read. Nothing but the tree, the version and the date
goes in, so the same program gives the same bytes everywhere.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from knapsack_cli.config import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from knapsack_cli.integrations.command_tree import Argument, Option, Page

EXIT_CODES = (
    ("0", "Done. A filter that wrote its text exits 0."),
    ("1", "Nothing was found, or drift was found, as grep(1) has it."),
    ("2", "Wrong use or bad input, told in one line on stderr. A filter still passes its input on."),
    ("130", "Interrupted."),
    ("141", "The reader of its output went away."),
)
WRAPPING_EXIT_CODES = (
    ("with --", "The code of CMD itself."),
    ("126, 127", "CMD cannot be run, or was not found."),
    ("128+n", "Signal n ended CMD."),
)
ENVIRONMENT = (
    (
        "KNAPSACK_HOME",
        "The folder of the database, the originals and config.toml; ~/.knapsack when not set.",
        (),
    ),
    ("KNAPSACK_OFF", "When 1, filters pass everything through unchanged.", ("compress", "skills", "tools")),
    ("KNAPSACK_COMMAND", "The command whose output is on stdin, as --command says it.", ("compress",)),
    ("KNAPSACK_PATH", "The file whose text is on stdin, as --path says it.", ("compress",)),
    ("KNAPSACK_EXIT_CODE", "How that command ended, as --exit-code says it.", ("compress",)),
    ("KNAPSACK_SESSION", "The session that is going on; PI_SESSION_ID when not set.", ()),
    ("NO_COLOR", "When set, nothing is coloured, not even on a terminal.", ()),
)
"""Variable, what it does, and the commands it is for (none means all)."""

FILES = (
    ("~/.knapsack/config.toml", "Settings of this user."),
    (
        ".knapsack.toml",
        "Settings of a project, beside its .git; it may not set commands, paths or retention.",
    ),
    ("~/.knapsack/originals/", "Exact originals, owner only, found by their hash."),
    ("~/.knapsack/knapsack.db", "Memories, sessions, anchors and statistics."),
)


def manual(program: Page, version: str, date: str) -> dict[str, str]:
    """File name -> text of every man page: `knapsack.1`, and `knapsack-CMD.1` for each command.

    `date` is the date of the pages, `YYYY-MM-DD`.
    """
    names = [command.name for command in program.children]
    pages = {f"{program.name}.1": _program_page(program, version, date)}
    for command in program.children:
        pages[f"{program.name}-{command.name}.1"] = _command_page(program, command, names, version, date)
    return pages


def _program_page(program: Page, version: str, date: str) -> str:
    lines = [
        *_head(program.name, version, date),
        ".SH NAME",
        *_text(f"{program.name} - {program.summary.rstrip('.')}"),
    ]
    lines += [".SH SYNOPSIS", *_synopsis(program)]
    lines += [".SH DESCRIPTION", *_text(program.summary)]
    for paragraph in program.paragraphs:
        lines += [".PP", *_text(paragraph)]
    lines.append(".SH COMMANDS")
    for command in program.children:
        lines += [".TP", rf".BR {program.name}\-{escape(command.name)} (1)", *_text(command.summary)]
    lines += [".SH OPTIONS", *_options(program.options)]
    lines += _examples(program.examples)
    lines += [".SH EXIT STATUS", *_terms((*EXIT_CODES, *WRAPPING_EXIT_CODES))]
    lines += [".SH ENVIRONMENT", *_terms((name, text) for name, text, _ in ENVIRONMENT)]
    lines += _terms((variable, text) for variable, text, _ in _setting_variables())
    lines += [".SH FILES", *_terms(FILES)]
    lines += _see_also([f"{program.name}-{command.name}" for command in program.children])
    return _joined(lines)


def _command_page(program: Page, command: Page, names: list[str], version: str, date: str) -> str:
    title = f"{program.name}-{command.name}"
    lines = [*_head(title, version, date), ".SH NAME", *_text(f"{title} - {_uncapitalised(command.summary)}")]
    lines.append(".SH SYNOPSIS")
    forms = [command, *command.children] if command.callable else list(command.children)
    for number, form in enumerate(forms):
        lines += [*([".br"] if number else []), *_synopsis(form)]
    lines += [".SH DESCRIPTION", *_text(command.summary)]
    for paragraph in command.paragraphs:
        lines += [".PP", *_text(paragraph)]
    if command.children and command.callable:
        lines += [".PP", *_text(_verb_rule(command))]
    if command.arguments:
        lines += [".SH ARGUMENTS", *_arguments(command.arguments)]
    lines += [".SH OPTIONS", *_options(command.options)]
    if command.children:
        lines.append(".SH VERBS")
        for verb in command.children:
            lines += _verb(verb)
    lines += _examples(command.examples)
    codes = (*WRAPPING_EXIT_CODES, *EXIT_CODES) if command.wraps else EXIT_CODES
    lines += [".SH EXIT STATUS", *_terms(codes)]
    variables = [(name, text) for name, text, only in ENVIRONMENT if not only or command.name in only]
    variables += [(name, text) for name, text, room in _setting_variables() if room == command.name]
    lines += [".SH ENVIRONMENT", *_terms(variables)]
    others = [f"{program.name}-{name}" for name in names if name != command.name]
    lines += _see_also([program.name, *others])
    return _joined(lines)


def _verb_rule(command: Page) -> str:
    verbs = ", ".join(verb.name for verb in command.children)
    return (
        f"The first word that is neither an option nor the value of one decides. If it is a verb ({verbs}), "
        "that verb is meant, and options before it belong to it. "
        "Anything else begins the arguments described here, and after -- all words do. "
        "A word that misses a verb by one letter is refused."
    )


def _verb(verb: Page) -> list[str]:
    lines = [f".SS {escape(verb.name)}", *_synopsis(verb), ".PP", *_text(verb.summary)]
    for paragraph in verb.paragraphs:
        lines += [".PP", *_text(paragraph)]
    lines += _arguments(verb.arguments)
    lines += _options(option for option in verb.options if option.names[-1] not in ("--help", "--version"))
    if verb.examples:
        lines += [".PP", ".nf", ".RS", *(_example(line) for line in verb.examples), ".RE", ".fi"]
    return lines


def _head(title: str, version: str, date: str) -> list[str]:
    return [
        r".\" Written by make docs from the commands themselves; edit those.",
        f'.TH {title.upper()} 1 {date} "knapsack {version}" "Knapsack manual"',
    ]


def _synopsis(page: Page) -> list[str]:
    words = rf"\fB{escape(' '.join(page.path))}\fR"
    if not page.callable:
        return [rf"{words} \fICOMMAND\fR [\fIOPTIONS\fR] ..."]
    shown = [words, r"[\fIOPTIONS\fR]"]
    shown += [rf"\fI{escape(argument.usage)}\fR" for argument in page.arguments]
    lines = [" ".join(shown)]
    if page.wraps:
        lines += [".br", rf"{words} [\fIOPTIONS\fR] \fB\-\-\fR \fICMD\fR [\fIARG\fR]..."]
    return lines


def _arguments(arguments: Iterable[Argument]) -> list[str]:
    lines: list[str] = []
    for argument in arguments:
        lines += [".TP", rf"\fI{escape(argument.name)}\fR", *_text(f"{argument.text} {argument.note}")]
    return lines


def _options(options: Iterable[Option]) -> list[str]:
    lines: list[str] = []
    for option in options:
        names = ", ".join(rf"\fB{escape(name)}\fR" for name in option.names)
        value = rf" \fI{escape(option.value)}\fR" if option.value else ""
        lines += [".TP", names + value, *_text(f"{option.text} {option.note}")]
    return lines


def _terms(rows: Iterable[tuple[str, str]]) -> list[str]:
    lines: list[str] = []
    for term, text in rows:
        lines += [".TP", rf"\fB{escape(term)}\fR", *_text(text)]
    return lines


def _setting_variables() -> list[tuple[str, str, str]]:
    """Environment variables of settings: name, text, and the room the setting is of."""
    listed = {name for name, _, _ in ENVIRONMENT}
    return [
        (variable, f"Sets {name}, over the configuration files.", name.partition(".")[0])
        for name, setting in SETTINGS.items()
        for variable in setting.environment
        if variable not in listed
    ]


def _examples(examples: tuple[str, ...]) -> list[str]:
    if not examples:
        return []
    return [".SH EXAMPLES", ".nf", *(_example(line) for line in examples), ".fi"]


def _example(line: str) -> str:
    return _guarded(escape(line)) if line.strip() else ".sp"


def _see_also(names: list[str]) -> list[str]:
    lines = [".SH SEE ALSO"]
    for number, name in enumerate(names, start=1):
        lines.append(f".BR {escape(name)} (1)" + ("," if number < len(names) else ""))
    return lines


def _uncapitalised(summary: str) -> str:
    text = summary.rstrip(".")
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _text(text: str) -> list[str]:
    wrapped = textwrap.wrap(text, 74, break_long_words=False, break_on_hyphens=False)
    return [_guarded(escape(line)) for line in wrapped]


def escape(text: str) -> str:
    """`text` for man(7): backslashes and hyphens literal, other scripts by code point."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("^", "\\(ha").replace("~", "\\(ti")
    safe = safe.replace("`", "\\(ga").replace("'", "\\(aq").replace('"', "\\(dq")
    return "".join(letter if letter.isascii() else f"\\[u{ord(letter):04X}]" for letter in safe)


def _guarded(line: str) -> str:
    """A line that must not be taken for a macro."""
    return rf"\&{line}" if line.startswith((".", "'")) else line


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"
