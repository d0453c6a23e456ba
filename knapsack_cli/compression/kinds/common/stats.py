"""The table of `git diff --stat` and the summary under it: one row a file."""

from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, Row
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STAT = lazy(r" \S.* \| +(?:\d+(?: [+-]+)?|Bin(?: \d+ -> \d+ bytes)?|Unmerged)\s*$")
TOTAL = lazy(r" \d+ files? changed")
SUMMARY = lazy(
    r" (?:(?:create|delete) mode \d+|mode change \d+ => \d+|(?:rename|copy|rewrite)(?= .* \(\d+%\)$))"
    r" (.+?)(?: \(\d+%\))?$"
)


_GRAPH = lazy(r"(\d+) (\+*)(-*)$")


RAW = lazy(r":+(?:\d{6} )+(?:[0-9a-f.]{4,40} )+(?P<state>[A-Z]+\d*\t.*)$")
"""A file of `git log --raw`: modes and hashes before what became of it."""
RAW_LEGEND = "modes and hashes left out"


def is_stat(line: str) -> bool:
    """Whether `line` is a file's row, the total, or a line of the summary."""
    return bool(STAT.match(line) or TOTAL.match(line) or SUMMARY.match(line))


def stat_rows(
    lines: "Sequence[str] | Mapping[int, str]", indexes: "Sequence[int]", *, terse: bool = False
) -> list[Row]:
    """Rows for the lines `indexes` of one stat.

    The blanks that align the table go, and what the summary says of a file (that it is new, gone or
    renamed) stands in the file's own row.
    The total goes last when even evidence must; when `terse`, that of one file with all its signs goes.
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
            text = f" {file} | {changes[index]}"
            rows.append(Row(text, index, rank=EVIDENCE, form=DATA, more=more))
        elif (
            terse
            and len(changes) == 1
            and line.startswith(" 1 file changed")
            and _is_whole(*changes.values())
        ):
            rows[-1].more = (*rows[-1].more, index)
        else:
            rows.append(Row(line, index, rank=ALWAYS if TOTAL.match(line) else EVIDENCE))
    return rows


def _is_whole(change: str) -> bool:
    """Whether the graph has a sign for each changed line."""
    graph = _GRAPH.match(change)
    return graph is not None and int(graph[1]) == len(graph[2]) + len(graph[3])
