"""Parts of an original: a range of lines or bytes, or the lines that match a pattern."""

from __future__ import annotations

from dataclasses import dataclass

from knapsack_cli.errors import UsageError
from knapsack_cli.text.decoding import decode
from knapsack_cli.text.patterns import BoundedPattern
from knapsack_cli.text.redaction import redact

MATCH_SECONDS = 5.0
"""How long a pattern of the user's may work on one original before it is stopped."""


@dataclass(frozen=True)
class Part:
    """Which part of an original is asked for; all of it when nothing is set.

    `lines` are 1-based and inclusive, `span` is in bytes, 0-based and exclusive at its end.
    """

    lines: tuple[int, int] | None = None
    span: tuple[int, int] | None = None
    pattern: str = ""
    around: int = 0

    @classmethod
    def parse(cls, lines: str, span: str, pattern: str, around: int) -> Part:
        """From the words of the command line.

        Raises:
            UsageError: a range that is none, or two ranges at once.
        """
        if lines and span:
            raise UsageError("give --lines or --bytes, not both")
        return cls(
            _range(lines, "--lines", 1) if lines else None,
            _range(span, "--bytes", 0) if span else None,
            pattern,
            around,
        )

    def of(self, data: bytes) -> bytes:
        """This part of `data`; matches carry their line numbers as grep -n writes them.

        Raises:
            UsageError: the pattern is not a regular expression, or takes too long.
        """
        if self.span is not None:
            return data[self.span[0] : self.span[1]]
        if self.lines is None and not self.pattern:
            return data
        rows = data.splitlines(keepends=True) if b"\n" not in data else _split_lines(data)
        first, last = self.lines or (1, len(rows))
        if not self.pattern:
            return b"".join(rows[first - 1 : last])
        return _matching(rows, first, min(last, len(rows)), self.pattern, self.around)


def _split_lines(data: bytes) -> list[bytes]:
    rows = [row + b"\n" for row in data.split(b"\n")]
    rows[-1] = rows[-1][:-1]
    return rows if rows[-1] else rows[:-1]


def _range(text: str, option: str, lowest: int) -> tuple[int, int]:
    first, colon, last = text.replace("-", ":").partition(":")
    try:
        start = int(first) if first else lowest
        end = int(last) if last else (1 << 62 if colon else start)
    except ValueError:
        raise UsageError(f"{option} {text}: it takes A:B, for example 120:160") from None
    if start < lowest or end < start:
        raise UsageError(f"{option} {text}: it takes A:B with {lowest} <= A <= B")
    return start, end


def _matching(rows: list[bytes], first: int, last: int, pattern: str, around: int) -> bytes:
    try:
        compiled = BoundedPattern(pattern, MATCH_SECONDS)
    except ValueError as error:
        raise UsageError(f"--grep {pattern}: {error}") from None
    hits = [number for number in range(first, last + 1) if compiled.search(decode(rows[number - 1]))]
    if compiled.stopped:
        raise UsageError(f"--grep {pattern}: takes over {MATCH_SECONDS:g} s; write a simpler pattern")
    shown = set(hits)
    written: list[bytes] = []
    previous = 0
    wanted = sorted({n for hit in hits for n in range(max(first, hit - around), min(last, hit + around) + 1)})
    for number in wanted:
        if around and previous and number > previous + 1:
            written.append(b"--\n")
        row = rows[number - 1]
        written.append(b"%d%s%s" % (number, b":" if number in shown else b"-", row))
        if not row.endswith(b"\n"):
            written.append(b"\n")
        previous = number
    return b"".join(written)


def redacted(data: bytes) -> tuple[bytes, int]:
    """`data` without its secrets, and how many there were; bytes without any come back as they are."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
    clean, count = redact(text)
    return (clean.encode("utf-8", "surrogateescape"), count) if count else (data, 0)
