"""Related words: terms of computing that belong together, ends and their means, Chinese terms in English."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import NamedTuple

_DATA = os.path.join(os.path.dirname(__file__), "data")


class Glossary(NamedTuple):
    """Terms (words or phrases) and the words each brings. `longest` counts words; in Chinese, characters."""

    related: dict[str, tuple[str, ...]]
    longest: int


@lru_cache(maxsize=1)
def thesaurus() -> Glossary:
    """What a task is called in descriptions; words joined by hyphens are to be taken apart by the caller."""
    return _read("thesaurus.txt", "=>")


@lru_cache(maxsize=1)
def means() -> Glossary:
    """What serves an end, cures a trouble or is an instance of a kind; hyphens join a phrase."""
    return _read("means.txt", ">")


@lru_cache(maxsize=1)
def synonyms() -> Glossary:
    """Words for one thing, abbreviations too."""
    found = _read("means.txt", "=")
    related = dict(found.related)
    for term, words in _read("thesaurus.txt", "=").related.items():
        related[term] = (*related.get(term, ()), *words)
    return Glossary(related, _longest(related))


def _read(name: str, kinds: str) -> Glossary:
    """The lines of a file that are of these kinds: groups (=), and heads with what they bring (>)."""
    related: dict[str, tuple[str, ...]] = {}

    def add(term: str, words: list[str]) -> None:
        known = related.get(term, ())
        related[term] = known + tuple(word for word in words if word not in known)

    for line in data_lines(name):
        if line.startswith("="):
            if "=" in kinds:
                group = line[1:].split()
                for term in group:
                    add(term.replace("-", " "), [word for word in group if word != term])
        elif ">" in kinds:
            heads, _, words = line.partition(" > ")
            for term in heads.split(","):
                add(term.strip(), words.split())
    return Glossary(related, _longest(related))


def _longest(related: dict[str, tuple[str, ...]]) -> int:
    return max(term.count(" ") + 1 for term in related)


@lru_cache(maxsize=1)
def chinese() -> Glossary:
    """Chinese terms, simplified, each with English words, the most telling first."""
    related: dict[str, tuple[str, ...]] = {}
    for line in data_lines("chinese.txt"):
        terms, _, words = line.partition(" = ")
        for term in terms.split(", "):
            related[term] = tuple(words.split())
    return Glossary(related, max(map(len, related)))


def translate_run(run: str) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
    """The glossary's terms in a run of Chinese characters, longest first, and what is left between."""
    glossary = chinese()
    found: list[tuple[str, tuple[str, ...]]] = []
    left: list[str] = []
    at = rest = 0
    while at < len(run):
        for length in range(min(glossary.longest, len(run) - at), 0, -1):
            words = glossary.related.get(run[at : at + length])
            if words is not None:
                if at > rest:
                    left.append(run[rest:at])
                found.append((run[at : at + length], words))
                at += length
                rest = at
                break
        else:
            at += 1
    if len(run) > rest:
        left.append(run[rest:])
    return found, left


@lru_cache(maxsize=1)
def common_words() -> dict[str, frozenset[str]]:
    """Words that name no task, by section: function, talk, weak, chinese."""
    sections: dict[str, list[str]] = {}
    words: list[str] = []
    for line in data_lines("common_words.txt"):
        if line.startswith("["):
            words = sections[line.strip("[]")] = []
        else:
            words += line.split()
    return {name: frozenset(words) for name, words in sections.items()}


def data_lines(name: str) -> list[str]:
    """The lines of one of the room's data files, comments and empty ones left out."""
    with open(os.path.join(_DATA, name), encoding="utf-8") as file:
        return [line for line in file.read().split("\n") if line and not line.startswith("#")]
