"""Query plans (EXPLAIN of PostgreSQL and its kin), in text, JSON or YAML: nodes, conditions, rows, times.

A node's depth is its indentation; it is written as one blank a level, since plans indent by four or six.
What psql writes around a plan (a heading, a ruler, blanks up to the `+` at the end of lines) goes.
"""

import re

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, IMPORTANT, NORMAL, NUMBERED, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_NODE = lazy(r"\s*(?:->  )?[A-Z]\w.*\(cost=|\s*->  \S")
_DROPPED = lazy(
    r"\s*(?:Output|Buffers|Buckets|Batches|Inner Unique|Worker \d+|-{5,}|QUERY PLAN|I/O Timings|WAL)\b|\s*-{5,}"
    r"|\s*\(\d+ rows?\)$|\s*(?:Planning|Triggers):(?: *\+)?$|\s*(?:Functions: \d+|Options: Inlining)"
)
_TIME = lazy(r"\s*(?:Planning|Execution|Total runtime|JIT|Planning Time|Execution Time)\b")
_TELLING = lazy(
    r"\s*(?:\w+ Cond|Filter|Join Filter|Rows Removed|Sort Method|Sort Key|Heap Fetches|Recheck|Group Key|Workers)\b"
)
_PAIR = lazy(r'[\s-]*"?([A-Z][\w/ ]+)"?:(?: +(.*?))?,?(?:\+|(?<! ) +\+)?$')
_NODE_TYPE = lazy(rb'"?Node Type"?: ')
_ROUTINE = frozenset(
    (
        "Parent Relationship,Parallel Aware,Async Capable,Inner Unique,Plan Width,Startup Cost,Actual Startup Time,"
        "Output,Planned Partitions,HashAgg Batches,Hash Buckets,Original Hash Buckets,Original Hash Batches,Schema,"
        "Partial Mode,Single Copy,Sort Space Type,Alias"
    ).split(",")
)
"""Properties of a node in JSON or YAML that seldom tell anything."""
_NUMBERS_OF_BLOCKS = lazy(r"(?:Shared|Local|Temp) (?:Hit|Read|Dirtied|Written) Blocks|I/O \w+ Time")
_MEASURES = lazy(r"(?:Actual|Plan) Rows|Total Cost|Actual (?:Total Time|Loops)|Rows Removed|.*Disk")
_CONTINUED = lazy(r"(?<! ) {2,}\+$")
_BRACKETS = "[]{}-, +"
LEVEL = 6
"""Blanks by which a level of a plan in text is indented."""
LEVEL_OF_DATA = 4


def recognise(segment: Segment) -> int:
    """Nodes with costs, or with types."""
    nodes = sum(1 for line in segment.lines[:200] if "(cost=" in line and _NODE.match(line))
    if nodes >= 2 and nodes * 12 >= min(len(segment.lines), 200):
        return 91
    typed = len(_NODE_TYPE.findall(segment.data))
    pairs = sum(1 for line in segment.lines[:200] if _PAIR.match(line))
    return 95 if typed and pairs * 2 >= min(len(segment.lines), 200) else 0


def decide(segment: Segment) -> View:
    """Everything but outputs, buffers, what is routine, and rulers."""
    rows: list[Row] = []
    for index, line in enumerate(segment.lines):
        pair = _PAIR.match(line) if "(cost=" not in line else None
        text = _CONTINUED.sub(" +", line.strip())
        if not text.strip(_BRACKETS) or _DROPPED.match(line) or (pair is not None and _is_routine(pair)):
            continue
        level = LEVEL if pair is None else LEVEL_OF_DATA
        depth = (len(line) - len(line.lstrip())) // level
        rank = _rank(line) if pair is None else _rank_of_pair(pair)
        rows.append(Row(f"{segment.number(index)} {' ' * depth}{text}", index, rank=rank, form=NUMBERED))
    return View(rows)


def _rank(line: str) -> int:
    if _TIME.match(line):
        return ALWAYS
    if _NODE.match(line) or _TELLING.match(line):
        return EVIDENCE
    return NORMAL if line.strip().startswith("(") else IMPORTANT


def _is_routine(pair: "re.Match[str]") -> bool:
    name, value = pair[1], (pair[2] or "").strip('"')
    if name in _ROUTINE or name == "Plans" or name == "Plan":
        return True
    return value in ("0", "0.000", "false", "[") and (name not in ("Actual Rows", "Plan Rows"))


def _rank_of_pair(pair: "re.Match[str]") -> int:
    name = pair[1]
    if name.endswith(" Time") and name.startswith(("Planning", "Execution")):
        return ALWAYS
    if name == "Node Type" or _MEASURES.match(name):
        return EVIDENCE
    return NORMAL if _NUMBERS_OF_BLOCKS.match(name) else EVIDENCE
