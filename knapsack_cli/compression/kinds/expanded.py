"""Rows of a query written one cell a line: `\\G` of mysql, `-x` of psql. As a table's rows: the first, those
that differ, and one row of ours that says what the others hold.
"""

from knapsack_cli.compression.kinds.common.columns import Column, summaries
from knapsack_cli.compression.kinds.common.row_names import listed, naming_column, room_for
from knapsack_cli.compression.kinds.common.tables import SUMMARY, row_ranks
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_START = lazy(r"(?:\*{10,} \d+\. row \*{10,}|-\[ RECORD \d+ \][-+]*)$")
_LISTED = lazy(r"([A-Za-z][\w.()-]*) +: ?")
"""A cell of a list: its name, padded up to the colon."""
FEW = 6
"""Records of one table that are all shown."""
LEAST_RECORDS = 6
SAMPLE = 4000


def recognise(segment: Segment) -> int:
    """The lines between records, several of them, or blank ones between lists of the same names."""
    starts = sum(1 for line in segment.lines[:SAMPLE] if _START.match(line))
    if starts >= LEAST_RECORDS and starts * 60 >= min(len(segment.lines), SAMPLE):
        return 93
    return 90 if len(_listed(segment.lines[:SAMPLE])) >= LEAST_RECORDS else 0


def _listed(lines: list[str]) -> list[int]:
    """The blank lines (or the first line) at which each record of a list begins; none where it is no list."""
    name = ""
    starts: list[int] = []
    cells = others = 0
    for index, line in enumerate(lines):
        found = _LISTED.match(line)
        if found is None:
            others += bool(line.strip()) and line[:1] != " "
            continue
        cells += 1
        if index == 0 or not lines[index - 1].strip():
            name = name or found[1]
            if found[1] == name:
                starts.append(max(index - 1, 0))
    return starts if others * 20 <= cells and len(starts) * 2 <= cells else []


def _cell(line: str) -> tuple[str, str]:
    """The name and the value of a cell; no name where the line goes on with the value above."""
    at = min((place for place in (line.find("|"), line.find(":")) if place > 0), default=-1)
    if at < 0 or line[at + 1 : at + 2] not in ("", " "):
        return "", ""
    return line[:at].strip(), line[at + 1 :].strip()


def decide(segment: Segment) -> Decisions | None:
    """By the cells of all records."""
    lines = segment.lines
    starts = [index for index, line in enumerate(lines) if _START.match(line)] or _listed(lines)
    if len(starts) < LEAST_RECORDS:
        return None
    ends = [*starts[1:], len(lines)]
    records: list[dict[str, str]] = []
    for start, end in zip(starts, ends, strict=True):
        cells: dict[str, str] = {}
        for index in range(start, end):
            name, value = _cell(lines[index])
            if name:
                cells[name] = value
        records.append(cells)
    if not any(records):
        return None
    decisions = Decisions(len(lines))
    decisions.guard = False
    for index in range(starts[0]):
        decisions.keep(index, ALWAYS)
    first = 0
    while first < len(records):
        last = first + 1
        while last < len(records) and _alike(records[first], records[last]):
            last += 1
        _table(segment, decisions, records[first:last], starts[first:last], ends[first:last])
        first = last
    return decisions


def _alike(one: dict[str, str], other: dict[str, str]) -> bool:
    """Whether two records are of one table: most of their names are the same."""
    return len(one.keys() & other.keys()) * 2 > max(len(one), len(other))


def _table(
    segment: Segment, decisions: Decisions, records: list[dict[str, str]], starts: list[int], ends: list[int]
) -> None:
    """The records of one table: those that differ whole, the others by their names and by counts."""
    names = list(dict.fromkeys(name for cells in records for name in cells))
    columns = [Column(name, [cells.get(name) for cells in records]) for name in names]
    ranks = row_ranks(columns, len(records), 1)
    for row, rank in ranks.items():
        decisions.keep_range(starts[row], ends[row] - 1, rank)
    hidden = [row for row in range(len(records)) if row not in ranks]
    if len(records) <= FEW:
        for row in hidden:
            decisions.keep_range(starts[row], ends[row] - 1, NORMAL)
        return
    if not hidden:
        return
    naming = naming_column(columns)
    size = sum(len(segment.lines[index]) for index in range(starts[0], ends[-1]))
    called = listed([naming.cells[row] or "" for row in hidden], room_for(size)) if naming is not None else ""
    rest = [column.of(hidden) for column in columns if column is not naming or not called]
    told = summaries([column for column in rest if column.counts.keys() - {"", None}], SUMMARY)
    told = "; ".join(part for part in (f"{naming.name} {called}" if naming and called else "", told) if part)
    span = f"lines {segment.number(starts[hidden[0]])}-{segment.number(ends[hidden[-1]] - 1)}"
    text = f"[x{thousands(len(hidden))} rows like this, {span}{': ' + told if told else ''}]"
    members = [index for row in hidden for index in range(starts[row], ends[row])]
    decisions.fold(ends[0] - 1, members, text)
