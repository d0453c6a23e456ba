"""Source code: an outline by tree-sitter with the file's line numbers; by lines where no grammar is.

Every import, every definition with its signature, decorators and members, constants, and the first
line of its documentation. Files with errors in their syntax give what parses.
"""

from __future__ import annotations

import re

from knapsack_cli.compression.model import (
    ALWAYS,
    EVIDENCE,
    NORMAL,
    Decisions,
    Segment,
    View,
)
from knapsack_cli.compression.outline import fallback, guessing, minified, rescue
from knapsack_cli.compression.outline.languages import LANGUAGES, by_path

MOST_BYTES = 16 << 20
"""A larger file is not parsed as a whole."""
LEAST_LINES = 25
LINES_A_DEFINITION = 120
"""Code has a definition in every so many lines at the least; a text that has fewer was no code."""
_COMPLAINT = re.compile(r"[^\s:]{1,200}:\d+(?::\d+)?: (?:error|warning|note|[A-Z]+\d+)\b|\s*--> \S+:\d+:\d+")
_PLACE = re.compile(r"[^\s:]{1,200}[:-]\d+[:-]")
_RANKS = {
    "import": EVIDENCE,
    "container": ALWAYS,
    "function": EVIDENCE,
    "member": EVIDENCE,
    "constant": EVIDENCE,
    "documentation": NORMAL,
}


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
    if name is None and not (segment.hints.path and fallback.knows(segment.hints.path)):
        guessed = guessing.guess(segment.lines)
        name = guessed[0] if guessed is not None else None
    decisions = Decisions(len(segment.lines))
    decisions.guard = False
    decisions.numbered = True
    guessed_only = not segment.hints.path and segment.hints.kind != "source"
    if name is None or not _by_tree(segment, name, decisions, guessed_only):
        if guessed_only:
            return None
        fallback.decide(segment, decisions)
    return decisions if any(decisions.ranks) else None


def _by_tree(segment: Segment, name: str, decisions: Decisions, guessed: bool) -> bool:
    """Fill in the ranks from the syntax tree; False when no grammar makes anything of the text.

    A language that was only guessed must prove itself: definitions enough for the text's length, or a
    tree without errors.
    """
    from knapsack_cli.compression.outline.grammars import parser
    from knapsack_cli.compression.outline.walker import walk

    language = LANGUAGES[name]
    made = parser(language.grammar)
    if made is None:
        return False
    data = segment.data
    tree = made.parse(data)
    found = walk(tree, language, data.split(b"\n"))
    if not any(one.what in ("function", "container", "constant", "member") for one in found):
        return False
    definitions = sum(1 for one in found if one.what in ("function", "container"))
    if guessed and definitions * LINES_A_DEFINITION < len(segment.lines) and tree.root_node.has_error:
        return False
    if guessed and definitions == 0 and len(found) * LINES_A_DEFINITION < len(segment.lines):
        return False
    for one in found:
        rank = _RANKS[one.what]
        decisions.keep_range(one.first, one.last, rank)
    if tree.root_node.has_error:
        rescue.keep_lost_definitions(segment, name, decisions)
    return True
