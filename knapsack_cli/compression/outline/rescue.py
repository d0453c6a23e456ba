"""Definitions that a broken tree swallowed, told by their lines.

A brace that only one branch of an `#if` closes makes the parser take the rest of the file for one
body; what is defined there still begins at a small indentation, as every formatter writes it.
"""

import re

from knapsack_cli.compression.model import EVIDENCE, Decisions, Segment

_C_DEFINITION = re.compile(
    r"(?: {2}|\t)?(?![ \t])"
    r"(?!(?:if|for|while|switch|return|else|do|case|delete|throw|goto|sizeof|new|using|typedef)\b)"
    r"(?:[A-Za-z_][\w:<>,~]*[ *&]+){1,8}[*&]?[A-Za-z_~]\w*(?:::~?\w+)*\([^;{}=]*(?:\)[^;=]*\{?|,)\s*$"
)
_TYPE = re.compile(
    r"(?: {2}|\t)?(?:template ?<.*|(?:class|struct|union|enum(?: class)?|namespace) \w+[^;()]*\{?\s*$)"
)
_MACRO = re.compile(r"\s*#\s*define\s+\w+")
_KEYWORD = re.compile(
    r"\s{0,8}(?:(?:pub|public|private|protected|internal|static|final|abstract|export|default|async|override|inline"
    r"|unsafe|open|sealed|expect|actual|suspend|operator|infix|external|mutating)\s+)*"
    r"(?:fun|fn|func|function|def|class|interface|struct|enum|trait|impl|module|protocol|extension|object)\s+[\w.<`]"
)
_EXPORT_MACRO = re.compile(
    rb"\b(class|struct|union|enum)([ \t]+)([A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?)(?=[ \t]+[A-Za-z_]\w*)"
)


def without_export_macros(data: bytes) -> bytes:
    """The text with macros between `class` and its name blanked: `class LIB_API Reader {` parses then.

    The places of everything else stay what they were.
    """
    return _EXPORT_MACRO.sub(lambda m: m[1] + m[2] + b" " * len(m[3]), data)


def keep_lost_definitions(segment: Segment, language: str, decisions: Decisions) -> None:
    """Keep the lines that begin a definition and that the tree did not show as one."""
    for index, line in enumerate(segment.lines):
        if decisions.ranks[index] >= EVIDENCE or not line.strip() or len(line) > 300:
            continue
        if language in ("c", "cpp"):
            if _C_DEFINITION.match(line) or _TYPE.match(line) or _MACRO.match(line):
                decisions.keep(index, EVIDENCE)
        elif _KEYWORD.match(line):
            decisions.keep(index, EVIDENCE)
