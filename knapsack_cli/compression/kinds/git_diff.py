"""Diffs: git diff, git show, git log -p, format-patch, diff -u, svn and hg diff, combined diffs.

Every commit, file, mode, rename and changed line is kept, each run of changes under its line in the new
file. Context is what goes, and headers that say a name twice. Of a generated file the counts are told; of a
block that moved or stood before, where to find it.
"""

from itertools import pairwise

from knapsack_cli.compression.budget import EVIDENCE_TOKENS
from knapsack_cli.compression.kinds.common import diff_headers, generated, told_again
from knapsack_cli.compression.kinds.common.commits import (
    COMMIT,
    PATCH,
    Commit,
    legend,
    read_commit,
    read_patch,
    told,
    usual_author,
)
from knapsack_cli.compression.kinds.common.hunk_rows import HunkWriter
from knapsack_cli.compression.kinds.common.hunks import HUNK, is_by_words
from knapsack_cli.compression.kinds.common.only_in import START, only_in_rows
from knapsack_cli.compression.kinds.common.stats import is_stat, stat_rows
from knapsack_cli.compression.marks import plural, thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    DATA,
    EVIDENCE,
    FAILURE,
    MARK,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

_FILE = ("diff --git ", "diff --cc ", "diff --combined ", "Index: ")
_BEGINNINGS = (*_FILE, "commit ", "From ", "--- ", "+++ ", "@@", "diff ")
"""How a diff begins, whatever else stands in it."""
_NEXT = ("diff ", "Index: ", "--- ", "commit ", START)
_FIELDS = ("Author:", "Date:", "AuthorDate:", "Commit:", "CommitDate:", "Merge:")
GENERATED_LEAST = 40
"""Changed lines from which on a generated file's hunks are folded to counts."""
SMALL_CHANGES = 800
"""Characters of changed lines up to which a line of context stays beside each change."""
RANKED_LEAST = 20_000
"""Characters of changed lines from which on those of a file's beginning rank above the others."""
FIRST_CHANGES = 2
"""So many lines with a word that were taken out, and put in, go last of all, and the last that was put in."""
_WORD = lazy(r"[^\W\d_]{3}")
COMMITS_LEAST = 3
"""Commits from which on each is told in a row and the lines of its message."""


def recognise(segment: Segment) -> int:
    """Hunk headers after file headers are proof, unless they stand in a document's fences or in a script."""
    hunks = files = others = 0
    first = next((line for line in segment.lines[:20] if line.strip()), "")
    if any(line.startswith("PLAY [") for line in segment.lines[:20]):
        return 0  # ansible-playbook --diff
    if not first.startswith(_BEGINNINGS) and (
        first.startswith("#!") or sum(1 for line in segment.lines[:4000] if line.startswith("```")) > 1
    ):
        return 0
    for line in segment.lines[:4000]:
        if line.startswith("@@") and HUNK.match(line):
            hunks += 1
        elif line.startswith(_FILE) or line.startswith("+++ "):
            files += 1
    if hunks and files:
        return 95 if files * 400 > min(len(segment.lines), 4000) else 70
    if files and any(
        line.startswith(("rename from ", "old mode ", "Binary files ", "GIT binary patch"))
        for line in segment.lines
    ):
        return 90
    return others


def decide(segment: Segment) -> View | None:
    """Rows in the order of the diff, its context trimmed."""
    lines = segment.lines
    columns = 2 if any(line.startswith("@@@ ") for line in lines) else 1
    changed = sum(len(line) for line in lines if not {"+", "-"}.isdisjoint(line[:columns]))
    commits = sum(1 for line in lines if line.startswith("commit ") and COMMIT.match(line))
    by_words = columns == 1 and is_by_words(lines)
    reader = _Reader(segment, changed <= SMALL_CHANGES, by_words, commits >= COMMITS_LEAST)
    reader.read()
    if not reader.hunks and not reader.files:
        return None
    rows = told_again.point_back(segment, reader.rows)
    if changed > RANKED_LEAST:
        heads = {row.first for row in reader.file_rows}
        _rank_heads(rows, [at for at, row in enumerate(rows) if row.form == DATA and row.first in heads])
    said = []
    if reader.short_commits:
        said.append(legend(commits, reader.usual))
    if reader.patches:
        said.append(f"{plural(reader.patches, 'mail')}: hash, day, author, subject; stats left out")
    if reader.cut:
        said.append("headers, context cut")
    if reader.writer.shortened:
        said.append("@@ N: line N of the new file")
    if said:
        rows.insert(0, Row(f"[{'; '.join(said)}]", rank=ALWAYS, form=MARK))
    return View(rows)


def _rank_heads(rows: list[Row], starts: list[int]) -> None:
    """Give the first changes of each file better ranks: where not even evidence has room, every file is
    told by how its changes begin and end, and the largest give way.

    Args:
        starts: index of the first row of each file.
    """
    spans = list(pairwise([*starts, len(rows)]))
    sizes = sorted(sum(len(row.text) + 1 for row in rows[first:end]) for first, end in spans)
    room = min(3 * EVIDENCE_TOKENS, sum(sizes) // 2)  # characters: there are more than three to a token
    share = 0
    for at, size in enumerate(sizes):
        share = room // (len(sizes) - at)
        if size > share:
            break
        room -= size
    for first, end in spans:
        left, changes = share, {"+": 0, "-": 0}
        for row in rows[first:end]:
            left -= len(row.text) + 1
            sign = row.text[:1]
            if row.rank == EVIDENCE and sign in changes:
                changes[sign] += _WORD.search(row.text) is not None
                row.rank = ALWAYS if changes[sign] <= FIRST_CHANGES else FAILURE if left > 0 else EVIDENCE
            elif row.rank == EVIDENCE and left > 0:
                row.rank = FAILURE
        for row in reversed(rows[first:end]):
            if row.text[:1] == "+" and _WORD.search(row.text):
                row.rank = ALWAYS
                break


class _Reader:
    """Walks over a diff and collects rows."""

    def __init__(self, segment: Segment, keep_context: bool, by_words: bool, short_commits: bool) -> None:
        self.segment = segment
        self.lines = segment.lines
        self.short_commits = short_commits
        self.rows: list[Row] = []
        self.writer = HunkWriter(segment, self.rows, keep_context, by_words)
        self.file_rows: list[Row] = []
        self.hunks = 0
        self.files = 0
        self.usual = usual_author(segment.lines) if short_commits else ""
        self.patches = 0
        self.mail = Row("")
        self.cut = False

    def read(self) -> None:
        index, size = 0, len(self.lines)
        while index < size:
            line = self.lines[index]
            if diff_headers.begins(self.lines, index):
                index = self._file(index)
            elif line.startswith("@@") and HUNK.match(line):
                self.hunks += 1
                index = self.writer.write(index)
            elif self.short_commits and line.startswith("commit ") and COMMIT.match(line):
                index = self._commit(index)
            elif line.startswith("From ") and PATCH.match(line):
                index = self._patch(index)
            elif line.startswith(("commit ", "    ", *_FIELDS)):
                self.writer.show(index, ALWAYS if line.startswith("commit ") else EVIDENCE)
                index += 1
            elif line.startswith(START) and ": " in line:
                rows, index = only_in_rows(self.lines, index)
                self.rows.extend(rows)
            elif is_stat(line):
                end = index + 1
                while end < size and is_stat(self.lines[end]):
                    end += 1
                self.rows.extend(stat_rows(self.lines, range(index, end)))
                index = end
            elif line == "GIT binary patch":
                self.writer.show(index, ALWAYS)
                end = self._next_file(index + 1)
                self.writer.gap(index + 1, end, "binary data")
                index = end
            else:
                if self.patches and line == "-- ":
                    self.mail.more += (index, index + 1)  # what ends a mail: git's version
                    index += 1
                elif line.strip():
                    self.writer.show(index, FAILURE)
                index += 1

    def _commit(self, start: int) -> int:
        """A commit's header as one row, the rest of its message under it."""
        end = start + 1
        while end < len(self.lines) and (
            self.lines[end].startswith(("    ", *_FIELDS)) or not self.lines[end].strip()
        ):
            end += 1
        self._told(read_commit(self.lines, start, end), start, self.usual)
        return end

    def _patch(self, start: int) -> int:
        """A mail with a commit, told as a commit is; its stat says nothing that the diff below does not."""
        commit = read_patch(self.lines, start, len(self.lines))
        self._told(commit, start)
        self.patches += 1
        index = commit.end
        while index < len(self.lines) and (
            self.lines[index] == "---" or is_stat(self.lines[index]) or not self.lines[index].strip()
        ):
            index += 1
        self.mail.more = tuple(range(commit.end, index))
        return index

    def _told(self, commit: Commit, start: int, usual: str = "") -> None:
        self.mail = Row(told(commit, commit.year, usual), start, commit.last, ALWAYS, DATA)
        self.rows.append(self.mail)
        for index in commit.body[1:]:
            self.writer.show(index, EVIDENCE)

    def _file(self, start: int) -> int:
        """A file's header, and its hunks where they are folded to a mark."""
        self.files += 1
        self.writer.begin_file()
        header = diff_headers.read(self.lines, start)
        self.cut = self.cut or bool(header.hidden)
        more = tuple(index for index in header.hidden if not self.lines[index].startswith("index "))
        for index, text in header.shown:
            self.rows.append(Row(text, index, rank=ALWAYS, form=DATA, more=more))
            more = ()
        self.file_rows.append(self.rows[-len(header.shown)])
        return self._generated(header.path, header.end)

    def _next_file(self, index: int) -> int:
        while index < len(self.lines) and not (self.lines[index].startswith(_NEXT) and self._is_next(index)):
            index += 1
        return index

    def _is_next(self, index: int) -> bool:
        """Whether a file's header or a commit begins here, not a line that was taken out."""
        return self.lines[index].startswith(("commit ", START)) or diff_headers.begins(self.lines, index)

    def _generated(self, path: str, start: int) -> int:
        """Fold the hunks of a generated file that changed a lot."""
        if not generated.is_generated(path):
            return start
        end = self._next_file(start)
        added = sum(1 for line in self.lines[start:end] if line.startswith("+"))
        removed = sum(1 for line in self.lines[start:end] if line.startswith("-"))
        if added + removed < GENERATED_LEAST:
            return start
        self.writer.gap(start, end, f"+{thousands(added)} -{thousands(removed)} in a generated file")
        return end
