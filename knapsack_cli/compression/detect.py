"""Telling the kind of a segment: by what it looks like, helped by the command and the path."""

from knapsack_cli.compression.kinds import CUSTOM, GENERAL, KINDS, by_name, load
from knapsack_cli.compression.model import Kind, Segment

CERTAIN = 93
"""From this on no other kind is asked."""
COMMAND_BONUS = 15
"""What the command or path adds to a kind that is not sure by itself."""


class Verdict:
    """What a segment was recognised as, how surely, and why."""

    __slots__ = ("confidence", "kind", "reason")

    def __init__(self, kind: Kind, confidence: int, reason: str) -> None:
        self.kind = kind
        self.confidence = confidence
        self.reason = reason


def recognise(segment: Segment, declined: tuple[Kind, ...] = ()) -> Verdict:
    """The kind of a segment: the most confident of those for which anything speaks.

    `declined` are kinds that were asked already and would not have it.
    """
    if segment.hints.kind:
        named = by_name(segment.hints.kind)
        if named is not None and named not in declined:
            return Verdict(named, 100, "asked for")
    words = command_words(segment.hints.command)
    path = segment.hints.path.lower()
    best = Verdict(GENERAL, 0, "nothing else fits")
    for kind in (CUSTOM, *KINDS) if segment.hints.custom else KINDS:
        if kind in declined:
            continue
        hinted = bool(words) and any(_speaks(name, words) for name in kind.commands)
        hinted = hinted or (bool(path) and path.endswith(kind.extensions) and bool(kind.extensions))
        skeleton = segment.skeleton
        if not hinted and kind.signals and not any(signal in skeleton for signal in kind.signals):
            continue
        confidence = load(kind)[0](segment)
        if confidence <= 0:
            continue
        if hinted:
            confidence += COMMAND_BONUS
        if confidence > best.confidence:
            reason = "by its look and the command" if hinted else "by its look"
            best = Verdict(kind, confidence, reason)
            if confidence >= CERTAIN:
                break
    return best


def command_words(command: str) -> list[str]:
    """The words of the first simple command: no path before the program, no variables, no `sudo`, `npx`."""
    words: list[str] = []
    for word in command.split():
        if word in ("|", "||", "&&", ";", ">", "2>&1") or (words and word.startswith("|")):
            break
        if not words:
            if "=" in word and not word.startswith(("-", "/", ".")):
                continue
            word = word.rsplit("/", 1)[-1]
            if word in ("sudo", "npx", "env", "time", "nice", "command", "exec", "bunx", "pnpx", "uvx"):
                continue
        words.append(word)
    return words


def _speaks(name: str, words: list[str]) -> bool:
    """Whether a table's name (`grep`, `git log`, `python -m pytest`) begins the command."""
    parts = name.split(" ")
    return words[: len(parts)] == parts
