"""Arrays of like objects as rows and columns: flattened paths, cells as written, the shape told once."""

from knapsack_cli.compression.kinds.common.columns import Column
from knapsack_cli.compression.kinds.common.json_tree import NUMBER, Container, numbers_of, spread, tight

MOST_COLUMNS = 400
"""Beyond so many flattened paths the inner values stay together in one cell."""
MOST_DEPTH = 8
MOST_INDEXED = 6
"""Longer arrays inside a row are one cell."""
CELL_WIDTH = 120

_PLAIN_WORDS = frozenset(("null", "true", "false"))


def cell_of(raw: str) -> str:
    """A scalar as it stands in a table: without its quotes where it stays a string without them."""
    if raw[:1] != '"' or len(raw) < 3:
        return raw
    inner = raw[1:-1]
    if inner in _PLAIN_WORDS or inner[0] in ' "{[(' or NUMBER.fullmatch(inner):
        return raw
    if inner[-1] == " " or "\\" in inner or " | " in inner:
        return raw
    return inner


def flatten(text: str, row: Container, deep: bool = True) -> dict[str, str]:
    """The scalars of an object by their paths (`customer.id`, `tags[0]`), each as a cell."""
    cells: dict[str, str] = {}
    stack: list[tuple[str, Container, int, int]] = [("", row, 0, 0)]
    while stack:
        prefix, container, index, depth = stack.pop()
        values, keys = container.values, container.keys
        while index < len(values):
            value = values[index]
            if container.is_object:
                path = f"{prefix}.{keys[index]}" if prefix else keys[index]
            else:
                path = f"{prefix}[{index}]"
            index += 1
            if path in cells:
                path = f"{path} (again)"
            if isinstance(value, str):
                cells[path] = cell_of(value)
            elif _is_cell(value, depth, deep):
                cells[path] = _whole_cell(text, value)
            else:
                stack.append((prefix, container, index, depth))
                stack.append((path, value, 0, depth + 1))
                break
    return cells


def _is_cell(value: Container, depth: int, deep: bool) -> bool:
    if value.bulk or not value.values or depth >= MOST_DEPTH or not deep:
        return True
    if value.is_object:
        return False
    if len(value.values) > MOST_INDEXED:
        return True
    return not any(isinstance(item, Container) and not item.bulk for item in value.values)


def _whole_cell(text: str, value: Container) -> str:
    if value.end - value.start <= 4 * CELL_WIDTH:
        raw = tight(text[value.start : value.end])
        if len(raw) <= CELL_WIDTH:
            return raw
    if value.bulk:
        return f"[{len(numbers_of(text, value)):,} numbers]"
    if value.is_object:
        return f"{{{len(value.values):,} members}}"
    return f"[{len(value.values):,} items]"


def columns_of(text: str, rows: list[Container], keys: list[str] | None = None) -> list[Column]:
    """The columns of `rows`, in the order in which their paths are first seen.

    Args:
        keys: for the members of an object: their names, which become the first column.
    """
    flat = [flatten(text, row) for row in rows]
    names: dict[str, None] = {}
    for cells in flat:
        for name in cells:
            names[name] = None
    if len(names) > MOST_COLUMNS:
        flat = [flatten(text, row, deep=False) for row in rows]
        names = {name: None for cells in flat for name in cells}
    columns = [Column(name, [cells.get(name) for cells in flat]) for name in list(names)[: 4 * MOST_COLUMNS]]
    if keys is not None:
        columns.insert(0, Column("key", list(keys)))
    return columns


def schema(columns: list[Column]) -> str:
    """`{id, customer{id, country}, tags[], error?}`: every key once, `?` where some rows lack it."""
    tree: dict[str, dict[str, object]] = {}
    always: set[str] = set()
    for column in columns:
        place: dict[str, object] = tree  # type: ignore[assignment]
        steps = _steps(column.name)
        for step in steps:
            place = place.setdefault(step, {})  # type: ignore[assignment]
        if None not in column.counts:
            always.add(steps[0])
    return _written(tree, set(tree) - always)


def _steps(path: str) -> list[str]:
    steps: list[str] = []
    for part in path.split("."):
        name, bracket, _ = part.partition("[")
        steps.append(name + "[]" if bracket else name)
    return steps


def _written(tree: "dict[str, dict[str, object]]", optional: set[str]) -> str:
    parts = []
    for name, inner in tree.items():
        mark = "?" if name in optional else ""
        parts.append(f"{name}{mark}{_written(inner, set()) if inner else ''}")  # type: ignore[arg-type]
    return "{" + ", ".join(parts) + "}"


def alike(values: list[Container]) -> bool:
    """Whether objects are rows of one table: most of them share most of their keys."""
    if not all(value.is_object for value in values):
        return False
    counts: dict[str, int] = {}
    total = 0
    for value in values:
        for key in set(value.keys):
            counts[key] = counts.get(key, 0) + 1
            total += 1
    if not total:
        return False
    shared = sum(count for count in counts.values() if count * 2 >= len(values))
    return shared * 2 >= total


def elements(text: str, container: Container) -> list[Container]:
    """The elements of an array that are containers, bulk arrays split first."""
    if container.bulk:
        spread(text, container)
    return [value for value in container.values if isinstance(value, Container)]
