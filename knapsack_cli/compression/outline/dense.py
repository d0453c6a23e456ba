"""Outlines that would be nearly as large as their text: lists of declarations and catalogues of types.

There runs of fields and enumerators are told by their names, signatures by their first lines, and in large
texts runs of macros and prototypes by their names as well. What each one says is a look-up away.
"""

import re

from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import DROP, Decisions, Segment
from knapsack_cli.compression.outline.signatures import Found

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
_DECLARED = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:\[[^\[\]]*\]\s*)*(?::\s*\w+\s*)?(?:=[^;]*|\{[^;]*\})?;?$")
_POINTER = re.compile(r"[^()=]*\(\s*\*\s*([A-Za-z_]\w*)\s*\)\s*\([^;]*;$")
_ENUMERATOR = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:=[^;]*)?,?$")
_VARIANT = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:=[^;]*|\([^;]*\)|\{)?\s*[,;]?$")
_KEYED = re.compile(
    r"\s*(?:(?:export|declare|public|private|protected|readonly|static|abstract|override"
    r"|pub(?:\([\w ]+\))?)\s+)*"
    r"['\"]?([\w$-]+)['\"]?[?!]?\s*:(?!:)"
)
_KEYWORD = re.compile(r".*?\b(?:va[lr]|let|case|const)\s+([\w$]+)")
_PROPERTY = re.compile(r"[^(=]*?([A-Za-z_]\w*)\s*\{\s*(?:\w+\s+)?(?:get|set|init)\b")
_MACRO = re.compile(r"\s*#\s*define\s+(\w+(?:\([^()]*\))?)")
_PROTOTYPE = re.compile(
    r"(?:[^()=#]*\b[A-Z][A-Z0-9_]+\([^()]*\)[ *]*)?[^()=#]*\b([A-Za-z_]\w*)\s*\((?!\s*\*)"
)
_SIGNATURE = re.compile(r"\s*(?:[a-z]+\s+)*([\w$]+)\??\s*[(<]")
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
    """Tell runs of declarations by their names, while the outline is dense."""
    size = len(segment.data)
    if size < SMALL or not _is_dense(segment, decisions):
        return
    patterns = _PATTERNS.get(name)
    if patterns is None:
        return
    fields = {one.first for one in found if one.what == "member" and one.first == one.last}
    _fold_runs(segment, fields, patterns, decisions)
    if not _is_dense(segment, decisions):
        return
    begun = {one.first for one in found}
    for one in found:
        if one.last > one.first and one.what in ("function", "member", "constant"):
            named = one.first
            while named < one.last and not _names_it(segment.lines[named]):
                named += 1
            for row in range(named + 1, one.last + 1):
                if row not in begun:
                    decisions.ranks[row] = DROP
    if size < LARGE or not _is_dense(segment, decisions):
        return
    if name in ("c", "cpp"):
        declared = {one.first for one in found if one.what in ("member", "constant")}
        _fold_runs(segment, declared, (_MACRO, _PROTOTYPE), decisions)
    elif name in ("typescript", "tsx"):
        lines = segment.lines
        bodiless = {one.first for one in found if one.what == "function" and lines[one.first].endswith(";")}
        _fold_runs(segment, bodiless, (_SIGNATURE,), decisions)


def _is_dense(segment: Segment, decisions: Decisions) -> bool:
    lines = segment.lines
    shown = sum(len(lines[row]) + 5 for row, rank in enumerate(decisions.ranks) if rank)
    return shown > SHARE * len(segment.data)


def _names_it(line: str) -> bool:
    """Whether a signature's name stands in this line, so that what follows are its parameters."""
    return "(" in line or ("=" in line and not line.lstrip().startswith("template"))


def _fold_runs(
    segment: Segment, rows: set[int], patterns: tuple[re.Pattern[str], ...], decisions: Decisions
) -> None:
    """Put a mark with the names in the place of each run of `rows` that no other kept line interrupts."""
    ranks, lines = decisions.ranks, segment.lines
    run: list[tuple[int, str]] = []
    after = -1
    for row, rank in enumerate(ranks):
        if not rank:
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
    bare = line.split("//", 1)[0].split("/*", 1)[0].rstrip()
    if bare.lstrip().startswith("#") and _MACRO not in patterns:
        return ""
    for pattern in patterns:
        named = pattern.match(bare) if pattern is not _DECLARED else None
        if pattern is _DECLARED and not bare.lstrip().startswith("}") and "(" not in bare.split("=", 1)[0]:
            named = pattern.search(bare)
        if named is not None:
            return named[1]
    return ""
