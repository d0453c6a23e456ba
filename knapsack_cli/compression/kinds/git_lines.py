"""git's one-line forms, where every line is an answer: log --oneline, shortlog, diff --stat, name-status."""

import re

from knapsack_cli.compression.kinds.common.stats import (
    LEGEND,
    RAW,
    RAW_LEGEND,
    has_counts,
    is_stat,
    stat_rows,
)
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, MARK, Row, Segment, View

_ONELINE = re.compile(r"[*|\\/_ .-]*(?:commit )?([0-9a-f]{7,40})(?: \([^)]*\))? \S")
_GRAPH = re.compile(r"[*|\\/_ .-]+$")
_NAME_STATUS = re.compile(r"(?:[AMDTUXB]|[RC]\d{1,3})\t\S")
_NUMSTAT = re.compile(r"(?:\d+|-)\t(?:\d+|-)\t\S")
SAMPLE = 400


def recognise(segment: Segment) -> int:
    """Nearly every line has one of the forms."""
    sample = [line for line in segment.lines[:SAMPLE] if line.strip()]
    if len(sample) < 5:
        return 0
    hashes = [found[1] for line in sample if (found := _ONELINE.match(line))]
    commits = len(hashes) if 2 * len(set(hashes)) >= len(hashes) else 0  # layers of an image come again
    graph = sum(1 for line in sample if _GRAPH.match(line))
    if commits >= 4 and commits + graph >= 0.95 * len(sample):
        return 90
    forms = (_NAME_STATUS, _NUMSTAT, RAW)
    rows = sum(1 for line in sample if is_stat(line) or any(form.match(line) for form in forms))
    return 90 if rows >= 4 and rows + 3 >= len(sample) else 0


def decide(segment: Segment) -> View:
    """Every line; of a stat the blanks that align it go, of a graph the lines with nothing else on them."""
    lines = segment.lines
    rows: list[Row] = []
    drawn = [index for index, line in enumerate(lines) if line and _GRAPH.match(line)]
    if drawn:
        rows.append(Row("[--graph: lines that only draw left out]", rank=ALWAYS, form=MARK))
    stat: list[int] = []
    for index, line in enumerate(lines):
        if is_stat(line):
            stat.append(index)
            continue
        rows.extend(stat_rows(lines, stat))
        stat = []
        raw = RAW.match(line)
        if raw is not None:
            rows.append(Row(raw["state"], index, rank=EVIDENCE, form=DATA))
        elif not (line and _GRAPH.match(line)):
            rows.append(Row(line, index, rank=EVIDENCE))
    rows.extend(stat_rows(lines, stat))
    if any(row.form == DATA and "\t" in row.text for row in rows):
        rows.insert(0, Row(f"[{RAW_LEGEND}]", rank=ALWAYS, form=MARK))
    if has_counts(rows):
        rows.insert(0, Row(f"[{LEGEND}]", rank=ALWAYS, form=MARK))
    return View(rows)
