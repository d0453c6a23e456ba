"""Ranks for the lines of a source from its syntax tree."""

from __future__ import annotations

from typing import NamedTuple

import tree_sitter

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, NORMAL, Decisions, Segment
from knapsack_cli.compression.outline import rescue
from knapsack_cli.compression.outline.grammars import parser
from knapsack_cli.compression.outline.languages import LANGUAGES
from knapsack_cli.compression.outline.walker import Found, broken_bytes, walk

LINES_A_DEFINITION = 120
"""Code has a definition in every so many lines at the least; a text that has fewer was no code."""
PROBED = 24_000
"""So many bytes of a text whose language is guessed are read in each language that it looks like."""
LARGE = 500_000
"""Bytes; a larger text is read as a whole only when its beginning has definitions enough."""
MOST_GUESSES = 5
"""So many languages at most are tried on a text that names none."""
MOST_BROKEN = 20
"""A tree with fewer than one byte in so many in error was read rightly."""
MOST_DOUBTED = 500
"""A guess by few marks holds when fewer than one byte in so many is in error."""
_DEFINED = ("function", "container")
_DOUBTED = ("function", "container", "constant", "member")
"""What counts as definitions where there is next to no error."""
_ALL = ("function", "container", "constant", "member", "import", "documentation")
_RANKS = {
    "import": EVIDENCE,
    "container": ALWAYS,
    "function": EVIDENCE,
    "member": EVIDENCE,
    "constant": EVIDENCE,
    "documentation": NORMAL,
}


class Reading(NamedTuple):
    """A text as the grammar of the language `name` reads it; `broken` is how many of its bytes it cannot."""

    name: str
    tree: tree_sitter.Tree
    broken: int
    size: int

    @property
    def sound(self) -> bool:
        """Whether the text is in this language, bar a few places."""
        return self.broken * MOST_BROKEN < self.size

    @property
    def clean(self) -> bool:
        """Whether there is next to no doubt about it."""
        return self.broken * MOST_DOUBTED < self.size


def probe(data: bytes, names: list[str]) -> Reading | None:
    """The beginning of the text in the language of `names` that fits it best.

    That is the likeliest one with next to no errors in its tree; a later one must have half as many.
    """
    head = data if len(data) <= PROBED else data[: data.rfind(b"\n", 0, PROBED) + 1]
    best: Reading | None = None
    for name in names[:MOST_GUESSES]:
        made = _read(head, name)
        if made is not None and (best is None or made.broken * 2 < best.broken):
            best = made
        if best is not None and best.broken * MOST_BROKEN * 10 < len(head):
            break
    return best


def _read(data: bytes, name: str) -> Reading | None:
    made = parser(LANGUAGES[name].grammar)
    if made is None:
        return None
    tree = made.parse(rescue.without_export_macros(data) if name in ("c", "cpp") else data)
    return Reading(name, tree, broken_bytes(tree, LANGUAGES[name]), len(data))


def keep_definitions(segment: Segment, name: str, decisions: Decisions, probed: Reading | None = None) -> bool:
    """Fill in the ranks from the syntax tree; False when the grammar makes nothing of the text.

    A language that was only guessed (`probed`) must prove itself: definitions enough for the text's length,
    or a tree with next to no errors.
    """
    data = segment.data
    if probed is not None and len(data) > LARGE:
        found = walk(probed.tree, LANGUAGES[name], data[: probed.size].split(b"\n"))
        if not _is_dense(found, data.count(b"\n", 0, probed.size), _DOUBTED if probed.clean else _DEFINED):
            return False
    read = _read(data, name) if probed is None or probed.size < len(data) else probed
    if read is None:
        return False
    found = walk(read.tree, LANGUAGES[name], data.split(b"\n"))
    if not any(one.what in _DOUBTED for one in found):
        return False
    if probed is not None:
        defined = any(one.what in _DEFINED for one in found)
        whole = not read.broken or (defined and read.sound)
        if not _is_dense(found, len(segment.lines), _DEFINED if defined else _ALL) and not whole:
            return False
        if not _is_dense(found, len(segment.lines), _ALL):
            return False
    for one in found:
        decisions.keep_range(one.first, one.last, _RANKS[one.what])
    if read.broken:
        rescue.keep_lost_definitions(segment, name, decisions)
    return True


def _is_dense(found: list[Found], lines: int, kinds: tuple[str, ...]) -> bool:
    """Whether definitions of these kinds stand as close together as in code."""
    return sum(1 for one in found if one.what in kinds) * LINES_A_DEFINITION >= lines
