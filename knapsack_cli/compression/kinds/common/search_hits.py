"""Search hits by file: the files with a hit, and which of their hits are shown.

Every file with a hit is named, with its first hit; small results show each hit that differs, of larger
ones those that differ in shape. Equal ones stand once with all their numbers; those of the rest are listed.
"""

from collections import Counter

from knapsack_cli.compression.kinds.common.long_hits import shorten
from knapsack_cli.compression.marks import plural, thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    CONTEXT,
    DATA,
    EVIDENCE,
    FAILURE,
    HEADING,
    LINE,
    MARK,
    NORMAL,
    REST,
    Row,
)
from knapsack_cli.compression.shapes import shape_of

FEW_HITS = 4
"""A file with at most this many hits shows them all, room allowing."""
PAIR = 2
"""The other hit of a file with two comes before those of larger files: its mark would be nearly as long."""
MARKED = 30
"""Characters of that mark, and of the count."""
SHARE = 0.14
"""The part of the input's characters that hits after each file's first may take ..."""
SHARE_WITH_CONTEXT = 0.22
"""... and where context was asked for."""
ROOM_LEAST = 4_000
"""Characters that they may always take."""
ROOM_MOST = 18_000
"""... and at most."""
ROOM_BARE = 1_000
"""Characters for hits whose context lines find no room."""
NO_CONTEXT = 24_000
"""Characters of the files and their hits past which nothing around these has room."""
SMALL = 8_000
"""Characters of a result that shows each of its hits that differs."""
SHARED_LEAST = 3
"""Files that have nothing but the same text are told together, from so many on."""
WIDTH = 110
"""Characters of a row of places."""
NUMBERS_SHOWN = 12
"""How many numbers of left-out hits are listed one by one."""


class Hit:
    """One hit with the context lines after and before it, as indexes."""

    __slots__ = ("context", "index", "number", "text")

    def __init__(self, index: int, number: str, text: str) -> None:
        self.index = index
        self.number = number
        self.text = text
        self.context: list[tuple[int, str, str]] = []

    def is_above(self, number: str) -> bool:
        """Whether the line `number` stands right below this hit and the context lines after it."""
        last = self.context[-1][1] if self.context and self.context[-1][0] > self.index else self.number
        return not (last and number) or int(number) == int(last) + 1


class FileHits:
    """The hits of one file, in order; `named` is the index of a line that names the file alone, or -1."""

    __slots__ = ("hits", "named", "path")

    def __init__(self, path: str, named: int = -1) -> None:
        self.path = path
        self.named = named
        self.hits: list[Hit] = []


def hit_rows(files: list[FileHits], size: int, least: int = ROOM_LEAST, command: str = "") -> list[Row]:
    """The rows of all files, under a count where some hits are left out.

    Args:
        size: characters of the hits as a search prints them line by line.
        least: characters that hits after each file's first may always take.
        command: what was run, as far as it is known.
    """
    shorten(files, command)
    hits = sum(len(file.hits) for file in files)
    chosen = _choose(files, size, least)
    texts = sum(len(file.hits[at].text) + 8 for file in files for at in chosen[id(file)])
    if texts + sum(len(file.path) + MARKED for file in files) > NO_CONTEXT:
        for file in files:
            for hit in file.hits:
                hit.context = []  # the gaps in the numbers tell
    rows: list[Row] = []
    if hits > sum(len(one) for one in chosen.values()):
        told = f"[{plural(hits, 'hit')} in {plural(len(files), 'file')}]"
        rows.append(Row(told, rank=ALWAYS, form=MARK))
    shared = _shared(files)
    for file in files:
        text = file.hits[0].text
        group = shared.get(text, []) if _is_one(file) else []
        if not group:
            _write(file, chosen[id(file)], rows)
        elif group[0] is file:
            _write_shared(group, rows)
    return rows


def _is_one(file: FileHits) -> bool:
    """Whether all hits of a file are one text, and nothing stands around them."""
    first = file.hits[0].text
    return all(hit.text == first and not hit.context for hit in file.hits)


def _shared(files: list[FileHits]) -> dict[str, list[FileHits]]:
    """Texts that are all that several files have, with these files."""
    found: dict[str, list[FileHits]] = {}
    for file in files:
        if _is_one(file):
            found.setdefault(file.hits[0].text, []).append(file)
    return {text: group for text, group in found.items() if len(group) >= SHARED_LEAST}


def _write_shared(group: list[FileHits], rows: list[Row]) -> None:
    """One text, and under it the places where it stands, several to a row."""
    first = group[0].hits[0]
    text = f"{first.text.strip()}  [all that these {len(group)} files have:]"
    rows.append(Row(text, first.index, rank=EVIDENCE, form=DATA))
    row, indexes = "", list[int]()
    for file in group:
        numbers = ",".join(hit.number for hit in file.hits if hit.number)
        place = f"{file.path}:{numbers}" if numbers else file.path
        if row and (len(row) + len(place) > WIDTH or " " in place):
            rows.append(Row(row, indexes[0], rank=EVIDENCE, form=DATA, more=tuple(indexes[1:])))
            row, indexes = "", []
        row += f" {place}"
        indexes.extend(hit.index for hit in file.hits)
        if file.named >= 0:
            indexes.append(file.named)
    rows.append(Row(row, indexes[0], rank=EVIDENCE, form=DATA, more=tuple(indexes[1:])))


def _choose(files: list[FileHits], size: int, least: int) -> dict[int, set[int]]:
    """Which hits of each file are shown: its first, then those of a shape seen nowhere else, then, in
    rounds, those of a shape not seen in it.
    """
    with_context = any(hit.context for file in files for hit in file.hits)
    share = SHARE_WITH_CONTEXT if with_context else SHARE
    room = size * 2 if size <= SMALL else min(max(least, int(size * share)), max(least, ROOM_MOST))
    chosen: dict[int, set[int]] = {id(file): {0} for file in files}
    known = Counter(shape_of(hit.text.strip()) for file in files for hit in file.hits)
    waiting: list[tuple[bool, int, int, int, FileHits]] = []
    for order, file in enumerate(files):
        seen = {shape_of(file.hits[0].text.strip())}
        texts = {file.hits[0].text}
        fresh = repeated = 0
        for at, hit in enumerate(file.hits[1:], 1):
            shape = shape_of(hit.text.strip())
            if hit.text in texts and not hit.context:
                continue  # its number joins the row of its equal
            texts.add(hit.text)
            if shape not in seen or len(file.hits) == PAIR:
                seen.add(shape)
                fresh += 1
                waiting.append((known[shape] > 1 and len(file.hits) > PAIR, fresh, order, at, file))
            else:
                repeated += 1
                later = repeated + (4 if len(file.hits) <= FEW_HITS else 1000)
                waiting.append((True, later, order, at, file))
    waiting.sort(key=lambda one: one[:4])
    bare: list[tuple[int, FileHits]] = []
    for _, _, _, at, file in waiting:
        hit = file.hits[at]
        cost = len(hit.text) + 8 + sum(len(text) + 8 for _, _, text in hit.context)
        cost -= MARKED if len(file.hits) == PAIR else 0
        if cost <= room:
            room -= cost
            chosen[id(file)].add(at)
        elif hit.context:
            bare.append((at, file))
    room += ROOM_BARE
    for at, file in bare:
        hit = file.hits[at]
        room -= len(hit.text) + 8
        if room < 0:
            break
        hit.context = []  # the gaps in the numbers tell
        chosen[id(file)].add(at)
    return chosen


def _write(file: FileHits, chosen: set[int], rows: list[Row]) -> None:
    """One file: its path, the chosen hits with their context, the numbers of the others."""
    count = len(file.hits)
    heading = file.path if count == len(chosen) else f"{file.path}  {plural(count, 'hit')}"
    lead, form = (" ", REST) if file.path else ("", LINE)
    if file.path:
        rows.append(Row(heading, rank=FAILURE, form=HEADING))
    alike: dict[str, list[Hit]] = {}
    left: list[Hit] = []
    for at, hit in enumerate(file.hits):
        if at in chosen:
            alike.setdefault(hit.text, []).append(hit)
        else:
            left.append(hit)
    for hit in list(left):
        if hit.text in alike:
            alike[hit.text].append(hit)
            left.remove(hit)
    for same in alike.values():
        first = same[0]
        told = [place for place in first.context if place[2].strip()]  # gaps in the numbers are blank lines
        before = [place for place in told if place[0] < first.index]
        after = [place for place in told if place[0] > first.index]
        around = NORMAL if first is file.hits[0] else CONTEXT
        for index, number, text in before:
            rows.append(Row(f"{lead}{number}-{text}", index, rank=around, form=form))
        numbers = ",".join(hit.number for hit in same if hit.number)
        numbers += ":" if numbers else ""
        more = tuple(hit.index for hit in same[1:])
        rank = FAILURE if first is file.hits[0] else EVIDENCE  # what every file has goes last
        rows.append(Row(f"{lead}{numbers}{first.text}", first.index, rank=rank, form=form, more=more))
        for index, number, text in after:
            rows.append(Row(f"{lead}{number}-{text}", index, rank=around, form=form))
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
                f"{lead}[... {plural(len(left), 'more hit')}{listed}{rest}]",
                left[0].index,
                left[-1].index,
                EVIDENCE,
                MARK,
            )
        )
