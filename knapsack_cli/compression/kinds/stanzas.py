"""Records of `Key: value` lines parted by blank lines: dpkg -s, apt-cache show, pip show, gem list -d.

Each record stays by its first line and by what is said of versions and purposes; of the other keys the
first record shows all, and further ones what differs from the others.
"""

from knapsack_cli.compression.kinds.common.columns import Column, remarkable, summaries
from knapsack_cli.compression.longlines import LIMIT, windowed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    EVIDENCE,
    FAILURE,
    IMPORTANT,
    MARK,
    NORMAL,
    NUMBERED,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 600
LEAST_RECORDS = 4
LEAST_KEYS = 3
LEAST_LINES = 4
"""Of the first record that no blank line parts from the next."""
MOST_RECORDS = 600
"""With more records only those that differ are named."""
SUMMARY = 900
LONG = 300
_PAIR = lazy(r"\s{0,8}([A-Za-z][\w ()./-]{0,40}?)\s*(?::(?=\s|$)| = )\s*(.*)$")
_TELLING = frozenset(
    (
        *("version", "summary", "description", "status", "state", "homepage", "location", "requires"),
        *("depends", "ssid", "signal", "product name", "model", "size"),
        *("commandline", "command", "error", "reason", "message", "title", "subject"),
    )
)
_PARTING = lazy(r"-{3,}$")


def recognise(segment: Segment) -> int:
    """By stanzas that share their keys, most lines of which are pairs."""
    lines = segment.lines[:SAMPLE]
    records = _records(lines)
    share = 5 if records == _headed(lines) else 8
    if len(segment.lines) > SAMPLE:
        records = records[:-1]
    if len(records) < LEAST_RECORDS:
        return 0
    pairs = filled = 0
    keys: dict[str, int] = {}
    firsts: dict[str, int] = {}
    for start, end in records:
        found = [match[1] for match in map(_PAIR.match, lines[start:end]) if match]
        pairs += len(found)
        filled += sum(1 for line in lines[start:end] if line[:1].strip() or _PAIR.match(line))
        filled -= 2 if _title(lines, start, end) else 0
        for key in set(found):
            keys[key] = keys.get(key, 0) + 1
        first = _PAIR.match(lines[start])
        firsts[first[1] if first else ""] = firsts.get(first[1] if first else "", 0) + 1
    shared = [key for key, count in keys.items() if count * 10 >= len(records) * 8]
    titled = "" in firsts
    said = sum(1 for start, end in records for line in lines[start:end] if line.strip())
    if titled and share == 8 and pairs * 2 < said:
        return 0  # what a program does, with a pair here and there
    if (
        len(shared) < LEAST_KEYS - 2 * titled
        or pairs * 10 < filled * share
        or max(firsts.values()) * 10 < len(records) * 9
    ):
        return 0
    return 80


def _headed(lines: list[str]) -> list[tuple[int, int]]:
    """Records that no blank line parts: each begins at the margin with one key, or with one word and all
    else is indented (`rpm -qai`, `iw scan`)."""
    first = next((line for line in lines if line.strip()), "")
    pair = _PAIR.match(first)
    word = pair[1] if pair is not None else first.split(" ", 1)[0]
    if not first[:1].strip() or not word[:1].isalpha():
        return []
    margin = [index for index, line in enumerate(lines) if line[:1].strip()]
    if pair is not None:
        heads = [at for at in margin if (found := _PAIR.match(lines[at])) is not None and found[1] == word]
    else:
        heads = [at for at in margin if lines[at].startswith(word + " ")]
        if len(heads) * 20 < len(margin) * 19:
            return []
    if len(heads) < LEAST_RECORDS or heads[1] - heads[0] < LEAST_LINES:
        return []
    return list(zip(heads, [*heads[1:], len(lines)], strict=True))


def _records(lines: list[str]) -> list[tuple[int, int]]:
    """Where records begin and end. A paragraph without pairs belongs to the record before it."""
    headed = _headed(lines)
    if headed and all(lines[start - 1].strip() for start, _ in headed[1:4]):
        return headed
    blocks: list[tuple[int, int]] = []
    start = -1
    for index in range(len(lines) + 1):
        blank = index == len(lines) or not lines[index].strip() or _PARTING.match(lines[index])
        if blank and start >= 0:
            blocks.append((start, index))
            start = -1
        elif not blank and start < 0:
            start = index
    records: list[tuple[int, int]] = []
    for start, end in blocks:
        paired = sum(1 for line in lines[start:end] if _PAIR.match(line))
        if records and paired * 2 < end - start and not _title(lines, start, end):
            records[-1] = (records[-1][0], end)
        else:
            records.append((start, end))
    return records


def decide(segment: Segment) -> View | None:
    """By the cells of all records."""
    lines = segment.lines
    records = _records(lines)
    if len(records) < LEAST_RECORDS:
        return None
    groups: dict[str, list[tuple[int, int]]] = {}
    for start, end in records:
        groups.setdefault(_title(lines, start, end), []).append((start, end))
    if len(groups) < 2 or len(groups) * 3 > len(records):
        return View(_group(segment, records))
    rows: list[Row] = []
    for title, alike in groups.items():
        rows.extend(_group(segment, alike, title))
    return View(rows)


def _title(lines: list[str], start: int, end: int) -> str:
    """The line at the margin that says what a record is, below its number (dmidecode); "" for none."""
    if end - start < 2 or not lines[start + 1][:1].strip() or _PAIR.match(lines[start + 1]):
        return ""
    return lines[start + 1] if not _PAIR.match(lines[start]) and lines[start][:1].strip() else ""


def _group(segment: Segment, records: list[tuple[int, int]], title: str = "") -> list[Row]:
    """The rows of records alike: of each its first line, and what sets it apart; of titled ones the first."""
    lines = segment.lines
    cells: list[dict[str, str]] = []
    at: list[dict[str, int]] = []
    for start, end in records:
        values: dict[str, str] = {}
        places: dict[str, int] = {}
        for index in range(start, end):
            pair = _PAIR.match(lines[index])
            if pair and pair[1] not in values:
                values[pair[1]] = pair[2]
                places[pair[1]] = index
        cells.append(values)
        at.append(places)
    names = list(dict.fromkeys(name for values in cells for name in values))
    columns = [Column(name, [values.get(name) for values in cells]) for name in names]
    reasons: dict[int, list[Column]] = {}
    ranks = remarkable(columns, len(records), reasons)
    telling = {
        column.name for column in columns if column.name.lower() in _TELLING and not column.is_constant
    }
    named = not title and len(records) <= MOST_RECORDS and bool(columns) and columns[0].numbers is None
    chosen: dict[int, int] = {}
    for row, (start, _) in enumerate(records):
        if named or row in ranks or not row:
            chosen[start] = EVIDENCE
            if title:
                chosen[start + 1] = EVIDENCE
        if named:
            chosen.update((index, NORMAL) for name, index in at[row].items() if name in telling)
            chosen[start] = EVIDENCE
        for column in reasons.get(row, ()):
            chosen[at[row].get(column.name, start)] = IMPORTANT
        if ranks.get(row) == FAILURE or not row:
            chosen.update((index, EVIDENCE) for index in at[row].values())
    return _rows(segment, chosen, columns, len(records), title)


def _rows(
    segment: Segment, chosen: dict[int, int], columns: list[Column], size: int, title: str = ""
) -> list[Row]:
    told = summaries([column for column in columns if not column.distinct], SUMMARY)
    text = f"[{thousands(size)} records{': ' + told if told else ''}]"
    first = min(chosen, default=0)
    rows = [Row(text, first, first, EVIDENCE, MARK)] if not title or size > 1 else []
    for index in sorted(chosen):
        line = segment.lines[index]
        shown = windowed(line) if len(line) > min(LONG, LIMIT) else line
        rows.append(Row(f"{segment.number(index)} {shown}", index, rank=chosen[index], form=NUMBERED))
    return rows
