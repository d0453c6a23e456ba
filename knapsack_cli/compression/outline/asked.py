"""Commands that print some lines of a file by their numbers: these are wanted, and not their outline."""

from knapsack_cli.compression.model import EVIDENCE, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

MOST_LINES = 300
"""More lines than this are outlined, whoever asks for them."""
_BY_NUMBER = lazy(
    r"\bsed\b[^|;&]{0,80}?[\s'\"]\d+(?:,[+~]?\d+|,\$)?p\b|\b(?:head|tail) +(?:-n ?|--lines[= ]|-)\+?\d"
    r"|\bawk\b[^|;&]{0,80}?\bNR *[=<>]|\bbat\b[^|;&]{0,80}? (?:-r|--line-range)\b"
)


def for_its_lines(segment: Segment) -> bool:
    """Whether the command asked for these lines by number, and they are not too many."""
    command = segment.hints.command
    return bool(command) and segment.count <= MOST_LINES and _BY_NUMBER.search(command) is not None


def all_lines(segment: Segment) -> Decisions:
    """Every line as it is."""
    decisions = Decisions(segment.count, EVIDENCE)
    decisions.guard = False
    return decisions
