"""The sections of pytest's output that hold no failing test: session, warnings, coverage, the rest."""

from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.kinds.common.listing import lay_out_list
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, NORMAL
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from knapsack_cli.compression.kinds.common.failures import Layout

_DIVIDER = lazy(r"={1,} (.+?) =+$")
_STOPPED = lazy(r"!{2,} .+ !{2,}$")
_LISTED = lazy(r"\S+\.\w+::\S|\s*<(?:Function|TestCaseFunction|DoctestItem|Coroutine|Item)\b")
_FAILED_AT = lazy(r"[^\s:]+\.py:\d+: [A-Z]\w+$")
_CUT_HEADER = lazy(r"_{3,} \S.* _{3,}$")
_PLACED = lazy(r"\S[^\n:]*:\d+: \S")
_COVERAGE = lazy(r"-{3,} coverage: .+ -{3,}$|=+ tests coverage =+$")
_PLAIN_COUNTS = lazy(
    r"(?:\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|tests? collected|rerun)\b"
    r"|no tests (?:ran|collected)).* in [\d.]+s\b"
)
_BENCHMARK = lazy(r"-{3,} benchmark\b.*: \d+ tests? -{3,}$")
_FIXTURES = lazy(r"-{3,} (?:fixtures defined from|fixtures used by) \S.* -{3,}$")
_FIXTURE = lazy(r"[^\W\d]\w*(?: \[\w+ scope\])?(?: -- \S+:\d+)?$|@pytest\.mark\.\w+.*: ")
"""A fixture's name in the list of them, and a marker's in that of those."""
_KINDS = (
    ("test session starts", "session"),
    ("FAILURES", "failures"),
    ("ERRORS", "failures"),
    ("XPASSES", "failures"),
    ("XFAILURES", "passes"),
    ("PASSES", "passes"),
    ("short test summary info", "summary"),
    ("rerun test summary info", "summary"),
    ("warnings summary", "warnings"),
    ("tests coverage", "coverage"),
)
_RESULT = lazy(
    r"(?:\[gw\d+\] (?:\[ *\d+%\] )?(?P<first>[A-Z]+) (?P<late>\S+::.*)"
    r"|(?P<node>[^\s:]+(?::(?!:)[^\s:]*)*(?:::.*?)?) (?P<last>[A-Z]+)(?: \(.*\))?(?: +\[ *\d+%\])?)\s*$"
)
_DOTS = lazy(r"(?:(?:\S+ )?[.FEsxXRpuSU,]+|[A-Z]{4,8})\s*(?:\[ *(?:\d+%|\d+/\d+)\]\s*)?$")
_COVERAGE_WORDS = ("TOTAL", "Name", "FAIL", "ERROR:", "Required")
FEW_COVERED = 12
"""So few files that are covered whole are shown with the others."""
_HEADERS = (
    "platform ",
    "rootdir",
    "plugins",
    "configfile",
    "cachedir",
    "testpaths",
    "asyncio",
    "hypothesis profile",
    "Using ",
    "benchmark",
    "django",
    "metadata",
    "collecting",
    "random seed",
    "scheduling tests",
    "created:",
    "initialized",
    "-- Docs",
    "bringing up nodes",
)
_WARNING = lazy(r"\s*\S.*?:\d+: (?:[\w.]+)(?:Warning|Error)?\b.*|\s.*Warning: ")


class Section:
    """A run of lines under one divider; `blocks` counts the failing tests found in it."""

    __slots__ = ("blocks", "first", "kind", "last")

    def __init__(self, kind: str, first: int, last: int) -> None:
        self.kind = kind
        self.first = first
        self.last = last
        self.blocks = 0


def sections_of(lines: "Sequence[str]") -> list[Section]:
    """The sections of a run; lines before the first divider are a session too.

    Of a run whose beginning was cut off, the first failing test's header begins its section.
    """
    sections = [Section("session", 0, -1)]
    for index, line in enumerate(lines):
        kind = _kind_of(line)
        if not kind and len(sections) == 1 and _CUT_HEADER.match(line):
            sections[-1].last = index - 1
            sections.append(Section("failures", index - 1, index))
            continue
        if not kind:
            continue
        sections[-1].last = index - 1
        sections.append(Section(kind, index, index))
    sections[-1].last = len(lines) - 1
    return [section for section in sections if section.last >= section.first]


def _kind_of(line: str) -> str:
    if line.startswith("="):
        match = _DIVIDER.match(line)
        if match is None:
            return ""
        title = match[1]
        for start, kind in _KINDS:
            if title.startswith(start):
                return kind
        if _PLAIN_COUNTS.match(title):
            return "counts"
        return "other" if line.startswith("====") and line.endswith("====") and len(line) >= 60 else ""
    if line.startswith("---"):
        if _COVERAGE.match(line):
            return "coverage"
        if _BENCHMARK.match(line):
            return "benchmark"
        if _FIXTURES.match(line):
            return "fixtures"
    if _PLAIN_COUNTS.match(line):
        return "counts"
    return ""


def lay_out_session(layout: "Layout", section: Section, known: set[str]) -> None:
    """The head of a run, its results, and what was printed between them.

    Args:
        known: node ids that a summary names, so that their result lines need not be shown.
    """
    lines = layout.segment.lines
    results: list[int] = []
    listed: list[int] = []
    others: list[int] = []
    described = False
    for index in range(section.first, section.last + 1):
        line = lines[index]
        if not line.strip() or line.startswith("= test session"):
            continue
        described = described and line.startswith("    ")
        if line.startswith(("collected ", "collecting ")) and "collected " in line:
            layout.keep(index, ALWAYS)
        elif line.startswith(_HEADERS):
            continue
        elif (
            _STOPPED.match(line)
            or line.startswith(("INTERNALERROR>", "E  "))
            or _FAILED_AT.match(line)
            or "Fatal Python error: " in line
        ):
            layout.keep(index, FAILURE)
        elif _DOTS.match(line):
            results.append(index)
        elif (match := _RESULT.match(line)) and (match["first"] or match["last"] or "").isupper():
            results.append(index)
            status = match["first"] or match["last"]
            node = (match["late"] or match["node"]).strip()
            if status in ("FAILED", "ERROR", "SUBFAIL", "SUBFAILED"):
                if node not in known:
                    layout.keep(index, FAILURE)
            elif status in ("XPASS", "RERUN"):
                layout.keep(index, EVIDENCE)
        elif _LISTED.match(line):
            listed.append(index)
        elif (" -- " in line or line.startswith("@")) and _FIXTURE.match(line):
            layout.keep(index, EVIDENCE)
            described = True
        elif not (described and line.startswith("    ")):
            others.append(index)
    if not results:
        lay_out_list(layout, listed, [_file_of, _folder_of])
    lay_out_leftovers(layout, others)
    if results:
        layout.note(results[0], results[-1], "results")


def _file_of(line: str) -> str:
    return line.split("::")[0] if "::" in line else ""


def _folder_of(line: str) -> str:
    return line.split("::")[0].rpartition("/")[0]


def lay_out_bare_failures(layout: "Layout", section: Section) -> None:
    """A FAILURES section of one line a failure (`--tb=line`): the lines with a place, what was captured."""
    lines = layout.segment.lines
    others: list[int] = []
    for index in range(section.first + 1, section.last + 1):
        line = lines[index]
        if _PLACED.match(line):
            layout.keep(index, FAILURE)
        elif line.strip() and not line.startswith(("E  ", "---")):
            others.append(index)
    lay_out_leftovers(layout, others)


def lay_out_warnings(layout: "Layout", section: Section) -> None:
    """Each warning's place and message once; the tests that raised it are left out."""
    lines = layout.segment.lines
    layout.keep(section.first, NORMAL)
    places: dict[str, list[int]] = {}
    for index in range(section.first + 1, section.last + 1):
        line = lines[index]
        if line.startswith("  ") and _WARNING.match(line):
            places.setdefault(line.split(": ", 1)[-1][:200], []).append(index)
    for indexes in places.values():
        layout.keep(indexes[0], EVIDENCE)
        if len(indexes) == 2:
            layout.keep(indexes[1], EVIDENCE)
        elif len(indexes) > 2:
            layout.decisions.fold(indexes[0], indexes[1:], _more_places(lines, indexes))
    layout.note(section.first, section.last, "")


def _more_places(lines: "Sequence[str]", indexes: list[int]) -> str:
    """The row for further places of a warning: line numbers where the file is the same."""
    found = [lines[index].strip().split(": ", 1)[0].rpartition(":") for index in indexes]
    numbers: dict[str, list[str]] = {}
    for path, _, number in found[1:]:
        numbers.setdefault("" if path == found[0][0] else path + ":", []).append(number)
    told = "; ".join(path + ",".join(all_of[:30]) for path, all_of in list(numbers.items())[:3])
    return f"[x{len(indexes) - 1} like this: {told}]"


def lay_out_coverage(layout: "Layout", section: Section) -> None:
    """The table of files, those covered whole left out where there are many."""
    lines = layout.segment.lines
    inside = range(section.first + 1, section.last + 1)
    few = sum("100%" in lines[index].split() for index in inside) <= FEW_COVERED
    layout.keep(section.first, CONTEXT)
    for index in inside:
        line = lines[index]
        words = line.split()
        if not words or not line.strip("-= "):
            continue
        if words[0] in _COVERAGE_WORDS or (len(words) > 3 and (few or "100%" not in words)):
            layout.keep(index, EVIDENCE)
        elif len(words) <= 3:
            layout.keep(index, NORMAL)
    layout.note(section.first, section.last, "covered whole")


def lay_out_benchmarks(layout: "Layout", section: Section) -> None:
    """A table of timed tests: its head and every row."""
    lines = layout.segment.lines
    layout.keep(section.first, NORMAL)
    rules = 0
    for index in range(section.first + 1, section.last + 1):
        line = lines[index]
        if line.startswith("-----"):
            rules += 1
        elif line.strip() and rules < 2:
            layout.table_row(index, EVIDENCE)
    layout.note(section.first, section.last, "")


def lay_out_fixtures(layout: "Layout", section: Section) -> None:
    """Every fixture by name, the project's own with what they are for."""
    lines = layout.segment.lines
    layout.keep(section.first, NORMAL)
    for index in range(section.first + 1, section.last + 1):
        if lines[index].startswith("no tests ran"):
            layout.keep(index, ALWAYS)
        elif _FIXTURE.match(lines[index]):
            layout.keep(index, EVIDENCE)
            foreign = "site-packages" in lines[index] or " -- .../" in lines[index]
            if not foreign and index < section.last and lines[index + 1].startswith("    "):
                layout.keep(index + 1, CONTEXT)


def lay_out_other(layout: "Layout", first: int, last: int) -> None:
    """Lines of no known section."""
    lines = layout.segment.lines
    lay_out_leftovers(layout, [index for index in range(first, last + 1) if lines[index].strip()])
