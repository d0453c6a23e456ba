"""Any text: rare shapes, head, tail and evidence; never by tail alone."""

from knapsack_cli.compression.model import CONTEXT, IMPORTANT, Decisions, Segment
from knapsack_cli.compression.templates import decide_by_shape

HEAD = 5
TAIL = 5


def recognise(segment: Segment) -> int:
    """Always a little: the last resort."""
    return 1 if segment.lines else 0


def decide(segment: Segment) -> Decisions:
    """By shape, with the head and the tail always there."""
    decisions = decide_by_shape(segment)
    size = len(segment.lines)
    decisions.keep_range(0, HEAD - 1, CONTEXT)
    decisions.keep_range(size - TAIL, size - 1, IMPORTANT)
    return decisions
