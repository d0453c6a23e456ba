"""The values that the stages of compression hand to each other.

A kind of text looks at a `Segment` and answers with `Decisions` (a rank for each line) or, where
another arrangement is shorter, with a `View` (rows of its own that say which lines they show). The
pipeline turns both into rows, spends the budget on them by rank, and writes the marks.
"""

from knapsack_cli.compression.options import Hints as Hints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

DROP = 0
"""Left out; a mark stands in its place."""
FILLER = 1
"""Shown when there is room to spare."""
CONTEXT = 2
"""Lines around evidence, heads and tails."""
NORMAL = 3
"""What a summary of this text would hold."""
IMPORTANT = 4
"""Warnings, rare shapes, headings: the last to go of what is not evidence."""
DETAIL = 5
"""What evidence is documented with: kept as long as evidence is, and the first of it to go."""
EVIDENCE = 6
"""What an engineer needs; kept whole up to the evidence budget."""
FAILURE = 7
"""Errors and failing tests, each with its place."""
ALWAYS = 8
"""Summaries, headers and tags that the rest cannot be read without."""

LINE = 0
"""A row that is one input line, verbatim."""
REST = 1
"""A row that is an input line without the prefix that the heading above it holds."""
HEADING = 2
"""A row that holds the prefix shared by the rows under it; it shows no line of its own."""
NUMBERED = 3
"""A row that starts with its line number: the gap in the numbers is the mark."""
MARK = 4
"""A row of ours, in square brackets: what stands here and how much of it."""
GAP = 5
"""Lines left out; `text` is the note that the mark will carry."""
DATA = 6
"""A row of values as written, arranged by a view (a table's row, a path in a tree)."""

LONGEST_ROW = 2000
"""Characters; a longer kept line is shown in windows."""
_DIGITS_TO_ZERO = bytes(0x30 if 0x30 <= byte <= 0x39 else byte for byte in range(256))


class Kind:
    """One kind of text: a row of the table in `kinds/`.

    Attributes:
        name: what `--as`, `--explain` and the statistics call it.
        module: where it lives, under `kinds/`.
        signals: byte strings of which at least one stands in the skeleton (digits as 0) of every
            text of this kind; empty when only the command or `recognise` can tell.
        commands: program names (or `git log`-like pairs) whose output it is.
        extensions: endings of `--path` that name it.
        uncut: other outputs are not looked for inside it (a log holds anything, a document is one).
    """

    __slots__ = ("commands", "extensions", "module", "name", "signals", "uncut")

    def __init__(
        self,
        name: str,
        module: str,
        signals: tuple[bytes, ...] = (),
        commands: tuple[str, ...] = (),
        extensions: tuple[str, ...] = (),
        *,
        uncut: bool = False,
    ) -> None:
        self.name = name
        self.module = module
        self.signals = signals
        self.commands = commands
        self.extensions = extensions
        self.uncut = uncut


class Segment:
    """A run of lines that came from one program.

    A log of many lines is told by its bytes; only the lines that are shown are ever decoded. So the text
    may be given as bytes, and `lines` are made when a kind asks for them.

    Attributes:
        base: how many lines of the input stand before it; line `i` is number `base + i + 1`.
        hints: what the caller knows.
    """

    __slots__ = ("_data", "_lines", "_raw", "_skeleton", "_source", "base", "hints")

    def __init__(self, lines: list[str] | None, base: int, hints: Hints, data: bytes | None = None) -> None:
        self._lines = lines
        self.base = base
        self.hints = hints
        self._source = data
        self._data: bytes | None = None if lines is None else data
        self._raw: list[bytes] | None = None
        self._skeleton: bytes | None = None

    @property
    def lines(self) -> list[str]:
        """The text, terminal noise resolved, without line ends."""
        if self._lines is None:
            self._lines = self.data.decode("utf-8", "surrogateescape").split("\n")
        return self._lines

    @property
    def data(self) -> bytes:
        """The same text as UTF-8 bytes, lines joined by newlines."""
        if self._data is None:
            if self._lines is None and self._source is not None:
                self._data = self._source.removesuffix(b"\n")
            else:
                self._data = "\n".join(self.lines).encode("utf-8", "surrogateescape")
        return self._data

    @property
    def source(self) -> bytes:
        """The data, or the same with a newline at its end: whichever is there without a copy."""
        return self.data if self._source is None else self._source

    @property
    def raw(self) -> list[bytes]:
        """The lines as UTF-8 bytes."""
        if self._raw is None:
            source = self.source
            self._raw = source.split(b"\n")
            if self._lines is None and source.endswith(b"\n"):
                self._raw.pop()
        return self._raw

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self._lines if self._lines is not None else self.raw)

    def line(self, index: int) -> str:
        """One line, without decoding all."""
        if self._lines is not None:
            return self._lines[index]
        return self.raw[index].decode("utf-8", "surrogateescape")

    @property
    def skeleton(self) -> bytes:
        """Head, middle and tail of the data with every digit as 0: what signals are looked for in."""
        if self._skeleton is None:
            data = self.source
            if len(data) > 96_000:
                middle = len(data) // 2
                data = data[:48_000] + b"\n" + data[middle : middle + 24_000] + b"\n" + data[-24_000:]
            self._skeleton = data.translate(_DIGITS_TO_ZERO)
        return self._skeleton

    def number(self, index: int) -> int:
        """The line number, in the whole input, of the line at `index`."""
        return self.base + index + 1


class Note:
    """What the mark of a gap says of the lines `first` to `last` (indexes, inclusive) left out there."""

    __slots__ = ("first", "last", "text")

    def __init__(self, first: int, last: int, text: str) -> None:
        self.first = first
        self.last = last
        self.text = text


class Fold:
    """A row of ours after line `after`, which stands for `count` lines like it up to line `last`.

    `text` is the whole row. The lines it stands for are told here, so they leave no gap mark.
    """

    __slots__ = ("after", "count", "last", "text")

    def __init__(self, after: int, count: int, last: int, text: str) -> None:
        self.after = after
        self.count = count
        self.last = last
        self.text = text


class Decisions:
    """A rank for each line of a segment.

    Attributes:
        ranks: one byte a line (DROP .. ALWAYS).
        notes: what the marks of gaps say.
        folds: rows that stand for lines like the one above.
        told: one byte a line, 1 where a fold stands for the line, so that it needs no gap mark.
        guard: whether evidence among the dropped lines is to be put back.
        numbered: whether lines are shown with their numbers, whose gaps then are the marks.
        longest: so many characters of a line that speaks of no failure are shown; 0: as everywhere.
    """

    __slots__ = ("folds", "guard", "longest", "notes", "numbered", "ranks", "told")

    def __init__(self, size: int, rank: int = DROP) -> None:
        self.ranks = bytearray([rank]) * size
        self.notes: list[Note] = []
        self.folds: list[Fold] = []
        self.told: bytearray | None = None
        self.guard = True
        self.numbered = False
        self.longest = 0

    def keep(self, index: int, rank: int) -> None:
        """Raise the rank of one line to `rank`; indexes outside the segment are ignored."""
        if 0 <= index < len(self.ranks) and self.ranks[index] < rank:
            self.ranks[index] = rank

    def keep_range(self, first: int, last: int, rank: int) -> None:
        """Raise the rank of the lines `first` to `last`, inclusive."""
        ranks = self.ranks
        for index in range(max(first, 0), min(last + 1, len(ranks))):
            if ranks[index] < rank:
                ranks[index] = rank

    def note(self, first: int, last: int, text: str) -> None:
        """Say of gaps within `first` to `last`, inclusive, what was left out there."""
        self.notes.append(Note(first, last, text))

    def fold(self, after: int, members: "Iterable[int]", text: str) -> None:
        """Put the row `text` after line `after` (which must be kept); it stands for `members`."""
        if self.told is None:
            self.told = bytearray(len(self.ranks))
        told, indexes = self.told, list(members)
        for index in indexes:
            told[index] = 1
        self.folds.append(Fold(after, len(indexes), max(indexes, default=after), text))


class Row:
    """One row of the output.

    Attributes:
        text: what is written; for GAP rows the note of the mark.
        first, last: indexes of the lines it shows or stands for, inclusive (-1: none).
        more: further lines that the same row shows (equal messages at several places).
        count: how many lines from between `first` and `last` a fold stands for; 0: all of them.
        rank, form: as above.
    """

    __slots__ = ("count", "first", "form", "last", "more", "rank", "text")

    def __init__(
        self,
        text: str,
        first: int = -1,
        last: int = -1,
        rank: int = NORMAL,
        form: int = LINE,
        more: tuple[int, ...] = (),
        count: int = 0,
    ) -> None:
        self.text = text
        self.count = count
        self.first = first
        self.last = last if last >= 0 else first
        self.rank = rank
        self.form = form
        self.more = more


class View:
    """A segment arranged in rows of the kind's own; every omission is told by a row or by numbers.

    Row indexes are relative to the segment (the pipeline shifts them); line numbers in texts are
    the input's (`Segment.number`).
    """

    __slots__ = ("rows",)

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
