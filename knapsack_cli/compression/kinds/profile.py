"""Profiles: perf report, callgrind_annotate, pprof -top, gprof. The top of each list, and its heavy callers.

A profile is read from its top: what is below the first rows weighs next to nothing, whatever it is called.
"""

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_ROW = lazy(
    r" *(?:(?P<share>\d+\.\d+)%|[\d,]+ \( *(?P<part>\d+\.\d+)%\)|[\d.]+[a-zA-Z]* +(?P<flat>\d+(?:\.\d+)?)%"
    r"|(?P<gprof>\d+\.\d\d) +\d+\.\d\d +\d+\.\d\d )\s*\S"
)
_CALLER = lazy(r"[ |]*(?:\||-)?-+(?P<share>\d+\.\d+)%--")
_HEADS = ("# Overhead", "# Children", "PROGRAM TOTALS", "flat%", "cumulative   self", "# Samples")
_LIST = ("# Samples", "Ir  ", "Showing nodes", "Flat profile", "Call graph", "--------")
TOP = 30
"""Rows of each list that are shown."""
CALLERS = 40
HEAVY = 5.0
"""Percent from which on a caller is shown."""
LEAST_ROWS = 8
LEAD = 40
"""Lines before the first row that are the profile's own header."""


def recognise(segment: Segment) -> int:
    """The header of one of the tools, and rows that begin with a share."""
    if not any(head in line for line in segment.lines[:LEAD] for head in _HEADS):
        return 0
    rows = sum(1 for line in segment.lines[:2000] if _ROW.match(line) or _CALLER.match(line))
    return 92 if rows >= LEAST_ROWS else 0


def decide(segment: Segment) -> Decisions:
    """Line by line: where in which list it stands."""
    decisions = Decisions(len(segment.lines))
    decisions.guard = False
    decisions.numbered = True
    rows = callers = 0
    for index, line in enumerate(segment.lines):
        found = _ROW.match(line)
        caller = _CALLER.match(line) if found is None else None
        if found is not None:
            rows += 1
            if rows <= TOP:
                decisions.keep(index, EVIDENCE)
        elif caller is not None:
            if rows <= TOP and callers < CALLERS and float(caller["share"]) >= HEAVY:
                callers += 1
                decisions.keep(index, NORMAL)
        elif line.strip("# -.|\t"):
            if line.startswith(_LIST):
                rows = callers = 0
            if rows == 0 or not line.startswith((" ", "|")):
                decisions.keep(index, ALWAYS if rows == 0 else NORMAL)
        elif line.startswith("--------"):
            rows = callers = 0
    return decisions
