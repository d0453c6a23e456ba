"""How often each rule of a linter was broken: ruff and flake8 --statistics, rubocop's offences by cop.

The most frequent rules stay as they are; of the others a code and a count are enough.
"""

import re

from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

LEAST = 20
"""A list of fewer rules stays whole."""
WHOLE = 12
"""So many rules, the most frequent ones, are shown with what they are about."""
WIDTH = 1500
_ROW = lazy(
    r"[ \t]*(?P<count>\d{1,9})[ \t]+(?P<code>[A-Z]{1,8}\d{2,6}|[A-Z][A-Za-z]+(?:/[A-Z]\w+)+)(?=\s|$)"
    r"[ \t]*(?P<sign>\[\*\])?"
)


def recognise(segment: Segment) -> int:
    """Sure when nearly every line is a count and a rule."""
    lines = [line for line in segment.lines[:400] if line.strip()]
    rows = sum(1 for line in lines if _ROW.match(line))
    return 90 if rows >= LEAST and rows * 5 >= len(lines) * 4 else 0


def decide(segment: Segment) -> View | None:
    """The rows in their order; neighbouring rules of the less frequent ones in one mark."""
    found = [_ROW.match(line) for line in segment.lines]
    counts = sorted((int(match["count"]) for match in found if match), reverse=True)
    if len(counts) < LEAST:
        return None
    rows: list[Row] = []
    pending: list[tuple[int, re.Match[str]]] = []
    room = WHOLE
    for index, match in enumerate(found):
        frequent = match is not None and room > 0 and int(match["count"]) >= counts[WHOLE - 1]
        if match is not None and not frequent:
            pending.append((index, match))
            continue
        room -= frequent
        if segment.lines[index].strip():
            _tell(segment, pending, rows)
            rows.append(Row(segment.lines[index], index, rank=EVIDENCE if match else ALWAYS))
    _tell(segment, pending, rows)
    return View(rows)


def _tell(segment: Segment, pending: list[tuple[int, re.Match[str]]], rows: list[Row]) -> None:
    """Marks for the rules in `pending`, which is emptied: each count once, with the codes that have it."""
    start, size = 0, 0
    for at in range(len(pending) + 1):
        size += len(pending[at][1]["code"]) + 5 if at < len(pending) else 0
        if at > start and (at == len(pending) or size > WIDTH):
            _mark(segment, pending[start:at], rows)
            start, size = at, 0
    pending.clear()


def _mark(segment: Segment, part: list[tuple[int, re.Match[str]]], rows: list[Row]) -> None:
    told: dict[str, list[str]] = {}
    for _, match in part:
        told.setdefault(match["count"], []).append(match["code"] + (match["sign"] or ""))
    first, last = part[0][0], part[-1][0]
    note = "count and rules: " + "; ".join(f"{count} {', '.join(codes)}" for count, codes in told.items())
    text = gap_mark(segment.number(first), segment.number(last), len(part), note)
    rows.append(Row(text, first, last, EVIDENCE, MARK))
