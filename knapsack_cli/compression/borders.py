"""Where one command's output ends and the next begins, when several share a stream.

Separators (prompts, `set -x`, banners) part outputs for certain. Between them, unmistakable first lines
(a diff's, a commit's, a test session's, a listing's, a document's brace), last lines, and the change
between long runs of lines of one look are borders when the pieces turn out to be of different kinds.
"""

from itertools import chain, pairwise

from knapsack_cli.compression import detect, openings, seams, separators
from knapsack_cli.compression.endings import extents_of_runs, outputs_with_ends
from knapsack_cli.compression.joining import (
    CLEAR,
    CLEAR_LEAST,
    HOSTS,
    NATIVE,
    SCRIPT,
    SMALL,
    SOFT,
    STRONG,
    SURE,
    Part,
    begins_file,
    is_one,
    joined,
    named,
)
from knapsack_cli.compression.kinds import GENERAL, KINDS, load
from knapsack_cli.compression.kinds.families import LOGS
from knapsack_cli.compression.looks import RUN_LEAST, end_of_table, starts_of_runs
from knapsack_cli.compression.model import Segment
from knapsack_cli.compression.several import ends_otherwise, is_mixed, may_go_on

MOST_PIECES = 24
"""More changes of kind than this are the habit of one program, not several outputs."""
OWN = tuple(kind for kind in KINDS if kind.name in NATIVE)
"""Inside a run of tests or a build no other kinds need be asked what a part is."""
SAMPLE = 80
"""Lines of a part of one look by which its kind is told."""
PROVED = frozenset(("tap", "tests", "text"))
"""What prove prints of each file looks like results of any runner; its report at the end is TAP's."""
STRANGER = "stranger"
"""The cut above and below what is no code amid source code."""
PATHS_ALONE = frozenset(("paths", "listing", "text"))
"""What names at the top of a list of paths look like, and what stands above it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Piece = tuple[Segment, detect.Verdict]


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
                cut = inner[first] if first > start else cut
                verdict = _verdict(segment, first, last, cut, parts, verdict)
            part = Part(first, last, cut, verdict)
            part.ended = any(first < ending <= last for _, ending in runs)
            before = parts[-1] if parts else None
            if (
                before is not None
                and is_one(before, part)
                and cut != SCRIPT
                and not begins_file(segment, before, first)
            ):
                before.end, before.ended = last, part.ended
                before.verdict = max(before.verdict, verdict, key=lambda one: one.confidence)
            else:
                parts.append(part)
    return named(segment, joined(segment, parts), parts)


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
) -> dict[int, str]:
    """Where the look of the lines changes between two cuts, and where other outputs stand in source code."""
    lines = segment.lines[start:end]
    if verdict.kind in LOGS and verdict.confidence >= STRONG:
        if not ends_otherwise("\n".join(lines).encode("utf-8", "surrogateescape")):
            return {}
    elif verdict.kind.uncut and verdict.confidence >= STRONG:
        piece = Segment(lines, segment.base + start, segment.hints)
        if not is_mixed(piece, verdict.kind):
            return {}
    elif verdict.kind.name == "git-diff":
        from knapsack_cli.compression.kinds.common.hunks import extents_of_hunks, is_by_words

        if is_by_words(lines):  # what is not changed looks like anything
            return {}
        owned = [*owned, *((start + first, start + last) for first, last in extents_of_hunks(lines))]
    elif verdict.kind.name == "git-log":
        from knapsack_cli.compression.kinds.common.commits import extents_of_commits

        owned = [*owned, *((start + first, start + last) for first, last in extents_of_commits(lines))]
    found = dict.fromkeys({start + at for at in (*seams.find(lines), *starts_of_runs(lines))}, SOFT)
    if verdict.kind.name == "source":
        from knapsack_cli.compression import literals, strangers

        if found:
            between = literals.between_blocks(segment.lines, literals.outside(segment.lines, found))
            found = dict.fromkeys(between, SOFT)
        runs = [(start + first, start + last) for first, last in strangers.find(lines)]
        outside = literals.outside(segment.lines, dict.fromkeys(chain(*runs), STRANGER)) if runs else {}
        for at in chain(*(run for run in runs if run[0] in outside and (run[1] in outside or run[1] == end))):
            found[_nearest(found, at)] = STRANGER
    return {
        at: found[at]
        for at in sorted(found)
        if start < at < end and not any(first < at < last for first, last in owned)
    }


def _nearest(seams_found: "Iterable[int]", at: int) -> int:
    """The seam close to a place, or else the place itself."""
    near = [place for place in seams_found if abs(place - at) <= seams.NEAR]
    return min(near, key=lambda place: abs(place - at)) if near else at


def _again(part: Segment, before: detect.Verdict) -> detect.Verdict | None:
    """The verdict on the piece before, where its kind is sure of this one too: most borders part like ones,
    and then no other kind need be asked."""
    if before.kind is GENERAL or before.confidence < SURE:
        return None
    confidence = load(before.kind)[0](part)
    return detect.Verdict(before.kind, confidence, before.reason) if confidence >= SURE else None
