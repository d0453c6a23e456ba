"""Words of names, descriptions and requests: splitting, stemming, and which words say nothing.

Stemming here goes further than the search index's (`optimization`, `optimizer` and `optimize` meet), since
a skill and a request for it are a few dozen words that seldom use the same form.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from knapsack_cli.text.folding import fold
from knapsack_cli.text.glossary import common_words

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
_WORD = re.compile(rf"[a-z0-9]+|[{_CJK}]+|[^\W\d_a-z{_CJK}]+")


def _table(spans: tuple[tuple[int, bytes], ...]) -> bytes:
    """A table for `bytes.translate`: these bytes from each place on, spaces elsewhere."""
    table = bytearray(b" " * 256)
    for start, values in spans:
        table[start : start + len(values)] = values
    return bytes(table)


_DIGITS, _LETTERS = b"0123456789", b"abcdefghijklmnopqrstuvwxyz"
_TO_WORDS = _table(((ord("0"), _DIGITS), (ord("A"), _LETTERS), (ord("a"), _LETTERS)))
"""Bytes to lower-case letters, digits and spaces: several times faster than a pattern over the text."""
_CLASSES = _table(((ord("0"), b"0" * 10), (ord("A"), b"A" * 26), (ord("a"), b"a" * 26)))
_CAMEL_BORDER = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LETTER_BORDER = re.compile(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])")
_C_FAMILY = re.compile(r"\b[cC](\+\+|#)")
_CJK_RUN = re.compile(rf"[{_CJK}]+")

LONGEST_WORD = 40
"""Longer runs of letters are encoded data, not words."""


_COMMON = common_words()
FUNCTION_WORDS = _COMMON["function"]
"""Words without content of their own."""

FILLER_WORDS = _COMMON["talk"]
"""Words of talk: they steer a conversation and name no task."""

WEAK_WORDS = _COMMON["weak"]
"""Words that fit nearly every task: they add to a rank, and alone they are no signal."""


_FORMS = {
    "analyses": "analys",
    "analysis": "analys",
    "analyze": "analys",
    "analyse": "analys",
    "analyzer": "analys",
    "analyzing": "analys",
    "analyzes": "analys",
    "analytics": "analys",
    "ran": "run",
    "wrote": "write",
    "written": "write",
    "built": "build",
    "sent": "send",
    "broke": "break",
    "broken": "break",
    "froze": "freez",
    "frozen": "freez",
    "lost": "lose",
    "bought": "buy",
    "paid": "pay",
    "met": "meet",
    "grew": "grow",
    "data": "data",
    "indices": "index",
    "indexes": "index",
    "schemas": "schema",
    "criteria": "criterion",
}
_DERIVED = (
    ("ifications", "ifi"),
    ("ification", "ifi"),
    ("ability", "abl"),
    ("ibility", "ibl"),
    ("ational", ""),
    ("ations", ""),
    ("ation", ""),
    ("ators", ""),
    ("ator", ""),
    ("ments", ""),
    ("ment", ""),
    ("ness", ""),
    ("ances", ""),
    ("ance", ""),
    ("ences", ""),
    ("ence", ""),
    ("ency", ""),
    ("ancy", ""),
    ("ical", "ic"),
    ("ially", ""),
    ("ial", ""),
    ("ally", ""),
    ("able", "abl"),
    ("ible", "ibl"),
    ("ity", ""),
    ("ive", ""),
    ("ion", ""),
    ("ant", ""),
    ("ent", ""),
    ("al", ""),
    ("ly", ""),
    ("ic", ""),
    ("er", ""),
    ("or", ""),
)

_stems: dict[str, str] = {}


def stem(word: str) -> str:
    """A stem of a lower-case English word, so that its inflected and derived forms meet; others unchanged."""
    known = _stems.get(word)
    if known is None:
        if len(_stems) > 50_000:
            _stems.clear()
        known = _stems[word] = _stem(word)
    return known


def _stem(word: str) -> str:
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    form = _FORMS.get(word)
    if form is not None:
        return form
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("sses"):
        word = word[:-2]
    elif word.endswith("s") and word[-2] not in "sui":
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("eed"):
            word = word[: -len(ending)]
            if word[-1] == word[-2] and word[-1] not in "lsz":
                return word[:-1]
            break
    for ending, replacement in _DERIVED:
        if word.endswith(ending) and len(word) - len(ending) >= (3 if replacement else 4):
            word = word[: -len(ending)] + replacement
            if word[-1] == word[-2] and word[-1] not in "lsz" and not replacement:
                word = word[:-1]
            break
    if len(word) > 4 and word[-1] in "ey":
        word = word[:-1] + ("i" if word.endswith("fy") else "")
    if word.endswith("at") and len(word) >= 6:
        word = word[:-2]
    return word


def words_of(text: str) -> list[str]:
    """The words of `text` in order, lower-case: identifiers whole, CJK runs as bigrams.

    The parts of camelCase identifiers stand at the end. C++ and C# become words of letters.
    """
    plain = text.isascii()
    if not plain:
        text = fold(text)
    if "++" in text or "#" in text:
        text = _C_FAMILY.sub(lambda found: "cpp " if found[1] == "++" else "csharp ", text)
    encoded = text.encode("latin-1", "replace")
    found = encoded.translate(_TO_WORDS).decode().split() if plain else _WORD.findall(text.lower())
    classes = encoded.translate(_CLASSES)
    at = classes.find(b"aA")
    while at >= 0:
        start, end = classes.rfind(b" ", 0, at) + 1, classes.find(b" ", at)
        word = text[start:] if end < 0 else text[start:end]
        found += [part for part in _CAMEL_BORDER.sub(" ", word).lower().split() if len(part) > 1]
        at = classes.find(b"aA", end) if end >= 0 else -1
    if plain:
        return found
    words: list[str] = []
    for word in found:
        if _CJK_RUN.match(word):
            words += [word[at : at + 2] for at in range(len(word) - 1)] or [word]
        else:
            words.append(word)
    return words


def name_words(name: str) -> list[str]:
    """The parts of a skill's name, and its neighbouring parts joined (`next-js` also answers to `nextjs`)."""
    parts = words_of(name)
    joined = [first + second for first, second in pairwise(parts)]
    if name.replace("-", "").isalpha():
        return parts + joined
    split = [piece for part in parts if not part.isalpha() for piece in _LETTER_BORDER.sub(" ", part).split()]
    return parts + joined + [piece for piece in split if len(piece) > 1 and piece not in parts]


def is_content(word: str) -> bool:
    """Whether a request's word can name a task."""
    return (
        len(word) > 1
        and len(word) <= LONGEST_WORD
        and not word.isdigit()
        and word not in FUNCTION_WORDS
        and word not in FILLER_WORDS
    )


def part_at_filler(run: str) -> list[str]:
    """What stands between the Chinese words of talk and of grammar in a run."""
    return [piece for piece in _filler().split(run) if piece]


@lru_cache(maxsize=1)
def _filler() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_COMMON["chinese"], key=lambda word: (-len(word), word))))
