"""Excerpts made whole: what ends amid its blocks is closed, what begins amid a type is put into one.

A grammar reads little of a class whose end is missing, and nothing of methods that stand in none. Rows stay
those of the text: what is shown is taken from there.
"""

from __future__ import annotations

from knapsack_cli.compression.outline.guessing import end_of_cut_string
from knapsack_cli.compression.outline.rescue import begins_definition
from knapsack_cli.text.lazy_patterns import lazy

LARGEST = 64_000
"""Bytes; excerpts are short."""
MOST_OPEN = 40
"""Brackets; more that stay open are none."""
_SAID = lazy(rb"""\"(?:[^"\\\n]|\\.){0,400}\"|'(?:[^'\\\n]|\\.)'|//.*|/\*.{0,400}?\*/""")
"""Strings, characters and remarks, whose brackets open nothing; longer ones are not looked for."""
_BRACKETS = lazy(rb"[(){}\[\]]")
_CLOSES = {b")": b"(", b"]": b"[", b"}": b"{"}
_OPENS = {b"(": b")", b"[": b"]", b"{": b"}"}
_TYPES = {"rust": b"impl X { ", "go": b"", "c": b""}
"""What members are put into; functions of Go and C stand in nothing."""


def completed(data: bytes, name: str) -> bytes | None:
    """The text as a whole file in the language `name` would have it; None where it is one already."""
    if len(data) > LARGEST:
        return None
    lines = data.split(b"\n")
    first = next(
        (row for row, line in enumerate(lines) if begins_definition(line.decode("utf-8", "replace"))), -1
    )
    closing, opened = _unmatched(lines)
    if first < 0 or len(opened) > MOST_OPEN:
        return None
    within = lines[first][:1].isspace() and not any(row < first for row, _ in opened)
    if not closing and not opened and not within:
        return None
    start = max((row + 1 for row in closing if row < first), default=0)
    for row in range(start, first):
        if b"/*" in lines[row]:
            break
        if b"*/" in lines[row]:
            # The end of a remark that began before.
            start = row + 1
            break
    later = [row for row in closing if row >= start]
    end = [_OPENS[bracket] for _, bracket in reversed(opened)]
    if within and (begun := _TYPES.get(name, b"class X { ")):
        lines[start] = begun + lines[start]
        if later:
            later = later[1:]
        else:
            end.append(b"}")
    for row in (*range(start), *later):
        lines[row] = b""
    return b"\n".join((*lines, b"".join(end)))


def behind_a_string(data: bytes) -> bytes | None:
    """Python without the rest of a string of documentation that began before; None where none did."""
    if len(data) > LARGEST:
        return None
    lines = data.split(b"\n")
    end = end_of_cut_string([line.decode("utf-8", "replace") for line in lines])
    return b"\n".join([b""] * end + lines[end:]) if end else None


def _unmatched(lines: list[bytes]) -> tuple[list[int], list[tuple[int, bytes]]]:
    """The rows in which blocks end that never began, and the brackets that stay open with their rows."""
    closing: list[int] = []
    opened: list[tuple[int, bytes]] = []
    for row, line in enumerate(lines):
        if line.lstrip().startswith((b"*", b"#", b"///")):
            continue
        for found in _BRACKETS.finditer(_SAID.sub(b"", line)):
            bracket = found[0]
            if bracket in _OPENS:
                opened.append((row, bracket))
            elif opened and opened[-1][1] == _CLOSES[bracket]:
                opened.pop()
            elif bracket == b"}" and not opened:
                closing.append(row)
    return closing, opened
