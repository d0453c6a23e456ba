"""Lines that nearly all begin with one mark, as Valgrind's with `==4711==`: the mark once, then the rests."""

from knapsack_cli.compression.model import (
    ALWAYS,
    EVIDENCE,
    HEADING,
    MARK,
    NUMBERED,
    Decisions,
    Row,
    Segment,
    View,
)

SHARE = 0.9


def shared_mark(lines: list[str]) -> str:
    """The mark (`==4711==`) with which nearly all lines begin; empty where none does."""
    first = next((line for line in lines if line.startswith("==")), "")
    mark, sign, _ = first[2:].partition("==")
    if not sign or not mark.isdecimal():
        return ""
    mark = f"=={mark}=="
    said = [line for line in lines if line.strip()]
    return mark if sum(1 for line in said if line.startswith(mark)) >= SHARE * len(said) else ""


def under_mark(segment: Segment, decisions: Decisions, mark: str) -> View:
    """What was decided, as numbered rests under the mark."""
    rows = [Row(mark, rank=ALWAYS, form=HEADING)]
    folds = {fold.after: fold for fold in decisions.folds}
    for index, rank in enumerate(decisions.ranks):
        line = segment.lines[index]
        rest = line.removeprefix(mark).rstrip()
        if rank and rest.strip():
            blank = "" if rest[:1] == " " else " "
            rows.append(Row(f"{segment.number(index)}{blank}{rest}", index, rank=rank, form=NUMBERED))
        if index in folds:
            fold = folds[index]
            rows.append(Row(fold.text, index, fold.last, max(rank, EVIDENCE), MARK, count=fold.count))
    return View(rows)
