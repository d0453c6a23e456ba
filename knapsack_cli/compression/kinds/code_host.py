"""gh pr view, gh issue view: the fields of the header, then the text and the comments, each by its author."""

from knapsack_cli.compression.model import (
    ALWAYS,
    CONTEXT,
    DROP,
    EVIDENCE,
    IMPORTANT,
    NORMAL,
    Decisions,
    Segment,
)
from knapsack_cli.text.lazy_patterns import lazy

_FIELD = lazy(r"[a-z][a-z -]*:\t(?P<value>.*)$")
_NOTHING = ("none", "false", "disabled", "")
MOST_FIELDS = 30
BODY = 400
"""Lines of the description that are shown as far as there is room ..."""
COMMENT = 30
"""... and of each comment."""


def recognise(segment: Segment) -> int:
    """Fields with a tab behind their names, a rule of two dashes, a text."""
    lines = segment.lines
    if not lines[0].startswith(("title:\t", "author:\t")):
        return 0
    head = lines[:MOST_FIELDS]
    if "--" not in head:
        return 0
    fields = head[: head.index("--")]
    return 95 if len(fields) >= 3 and all(_FIELD.match(line) for line in fields) else 0


def decide(segment: Segment) -> Decisions:
    """Fields that say something, the description, the beginnings of the comments."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    text, most = 0, BODY
    for index, line in enumerate(lines):
        field = _FIELD.match(line) if "\t" in line else None
        if field is not None and (text == 0 or _is_comment(lines, index)):
            said = field["value"].strip() not in _NOTHING
            comment = line.startswith(("author:", "association:", "status:")) and text > 0
            decisions.ranks[index] = (EVIDENCE if text or comment else ALWAYS) if said else DROP
            continue
        if line == "--":
            text += 1
            most = BODY if text == 1 else COMMENT
            count = 0
            continue
        if not line.strip() or not text:
            continue
        count += 1
        first = IMPORTANT if count <= 2 or line.startswith("#") else NORMAL
        decisions.ranks[index] = first if count <= most else CONTEXT if count <= 2 * most else DROP
    return decisions


def _is_comment(lines: list[str], index: int) -> bool:
    """Whether the fields of a comment stand here: a rule above them, and one below."""
    return "--" in lines[index + 1 : index + 6] or lines[index - 1] == "--"
