"""CSV, TSV and their relatives: the header, first and last rows, the rows that differ, counts of the rest.

A file without a header is told by lines of as many fields each, some of which are numbers or dates in
every line; its columns are called by their position.
"""

from knapsack_cli.compression.kinds.common.tables import Table, decide_table
from knapsack_cli.compression.model import Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 60
LEAST_ROWS = 5
DELIMITERS = ("\t", ",", ";", "|")
MOST_REMARKS = 8
MOST_MISSING = 2
"""So many fields at the end of a row may be missing."""
LONGEST_NAME = 60
WIDE = 6
"""In a table of so many columns one name may stand twice."""
LEAST_BARE = 12
"""A file without a header has at least so many lines."""
LONGEST_FIELD = 120
MOST_LINES = 100
"""Lines of one record."""
_VALUE = lazy(
    r"[-+]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?%?|0x[0-9a-fA-F]+"
    r"|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d\d\S*(?: ?[AP]M)?)?"
)
"""A number, a date, or a date with a time."""
_VERSION = lazy(r"(?:\d+:)?v?\d[\w.+~:-]*")
_NUMERIC_OR_NAMED = lazy(r"-\d|#\w+\t")
"""What a table may begin with that otherwise tells something else: a negative number, `#CHROM<tab>`."""


def recognise(segment: Segment) -> int:
    """Sure when a header of words is followed by lines with as many delimiters as it has."""
    lines = [text for text, _ in _records(segment.lines[:SAMPLE]) if text.strip()]
    remarks = _remarks(lines)
    lines = lines[remarks:]
    if len(lines) < LEAST_ROWS + 1 or (lines[0][:1] in "{[<#!-/(" and not _NUMERIC_OR_NAMED.match(lines[0])):
        return 0
    delimiter = _delimiter(lines)
    if not delimiter:
        return 0
    names = split(lines[0], delimiter)
    if not _is_header(names):
        return 64 if _is_bare(lines, delimiter) else 0
    exact = all(len(split(line, delimiter)) == len(names) for line in lines)
    if len(names) >= 3:
        return 96 if exact else 84
    return 94 if exact and _has_numbers(lines, delimiter) else 66 if delimiter == "," else 0


def _records(lines: list[str]) -> list[tuple[str, int]]:
    """The records with the index of their first line: quoted fields go over several lines."""
    records: list[tuple[str, int]] = []
    start = 0
    while start < len(lines):
        line = lines[start]
        end = start + 1
        if line.count('"') % 2:
            quotes = 1
            while quotes % 2 and end < min(len(lines), start + MOST_LINES):
                quotes += lines[end].count('"')
                end += 1
            if quotes % 2:
                end = start + 1
            elif end > start + 1:
                line = "\n".join(lines[start:end])
        records.append((line, start))
        start = end
    return records


def _remarks(lines: list[str]) -> int:
    """How many lines of remarks stand above the header: behind signs, or of other fields than all below."""
    signs = ("# ", "##")
    above = next((at for at, line in enumerate(lines[:MOST_REMARKS]) if not line.startswith(signs)), 0)
    if len(lines) < above + LEAST_BARE:
        return above
    heads: list[int] = []
    for delimiter in DELIMITERS:
        width = lines[-1].count(delimiter)
        if width < 2 or lines[above].count(delimiter) == width:
            continue
        widths = [len(split(line, delimiter)) for line in lines]
        head = next((at for at in range(above, len(lines)) if widths[at] == widths[-1]), 0)
        if above < head <= above + MOST_REMARKS and all(width == widths[-1] for width in widths[head:]):
            heads.append(head)
    return min(heads, default=above)


def _is_bare(lines: list[str], delimiter: str) -> bool:
    """Whether these are rows without a header: as many fields in each, and values in a column of all."""
    if len(lines) < LEAST_BARE or (delimiter == "," and any(", " in line for line in lines)):
        return False
    rows = [[field.strip() for field in split(line, delimiter)] for line in lines]
    width = len(rows[0])
    if any(len(row) != width or max(map(len, row)) > LONGEST_FIELD for row in rows):
        return False
    columns = [[row[at] for row in rows if row[at]] for at in range(width)]
    values = sum(1 for cells in columns if cells and all(map(_VALUE.fullmatch, cells)))
    return values >= (2 if width == 2 else 1)


def _has_numbers(lines: list[str], delimiter: str) -> bool:
    """Whether a column of two holds numbers alone."""
    rows = [split(line, delimiter) for line in lines[1:]]
    return any(all(_is_number(row[column]) for row in rows) for column in range(2))


def _is_number(text: str) -> bool:
    try:
        float(text or "0")
    except ValueError:
        return False
    return True


def _delimiter(lines: list[str]) -> str:
    """The delimiter of which nearly every line has as many as the first."""
    for delimiter in DELIMITERS:
        wanted = len(split(lines[0], delimiter))
        if wanted < 2:
            continue
        alike = sum(1 for line in lines if len(split(line, delimiter)) == wanted)
        if alike * 20 >= len(lines) * 19:
            return delimiter
        quoted = sum(line.count('"') for line in lines)
        if quoted and alike * 10 >= len(lines) * 7:
            return delimiter
    return ""


def _is_header(names: list[str]) -> bool:
    """Short words, all different but for one in a wide table, none a number, and not a sentence."""
    if len(set(names)) < len(names) - (len(names) >= WIDE):
        return False
    for at, name in enumerate(names):
        bare = name.strip().strip('"')
        if (
            (not bare and at)
            or len(bare) > LONGEST_NAME
            or bare[:1].isdigit()
            or bare.endswith((".", ";", "{", "("))
        ):
            return False
        if len(bare.split()) > 6 or "=" in bare or "://" in bare:
            return False
    return True


def split(line: str, delimiter: str) -> list[str]:
    """The fields of one record; quotes are taken off, doubled ones halved."""
    if '"' not in line:
        return line.split(delimiter)
    fields: list[str] = []
    position = 0
    while True:
        if line[position : position + 1] == '"':
            end = line.find('"', position + 1)
            while end >= 0 and line[end + 1 : end + 2] == '"':
                end = line.find('"', end + 2)
            end = len(line) if end < 0 else end
            stop = line.find(delimiter, end)
            fields.append(line[position + 1 : end].replace('""', '"') or '""')
        else:
            stop = line.find(delimiter, position)
            fields.append(line[position : stop if stop >= 0 else len(line)])
        if stop < 0:
            return fields
        position = stop + 1


def decide(segment: Segment) -> Decisions | View | None:
    """By the columns' values. Files with many odd lines are declined."""
    records = _records(segment.lines)
    lines = [text for text, _ in records]
    found = _decided(segment, lines, [at for _, at in records])
    if isinstance(found, Decisions) and len(records) < len(segment.lines):
        _with_further_lines(found, records)
    return found


def _name_packages(names: list[str], cells: list[list[str | None]]) -> None:
    """Call the columns of a list of packages without a header what they are: `dpkg-query -W -f`."""
    first = [row[0] or "" for row in cells]
    if len(set(first)) < len(first) or sum(cell[:1].isalpha() for cell in first) * 10 < 9 * len(first):
        return
    for at in range(1, len(names)):
        found = [row[at] or "" for row in cells]
        versions = sum(1 for cell in found if _VERSION.fullmatch(cell))
        if versions * 10 >= 9 * len(found) and sum(cell.count(".") > 1 for cell in found) * 4 > len(found):
            names[0], names[at] = "name", "version"
            return


def _with_further_lines(decisions: Decisions, records: list[tuple[str, int]]) -> None:
    """Treat the lines that a record goes on with as its first."""
    ranks, told = decisions.ranks, decisions.told
    for text, first in records:
        for at in range(first + 1, first + 1 + text.count("\n")):
            ranks[at] = ranks[first]
            if not ranks[first] and told is not None:
                told[at] = 1
                decisions.folds[0].count += 1
                decisions.folds[0].last = max(decisions.folds[0].last, at)


def _decided(segment: Segment, lines: list[str], at_line: list[int]) -> Decisions | View | None:
    """What stays of records that begin at the given lines."""
    filled = [at for at, line in enumerate(lines[: 4 * SAMPLE]) if line.strip()]
    remarks = _remarks([lines[at] for at in filled])
    header = filled[remarks] if remarks < len(filled) else -1
    sample = [lines[at] for at in filled[remarks:SAMPLE]]
    delimiter = _delimiter(sample) if header >= 0 else ""
    if not delimiter:
        return None
    names = [name.strip() for name in split(lines[header], delimiter)]
    above = filled[: remarks + 1]
    first = header + 1
    if not _is_header(names) and _is_bare(sample[: SAMPLE - remarks], delimiter):
        names = [f"column {at + 1}" for at in range(len(names))]
        above, first = filled[:remarks], header
    rows: list[int] = []
    cells: list[list[str | None]] = []
    odd = 0
    for index in range(first, len(lines)):
        line = lines[index]
        if not line.strip():
            continue
        fields = split(line, delimiter)
        missing = len(names) - len(fields)
        if missing and not (0 < missing <= MOST_MISSING and len(fields) > 2):
            odd += 1
            continue
        rows.append(index)
        cells.append([*(field.strip() for field in fields), *(None for _ in range(missing))])
    if odd * 10 > len(rows) or len(rows) < LEAST_ROWS:
        return None
    if above == filled[:remarks]:
        _name_packages(names, cells)
    above, rows = [at_line[at] for at in above], [at_line[at] for at in rows]
    return decide_table(segment, Table(names, above, rows, cells), plain=False)
