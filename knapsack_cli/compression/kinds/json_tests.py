"""What a test runner reports as JSON: the failing tests by name, place and message, the others by count.

Jest and Vitest (`--json`), Mocha, RSpec, pytest-json-report, Playwright, and reporters of the same make:
objects that say whether a test passed, in arrays of their own or under suites.
"""

from knapsack_cli.compression.kinds.common.frames import is_library_path
from knapsack_cli.compression.kinds.common.json_tree import MOST_CHARACTERS, Container, Value, scan
from knapsack_cli.compression.kinds.common.json_view import Renderer, Source
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, FAILURE, LINE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_SIGNS = (
    (b'"numFailedTests"', b'"testResults"'),
    (b'"full_description"', b'"status"'),
    (b'"nodeid"', b'"outcome"'),
    (b'"fullTitle"', b'"failures"'),
    (b'"specs"', b'"expectedStatus"'),
)
MOST_BEFORE = 40
"""Lines before the document that may be something else (warnings, the runner's own)."""
_STATUS = ("status", "outcome", "state", "result")
_FAILED = frozenset(
    f'"{word}"'
    for word in (
        *"failed fail failure error errored broken".split(),
        *"unexpected timedOut interrupted flaky xpassed".split(),
    )
)
_NAMES = ("fullName", "full_description", "fullTitle", "nodeid")
_SHORT_NAMES = ("title", "name", "description")
_KEPT = frozenset(
    "status outcome state result ok file file_path filepath filePath line_number line lineno column location"
    " message class exception err error crash path failureMessages code expected actual call setup teardown"
    " tests results backtrace stack retry projectName pending_message longrepr".split()
)
"""Members of a failing test, and of what it holds, that are shown."""
_EARLIER = {"longrepr": "crash", "stack": "message", "title": "fullName", "name": "fullName"}
"""Members that another one of the same object tells as well."""
MESSAGE = 480
"""Characters of a message that are shown; of a long one the head and the tail."""
TAIL = 60
LEVELS = 8
"""So many levels of a failing test are looked into."""
MOST_DEPTH = 60
"""Deeper containers are not looked into."""
SHORT = 1200
"""Characters of other members, of an unknown use, that are shown as they are."""
_SPEAKING = frozenset(("warnings", "errors", "messages"))
"""Members of a run that tell of what failed outside its tests."""
FIRST_STRINGS = 2
"""So many strings of an array (frames, messages) are shown."""
_FRAMES = lazy(r"(?:\\n +at [^\\]*)+")


def recognise(segment: Segment) -> int:
    """By two members that one reporter writes, in a document of JSON."""
    data = segment.data
    if not any(first in data and second in data for first, second in _SIGNS):
        return 0
    opening = _opening(segment.lines)
    return 92 if opening >= 0 and segment.lines[opening].lstrip()[:1] == "{" else 0


def _opening(lines: list[str]) -> int:
    for index, line in enumerate(lines[:MOST_BEFORE]):
        if line.startswith("{"):
            return index
    return -1


def decide(segment: Segment) -> View | None:
    """Scalars of the run, failing tests, counts of the rest; what stands around it by line."""
    opening = _opening(segment.lines)
    if opening < 0 or len(segment.data) > MOST_CHARACTERS:
        return None
    text = "\n".join(segment.lines)
    start = sum(len(line) + 1 for line in segment.lines[:opening])
    root, end = scan(text, start)
    if root is None or not root.closed or not root.is_object or text[end:].lstrip()[:1] in ("{", "["):
        return None
    report = _Report(Source(text, segment.base))
    report.count(root, 0)
    if not report.tests:
        return None
    rows = [
        Row(line, index, rank=EVIDENCE) for index, line in enumerate(segment.lines[:opening]) if line.strip()
    ]
    report.container("", root, 0)
    rows += report.renderer.rows
    for index in range(report.renderer.source.line(end - 1) + 1, len(segment.lines)):
        rows.append(Row(segment.lines[index], index, rank=ALWAYS, form=LINE))
    return View(rows)


def _is_test(value: Container) -> bool:
    """Whether an object is one test: it has a name, and says how it went."""
    if not value.is_object or not any(key in value.keys for key in (*_NAMES, *_SHORT_NAMES)):
        return False
    if "assertionResults" in value.keys or "suites" in value.keys:
        return False
    return any(key in value.keys for key in (*_STATUS, "ok", "err"))


def _failed(value: Container) -> bool:
    """Whether a test failed, by its status, or by an error that is not empty."""
    error = value.get("err")
    if isinstance(error, Container) and error.values:
        return True
    runs = value.get("tests")
    if value.get("ok") == "false" or (
        isinstance(runs, Container)
        and any(isinstance(run, Container) and _failed(run) for run in runs.values)
    ):
        return True
    return any(value.get(key) in _FAILED for key in _STATUS)


class _Report:
    """Writes the rows of one report."""

    def __init__(self, source: Source) -> None:
        self.renderer = Renderer(source)
        self.tests: dict[int, bool] = {}
        self._holds: dict[int, int] = {}
        self._listed: set[str] = set()

    def count(self, value: Container, depth: int) -> int:
        """How many failing tests `value` holds; notes each test by where it begins."""
        if depth > MOST_DEPTH:
            return 0
        if _is_test(value):
            failed = _failed(value)
            self.tests[value.start] = failed
            self._holds[value.start] = int(failed)
            return int(failed)
        held = 0
        if value.is_object and "failures" in value.keys and "tests" in value.keys:
            self._listed = {"tests", "passes", "pending"}
        for key, item in zip(value.keys or [""] * len(value.values), value.values, strict=False):
            if isinstance(item, Container) and not (key in self._listed and value.is_object):
                held += self.count(item, depth + 1)
        if not held and "assertionResults" in value.keys and _failed(value):
            self.tests[value.start] = True
            held = 1
        self._holds[value.start] = held
        return held

    def container(self, label: str, value: Container, depth: int) -> None:
        """A container that is no test: its scalars, and of what it holds the parts with failures."""
        pad, add = " " * depth, self.renderer.add
        first, last = ("{", "}") if value.is_object else ("[", "]")
        add(pad + label + first, value.start, value.start + 1, EVIDENCE)
        if value.is_object:
            self._members(value, depth + 1)
        else:
            self._elements(value, depth + 1)
        add(pad + last, value.end - 1, value.end, EVIDENCE)

    def _members(self, value: Container, depth: int) -> None:
        pad = " " * depth
        told = "assertionResults" in value.keys
        scalars: list[str] = []
        longer: list[tuple[str, Container, int]] = []
        for key, item, at in zip(value.keys, value.values, value.starts, strict=True):
            if isinstance(item, str):
                most = 0 if told and key == "message" else MESSAGE
                scalars.append(f'"{key}":{_short(item, most)}')
            elif (short := self.renderer.inline(item)) is not None:
                scalars.append(f'"{key}":{short}')
            else:
                longer.append((key, item, at))
        if scalars:
            self.renderer.add(pad + ", ".join(scalars), value.start, value.start + 1, EVIDENCE)
        for key, item, at in longer:
            if key in _SPEAKING or (item.end - item.start <= SHORT and not self._left_tests(item)):
                self.renderer.value(f'"{key}":', item, at, item.end, depth)
            elif key in self._listed or not self._holds.get(item.start, 0):
                span = self.renderer.source.span(item.start, item.end)
                note = f'{pad}[... "{key}": {self._left(item)}, {span}]'
                self.renderer.add(note, at, item.end, EVIDENCE, MARK)
            else:
                self.container(f'"{key}":', item, depth)

    def _left_tests(self, value: Container) -> int:
        return sum(1 for start in self.tests if value.start < start < value.end)

    def _left(self, value: Container) -> str:
        passed = self._left_tests(value)
        size = len(value.values)
        return f"{thousands(passed)} tests that did not fail" if passed else f"{thousands(size)} members"

    def _elements(self, value: Container, depth: int) -> None:
        run: list[Value] = []
        begin = 0
        for index, item in enumerate(value.values):
            if isinstance(item, Container) and self._holds.get(item.start, 0):
                self._run(run, begin, depth)
                run = []
                if item.start in self.tests:
                    self._test(item, depth)
                else:
                    self.container("", item, depth)
                continue
            if not run:
                begin = value.starts[index]
            run.append(item)
        self._run(run, begin, depth)

    def _run(self, items: list[Value], start: int, depth: int) -> None:
        """Elements one after another in which nothing failed: by count."""
        if not items:
            return
        last = items[-1]
        end = last.end if isinstance(last, Container) else start + len(last)
        counts: dict[str, int] = {}
        for item in items:
            words = [item.get(key) for key in _STATUS] if isinstance(item, Container) else []
            word = next((word for word in words if isinstance(word, str)), "without a failure")
            counts[word.strip('"')] = counts.get(word.strip('"'), 0) + 1
        what = ", ".join(f"{thousands(number)} {word}" for word, number in counts.items())
        text = f"{' ' * depth}[... {what}, {self.renderer.source.span(start, end)}]"
        self.renderer.add(text, start, end, EVIDENCE, MARK)

    def _test(self, value: Container, depth: int) -> None:
        parts = self._telling(value, 0)
        self.renderer.add(" " * depth + "{" + ", ".join(parts) + "}", value.start, value.end, FAILURE, DATA)

    def _telling(self, value: Container, depth: int) -> list[str]:
        """The members of a failing test, or of what it holds, that tell of the failure."""
        parts: list[str] = []
        if depth > LEVELS:
            return parts
        named = next((key for key in (*_NAMES, *_SHORT_NAMES) if key in value.keys), "")
        for key, item in zip(value.keys, value.values, strict=True):
            if key != named and (key not in _KEPT or _EARLIER.get(key) in value.keys):
                continue
            if isinstance(item, str):
                if item not in ("null", '""'):
                    parts.append(f'"{key}":{_short(_without_frames(item), MESSAGE)}')
            elif item.is_object:
                inner = self._telling(item, depth + 1)
                if inner and inner != ['"outcome":"passed"'] and inner != ['"outcome": "passed"']:
                    parts.append(f'"{key}":{{{", ".join(inner)}}}')
            elif item.values:
                parts.append(f'"{key}":{self._array(item, depth + 1)}')
        return parts

    def _array(self, value: Container, depth: int) -> str:
        own = [item for item in value.values if isinstance(item, str) and not is_library_path(item)]
        first = set(own[:FIRST_STRINGS])
        shown: list[str] = []
        for item in value.values:
            if isinstance(item, str) and len(shown) < FIRST_STRINGS and (item in first or not first):
                shown.append(_short(_without_frames(item), MESSAGE))
            elif isinstance(item, Container) and item.is_object and (_failed(item) or len(value.values) == 1):
                shown.append("{" + ", ".join(self._telling(item, depth)) + "}")
        left = len(value.values) - len(shown)
        return "[" + ", ".join([*shown, f"[... {left} more]"] if left else shown) + "]"


def _without_frames(raw: str) -> str:
    """A message as written, the frames that some runners put under it told by their number but two."""
    match = _FRAMES.search(raw)
    if match is None:
        return raw
    frames = match[0].count("\\n")
    if frames <= FIRST_STRINGS + 1:
        return raw
    end = match.start()
    for _ in range(FIRST_STRINGS):
        end = raw.index("\\n", end) + 2
        end = min(at for at in (raw.find("\\n", end), match.end()) if at >= 0)
    return f"{raw[:end]} [... {frames - FIRST_STRINGS} frames] {raw[match.end() :]}"


def _short(raw: str, most: int) -> str:
    """A scalar as written; of one that is longer than `most` characters the head and the tail."""
    if len(raw) <= most + TAIL or (not most and len(raw) <= MESSAGE):
        return raw
    head = most or TAIL
    return f"{raw[:head]} [... {thousands(len(raw) - head - TAIL)} characters ...] {raw[-TAIL:]}"
