"""The logs of hg, svn and bzr: a row a change with number, day, author and subject, its paths under it."""

import re

from knapsack_cli.compression.kinds.common.commits import GRAPH, Commit, told
from knapsack_cli.compression.marks import plural
from knapsack_cli.compression.model import ALWAYS, CONTEXT, DATA, EVIDENCE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_HG = lazy(r"[@o*x|\\/_~+: ]*changeset: +(\d+:[0-9a-f]{12,40}|[0-9a-f]{12,40})$")
_SVN = lazy(r"(r\d+) \| (.*?) \| (\d{4})-(\d\d-\d\d) [\d:]{8} .*\| \d+ lines?$")
_BZR = lazy(r" *(revno: \d[\d.]*)(?: \[merge\])?(?: \(.*\))?$")
_FIELD = lazy(r"[@o*x|\\/_~+: ]*([a-z]+(?: nick)?):(?: +(.*)|$)")
_DATE = lazy(r"\w{3} (?:(\w{3} \d+) [\d:]{8} (\d{4})|(\d{4})-(\d\d-\d\d))")
_PATH = lazy(r" {3}([AMDR]) (\S.*)$")
_RULE = lazy(r" *-{60,72}$")
_SAID = ("tag", "branch", "bookmark", "tags")
"""Fields that stand behind the author."""
BODIES_LEAST = 30
"""Logs of fewer changes show the rest of each message as far as there is room."""
WIDTH = 110
"""Characters of a row of paths."""


def _start(line: str) -> "re.Match[str] | None":
    """The number of a change, where its entry begins."""
    if "changeset: " in line[:40]:
        return _HG.match(line)
    return _SVN.match(line) or _BZR.match(line)


def recognise(segment: Segment) -> int:
    """Entries begin with their number, and what follows are their fields."""
    found = sum(1 for line in segment.lines[:2000] if _start(line))
    return 94 if found >= 2 else 88 if found else 0


def decide(segment: Segment) -> View | None:
    """One row a change, under a mark that says what is in it."""
    lines = segment.lines
    starts = [index for index, line in enumerate(lines) if _start(line)]
    if not starts:
        return None
    writer = _Writer(segment, len(starts) < BODIES_LEAST)
    legend = f"[{plural(len(starts), 'change')}: number, day, author, subject]"
    writer.rows.append(Row(legend, starts[0], len(lines) - 1, ALWAYS, MARK))
    writer.rows[0:0] = [
        Row(lines[at], at, rank=EVIDENCE)
        for at in range(starts[0])
        if lines[at].strip() and not _RULE.match(lines[at])
    ]
    for at, start in enumerate(starts):
        writer.entry(start, starts[at + 1] if at + 1 < len(starts) else len(lines))
    return View(writer.rows)


class _Writer:
    """Collects the rows of the entries."""

    def __init__(self, segment: Segment, bodies: bool) -> None:
        self.segment = segment
        self.lines = segment.lines
        self.bodies = bodies
        self.rows: list[Row] = []
        self.year = ""
        self.told: dict[tuple[str, ...], str] = {}
        self.files: list[int] = []

    def entry(self, start: int, end: int) -> None:
        """The rows of one change."""
        self.files = []
        commit, paths = self._read(start, end)
        if commit.year and commit.year != self.year:
            self.year = commit.year
            self.rows.append(Row(self.year, -1, rank=EVIDENCE, form=DATA))
        self.rows.append(Row(told(commit), start, commit.last, EVIDENCE, DATA))
        self.rows.extend(Row(self.lines[at], at, rank=EVIDENCE) for at in self.files)
        self._paths(commit.digest, paths)
        if self.bodies:
            self.rows.extend(Row(self.lines[at], at, rank=CONTEXT) for at in commit.body[1:])

    def _read(self, start: int, end: int) -> tuple[Commit, list[int]]:
        """The fields of the entry, and the indexes of the paths that it changed."""
        head = _start(self.lines[start])
        assert head is not None
        commit = Commit(head[1], "", "", "", [], start)
        if head.re.pattern == _SVN.pattern:
            commit.author, commit.year, commit.day = head[2], head[3], head[4]
        paths: list[int] = []
        in_message = False
        for index in range(start + 1, end):
            line = self.lines[index]
            field = None if in_message else _FIELD.match(line)
            if _RULE.match(line) or not line.strip("@o*x|\\/_~+: "):
                in_message = in_message or (head.re.pattern == _SVN.pattern and not line)
            elif field is not None and head.re.pattern != _SVN.pattern:
                in_message = field[1] in ("description", "message")
                self._field(commit, index, field[1], field[2] or "")
            elif not in_message and _PATH.match(line):
                paths.append(index)
            elif in_message:
                commit.body.append(index)
        if commit.body and not commit.subject:
            commit.subject = self.lines[commit.body[0]].strip(GRAPH)
            commit.last = commit.body[0]
        return commit, paths

    def _field(self, commit: Commit, index: int, name: str, value: str) -> None:
        if name in ("user", "committer", "author"):
            commit.author = value.split(" <")[0]
        elif name in ("date", "timestamp"):
            date = _DATE.match(value)
            if date is not None:
                commit.day, commit.year = date[1] or date[4], date[2] or date[3]
        elif name == "summary":
            commit.subject, commit.last = value, index
            commit.body.append(index)
        elif name in _SAID:
            commit.ending += f" ({name} {value})"
        elif name == "files":
            self.files.append(index)

    def _paths(self, digest: str, paths: list[int]) -> None:
        """Paths by what became of them; a set that stood before by whose it is."""
        if not paths:
            return
        key = tuple(self.lines[index] for index in paths)
        if key in self.told and len(key) > 1:
            text = f"[the same {plural(len(paths), 'path')} as {self.told[key]}]"
            self.rows.append(Row(text, paths[0], paths[-1], EVIDENCE, MARK))
            return
        self.told.setdefault(key, digest)
        row, shown, state = "", list[int](), ""
        for index in [*paths, -1]:
            found = _PATH.match(self.lines[index]) if index >= 0 else None
            if row and (found is None or found[1] != state or len(row) + len(found[2]) > WIDTH):
                self.rows.append(Row(row, shown[0], rank=EVIDENCE, form=DATA, more=tuple(shown[1:])))
                row, shown = "", []
            if found is not None:
                row = f"{row} {found[2]}" if row else f" {found[1]} {found[2]}"
                shown.append(index)
                state = found[1]
