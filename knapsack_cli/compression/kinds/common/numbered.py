"""Decisions as they are, or as numbered lines where that is shorter: gaps in the numbers are the marks."""

from knapsack_cli.compression.longlines import LIMIT, windowed
from knapsack_cli.compression.model import DATA, EVIDENCE, NUMBERED, Decisions, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

MARK_WIDTH = 26
"""About what a gap mark takes, in characters."""
PADDED_SHARE = 5
"""Blanks that align columns are left out where they are at least one part in so many of the text."""
_PADDING = lazy(r"(?<=\S) {3,}")


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


def without_padding(segment: Segment, decisions: Decisions) -> View | None:
    """Numbered lines with at most two blanks between words; None where blanks are not much of the text."""
    lines = segment.lines
    squeezed = [_PADDING.sub("  ", line.rstrip()) for line in lines]
    size = sum(map(len, lines))
    if (size - sum(map(len, squeezed))) * PADDED_SHARE < size:
        return None
    rows: list[Row] = []
    whole = all(rank or not line for rank, line in zip(decisions.ranks, squeezed, strict=True))
    for index, rank in enumerate(decisions.ranks):
        if whole:
            rows.append(Row(squeezed[index], index, rank=EVIDENCE, form=DATA))
        elif rank and squeezed[index].strip():
            text = windowed(squeezed[index]) if len(squeezed[index]) > LIMIT else squeezed[index]
            rows.append(Row(f"{segment.number(index)} {text}", index, rank=rank, form=NUMBERED))
    return View(rows)
