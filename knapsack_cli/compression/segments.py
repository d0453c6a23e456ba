"""Cutting a text into the outputs of which it is made, so that each is treated as what it is."""

from knapsack_cli.compression.model import Hints, Segment

TAGS = (
    "system-reminder",
    "system_reminder",
    "system_prompt",
    "tool_call",
    "tool_result",
    "function_calls",
    "function_call",
    "instructions",
    "environment_details",
)
"""Blocks between these tags are kept whole, nested ones too."""


def tag_blocks(lines: list[str], text: str) -> list[tuple[int, int]]:
    """The line ranges (inclusive) of protected tags; an unclosed tag protects its own line alone."""
    names = [name for name in TAGS if f"<{name}" in text] if "<" in text else []
    if not names:
        return []
    blocks: list[tuple[int, int]] = []
    for name in names:
        opening, closing = f"<{name}", f"</{name}>"
        depth, start = 0, -1
        for index, line in enumerate(lines):
            if opening in line or closing in line:
                opened, closed = line.count(opening), line.count(closing)
                if depth == 0 and opened:
                    start = index
                depth = max(0, depth + opened - closed)
                if depth == 0 and start >= 0:
                    blocks.append((start, index))
                    start = -1
    blocks.sort()
    merged: list[tuple[int, int]] = []
    for first, last in blocks:
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


def cut(lines: list[str], text: str, data: bytes, hints: Hints) -> list[tuple[Segment, bool]]:
    """The segments of a text in order; True marks those kept whole."""
    blocks = tag_blocks(lines, text)
    if not blocks:
        return [(Segment(lines, 0, hints, data), False)]
    segments: list[tuple[Segment, bool]] = []
    position = 0
    for first, last in blocks:
        if first > position:
            segments.append((Segment(lines[position:first], position, hints), False))
        segments.append((Segment(lines[first : last + 1], first, hints), True))
        position = last + 1
    if position < len(lines):
        segments.append((Segment(lines[position:], position, hints), False))
    return segments
