"""Which first lines of documentation an outline has room for.

Signatures come first. What is documented in a dense file would double its outline, mostly by saying the
names again in words; so the lines that tell most beyond the signature are kept while there is room.
"""

from typing import NamedTuple

from knapsack_cli.compression.model import NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

SHARE = 0.30
"""Documentation is kept while the outline is no larger than this part of the text."""
LEAST_PART = 6
"""However dense a text is, documentation may take as much as one such part of the rest of its outline."""
SMALL = 2000
"""Bytes; an outline of so few is fully documented."""
MOST_SIGNATURE_LINES = 4
"""So many lines from the definition's first on are its signature, for what its documentation repeats."""
_WORD = lazy(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SAID_BY_ALL = frozenset(
    "the this that these those for and with from into its are was has have will can may when which then "
    "given return returns get gets set sets function method class object value values new instance create "
    "creates called calls call used use uses using specified param brief summary see also should not any "
    "all one type types self".split()
)
LEAST_LETTERS = 3


class Documented(NamedTuple):
    """The row of a line of documentation, the first row of what it is about, and whether that has members."""

    row: int
    of: int
    container: bool


def keep(segment: Segment, documented: list[Documented], decisions: Decisions) -> None:
    """Keep what containers are documented with, and of the rest what tells most while there is room."""
    lines = segment.lines
    shown = sum(
        _cost(segment, row) for row, rank in enumerate(decisions.ranks) if rank and lines[row].strip()
    )
    room = max(SMALL - shown, int(len(segment.data) * SHARE) - shown, shown // LEAST_PART)
    worths: list[tuple[int, int]] = []
    for row, of, container in documented:
        if container:
            decisions.keep(row, NORMAL)
            room -= _cost(segment, row)
        else:
            end = of + MOST_SIGNATURE_LINES if row < of else min(row, of + MOST_SIGNATURE_LINES)
            worths.append((-_told_beyond(lines[row], "\n".join(lines[of:end])), row))
    for _, row in sorted(set(worths)):
        room -= _cost(segment, row)
        if room < 0:
            return
        decisions.keep(row, NORMAL)


def _cost(segment: Segment, row: int) -> int:
    return len(segment.lines[row].rstrip()) + len(str(segment.number(row))) + 2


def _told_beyond(line: str, signature: str) -> int:
    """How many words of a line are not in the signature and tell something."""
    return len(_words(line) - _words(signature) - _SAID_BY_ALL)


def _words(text: str) -> set[str]:
    return {word.lower().removesuffix("s") for word in _WORD.findall(text) if len(word) >= LEAST_LETTERS}
