"""Source code: an outline by tree-sitter with the file's line numbers; by lines where no grammar is.

Every import, every definition with its signature, decorators and members, constants, and the first
line of its documentation. Files with errors in their syntax give what parses.
"""

from __future__ import annotations

import re

from knapsack_cli.compression.model import (
    Decisions,
    Segment,
    View,
)
from knapsack_cli.compression.outline import fallback, guessing, minified
from knapsack_cli.compression.outline.by_tree import keep_definitions
from knapsack_cli.compression.outline.languages import by_path

MOST_BYTES = 16 << 20
"""A larger file is not parsed as a whole."""
LEAST_LINES = 25
_COMPLAINT = re.compile(r"[^\s:]{1,200}:\d+(?::\d+)?: (?:error|warning|note|[A-Z]+\d+)\b|\s*--> \S+:\d+:\d+")
_PLACE = re.compile(r"[^\s:]{1,200}[:-]\d+[:-]")


def recognise(segment: Segment) -> int:
    """By the path, else by how many lines bear a language's marks."""
    if len(segment.data) > MOST_BYTES:
        return 0
    if segment.hints.path and (by_path(segment.hints.path) or fallback.knows(segment.hints.path)):
        return 80
    if minified.recognise(segment):
        return 80
    if _holds_diagnostics(segment.lines[:400]):
        return 0
    if len(segment.lines) < LEAST_LINES:
        return 0
    guessed = guessing.guess(segment.lines)
    if guessed is None:
        return 0
    _, share = guessed
    return min(84, int(40 + 100 * share)) if share >= 0.15 else 0


def _holds_diagnostics(lines: list[str]) -> bool:
    """Whether places stand before or between the code, as compilers and searches print it."""
    if sum(1 for line in lines if _COMPLAINT.match(line)) * 40 > len(lines):
        return True
    return sum(1 for line in lines if _PLACE.match(line)) * 4 > len(lines)


def decide(segment: Segment) -> Decisions | View | None:
    """The lines that define something, numbered."""
    if minified.recognise(segment):
        return minified.decide(segment)
    name = by_path(segment.hints.path) if segment.hints.path else None
    names = [name] if name is not None else []
    if not names and not (segment.hints.path and fallback.knows(segment.hints.path)):
        names = [guessed for guessed, _ in guessing.candidates(segment.lines)]
    decisions = Decisions(len(segment.lines))
    decisions.guard = False
    decisions.numbered = True
    guessed_only = not segment.hints.path and segment.hints.kind != "source"
    if not names or not keep_definitions(segment, names, decisions, guessed_only):
        if guessed_only:
            return None
        fallback.decide(segment, decisions)
    return decisions if any(decisions.ranks) else None
