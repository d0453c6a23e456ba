"""Ranks for the lines of a source from its syntax tree."""

from __future__ import annotations

from knapsack_cli.compression.model import ALWAYS, DETAIL, EVIDENCE, Decisions, Segment
from knapsack_cli.compression.outline import reading
from knapsack_cli.compression.outline.reading import Reading
from knapsack_cli.compression.outline.signatures import Found

LINES_A_DEFINITION = 120
"""Code has a definition in every so many lines at the least; a text that has fewer was no code."""
LINES_A_MEMBER = 4
"""Where less than one line in so many is shown, the outline cannot be nearly as large as the text."""
LEAST_RESCUED = 5
"""Lines; fewer that look like definitions prove no language."""
LARGE = 500_000
"""Bytes; a larger text is read as a whole only when its beginning has definitions enough."""
_DEFINED = ("function", "container")
_DOUBTED = ("function", "container", "constant", "member")
"""What counts as definitions where there is next to no error."""
_ALL = ("function", "container", "constant", "member", "import", "documentation", "heading")
_RANKS = {
    "import": EVIDENCE,
    "container": ALWAYS,
    "function": EVIDENCE,
    "member": EVIDENCE,
    "constant": EVIDENCE,
}


def is_code(data: bytes, probed: Reading) -> bool:
    """Whether the beginning of a large text has definitions enough for the whole of it to be read."""
    if len(data) <= LARGE:
        return True
    return _is_dense(probed.found, data.count(b"\n", 0, probed.size), _DOUBTED if probed.clean else _DEFINED)


def is_dense(read: Reading, segment: Segment) -> bool:
    """Whether functions and types stand as close together as in code."""
    return _is_dense(read.found, len(segment.lines), _DEFINED)


def keep_named(segment: Segment, name: str, decisions: Decisions) -> bool:
    """Fill in the ranks of a text whose language is known; False when the grammar makes nothing of it."""
    read = reading.all_of(segment.data, name)
    if read is None:
        return False
    if any(one.what in _DOUBTED for one in read.found):
        keep(segment, read, decisions)
        return True
    if read.broken:
        from knapsack_cli.compression.outline import rescue

        rescue.keep_lost_definitions(segment, name, decisions, broken=True)
    return any(decisions.ranks)


def keep_guessed(
    segment: Segment, read: Reading, decisions: Decisions, sure: bool, agreed: bool = False
) -> bool:
    """Fill in the ranks of a text whose language is a guess; False when the tree does not prove it.

    It must have definitions enough for the text's length, or few errors; both, unless the look of the
    lines is `sure` or there is next to no error. Text that defines no function and no type may have a few
    errors where look and tree `agreed` on the language.
    """
    found = read.found
    if not any(one.what in _DOUBTED for one in found):
        return False
    lines = len(segment.lines)
    if any(one.what in _DEFINED for one in found):
        dense = _is_dense(found, lines, _DEFINED)
        if not (dense if not read.sound else dense or sure or read.clean):
            return False
    elif read.name == "sql" and read.sound and not read.clean:
        from knapsack_cli.compression.outline import rescue

        if rescue.created(segment.lines) * LINES_A_DEFINITION < lines:
            return False
    elif not (read.clean or (agreed and read.sound)) or not _is_dense(found, lines, _ALL):
        return False
    keep(segment, read, decisions)
    return True


def keep_rescued(segment: Segment, name: str, read: Reading | None, decisions: Decisions) -> bool:
    """Fill in the ranks of a text in the language `name` by its lines, where no tree reads it.

    What a tree of that language found all the same is kept too. False where too few lines define something.
    """
    if name == "sql":
        # Statements stand in logs, too.
        return False
    from knapsack_cli.compression.outline import rescue

    if read is not None and read.name == name:
        keep(segment, read, decisions)
    else:
        rescue.keep_lost_definitions(segment, name, decisions, broken=True)
    kept = sum(1 for rank in decisions.ranks if rank)
    if kept >= LEAST_RESCUED and kept * LINES_A_DEFINITION >= len(segment.lines):
        rescue.keep_imports(segment, decisions)
        return True
    decisions.ranks[:] = bytes(len(decisions.ranks))
    return False


def keep(segment: Segment, read: Reading, decisions: Decisions) -> None:
    """Fill in the ranks of the lines that a reading found to define something."""
    documented: list[Found] = []
    for one in read.found:
        if one.what in _RANKS:
            decisions.keep_range(one.first, one.last, _RANKS[one.what])
        else:
            documented.append(one)
    if read.broken or read.name in ("c", "cpp", "sql"):
        # What needs no rescue is spared its patterns.
        from knapsack_cli.compression.outline import rescue

        rescue.keep_lost_definitions(segment, read.name, decisions, bool(read.broken))
        if read.name in ("c", "cpp"):
            rescue.leave_other_branches(segment.lines, decisions)
    if len(read.found) * LINES_A_MEMBER > len(segment.lines):
        # Most outlines are not dense, and need not ask.
        from knapsack_cli.compression.outline import dense

        dense.fold(segment, read.name, read.found, decisions)
    told = decisions.told
    for one in documented:
        if told is None or not told[one.of]:
            decisions.keep_range(one.first, one.last, DETAIL)


def _is_dense(found: list[Found], lines: int, kinds: tuple[str, ...]) -> bool:
    """Whether definitions of these kinds stand as close together as in code."""
    return sum(1 for one in found if one.what in kinds) * LINES_A_DEFINITION >= lines
