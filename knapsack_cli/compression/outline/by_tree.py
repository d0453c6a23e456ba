"""Ranks for the lines of a source from its syntax tree."""

from __future__ import annotations

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, NORMAL, Decisions, Segment
from knapsack_cli.compression.outline.languages import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import tree_sitter

LINES_A_DEFINITION = 120
"""Code has a definition in every so many lines at the least; a text that has fewer was no code."""
LARGE = 500_000
"""Bytes; of a larger text whose language is guessed the beginning is tried first ..."""
PROBED = 60_000
"""... namely so many bytes."""
MOST_GUESSES = 5
"""So many languages at most are tried on a text that names none."""
MOST_BROKEN = 20
"""A tree with fewer than one byte in so many in error was read rightly."""
_RANKS = {
    "import": EVIDENCE,
    "container": ALWAYS,
    "function": EVIDENCE,
    "member": EVIDENCE,
    "constant": EVIDENCE,
    "documentation": NORMAL,
}


def keep_definitions(segment: Segment, names: list[str], decisions: Decisions, guessed: bool) -> bool:
    """Fill in the ranks from the syntax tree; False when no grammar makes anything of the text.

    Of several languages that the text looks like, the one whose tree is whole, or the least broken, is
    its own. A language that was only guessed must prove itself: definitions enough for the text's length,
    or a tree with next to no errors.
    """
    from knapsack_cli.compression.outline import rescue
    from knapsack_cli.compression.outline.walker import walk

    data = segment.data
    if guessed and len(data) > LARGE:
        # What is no code takes a parser many times longer: the beginning tells whether it is worth while.
        head = data[: data.rfind(b"\n", 0, PROBED)]
        probed = _best_tree(head, names)
        if probed is None:
            return False
        names = [probed[0]]
        probe = walk(probed[1], LANGUAGES[probed[0]], head.split(b"\n"))
        if sum(one.what in ("function", "container") for one in probe) * LINES_A_DEFINITION < head.count(
            b"\n"
        ):
            return False
    read = _best_tree(data, names)
    if read is None:
        return False
    name, tree, broken = read
    found = walk(tree, LANGUAGES[name], data.split(b"\n"))
    if not any(one.what in ("function", "container", "constant", "member") for one in found):
        return False
    definitions = sum(1 for one in found if one.what in ("function", "container"))
    whole = not broken or (definitions > 0 and broken * MOST_BROKEN < len(segment.data))
    if guessed and definitions * LINES_A_DEFINITION < len(segment.lines) and not whole:
        return False
    if guessed and definitions == 0 and len(found) * LINES_A_DEFINITION < len(segment.lines):
        return False
    for one in found:
        rank = _RANKS[one.what]
        decisions.keep_range(one.first, one.last, rank)
    if broken:
        rescue.keep_lost_definitions(segment, name, decisions)
    return True


def _best_tree(data: bytes, names: list[str]) -> tuple[str, tree_sitter.Tree, int] | None:
    """The likeliest of `names` with next to no errors in its tree; a later one must have half as many."""
    from knapsack_cli.compression.outline import rescue
    from knapsack_cli.compression.outline.grammars import parser
    from knapsack_cli.compression.outline.walker import broken_bytes

    best: tuple[str, tree_sitter.Tree, int] | None = None
    for name in names[:MOST_GUESSES]:
        made = parser(LANGUAGES[name].grammar)
        if made is None:
            continue
        tree = made.parse(rescue.without_export_macros(data) if name in ("c", "cpp") else data)
        broken = broken_bytes(tree)
        if best is None or broken * 2 < best[2]:
            best = name, tree, broken
        if broken * MOST_BROKEN * 10 < len(data):
            break
    return best
