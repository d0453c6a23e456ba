"""Where, in source code, no other output begins: in a string of several lines, and in an open block.

A page, a log or a diff that stands there is a program's own, however much it looks like an output.
"""

from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_CHARACTERS = 500
"""A longer line is data."""
_OPENS = lazy(
    r"(\"\"\"|''')"
    r"|(?:[=(,:+?>{\[]|\breturn)\s*(`)(?=[^`]*$)"
    r"|(?:\[(=+)\[|\blocal \w+ = \[()\[)"
    r"|(?<![\w)\]])<<[-~]?[\"']?([A-Z][A-Z_]+)\b"
    r"|%[qQ]?(\{)\s*$"
)
"""How such a string opens, a row each: in Python and Java; in Go and JavaScript; in Lua; where the shell and
Ruby name its end; in Ruby between braces."""


def outside(lines: list[str], starts: dict[int, str]) -> dict[int, str]:
    """Those of `starts` (line -> what begins there) that stand in no string that is closed later.

    A file of PHP goes in and out of its markup: there neither that nor a change of look begins anything.
    """
    if lines[0].startswith("<?php"):
        return {at: name for at, name in starts.items() if name not in ("markup", "end", "look")}
    kept: dict[int, str] = {}
    within: dict[int, str] = {}
    closing = ""
    last = max(starts)
    for at, line in enumerate(lines):
        if at in starts:
            (within if closing else kept)[at] = starts[at]
        place = 0
        if closing:
            place = _end_of(line, closing)
            if place < 0:
                continue
            closing = ""
            within = {}
        if at >= last:
            break
        if len(line) <= MOST_CHARACTERS:
            closing = _opened(line, place)
    return {**kept, **within}


def _end_of(line: str, closing: str) -> int:
    """Where a string ends in a line, or -1; some end with a line of their own."""
    if closing == "}":
        return 1 if line.startswith("}") else -1
    if closing[0].isalpha():
        return len(line) if line.strip(" \t;,)") == closing else -1
    place = line.find(closing)
    return place + len(closing) if place >= 0 else -1


def _opened(line: str, place: int) -> str:
    """What closes the string that stays open at the end of a line; "" where none does."""
    while (found := _OPENS.search(line, place)) is not None:
        if found[5] or found[6]:
            return found[5] or "}"
        closing = found[1] or found[2] or f"]{found[3] or ''}]"
        place = line.find(closing, found.end())
        if place < 0:
            return closing
        place += len(closing)
    return ""


def between_blocks(lines: list[str], starts: "Iterable[int]") -> set[int]:
    """Those of `starts` at the left edge, or where no brace is open: no output begins in a block."""
    kept: set[int] = set()
    depth = before = 0
    for at in sorted(starts):
        for line in lines[before:at]:
            depth += line.count("{") - line.count("}")
        before = at
        if depth <= 0 or not lines[at][:1].isspace():
            kept.add(at)
    return kept
