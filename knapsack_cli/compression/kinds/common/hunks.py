"""The hunks of a diff: where they begin, how long they are, which of their lines are changes."""

import re

from knapsack_cli.text.lazy_patterns import lazy

HUNK = lazy(r"(@@+) -\d+(?:,\d+)? (?:-\d+(?:,\d+)? )*\+\d+(?:,\d+)? @@+")
CONFLICT = lazy(r"[ +-]*(?:<{7}|>{7}|={7}|\|{7})(?: |$)")
_ABOVE = (
    *("--- ", "+++ ", "index ", "diff ", "new file ", "deleted file ", "old mode ", "new mode ", "rename "),
    *("similarity ", "copy ", "Index: ", "=====", "RCS file: ", "retrieving "),
)
"""Lines of a file's header."""
HUNKS_LOOKED_AT = 20
HUNK_LOOKED_AT = 200
"""Hunks, and lines of each, by which a diff by words is told."""


def hunk_lengths(header: str) -> list[int]:
    """How many lines of the old and of the new file a hunk holds, from its `@@` line."""
    found = re.match(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@", header)
    if found is None:
        return [1 << 30, 1 << 30]
    return [int(found[1]) if found[1] else 1, int(found[2]) if found[2] else 1]


def extents_of_hunks(lines: list[str]) -> list[tuple[int, int]]:
    """The spans of the hunks of a file with the header above them (its first line, the line after the last
    one), as long as their headers say."""
    spans: list[tuple[int, int]] = []
    end = 0
    for index, line in enumerate(lines):
        if index < end or not line.startswith("@@ ") or not HUNK.match(line):
            continue
        old, new = hunk_lengths(line)
        end = index + 1
        while end < len(lines) and (old > 0 or new > 0) and lines[end][:1] in ("+", "-", " ", "\\", ""):
            sign = lines[end][:1]
            old -= sign in ("-", " ", "")
            new -= sign in ("+", " ", "")
            end += 1
        start = index
        while start > 0 and lines[start - 1].startswith(_ABOVE):
            start -= 1
        if spans and start <= spans[-1][1]:
            start = spans.pop()[0] if start == index else start
        spans.append((start, end))
    return spans


def is_by_words(lines: list[str]) -> bool:
    """Whether lines have no sign before them (`--word-diff`): hunks then belie their counts."""
    hunks = odd = 0
    for index, line in enumerate(lines):
        if not line.startswith("@@ ") or not HUNK.match(line):
            continue
        hunks += 1
        left = hunk_lengths(line)
        at = index + 1
        signed = False
        while (left[0] > 0 or left[1] > 0) and at < min(len(lines), index + HUNK_LOOKED_AT):
            sign = lines[at][:1]
            if sign not in ("+", "-", " ", "\\", ""):
                signed = False
                break
            signed = signed or sign in ("+", "-")
            left[0] -= sign in ("-", " ", "")
            left[1] -= sign in ("+", " ", "")
            at += 1
        odd += not signed  # none is without a change
        if hunks == HUNKS_LOOKED_AT:
            break
    return odd * 2 > hunks


def has_words(line: str, _columns: int) -> bool:
    """Whether words are marked as taken out or put in."""
    return "{+" in line or "+}" in line or "[-" in line or "-]" in line or bool(CONFLICT.match(line))


def in_pieces(lines: list[str], start: int, end: int) -> list[int]:
    """The lines between `start` and `end` (exclusive) of which changed ones are made, where each piece has a
    line and `~` ends them (`--word-diff=porcelain`)."""
    told: list[int] = []
    first = start
    for index in range(start, end):
        if lines[index] == "~":
            if any(lines[at][:1] in ("+", "-") for at in range(first, index)):
                told.extend(range(first, index + 1))
            first = index + 1
    return told


def is_change(line: str, columns: int) -> bool:
    """Whether a line was added or removed in one of the `columns`, or marks a conflict."""
    if line.startswith("\\ "):
        return True
    head = line[:columns]
    return "+" in head or "-" in head or bool(CONFLICT.match(line))
