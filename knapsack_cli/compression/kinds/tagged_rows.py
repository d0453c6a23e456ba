"""aws --output text: rows of cells behind a tag in capitals, a tag at a time, with what names each row.

The first row of a tag shows what stands in its cells; of the others the cells stay that hardly two rows
share, as far as they are ids or names.
"""

from knapsack_cli.compression.kinds.common.columns import Column
from knapsack_cli.compression.kinds.common.row_names import listed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import EVIDENCE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_ROW = lazy(r"[A-Z][A-Z0-9]{2,40}\t")
_TIME = lazy(r"\d{4}-\d\d-\d\dT")
_ID = lazy(r"[a-z][a-z0-9]{0,15}-(?:[0-9a-f]{6,17})$")
SAMPLE = 400
LEAST = 8
MOST_NAMING = 2
"""So many cells name a row."""
LONGEST_NAME = 60
ROOM = 6000
"""Characters of the names of one tag's rows."""
ALONE = 3
"""Rows of a tag up to which all are shown."""


def recognise(segment: Segment) -> int:
    """Nearly every line is a tag in capitals, a tab and a cell; there are several tags."""
    lines = [line for line in segment.lines[:SAMPLE] if line.strip()]
    tags = {line.partition("\t")[0] for line in lines if _ROW.match(line)}
    found = sum(1 for line in lines if _ROW.match(line))
    return 88 if len(lines) >= LEAST and found * 20 >= len(lines) * 19 and 2 <= len(tags) <= 60 else 0


def decide(segment: Segment) -> View:
    """Tag by tag, in the order in which they come up."""
    by_tag: dict[str, list[int]] = {}
    for index, line in enumerate(segment.lines):
        if line.strip():
            by_tag.setdefault(line.partition("\t")[0] if _ROW.match(line) else "", []).append(index)
    rows: list[Row] = []
    for tag, members in by_tag.items():
        first = {segment.lines[at]: at for at in reversed(members)}
        different = sorted(first.values())
        if not tag or len(different) <= ALONE:
            rows.extend(Row(segment.lines[at], at, rank=EVIDENCE) for at in different)
            shown = set(different)
        else:
            rows.append(Row(segment.lines[members[0]], members[0], rank=EVIDENCE))
            shown = {members[0]}
        rest = [at for at in members if at not in shown]
        if rest:
            rows.append(Row(_mark(segment, tag, rest), rest[0], rest[-1], EVIDENCE, MARK, count=len(rest)))
    return View(rows)


def _mark(segment: Segment, tag: str, members: list[int]) -> str:
    cells = [segment.lines[at].split("\t") for at in members]
    width = max(map(len, cells))
    columns = [
        Column(str(at), [row[at] if at < len(row) else None for row in cells]) for at in range(1, width)
    ]
    naming = [column for column in columns if _names(column)]
    naming.sort(key=_rank)
    names = [
        " ".join(column.cells[at] or "" for column in naming[:MOST_NAMING]) for at in range(len(members))
    ]
    told = listed(names, ROOM) if naming else ""
    span = f"lines {segment.number(members[0])}-{segment.number(members[-1])}"
    return f"[x{thousands(len(members))} more {tag}, within {span}{': ' + told if told else ''}]"


def _rank(column: Column) -> tuple[bool, bool]:
    """Ids first, then names of one word."""
    texts = [cell or "" for cell in column.cells]
    return not all(map(_ID.match, texts)), any(" " in text for text in texts)


def _names(column: Column) -> bool:
    """Whether its cells are ids or names of which nearly each row has its own."""
    texts = [cell for cell in column.cells if cell]
    if len(texts) < len(column.cells) or not column.distinct or column.numbers is not None:
        return False
    return max(map(len, texts)) <= LONGEST_NAME and not any(_TIME.match(text) for text in texts[:3])
