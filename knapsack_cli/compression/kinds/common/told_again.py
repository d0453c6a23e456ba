"""Blocks of a diff that its reader has before him already: repeated to the letter, or moved elsewhere.

The first time a block stands whole, with its line numbers under it where they are referred to; after
that a mark says which lines it is the same as.
"""

from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import EVIDENCE, LINE, MARK, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from knapsack_cli.compression.model import Segment

LEAST_WON = 60
"""Characters that a mark must save."""
REPEATED_LEAST = 2
"""Lines of a repeated block: a line taken out and what came in its place."""
MOVED_LEAST = 3
"""Lines of a moved block: fewer are alike by chance."""
PLACES = 6
"""How many earlier places of a line are tried."""
NEAR = 12
"""Rows within which a block is found without its numbers."""


class _Pointer:
    """Rows `first` to `first + size` (exclusive) are told by the rows from `source` on."""

    __slots__ = ("first", "note", "size", "source")

    def __init__(self, first: int, size: int, source: int, note: str) -> None:
        self.first = first
        self.size = size
        self.source = source
        self.note = note


def point_back(segment: "Segment", rows: list[Row]) -> list[Row]:
    """The rows with repeated blocks of changed lines, then moved ones, told by marks."""
    rows = _written(segment, rows, _repeated(segment, rows))
    return _written(segment, rows, _moved(segment, rows))


def _is_changed(row: Row | None) -> bool:
    return (
        row is not None
        and row.form == LINE
        and row.rank == EVIDENCE
        and row.text[:1] in ("+", "-")
        and row.first >= 0
    )


def _length(
    rows: list[Row | None], one: int, other: int, same: "Callable[[Row, Row], bool]", end: int = 0
) -> int:
    """How many rows from `one` on (before `end`, if given) are the same as those from `other` on."""
    size = 0
    start, begin = rows[one], rows[other]
    assert start is not None
    assert begin is not None
    while other + size < len(rows) and one + size < (end or len(rows)):
        left, right = rows[one + size], rows[other + size]
        if left is None or right is None or not (_is_changed(left) and _is_changed(right)):
            break
        if left.first != start.first + size or right.first != begin.first + size or not same(left, right):
            break
        size += 1
    return size


def _repeated(segment: "Segment", rows: list[Row]) -> list[_Pointer]:
    """Blocks that stood before, sign and all."""
    places: dict[str, list[int]] = {}
    found: list[_Pointer] = []
    left: list[Row | None] = list(rows)
    index = 0
    while index < len(rows):
        step = 1
        if _is_changed(rows[index]):
            best, source = 0, 0
            for place in places.get(rows[index].text, ()):
                size = _length(left, place, index, _equal, index)
                if size > best:
                    best, source = size, place
            if best >= REPEATED_LEAST and _won(segment, rows, _Pointer(index, best, source, "as")):
                found.append(_Pointer(index, best, source, "as"))
                left[index : index + best] = [None] * best
                step = best
            else:
                _add_place(places, rows[index].text, index)
        index += step
    return found


def _moved(segment: "Segment", rows: list[Row]) -> list[_Pointer]:
    """Blocks taken out that stand elsewhere as put in, perhaps with other indentation."""
    places: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        if row.text[:1] == "+" and _is_changed(row):
            _add_place(places, row.text[1:].strip(), index)
    found: list[_Pointer] = []
    left: list[Row | None] = list(rows)
    index = 0
    while index < len(rows):
        step = 1
        row = rows[index]
        if row.text[:1] == "-" and _is_changed(row) and row.text[1:].strip():
            best, source = 0, 0
            for place in places.get(row.text[1:].strip(), ()):
                size = _length(left, index, place, _put_in)
                if size > best:
                    best, source = size, place
            exact = all(rows[index + at].text[1:] == rows[source + at].text[1:] for at in range(best))
            pointer = _Pointer(
                index, best, source, "moved, as added in" if exact else "moved, re-indented, as added in"
            )
            if best >= MOVED_LEAST and _won(segment, rows, pointer):
                found.append(pointer)
                step = best
        index += step
    return found


def _add_place(places: dict[str, list[int]], text: str, index: int) -> None:
    at = places.setdefault(text, [])
    if len(at) < PLACES:
        at.append(index)


def _equal(one: Row, other: Row) -> bool:
    return one.text == other.text


def _put_in(taken: Row, put: Row) -> bool:
    return taken.text[:1] == "-" and put.text[:1] == "+" and taken.text[1:].strip() == put.text[1:].strip()


def _won(segment: "Segment", rows: list[Row], pointer: _Pointer) -> bool:
    """Whether a mark, and the numbers under its source, are shorter than the block by enough."""
    whole = sum(len(row.text) + 1 for row in rows[pointer.first : pointer.first + pointer.size])
    spent = len(_mark(segment, rows, pointer)) + 1
    if not _is_near(pointer):
        spent += len(_label(_lines(segment, rows, pointer))) + 1
    return whole - spent >= LEAST_WON


def _is_near(pointer: _Pointer) -> bool:
    return abs(pointer.source - pointer.first - pointer.size) <= NEAR


def _lines(segment: "Segment", rows: list[Row], pointer: _Pointer) -> str:
    first, last = rows[pointer.source], rows[pointer.source + pointer.size - 1]
    return f"lines {segment.number(first.first)}-{segment.number(last.last)}"


def _label(lines: str) -> str:
    return f"[{lines}]"


def _mark(segment: "Segment", rows: list[Row], pointer: _Pointer) -> str:
    start, end = rows[pointer.first], rows[pointer.first + pointer.size - 1]
    note = f"{pointer.note} {_lines(segment, rows, pointer)}"
    return gap_mark(segment.number(start.first), segment.number(end.last), pointer.size, note)


def _written(segment: "Segment", rows: list[Row], pointers: list[_Pointer]) -> list[Row]:
    """The rows with marks in the place of blocks, and the numbers of those referred to under them."""
    if not pointers:
        return rows
    starts = {pointer.first: pointer for pointer in pointers}
    labels: dict[int, list[str]] = {}
    for pointer in pointers:
        if not _is_near(pointer):
            under = labels.setdefault(pointer.source + pointer.size - 1, [])
            label = _label(_lines(segment, rows, pointer))
            if label not in under:
                under.append(label)
    written: list[Row] = []
    index = 0
    while index < len(rows):
        block = starts.get(index)
        end = index + 1
        if block is None:
            written.append(rows[index])
        else:
            end = index + block.size
            mark = _mark(segment, rows, block)
            written.append(Row(mark, rows[index].first, rows[end - 1].last, EVIDENCE, MARK))
        for at in range(index, end):
            written.extend(
                Row(label, rank=EVIDENCE, form=MARK)
                for label in labels.get(at, ())
                if f"{label[1:-1]}: " not in written[-1].text
            )
        index = end
    return written
