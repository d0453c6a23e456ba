"""Settings under headings by indentation: haproxy, ssh's Host blocks, network interfaces and their like."""

from knapsack_cli.compression.kinds.common.entries import (
    BLANK,
    COMMENT,
    KEY,
    MOST_BYTES,
    Entry,
    decide_entries,
)
from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.model import EVIDENCE, Decisions, Segment, View
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 400
LEAST_HEADINGS = 3
LEAST_SETTINGS = 10
MOST_WORDS = 12
"""So many different words begin headings; prose has more."""
MOST_NAMING = 40
"""Settings that name something else are kept while each is seen no more often than this."""
RARE = 30
"""A setting of which one in so many looks like it is kept."""
_HEADING = lazy(r"[A-Za-z][\w-]*(?: +[^\s:;{}()=]\S*){0,5}$")
_SETTING = lazy(r"[A-Za-z][\w.-]*(?:\s+\S.*)?$")
_CODE_ENDS = (":", ";", "{", "}", "(", ")", ",", "\\", "[", "]", ".", "then", "do")
_INNER_ENDS = (":", ";", "{", "(", ",", "\\")
_NAMING = frozenset(
    (
        "server",
        "bind",
        "acl",
        "use_backend",
        "default_backend",
        "hostname",
        "address",
        "listen",
        "user",
        "host",
    )
)


def recognise(segment: Segment) -> int:
    """By headings of few words, each with lines of a word and its values under it."""
    if len(segment.source) > MOST_BYTES:
        return 0
    headings = settings = others = filled = 0
    words: set[str] = set()
    empty = True
    for line in segment.lines[:SAMPLE]:
        stripped = line.strip()
        if not stripped or stripped[0] in "#;":
            continue
        if line[0] in " \t":
            filled += empty
            empty = False
            named = headings and _SETTING.match(stripped) and ": " not in stripped
            if named and not stripped.endswith(_INNER_ENDS):
                settings += 1
            else:
                others += 1
        elif _HEADING.match(stripped) and not stripped.endswith(_CODE_ENDS):
            headings += 1
            empty = True
            words.add(stripped.split()[0])
        else:
            return 0
    if headings < LEAST_HEADINGS or settings < LEAST_SETTINGS or others * 8 > settings:
        return 0
    if filled * 4 < headings * 3 or len(words) > MOST_WORDS:
        return 0
    return 73


def decide(segment: Segment) -> Decisions | View | None:
    """By how often each word is seen under headings of one kind; what names others stays."""
    entries: list[Entry] = []
    heading = -1
    for index, line in enumerate(segment.lines):
        stripped = line.strip()
        if not stripped:
            entries.append(Entry(index, BLANK))
        elif stripped[0] in "#;":
            entries.append(Entry(index, COMMENT))
        else:
            word, _, value = stripped.partition(" ")
            inner = line[0] in " \t"
            entries.append(Entry(index, KEY, word, value.strip(), heading if inner else -1))
            if not inner:
                heading = len(entries) - 1
                entries[-1].is_member = True
    decisions = decide_entries(segment, entries)
    counts: dict[str, int] = {}
    shapes: dict[str, int] = {}
    for entry in entries:
        counts[entry.key] = counts.get(entry.key, 0) + 1
        shape = f"{entry.key} {shape_of(entry.value)}"
        shapes[shape] = shapes.get(shape, 0) + 1
    for entry in entries:
        if entry.form != KEY:
            continue
        few = entry.key in _NAMING and counts[entry.key] <= MOST_NAMING
        rare = shapes[f"{entry.key} {shape_of(entry.value)}"] * RARE <= counts[entry.key]
        if few or rare:
            decisions.keep(entry.index, EVIDENCE)
    return numbered_or_marked(segment, decisions)
