"""All the rules for secrets, run over one piece of text."""

import re
from bisect import bisect_right

from knapsack_cli.text.secret_assignments import find_assigned
from knapsack_cli.text.secret_commands import find_in_commands
from knapsack_cli.text.secret_context import beside_access_key, find_in_context
from knapsack_cli.text.secret_statements import find_in_statements
from knapsack_cli.text.secret_tokens import find_tokens

Span = tuple[int, int, str]

_KEY_MARKS = (b"PRIVATE KEY", b"Private-Lines:", b"kty")
_COLOUR = re.compile(rb"\x1b(?:\[[0-?]{0,64}[ -/]{0,4}[@-~]|[()][AB0])|[\x00-\x06\x08\x0e-\x1a\x7f]")
_COLOUR_AND_TITLE = re.compile(_COLOUR.pattern + rb"|\x1b[\]P^_][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\)")


def find_secrets(data: bytes) -> list[Span]:
    """Spans (start, end, kind) of the secrets in `data`, unsorted, perhaps overlapping.

    The kind of a private key's later lines is ``""``.
    """
    spans: list[Span] = []
    if any(mark in data for mark in _KEY_MARKS):
        from knapsack_cli.text.private_keys import find_private_keys

        spans += find_private_keys(data)
    for span in find_tokens(data):
        spans.append(span)
        if span[2] == "aws-key":
            secret = beside_access_key(data, span[1])
            if secret is not None:
                spans.append(secret)
    spans += find_assigned(data)
    lower = data.lower()
    spans += find_in_context(data, lower)
    spans += find_in_commands(data, lower)
    spans += find_in_statements(data, lower)
    return spans


class Visible:
    """Bytes without what a terminal does not show, and where each of them stood."""

    __slots__ = ("_shifts", "_starts", "data")

    def __init__(self, data: bytes, titles: bool) -> None:
        """`titles`: leave out window titles and the addresses of hyperlinks too."""
        pattern = _COLOUR_AND_TITLE if titles else _COLOUR
        parts: list[bytes] = []
        self._starts = [0]
        self._shifts = [0]
        position = shown = 0
        for found in pattern.finditer(data):
            parts.append(data[position : found.start()])
            shown += found.start() - position
            position = found.end()
            self._starts.append(shown)
            self._shifts.append(position - shown)
        parts.append(data[position:])
        self.data = b"".join(parts)

    def place(self, position: int) -> int:
        """Where the byte at `position` of `data` stood."""
        return position + self._shifts[bisect_right(self._starts, position) - 1]
