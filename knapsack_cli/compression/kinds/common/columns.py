"""What is worth telling of many rows alike: counts of values, ranges of numbers, and the rows that differ.

Arrays of objects, NDJSON, CSV and aligned tables all come here as columns of cells as written, so that
one rule says what an outlier, a rare value and an error row is.
"""

import re

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common.quantities import (
    EMPTY,
    LEAST_ROWS,
    MOST_FAR,
    far_rows,
    in_order,
    numbers_of,
)
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import EVIDENCE, FAILURE, IMPORTANT, NORMAL
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

MOST_KINDS = 24
"""A column with more distinct values is not one of kinds."""
RARE_SHARE = 50
"""A value is rare when fewer than one row in this many has it."""
MOST_EQUAL = 3
"""Rows that share the smallest or largest number and are all kept."""
MOST_FAILURES = 60
"""Error rows kept whole; beyond that one of each shape."""
VALUE_WIDTH = 60
FEW = 6
LISTED = 12
"""Values of a column that its summary lists."""
MOST_NAMED = 100
"""The same of a column of rules or of files."""
_NAMED = lazy(
    r"(?:^|[._])(?:symbol|rule|code|check|linter|path|file|filename|message-id"
    r"|(?:rule|check|test|error)_?(?:id|name))$",
    re.IGNORECASE,
)
"""Columns of a linter's report of which each value counts: the rules and the files."""

_NOTHING = frozenset(("<none>", "<unset>", "-"))
"""Cells that say no more when all are so."""

_TIME = lazy(r"(?:19|20)\d\d-[01]\d(?:-[0-3]\d)?(?:$|[T ][0-2]\d:[0-5]\d)")
_CLOCK = lazy(r"[0-2]?\d:[0-5]\d(?::[0-5]\d)?|[A-Z][a-z]{2} ?[0-3]?\d")
"""A time of day, or a day of a month: what ps says of when a process began."""
_FAILURE_NAMES = lazy(r"(?:^|[._\[\]])(?:err|error|errors|exception|failure|fault|stack)s?\d*$", re.I)

_CODE_NAMES = lazy(r"\b(?:function|symbol)s?\b|^(?:cmd|command|command line|args)$", re.I)
"""Columns of names in code and of commands, which speak of errors and timeouts where nothing failed."""

MOST_WORDS = 6
"""A column of so few first words tells states: the rare ones stand out."""


class Column:
    """One column of cells as written; None is a missing cell.

    Attributes:
        name: as the text calls it.
        counts: how often each value is there; missing cells under None.
        numbers: the cells as floats where nearly all are numbers, else None.
        low, high: rows of the smallest and the largest number (or text, when in order), else -1.
        ordered: the values only grow (or only shrink) from row to row.
        distinct: nearly every cell differs from all others.
        rare: the values that are rare in a column of kinds.
    """

    __slots__ = ("cells", "counts", "distinct", "high", "low", "name", "numbers", "ordered", "rare")

    def __init__(self, name: str, cells: "list[str | None]") -> None:
        self.name = name
        self.cells = cells
        counts: dict[str | None, int] = {}
        for cell in cells:
            counts[cell] = counts.get(cell, 0) + 1
        self.counts = counts
        self.numbers = numbers_of(cells, counts)
        present = len(cells) - counts.get(None, 0)
        self.distinct = present > len(cells) // 2 and (len(counts) - (None in counts)) * 5 > present * 3
        self.low = self.high = -1
        self.ordered = False
        if self.numbers is not None:
            known = [(number, row) for row, number in enumerate(self.numbers) if number is not None]
            self.low, self.high = min(known)[1], max(known, key=lambda pair: (pair[0], -pair[1]))[1]
            self.ordered = self.distinct and in_order([pair[0] for pair in known])
        elif self.distinct:
            texts = [cell for cell in cells if cell is not None]
            self.ordered = in_order(texts)
        self.rare: frozenset[str | None] = frozenset()
        if len(cells) >= LEAST_ROWS and self.is_kinds and not self._is_clock:
            limit = max(1, len(cells) // RARE_SHARE)
            self.rare = frozenset(value for value, count in counts.items() if count <= limit)

    def of(self, rows: "list[int]") -> "Column":
        """The same column of these rows alone."""
        return Column(self.name, [self.cells[row] for row in rows])

    @property
    def is_kinds(self) -> bool:
        """Whether the column holds few values that are seen again and again."""
        size = len(self.cells)
        if len(self.counts) == 1:
            return False
        if len(self.counts) <= MOST_KINDS:
            frequent = sum(count for count in self.counts.values() if count > max(2, size // 100))
            return frequent * 5 >= size * 4
        return False

    @property
    def is_constant(self) -> bool:
        """Whether every row has the same value."""
        return len(self.counts) == 1

    @property
    def _is_listed(self) -> bool:
        """Whether numbers are told by their counts: codes and sizes of which there are few, or one mostly."""
        if len(self.counts) > LISTED or not self.is_kinds:
            return False
        return len(self.counts) <= FEW or 2 * max(self.counts.values()) > len(self.cells)

    @property
    def is_named(self) -> bool:
        """Whether it holds rules or files that come again and again, of which each counts."""
        return _NAMED.search(self.name) is not None and not self.distinct and len(self.counts) <= MOST_NAMED

    @property
    def is_time(self) -> bool:
        """Whether every cell is a date, or a date and a time, that sorts as text."""
        return len(self.counts) > LISTED and all(
            value is None or value in EMPTY or _TIME.match(value) is not None for value in self.counts
        )

    @property
    def _is_clock(self) -> bool:
        """Whether every cell is a time of day or a day: that few rows share one says nothing of them."""
        return all(value is None or _CLOCK.fullmatch(value) is not None for value in self.counts)

    def summary(self) -> str:
        """`status paid x371, pending x27` or `amount 1.10..240.00`, or nothing that is worth telling."""
        cells = self.cells
        if self.is_constant:
            if cells[0] in _NOTHING:
                return ""
            return f"{self.name} {_short(cells[0])} in all"
        if self.numbers is not None and not self._is_listed:
            span = f"{self.name} {cells[self.low]}..{cells[self.high]}"
            absent = self.counts.get(None, 0)
            return f"{span}, missing x{thousands(absent)}" if absent else span
        if self.is_time:
            present = sorted(cell for cell in self.counts if cell)
            return f"{self.name} {present[0]}..{present[-1]}"
        most = MOST_NAMED if self.is_named else LISTED
        if self.is_named or self.is_kinds or (len(self.counts) <= LISTED and not self.distinct):
            ranked = sorted(self.counts.items(), key=lambda item: (-item[1], str(item[0])))
            if len(ranked) > 3 and ranked[0][1] == ranked[-1][1]:
                names = [_short(value) for value, _ in ranked[:most]]
                names += [f"{len(ranked) - most} more"] if len(ranked) > most else []
                return f"{self.name} {', '.join(names)} x{thousands(ranked[0][1])} each"
            parts = [f"{_short(value)} x{thousands(count)}" for value, count in ranked[:most]]
            if len(ranked) > most:
                parts.append(f"{len(ranked) - most} more")
            return f"{self.name} " + ", ".join(parts)
        if self.ordered:
            present = [cell for cell in cells if cell is not None]
            return f"{self.name} {_short(present[0])}..{_short(present[-1])}"
        if self.distinct:
            return ""
        ranked = sorted(self.counts.items(), key=lambda item: (-item[1], str(item[0])))
        parts = [f"{_short(value)} x{thousands(count)}" for value, count in ranked[:3] if count > 1]
        return f"{self.name} " + ", ".join([*parts, f"{thousands(len(ranked) - len(parts))} more"])


def _short(value: str | None) -> str:
    if value is None:
        return "(missing)"
    if value == "":
        return '""'
    return value if len(value) <= VALUE_WIDTH else value[: VALUE_WIDTH - 3] + "..."


def remarkable(
    columns: "list[Column]", size: int, reasons: "dict[int, list[Column]] | None" = None
) -> dict[int, int]:
    """The rows that differ from the rest, with the rank that each deserves.

    Args:
        reasons: is filled with the columns for whose cells a row was chosen.
    """
    ranks: dict[int, int] = {}

    def mark(row: int, rank: int, column: Column | None = None) -> None:
        if ranks.get(row, 0) < rank:
            ranks[row] = rank
        if reasons is not None and column is not None:
            found = reasons.setdefault(row, [])
            if column not in found:
                found.append(column)

    failing: dict[int, None] = {}
    for column in columns:
        for row in _failing_rows(column, size):
            failing[row] = None
        if size < LEAST_ROWS or column.is_constant:
            continue
        if column.numbers is not None and not (column.is_kinds and len(column.counts) <= MOST_KINDS):
            if not column.ordered:
                for row in _ends(column):
                    mark(row, NORMAL, column)
            for row in far_rows(column.numbers):
                mark(row, IMPORTANT, column)
        if column.rare:
            seen: dict[str | None, int] = {}
            for row, cell in enumerate(column.cells):
                if cell in column.rare:
                    seen[cell] = seen.get(cell, 0) + 1
                    if seen[cell] <= 3:
                        mark(row, EVIDENCE, column)
        else:
            for row in _seldom_present(column, size) or _of_rare_word(column, size):
                mark(row, EVIDENCE, column)
    for row in _of_each_shape(columns, sorted(failing)):
        mark(row, FAILURE)
    return ranks


def _ends(column: Column) -> list[int]:
    """The rows of the smallest and the largest number, of many equals the first and the last."""
    rows: list[int] = []
    for end in (column.low, column.high):
        value = column.numbers[end] if column.numbers is not None else None
        equal = [row for row, number in enumerate(column.numbers or ()) if number == value]
        rows.extend(equal if len(equal) <= MOST_EQUAL else (end, equal[-1]))
    return rows


def _seldom_present(column: Column, size: int) -> list[int]:
    """Rows that have a cell where nearly all others have none (or nothing but null), or the other way."""
    absent = sum(count for value, count in column.counts.items() if value is None or value in EMPTY)
    limit = max(1, size // RARE_SHARE)
    rows: list[int] = []
    if 0 < size - absent <= limit:
        rows = [row for row, cell in enumerate(column.cells) if cell is not None and cell not in EMPTY]
    elif 0 < absent <= limit:
        blank = EMPTY - {"0"}
        rows = [row for row, cell in enumerate(column.cells) if cell is None or cell in blank]
    return rows[:MOST_FAR]


def _of_rare_word(column: Column, size: int) -> list[int]:
    """Rows whose cell begins with another word than nearly all do: `Exited (137)` among `Up 3 days`."""
    if column.numbers is not None or len(column.counts) < 2:
        return []
    words: dict[str, int] = {}
    first = [shape_of((cell or "").partition(" ")[0]) for cell in column.cells]
    for word in first:
        words[word] = words.get(word, 0) + 1
    limit = max(1, size // RARE_SHARE)
    if len(words) > MOST_WORDS or max(words.values()) * 10 < 6 * size:
        return []
    return [row for row, word in enumerate(first) if words[word] <= limit][:MOST_FAR]


def _failing_rows(column: Column, size: int) -> list[int]:
    """Rows whose cell speaks of a failure, unless so many do that it tells nothing."""
    if column.is_constant or _CODE_NAMES.search(column.name):
        return []
    if column.numbers is None:
        failing = {value for value in column.counts if not _is_empty(value) and is_failure(value or "")}
    else:
        failing = set()
    if _FAILURE_NAMES.search(column.name):
        failing |= {value for value in column.counts if not _is_empty(value)}
    count = sum(column.counts[value] for value in failing)
    if not count or (size >= LEAST_ROWS and count * 3 > size):
        return []
    if column.distinct and count * 10 > size and count > 10:
        return []
    return [row for row, cell in enumerate(column.cells) if cell in failing]


def _is_empty(value: str | None) -> bool:
    return value is None or value in EMPTY


def _of_each_shape(columns: "list[Column]", rows: list[int]) -> list[int]:
    """Few rows as they are; of many one of each shape, up to the limit."""
    if len(rows) <= MOST_FAILURES:
        return rows
    telling = [column for column in columns if column.numbers is None]
    kept: list[int] = []
    seen: set[str] = set()
    for row in rows:
        shape = "\0".join(shape_of(cell or "") for cell in (column.cells[row] for column in telling))
        if shape not in seen:
            seen.add(shape)
            kept.append(row)
    if len(kept) > MOST_FAILURES:
        half = MOST_FAILURES // 2
        kept = kept[:half] + kept[-half:]
    return kept


def summaries(columns: "list[Column]", limit: int) -> str:
    """The summaries of all columns that have one, joined, up to about `limit` characters.

    Those of rules and files stand whatever their length.
    """
    parts: list[str] = []
    length = 0
    left = False
    for column in columns:
        text = column.summary()
        if not text:
            continue
        if not column.is_named:
            left = left or (length + len(text) > limit and bool(parts))
            if left:
                continue
            length += len(text) + 2
        parts.append(text)
    if left:
        parts.append("...")
    return "; ".join(parts)
