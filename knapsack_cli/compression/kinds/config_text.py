"""TOML, INI, .env and .properties: sections and settings stay, comments and long values by their head."""

from itertools import islice

from knapsack_cli.compression.kinds.common.entries import (
    BLANK,
    BLOCK,
    COMMENT,
    ITEM,
    KEY,
    MOST_BYTES,
    Entry,
    decide_entries,
    needs_all,
)
from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked, without_padding
from knapsack_cli.compression.model import Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 200
SEARCHED = 3000
"""So many lines are looked at for those that are no remarks: php.ini begins with hundreds of remarks."""
LEAST_SETTINGS = 5
MOST_ITEMS = 8
"""So many lines of a list are shown; of dependencies all."""
_SECTION = lazy(r"""(\[\[?)([\w.\-"'/: @*\t]+)\]\]?\s*(?:[#;].*)?$""")
_SETTING = lazy(
    r"""(?:export\s+|set\s+|set -gx? )?([A-Za-z_"'][\w.\-"'/\[\]]*(?: [\w.\-]+)?)\s*=(?!=)\s*(.*)$"""
)
_FIELD = lazy(r"(?:^| )[A-Za-z_][\w.]{0,30}=(?! )")
_CODE = lazy(r"^\s*(?:def|class|import|from|let|const|var|function|return|if|for|while)\b|[;{]\s*$|\)\s*$")


def recognise(segment: Segment) -> int:
    """Sure when nearly every line is a section, a setting or a comment."""
    sections = settings = others = code = depth = records = again = goes_on = 0
    seen: set[str] = set()
    if len(segment.source) > MOST_BYTES:
        return 0
    told = (line for line in segment.lines[:SEARCHED] if line.strip() and line.strip()[0] not in "#;!")
    for line in islice(told, SAMPLE):
        stripped = line.strip()
        if line[0] in " \t" and settings and depth <= 0 and not _SETTING.match(stripped):
            goes_on += 1  # a value of several lines, as INI files have them
            continue
        if depth > 0:
            depth += _depth(stripped)
        elif _SECTION.match(stripped):
            sections += 1
            seen = set()
        elif found := _SETTING.match(stripped):
            settings += 1
            records += len(_FIELD.findall(stripped, 0, 400)) >= 3
            again += found[1] in seen
            seen.add(found[1])
            depth = max(0, _depth(stripped)) if stripped.endswith(("[", "{", ",")) else 0
            code += _CODE.search(line) is not None
        else:
            others += 1
    if not sections or goes_on > 6 * settings:
        others += goes_on
    if settings < LEAST_SETTINGS or code * 8 > settings or others * 4 > settings + sections:
        return 0
    if records * 3 > settings or again * 2 > settings:
        return 0  # lines of several fields, or of one field: the records of a log
    if segment.lines[0].startswith("#!"):
        return 0
    if sections:
        return 82 if others * 10 <= settings else 66
    return 70 if others * 20 <= settings else 0


def decide(segment: Segment) -> Decisions | View | None:
    """By how often each section and setting is seen."""
    decisions = decide_entries(segment, entries_of(segment.lines))
    padded = without_padding(segment, decisions) if segment.data.count(b"    =") else None
    return padded or numbered_or_marked(segment, decisions)


def entries_of(lines: list[str]) -> list[Entry]:
    """Every line as an entry; settings belong to their section."""
    entries: list[Entry] = []
    section = owner = -1
    closing = ""
    depth = 0
    for index, line in enumerate(lines):
        stripped = line.strip()
        if closing or depth > 0:
            listed = not closing and stripped.strip("[]{}(),") and stripped[0] not in "#;"
            entries.append(_further(index, stripped if listed else "", owner, entries))
            if closing and closing in stripped:
                closing = ""
            elif not closing:
                depth += _depth(stripped)
            continue
        if not stripped:
            entries.append(Entry(index, BLANK))
            continue
        if stripped[0] in "#;!":
            entries.append(Entry(index, COMMENT))
            continue
        heading = _SECTION.match(stripped)
        if heading and not _SETTING.match(stripped):
            section = len(entries)
            many = heading[1] == "[["
            entries.append(Entry(index, ITEM if many else KEY, heading[2].strip()))
            continue
        setting = _SETTING.match(stripped)
        if setting is None:
            # INI files go on with a value, or the items of a list, on indented lines.
            listed = line[0] in " \t" and owner >= 0
            entries.append(_further(index, stripped if listed else "", owner, entries))
            continue
        owner = len(entries)
        value = setting[2]
        entries.append(Entry(index, KEY, setting[1], value, section))
        for quotes in ('"""', "'''"):
            if value.count(quotes) == 1:
                closing = quotes
        if not closing and value[:1] in ("[", "{"):
            depth = max(0, _depth(value))
    return entries


def _further(index: int, item: str, owner: int, entries: list[Entry]) -> Entry:
    """A further line of a value: an item of a list as far as lists are shown, else text of the entry."""
    if not item:
        return Entry(index, BLOCK, parent=owner)
    setting = entries[owner]
    needed = needs_all(setting.name) or (setting.parent >= 0 and needs_all(entries[setting.parent].name))
    if not needed and index - setting.index > MOST_ITEMS:
        return Entry(index, BLOCK, parent=owner)
    return Entry(index, ITEM, "", item, owner)


def _depth(text: str) -> int:
    return text.count("[") + text.count("{") - text.count("]") - text.count("}")
