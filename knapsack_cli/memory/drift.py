"""Checking any text, or the added lines of a diff, against anchors."""

from __future__ import annotations

from collections.abc import Iterator

from knapsack_cli.text.anchoring import MOST_HITS, Hit, Matcher
from knapsack_cli.text.terminal import has_noise, resolve


def check(text: str, matcher: Matcher) -> list[Hit]:
    """The hits in `text`, in order, at most MOST_HITS; `matcher.stopped` tells afterwards which patterns took
    too long. Of a diff only added lines count, numbered as in
    the new file."""
    if has_noise(text):
        text = resolve(text)
    lines = text.split("\n")
    numbered = (
        added_lines(lines) if is_diff(lines) else ((line, number, "") for number, line in enumerate(lines, 1))
    )
    hits: list[Hit] = []
    for line, number, path in numbered:
        hits += matcher.look(line, number, path)
        if len(hits) >= MOST_HITS:
            break
    return hits


def is_diff(lines: list[str]) -> bool:
    """Whether a text is a unified diff: a hunk's head below a file's head."""
    file_head = False
    for line in lines:
        if line.startswith("+++ "):
            file_head = True
        elif file_head and line.startswith(("@@ ", "@@@")):
            return True
        elif file_head:
            file_head = False
    return False


def added_lines(lines: list[str]) -> Iterator[tuple[str, int, str]]:
    """The added lines of a unified or combined diff: (text, line in the new file, path)."""
    path = ""
    number = left = 0
    parents = 1
    for line in lines:
        if left > 0 and not line.startswith("@@"):
            marks = line[:parents]
            if line.startswith("\\"):
                continue
            if "-" in marks:
                continue
            if "+" in marks:
                yield line[parents:], number, path
            number += 1
            left -= 1
        elif line.startswith("+++ "):
            name = line[4:].split("\t")[0].strip().strip('"')
            path = name[2:] if name[:2] in ("b/", "w/", "i/", "c/", "o/") else name
        elif line.startswith("@@"):
            parents = max(1, len(line) - len(line.lstrip("@")) - 1)
            number, left = _new_range(line)


def _new_range(line: str) -> tuple[int, int]:
    for word in line.split():
        if word.startswith("+"):
            start, _, count = word[1:].partition(",")
            if _is_number(start) and (not count or _is_number(count)):
                return int(start), int(count or 1)
    return 0, 0


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 12
