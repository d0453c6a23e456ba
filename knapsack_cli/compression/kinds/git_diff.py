"""Diffs: git diff, git show, git log -p, diff -u, combined diffs.

Every commit header, file, mode, rename and changed line is kept. Context is what goes: before the
first and after the last change of a hunk its absence shows in the numbers of the `@@` line, between
changes a mark stands for it. Of a generated file the counts are told; of a block that moved, where to.
"""

from knapsack_cli.compression.kinds.common import generated, told_again
from knapsack_cli.compression.kinds.common.commits import COMMIT, read_commit, told
from knapsack_cli.compression.kinds.common.hunks import (
    CONFLICT,
    HUNK,
    has_words,
    hunk_lengths,
    is_by_words,
    is_change,
)
from knapsack_cli.compression.kinds.common.stats import is_stat, stat_rows
from knapsack_cli.compression.marks import gap_mark, plural, thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    CONTEXT,
    DATA,
    EVIDENCE,
    FAILURE,
    LINE,
    MARK,
    Row,
    Segment,
    View,
)

_FILE = ("diff --git ", "diff --cc ", "diff --combined ", "Index: ")
_BEGINNINGS = (*_FILE, "commit ", "From ", "--- ", "+++ ", "@@", "diff ")
"""How a diff begins, whatever else stands in it."""
_HEADER = (
    "index ",
    "--- ",
    "+++ ",
    "old mode ",
    "new mode ",
    "deleted file mode ",
    "new file mode ",
    "similarity index ",
    "dissimilarity index ",
    "rename from ",
    "rename to ",
    "copy from ",
    "copy to ",
    "Binary files ",
    "mode ",
)
GENERATED_LEAST = 40
"""Changed lines from which on a generated file's hunks are folded to counts."""
DELETED_LEAST = 40
"""Lines from which on the hunk of a deleted file is cut to its first DELETED_SHOWN ones and its last."""
DELETED_SHOWN = 8
DELETED_LAST = 16
"""The last line with more characters than these is shown too."""
SMALL_CHANGES = 800
"""Characters of changed lines up to which a line of context stays beside each change."""
COMMITS_LEAST = 3
"""Commits from which on each is told in a row and the lines of its message."""


def recognise(segment: Segment) -> int:
    """Hunk headers after file headers are proof, unless they stand in a document's fences or in a script."""
    hunks = files = others = 0
    first = next((line for line in segment.lines[:20] if line.strip()), "")
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
        line.startswith(("rename from ", "old mode ", "Binary files ")) for line in segment.lines
    ):
        return 90
    return others


def decide(segment: Segment) -> View | None:
    """Rows in the order of the diff, its context trimmed."""
    lines = segment.lines
    columns = 2 if any(line.startswith("@@@ ") for line in lines) else 1
    changed = sum(len(line) for line in lines if not {"+", "-"}.isdisjoint(line[:columns]))
    commits = sum(1 for line in lines if line.startswith("commit ") and COMMIT.match(line))
    reader = _Reader(segment, changed <= SMALL_CHANGES, commits >= COMMITS_LEAST)
    reader.by_words = columns == 1 and is_by_words(lines)
    reader.read()
    if not reader.hunks and not reader.files:
        return None
    rows = told_again.point_back(segment, reader.rows)
    if any(line.startswith("index ") for line in lines):
        legend = "[headers and outer context cut; @@ numbers are whole]"
        if reader.short_commits:
            legend = f"[{plural(commits, 'commit')}: hash, day, author, subject; {legend[1:]}"
        rows.insert(0, Row(legend, rank=ALWAYS, form=MARK))
    return View(rows)


class _Reader:
    """Walks over a diff and collects rows."""

    def __init__(self, segment: Segment, keep_context: bool, short_commits: bool) -> None:
        self.segment = segment
        self.lines = segment.lines
        self.keep_context = keep_context
        self.short_commits = short_commits
        self.by_words = False
        self.rows: list[Row] = []
        self.hunks = 0
        self.files = 0

    def read(self) -> None:
        index, size = 0, len(self.lines)
        while index < size:
            line = self.lines[index]
            if line.startswith(_FILE) or (line.startswith("--- ") and self._plain_header(index)):
                index = self._file(index)
            elif line.startswith("@@") and HUNK.match(line):
                index = self._hunk(index)
            elif self.short_commits and line.startswith("commit ") and COMMIT.match(line):
                index = self._commit(index)
            elif line.startswith("commit ") or self._in_message(line):
                self._show(index, ALWAYS if line.startswith("commit ") else EVIDENCE)
                index += 1
            elif is_stat(line):
                end = index + 1
                while end < size and is_stat(self.lines[end]):
                    end += 1
                self.rows.extend(stat_rows(self.lines, range(index, end)))
                index = end
            else:
                self._show(index, FAILURE if line.strip() else EVIDENCE)
                index += 1

    def _commit(self, start: int) -> int:
        """A commit's header as one row, the rest of its message under it."""
        end = start + 1
        while end < len(self.lines) and (self._in_message(self.lines[end]) or not self.lines[end].strip()):
            end += 1
        commit = read_commit(self.lines, start, end)
        self.rows.append(Row(told(commit, commit.year), start, commit.last, ALWAYS, DATA))
        for index in commit.body[1:]:
            self._show(index, EVIDENCE)
        return end

    def _in_message(self, line: str) -> bool:
        return line.startswith(
            ("    ", "Author:", "Date:", "AuthorDate:", "Commit:", "CommitDate:", "Merge:")
        )

    def _plain_header(self, index: int) -> bool:
        return index + 1 < len(self.lines) and self.lines[index + 1].startswith("+++ ")

    def _show(self, index: int, rank: int) -> None:
        self.rows.append(Row(self.lines[index], index, rank=rank, form=LINE))

    def _file(self, start: int) -> int:
        """A file's header: one row where `index`, `---` and `+++` only repeat what `diff --git` says."""
        self.files += 1
        end = start + 1
        while end < len(self.lines) and self.lines[end].startswith(_HEADER):
            if self.lines[end].startswith("--- ") and not self._plain_header(end):
                break
            end += 1
        first = self.lines[start]
        header = self.lines[start:end]
        if not first.startswith("diff --"):
            for index in range(start, end):
                self._show(index, ALWAYS)
            return self._generated(first, end)
        kept = [index for index in range(start + 1, end) if not self._redundant(first, self.lines[index])]
        name = self._name(start, end)
        hidden = (at for at in range(start, end) if self.lines[at].startswith((*_FILE, "--- ", "+++ ")))
        more = tuple(at for at in hidden if at != name and at not in kept)
        for index in sorted({*kept, name}):
            self.rows.append(
                Row(self.lines[index], index, rank=ALWAYS, form=DATA, more=more if index == name else ())
            )
        if any(line.startswith("deleted file mode") for line in header):
            return self._deleted(end)
        return self._generated(first, end)

    def _name(self, start: int, end: int) -> int:
        """The header line that names the file: the shortest that does, where one says all of `diff --git`."""
        first = self.lines[start]
        if first.startswith("diff --git "):
            for index in range(end - 1, start, -1):
                line = self.lines[index]
                if line.startswith(("rename to ", "copy to ", "Binary files ")):
                    return index
                names = line.startswith(("--- ", "+++ ")) and line[4:] != "/dev/null"
                if names and self._redundant(first, line):
                    return index
        return start

    def _deleted(self, start: int) -> int:
        """The head of a deleted file; git has the rest."""
        end = start
        while end < len(self.lines) and not self.lines[end].startswith((*_FILE, "commit ")):
            end += 1
        if end - start <= DELETED_LEAST:
            return start
        for index in range(start, start + DELETED_SHOWN):
            self._show(index, EVIDENCE)
        last = next(
            (at for at in range(end - 1, start + DELETED_SHOWN, -1) if len(self.lines[at]) > DELETED_LAST), 0
        )
        if last:
            self._gap(start + DELETED_SHOWN, last, "the rest of a deleted file")
            self._show(last, EVIDENCE)
        self._gap(last + 1 if last else start + DELETED_SHOWN, end, "the rest of a deleted file")
        return end

    def _redundant(self, first: str, line: str) -> bool:
        if line.startswith(("index ", "similarity index ", "dissimilarity index ")):
            return True
        if line.startswith(("--- ", "+++ ")):
            name = line[4:].split("\t")[0].strip()
            return name == "/dev/null" or name in first or name[2:] in first
        return False

    def _generated(self, first: str, start: int) -> int:
        """Fold the hunks of a generated file that changed a lot."""
        if not generated.is_generated(first.rsplit(" ", 1)[-1]):
            return start
        end, added, removed = start, 0, 0
        while end < len(self.lines) and not self.lines[end].startswith((*_FILE, "commit ")):
            added += self.lines[end].startswith("+")
            removed += self.lines[end].startswith("-")
            end += 1
        if added + removed < GENERATED_LEAST:
            return start
        note = f"+{thousands(added)} -{thousands(removed)} in a generated file"
        self._gap(start, end, note)
        return end

    def _gap(self, start: int, end: int, note: str = "") -> None:
        mark = gap_mark(self.segment.number(start), self.segment.number(end - 1), end - start, note)
        if sum(len(line) + 1 for line in self.lines[start:end]) <= len(mark) + 1:
            for index in range(start, end):
                self._show(index, EVIDENCE)
        else:
            self.rows.append(Row(mark, start, end - 1, EVIDENCE, MARK))

    def _hunk(self, start: int) -> int:
        """One hunk: its header, its changed lines, marks for the context between them."""
        self.hunks += 1
        lines = self.lines
        columns = len(lines[start].split(" ", 1)[0]) - 1
        end = start + 1
        left = hunk_lengths(lines[start])
        while end < len(lines) and not self._ends(end, columns, left):
            end += 1
        told = has_words if self.by_words else is_change
        changes = [index for index in range(start + 1, end) if told(lines[index], columns)]
        self._show(start, EVIDENCE)
        if not changes:
            for index in range(start + 1, end):  # the colours told what changed
                self._show(index, EVIDENCE)
            return end
        previous = changes[0] - 1
        if self.keep_context and previous > start:
            self.rows.append(Row(lines[previous], previous, rank=CONTEXT))
        position = changes[0]
        for index in changes:
            if index < position:
                continue
            if index > position:
                self._between(position, index)
            self._show(index, FAILURE if CONFLICT.match(lines[index]) else EVIDENCE)
            position = index + 1
        if self.keep_context and position < end and lines[position].strip():
            self.rows.append(Row(lines[position], position, rank=CONTEXT))
        return end

    def _between(self, start: int, end: int) -> None:
        """Context between two changes: a line on each side where there is room, the rest a mark."""
        if self.keep_context and end - start > 2:
            self.rows.append(Row(self.lines[start], start, rank=CONTEXT))
            self._gap(start + 1, end - 1)
            self.rows.append(Row(self.lines[end - 1], end - 1, rank=CONTEXT))
        else:
            self._gap(start, end)

    def _ends(self, index: int, columns: int, left: list[int]) -> bool:
        """Whether the hunk is over before line `index`: its counts are used up, or a header follows."""
        line = self.lines[index]
        if line.startswith("\\ "):
            return False
        if line.startswith(("diff --git ", "diff --cc ", "commit ")):
            return True
        if self.by_words:
            return bool(HUNK.match(line))
        if columns > 1:
            return line[:1] not in (" ", "+", "-", "") or bool(HUNK.match(line))
        if left[0] <= 0 and left[1] <= 0:
            return True
        sign = line[:1]
        if sign == "+":
            left[1] -= 1
        elif sign == "-":
            left[0] -= 1
        elif sign in (" ", ""):
            left[0] -= 1
            left[1] -= 1
        else:
            return True
        return False
