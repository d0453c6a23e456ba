"""The way of an input that is too large to hold: blocks of whole lines, a table, rows.

The original streams into the cache beside it. Secrets are looked for in what is shown; private keys,
which are told by lines that may not be shown, in each block.
"""

from knapsack_cli.compression import detect
from knapsack_cli.compression.model import FAILURE, Hints, Row, Segment
from knapsack_cli.compression.rendering import shown_lines
from knapsack_cli.compression.streaming.folder_counts import FolderCounts
from knapsack_cli.compression.streaming.long_line import LongLine
from knapsack_cli.compression.streaming.shape_table import ShapeTable
from knapsack_cli.text import terminal
from knapsack_cli.text.decoding import decode
from knapsack_cli.text.tokens import estimate_tokens

BLOCK = 4 << 20
"""Bytes that are looked at in one go."""
LONGEST = 2 << 20
"""A longer line is read piece by piece."""
SAMPLE = 1 << 16
MOST_LONG_LINES = 40

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.streaming.answers import Answers


class Stream:
    """Takes an input piece by piece and says at the end what of it is shown."""

    def __init__(self, hints: Hints) -> None:
        self._hints = hints
        self._pieces: list[bytes] = []
        self._held = 0
        self._long: LongLine | None = None
        self._long_rows: list[Row] = []
        self._long_untold = 0
        self._table: ShapeTable | FolderCounts | None = None
        self._answers = _answers_to(hints.query) if hints.query else None
        self._tokens = 0.0
        self.kind = "text"
        self.reason = ""
        self.size = 0

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes."""
        self.size += len(chunk)
        if self._long is not None:
            end = chunk.find(b"\n")
            if end < 0:
                self._long.add(chunk)
                return
            self._long.add(chunk[:end])
            self._end_long_line()
            chunk = chunk[end + 1 :]
        self._pieces.append(chunk)
        self._held += len(chunk)
        if self._held >= BLOCK:
            self._block()

    def _block(self) -> None:
        """Take the whole lines of what is held; the rest stays."""
        data = b"".join(self._pieces)
        end = data.rfind(b"\n")
        rest = data[end + 1 :]
        self._pieces = [rest] if rest else []
        self._held = len(rest)
        if end >= 0:
            self._take(data[:end])
        if self._held >= LONGEST:
            self._long = LongLine()
            self._long.add(rest)
            self._pieces, self._held = [], 0

    def _take(self, block: bytes) -> None:
        self._tokens += estimate_tokens(block[:SAMPLE]) * len(block) / max(1, min(len(block), SAMPLE))
        if b"\x1b" in block or b"\r" in block or b"\b" in block:
            if b"\r\n" in block:
                block = block.replace(b"\r\n", b"\n")
            if b"\x1b" in block or b"\r" in block or b"\b" in block:
                block = terminal.resolve(decode(block)).encode("utf-8", "surrogateescape")
        if b"PRIVATE KEY" in block:
            from knapsack_cli.text.redaction import redact

            block = redact(decode(block))[0].encode("utf-8", "surrogateescape")
        if self._table is None:
            self._table = self._table_for(block)
        if self._answers is not None:
            self._answers.add(block, self._table.total)
        self._table.add(block)

    def _table_for(self, block: bytes) -> "ShapeTable | FolderCounts":
        head = block[:SAMPLE].rpartition(b"\n")[0] or block[:SAMPLE]
        verdict = detect.recognise(Segment(decode(head).split("\n"), 0, self._hints))
        self.reason = verdict.reason
        if verdict.kind.name == "paths":
            self.kind = "paths"
            return FolderCounts()
        self.kind = verdict.kind.name if verdict.kind.uncut else "text"
        return ShapeTable()

    def _end_long_line(self) -> None:
        assert self._long is not None
        if self._table is None:
            self._table = ShapeTable()
        number = self._table.total
        self._table.total += 1
        self._tokens += self._long.size / 3
        if len(self._long_rows) < MOST_LONG_LINES:
            self._long_rows.append(Row(self._long.text(), number, rank=FAILURE))
        else:
            self._long_untold += 1
        self._long = None

    def finish(self) -> list[Row]:
        """The rows; afterwards `total` and `tokens` are those of the whole input."""
        if self._pieces:
            data = b"".join(self._pieces)
            self._pieces = []
            self._take(data.removesuffix(b"\n"))
        if self._long is not None:
            self._end_long_line()
        rows = self._table.rows() if self._table is not None else []
        if self._long_rows:
            rows = sorted([*rows, *self._long_rows], key=lambda row: row.first)
        if self._answers is not None:
            rows = [*rows, *self._answers.rows(set(shown_lines(rows)), self.total)]
        return rows

    @property
    def total(self) -> int:
        """How many lines were taken."""
        return self._table.total if self._table is not None else 0

    @property
    def tokens(self) -> int:
        """An estimate for the whole input, from a part of each block."""
        return round(self._tokens)


def _answers_to(query: str) -> "Answers":
    """What looks for answers; loaded only where something is asked."""
    from knapsack_cli.compression.streaming.answers import Answers

    return Answers(query)
