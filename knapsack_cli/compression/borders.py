"""Where one command's output ends and the next begins, when several share a stream.

Unmistakable first lines (a diff's, a commit's, a test session's, a listing's, a prompt's, a document's
brace) are borders; so is the change between long runs of lines of one look. A cut is made only when
the pieces turn out to be of different kinds.
"""

import re
from itertools import pairwise

from knapsack_cli.compression import detect
from knapsack_cli.compression.endings import starts_after_endings
from knapsack_cli.compression.kinds import GENERAL, OTHER_TESTS, TEST_RUNS, load
from knapsack_cli.compression.model import Hints, Segment

LITERALS = (
    b"diff --git ",
    b"\nOn branch ",
    b"\ncommit ",
    b"test session starts ",
    b"\ntotal ",
    b"\n$ ",
    b"\n+ ",
    b"==> ",
    b"\n{",
    b"\n[",
    b"\nNAME  ",
    b"\nNAMESPACE  ",
    b"\nCONTAINER ID ",
    b"\nUSER  ",
    b"\nFilesystem  ",
    b"\n---",
    b"\n===",
    b"\n###",
    b"\n> ",
    b"\nnox > ",
    b": commands",
    b"\nReading package lists",
    b"\nTest project /",
    b"\nTraceback ",
    b"\n<!DOCTYPE ",
    b"\n<!doctype ",
    b"\n<html",
)
"""Without any of these there is no border by first lines: a look that costs next to nothing."""
MOST_PIECES = 16
"""More changes of kind than this are the habit of one program, not several outputs."""
SURE = 85
"""A piece that the kind of the one before is so sure of is of that kind."""
RUN_LEAST = 8
"""Lines of one look in a row that make a piece of their own."""
CLEAR, CLEAR_LEAST = 80, 3
"""A kind that is so sure needs only so many lines to be an output of its own."""
MOST_LINES_FOR_RUNS = 20_000
"""Longer texts are cut by first lines alone."""
ONE_LOOK = frozenset(("git-diff", "git-status", "git-log", "search", "paths", "long-listing", "text"))
"""Kinds whose lines look alike, so that a run of another look is another output."""
PATHS_ALONE = frozenset(("paths", "listing", "text"))
"""What names at the top of a list of paths look like, and what stands above it."""
BLOCK_LEAST = 8
"""Lines from which a JSON document inside other text is a piece of its own."""

_COMMIT = re.compile(r"commit [0-9a-f]{40}\b")
_TOLD_BEFORE = re.compile(r" {4}|Date: |CommitDate: | \d+ files? changed,")
"""The last line of a commit's message, or of the stat under it."""
_MODE = re.compile(r"[bcdlps-][rwxsStT-]{9}[.+@]?\s+\d+\s")
_TABLE = re.compile(
    r"(?:NAME|NAMESPACE|CONTAINER ID|USER|PID|Filesystem|REPOSITORY|LAST SEEN)\s{2,}\S+(?:\s{2,}|\s)\S+"
)
_PROMPT = re.compile(r"(?:\$|\+|❯|➜) \S|[\w.-]+@[\w.-]+[: ][^$#]{0,80}[$#] \S")
_SESSION = re.compile(r"nox > Running session |[\w.-]+: commands(?:_pre|_post)?\[\d+\]> |> \S+@\d\S* \S+$")
"""What nox, tox and npm write before the output of each session or script."""
_ASKED = re.compile(r"\$ (\S.*)")
"""A prompt with the command whose output stands below it."""
_BANNER = re.compile(
    r"(?:={3,}|-{3,}|#{2,}|\*{3,}|>{3,}) ?[\w./][^=#*]{0,80}(?:={3,}|-{3,}|#{2,}|\*{3,}|<{3,})$|==> .+ <==$"
)
_INSIDE = {"{": ('"', "}"), "[": tuple('"{[]-0123456789tfn'), "[{": ('"', "}")}
"""How the line after the opening of a JSON document begins: the body of a function does not."""
_SEARCH = re.compile(r"[^\s:][^:\n]{0,300}:\d+:")
_TIME = re.compile(
    r"\d+:[A-Z] \d\d [A-Z][a-z]{2} \d{4} |"
    r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|"
    r"[A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d|\d{10}[. ]"
)


def split(segment: Segment, whole: detect.Verdict) -> list[tuple[Segment, detect.Verdict]]:
    """The pieces of a segment with their kinds; or one, with the verdict `whole`."""
    alone = [(segment, whole)]
    if segment.hints.kind or len(segment.lines) < 6:
        return alone
    data = b"\n" + segment.data
    starts = starts_after_endings(segment.lines)
    if whole.kind.name == "csv":
        starts = sorted({*starts, *_end_of_table(segment.lines)})
    if any(literal in data for literal in LITERALS):
        tests = starts[-1] if starts else len(segment.lines)
        starts = sorted({*starts, *_by_first_lines(segment.lines, tests if _is_test_run(whole) else 0)})
    pieces = _pieces(segment, starts, whole)
    if len(segment.lines) <= MOST_LINES_FOR_RUNS:
        pieces = [
            smaller
            for piece, verdict in pieces
            for smaller in (
                _pieces(piece, _by_runs(piece.lines), verdict)
                if verdict.kind.name in ONE_LOOK or verdict.confidence < 60
                else [(piece, verdict)]
            )
        ]
    names = {
        verdict.kind.name
        for piece, verdict in pieces
        if len(piece.lines) >= RUN_LEAST or (verdict.confidence >= CLEAR and len(piece.lines) >= CLEAR_LEAST)
    }
    outputs = sum(1 for piece, _ in pieces if len(piece.lines) > 1)
    if outputs < 2 or outputs > MOST_PIECES or len(names) < 2:
        return alone
    if whole.kind.name == "paths" and names <= PATHS_ALONE:
        return alone
    return pieces


def _pieces(
    segment: Segment, starts: list[int], whole: detect.Verdict
) -> list[tuple[Segment, detect.Verdict]]:
    """Segments between the cuts, neighbours of one kind joined again."""
    lines = segment.lines
    commands = {
        start: asked.group(1)
        for start in (0, *starts)
        if start < len(lines) and (asked := _ASKED.match(lines[start]))
    }
    below = (start + 1 for start in commands)
    cuts = [*sorted({0, *starts, *below} - {len(lines)}), len(lines)]
    if len(cuts) == 2:
        return [(segment, whole)]
    found: list[tuple[int, int, detect.Verdict, Hints]] = []
    hints = segment.hints
    for start, end in pairwise(cuts):
        if start in commands:
            hints = _hints_of(commands[start], segment.hints)
            found.append((start, end, detect.Verdict(GENERAL, 0, "a prompt"), segment.hints))
            continue
        part = Segment(lines[start:end], segment.base + start, hints)
        joined = bool(found) and found[-1][0] not in commands
        verdict = (_again(part, found[-1][2]) if joined else None) or detect.recognise(part)
        if joined and (found[-1][2].kind is verdict.kind or _is_blank(lines, start, end)):
            found[-1] = (found[-1][0], end, *found[-1][2:])
        else:
            found.append((start, end, verdict, hints))
    return [
        (Segment(lines[start:end], segment.base + start, known), verdict)
        for start, end, verdict, known in found
    ]


def _again(part: Segment, before: detect.Verdict) -> detect.Verdict | None:
    """The verdict on the piece before, where its kind is sure of this one too: most borders part like ones,
    and then no other kind need be asked."""
    if before.kind is GENERAL or before.confidence < SURE:
        return None
    confidence = load(before.kind)[0](part)
    return detect.Verdict(before.kind, confidence, before.reason) if confidence >= SURE else None


def _hints_of(command: str, hints: Hints) -> Hints:
    """What is known of the output that stands below a prompt."""
    made = Hints(command, query=hints.query)
    made.custom, made.definitions = hints.custom, hints.definitions
    return made


def _is_blank(lines: list[str], start: int, end: int) -> bool:
    """Blank lines between two pieces belong to the first."""
    return not any(line.strip() for line in lines[start:end])


def _is_test_run(whole: detect.Verdict) -> bool:
    """Whether a text is surely a run of tests: its banners and the values it prints are its own."""
    return (whole.kind in TEST_RUNS or whole.kind is OTHER_TESTS) and whole.confidence >= 80


def _by_first_lines(lines: list[str], tested: int = 0) -> list[int]:
    """Starts of outputs that say where they begin; the lines up to `tested` are a run of tests."""
    starts: list[int] = []
    prompts = [index for index, line in enumerate(lines) if _PROMPT.match(line)]
    traced = bool(lines) and lines[0].startswith("+ ")
    if not traced:
        prompts = [index for index in prompts if not lines[index].startswith("+")]
    asked = set(prompts) if len(prompts) >= 2 or prompts[:1] == [0] else set()
    index, size = 0, len(lines)
    while index < size:
        line = lines[index]
        head = line[:1]
        tests = index < tested
        if head in "{[" and head and not tests:
            end = _document_end(lines, index)
            if end - index >= BLOCK_LEAST:
                starts.extend((index, end))
                index = end
                continue
        elif _is_first_line(lines, index, line, tests) or index in asked:
            starts.append(index)
        index += 1
    commits = [start for start in starts if start < size and lines[start].startswith("commit ")]
    if len(commits) > MOST_PIECES:
        starts = sorted({*starts} - {*commits[1:]})  # a long log: only its first commit begins anything
    return sorted(set(starts))


def _is_first_line(lines: list[str], index: int, line: str, tests: bool = False) -> bool:
    if line.startswith(("<!DOCTYPE ", "<!doctype ", "<html")):
        return not index or not lines[index - 1].startswith("<!")
    if index and lines[index - 1].startswith("</html>"):
        return True
    if line.startswith(("diff --git ", "diff --cc ", "diff --combined ")):
        if index >= 2 and not lines[index - 1] and _TOLD_BEFORE.match(lines[index - 2]):
            return False  # the changes of the commit above
        return (
            index == 0
            or not lines[index - 1].startswith((" ", "+", "-", "\\", "index ", "Binary", "@@"))
            or (not lines[index - 1].strip())
        )
    if line.startswith(("On branch ", "HEAD detached at ", "Reading package lists", "Test project /")):
        return True
    if line.startswith("commit ") and _COMMIT.match(line):
        return True
    if "test session starts " in line and line.startswith("="):
        return True
    if _SESSION.match(line):
        return True
    if tests:
        return False
    following = lines[index + 1] if index + 1 < len(lines) else ""
    if line.startswith("total ") and _MODE.match(following):
        return index == 0 or not lines[index - 1].endswith(":")
    if line.endswith(":") and following.startswith("total "):
        return True
    if _TABLE.match(line):
        return True
    return bool(_BANNER.match(line)) and (
        index == 0 or not lines[index - 1].strip() or line.startswith("==> ")
    )


def _document_end(lines: list[str], start: int) -> int:
    """The index after a JSON document that is opened at `start`, or `start` when none is closed there.

    Braces are told by the indentation that every pretty-printer writes: the closing one stands at the
    column of the opening one.
    """
    opening = lines[start].rstrip()
    if opening not in ("{", "[", "[{"):
        return start
    following = lines[start + 1].lstrip() if start + 1 < len(lines) else ""
    if not following.startswith(_INSIDE[opening]):
        return start
    closing = {"{": "}", "[": "]", "[{": "}]"}[opening]
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if line[:1] in (" ", "\t", ""):
            continue
        return index + 1 if line.rstrip() == closing else start
    return start


def _look(line: str) -> str:
    if _MODE.match(line):
        return "listing"
    if _TIME.match(line):
        return "log"
    if _SEARCH.match(line):
        return "search"
    if line.startswith("{") and line.rstrip().endswith("}") and not line.startswith("{+"):
        return "records"  # not a line that a diff by words put in
    if "/" in line and " " not in line and line[:1] not in "+-\t" and "=" not in line:
        return "path"
    return ""


def _end_of_table(lines: list[str]) -> list[int]:
    """Where delimited rows end for good and other text follows."""
    mark = max(",;\t", key=lines[0].count)
    width = lines[0].count(mark)
    last = 0
    for index in range(1, len(lines)):
        if lines[index].count(mark) == width == lines[index - 1].count(mark):
            last = index
    return [last + 1] if width and last and len(lines) - last > RUN_LEAST else []


def _heads_listing(line: str) -> bool:
    """What stands above the entries of a folder in `ls -lR`."""
    return not line.strip() or line.startswith("total ") or line.endswith(":")


def _by_runs(lines: list[str]) -> list[int]:
    """Starts of long runs of one look; what lies between them is a piece too."""
    looks = [_look(line) for line in lines]
    runs: list[tuple[int, int, str]] = []
    index, size = 0, len(looks)
    while index < size:
        look = looks[index]
        end, strangers, last = index + 1, 0, index + 1
        while end < size and strangers <= 2:
            if looks[end] == look:
                strangers, last = 0, end + 1
            else:
                strangers += 1
            end += 1
        if look and last - index >= RUN_LEAST:
            begin = index
            while look == "listing" and begin > 0 and _heads_listing(lines[begin - 1]):
                begin -= 1
            if runs and runs[-1][2] == look and runs[-1][1] >= begin - 1:
                begin = runs.pop()[0]
            runs.append((begin, last, look))
        index = last
    kinds = {look for _, _, look in runs}
    if len(kinds) < 2 and not (runs and (runs[0][1] - runs[0][0] < 0.8 * size or runs[0][0] >= RUN_LEAST)):
        return []
    starts: list[int] = []
    for start, end, _ in runs:
        starts.extend((start, end))
    return sorted({start for start in starts if start < size})
