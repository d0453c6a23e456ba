"""YAML, one document or several: keys, names of items, rare values, failures; texts by their head."""

from knapsack_cli.compression.kinds.common.entries import (
    BLANK,
    BLOCK,
    COMMENT,
    FENCE,
    ITEM,
    KEY,
    MOST_BYTES,
    Entry,
    decide_entries,
)
from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.kinds.common.said import keep_said
from knapsack_cli.compression.model import EVIDENCE, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 150
LEAST_LINES = 6
_KEY = lazy(
    r"""((?:- +)*)(?:-$|("[^"]*"|'[^']*'|[^\s:#{}\[\],&*!|>'"%@`-][^:#\s]*(?: [^:#\s(]+){0,3})"""
    r""" *:(?: +(.*))?$)"""
)
_ITEM = lazy(r"(?:- +)+(.*)$|-$")
_BLOCK_START = lazy(r"[|>][-+0-9]*(?: +#.*)?$")
_WIDE_GAP = lazy(r"^(?:\s*[A-Z][\w .()/-]*: {2,}|[^\s:]+: {3,})\S")


def recognise(segment: Segment) -> int:
    """Sure when nearly every line is a key, an item or text under one, and some are indented."""
    if len(segment.source) > MOST_BYTES:
        return 0
    keys = items = others = wide = nested = inner = again = 0
    block_indent = wrapped = -1
    seen: set[str] = set()
    above = (-1, "")
    for line in segment.lines[:SAMPLE]:
        stripped = line.strip()
        if not stripped or stripped.startswith("#") or stripped in ("---", "..."):
            seen = set()
            continue
        indent = len(line) - len(line.lstrip(" "))
        if block_indent >= 0:
            if indent > block_indent:
                inner += 1
                continue
            block_indent = -1
        found = _KEY.match(stripped)
        if wrapped >= 0 and indent > wrapped and not found and not _ITEM.match(stripped):
            inner += 1  # a value of several lines goes on
            continue
        wrapped = indent if found and found[3] else -1
        if found and found[3] and found[3].endswith((",", "+")):
            others += 1
        elif found:
            keys += 1
            nested += indent > 0 or bool(found[1])
            wide += _WIDE_GAP.match(line) is not None
            if found[2] and found[2].isdigit():
                again += 1  # a table's numbered rows
            elif found[2] and not indent and not found[1]:
                again += found[2] in seen
                seen.add(found[2])
            elif found[2] and not found[1]:
                again += above == (indent, found[2])
            above = (indent, found[2] or "")
            if found[3] and _BLOCK_START.match(found[3]):
                block_indent = indent
        elif _ITEM.match(stripped):
            items += 1
        else:
            others += 1
    total = keys + items + others
    if keys < 3 or total + inner < LEAST_LINES or wide * 4 > keys or others * 6 > total:
        return 0
    if again * 5 > keys:
        return 0  # a mapping has no key twice: these are a program's messages, each with its prefix
    if segment.lines[0].startswith(("{", "[", "<")):
        return 0
    first = next((line for line in segment.lines if line.strip() and not line.startswith("#")), "")
    if first.startswith(("apiVersion:", "openapi:", "swagger:")) and nested:
        return 93
    if nested * 4 < keys and not items:
        return 40
    return 84 if others * 20 <= total else 64


def decide(segment: Segment) -> Decisions | View | None:
    """By how often each path is seen."""
    entries = entries_of(segment.lines)
    if not any(entry.form == KEY for entry in entries):
        return None
    decisions = decide_entries(segment, entries)
    _keep_objects(segment.lines, decisions)
    keep_said(segment.lines, decisions, keyed=True)
    return numbered_or_marked(segment, decisions)


def _keep_objects(lines: list[str], decisions: Decisions) -> None:
    """Of several Kubernetes objects in one text what each is, and its name."""
    kinds = [at for at, line in enumerate(lines) if line.startswith("kind: ")]
    if len(kinds) < 2:
        return
    for at in kinds:
        decisions.keep(at, EVIDENCE)
    metadata = False
    for at, line in enumerate(lines):
        if not line.startswith(" "):
            metadata = line.startswith("metadata:")
        elif metadata and line.startswith("  name: "):
            decisions.keep(at, EVIDENCE)


Level = tuple[int, int, bool]
"""Indentation, the entry that opened the level, and whether the level is under that entry's key."""


def entries_of(lines: list[str]) -> list[Entry]:
    """Every line as an entry; what is neither a key nor an item is text of the entry above."""
    entries: list[Entry] = []
    stack: list[Level] = []
    block_indent = owner = -1
    for index, line in enumerate(lines):
        stripped = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if block_indent >= 0 and (indent > block_indent or not stripped):
            entries.append(Entry(index, BLOCK, parent=owner))
            continue
        block_indent = -1
        if not stripped:
            entries.append(Entry(index, BLANK))
        elif stripped.startswith("#"):
            entries.append(Entry(index, COMMENT))
        elif line.startswith(("---", "...")):
            entries.append(Entry(index, FENCE))
            stack = []
        else:
            owner = _add(entries, stack, index, stripped, indent, owner)
            if entries[-1].form != BLOCK and _BLOCK_START.match(entries[-1].value):
                block_indent = indent
                entries[-1].value = ""
    return entries


def _add(entries: list[Entry], stack: list[Level], index: int, stripped: str, indent: int, owner: int) -> int:
    """Add one line of structure; returns which entry the text after it belongs to."""
    found = _KEY.match(stripped)
    if found is None and not _ITEM.match(stripped):
        entries.append(Entry(index, BLOCK, parent=owner))
        return owner
    is_item = stripped.startswith("- ") or stripped == "-"
    while stack and (stack[-1][0] > indent or (stack[-1][0] == indent and not (is_item and stack[-1][2]))):
        stack.pop()
    # A list may stand at the indentation of its key: that level is under a key and stays open for items.
    parent, under_key = (stack[-1][1], stack[-1][2]) if stack else (-1, True)
    here = len(entries)
    dashes = len(stripped) - len(stripped.lstrip("- ")) if is_item else 0
    if is_item:
        stack.append((indent + 1, here, False))
    form = ITEM if is_item else KEY
    if found is None or not found[2]:
        entries.append(Entry(index, form, "", stripped[dashes:], parent, under_key))
        return here
    value = (found[3] or "").strip()
    entries.append(Entry(index, form, found[2], value, parent, under_key))
    if not value:
        stack.append((indent + dashes, here, True))
    return here
