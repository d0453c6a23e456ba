"""Diagnostics as an engineer reads them: errors first, by file, equal messages once with all places.

Between two lines of the log that are kept (a command, a summary) the diagnostics are one region. In it
each file with several of them is a heading with rows under it; a message that many files have is a row
with the places under it; of a rule that is broken often the first message is shown, then code and places.
"""

from knapsack_cli.compression.kinds.common.blocks import Entry
from knapsack_cli.compression.kinds.common.entry_rows import (
    SHOWN,
    TOLD,
    EntryWriter,
    other_lines,
    places_of,
    spaced,
)
from knapsack_cli.compression.kinds.common.loose import Loose
from knapsack_cli.compression.kinds.common.places import ERROR, WARNING
from knapsack_cli.compression.kinds.common.repetition import Repetition, difference, merged, name_of, template
from knapsack_cli.compression.marks import gap_mark, thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    EVIDENCE,
    FAILURE,
    GAP,
    HEADING,
    IMPORTANT,
    LINE,
    MARK,
    REST,
    Row,
    Segment,
    View,
)

SCATTERED = 2
"""So few frequent diagnostics in a file do not deserve a heading."""
SHORT, MOST_SHORT = 210, 60
"""Characters of a warning that is shown whole though others of its file say alike, and how many such."""
TWO = 2
"""So many warnings of a file that say alike are shown whole."""
EACH_TEXT = 6000
"""Characters of messages that differ in a name alone: so many are shown whole in one report."""
TEXTS = 24
"""So many messages that differ in a name, each of them often said, are told each with its places."""
BY_LINE = 600
"""Of so many diagnostics of MSBuild and Kotlin each keeps its place as it was written."""
RUN = 8
"""So many left-out lines in a row have a mark of their own."""

_LISTING = ("Successfully installed ", "Would install ")


def arrange(
    segment: Segment,
    texts: list[str],
    entries: list[Entry],
    loose: Loose,
    headings: list[str] | None = None,
) -> View:
    """The view of a segment: its diagnostics in groups, the kept lines between them in their places.

    Args:
        segment: what is shown.
        texts: its lines, prefixes of log collectors removed.
        entries: the diagnostics, in order.
        loose: what becomes of the other lines.
        headings: for each line what its prefix says, where that is told by headings.
    """
    return _Arranger(segment, texts, entries, loose, headings).view()


class _Arranger:
    """The state while rows are made."""

    def __init__(
        self,
        segment: Segment,
        texts: list[str],
        entries: list[Entry],
        loose: Loose,
        headings: list[str] | None,
    ) -> None:
        self.segment = segment
        self.lines = segment.lines if headings is None else texts
        self.headings = headings
        self.heading = ""
        self.block: tuple[Row, int, int, int] | None = None
        self.texts = texts
        self.loose = loose
        self.room = EACH_TEXT
        self.under = ("", 0)
        self.left: list[int] = []
        self.scattered: dict[str, list[Entry]] = {}
        self.entries = merged(entries)
        self.repetition = Repetition(self.entries)
        self.short = MOST_SHORT
        self.by_line = len(self.entries) <= BY_LINE
        self.writer = EntryWriter(self.lines, texts, len(self.entries))
        self.rows = self.writer.rows
        self.shown = self.writer.shown
        self._find_headings()

    def _find_headings(self) -> None:
        """Lines that only name a file are told by our own headings."""
        paths = {entry.path for entry in self.entries}
        for at, text in enumerate(self.texts):
            if text.rstrip(":") in paths:
                self.shown[at] = TOLD

    def view(self) -> View:
        """Rows from the first line to the last."""
        ranks, told = self.loose.ranks, self.loose.told
        starts = {entry.lead[0] if entry.lead else entry.first: entry for entry in self.entries}
        spread_entries = self._spread_by_first(starts)
        pending: list[Entry] = []
        begin = 0
        for index in range(len(self.texts)):
            entry = starts.get(index)
            if entry is not None:
                pending.extend(spread_entries.get(id(entry), (entry,)))
            if ranks[index] and not self.shown[index]:
                self._flush(pending, begin, index)
                pending = []
                begin = index + 1
                self.shown[index] = SHOWN
                self._line(index, ranks[index])
                self._folded(index, ranks[index])
            elif told[index]:
                self.shown[index] = TOLD
        self._flush(pending, begin, len(self.texts))
        self._strewn()
        return View(self.rows)

    def _folded(self, index: int, rank: int) -> None:
        """The row that tells how often lines like the one above follow; a repeated block has one for all."""
        fold = self.loose.folds.get(index)
        if fold is None:
            return
        text, first = fold.text, index
        rows = self.rows
        block = self.block
        if block is not None and rows[-2] is block[0] and block[1] == fold.count and block[3] == index - 1:
            first = block[2]
            rows.pop(-2)
            size = index - first + 1
            text = (
                f"[x{thousands(fold.count)} like these {size} lines to line {self.segment.number(fold.last)}]"
            )
        count = fold.count * (index - first + 1)
        row = Row(text, first, fold.last, max(rank, IMPORTANT), MARK, count=count)
        self.block = (row, fold.count, first, index)
        rows.append(row)

    def _line(self, index: int, rank: int) -> None:
        """A line in its place; a line that a list of packages makes long is not cut."""
        if self.headings is not None and self.headings[index] != self.heading:
            self.heading = self.headings[index]
            if self.heading:
                self.rows.append(Row(self.heading, rank=rank, form=HEADING))
        line = self.lines[index]
        cut = self.headings is not None or line.startswith(_LISTING)
        self.rows.append(Row(line, index, rank=rank, form=REST if cut else LINE))

    def _spread_by_first(self, starts: dict[int, Entry]) -> dict[int, tuple[Entry, ...]]:
        """For entries of one message in many places: all of them where the first stands, none elsewhere."""
        groups: dict[str, list[Entry]] = {}
        for index in sorted(starts):
            entry = starts[index]
            name = self.repetition.message_first(entry)
            if name:
                groups.setdefault(name, []).append(entry)
        found: dict[int, tuple[Entry, ...]] = {}
        for members in groups.values():
            found[id(members[0])] = tuple(members)
            for entry in members[1:]:
                found[id(entry)] = ()
        return found

    def _flush(self, entries: list[Entry], begin: int, end: int) -> None:
        """Write the region of the lines `begin` to `end` (exclusive)."""
        if not entries:
            self._gap(begin, end)
            return
        spread: dict[str, list[Entry]] = {}
        files: dict[str, list[Entry]] = {}
        for entry in entries:
            name = self.repetition.message_first(entry)
            if name:
                spread.setdefault(name, []).append(entry)
            else:
                files.setdefault(entry.path, []).append(entry)
        for severity in (ERROR, WARNING):
            for members in spread.values():
                if max(entry.severity for entry in members) == severity:
                    self._message(members)
            for path, members in files.items():
                if max(entry.severity for entry in members) == severity:
                    self._file(path, members)
        self._scattered()
        self.left.extend(
            at
            for at in range(begin, end)
            if not self.shown[at] and not self.loose.told[at] and self.texts[at].strip()
        )

    def _message(self, members: list[Entry]) -> None:
        """A message once, and all its places."""
        head = members[0]
        rank = FAILURE if head.severity == ERROR else EVIDENCE
        texts: dict[str, list[Entry]] = {}
        for entry in members:
            texts.setdefault(entry.text, []).append(entry)
        if head.parens and head.code and not head.code.startswith("TS") and self.by_line:
            self.writer.single(head)
            self._heads(members[1:], head.text)
            return
        if 1 < len(texts) <= TEXTS and len(texts) * 4 <= len(members):
            for alike in texts.values():
                self._message(alike)
            return
        if len(texts) == 1:
            if len({entry.path for entry in members}) == 1:
                self._path(head.path, rank)
                self.writer.under_heading(members)
                self.under = (head.path, len(self.rows))
                return
            text = spaced(head.text)
            self.rows.append(Row(text, head.first, head.last, rank, REST, other_lines(members)))
            self.writer.mark(members, SHOWN)
            self.rows.append(Row("  " + places_of(members), rank=rank, form=HEADING))
            self.writer.after(head, "    ")
            return
        many = self.repetition.many
        if not many and self._each_text(members):
            return
        self.writer.single(head)
        rest = members[1:]
        values = None if many else [difference(entry.text, head.text) for entry in rest]
        self.writer.mark(rest, TOLD)
        text = f"[x{thousands(len(rest))} like this: {places_of(rest, values)}]"
        self.rows.append(_standing_for(rest, text))

    def _each_text(self, members: list[Entry]) -> bool:
        """Write messages that differ in a name each once a file, its places before it; False: too much."""
        files: dict[str, dict[str, list[Entry]]] = {}
        for entry in members:
            files.setdefault(entry.path, {}).setdefault(entry.text, []).append(entry)
        size = sum(len(path) + sum(map(len, alike)) for path, alike in files.items())
        if not members[0].arrow or size > self.room or 3 * len(files) > len(members):
            return False
        self.room -= size
        rank = FAILURE if members[0].severity == ERROR else EVIDENCE
        for path, alike in files.items():
            self._path(path, rank)
            for equal in alike.values():
                self.writer.under_heading(equal)
            self.under = (path, len(self.rows))
        return True

    def _path(self, path: str, rank: int) -> None:
        """A heading for what is said of a file, unless the row above is under the same."""
        if self.under != (path, len(self.rows)):
            self.rows.append(Row(path, rank=rank, form=HEADING))

    def _file(self, path: str, members: list[Entry]) -> None:
        """The diagnostics of one file."""
        if members[0].parens and not members[0].code.startswith("TS") and self.by_line:
            self._by_line(members)
            return
        whole, bulk = self.repetition.divide(members)
        if not whole and len(bulk) <= SCATTERED:
            for entry in bulk:
                self.scattered.setdefault(entry.code, []).append(entry)
            return
        if len(whole) == 1 and len(whole[0]) == 1 and not bulk:
            self.writer.single(whole[0][0])
            return
        rank = max(FAILURE if entry.severity == ERROR else EVIDENCE for entry in members)
        self._path(path, rank)
        for equal in whole:
            self.writer.under_heading(equal)
        if bulk:
            self._codes(bulk)

    def _codes(self, bulk: list[Entry]) -> None:
        """One row for the frequent rules that a file breaks: code, names and places, equal ones together."""
        by_code: dict[str, dict[str, list[str]]] = {}
        for entry in bulk:
            spot = entry.spot.split(":")[0] if self.repetition.many else entry.spot
            spots = by_code.setdefault(entry.code, {}).setdefault(name_of(entry), [])
            if not spots or spots[-1] != spot:
                spots.append(spot)
            self.writer.mark([entry], TOLD)
        codes: dict[str, list[str]] = {}
        for code, named in by_code.items():
            told = ", ".join(f"{name} {' '.join(spots)}".strip() for name, spots in named.items())
            codes.setdefault(told, []).append(code)
        text = "; ".join(f"{','.join(names)} {spots}" for spots, names in codes.items())
        self.rows.append(_standing_for(bulk, f"  [more: {text}]"))

    def _scattered(self) -> None:
        """A row a rule for the files that break frequent rules once or twice."""
        for code, entries in self.scattered.items():
            self.rows.append(
                Row(
                    f"[more {code}: {places_of(entries)}]", entries[0].first, entries[-1].last, EVIDENCE, MARK
                )
            )
            for entry in entries:
                self.writer.mark([entry], TOLD)
        self.scattered.clear()

    def _by_line(self, members: list[Entry]) -> None:
        """`path(line,col): error X: message`: whole, or up to its code where like ones were shown."""
        whole, bulk = self.repetition.divide(members)
        alike: dict[str, list[Entry]] = {}
        for equal in whole:
            if not equal[0].code:
                for entry in equal:
                    if entry.severity == ERROR or entry.rest:
                        self.writer.single(entry)
                    else:
                        alike.setdefault(template(entry.text), []).append(entry)
                continue
            self.writer.single(equal[0])
            if len(equal) > 1:
                self._heads(equal[1:])
        for likes in alike.values():
            self._two_and_places(likes)
        if bulk:
            self._heads(bulk)

    def _two_and_places(self, likes: list[Entry]) -> None:
        """Warnings of one file that say alike: two and some short ones whole, of others where and of what."""
        rest: list[Entry] = []
        for at, entry in enumerate(likes):
            if at >= TWO and (self.short <= 0 or len(self.texts[entry.first]) > SHORT):
                rest.append(entry)
                continue
            self.short -= at >= TWO
            self.writer.single(entry)
        if rest:
            said = [f"{entry.spot} {difference(entry.text, likes[0].text)}".rstrip() for entry in rest]
            self.writer.mark(rest, TOLD)
            text = f"[x{thousands(len(rest))} like this: {', '.join(said)}]"
            self.rows.append(_standing_for(rest, text))

    def _heads(self, entries: list[Entry], told: str = "") -> None:
        """The beginnings of lines whose message was shown before, and in what they differ from `told`."""
        heads = []
        for entry in entries:
            line = self.texts[entry.first].strip()
            end = line.find(entry.code)
            begins = line[: end + len(entry.code)] if end > 0 else f"{entry.path}({entry.spot})"
            heads.append(f"{begins} {difference(entry.text, told)}".rstrip() if told else begins)
            self.writer.mark([entry], TOLD)
        text = f"[more: {', '.join(dict.fromkeys(heads))}]"
        self.rows.append(_standing_for(entries, text))

    def _gap(self, begin: int, end: int) -> None:
        """Mark long runs of left-out lines where they are; what is strewn is counted for the last mark."""
        first = begin
        while first < end:
            if self.shown[first] or self.loose.told[first]:
                first += 1
                continue
            last = first
            while last < end and not self.shown[last] and not self.loose.told[last]:
                last += 1
            left = [at for at in range(first, last) if self.texts[at].strip()]
            if len(left) >= RUN:
                self.rows.append(Row("", first, last - 1, ALWAYS, GAP))
            else:
                self.left.extend(left)
            first = last

    def _strewn(self) -> None:
        """Say how many lines are not shown from among the others: source excerpts, notes, progress."""
        left = self.left
        if left:
            first, last = self.segment.number(left[0]), self.segment.number(left[-1])
            note = "source, notes, progress" if self.entries else ""
            text = gap_mark(first, last, len(left), note)
            self.rows.append(Row(text, left[0], left[-1], ALWAYS, MARK, count=len(left)))


def _standing_for(entries: list[Entry], text: str) -> Row:
    """A row of ours that stands for diagnostics, which may lie scattered."""
    count = sum(entry.last - entry.first + 1 for entry in entries)
    return Row(text, entries[0].first, entries[-1].last, EVIDENCE, MARK, count=count)
