"""git blame: the commit, author and time once for each run of lines; the code as it is."""

import re

from knapsack_cli.compression.model import EVIDENCE, HEADING, REST, Row, Segment, View

_LINE = re.compile(
    r"(?P<who>\^?[0-9a-f]{6,40} (?:\S+ +)?\(.*? \d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d [+-]\d{4})?) +"
    r"(?P<rest>\d+\) ?.*)",
    re.DOTALL,
)
SAMPLE = 100


def recognise(segment: Segment) -> int:
    """Nearly every line has blame's prefix."""
    sample = [line for line in segment.lines[:SAMPLE] if line]
    return (
        94 if len(sample) >= 5 and sum(1 for line in sample if _LINE.match(line)) >= 0.9 * len(sample) else 0
    )


def decide(segment: Segment) -> View:
    """Headings for who and when, the rests of the lines under them."""
    rows: list[Row] = []
    who = ""
    for index, line in enumerate(segment.lines):
        found = _LINE.match(line)
        if found is None:
            rows.append(Row(line, index, rank=EVIDENCE))
            continue
        if found["who"] != who:
            who = found["who"]
            rows.append(Row(who, rank=EVIDENCE, form=HEADING))
        rows.append(Row(" " + found["rest"], index, rank=EVIDENCE, form=REST))
    return View(rows)
