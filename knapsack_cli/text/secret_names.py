"""Where names that tell of a secret stand: found by literal searches in a folded copy of the text.

A pattern that looks at every name of a text costs ten times as much, and of most texts no name in a hundred
tells anything.
"""

import re

from knapsack_cli.text.secret_signals import FOLD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"
_LONGEST = 100
_MARKERS = (b"=ass", b"==t", b"=sk", b"key", b"cret", b"cre", b"auth", b"ken", b"salt")
"""What every telling name holds when it is folded: `pass`, `pwd`, `psk`, `key`, `secret`, `cred`, `token`."""
_NOT_FIRST = b"0123456789.-"
_NOT_LAST = b".-"
_TAIL = re.compile(rb"[A-Za-z0-9_.\-]{0,100}+")
NOTHING_FOLLOWS = frozenset((b"", b",", b";", b".", b"!", b"/", b"@", b"\r", b"+", b"&", b"#"))
"""What ends the sentence in which a name is only spoken of."""


def find_names(data: bytes) -> "Iterator[tuple[int, int]]":
    """Spans (start, end) of the names in `data` that may tell of a secret, in order, none in another.

    Offsets are bytes. A name is a run of letters, digits, `_`, `.` and `-` that begins with a letter or `_`.
    """
    folded = data.translate(FOLD)
    hits: set[int] = set()
    for marker in _MARKERS:
        position = folded.find(marker)
        while position >= 0:
            hits.add(position + (marker == b"=sk" and data[position : position + 1] not in b"pP"))
            position = folded.find(marker, position + len(marker))
    reached = 0
    for position in sorted(hits):
        if position < reached:
            continue
        end = _TAIL.match(data, position).end()  # type: ignore[union-attr]
        reached = end
        if end == position:
            continue
        while data[end - 1] in _NOT_LAST:
            end -= 1
        if data[end : end + 1] in NOTHING_FOLLOWS:
            continue
        head = data[max(0, position - _LONGEST) : position]
        start = position - len(head) + len(head.rstrip(NAME))
        while start < end and data[start] in _NOT_FIRST:
            start += 1
        if end - start > 1:
            yield start, end
