"""Watching what compress reads for drift from the anchors: in blocks, with little to remember."""

from knapsack_cli.memory import anchor_file
from knapsack_cli.text.anchoring import MOST_HITS, Hit, Matcher

LONGEST_LINE = 1 << 20
"""A longer line is looked at in pieces."""


class Watcher:
    """Takes a text piece by piece; `finish` gives the hits, at most MOST_HITS."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._rest = b""
        self._line = 0
        self._hits: list[Hit] = []

    @property
    def stopped(self) -> "list[str]":
        """Patterns that took too long and were not looked for to the end."""
        return self._matcher.stopped

    def take(self, data: bytes) -> None:
        """Look at the next bytes, as far as they make whole lines."""
        if len(self._hits) >= MOST_HITS:
            return
        block = self._rest + data
        end = block.rfind(b"\n") + 1
        if not end and len(block) > LONGEST_LINE:
            self._look(block, 0)
            self._rest = b""
            return
        self._rest = block[end:]
        if end:
            self._look(block[:end], block.count(b"\n", 0, end))

    def finish(self) -> "list[Hit]":
        """Look at the last line; the hits, in order."""
        if self._rest:
            self._look(self._rest, 1)
            self._rest = b""
        return self._hits

    def _look(self, block: bytes, lines: int) -> None:
        if self._matcher.may_hit(block):
            from knapsack_cli.text.decoding import decode
            from knapsack_cli.text.terminal import has_noise, resolve

            for number, line in enumerate(decode(block).split("\n"), self._line + 1):
                if line and len(self._hits) < MOST_HITS:
                    self._hits += self._matcher.look(resolve(line) if has_noise(line) else line, number)
        self._line += lines


def watcher_for(home: str, cwd: str) -> "Watcher | None":
    """A watcher for the anchors that hold at `cwd`; None when there are none.

    Raises:
        ValueError, OSError: the file of anchors is damaged or cannot be read.
    """
    found = anchor_file.of_project(anchor_file.read(home), cwd)
    return Watcher(Matcher(found)) if found else None
