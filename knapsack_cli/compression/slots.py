"""What stood in the slots of a shape: values where they are few, lowest and highest of numbers, odd ones.

Works on whole columns of words at once: joining, splitting and sets run at C speed, so a group of a
hundred thousand lines costs no more than reading it.
"""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.shapes import TIME, is_time

FEW = 5
"""So many different values are listed whole, with their counts."""
MOST_TEXT = 150
"""About as many characters a fold row may have."""
ODD_SHARE = 100
"""A value is odd when at most one line in this many has it, and the others are few."""
MOST_ODD = 8
MANY = 4096
"""Columns with more different values in a chunk are not looked into."""
CHUNK = 8192
_OPENING = "[(<{\"'"
_CLOSING = "])>}\"',;:"
_END = "\x01"
_NOT_NUMBER = {code: " " for code in range(128) if chr(code) not in "0123456789."}
_DELETE_NUMBER = {ord(char): None for char in "0123456789."}


class Column:
    """The values of one slot, gathered chunk by chunk.

    Attributes:
        counts: how often each value was seen; None once there are too many.
        low, high: the bounds, where every value is one number with the same text around it.
    """

    __slots__ = ("affixes", "counts", "high", "high_text", "low", "low_text", "numeric", "total")

    def __init__(self) -> None:
        self.counts: dict[str, int] | None = {}
        self.numeric = True
        self.affixes = ""
        self.low = self.high = 0.0
        self.low_text = self.high_text = ""
        self.total = 0

    def add(self, values: list[str]) -> None:
        """Take the values of further lines."""
        self.total += len(values)
        distinct = set(values)
        counts = self.counts
        if counts is not None:
            if len(distinct) + len(counts) > 64 and len(distinct) > 64:
                self.counts = None
            elif len(distinct) == 1:
                counts[values[0]] = counts.get(values[0], 0) + len(values)
            else:
                for value in values:
                    counts[value] = counts.get(value, 0) + 1
                if len(counts) > 64:
                    self.counts = None
        if self.numeric:
            self._add_numbers(distinct)

    def _add_numbers(self, distinct: set[str]) -> None:
        ordered = list(distinct)
        text = "\n".join(ordered)
        affixes = set(text.translate(_DELETE_NUMBER).split("\n"))
        numbers = text.translate(_NOT_NUMBER).split()
        affix = affixes.pop()
        if affixes or len(numbers) != len(ordered) or (self.low_text and affix != self.affixes):
            self.numeric = False
            return
        try:
            floats = list(map(float, numbers))
        except ValueError:
            self.numeric = False
            return
        low, high = min(floats), max(floats)
        if not self.low_text or low < self.low:
            self.low, self.low_text = low, min(v for v, f in zip(ordered, floats, strict=True) if f == low)
        if not self.high_text or high > self.high:
            self.high, self.high_text = (
                high,
                min(v for v, f in zip(ordered, floats, strict=True) if f == high),
            )
        self.affixes = affix


class Slots:
    """The columns of a shape."""

    __slots__ = ("columns", "width")

    def __init__(self, masks: "tuple[str | None, ...]") -> None:
        self.width = len(masks)
        self.columns: dict[int, Column] = {at: Column() for at, word in enumerate(masks) if word != TIME}

    def add(self, lines: list[str]) -> None:
        """Take lines of this shape; those of another number of words are passed over."""
        for start in range(0, len(lines), CHUNK):
            part = lines[start : start + CHUNK]
            words = f" {_END} ".join(part).split()
            step = self.width + 1
            if len(words) != step * len(part) - 1 or words[self.width :: step].count(_END) != len(part) - 1:
                words = f" {_END} ".join(line for line in part if len(line.split()) == self.width).split()
                if not words:
                    continue
            for at, column in self.columns.items():
                if column.counts is not None or column.numeric:
                    column.add(words[at::step])

    def odd(self, total: int) -> list[tuple[int, str]]:
        """The columns and values that are odd: a few seen once or so where others are the rule."""
        found: list[tuple[int, str]] = []
        if total < 20:
            return found
        for at, column in self.columns.items():
            counts = column.counts
            if counts is None or not 1 < len(counts) <= 2 * MOST_ODD:
                continue
            rare = [value for value, count in counts.items() if count * ODD_SHARE <= total or count == 1]
            if len(rare) <= MOST_ODD and sum(counts[value] for value in rare) * 10 <= total:
                found.extend((at, value) for value in rare)
        return found

    def without(self, lines: list[str]) -> None:
        """Take back lines that are shown themselves: the counts are of the others."""
        for line in lines:
            words = line.split()
            if len(words) != self.width:
                continue
            for at, column in self.columns.items():
                if column.counts is not None:
                    left = column.counts[words[at]] - 1
                    if left:
                        column.counts[words[at]] = left
                    else:
                        del column.counts[words[at]]


def tell(slots: Slots, words: list[str]) -> str:
    """The slots worth telling, in the order of the line.

    Args:
        words: the words of the line shown.
    """
    parts: list[str] = []
    room = MOST_TEXT
    for at, column in slots.columns.items():
        word = words[at] if at < len(words) else ""
        if is_time(word) or (at == 1 and words[0] == "["):
            continue
        if column.counts is not None and len(column.counts) <= 1 and not _differs(column, word):
            continue
        part = _column_text(column)
        if not part:
            continue
        if word[:1].isdigit() and at:
            before = words[at - 1].lstrip(_OPENING).replace('"', "")
            if before[:1].isalpha() and len(before) <= 20:
                part = f"{before} {part}"
            elif at < 5 and word.isdigit():
                continue  # process and thread ids
        if part not in parts and len(part) <= room:
            parts.append(part)
            room -= len(part) + 2
    return ", ".join(parts)


def _differs(column: Column, word: str) -> bool:
    return column.counts is not None and len(column.counts) == 1 and word not in column.counts


def _column_text(column: Column) -> str:
    counts = column.counts
    if counts is not None:
        if not counts:
            return ""
        if len(counts) == 1:
            return next(iter(counts)).rstrip(",;:")
        head, tail = _shared(list(counts))
        if head.endswith("[") and tail.startswith("]"):
            return ""  # a process id
        inner = {value[len(head) : len(value) - len(tail)]: count for value, count in counts.items()}
        if len(inner) > FEW and all(value.isdigit() for value in inner):
            low, high = min(inner, key=int), max(inner, key=int)
            return _braced(head, f"{low}..{high}", tail)
        if len(inner) <= FEW:
            return _listed(head, inner, tail)
    if column.numeric and column.low != column.high:
        return _range(column)
    if counts is not None and len(counts) <= 3 * FEW:
        return _listed(head, inner, tail)
    return ""


def _listed(head: str, counts: dict[str, int], tail: str) -> str:
    """`code={91 x40, 57 x1}`: the text that all share stands once."""
    ordered = sorted(counts, key=lambda value: (-counts[value], value))
    if max(map(len, ordered)) > 40:
        return ""
    if counts[ordered[0]] == counts[ordered[-1]]:
        listed = ",".join(ordered)
    else:
        listed = ", ".join(
            f"{value} x{thousands(counts[value])}" if counts[value] > 1 else value for value in ordered
        )
    return _braced(head, listed, tail)


def _braced(head: str, inner: str, tail: str) -> str:
    return head.lstrip(_OPENING) + "{" + inner + "}" + tail.rstrip(_CLOSING)


def _shared(values: list[str]) -> tuple[str, str]:
    """The head and the tail that all values share, cut at a sign so that no word is broken."""
    low, high = min(values), max(values)
    length, limit = 0, min(map(len, values))
    while length < limit and low[length] == high[length]:
        length += 1
    while length and low[length - 1].isalnum():
        length -= 1
    turned = [value[length:][::-1] for value in values]
    first, last = min(turned), max(turned)
    back, limit = 0, min(map(len, turned))
    while back < limit and first[back] == last[back]:
        back += 1
    while back and first[back - 1].isalnum():
        back -= 1
    return low[:length], first[:back][::-1]


def _range(column: Column) -> str:
    low, high = column.low_text, column.high_text
    if sum(1 for char in high if char.isdigit()) > 7 and "." not in high:
        return ""
    head, tail = _shared([low, high])
    if head.endswith("[") and tail.startswith("]"):
        return ""  # a process id
    return _braced(
        head, f"{low[len(head) : len(low) - len(tail)]}..{high[len(head) : len(high) - len(tail)]}", tail
    )
