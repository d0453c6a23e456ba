"""Words to the pieces that BERT's uncased English models know (Devlin et al. 2019; WordPiece)."""

from __future__ import annotations

import os
import unicodedata
from functools import lru_cache

_UNKNOWN, _BEGIN, _END = "[UNK]", "[CLS]", "[SEP]"
_LONGEST_WORD = 100
"""Characters of a word; a longer one is unknown, as in BERT's own code."""


@lru_cache(maxsize=1)
def vocabulary() -> dict[str, int]:
    """Piece -> number; pieces that go on within a word begin with ##."""
    path = os.path.join(os.path.dirname(__file__), "data", "wordpieces.txt")
    with open(path, encoding="utf-8") as file:
        return {piece: number for number, piece in enumerate(file.read().split("\n"))}


def numbers_of(text: str, most: int) -> list[int]:
    """The numbers of a text's pieces, `most` of them at most, with the marks of beginning and end."""
    known = vocabulary()
    found = [known[_BEGIN]]
    for word in _words(text):
        found += _pieces(word, known)
        if len(found) >= most:
            break
    return [*found[: most - 1], known[_END]]


def _words(text: str) -> list[str]:
    """Lower case without accents; signs and Han characters stand alone."""
    spread = []
    for char in unicodedata.normalize("NFD", text.lower()):
        category = unicodedata.category(char)
        if category == "Mn":
            continue
        if category[0] == "C" and char not in "\t\n\r":
            continue
        # Signs that Unicode takes for symbols ($, +, ^, `) count as punctuation where they are ASCII.
        alone = category[0] == "P" or (char.isascii() and category[0] == "S") or _is_ideograph(char)
        spread.append(f" {char} " if alone else char)
    return "".join(spread).split()


def _is_ideograph(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or char >= "\U00020000"


def _pieces(word: str, known: dict[str, int]) -> list[int]:
    """The longest known beginning, again and again; a word with a part that is not known is unknown."""
    if len(word) > _LONGEST_WORD:
        return [known[_UNKNOWN]]
    found = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            number = known.get(word[start:end] if start == 0 else f"##{word[start:end]}")
            if number is not None:
                found.append(number)
                start = end
                break
        else:
            return [known[_UNKNOWN]]
    return found
