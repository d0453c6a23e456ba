"""Documents without markup: licences, NEWS, ChangeLogs, RFCs, changelogs of Debian.

Headings stay, and what stands first under each; of the rest the first line of one paragraph or item after
another, section by section, as long as there is room.
"""

from knapsack_cli.compression.evidence import is_constraint
from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.kinds.common.said import is_said
from knapsack_cli.compression.model import CONTEXT, EVIDENCE, IMPORTANT, NORMAL, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 600
LEAST_LINES = 40
LEAST_PARAGRAPHS = 8
LEAST_WORDS = 6
"""A line of prose has so many words."""
LEAST_SIGNS = 15
"""So many signs do where words are not parted."""
WIDEST = 130
LEAST_DATED = 4
SHARE = 0.16
"""Of the text, about this much stays where there is that much to say."""
LEAST_SHARE = 0.06
"""... and this much even where headings are many."""
MOST_BINDING = 40
LONGEST_HEADING = 80
_DATED = lazy(
    r"\d{4}-\d\d-\d\d(?:\s.*)?$|[a-z0-9][\w.+-]+ \([^()\s]+\) [\w., -]+; urgency=\w+"
    r"|[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} (?:\d\d:\d\d:\d\d \w+ )?\d{4}\s.*$"
    r"|(?:Version|Release|Changes (?:in|since|from)|New in|What's new in|Noteworthy changes in) \S*\d.*$"
    r"|v?\d+\.\d+(?:\.\d+)*\b.{0,60}$|[\w.-]+ v?\d+\.\d+(?:\.\d+)*(?: \(.{0,40}\)|:)?$",
)
_NUMBERED = lazy(
    r" {0,6}(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[A-Z]\.(?:\d+\.?)*|[IVX]{1,5}\."
    r"|(?:Appendix|Chapter|Section|Article) \w+[.:]?)"
    r" +[\"(A-Z].{0,80}$"
)
_BULLET = lazy(r"\s*(?:[-*+o\u2022]|\(?[a-z0-9]{1,2}[.)])\s+\S")
_RULE = lazy(r"\s*(?:[-=_*~#]{5,}|\f)\s*$")
_OPTION = lazy(r"\s*-{1,2}[A-Za-z]")
_SIGNED = lazy(r" -- .* <.*>")
_CODE_ENDS = (";", "{", "}", "\\", "):", "=>")


def recognise(segment: Segment) -> int:
    """By lines of many words in paragraphs, or by entries under dates and versions."""
    lines = segment.lines[:SAMPLE]
    filled = [line for line in lines if line.strip()]
    if len(filled) < LEAST_LINES or max(map(len, filled)) > 3 * WIDEST:
        return 0
    dated = debian = prose = code = figures = options = 0
    for line in filled:
        prose += _is_prose(line)
        debian += "; urgency=" in line and _DATED.match(line) is not None
        code += line.endswith(_CODE_ENDS)
        options += line.lstrip().startswith("-") and _OPTION.match(line) is not None
        figures += line.lstrip()[0].isdigit()
        dated += _DATED.match(line) is not None
    paragraphs = sum(
        1 for at, line in enumerate(lines) if line.strip() and (not at or not lines[at - 1].strip())
    )
    if options * 20 > len(filled):
        return 0  # what a program answers to --help
    if paragraphs < LEAST_PARAGRAPHS or code * 15 > len(filled) or max(map(len, filled)) > WIDEST:
        return 0
    indented = sum(1 for line in filled if line[0] in " \t")
    if debian >= LEAST_DATED:
        return 90
    if dated >= LEAST_DATED and indented * 2 > len(filled) and prose * 4 > len(filled):
        return 82
    return 50 if prose * 10 >= len(filled) * 6 and figures * 5 < len(filled) else 0


def _is_prose(line: str) -> bool:
    """Whether a line is words for the most part, or text in a script that has no spaces."""
    words = line.split()
    if len(words) >= LEAST_WORDS:
        return sum(word[0].isalpha() for word in words) * 10 >= len(words) * 7
    return len(line) >= LEAST_SIGNS and sum("\u2e80" <= letter <= "\u9fff" for letter in line) * 2 >= len(
        line
    )


def decide(segment: Segment) -> Decisions | View | None:
    """Headings first, then as much of each section as there is room for."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    sections: list[list[int]] = [[]]
    binding = 0
    for index, line in enumerate(lines):
        if not line.strip() or _RULE.match(line) or _SIGNED.match(line):
            continue
        if is_said(line) and not _DATED.match(line):
            decisions.keep(index, IMPORTANT)
        elif _is_heading(lines, index):
            decisions.keep(index, EVIDENCE)
            sections.append([])
        elif _begins(lines, index):
            sections[-1].append(index)
        if binding < MOST_BINDING and is_constraint(line.strip(" *-\t")):
            binding += 1
            decisions.keep(index, NORMAL)
    _fill(lines, decisions, sections)
    return numbered_or_marked(segment, decisions)


def _is_heading(lines: list[str], index: int) -> bool:
    """Whether a line names what stands under it: a date, a version, a number, or a line by itself."""
    line = lines[index]
    above = lines[index - 1] if index else ""
    below = lines[index + 1] if index + 1 < len(lines) else ""
    apart = not above.strip() or _RULE.match(above) is not None
    if not apart:
        return False
    if _DATED.match(line) or (len(line) <= LONGEST_HEADING + 10 and _NUMBERED.match(line)):
        return True
    if index and _RULE.match(above) and below.strip():
        return True
    stripped = line.strip()
    if below.strip() and not _RULE.match(below):
        return False
    if len(stripped) > LONGEST_HEADING or stripped[-1] in ".,;!?" or _BULLET.match(line):
        return False
    return stripped[0].isupper() and len(stripped.split()) <= 10 and not stripped.endswith(_CODE_ENDS)


def _begins(lines: list[str], index: int) -> bool:
    """Whether a paragraph or an item begins here."""
    return not index or not lines[index - 1].strip() or _BULLET.match(lines[index]) is not None


def _fill(lines: list[str], decisions: Decisions, sections: list[list[int]]) -> None:
    """The beginning of a paragraph or an item more in each section, turn by turn, while there is room."""
    ranks = decisions.ranks
    size = sum(map(len, lines))
    kept = sum(len(line) for line, rank in zip(lines, ranks, strict=True) if rank)
    room = max(SHARE * size - kept, LEAST_SHARE * size)
    for turn in range(max(map(len, sections))):
        for indexes in sections:
            if turn < len(indexes) and not ranks[indexes[turn]]:
                room -= len(lines[indexes[turn]])
                if room < 0:
                    return
                decisions.keep(indexes[turn], NORMAL if not turn else CONTEXT)
