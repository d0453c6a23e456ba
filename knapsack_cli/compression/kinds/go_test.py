"""`go test`, plain and verbose: failing tests with what they logged, panics, build failures, packages."""

import re

from knapsack_cli.compression.kinds.common.diffs import trimmed
from knapsack_cli.compression.kinds.common.failures import Layout
from knapsack_cli.compression.kinds.common.frames import is_library_path
from knapsack_cli.compression.kinds.common.goroutines import (
    end_of_goroutines,
    is_head,
    lay_out_goroutines,
)
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, NORMAL, Segment, View
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

_START = lazy(r"=== (?P<what>RUN|PAUSE|CONT|NAME|ATTR)\s+(?P<name>\S+)")
_RETOLD = lazy(r"=== (?:FAIL|SKIP): \S+ (?P<name>\S+)")
"""How gotestsum tells a test's output at the end."""
_RESULT = lazy(
    r"(?P<status>PASS|FAIL|SKIP|EMPTY) \S+(?: \(.*\))?$|[✓✔∅✖] {1,2}\S|DONE \d+ tests|=== [A-Z][a-z]+$"
)
"""Gotestsum's own lines: a test's or a package's result, the heading of a list, the counts."""
_END = lazy(r"(?P<indent>\s*)--- (?P<status>PASS|FAIL|SKIP|BENCH): (?P<name>\S+)")
_PACKAGE = lazy(r"(?P<status>ok|FAIL|---|\?)\s*\t\S+")
_TOTALS = lazy(r"(?:FAIL|PASS|exit status \d+|coverage: .*|testing: .*|Found \d+ data race.*|signal: .*)$")
_LOGGED = lazy(r"\s+\S+\.go:\d+: ")
_BUILD = lazy(r"# \S+|(?:\./|\.\./|/)?[\w./-]+\.go:\d+(?::\d+)?: |\s*(?:package|imports) \S+$|go: ")
_BENCH = lazy(r"(?P<name>Benchmark\S+)\s+\d+\s+[\d.]+ ns/op|(?:goos|goarch|pkg|cpu): ")
_SIDE = lazy(r"\s+(?:expected|actual|in chain|got|want(?:ed)?) *:? +\S", re.IGNORECASE)
"""What an assertion of testify, or one like it, compared."""
SIDES = 4
_RACING = lazy(r" {6}(?P<path>\S[^:\n]*):\d+ \+0x")
_RACE_ENDS = lazy(r"={18}$|--- |=== |(?:FAIL|PASS|ok)\b")
RACING = 2
"""So many frames of the user's own are shown of each stack of a race."""
OKAY = 30
"""So many packages that passed are named; of more they are counted."""
NOVEL = 12
"""So many lines are shown of what one call of t.Errorf logged ..."""
FAMILIAR = 5
"""... and so many where one of that shape has been shown."""
KNOWN = 8
"""After so many calls of one shape, or from one place, only the first line of each is shown."""
ALIKE = 64
"""So many calls of one shape are shown; of more there is a gap."""
LOGGED = 40
"""So many different lines that passing tests log are shown; more are noise."""
REPEATED = 60
"""So many characters must be the same under two calls to be told by a mark."""


def recognise(segment: Segment) -> int:
    """By its own words for starts, ends and packages."""
    lines = segment.lines
    sample = [line for line in (*lines[:400], *lines[-100:]) if line.strip()]
    ends = sum(1 for line in sample if _END.match(line) or _START.match(line))
    packages = sum(1 for line in sample if line[:2] in ("ok", "FA", "? ") and _PACKAGE.match(line))
    if packages and ends:
        return 95
    if packages and packages * 2 >= len(sample):
        return 90
    if packages and any(line.endswith(" failed]") for line in sample):
        return 90
    if packages and sum(1 for line in sample if _BENCH.match(line)) * 2 > len(sample):
        return 90
    if packages and b"panic: " in segment.data:
        return 88
    return 80 if ends > 3 else 0


def decide(segment: Segment) -> View | None:
    """In the order of the text: each failing test's lines, panics with their own frames, packages."""
    reader = _Reader(segment)
    reader.read()
    return reader.layout.view()


class _Reader:
    def __init__(self, segment: Segment) -> None:
        self.lines = segment.lines
        self.segment = segment
        self.layout = Layout(segment)
        self._shapes: dict[str, int] = {}
        self._places: dict[str, int] = {}
        self._bodies: dict[tuple[str, ...], tuple[int, int]] = {}
        self._pending: dict[str, list[int]] = {}
        self._okay: list[int] = []
        self._others: list[int] = []
        self._passing: list[int] = []
        self._seen: set[str] = set()
        self._timed = ""
        self._runs: list[int] = []

    def read(self) -> None:
        """Go through the lines once."""
        lines, layout = self.lines, self.layout
        running = failed = ""
        began = -1
        index, size = 0, len(lines)
        while index < size:
            line = lines[index]
            if (match := _START.match(line)) is not None:
                running, failed = match["name"], ""
                began = index
            elif (match := _END.match(line)) is not None:
                failed = self._end(index, match)
                running = ""
            elif line.startswith(("panic: ", "fatal error: ", "\tpanic: ", "unexpected fault")):
                layout.keep(index, FAILURE)
                if running:
                    layout.keep(began, FAILURE)
                    self._fail(running)
            elif is_head(line):
                last = end_of_goroutines(lines, index)
                lay_out_goroutines(lines, layout.decisions, index, last, FAILURE)
                index = last
            elif _RETOLD.match(line) or _RESULT.match(line):
                self._gotestsum(index, line)
            elif _PACKAGE.match(line):
                self._fail(failed)
                self._package(index, line)
                running = failed = ""
            elif _TOTALS.match(line):
                layout.keep(index, ALWAYS if not line.startswith(("PASS", "coverage")) else NORMAL)
            elif line == "WARNING: DATA RACE":
                index = self._race(index)
            elif "DATA RACE" in line or line.startswith(("[signal ", "running tests:", "\tTest")):
                layout.keep(index, FAILURE)
            elif running:
                self._pending.setdefault(running, []).append(index)
            elif failed and (
                line.startswith((" ", "\t")) or not line.strip() or failed.startswith("Example")
            ):
                self._pending.setdefault(failed, []).append(index)
            elif (match := _BENCH.match(line)) is not None:
                self._bench(index, match["name"] or "")
            elif _BUILD.match(line):
                layout.keep(index, EVIDENCE)
            elif line.strip():
                self._others.append(index)
            index += 1
            if failed and (index >= size or _START.match(lines[index]) or _END.match(lines[index])):
                self._fail(failed)
        if running:
            self._fail(running)
            self._pending.clear()
        self._fail(failed)
        logged = {lines[index]: index for index in reversed(self._passing)}
        for at in logged.values() if len(logged) <= LOGGED else ():
            layout.keep(at, NORMAL)
        self._fold_runs()
        lay_out_leftovers(layout, self._others)
        self._fold_okay()

    def _race(self, index: int) -> int:
        """A report of the race detector: the accesses, and the user's frames. Returns its last line."""
        lines = self.lines
        last = index
        while last + 1 < len(lines) and not _RACE_ENDS.match(lines[last + 1]):
            last += 1
        shown = 0
        access = False
        for at in range(index, last + 1):
            line = lines[at]
            if line[:1].strip():
                shown, access = 0, not line.startswith("Goroutine")
                self.layout.keep(at, FAILURE)
            elif (match := _RACING.match(line)) is not None and not is_library_path(match["path"]):
                shown += 1
                new = shown <= RACING and match[0] not in self._seen
                if new or (access and shown == 1):
                    self._seen.add(match[0])
                    self.layout.keep_range(at - 1, at, FAILURE)
        return last

    def _bench(self, index: int, name: str) -> None:
        """A benchmark's first row without the blanks in it; further runs (`-count`) by their times."""
        if not name:
            self.layout.keep(index, EVIDENCE)
        elif self._runs and name == self._timed:
            self._runs.append(index)
        else:
            self._fold_runs()
            self._timed, self._runs = name, [index]
            self.layout.table_row(index, EVIDENCE)

    def _fold_runs(self) -> None:
        first, again = self._runs[:1], self._runs[1:]
        if again:
            times = ", ".join(self.lines[index].split()[2] for index in again)
            self.layout.decisions.fold(first[0], again, f"[x{len(again)} more, ns/op: {times}]")
        self._runs = []

    def _gotestsum(self, index: int, line: str) -> None:
        """A line of gotestsum: what failed by name, the counts; what passed is one of them."""
        if line.startswith("DONE "):
            self.layout.keep(index, ALWAYS)
        elif line.startswith(("=== FAIL", "FAIL", "✖")):
            self.layout.keep(index, FAILURE)
        elif line.startswith("=== ") and not line.startswith("=== SKIP"):
            self.layout.keep(index, NORMAL)

    def _end(self, index: int, match: "re.Match[str]") -> str:
        """A test's last line: what it logged is shown when it failed. Returns its name if it did."""
        if match["status"] == "FAIL":
            self.layout.keep(index, FAILURE)
            self._fail(match["name"])
            return match["name"]
        logged = self._pending.pop(match["name"], [])
        if match["status"] == "PASS":
            self._passing.extend(index for index in logged if _LOGGED.match(self.lines[index]))
        if match["status"] == "SKIP":
            self.layout.keep(index, CONTEXT)
            for reason in logged[-1:]:
                self.layout.keep(reason, CONTEXT)
        return ""

    def _fail(self, name: str) -> None:
        """Show what a failing test logged: each call's lines once, long ones and familiar ones trimmed."""
        said: dict[tuple[str, ...], int] = {}
        again: dict[int, list[list[int]]] = {}
        calls: list[list[int]] = []
        for index in self._pending.pop(name, ()):
            line = self.lines[index]
            if _LOGGED.match(line) or not calls:
                calls.append([index])
            else:
                calls[-1].append(index)
        for call in calls:
            filled = [index for index in call if self.lines[index].strip()]
            if not filled or self._is_repeated(filled):
                continue
            logged = tuple(self.lines[index].strip() for index in filled)
            if logged in said:
                again.setdefault(said[logged], []).append(filled)
                continue
            shape = "\n".join(shape_of(self.lines[index]) for index in filled[:4])
            times = self._shapes[shape] = self._shapes.get(shape, 0) + 1
            if times > ALIKE:
                continue
            limit = FAMILIAR if times > 1 else NOVEL
            sides = [index for index in filled if _SIDE.match(self.lines[index])]
            here = 0
            if (place := _LOGGED.match(self.lines[filled[0]])) is not None:
                here = self._places[place[0]] = self._places.get(place[0], 0) + 1
            shown = filled[:1]
            if max(times, here) <= KNOWN:
                shown = [*trimmed(self.lines, filled, limit), *sides[:SIDES]]
            said[logged] = max(shown)
            for index in shown:
                self.layout.keep(index, FAILURE)
        for first, others in again.items():
            text = f"[x{len(others)} more to line {self.segment.number(others[-1][-1])}]"
            self.layout.decisions.fold(first, [index for call in others for index in call], text)

    def _is_repeated(self, call: list[int]) -> bool:
        """Whether the lines under a call's first one have been shown under another; then only that is."""
        body = tuple(self.lines[index] for index in call[1:])
        if sum(map(len, body)) < REPEATED:
            return False
        where = self._bodies.setdefault(body, (call[1], call[-1]))
        if where[0] == call[1]:
            return False
        number = self.segment.number
        self.layout.keep(call[0], FAILURE)
        self.layout.note(call[1], call[-1], f"as {number(where[0])}-{number(where[1])}")
        return True

    def _package(self, index: int, line: str) -> None:
        if line.startswith("FAIL"):
            self.layout.keep(index, ALWAYS)
        elif line.startswith("ok"):
            self._okay.append(index)

    def _fold_okay(self) -> None:
        okay = self._okay
        for index in okay[:OKAY]:
            self.layout.keep(index, EVIDENCE)
        if len(okay) > OKAY:
            rest = okay[OKAY:]
            text = f"[{len(rest)} more packages ok, to line {self.segment.number(rest[-1])}]"
            self.layout.decisions.fold(okay[OKAY - 1], rest, text)
