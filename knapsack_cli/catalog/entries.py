"""Find skill catalogues in text, from their `<skill>` entries outward.

A mention of `<available_skills>` in prose, in a comment or in an attribute is no catalogue: only entries
that parse, with an opening tag before and a closing tag after them, are. What does not parse as an entry
is foreign text and is never touched.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r"<!--|<!\[CDATA\[|<skill(?:\s[^<>]*)?>|</skill\s*>|"
    r"<available_skills(?:\s[^<>]*)?>|</available_skills\s*>|<skill_path_note(?:\s[^<>]*)?>"
)
_CHILD = re.compile(r"<!--|<(/?)([A-Za-z_][\w.:-]*)((?:\s[^<>]*)?)>|<!\[CDATA\[")
_NAME_ATTRIBUTE = re.compile(r"""\sname\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ENTITY = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}

_PLAIN = re.compile(
    r"<skill>\s*<name>([^<]+)</name>\s*(<description>([^<]*)</description>\s*)?"
    r"(<location>([^<]*)</location>\s*)?</skill>"
)
"""The common form of an entry, read at once."""

NOTE_OPENING = '<skill_path_note by="knapsack">'
"""How the note begins that every slimmed catalogue holds; a catalogue with it is left as it is."""

_UPSTREAM_MARK = "<!--skill-optimizer-->"


class Element(NamedTuple):
    """A child element of an entry: its span in the text, and its trimmed content as written."""

    start: int
    end: int
    raw: str

    @property
    def value(self) -> str:
        """The content decoded: CDATA unwrapped or entities resolved."""
        return decode_markup(self.raw)


class Entry(NamedTuple):
    """One `<skill>` element, `text[start:end]`.

    `name` is as written, `key` decoded: what settings, profiles and states know the skill by. `plain` says
    that it holds nothing but name, description and location, so that a short form may be written on one
    line; otherwise only those elements are edited.
    """

    start: int
    end: int
    name: str
    key: str
    description: Element | None
    location: Element | None
    plain: bool


class Catalogue:
    """The entries between one opening tag and its closing tag. `slimmed`: a filter has been here before."""

    __slots__ = ("entries", "slimmed")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.slimmed = False


def decode_markup(raw: str) -> str:
    """Resolve the entities of XML, or unwrap one CDATA section; anything else stays."""
    if raw.startswith("<![CDATA[") and raw.endswith("]]>"):
        return raw[9:-3].strip()
    return _ENTITY.sub(_entity, raw) if "&" in raw else raw


def encode_markup(text: str) -> str:
    """Escape text for the content of an element."""
    for character, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "apos")):
        text = text.replace(character, f"&{name};")
    return text


@lru_cache(maxsize=8)
def find_catalogues(text: str) -> tuple[Catalogue, ...]:
    """All catalogues in `text`, in order; each has at least one entry. Linear in the text.

    The last few results are kept, since every step of a conversation sends the same prompt.
    """
    if "<skill" not in text or "</available_skills" not in text:
        return ()
    return tuple(_Reading(text).catalogues())


class _Reading:
    """One pass over a text: the catalogue that is open, and the entry that is open in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = _Ends(text)
        self._found: list[Catalogue] = []
        self._waiting: list[Catalogue] = []
        self._current: Catalogue | None = None
        self._opening: re.Match[str] | None = None
        self._noted = False

    def catalogues(self) -> list[Catalogue]:
        """Every catalogue that has entries and is closed."""
        position = 0
        while (token := _TOKEN.search(self._text, position)) is not None:
            position = self._take(token, token[0])
        return self._found

    def _take(self, token: re.Match[str], word: str) -> int:
        """Take one token in; where to go on from."""
        if word == "<!--":
            end = self._ends.after("-->", token.end())
            self._note(self._text[token.start() : end] == _UPSTREAM_MARK)
            return end
        if word == "<![CDATA[":
            return self._ends.after("]]>", token.end()) if self._opening is not None else token.end()
        if word.startswith("<available_skills"):
            self._leave_entry()
            if self._current is not None and self._current.entries:
                self._waiting.append(self._current)
            self._current = Catalogue()
        elif word.startswith("</available_skills"):
            if self._opening is None and self._current is not None:
                self._found += [one for one in (*self._waiting, self._current) if one.entries]
                self._waiting, self._current = [], None
        elif word.startswith("<skill_path_note"):
            self._note(word == NOTE_OPENING)
        elif self._current is None:
            pass
        elif word.startswith("</skill"):
            self._close_entry(self._current, token)
        else:
            self._leave_entry()
            plain = _PLAIN.match(self._text, token.start())
            if plain is not None:
                self._current.entries.append(_plain_entry(plain))
                return plain.end()
            self._opening = None if word.endswith("/>") else token
        return token.end()

    def _note(self, ours: bool) -> None:
        """A mark of ours was met: it counts unless it turns out to stand in an entry's own text."""
        if ours and self._opening is not None:
            self._noted = True
        elif ours and self._current is not None:
            self._current.slimmed = True

    def _close_entry(self, current: Catalogue, closing: re.Match[str]) -> None:
        entry = _entry(self._text, self._opening, closing) if self._opening is not None else None
        if entry is None:
            self._leave_entry()
        else:
            current.entries.append(entry)
        self._opening, self._noted = None, False

    def _leave_entry(self) -> None:
        """What was open is no entry: a mark that was met in it stood in the catalogue."""
        if self._noted and self._current is not None:
            self._current.slimmed = True
        self._opening, self._noted = None, False


class _Ends:
    """Finds closing marks without searching the rest of the text twice for one that is not there."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._missing: set[str] = set()

    def after(self, mark: str, position: int) -> int:
        """The place after the next `mark`; `position` itself when there is none."""
        if mark in self._missing:
            return position
        end = self._text.find(mark, position)
        if end < 0:
            self._missing.add(mark)
            return position
        return end + len(mark)


def _plain_entry(found: re.Match[str]) -> Entry:
    name = found[1].strip()
    return Entry(
        found.start(),
        found.end(),
        name,
        decode_markup(name),
        _plain_element(found, 2) if found[2] else None,
        _plain_element(found, 4) if found[4] else None,
        True,
    )


def _plain_element(found: re.Match[str], group: int) -> Element:
    return Element(
        found.start(group), found.start(group) + len(found[group].rstrip()), found[group + 1].strip()
    )


def _entry(text: str, opening: re.Match[str], closing: re.Match[str]) -> Entry | None:
    """The entry between two tags; None when it has no name or its children do not close."""
    elements: dict[str, Element] = {}
    plain = opening[0] == "<skill>"
    position, limit = opening.end(), closing.start()
    while (child := _CHILD.search(text, position, limit)) is not None:
        plain = plain and not text[position : child.start()].strip()
        if child[0] in ("<!--", "<![CDATA["):
            end = text.find("-->" if child[0] == "<!--" else "]]>", child.end(), limit)
            if end < 0:
                return None
            plain, position = False, end + 3
            continue
        if child[1]:
            return None
        if child[0].endswith("/>"):
            plain, position = False, child.end()
            continue
        element = _element(text, child, limit)
        if element is None:
            return None
        name = child[2]
        if name not in ("name", "description", "location") or name in elements or child[3]:
            plain = False
        elements.setdefault(name, element)
        position = element.end
    plain = plain and not text[position:limit].strip()
    attribute = _NAME_ATTRIBUTE.search(opening[0])
    name = elements["name"].raw if "name" in elements else ""
    if not name and attribute is not None:
        name = (attribute[1] or attribute[2] or "").strip()
    if not name.strip() or "<" in name.replace("<![CDATA[", ""):
        return None
    return Entry(
        opening.start(),
        closing.end(),
        name,
        decode_markup(name),
        elements.get("description"),
        elements.get("location"),
        plain,
    )


def _element(text: str, opening: re.Match[str], limit: int) -> Element | None:
    closing = f"</{opening[2]}"
    start = opening.end()
    inside = start
    while inside < limit and text[inside].isspace():
        inside += 1
    if text.startswith("<![CDATA[", inside):
        start_of_search = text.find("]]>", inside, limit)
        if start_of_search < 0:
            return None
    else:
        start_of_search = start
    found = text.find(closing, start_of_search, limit)
    if found < 0:
        return None
    end = text.find(">", found, limit)
    if end < 0 or text[found + len(closing) : end].strip():
        return None
    return Element(opening.start(), end + 1, text[start:found].strip())


def _entity(found: re.Match[str]) -> str:
    if found[3]:
        return _NAMED[found[3]]
    number = int(found[1]) if found[1] else int(found[2], 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else found[0]
