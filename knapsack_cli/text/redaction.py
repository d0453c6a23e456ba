"""Secrets out, line count kept.

The literal prefilter decides whether there is anything to look for; only then the rules are loaded. A finding
becomes ``<redacted:kind>`` or, where that would be longer, ``***``.
"""

from knapsack_cli.text.secret_signals import INVISIBLE, has_secret_signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["has_secret_signal", "redact"]

_PIECE = 1 << 16
"""Characters that the rules read at a time; pieces without a signal are passed over."""
_LONGEST_LINE = 1 << 20
_LONGEST_KEY = 1 << 14
_SHARED = 1 << 12
"""Characters that two pieces of one line share: more than any token, a key written in one line too."""


_MOST_PASSES = 4


def redact(text: str) -> tuple[str, int]:
    """Replace every secret in `text`; returns the text and how many were replaced.

    The count of newlines never changes, so line numbers stay true, and no line gets longer. Every line of a
    private key is replaced. Neither colours, hyperlinks nor characters without width hide a token. What is
    left holds nothing that a second look would take: a stand-in may be what shows its neighbour.
    """
    total = 0
    for _ in range(_MOST_PASSES):
        try:
            text, count = _redact_once(text)
        except Exception:
            # A fault of the rules must not let a secret out: the line on which they fail is not shown.
            return _line_by_line(text)
        if not count:
            break
        total += count
    return text, total


def _line_by_line(text: str) -> tuple[str, int]:
    total = 0
    lines = text.split("\n")
    for at, line in enumerate(lines):
        try:
            lines[at], count = _redact_once(line)
        except Exception:
            lines[at], count = "***"[: len(line)], 1
        total += count
    return "\n".join(lines), total


def _redact_once(text: str) -> tuple[str, int]:
    data = shown(text)
    if not has_secret_signal(data):
        return text, 0
    from knapsack_cli.text.secret_rules import Visible

    spans: list[tuple[int, int, str]] = []
    if not (b"\x1b" in data or b"\x7f" in data or b"\0" in data or b"\b" in data):
        spans = _found(data)
    else:
        for titles in (False, True) if b"\x1b]" in data else (False,):
            visible = Visible(data, titles)
            place = visible.place
            spans += [(place(start), place(end - 1) + 1, kind) for start, end, kind in _found(visible.data)]
    return _replace(text, merge(spans))


def shown(text: str) -> bytes:
    """A byte a character: `?` for what is not ASCII, DEL for what no reader sees (zero width, direction)."""
    if not text.isascii() and any(mark in text for mark in INVISIBLE):
        text = text.translate(dict.fromkeys(map(ord, INVISIBLE), "\x7f"))
    return text.encode("ascii", "replace")


def _found(data: bytes) -> list[tuple[int, int, str]]:
    from knapsack_cli.text.secret_rules import find_secrets

    spans: list[tuple[int, int, str]] = []
    for start, end in _pieces(data):
        piece = data[start:end]
        if has_secret_signal(piece):
            spans += [(start + begin, start + stop, kind) for begin, stop, kind in find_secrets(piece)]
    return spans


def _pieces(data: bytes) -> "Iterable[tuple[int, int]]":
    """Cut `data` between lines into pieces, never inside a private key.

    A line of over a megabyte is cut where it happens to be; its pieces overlap, so that none hides a secret.
    """
    size = len(data)
    start = 0
    overlap = 0
    while start < size:
        end = min(size, start + _PIECE)
        into = 0
        if end < size:
            line_end = data.rfind(b"\n", start, end)
            if line_end < 0:
                line_end = data.find(b"\n", end, end + _LONGEST_LINE)
            if line_end >= 0:
                end = line_end + 1
            else:
                into = _SHARED
            key = data.rfind(b"-----BEGIN ", start, end)
            if key > start and end - key < _LONGEST_KEY and data.find(b"-----END ", key, end) < 0:
                end = data.rfind(b"\n", start, key) + 1 or end
        yield start - overlap, min(size, end + into)
        start = end
        overlap = into


def merge(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Sort spans and join those that overlap; the joined span has the kind of its longest part."""
    merged: list[tuple[int, int, str]] = []
    longest = 0
    for start, end, kind in sorted(spans, key=lambda span: (span[0], -span[1], span[2])):
        if merged and start < merged[-1][1]:
            first, stop, old = merged[-1]
            merged[-1] = (first, max(stop, end), kind if end - start > longest and kind else old)
            longest = max(longest, end - start)
        elif end > start:
            merged.append((start, end, kind))
            longest = end - start
    return merged


def _replace(text: str, spans: list[tuple[int, int, str]]) -> tuple[str, int]:
    parts: list[str] = []
    position = 0
    count = 0
    for start, stop, kind in spans:
        end = stop
        secret = text[start:stop]
        escapes = len(secret) - len(secret.rstrip("\\"))
        if escapes % 2 and escapes < len(secret) and text.startswith('"', stop):
            end -= 1  # the backslash is that of the quote: without it a JSON string would end here
        parts.append(text[position:start])
        parts.append(_stand_in(text[start:end], kind))
        count += kind != ""
        position = end
    parts.append(text[position:])
    return "".join(parts), count


def _stand_in(secret: str, kind: str) -> str:
    """What stands for `secret`: one stand-in a line, never longer than the line."""
    lines = secret.split("\n")
    name = f"<redacted:{kind}>"
    first = name if kind and len(name) <= len(lines[0]) else "***"[: len(lines[0])]
    return "\n".join([first, *("***"[: len(line)] for line in lines[1:])])
