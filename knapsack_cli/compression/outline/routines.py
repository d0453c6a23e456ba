"""SQL that defines routines, whose bodies are in a language of their own, which no grammar here reads.

Functions, procedures, triggers and packages by their signatures; other statements by their first lines;
tables and types by their columns. Bodies are passed over.
"""

from __future__ import annotations

import re

from knapsack_cli.compression.model import DETAIL, EVIDENCE, IMPORTANT, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

MOST_SIGNATURE_LINES = 12
MOST_COLUMNS = 200
HEAD_LINES = 400
"""So many lines a file may say in comments before its first statement."""
_STATEMENT = lazy(
    r"\s*(?:CREATE|ALTER|DROP|GRANT|REVOKE|COMMENT ON|INSERT INTO|UPDATE|DELETE FROM|SELECT|SET|DO|CALL|EXEC"
    r"|USE|BEGIN|START|COMMIT|TRUNCATE|WITH|DELIMITER|DECLARE|IF|\\\w+)(?!\w)",
    re.IGNORECASE,
)
_ROUTINE = lazy(
    r"\s*(?:CREATE|ALTER)\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:[\w@`=]+\s+){0,3}?"
    r"(?:FUNCTION|PROCEDURE|PROC|TRIGGER|PACKAGE(?:\s+BODY)?|EVENT)\b",
    re.IGNORECASE,
)
_SHORT = lazy(r"\s*(?:DELIMITER|USE|\\\w)", re.IGNORECASE)
"""What ends with its line, not with a semicolon."""
_COLUMNS = lazy(r"\s*CREATE\s+(?:\w+\s+){0,3}?(?:TABLE|TYPE)\b", re.IGNORECASE)
_LESSER = lazy(r"\s*(?:CREATE|ALTER|DROP|INSERT)\b", re.IGNORECASE)
_QUOTE = lazy(r"\$(?:[A-Za-z_]\w*)?\$")
_OLD_QUOTE = lazy(r"(?:.*\bAS)?\s*E?'\s*$", re.IGNORECASE)
"""A body that is one string: it ends with the line that begins with the other quote."""
_BLOCK = lazy(r"\s*(?:BEGIN|DECLARE|AS|IS|FOR EACH ROW)\b|.*\b(?:AS|IS|BEGIN)\s*$", re.IGNORECASE)
_END = lazy(r"\s*(?:END\b|GO\s*$|/\s*$|//|\$\$|;;)", re.IGNORECASE)
_INNER = lazy(r"\s{1,8}(?:(?:MEMBER|STATIC)\s+)?(?:PROCEDURE|FUNCTION)\s+\w", re.IGNORECASE)
_UNNAMED = lazy(r".*\b(?:FUNCTION|PROCEDURE|TRIGGER|TABLE|TYPE|BODY)\s*$", re.IGNORECASE)
_RETURNS = lazy(r"\s*RETURNS?\s", re.IGNORECASE)
_WORDS = lazy(r"\w{2}")


def recognise(lines: list[str]) -> bool:
    """Whether a text begins with a statement of SQL and holds a routine with a body."""
    first = _first_statement(lines)
    if first < 0 or not _STATEMENT.match(lines[first]):
        return False
    created = next((at for at in range(first, len(lines)) if _ROUTINE.match(lines[at])), -1)
    if created < 0:
        return False
    following = lines[created : created + 4 * MOST_SIGNATURE_LINES]
    return any(_QUOTE.search(line) or _BLOCK.match(line) for line in following)


def _first_statement(lines: list[str]) -> int:
    """The first line outside comments; -1 where there is none near the head."""
    within = False
    for at, line in enumerate(lines[:HEAD_LINES]):
        bare = line.strip()
        if within or bare.startswith("/*"):
            within = "*/" not in bare
        elif bare and not bare.startswith("--"):
            return at
    return -1


def keep_definitions(segment: Segment, decisions: Decisions) -> bool:
    """Raise the ranks of the statements' first lines, of signatures and of columns."""
    lines = segment.lines
    at = 0
    while at < len(lines):
        bare = lines[at].strip()
        if bare.startswith("/*"):
            while at < len(lines) and "*/" not in lines[at]:
                at += 1
        elif bare and not bare.startswith("--") and _STATEMENT.match(lines[at]):
            decisions.keep(at, EVIDENCE if _LESSER.match(lines[at]) else IMPORTANT)
            first, at = at, _end_of_statement(lines, at, decisions)
            if _LESSER.match(lines[first]):
                _keep_documentation(lines, first, decisions)
        at += 1
    return any(decisions.ranks)


def _end_of_statement(lines: list[str], first: int, decisions: Decisions) -> int:
    """The last line of the statement that begins at `first`; what its signature goes on with is kept."""
    if _SHORT.match(lines[first]):
        return first
    routine = _ROUTINE.match(lines[first]) is not None
    columns = _COLUMNS.match(lines[first]) is not None
    signature = _signature_end(lines, first) if routine else first
    decisions.keep_range(first, signature, EVIDENCE if routine else 0)
    quote, depth, at = "", 0, first
    while at < len(lines):
        line = lines[at]
        for found in _QUOTE.findall(line):
            quote = "" if found == quote else quote or found
        if quote == "'" and line.lstrip().startswith("'") and not line.lstrip().startswith("''"):
            quote = ""
        elif not quote and routine and _OLD_QUOTE.match(line):
            quote = "'"
        if quote:
            at += 1
            continue
        bare = line.split("--", 1)[0].rstrip()
        if routine and at > signature and _RETURNS.match(line):
            decisions.keep(at, EVIDENCE)
        if columns and 0 < at - first < MOST_COLUMNS and depth == 1 and bare.strip(" ();"):
            decisions.keep(at, EVIDENCE)
        depth += bare.count("(") - bare.count(")")
        if routine and at >= signature and depth <= 0 and _BLOCK.match(bare) and not _is_quoted(lines, at):
            return _end_of_block(lines, first, at, decisions)
        if bare.endswith(";") or (at > first and _END.match(bare)):
            return at
        if at > signature and depth <= 0 and _LESSER.match(line) and line[:1] == lines[first][:1]:
            return at - 1
        at += 1
    return at


def _end_of_block(lines: list[str], first: int, opened: int, decisions: Decisions) -> int:
    """The last line of a routine's body: what ends it stands no deeper than what began it."""
    margin = _margin(lines[first])
    package = "PACKAGE" in lines[first].upper()
    for at in range(opened + 1, len(lines)):
        line = lines[at]
        if package and _INNER.match(line):
            decisions.keep_range(at, _signature_end(lines, at), EVIDENCE)
        if not line.strip() or _margin(line) > margin:
            continue
        if _END.match(line):
            return at
        if _ROUTINE.match(line):
            return at - 1
    return len(lines) - 1


def _is_quoted(lines: list[str], at: int) -> bool:
    """Whether a body follows in quotes."""
    following = next((line.lstrip() for line in lines[at + 1 : at + 4] if line.strip()), "")
    return following.startswith(("'", "E'", "$")) or "'" in lines[at]


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _signature_end(lines: list[str], first: int) -> int:
    """The last line of a signature: where its round brackets are closed."""
    depth, named = 0, not _UNNAMED.match(lines[first])
    for at in range(first, min(first + MOST_SIGNATURE_LINES, len(lines))):
        depth += lines[at].count("(") - lines[at].count(")")
        if depth <= 0 and (named or at > first):
            return at
    return first


def _keep_documentation(lines: list[str], first: int, decisions: Decisions) -> None:
    """Keep the first line of words of the comment right above a statement."""
    top = first
    while top and lines[top - 1].lstrip().startswith(("--", "/*", "*", " *")):
        top -= 1
    for at in range(top, first):
        if _WORDS.search(lines[at].strip(" \t/*-")):
            decisions.keep(at, DETAIL)
            return
