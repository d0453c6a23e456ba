"""Tables of a page: the rows that differ from the others stay, the others are told by their names."""

from knapsack_cli.compression.kinds.common.columns import Column, remarkable
from knapsack_cli.compression.kinds.common.html_blocks import TABLE_ROW, Block
from knapsack_cli.compression.kinds.common.row_names import listed, naming_column, room_for
from knapsack_cli.compression.model import EVIDENCE

LEAST_ROWS = 8
MOST_SHARE = 3
"""When more than one row in so many would stay, only those of higher rank do."""


def rank_rows(blocks: list[Block], ranks: list[int]) -> dict[int, str]:
    """Raise the ranks of the rows that differ within each table; the names of those left out, by start."""
    names: dict[int, str] = {}
    first = 0
    while first < len(blocks):
        last = first
        while last < len(blocks) and blocks[last].form == TABLE_ROW:
            last += 1
        if last - first > LEAST_ROWS:
            _rank_table(blocks[first:last], ranks, first, names)
        first = max(last, first + 1)
    return names


def _rank_table(table: list[Block], ranks: list[int], first: int, names: dict[int, str]) -> None:
    cells = [[cell.strip() for cell in f" {block.text}".split(" |")] for block in table]
    width = len(cells[0])
    rows = [at for at in range(1, len(cells)) if len(cells[at]) == width]
    if width < 2 or len(rows) * 5 < len(cells) * 4:
        _name_by_first_cells(table, cells, ranks[first : first + len(table)], names)
        return
    columns = [
        Column(name, [cells[at][column] or None for at in rows]) for column, name in enumerate(cells[0])
    ]
    found = remarkable(columns, len(rows))
    lowest = 0
    while len(found) * MOST_SHARE > len(rows) and lowest < EVIDENCE:
        lowest += 1
        found = {row: rank for row, rank in found.items() if rank > lowest}
    for row, rank in found.items():
        ranks[first + rows[row]] = max(ranks[first + rows[row]], rank)
    naming = naming_column(columns) or naming_column(columns[1:])
    if naming is None:
        return
    hidden = [row for row in range(len(rows)) if not ranks[first + rows[row]]]
    room = _room_of(table)
    if listed([naming.cells[row] or "" for row in hidden], room):
        for row in hidden:
            names[table[rows[row]].start] = naming.cells[row] or ""


def _name_by_first_cells(
    table: list[Block], cells: list[list[str]], ranks: list[int], names: dict[int, str]
) -> None:
    """Where rows are of various widths, as in lists of members, their first cells are their names."""
    rows = [at for at, row in enumerate(cells) if len(row) > 1 and row[0]]
    column = Column("", [cells[at][0] for at in rows])
    if len(rows) * 5 < len(cells) * 4 or naming_column([column]) is None:
        return
    hidden = [at for at in rows if not ranks[at]]
    if listed([cells[at][0] for at in hidden], _room_of(table)):
        for at in hidden:
            names[table[at].start] = cells[at][0]


def _room_of(table: list[Block]) -> float:
    return room_for((table[-1].end - table[0].start) // 2)
