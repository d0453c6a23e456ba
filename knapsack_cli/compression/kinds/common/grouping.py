"""Diagnostics as an engineer reads them: errors first, a heading a file, equal messages once with all places.

Between two lines of the log that are kept (a command, a summary) the diagnostics are one region. In it
each file with several of them is a heading with rows under it; a message that many files have is a row
with the places under it; of a rule that is broken often the first message is shown, then code and places.
"""

import re

from knapsack_cli.compression.kinds.common.blocks import DETAIL, EXCERPT, NOTED, Entry
from knapsack_cli.compression.kinds.common.loose import Loose
from knapsack_cli.compression.kinds.common.places import ERROR, WARNING, without_project
from knapsack_cli.compression.marks import gap_mark, thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    DROP,
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
WIDESPREAD = 3
"""A message in at least this many files stands once, its places under it."""
MANY = 300
"""With more diagnostics than this, folded ones are told by their line alone."""
EXCERPTS = 30
"""So many errors are shown with their source."""
FEW_WARNINGS = 5
LONG = 16
"""More lines than this after an error are cut in the middle."""

_QUOTED = re.compile(r"'[^'\n]{0,300}'|\"[^\"\n]{0,300}\"|`[^`\n]{0,300}`|‘[^’\n]{0,300}’|“[^”\n]{0,300}”|\d+")
_SPACES = re.compile(r"(?<=\S)[ \t]{3,}(?=\S)")


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
        self.entries = _merged(entries)
        self.totals: dict[tuple[str, str], int] = {}
        files: dict[str, set[str]] = {}
        alike: dict[str, int] = {}
        for entry in self.entries:
            if entry.code and entry.severity == WARNING:
                kind = (entry.code, template(entry.text))
                self.totals[kind] = self.totals.get(kind, 0) + 1
            elif not entry.lead:
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
        if entry.key in self.spread:
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
        self._rest(begin, end)

    def _message(self, members: list[Entry]) -> None:
        """A message once, and all its places."""
        head = members[0]
        rank = FAILURE if head.severity == ERROR else EVIDENCE
        if len({entry.text for entry in members}) == 1:
            text = _SPACES.sub("  ", head.text)
            self.rows.append(Row(text, head.first, head.last, rank, REST, _others(members)))
            self._mark_shown(members)
            self._after(head, "  ")
            self.rows.append(Row("  " + ", ".join(_place(entry) for entry in members), rank=rank, form=HEADING))
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
            self.rows.append(Row(text, head.first, rank=rank, form=REST, more=_others(equal)))
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
        if not entry.code or entry.severity != WARNING:
            return False
        kind = (entry.code, template(entry.text))
        if self.totals.get(kind, 0) < BULK:
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
            self.rows.append(Row(self.lines[entry.first], entry.first, rank=rank, form=LINE, more=more))
        self._mark_shown([entry])
        self._wrapped(entry)
        self._after(entry, "  ")

    def _lead(self, entry: Entry) -> None:
        """How the compiler came to an error; not told of warnings."""
        if entry.severity != ERROR:
            return
        lead = entry.lead
        if len(lead) > 6:
            lead = lead[:3] + lead[-2:]
        for at in lead:
            self.shown[at] = 1
            self.rows.append(Row("  " + self.lines[at].strip(), at, rank=EVIDENCE, form=REST))

    def _wrapped(self, entry: Entry) -> None:
        """The further lines of a message that its tool wrapped."""
        if not entry.arrow:
            for at in range(entry.first + 1, entry.last + 1):
                self.rows.append(Row("    " + self.lines[at].strip(), at, rank=EVIDENCE, form=REST))

    def _after(self, entry: Entry, indent: str) -> None:
        """What explains a diagnostic: its notes and details, and the source of the first errors."""
        wanted = [at for at, form in entry.rest if form != EXCERPT]
        if entry.severity == ERROR and self.excerpts > 0:
            self.excerpts -= 1
            wanted = [at for at, form in entry.rest if self.texts[at].strip()]
            if len(wanted) > LONG:
                wanted = _thinned(entry)
        elif self.few:
            wanted = [at for at, form in entry.rest if self.texts[at].strip()][:LONG]
        elif entry.severity != ERROR:
            wanted = [at for at, form in entry.rest if form == DETAIL][:2]
        if len(wanted) > LONG:
            wanted = wanted[: LONG // 2] + wanted[-LONG // 2 :]
        rank = EVIDENCE if entry.severity == ERROR else NORMAL
        for at in wanted:
            line = self.lines[at]
            text = line if line[:1] in " \t" and indent == "  " else indent + line
            self.shown[at] = 1
            self.rows.append(Row(text, at, rank=rank, form=REST))

    def _mark_shown(self, entries: list[Entry]) -> None:
        for entry in entries:
            for at in (*range(entry.first, entry.last + 1), *entry.more):
                self.shown[at] = 1

    def _tell(self, entry: Entry) -> None:
        """Its header is told by a row of ours."""
        for at in (*range(entry.first, entry.last + 1), *entry.more):
            self.shown[at] = 2

    def _gap(self, begin: int, end: int) -> None:
        """Lines left out where nothing was regrouped; a run so short that its mark would be longer is kept."""
        first = begin
        while first < end:
            if self.shown[first] or self.loose.told[first]:
                first += 1
                continue
            last = first
            while last < end and not self.shown[last] and not self.loose.told[last]:
                last += 1
            lines = self.lines[first:last]
            if any(line.strip() for line in lines):
                mark = gap_mark(self.segment.number(first), self.segment.number(last - 1), last - first, "")
                if last - first <= 40 and sum(len(line) + 1 for line in lines) <= len(mark) + 1:
                    self.rows.extend(
                        Row(line, first + at, rank=EVIDENCE) for at, line in enumerate(lines) if line.strip()
                    )
                else:
                    self.rows.append(Row("", first, last - 1, ALWAYS, GAP))
            first = last

    def _rest(self, begin: int, end: int) -> None:
        """Say how many lines of a region are not shown: source excerpts, notes, progress."""
        left = [
            at
            for at in range(begin, end)
            if not self.shown[at] and not self.loose.told[at] and self.texts[at].strip()
        ]
        if left:
            first, last = self.segment.number(left[0]), self.segment.number(left[-1])
            word = "lines" if len(left) > 1 else "line"
            span = f"of {first}-{last}" if last > first else str(first)
            text = f"[... {thousands(len(left))} {word} {span}: source, notes]"
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


def _difference(text: str, other: str) -> str:
    """The first part that a message quotes and another like it does not."""
    for mine, theirs in zip(_QUOTED.findall(text), _QUOTED.findall(other), strict=False):
        if mine != theirs:
            return str(mine)
    return ""


def _thinned(entry: Entry) -> list[int]:
    """The lines after an error with a long tail: its own excerpt, the first and last notes, all details cut."""
    own: list[int] = []
    notes: list[int] = []
    for at, form in entry.rest:
        if form == NOTED:
            notes.append(at)
        elif not notes:
            own.append(at)
    own = own[: LONG // 2]
    if len(notes) > 6:
        notes = notes[:4] + notes[-2:]
    return own + notes
