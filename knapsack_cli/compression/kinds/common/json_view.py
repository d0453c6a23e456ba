"""A view of JSON: keys and scalars as written, arrays of like objects as tables, bulk data as counts.

Rows are tied to the lines of a pretty-printed text, and the marks of a text on one line name bytes, so
that `retrieve --lines` and `retrieve --bytes` bring back what a mark stands for.
"""

from bisect import bisect_right

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common.json_rows import alike, elements
from knapsack_cli.compression.kinds.common.json_stems import groups_of, stem_of, wrapped
from knapsack_cli.compression.kinds.common.json_tree import Container, Value, numbers_of, tight
from knapsack_cli.compression.longlines import windowed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import DATA, EVIDENCE, IMPORTANT, MARK, NORMAL, Row
from knapsack_cli.compression.shapes import shape_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

INLINE = 160
"""Containers up to this many characters stand on one row."""
MOST_DEPTH = 40
"""Deeper containers are shown as the head of their text."""
LEAST_TABLE = 4
LARGE = 2500
"""Characters of an object; two or three of such a size are shown by what sets them apart."""
LEAST_LARGE = 2
LEAST_MAP = 8
"""Members of like objects from which an object is a table by key."""
MOST_MEMBERS = 60
"""Objects of more scalars of one form (times, numbers, hashes) are told by their first and last ..."""
MAP_SHOWN = 20
MAP_TAIL = 5
LONG_STRING = 400
STRINGS_SHOWN = 40
ROW_OF_NAMES = 1500

_OURS = ("<redacted:", " data URI, ")
"""Where these stand, the text is not as it came, and its bytes are not the original's."""


class Source:
    """The text, and where its characters stand in lines and bytes."""

    __slots__ = ("_altered", "_bytes", "_lines", "base", "text")

    def __init__(self, text: str, base: int) -> None:
        self.text = text
        self.base = base
        self._lines: list[int] = []
        self._bytes: list[int] = []
        self._altered = base > 0 or any(sign in text for sign in _OURS)
        at = text.find("\n")
        while at >= 0:
            self._lines.append(at)
            at = text.find("\n", at + 1)

    def line(self, position: int) -> int:
        """The index of the line that holds the character at `position`."""
        return bisect_right(self._lines, position - 1)

    def span(self, start: int, end: int) -> str:
        """How a mark names `text[start:end]`: by lines, or by bytes where it is within one line."""
        first, last = self.line(start), self.line(end - 1)
        if first != last:
            return f"lines {self.base + first + 1}-{self.base + last + 1}"
        if self._altered:
            return ""
        return f"bytes {self._byte(start)}-{self._byte(end)}"

    def _byte(self, position: int) -> int:
        if self.text.isascii():
            return position
        block = 1 << 16
        if not self._bytes:
            self._bytes = [0]
            for at in range(0, len(self.text), block):
                size = len(self.text[at : at + block].encode("utf-8", "surrogateescape"))
                self._bytes.append(self._bytes[-1] + size)
        whole = position // block
        rest = self.text[whole * block : position].encode("utf-8", "surrogateescape")
        return self._bytes[whole] + len(rest)


class Renderer:
    """Builds the rows of one document."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.rows: list[Row] = []

    def add(self, text: str, start: int, end: int, rank: int = EVIDENCE, form: int = DATA) -> None:
        """One row for `text[start:end]`."""
        line = self.source.line
        self.rows.append(Row(text, line(start), line(max(start, end - 1)), rank, form))

    def value(self, label: str, value: Value, start: int, end: int, depth: int, comma: str = "") -> None:
        """The rows of one value, the first beginning with `label`."""
        pad = " " * min(depth, 12)
        if isinstance(value, str):
            self.add(f"{pad}{label}{shorten(value)}{comma}", start, end, _rank(depth))
            return
        short = self.inline(value)
        if short is not None:
            self.add(f"{pad}{label}{short}{comma}", start, value.end, _rank(depth))
        elif value.bulk and self.text.find("[", value.start + 1, value.end) < 0:
            self.add(f"{pad}{label}{self.numbers(value)}{comma}", start, value.end, _rank(depth))
        elif depth >= MOST_DEPTH:
            self.add(pad + label + windowed(self.text[value.start : value.end]), start, value.end, NORMAL)
        elif value.is_object:
            self.object(pad + label, value, start, depth, comma)
        else:
            self.array(pad + label, value, start, depth, comma)

    def inline(self, value: Container) -> str | None:
        """The whole container on one row, or None where it is too long."""
        if value.end - value.start > 8 * INLINE:
            return None
        raw = tight(self.text[value.start : value.end])
        return raw if len(raw) <= INLINE else None

    def numbers(self, value: Container) -> str:
        """The first numbers of a bulk array, and how many more there are between which bounds."""
        numbers = numbers_of(self.text, value)
        head = ",".join(numbers[:8])
        return f"[{head}, [... {thousands(len(numbers) - 8)} more numbers{_bounds(numbers)}]]"

    def object(self, label: str, value: Container, start: int, depth: int, comma: str) -> None:
        """An object: its scalars side by side, its containers each on rows of its own."""
        containers = [item for item in value.values if isinstance(item, Container)]
        if len(value.values) >= LEAST_MAP and (groups := groups_of(self.text, value)):
            self.add(label + "{", start, value.start + 1, _rank(depth))
            self.grouped(value, groups, depth + 1)
            self.close("}", value, depth, comma)
            return
        if len(containers) >= LEAST_MAP and len(containers) == len(value.values) and alike(containers):
            self.add(label + "{", start, value.start + 1, _rank(depth))
            self.table(containers, value.keys, depth + 1)
            self.close("}", value, depth, comma)
            return
        self.add(label + "{", start, value.start + 1, _rank(depth))
        if not containers and len(value.values) > MOST_MEMBERS and _same_form(value.values):
            self.members(value, depth + 1, range(MAP_SHOWN))
            left, right = value.starts[MAP_SHOWN], value.starts[-MAP_TAIL]
            rest = len(value.values) - MAP_SHOWN - MAP_TAIL
            note = _bounds([item for item in value.values if isinstance(item, str)])
            names = ", ".join(value.keys[MAP_SHOWN:-MAP_TAIL])
            if not names.isascii() or any(letter.isalpha() for letter in names[:ROW_OF_NAMES]):
                note += f"; {names}" if len(names) <= min(ROW_OF_NAMES, (right - left) // 2) else ""
            text = f"[... {thousands(rest)} more members, {self.source.span(left, right)}{note}]"
            self.add(" " * min(depth + 1, 12) + text, left, right, EVIDENCE, MARK)
            self.members(value, depth + 1, range(len(value.values) - MAP_TAIL, len(value.values)))
        else:
            self.members(value, depth + 1, range(len(value.values)))
        self.close("}", value, depth, comma)

    def grouped(self, value: Container, groups: list[list[int]], depth: int) -> None:
        """Members of which many follow from their names: one of each group, the names of its others."""
        pad = " " * min(depth, 12)
        grouped = {index for group in groups for index in group}
        at = 0
        above = ""
        for group in groups:
            self.members(value, depth, [index for index in range(at, group[0]) if index not in grouped])
            self.members(value, depth, group[:1])
            stem, rest = stem_of(value.keys[group[0]]), group[1:]
            left, last = value.starts[rest[0]], value.values[rest[-1]]
            right = last.end if isinstance(last, Container) else value.starts[rest[-1]] + len(last)
            names = [stem_of(value.keys[index]) for index in rest]
            note = f"{pad}[x{thousands(len(rest))} more like this, with another name for {stem}: "
            if ", ".join([stem, *names]) == above:
                self.add(note + "the same ones]", left, right, EVIDENCE, MARK)
            else:
                above = ", ".join([stem, *names])
                for piece in wrapped(names, ROW_OF_NAMES):
                    self.add(f"{note}{piece}]", left, right, EVIDENCE, MARK)
                    note = f"{pad}[and "
            at = group[0]
        self.members(value, depth, [index for index in range(at, len(value.values)) if index not in grouped])

    def members(self, value: Container, depth: int, indexes: "Sequence[int]") -> None:
        """Members of an object: short ones side by side, longer ones on rows of their own."""
        pad = " " * min(depth, 12)
        group: list[str] = []
        width = group_start = group_end = 0
        size = len(value.values)
        for index in indexes:
            item = value.values[index]
            at = value.starts[index]
            end = item.end if isinstance(item, Container) else at + len(value.keys[index]) + 4
            short = shorten(item) if isinstance(item, str) else self.inline(item)
            if isinstance(item, str) and self.text.startswith(f'"{value.keys[index]}": ', at):
                key = f'"{value.keys[index]}": '
            else:
                key = f'"{value.keys[index]}":'
            tail = "," if index + 1 < size else ""
            if short is None or width + len(short) > INLINE:
                if group:
                    self.add(pad + " ".join(group), group_start, group_end, _rank(depth))
                group, width = [], 0
            if short is None:
                self.value(key, item, at, end, depth, tail)
                continue
            if not group:
                group_start = at
            group.append(f"{key}{short}{tail}")
            group_end = end
            width += len(group[-1]) + 1
        if group:
            self.add(pad + " ".join(group), group_start, group_end, _rank(depth))

    def close(self, bracket: str, value: Container, depth: int, comma: str) -> None:
        """The closing bracket of a container, if the text has it."""
        if value.closed:
            self.add(" " * min(depth, 12) + bracket + comma, value.end - 1, value.end, _rank(depth))

    def array(self, label: str, value: Container, start: int, depth: int, comma: str) -> None:
        """An array: a table where its elements are alike, else its head, its tail and what fails."""
        inner = elements(self.text, value)
        self.add(label + "[", start, value.start + 1, _rank(depth))
        least = LEAST_TABLE if value.end - value.start < len(inner) * LARGE else LEAST_LARGE
        if len(inner) >= least and len(inner) == len(value.values) and alike(inner):
            self.table(inner, None, depth + 1)
        elif inner:
            self.mixed(value, depth + 1)
        else:
            self.strings(value, depth + 1)
        self.close("]", value, depth, comma)

    def strings(self, value: Container, depth: int) -> None:
        """An array of scalars: whole when short, else head, tail, what fails, and a mark."""
        pad = " " * min(depth, 12)
        items = [item for item in value.values if isinstance(item, str)]
        shown = range(len(items))
        if len(items) > STRINGS_SHOWN + 10:
            kept = {*range(STRINGS_SHOWN - 5), *range(len(items) - 5, len(items))}
            failing = [at for at, item in enumerate(items) if at not in kept and is_failure(item)]
            shown = sorted(kept.union(failing[:STRINGS_SHOWN]))  # type: ignore[assignment]
        previous = -1
        group: list[str] = []
        group_start = 0
        for at in shown:
            if at != previous + 1:
                self.add(pad + " ".join(group), value.starts[group_start], value.starts[previous] + 1)
                left, right = value.starts[previous + 1], value.starts[at]
                span = self.source.span(left, right)
                text = f"{pad}[... {thousands(at - previous - 1)} more items, {span}{_bounds(items)}]"
                self.add(text, left, right, IMPORTANT, MARK)
                group = []
            if not group:
                group_start = at
            previous = at
            group.append(shorten(items[at]) + ("," if at + 1 < len(items) else ""))
            if sum(map(len, group)) > INLINE:
                self.add(pad + " ".join(group), value.starts[group_start], value.starts[at] + 1)
                group = []
        if group:
            self.add(pad + " ".join(group), value.starts[group_start], value.starts[previous] + 1)

    def mixed(self, value: Container, depth: int) -> None:
        """An array of unlike elements: the first ones and the last, the rest by count."""
        size = len(value.values)
        limit = 24 if value.end - value.start < 12_000 else 6
        for index, item in enumerate(value.values):
            if size > limit + 2 and limit <= index < size - 1:
                if index == limit:
                    left, right = value.starts[limit], value.starts[size - 1]
                    span = self.source.span(left, right)
                    text = f"{' ' * min(depth, 12)}[... {thousands(size - 1 - limit)} more items, {span}]"
                    self.add(text, left, right, IMPORTANT, MARK)
                continue
            at = value.starts[index]
            end = item.end if isinstance(item, Container) else at + len(item)
            self.value("", item, at, end, depth, "," if index + 1 < size else "")

    def table(self, inner: list[Container], keys: list[str] | None, depth: int) -> None:
        """Rows of like objects: the shape, the first rows, the rows that differ, and counts of the rest."""
        from knapsack_cli.compression.kinds.common.json_table import table_rows

        self.rows.extend(table_rows(self, inner, keys, depth))


def _rank(depth: int) -> int:
    return EVIDENCE if depth <= 4 else IMPORTANT if depth <= 7 else NORMAL


def _same_form(values: list[Value]) -> bool:
    """Whether nearly all scalars have the same form once digits are masked."""
    forms: dict[str, int] = {}
    for value in values:
        form = shape_of(value) if isinstance(value, str) else "{"
        forms[form] = forms.get(form, 0) + 1
    return max(forms.values()) * 10 >= len(values) * 8


def _bounds(numbers: list[str]) -> str:
    """`: -3..9866`, as written, where all are numbers."""
    try:
        values = [float(number) for number in numbers]
    except ValueError:
        return ""
    order = sorted(range(len(values)), key=values.__getitem__)
    return f": {numbers[order[0]]}..{numbers[order[-1]]}"


def shorten(raw: str) -> str:
    """A scalar as written; of a very long string the head, the tail and what speaks of failure."""
    if len(raw) <= LONG_STRING:
        return raw
    return windowed(raw) if len(raw) > 700 else raw
