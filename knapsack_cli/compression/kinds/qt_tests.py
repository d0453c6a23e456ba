"""Qt Test's plain output: what failed with its values and place, warnings, benchmarks, totals."""

from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, NORMAL, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_RESULT = lazy(
    r"(?P<word>PASS|FAIL!|XFAIL|XPASS|SKIP|BPASS|BFAIL|BXPASS|BXFAIL|QDEBUG|QINFO|QWARN|QSYSTEM|QCRITICAL"
    r"|QFATAL|INFO|RESULT) *: \S"
)
_FAILING = ("FAIL!", "XPASS", "QFATAL")
_SILENT = ("PASS", "BPASS", "INFO", "QDEBUG", "QINFO", "BXFAIL")
_BOUNDS = lazy(r"\*{5,} (?:Start|Finished) (?:testing of .*|testing) ?\*{5,}$|Totals: \d|Config: ")
BODY = 12
"""So many lines under a result are shown."""


def recognise(segment: Segment) -> int:
    """By its first line with results."""
    data = segment.data
    if b"* Start testing of " not in data:
        return 0
    return 97 if any(_RESULT.match(line) for line in segment.lines[:40]) else 0


def decide(segment: Segment) -> View | None:
    """A block for each test that failed; of the others what warns or measures."""
    lines = segment.lines
    layout = Layout(segment)
    others: list[int] = []
    index, size = 0, len(lines)
    while index < size:
        line = lines[index]
        match = _RESULT.match(line)
        if match is None:
            if _BOUNDS.match(line):
                layout.keep(index, ALWAYS if line.startswith("Totals") else NORMAL)
            elif line.strip():
                others.append(index)
            index += 1
            continue
        last = index
        while last + 1 < size and lines[last + 1].startswith("   "):
            last += 1
        word = match["word"]
        if word in _FAILING:
            body = list(range(index + 1, last + 1))[:BODY]
            layout.add(Block(index, last, [index], body))
        elif word not in _SILENT:
            rank = CONTEXT if word == "SKIP" else EVIDENCE if word != "QCRITICAL" else FAILURE
            layout.keep_range(index, min(last, index + 2), rank)
        index = last + 1
    lay_out_leftovers(layout, others)
    return layout.view()
