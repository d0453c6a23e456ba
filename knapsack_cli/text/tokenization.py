"""Text to search tokens, for every script: one rule for what is indexed and for what is asked.

Scripts written without spaces (Han, kana, hangul, Thai and their neighbours) give every adjacent pair of a
run, and the first and last character of the run alone. Other scripts give words, lightly stemmed, and the
parts of camelCase and snake_case names; versions stay whole. All of it happens here, so SQLite's FTS5 sees
plain tokens between spaces and needs no extension: create the table with `FTS_TOKENIZER`.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

from knapsack_cli.text.folding import fold, has_traditional, mainland_terms

TOKENIZER_VERSION = 1
"""Goes up whenever the tokens of a text change: an index made by another version must be made anew."""

FTS_TOKENIZER = "ascii tokenchars '._'"
"""The FTS5 tokenizer that takes these tokens as they are. No token starts with a dot, so a caller may add
tokens of its own that do (for filters, say)."""

LONGEST_WORD = 64
"""Longer words (encoded data, mostly) are cut, and not split into parts."""

_PAIRED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003134f"
)
_STARTS = tuple(map(ord, _PAIRED[0::3]))
_ENDS = tuple(map(ord, _PAIRED[2::3]))

_WORD = re.compile(r"[vV]?\d+(?:\.\d+)+|\w+")
"""A word, in text without unspaced scripts."""

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\dA-Za-z_]+")
_MIXED = re.compile(r"[a-z][A-Z]|[A-Z][A-Z][a-z]|_|\d[A-Za-z]|[A-Za-z]\d")
_VERSION = re.compile(r"[vV]?(\d+(?:\.\d+)+)")


@cache
def _runs() -> re.Pattern[str]:
    """Runs of unspaced scripts. Large classes take a millisecond to compile: only where texts are indexed."""
    return re.compile(f"[{_PAIRED}]+")


@cache
def _words() -> re.Pattern[str]:
    """A wide and fast first cut: one word, or several with dots between them, told apart once by `_WORD`."""
    return re.compile(
        "[A-Za-z0-9_.\u00aa-\u0dff\u0f00-\u0fff\u10a0-\u177f\u1800-\u1fff\u2c00-\u2dff\ua4d0-\uabff]+"
    )


def is_paired(char: str) -> bool:
    """Whether a character is of a script written without spaces."""
    code = ord(char)
    place = bisect_right(_STARTS, code) - 1
    return place >= 0 and code <= _ENDS[place]


def stem(word: str) -> str:
    """Take the commonest English endings off a lower-case word, so that its forms meet.

    Light on purpose: names and codes pass through it too.
    """
    size = len(word)
    if size < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and size > 4:
        return word[:-3] + "y"
    if word.endswith("s") and word[-2] not in "sui":
        word = word[:-1]
        size -= 1
    for ending in ("ing", "ed"):
        if word.endswith(ending) and size - len(ending) >= 3:
            word = word[: -len(ending)]
            if word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            return word
    if word.endswith("e") and size > 3:
        return word[:-1]
    return word


class WordTokens(dict[str, str]):
    """Words joined by dots -> their tokens between spaces, worked out once each."""

    LIMIT = 60_000

    def __missing__(self, words: str) -> str:
        if len(self) >= self.LIMIT:
            self.clear()
        tokens = self[words] = " ".join(
            [token for word in _WORD.findall(words) for token in split_word(word)]
        )
        return tokens


def split_word(word: str) -> list[str]:
    """The tokens of one word: the whole first, then the parts of an identifier (two characters or more)."""
    version = _VERSION.fullmatch(word)
    if version:
        return [version[1]]
    if len(word) > LONGEST_WORD:
        return [word[:LONGEST_WORD].lower()]
    tokens = [stem(word.lower().strip("_") or word)]
    if _MIXED.search(word):
        for part in _PART.findall(word):
            token = stem(part.lower())
            if len(token) > 1 and token not in tokens:
                tokens.append(token)
    return tokens


_word_tokens = WordTokens()


def index_tokens(text: str) -> str:
    """All tokens of `text`, between spaces, in no useful order, with repeats. The same text always gives the
    same tokens, which FTS5 needs to delete a row from an index that holds no text. The tokens of words come
    first; two spaces part them from those of unspaced runs."""
    return tokens_of_folded(fold(text))


def tokens_of_folded(text: str) -> str:
    """`index_tokens` of a text that is folded already."""
    words = " ".join(filter(None, map(_word_tokens.__getitem__, dict.fromkeys(_words().findall(text)))))
    if text.isascii():
        return words
    runs = _runs().findall(text)
    if not runs:
        return words
    return words + pairs(" ".join(runs))


def pairs(runs: str) -> str:
    """Every pair of adjacent characters of `runs`, between spaces. A pair with a space in it is the first or
    last character of its run alone.

    Done on arrays of code points: an order of magnitude faster than slicing each pair.
    """
    codes = array("I")
    if codes.itemsize != 4:
        codes = array("L")
    codes.frombytes(f" {runs} ".encode("utf-32-le" if _LITTLE else "utf-32-be", "replace"))
    woven = array(codes.typecode, b"\0\0\0\0" * (3 * (len(codes) - 1)))
    woven[0::3] = array(codes.typecode, [32]) * (len(codes) - 1)
    woven[1::3] = codes[:-1]
    woven[2::3] = codes[1:]
    return woven.tobytes().decode("utf-32-le" if _LITTLE else "utf-32-be")


_LITTLE = array("H", b"\1\0")[0] == 1


class Term(NamedTuple):
    """One thing a query asks for.

    Attributes:
        token: what the index holds. surface: what stands for it in a folded, lower-case text.
        weight: how much it says, 0 to 1, before rarity is looked at.
        kind: "pair", "word", "part" (of an identifier), "name" (words as an identifier) or "character".
    """

    token: str
    surface: str
    weight: float
    kind: str


class Lexicon:
    """Which pairs of characters are words: a packed, sorted string of two-character words.

    Looked up by binary search, so that nothing has to be unpacked to ask a few times.
    """

    __slots__ = ("_words",)

    def __init__(self, words: str = "") -> None:
        self._words = words

    def __contains__(self, pair: str) -> bool:
        low, high = 0, len(self._words) // 2
        while low < high:
            middle = (low + high) // 2
            if self._words[2 * middle : 2 * middle + 2] < pair:
                low = middle + 1
            else:
                high = middle
        return self._words[2 * low : 2 * low + 2] == pair

    def __bool__(self) -> bool:
        return bool(self._words)


_STOP = (
    "为什么|怎么样|怎么办|怎么弄|怎么做|怎么|怎样|什么|如何|哪些|哪个|哪里|是否|"
    "多少|能不能|可不可以|要不要|会不会|上个月|上一次|上次|之前|昨天|前几天|上周|"
    "那个|这个|那次|帮我|请问|请|一下|找一下|找找|查一下|看看|我们|你们|他们|"
    "相关|内容|结论|处理|问题|时候|的话|应该|可以|需要|关于|有关|来着|记得|"
    "讨论过|说过|定的|的|了|是|吗|呢|吧|啊|么|和|与|或|及|在|把|被|对|给|"
    "让|就|都|也|还|又|很|有|について|とは|ですか|ですが|です|ます|ました|する|"
    "した|して|される|された|できる|から|まで|として|どうやって|どのように|なぜ|何|"
    "ください|方法を|を|は|が|に|の|で|と|も|へ|무엇|어떻게|어떤|왜|언제|하는|"
    "하기|에서|으로|에게|입니다|습니다|합니다"
).split("|")
"""Question words, particles and politeness of Chinese, Japanese and Korean."""

_STOP_WORDS = frozenset(
    _WORD.findall(
        "a an the of to in on at for and or is are was were be been do does did how what why when where "
        "which who we you i it its this that these those with from by as about can could should would our "
        "my me please find show tell use used using"
    )
)
MOST_TERMS = 64
"""Terms taken from one query; a pasted page is known well enough by its first ones."""


def query_terms(query: str, lexicon: Lexicon) -> list[Term]:
    """The terms of a query, heaviest weight of each token, in the order in which they stand.

    Pairs that are words weigh 1; pairs across words, and pairs with hiragana or hangul, half; pairs that
    touch or lie in question words and particles next to nothing. Weighting stays soft on purpose: a
    dictionary is never complete.
    """
    folded = fold(query[:4000])
    terms: dict[str, Term] = {}

    def add(token: str, surface: str, weight: float, kind: str) -> None:
        known = terms.get(token)
        if known is None or known.weight < weight:
            terms[token] = Term(token, surface, weight, kind)

    taiwan = mainland_terms(folded.lower()) if has_traditional(query) else []
    covered = [False] * len(folded)
    for start, end, _ in taiwan:
        covered[start:end] = [True] * (end - start)
    for start, piece, is_run in _pieces(folded):
        if len(terms) >= MOST_TERMS:
            break
        if is_run:
            _add_run(add, piece, start, covered, lexicon)
        else:
            _add_word(add, piece)
    for joined in _joined(folded):
        add(joined, joined, 1.0, "name")
    for _, _, mainland in taiwan:
        for _, piece, is_run in _pieces(mainland):
            if is_run and len(piece) > 1:
                for at in range(len(piece) - 1):
                    add(piece[at : at + 2], piece[at : at + 2], 1.0, "pair")
            elif not is_run:
                _add_word(add, piece)
    return list(terms.values())


def _pieces(folded: str) -> Iterator[tuple[int, str, bool]]:
    """The runs and words of a folded text: (start, piece, whether it is a run)."""
    for is_run, some in groupby(enumerate(folded), key=lambda item: is_paired(item[1])):
        stretch = list(some)
        start = stretch[0][0]
        text = folded[start : stretch[-1][0] + 1]
        if is_run:
            yield start, text, True
        else:
            for match in _WORD.finditer(text):
                yield start + match.start(), match[0], False


@cache
def _stop_words_by_start() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in sorted(_STOP, key=len, reverse=True):
        found.setdefault(word[0], []).append(word)
    return found


def _stops(run: str) -> list[bool]:
    """Which characters of a run lie in a stop word; none where the whole run is one, being what is asked."""
    stopped = [False] * len(run)
    by_start = _stop_words_by_start()
    at = 0
    while at < len(run):
        word = next((word for word in by_start.get(run[at], ()) if run.startswith(word, at)), "")
        if word and len(word) < len(run):
            stopped[at : at + len(word)] = [True] * len(word)
        at += len(word) or 1
    return stopped


_MOST_JOINED = 6


def _joined(folded: str) -> list[str]:
    """`get user name` as the identifiers it may mean: get_user_name and getUserName."""
    words = folded.lower().split()
    if not 2 <= len(words) <= _MOST_JOINED or not all(word.isascii() and word.isalnum() for word in words):
        return []
    return [stem("".join(words)), "_".join(words)]


def _add_run(add: Adder, run: str, offset: int, covered: list[bool], lexicon: Lexicon) -> None:
    if len(run) == 1:
        add(run, run, 0.3, "character")
        return
    stopped = _stops(run)
    for at in range(len(run) - 1):
        pair = run[at : at + 2]
        weight = 1.0
        if _is_han(pair[0]) and _is_han(pair[1]):
            weight = 1.0 if not lexicon or pair in lexicon else 0.5
        elif _is_soft(pair[0]) or _is_soft(pair[1]):
            weight = 0.5
        if stopped[at] and stopped[at + 1]:
            weight *= 0.1
        elif stopped[at] or stopped[at + 1]:
            weight *= 0.25
        if covered[offset + at] and covered[offset + at + 1]:
            weight *= 0.6
        add(pair, pair, weight, "pair")


def _is_han(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff" or char >= "\U00020000"


def _is_soft(char: str) -> bool:
    """Hiragana and hangul: much grammar, few distinct pairs."""
    return "\u3041" <= char <= "\u309f" or "\uac00" <= char <= "\ud7a3"


def _add_word(add: Adder, word: str) -> None:
    tokens = split_word(word)
    weight = 0.1 if word.lower() in _STOP_WORDS else 1.0
    add(tokens[0], tokens[0], weight, "word")
    for part in tokens[1:]:
        add(part, part, 0.6 if len(part) > 3 else 0.4, "part")


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Adder = Callable[[str, str, float, str], None]
