"""Decisions as they are, or as numbered lines where that is shorter: gaps in the numbers are the marks."""

from knapsack_cli.compression.longlines import LIMIT, windowed
from knapsack_cli.compression.model import NUMBERED, Decisions, Row, Segment, View

MARK_WIDTH = 26
"""About what a gap mark takes, in characters."""


def numbered_or_marked(segment: Segment, decisions: Decisions) -> Decisions | View:
    """`decisions`, or a view with a line number before each kept line where marks would take more.

    The decisions may hold no folds: a numbered view has no place for them.
    """
    ranks = decisions.ranks
    gaps = kept = 0
    before = True
    for rank in ranks:
        if rank:
            kept += 1
        elif before:
            gaps += 1
        before = bool(rank)
    width = len(str(segment.number(len(ranks)))) + 1
    if gaps * MARK_WIDTH <= kept * width:
        return decisions
    rows: list[Row] = []
    for index, rank in enumerate(ranks):
        if rank and (segment.lines[index].strip() or (index + 1 < len(ranks) and not ranks[index + 1])):
            line = segment.lines[index]
            shown = windowed(line) if len(line) > LIMIT else line
            rows.append(Row(f"{segment.number(index)} {shown}", index, rank=rank, form=NUMBERED))
    return View(rows)
