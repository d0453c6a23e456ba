"""Which columns of a wide table are shown: those that name a row, say what is with it, and where it is."""

from knapsack_cli.compression.kinds.common.columns import Column
from knapsack_cli.text.lazy_patterns import lazy

MOST_COLUMNS = 16
_NAMES = ("name", "key", "title", "path", "file", "filename", "filepath", "slug", "login", "operationid")
_NUMBERS = ("id", "number", "url", "host", "hostname", "uri", "ref", "uuid", "uid")
_SAYING = (
    *("message", "msg", "summary", "error", "reason", "status", "state", "phase", "namespace", "kind"),
    *("ruleid", "code", "text"),
)
_FINDING = ("message", "msg", "code", "symbol", "ruleid", "rule_id", "rule", "check_id")
"""What a finding is: a report without these says nothing, so they are shown however wide."""
_RULES = ("code", "symbol", "ruleid", "rule_id", "rule", "check_id")
MOST_RULES = 100
_IDENTITIES = ("id", "name", "arn", "key", "number", "identifier")
"""How the names of members end that say which one a row is."""
_CODE = lazy(r"[A-Z]{2,10}-[\w-]{2,40}")
"""A name that is looked up elsewhere: CVE-2024-1234, GHSA-..., an issue's key."""
_TITLES = ("title", "message", "summary", "name")
LONG_TEXT = 80
"""Where a title says what a row is, a description of more characters on average adds little."""
IDENTITY_WIDTH = 48
MOST_IDENTITIES = 2
_PLACES = ("uri", "startline", "file", "filename", "line", "row", "path")
"""Where something is: shown however deep it lies."""
_TELLING = (
    *("group", "version", "owner", "scope", "type", "rule", "rule_id", "check", "level", "severity", "line"),
    *("row", "column", "component", "exitcode", "exit_code", "result", "conclusion", "description", "image"),
    *("email", "user", "username", "author", "tag", "size", "count"),
)


def columns_shown(varying: list[Column], width: float) -> list[Column]:
    """Of many columns those that name a row and those that tell most, up to about `width` characters."""
    titled = any(_last(column.name) in _TITLES and "[" not in column.name for column in varying)
    weights = [9 if titled and _is_description(column) else weight_of(column) for column in varying]
    ordered = sorted(range(len(varying)), key=lambda at: (weights[at], at))
    chosen: set[int] = set()
    seen: set[tuple[str | None, ...]] = set()
    used = 0.0
    for at in ordered:
        column = varying[at]
        cost = 3 + sum(len(cell or "") for cell in column.cells) / len(column.cells)
        weight = weights[at]
        wide = used + cost > width and column.name.lower() not in _FINDING
        if (wide and chosen) or weight >= 9 or (weight > 5 and len(chosen) >= 4):
            continue
        cells = tuple(column.cells)
        if cells in seen:
            continue
        seen.add(cells)
        chosen.add(at)
        used += cost
        if len(chosen) >= MOST_COLUMNS:
            break
    if not any(varying[at].distinct and weight_of(varying[at]) <= 2 for at in chosen):
        naming = [at for at, column in enumerate(varying) if at not in chosen and _is_identity(column)]
        chosen.update(naming[:MOST_IDENTITIES])
    _tell_apart(varying, chosen)
    return [column for at, column in enumerate(varying) if at in chosen]


def _tell_apart(varying: list[Column], chosen: set[int]) -> None:
    """Add short columns while most rows would look like another one: the labels of a series, say."""
    rows = len(varying[0].cells) if varying else 0
    told = len({tuple(varying[at].cells[row] for at in chosen) for row in range(rows)})
    for _ in range(MOST_IDENTITIES):
        if told * 2 > rows:
            return
        best, most = -1, told
        for at, column in enumerate(varying):
            if at in chosen or max(len(cell or "") for cell in column.counts) > IDENTITY_WIDTH:
                continue
            known = len({tuple(varying[other].cells[row] for other in (*chosen, at)) for row in range(rows)})
            if known > most:
                best, most = at, known
        if best < 0:
            return
        chosen.add(best)
        told = most


def weight_of(column: Column) -> int:
    """How early a column is chosen: names, then what tells of the row, then kinds; 9 is never."""
    last = _last(column.name)
    depth = column.name.count(".") + 2 * column.name.count("[")
    if None in column.counts and column.counts[None] * 2 > len(column.cells):
        return 9
    if column.name == "key" or last in _NAMES:
        return min(1 + depth, 8)
    if depth == 0 and last.endswith("id") and _is_code(column):
        return 1
    if last in _PLACES and depth > 1 and "[1]" not in column.name:
        return 5
    if last in _NUMBERS:
        return 2 if depth == 0 and last not in ("url", "uri", "uuid", "uid") else 9
    if _is_mostly_empty(column):
        return 9
    if last in _SAYING:
        return min(2 + depth, 8)
    if last in _TELLING:
        return min(3 + depth, 8)
    if column.is_kinds:
        return 9 if depth > 1 else 4 + depth
    if column.numbers is not None and not column.ordered:
        return 6 + min(depth, 3)
    return 9


def names_first(columns: "list[Column]") -> list[Column]:
    """The columns, those that name something before the others."""
    return sorted(columns, key=lambda column: _last(column.name) not in _NAMES)


def first_of_each_rule(columns: list[Column]) -> list[int]:
    """In a report of findings the first row of each rule, while there are not too many rules."""
    for column in columns:
        if _last(column.name) in _RULES and not column.distinct and len(column.counts) <= MOST_RULES:
            seen: dict[str, int] = {}
            for row, cell in enumerate(column.cells):
                if cell is not None:
                    seen.setdefault(cell, row)
            return list(seen.values())
    return []


def _is_identity(column: Column) -> bool:
    """Whether the column says which one each row is: a short text of its own in all rows but a few."""
    if not column.distinct or column.numbers is not None or not _last(column.name).endswith(_IDENTITIES):
        return False
    present = [cell for cell in column.cells if cell is not None]
    return len(present) * 10 >= len(column.cells) * 9 and max(map(len, present)) <= IDENTITY_WIDTH


def _is_code(column: Column) -> bool:
    return all(cell is None or _CODE.fullmatch(cell) is not None for cell in column.counts)


def _is_description(column: Column) -> bool:
    if _last(column.name) != "description":
        return False
    return sum(len(cell or "") for cell in column.cells) > LONG_TEXT * len(column.cells)


def _is_mostly_empty(column: Column) -> bool:
    empty = sum(column.counts.get(value, 0) for value in (None, "null", '""', "[]", "{}"))
    return empty * 5 > 4 * len(column.cells)


def _last(path: str) -> str:
    return path.rpartition(".")[2].lower()
