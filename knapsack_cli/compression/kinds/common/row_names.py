"""What the rows that a table leaves out are called: their names, where there is room to say them."""

from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from knapsack_cli.compression.kinds.common.columns import Column

LEAST_ROOM = 700
"""Characters that names may take in any table ..."""
SHARE = 0.4
"""... and in a larger one this share of it ..."""
MOST_ROOM = 12_000
"""... up to so many."""
LONGEST_NAME = 80
"""Characters of a name on average: what is longer is a text."""
MOST_OF_ONE_SHAPE = 150
"""More names than this that differ by their numbers alone are told by the first and the last."""
_ADDRESS = lazy(r"(?:0x)?[0-9a-f]{16}")
"""What a kernel calls its own things."""
_DIGITS = lazy(r"\d+")
_NAMES = (
    "pod",
    "name",
    "unit",
    "package",
    "repository",
    "module",
    "crate",
    "gem",
    "formula",
    "file",
    "path",
    "vulnerability",
)
_TITLES = ("name", "title", "login", "slug", "hostname", "full_name", "fullname", "path", "file", "filename")


def room_for(size: int) -> float:
    """How many characters the names of rows may take in a table of `size` characters."""
    return max(LEAST_ROOM, min(MOST_ROOM, SHARE * size))


def naming_column(columns: "Sequence[Column]") -> "Column | None":
    """The column of a table of lines that says which one a row is: one called so, else the first."""
    for column in (*_called_names(columns), *columns[:1]):
        if column.distinct and _is_text(column):
            return column
    return None


def named_column(columns: "Sequence[Column]") -> "Column | None":
    """The first column that is called a name, though its values come again: images with several tags."""
    for column in _called_names(columns):
        return column if _is_text(column) and not column.is_constant else None
    return None


def _called_names(columns: "Sequence[Column]") -> "list[Column]":
    """The columns that are called so, of pods before their containers; a namespace names none of its rows."""
    called = [(column, column.name.lower()) for column in columns]
    if called and called[0][1] == "command":
        return [called[0][0]]  # lsof, whose NAME is that of a file
    named = [
        (name != "pod", column)
        for column, name in called
        if name != "namespace" and any(word in name for word in _NAMES)
    ]
    return [column for _, column in sorted(named, key=lambda pair: pair[0])]


def title_column(columns: "Sequence[Column]") -> "Column | None":
    """The member that names each object of an array, where it has one of a usual name."""
    for column in columns:
        last = column.name.rpartition(".")[2].lower()
        if last in _TITLES and column.distinct and _is_text(column):
            return column
    return None


def _is_text(column: "Column") -> bool:
    if column.numbers is not None or column.is_time or _ADDRESS.fullmatch(column.cells[0] or ""):
        return False
    if column.counts.get(None, 0) * 10 > len(column.cells):
        return False
    return sum(len(cell or "") for cell in column.cells) <= LONGEST_NAME * len(column.cells)


def listed(names: "Sequence[str]", room: float) -> str:
    """All names, as they are or with what neighbours share said once; nothing where neither fits."""
    if len(names) > MOST_OF_ONE_SHAPE and len({_DIGITS.sub("0", name) for name in names}) == 1:
        return f"{names[0]}..{names[-1]}"
    literal = ", ".join(names)
    if len(literal) <= room:
        return literal
    factored = ", ".join(_factored(names))
    return factored if len(factored) <= room else ""


def counted(names: "Sequence[str]", room: float) -> str:
    """Each name once with how often it comes, the frequent ones first; nothing where it is too long."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    told = ", ".join(f"{name} x{count}" if count > 1 else name for name, count in ranked)
    return told if len(told) <= room else ""


def _factored(names: "Sequence[str]") -> list[str]:
    """Neighbours that differ in their last part alone, as one: `api-7d9f-{x2k4d,q8zlm}`."""
    groups: list[tuple[str, list[str]]] = []
    for name in names:
        stem, sign, last = name.rpartition("-")
        if groups and stem and groups[-1][0] == stem + sign and not set("{},") & set(name):
            groups[-1][1].append(last)
        else:
            groups.append((stem + sign, [last]))
    return [stem + (f"{{{','.join(lasts)}}}" if len(lasts) > 1 else lasts[0]) for stem, lasts in groups]
