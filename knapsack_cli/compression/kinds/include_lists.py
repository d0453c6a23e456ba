"""include-what-you-use: what each file should add and remove.

The whole list of includes that follows says the same again, and is left out.
"""

from knapsack_cli.compression.model import EVIDENCE, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_HEAD = lazy(r"(?P<path>\S[^\n]{0,300}) should (?P<way>add|remove) these lines:$")
_WHOLE = "The full include-list for "
_CORRECT = " has correct #includes/fwd-decls)"
SAMPLE = 400


def recognise(segment: Segment) -> int:
    """By the sentences above the lists."""
    lines = segment.lines[:SAMPLE]
    told = sum(1 for line in lines if line.endswith((" these lines:", _CORRECT)) or line.startswith(_WHOLE))
    return 95 if told >= 2 and any(_HEAD.match(line) for line in lines) else 0


def decide(segment: Segment) -> Decisions:
    """Both lists of every file, a head without a list under it left out."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    whole = False
    for index, line in enumerate(lines):
        if line.startswith(_WHOLE):
            whole = True
        elif line == "---" or not line.strip():
            whole = False
        elif _HEAD.match(line):
            whole = False
            if index + 1 < len(lines) and lines[index + 1].strip():
                decisions.keep(index, EVIDENCE)
        elif not whole:
            decisions.keep(index, EVIDENCE)
    return decisions
