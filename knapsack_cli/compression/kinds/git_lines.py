"""git's one-line forms, where every line is an answer: log --oneline, shortlog, diff --stat, name-status."""

from knapsack_cli.compression.kinds.common.commits import GRAPH
from knapsack_cli.compression.kinds.common.paths import looks_like_path
from knapsack_cli.compression.kinds.common.stats import RAW, RAW_LEGEND, is_stat, stat_rows
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_ONELINE = lazy(
    r"[*|\\/_ .-]*(?:commit |\d{4}-\d\d-\d\d )?(?P<hash>[0-9a-f]{7,40})"
    r"(?:[|;,\t]| {1,3}(?:\([^)]*\) {1,3})?(?:\| )?)\S"
)
"""A hash and what a format of one's own may put behind it."""
_GAP = lazy(r"\S {3,}\S")
_GRAPH = lazy(r"[*|\\/_ .-]+$")
_NAME_STATUS = lazy(r"(?:[AMDTUXB]|[RC]\d{1,3})\t\S")
_NUMSTAT = lazy(r"(?:\d+|-)\t(?:\d+|-)\t\S")
_NAME = lazy(r"[\w.@+-]+$")
"""A file at the top, or without an ending."""
SAMPLE = 400
MANY = 20
"""Commits that are one-line forms whatever else stands with them."""
COMMITS_LEAST = 3
"""Commits of which each has the files that it changed below it."""


def recognise(segment: Segment) -> int:
    """Nearly every line has one of the forms."""
    sample = [line for line in segment.lines[:SAMPLE] if line.strip()]
    if len(sample) < 5:
        return 0
    found = [match for match in map(_ONELINE.match, sample) if match is not None]
    hashes = [match["hash"] for match in found]
    lettered = sum(not digest.isdigit() for digest in hashes)
    differing = 2 * len(set(hashes)) >= len(hashes)  # layers of an image come again
    aligned = sum(len(_GAP.findall(match.string)) > 1 for match in found) * 5 >= 4 * len(found)  # docker ps
    commits = len(hashes) if 2 * lettered > len(hashes) and differing and not aligned else 0
    graph = sum(1 for line in sample if _GRAPH.match(line))
    if commits >= 4 and commits + graph >= 0.95 * len(sample):
        return 90
    if sample[0].startswith("* "):
        sample = [line.lstrip(GRAPH) for line in sample]
    forms = (_NAME_STATUS, _NUMSTAT, RAW)
    rows = sum(1 for line in sample if is_stat(line) or any(form.match(line) for form in forms))
    if rows >= 4 and (rows + 3 >= len(sample) or rows >= 0.95 * len(sample)):
        return 90
    if rows >= 4 and commits >= COMMITS_LEAST and rows + commits + graph >= 0.98 * len(sample):
        return 90
    if commits >= MANY and 2 * (commits + graph) > len(sample):
        return 78  # another output stands above or below, more than a log is sure of dates alone
    if commits < COMMITS_LEAST or not _ONELINE.match(sample[0]):
        return 0
    names = sum(1 for line in sample if looks_like_path(line) or _NAME.match(line))
    return 90 if commits + graph + rows + names >= 0.98 * len(sample) else 0


def decide(segment: Segment) -> View:
    """Every line but blank ones; the blanks that align a stat go, and lines that only draw a graph."""
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
        rows.extend(stat_rows(lines, stat, terse=True))
        stat = []
        raw = RAW.match(line)
        if raw is not None:
            rows.append(Row(raw["state"], index, rank=EVIDENCE, form=DATA))
        elif line.strip() and not _GRAPH.match(line):
            rows.append(Row(line, index, rank=EVIDENCE))
    rows.extend(stat_rows(lines, stat))
    if any(row.form == DATA and "\t" in row.text for row in rows):
        rows.insert(0, Row(f"[{RAW_LEGEND}]", rank=ALWAYS, form=MARK))
    return View(rows)
