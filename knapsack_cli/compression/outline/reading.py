"""Reading a text by the grammar of a language: what it finds, and how much of the text it cannot read."""

from __future__ import annotations

from typing import NamedTuple

from knapsack_cli.compression.outline.grammars import parser
from knapsack_cli.compression.outline.languages import BRACED, LANGUAGES
from knapsack_cli.compression.outline.signatures import Found
from knapsack_cli.compression.outline.walker import broken_bytes, walk

PROBED = 64_000
"""So many bytes of a text whose language is guessed are read in each language that it looks like."""
GLANCED = 6_000
"""So many bytes are read first; a language with more in error than another one, by half, is asked no more.

A parser takes many times longer over what is not in its language, and some take quadratic time.
"""
PIECE = 128_000
"""Bytes; a text with much in error, or a very large one, is read in pieces of so many: that stays linear."""
LARGEST_WHOLE = 2_000_000
"""Bytes; a larger text is read in pieces in any case."""
MOST_OPEN = 40
"""Braces; more that stay open are no blocks."""
MOST_GUESSES = 5
"""So many languages at most are tried on a text that names none."""
MOST_BROKEN = 20
"""A tree with fewer than one byte in so many in error was read rightly."""
MOST_BROKEN_OF_EXCERPT = 8
MOST_DOUBTED = 500
"""A guess by few marks holds when fewer than one byte in so many is in error."""

_TITLED = (b"test_expect_", b"@test ", b"test_description=")
"""Tests of the shell: commands whose first argument is a title."""


class Reading(NamedTuple):
    """A text as the grammar of the language `name` reads it; `broken` is how many of its bytes it cannot."""

    name: str
    found: list[Found]
    broken: int
    size: int

    @property
    def sound(self) -> bool:
        """Whether the text is in this language, bar a few places."""
        return self.broken * MOST_BROKEN < self.size

    @property
    def nearly_sound(self) -> bool:
        """Whether most of the text is in this language: an excerpt ends and begins amid its blocks."""
        return self.broken * MOST_BROKEN_OF_EXCERPT < self.size

    @property
    def clean(self) -> bool:
        """Whether there is next to no doubt about it."""
        return self.broken * MOST_DOUBTED < self.size

    @property
    def defined(self) -> int:
        """How many functions and containers there are."""
        return sum(1 for one in self.found if one.what in ("function", "container"))


def probe(data: bytes, names: list[str], sure: bool = False) -> Reading | None:
    """The beginning of the text in the language of `names` that has the least of it in error.

    Where one reads it rightly, those that do not are left out. A language that finds not half of the
    definitions that another one finds does not read the text; a later one must have half as much in error.
    The first one is tried in any case where the look is `sure`.
    """
    head = data[: _end_of_lines(data, 0, PROBED)]
    readings: list[Reading] = []
    cut = len(head) < len(data)
    plausible = _plausible(head, names[:MOST_GUESSES])
    if sure and names[0] not in plausible:
        # A block that is cut may leave nothing of the first lines that can be read.
        plausible.append(names[0])
    for name in plausible:
        made = _read(_closed(head, name) if cut else head, name)
        if made is None:
            continue
        readings.append(made)
        if made.broken * MOST_BROKEN * 10 < len(head) and made.defined:
            break
    if any(made.sound for made in readings):
        readings = [made for made in readings if made.sound]
    most = max((made.defined for made in readings), default=0)
    best: Reading | None = None
    for made in readings:
        if made.defined * 2 >= most and (best is None or made.broken * 2 < best.broken):
            best = made
    if not cut and (best is None or best.broken):
        return _of_excerpt(data, plausible, best)
    return best


def _of_excerpt(data: bytes, names: list[str], best: Reading | None) -> Reading | None:
    """The text read as a whole file, where it is an excerpt and less of it is in error so."""
    for name in names:
        if name not in BRACED and name != "python":
            continue
        from knapsack_cli.compression.outline.excerpts import behind_a_string, completed

        whole = behind_a_string(data) if name == "python" else completed(data, name)
        made = _read(whole, name) if whole is not None else None
        if made is not None and (
            best is None or (made.broken * 2 < best.broken and made.defined >= best.defined)
        ):
            # Nothing of the text is left to be read.
            best = made._replace(size=len(data))
    return best


def _plausible(head: bytes, names: list[str]) -> list[str]:
    """The languages of `names` that read the first lines about as well as any of them."""
    if len(names) < 2:
        return names
    from knapsack_cli.compression.outline.guessing import after_comments

    start = after_comments(head)
    glance = head[start : _end_of_lines(head, start, GLANCED)]
    if not glance:
        return names
    cut = start + len(glance) < len(head)
    broken = {
        name: made.broken
        for name in names
        if (made := _read(_closed(glance, name) if cut else glance, name)) is not None
    }
    least = min(broken.values(), default=0)
    return [name for name, bytes_lost in broken.items() if bytes_lost - least < len(glance) // 2]


def _closed(data: bytes, name: str) -> bytes:
    """The beginning of a text with the braces closed that it leaves open, where braces hold its blocks.

    Without them some grammars read nothing of what stands in the block that is cut.
    """
    if name not in BRACED:
        return data
    return data + b"\n" + b"}" * min(MOST_OPEN, max(0, _open_braces(data)))


def _open_braces(data: bytes) -> int:
    """How many braces stay open, but for those around a header's declarations, which a condition holds."""
    return data.count(b"{") - data.count(b"}") - data.count(b'extern "C" {') - data.count(b'extern "C"\n{')


def whole(data: bytes, probed: Reading) -> Reading:
    """All of the text in the language in which its beginning was read."""
    if probed.size >= len(data):
        return probed
    return all_of(data, probed.name, probed) or probed


def all_of(data: bytes, name: str, probed: Reading | None = None) -> Reading | None:
    """All of a text in the language `name`; None when there is no grammar for it."""
    if len(data) <= PIECE:
        return _read(data, name)
    head = probed or _read(data[: _end_of_lines(data, 0, PROBED)], name)
    if head is None:
        return None
    if head.sound and len(data) <= LARGEST_WHOLE:
        return _read(data, name)
    found: list[Found] = []
    broken = start = row = 0
    while start < len(data):
        end = _end_of_lines(data, start, PIECE)
        piece = _read(data[start:end], name)
        if piece is None:
            return None
        broken += piece.broken
        found += [Found(one.first + row, one.last + row, one.what, one.of + row) for one in piece.found]
        row += data.count(b"\n", start, end)
        start = end
    return Reading(name, found, broken, len(data))


def _end_of_lines(data: bytes, start: int, most: int) -> int:
    """Where whole lines of at most `most` bytes end; before a line at the margin, if there is one."""
    if len(data) - start <= most:
        return len(data)
    end = data.rfind(b"\n", start, start + most) + 1
    at = end
    while at > start + most // 2 and (data[at : at + 1].isspace() or data[at : at + 1] in (b"}", b")")):
        at = data.rfind(b"\n", start, at - 1) + 1
    return at if at > start + most // 2 else end if end > start else start + most


def _read(data: bytes, name: str) -> Reading | None:
    made = parser(LANGUAGES[name].grammar)
    if made is None:
        return None
    language = LANGUAGES[name]
    if b"\n<<<<<<< " in data:
        from knapsack_cli.compression.outline.conflicts import first_sides

        size = len(data)
        data = first_sides(data)
        data += b" " * (size - len(data))
    lines = data.split(b"\n")
    if name not in ("c", "cpp"):
        if name == "kotlin":
            from knapsack_cli.compression.outline.constructors import beside_names

            data = beside_names(data)
        elif name == "php" and b"<?" not in data:
            # An excerpt is code all the same.
            data = b"<?php " + data
        elif name == "swift":
            from knapsack_cli.compression.outline.swift_text import plain as plain_swift

            data = plain_swift(data)
        tree = made.parse(data)
        broken = broken_bytes(tree, language)
        if broken and name == "javascript" and b" class={" in data and (markup := parser("tsx")) is not None:
            # The attribute `class` ends the markup for the grammar of scripts without types.
            other = markup.parse(data)
            lost = broken_bytes(other, language)
            if lost * 2 < broken:
                tree, broken = other, lost
        found = walk(tree, language, lines)
        if name == "bash" and (b"\ntest_expect_" in data or b"\n@test " in data):
            found += [
                Found(row, row, "function") for row, line in enumerate(lines) if line.startswith(_TITLED)
            ]
        return Reading(name, found, broken, len(data))
    # Its patterns are for these two alone.
    from knapsack_cli.compression.outline import preprocessed

    plain = preprocessed.without_macros(data)
    tree = made.parse(plain)
    broken = broken_bytes(tree, language)
    if broken and (b"#else" in plain or b"#elif" in plain):
        other = made.parse(preprocessed.without_alternatives(plain))
        lost = broken_bytes(other, language)
        if lost * 2 < broken:
            tree, broken = other, lost
    return Reading(name, walk(tree, language, lines), broken, len(data))
