"""Rows of a table that is already in lines (CSV, kubectl, ps, psql): which of them stay.

The header, the first rows, the rows that differ, and one row of ours that counts what the others hold.
Tables of packages are names and versions; every row of them is shown by those two.
"""

from itertools import pairwise

from knapsack_cli.compression.evidence import is_warning
from knapsack_cli.compression.kinds.common.columns import Column, remarkable, summaries
from knapsack_cli.compression.kinds.common.long_cells import LongCells
from knapsack_cli.compression.kinds.common.quantities import LEAST_ROWS
from knapsack_cli.compression.kinds.common.row_names import (
    MOST_ROOM,
    counted,
    listed,
    named_column,
    naming_column,
    room_for,
)
from knapsack_cli.compression.longlines import windowed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    CONTEXT,
    DATA,
    EVIDENCE,
    IMPORTANT,
    LINE,
    MARK,
    NORMAL,
    Decisions,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_FRACTION = lazy(r"(\d+)/(\d+)")
MOST_FRACTIONS = 40
"""A column with more different fractions tells of amounts, not of what is ready."""
_PADDING = lazy(r"(?<=\S) {3,}")
HEAD = 3
RANKED = 20
"""Of a table that is sorted by a measure, the largest first, so many first rows."""
SMALL = 60
"""Of an aligned table with at most so many rows the first one shows what they are like."""
FEW_ROWS = 15
FEW_BYTES = 1200
"""A smaller aligned table is shown whole, without its padding."""
LONG_ROW = 700
"""Longer rows are shown by windows: one cell, a command line say, is most of such a row."""
SUMMARY = 600
MOST_WORDINGS = 60
"""First rows of each wording of a message or command that are kept."""
UNUSUAL = 10
"""A state that at most one row in so many is in, or two rows, is told of each ..."""
MOST_STATES = 12
"""... in a column of no more states than this, one of which a third of the rows is in."""
MOST_SHARE = 3
"""When more than one row in so many would be kept, only the more important ones are."""
MOST_PAIRS = 150
"""Of names and values so many that say something are shown ..."""
PAIRS_SHARE = 0.75
"""... and the names of the others in this share of the text."""
_NONE = (None, "", "0", "0.0", "0.00", "0.000000", "OFF", "NULL")
_NAMES = ("name", "unit", "package", "repository", "module", "crate", "gem", "formula")
_VERSIONS = ("version", "tag", "current", "app version", "installed")
_SAYING = ("command", "cmd", "message", "reason", "args", "error", "status", "info", "description", "query")
_COMMANDS = ("command", "cmd", "args")
"""What `ps` calls the column of the command lines, whose programs name the rows."""
_STEPS = "created by"
"""How `docker history` calls the column of what made each layer: no step stands for another."""
_GRAVE = ("CRITICAL", "HIGH")
"""What scanners call a vulnerability that cannot wait."""
_STATES = (
    "type",
    "status",
    "state",
    "level",
    "severity",
    "conclusion",
    "result",
    "outcome",
    "health",
    "ready",
)


class Table:
    """A table in lines.

    Attributes:
        names: of the columns, as the header has them.
        header: indexes of the lines before the rows that are the header.
        rows: indexes of the lines that are rows.
        cells: a list of cells for each row; None is a blank cell.
        further: of a line that goes on with the cells of a row, which row that is.
    """

    __slots__ = ("cells", "further", "header", "names", "rows")

    def __init__(
        self, names: list[str], header: list[int], rows: list[int], cells: "list[list[str | None]]"
    ) -> None:
        self.further: dict[int, int] = {}
        self.names = names
        self.header = header
        self.rows = rows
        self.cells = cells

    def columns(self) -> list[Column]:
        """The cells by column."""
        return [Column(name, [row[at] for row in self.cells]) for at, name in enumerate(self.names)]


def decide_table(segment: Segment, table: Table, plain: bool = True) -> Decisions | View:
    """What of the table is shown.

    Args:
        plain: cells are padded with spaces, so that narrower rows are still the same rows.
    """
    columns = table.columns()
    pair = _name_and_version(columns)
    if pair is not None and len(table.rows) >= LEAST_ROWS:
        return _by_version(segment, table, columns, *pair)
    decisions = Decisions(len(segment.lines))
    for index in range(len(segment.lines)):
        decisions.keep(index, ALWAYS)
    first = 1 if plain and len(table.rows) <= SMALL else HEAD
    ranked = _ranked(columns)
    if ranked:
        first = max(HEAD, min(RANKED, ranked))
    ranks = row_ranks(columns, len(table.rows), first)
    room = room_for(len(segment.data))
    if len(columns) == 2 and naming_column(columns) is columns[0]:
        said = [row for row, cell in enumerate(columns[1].cells) if cell not in _NONE]
        if len(said) <= min(MOST_PAIRS, len(table.rows) // 2):
            ranks = {**dict.fromkeys(said, NORMAL), **ranks}
        room = max(room, PAIRS_SHARE * len(segment.data))
    small = plain and len(table.rows) <= FEW_ROWS and len(segment.data) <= FEW_BYTES
    if len(table.rows) <= SMALL and any(column.name.lower() == _STEPS for column in columns):
        return _folded(segment, table, dict.fromkeys(range(len(table.rows)), EVIDENCE), None)
    if small or len(table.rows) < LEAST_ROWS or len(ranks) * 2 >= len(table.rows):
        return _narrowed(segment, table) if plain else decisions
    for at, index in enumerate(table.rows):
        decisions.ranks[index] = ranks.get(at, 0)
    hidden = [at for at in range(len(table.rows)) if at not in ranks]
    rest = [table.rows[at] for at in hidden]
    named, names = _listed_names(columns, hidden, min(room, MOST_ROOM))
    told = summaries([column.of(hidden) for column in columns if column is not named], SUMMARY)
    told = "; ".join(part for part in (names, told) if part)
    span = f"lines {segment.number(rest[0])}-{segment.number(rest[-1])}"
    text = f"[x{thousands(len(rest))} rows like these, {span}{': ' + told if told else ''}]"
    if plain:
        return _folded(segment, table, ranks, Row(text, table.rows[first - 1], rest[-1], ALWAYS, MARK))
    decisions.fold(table.rows[first - 1], rest, text)
    decisions.guard = False
    return decisions


def _folded(segment: Segment, table: Table, ranks: dict[int, int], fold: Row | None) -> View:
    """The rows that stay, and the row that counts the others; without padding where no cell is blank.

    Where all rows stay, a cell that all have is said once.
    """
    in_table = {index: at for at, index in enumerate(table.rows)}
    barred = any("|" in segment.lines[at] or "│" in segment.lines[at] for at in table.header)
    padded = not barred and any(None in table.cells[at] for at in ranks)
    bare = [] if padded else _columns_of_nothing(table, fold is None)
    told = LongCells()
    rows: list[Row] = []
    if bare:
        names = ", ".join(f"{table.names[at]} {table.cells[0][at]}" for at in bare)
        rows.append(Row(f"[in all rows: {names}]", rank=ALWAYS, form=MARK))
    for index, line in enumerate(segment.lines):
        at = in_table.get(index, -1)
        going_on = table.further.get(index, at)
        if going_on >= 0 and going_on not in ranks:
            continue
        if at < 0 and rows and table.rows[0] < index < table.rows[-1] and not _says(line):
            if fold is None or not fold.first < index < fold.last:
                rows[-1].more += (index,)  # a rule between two rows
            continue
        rank = ranks[going_on] if going_on >= 0 else ALWAYS
        text, form = (line, LINE) if padded else (squeezed(line), DATA)
        if bare and at >= 0:
            text = _without(table.cells[at], bare)
        elif bare and index == table.header[-1]:
            text = _without(table.names, bare)
        if at >= 0:
            shorter = told.shortened(text, segment.number(index))
            if shorter != text:
                text, form = shorter, DATA
        if at >= 0 and len(text) > LONG_ROW:
            text, form = windowed(text), DATA
        rows.append(Row(text, index, rank=rank, form=form))
        if fold is not None and index == fold.first:
            rows.append(fold)
    return View(rows)


def _says(line: str) -> bool:
    """Whether a line holds more than what draws a table."""
    return any(letter.isalnum() for letter in line)


def _columns_of_nothing(table: Table, constant: bool = False) -> list[int]:
    """The columns whose every cell says that there is none, or (`constant`) the same; none of them where the
    header is not told."""
    if not table.header:
        return []
    columns = range(len(table.names))
    alike = [at for at in columns if all(row[at] == table.cells[0][at] for row in table.cells)]
    bare = [at for at in alike if constant or table.cells[0][at] == "<none>"]
    return bare if len(bare) < len(table.names) else []


def _without(cells: "Sequence[str | None]", bare: list[int]) -> str:
    return "  ".join(cell or "" for at, cell in enumerate(cells) if at not in bare)


def _ranked(columns: list[Column]) -> int:
    """How many rows have some of a measure by which all rows go down, as in profiles and after `sort -rn`,
    where what matters is on top; 0 where no column does."""
    for column in columns:
        numbers = column.numbers
        if numbers is None or len(numbers) <= SMALL or None in numbers:
            continue
        known = [number for number in numbers if number is not None]
        if known[0] > 4 * max(known[len(known) // 2], 0) and all(
            one >= other for one, other in pairwise(known)
        ):
            return sum(1 for number in known if number > 0)
    return 0


def squeezed(line: str) -> str:
    """A line with at most two blanks between its words; those it begins with stay."""
    return _PADDING.sub("  ", line.rstrip())


def row_ranks(columns: list[Column], size: int, first: int = HEAD) -> dict[int, int]:
    """The rows that stay: the `first` ones, the last, and those that differ from the rest."""
    ranks = remarkable(columns, size)
    for column in columns:
        for row in _unready(column, size):
            if not any(other.cells[row] == "Completed" for other in columns):
                ranks[row] = max(ranks.get(row, 0), EVIDENCE)
        name = column.name.lower().strip("%")
        if name in _SAYING and (column.distinct or len(column.counts) > LEAST_ROWS):
            for row in _wordings(column):
                ranks[row] = max(ranks.get(row, 0), NORMAL)
        if name.rpartition(" ")[2].strip("()") in _STATES and column.numbers is None:
            limit = max(2, size // UNUSUAL) if len(column.counts) <= MOST_STATES else 0
            usual = max(column.counts.values()) * 3 > size
            warned = {
                value
                for value, count in column.counts.items()
                if value is not None
                and (is_warning(value) or value.upper() in _GRAVE or (usual and count <= limit))
            }
            rows = [row for row, cell in enumerate(column.cells) if cell in warned]
            if len(rows) * 2 <= size:
                for row in rows:
                    ranks[row] = max(ranks.get(row, 0), EVIDENCE)
    for lowest in (NORMAL, IMPORTANT):
        if len(ranks) * MOST_SHARE <= max(size, 3 * LEAST_ROWS):
            break
        ranks = {row: rank for row, rank in ranks.items() if rank > lowest}
    for row in range(min(first, size)):
        ranks.setdefault(row, CONTEXT)
    if size:
        ranks.setdefault(size - 1, CONTEXT)
    return ranks


def _unready(column: Column, size: int) -> list[int]:
    """Rows of which less is ready than shall be, `0/1` among `1/1`, where these are few."""
    if column.numbers is not None or len(column.counts) > MOST_FRACTIONS:
        return []
    parts = {value: _FRACTION.fullmatch(value or "") for value in column.counts}
    if not all(parts.values()):
        return []
    behind = {value for value, part in parts.items() if part is not None and part[1] != part[2]}
    rows = [row for row, cell in enumerate(column.cells) if cell in behind]
    return rows if len(rows) * 2 <= size else []


def _listed_names(columns: list[Column], hidden: list[int], room: float) -> tuple[Column | None, str]:
    """What the rows left out are called, and the column that says so, where that is short enough."""
    column = naming_column(columns)
    if column is not None:
        names = listed([column.cells[row] or "" for row in hidden], room)
    else:
        column = named_column(columns)
        names = counted([column.cells[row] or "" for row in hidden], room) if column is not None else ""
    if column is not None and names:
        return column, f"{column.name} {names}"
    for column in columns:
        if column.name.lower() in _COMMANDS and not column.is_constant:
            names = counted([_program(column.cells[row] or "") for row in hidden], room)
            return (column, f"{column.name} {names}") if names else (None, "")
    return None, ""


def _program(command: str) -> str:
    """The program of a command line, without its folder and the lines that draw a tree before it."""
    first = command.lstrip("\\_|`-+ ").partition(" ")[0]
    return first if first.startswith("[") else first.rpartition("/")[2] or first


def _wordings(column: Column) -> list[int]:
    """The first row of each beginning of a message or command, while these are not too many."""
    seen: dict[tuple[str, ...], int] = {}
    for row, cell in enumerate(column.cells):
        if cell and not cell.startswith("["):
            seen.setdefault(tuple(cell.split(None, 2)[:2]), row)
    return list(seen.values()) if len(seen) <= MOST_WORDINGS else []


def _name_and_version(columns: list[Column]) -> tuple[int, int] | None:
    """Where the names of packages and their versions are, if that is what the table is of."""
    lowered = [column.name.lower().strip() for column in columns]
    name = next((at for at, text in enumerate(lowered) if text.lstrip("|/ ") in _NAMES), -1)
    version = next((at for at, text in enumerate(lowered) if text in _VERSIONS), -1)
    if name < 0 or version < 0 or not columns[name].distinct:
        return None
    return name, version


def _by_version(segment: Segment, table: Table, columns: list[Column], name: int, version: int) -> View:
    """Every row by its name and version; rows that differ in another column as they are."""
    others = [column for at, column in enumerate(columns) if at not in (name, version)]
    strange = {
        row
        for column in others
        if column.is_kinds or column.is_constant
        for row, cell in enumerate(column.cells)
        if cell in column.rare
    }
    first = table.rows[0]
    in_table = set(table.rows)
    rows = [Row(segment.lines[at], at, rank=ALWAYS) for at in range(first) if at not in in_table]
    told = summaries([column for column in others if not column.distinct], SUMMARY)
    note = f"[{thousands(len(table.rows))} rows: {columns[name].name} and {columns[version].name}"
    rows.append(Row(f"{note}{'; ' + told if told else ''}]", first, first, ALWAYS, MARK))
    for at, index in enumerate(table.rows):
        if at in strange:
            rows.append(Row(" ".join(segment.lines[index].split()), index, rank=EVIDENCE, form=DATA))
        else:
            cells = table.cells[at]
            rows.append(Row(f"{cells[name]} {cells[version] or ''}", index, rank=EVIDENCE, form=DATA))
    last = table.rows[-1]
    rows.extend(Row(segment.lines[at], at, rank=ALWAYS) for at in range(last + 1, len(segment.lines)))
    return View(rows)


def _narrowed(segment: Segment, table: Table) -> View:
    """All rows, without the padding between their cells where no cell is blank."""
    in_table = {index: at for at, index in enumerate(table.rows)}
    rows: list[Row] = []
    for index, line in enumerate(segment.lines):
        at = in_table.get(index)
        if at is None and rows and table.rows[0] < index < table.rows[-1] and not _says(line):
            rows[-1].more += (index,)
        elif at is not None and None not in table.cells[at]:
            text = "  ".join(cell or "" for cell in table.cells[at])
            rows.append(Row(text, index, rank=EVIDENCE, form=DATA))
        else:
            rows.append(Row(line, index, rank=ALWAYS))
    return View(rows)
