"""Query plans in text (EXPLAIN of PostgreSQL and its kin): nodes, conditions, rows removed, times."""

import re

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, IMPORTANT, NORMAL, Decisions, Segment

_NODE = re.compile(r"\s*(?:->  )?[A-Z]\w.*\(cost=|\s*->  \S")
_DROPPED = re.compile(
    r"\s*(?:Output|Buffers|Buckets|Batches|Inner Unique|Worker \d+|-{5,}|QUERY PLAN|I/O Timings|WAL)\b"
)
_TIME = re.compile(r"\s*(?:Planning|Execution|Total runtime|JIT|Planning Time|Execution Time)\b")
_TELLING = re.compile(
    r"\s*(?:\w+ Cond|Filter|Join Filter|Rows Removed|Sort Method|Sort Key|Heap Fetches|Recheck|Group Key|Workers)\b"
)


def recognise(segment: Segment) -> int:
    """Nodes with costs."""
    nodes = sum(1 for line in segment.lines[:200] if "(cost=" in line and _NODE.match(line))
    return 91 if nodes >= 2 and nodes * 12 >= min(len(segment.lines), 200) else 0


def decide(segment: Segment) -> Decisions:
    """Everything but outputs, buffers and rulers."""
    decisions = Decisions(len(segment.lines), IMPORTANT)
    decisions.numbered = True
    decisions.guard = False
    for index, line in enumerate(segment.lines):
        if _TIME.match(line):
            decisions.ranks[index] = ALWAYS
        elif _DROPPED.match(line) or not line.strip():
            decisions.ranks[index] = 0
        elif _NODE.match(line) or _TELLING.match(line):
            decisions.ranks[index] = EVIDENCE
        elif line.strip().startswith("("):
            decisions.ranks[index] = NORMAL
    return decisions
