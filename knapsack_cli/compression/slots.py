"""What stood in the slots of a shape: values where they are few, lowest and highest of numbers, odd ones.

Works on whole columns of words at once: joining, splitting, sets and counting run at C speed, so a group
of a hundred thousand lines costs little more than reading it.
"""

from _collections import _count_elements

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.shapes import HOST, TIME, VARIABLE, is_time, words_in

FEW = 5
"""So many different values are listed whole, with their counts."""
MOST_COUNTED = 64
"""A column with more different values is not counted by value."""
MOST_TEXT = 150
"""About as many characters a fold row may have."""
ODD_SHARE = 100
"""A value is odd when at most one line in this many has it, and the others are few."""
MOST_ODD = 8
CHUNK = 8192
"""Lines looked at in one go."""
_OPENING = "[(<{\"'"
_CLOSING = "])>}\"',;:"
_END = b"\x01"
_DIGITS = b"0123456789"
_HEXADECIMAL = "0123456789abcdef"
_NUMBER = b"0123456789."
_NOT_DIGITS = bytes(byte for byte in range(256) if byte not in b"0123456789")
_NOT_NUMBER_TO_SPACE = bytes(byte if byte in _NUMBER else 32 for byte in range(256))


class Column:
    """The values of one slot, gathered chunk by chunk.

    Attributes:
        counts: how often each value was seen; None once there are too many.
        numeric: whether every value is one number with the same text around it.
        low, high: the values with the lowest and the highest number.
    """

    __slots__ = ("_affix", "_high", "_low", "counts", "high", "low", "numeric")

    def __init__(self) -> None:
        self.counts: dict[bytes, int] | None = {}
        self.numeric = True
        self.low = self.high = b""
        self._affix = b""
        self._low = self._high = 0.0

    def add(self, values: list[bytes]) -> None:
        """Take the values of further lines."""
        counts = self.counts
        if counts is None:
            self._add_numbers(values)
            return
        distinct = set(values)
        if len(distinct) > MOST_COUNTED:
            self.counts = None
        else:
            if len(distinct) == 1:
                counts[values[0]] = counts.get(values[0], 0) + len(values)
            else:
                _count_elements(counts, values)
            if len(counts) > MOST_COUNTED:
                self.counts = None
        if self.numeric:
            self._add_numbers(list(distinct))

    def _add_numbers(self, values: list[bytes]) -> None:
        text = b" ".join(values)
        affix = values[0].translate(None, _NUMBER)
        if (self.low and affix != self._affix) or (
            text.translate(None, _NUMBER) != b" ".join([affix] * len(values))
        ):
            self.numeric = False
            return
        bounds = _bounds_by_length(values, text) or _bounds_by_value(values, text)
        if bounds is None:
            self.numeric = False
            return
        for value in bounds:
            number = float(value.translate(_NOT_NUMBER_TO_SPACE))
            if not self.low or number < self._low:
                self._low, self.low = number, value
            if not self.high or number > self._high:
                self._high, self.high = number, value
        self._affix = affix
        if self.counts is None and len(self.high) - len(affix) > 7 and b"." not in self.high:
            self.numeric = False  # an identifier

    def join(self, other: "Column") -> None:
        """Take what another column has gathered."""
        if self.counts is not None and other.counts is not None:
            for value, count in other.counts.items():
                self.counts[value] = self.counts.get(value, 0) + count
            if len(self.counts) > MOST_COUNTED:
                self.counts = None
        else:
            self.counts = None
        if not self.numeric or not other.numeric or (self.low and self._affix != other._affix):
            self.numeric = False
            return
        self._affix = other._affix
        if not self.low or other._low < self._low:
            self._low, self.low = other._low, other.low
        if not self.high or other._high > self._high:
            self._high, self.high = other._high, other.high


def _bounds_by_length(values: list[bytes], text: bytes) -> tuple[bytes, bytes] | None:
    """The least and the greatest of whole numbers that begin alike: the longer is the greater."""
    if b"." in text:
        return None
    first = values[0]
    head = first[: len(first) - len(first.lstrip(_NOT_DIGITS))]
    lengths = set(map(len, values))
    shortest, longest = min(lengths), max(lengths)
    if shortest != longest and (b" " + head + b"0" in text or first.startswith(head + b"0")):
        return None  # with leading zeros the longer need not be the greater
    if shortest == longest:
        bounds = min(values), max(values)
    else:
        bounds = (
            min(value for value in values if len(value) == shortest),
            max(value for value in values if len(value) == longest),
        )
    for value in bounds:
        if len(value.translate(_NOT_NUMBER_TO_SPACE).split()) != 1:
            return None
    return bounds


def _bounds_by_value(values: list[bytes], text: bytes) -> tuple[bytes, bytes] | None:
    """The least and the greatest of any numbers; None where a value is not just one number."""
    numbers = text.translate(_NOT_NUMBER_TO_SPACE).split()
    if len(numbers) != len(values):
        return None
    try:
        parsed: list[float] = list(map(float if b"." in text else int, numbers))
    except ValueError:
        return None
    return values[parsed.index(min(parsed))], values[parsed.index(max(parsed))]


class Slots:
    """The columns of a shape."""

    __slots__ = ("columns", "width")

    def __init__(self, masks: "tuple[str | None, ...]", line: bytes = b"") -> None:
        """Columns for the words that may vary.

        Args:
            masks: of the shape.
            line: one line of it; its words without digits vary in short ones alone (`add`, `bad`).
        """
        self.width = len(masks)
        words = line.split()
        self.columns: dict[int, Column] = {
            at: Column()
            for at, masked in enumerate(masks)
            if masked != TIME
            and (masked is None or masked == HOST or at >= len(words) or _may_vary(words[at]))
        }

    def add(self, lines: list[bytes]) -> None:
        """Take lines of this shape; those of another number of words are passed over."""
        step = self.width + 1
        for start in range(0, len(lines), CHUNK):
            part = lines[start : start + CHUNK]
            words = (b" " + _END + b" ").join(part).split()
            if len(words) != step * len(part) - 1 or words[self.width :: step].count(_END) != len(part) - 1:
                part = [line for line in part if len(line.split()) == self.width]
                words = (b" " + _END + b" ").join(part).split()
                if len(words) != step * len(part) - 1:
                    continue
            for at, column in self.columns.items():
                if column.counts is not None or column.numeric:
                    column.add(words[at::step])

    def join(self, other: "Slots") -> None:
        """Take what the slots of another shape of as many words have gathered."""
        for at in list(self.columns):
            if at in other.columns:
                self.columns[at].join(other.columns[at])
            else:
                del self.columns[at]

    def odd(self, total: int) -> list[tuple[int, bytes]]:
        """The columns and values that are odd: a few seen once or so where others are the rule."""
        found: list[tuple[int, bytes]] = []
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

    def without(self, lines: list[bytes]) -> None:
        """Take back lines that are shown themselves: the counts are of the others."""
        for line in lines:
            words = line.split()
            if len(words) != self.width:
                continue
            for at, column in self.columns.items():
                if column.counts is not None:
                    left = column.counts.get(words[at], 1) - 1
                    if left:
                        column.counts[words[at]] = left
                    else:
                        column.counts.pop(words[at], None)


def _may_vary(word: bytes) -> bool:
    return len(word.translate(None, VARIABLE)) < 3 or word.translate(None, _DIGITS) != word


def tell(slots: Slots, line: bytes) -> str:
    """The slots worth telling, in the order of the line that is shown."""
    words = words_in(line)
    parts: list[str] = []
    room = MOST_TEXT
    for at, column in slots.columns.items():
        word = words[at] if at < len(words) else ""
        if is_time(word.partition(";")[0]) or (at == 1 and words[0] == "["):
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
            elif at < 5 and (word.isdigit() or (len(word) >= 8 and not word.strip(_HEXADECIMAL))):
                continue  # process and thread ids
        if part not in parts and len(part) <= room:
            parts.append(part)
            room -= len(part) + 2
    return ", ".join(parts)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "surrogateescape")


def _differs(column: Column, word: str) -> bool:
    counts = column.counts
    return counts is not None and len(counts) == 1 and word != _text(next(iter(counts)))


def _column_text(column: Column) -> str:
    counts = column.counts
    if counts is not None:
        if not counts:
            return ""
        values = {_text(value): count for value, count in counts.items()}
        if len(values) == 1:
            return next(iter(values)).rstrip(",;:")
        head, tail = _shared(list(values))
        if head.endswith("[") and tail.startswith("]"):
            return ""  # a process id
        inner = {value[len(head) : len(value) - len(tail)]: count for value, count in values.items()}
        if len(inner) > FEW and all(value.isdecimal() for value in inner):
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
    low, high = _text(column.low), _text(column.high)
    if sum(1 for char in high if char.isdigit()) > 7 and "." not in high:
        return ""
    head, tail = _shared([low, high])
    if head.endswith("[") and tail.startswith("]"):
        return ""  # a process id
    return _braced(
        head, f"{low[len(head) : len(low) - len(tail)]}..{high[len(head) : len(high) - len(tail)]}", tail
    )
