"""git log without diffs: a row a commit with hash, day, author and subject, and its footers."""

import re
from itertools import pairwise

from knapsack_cli.compression.kinds.common.commits import (
    COMMIT,
    GRAPH,
    PATCH,
    legend,
    read_commit,
    read_patch,
    told,
    usual_author,
)
from knapsack_cli.compression.kinds.common.paths import looks_like_path
from knapsack_cli.compression.kinds.common.said import is_said
from knapsack_cli.compression.kinds.common.stats import RAW, RAW_LEGEND, is_stat, stat_rows
from knapsack_cli.compression.marks import plural
from knapsack_cli.compression.model import (
    ALWAYS,
    CONTEXT,
    DATA,
    EVIDENCE,
    FAILURE,
    LINE,
    MARK,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

_FOOTER = lazy(
    r"(?:BREAKING[ -]CHANGE|Fixes|Closes|Resolves|Refs?|See[ -]also|Reverts?|This reverts|Cherry-picked|"
    r"\(cherry picked|[a-z]+(?:-[a-z]+)*-by|Security|CVE|(?:Cc|Link|Bug|Issue|Change-Id|Reviewed-on)(?=:))\b",
    re.IGNORECASE,
)
_CHANGES = ("diff --git ", "diff --cc ", "diff --combined ")
_NAME_STATUS = lazy(r"[AMDTRCU]\d*\t")
_MESSAGE = lazy(rf"[{re.escape(GRAPH)}]* {{4}}")
_NAME = lazy(r"[\w.@+-]+$")
"""A file of `--name-only` at the top, or without an ending."""
WIDTH = 110
"""Characters of a row of names."""
MOST_BEFORE = 20
"""Lines before the first commit of a log; what has more may be a text that quotes one."""
MAILS_LEAST = 2
BODIES_LEAST = 30
"""Logs of fewer commits show the first lines of each body as far as there is room."""


def recognise(segment: Segment) -> int:
    """`commit <hash>` lines followed by `Author:` are proof; less so inside what may be a document."""
    commits = authors = first = mails = 0
    for index, line in enumerate(segment.lines[:3000]):
        if "commit " in line[:30] and COMMIT.match(line):
            commits += 1
            first = first or index
        elif "Author:" in line[:20] or line.startswith("author "):
            authors += 1
        elif line.startswith("From ") and PATCH.match(line):
            mails += 1
    if commits and authors:
        return 93 if first <= MOST_BEFORE or COMMIT.match(segment.lines[0]) else 70
    return 93 if mails >= MAILS_LEAST and PATCH.match(segment.lines[0]) else 0


def decide(segment: Segment) -> View | None:
    """One row a commit, under headings for the years."""
    starts = [
        index for index, line in enumerate(segment.lines) if "commit " in line[:40] and COMMIT.match(line)
    ]
    if not starts:
        return _mails(segment)
    if any(line.startswith(_CHANGES) for line in segment.lines):
        from knapsack_cli.compression.kinds import git_diff

        return git_diff.decide(segment)  # it tells commits too
    rows: list[Row] = [Row(line, at, rank=EVIDENCE) for at, line in enumerate(segment.lines[: starts[0]])]
    usual = usual_author(segment.lines)
    if len(starts) >= 3:
        text = f"[{legend(len(starts), usual)}; further body lines left out]"
        rows.append(Row(text, starts[0], len(segment.lines) - 1, ALWAYS, MARK))
    bodies = len(starts) < BODIES_LEAST
    year = ""
    for at, start in enumerate(starts):
        end = starts[at + 1] if at + 1 < len(starts) else len(segment.lines)
        year = _commit(segment, start, end, bodies, year, usual, rows)
    if any(row.form == DATA and "\t" in row.text for row in rows):
        rows.insert(0, Row(f"[{RAW_LEGEND}]", rank=ALWAYS, form=MARK))
    return View(rows)


def _mails(segment: Segment) -> View | None:
    """`--pretty=email`: one row a mail, and the other lines of its message as far as there is room."""
    lines = segment.lines
    starts = [index for index, line in enumerate(lines) if line.startswith("From ") and PATCH.match(line)]
    if not starts or any(line.startswith(_CHANGES) for line in lines):
        return None
    text = f"[{plural(len(starts), 'mail')}: hash, day, author, subject]"
    rows = [Row(text, starts[0], len(lines) - 1, ALWAYS, MARK)]
    for start, end in pairwise((*starts, len(lines))):
        commit = read_patch(lines, start, end)
        rows.append(Row(told(commit, commit.year), start, commit.last, EVIDENCE, DATA))
        if len(starts) < BODIES_LEAST:
            rows.extend(Row(lines[at], at, rank=CONTEXT) for at in commit.body[1:])
    return View(rows)


def _commit(
    segment: Segment, start: int, end: int, bodies: bool, year: str, usual: str, rows: list[Row]
) -> str:
    """Add the rows of one commit; returns the year that the heading now says."""
    lines = segment.lines
    commit = read_commit(lines, start, end)
    if commit.year and commit.year != year:
        year = commit.year
        rows.append(Row(year, -1, rank=EVIDENCE, form=DATA))
    rows.append(Row(told(commit, usual=usual), start, commit.last, EVIDENCE, DATA))
    stat: dict[int, str] = {}
    named: list[int] = []
    for at in commit.body[1:]:
        line = lines[at]
        bare = f" {line.lstrip(GRAPH)}"
        if is_stat(bare):
            stat[at] = bare
            continue
        raw = RAW.match(line)
        if raw is not None:
            rows.append(Row(raw["state"], at, rank=EVIDENCE, form=DATA))
            continue
        if _is_name(line):
            named.append(at)
            continue
        if _FOOTER.match(line.strip()) or _NAME_STATUS.match(line):
            rows.append(Row(line, at, rank=EVIDENCE, form=LINE))
        elif bodies:
            rows.append(Row(line, at, rank=CONTEXT, form=LINE))
    rows.extend(stat_rows(stat, list(stat), terse=True))
    rows.extend(_names(lines, named))
    rows.extend(Row(lines[at], at, rank=FAILURE) for at in range(start + 1, end) if is_said(lines[at]))
    return year


def _is_name(line: str) -> bool:
    """Whether a line below a message names a file, as `--name-only` does."""
    if _MESSAGE.match(line):
        return False
    bare = line.lstrip(GRAPH)
    return looks_like_path(bare) or _NAME.match(bare) is not None


def _names(lines: list[str], named: list[int]) -> list[Row]:
    """The files of one commit, several to a row."""
    rows: list[Row] = []
    text, indexes = "", list[int]()
    for at in named:
        name = lines[at].lstrip(GRAPH)
        if text and (len(text) + len(name) > WIDTH or " " in name):
            rows.append(Row(text, indexes[0], rank=EVIDENCE, form=DATA, more=tuple(indexes[1:])))
            text, indexes = "", []
        text += f" {name}"
        indexes.append(at)
    if text:
        rows.append(Row(text, indexes[0], rank=EVIDENCE, form=DATA, more=tuple(indexes[1:])))
    return rows
