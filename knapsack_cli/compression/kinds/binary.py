"""Bytes that are no text: a line for each run of them with type, size and hash; text between them stays."""

from hashlib import sha256

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds import general
from knapsack_cli.compression.kinds.common.magic import kind_of
from knapsack_cli.compression.marks import SHOWN_DIGITS, thousands
from knapsack_cli.compression.model import ALWAYS, DATA, FAILURE, MARK, Row, Segment, View
from knapsack_cli.compression.rendering import rows_from_decisions
from knapsack_cli.text.lazy_patterns import lazy
from knapsack_cli.text.redaction import has_secret_signal, redact

MOST_STRINGS = 20
"""Readable pieces that speak of a failure, for each run of bytes."""
LEAST_TEXT = 6
"""A shorter line between bytes is taken for bytes."""
LEAST_FIRST = 3
"""... but for the first line."""
LONG_TEXT = 60
"""Longer text between bytes is shortened like any other."""
_CONTROLS = bytes(byte for byte in range(32) if byte not in (7, 8, 9, 10, 12, 13, 27)) + b"\x7f"
_READABLE = lazy(rb"[\x20-\x7e\t]{6,400}")
_WORDS = lazy(rb"[A-Za-z]{2}[ _:/.-]")
_PHRASE = lazy(rb"[A-Za-z]{3} [A-Za-z]{3}")
"""Words that are shown where they stand beside a failure: what part of a dump it is."""


def recognise(segment: Segment) -> int:
    """Sure when control bytes are more than one in a hundred somewhere in the text."""
    data = segment.skeleton
    for start in range(0, len(data), 16_000):
        piece = data[start : start + 16_000]
        controls = len(piece) - len(piece.translate(None, _CONTROLS))
        if controls * 100 > len(piece) and controls > 4:
            return 99
    return 0


def decide(segment: Segment) -> View | None:
    """Runs of lines that are bytes, and runs that are text."""
    lines = _original_lines(segment)
    binary = [_is_bytes(line) for line in lines]
    _smooth(binary, lines)
    if not any(binary):
        return None
    rows: list[Row] = []
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and binary[end] == binary[start]:
            end += 1
        if binary[start]:
            rows.extend(_told(segment, lines, start, end))
        else:
            rows.extend(_text(segment, start, end))
        start = end
    return View(rows)


def _original_lines(segment: Segment) -> list[bytes]:
    """The lines as the bytes that they were; when those are not at hand, as the bytes they decode from."""
    original = segment.hints.original
    if original:
        lines = original.split(b"\n")[segment.base : segment.base + len(segment.lines)]
        if len(lines) == len(segment.lines):
            return lines
    return [_encoded(line) for line in segment.lines]


def _encoded(line: str) -> bytes:
    """Latin-1 where that is how an undecodable line was read, else UTF-8."""
    try:
        data = line.encode("latin-1")
        data.decode("utf-8")
    except UnicodeEncodeError:
        return line.encode("utf-8", "surrogateescape")
    except UnicodeDecodeError:
        return data
    return data


def _is_bytes(line: bytes) -> bool:
    if not line:
        return False
    if len(line) - len(line.translate(None, _CONTROLS)) > len(line) // 50:
        return True
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        high = sum(1 for byte in line[:400] if byte > 126)
        return high * 4 > min(len(line), 400)
    return False


def _smooth(binary: list[bool], lines: list[bytes]) -> None:
    """Short or wordless lines between bytes are bytes that happen to be printable."""
    for at in range(len(lines)):
        if binary[at]:
            continue
        before = at == 0 or binary[at - 1]
        after = at + 1 >= len(lines) or binary[at + 1]
        line = lines[at].strip()
        wordless = len(line) < LEAST_TEXT or _WORDS.search(line) is None
        if wordless and after and (before if at else len(line) < LEAST_FIRST):
            binary[at] = True


def _told(segment: Segment, lines: list[bytes], start: int, end: int) -> list[Row]:
    data = b"\n".join(lines[start:end])
    size, digest = len(data), sha256(data).hexdigest()[:SHOWN_DIGITS]
    kind = kind_of(data)
    first, last = segment.number(start), segment.number(end - 1)
    span = f"lines {first}-{last}" if first != last else f"line {first}"
    text = f"[binary: {kind + ', ' if kind else ''}{thousands(size)} bytes, sha256 {digest}, {span}]"
    rows = [Row(text, start, end - 1, ALWAYS, MARK)]
    found = [
        (at, piece, _speaks(piece))
        for at in range(start, end)
        for piece in (match[0].strip() for match in _READABLE.finditer(lines[at]))
    ]
    seen: set[bytes] = set()
    for order, (at, piece, speaks) in enumerate(found):
        beside = found[max(order - 1, 0) : order + 2]
        told = speaks or (_PHRASE.search(piece) and any(near[2] and abs(near[0] - at) < 2 for near in beside))
        if told and len(seen) < MOST_STRINGS and piece not in seen:
            seen.add(piece)
            text = piece.decode("ascii")
            if has_secret_signal(piece):
                text = redact(text)[0]
            rows.append(Row(text, at, rank=FAILURE, form=DATA))
    return rows


def _speaks(piece: bytes) -> bool:
    """Whether a readable piece is words that speak of a failure, not a symbol's name."""
    return b" " in piece and _WORDS.search(piece) is not None and is_failure(piece.decode("ascii"))


def _text(segment: Segment, start: int, end: int) -> list[Row]:
    lines = segment.lines[start:end]
    if end - start <= LONG_TEXT:
        return [Row(line, start + at, rank=ALWAYS) for at, line in enumerate(lines)]
    part = Segment(lines, segment.base + start, segment.hints)
    rows = rows_from_decisions(part, general.decide(part))
    for row in rows:
        row.first -= segment.base
        row.last -= segment.base
        row.more = tuple(index - segment.base for index in row.more)
    return rows
