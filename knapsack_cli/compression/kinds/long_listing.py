"""ls -l, also -a and -R: every folder and name with its size; modes, owners and dates where they differ."""

from collections import Counter

from knapsack_cli.compression.kinds.common.folder_rows import (
    Entry,
    Folders,
    bare_names,
    shown_names,
    without_stores,
    write,
)
from knapsack_cli.compression.model import (
    ALWAYS,
    EVIDENCE,
    LINE,
    MARK,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

_DAY = (
    r"(?:[^\W_]{2,9}\.?\s+\d{1,2}|\d{1,2}\.?\s+[^\W\d_]{2,9}\.?|\d{1,2}\u6708\s*\d{1,2}\u65e5)"
    r"\s+(?:\d{1,2}:\d\d|\d{4})"
)
"""`Nov 30 04:10`, `30. Nov 04:10`, `30 nov.  2023`, and with the signs for month and day."""
_ENTRY = lazy(
    r"(?: *\d+ (?: *\d+ )?)?(?P<mode>[bcdlps-][rwxsStT-]{9}[.+@]?)\s+\d+\s+(?P<owner>\S+(?:\s+\S+)?)\s+"
    r"(?P<size>\d[\d.,]*[KMGTP]?|\d+,\s*\d+)\s+"
    rf"(?P<date>{_DAY}|\d{{4}}-\d\d-\d\d \d\d:\d\d(?::[\d.]+ [+-]\d{{4}})?"
    r"|\d{4}\u5e74[\s\d\u6708\u65e5]{4,8})"
    r"\s(?P<name>.*)"
)
_FURTHER = (
    lazy(
        r"(?P<mode>[.dlbcps|][rwxsStT-]{9}@?)\s+(?P<size>-|\d[\d.,]*[kKMGT]?)\s+"
        r"(?P<owner>\S+(?: +[a-z_]\S*)?)\s+"
        r"(?P<date>\d+ \w{3} +[\d:]+|\w{3} +\d+ [\d:]+|\d{4}-\d\d-\d\d(?: \d\d:\d\d)?)\s+(?P<name>.*)"
    ),  # exa, eza
    lazy(
        r"(?P<mode>[.dlbcps|][rwxsStT-]{9}@?)\s+(?P<owner>\S+ \S+)\s+(?P<size>-|\d[\d.]*(?: [KMGT]?B)?)\s+"
        r"(?P<date>\w{3} \w{3} +\d+ [\d:]{8} \d{4})\s+(?P<name>.*)"
    ),  # lsd
    lazy(
        r"(?P<date>\d\d?[/.-]\d\d?[/.-]\d{4}\s+\d\d?:\d\d(?: [AP]M)?)\s+"
        r"(?P<size><DIR>|<JUNCTION>|<SYMLINKD?>|\d[\d.,]*)\s+(?P<name>\S.*)"
    ),  # dir of Windows
    lazy(
        r"(?P<mode>[dl-][a-z-]{4,5})\s+(?P<date>\d\d?[/.-]\d\d?[/.-]\d{4}\s+\d\d?:\d\d(?: [AP]M)?)"
        r"\s+(?:(?P<size>\d+)\s+)?(?P<name>\S.*)"
    ),  # Get-ChildItem of PowerShell
)
_HEADING = lazy(r"\S.*:$| {1,3}Directory of \S|    Directory: \S")
_TOTAL = lazy(
    r"(?:total|insgesamt|totale|totaal|razem|\u603b\u7528\u91cf|\u603b\u8ba1|\u5408\u8ba1|\u5408\u8a08|"
    r"\u0438\u0442\u043e\u0433\u043e) \d|Permissions +Size|Mode +LastWriteTime|---- +-------------| Volume "
    r"|.*\bbytes(?: free)?$"
)
_ATTRIBUTE = lazy(r"\t[a-z][\w-]*(?:\.[\w-]+)+(?:#\w+)?\t *\d+ ?$| \d+: (?:user|group|everyone)\b")
"""What `ls -l@` and `ls -le` of macOS tell of the file above."""
SAMPLE = 300
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50}


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


def recognise(segment: Segment) -> int:
    """Most lines are entries with a mode."""
    sample = [line for line in segment.lines[:SAMPLE] if line]
    found = [fields for line in sample if (fields := _fields(line)) is not None]
    entries = len(found)
    if 2 * sum("/" in fields.name.split(" -> ")[0].rstrip("/") for fields in found) > entries:
        return 0  # whole paths are better told as a tree
    others = sum(1 for line in sample if _HEADING.match(line) or _TOTAL.match(line) or _ATTRIBUTE.match(line))
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
    marks: list[Row] = []
    folders = without_stores(lines, folders, marks)
    bare = bare_names(folders)
    shown = shown_names(lines, folders, len(segment.data))
    owned = f"owner {owner} and dates" if owner else "dates"
    form = "name, size of the largest" if bare else "name size"
    told = f"[ls -l: {form}, / folder, * executable; {owned} left out]"
    rows = [Row(told, rank=ALWAYS, form=MARK), *marks, *(Row(lines[at], at, rank=EVIDENCE) for at in others)]
    for heading, entries in folders:
        if heading >= 0:
            rows.append(Row(lines[heading], heading, rank=ALWAYS, form=LINE))
        write(lines, entries, shown, rows)
    return View(rows)


def _read(lines: list[str], owner: str) -> tuple[Folders, list[int]]:
    folders: Folders = [(-1, [])]
    others: list[int] = []
    for index, line in enumerate(lines):
        found = _fields(line)
        if found is not None:
            if found.name in (".", ".."):
                continue
            odd = found.owner != owner or not _plain(found.mode)
            folders[-1][1].append(_entry(index, found, odd))
        elif _HEADING.match(line):
            folders.append((index, []))
        elif line.strip() and not _TOTAL.match(line) and not _ATTRIBUTE.match(line):
            others.append(index)
    return folders, others


def _plain(mode: str) -> bool:
    return (mode[0] in "-dl" and not set("sStT") & set(mode) and mode[8] != "w") or mode[0] == "l"


def _entry(index: int, found: _Fields, odd: bool) -> Entry:
    """`name size`, marked as ls -F does; a link with its target."""
    name, mode = found.name, found.mode
    entry = Entry(index, name, odd)
    if mode[0] == "d":
        entry.name = entry.bare = name if name.endswith("/") else name + "/"
    elif mode[0] == "l":
        entry.bare = name.split(" -> ")[0]
    else:
        entry.bare = name + "*" if "x" in mode and not name.endswith("*") else name
        entry.name = f"{entry.bare} {found.size}"
        digits = found.size.rstrip("KMGTPk").replace(",", ".")
        if digits.count(".") <= 1 and " " not in digits:
            entry.size = float(digits) * _UNITS.get(found.size[-1].upper(), 1)
    return entry
