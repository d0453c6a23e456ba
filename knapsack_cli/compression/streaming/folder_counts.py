"""A stream of paths: how many lie in each folder, and with which endings, in bounded memory."""

from _collections import _count_elements

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import EVIDENCE, FAILURE, IMPORTANT, MARK, Row

MOST_FOLDERS = 120_000
"""Above this many the deepest ones are counted with the folder that holds them."""
MOST_ROWS = 350
"""Folders named in the tree."""
MOST_TALK = 300
"""Lines that are no paths but talk (`find: ...: Permission denied`)."""
MOST_ENDINGS = 20
LONGEST_ENDING = 8
EVERY = 4
"""Of a long listing one block in so many is read for endings."""


class FolderCounts:
    """Counts paths by folder, one block after another."""

    def __init__(self) -> None:
        self._folders: dict[bytes, int] = {}
        self._endings: dict[bytes, int] = {}
        self._blocks = 0
        self._talk: list[tuple[int, str]] = []
        self._first: list[tuple[int, str]] = []
        self._last: list[tuple[int, str]] = []
        self.total = 0

    def add(self, block: bytes) -> None:
        """Take whole lines; `block` has no newline at its end."""
        lines = block.split(b"\n")
        base = self.total
        self.total += len(lines)
        if b": " in block:
            lines = self._without_talk(lines, base)
        if len(self._first) < 3:
            self._first = [(at, _text(line)) for at, line in enumerate(lines[:3])]
        self._last = [
            (base + at, _text(lines[at])) for at in range(max(0, len(lines) - 2), len(lines))
        ] or self._last
        _count_elements(self._folders, [line.rpartition(b"/")[0] for line in lines])
        if self._blocks < EVERY or self._blocks % EVERY == 0:
            found = [line[dot:] for line in lines if (dot := line.rfind(b".", -LONGEST_ENDING)) > 0]
            _count_elements(self._endings, found)
        self._blocks += 1
        if len(self._folders) > MOST_FOLDERS:
            self._shorten()
        if len(self._endings) > 10_000:
            self._endings = dict(sorted(self._endings.items(), key=lambda item: (-item[1], item[0]))[:1_000])

    def _without_talk(self, lines: list[bytes], base: int) -> list[bytes]:
        for at, line in enumerate(lines):
            if b": " in line and len(self._talk) < MOST_TALK:
                text = _text(line)
                if is_failure(text):
                    self._talk.append((base + at, text))
        return [line for line in lines if b": " not in line]

    def _shorten(self) -> None:
        """Count the deepest folders with those above them, until a half of the most is left."""
        deepest = max(path.count(b"/") for path in self._folders)
        while len(self._folders) > MOST_FOLDERS // 2 and deepest > 1:
            shorter: dict[bytes, int] = {}
            for path, count in self._folders.items():
                if path.count(b"/") >= deepest:
                    path = path.rpartition(b"/")[0]
                shorter[path] = shorter.get(path, 0) + count
            self._folders = shorter
            deepest -= 1

    def rows(self) -> list[Row]:
        """Some paths as they are, what went wrong, the endings, and the tree of folders with their counts."""
        rows = [Row(text, number, rank=EVIDENCE) for number, text in self._first]
        seen = {number for number, _ in self._first}
        rows += [Row(text, number, rank=FAILURE) for number, text in self._talk if number not in seen]
        last = self.total - 1
        known = [(ending, count) for ending, count in self._endings.items() if b"/" not in ending]
        endings = sorted(known, key=lambda item: (-item[1], item[0]))[:MOST_ENDINGS]
        rows.append(Row(f"[{thousands(self.total)} paths, counted by folder]", 0, last, FAILURE, MARK))
        if endings:
            told = "  ".join(f"{_text(ending)} {thousands(count)}" for ending, count in endings)
            part = "in a part of them" if self._blocks > EVERY else "endings"
            rows.append(Row(f"[{part}: {told}]", 0, last, EVIDENCE, MARK))
        for depth, name, count in self._tree():
            name = name or "(no folder)"
            rows.append(Row(f"{'  ' * depth}{name}/  {thousands(count)}", 0, last, IMPORTANT, MARK))
        rows += [Row(text, number, rank=EVIDENCE) for number, text in self._last if number not in seen]
        return rows

    def _tree(self) -> list[tuple[int, str, int]]:
        """The folders with most paths under them, in order of path, each with the rest of its path."""
        totals: dict[bytes, int] = {}
        for path, count in self._folders.items():
            while True:
                totals[path] = totals.get(path, 0) + count
                cut = path.rfind(b"/")
                if cut < 0:
                    break
                path = path[:cut]
        chosen = set(sorted(totals, key=lambda path: (-totals[path], path))[:MOST_ROWS])
        tree: list[tuple[int, str, int]] = []
        above: list[bytes] = []
        for path in sorted(chosen):
            while above and not path.startswith(above[-1] + b"/"):
                above.pop()
            if above and totals[above[-1]] == totals[path] and len(tree) and tree[-1][2] == totals[path]:
                depth, name, count = tree.pop()
                tree.append((depth, name + _text(path[len(above[-1]) :]), count))
                above[-1] = path
                continue
            rest = path[len(above[-1]) + 1 :] if above else path
            tree.append((len(above), _text(rest), totals[path]))
            above.append(path)
        return tree


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
