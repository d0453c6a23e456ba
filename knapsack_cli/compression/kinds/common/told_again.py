"""Blocks of a diff that its reader has before him already: repeated to the letter, or moved elsewhere.

The first time a block stands whole, with its line numbers under it where they are referred to; after
that a mark says which lines it is the same as.
"""

from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import EVIDENCE, LINE, MARK, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
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


def _changes(rows: list[Row]) -> list[str | None]:
    """The changed lines that are shown, None in the places of other rows."""
    return [
        row.text
        if row.form == LINE and row.rank == EVIDENCE and row.first >= 0 and row.text[:1] in ("+", "-")
        else None
        for row in rows
    ]


def _follows(rows: list[Row]) -> bytearray:
    """1 for each row whose line comes right after that of the row above."""
    follows = bytearray(len(rows))
    for index in range(1, len(rows)):
        follows[index] = rows[index].first == rows[index - 1].first + 1
    return follows


class _Finder:
    """Finds where the keys from one place on stand elsewhere, the longest run of them first."""

    def __init__(self, follows: bytearray, kept: list[str | None]) -> None:
        self.follows = follows
        self.kept = kept
        self.places: dict[str, list[int]] = {}

    def add(self, index: int) -> None:
        """Remember the place of a key that may be referred to."""
        key = self.kept[index]
        if key is not None:
            at = self.places.setdefault(key, [])
            if len(at) < PLACES:
                at.append(index)

    def longest(self, sought: list[str | None], index: int, before: bool) -> tuple[int, int]:
        """The longest run of `sought` from `index` on that is kept elsewhere: its size, and where.

        Args:
            before: the run there ends before `index`.
        """
        best = source = 0
        key, follows, kept = sought[index], self.follows, self.kept
        end = len(sought)
        for place in self.places.get(key, ()) if key is not None else ():
            most = min(end - index, (index if before else end) - place)
            size = 1
            while (
                size < most
                and sought[index + size] is not None
                and sought[index + size] == kept[place + size]
                and follows[index + size]
                and follows[place + size]
            ):
                size += 1
            if size > best:
                best, source = size, place
        return best, source


def _repeated(segment: "Segment", rows: list[Row]) -> list[_Pointer]:
    """Blocks that stood before, sign and all."""
    changes = _changes(rows)
    finder = _Finder(_follows(rows), list(changes))
    found: list[_Pointer] = []
    index = 0
    while index < len(rows):
        best, source = finder.longest(changes, index, before=True)
        pointer = _Pointer(index, best, source, "as")
        if best >= REPEATED_LEAST and _won(segment, rows, pointer):
            found.append(pointer)
            finder.kept[index : index + best] = [None] * best
            index += best
        else:
            finder.add(index)
            index += 1
    return found


def _moved(segment: "Segment", rows: list[Row]) -> list[_Pointer]:
    """Blocks taken out that stand elsewhere as put in, perhaps with other indentation."""
    changes = _changes(rows)
    put = [text[1:].strip() if text is not None and text[0] == "+" else None for text in changes]
    taken = [text[1:].strip() if text is not None and text[0] == "-" else None for text in changes]
    finder = _Finder(_follows(rows), put)
    for index in range(len(rows)):
        finder.add(index)
    found: list[_Pointer] = []
    index = 0
    while index < len(rows):
        best, source = finder.longest(taken, index, before=False) if taken[index] else (0, 0)
        if best >= MOVED_LEAST:
            exact = all(rows[index + at].text[1:] == rows[source + at].text[1:] for at in range(best))
            note = "moved, as added in" if exact else "moved, re-indented, as added in"
            pointer = _Pointer(index, best, source, note)
            if _won(segment, rows, pointer):
                found.append(pointer)
                index += best
                continue
        index += 1
    return found


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
