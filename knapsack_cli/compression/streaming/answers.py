"""Lines of a large input that answer the query, found block by block in bounded memory.

A line's worth depends on how rare the query's words are in the whole input, which is known at its end
only. So some lines of each set of words are held, whatever the set, and the best sets are shown.
"""

from __future__ import annotations

import math

from knapsack_cli.compression.model import ALWAYS, MARK, Row
from knapsack_cli.compression.query import LEAST_SHARE, MOST_LINES
from knapsack_cli.text.tokenization import index_tokens

MOST_WORDS = 8
"""Of a longer query the longest words: they are the rarest."""
HELD = MOST_LINES
"""Lines held of each set of words, the first ones."""
LONGEST = 2000
"""Characters held of a line."""
VISITS = 4000
"""Places looked at for each word in a block; a word on more lines says little by itself."""


class Answers:
    """Takes the blocks of an input and gives rows for the lines that answer a query."""

    def __init__(self, query: str) -> None:
        words = sorted(set(index_tokens(query).split()), key=lambda word: (-len(word), word))
        self._words = sorted(words[:MOST_WORDS])
        self._needles = [
            word.removesuffix("y").encode("utf-8") or word.encode("utf-8") for word in self._words
        ]
        self._counts = [0] * len(self._words)
        self._held: dict[tuple[int, ...], dict[int, str]] = {}
        self._full: set[tuple[int, ...]] = set()

    def add(self, block: bytes, base: int) -> None:
        """Take whole lines, of which `base` came before."""
        lowered = block.lower()
        for at, needle in enumerate(self._needles):
            found = lowered.count(needle)
            self._counts[at] += found
            if found:
                self._visit(block, lowered, base, needle)

    def _visit(self, block: bytes, lowered: bytes, base: int, needle: bytes) -> None:
        """Look at the lines that hold `needle`."""
        position, number = 0, base
        for _ in range(VISITS):
            at = lowered.find(needle, position)
            if at < 0:
                return
            start = lowered.rfind(b"\n", 0, at) + 1
            number += lowered.count(b"\n", position, start)
            end = lowered.find(b"\n", at)
            end = len(lowered) if end < 0 else end
            line = lowered[start:end]
            looks = tuple(index for index, other in enumerate(self._needles) if other in line)
            if looks not in self._full:
                self._hold(looks, number, block[start:end][: 4 * LONGEST])
            position = end

    def _hold(self, looks: tuple[int, ...], number: int, line: bytes) -> None:
        """Hold a line under the words that are in it as words, not as parts of others."""
        text = line.decode("utf-8", "replace")[:LONGEST]
        tokens = set(index_tokens(text).split())
        words = tuple(index for index in looks if self._words[index] in tokens)
        if not words:
            return
        held = self._held.setdefault(words, {})
        if len(held) < HELD:
            held[number] = text
        elif words == looks:
            self._full.add(looks)

    def rows(self, shown: set[int], total: int) -> list[Row]:
        """Rows for the lines that answer best and are not among the `shown`, of `total` lines."""
        rarity = [math.log(1 + (total + 0.5) / (count + 0.5)) for count in self._counts]
        scored = sorted(
            (-sum(rarity[index] for index in words) * len(words) / len(self._words), words)
            for words in self._held
        )
        if not scored:
            return []
        least = scored[0][0] * LEAST_SHARE
        best: dict[int, str] = {}
        for score, words in scored:
            if score > least:
                break
            for number in sorted(self._held[words]):
                if len(best) < MOST_LINES:
                    best[number] = self._held[words][number]
        missing = sorted(number for number in best if number not in shown)
        if not missing:
            return []
        numbers = ", ".join(str(number + 1) for number in missing)
        heading = Row(f"[also answering the query, lines {numbers}]", rank=ALWAYS, form=MARK)
        return [heading, *(Row(best[number], number, rank=ALWAYS) for number in missing)]
