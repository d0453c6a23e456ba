"""terraform show: every resource of the state by its address, and the values that it alone has.

Of each type of resource the first is told with what it holds; of the others only what is not the same.
"""

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, IMPORTANT, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_ADDRESS = lazy(r"# \S+:(?: \(.*\))?$")
_BLOCK = lazy(r"(?:resource|data) \"(?P<type>[^\"]+)\" \"[^\"]+\" \{$")
_OUTPUTS = lazy(r"Outputs:$")
LEAST = 2
"""Blocks under an address from which on a text is a state."""
SHOWN_OF_EACH = 16
"""Values of one resource that are shown."""


def recognise(segment: Segment) -> int:
    """Addresses as remarks, each above its block."""
    lines = segment.lines
    blocks = sum(
        1 for at, line in enumerate(lines[1:2000]) if _BLOCK.match(line) and _ADDRESS.match(lines[at])
    )
    return 93 if blocks >= LEAST and _ADDRESS.match(next(filter(None, lines), "")) else 0


def decide(segment: Segment) -> Decisions:
    """Block by block; the lines show their numbers."""
    decisions = Decisions(len(segment.lines))
    decisions.numbered = True
    decisions.guard = False
    seen: set[tuple[str, str]] = set()
    sort, shown, outputs = "", 0, False
    for index, line in enumerate(segment.lines):
        block = _BLOCK.match(line)
        stripped = line.strip()
        if block is not None:
            sort, shown, outputs = block["type"], 0, False
            if index and _ADDRESS.match(segment.lines[index - 1]):
                decisions.keep(index - 1, ALWAYS)
            else:
                decisions.keep(index, ALWAYS)
        elif _OUTPUTS.match(line):
            outputs = True
            decisions.keep(index, ALWAYS)
        elif outputs:
            decisions.keep(index, EVIDENCE)
        elif line[:1] not in ("", " ", "}", "#"):
            decisions.keep(index, IMPORTANT)
        elif stripped.strip("{}[](),") and not _ADDRESS.match(line):
            told = (sort, " ".join(stripped.split()))
            if told not in seen and shown < SHOWN_OF_EACH:
                shown += 1
                decisions.keep(index, NORMAL)
            seen.add(told)
    return decisions
