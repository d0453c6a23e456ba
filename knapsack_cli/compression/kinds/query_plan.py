"""Query plans in text (EXPLAIN of PostgreSQL and its kin): nodes, conditions, rows removed, times.

A node's depth is its indentation; it is written as one blank a level, since plans indent by six.
"""

import re

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, IMPORTANT, NORMAL, NUMBERED, Row, Segment, View

_NODE = re.compile(r"\s*(?:->  )?[A-Z]\w.*\(cost=|\s*->  \S")
_DROPPED = re.compile(
    r"\s*(?:Output|Buffers|Buckets|Batches|Inner Unique|Worker \d+|-{5,}|QUERY PLAN|I/O Timings|WAL)\b|\s*-{5,}"
)
_TIME = re.compile(r"\s*(?:Planning|Execution|Total runtime|JIT|Planning Time|Execution Time)\b")
_TELLING = re.compile(
    r"\s*(?:\w+ Cond|Filter|Join Filter|Rows Removed|Sort Method|Sort Key|Heap Fetches|Recheck|Group Key|Workers)\b"
)
LEVEL = 6
"""Blanks by which a level is indented."""


def recognise(segment: Segment) -> int:
    """Nodes with costs."""
    nodes = sum(1 for line in segment.lines[:200] if "(cost=" in line and _NODE.match(line))
    return 91 if nodes >= 2 and nodes * 12 >= min(len(segment.lines), 200) else 0


def decide(segment: Segment) -> View:
    """Everything but outputs, buffers and rulers."""
    rows: list[Row] = []
    for index, line in enumerate(segment.lines):
        text = line.strip()
        if not text or _DROPPED.match(line):
            continue
        depth = (len(line) - len(line.lstrip())) // LEVEL
        rows.append(
            Row(f"{segment.number(index)} {' ' * depth}{text}", index, rank=_rank(line), form=NUMBERED)
        )
    return View(rows)


def _rank(line: str) -> int:
    if _TIME.match(line):
        return ALWAYS
    if _NODE.match(line) or _TELLING.match(line):
        return EVIDENCE
    return NORMAL if line.strip().startswith("(") else IMPORTANT
