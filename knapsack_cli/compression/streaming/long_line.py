"""A line too long to hold: its ends, and windows around what speaks of a failure."""

from knapsack_cli.compression.evidence import SEEDS, WIDE_SEEDS, is_failure
from knapsack_cli.compression.longlines import HEAD, MOST_WINDOWS, TAIL, WINDOW
from knapsack_cli.compression.marks import thousands

_OVERLAP = 256
_MOST_LOOKS = 16
_SEEDS = tuple(seed.encode() for seed in SEEDS[:10])
_WIDE_SEEDS = tuple(seed.encode() for seed in WIDE_SEEDS)
_DELETE_DIGITS = {ord(char): None for char in "0123456789"}


class LongLine:
    """Takes a line piece by piece."""

    def __init__(self) -> None:
        self._head = b""
        self._tail = b""
        self._windows: list[tuple[int, bytes]] = []
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
        lowered = data.lower()
        places: set[int] = set()
        for seed in _SEEDS if lowered.isascii() else _SEEDS + _WIDE_SEEDS:
            at = lowered.find(seed)
            for _ in range(_MOST_LOOKS):
                if at < 0:
                    break
                places.add(at)
                at = lowered.find(seed, at + len(seed))
        for at in sorted(places):
            start = max(0, at - WINDOW)
            window = data[start : at + WINDOW]
            around = data[max(0, at - 30) : at + 60].decode("utf-8", "ignore")
            wording = around.translate(_DELETE_DIGITS)
            if wording in self._wordings or not is_failure(around):
                continue
            if self._windows and offset + start < self._windows[-1][0] + 2 * WINDOW:
                continue
            self._wordings.add(wording)
            self._windows.append((offset + start, window))
            if len(self._windows) == MOST_WINDOWS:
                return

    def text(self) -> str:
        """Head, windows and tail, with the number of bytes between them."""
        parts = [self._head.decode("utf-8", "ignore")]
        position = len(self._head)
        tail_start = max(position, self.size - TAIL)
        for start, window in self._windows:
            if start < position or start + len(window) > tail_start:
                continue
            parts.append(f" [... {thousands(start - position)} bytes ...] {window.decode('utf-8', 'ignore')}")
            position = start + len(window)
        if tail_start > position:
            parts.append(f" [... {thousands(tail_start - position)} bytes ...] ")
        tail = self._tail[-(self.size - tail_start) :] if self.size > tail_start else b""
        parts.append(tail.decode("utf-8", "ignore"))
        return "".join(parts)
