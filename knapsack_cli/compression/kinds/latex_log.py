"""What TeX writes, at the terminal and in its log: errors with their lines, references, boxes too full.

Files that are read and fonts are left out; boxes and warnings that differ in a name alone are told together.
"""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, IMPORTANT, Decisions, Segment
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

_FIRST = "This is "
_ENGINES = ("TeX", "Latexmk", "BibTeX", "Biber")
_ERROR = lazy(r"! \S|\S{1,300}\.\w{1,6}:\d{1,7}: \S")
_LINE = lazy(r"l\.\d{1,7} ")
_WARNING = lazy(
    r"(?:LaTeX|Package|Class|pdfTeX|LuaTeX|XeTeX)(?: [\w@-]{1,60}| warning)? ?(?:Font )?"
    r"(?:Warning|warning|Error)\b"
)
_BOX = lazy(
    r"(?P<kind>(?:Over|Under)full \\[hv]box) \((?P<much>[^()\n]{1,60})\) (?P<where>[^\n]{1,120}?)"
    r"(?P<lines>\d{1,7}(?:--\d{1,7})?)?$"
)
_ENDS = ("Output written on ", "No pages of output", "Latexmk: ", "Transcript written")
_FATAL = ("*** (job aborted", "!  ==> Fatal error", "Runaway argument", "Emergency stop")
_ADVICE = ("<", "(That makes", "See the ", "Type  H", " ...", "Enter file name")
_WRAPPED = 78
"""TeX breaks its lines at 79 characters."""
_QUOTED = lazy(r"[`'][^`'\n]{1,200}'")
_NUMBER = lazy(r"(?<=line )\d{1,7}")
MOST_WARNINGS = 8
"""Warnings that differ in a name alone are each shown up to so many; of more, the names and lines."""
MOST_BOXES = 4
"""Boxes of one kind are each shown up to so many; of more, the lines where they are."""
SAMPLE = 60
LONGEST = 900


def recognise(segment: Segment) -> int:
    """By the engine's name in the first lines."""
    lines = segment.lines[:SAMPLE]
    named = any(line.startswith(_FIRST) and any(name in line[:40] for name in _ENGINES) for line in lines)
    return 94 if named and any("entering extended mode" in line or "**" in line for line in lines) else 0


def decide(segment: Segment) -> Decisions:
    """Line by line; an error reaches to the line of the source where it was met, and the line after."""
    lines = segment.lines
    size = len(lines)
    decisions = Decisions(size)
    decisions.guard = False
    decisions.numbered = True
    alike: dict[str, list[tuple[int, int]]] = {}
    boxes: dict[str, list[int]] = {}
    said: set[str] = set()
    index = 0
    while index < size:
        line = lines[index]
        if _ERROR.match(line) or line.startswith(_FATAL):
            index = _error(decisions, lines, index)
            continue
        box = _BOX.match(line)
        if box is not None:
            boxes.setdefault(box["kind"], []).append(index)
        elif _WARNING.match(line):
            end = index + 1
            while (
                end < size and (len(lines[end - 1]) >= _WRAPPED or lines[end].startswith("(")) and lines[end]
            ):
                end += 1
            text = "\n".join(lines[index:end])
            if text not in said:
                said.add(text)
                alike.setdefault(shape_of(_QUOTED.sub("~", text)), []).append((index, end - 1))
            index = end
            continue
        elif line.startswith(_ENDS):
            decisions.keep(index, ALWAYS)
        elif line.startswith(_FIRST):
            decisions.keep(index, CONTEXT)
        index += 1
    for spans in alike.values():
        _warnings(decisions, lines, spans)
    for members in boxes.values():
        _boxes(decisions, lines, members)
    return decisions


def _error(decisions: Decisions, lines: list[str], index: int) -> int:
    """Keep an error with what TeX has read of its line; return where it ends."""
    decisions.keep(index, FAILURE)
    end = index + 1
    while end < len(lines) and end - index < 12:
        if _ERROR.match(lines[end]):
            return end
        if _LINE.match(lines[end]):
            decisions.keep(end, EVIDENCE)
            if end + 1 < len(lines) and lines[end + 1][:1] == " " and lines[end + 1].strip():
                decisions.keep(end + 1, CONTEXT)
            return end + 1
        goes_on = end == index + 1 and len(lines[index]) >= _WRAPPED and lines[end].strip()
        if goes_on and not lines[end].startswith(_ADVICE):
            decisions.keep(end, FAILURE)
        end += 1
    return index + 1


def _boxes(decisions: Decisions, lines: list[str], members: list[int]) -> None:
    """Keep the first boxes of one kind, and tell where the others are."""
    shown = members if len(members) <= MOST_BOXES else members[:1]
    for index in shown:
        decisions.keep(index, EVIDENCE)
    rest = members[len(shown) :]
    if not rest:
        return
    words: list[str] = []
    room = LONGEST
    for index in rest:
        box = _BOX.match(lines[index])
        if box is None:
            continue
        word = f"{box['lines'] or box['where'].strip()} ({box['much']})"
        room -= len(word) + 2
        if room < 0:
            words.append("...")
            break
        words.append(word)
    decisions.fold(shown[0], rest, f"[x{thousands(len(rest))} like this: {', '.join(words)}]")


def _warnings(decisions: Decisions, lines: list[str], spans: list[tuple[int, int]]) -> None:
    """Keep warnings that are alike; of many the first, and of the others their names and lines."""
    shown = spans if len(spans) <= MOST_WARNINGS else spans[:1]
    for first, last in shown:
        decisions.keep_range(first, last, IMPORTANT)
    words: list[str] = []
    for first, last in spans[len(shown) :]:
        text = " ".join(lines[first : last + 1])
        found = [*_QUOTED.findall(text), *_NUMBER.findall(text)]
        words.append(" ".join(found))
    if not words:
        return
    told = ", ".join(dict.fromkeys(words))
    if len(told) > 3 * LONGEST:
        told = told[: 3 * LONGEST].rpartition(", ")[0] + ", ..."
    rest = [at for first, last in spans[len(shown) :] for at in range(first, last + 1)]
    decisions.fold(shown[-1][1], rest, f"[x{thousands(len(words))} like this: {told}]")
