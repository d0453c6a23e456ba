"""Cells as numbers: plain ones, with units, with thousands; and which of them are far from the rest."""

from itertools import pairwise

from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST_ROWS = 12
"""With fewer rows nothing can be called rare or far."""
FENCE = 4.0
"""How many interquartile ranges beyond the quartiles a number is far (Tukey's outer fence is 3)."""
MOST_FAR = 6
"""Outliers kept of one column, the farthest first."""

_NUMBER = lazy(r"[-+]?[0-9][0-9,]*(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?%?")
_DECIMAL_COMMA = lazy(r"[-+]?[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})")
"""What can only be a comma before decimals: thousands come in threes."""
_COMMA_NUMBER = lazy(r"[-+]?(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+)(?:,[0-9]+)?")
_WITH_UNIT = lazy(r"(-?\d+(?:\.\d+)?) ?([A-Za-zµ]{1,3})")
_SIZES = {
    "": 1.0,
    "B": 1.0,
    "b": 1.0,
    "k": 1e3,
    "K": 1e3,
    "kB": 1e3,
    "KB": 1e3,
    "Ki": 1024.0,
    "KiB": 1024.0,
    "M": 1e6,
    "MB": 1e6,
    "Mi": 2.0**20,
    "MiB": 2.0**20,
    "G": 1e9,
    "GB": 1e9,
    "Gi": 2.0**30,
    "GiB": 2.0**30,
    "T": 1e12,
    "TB": 1e12,
    "Ti": 2.0**40,
    "TiB": 2.0**40,
}
_TIMES = {
    "ns": 1e-9,
    "us": 1e-6,
    "µs": 1e-6,
    "ms": 1e-3,
    "s": 1.0,
    "sec": 1.0,
    "m": 60.0,
    "min": 60.0,
    "h": 3600.0,
    "d": 86400.0,
    "w": 604800.0,
    "y": 31536000.0,
}
EMPTY = frozenset(("", '""', "null", "-", "none", "None", "NULL", "false", "[]", "{}", "0", "<none>"))
"""Cells that hold nothing."""


def _scales(values: "Iterable[str | None]") -> dict[str, float]:
    """What the units of a column are worth, when it is of numbers with one kind of unit; else nothing."""
    units: set[str] = set()
    for value in values:
        found = _WITH_UNIT.fullmatch(value) if value else None
        if found:
            units.add(found[2])
    if len(units) == 1:
        return dict.fromkeys(units, 1.0)
    for scales in (_SIZES, _TIMES):
        if units <= scales.keys():
            return {unit: scales[unit] for unit in units}
    return {}


def numbers_of(cells: "list[str | None]", counts: "dict[str | None, int]") -> "list[float | None] | None":
    """The cells as floats, when all but one in twenty (or the missing ones) are numbers, also with units."""
    scales = _scales(counts)
    decimal = any(value and _DECIMAL_COMMA.fullmatch(value) for value in counts)
    number = _COMMA_NUMBER if decimal else _NUMBER
    known: dict[str | None, float | None] = {}
    strange = empty = 0
    for value, count in counts.items():
        known[value] = None
        if value is None or value in EMPTY:
            if value == "0":
                known[value] = 0.0
            else:
                empty += count
        elif number.fullmatch(value):
            plain = value.replace(".", "").replace(",", ".") if decimal else value.replace(",", "")
            known[value] = float(plain.rstrip("%"))
        elif scales and (found := _WITH_UNIT.fullmatch(value)):
            known[value] = float(found[1]) * scales[found[2]]
        else:
            strange += count
    present = len(cells) - empty
    if present == 0 or strange * 20 > present or len(known) - (None in known) < 2:
        return None
    if all(found is None for found in known.values()):
        return None
    return [known[cell] for cell in cells]


def in_order(values: "list[float] | list[str]") -> bool:
    if len(values) < 3:
        return False
    rising = all(one <= two for one, two in pairwise(values))  # type: ignore[operator]
    return rising or all(one >= two for one, two in pairwise(values))  # type: ignore[operator]


def far_rows(numbers: "list[float | None]") -> list[int]:
    """Rows whose number is far beyond the quartiles, the farthest first."""
    known = sorted(number for number in numbers if number is not None)
    if len(known) < LEAST_ROWS:
        return []
    first, third = known[len(known) // 4], known[(3 * len(known)) // 4]
    reach = (third - first) * FENCE
    if reach <= 0:
        reach = max(abs(first), abs(third), 1.0) * FENCE
    far = [
        (max(first - number, number - third), row)
        for row, number in enumerate(numbers)
        if number is not None and (number < first - reach or number > third + reach)
    ]
    if len(far) * 50 > len(known) and len(far) > MOST_FAR:
        # Many far ones are a heavy tail, not outliers: the two ends tell enough.
        far = sorted(far, key=lambda pair: (-pair[0], pair[1]))[:2]
    return [row for _, row in sorted(far, key=lambda pair: (-pair[0], pair[1]))[:MOST_FAR]]
