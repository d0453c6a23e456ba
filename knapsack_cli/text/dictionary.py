"""Which pairs of characters are inside a word, packed from a dictionary in jieba's format.

jieba itself is never imported: its dictionary is read once from the installed package, and what a query
needs of it (about 33,000 pairs, 130 KB) is kept in the store.
"""

import importlib.util
import os
import re
from collections.abc import Iterable

from knapsack_cli.errors import InputError

LEAST_FREQUENCY = 50
"""Rarer words of the installed dictionary are left out: 12,000 to 33,000 pairs rank alike."""


_PAIR = re.compile(r"^(\S\S) (\d+)", re.MULTILINE)


def installed_dictionary() -> str | None:
    """The path of jieba's own dictionary, or None when jieba is not installed."""
    found = importlib.util.find_spec("jieba")
    if found is None or found.origin is None:
        return None
    path = os.path.join(os.path.dirname(found.origin), "dict.txt")
    return path if os.path.isfile(path) else None


def signature(paths: Iterable[str]) -> str:
    """What tells whether these dictionaries have changed: their paths, sizes and times.

    Raises:
        InputError: one of them cannot be read.
    """
    parts = []
    for path in paths:
        try:
            status = os.stat(path)
        except OSError as error:
            raise InputError(f"dictionary {path}: {error.strerror}; mend recall.dictionary") from error
        parts.append(f"{path}:{status.st_size}:{status.st_mtime_ns}")
    return "\n".join(parts)


def pack_words(installed: str | None, own: str | None) -> str:
    """The two-character words of the installed dictionary, and every pair inside a word of the user's own.

    Returns:
        the pairs, sorted and joined: what `tokenization.Lexicon` takes.

    Raises:
        InputError: a dictionary cannot be read as UTF-8 lines of `word [frequency [tag]]`.
    """
    pairs: set[str] = set()
    if installed is not None:
        with open(installed, encoding="utf-8") as file:
            for word, frequency in _PAIR.findall(file.read()):
                if int(frequency) >= LEAST_FREQUENCY and not word.isascii():
                    pairs.add(word)
    if own is not None:
        for word in _words(own):
            pairs.update(word[at : at + 2] for at in range(len(word) - 1) if not word[at : at + 2].isascii())
    return "".join(sorted(pairs))


def _words(path: str) -> Iterable[str]:
    try:
        with open(path, encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                fields = line.split()
                if not fields:
                    continue
                if len(fields) > 3:
                    raise InputError(f"dictionary {path}, line {number}: not `word [frequency [tag]]`")
                yield fields[0]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"dictionary {path}: {error}; mend recall.dictionary") from error
