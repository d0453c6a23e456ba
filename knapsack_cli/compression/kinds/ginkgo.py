"""Ginkgo (Go): each spec that failed or panicked by name, message and place; the list of them; counts."""

from knapsack_cli.compression.kinds.common.bodies import Bodies
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, CONTEXT, FAILURE, NORMAL, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_RULE = lazy(r"-{20,}$")
_FAILED = lazy(
    r"\S{1,2} (?:Failure|Panic|\[(?:FAILED|PANICKED|TIMEDOUT|INTERRUPTED|ABORTED)\])"
    r"|(?:Failure|Panic|\[(?:FAILED|PANICKED)\]) \["
)
_LISTED = lazy(r"\s*\[(?:Fail|FAIL|FAILED|Panic!|PANICKED!?|TIMEDOUT|INTERRUPTED)\] ")
_COUNTS = lazy(
    r"Ran \d+ of \d+ Specs|(?:FAIL|SUCCESS|PASS)! -- |Ginkgo ran |Test Suite (?:Failed|Passed)|--- FAIL: "
    r"|(?:FAIL|ok)\s*\t|FAIL$|exit status |Summarizing \d+ Failure|There were failures detected"
)
_HEAD = lazy(r"Running Suite: ")
_SETUP = lazy(r"={5,}$|Random Seed: |Will run \d+|Running in parallel|Parallel test node|=== RUN|PASS$")
_PLACE = lazy(r"\s*\S+\.go:\d+(?: @ .*)?$")
_STARTED = lazy(r"\s*(?:STEP: |[•PS](?:\s|$)|> Enter |< Exit )")


def recognise(segment: Segment) -> int:
    """By the head of a suite with its specs or its counts."""
    data = segment.data
    if b"Running Suite: " not in data:
        return 0
    return 97 if b"\nWill run " in data or b" Specs in " in data or b"\nRandom Seed: " in data else 0


def decide(segment: Segment) -> View | None:
    """What stands between rules is a spec: those that failed are blocks, the others are left out."""
    lines = segment.lines
    layout = Layout(segment)
    bodies = Bodies(lines)
    covered = bytearray(len(lines))
    for first, last in _chunks(lines):
        failed = next((at for at in range(first, last + 1) if _FAILED.match(lines[at])), -1)
        if failed < 0:
            passed = any(_STARTED.match(lines[at]) for at in range(first, last + 1))
            covered[first : last + 1] = (b"\1" if passed else b"\0") * (last + 1 - first)
            continue
        layout.add(_block(lines, first, failed, last, bodies))
        covered[first : last + 1] = b"\1" * (last + 1 - first)
    others: list[int] = []
    listed = False
    for index, line in enumerate(lines):
        if covered[index] or not line.strip() or _RULE.match(line):
            continue
        if _COUNTS.match(line):
            layout.keep(index, ALWAYS)
            listed = line.startswith("Summarizing")
        elif listed or _LISTED.match(line):
            layout.keep(index, FAILURE)
        elif _HEAD.match(line):
            layout.keep(index, NORMAL)
        elif _SETUP.match(line):
            layout.keep(index, CONTEXT if line.startswith("Will run") else 0)
        elif not (_STARTED.match(line) or _PLACE.match(line)):
            others.append(index)
    lay_out_leftovers(layout, others)
    return layout.view()


def _chunks(lines: list[str]) -> list[tuple[int, int]]:
    """First and last line of what stands between the rules, up to the counts of the suite."""
    chunks: list[tuple[int, int]] = []
    start = 0
    for index, line in enumerate([*lines, "-" * 30]):
        over = (
            _COUNTS.match(line) is not None or _HEAD.match(line) is not None or _SETUP.match(line) is not None
        )
        if not over and not _RULE.match(line):
            continue
        if index > start:
            chunks.append((start, index - 1))
        start = index + 1
    return chunks


def _block(lines: list[str], first: int, failed: int, last: int, bodies: Bodies) -> Block:
    """The spec's result, the lines that name it, and below the first empty line what went wrong."""
    under = failed + 1
    while under <= last and lines[under].strip():
        under += 1
    names = [at for at in range(failed + 1, under) if not _PLACE.match(lines[at])]
    body = bodies.read(under, last) if under <= last else None
    shown = sorted({*body.own, *body.shared}) if body is not None else []
    return Block(first, last, [failed, *names], shown, (body.key or None) if body is not None else None)
