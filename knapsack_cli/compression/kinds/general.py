"""Any text: rare shapes, head, tail and evidence; never by tail alone."""

from knapsack_cli.compression.model import Decisions, Segment
from knapsack_cli.compression.templates import Allowance, decide_by_shape

HEAD = 5
TAIL = 5
ANY = Allowance(12_000, 0.25, 60_000)
"""What is not known to be routine is given more room than a log."""


def recognise(segment: Segment) -> int:
    """Always a little: the last resort."""
    return 1 if segment.lines else 0


def decide(segment: Segment) -> Decisions:
    """By shape, with the head and the tail always there."""
    return decide_by_shape(segment, ANY, HEAD, TAIL)
