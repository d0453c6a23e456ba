"""Bytes written out in columns by hexdump, xxd or od: the first and last rows, and those that hold words."""

from itertools import pairwise

from knapsack_cli.compression.model import (
    ALWAYS,
    CONTEXT,
    EVIDENCE,
    FAILURE,
    NORMAL,
    Decisions,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

LEAST_ROWS = 12
HEAD = 16
"""Rows of the beginning: what kind of file it is stands there."""
MOST_WORDED = 60
ALIKE = 0.8
"""The part of the rows with as many bytes as the first; of others the text looks like more of them."""
_ROW = lazy(r"(?P<address>[0-9a-fA-F]{6,16}):?(?:[ \t]{1,2}[0-9a-fA-F]{2,8}(?=\s|$)){1,16}(?P<text>.*)$")
_OTHER = lazy(r"\*$|[0-9a-fA-F]{6,16}$")
_WORDS = lazy(r"[A-Za-z]{5}")


def recognise(segment: Segment) -> int:
    """Sure when nearly all lines are an address and as many bytes as the first has."""
    lines = [line for line in segment.lines[:200] if line.strip()]
    if len(lines) < LEAST_ROWS:
        return 0
    rows = [match for match in map(_ROW.match, lines) if match]
    others = sum(1 for line in lines if _OTHER.match(line))
    if len(rows) < LEAST_ROWS or len(rows) + others < 0.95 * len(lines):
        return 0
    width = len(rows[0][0]) - len(rows[0]["text"])
    alike = sum(1 for row in rows if len(row[0]) - len(row["text"]) == width)
    if alike < ALIKE * len(rows):
        return 0  # numbers of a table
    addresses = [int(match["address"], 16) for match in rows]
    return 94 if all(one < other for one, other in pairwise(addresses)) else 0


def decide(segment: Segment) -> Decisions | View | None:
    """The head, the last rows, rows whose text is words, lines that are no dump."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    rows = worded = 0
    for index, line in enumerate(lines):
        match = _ROW.match(line)
        if match is None:
            if line.strip() and not _OTHER.match(line):
                decisions.keep(index, FAILURE)
            continue
        rows += 1
        if rows <= HEAD:
            decisions.keep(index, EVIDENCE)
        elif worded < MOST_WORDED and _WORDS.search(match["text"]):
            worded += 1
            decisions.keep(index, NORMAL)
    decisions.keep_range(len(lines) - 3, len(lines) - 1, CONTEXT)
    decisions.keep(next((at for at in range(len(lines) - 1, -1, -1) if lines[at].strip()), -1), ALWAYS)
    return decisions
