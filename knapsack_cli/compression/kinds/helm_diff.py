"""helm diff: each object with what changes in it, the line above under which it stands, and no more.

Unlike a diff between files it shows every line of each object, the unchanged ones behind two blanks.
"""

from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_OBJECT = lazy(r"\S+, \S+, \S+ \([^)]*\) (?:has (?:changed|been added|been removed)|to be \w+):?$")
_SIGNED = ("+ ", "- ", "+", "-")
SAMPLE = 2_000


def recognise(segment: Segment) -> int:
    """The heading of an object, and lines that all have their sign or two blanks."""
    lines = segment.lines[:SAMPLE]
    objects = sum(
        1 for line in lines if line.endswith(("changed:", "added:", "removed:")) and _OBJECT.match(line)
    )
    if not objects:
        return 0
    known = sum(1 for line in lines if not line or line.startswith(("  ", "+", "-", "...")))
    return 94 if known + objects >= 0.9 * len(lines) else 0


def decide(segment: Segment) -> Decisions:
    """Headings, changes, and for each run of changes the keys that it stands under."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    above: list[int] = []
    changed = False
    for index, line in enumerate(lines):
        if _OBJECT.match(line):
            decisions.ranks[index] = ALWAYS
            above = []
            continue
        if not line.startswith((*_SIGNED, "  ")):
            decisions.ranks[index] = FAILURE if line.strip() else 0
            continue
        text = line[2:]
        depth = len(text) - len(text.lstrip())
        while above and _depth(lines[above[-1]]) >= depth:
            above.pop()
        if line.startswith(_SIGNED):
            decisions.ranks[index] = EVIDENCE
            if not changed:
                for at in above[-2:]:
                    decisions.ranks[at] = max(decisions.ranks[at], CONTEXT)
        changed = line.startswith(_SIGNED)
        if text.strip() and (text.rstrip().endswith(":") or text.lstrip().startswith("- ")):
            above.append(index)
    return decisions


def _depth(line: str) -> int:
    """The indentation behind the sign."""
    return len(line) - 2 - len(line[2:].lstrip())
