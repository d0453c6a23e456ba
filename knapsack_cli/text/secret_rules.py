"""All the rules for secrets, run over one piece of text."""

import re

from knapsack_cli.text.secret_context import beside_access_key, find_in_context
from knapsack_cli.text.secret_tokens import find_tokens

Span = tuple[int, int, str]

_KEY_MARKS = (b"PRIVATE KEY", b"Private-Lines:", b"kty")
_COLOUR = rb"\x1b(?:\[[0-?]{0,64}[ -/]{0,4}[@-~]|\(B)"


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
    spans += find_in_context(data)
    return spans


def visible(data: bytes) -> tuple[bytes, list[int]]:
    """`data` without colours, and where each byte of it stood."""
    parts: list[bytes] = []
    places: list[int] = []
    position = 0
    for found in re.finditer(_COLOUR, data):
        parts.append(data[position : found.start()])
        places.extend(range(position, found.start()))
        position = found.end()
    parts.append(data[position:])
    places.extend(range(position, len(data)))
    return b"".join(parts), places
