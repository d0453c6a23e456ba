"""Past tool output through compress: what it would have saved and cost, by family of commands.

Nothing is stored. Savings are counted against no more than an agent keeps of an output by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.options import Hints, Options
from knapsack_cli.compression.shrinking import shrink
from knapsack_cli.store.statistics import AGENT_KEEPS, command_family
from knapsack_cli.text.decoding import decode
from knapsack_cli.text.terminal import has_noise, resolve
from knapsack_cli.text.tokens import estimate_tokens

AGENT_LINES = 2000
"""Lines that an agent keeps of an output by itself (Pi: the last 2,000 lines or 50 KB)."""
_DIGEST = "0" * 64
_LONGEST_LINE = 300
_PROSE = frozenset(("source", "markdown", "html"))
_TAIL = 60
"""Of a line that stands under a heading, at least so many last characters are looked for."""


class Output(NamedTuple):
    """One past tool result: what ran (a command line, a tool's name), the path it read, its text, where."""

    command: str
    tool: str
    path: str
    text: str
    place: str


class Loss(NamedTuple):
    """An output whose short form lacks lines that tell of failures: where, what ran, how many, the first."""

    place: str
    command: str
    missing: int
    example: str


class Family(NamedTuple):
    """All outputs of one family of commands. Bytes are exact, tokens estimated; seconds by the clock."""

    name: str
    outputs: int = 0
    shortened: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    tokens_before: int = 0
    tokens_after: int = 0
    seconds: float = 0.0


class Replay(NamedTuple):
    """The families, those that save most first, and the worst losses, worst first."""

    families: list[Family]
    losses: list[Loss]


def replay(outputs: Iterable[Output], clock: Callable[[], float], most_losses: int = 10) -> Replay:
    """Run every output through compress."""
    families: dict[str, Family] = {}
    losses: list[Loss] = []
    for one in outputs:
        name = command_family(one.command) or one.tool or "(unknown)"
        data = one.text.encode("utf-8", "surrogateescape")
        started = clock()
        outcome = shrink(data, Options(Hints(command=one.command, path=one.path)))
        outcome.seal(_DIGEST)
        spent = clock() - started
        before = estimate_tokens(as_kept(data))
        after = estimate_tokens(outcome.output) if outcome.shortened else before
        known = families.get(name, Family(name))
        families[name] = known._replace(
            outputs=known.outputs + 1,
            shortened=known.shortened + outcome.shortened,
            bytes_in=known.bytes_in + len(data),
            bytes_out=known.bytes_out + len(outcome.output),
            tokens_before=known.tokens_before + before,
            tokens_after=known.tokens_after + after,
            seconds=known.seconds + spent,
        )
        # A file that was read speaks of failures without being one.
        if outcome.shortened and not one.path and not _PROSE.intersection(outcome.kinds):
            missing = missing_failures(one.text, outcome.output.decode("utf-8", "replace"))
            if missing:
                losses.append(Loss(one.place, one.command or one.tool, len(missing), missing[0]))
    ordered = sorted(families.values(), key=lambda f: (f.tokens_after - f.tokens_before, f.name))
    losses.sort(key=lambda loss: (-loss.missing, loss.place))
    return Replay(ordered, losses[:most_losses])


def as_kept(data: bytes) -> bytes:
    """As much of an output as an agent keeps by itself: its last lines."""
    lines = data.split(b"\n")
    if len(lines) > AGENT_LINES:
        data = b"\n".join(lines[-AGENT_LINES:])
    return data[-AGENT_KEEPS:]


def missing_failures(text: str, short: str) -> list[str]:
    """The distinct lines that tell of failures and are not in the short form, whole or under a heading."""
    plain = decode(text.encode("utf-8", "surrogateescape"))
    if has_noise(plain):
        plain = resolve(plain)
    missing = []
    for line in dict.fromkeys(plain.split("\n")):
        stripped = line.strip()
        if not stripped or len(stripped) > _LONGEST_LINE or not is_failure(stripped):
            continue
        if stripped in short or stripped[-_TAIL:] in short or stripped.rpartition(": ")[2] in short:
            continue
        missing.append(stripped)
    return missing
