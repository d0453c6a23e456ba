"""Where one command's output ends and the next begins, when several share a stream.

Separators (prompts, `set -x`, banners) part outputs for certain. Between them, unmistakable first lines
(a diff's, a commit's, a test session's, a listing's, a document's brace), last lines, and the change
between long runs of lines of one look are borders when the pieces turn out to be of different kinds.
"""

from itertools import pairwise

from knapsack_cli.compression import detect, openings, seams, separators
from knapsack_cli.compression.endings import extents_of_runs, outputs_with_ends
from knapsack_cli.compression.kinds import GENERAL, KINDS, load
from knapsack_cli.compression.kinds.families import LOGS, TEST_RUNS
from knapsack_cli.compression.looks import RUN_LEAST, end_of_table, starts_of_runs
from knapsack_cli.compression.model import Segment
from knapsack_cli.compression.several import CODE, LOOSE, ends_otherwise, is_mixed, may_go_on

MOST_PIECES = 24
"""More changes of kind than this are the habit of one program, not several outputs."""
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
        *("ndjson", "git-diff", "table", "rule-counts"),
    )
)
"""Kinds that runs of tests and builds print themselves: a change of look to one of them is no border."""
OWN = tuple(kind for kind in KINDS if kind.name in NATIVE)
"""The same: inside such a run they need not be asked."""
SAMPLE = 80
"""Lines of a part of one look by which its kind is told."""
HOSTS = frozenset(
    (
        *(kind.name for kind in TEST_RUNS),
        *("tests", "build", "build-log", "diagnostics", "trace", "debugger", "log", "ansible", "terraform"),
    )
)
"""Kinds inside which others are no outputs of their own."""
TESTS = frozenset(kind.name for kind in TEST_RUNS)
PROVED = frozenset(("tap", "tests", "text"))
"""What prove prints of each file looks like results of any runner; its report at the end is TAP's."""
SHOWN_FIRST = frozenset(("trace", "debugger", "diagnostics", "build", "text"))
"""Kinds that a run of tests may begin with."""
FILE_BEGINS = (
    *(
        "//",
        "/*",
        "#",
        '"""',
        "--",
        "<!--",
        "(*",
        "{-",
        "package ",
        "import ",
        "from ",
        "<?php",
        "use ",
        "module ",
    ),
    *("require", "const ", "using ", "'use strict'", '"use strict"'),
)
"""How a file of source code begins."""
FILE_SAMPLE = 400
"""Lines of a file by which its language is told."""
UNIFORM = frozenset(
    ("search", "paths", "long-listing", "path-table", "csv", "git-lines", "packages", "git-status")
)
"""Kinds whose lines are all alike: what is not like them is another output."""
PATHS_ALONE = frozenset(("paths", "listing", "text"))
"""What names at the top of a list of paths look like, and what stands above it."""
PLANNED = ("plan", "terraform")
"""A plan begins a second time, below what was refreshed for it."""
PREAMBLED = ("plan", "build", "packages")
"""Openings above which the same program may have said something."""
SOFT = "look"
"""A cut that only a change of look suggests."""
FOREIGN = 70
"""A kind must be so sure to be cut off where only the look changes ..."""
LONG_SOURCE = 100
"""No run of tests and no compiler shows so many lines of source code in a row."""
LARGE = 40
"""... unless it is of so many lines."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    Piece = tuple[Segment, detect.Verdict]


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


def split(segment: Segment, whole: detect.Verdict) -> "list[Piece]":
    """The pieces of a segment with their kinds; or one, with the verdict `whole`."""
    if segment.hints.kind or len(segment.lines) < 6:
        return [(segment, whole)]
    found = separators.find(segment)
    if not found:
        return _parted(segment, whole)
    pieces: list[Piece] = []
    lines = segment.lines
    if found[0].index:
        pieces.extend(_below(Segment(lines[: found[0].index], segment.base, segment.hints)))
    ends = [one.index for one in found[1:]] + [len(lines)]
    for one, end in zip(found, ends, strict=True):
        head = Segment(lines[one.index : one.index + 1], segment.base + one.index, segment.hints)
        pieces.append((head, detect.Verdict(GENERAL, 0, "a separator")))
        if end > one.index + 1:
            body = Segment(lines[one.index + 1 : end], segment.base + one.index + 1, one.hints(segment.hints))
            pieces.extend(_below(body))
    return pieces


def _below(body: Segment) -> "list[Piece]":
    """What stands between two separators."""
    return _parted(body, detect.recognise(body))


def _parted(segment: Segment, whole: detect.Verdict) -> "list[Piece]":
    """The pieces of a text without separators."""
    alone = [(segment, whole)]
    if len(segment.lines) < 6 or (
        whole.kind in LOGS and whole.confidence >= STRONG and not ends_otherwise(segment.source)
    ):
        return alone
    document = whole.kind.uncut and whole.confidence >= STRONG and whole.kind not in LOGS
    if document and not may_go_on(segment, whole.kind):
        return alone
    parts = _parts(segment, whole)
    names = {
        part.verdict.kind.name
        for part in parts
        if part.end - part.start >= SMALL
        or (part.verdict.confidence >= CLEAR and part.end - part.start >= CLEAR_LEAST)
    }
    outputs = sum(1 for part in parts if part.end - part.start > 1)
    if whole.kind.name == "paths" and names <= PATHS_ALONE:
        return alone
    if whole.kind.name == "tap" and whole.confidence >= detect.CERTAIN and names <= PROVED:
        return alone
    files = names == {"source"} and outputs == len(parts)
    if outputs < 2 or outputs > MOST_PIECES or (len(names) < 2 and not files):
        return alone
    return [
        (
            Segment(segment.lines[part.start : part.end], segment.base + part.start, segment.hints),
            part.verdict,
        )
        for part in parts
    ]


def _starts(segment: Segment, whole: detect.Verdict, runs: list[tuple[int, int]]) -> dict[int, str]:
    """Where outputs begin that say so, or that follow another's end; each with what says it."""
    lines = segment.lines
    inside = separators.fenced(lines)
    ends = outputs_with_ends(lines)[0]
    found: dict[int, str] = dict.fromkeys((at for at in ends if not (inside and inside[at])), "end")
    if whole.kind.name == "csv":
        found.update(dict.fromkeys(end_of_table(lines), "end"))
    for index, name in openings.find(lines, segment.data).items():
        if not any(first < index < last for first, last in runs):
            found[index] = name
    commits = [index for index, name in sorted(found.items()) if name == "commit"]
    if len(commits) > MOST_PIECES:
        for index in commits[1:]:
            del found[index]  # a long log: only its first commit begins anything
    found.pop(0, None)
    found.pop(len(lines), None)
    if found and whole.kind.name == "source":
        from knapsack_cli.compression import literals

        found = literals.outside(lines, found)
    return dict(sorted(found.items()))


def _parts(segment: Segment, whole: detect.Verdict) -> list[Part]:
    """What stands between the cuts, neighbours that are one output joined again."""
    lines = segment.lines
    runs = extents_of_runs(lines)
    starts = _starts(segment, whole, runs)
    owned = [
        *outputs_with_ends(lines)[1],
        *runs,
        *openings.extents(lines, {0: _opening_of(lines), **starts}),
    ]
    parts: list[Part] = []
    for start, end in pairwise((0, *starts, len(lines))):
        if parts and not any(line.strip() for line in lines[start:end]):
            parts[-1].end = end
            continue
        cut = starts.get(start, "") if start else _opening_of(lines)
        verdict = _verdict(segment, start, end, cut, parts) if starts else whole
        inner = _seams(segment, start, end, verdict, owned)
        for first, last in pairwise((start, *inner, end)):
            if inner:
                cut = SOFT if first > start else cut
                verdict = _verdict(segment, first, last, cut, parts, verdict)
            part = Part(first, last, cut, verdict)
            part.ended = any(first < ending <= last for _, ending in runs)
            before = parts[-1] if parts else None
            if before is not None and _is_one(before, part) and not _begins_file(segment, before, first):
                before.end, before.ended = last, part.ended
            else:
                parts.append(part)
    return _named(segment, _joined(segment, parts), parts)


def _opening_of(lines: list[str]) -> str:
    """What begins at the very first line."""
    return openings.find(lines[:RUN_LEAST], "\n".join(lines[:RUN_LEAST]).encode("utf-8", "replace")).get(
        0, ""
    )


def _verdict(
    segment: Segment,
    start: int,
    end: int,
    cut: str,
    parts: list[Part],
    around: detect.Verdict | None = None,
) -> detect.Verdict:
    """What the lines of a part are: what the part before is, or what is around, if that is sure of them."""
    stop = end if cut != SOFT and around is None else min(end, start + SAMPLE)
    piece = Segment(segment.lines[start:stop], segment.base + start, segment.hints)
    verdict = None
    if parts and (cut in ("end", SOFT) or cut == parts[-1].cut):
        verdict = _again(piece, parts[-1].verdict)
    if verdict is None and around is not None:
        verdict = _again(piece, around)
    if verdict is not None:
        return verdict
    if around is None or around.kind.name not in HOSTS or around.confidence < STRONG:
        return detect.recognise(piece)
    return detect.recognise(piece, tuple(kind for kind in OWN if kind.name != around.kind.name))


def _seams(
    segment: Segment, start: int, end: int, verdict: detect.Verdict, owned: list[tuple[int, int]]
) -> list[int]:
    """Where the look of the lines changes between two cuts."""
    lines = segment.lines[start:end]
    if verdict.kind in LOGS and verdict.confidence >= STRONG:
        if not ends_otherwise("\n".join(lines).encode("utf-8", "surrogateescape")):
            return []
    elif verdict.kind.uncut and verdict.confidence >= STRONG:
        piece = Segment(lines, segment.base + start, segment.hints)
        if not is_mixed(piece, verdict.kind):
            return []
    found = {start + at for at in (*seams.find(lines), *starts_of_runs(lines))} - {start, end}
    if found and verdict.kind.name == "source":
        from knapsack_cli.compression import literals

        found = literals.between_blocks(
            segment.lines, literals.outside(segment.lines, dict.fromkeys(found, SOFT))
        )
    return sorted(at for at in found if not any(first < at < last for first, last in owned))


def _joined(segment: Segment, parts: list[Part]) -> list[Part]:
    """Parts that a change of look alone has cut off from what they belong to, put back."""
    joined: list[Part] = []
    waiting: Part | None = None  # of no sure kind, until it is known what follows
    for given in parts:
        part = Part(given.start, given.end, given.cut, given.verdict)
        part.ended = given.ended
        if part.cut != SOFT:
            whole = joined[-1] if joined and waiting is None else None
            if whole is not None and (_is_one(whole, part) or (part.cut, whole.verdict.kind.name) == PLANNED):
                whole.end = part.end
            elif part.cut == "table" and joined and _is_one(joined[-1], part):
                joined[-1].end = part.end
            elif (
                whole is not None
                and len(joined) == 1
                and part.cut in PREAMBLED
                and _fits(segment, whole, part)
            ):
                part.start = whole.start
                joined[-1] = part
            else:
                joined.extend([waiting] if waiting is not None else [])
                joined.append(part)
            waiting = None
        elif _is_weak(part):
            if waiting is None:
                waiting = part
            waiting.end = part.end
        elif part.verdict.kind.name == "source" and _begins_file(
            segment, joined[-1], (waiting or part).start
        ):
            part.start = (waiting or part).start
            joined.append(part)
            waiting = None
        elif _goes_on(segment, joined[-1], part):
            if _is_weak(joined[-1]):
                joined[-1].verdict = part.verdict
            joined[-1].end = part.end
            waiting = None
        else:
            if waiting is not None and _heads(segment, waiting, part):
                part.start = waiting.start
            elif waiting is not None and waiting.end - waiting.start >= CLEAR_LEAST:
                joined.append(waiting)
            elif waiting is not None:
                joined[-1].end = waiting.end
            waiting = None
            joined.append(part)
    if (
        waiting is not None
        and joined[-1].verdict.kind.name in UNIFORM
        and waiting.end - waiting.start >= SMALL
    ):
        joined.append(waiting)
    elif waiting is not None:
        joined[-1].end = waiting.end
    return joined


def _goes_on(segment: Segment, before: Part, part: Part) -> bool:
    """Whether what begins at a change of look is still the output before it."""
    if _is_one(before, part) or _is_weak(before):
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


def _named(segment: Segment, joined: list[Part], parts: list[Part]) -> list[Part]:
    """Parts that were put together, recognised as what they are together."""
    spans = {(part.start, part.end) for part in parts}
    for part in joined:
        known = (part.start, part.end) in spans and not _is_weak(part)
        if not known and len(joined) > 1 and part.verdict.confidence < SURE:
            lines = segment.lines[part.start : part.end]
            verdict = detect.recognise(Segment(lines, segment.base + part.start, segment.hints))
            if verdict.confidence >= STRONG:
                part.verdict = verdict
    return joined


def _is_one(before: Part, part: Part) -> bool:
    """Whether a part is of the kind of the one before it."""
    return before.verdict.kind.name == part.verdict.kind.name


def _is_weak(part: Part) -> bool:
    return part.verdict.kind is GENERAL or part.verdict.confidence < STRONG


def _begins_file(segment: Segment, before: Part, start: int) -> bool:
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


def _language(lines: list[str]) -> str:
    """The language whose lines source code holds, "" where that is not plain."""
    text = "\n" + "\n".join(lines)
    counts = sorted(
        ((sum(text.count(sign.decode()) for sign in signs), name) for name, signs in CODE), reverse=True
    )
    return counts[0][1] if counts[0][0] >= 3 and counts[0][0] >= 3 * counts[1][0] else ""


def _again(part: Segment, before: detect.Verdict) -> detect.Verdict | None:
    """The verdict on the piece before, where its kind is sure of this one too: most borders part like ones,
    and then no other kind need be asked."""
    if before.kind is GENERAL or before.confidence < SURE:
        return None
    confidence = load(before.kind)[0](part)
    return detect.Verdict(before.kind, confidence, before.reason) if confidence >= SURE else None
