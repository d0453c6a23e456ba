"""Outlines that would be nearly as large as their text: lists of declarations and catalogues of types.

Runs of fields and enumerators are told there by their names; what each one says is a look-up away.
Signatures, macros and documentation stay as they are written.
"""

import re

from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import DROP, Decisions, Segment
from knapsack_cli.compression.outline.signatures import Found
from knapsack_cli.text.lazy_patterns import lazy

SHARE = 0.45
"""An outline of so large a part of its text is dense."""
SMALL = 6_000
"""Bytes; a smaller text is not worth the look-ups."""
LEAST_RUN = 3
LONGEST_MARK = 400
"""Characters of names in one mark."""
WORTH = 0.85
"""A mark larger than this part of its lines tells less than they do."""
LONGEST_DECLARATION = 2_000
"""Characters; what is longer is data, and no name is looked for in it."""
_DECLARED = lazy(
    r"(?<![\w$])([A-Za-z_$][\w$]*)\s*(?:\[[^\[\]]*\]\s*)*(?::\s*\w+\s*)?(?:=[^;]*|\{[^;]*\})?;?$"
)
_POINTER = lazy(r"[^()=]*\(\s*\*\s*([A-Za-z_]\w*)\s*\)\s*\([^;]*;$")
_ENUMERATOR = lazy(r"\s*([A-Za-z_]\w*)\s*(?:=[^;]*)?,?$")
_VARIANT = lazy(r"\s*([A-Za-z_]\w*)\s*+(?:=[^;]*|\([^;]*\)|\{)?\s*[,;]?$")
_KEYED = lazy(
    r"\s*(?:(?:export|declare|public|private|protected|readonly|static|abstract|override"
    r"|pub(?:\([\w ]+\))?)\s+)*"
    r"['\"]?([\w$-]+)['\"]?[?!]?\s*:(?!:)"
)
_KEYWORD = lazy(r".*?\b(?:va[lr]|let|case|const)\s+([\w$]+)")
_PROPERTY = lazy(r"[^(=]*?\b([A-Za-z_]\w*)\s*\{\s*(?:\w+\s+)?(?:get|set|init)\b")
_PATTERNS = {
    "c": (_ENUMERATOR, _POINTER, _DECLARED),
    "cpp": (_ENUMERATOR, _POINTER, _DECLARED),
    "java": (_VARIANT, _DECLARED),
    "csharp": (_VARIANT, _PROPERTY, _DECLARED),
    "rust": (_KEYED, _VARIANT),
    "typescript": (_KEYED, _ENUMERATOR),
    "tsx": (_KEYED, _ENUMERATOR),
    "javascript": (_KEYED,),
    "kotlin": (_KEYWORD, _VARIANT),
    "swift": (_KEYWORD,),
}
"""Per language what names a field or an enumerator in the line that declares it."""


def fold(segment: Segment, name: str, found: list[Found], decisions: Decisions) -> None:
    """Tell runs of declarations by their names, while the outline is dense.

    Args:
        name: the grammar that found the definitions. found: all of them, in any order.
        decisions: with the ranks of the outline; lines told by a mark lose theirs.
    """
    size = len(segment.data)
    if size < SMALL or not _is_dense(segment, decisions):
        return
    patterns = _PATTERNS.get(name)
    if patterns is None:
        return
    fields = {one.first for one in found if one.what == "member" and one.first == one.last}
    _fold_runs(segment, fields, patterns, decisions)


def _is_dense(segment: Segment, decisions: Decisions) -> bool:
    lines = segment.lines
    shown = sum(len(lines[row]) + 5 for row, rank in enumerate(decisions.ranks) if rank)
    return shown > SHARE * len(segment.data)


def _fold_runs(
    segment: Segment, rows: set[int], patterns: tuple[re.Pattern[str], ...], decisions: Decisions
) -> None:
    """Put a mark with the names in the place of each run of `rows` that no other kept line interrupts."""
    ranks, lines = decisions.ranks, segment.lines
    run: list[tuple[int, str]] = []
    after = -1
    for row, rank in enumerate(ranks):
        if not rank or not lines[row].strip():
            # A blank line is no row of an outline: no mark may hang on it.
            continue
        name = _name_of(lines[row], patterns) if row in rows else ""
        if name:
            run.append((row, name))
            continue
        _fold_run(segment, after, run, decisions)
        run, after = [], row
    _fold_run(segment, after, run, decisions)


def _fold_run(segment: Segment, after: int, run: list[tuple[int, str]], decisions: Decisions) -> None:
    if after < 0 or len(run) < LEAST_RUN:
        return
    start = 0
    while start < len(run):
        end, size = start, 0
        while end < len(run) and (end == start or size + len(run[end][1]) + 2 <= LONGEST_MARK):
            size += len(run[end][1]) + 2
            end += 1
        rows = [row for row, _ in run[start:end]]
        named = ", ".join(name for _, name in run[start:end])
        mark = gap_mark(segment.number(rows[0]), segment.number(rows[-1]), len(rows), named)
        if len(mark) < WORTH * sum(len(segment.lines[row].rstrip()) + 5 for row in rows):
            decisions.fold(after, rows, mark)
            for row in rows:
                decisions.ranks[row] = DROP
        start = end


def _name_of(line: str, patterns: tuple[re.Pattern[str], ...]) -> str:
    """What a line of its own declares, or nothing where it does more."""
    if len(line) > LONGEST_DECLARATION:
        return ""
    bare = line.split("//", 1)[0].split("/*", 1)[0].rstrip()
    if bare.lstrip().startswith("#"):
        return ""
    closes_or_calls = bare.lstrip().startswith("}") or "(" in bare.split("=", 1)[0]
    for pattern in patterns:
        if pattern is not _DECLARED:
            named = pattern.match(bare)
        else:  # the name stands behind its type
            named = None if closes_or_calls else pattern.search(bare)
        if named is not None:
            return named[1]
    return ""
