"""Node's own test runner (`node --test`), spec reporter: a tree of marks, bodies under failing tests.

The whole run repeats its failures at the end, with their places; then only those are shown whole.
"""

from knapsack_cli.compression.kinds.common.bodies import Bodies
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, CONTEXT, FAILURE, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_MARK = lazy(r"(?P<indent> *)(?P<mark>[✔✖▶﹣⚠✓✗])\s(?P<name>.*)")
_COUNT = lazy(r"ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ")
_FAILING = ("✖ failing tests:", "Failed tests:")
_PLACE = lazy(r"test at \S+:\d+:\d+$")
_DOTS = lazy(r"[.X]+")
_DURATION = lazy(r" \(\d[\d.]*ms\)")


def recognise(segment: Segment) -> int:
    """By the counts after `ℹ`, or by a tree of its marks with their times."""
    lines = segment.lines
    counts = sum(1 for line in lines[-400:] if _COUNT.match(line))
    if counts >= 4:
        return 94
    if any(line in _FAILING for line in lines):
        return 93
    sample = [line for line in lines[:300] if line.strip()]
    marked = sum(1 for line in sample if _MARK.match(line) and ("ms)" in line or "▶ " in line))
    return 90 if any("▶ " in line[:12] for line in sample) and marked >= 3 else 0


def decide(segment: Segment) -> View | None:
    """Failing tests as blocks, failing suites by name, counts."""
    lines = segment.lines
    layout = Layout(segment)
    bodies = Bodies(lines)
    at = next((index for index in range(len(lines)) if lines[index] in _FAILING), len(lines))
    blocks = _final(lines, at, bodies)
    named = {_name(lines[index]) for block in blocks for index in block.names}
    inner = _inner(lines, at, bodies, named)
    if not blocks and not inner and not any(_MARK.match(line) for line in lines):
        return None
    covered = bytearray(len(lines))
    for block in (*inner, *blocks):
        if block.names or block.body:
            layout.add(block)
        for index in range(block.first, block.last + 1):
            covered[index] = 1
    others: list[int] = []
    for index, line in enumerate(lines):
        if covered[index] or not line.strip():
            continue
        match = _MARK.match(line)
        if _COUNT.match(line):
            layout.keep(index, ALWAYS)
        elif index == at:
            layout.keep(index, CONTEXT)
        elif match is not None:
            if match["mark"] in "✖✗" and _name(line) not in named:
                layout.keep(index, FAILURE)
            elif match["mark"] == "⚠":
                layout.keep(index, CONTEXT)
        elif not _DOTS.fullmatch(line):
            others.append(index)
    lay_out_leftovers(layout, others)
    return layout.view()


def _name(line: str) -> str:
    """The title in a marked line, without the mark and its time."""
    match = _MARK.match(line)
    return _DURATION.sub("", match["name"]).partition(" # ")[0].strip() if match else line.strip()


def _end_of_body(lines: list[str], start: int, limit: int, indent: int) -> int:
    """The last line of the body under a marked line: those more indented, empty ones between them."""
    last = start
    for index in range(start + 1, limit):
        line = lines[index]
        if not line.strip():
            continue
        match = _MARK.match(line)
        depth = len(line) - len(line.lstrip(" "))
        if (match is not None and len(match["indent"]) <= indent + 2 and _marked(line)) or depth <= indent:
            break
        last = index
    return last


def _marked(line: str) -> bool:
    return "▶ " in line[:20] or "ms)" in line[-60:]


def _inner(lines: list[str], end: int, bodies: Bodies, named: set[str]) -> list[Block]:
    """Failing tests where they ran; those that the end names again are told there."""
    blocks: list[Block] = []
    index = 0
    while index < end:
        match = _MARK.match(lines[index])
        if match is None or match["mark"] not in "✖✗":
            index += 1
            continue
        last = _end_of_body(lines, index, end, len(match["indent"]))
        if last > index:
            if _name(lines[index]) in named:
                blocks.append(Block(index, last, [], []))
            else:
                blocks.append(_block(index, [index], index + 1, last, bodies))
        index = last + 1
    return blocks


def _final(lines: list[str], at: int, bodies: Bodies) -> list[Block]:
    """The failures after `failing tests:`, each under its place."""
    blocks: list[Block] = []
    index = at + 1
    while index < len(lines):
        match = _MARK.match(lines[index])
        if match is None or match["mark"] not in "✖✗":
            index += 1
            continue
        first = index - 1 if _PLACE.match(lines[index - 1]) else index
        last = _end_of_body(lines, index, len(lines), len(match["indent"]))
        blocks.append(_block(first, [*range(first, index), index], index + 1, last, bodies))
        index = last + 1
    return blocks


def _block(first: int, names: list[int], body_first: int, last: int, bodies: Bodies) -> Block:
    body = bodies.read(body_first, last)
    return Block(first, last, names, sorted({*body.own, *body.shared}), body.key or None, body.own)
