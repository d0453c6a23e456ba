"""Search hits: grep -n and rg with or without headings, columns, context; also `path:text` and counts.

Every file with a hit is named, with its first hit; of many hits those that differ in shape are shown,
equal ones once with all their numbers; the numbers of the rest are listed.
"""

import re
from collections import Counter
from itertools import pairwise

from knapsack_cli.compression.kinds.common.paths import looks_like_path
from knapsack_cli.compression.marks import plural, thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    CONTEXT,
    EVIDENCE,
    HEADING,
    IMPORTANT,
    MARK,
    NORMAL,
    REST,
    Row,
    Segment,
    View,
)
from knapsack_cli.compression.shapes import shape_of

_FLAT = re.compile(r"(?P<path>(?:[A-Za-z]:)?[^:\n]+?):(?P<number>\d+):(?P<text>.*)", re.DOTALL)
_FLAT_CONTEXT = re.compile(r"(?P<path>.+?)(?P<sign>[-=])(?P<number>\d+)(?P=sign)(?P<text>.*)", re.DOTALL)
_PLAIN = re.compile(r"(?P<path>[^:\s]+):(?P<number>)(?P<text>(?!\d+$).*)", re.DOTALL)
"""`grep -r` without -n."""
_UNDER = re.compile(r"(?P<number>\d+)(?P<sign>[:-])(?P<text>.*)", re.DOTALL)
_DIAGNOSTIC = re.compile(r"^[^:\n]+:\d+(?::\d+)?:\s*(?:fatal |internal )?(?:error|warning|note|info)\b")
SAMPLE = 400
PLAIN_LEAST = 8
"""Lines of hits without numbers, which anything that begins with a path resembles."""
FEW_HITS = 4
"""A file with at most this many hits shows them all, room allowing."""
SHARE = 0.14
"""The part of the input's characters that hits after each file's first may take ..."""
SHARE_WITH_CONTEXT = 0.22
"""... and where context was asked for."""
ROOM_LEAST = 1_500
"""Characters that they may always take."""
NUMBERS_SHOWN = 12
"""How many numbers of left-out hits are listed one by one."""


class _Hit:
    """One hit with the context lines after and before it, as indexes."""

    __slots__ = ("context", "index", "number", "text")

    def __init__(self, index: int, number: str, text: str) -> None:
        self.index = index
        self.number = number
        self.text = text
        self.context: list[tuple[int, str, str]] = []


class _File:
    """The hits of one file, in order."""

    __slots__ = ("first_line", "hits", "path")

    def __init__(self, path: str, first_line: int) -> None:
        self.path = path
        self.first_line = first_line
        self.hits: list[_Hit] = []


def recognise(segment: Segment) -> int:
    """Most lines begin with a path and a number, or stand numbered under a path."""
    sample = [line for line in segment.lines[:SAMPLE] if line]
    if len(sample) < 3:
        return 0
    flat = under = context = diagnostics = 0
    for line in sample:
        found = _FLAT.match(line)
        if found is not None and looks_like_path(found["path"]):
            flat += 1
            diagnostics += bool(_DIAGNOSTIC.match(line))
        elif _UNDER.match(line):
            under += 1
        elif line == "--" or _context_of(line):
            context += 1
    if diagnostics * 3 > flat:
        return 0
    if not flat and not under and _is_plain(sample):
        return 81
    if flat and flat + context >= 0.7 * len(sample) and (flat >= 3 or context):
        return 82
    if under >= 0.6 * len(sample) and _has_headings(segment.lines[:SAMPLE]):
        return 84
    return 0


def _is_plain(sample: list[str]) -> bool:
    """Whether nearly every line is a path, a colon and a text, some paths several times in a row."""
    if len(sample) < PLAIN_LEAST:
        return False
    found = [match["path"] for match in map(_PLAIN.match, sample) if match is not None]
    again = sum(1 for one, other in pairwise(found) if one == other)
    paths = sum(1 for path in found if "/" in path and looks_like_path(path))
    return paths >= 0.9 * len(sample) and again * 4 >= len(found)


def _context_of(line: str) -> bool:
    found = _FLAT_CONTEXT.match(line)
    return found is not None and looks_like_path(found["path"])


def _has_headings(lines: list[str]) -> bool:
    """Whether numbered lines follow lines that are a path alone."""
    for above, line in pairwise(lines):
        if _UNDER.match(line) and not _UNDER.match(above) and looks_like_path(above.strip()):
            return True
    return False


def decide(segment: Segment) -> View | None:
    """Files as headings, hits under them."""
    plain = not any(_FLAT.match(line) or _UNDER.match(line) for line in segment.lines[:SAMPLE])
    files, others = _parse(segment.lines, _PLAIN if plain else _FLAT)
    if not files:
        return None
    hits = sum(len(file.hits) for file in files)
    chosen = _choose(files, len(segment.data))
    rows: list[Row] = [Row(segment.lines[index], index, rank=ALWAYS) for index in others]
    if hits > sum(len(one) for one in chosen.values()):
        told = f"[{plural(hits, 'hit')} in {plural(len(files), 'file')}]"
        rows.append(Row(told, rank=ALWAYS, form=MARK))
    for file in files:
        _write(file, chosen[id(file)], rows)
    return View(rows)


def _parse(lines: list[str], flat: "re.Pattern[str]" = _FLAT) -> tuple[list[_File], list[int]]:
    """The files in order of their first hit, and the lines that are neither hit nor context."""
    files: dict[str, _File] = {}
    others: list[int] = []
    heading: str | None = None
    pending: list[tuple[int, str, str]] = []
    for index, line in enumerate(lines):
        if not line or line == "--":
            pending = []
            if not line:
                heading = None
            continue
        under = _UNDER.match(line)
        found = flat.match(line)
        if under is not None and heading is not None:
            file = files.setdefault(heading, _File(heading, index))
            if under["sign"] == ":":
                hit = _Hit(index, under["number"], under["text"])
                hit.context, pending = pending, []
                file.hits.append(hit)
            elif file.hits and not pending and len(file.hits[-1].context) < 12:
                file.hits[-1].context.append((index, under["number"], under["text"]))
            else:
                pending.append((index, under["number"], under["text"]))
        elif found is not None and looks_like_path(found["path"]):
            file = files.setdefault(found["path"], _File(found["path"], index))
            hit = _Hit(index, found["number"], found["text"])
            hit.context, pending = pending, []
            file.hits.append(hit)
        else:
            context = _FLAT_CONTEXT.match(line)
            path = context["path"] if context is not None else ""
            if context is not None and (path in files or looks_like_path(path)):
                place = (index, context["number"], context["text"])
                last = files.get(path)
                if last is not None and last.hits and not pending:
                    last.hits[-1].context.append(place)
                else:
                    pending.append(place)
            elif looks_like_path(line.strip()) and index + 1 < len(lines) and _UNDER.match(lines[index + 1]):
                heading = line.strip()
            else:
                others.append(index)
    return [file for file in files.values() if file.hits], others


def _choose(files: list[_File], size: int) -> dict[int, set[int]]:
    """Which hits of each file are shown: its first, then those of a shape seen nowhere else, then, in
    rounds, those of a shape not seen in it.
    """
    with_context = any(hit.context for file in files for hit in file.hits)
    room = max(ROOM_LEAST, int(size * (SHARE_WITH_CONTEXT if with_context else SHARE)))
    chosen: dict[int, set[int]] = {id(file): {0} for file in files}
    known = Counter(shape_of(hit.text.strip()) for file in files for hit in file.hits)
    waiting: list[tuple[bool, int, int, int, _File]] = []
    for order, file in enumerate(files):
        seen = {shape_of(file.hits[0].text.strip())}
        fresh = repeated = 0
        for at, hit in enumerate(file.hits[1:], 1):
            shape = shape_of(hit.text.strip())
            if shape not in seen:
                seen.add(shape)
                fresh += 1
                waiting.append((known[shape] > 1, fresh, order, at, file))
            else:
                repeated += 1
                later = repeated + (4 if len(file.hits) <= FEW_HITS else 1000)
                waiting.append((True, later, order, at, file))
    for _, _, _, at, file in sorted(waiting, key=lambda one: one[:4]):
        hit = file.hits[at]
        cost = len(hit.text) + 8 + sum(len(text) + 8 for _, _, text in hit.context)
        if cost > room:
            continue
        room -= cost
        chosen[id(file)].add(at)
    return chosen


def _write(file: _File, chosen: set[int], rows: list[Row]) -> None:
    """One file: its path, the chosen hits with their context, the numbers of the others."""
    count = len(file.hits)
    heading = file.path if count == len(chosen) else f"{file.path}  {plural(count, 'hit')}"
    rows.append(Row(heading, rank=EVIDENCE, form=HEADING))
    alike: dict[str, list[_Hit]] = {}
    left: list[_Hit] = []
    for at, hit in enumerate(file.hits):
        if at in chosen:
            alike.setdefault(hit.text, []).append(hit)
        else:
            left.append(hit)
    for hit in list(left):
        if hit.text in alike:
            alike[hit.text].append(hit)
            left.remove(hit)
    for at, same in enumerate(alike.values()):
        first = same[0]
        rank = EVIDENCE if at == 0 else (IMPORTANT if at <= FEW_HITS else NORMAL)
        before = [place for place in first.context if place[0] < first.index]
        after = [place for place in first.context if place[0] > first.index]
        for index, number, text in before:
            rows.append(Row(f" {number}-{text}", index, rank=CONTEXT, form=REST))
        numbers = ",".join(hit.number for hit in same if hit.number)
        numbers += ":" if numbers else ""
        more = tuple(hit.index for hit in same[1:])
        rows.append(Row(f" {numbers}{first.text}", first.index, rank=rank, form=REST, more=more))
        for index, number, text in after:
            rows.append(Row(f" {number}-{text}", index, rank=CONTEXT, form=REST))
    if left:
        listed = ",".join(hit.number for hit in left[:NUMBERS_SHOWN] if hit.number)
        listed = f": {listed}" if listed else ""
        rest = (
            f" and {thousands(len(left) - NUMBERS_SHOWN)} more"
            if listed and len(left) > NUMBERS_SHOWN
            else ""
        )
        rows.append(
            Row(
                f" [... {plural(len(left), 'more hit')}{listed}{rest}]",
                left[0].index,
                left[-1].index,
                EVIDENCE,
                MARK,
            )
        )
