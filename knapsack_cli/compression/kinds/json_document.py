"""JSON: one document, pretty or on one line, whole or broken off, also with a few lines around it."""

from knapsack_cli.compression.evidence import is_constraint
from knapsack_cli.compression.kinds.common.json_comments import blanked
from knapsack_cli.compression.kinds.common.json_rows import alike
from knapsack_cli.compression.kinds.common.json_tree import MOST_CHARACTERS, scan
from knapsack_cli.compression.kinds.common.json_view import LEAST_TABLE, Renderer, Source
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    DATA,
    EVIDENCE,
    GAP,
    IMPORTANT,
    LINE,
    MARK,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

LONGEST_COMMENT = 200
"""Characters of a comment that is shown."""

MOST_AROUND = 40
"""Lines before and after the document that may be something else (HTTP headers, a warning)."""
_PYTHON = lazy(r"[{\[]\s*(?:[{\[]\s*)?'(?:[^'\\]|\\.)*'\s*[:,\]]")
_QUOTED = lazy(r"'[^'\\\n]*(?:\\.[^'\\\n]*)*'|\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"")
_START = lazy(r'[{\[]\s*(?:"|[{\[\]}]|-?\d|true|false|null|$)')


def recognise(segment: Segment) -> int:
    """Sure when the text begins and ends as JSON does; less when it breaks off or has lines around it."""
    lines = _unpadded(segment.lines)
    opening = _opening(lines)
    if opening < 0:
        return 80 if _is_python(segment.lines) and segment.lines[-1].rstrip().endswith(("}", "]")) else 0
    head = "\n".join(lines[opening : opening + 4])[:400].lstrip("\ufeff")
    if not _START.match(head) or not _has_json_punctuation(lines, opening):
        return 0
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if lines is not segment.lines:
        return 86
    if opening == 0 and last.endswith(("}", "]")):
        return 85
    return 70 if opening == 0 else 62


def _opening(lines: list[str]) -> int:
    for index, line in enumerate(lines[:MOST_AROUND]):
        stripped = line.lstrip("\ufeff \t")
        if stripped[:1] in ("{", "[") and _START.match(stripped):
            return index
    return -1


def _is_python(lines: list[str]) -> bool:
    """Whether the text begins as Python prints a dictionary, or a list of them."""
    return lines[0][:2] in ("{'", "['", "[{") and _PYTHON.match(lines[0][:4000]) is not None


def _double_quoted(found: "re.Match[str]") -> str:
    quoted = found[0]
    return quoted if quoted[0] == '"' else f'"{quoted[1:-1].replace(chr(34), chr(39))}"'


def _unpadded(lines: list[str]) -> list[str]:
    """psql pads a value of several lines and ends each but the last with `+`; lines stay lines."""
    if len(lines) < 4 or not lines[1].startswith("---") or not lines[2].endswith("+"):
        return lines
    return [line[:-1].rstrip() if line.endswith("+") else line for line in lines]


def _has_json_punctuation(lines: list[str], opening: int) -> bool:
    sample = "\n".join(line[:4000] for line in lines[opening : opening + 60])[:20000]
    return '":' in sample or '" :' in sample or sample.count(",") > 4


def decide(segment: Segment) -> View | None:
    """Keys and scalars as written; arrays of like objects as tables; what stands around it by line."""
    lines = _unpadded(segment.lines)
    opening = _opening(lines)
    python = _is_python(lines)
    opening = 0 if python else opening
    if opening < 0 or len(segment.data) > MOST_CHARACTERS:
        return None
    text = "\n".join(lines)
    if python:
        text = _QUOTED.sub(_double_quoted, text)
    written = text
    start = sum(len(line) + 1 for line in lines[:opening])
    if text[start : start + 1] == "\ufeff":
        start += 1
    root, end = scan(text, start)
    comments: list[tuple[int, str]] = []
    if root is not None and not root.closed and ("//" in text or "/*" in text):
        bare, comments = blanked(text)
        root, end = scan(bare, start)
        if root is not None and root.closed:
            text = bare
        else:
            comments = []
            root, end = scan(text, start)
    if root is None or (len(root.values) == 0 and not root.bulk):
        return None
    rest = text[end:].strip()
    if not root.closed and rest and end - start < len(text) // 2:
        return None
    source = Source(written, segment.base)
    if segment.lines and root.closed and rest[:1] not in ("{", "[") and rest.count("\n") > MOST_AROUND:
        return None
    renderer = Renderer(source)
    renderer.text = text
    if python:
        if not root.closed or rest:
            return None
        renderer.rows.append(Row("[Python's data; its quotes are shown as JSON's]", 0, 0, ALWAYS, MARK))
    for index in range(opening):
        renderer.rows.append(Row(segment.lines[index], index, rank=EVIDENCE))
    if comments:
        renderer.rows.extend(_comments(segment, source, comments))
    roots = [root]
    while root.closed and rest[:1] in ("{", "["):
        more, stop = scan(text, end)
        if more is None:
            break
        roots.append(more)
        root, end, rest = more, stop, text[stop:].strip()
    after = source.line(end - 1) + 1
    if len(roots) >= LEAST_TABLE and alike(roots):
        renderer.table(roots, None, 0)
    else:
        for each in roots:
            renderer.value("", each, each.start, each.end, 0)
    if not root.closed:
        _broken(renderer, segment, text, end)
    else:
        for index in range(after, len(segment.lines)):
            renderer.rows.append(Row(segment.lines[index], index, rank=ALWAYS, form=LINE))
    return View(renderer.rows)


def _comments(segment: Segment, source: Source, comments: list[tuple[int, str]]) -> list[Row]:
    """What comments forbid or demand, as written; of the others how many there are."""
    rows: list[Row] = []
    for start, comment in comments:
        at = source.line(start)
        if is_constraint(comment.strip("/* ")) and "\n" not in comment and len(comment) <= LONGEST_COMMENT:
            rows.append(Row(f"{segment.number(at)} {comment}", at, rank=IMPORTANT, form=DATA))
    left = len(comments) - len(rows)
    at = source.line(comments[0][0])
    return [Row(f"[{thousands(left)} comments left out]", at, at, ALWAYS, MARK), *rows] if left else rows


def _broken(renderer: Renderer, segment: Segment, text: str, end: int) -> None:
    """What follows where the document breaks off: shown when short, told when long."""
    rest = text[end:].strip(", \n\t")
    if not rest:
        return
    line = renderer.source.line(end)
    last = len(segment.lines) - 1
    if len(rest) <= 600:
        renderer.rows.append(Row(rest, line, last, IMPORTANT))
        return
    renderer.rows.append(Row("not JSON from here on", line, last, EVIDENCE, GAP))
