"""A line too long to hold: its ends, and windows around what speaks of a failure."""

from knapsack_cli.compression.evidence import failure_spots
from knapsack_cli.compression.longlines import HEAD, MOST_WINDOWS, TAIL, WINDOW
from knapsack_cli.compression.marks import thousands

_OVERLAP = 256


class LongLine:
    """Takes a line piece by piece."""

    def __init__(self) -> None:
        self._head = b""
        self._tail = b""
        self._windows: list[tuple[int, str]] = []
        self._wordings: set[str] = set()
        self.size = 0

    def add(self, piece: bytes) -> None:
        """Take the next bytes of the line."""
        if len(self._head) < HEAD:
            self._head += piece[: HEAD - len(self._head)]
        before = self._tail[-_OVERLAP:]
        if len(self._windows) < MOST_WINDOWS:
            self._search(before + piece, self.size - len(before))
        self.size += len(piece)
        self._tail = (before + piece)[-max(TAIL, _OVERLAP) :]

    def _search(self, data: bytes, offset: int) -> None:
        text = data.decode("latin-1")
        for at in failure_spots(text, MOST_WINDOWS - len(self._windows)):
            wording = "".join(char for char in text[at : at + 40] if not char.isdigit())
            if wording not in self._wordings:
                self._wordings.add(wording)
                start = max(0, at - WINDOW)
                window = data[start : at + WINDOW].decode("utf-8", "ignore")
                self._windows.append((offset + start, window))

    def text(self) -> str:
        """Head, windows and tail, with the number of bytes between them."""
        parts = [self._head.decode("utf-8", "ignore")]
        position = len(self._head)
        tail_start = max(position, self.size - TAIL)
        for start, window in self._windows:
            if start < position or start + len(window) > tail_start:
                continue
            parts.append(f" [... {thousands(start - position)} bytes ...] {window}")
            position = start + len(window.encode())
        if tail_start > position:
            parts.append(f" [... {thousands(tail_start - position)} bytes ...] ")
        tail = self._tail[-(self.size - tail_start) :] if self.size > tail_start else b""
        parts.append(tail.decode("utf-8", "ignore"))
        return "".join(parts)
