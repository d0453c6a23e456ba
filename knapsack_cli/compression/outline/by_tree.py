"""Ranks for the lines of a source from its syntax tree."""

from __future__ import annotations

from typing import NamedTuple

import tree_sitter

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, NORMAL, Decisions, Segment
from knapsack_cli.compression.outline import guessing, preprocessed, rescue
from knapsack_cli.compression.outline.grammars import parser
from knapsack_cli.compression.outline.languages import LANGUAGES
from knapsack_cli.compression.outline.walker import Found, broken_bytes, walk

LINES_A_DEFINITION = 120
"""Code has a definition in every so many lines at the least; a text that has fewer was no code."""
PROBED = 64_000
"""So many bytes of a text whose language is guessed are read in each language that it looks like."""
GLANCED = 6_000
"""So many bytes are read first; a language with more in error than another one by half is not asked for more.

A parser takes many times longer over what is not in its language, and some take quadratic time.
"""
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
    """The beginning of the text in the language of `names` that has the least of it in error.

    A language that finds not half of the definitions that another one finds does not read the text; a later
    one must have half as much in error.
    """
    head = data if len(data) <= PROBED else data[: data.rfind(b"\n", 0, PROBED) + 1]
    readings: list[tuple[int, Reading]] = []
    for name in _plausible(head, names[:MOST_GUESSES]):
        made = _read(head, name)
        if made is None:
            continue
        found = walk(made.tree, LANGUAGES[name], head.split(b"\n"))
        readings.append((sum(1 for one in found if one.what in _DEFINED), made))
        if made.broken * MOST_BROKEN * 10 < len(head) and readings[-1][0]:
            break
    most = max((defined for defined, _ in readings), default=0)
    best: Reading | None = None
    for defined, made in readings:
        if defined * 2 >= most and (best is None or made.broken * 2 < best.broken):
            best = made
    return best


def _plausible(head: bytes, names: list[str]) -> list[str]:
    """The languages of `names` that read the first lines about as well as any of them."""
    start = guessing.after_comments(head)
    glance = head[start : head.rfind(b"\n", start, start + GLANCED) + 1]
    if len(names) < 2 or not glance:
        return names
    broken = {name: made.broken for name in names if (made := _read(glance, name)) is not None}
    least = min(broken.values(), default=0)
    return [name for name, bytes_lost in broken.items() if bytes_lost - least < len(glance) // 2]


def whole(data: bytes, probed: Reading) -> Reading:
    """All of the text in the language in which its beginning was read."""
    if probed.size >= len(data):
        return probed
    return _read(data, probed.name) or probed


def _read(data: bytes, name: str) -> Reading | None:
    made = parser(LANGUAGES[name].grammar)
    if made is None:
        return None
    language = LANGUAGES[name]
    if name not in ("c", "cpp"):
        tree = made.parse(data)
        return Reading(name, tree, broken_bytes(tree, language), len(data))
    data = preprocessed.without_macros(data)
    tree = made.parse(data)
    best = Reading(name, tree, broken_bytes(tree, language), len(data))
    if best.broken and (b"#else" in data or b"#elif" in data):
        tree = made.parse(preprocessed.without_alternatives(data))
        broken = broken_bytes(tree, language)
        if broken * 2 < best.broken:
            return Reading(name, tree, broken, len(data))
    return best


def is_code(data: bytes, probed: Reading) -> bool:
    """Whether the beginning of a large text has definitions enough for the whole of it to be read."""
    if len(data) <= LARGE:
        return True
    found = walk(probed.tree, LANGUAGES[probed.name], data[: probed.size].split(b"\n"))
    return _is_dense(found, data.count(b"\n", 0, probed.size), _DOUBTED if probed.clean else _DEFINED)


def keep_named(segment: Segment, name: str, decisions: Decisions) -> bool:
    """Fill in the ranks of a text whose language is known; False when the grammar makes nothing of it."""
    read = _read(segment.data, name)
    if read is None:
        return False
    found = walk(read.tree, LANGUAGES[name], segment.data.split(b"\n"))
    if not any(one.what in _DOUBTED for one in found):
        return False
    _keep(segment, read, found, decisions)
    return True


def keep_guessed(segment: Segment, read: Reading, decisions: Decisions, sure: bool) -> bool:
    """Fill in the ranks of a text whose language is a guess; False when the tree does not prove it.

    It must have definitions enough for the text's length, or few errors; both, unless the look of the
    lines is `sure` or there is next to no error.
    """
    found = walk(read.tree, LANGUAGES[read.name], segment.data.split(b"\n"))
    if not any(one.what in _DOUBTED for one in found):
        return False
    lines = len(segment.lines)
    if any(one.what in _DEFINED for one in found):
        dense = _is_dense(found, lines, _DEFINED)
        if not (dense if not read.sound else dense or sure or read.clean):
            return False
    elif not read.clean or not _is_dense(found, lines, _ALL):
        return False
    _keep(segment, read, found, decisions)
    return True


def _keep(segment: Segment, read: Reading, found: list[Found], decisions: Decisions) -> None:
    for one in found:
        decisions.keep_range(one.first, one.last, _RANKS[one.what])
    if read.broken or read.name in ("c", "cpp", "sql"):
        rescue.keep_lost_definitions(segment, read.name, decisions)


def _is_dense(found: list[Found], lines: int, kinds: tuple[str, ...]) -> bool:
    """Whether definitions of these kinds stand as close together as in code."""
    return sum(1 for one in found if one.what in kinds) * LINES_A_DEFINITION >= lines
