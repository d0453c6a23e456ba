"""Repeated shapes, after Drain: a line's shape is the line with its variable parts masked.

The cheap key deletes digits and the letters of hexadecimal numbers from all lines at once, which
counts shapes at hundreds of megabytes a second; only what it finds interesting is looked at closely.
"""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import EVIDENCE, NORMAL, Decisions, Segment
from knapsack_cli.compression.shapes import shapes_of

RARE_SHARE = 200
"""A shape is rare when fewer than one line in this many has it ..."""
RARE_COUNT = 3
"""... or when it is seen at most this often."""


def decide_by_shape(segment: Segment) -> Decisions:
    """Rare shapes verbatim, frequent ones as their first line, a count, and where the last one stands."""
    decisions = Decisions(len(segment.lines))
    members: dict[bytes, list[int]] = {}
    for index, shape in enumerate(shapes_of(segment.data)):
        found = members.get(shape)
        if found is None:
            members[shape] = [index]
        else:
            found.append(index)
    for shape, indexes in members.items():
        if not shape.strip():
            for index in indexes:
                decisions.keep(index, NORMAL)
            continue
        if len(indexes) <= RARE_COUNT:
            for index in indexes:
                decisions.keep(index, EVIDENCE)
            continue
        first = indexes[0]
        decisions.keep(first, EVIDENCE)
        last = segment.number(indexes[-1])
        decisions.fold(first, indexes[1:], f"[x{thousands(len(indexes) - 1)} like this to line {last}]")
    return decisions
