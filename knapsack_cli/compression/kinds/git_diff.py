"""Diffs: git diff, git show, git log -p, diff -u, combined diffs.

Every commit header, file, mode, rename and changed line is kept. Context is what goes: before the
first and after the last change of a hunk its absence shows in the numbers of the `@@` line, between
changes a mark stands for it. Of a generated file the counts are told; of a block that moved, where to.
"""

import re

from knapsack_cli.compression.kinds.common import generated
from knapsack_cli.compression.marks import gap_mark, thousands
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

_HUNK = re.compile(r"(@@+) -\d+(?:,\d+)? (?:-\d+(?:,\d+)? )*\+\d+(?:,\d+)? @@+")
_FILE = ("diff --git ", "diff --cc ", "diff --combined ", "Index: ")
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
_CONFLICT = re.compile(r"[ +-]*(?:<{7}|>{7}|={7}|\|{7})(?: |$)")
GENERATED_LEAST = 40
"""Changed lines from which on a generated file's hunks are folded to counts."""
DELETED_LEAST = 40
"""Lines from which on the hunk of a deleted file is cut to its first DELETED_SHOWN ones and its last."""
DELETED_SHOWN = 8
DELETED_LAST = 16
"""The last line with more characters than these is shown too."""
MOVED_LEAST = 3
"""Lines from which on a removed block that stands elsewhere as an added one is told as moved."""
SMALL_CHANGES = 1_500
"""Characters of changed lines up to which a line of context stays beside each change."""


def recognise(segment: Segment) -> int:
    """Hunk headers after file headers are proof."""
    hunks = files = others = 0
    for line in segment.lines[:4000]:
        if line.startswith("@@") and _HUNK.match(line):
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
    changed = sum(len(line) for line in lines if line[:1] in ("+", "-"))
    reader = _Reader(segment, keep_context=changed <= SMALL_CHANGES)
    reader.read()
    if not reader.hunks and not reader.files:
        return None
    if any(line.startswith("index ") for line in lines):
        told = "[index lines and outer context left out; @@ numbers are whole]"
        reader.rows.insert(0, Row(told, rank=ALWAYS, form=MARK))
    return View(reader.rows)


class _Reader:
    """Walks over a diff and collects rows."""

    def __init__(self, segment: Segment, keep_context: bool) -> None:
        self.segment = segment
        self.lines = segment.lines
        self.keep_context = keep_context
        self.rows: list[Row] = []
        self.hunks = 0
        self.files = 0
        self.moved = _moved_blocks(segment)

    def read(self) -> None:
        index, size = 0, len(self.lines)
        while index < size:
            line = self.lines[index]
            if line.startswith(_FILE) or (line.startswith("--- ") and self._plain_header(index)):
                index = self._file(index)
            elif line.startswith("@@") and _HUNK.match(line):
                index = self._hunk(index)
            elif line.startswith("commit ") or self._in_message(line):
                self._show(index, ALWAYS if line.startswith("commit ") else EVIDENCE)
                index += 1
            else:
                self._show(index, FAILURE if line.strip() else EVIDENCE)
                index += 1

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
        told = [index for index in range(start + 1, end) if not self._redundant(first, self.lines[index])]
        names = tuple(
            index
            for index in range(start + 1, end)
            if index not in told and self.lines[index].startswith(("--- ", "+++ "))
        )
        self.rows.append(Row(first, start, rank=ALWAYS, form=DATA, more=names))
        for index in told:
            self._show(index, ALWAYS)
        if any(line.startswith("deleted file mode") for line in header):
            return self._deleted(end)
        return self._generated(first, end)

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
        left = _hunk_lengths(lines[start])
        while end < len(lines) and not self._ends(end, columns, left):
            end += 1
        changes = [index for index in range(start + 1, end) if _is_change(lines[index], columns)]
        self._show(start, EVIDENCE)
        if not changes:
            if end > start + 1:
                self._gap(start + 1, end)
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
            moved = self.moved.get(index)
            if moved is not None:
                self._gap(index, moved[0], f"moved, as added in lines {moved[1]}-{moved[2]}")
                position = moved[0]
                continue
            self._show(index, FAILURE if _CONFLICT.match(lines[index]) else EVIDENCE)
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
        if columns > 1:
            return line[:1] not in (" ", "+", "-", "") or bool(_HUNK.match(line))
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


def _hunk_lengths(header: str) -> list[int]:
    found = re.match(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@", header)
    if found is None:
        return [1 << 30, 1 << 30]
    return [int(found[1]) if found[1] else 1, int(found[2]) if found[2] else 1]


def _is_change(line: str, columns: int) -> bool:
    if line.startswith("\\ "):
        return True
    head = line[:columns]
    return "+" in head or "-" in head or bool(_CONFLICT.match(line))


def _moved_blocks(segment: Segment) -> dict[int, tuple[int, int, int]]:
    """Removed runs that stand elsewhere, to the letter, as added ones.

    Start index of the run -> (index after it, first and last line number of the added run).
    """
    removed: dict[str, list[tuple[int, int]]] = {}
    added: dict[str, tuple[int, int]] = {}
    lines = segment.lines
    index, size = 0, len(lines)
    while index < size:
        sign = lines[index][:1]
        if sign not in ("+", "-") or lines[index].startswith(("+++ ", "--- ")):
            index += 1
            continue
        end = index + 1
        while end < size and lines[end][:1] == sign and not lines[end].startswith(("+++ ", "--- ")):
            end += 1
        if end - index >= MOVED_LEAST:
            block = "\n".join(line[1:] for line in lines[index:end])
            if len(block) >= 80:
                if sign == "-":
                    removed.setdefault(block, []).append((index, end))
                else:
                    added.setdefault(block, (index, end))
        index = end
    found: dict[int, tuple[int, int, int]] = {}
    for block, places in removed.items():
        target = added.get(block)
        if target is not None:
            for start, end in places:
                found[start] = (end, segment.number(target[0]), segment.number(target[1] - 1))
    return found
