"""Stored text as inert data inside a prompt: one line, no markup, no invisible characters."""

from __future__ import annotations

import unicodedata

_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def one_line(text: str) -> str:
    """`text` in one line, without control, format and tag characters, which a reader cannot see.

    Joiners go too: what is lost is the joining of emoji, never a word.
    """
    if not (text.isascii() and text.isprintable()):
        text = "".join(
            " " if char in "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029" else char
            for char in text
            if char in "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029" or unicodedata.category(char) not in _UNSEEN
        )
    return " ".join(text.split())


_UNSEEN = frozenset(("Cc", "Cf", "Co", "Cs", "Cn"))


def markup_escaped(text: str) -> str:
    """`text` in one line with no tag, entity or comment in it."""
    return one_line(text).translate(_MARKUP)


def attribute(text: str) -> str:
    """`text` as the value of an attribute between double quotes."""
    return markup_escaped(text).replace('"', "&quot;")


def markdown_escaped(text: str) -> str:
    """`text` in one line with no HTML, and no open code span or fence."""
    line = markup_escaped(text)
    if "```" in line or line.count("`") % 2:
        line = line.replace("`", "'")
    return line
