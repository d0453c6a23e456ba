"""Texts made from real ones: cut, joined, shuffled, bytes changed; the same for the same seed."""

from __future__ import annotations

import random
from pathlib import Path

MOST_BYTES = 30_000


class Mutator:
    """Makes texts of every kind there are seeds of."""

    def __init__(self, seeds: list[Path], number: int) -> None:
        self._seeds = [path.read_bytes()[:200_000] for path in seeds]
        self._random = random.Random(number)

    def next(self) -> bytes:
        """The next text."""
        rnd = self._random
        lines = rnd.choice(self._seeds).split(b"\n")
        others = rnd.choice(self._seeds).split(b"\n")
        start = rnd.randrange(max(1, len(lines)))
        part = lines[start : start + rnd.choice((8, 40, 200, 400))]
        way = rnd.randrange(9)
        if way == 1:
            part += others[: rnd.randrange(1, 120)]
        elif way == 2:
            part = [line[: rnd.randrange(60)] for line in part]
        elif way == 3:
            rnd.shuffle(part)
        elif way == 4:
            part = [line for pair in zip(part, others, strict=False) for line in pair]
        elif way == 5:
            part = [self._bytes_changed(b"\n".join(part))]
        elif way == 6:
            part = part * rnd.randrange(2, 9)
        elif way == 7:
            part = [rnd.randbytes(rnd.randrange(3_000))]
        elif way == 8:
            part = [b"".join(part)]
        return b"\n".join(part)[:MOST_BYTES] + rnd.choice((b"", b"\n", b"\r\n", b"\n\n"))

    def _bytes_changed(self, text: bytes) -> bytes:
        changed = bytearray(text)
        for _ in range(self._random.randrange(1, 60)):
            if changed:
                changed[self._random.randrange(len(changed))] = self._random.randrange(256)
        return bytes(changed)
