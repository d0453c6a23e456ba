"""What a program answers to --help: its usage, every option and command, headings; beginnings of texts."""

from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked, without_padding
from knapsack_cli.compression.kinds.common.said import keep_said
from knapsack_cli.compression.model import (
    ALWAYS,
    CONTEXT,
    EVIDENCE,
    IMPORTANT,
    NORMAL,
    Decisions,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 500
LEAST_OPTIONS = 6
OPENING = 2
"""Lines of a text under a heading that are shown."""
EXAMPLES = 8
"""Lines of examples that are shown."""
USAGE_LINES = 8
LONG_TEXT = 4000
MOST_SHARE = 0.5
"""Of a text longer than that, what an option does is told only in its own line where more would stay."""
_OPTION = lazy(
    r"(?: {1,12}|\t{1,2})(?:[-/]\w, )?-{1,2}(?![^\s(]*\)(?:\s|$))"
    r"(?:[A-Za-z?#@]|\[no-\]|\d\b)[^\s,:]*(?:[\s,:=]|$)"
)
"""Before a parenthesis that only closes it is a case of a shell script."""
_COMMAND = lazy(r" {2,8}[a-z][\w:.-]*(?:, [\w-]+| [<\[A-Z]\S*)* {2,}\S")
_USAGE = lazy(
    r"\s*(?:[Uu]sage|USAGE|Synopsis|SYNOPSIS|用法|使用方法|使い方|Aufruf|Utilisation|Uso)\b ?[:：]?"
)
_HEADING = lazy(r"(?:\[?[^\W\d_][^:]{0,60}\]?[:：]|[A-Z][A-Z \-]{3,40})\s*$")


def recognise(segment: Segment) -> int:
    """By options at the head of indented lines, beside a usage or headings that end in a colon."""
    lines = segment.lines[:SAMPLE]
    if lines and lines[0].startswith("#!"):
        return 0  # a script that holds its own help
    if sum(1 for line in lines if (bare := line.lstrip())[:1] == "-" and bare[1:2] != " ") < LEAST_OPTIONS:
        return 0
    options = usage = headings = filled = edges = 0
    for line in lines:
        if not line.strip():
            continue
        filled += 1
        if _OPTION.match(line):
            options += not line.endswith("\\")  # a command over several lines
        elif not line[0].isspace():
            usage += _USAGE.match(line) is not None
            headings += _HEADING.match(line) is not None
            edges += 1
    if options < LEAST_OPTIONS or options * 8 < filled or edges > options * 2:
        return 0
    if usage or headings >= 2:
        return 89
    return 60 if options * 2 > filled and edges * 8 <= filled else 0


def decide(segment: Segment) -> Decisions | View | None:
    """Line by line: whether it is an option, goes on with one, or stands under which heading."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    option = -1
    shown = described = 0
    heading = ""
    told: list[int] = []
    for index, line in enumerate(lines):
        bare = line.strip()
        if not bare:
            option = option if described == 0 else -1
            continue
        indent = len(line) - len(line.lstrip())
        if (bare[0] == "-" and _OPTION.match(line)) or (
            not heading.startswith("Ex") and _COMMAND.match(line)
        ):
            decisions.keep(index, EVIDENCE)
            option, described = indent, int("  " in bare)
        elif _USAGE.match(line):
            decisions.keep(index, ALWAYS)
            heading, option, shown = "Usage", -1, 0
        elif indent == 0:
            is_heading = _HEADING.match(line) is not None or _stands_above(lines, index)
            if is_heading:
                heading, shown = bare, 0
            shown += not is_heading
            option = -1
            if is_heading or shown <= OPENING:
                decisions.keep(index, EVIDENCE if is_heading else IMPORTANT)
        elif option >= 0 and (indent > option or line[0] == "\t"):
            described += 1
            if described == 1:
                told.append(index)
                decisions.keep(index, CONTEXT)
        elif heading == "Usage":
            shown += 1
            if shown <= USAGE_LINES:
                decisions.keep(index, IMPORTANT)
        else:
            option = -1
            shown += 1
            if shown <= (EXAMPLES if heading.startswith(("Ex", "EX")) else OPENING):
                decisions.keep(index, NORMAL)
    _trim(lines, decisions, told)
    keep_said(lines, decisions)
    return without_padding(segment, decisions) or numbered_or_marked(segment, decisions)


def _stands_above(lines: list[str], index: int) -> bool:
    """Whether a short line at the edge stands above indented ones: a heading without a colon."""
    below = lines[index + 1] if index + 1 < len(lines) else ""
    return below[:1].isspace() and bool(below.strip()) and len(lines[index]) <= 60


def _trim(lines: list[str], decisions: Decisions, told: list[int]) -> None:
    """Leave out what stands below the options where too much of a long text would stay."""
    size = sum(map(len, lines))
    kept = sum(len(line) for line, rank in zip(lines, decisions.ranks, strict=True) if rank)
    if size > LONG_TEXT and kept > MOST_SHARE * size:
        for index in told:
            decisions.ranks[index] = 0
