"""The rows of a table of JSON objects: narrow ones as a table, wide ones by what tells them apart."""

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common.column_choice import (
    MOST_COLUMNS,
    columns_shown,
    first_of_each_rule,
    names_first,
    weight_of,
)
from knapsack_cli.compression.kinds.common.columns import Column, remarkable, summaries
from knapsack_cli.compression.kinds.common.json_rows import MOST_INDEXED, columns_of, schema
from knapsack_cli.compression.kinds.common.json_tree import Container, tight
from knapsack_cli.compression.kinds.common.row_names import listed, room_for, title_column
from knapsack_cli.compression.longlines import windowed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import DATA, EVIDENCE, MARK, NORMAL, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from knapsack_cli.compression.kinds.common.json_view import Renderer

WIDE = 500
"""Rows longer than this on average are told by what tells them apart."""
SUMMARY = 700
WHOLE = 2400
"""A table whose rows need at most so many characters is shown whole ..."""
WHOLE_SHARE = 0.12
"""... or at most this share of the text, up to ..."""
WHOLE_ROWS = 60
LONG_ROW = 600
CELL = 160
"""A longer cell that follows a row is cut."""
MISSING = ""
MOST_OPTIONAL = 8
"""Members that only some rows have are named in a row while there are no more of them than this."""
OF_THEIR_OWN = 6
"""Objects of so many members have a table of their own, however few of them each row has."""
MOST_TOLD = 12
"""Cells of other columns that follow a row."""
_STATES = frozenset(("phase", "ready", "reason", "message", "state", "status"))
"""Members of which each value that is not the usual one is told."""
SHARE_OF_ROW = 0.2
"""Wide rows are told in about this share of their length."""


def table_rows(view: "Renderer", inner: list[Container], keys: list[str] | None, depth: int) -> list[Row]:
    """The rows for objects that are alike.

    Args:
        keys: their names, when they are the members of an object.
        depth: how far the rows are indented.
    """
    if not inner[-1].closed and len(inner) > 1:
        return _rows_before_a_break(view, inner, keys, depth)
    size = len(inner)
    lifted = _lifted(inner)
    columns = [column for column in columns_of(view.text, inner, keys) if column.name not in lifted]
    start, end = inner[0].start, inner[-1].end
    wide = (end - start) > WIDE * size or len(columns) > 2 * MOST_COLUMNS
    constant = [column for column in columns if column.is_constant and size > 1]
    varying = [column for column in columns if not column.is_constant]
    pad = " " * min(depth, 12)
    unit = "members" if keys is not None else "rows"
    rows = [_row(view, pad + _title(view, inner, columns, wide, unit), start, start + 1, EVIDENCE, MARK)]
    rows.extend(_first_rows(view, inner[0], keys, depth, wide, lifted))
    reasons: dict[int, list[Column]] = {}
    ranks = remarkable(varying, size, reasons)
    for index in first_of_each_rule(varying):
        ranks.setdefault(index, EVIDENCE)
    shown = varying
    if wide or len(varying) > MOST_COLUMNS:
        shown = columns_shown(varying, max(120.0, SHARE_OF_ROW * (end - start) / size))
    optional = _optional_members(inner)
    texts = [
        _text(shown, varying, index, size, reasons.get(index, ()), optional[index]) for index in range(size)
    ]
    total = sum(map(len, texts))
    whole = size <= WHOLE_ROWS and (total <= WHOLE or total <= WHOLE_SHARE * (end - start))
    if wide and size <= 400 and total <= 0.25 * (end - start):
        whole = True
    if whole:
        ranks = {index: ranks.get(index, NORMAL) for index in range(size)}
    elif not wide:
        ranks.setdefault(1, NORMAL)
        ranks.setdefault(2, NORMAL)
    ranks.pop(0, None)
    if ranks:
        head = ("#" if keys is None else "") + " | ".join(["", *(column.name for column in shown)])
        head = head if keys is None else head[3:]
        rows.append(_row(view, pad + head, start, start + 1, EVIDENCE, MARK))
    rest = [index for index in range(1, size) if index not in ranks]
    mark = _mark(view, inner, rest, columns, constant, whole)
    if mark and rest:
        title = title_column(varying) if keys is None else None
        names = keys if keys is not None and columns[0].distinct else title.cells if title else []
        mark = _with_names(mark, [names[index] or "" for index in rest] if names else [], end - start)
    if not rest and mark:
        rows.append(_row(view, f"{pad}{mark}", start, start + 1, EVIDENCE, MARK))
    for index in range(1, size):
        if rest and index == rest[0]:
            left, right = inner[rest[0]].start, inner[rest[-1]].end
            rows.append(_row(view, f"{pad}{mark}", left, right, EVIDENCE, MARK))
        if index in ranks:
            text = texts[index] if keys is not None else f"{index} | {texts[index]}"
            item = inner[index]
            stop = item.start + 1 if wide else item.end
            rows.append(_row(view, pad + _cut(text), item.start, stop, ranks[index], DATA))
    for name in lifted:
        rows.extend(_lifted_rows(view, inner, depth, name, columns))
    return rows


def _rows_before_a_break(
    view: "Renderer", inner: list[Container], keys: list[str] | None, depth: int
) -> list[Row]:
    """The rows where the text breaks off inside the last object: that one is no row like the others."""
    rows = table_rows(view, inner[:-1], keys[:-1] if keys is not None else None, depth)
    before, view.rows = view.rows, []
    label = f'"{keys[-1]}": ' if keys is not None else ""
    view.value(label, inner[-1], inner[-1].start, inner[-1].end, depth)
    broken, view.rows = view.rows, before
    return rows + broken


def _with_names(mark: str, names: list[str], size: int) -> str:
    """The mark with the names of the rows or members left out, where they are short enough to say."""
    told = listed(names, room_for(size)) if len(set(names)) == len(names) else ""
    return f"{mark.removesuffix(']')}{'; ' if ': ' in mark else ': '}called {told}]" if told else mark


def _title(view: "Renderer", inner: list[Container], columns: list[Column], wide: bool, unit: str) -> str:
    """How many rows there are, and their keys: of wide rows, whose first is shown, those that it lacks."""
    count = f"{thousands(len(inner))} {unit}"
    if not wide:
        return f"[{count} of {schema(columns)}]"
    span = view.source.span(inner[0].start, inner[-1].end)
    lacking = [column for column in columns if column.cells[0] is None]
    also = f"; some also have {schema(lacking)}" if lacking else ""
    return f"[{count}, {span}: the first, then what sets the others apart{also}]"


def _row(view: "Renderer", text: str, start: int, end: int, rank: int, form: int) -> Row:
    line = view.source.line
    return Row(text, line(start), line(max(start, end - 1)), rank, form)


def _first_rows(
    view: "Renderer", item: Container, keys: list[str] | None, depth: int, wide: bool, lifted: list[str]
) -> list[Row]:
    """The first row as JSON, so that the exact form is seen."""
    label = f'"{keys[0]}": ' if keys is not None else ""
    if not wide:
        raw = _cut(tight(view.text[item.start : item.end]))
        return [_row(view, " " * min(depth, 12) + label + raw, item.start, item.end, EVIDENCE, DATA)]
    shown = item
    if lifted:
        shown = Container(True, item.start)
        shown.end, shown.closed = item.end, item.closed
        for index, key in enumerate(item.keys):
            if key not in lifted:
                shown.keys.append(key)
                shown.values.append(item.values[index])
                shown.starts.append(item.starts[index])
    before = view.rows
    view.rows = []
    view.object(" " * min(depth, 12) + label, shown, item.start, depth, "")
    rows, view.rows = view.rows, before
    return rows


def _lifted(inner: list[Container]) -> list[str]:
    """Members that are long arrays of objects, or of objects with much to say, in several rows: those become
    a table for all rows together."""
    counts: dict[str, list[int]] = {}
    for item in inner:
        for key, value in zip(item.keys, item.values, strict=True):
            if isinstance(value, Container) and not value.is_object and not value.bulk and value.values:
                if all(isinstance(each, Container) and each.is_object for each in value.values):
                    found = counts.setdefault(key, [0, 0, 0])
                    found[0] += 1
                    found[1] = max(found[1], len(value.values))
                    sizes = (len(each.keys) for each in value.values if isinstance(each, Container))
                    found[2] = max(found[2], *sizes)
    return [
        key
        for key, (rows, most, members) in counts.items()
        if rows >= 2 and (most > MOST_INDEXED or (most > 1 and members >= OF_THEIR_OWN))
    ]


def _lifted_rows(
    view: "Renderer", inner: list[Container], depth: int, name: str, columns: list[Column]
) -> list[Row]:
    """The elements of the arrays called `name` of all rows, each beside what names its row."""
    naming = next((column for column in columns if weight_of(column) <= 1 and column.distinct), None)
    owners: list[str] = []
    elements: list[Container] = []
    for index, item in enumerate(inner):
        value = item.get(name)
        if isinstance(value, Container):
            owner = naming.cells[index] if naming is not None else None
            for each in value.values:
                if isinstance(each, Container) and each.is_object:
                    owners.append(owner if owner is not None else str(index))
                    elements.append(each)
    if not elements:
        return []
    pad = " " * min(depth, 12)
    title = f'{pad}["{name}" of all rows; key: {naming.name if naming is not None else "the row"}]'
    first = _row(view, title, elements[0].start, elements[0].start + 1, EVIDENCE, MARK)
    return [first, *table_rows(view, elements, owners, depth + 1)]


def _cut(text: str) -> str:
    return windowed(text) if len(text) > LONG_ROW + 100 else text


def _text(
    shown: list[Column],
    varying: list[Column],
    index: int,
    size: int,
    reasons: "Sequence[Column]",
    optional: list[str],
) -> str:
    """One row: its cells, those of other columns where they are remarkable, its `optional` members."""
    parts = []
    for column in shown:
        cell = column.cells[index]
        parts.append(MISSING if cell is None else cell)
    if len(shown) < len(varying):
        names = {id(column) for column in shown}
        others = names_first([column for column in (*reasons, *varying) if id(column) not in names])
        told: dict[str, None] = {}
        for column in others:
            cell = column.cells[index]
            if cell is not None and (column in reasons or _differs(column, cell, size)):
                told[f"{column.name}: {_clipped(cell)}"] = None
        parts.extend(list(told)[:MOST_TOLD])
        if optional:
            parts.append("has " + ", ".join(optional))
        if len(told) > MOST_TOLD:
            parts.append(f"[... {len(told) - MOST_TOLD} more]")
    return " | ".join(parts)


def _optional_members(inner: list[Container]) -> list[list[str]]:
    """For each row its members that are containers and that a good part of the rows lacks."""
    size = len(inner)
    counts: dict[str, int] = {}
    for item in inner:
        for key, value in zip(item.keys, item.values, strict=True):
            if isinstance(value, Container):
                counts[key] = counts.get(key, 0) + 1
    optional = {key for key, count in counts.items() if size // 10 < size - count < size}
    if len(optional) > MOST_OPTIONAL:
        return [[]] * size
    return [[key for key in item.keys if key in optional] for item in inner]


def _clipped(cell: str) -> str:
    if len(cell) <= CELL:
        return cell
    return f"{cell[: CELL - 40]} [... {thousands(len(cell) - CELL + 40)} characters ...]"


def _differs(column: Column, cell: str, size: int) -> bool:
    if column.distinct and column.counts.get(None, 0) * 2 < size:
        return False
    present = size - column.counts.get(None, 0)
    limit = max(1, size // 10)
    if present <= limit:
        return True
    if len(column.counts) == 2 and size > 2 and column.counts[cell] <= limit:
        return True  # the one that was killed, the one that was restarted
    if column.name.rpartition(".")[2] in _STATES and column.counts[cell] * 3 <= size and not column.distinct:
        return True
    return column.counts[cell] <= limit and column.numbers is None and (column.is_kinds or is_failure(cell))


def _mark(
    view: "Renderer",
    inner: list[Container],
    rest: list[int],
    columns: list[Column],
    constant: list[Column],
    whole: bool,
) -> str:
    if not rest:
        parts = [column.summary() for column in constant[:MOST_COLUMNS]]
        return f"[{'; '.join(parts)}]" if parts and not whole else ""
    left, right = inner[rest[0]].start, inner[rest[-1]].end
    span = view.source.span(left, right)
    told = summaries([column.of(rest) for column in columns], SUMMARY)
    within = f"within {span}" if rest[-1] - rest[0] + 1 != len(rest) and span else span
    head = f"[... {thousands(len(rest))} rows like these" + (f", {within}" if within else "")
    return f"{head}: {told}]" if told else f"{head}]"
