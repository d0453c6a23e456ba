"""ls -R and lists of bare names: every folder's heading, names side by side under it."""

from itertools import pairwise

from knapsack_cli.compression.kinds.common.folder_rows import (
    Entry,
    Folders,
    shown_names,
    without_stores,
    write,
)
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, LINE, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_HEADING = lazy(r"(?:\.{0,2}/|\.:$|[\w.@+-]+/|[\w.@+-]+:$)[^:]*:$|\.:$")
_NAME = lazy(r"[\w.@+~%,\[-][^\s:=;(){}<>|\"']*$")
_APART = lazy(r"\s{2,}|\t\s*")
SAMPLE = 400
COLUMNS_LEAST = 4
"""Lines of names in columns."""
NAMES_LEAST = 20
"""Bare names without a folder's heading, which any list of words resembles."""


def recognise(segment: Segment) -> int:
    """Folders' headings with names under them, blank lines between; or nothing but different names."""
    lines = segment.lines[:SAMPLE]
    headings = names = 0
    for index, line in enumerate(lines):
        if not line:
            continue
        if (not index or not lines[index - 1]) and _HEADING.match(line):
            headings += 1
        elif _NAME.match(line):
            names += 1
    if _is_in_columns(lines):
        return 80
    filled = sum(1 for line in lines if line)
    if headings >= 2 and headings + names >= 0.95 * filled and headings < names:
        return 86
    if headings or names < NAMES_LEAST or names < filled or len(set(lines)) < len(lines):
        return 0
    return 62 if sum(1 for line in lines if not line.isdigit() and "/" not in line) == filled else 0


def _is_in_columns(lines: list[str]) -> bool:
    """Whether these are names in columns, sorted from above to below, as `ls` shows them in a terminal."""
    blocks: list[list[list[str]]] = [[]]
    for index, line in enumerate(lines):
        if not line:
            blocks.append([])
        elif (index and lines[index - 1]) or not _HEADING.match(line):
            blocks[-1].append(_APART.split(line.strip()))
    filled = [block for block in blocks if block]
    longest = max((len(block) for block in filled), default=0)
    return longest >= COLUMNS_LEAST and all(_are_columns(block) for block in filled)


def _are_columns(cells: list[list[str]]) -> bool:
    """Whether these rows of names are sorted column by column."""
    if not all(_NAME.match(name) for row in cells for name in row):
        return False
    wide = len(cells[0])
    if (
        (wide < 2 and len(cells) > 1)
        or any(len(row) > wide for row in cells)
        or sum(len(row) >= wide - 1 for row in cells) < len(cells)
    ):
        return False
    in_order = [row[at] for at in range(wide) for row in cells if at < len(row)]
    keys = ["".join(char for char in name.lower() if char.isalnum()) for name in in_order]
    return _in_order(keys) or _in_order(in_order)  # by the rules of a language, or by bytes


def _in_order(keys: list[str]) -> bool:
    return sum(1 for one, other in pairwise(keys) if one <= other) >= 0.9 * (len(keys) - 1)


def decide(segment: Segment) -> View | None:
    """Names under their folder."""
    lines = segment.lines
    if _is_in_columns(lines[:SAMPLE]):
        return View(
            [
                Row("  ".join(_APART.split(line.strip())), at, rank=EVIDENCE, form=DATA)
                for at, line in enumerate(lines)
                if line
            ]
        )
    folders: Folders = [(-1, [])]
    rows: list[Row] = []
    for index, line in enumerate(lines):
        if not line:
            continue
        if (not index or not lines[index - 1]) and _HEADING.match(line):
            folders.append((index, []))
        elif _NAME.match(line) or len(folders) > 1:
            if line not in (".", ".."):
                folders[-1][1].append(Entry(index, line))
        else:
            rows.append(Row(line, index, rank=EVIDENCE))
    folders = without_stores(lines, folders, rows)
    shown = shown_names(lines, folders, len(segment.data))
    for heading, entries in folders:
        if heading >= 0:
            rows.append(Row(lines[heading], heading, rank=ALWAYS, form=LINE))
        write(lines, entries, shown, rows)
    return View(rows)
