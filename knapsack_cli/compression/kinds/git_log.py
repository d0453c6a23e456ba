"""git log without diffs: a row a commit with hash, day, author and subject; footers that bind stay."""

import re

from knapsack_cli.compression.marks import plural
from knapsack_cli.compression.model import ALWAYS, CONTEXT, DATA, EVIDENCE, LINE, MARK, Row, Segment, View

_COMMIT = re.compile(r"(?:[*|\\/_ ]*)commit ([0-9a-f]{7,64})\b(.*)")
_FIELD = re.compile(
    r"[*|\\/_ ]*(Author|AuthorDate|Date|Commit|CommitDate|Merge|Reflog|Reflog message):\s*(.*)"
)
_DATE = re.compile(r"\w{3} (\w{3} \d+) [\d:]+ (\d{4})|(\d{4})-(\d\d-\d\d)")
_FOOTER = re.compile(
    r"(?:BREAKING[ -]CHANGE|Fixes|Closes|Resolves|Refs?|See[ -]also|Reverts?|This reverts|Cherry-picked|"
    r"\(cherry picked|Co-authored-by|Reported-by|Security|CVE)\b",
    re.IGNORECASE,
)
_STAT = re.compile(r" \S.* \| +(?:\d+ [+-]*|Bin .*)$| \d+ files? changed|[AMDRTCU]\d*\t")
HASH_DIGITS = 8
"""As git itself abbreviates hashes in projects of middling size."""
BODIES_LEAST = 30
"""Logs of fewer commits show the first lines of each body as far as there is room."""


def recognise(segment: Segment) -> int:
    """`commit <hash>` lines followed by `Author:` are proof."""
    commits = authors = 0
    for line in segment.lines[:3000]:
        if "commit " in line[:30] and _COMMIT.match(line):
            commits += 1
        elif "Author:" in line[:20]:
            authors += 1
    if commits and authors:
        return 93
    return 0


def decide(segment: Segment) -> View | None:
    """One row a commit, under headings for the years."""
    starts = [
        index for index, line in enumerate(segment.lines) if "commit " in line[:40] and _COMMIT.match(line)
    ]
    if not starts:
        return None
    rows: list[Row] = [Row(line, at, rank=EVIDENCE) for at, line in enumerate(segment.lines[: starts[0]])]
    if len(starts) >= 3:
        told = f"[{plural(len(starts), 'commit')}: hash, day, author, subject; further body lines left out]"
        rows.append(Row(told, starts[0], len(segment.lines) - 1, ALWAYS, MARK))
    bodies = len(starts) < BODIES_LEAST
    year = ""
    for at, start in enumerate(starts):
        end = starts[at + 1] if at + 1 < len(starts) else len(segment.lines)
        year = _commit(segment, start, end, bodies, year, rows)
    return View(rows)


def _commit(segment: Segment, start: int, end: int, bodies: bool, year: str, rows: list[Row]) -> str:
    """Add the rows of one commit; returns the year that the heading now says."""
    lines = segment.lines
    head = _COMMIT.match(lines[start])
    assert head is not None
    author, day, merge = "", "", ""
    index = start + 1
    while index < end:
        field = _FIELD.match(lines[index])
        if field is None:
            break
        if field[1] == "Author":
            author = field[2].split(" <")[0]
        elif field[1] in ("Date", "AuthorDate"):
            date = _DATE.search(field[2])
            if date is not None:
                day = date[1] or date[4]
                if (date[2] or date[3]) != year:
                    year = date[2] or date[3]
                    rows.append(Row(year, -1, rank=EVIDENCE, form=DATA))
        elif field[1] == "Merge":
            merge = f" {field[0].strip()}"
        index += 1
    body = [at for at in range(index, end) if lines[at].strip("*|\\/_ ")]
    subject = lines[body[0]].lstrip("*|\\/_ ") if body else ""
    decoration = head[2].rstrip()
    text = " ".join(part for part in (head[1][:HASH_DIGITS], day, author) if part)
    last = body[0] if body else index - 1
    rows.append(Row(f"{text}{merge}{decoration}: {subject}", start, max(last, start), EVIDENCE, DATA))
    for at in body[1:]:
        line = lines[at]
        if author and author in line and line.strip().startswith("Co-authored-by"):
            continue
        if _FOOTER.match(line.strip()) or _STAT.match(line):
            rows.append(Row(line, at, rank=EVIDENCE, form=LINE))
        elif bodies:
            rows.append(Row(line, at, rank=CONTEXT, form=LINE))
    return year
