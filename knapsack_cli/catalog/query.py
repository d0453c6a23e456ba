"""What a request asks for, as weighted terms: its own words, related words, and translations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from knapsack_cli.catalog.words import (
    FUNCTION_WORDS,
    WEAK_WORDS,
    is_content,
    part_at_filler,
    stem,
    words_of,
)
from knapsack_cli.text.folding import fold
from knapsack_cli.text.glossary import thesaurus, translate_run

MOST_CHARACTERS = 4_000
"""Read of one message; of a longer one the beginning and the end."""
MOST_GROUPS = 80

_PASTED_WEIGHT = 0.2
_PATH = re.compile(r"(?:[\w.~-]*/){2,}[\w.-]*")
_WEAK_WEIGHT = 0.3
_RELATED_WEIGHT = 0.5
_TRANSLATED_WEIGHT = 0.85
_TROUBLE = re.compile(
    r"Traceback \(most recent|^\s+at [\w.$<>]+\(|\bpanic:|Segmentation fault|"
    r"\w(?:Error|Exception)\b|\bFAILED\b|"
    r"\bcore dumped\b|报错|异常|崩溃",
    re.MULTILINE,
)
_TROUBLE_WORDS = ("debugging", "bug", "error", "failure")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+")


class Group:
    """One thing asked for: the word as written, the terms that stand for it with their weights.

    `strong` says that it can name a task; weak ones and words of talk cannot. `unknown` words may be typos.
    """

    __slots__ = ("strong", "terms", "weight", "word")

    def __init__(self, word: str, strong: bool, weight: float) -> None:
        self.word = word
        self.strong = strong
        self.weight = weight
        self.terms: dict[str, float] = {}

    def add(self, word: str, weight: float) -> None:
        """Let `word` stand for this group too; of two weights the greater counts."""
        key = stem(word)
        if self.terms.get(key, 0.0) < weight:
            self.terms[key] = weight


def read_query(text: str, aliases: Mapping[str, Iterable[str]]) -> list[Group]:
    """The groups of a message, in the order in which their words stand first.

    `aliases` (word -> words) come from profiles and settings and weigh as much as the word itself.
    """
    groups: dict[str, Group] = {}
    for part, weight in _weighed(text):
        _read_words(part, weight, groups, aliases)
        if not part.isascii():
            _read_cjk(part, weight, groups)
        if len(groups) >= MOST_GROUPS:
            break
    if _TROUBLE.search(text):
        group = Group("(trouble)", True, 0.8)
        for word in _TROUBLE_WORDS:
            group.add(word, 0.6)
        groups[group.word] = group
    return list(groups.values())[:MOST_GROUPS]


def add_related(group: Group, word: str, weight: float) -> None:
    """Give the group what the thesaurus has for `word`."""
    for related in thesaurus().related.get(word, ()):
        parts = related.split("-")
        for part in parts:
            if len(part) > 1:
                group.add(part, weight * _RELATED_WEIGHT / (1 if len(parts) == 1 else 1.3))


def _weighed(text: str) -> list[tuple[str, float]]:
    """The parts of a message with what they weigh: what was typed counts, what was pasted little."""
    text = text.strip()
    if len(text) > MOST_CHARACTERS:
        # Lines that the cut goes through are left out: half a pasted line may look typed.
        head, tail = text[: MOST_CHARACTERS // 2], text[-MOST_CHARACTERS // 2 :]
        text = "\n".join((head.rpartition("\n")[0] or head, tail.partition("\n")[2] or tail))
    lines = text.split("\n")
    if len(lines) < 4:
        return [(text, 1.0)]
    typed = "\n".join(line for line in lines if not _is_pasted(line))
    pasted = "\n".join(_PATH.sub(" ", line) for line in lines if _is_pasted(line))
    return [(typed, 1.0), (pasted, _PASTED_WEIGHT)]


def _is_pasted(line: str) -> bool:
    """Whether a line looks like output or code: indented, or with few plain words between its spaces."""
    if line[:2].isspace() or not line.isascii():
        return line.isascii()
    pieces = line.split()
    plain = sum(1 for piece in pieces if piece.strip(".,:;!?()\"'-").isalpha())
    return plain < 0.6 * len(pieces)


def _read_words(
    text: str, weight: float, groups: dict[str, Group], aliases: Mapping[str, Iterable[str]]
) -> None:
    words = [word for word in words_of(text) if not _CJK.match(word)]
    heads = thesaurus()
    phrases: list[tuple[str, bool]] = []
    for at, word in enumerate(words):
        if is_content(word):
            weak = word in WEAK_WORDS
            group = groups.get(word)
            if group is None:
                group = groups[word] = Group(word, not weak, weight * (_WEAK_WEIGHT if weak else 1.0))
                group.add(word, group.weight)
                for alias in aliases.get(word, ()):
                    group.add(alias, group.weight)
                add_related(group, word, group.weight)
            if (
                word.isalpha()
                and at + 1 < len(words)
                and is_content(words[at + 1])
                and words[at + 1].isalpha()
            ):
                group.add(word + words[at + 1], weight)
        elif word in heads.related and word not in FUNCTION_WORDS:
            phrases.append((word, False))
        for length in range(2, heads.longest + 1):
            phrase = " ".join(words[at : at + length])
            if phrase in heads.related and at + length <= len(words):
                phrases.append((phrase, any(map(is_content, words[at : at + length]))))
    for phrase, strong in phrases:
        if phrase not in groups:
            group = groups[phrase] = Group(phrase, strong, weight * 0.6)
            add_related(group, phrase, weight)


def _read_cjk(text: str, weight: float, groups: dict[str, Group]) -> None:
    for run in _CJK.findall(fold(text)):
        terms, left = translate_run(run)
        for term, words in terms:
            if term in groups:
                continue
            group = groups[term] = Group(term, not all(word in WEAK_WORDS for word in words), weight)
            for place, word in enumerate(words):
                share = 1.0 if place < 2 else 0.65
                if word in WEAK_WORDS:
                    share *= _WEAK_WEIGHT
                for part in word.split("-"):
                    group.add(part, weight * _TRANSLATED_WEIGHT * share)
            for at in range(len(term) - 1):
                group.add(term[at : at + 2], weight)
        for piece in left:
            for rest in part_at_filler(piece):
                for at in range(len(rest) - 1):
                    pair = rest[at : at + 2]
                    if pair not in groups:
                        group = groups[pair] = Group(pair, True, weight * 0.7)
                        group.add(pair, group.weight)
