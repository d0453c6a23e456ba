"""Counts of calls (`strace -c`, `ltrace -c`): every row with one blank between its cells.

A blank cell of errors is none: such a row has a word less.
"""

from knapsack_cli.compression.kinds import general
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, MARK, Row, Segment, View
from knapsack_cli.compression.rendering import rows_from_decisions
from knapsack_cli.text.lazy_patterns import lazy

_HEADER = lazy(r"% time +seconds +usecs/call +calls\b")
_ROW = lazy(r" *\d+\.\d\d +\d+\.\d+ +\d+ ")
_RULE = lazy(r"[- ]+")
_ATTACHED = lazy(r"strace: Process \d+ attached$")
FEW = 12
"""So many lines that the traced program wrote are shown as they are."""


def recognise(segment: Segment) -> int:
    """The header, and a row under the rule below it; not below the calls themselves (`strace -C`)."""
    lines = segment.lines
    for at, line in enumerate(lines):
        if line.startswith("% time") and _HEADER.match(line):
            traced = at > len(lines) - at and any(" execve(" in f" {before}" for before in lines[:4])
            return 93 if not traced and at + 2 < len(lines) and _ROW.match(lines[at + 2]) else 0
    return 0


def decide(segment: Segment) -> View:
    """The rows of each table, and what stands around them."""
    lines = segment.lines
    rows: list[Row] = []
    others: list[int] = []
    for index, line in enumerate(lines):
        if _HEADER.match(line) or _ROW.match(line):
            rows.extend(_others(segment, others))
            others = []
            rank = EVIDENCE if _ROW.match(line) else ALWAYS
            rows.append(Row(" ".join(line.split()), index, rank=rank, form=DATA))
        elif not _RULE.fullmatch(line):
            others.append(index)
    return View([*rows, *_others(segment, others)])


def _others(segment: Segment, indexes: list[int]) -> list[Row]:
    """What the tracer and the traced program wrote: few lines whole, more of them by their shapes."""
    attached = [at for at in indexes if _ATTACHED.match(segment.lines[at])]
    rows: list[Row] = []
    if attached:
        text = f"[strace: {len(attached)} processes attached]"
        rows.append(Row(text, attached[0], attached[-1], ALWAYS, MARK, count=len(attached)))
    said = [at for at in indexes if not _ATTACHED.match(segment.lines[at]) and segment.lines[at].strip()]
    if len(said) <= FEW:
        return [*rows, *(Row(segment.lines[at], at, rank=EVIDENCE) for at in said)]
    first, last = said[0], said[-1]
    part = Segment(segment.lines[first : last + 1], segment.base + first, segment.hints)
    for row in rows_from_decisions(part, general.decide(part)):
        row.first -= segment.base
        row.last -= segment.base
        rows.append(row)
    return rows
