"""Definitions that a broken tree swallowed, told by their lines.

A brace that only one branch of an `#if` closes makes the parser take the rest of the file for one
body; what is defined there still begins at a small indentation, as every formatter writes it.
"""

import re

from knapsack_cli.compression.model import EVIDENCE, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_C_DEFINITION = lazy(
    r"(?: {2}| {4}|\t)?(?![ \t])"
    r"(?!(?:if|for|while|switch|return|else|do|case|delete|throw|goto|sizeof|new|using|typedef)\b)"
    r"(?:[A-Za-z_][\w:<>,~]*[ *&]+){1,8}[*&]?[A-Za-z_~]\w*(?:::~?\w+)*\((?:[^;{}=]*(?:\)[^;=]*\{?|,)?"
    r"|[^;{}]*\)[^;={]*\{.*\})\s*$"
)
_TYPE = lazy(
    r"(?: {2}| {4}|\t)?(?:template ?<.*|(?:class|struct|union|enum(?: class)?|namespace) \w+[^;()]*(?:\{?"
    r"|\{\};)\s*$"
    r"|using \w+ ?=|typedef |~\w+\()"
)
_MACRO = lazy(r"\s*#\s*define\s+(\w+)")
_KEYWORD = lazy(
    r"\s{0,8}(?:(?:pub|public|private|protected|internal|static|final|abstract|export|default|async"
    r"|override|inline"
    r"|unsafe|open|sealed|expect|actual|suspend|operator|infix|external|mutating)\s+)*"
    r"(?:fun|fn|func|function|def|class|interface|struct|enum|trait|impl|module|protocol|extension"
    r"|object|namespace)\s+(?:[\w.<`]|[^\w\s]{1,3}\()"
)
_METHOD = lazy(
    r"\s{0,12}(?:(?:public|private|protected|internal|static|final|abstract|override|virtual|async|sealed"
    r"|synchronized)\s)+"
    r"\s*[\w<>\[\], .?]*\w\s*\([^;]*$"
)
_SCRIPT_METHOD = lazy(
    r"(?: {2}| {4}|\t)(?:(?:async|static|get|set|public|private|protected|override) )*[*#]?"
    r"(?!(?:if|for|while|switch|catch|function|return|with|super)\b)[\w$]+ ?\([^;'\"]*\{\s*$"
)
_SCRIPT_TABLE = lazy(r"(?:export )?(?:const|let|var) [\w$]+\b.*= ?.*[{(\[]\s*$")
_STATEMENT = lazy(
    r"\s*(?:CREATE\s+(?:OR\s+REPLACE\s+)?(?:[A-Z]+\s+){0,3}?(?:TABLE|VIEW|INDEX|FUNCTION|PROCEDURE|PROC"
    r"|TRIGGER|TYPE|DOMAIN"
    r"|SEQUENCE|SCHEMA|AGGREGATE|OPERATOR|CAST|EXTENSION|ROLE|USER|DATABASE|PACKAGE|EVENT|RULE|POLICY)\b"
    r"|ALTER\s+TABLE\b"
    r"|DROP\s+[A-Z]+\b|\w+(?:\s+CONSTRAINT)?\s+REFERENCES\b|CONSTRAINT\s|(?:FOREIGN|PRIMARY)\s+KEY)",
    re.IGNORECASE,
)
_SHELL = lazy(r"\s{0,4}(?:function\s+[\w:.@+-]+|[\w:.@+-]+\s*\(\))\s*(?:\(\)\s*)?(?:[{(].*)?$")
_SCRIPTS = ("javascript", "typescript", "tsx")
_LIST_OPENS = lazy(r"\s*(?:typedef\s+)?(enum|struct|union)\b[^;(){}=]*\{?\s*(?:/[/*].*)?$")
_ENUMERATOR = lazy(r"\s*[A-Za-z_]\w*\s*+(?:=[^;]*)?,?\s*(?:/[/*].*)?$")
_FIELD = lazy(r"\s+(?!return\b)[A-Za-z_][^(){};]*[\w\])]\s*(?:\([^{};]*\))?\s*;|\s+[A-Z][A-Z0-9_]{3,}\s*$")
_CLOSES = lazy(r"\s*\}")
_IMPORT = lazy(r"(?:package|import|using|use|from|require|namespace|#\s*include)\s+\S")
_UNNAMED = lazy(
    r"\s*CREATE\s[\w\s]{0,60}\b(?:FUNCTION|PROCEDURE|VIEW|TABLE|TRIGGER|INDEX|AGGREGATE)\s*$", re.IGNORECASE
)
_TEST_MACRO = lazy(r"[A-Z][A-Z0-9_]{3,}\s?\(.*\)\s*\{?$")


def keep_lost_definitions(segment: Segment, language: str, decisions: Decisions, broken: bool) -> None:
    """Keep the lines that begin a definition and that the tree did not show as one."""
    if broken and language in ("c", "cpp"):
        _keep_lost_members(segment.lines, decisions)
    for index, line in enumerate(segment.lines):
        if language == "sql" and _UNNAMED.match(line):
            decisions.keep(index + 1, EVIDENCE)
        if decisions.ranks[index] >= EVIDENCE or not line.strip() or len(line) > 300:
            continue
        if language in ("c", "cpp"):
            if (
                _C_DEFINITION.match(line)
                or _TYPE.match(line)
                or _MACRO.match(line)
                or (_TEST_MACRO.match(line) and _opens(segment.lines, index))
            ):
                decisions.keep(index, EVIDENCE)
        elif language == "sql":
            if _STATEMENT.match(line):
                decisions.keep(index, EVIDENCE)
        elif language == "bash":
            if _SHELL.match(line):
                decisions.keep(index, EVIDENCE)
        elif (
            _KEYWORD.match(line)
            or (language in ("java", "csharp") and _METHOD.match(line))
            or (language in _SCRIPTS and (_SCRIPT_METHOD.match(line) or _SCRIPT_TABLE.match(line)))
        ):
            decisions.keep(index, EVIDENCE)


def begins_definition(line: str) -> bool:
    """Whether a line begins a function, a method or a type in one of the languages with braces."""
    return len(line) <= 300 and any(
        pattern.match(line) is not None for pattern in (_KEYWORD, _METHOD, _SCRIPT_METHOD)
    )


def created(lines: list[str]) -> int:
    """How many statements create something; those that only use it stand in logs, too."""
    return sum(1 for line in lines if line[:7].upper() == "CREATE ")


def keep_imports(segment: Segment, decisions: Decisions) -> None:
    """Keep the lines at the left edge that name other modules."""
    for index, line in enumerate(segment.lines):
        if _IMPORT.match(line):
            decisions.keep(index, EVIDENCE)


def leave_other_branches(lines: list[str], decisions: Decisions) -> None:
    """Show a macro where it is defined first; other branches of an `#if` define it for other compilers."""
    seen: set[str] = set()
    depth = 0
    for index, line in enumerate(lines):
        if "#" not in line or not (bare := line.lstrip()).startswith("#"):
            continue
        directive = bare[1:].lstrip()
        depth += directive.startswith("if") - directive.startswith("endif")
        if decisions.ranks[index] and (found := _MACRO.match(line)) is not None:
            if depth > 0 and found[1] in seen:
                decisions.ranks[index] = 0
            seen.add(found[1])


def _keep_lost_members(lines: list[str], decisions: Decisions) -> None:
    """Keep the enumerators and fields of lists that stand one a line, and the name after the list."""
    pattern: re.Pattern[str] | None = None
    depth = 0
    for index, line in enumerate(lines):
        opens = _LIST_OPENS.match(line) if "{" in line or lines[index + 1 : index + 2] == ["{"] else None
        if opens is not None:
            pattern, depth = _ENUMERATOR if opens[1] == "enum" else _FIELD, 0
        elif pattern is not None and depth == 1:
            if (_CLOSES.match(line) and line.strip(" \t};")) or (len(line) <= 300 and pattern.match(line)):
                decisions.keep(index, EVIDENCE)
        if pattern is not None:
            depth += line.count("{") - line.count("}")
            if depth <= 0 and "}" in line:
                pattern = None


def _opens(lines: list[str], index: int) -> bool:
    """Whether a body begins with this line or the next."""
    return lines[index].rstrip().endswith("{") or lines[index + 1 : index + 2] == ["{"]
