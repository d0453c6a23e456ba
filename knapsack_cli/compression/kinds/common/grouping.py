"""Diagnostics as an engineer reads them: errors first, a heading a file, equal messages once with all places.

Between two lines of the log that are kept (a command, a summary) the diagnostics are one region. In it
each file with several of them is a heading with rows under it; a message that many files have is a row
with the places under it; of a rule that is broken often the first message is shown, then code and places.
"""

import re

from knapsack_cli.compression.kinds.common.blocks import DETAIL, EXCERPT, NOTED, Entry
from knapsack_cli.compression.kinds.common.loose import Loose
from knapsack_cli.compression.kinds.common.places import ERROR, WARNING, without_project
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    EVIDENCE,
    FAILURE,
    GAP,
    HEADING,
    IMPORTANT,
    LINE,
    MARK,
    NORMAL,
    REST,
    Row,
    Segment,
    View,
)

BULK = 4
"""A rule broken at least this often is told by its code after the first time."""
BULK_ERRORS = 25
"""The same for rules of linters that count as errors; errors of compilers are always told whole."""
WIDESPREAD = 3
"""A message in at least this many files stands once, its places under it."""
MANY = 300
"""With more diagnostics than this, folded ones are told by their line alone."""
EXCERPTS = 12
"""So many errors are shown with their source."""
FEW_WARNINGS = 5
SCATTERED = 2
"""So few frequent diagnostics in a file do not deserve a heading."""
RUN = 8
"""So many left-out lines in a row have a mark of their own."""
NOTES = 4
"""So many notes of an error are shown."""
LONG = 24
"""More lines than this after an error are cut in the middle."""

_QUOTED = re.compile(
    r"'[^'\n]{0,300}'|\"[^\"\n]{0,300}\"|`[^`\n]{0,300}`|‘[^’\n]{0,300}’|“[^”\n]{0,300}”|\d+"
)
_ANYWHERE = (": At top level:", ": At global scope:", ": 在文件作用域：", ": 在全局域：")
_BARE = re.compile(r"[ \t]*[|│·]?[ \t]*$")
_SPACES = re.compile(r"(?<=\S)[ \t]{3,}(?=\S)")


def _is_rule(code: str) -> bool:
    """Whether a code is a linter's rule rather than a compiler's error."""
    return any(letter.islower() for letter in code) or code.startswith("MD")


def template(text: str) -> str:
    """A message with what it quotes and its numbers masked."""
    return _QUOTED.sub("~", text)


def arrange(segment: Segment, texts: list[str], entries: list[Entry], loose: Loose) -> View:
    """The view of a segment: its diagnostics in groups, the kept lines between them in their places."""
    return _Arranger(segment, texts, entries, loose).view()


class _Arranger:
    """The state while rows are made."""

    def __init__(self, segment: Segment, texts: list[str], entries: list[Entry], loose: Loose) -> None:
        self.segment = segment
        self.lines = segment.lines
        self.texts = texts
        self.loose = loose
        self.rows: list[Row] = []
        self.shown = bytearray(len(texts))
        self.left: list[int] = []
        self.scattered: dict[str, list[Entry]] = {}
        self.entries = _merged(entries)
        self._find_headings()
        self.totals: dict[tuple[str, str], int] = {}
        files: dict[str, set[str]] = {}
        alike: dict[str, int] = {}
        for entry in self.entries:
            if entry.code and (entry.severity == WARNING or _is_rule(entry.code)):
                kind = (entry.code, template(entry.text))
                self.totals[kind] = self.totals.get(kind, 0) + 1
            if not entry.lead and not (entry.code and entry.severity == WARNING):
                files.setdefault(entry.key, set()).add(entry.path)
                if entry.severity == WARNING and not entry.rest_tells():
                    shape = template(entry.text)
                    alike[shape] = alike.get(shape, 0) + 1
        self.spread = {key for key, paths in files.items() if len(paths) >= WIDESPREAD}
        self.alike = {shape for shape, count in alike.items() if count > 2 * BULK}
        self.met: set[tuple[str, str]] = set()
        self.excerpts = EXCERPTS
        self.few = len(self.entries) <= FEW_WARNINGS
        self.many = len(self.entries) > MANY

    def _find_headings(self) -> None:
        """Lines that only name a file are told by our own headings."""
        paths = {entry.path for entry in self.entries}
        for at, text in enumerate(self.texts):
            if text.rstrip(":") in paths:
                self.shown[at] = 2

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
                self.shown[index] = 1
                self.rows.append(Row(self.lines[index], index, rank=ranks[index]))
                fold = self.loose.folds.get(index)
                if fold is not None:
                    self.rows.append(Row(fold.text, index, fold.last, max(ranks[index], IMPORTANT), MARK))
            elif told[index]:
                self.shown[index] = 2
        self._flush(pending, begin, len(self.texts))
        self._strewn()
        return View(self.rows)

    def _spread_by_first(self, starts: dict[int, Entry]) -> dict[int, tuple[Entry, ...]]:
        """For entries of one message in many places: all of them where the first stands, none elsewhere."""
        groups: dict[str, list[Entry]] = {}
        for index in sorted(starts):
            entry = starts[index]
            name = self._message_first(entry)
            if name:
                groups.setdefault(name, []).append(entry)
        found: dict[int, tuple[Entry, ...]] = {}
        for members in groups.values():
            found[id(members[0])] = tuple(members)
            for entry in members[1:]:
                found[id(entry)] = ()
        return found

    def _message_first(self, entry: Entry) -> str:
        """The name of the group that stands under its message, or ""."""
        if entry.lead or (entry.code and entry.severity == WARNING):
            return ""
        if entry.key in self.spread and self.totals.get((entry.code, template(entry.text)), 0) < BULK_ERRORS:
            return "=" + entry.key
        if entry.severity == WARNING and not entry.rest_tells():
            shape = template(entry.text)
            if shape in self.alike:
                return "~" + shape
        return ""

    def _flush(self, entries: list[Entry], begin: int, end: int) -> None:
        """Write the region of the lines `begin` to `end` (exclusive)."""
        if not entries:
            self._gap(begin, end)
            return
        spread: dict[str, list[Entry]] = {}
        files: dict[str, list[Entry]] = {}
        for entry in entries:
            name = self._message_first(entry)
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
        if len({entry.text for entry in members}) == 1:
            text = _SPACES.sub("  ", head.text)
            self.rows.append(Row(text, head.first, head.last, rank, REST, _others(members)))
            self._mark_shown(members)
            self.rows.append(Row("  " + _places(members), rank=rank, form=HEADING))
            self._after(head, "    ")
            return
        self._single(head)
        places = []
        for entry in members[1:]:
            value = "" if self.many else _difference(entry.text, head.text)
            places.append(f"{_place(entry)} {value}" if value else _place(entry))
            self._tell(entry)
        text = f"[x{thousands(len(members) - 1)} like this: {', '.join(places)}]"
        self.rows.append(Row(text, members[1].first, members[-1].last, EVIDENCE, MARK))

    def _file(self, path: str, members: list[Entry]) -> None:
        """The diagnostics of one file."""
        if members[0].parens and not members[0].code.startswith("TS") and not self.many:
            self._by_line(members)
            return
        whole, bulk = self._divide(members)
        if not whole and len(bulk) <= SCATTERED:
            for entry in bulk:
                self.scattered.setdefault(entry.code, []).append(entry)
            return
        if len(whole) == 1 and len(whole[0]) == 1 and not bulk:
            self._single(whole[0][0])
            return
        rank = max(FAILURE if entry.severity == ERROR else EVIDENCE for entry in members)
        self.rows.append(Row(path, rank=rank, form=HEADING))
        for equal in whole:
            head = equal[0]
            spots = ", ".join(dict.fromkeys(entry.spot for entry in equal))
            text = f"  {spots} {_SPACES.sub('  ', head.text)}"
            rank = FAILURE if head.severity == ERROR else EVIDENCE
            self._lead(head)
            self.rows.append(Row(_short(text, 700), head.first, rank=rank, form=REST, more=_others(equal)))
            self._mark_shown(equal)
            self._wrapped(head)
            self._after(head, "    ")
        if bulk:
            self._codes(bulk)

    def _divide(self, members: list[Entry]) -> tuple[list[list[Entry]], list[Entry]]:
        """What is shown whole (equal messages together, errors first), and what by its code alone."""
        whole: dict[str, list[Entry]] = {}
        bulk: list[Entry] = []
        for entry in sorted(members, key=lambda entry: -entry.severity):
            if entry.key in whole:
                whole[entry.key].append(entry)
            elif self._is_bulk(entry):
                bulk.append(entry)
            else:
                whole[entry.key] = [entry]
        return list(whole.values()), bulk

    def _is_bulk(self, entry: Entry) -> bool:
        """Whether a diagnostic like it was shown whole before."""
        if not entry.code:
            return False
        kind = (entry.code, template(entry.text))
        if self.totals.get(kind, 0) < (BULK if entry.severity == WARNING else BULK_ERRORS):
            return False
        if kind in self.met:
            return True
        self.met.add(kind)
        return False

    def _codes(self, bulk: list[Entry]) -> None:
        """One row for the frequent rules that a file breaks: code and places, equal places together."""
        by_code: dict[str, list[str]] = {}
        for entry in bulk:
            spot = entry.spot.split(":")[0] if self.many else entry.spot
            spots = by_code.setdefault(entry.code, [])
            if not spots or spots[-1] != spot:
                spots.append(spot)
            self._tell(entry)
        codes: dict[str, list[str]] = {}
        for code, spots in by_code.items():
            codes.setdefault(" ".join(spots), []).append(code)
        text = "; ".join(f"{','.join(names)} {spots}" for spots, names in codes.items())
        self.rows.append(Row(f"  [more: {text}]", bulk[0].first, bulk[-1].last, EVIDENCE, MARK))

    def _scattered(self) -> None:
        """A row a rule for the files that break frequent rules once or twice."""
        for code, entries in self.scattered.items():
            self.rows.append(
                Row(f"[more {code}: {_places(entries)}]", entries[0].first, entries[-1].last, EVIDENCE, MARK)
            )
            for entry in entries:
                self._tell(entry)
        self.scattered.clear()

    def _by_line(self, members: list[Entry]) -> None:
        """`path(line,col): error X: message`: whole, or up to its code where like ones were shown."""
        whole, bulk = self._divide(members)
        for equal in whole:
            self._single(equal[0])
            if len(equal) > 1:
                self._heads(equal[1:])
        if bulk:
            self._heads(bulk)

    def _heads(self, entries: list[Entry]) -> None:
        """The beginnings of lines whose message was shown before."""
        heads = []
        for entry in entries:
            line = self.texts[entry.first].strip()
            end = line.find(entry.code)
            heads.append(line[: end + len(entry.code)] if end > 0 else f"{entry.path}({entry.spot})")
            self._tell(entry)
        text = f"[more: {', '.join(dict.fromkeys(heads))}]"
        self.rows.append(Row(text, entries[0].first, entries[-1].last, EVIDENCE, MARK))

    def _single(self, entry: Entry) -> None:
        """A diagnostic alone: its line as it was."""
        rank = FAILURE if entry.severity == ERROR else EVIDENCE
        self._lead(entry)
        more = tuple(entry.more)
        if entry.arrow:
            text = f"{entry.path}:{entry.spot} {_SPACES.sub('  ', entry.text)}"
            self.rows.append(Row(text, entry.first, entry.last, rank, REST, more))
        else:
            self.rows.append(
                Row(_short(self.lines[entry.first], 700), entry.first, rank=rank, form=LINE, more=more)
            )
        self._mark_shown([entry])
        self._wrapped(entry)
        self._after(entry, "  ")

    def _lead(self, entry: Entry) -> None:
        """How the compiler came to an error; not told of warnings."""
        if entry.severity != ERROR:
            return
        lead = entry.lead
        if len(lead) > 4:
            lead = lead[:1] + lead[-3:]
        for at in lead:
            if self.lines[at].endswith(_ANYWHERE):
                continue
            self.shown[at] = 1
            self.rows.append(Row("  " + self.lines[at].strip(), at, rank=EVIDENCE, form=REST))

    def _wrapped(self, entry: Entry) -> None:
        """The further lines of a message that its tool wrapped."""
        if not entry.arrow:
            for at in range(entry.first + 1, entry.last + 1):
                self.rows.append(Row("    " + self.lines[at].strip(), at, rank=EVIDENCE, form=REST))

    def _after(self, entry: Entry, indent: str) -> None:
        """What explains a diagnostic: its notes and details, and the source of the first errors."""
        rest = [(at, form) for at, form in entry.rest if not _BARE.match(self.texts[at])]
        if entry.severity == ERROR:
            if self.excerpts > 0:
                wanted = _thinned(rest)
            else:
                wanted = [at for at, form in rest if form != EXCERPT][:NOTES]
            self.excerpts -= 1
        elif self.few:
            wanted = [at for at, _ in rest]
        else:
            wanted = [at for at, form in rest if form == DETAIL][:1]
        if len(wanted) > LONG:
            wanted = wanted[: LONG // 2] + wanted[-LONG // 2 :]
        rank = EVIDENCE if entry.severity == ERROR else NORMAL
        for at in wanted:
            line = self.lines[at]
            text = line if line[:1] in " \t" and indent == "  " else indent + line
            self.shown[at] = 1
            self.rows.append(Row(_short(text, 400), at, rank=rank, form=REST))

    def _mark_shown(self, entries: list[Entry]) -> None:
        for entry in entries:
            for at in (*range(entry.first, entry.last + 1), *entry.more):
                self.shown[at] = 1

    def _tell(self, entry: Entry) -> None:
        """Its header is told by a row of ours."""
        for at in (*range(entry.first, entry.last + 1), *entry.more):
            self.shown[at] = 2

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
            word = "lines" if len(left) > 1 else "line"
            span = f"of {first}-{last}" if last > first else str(first)
            text = f"[... {thousands(len(left))} {word} {span}: source, notes, progress]"
            self.rows.append(Row(text, left[0], left[-1], ALWAYS, MARK))


def _merged(entries: list[Entry]) -> list[Entry]:
    """The entries without repetitions of the same message at the same place, which the first one counts."""
    first: dict[tuple[str, str, str], Entry] = {}
    merged: list[Entry] = []
    for entry in entries:
        name = (entry.path, entry.spot, without_project(entry.text))
        known = first.get(name)
        if known is None:
            first[name] = entry
            merged.append(entry)
        else:
            known.more.extend(range(entry.first, entry.last + 1))
    return merged


def _others(entries: list[Entry]) -> tuple[int, ...]:
    """The header lines of all entries but the first line of the first."""
    found = list(entries[0].more)
    for entry in entries[1:]:
        found.extend((*range(entry.first, entry.last + 1), *entry.more))
    return tuple(found)


def _place(entry: Entry) -> str:
    if entry.parens:
        return f"{entry.path}({entry.spot.replace(':', ',')})"
    return f"{entry.path}:{entry.spot}"


def _places(entries: list[Entry]) -> str:
    """All places; of a file that linters name once, the further ones by line and column alone."""
    words: list[str] = []
    path = ""
    for entry in entries:
        words.append(entry.spot if entry.headed and entry.path == path else _place(entry))
        path = entry.path
    return ", ".join(words)


def _difference(text: str, other: str) -> str:
    """The first part that a message quotes and another like it does not."""
    for mine, theirs in zip(_QUOTED.findall(text), _QUOTED.findall(other), strict=False):
        if mine != theirs:
            return str(mine)
    return ""


def _thinned(rest: list[tuple[int, int]]) -> list[int]:
    """The lines after an error: its own excerpt and details, of many notes the first and the last ones."""
    own: list[int] = []
    notes: list[list[int]] = []
    for at, form in rest:
        if form == NOTED:
            notes.append([at])
        elif notes:
            notes[-1].append(at)
        else:
            own.append(at)
    if len(notes) > NOTES:
        notes = notes[: NOTES - 1] + notes[-1:]
    return own + [at for note in notes for at in note]


def _short(line: str, most: int) -> str:
    """A long line by its head and tail."""
    if len(line) <= most + 100:
        return line
    head, tail = most * 3 // 4, most // 4
    return f"{line[:head]} [... {thousands(len(line) - head - tail)} characters ...] {line[-tail:]}"
