"""Outlines that would be nearly as large as their text: lists of declarations and catalogues of types.

One thing after the other is shortened, until the outline is dense no more: attributes that many definitions
have, runs of fields and enumerators (told by their names), what a signature holds below the line that opens
its bracket, and in large texts runs of macros, prototypes and functions without a body (told by their names
as well). What each one says is a look-up away.
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
LARGE = 24_000
"""Bytes; in a larger text that stays dense the macros and prototypes are told by their names."""
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
_MACRO = lazy(r"\s*#\s*define\s+(\w+(?:\([^()]*\))?)")
_PROTOTYPE = lazy(
    r"(?:[^()=#]*\b[A-Z][A-Z0-9_]+\([^()]*\)[ *]*)?[^()=#]*?\b(?!__attr|__decl)([A-Za-z_]\w*)"
    r"\s*\((?!\s*\*)"
)
_TYPEDEF = lazy(r"\s*typedef\b[^;()]*?\b(\w+)\s*(?:\[[^\[\]]*\]\s*)*(?:__attribute__\s*\([^;]*\)\s*)?;")
_SIGNATURE = lazy(r"\s*(?:[a-z]+\s+)*([\w$]+)\??\s*[(<]")
_ATTRIBUTE = lazy(r"\s*(?:@[\w.:]+(?:\([^()]*\))?|#?\[[\w.]+(?:\([^()]*\))?\])\s*$")
MOST_REPEATED = 4
"""An attribute that stands on more definitions than this is shown at the first one."""
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
    _show_attributes_once(segment.lines, decisions)
    patterns = _PATTERNS.get(name)
    if patterns is None or not _is_dense(segment, decisions):
        return
    fields = {one.first for one in found if one.what == "member" and one.first == one.last}
    _fold_runs(segment, fields, patterns, decisions)
    if not _is_dense(segment, decisions):
        return
    begun = {one.first for one in found}
    for one in found:
        if one.last > one.first and one.what in ("function", "member", "constant"):
            named = _row_of_bracket(segment.lines, one.first, one.last)
            for row in range(named + 1, one.last + 1):
                if row not in begun:
                    decisions.ranks[row] = DROP
    if size < LARGE or not _is_dense(segment, decisions):
        return
    if name in ("c", "cpp"):
        declared = {one.first for one in found if one.what in ("member", "constant")}
        _fold_runs(segment, declared, (_MACRO, _TYPEDEF, _POINTER, _PROTOTYPE), decisions)
    elif name in ("typescript", "tsx"):
        lines = segment.lines
        bodiless = {one.first for one in found if one.what == "function" and lines[one.first].endswith(";")}
        _fold_runs(segment, bodiless, (_SIGNATURE,), decisions)


def _show_attributes_once(lines: list[str], decisions: Decisions) -> None:
    """Leave out attributes that nearly every definition has, but for the first time."""
    rows: dict[str, list[int]] = {}
    for row, rank in enumerate(decisions.ranks):
        if rank and _ATTRIBUTE.match(lines[row]):
            rows.setdefault(lines[row].strip(), []).append(row)
    for equal in rows.values():
        if len(equal) > MOST_REPEATED:
            for row in equal[1:]:
                decisions.ranks[row] = DROP


def _is_dense(segment: Segment, decisions: Decisions) -> bool:
    lines = segment.lines
    shown = sum(len(lines[row]) + 5 for row, rank in enumerate(decisions.ranks) if rank)
    return shown > SHARE * len(segment.data)


def _row_of_bracket(lines: list[str], first: int, last: int) -> int:
    """The row of a signature in which its bracket opens: what follows are its parameters, or what it returns.

    An enumerator may have brackets, too; it ends with a comma.
    """
    for row in range(first, last):
        line = lines[row]
        if line.count("(") > line.count(")") or ("(" in line and not line.rstrip().endswith(",")):
            return row
    return last


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
    if bare.lstrip().startswith("#") and _MACRO not in patterns:
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
