"""Manual pages as `man` writes them: headings, synopsis, exit codes, every option with its first line."""

from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, IMPORTANT, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

LEAST_HEADINGS = 2
MOST_ABOVE = 60
OPENING = 3
"""Lines under a heading that are shown."""
DEEPEST_TERM = 12
_TITLE = lazy(r"([\w.:+@-]+\([1-9n]\w{0,6}\))\s.*\s\1$")
_HEADING = lazy(r"[^\W\da-z_][\w /,'()-]{1,60}$")
"""In capitals, or in a script that has none."""
_SUBHEADING = lazy(r"   \S")
_OPTION = lazy(r" {4,12}(?:-{1,2}[\w?#@-]|\[?no-)")
_WHOLE = ("SYNOPSIS", "EXIT STATUS", "EXIT CODES", "EXIT VALUES", "RETURN VALUE", "ERRORS", "FILES")


def recognise(segment: Segment) -> int:
    """Sure by the title that stands at both ends of the first line."""
    lines = segment.lines
    at = next((at for at, line in enumerate(lines[:MOST_ABOVE]) if "(" in line and _TITLE.match(line)), -1)
    if at < 0 or any(line.strip() and not line.startswith(("troff", "<standard")) for line in lines[:at]):
        return 0  # what groff warns of stands above
    headings = sum(1 for line in lines[:2000] if _HEADING.match(line))
    return 94 if headings >= LEAST_HEADINGS else 0


def decide(segment: Segment) -> Decisions | View | None:
    """By headings and options; of paragraphs the first under each heading."""
    lines = segment.lines
    if b"\t" in segment.data:
        lines = [line.expandtabs() for line in lines]
    decisions = Decisions(len(lines))
    decisions.guard = False
    section = ""
    shown = described = 0
    option_indent = -1
    for index, line in enumerate(lines):
        bare = line.strip()
        if not bare:
            continue
        indent = len(line) - len(line.lstrip(" "))
        if indent == 0:
            section, shown, option_indent = bare, 0, -1
            decisions.keep(index, ALWAYS)
        elif _SUBHEADING.match(line):
            shown, option_indent = 0, -1
            decisions.keep(index, EVIDENCE)
        elif _OPTION.match(line) or _is_term(lines, index, indent):
            option_indent, described = indent, 0
            decisions.keep(index, EVIDENCE)
        elif section.startswith(_WHOLE):
            decisions.keep(index, IMPORTANT)
        elif option_indent >= 0 and indent > option_indent:
            described += 1
            if described == 1 and not _has_words(lines[index - 1]):
                decisions.keep(index, CONTEXT)
        elif shown < OPENING:
            shown += 1
            decisions.keep(index, IMPORTANT)
    return numbered_or_marked(segment, decisions)


def _is_term(lines: list[str], index: int, indent: int) -> bool:
    """Whether a line names what the deeper lines after it describe: a command, a variable."""
    after = lines[index + 1] if index + 1 < len(lines) else ""
    deeper = len(after) - len(after.lstrip(" ")) > indent + 1
    return not lines[index - 1].strip() and bool(after.strip()) and deeper and indent <= DEEPEST_TERM


def _has_words(option: str) -> bool:
    """Whether an option's own line goes on with what it does: `-c        If the -c option is present`."""
    return "   " in option.strip()
