"""Search hits: grep -n and rg with or without headings, columns, context; also `path:text` and counts.

Files as headings; which of their hits are shown is the rule of `common.search_hits`.
"""

import re
from itertools import pairwise

from knapsack_cli.compression.kinds.common.long_hits import sought
from knapsack_cli.compression.kinds.common.paths import looks_like_path
from knapsack_cli.compression.kinds.common.places import tells_packages
from knapsack_cli.compression.kinds.common.search_hits import FileHits, Hit, hit_rows
from knapsack_cli.compression.model import ALWAYS, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_FLAT = lazy(
    r"(?P<path>(?:[A-Za-z]:|[\w.~^@{}/-]{1,60}:(?=[^:\d\s][^:\s]{0,200}:\d+:))?[^:\n]+?)"
    r":(?P<number>\d+):(?P<text>.*)",
    re.DOTALL,
)
"""What stands before the path: a drive, or the revision that `git grep` looked through."""
_FLAT_CONTEXT = lazy(r"(?P<path>.+?)(?P<sign>[-=])(?P<number>\d+)(?P=sign)(?P<text>.*)", re.DOTALL)
_PLAIN = lazy(r"(?P<path>[^:\s]+):(?P<number>)(?P<text>(?!\d+$).*)", re.DOTALL)
"""`grep -r` without -n."""
_UNDER = lazy(r"(?P<number>\d+)(?P<sign>[:-])(?P<text>.*)", re.DOTALL)
_DIAGNOSTIC = lazy(
    r"^[^:\n]+:\d+(?::\d+)?:\s*(?:(?:fatal |internal )?(?:error|warning|note|info)(?: ?\[?[A-Z]+\d+\]?)?:"
    r"|(?:recursively )?required (?:from|by) |\[ skipping \d|\S+ is expanded from\.\.\.|the top level$)"
)
_SAID = lazy(r" \S")
"""What a program says of a line, as config.log does, not the line."""
_NAME = lazy(r"[A-Za-z_][\w.+-]*$")
"""A file at the top that has no ending: ChangeLog, configure."""
SAMPLE = 400
NAME_MOST = 80
"""Characters of a file's name without a separator or an ending."""
ONE_FILE_LEAST = 5
"""Numbered lines of a search in one file, whose name is not said ..."""
ONE_FILE_ROOM = 14_000
"""... and the characters that its hits may take: there are no others."""
PLAIN_LEAST = 8
"""Lines of hits without numbers, which anything that begins with a path resembles."""


def recognise(segment: Segment) -> int:
    """Most lines begin with a path and a number, or stand numbered under a path."""
    sample = [line for line in segment.lines[:SAMPLE] if line]
    if len(sample) < 3:
        return 0
    flat = under = context = diagnostics = 0
    named: dict[str, list[int]] = {}
    head = segment.lines[:SAMPLE]
    headings = sum(1 for index in range(len(head)) if _is_heading(head, index))
    for line in sample:
        found = _FLAT.match(line)
        if found is not None and looks_like_path(found["path"]):
            flat += 1
            diagnostics += bool(_DIAGNOSTIC.match(line))
        elif found is not None and _NAME.match(found["path"]) and not _SAID.match(found["text"]):
            named.setdefault(found["path"], []).append(int(found["number"]))
        elif _UNDER.match(line):
            under += 1
        elif line == "--" or _context_of(line):
            context += 1
    flat += sum(
        len(numbers)
        for numbers in named.values()
        if 1 < len(numbers) == len(set(numbers)) and numbers == sorted(numbers)
    )
    if diagnostics * 3 > flat or tells_packages(sample):
        return 0
    if not flat and not under and _is_plain(sample):
        return 81
    if flat and flat + context >= 0.7 * len(sample) and (flat >= 3 or context):
        return 82
    if headings and (under >= 0.6 * len(sample) or under + headings >= 0.9 * len(sample)):
        return 84
    if flat >= 3 and headings >= 3 and flat + context + under + headings >= 0.9 * len(sample):
        return 82  # two searches
    return 80 if not flat and not headings and _is_one_file(sample) else 0


def _is_one_file(lines: list[str]) -> bool:
    """Whether every line is numbered, as grep -n does of one file: the numbers rise, and not by one each."""
    numbers: list[int] = []
    hits = 0
    for line in lines:
        found = _UNDER.match(line)
        if found is not None:
            numbers.append(int(found["number"]))
            hits += found["sign"] == ":"
        elif line != "--":
            return False
    if len(numbers) < ONE_FILE_LEAST or not hits or numbers[-1] - numbers[0] < len(numbers):
        return False
    return all(one < other for one, other in pairwise(numbers))


def _is_plain(sample: list[str]) -> bool:
    """Whether nearly every line is a path, a colon and a text: some paths several times in a row, or a word
    in all texts."""
    if len(sample) < PLAIN_LEAST:
        return False
    found = [match for match in map(_PLAIN.match, sample) if match is not None]
    paths = sum(1 for match in found if "/" in match["path"] and looks_like_path(match["path"]))
    if paths < 0.9 * len(sample):
        return False
    again = sum(1 for one, other in pairwise(found) if one["path"] == other["path"])
    return again * 4 >= len(found) or len(sought([match["text"] for match in found])) > 3


def _is_file(path: str) -> bool:
    """Whether what stands before the number of a hit names a file."""
    return looks_like_path(path) or _NAME.match(path) is not None


def _context_of(line: str) -> bool:
    found = _FLAT_CONTEXT.match(line)
    return found is not None and looks_like_path(found["path"])


def _is_heading(lines: list[str], index: int) -> bool:
    """Whether a line names a file whose numbered lines follow: a path, or below a blank line any name."""
    if index + 1 >= len(lines) or not _UNDER.match(lines[index + 1]) or _UNDER.match(lines[index]):
        return False
    name = lines[index].strip()
    alone = not index or not lines[index - 1]
    return looks_like_path(name) or (alone and 0 < len(name) < NAME_MOST and " " not in name)


def decide(segment: Segment) -> View | None:
    """Files as headings, hits under them."""
    plain = not any(_FLAT.match(line) or _UNDER.match(line) for line in segment.lines[:SAMPLE])
    files, others = _parse(segment.lines, _PLAIN if plain else _FLAT)
    if not files and _is_one_file([line for line in segment.lines[:SAMPLE] if line]):
        files, others = _parse(segment.lines, _FLAT, "")
        return View(hit_rows(files, len(segment.data), ONE_FILE_ROOM, segment.hints.command))
    if not files:
        return None
    rows: list[Row] = [Row(segment.lines[index], index, rank=ALWAYS) for index in others]
    rows += hit_rows(files, len(segment.data), command=segment.hints.command)
    return View(rows)


def _parse(
    lines: list[str], flat: "re.Pattern[str]" = _FLAT, heading: str | None = None
) -> tuple[list[FileHits], list[int]]:
    """The files in order of their first hit, and the lines that are neither hit nor context.

    Args:
        heading: "" where one file has all the lines, and is not named.
    """
    files: dict[str, FileHits] = {}
    others: list[int] = []
    named = -1
    pending: list[tuple[int, str, str]] = []
    for index, line in enumerate(lines):
        if not line or line == "--":
            pending = []
            if not line and heading:
                heading = None
            continue
        under = _UNDER.match(line)
        found = flat.match(line)
        if under is not None and heading is not None:
            file = files.setdefault(heading, FileHits(heading, named))
            if under["sign"] == ":":
                hit = Hit(index, under["number"], under["text"])
                hit.context, pending = pending, []
                file.hits.append(hit)
            elif file.hits and not pending and file.hits[-1].is_above(under["number"]):
                file.hits[-1].context.append((index, under["number"], under["text"]))
            else:
                pending.append((index, under["number"], under["text"]))
        elif (not index or not lines[index - 1]) and _is_heading(lines, index):
            heading, named = line.strip(), index
        elif found is not None and _is_file(found["path"]):
            file = files.setdefault(found["path"], FileHits(found["path"]))
            hit = Hit(index, found["number"], found["text"])
            hit.context, pending = pending, []
            file.hits.append(hit)
        else:
            context = _FLAT_CONTEXT.match(line)
            path = context["path"] if context is not None else ""
            if context is not None and (path in files or _is_file(path)):
                place = (index, context["number"], context["text"])
                last = files.get(path)
                if last is not None and last.hits and not pending and last.hits[-1].is_above(place[1]):
                    last.hits[-1].context.append(place)
                else:
                    pending.append(place)
            elif _is_heading(lines, index):
                heading, named = line.strip(), index
            else:
                others.append(index)
    return [file for file in files.values() if file.hits], others
