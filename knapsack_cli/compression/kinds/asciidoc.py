"""AsciiDoc: every heading and term with the first line under it, commands, attributes of the document."""

from knapsack_cli.compression.evidence import is_constraint
from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.kinds.common.said import keep_said
from knapsack_cli.compression.model import CONTEXT, EVIDENCE, IMPORTANT, NORMAL, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 400
LEAST_SIGNS = 4
ITEMS = 3
"""Items of a list that are shown."""
CODE_HEAD = 2
MOST_COMMANDS = 6
"""Commands shown of one block."""
TABLE_HEAD = 5
SURE_TITLES = 3
"""With so many titles behind equals signs, fences of Markdown are AsciiDoc's too."""
MARKDOWN_HEADINGS = 3
"""So many headings as Markdown alone writes them, and underlines are Markdown's too."""
_TITLE = lazy(r"={1,6} \S")
_UNDERLINE = lazy(r"(?:={4,}|-{4,}|~{4,}|\^{4,}|\+{4,})\s*$")
_TERM = lazy(r"(?![/.:])\S.{0,200}?:{2,4}(?:\s+\S.*)?$")
_SIGN = lazy(
    r"(?:\[(?:source|quote|NOTE|TIP|WARNING|IMPORTANT|CAUTION|\[|verse|cols|options|%|role|horizontal|discrete)"
    r"|(?:include|image|ifdef|ifndef|endif|xref|toc)::|(?:NOTE|TIP|WARNING|IMPORTANT|CAUTION): "
    r"|\|===|(?:-{4,}|\.{4,}|={4,}|_{4,})\s*$)"
)
_ATTRIBUTE = lazy(r":[\w-]+:(?:\s|$)")
_INLINE = lazy(r"link(?:git)?:\S+\[|xref:\S+\[|https?://\S+\[|<<\S+>>")
_FENCE = lazy(r"(?:-{4,}|\.{4,}|`{3,}[\w+-]*)\s*")
_LIST = lazy(r"\s*(?:\*{1,5}|-|\.{1,5}|\d{1,3}\.)\s+\S")
_PROMPT = lazy(r"\s*[$#>] +\S")


def recognise(segment: Segment) -> int:
    """By titles behind equals signs or above lines, beside what only AsciiDoc writes."""
    lines = segment.lines[:SAMPLE]
    titles = terms = signs = headings = signed_titles = 0
    for index, line in enumerate(lines):
        if _TITLE.match(line) or (line and _is_title(lines, index)):
            titles += 1
            signed_titles += line[0] == "="
        elif index and _UNDERLINE.match(line) and _is_title(lines, index - 1):
            continue
        elif _SIGN.match(line) or _ATTRIBUTE.match(line):
            signs += not line.startswith(("====", "~~~~"))
        elif _TERM.match(line) and not line.startswith(".."):
            terms += 1
        else:
            headings += line.startswith("### ")
            signs += _INLINE.search(line, 0, 400) is not None
    if titles < 2 or headings >= MARKDOWN_HEADINGS or segment.lines[0].startswith(("#!", "{", "<")):
        return 0
    if signed_titles < SURE_TITLES and any(line.startswith((".. ", "```")) for line in lines):
        return 0
    if any(line.startswith(".. ") and "::" in line for line in lines):
        return 0
    signed = signs + (terms if terms >= LEAST_SIGNS else 0)
    return 88 if signed >= LEAST_SIGNS and signs else 0


def _is_title(lines: list[str], index: int) -> bool:
    """Whether a line is a heading because the one below it is as long and all of one sign."""
    line = lines[index]
    below = lines[index + 1] if index + 1 < len(lines) else ""
    if not line[:1].strip() or not _UNDERLINE.match(below) or abs(len(line) - len(below.rstrip())) > 2:
        return False
    return line[0].isalnum() and (index == 0 or not lines[index - 1].strip() or lines[index - 1][0] in "[:")


def decide(segment: Segment) -> Decisions | View | None:
    """Line by line: what section, list, block or table it is in."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    opened = False
    described = items = 0
    index = 0
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            described = max(described - 1, 0)
        elif _TITLE.match(line) or _is_title(lines, index):
            decisions.keep(index, EVIDENCE)
            index += not _TITLE.match(line)
            opened, described, items = False, 0, 0
        elif line.startswith("|==="):
            index = _table(lines, index, decisions)
        elif _FENCE.fullmatch(line):
            index = _block(lines, index, decisions)
        elif _ATTRIBUTE.match(line) and index < SAMPLE // 10:
            decisions.keep(index, NORMAL)
        elif _TERM.match(line):
            decisions.keep(index, EVIDENCE)
            described, items = 2, 0
        elif is_constraint(line.lstrip(" *_[")):
            decisions.keep(index, IMPORTANT)
        elif described:
            described = 0
            decisions.keep(index, CONTEXT)
            opened = True
        elif _LIST.match(line):
            items += 1
            if items <= ITEMS and not line[0].isspace():
                decisions.keep(index, CONTEXT)
        elif not opened and line.strip() not in ("+", "--") and not _SIGN.match(line):
            opened = True
            decisions.keep(index, IMPORTANT)
        index += 1
    keep_said(lines, decisions)
    return numbered_or_marked(segment, decisions)


def _block(lines: list[str], start: int, decisions: Decisions) -> int:
    """Code between two lines of one sign: its first lines and its commands; the index of its end."""
    fence = lines[start].strip()
    fence = fence[: fence.rindex("`") + 1] if fence[0] == "`" else fence
    end = start + 1
    while end < len(lines) and lines[end].strip() != fence:
        end += 1
    shown = commands = 0
    for index in range(start + 1, min(end, len(lines))):
        line = lines[index]
        if not line.strip():
            continue
        if _PROMPT.match(line) and commands < MOST_COMMANDS:
            commands += 1
            decisions.keep(index, EVIDENCE)
        elif shown < CODE_HEAD:
            shown += 1
            decisions.keep(index, CONTEXT)
    return end


def _table(lines: list[str], start: int, decisions: Decisions) -> int:
    """A table: its first lines; the index of its end."""
    end = start + 1
    while end < len(lines) and not lines[end].startswith("|==="):
        end += 1
    decisions.keep_range(start + 1, min(start + TABLE_HEAD, end - 1), NORMAL)
    return end
