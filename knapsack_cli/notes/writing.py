"""Writing to the vault: a new note, or a dated section at the end of one; never twice, never outside."""

from __future__ import annotations

import os
import unicodedata
from datetime import datetime
from typing import NamedTuple

from knapsack_cli.errors import InputError, UsageError
from knapsack_cli.notes.frontmatter import parts, with_missing_keys
from knapsack_cli.notes.inside import Place

LONGEST_NAME = 200
"""Bytes of a file's name; more fails on common file systems once it is synced."""
_UNSAFE = str.maketrans(dict.fromkeys('/\\:*?"<>|#^[]', "-"))
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))]
)


class Written(NamedTuple):
    """What became of a text: the note's path in the vault; `new`, `appended` or `known` (it was there)."""

    path: str
    how: str


def safe_name(title: str) -> str:
    """A file's name for a title, on every system and in wikilinks, without the ending.

    Raises:
        UsageError: nothing is left of it.
    """
    kept = "".join(char for char in title.translate(_UNSAFE) if unicodedata.category(char)[0] != "C")
    name = " ".join(kept.split()).lstrip(". ").rstrip(". ")
    while len(name.encode("utf-8", "replace")) > LONGEST_NAME:
        name = name[:-1].rstrip(". ")
    if not name.strip("-. "):
        raise UsageError(f"{title!r} is no title for a note: it needs a letter or a digit")
    stem, dot, rest = name.partition(".")
    # A device's name is reserved with any ending.
    return f"{stem}_{dot}{rest}" if stem.strip().lower() in _RESERVED else name


def write(vault: str, title: str, text: str, now: float) -> Written:
    """Write `text` to the note `title`: a new note, or a section with a dated heading at its end.

    What is in the note already is not written again. Its frontmatter stays as it is; keys that only the new
    text has are added to it.

    Args:
        vault: the vault's folder. now: seconds; headings are in local time.

    Raises:
        UsageError: no text, or a title that is none. InputError: the note lies outside of the vault, or
        cannot be written.
    """
    name = f"{safe_name(title)}.md"
    path = os.path.join(vault, name)
    try:
        inside, root = os.path.realpath(path), os.path.realpath(vault)
    except OSError as error:
        # A link that went away while it was followed.
        raise InputError(f"{name} cannot be reached: {error.strerror}; nothing written") from error
    if os.path.commonpath([inside, root]) != root:
        raise InputError(f"{name} is a link that leads out of the vault; nothing written")
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    if not text.strip():
        raise UsageError(
            'nothing to write: pipe the text in, for example: knapsack note "Standup" < today.md'
        )
    with Place(root, os.path.relpath(inside, root)) as place:
        return _written(place, name, text, now)


def _written(place: Place, name: str, text: str, now: float) -> Written:
    try:
        with open(place.open(), encoding="utf-8", newline="") as file:
            old = file.read()
    except FileNotFoundError:
        place.replace(f"{text}\n")
        return Written(name, "new")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{name} cannot be read ({reason}); nothing written") from error
    end = "\r\n" if "\r\n" in old else "\n"
    head, body = parts(text)
    plain = old.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
    if "\n" + body.strip("\n") + "\n" in f"\n{plain}\n":
        return Written(name, "known")
    moment = datetime.fromtimestamp(now).strftime("%Y-%m-%d %H:%M")
    section = f"\n## {moment}\n\n{body.strip(chr(10))}\n".replace("\n", end)
    kept = with_missing_keys(old, head) if head else old
    gap = "" if not kept or kept.endswith("\n") else end
    place.replace(f"{kept}{gap}{section}")
    return Written(name, "appended")
