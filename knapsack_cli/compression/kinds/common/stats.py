"""The table of `git diff --stat` and the summary under it: one row a file."""

import re

from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STAT = re.compile(r" \S.* \| +(?:\d+(?: [+-]+)?|Bin(?: \d+ -> \d+ bytes)?|Unmerged)\s*$")
TOTAL = re.compile(r" \d+ files? changed")
SUMMARY = re.compile(
    r" (?:(?:create|delete) mode \d+|mode change \d+ => \d+|(?:rename|copy|rewrite)(?= .* \(\d+%\)$))"
    r" (.+?)(?: \(\d+%\))?$"
)


def is_stat(line: str) -> bool:
    """Whether `line` is a file's row, the total, or a line of the summary."""
    return bool(STAT.match(line) or TOTAL.match(line) or SUMMARY.match(line))


def stat_rows(lines: "Sequence[str] | Mapping[int, str]", indexes: "Sequence[int]") -> list[Row]:
    """Rows for the lines `indexes` of one stat.

    The blanks that align the table go, and what the summary says of a file (that it is new, gone or
    renamed) stands in the file's own row. The total goes last when even evidence must.
    """
    places: dict[str, int] = {}
    changes: dict[int, str] = {}
    said: dict[int, int] = {}
    for index in indexes:
        line = lines[index]
        summary = SUMMARY.match(line)
        if STAT.match(line):
            path, _, change = line.rpartition(" | ")
            places.setdefault(path.strip(), index)
            changes[index] = change.strip()
        elif summary is not None and places.get(summary[1]) is not None:
            said.setdefault(places[summary[1]], index)
    joined = set(said.values())
    rows: list[Row] = []
    for index in indexes:
        line = lines[index]
        if index in joined:
            continue
        if index in changes:
            at = said.get(index)
            file = line.rpartition(" | ")[0].strip() if at is None else lines[at].strip()
            more = () if at is None else (at,)
            rows.append(Row(f" {file} | {changes[index]}", index, rank=EVIDENCE, form=DATA, more=more))
        else:
            rows.append(Row(line, index, rank=ALWAYS if TOTAL.match(line) else EVIDENCE))
    return rows
