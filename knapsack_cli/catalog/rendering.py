"""Write catalogues shorter: which form each entry takes is decided elsewhere, here it becomes text.

Entries that stay full are not touched. The others become one line: the name, perhaps a short intent, and
the location where the note at the top does not already give it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from knapsack_cli.catalog.entries import (
    NOTE_OPENING,
    Catalogue,
    Element,
    Entry,
    decode_markup,
    encode_markup,
)
from knapsack_cli.catalog.shortening import shorten

INTENT_CHARACTERS = 80
"""Room of an intent, mark included."""
BRIEF_CHARACTERS = 40
"""Room of an intent when every entry keeps one."""

_PATH = re.compile(r"(.*[\\/])([^\\/]+)([\\/])SKILL\.md", re.DOTALL)


class Form(IntEnum):
    """How an entry is shown, from least to most."""

    GONE = 0
    NAME = 1
    BRIEF = 2
    INTENT = 3
    FULL = 4


class TextEdit(NamedTuple):
    """Replace `text[start:end]` by `replacement`."""

    start: int
    end: int
    replacement: str


class _Roots(NamedTuple):
    """The patterns that stand in the note, and which of them an entry's location follows."""

    patterns: tuple[str, ...]

    def number_of(self, entry: Entry) -> int | None:
        pattern = location_pattern(entry)
        return self.patterns.index(pattern) if pattern in self.patterns else None

    def note(self) -> str:
        text = "Shortened. "
        if self.patterns:
            text += f"A skill without a location is at {self.patterns[0]}"
            for number, pattern in enumerate(self.patterns[1:], 2):
                text += f"; with root {number}, at {pattern}"
            text += ". "
        return f"{NOTE_OPENING}{text}Load a skill before using it.</skill_path_note>"


def location_pattern(entry: Entry) -> str | None:
    """The location with `{name}` for the folder, when that folder is the skill's name; else None."""
    return _pattern(entry.location.raw, entry.name) if entry.location is not None else None


@lru_cache(maxsize=4_096)
def _pattern(location: str, name: str) -> str | None:
    found = _PATH.fullmatch(location)
    if found is None or found[2] != name or "{name}" in found[1]:
        return None
    return f"{found[1]}{{name}}{found[3]}SKILL.md"


def edits(
    text: str, catalogue: Catalogue, form: Callable[[Entry], Form], size: Callable[[str], int]
) -> list[TextEdit]:
    """What to replace in `text` so that each entry takes its form; nothing when that gains nothing.

    `size` gives the bytes that a piece of text takes where it will stand.
    """
    roots = _roots(catalogue)
    found: list[TextEdit] = []
    gain = 0
    for entry in catalogue.entries:
        shape = form(entry)
        if shape is Form.GONE:
            found.append(TextEdit(_before_space(text, entry.start), entry.end, ""))
            gain += size(text[found[-1].start : entry.end])
        elif shape is not Form.FULL:
            shorter = _plain(entry, shape, roots) if entry.plain else _parts(text, entry, shape, roots)
            for edit in shorter:
                less = size(text[edit.start : edit.end]) - size(edit.replacement)
                if less > 0:
                    found.append(edit)
                    gain += less
    first = catalogue.entries[0].start
    indent = text[_before_space(text, first) : first]
    note = roots.note() + (indent if "\n" in indent else "\n")
    removed = [edit for edit in found if _removes_whole(edit, catalogue)]
    if gain <= size(note) or len(removed) == len(found):
        return removed
    return [TextEdit(first, first, note), *_after_note(found, first)]


def _roots(catalogue: Catalogue) -> _Roots:
    counts: Counter[str] = Counter()
    for entry in catalogue.entries:
        pattern = location_pattern(entry)
        if pattern is not None:
            counts[pattern] += 1
    # Counter keeps the order of first sight, and sorting is stable: ties stay in that order.
    often = sorted((pattern for pattern in counts if counts[pattern] > 1), key=lambda one: -counts[one])
    return _Roots(tuple(often))


def _plain(entry: Entry, shape: Form, roots: _Roots) -> list[TextEdit]:
    parts = [f"<skill><name>{entry.name}</name>"]
    short = _short(entry, shape)
    if short:
        parts.append(f"<description>{short}</description>")
    number = roots.number_of(entry)
    if number is None and entry.location is not None:
        parts.append(f"<location>{entry.location.raw}</location>")
    elif number:
        parts.append(f"<root>{number + 1}</root>")
    new = "".join((*parts, "</skill>"))
    return [TextEdit(entry.start, entry.end, new)]


def _parts(text: str, entry: Entry, shape: Form, roots: _Roots) -> list[TextEdit]:
    found: list[TextEdit] = []
    if entry.description is not None:
        short = _short(entry, shape)
        replacement = f"<description>{short}</description>" if short else ""
        found.append(_replaced(text, entry.description, replacement))
    number = roots.number_of(entry)
    if number is not None and entry.location is not None:
        found.append(_replaced(text, entry.location, f"<root>{number + 1}</root>" if number else ""))
    return found


def _replaced(text: str, element: Element, replacement: str) -> TextEdit:
    start = element.start if replacement else _before_space(text, element.start)
    return TextEdit(start, element.end, replacement)


def _short(entry: Entry, shape: Form) -> str:
    if entry.description is None or shape is Form.NAME:
        return ""
    limit = INTENT_CHARACTERS if shape is Form.INTENT else BRIEF_CHARACTERS
    raw = entry.description.raw
    value = decode_markup(raw)
    short = shorten(value, limit)
    if short == value:
        return raw
    return short if raw == value else encode_markup(short)


def _before_space(text: str, position: int) -> int:
    while position > 0 and text[position - 1] in " \t\r\n":
        position -= 1
    return position


def _removes_whole(edit: TextEdit, catalogue: Catalogue) -> bool:
    return not edit.replacement and any(edit.end == entry.end for entry in catalogue.entries)


def _after_note(found: list[TextEdit], first: int) -> list[TextEdit]:
    # A first entry that goes takes the white space before it along; that space now belongs to the note.
    return [TextEdit(max(edit.start, first), edit.end, edit.replacement) for edit in found]
