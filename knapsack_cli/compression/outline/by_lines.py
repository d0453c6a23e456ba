"""Outlines by lines: for languages without a grammar here, and for what a name alone tells."""

from __future__ import annotations

from knapsack_cli.compression.model import DETAIL, EVIDENCE, IMPORTANT, Decisions, Segment
from knapsack_cli.compression.outline.line_language import LineLanguage
from knapsack_cli.compression.outline.line_languages import LINE_LANGUAGES
from knapsack_cli.text.lazy_patterns import lazy

MOST_SIGNATURE_LINES = 8
"""A signature whose brackets stay open goes on for so many lines at the most."""
LINES_A_DEFINITION = 120
"""As with syntax trees: a text with fewer definitions was not in the language."""
LINES_WITH_A_SIGN = 800
"""Words that hardly any other text has prove more; Fortran is documented at length."""
MOST_DOCUMENTATION_LINES = 40
"""So far above a definition the beginning of its comment is looked for."""
LEAST_PROOFS = 3
"""So many lines of a text must be ones that the language alone has."""
LONGEST = 300
"""Characters; no longer line begins a definition."""
LONGEST_SELECTOR = 4_000
"""Characters; the selectors of a style stand in one line."""
_DOCUMENTED = lazy(r"\s*@(?:module|type)?doc (?:~[sS])?\"")
_WORDS = lazy(r"\w{2}")


def keep_definitions(
    segment: Segment, language: LineLanguage, decisions: Decisions, guessed: bool = False
) -> bool:
    """Raise the ranks of lines that define or import something; False where there is none, or where a
    language that was only `guessed` finds too few for the text to be in it.
    """
    lines, open_until, last_name, defined = segment.lines, -1, "", 0
    for index, line in enumerate(lines):
        if index <= open_until or not line.strip():
            continue
        if len(line) > LONGEST and not (len(line) < LONGEST_SELECTOR and line.endswith("{")):
            continue
        if language.imports is not None and language.imports.match(line):
            decisions.keep(index, EVIDENCE)
            defined += 1
            continue
        found = language.definition.match(line)
        if found is not None:
            name = found[1] if found.re.groups and found[1] else ""
            if name and name == last_name:
                continue
            last_name = name
            # A statement of SQL may name what it creates on its next line.
            unnamed = line.rstrip().upper().endswith((" FUNCTION", " PROCEDURE"))
            open_until = min(index + 1, len(lines) - 1) if unnamed else _signature_end(lines, index)
            decisions.keep_range(index, open_until, EVIDENCE)
            _keep_documentation(lines, index, language, decisions)
            defined += 1
        elif language.members is not None and language.members.match(line):
            deep = len(line) - len(line.lstrip()) > 4
            decisions.keep(index, IMPORTANT if deep else EVIDENCE)
        elif _DOCUMENTED.match(line) and index + 1 < len(lines):
            decisions.keep(index + (1 if line.rstrip().endswith('"""') else 0), DETAIL)
    if not guessed:
        return defined > 0
    return defined * (LINES_A_DEFINITION if not language.signs else LINES_WITH_A_SIGN) >= len(lines)


def _signature_end(lines: list[str], first: int) -> int:
    """The last line of a signature: where its round brackets are closed."""
    depth = 0
    for index in range(first, min(first + MOST_SIGNATURE_LINES, len(lines))):
        depth += lines[index].count("(") - lines[index].count(")")
        if depth <= 0:
            return index
    return first


def _keep_documentation(lines: list[str], first: int, language: LineLanguage, decisions: Decisions) -> None:
    """Keep the first line of words of the comment right above a definition."""
    top = first
    while top and first - top < MOST_DOCUMENTATION_LINES and _is_comment(lines[top - 1], language):
        top -= 1
    for index in range(top, first):
        if _WORDS.search(lines[index].strip(" \t/*#!-;%\"'")):
            decisions.keep(index, DETAIL)
            return


def _is_comment(line: str, language: LineLanguage) -> bool:
    return line.lstrip().startswith(language.comments)


def candidates(sample: list[str]) -> list[tuple[str, float]]:
    """The languages that `sample` may be in, likeliest first, with the share of lines bearing their marks."""
    likely: list[tuple[str, float]] = []
    short = [line for line in sample if len(line) < LONGEST]
    text = "\n".join(short).lower()
    for name, language in LINE_LANGUAGES.items():
        if language.proof is None or (language.signs and not any(sign in text for sign in language.signs)):
            continue
        proofs = sum(1 for line in short if language.proof.match(line))
        if proofs < LEAST_PROOFS or proofs < language.least * len(sample):
            continue
        marks = sum(1 for line in short if _bears_mark(line, language))
        likely.append((name, marks / len(sample)))
    likely.sort(key=lambda pair: -pair[1])
    return likely


def _bears_mark(line: str, language: LineLanguage) -> bool:
    patterns = (language.proof, language.definition, language.imports, language.members)
    return any(pattern is not None and pattern.match(line) for pattern in patterns)
