"""Ranks for the lines of a source from its syntax tree."""

from __future__ import annotations

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, NORMAL, Decisions, Segment
from knapsack_cli.compression.outline.languages import LANGUAGES

LINES_A_DEFINITION = 120
"""Code has a definition in every so many lines at the least; a text that has fewer was no code."""
LARGE = 500_000
"""Bytes; of a larger text whose language is guessed the beginning is tried first ..."""
PROBED = 60_000
"""... namely so many bytes."""
_RANKS = {
    "import": EVIDENCE,
    "container": ALWAYS,
    "function": EVIDENCE,
    "member": EVIDENCE,
    "constant": EVIDENCE,
    "documentation": NORMAL,
}


def keep_definitions(segment: Segment, name: str, decisions: Decisions, guessed: bool) -> bool:
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
    if guessed and len(data) > LARGE:
        # What is no code takes a parser many times longer: the beginning tells whether it is worth while.
        head = data[: data.rfind(b"\n", 0, PROBED)]
        probe = walk(made.parse(head), language, head.split(b"\n"))
        if sum(one.what in ("function", "container") for one in probe) * LINES_A_DEFINITION < head.count(
            b"\n"
        ):
            return False
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
        from knapsack_cli.compression.outline import rescue

        rescue.keep_lost_definitions(segment, name, decisions)
    return True
