"""ls -l, also -a and -R: every folder and name with its size; modes, owners and dates where they differ."""

import re
from collections import Counter

from knapsack_cli.compression.kinds.common.path_tree import extension
from knapsack_cli.compression.marks import plural
from knapsack_cli.compression.model import (
    ALWAYS,
    DATA,
    EVIDENCE,
    IMPORTANT,
    LINE,
    MARK,
    NORMAL,
    Row,
    Segment,
    View,
)

_ENTRY = re.compile(
    r"(?: *\d+ (?: *\d+ )?)?(?P<mode>[bcdlps-][rwxsStT-]{9}[.+@]?)\s+\d+\s+(?P<owner>\S+\s+\S+)\s+"
    r"(?P<size>\d[\d.,]*[KMGTP]?|\d+,\s*\d+)\s+"
    r"(?P<date>\w{3}\s+\d+\s+[\d:]+|\d+\s+\w{3}\s+[\d:]+|\d{4}-\d\d-\d\d \d\d:\d\d(?::[\d.]+ [+-]\d{4})?)"
    r"\s(?P<name>.*)"
)
_FURTHER = (
    re.compile(
        r"(?P<mode>[.dlbcps|][rwxsStT-]{9}@?)\s+(?P<size>-|\d[\d.,]*[kKMGT]?)\s+"
        r"(?P<owner>\S+(?: +[a-z_]\S*)?)\s+"
        r"(?P<date>\d+ \w{3} +[\d:]+|\w{3} +\d+ [\d:]+|\d{4}-\d\d-\d\d(?: \d\d:\d\d)?)\s+(?P<name>.*)"
    ),  # exa, eza
    re.compile(
        r"(?P<date>\d\d?[/.-]\d\d?[/.-]\d{4}\s+\d\d?:\d\d(?: [AP]M)?)\s+"
        r"(?P<size><DIR>|<JUNCTION>|<SYMLINKD?>|\d[\d.,]*)\s+(?P<name>\S.*)"
    ),  # dir of Windows
    re.compile(
        r"(?P<mode>[dl-][a-z-]{4,5})\s+(?P<date>\d\d?[/.-]\d\d?[/.-]\d{4}\s+\d\d?:\d\d(?: [AP]M)?)"
        r"\s+(?:(?P<size>\d+)\s+)?(?P<name>\S.*)"
    ),  # Get-ChildItem of PowerShell
)
_HEADING = re.compile(r"\S.*:$| {1,3}Directory of \S|    Directory: \S")
_TOTAL = re.compile(
    r"total \d|Permissions +Size|Mode +LastWriteTime|---- +-------------| Volume |.*\bbytes(?: free)?$"
)
SAMPLE = 300
NAMES_SHARE = 0.18
"""The part of the input that names may take when there are several folders."""
ROOM_LEAST = 4_000
WIDTH = 110


class _Fields:
    """What a line says of one file; the mode as `ls` writes it, as far as it is told."""

    __slots__ = ("mode", "name", "owner", "size")

    def __init__(self, mode: str, owner: str, size: str, name: str) -> None:
        self.mode = mode
        self.owner = owner
        self.size = size
        self.name = name


def _fields(line: str) -> _Fields | None:
    """The fields of an entry, whichever program wrote it; None for other lines."""
    found = _ENTRY.match(line)
    if found is not None:
        return _Fields(found["mode"], " ".join(found["owner"].split()), found["size"], found["name"])
    for form in _FURTHER:
        found = form.match(line)
        if found is not None:
            told = found.groupdict()
            mode, size = told.get("mode") or "", told["size"] or ""
            if size.startswith("<"):
                mode, size = ("d" if size in ("<DIR>", "<JUNCTION>") else "l"), ""
            kind = mode[:1].replace(".", "-") or "-"
            rights = mode[1:] if len(mode) >= 10 else "rw-r--r--"
            return _Fields(kind + rights, " ".join((told.get("owner") or "").split()), size, found["name"])
    return None


class _Entry:
    """One file: its line's index, its name as shown, and whether anything of it is out of the ordinary."""

    __slots__ = ("index", "name", "odd")

    def __init__(self, index: int, name: str, odd: bool) -> None:
        self.index = index
        self.name = name
        self.odd = odd


def recognise(segment: Segment) -> int:
    """Most lines are entries with a mode."""
    sample = [line for line in segment.lines[:SAMPLE] if line]
    entries = sum(1 for line in sample if _fields(line) is not None)
    others = sum(1 for line in sample if _HEADING.match(line) or _TOTAL.match(line))
    return 92 if entries >= 4 and entries + others >= 0.85 * len(sample) else 0


def decide(segment: Segment) -> View | None:
    """Names and sizes, several to a row, under their folder."""
    lines = segment.lines
    owners: Counter[str] = Counter()
    for line in lines:
        found = _fields(line)
        if found is not None:
            owners[found.owner] += 1
    if not owners:
        return None
    owner = min(owners, key=lambda one: (-owners[one], one))
    folders, others = _read(lines, owner)
    room = _room(folders, len(segment.data))
    owned = f"owner {owner} and dates" if owner else "dates"
    told = f"[ls -l: name size, / folder, * executable; {owned} left out]"
    rows = [Row(told, rank=ALWAYS, form=MARK), *(Row(lines[at], at, rank=EVIDENCE) for at in others)]
    for heading, entries in folders:
        if heading >= 0:
            rows.append(Row(lines[heading], heading, rank=ALWAYS, form=LINE))
        _write(lines, entries, room, rows)
    return View(rows)


def _read(lines: list[str], owner: str) -> tuple[list[tuple[int, list[_Entry]]], list[int]]:
    folders: list[tuple[int, list[_Entry]]] = [(-1, [])]
    others: list[int] = []
    for index, line in enumerate(lines):
        found = _fields(line)
        if found is not None:
            if found.name in (".", ".."):
                continue
            odd = found.owner != owner or not _plain(found.mode)
            folders[-1][1].append(_Entry(index, _shown(found), odd))
        elif _HEADING.match(line):
            folders.append((index, []))
        elif line.strip() and not _TOTAL.match(line):
            others.append(index)
    return folders, others


def _plain(mode: str) -> bool:
    return (mode[0] in "-dl" and not set("sStT") & set(mode) and mode[8] != "w") or mode[0] == "l"


def _shown(found: _Fields) -> str:
    """`name size`, marked as ls -F does; a link with its target."""
    name, mode = found.name, found.mode
    if mode[0] == "d":
        return name if name.endswith("/") else name + "/"
    if mode[0] == "l":
        return name
    return f"{name}{'*' if 'x' in mode and not name.endswith('*') else ''} {found.size}"


def _room(folders: list[tuple[int, list[_Entry]]], size: int) -> dict[int, bool]:
    """For each entry whether its name is shown: folders with the fewest entries first, one folder whole."""
    filled = [entries for _, entries in folders if entries]
    shown: dict[int, bool] = {}
    room = max(ROOM_LEAST, int(size * NAMES_SHARE)) if len(filled) > 1 else 1 << 40
    for entries in sorted(filled, key=lambda one: (len(one), one[0].index)):
        cost = sum(len(entry.name) + 2 for entry in entries)
        if cost > room:
            break
        room -= cost
        shown.update((entry.index, True) for entry in entries)
    return shown


def _write(lines: list[str], entries: list[_Entry], shown: dict[int, bool], rows: list[Row]) -> None:
    left: list[_Entry] = []
    line: list[_Entry] = []
    width = 0
    for entry in entries:
        if entry.odd:
            rows.append(Row(lines[entry.index], entry.index, rank=IMPORTANT, form=LINE))
        elif entry.index not in shown and not entry.name.endswith("/"):
            left.append(entry)
        else:
            if line and width + len(entry.name) > WIDTH:
                _flush(line, rows)
                line, width = [], 0
            line.append(entry)
            width += len(entry.name) + 2
    _flush(line, rows)
    if left:
        endings = Counter(extension(entry.name.split(" ")[0]) for entry in left)
        common = sorted(endings.items(), key=lambda pair: (-pair[1], pair[0]))[:5]
        kinds = " ".join(f"{name} {count}" for name, count in common)
        text = f"[... {plural(len(left), 'file')}: {kinds}]"
        rows.append(Row(text, left[0].index, left[-1].index, EVIDENCE, MARK))


def _flush(line: list[_Entry], rows: list[Row]) -> None:
    if line:
        text = " " + "  ".join(entry.name for entry in line)
        more = tuple(entry.index for entry in line[1:])
        rows.append(Row(text, line[0].index, rank=NORMAL, form=DATA, more=more))
