"""XML: elements by how often their path is seen, names and identifiers, rare values; also on one line."""

from itertools import pairwise

from knapsack_cli.compression.kinds.common.entries import (
    BLANK,
    BLOCK,
    COMMENT,
    KEY,
    Entry,
    decide_entries,
)
from knapsack_cli.compression.kinds.common.json_view import Source
from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.longlines import LIMIT, windowed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import DATA, EVIDENCE, MARK, Decisions, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

MOST_CHARACTERS = 16_000_000
LONG_LINE = 400
"""Lines longer than this on average hold several elements each and are cut between them."""
MOST_NAMED = 100
MOST_TAG_LINES = 60
_TAG = lazy(r"<(/?)([A-Za-z_][\w.:-]*+)([^<>]*?)(/?)>")
_OPEN = lazy(r"<[A-Za-z_][\w.:-]*+(?:\s[^<>]*)?$")
"""A tag whose attributes go on on further lines."""
_ATTRIBUTE = lazy(r"([A-Za-z_][\w.:-]*+)\s*+=\s*+([\"'].*)")
_NAMED = lazy(r"\b(?:name|id|key|Include|ref)=[\"']")
_BETWEEN = lazy(r"(?<=>)\s*(?=<)")


def recognise(segment: Segment) -> int:
    """By the declaration, or by nearly every line beginning with a tag."""
    lines = [line for line in segment.lines[:80] if line.strip()]
    if not lines:
        return 0
    head = "\n".join(line[:2000] for line in lines[:20]).lstrip("\ufeff \t")
    if not head.startswith("<") or "<html" in head.lower() or "<!doctype html" in head.lower():
        return 0
    if head.startswith("<?xml"):
        return 88
    tags = sum(1 for line in lines if line.lstrip().startswith("<"))
    closed = sum(1 for line in lines if "</" in line or "/>" in line)
    return (
        74 if tags * 10 >= len(lines) * 7 and closed * 3 >= len(lines) and len(_TAG.findall(head)) >= 3 else 0
    )


def decide(segment: Segment) -> Decisions | View | None:
    """On its own lines where it has them, else on those that lie between its tags."""
    if len(segment.data) > MOST_CHARACTERS:
        return None
    lines = segment.lines
    if sum(map(len, lines)) <= LONG_LINE * len(lines):
        entries = entries_of(lines)
        return numbered_or_marked(segment, decide_entries(segment, entries)) if entries else None
    return _cut_view(segment)


def _cut_view(segment: Segment) -> View | None:
    """Elements on few lines: each piece between tags is a row, what is left out is told by its bytes."""
    text = "\n".join(segment.lines)
    source = Source(text, segment.base)
    cuts = [0, *(found.start() for found in _BETWEEN.finditer(text)), len(text)]
    pieces: list[tuple[int, int]] = [(start, end) for start, end in pairwise(cuts) if end > start]
    flat = Segment([text[start:end].strip() for start, end in pieces], 0, segment.hints)
    if len(flat.lines) < 4:
        return None
    entries = entries_of(flat.lines)
    ranks = decide_entries(flat, entries).ranks
    rows: list[Row] = []
    hidden_from = -1
    for at, (start, end) in enumerate(pieces):
        if not ranks[at]:
            hidden_from = at if hidden_from < 0 else hidden_from
            continue
        if hidden_from >= 0:
            rows.append(_mark(source, pieces, hidden_from, at))
            hidden_from = -1
        shown = flat.lines[at]
        shown = windowed(shown) if len(shown) > LIMIT else shown
        rows.append(Row(shown, source.line(start), source.line(end - 1), ranks[at], DATA))
    if hidden_from >= 0:
        rows.append(_mark(source, pieces, hidden_from, len(pieces)))
    return View(rows)


def _mark(source: Source, pieces: list[tuple[int, int]], first: int, end: int) -> Row:
    start, stop = pieces[first][0], pieces[end - 1][1]
    span = source.span(start, stop)
    text = f"[... {thousands(end - first)} more tags{', ' + span if span else ''}]"
    return Row(text, source.line(start), source.line(stop - 1), EVIDENCE, MARK)


def _end_of_tag(lines: list[str], first: int) -> int:
    """The line that ends the tag which begins on line `first`; that line itself where none does."""
    for index in range(first + 1, min(first + MOST_TAG_LINES, len(lines))):
        if ">" in lines[index]:
            return index
        if "<" in lines[index]:
            break
    return first


def entries_of(lines: list[str]) -> list[Entry]:
    """Every line as an entry named by its first tag; what stands between tags belongs to the entry above."""
    entries: list[Entry] = []
    open_tags: list[tuple[str, int]] = []
    named: dict[tuple[int, str], int] = {}
    owner = -1
    in_comment = False
    inside_until = -1
    for index, line in enumerate(lines):
        stripped = line.strip()
        if index <= inside_until:
            held = _ATTRIBUTE.match(stripped)
            form, name, value = (KEY, held[1], held[2]) if held else (BLOCK, "", "")
            entries.append(Entry(index, form, name, value, owner))
            continue
        if in_comment or stripped.startswith("<!--"):
            entries.append(Entry(index, COMMENT))
            in_comment = "-->" not in stripped
            continue
        if not stripped:
            entries.append(Entry(index, BLANK))
            continue
        if _OPEN.match(stripped):
            inside_until = _end_of_tag(lines, index)
            stripped = " ".join(part.strip() for part in lines[index : inside_until + 1])
        tags = list(_TAG.finditer(stripped))
        if stripped.startswith(("<?", "<!")):
            entries.append(Entry(index, KEY, stripped[:20], stripped))
            continue
        parent = open_tags[-1][1] if open_tags else -1
        if not tags or tags[0].start() > 0:
            entries.append(Entry(index, BLOCK, parent=owner))
        elif tags[0][1]:
            entries.append(Entry(index, BLANK))
        else:
            owner = len(entries)
            found = tags[0]
            value = found[3].strip() or (stripped[found.end() :].partition("<")[0].strip())
            entry = Entry(index, KEY, found[2], value, parent)
            entries.append(entry)
            if _NAMED.search(found[3]):
                named[(parent, found[2])] = named.get((parent, found[2]), 0) + 1
                entry.is_member = named[(parent, found[2])] <= MOST_NAMED
        for tag in tags:
            if tag[1]:
                while open_tags and open_tags.pop()[0] != tag[2]:
                    pass
            elif not tag[4]:
                open_tags.append((tag[2], owner if entries[-1].form == KEY else parent))
    return entries
