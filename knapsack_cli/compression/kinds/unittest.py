"""Python's unittest (and Django's, nose's and Twisted's runners): failures whole, results as counts."""

from knapsack_cli.compression.kinds.common.captured import Captured
from knapsack_cli.compression.kinds.common.diffs import trimmed
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.frames import frame_at, kept_in_trace
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, NORMAL, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_RULE = "=" * 70
_DASHES = "-" * 70
_NAME = lazy(r"(?:FAIL|ERROR|UNEXPECTED SUCCESS|SKIP): ")
_TRIAL = lazy(r"\[(?:FAIL|ERROR|TODO|SKIPPED|SUCCESS!\?!)\]$")
_DOTTED = lazy(r"[A-Za-z_][\w.]*\.\w+$")
"""Under what went wrong Twisted's trial names the tests to which that happened."""
_RAN = lazy(r"Ran \d+ tests? in [\d.]+s$")
_STATUS = lazy(r"(?:OK|FAILED|NO TESTS RAN)(?: \(.*\))?$")
_RESULT = lazy(
    r".*(?:\.\.\.|:) *(?P<status>ok|OK|\[(?:OK|FAIL|ERROR)\]|FAIL|ERROR"
    r"|expected failure|unexpected success|skipped .*)$"
)
_TITLE = lazy(r"\w+ \([\w.]+\)$")
_DOTS = lazy(r"[.FEsxu]+$")
ASSERTION = 16
"""So many lines of an assertion's message are shown."""


def recognise(segment: Segment) -> int:
    """By `Ran N tests in` and the rules around failures."""
    lines = segment.lines
    ran = any(_RAN.match(line) for line in lines[-40:])
    if ran and any(_STATUS.match(line) for line in lines[-20:]):
        return 95
    if ran:
        return 80
    ruled = any(line.startswith(_RULE) and _NAME.match(lines[at + 1]) for at, line in enumerate(lines[:-1]))
    if ruled:
        return 85
    sample = lines[:40]
    results = sum(1 for line in sample if line.endswith((") ... ok", ") ... FAIL", ") ... ERROR")))
    return 75 if results * 2 > len(sample) else 0


def decide(segment: Segment) -> View | None:
    """Blocks for failures, the first test of each skip reason, the final lines."""
    lines = segment.lines
    layout = Layout(segment)
    named: set[str] = set()
    captured = Captured()
    covered = bytearray(len(lines))
    for block in _blocks(lines, captured):
        layout.add(block)
        named.update(lines[index].partition(": ")[2] for index in block.names)
        for index in range(block.first, block.last + 1):
            covered[index] = 1
    skipped: dict[str, list[int]] = {}
    others: list[int] = []
    results: list[int] = []
    for index, line in enumerate(lines):
        if covered[index] or not line.strip(" -="):
            continue
        if _RAN.match(line) or _STATUS.match(line):
            layout.keep(index, ALWAYS)
        elif (match := _RESULT.match(line)) is not None:
            status = match["status"]
            if status.startswith("skipped"):
                skipped.setdefault(status, []).append(index)
            elif status in ("expected failure", "ok", "OK", "[OK]"):
                results.append(index)
            elif status == "unexpected success":
                layout.keep(index, EVIDENCE)
            elif not named:
                layout.keep(index, FAILURE)
            else:
                results.append(index)
        elif _DOTS.match(line) or _TITLE.match(line):
            results.append(index)
        elif _NAME.match(line):
            layout.keep(index, FAILURE)
        else:
            others.append(index)
    for indexes in skipped.values():
        layout.keep(indexes[0], NORMAL)
        if len(indexes) > 1:
            last = segment.number(indexes[-1])
            text = f"[x{len(indexes) - 1} more skipped for this reason, to line {last}]"
            layout.decisions.fold(indexes[0], indexes[1:], text)
    lay_out_leftovers(layout, others)
    return layout.view()


def _blocks(lines: list[str], captured: Captured) -> list[Block]:
    blocks: list[Block] = []
    starts = [
        at
        for at in range(len(lines) - 1)
        if lines[at].startswith(_RULE) and (_NAME.match(lines[at + 1]) or _TRIAL.match(lines[at + 1]))
    ]
    for position, start in enumerate(starts):
        end = starts[position + 1] - 1 if position + 1 < len(starts) else len(lines) - 1
        for index in range(start + 3, end + 1):
            ends = (
                lines[index].startswith(_DASHES) and index + 1 < len(lines) and _RAN.match(lines[index + 1])
            )
            if ends or _RAN.match(lines[index]):
                end = index - 1
                break
        names = [start + 1]
        if _TRIAL.match(lines[start + 1]):
            tail = end
            while tail > start + 1 and (_DOTTED.match(lines[tail]) or not lines[tail].strip(" -=")):
                tail -= 1
            names += [index for index in range(tail + 1, end + 1) if lines[index].strip(" -=")]
            body = _body(lines, start + 2, tail, captured)
        else:
            body = _body(lines, start + 2, end, captured)
        key = "\n".join(lines[index] for index in body)
        blocks.append(Block(start, end, names, body, key or None))
    return blocks


def _body(lines: list[str], first: int, last: int, captured: Captured) -> list[int]:
    """Trace thinned, message trimmed, buffered output by its telling lines."""
    output = next((at for at in range(first, last + 1) if lines[at] in ("Stdout:", "Stderr:")), last + 1)
    kept = [at for at in kept_in_trace(lines, first, output - 1, 4) if lines[at].strip("-= ")]
    frames = [at for at in kept if frame_at(lines, at) is not None]
    message = [at for at in kept if not frames or at > frames[-1] + 1]
    short = trimmed(lines, message, ASSERTION)
    body = [at for at in kept if at not in set(message) and "Traceback (most recent call" not in lines[at]]
    body += short
    if output <= last:
        chosen = captured.chosen(lines, output + 1, last)
        body += [output, *chosen] if chosen else []
    return body
