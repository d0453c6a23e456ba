"""Names that are the same on every machine: 60-bit hashes of what a source calls a session or message."""

from __future__ import annotations

# The module behind hashlib, which costs a cold search several milliseconds more.
from _blake2 import blake2b
from functools import lru_cache

from knapsack_cli.errors import UsageError

DIGITS = 15
"""Hexadecimal digits of a whole key."""

SHOWN = 12
"""Digits shown; any unambiguous prefix is understood."""


def hash_key(*parts: str) -> int:
    """A 60-bit key made from `parts`, in order."""
    data = "\0".join(parts).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big") >> 4


@lru_cache(maxsize=256)
def session_key(agent: str, source: str) -> int:
    """The key of a session."""
    return hash_key("session", agent, source)


def message_key(agent: str, scope: str, entry: str, part: str) -> int:
    """The key of a message that its source gives an id."""
    return hash_key("message", agent, scope, entry, part)


def unnamed_message_key(session: int, role: str, time: int | None, text: str) -> int:
    """The key of a message that has no id: its session, role, time and text."""
    return hash_key("unnamed", str(session), role, str(time), text)


def message_id(key: int) -> str:
    """`e` and the key's first digits."""
    return f"e{key:015x}"[: SHOWN + 1]


def session_id(key: int) -> str:
    """`s` and the key's first digits."""
    return f"s{key:015x}"[: SHOWN + 1]


def key_range(name: str, letter: str) -> tuple[int, int]:
    """The first and last key that the id or prefix of an id `name` may mean.

    Raises:
        UsageError: not an id of this kind.
    """
    digits = name[1:].lower()
    if name[:1] != letter or not 4 <= len(digits) <= DIGITS or digits.strip("0123456789abcdef"):
        raise UsageError(f"{name!r} is not an id: {letter} and 4 to {DIGITS} hexadecimal digits")
    shift = 4 * (DIGITS - len(digits))
    first = int(digits, 16) << shift
    return first, first + (1 << shift) - 1
