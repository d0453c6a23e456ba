"""NDJSON: a JSON object a line, logs and data, also behind a prefix (`api-1  | {...}`).

Lines of one message (level, message without its variable words) fold to the first, a count and what
their other fields held; rare ones, outliers and errors stay as they are. Data without messages is one
group for each set of keys.
"""

import re

from knapsack_cli.compression.kinds.common.columns import Column, remarkable, summaries
from knapsack_cli.compression.kinds.common.json_rows import flatten
from knapsack_cli.compression.kinds.common.json_tree import MOST_CHARACTERS, Container, scan
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import CONTEXT, EVIDENCE, FAILURE, IMPORTANT, NORMAL, Decisions, Segment
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 200
MOST_PREFIX = 100
RARE = 3
"""A message seen at most this often is kept each time."""
MOST_GROUPS = 400
SUMMARY = 320

_MESSAGES = (
    "msg",
    "message",
    "event",
    "@m",
    "@mt",
    "@message",
    "log",
    "text",
    "body",
    "short_message",
    "MESSAGE",
    "Output",
)
_INNER_MESSAGES = ("fields.message", "record.message", "jsonPayload.message", "fields.msg")
_LEVELS = ("level", "severity", "lvl", "levelname", "log.level", "loglevel", "@l", "level_name", "Action")
_FAILING = lazy(r"err|fail|fatal|crit|panic|emerg|alert|severe|[56]0$", re.I)
_WARNING = lazy(r"warn|40$", re.I)
_VARIABLE = lazy(r'"[^"]*"|\'[^\']*\'|[^\s,;:=()\[\]]*\d[^\s,;:=()\[\]]*')


def recognise(segment: Segment) -> int:
    """Sure when every line is an object, less when a part of the lines is something else."""
    lines = [line for line in segment.lines[: 2 * SAMPLE] if line.strip()][:SAMPLE]
    if len(lines) < 3:
        return 0
    plain = sum(1 for line in lines if _object_at(line) == 0)
    if plain == len(lines):
        return 93
    prefixed = sum(1 for line in lines if _object_at(line) >= 0)
    if prefixed * 10 >= len(lines) * 6:
        return 80 if prefixed * 10 >= len(lines) * 9 else 66
    return 0


def _object_at(line: str) -> int:
    """Where the object of a line begins, or -1: it takes the line's whole rest."""
    if line.rstrip()[-1:] != "}":
        return -1
    at = line.find('{"', 0, MOST_PREFIX)
    if at < 0:
        at = line.find("{ ", 0, MOST_PREFIX)
    return at


def decide(segment: Segment) -> Decisions | None:
    """The first line of each group with a count and its fields; rare, far and failing lines whole."""
    if len(segment.data) > MOST_CHARACTERS:
        return None
    lines = segment.lines
    records: dict[int, dict[str, str]] = {}
    for index, line in enumerate(lines):
        at = _object_at(line)
        if at < 0:
            continue
        root, end = scan(line, at)
        if isinstance(root, Container) and root.closed and not line[end:].strip():
            cells = flatten(line, root)
            if at:
                cells["(before)"] = line[:at].rstrip()
            records[index] = cells
    if not records or len(records) * 2 < sum(1 for line in lines if line.strip()):
        return None
    decisions = Decisions(len(lines))
    _other_lines(segment, decisions, records)
    message, level = _fields(records)
    groups: dict[str, list[int]] = {}
    for index, cells in records.items():
        groups.setdefault(_group(cells, message, level), []).append(index)
    if len(groups) > MOST_GROUPS:
        groups = _merged(groups, records, level)
    many = len(groups) > MOST_GROUPS // 4
    decisions.keep(next(iter(records)), EVIDENCE)
    decisions.keep(len(lines) - 1, IMPORTANT)
    for members in groups.values():
        _group_lines(segment, decisions, members, records, level, message, many)
    return decisions


def _other_lines(segment: Segment, decisions: Decisions, records: dict[int, dict[str, str]]) -> None:
    """Lines that are not objects: the first ones of each shape."""
    seen: dict[str, int] = {}
    for index, line in enumerate(segment.lines):
        if index not in records and line.strip():
            shape = shape_of(line)
            seen[shape] = seen.get(shape, 0) + 1
            if seen[shape] <= RARE:
                decisions.keep(index, EVIDENCE)


def _fields(records: dict[int, dict[str, str]]) -> tuple[str, str]:
    """The names of the message and of the level, empty where the records have none."""
    counts: dict[str, int] = {}
    for cells in records.values():
        for name in cells:
            counts[name] = counts.get(name, 0) + 1
    most = len(records) // 2
    message = next(
        (name for name in (*_MESSAGES, *_INNER_MESSAGES) if counts.get(name, 0) * 4 > len(records)), ""
    )
    level = next((name for name in _LEVELS if counts.get(name, 0) > most), "")
    return message, level


def _group(cells: dict[str, str], message: str, level: str) -> str:
    if not message:
        return "\0".join(cells) if not level else cells.get(level, "")
    text = cells.get(message, "")
    if text[:1] == '"':
        text = text[1:-1]
    return cells.get(level, "") + "\0" + _VARIABLE.sub("#", text[:300])


def _merged(
    groups: dict[str, list[int]], records: dict[int, dict[str, str]], level: str
) -> dict[str, list[int]]:
    """Where messages are free text nearly all alike in nothing: failing ones as they are, others by level."""
    merged: dict[str, list[int]] = {}
    for key, members in groups.items():
        value = records[members[0]].get(level, "")
        if len(members) > RARE or _FAILING.search(value) or _WARNING.search(value):
            merged[key] = members
        else:
            merged.setdefault("\0" + value, []).extend(members)
    for members in merged.values():
        members.sort()
    return merged


def _group_lines(
    segment: Segment,
    decisions: Decisions,
    members: list[int],
    records: dict[int, dict[str, str]],
    level: str,
    message: str,
    many: bool,
) -> None:
    value = records[members[0]].get(level, "")
    rank = FAILURE if _FAILING.search(value) else EVIDENCE
    if rank == EVIDENCE and many and not _WARNING.search(value):
        rank = IMPORTANT if len(members) <= RARE else NORMAL
    if len(members) <= RARE:
        for index in members:
            decisions.keep(index, rank)
        return
    columns = _columns(members, records)
    found = remarkable(columns, len(members))
    ranks = {row: each for row, each in found.items() if each > NORMAL or not message}
    first = members[0]
    decisions.keep(first, rank)
    if not message:
        decisions.keep(members[1], CONTEXT)
        ranks.setdefault(1, CONTEXT)
    for row, each in ranks.items():
        decisions.keep(members[row], each)
    rest = [index for index in members if not decisions.ranks[index]]
    if not rest:
        return
    left = {index: row for row, index in enumerate(members)}
    told_rows = [left[index] for index in rest]
    varying = [column for column in columns if not column.is_constant and column.name != message]
    told = summaries([column.of(told_rows) for column in varying], SUMMARY)
    numbers = f"lines {segment.number(rest[0])}-{segment.number(rest[-1])}"
    tail = f": {told}]" if told else "]"
    decisions.fold(first, rest, f"[x{thousands(len(rest))} like this, {numbers}{tail}")


def _columns(members: list[int], records: dict[int, dict[str, str]]) -> list[Column]:
    names: dict[str, None] = {}
    for index in members:
        for name in records[index]:
            names[name] = None
    return [Column(name, [records[index].get(name) for index in members]) for name in names]
