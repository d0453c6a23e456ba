"""Words one edit away from a misspelt one, looked up among the words that messages hold."""

from __future__ import annotations

import sqlite3

from knapsack_cli.text.tokenization import stem

_LETTERS = "abcdefghijklmnopqrstuvwxyz"

_MOST = 6
"""Neighbours taken."""


def neighbours(connection: sqlite3.Connection, word: str) -> list[str]:
    """Known words that differ from `word` by one letter more, less, other or exchanged with the next.

    Some 50 candidates a letter, each a look-up in an index: no walk over the words.
    """
    if not 4 <= len(word) <= 20 or not word.isascii() or not word.isalpha():
        return []
    found = []
    candidates = list(dict.fromkeys(_edits(word)))
    for start in range(0, len(candidates), 400):
        some = candidates[start : start + 400]
        marks = ",".join("?" * len(some))
        found += [
            row[0]
            for row in connection.execute(f"SELECT word FROM message_words WHERE word IN ({marks})", some)
        ]
    order = {candidate: place for place, candidate in enumerate(candidates)}
    return sorted(found, key=order.__getitem__)[:_MOST]


def _edits(word: str) -> list[str]:
    edits = [word[:n] + word[n + 1] + word[n] + word[n + 2 :] for n in range(len(word) - 1)]
    edits += [word[:n] + word[n + 1 :] for n in range(len(word))]
    edits += [word[:n] + letter + word[n + 1 :] for n in range(len(word)) for letter in _LETTERS]
    edits += [word[:n] + letter + word[n:] for n in range(len(word) + 1) for letter in _LETTERS]
    return [stem(edit) for edit in edits if edit != word]
