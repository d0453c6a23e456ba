"""Prometheus' and OpenMetrics' text: every metric with what it is and its first samples, buckets left out."""

from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.model import CONTEXT, EVIDENCE, IMPORTANT, NORMAL, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

LEAST_TYPES = 3
SAMPLES = 2
"""Samples of a metric that are shown ..."""
MOST_FAILING = 6
"""... and of one that counts errors, so many that are not zero."""
LONG_TEXT = 8000
"""In a text longer than that a metric whose samples are shown goes without its help."""
_FAILING = lazy(r"(?i)error|fail|panic|drop|reject|timeout|expired|oom")
_BUCKET = ("_bucket{", "_bucket ")
_ZERO = (" 0", " 0.0", " NaN")


def recognise(segment: Segment) -> int:
    """By remarks that give names their types."""
    lines = segment.lines[:400]
    types = sum(1 for line in lines if line.startswith("# TYPE "))
    remarks = sum(1 for line in lines if line.startswith("# "))
    samples = sum(
        1 for line in lines if line[:1].isalpha() and line.rpartition(" ")[2][:1] in "0123456789-+N"
    )
    filled = sum(1 for line in lines if line.strip())
    return 95 if types >= LEAST_TYPES and (remarks + samples) * 20 >= filled * 19 else 0


def decide(segment: Segment) -> Decisions | View | None:
    """By metric: its help, or its type where there is no help, then samples."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    name = ""
    shown = failing = opened = 0
    named: list[int] = []
    for index, line in enumerate(lines):
        if line.startswith(("# HELP ", "# TYPE ", "# UNIT ")):
            told = line.split(" ", 3)[2]
            if told != name:
                name, shown, failing, opened = told, 0, 0, index
                decisions.keep(index, EVIDENCE)
        elif line.startswith("#") or not line.strip():
            continue
        elif _FAILING.search(line.partition("{")[0]) and not line.endswith(_ZERO):
            failing += 1
            if failing <= MOST_FAILING:
                decisions.keep(index, IMPORTANT)
        elif not any(bucket in line for bucket in _BUCKET):
            if shown < SAMPLES and not (shown and line.endswith(_ZERO)):
                if not shown and line.startswith(name):
                    named.append(opened)
                shown += 1
                decisions.keep(index, NORMAL if shown == 1 else CONTEXT)
    if sum(map(len, lines)) > LONG_TEXT:
        for index in named:
            decisions.ranks[index] = 0
    return numbered_or_marked(segment, decisions)
