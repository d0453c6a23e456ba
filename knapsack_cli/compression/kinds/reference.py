"""What documentation tools print of a package: pydoc, `go doc -all`, POD: every name, and its first words."""

from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, IMPORTANT, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 400
LEAST_NAMES = 3
OPENING = 2
"""Lines of a text under a heading that are shown."""
LONG_TEXT = 4000
MOST_SHARE = 0.4
"""Of a text longer than that, names alone stay where more would."""
_PYTHON_NAME = lazy(
    r"(?: {0,4} \|  | {4})(?:(?:class |@)?[A-Za-z_]\w*\s*\(.*|(?:class|async def) \S.*|[A-Za-z_]\w* = .*"
    r"|[A-Z][\w ]* (?:defined here|inherited from .*):)$"
)
_GO_NAME = lazy(r"(?:func |type |const |var |package |CONSTANTS|VARIABLES|FUNCTIONS|TYPES)")
_GO_MEMBER = lazy(r"\t[A-Za-z_]\w*(?:\s*=\s|[ (]|,|$)")
_GO_HEADING = lazy(r"#{1,3} \S|[A-Z][A-Z]{3,}$")
_POD_NAME = lazy(r"=(?:head\d|item|for|encoding)\b")


def recognise(segment: Segment) -> int:
    """By the first words of pydoc and go doc, or by commands of POD at the left edge."""
    lines = segment.lines[:SAMPLE]
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("Help on ") and first.rstrip().endswith(":"):
        return 94
    if first.startswith("package ") and ' // import "' in first:
        return 94
    if first.startswith("NAME") and sum(1 for line in lines if line.startswith(" |  ")) >= LEAST_NAMES:
        return 90
    if not first.startswith("=") or "\n=head" not in "\n" + "\n".join(lines[:40]):
        # Modules of Perl hold their documentation amid their code.
        return 0
    commands = sum(1 for line in lines if _POD_NAME.match(line))
    code = sum(1 for line in lines if line.endswith((";", "{", "}")) and not line[:1].isspace())
    return 90 if commands >= LEAST_NAMES and code < commands else 0


def decide(segment: Segment) -> Decisions | View | None:
    """By whichever of the three it is."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("package "):
        told = _go(lines, decisions)
    elif first.startswith("="):
        told = _pod(lines, decisions)
    else:
        told = _python(lines, decisions)
    size = sum(map(len, lines))
    kept = sum(len(line) for line, rank in zip(lines, decisions.ranks, strict=True) if rank)
    if size > LONG_TEXT and kept > MOST_SHARE * size:
        for index in told:
            decisions.ranks[index] = 0
    return numbered_or_marked(segment, decisions)


def _python(lines: list[str], decisions: Decisions) -> list[int]:
    """Headings, classes, functions with the first line of what they do, data."""
    told: list[int] = []
    heading = ""
    shown = 0
    named = False
    for index, line in enumerate(lines):
        bare = line.strip(" |")
        if not bare:
            continue
        if not line[0].isspace():
            heading, shown, named = bare, 0, False
            decisions.keep(index, ALWAYS)
        elif heading not in ("DESCRIPTION", "NAME") and _PYTHON_NAME.match(line):
            decisions.keep(index, EVIDENCE)
            named, shown = True, OPENING
        elif named:
            named = False
            told.append(index)
            decisions.keep(index, CONTEXT)
        elif shown < OPENING and not line.startswith(" |"):
            shown += 1
            decisions.keep(index, IMPORTANT)
    return told


def _go(lines: list[str], decisions: Decisions) -> list[int]:
    """Declarations with their members, and the first line of the text under each."""
    told: list[int] = []
    opened = block = False
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        if block:
            block = not line.startswith(("}", ")"))
            if _GO_MEMBER.match(line) or not block:
                decisions.keep(index, EVIDENCE)
        elif _GO_NAME.match(line) or _GO_HEADING.match(line):
            decisions.keep(index, EVIDENCE)
            block = line.endswith(("{", "("))
            opened = False
        elif not opened:
            opened = True
            told.append(index)
            decisions.keep(index, CONTEXT)
    return told


def _pod(lines: list[str], decisions: Decisions) -> list[int]:
    """Headings, and the first line of the text under each."""
    told: list[int] = []
    opened = False
    for index, line in enumerate(lines):
        if not line.strip() or line.startswith("=cut"):
            continue
        if _POD_NAME.match(line):
            opened = False
            decisions.keep(index, EVIDENCE)
        elif not opened:
            opened = True
            told.append(index)
            decisions.keep(index, CONTEXT)
    return told
