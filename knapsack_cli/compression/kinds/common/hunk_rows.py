"""The rows of a diff's hunks: changed lines under their place in the new file, as `git diff -U0` has it.

A row `[@@ N] function` stands before each run of lines that follow one another; N is the line of the new
file at which the run begins, or would. So the gaps in the numbers tell what context was left out.
"""

import re
from itertools import pairwise

from knapsack_cli.compression.kinds.common.hunks import (
    CONFLICT,
    HUNK,
    has_words,
    hunk_lengths,
    in_pieces,
    is_change,
)
from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import CONTEXT, EVIDENCE, FAILURE, LINE, MARK, Row
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.model import Segment

_PLAIN = lazy(r"@@ -(?P<old>\d+)(?:,(?P<before>\d+))? \+(?P<new>\d+)(?:,(?P<after>\d+))? @@ ?(?P<rest>.*)")
SMALL_GAP = 14
"""Characters of context between two changes that is shown: a brace, a blank line."""
_OTHER_FILE = ("diff --git ", "diff --cc ", "commit ")


class HunkWriter:
    """Adds the rows of hunks to `rows`.

    Attributes:
        keep_context: whether a line of context stays on each side of a change.
        by_words: whether changes are told within the lines (`--word-diff`).
        shortened: whether the header of any hunk was written in the short form.
    """

    __slots__ = ("_function", "by_words", "keep_context", "rows", "segment", "shortened")

    def __init__(self, segment: "Segment", rows: list[Row], keep_context: bool, by_words: bool) -> None:
        self.segment = segment
        self.rows = rows
        self.keep_context = keep_context
        self.by_words = by_words
        self.shortened = False
        self._function = ""

    def begin_file(self) -> None:
        """What hunks stand in is said anew."""
        self._function = ""

    def show(self, index: int, rank: int) -> None:
        """Add one line, verbatim."""
        self.rows.append(Row(self.segment.lines[index], index, rank=rank, form=LINE))

    def gap(self, start: int, end: int, note: str = "") -> None:
        """Add a mark for the lines `start` to `end` (exclusive), or these where they are no longer."""
        lines = self.segment.lines
        mark = gap_mark(self.segment.number(start), self.segment.number(end - 1), end - start, note)
        if sum(len(line) + 1 for line in lines[start:end]) <= len(mark) + 1:
            for index in range(start, end):
                self.show(index, EVIDENCE)
        else:
            self.rows.append(Row(mark, start, end - 1, EVIDENCE, MARK))

    def write(self, start: int) -> int:
        """Add the hunk whose header is at `start`; returns the index after it."""
        lines = self.segment.lines
        columns = len(lines[start].split(" ", 1)[0]) - 1
        end = start + 1
        left = hunk_lengths(lines[start])
        while end < len(lines) and not self._ends(end, columns, left):
            end += 1
        told = has_words if self.by_words else is_change
        changes = [index for index in range(start + 1, end) if told(lines[index], columns)]
        if self.by_words and not changes:
            changes = in_pieces(lines, start + 1, end)
        header = _PLAIN.match(lines[start])
        if not changes:
            for index in range(start, end):  # the colours told what changed
                self.show(index, EVIDENCE)
        elif header is None or self.by_words:
            self._marked(start, end, changes)
        else:
            self._numbered(start, end, changes, header)
        return end

    def _numbered(self, start: int, end: int, changes: list[int], header: "re.Match[str]") -> None:
        """The changes, and a row with a number wherever they do not follow one another."""
        lines = self.segment.lines
        kept = self._with_context(start, end, changes)
        whole = (header["before"] == "0" and header["old"] == "0") or header["after"] == "0" == header["new"]
        number = int(header["new"]) + (header["after"] == "0")
        expected = start + 1 if whole else -1
        gap = start
        for index in range(start + 1, end):
            line = lines[index]
            if index in kept:
                if index != expected:
                    self._place(number, gap, index - 1, header["rest"].strip())
                self.rows.append(Row(line, index, rank=self._rank(line, index, kept), form=LINE))
                expected = gap = index + 1
            number += line[:1] not in ("-", "\\")
        self.shortened = True

    def _rank(self, line: str, index: int, kept: dict[int, bool]) -> int:
        if not kept[index]:
            return CONTEXT
        return FAILURE if CONFLICT.match(line) else EVIDENCE

    def _place(self, number: int, first: int, last: int, function: str) -> None:
        """The row with the number; `first` to `last` are the lines left out before it."""
        text = f"[@@ {number}]"
        if function and function != self._function:
            text += f" {function}"
            self._function = function
        self.rows.append(Row(text, first, last, EVIDENCE, MARK))

    def _with_context(self, start: int, end: int, changes: list[int]) -> dict[int, bool]:
        """The lines shown: True for changes and for what stands in the small gaps between them."""
        lines = self.segment.lines
        kept = dict.fromkeys(changes, True)
        for before, after in pairwise(changes):
            between = range(before + 1, after)
            if sum(len(lines[at]) + 1 for at in between) <= SMALL_GAP:
                kept.update(dict.fromkeys(between, True))
            elif self.keep_context:
                kept.update({before + 1: False, after - 1: False})
        if self.keep_context:
            if changes[0] - 1 > start:
                kept[changes[0] - 1] = False
            if changes[-1] + 1 < end and lines[changes[-1] + 1].strip():
                kept[changes[-1] + 1] = False
        return kept

    def _marked(self, start: int, end: int, changes: list[int]) -> None:
        """The header as it is, the changes, and marks for the context between them."""
        lines = self.segment.lines
        self.show(start, EVIDENCE)
        if self.keep_context and changes[0] - 1 > start:
            self.rows.append(Row(lines[changes[0] - 1], changes[0] - 1, rank=CONTEXT))
        position = changes[0]
        for index in changes:
            if index > position:
                self._between(position, index)
            self.show(index, FAILURE if CONFLICT.match(lines[index]) else EVIDENCE)
            position = index + 1
        if self.keep_context and position < end and lines[position].strip():
            self.rows.append(Row(lines[position], position, rank=CONTEXT))

    def _between(self, start: int, end: int) -> None:
        """Context between two changes: a line on each side where there is room, the rest a mark."""
        if self.keep_context and end - start > 2:
            self.rows.append(Row(self.segment.lines[start], start, rank=CONTEXT))
            self.gap(start + 1, end - 1)
            self.rows.append(Row(self.segment.lines[end - 1], end - 1, rank=CONTEXT))
        else:
            self.gap(start, end)

    def _ends(self, index: int, columns: int, left: list[int]) -> bool:
        """Whether the hunk is over before line `index`: its counts are used up, or a header follows."""
        line = self.segment.lines[index]
        if line.startswith("\\ "):
            return False
        if line.startswith(_OTHER_FILE):
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
