"""Source code: an outline by tree-sitter with the file's line numbers; by lines where no grammar is.

Every import, every definition with its signature, decorators and members, constants, and the first
line of its documentation. Files with errors in their syntax give what parses.
"""

from __future__ import annotations

import re

from knapsack_cli.compression.kinds.common.said import keep_said
from knapsack_cli.compression.model import NUMBERED, Decisions, Row, Segment, View
from knapsack_cli.compression.outline import (
    asked,
    by_lines,
    components,
    edges,
    guessing,
    line_languages,
    minified,
    routines,
)
from knapsack_cli.compression.outline.languages import by_path
from knapsack_cli.compression.outline.line_language import LineLanguage
from knapsack_cli.compression.outline.numbered_lines import without_numbers
from knapsack_cli.text.lazy_patterns import lazy

MOST_BYTES = 16 << 20
"""A larger file is not parsed as a whole."""
LEAST_LINES = 25
_COMPLAINT = lazy(r"[^\s:]{1,200}:\d+(?::\d+)?: (?:error|warning|note|[A-Z]+\d+)\b|\s*--> \S+:\d+:\d+")
_ANSWER = lazy(
    r"(?:CREATE|ALTER|DROP) [A-Z]+(?: [A-Z]+){0,2}$|(?:INSERT \d+|COPY|UPDATE|DELETE|SELECT|MERGE|FETCH) \d+$"
    r"|(?:psql:\S{1,200}: )?(?:ERROR|FATAL|PANIC|WARNING|NOTICE|HINT|DETAIL):  ?\S"
    r"|ERROR \d{4} \(\w{5}\)|Query OK, |\(\d+ rows?\)$"
)
"""What a database answers to statements: `CREATE TABLE` alone defines nothing."""
_REFUSED = lazy(rb"^(?:psql:[^\s:]{1,200}:\d+: )?(?:ERROR:  \S|ERROR \d{4} \(\w{5}\))", re.MULTILINE)
"""What PostgreSQL and MySQL say to a statement, though the statements may be echoed around it."""
_SCRIPTS = ("javascript", "typescript", "tsx")
_PLACE = lazy(r"[^\s:]{1,200}[:-]\d+[:-]")


def recognise(segment: Segment) -> int:
    """By the path, else by how many lines bear a language's marks."""
    if len(segment.data) > MOST_BYTES:
        return 0
    path = segment.hints.path
    if components.recognise(segment):
        return 86
    if path and (by_path(path) or line_languages.by_path(path)):
        return 80
    bare = without_numbers(segment.lines)
    if bare is not None:
        share = _most_marks(bare)
        return 91 if share >= guessing.SURE_SHARE else 60 if share else 0
    if minified.recognise(segment):
        return 80
    if _holds_diagnostics(segment.lines[:400]) or _REFUSED.search(segment.data):
        return 0
    if len(segment.lines) < LEAST_LINES:
        return 0
    share = _most_marks(segment.lines)
    if routines.recognise(segment.lines):
        return 88
    if edges.is_documented_python(segment.lines):
        return 89
    if edges.is_objective_c(segment.data) or edges.language_of(
        segment.lines, guessing.sample_of(segment.lines)
    ):
        return 88
    return min(84, int(40 + 100 * share)) if share else 0


def _most_marks(lines: list[str]) -> float:
    """The share of lines that bear the marks of the likeliest language."""
    return max((share for _, share in (*guessing.candidates(lines), *_by_lines(lines))), default=0.0)


def _by_lines(lines: list[str]) -> list[tuple[str, float]]:
    return by_lines.candidates(guessing.sample_of(lines))


def _holds_diagnostics(lines: list[str]) -> bool:
    """Whether places stand before or between the code, as compilers and searches print it."""
    if sum(1 for line in lines if _COMPLAINT.match(line)) * 40 > len(lines):
        return True
    if sum(1 for line in lines if _ANSWER.match(line)) * 10 > len(lines):
        return True
    return sum(1 for line in lines if _PLACE.match(line)) * 4 > len(lines)


def decide(segment: Segment) -> Decisions | View | None:
    """The lines that define something, numbered."""
    if asked.for_its_lines(segment):
        return asked.all_lines(segment)
    if minified.recognise(segment):
        return minified.decide(segment)
    bare = without_numbers(segment.lines)
    if bare is None:
        return _outline(segment)
    decisions = _outline(Segment(bare, segment.base, segment.hints))
    if decisions is None:
        return None
    # The lines bear their numbers already: the gaps in these are the marks.
    return View(
        [
            Row(line.rstrip(), at, rank=rank, form=NUMBERED)
            for at, (line, rank) in enumerate(zip(segment.lines, decisions.ranks, strict=True))
            if rank and bare[at].strip()
        ]
    )


def _outline(segment: Segment) -> Decisions | None:
    decisions = Decisions(len(segment.lines))
    decisions.guard = False
    decisions.numbered = True
    path = segment.hints.path
    name = by_path(path) if path else None
    written = line_languages.by_path(path) if path and name is None else None
    if name == "sql" and routines.recognise(segment.lines):
        kept = routines.keep_definitions(segment, decisions)
    elif name is not None:
        from knapsack_cli.compression.outline import by_tree

        kept = by_tree.keep_named(segment, name, decisions)
    elif written is not None:
        kept = _keep_lined(segment, written, decisions)
    else:
        kept = _keep_guessed(segment, decisions)
        keep_said(segment.lines, decisions)
    if b"\n<<<<<<< " in segment.data:
        from knapsack_cli.compression.outline import conflicts

        conflicts.keep(segment.lines, decisions)
    return decisions if kept and any(decisions.ranks) else None


def _keep_guessed(segment: Segment, decisions: Decisions) -> bool:
    """The outline in the language that the text looks like, and that its tree proves where it has one."""
    if components.recognise(segment) and components.keep_definitions(segment, decisions):
        return True
    if routines.recognise(segment.lines):
        return routines.keep_definitions(segment, decisions)
    edged = edges.language_of(segment.lines, guessing.sample_of(segment.lines))
    if edges.is_objective_c(segment.data):
        edged = "objective-c"
    if edged in line_languages.LINE_LANGUAGES:
        return _keep_lined(segment, line_languages.LINE_LANGUAGES[edged], decisions)
    likely = guessing.candidates(segment.lines)
    if edged is not None and edged not in [name for name, _ in likely]:
        likely.insert(0, (edged, guessing.SURE_SHARE))
    # Most texts are only asked whether they are source: a parser is loaded for those that are.
    from knapsack_cli.compression.outline import by_tree, reading

    sure = bool(likely) and (likely[0][1] >= guessing.SURE_SHARE or edged == likely[0][0])
    data = segment.data
    read = probed = reading.probe(data, [name for name, _ in likely], sure)
    if read is not None and (sure or read.broken < read.size // 8) and by_tree.is_code(data, read):
        read = reading.whole(data, read)
        agreed = sure and _agree(read.name, likely[0][0])
        nearly = agreed and read.nearly_sound and by_tree.is_dense(read, segment)
        if (read.sound or nearly) and by_tree.keep_guessed(segment, read, decisions, sure, agreed):
            return True
    else:
        read = None
    for name, _ in _by_lines(segment.lines):
        if _keep_lined(segment, line_languages.LINE_LANGUAGES[name], decisions, guessed=True):
            return True
        decisions.ranks[:] = bytes(len(decisions.ranks))
    if read is not None and sure and by_tree.keep_guessed(segment, read, decisions, sure):
        return True
    return sure and by_tree.keep_rescued(segment, likely[0][0], probed, decisions)


def _agree(read: str, looked: str) -> bool:
    """Whether a text was read in the language that it looks like; a script may have types."""
    return read == looked or (read in _SCRIPTS and looked in _SCRIPTS)


def _keep_lined(
    segment: Segment, language: LineLanguage, decisions: Decisions, guessed: bool = False
) -> bool:
    """The outline of a language whose lines tell it: a component's scripts have trees all the same."""
    if language is line_languages.LINE_LANGUAGES["component"] and components.keep_definitions(
        segment, decisions
    ):
        return True
    return by_lines.keep_definitions(segment, language, decisions, guessed=guessed)
