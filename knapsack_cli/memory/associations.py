"""What a memory may say in place of a query's words: synonyms, translations, and means to the end asked for.

"reduce latency" is answered by "connection pooling" though they share no word, and 缓存 by "cache".
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from knapsack_cli.memory.index import quoted
from knapsack_cli.text.folding import fold
from knapsack_cli.text.glossary import chinese, common_words, means, synonyms, translate_run
from knapsack_cli.text.tokenization import is_paired, split_word, stem

SAME = 0.85
"""What another word for the thing asked is worth, a translation too, of what the word itself is worth."""
SERVES = 0.7
"""The same for a means to the end asked for."""
_MOST_SPELT = 10
"""Means that one word of a query is spelled out by; the first of a line say the most."""
SLIGHT_WEIGHT = 0.1
"""What verbs that fit nearly every wish weigh: in "reduce latency" latency is asked about."""
_SLIGHT = frozenset(
    stem(word)
    for word in (
        "reduce increase improve lower raise avoid prevent make get keep handle fix deal ensure need want "
        "help go have run work happen too many much more less better best good bad new old way thing things "
        "between across inside after before without per each every week time let give show see look like "
        "safe safely properly correctly reliably automatically"
    ).split()
)
_SLIGHT_PAIRS = frozenset(
    "降低 减少 提高 提升 增加 避免 防止 改善 改进 保证 需要 想要 进行 使用 保存 处理 解决 实现 查看 设置 "
    "一下 办法 方法 怎样 时候".split()
)
_RUN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]{2,}")
_WORD = re.compile(r"[a-z0-9+#]+(?:-[a-z0-9]+)*")


class Association(NamedTuple):
    """What may stand for some tokens of a query.

    Attributes:
        tokens: those of the query. share: what it is worth of what they are. expressions: FTS5, any of them.
    """

    tokens: tuple[str, ...]
    share: float
    expressions: tuple[str, ...]


def is_slight(token: str) -> bool:
    """Whether a token of a query fits nearly every wish."""
    return token in _SLIGHT or token in _SLIGHT_PAIRS


def associations(query: str) -> list[Association]:
    """What may stand for the words and phrases of a query, in the order in which they stand."""
    folded = fold(query[:4000]).lower()
    words = _WORD.findall(folded)
    stems = [stem(word) for word in words]
    found = []
    for at in range(len(words)):
        for length in range(min(_heads().longest, len(words) - at), 0, -1):
            if length == 1 and _is_empty(words[at]):
                continue
            tokens = tuple(dict.fromkeys(stems[at : at + length]))
            for share, brought in _heads().related.get(" ".join(stems[at : at + length]), ()):
                found.append(Association(tokens, share, _expressions(brought)))
    for run in _RUN.findall(folded):
        for term, english in translate_run(run)[0]:
            tokens = _pairs(term)
            found.append(Association(tokens, SAME, _expressions(english[:1])))
            for share, brought in _heads().related.get(_stemmed(english[0]), ()):
                found.append(Association(tokens, share, _expressions(brought)))
    return found


def _is_empty(word: str) -> bool:
    """Whether a word is of grammar: "them" is no theme, though their stems are the same."""
    return word in common_words()["function"] and word not in means().related


def spelled_out(query: str) -> str:
    """The query with the means to what it asks for, in English; empty where none are known.

    A sentence model sees little in "reduce latency" and "connection pooling", and much once pooling is named.
    """
    folded = fold(query[:4000]).lower()
    asked = [query] if is_read(query) else []
    brought: dict[str, None] = {}
    words = _WORD.findall(folded)
    stems = [stem(word) for word in words]
    phrases = [
        " ".join(stems[at : at + length])
        for at in range(len(words))
        for length in range(min(_heads().longest, len(words) - at), 0, -1)
        if length > 1 or not _is_empty(words[at])
    ]
    for run in _RUN.findall(folded):
        for _, english in translate_run(run)[0]:
            asked.append(english[0].replace("-", " "))
            phrases.append(_stemmed(english[0]))
    for phrase in phrases:
        for share, some in _heads().related.get(phrase, ()):
            if share == SERVES:
                brought.update(dict.fromkeys(some[:_MOST_SPELT]))
    if not brought:
        return ""
    return f"{' '.join(asked)}: {', '.join(word.replace('-', ' ') for word in brought)}"


def is_read(text: str) -> bool:
    """Whether a model that was trained on English can read the text."""
    return text.isascii() or not any(map(is_paired, text))


class _Heads(NamedTuple):
    related: dict[str, list[tuple[float, tuple[str, ...]]]]
    longest: int


@lru_cache(maxsize=1)
def _heads() -> _Heads:
    related: dict[str, list[tuple[float, tuple[str, ...]]]] = {}
    for share, glossary in ((SAME, synonyms()), (SERVES, means())):
        for term, words in glossary.related.items():
            related.setdefault(_stemmed(term), []).append((share, words))
    # English words bring Chinese ones even where they bring no English.
    for word in _in_chinese():
        related.setdefault(word, []).append((SAME, (word,)))
    return _Heads(related, max(synonyms().longest, means().longest))


@lru_cache(maxsize=1)
def _in_chinese() -> dict[str, tuple[str, ...]]:
    """English words and phrases, stemmed -> the Chinese terms that mean them first of all."""
    found: dict[str, tuple[str, ...]] = {}
    for term, words in chinese().related.items():
        if len(term) > 1:
            word = _stemmed(words[0])
            found[word] = (*found.get(word, ()), term)
    return found


def _stemmed(phrase: str) -> str:
    return " ".join(stem(word) for word in phrase.replace("-", " ").split())


def _expressions(words: tuple[str, ...]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for word in words:
        tokens = [split_word(part)[0] for part in word.replace("-", " ").split()]
        found[" AND ".join(map(quoted, tokens))] = None
        for term in _in_chinese().get(_stemmed(word), ()):
            found[" AND ".join(map(quoted, _pairs(term)))] = None
    return tuple(found)


def _pairs(term: str) -> tuple[str, ...]:
    return tuple(term[at : at + 2] for at in range(len(term) - 1))
