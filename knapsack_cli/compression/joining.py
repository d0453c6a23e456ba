"""Parts of a stream that a change of look has cut off from what they belong to, put back.

Lines look otherwise for many reasons: a trace inside a run of tests, a comment at the head of a file. A part
stays one of its own where its kind is sure of it and the output before it does not print such things itself.
"""

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import GENERAL, load
from knapsack_cli.compression.kinds.families_tests import TEST_RUNS
from knapsack_cli.compression.model import Segment
from knapsack_cli.compression.several import CODE, LOOSE

SURE = 85
"""A piece that the kind of the one before is so sure of is of that kind."""
CLEAR, CLEAR_LEAST = 80, 3
"""A kind that is so sure needs only so many lines to be an output of its own."""
STRONG = 60
"""A kind less sure says nothing of a piece."""
SMALL = 8
"""Lines; a smaller piece of no sure kind goes with a neighbour."""
NATIVE = frozenset(
    (
        *("trace", "debugger", "diagnostics", "log", "source", "text", "build", "build-log", "tests", "json"),
        *("ndjson", "git-diff", "table", "rule-counts", "help", "doctest"),
    )
)
"""Kinds that runs of tests and builds print themselves: a change of look to one of them is no border."""
HOSTS = frozenset(
    (
        *(kind.name for kind in TEST_RUNS),
        *("tests", "build", "build-log", "diagnostics", "trace", "debugger", "log", "ansible", "terraform"),
    )
)
"""Kinds inside which others are no outputs of their own."""
TESTS = frozenset(kind.name for kind in TEST_RUNS)
SHOWN_FIRST = frozenset(("trace", "debugger", "diagnostics", "build", "text"))
"""Kinds that a run of tests may begin with."""
FILE_BEGINS = (
    *("//", "/*", "#", '"""', "--", "<!--", "(*", "{-", "package ", "import ", "from ", "<?php", "use "),
    *("module ", "require", "const ", "using ", "'use strict'", '"use strict"'),
)
"""How a file of source code begins."""
FILE_SAMPLE = 400
"""Lines of a file by which its language is told."""
UNIFORM = frozenset(
    ("search", "paths", "long-listing", "path-table", "csv", "git-lines", "packages", "git-status")
)
"""Kinds whose lines are all alike: what is not like them is another output."""
PLANNED = ("plan", "terraform")
"""A plan begins a second time, below what was refreshed for it."""
PREAMBLED = ("plan", "build", "packages")
"""Openings above which the same program may have said something."""
SCRIPT = "script"
"""The opening of a file that says what runs it: another file than the one above."""
SOFT = "look"
"""A cut that only a change of look suggests."""
FOREIGN = 70
"""A kind must be so sure to be cut off where only the look changes ..."""
LARGE = 40
"""... unless it is of so many lines."""
LONG_SOURCE = 100
"""No run of tests and no compiler shows so many lines of source code in a row."""


class Part:
    """A run of lines between two cuts.

    Attributes:
        start, end: its first line, and the line after its last.
        cut: what suggested that it begins here.
        verdict: what it was recognised as.
        ended: whether it holds the last line of a run of tests.
    """

    __slots__ = ("cut", "end", "ended", "start", "verdict")

    def __init__(self, start: int, end: int, cut: str, verdict: detect.Verdict) -> None:
        self.start = start
        self.end = end
        self.cut = cut
        self.verdict = verdict
        self.ended = False


def joined(segment: Segment, parts: list[Part]) -> list[Part]:
    """Parts that a change of look alone has cut off from what they belong to, put back."""
    outputs: list[Part] = []
    waiting: Part | None = None  # of no sure kind, until it is known what follows
    for given in parts:
        part = Part(given.start, given.end, given.cut, given.verdict)
        part.ended = given.ended
        if part.cut != SOFT:
            whole = outputs[-1] if outputs and waiting is None else None
            if (
                whole is not None
                and part.cut != SCRIPT
                and (is_one(whole, part) or (part.cut, whole.verdict.kind.name) == PLANNED)
            ):
                whole.end = part.end
            elif part.cut == "table" and outputs and is_one(outputs[-1], part):
                outputs[-1].end = part.end
            elif (
                whole is not None
                and len(outputs) == 1
                and part.cut in PREAMBLED
                and _fits(segment, whole, part)
            ):
                part.start = whole.start
                outputs[-1] = part
            else:
                outputs.extend([waiting] if waiting is not None else [])
                outputs.append(part)
            waiting = None
        elif _is_weak(part):
            if waiting is None:
                waiting = part
            waiting.end = part.end
        elif part.verdict.kind.name == "source" and begins_file(
            segment, outputs[-1], (waiting or part).start
        ):
            part.start = (waiting or part).start
            outputs.append(part)
            waiting = None
        elif _goes_on(segment, outputs[-1], part):
            if _is_weak(outputs[-1]):
                outputs[-1].verdict = part.verdict
            outputs[-1].end = part.end
            waiting = None
        else:
            if waiting is not None and _heads(segment, waiting, part):
                part.start = waiting.start
            elif waiting is not None and waiting.end - waiting.start >= CLEAR_LEAST:
                outputs.append(waiting)
            elif waiting is not None:
                outputs[-1].end = waiting.end
            waiting = None
            outputs.append(part)
    if (
        waiting is not None
        and outputs[-1].verdict.kind.name in UNIFORM
        and waiting.end - waiting.start >= SMALL
    ):
        outputs.append(waiting)
    elif waiting is not None:
        outputs[-1].end = waiting.end
    return outputs


def named(segment: Segment, outputs: list[Part], parts: list[Part]) -> list[Part]:
    """Parts that were put together, recognised as what they are together."""
    spans = {(part.start, part.end) for part in parts}
    for part in outputs:
        known = (part.start, part.end) in spans and not _is_weak(part)
        if not known and len(outputs) > 1 and part.verdict.confidence < SURE:
            lines = segment.lines[part.start : part.end]
            verdict = detect.recognise(Segment(lines, segment.base + part.start, segment.hints))
            if verdict.confidence >= STRONG:
                part.verdict = verdict
    return outputs


def is_one(before: Part, part: Part) -> bool:
    """Whether a part is of the kind of the one before it."""
    return before.verdict.kind.name == part.verdict.kind.name


def begins_file(segment: Segment, before: Part, start: int) -> bool:
    """Whether a file of another language begins at a line, after source code."""
    lines = segment.lines
    if before.verdict.kind.name != "source":
        return False
    head = next((line for line in lines[start : start + CLEAR_LEAST] if line.strip()), "")
    if not head.startswith(FILE_BEGINS):
        return False
    first = _language(lines[before.start : before.end])
    second = _language(lines[start : start + FILE_SAMPLE])
    return bool(first and second) and first != second


def _goes_on(segment: Segment, before: Part, part: Part) -> bool:
    """Whether what begins at a change of look is still the output before it."""
    if is_one(before, part) or _is_weak(before):
        return True
    size = part.end - part.start
    if size < SMALL or (part.verdict.confidence < FOREIGN and size < LARGE):
        return True
    name, own = before.verdict.kind.name, part.verdict.kind.name
    native = own in NATIVE and not before.ended and (own != "source" or size < LONG_SOURCE)
    if (name in HOSTS and native) or (own in HOSTS and name in SHOWN_FIRST):
        return True
    if name in TESTS and own in TESTS:
        return True
    if name == "source" and own in ("records", "sql-dump"):
        return True  # what its comments and its data look like
    if own == "markdown" or (name == "source" and own in LOOSE):
        return size < LARGE
    if name == own:
        return False
    for kind, other in ((before.verdict.kind, part), (part.verdict.kind, before)):
        piece = Segment(segment.lines[other.start : other.end], segment.base + other.start, segment.hints)
        if kind is not GENERAL and load(kind)[0](piece) >= CLEAR:
            return True
    return False


def _heads(segment: Segment, waiting: Part, part: Part) -> bool:
    """Whether lines of no sure kind are the comment at the head of the source code below them."""
    head = next((line for line in segment.lines[waiting.start : waiting.end] if line.strip()), "")
    return part.verdict.kind.name == "source" and head.startswith(FILE_BEGINS)


def _fits(segment: Segment, before: Part, part: Part) -> bool:
    """Whether the few lines at the very beginning are the head of the output below them."""
    if not _is_weak(before) or before.end - before.start > LARGE or _is_weak(part):
        return False
    both = Segment(segment.lines[before.start : part.end], segment.base + before.start, segment.hints)
    return load(part.verdict.kind)[0](both) >= min(part.verdict.confidence, SURE)


def _is_weak(part: Part) -> bool:
    return part.verdict.kind is GENERAL or part.verdict.confidence < STRONG


def _language(lines: list[str]) -> str:
    """The language whose lines source code holds, "" where that is not plain."""
    text = "\n" + "\n".join(lines)
    counts = sorted(
        ((sum(text.count(sign.decode()) for sign in signs), name) for name, signs in CODE), reverse=True
    )
    return counts[0][1] if counts[0][0] >= 3 and counts[0][0] >= 3 * counts[1][0] else ""
