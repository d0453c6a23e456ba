"""One form for spellings of the same thing: width, composition, traditional and simplified characters.

The table of characters and of Taiwan terms is OpenCC's (see `data/NOTICE.txt`); it is read once, at
first use.
"""

import os
import re

_DATA = os.path.join(os.path.dirname(__file__), "data", "folding.txt")

_COMPATIBILITY = re.compile(
    "[０-９Ａ-Ｚａ-ｚ＿\uff65-\uffdc\u0300-\u036f\u1100-\u11ff\u3099\u309a\u2160-\u217f\u2460-\u24ff"
    "\u3130-\u318f\u3300-\u33ff\uf900-\ufaff\ufb00-\ufb06]"
)
"""Only where one of these stands is NFKC worth its cost: full-width punctuation alone would call for it
in two thirds of all Chinese messages and changes no token."""


class _Table:
    """The table in memory: characters to fold, and Taiwan terms by their folded form."""

    __slots__ = ("characters", "longest", "spellings", "terms", "traditional")

    def __init__(self) -> None:
        with open(_DATA, encoding="utf-8") as file:
            traditional, simplified, terms = file.read().split("\n")[:3]
        self.traditional = frozenset(traditional)
        self.characters = str.maketrans(traditional, simplified)
        self.terms: dict[str, list[str]] = {}
        for entry in terms.split("\t"):
            taiwan, _, mainland = entry.partition("=")
            self.terms[taiwan] = mainland.split(",")
        self.longest = max(map(len, self.terms))
        self.spellings: dict[str, list[str]] = {}
        for other, plain in zip(traditional, simplified, strict=True):
            self.spellings.setdefault(plain, []).append(other)


_loaded: list[_Table] = []


def _table() -> _Table:
    if not _loaded:
        _loaded.append(_Table())
    return _loaded[0]


def fold(text: str) -> str:
    """Fold width, composition and traditional characters; case stays (camelCase is still needed).

    The result may differ in length from `text` only where a compatibility character was folded.
    """
    if text.isascii():
        return text
    if _COMPATIBILITY.search(text):
        import unicodedata

        text = unicodedata.normalize("NFKC", text)
    table = _table()
    if not table.traditional.isdisjoint(text):
        text = text.translate(table.characters)
    return text


_MOST_SPELLINGS = 60


def spellings_of(words: str) -> list[tuple[str, str]] | None:
    """The other characters that fold to one of `words`, each with that; None when they are too many to be
    looked for one by one."""
    spellings = _table().spellings
    found = [(other, char) for char in dict.fromkeys(words) for other in spellings.get(char, ())]
    return found if len(found) <= _MOST_SPELLINGS else None


def fold_spellings(text: str, spellings: list[tuple[str, str]]) -> str:
    """`fold`, of all that can become a part of the words whose `spellings_of` these are.

    Other characters stay, so that finding those words in a message costs a tenth of folding it.
    """
    if _COMPATIBILITY.search(text):
        import unicodedata

        text = unicodedata.normalize("NFKC", text)
    for other, plain in spellings:
        text = text.replace(other, plain)
    return text


def fold_case(text: str) -> str:
    """`fold`, and lower case: the form in which texts and queries are compared."""
    return fold(text).lower()


def has_traditional(text: str) -> bool:
    """Whether `text` holds a character that folding would simplify."""
    return not text.isascii() and not _table().traditional.isdisjoint(text)


def mainland_terms(folded: str) -> list[tuple[int, int, str]]:
    """Taiwan terms in an already folded text: (start, end, a mainland term), the longest at a place."""
    table = _table()
    found: list[tuple[int, int, str]] = []
    at = 0
    while at < len(folded):
        for width in range(min(table.longest, len(folded) - at), 1, -1):
            others = table.terms.get(folded[at : at + width])
            if others:
                found.extend((at, at + width, other) for other in others)
                at += width - 1
                break
        at += 1
    return found
