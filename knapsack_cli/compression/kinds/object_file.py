"""What an object file holds (nm, readelf, objdump -x, ldd): its symbols by name, its sections, what it needs.

Addresses tell little once they stand apart from the file, so symbols are told by their names under their
type, sections by name and size, libraries by the folder where they were found.
"""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    DATA,
    EVIDENCE,
    FAILURE,
    GAP,
    HEADING,
    MARK,
    NORMAL,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

_NM = lazy(r"(?:[0-9a-f]{8,16}| {8,16})(?: (?P<size>[0-9a-f]{8,16}))? (?P<type>[A-Za-z?-]) (?P<name>\S.*)$")
_READELF = lazy(
    r" +\d+: [0-9a-f]{8,16} +(?:\d+|0x[0-9a-f]+) (?P<type>[A-Z]+ +[A-Z]+) +[A-Z]+ +(?P<place>\S+)"
    r"(?: (?P<name>\S.*?)(?: \(\d+\))?)?$"
)
_OBJDUMP = lazy(
    r"[0-9a-f]{8,16} (?P<flags>[lgu! ][w ][C ][W ][Ii ][dD ][FfO ]) (?P<place>\S+)\t"
    r"[0-9a-f]{8,16} (?P<name>.*)$"
)
_LIBRARY = lazy(r"\t(?P<name>\S+)(?: => (?P<path>\S+|not found))?(?: \(0x[0-9a-f]+\))?$")
_SECTION = lazy(
    r"  \[ *(?P<number>\d+)\] (?P<name>\S*) +(?P<type>[A-Z_]\w+) +[0-9a-f]+ +[0-9a-f]+(?P<rest> .*)?$"
)
_SECTION_SIZE = lazy(r" {7}(?P<size>[0-9a-f]{8,16}) +[0-9a-f]+ +(?P<flags>[A-Za-z]*) +\d+ +\d+ +\d+$")
_PART = lazy(r" +(?P<number>\d+) (?P<name>\.?\S+) +(?P<size>[0-9a-f]{8}) +[0-9a-f]{8,16} ")
_PROGRAM = lazy(r" +(?:[A-Z_]+|0x[0-9a-f]+) +(?:off +)?0x[0-9a-f]{8,16}|\s+(?:filesz )?0x[0-9a-f]{8,16} ")
_RELOCATION = lazy(r"[0-9a-f]{8,16} +[0-9a-f]{8,16} R_|[0-9a-f]{8,16} R_")
_ADDRESS = lazy(r" +(?:0x[0-9a-f]{8,16} \(|[A-Z_0-9]+ +0x[0-9a-f]{8,16}$)")
_NEEDED = lazy(r".*(?:NEEDED|SONAME|RPATH|RUNPATH)\b")
_HEADS = (
    "ELF Header:",
    "Symbol table '",
    "SYMBOL TABLE:",
    "DYNAMIC SYMBOL TABLE:",
    "Section Headers:",
    "Sections:",
)
LEAST = 8
SAMPLE = 400
WIDTH = 110
"""About as long is a row of names."""
SMALL = 5000
"""Characters of names up to which all are told; of more the local ones and those of the standard library
are told by their first ..."""
FIRST = 12
"""... so many."""
LARGEST = 40
"""So many symbols of a list that is in the order of their sizes."""
_LOCAL = lazy(r"[a-tx-z]$|[A-Z]+ +LOCAL$|l")
_LIBRARY_NAME = lazy(
    r"std::|__gnu_cxx::|(?:void|bool|decltype.*) (?:std|__gnu_cxx)::|operator (?:new|delete)|_ZNK?S|_ZSt"
)


def recognise(segment: Segment) -> int:
    """Most lines are symbols, sections or libraries."""
    sample = [line for line in segment.lines[:SAMPLE] if line.strip()]
    if len(sample) < LEAST:
        return 0
    if any(line.startswith(_HEADS) for line in sample):
        known = sum(1 for line in sample if _symbol(line) or _SECTION.match(line) or _PART.match(line))
        return 92 if known >= LEAST else 0
    symbols = sum(1 for line in sample if _NM.match(line) or line.endswith(":"))
    libraries = sum(1 for line in sample if _LIBRARY.match(line) and ("(0x" in line or "not found" in line))
    return 92 if symbols >= 0.9 * len(sample) or libraries >= 0.8 * len(sample) else 0


def decide(segment: Segment) -> View:
    """In the order of the text, runs of symbols and of libraries together."""
    lines = segment.lines
    rows: list[Row] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        for test, lay_out in ((_symbol, _symbols), (_LIBRARY.match, _libraries)):
            if test(line):
                end = index
                while end < len(lines) and test(lines[end]):
                    end += 1
                rows.extend(lay_out(lines, index, end))
                index = end
                break
        else:
            row = _other(lines, index)
            if row is not None:
                rows.append(row)
            elif line.strip():
                rows.append(Row("", index, rank=ALWAYS, form=GAP))
            index = max(index, row.last if row is not None else index) + 1
    return View(rows)


def _symbol(line: str) -> "tuple[str, str] | None":
    """The type of a symbol and its name."""
    found = _NM.match(line)
    if found is not None:
        return found["type"], found["name"]
    found = _READELF.match(line)
    if found is not None:
        undefined = " undefined" if found["place"] == "UND" else ""
        return " ".join(found["type"].split()) + undefined, found["name"] or ""
    found = _OBJDUMP.match(line)
    if found is not None:
        undefined = "*UND*" if found["place"] == "*UND*" else ""
        return ("".join(found["flags"].split()) + " " + undefined).strip(), found["name"].strip()
    return None


def _largest(lines: list[str], start: int, end: int) -> list[Row]:
    """The largest symbols with their sizes, where `nm -S --size-sort` has them in that order."""
    found = [match for match in map(_NM.match, lines[start:end]) if match is not None]
    sizes = [match["size"] for match in found]
    if len(sizes) < end - start or len(sizes) <= 2 * LARGEST or None in sizes:
        return []
    if sizes == sorted(sizes):
        shown = range(len(sizes) - LARGEST, len(sizes))
    elif sizes == sorted(sizes, reverse=True):
        shown = range(LARGEST)
    else:
        return []
    rows = [
        Row(
            f"{found[at]['size'].lstrip('0')} {found[at]['type']} {found[at]['name']}",
            start + at,
            rank=EVIDENCE,
            form=DATA,
        )
        for at in shown
    ]
    left = len(sizes) - LARGEST
    note = (
        f"[by size, in hexadecimal: the largest; {thousands(left)} from {sizes[0].lstrip('0')} on left out]"
    )
    return [Row(note, start, end - 1, rank=ALWAYS, form=MARK), *rows]


def _symbols(lines: list[str], start: int, end: int) -> list[Row]:
    """Names by type, in the order in which the types come up."""
    largest = _largest(lines, start, end)
    if largest:
        return largest
    by_type: dict[str, list[tuple[int, str]]] = {}
    seen: set[tuple[str, str]] = set()
    size = 0
    for index in range(start, end):
        found = _symbol(lines[index])
        if found is not None and found[1] and found not in seen:
            seen.add(found)
            by_type.setdefault(found[0], []).append((index, found[1]))
            size += len(found[1]) + 1
    rows: list[Row] = []
    for sort, named in by_type.items():
        total, first = len(named), named[0][0]
        left = 0
        if size > SMALL:
            if _LOCAL.match(sort):
                named, left = named[:FIRST], max(0, total - FIRST)
            else:
                own = [pair for pair in named if not _LIBRARY_NAME.match(pair[1])]
                named, left = own, total - len(own)
        note = (
            f"; {thousands(left)} {'local' if _LOCAL.match(sort) else 'of the standard library'} left out"
            if left
            else ""
        )
        rows.append(Row(f"[{sort}: {thousands(total)} names{note}]", first, rank=ALWAYS, form=MARK))
        rows.extend(_joined(named))
    return rows


def _joined(named: list[tuple[int, str]]) -> list[Row]:
    """Names side by side; those that hold blanks one a row."""
    rows: list[Row] = []
    run: list[tuple[int, str]] = []
    for index, name in [*named, (-1, "")]:
        width = sum(len(other) + 1 for _, other in run)
        if run and (index < 0 or " " in name or width + len(name) > WIDTH):
            indexes = [at for at, _ in run]
            text = " ".join(other for _, other in run)
            rows.append(Row(text, indexes[0], rank=EVIDENCE, form=DATA, more=tuple(indexes[1:])))
            run = []
        if index >= 0 and " " in name:
            rows.append(Row(name, index, rank=EVIDENCE, form=DATA))
        elif index >= 0:
            run.append((index, name))
    return rows


def _libraries(lines: list[str], start: int, end: int) -> list[Row]:
    """Libraries by folder; what was not found first."""
    missing: list[Row] = []
    folders: dict[str, list[tuple[int, str]]] = {}
    for index in range(start, end):
        found = _LIBRARY.match(lines[index])
        assert found is not None
        path = found["path"] or found["name"]
        folder, _, base = path.rpartition("/")
        if path == "not found":
            missing.append(Row(lines[index].strip(), index, rank=FAILURE, form=DATA))
        elif found["path"] and base != found["name"]:
            missing.append(Row(f"{found['name']} => {path}", index, rank=EVIDENCE, form=DATA))
        else:
            folders.setdefault(folder + "/" if folder else "", []).append((index, base))
    rows = missing
    for folder, named in folders.items():
        if folder:
            rows.append(Row(folder, rank=ALWAYS, form=HEADING))
        rows.extend(_joined(named))
    return rows


def _other(lines: list[str], index: int) -> Row | None:
    """A line that is neither a symbol nor a library, shorter where it is a row of a table."""
    line = lines[index]
    section = _SECTION.match(line)
    if section is not None:
        size = _SECTION_SIZE.match(lines[index + 1]) if index + 1 < len(lines) else None
        told = (
            f"{size['size'].lstrip('0') or '0'} {size['flags']}"
            if size is not None
            else (section["rest"] or "").strip()
        )
        text = f"[{section['number']}] {section['name']} {section['type']} {told}".rstrip()
        return Row(text, index, index + (size is not None), EVIDENCE, DATA)
    part = _PART.match(line)
    if part is not None:
        below = lines[index + 1] if index + 1 < len(lines) else ""
        flags = below.strip() if below[:8].isspace() else ""
        text = f"{part['number']} {part['name']} {part['size'].lstrip('0') or '0'} {flags}".rstrip()
        return Row(text, index, index + bool(flags), EVIDENCE, DATA)
    if not line.strip() or _SECTION_SIZE.match(line):
        return None
    if _NEEDED.match(line):
        return Row(" ".join(line.split()), index, rank=EVIDENCE, form=DATA)
    if _PROGRAM.match(line) or _RELOCATION.match(line) or _ADDRESS.match(line):
        return None
    title = line[:1] not in " \t" and line.rstrip().endswith(":")
    return Row(" ".join(line.split()), index, rank=ALWAYS if title else NORMAL, form=DATA)
