"""Short forms of descriptions: the first sentence and the one that says when to use the skill, verbatim.

Cuts fall between sentences, else between words, in any script, and leave a mark (`…`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

MARK = "…"
_LEAST_FOR_TWO = 60
"""Below this many characters two halves of sentences say less than one whole."""

_ROUTING = re.compile(
    r"\b(?:use (?:this )?(?:skill )?when|use (?:for|to|after|before|this skill)|triggers? on|"
    r"(?:invoke|activate) (?:this skill )?(?:when|for)|when the user)\b|当.{0,12}时使用|用于|适用于",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.!?][\"')\]]*(?=\s|$)|[。！？][”」』）]*")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|no|dr|mr|ms|st|fig|[A-Z])\.$", re.IGNORECASE
)
_JOINERS = "\u200d\ufe0e\ufe0f"


@lru_cache(maxsize=4_096)
def shorten(text: str, limit: int) -> str:
    """`text` in at most `limit` characters (the mark included), from its own words.

    The first sentence comes first; a later sentence that tells when to use the skill follows where there
    is room, with a mark in the gap.
    """
    text = text.strip()
    if len(text) <= limit:
        return text
    first_end = _sentence_end(text, 0)
    first = text[:first_end].rstrip()
    narrow = limit < _LEAST_FOR_TWO
    routing = None if narrow or _ROUTING.search(first) else _ROUTING.search(text, first_end)
    if routing is None:
        return (
            first + (f" {MARK}" if len(first) + 2 <= limit else "")
            if len(first) <= limit
            else cut(text, limit)
        )
    start = _sentence_start(text, routing.start(), first_end)
    later = text[start : _sentence_end(text, routing.end())].strip()
    room = limit - 3
    keep_later = min(len(later), max(room - len(first), room // 2))
    head = first if len(first) <= room - keep_later else cut(first, room - keep_later)
    gap = f" {MARK} " if head == first and text[first_end:start].strip() else " "
    return f"{head}{gap}{cut(later, limit - len(head) - len(gap))}"


def cut(text: str, limit: int) -> str:
    """`text` cut at a word border to at most `limit` characters, with a mark; whole when it fits."""
    if len(text) <= limit:
        return text
    if limit <= 1:
        return MARK[:limit]
    end = limit - 1
    border = end
    while border > 0 and not _is_border(text, border):
        border -= 1
    if border <= end // 4:
        # One word fills the room (an address, or a script without spaces): cut between whole characters.
        border = end
        while border > 0 and not _is_whole(text, border):
            border -= 1
    return text[:border].rstrip(" \t\n,;:-–—、，；：(（") + MARK


def _sentence_end(text: str, start: int) -> int:
    for stop in _STOP.finditer(text, start):
        head = text[max(start, stop.start() - 8) : stop.start() + 1]
        if stop[0][0] == "." and _ABBREVIATION.search(head):
            continue
        return stop.end()
    return len(text)


def _sentence_start(text: str, position: int, floor: int) -> int:
    start = floor
    while (end := _sentence_end(text, start)) <= position:
        start = end
    return start


def _is_border(text: str, index: int) -> bool:
    before, after = text[index - 1], text[index]
    if not _is_whole(text, index):
        return False
    if before.isspace() or after.isspace():
        return True
    return _is_ideographic(before) or _is_ideographic(after)


def _is_whole(text: str, index: int) -> bool:
    after, before = text[index], text[index - 1]
    if after in _JOINERS or before == "\u200d" or unicodedata.combining(after):
        return False
    return not "\U0001f3fb" <= after <= "\U0001f3ff"


def _is_ideographic(character: str) -> bool:
    return "\u3040" <= character <= "\u30ff" or "\u3400" <= character <= "\u9fff" or character > "\U00020000"
