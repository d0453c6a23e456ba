"""Reading a log line by line: bounded memory, torn and joined lines, and where to go on next time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, BinaryIO

from knapsack_cli.sessions.model import Problem

LONGEST_LINE = 16 << 20
"""Bytes of a line that is still read; the longest seen in real logs is 160 KB without images."""

_MARK = 512
"""Bytes before the place reached, kept as a hash: if they are still the same, the file only grew."""


class LineFile:
    """The JSON values of a file's lines, with how far they have been taken.

    Attributes:
        offset, line: what was read up to now, in bytes and in lines. A last line that is half written stays
            unread, so that the next import finds it whole.
    """

    def __init__(self, file: BinaryIO, offset: int = 0, line: int = 0, *, growing: bool = True) -> None:
        """Args:
        growing: whether the file may get more later; otherwise (stdin) the last line is all there is.
        """
        self.file = file
        self.offset = offset
        self.line = line
        self.growing = growing

    def __iter__(self) -> Iterator[tuple[int, int, list[Any]]]:
        """(line number, offset behind the line, its JSON values or problems), one a line."""
        while True:
            raw = self.file.readline(LONGEST_LINE + 1)
            if not raw:
                return
            size = len(raw)
            if size > LONGEST_LINE and not raw.endswith(b"\n"):
                while raw and not raw.endswith(b"\n"):
                    raw = self.file.readline(LONGEST_LINE)
                    size += len(raw)
                self.offset += size
                self.line += 1
                yield (
                    self.line,
                    self.offset,
                    [Problem(self.line, f"line of {size:,} bytes, over {LONGEST_LINE:,}")],
                )
                continue
            values = list(json_values(raw, self.line + 1))
            torn = not raw.endswith(b"\n")
            if torn and self.growing and values and isinstance(values[-1], Problem):
                torn_line = Problem(self.line + 1, "last line is half written; read when it is whole")
                yield self.line, self.offset, [torn_line]
                return
            self.offset += size
            self.line += 1
            yield self.line, self.offset, values


_MOST_TEARS = 20
"""Torn records looked past in one line: each may cost a scan to its end."""

_decoder = json.JSONDecoder()


def json_values(raw: bytes, number: int) -> Iterator[Any | Problem]:
    """Every JSON value of one line, and a problem for what is none."""
    if raw.isspace():
        return
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        yield Problem(number, f"not UTF-8 at byte {error.start}")
        return
    text = text.strip(" \t\r\n")
    try:
        yield _decoder.decode(text)
        return
    except (ValueError, RecursionError):
        pass
    at = 0
    tears = 0
    while at < len(text):
        try:
            value, at = _decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            # What is torn may be followed by a whole record that was written behind it.
            again = text.find('{"type":', at + 1) if tears < _MOST_TEARS else -1
            tears += 1
            yield Problem(number, "not JSON" if again < 0 else "a torn record before another one")
            if again < 0:
                return
            at = again
            continue
        yield value
        while at < len(text) and text[at] in " \t\r":
            at += 1


def mark_at(file: BinaryIO, offset: int) -> bytes:
    """A hash of what stands at the head of a file and before `offset`; the file's position is lost."""
    file.seek(0)
    head = file.read(min(_MARK, offset))
    file.seek(max(0, offset - _MARK))
    tail = file.read(min(_MARK, offset))
    return blake2b(head + b"\0" + tail, digest_size=12).digest()
