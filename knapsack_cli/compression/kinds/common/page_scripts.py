"""What the scripts within a page define: their functions and classes, with their line numbers."""

import re

from knapsack_cli.compression.model import EVIDENCE, MARK, NUMBERED, Decisions, Row, Segment
from knapsack_cli.text.lazy_patterns import lazy

LEAST_FUNCTIONS = 4
"""Fewer functions are what any page counts its visitors with."""
LEAST_CHARACTERS = 1000
"""Scripts of fewer characters are a page's trimmings."""
LONGEST_LINE = 400
"""Characters; a script with a longer line was written by a program."""
_SCRIPT = lazy(r"<script((?:\s[^<>]{0,300})?)>", re.IGNORECASE)
_ELSEWHERE = lazy(
    r"\bsrc\s*=|\btype\s*=\s*[\"']?(?!(?:text|application)/javascript|module)[\w/+.-]", re.IGNORECASE
)
"""Attributes of a script whose text is in another file, or in no language of scripts."""


def rows(segment: Segment, html: str) -> list[Row]:
    """Rows for what scripts define, or none where they hardly define anything."""
    if html.count("function") + html.count("=> {") < LEAST_FUNCTIONS:
        return []
    lines = _scripts_alone(html)
    if not lines or max(map(len, lines)) > LONGEST_LINE:
        return []
    from knapsack_cli.compression.outline import by_tree, reading

    script = Segment(lines, segment.base, segment.hints)
    read = reading.all_of(script.data, "javascript")
    if read is None or not read.sound or read.defined < LEAST_FUNCTIONS:
        return []
    decisions = Decisions(len(lines))
    by_tree.keep(script, read, decisions)
    shown = [at for at, rank in enumerate(decisions.ranks) if rank and lines[at].strip()]
    if not shown:
        return []
    mark = Row("[what its scripts define]", shown[0], shown[0], EVIDENCE, MARK)
    return [
        mark,
        *(
            Row(f"{segment.number(at)} {lines[at].rstrip()}", at, rank=EVIDENCE, form=NUMBERED)
            for at in shown
        ),
    ]


def _scripts_alone(html: str) -> list[str]:
    """The page's lines with all but the text of its scripts blank; none where there is too little of it."""
    pieces: list[str] = []
    written = at = 0
    while (found := _SCRIPT.search(html, at)) is not None:
        end = html.find("</script", found.end())
        end = len(html) if end < 0 else end
        if _ELSEWHERE.search(found[1]) is None:
            pieces.append("\n" * html.count("\n", at, found.end()) + html[found.end() : end])
            written += end - found.end()
        else:
            pieces.append("\n" * html.count("\n", at, end))
        at = end
    pieces.append("\n" * html.count("\n", at))
    return "".join(pieces).split("\n") if written >= LEAST_CHARACTERS else []
