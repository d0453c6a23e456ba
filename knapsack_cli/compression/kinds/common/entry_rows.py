"""How one diagnostic is written: its line, how the compiler came there, its source, notes and details."""

from knapsack_cli.compression.kinds.common.blocks import DETAIL, EXCERPT, NOTED, Entry, is_caret
from knapsack_cli.compression.kinds.common.places import ERROR
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import EVIDENCE, FAILURE, LINE, NORMAL, REST, Row
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

EXCERPTS = 12
"""So many errors are shown with their source."""
CROWD = 150
"""Among more diagnostics than this half as many are."""
FEW_WARNINGS = 5
NOTES = 4
"""So many notes of an error are shown."""
LONG = 24
"""More lines than this after an error are cut in the middle."""
SPOTS = 2000
"""Characters of the places of one message in a file that are told."""
REPEATED = 12
"""Lines of fewer characters are not worth looking for twice."""
ADVICE = 40
"""A note at the place of its diagnostic that has so many characters is shown once."""
LITERAL = 100
"""So many places of one warning are each told with their file's name."""
SHOWN = 1
TOLD = 2

_SYSTEM = ("/usr/", "/opt/", "from /usr/", "from /opt/", "C:\\Program Files")
_ANYWHERE = (": At top level:", ": At global scope:", ": 在文件作用域：", ": 在全局域：")
_BARE = " \t|│·"
_NOTE_PLACE = lazy(r"(?:--> )?(?P<path>[^\s:]{1,300}):\d{1,7}(?::\d{1,6})?(?:: |$)")
_ADVICE = lazy(r"(?:= )?(?:note|help): ")
_LEVEL = lazy(r"= (?:help: to override `-D |note: `-D clippy::\S+` implied by )")
_NUMBERED = lazy(r"\d{1,7} ?[|│]")
_SOURCE = lazy(r"\d{0,7} ?\|")
_SPACES = lazy(r"(?<=\S)[ \t]{3,}(?=\S)")


class EntryWriter:
    """Writes diagnostics to rows.

    Attributes:
        lines: the lines as they are shown.
        texts: the lines without the prefixes of log collectors.
        rows: what was written.
        shown: for each line SHOWN, TOLD (a row of ours stands for it) or 0.
    """

    __slots__ = (
        "_advised",
        "_excerpts",
        "_few",
        "_led",
        "_located",
        "_sources",
        "lines",
        "rows",
        "shown",
        "texts",
    )

    def __init__(self, lines: list[str], texts: list[str], count: int) -> None:
        self.lines = lines
        self.texts = texts
        self.rows: list[Row] = []
        self.shown = bytearray(len(texts))
        self._excerpts = EXCERPTS if count <= CROWD else EXCERPTS // 2
        self._led: set[str] = set()
        self._advised: set[str] = set()
        self._located: set[str] = set()
        self._sources: set[str] = set()
        self._few = count <= FEW_WARNINGS

    def under_heading(self, equal: list[Entry]) -> None:
        """A row under the heading of its file for one message at one or several places."""
        head = equal[0]
        spots = ", ".join(dict.fromkeys(entry.spot for entry in equal))
        text = f"  {short(spots, SPOTS)} {short(spaced(head.text), 500)}"
        rank = FAILURE if head.severity == ERROR else EVIDENCE
        self._lead(head, equal[1:])
        self.rows.append(Row(text, head.first, rank=rank, form=REST, more=other_lines(equal)))
        self.mark(equal, SHOWN)
        self._wrapped(head)
        self.after(head, "    ")

    def single(self, entry: Entry) -> None:
        """A diagnostic alone: its line as it was."""
        rank = FAILURE if entry.severity == ERROR else EVIDENCE
        self._lead(entry)
        more = tuple(entry.more)
        if entry.arrow:
            text = f"{entry.path}:{entry.spot} {spaced(entry.text)}"
            self.rows.append(Row(text, entry.first, entry.last, rank, REST, more))
        else:
            line = self.lines[entry.first]
            text = short(line, 600)
            form = LINE if text == line else REST
            self.rows.append(Row(text, entry.first, rank=rank, form=form, more=more))
        self.mark([entry], SHOWN)
        self._wrapped(entry)
        self.after(entry, "  ")

    def _lead(self, entry: Entry, alike: "Sequence[Entry]" = ()) -> None:
        """How the compiler came to an error, or to all of several; not told of warnings."""
        if entry.severity != ERROR:
            return
        inner = [at for at in entry.lead if not self.lines[at].endswith(_ANYWHERE)]
        for other in alike:
            ways = {self.texts[at] for at in other.lead}
            inner = [at for at in inner if self.texts[at] in ways]
        if len(inner) > 3 or self._excerpts <= 0:
            own = [at for at in inner[1:] if not self.texts[at].lstrip().startswith(_SYSTEM)]
            inner = ([] if self._excerpts <= 0 else inner[:1]) + own[-2:]
        for at in inner:
            text = self.lines[at].strip()
            if text in self._led:
                continue
            self._led.add(text)
            self.shown[at] = 1
            self.rows.append(Row("  " + short(text, 200), at, rank=EVIDENCE, form=REST))

    def _wrapped(self, entry: Entry) -> None:
        """The further lines of a message that its tool wrapped."""
        if not entry.arrow:
            for at in range(entry.first + 1, entry.last + 1):
                self.rows.append(Row("    " + self.lines[at].strip(), at, rank=EVIDENCE, form=REST))

    def after(self, entry: Entry, indent: str) -> None:
        """What explains a diagnostic: its notes and details, and the source of the first errors."""
        rest = [(at, form) for at, form in entry.rest if self.texts[at].strip(_BARE)]
        if ":" in entry.spot or "," in entry.spot:
            rest = [(at, form) for at, form in rest if not _points(self.texts[at])]
        if entry.severity == ERROR:
            if self._excerpts > 0:
                excerpts = {at for at, form in rest if form == EXCERPT}
                wanted = self._worth(_thinned(rest), excerpts)
                if entry.arrow and not self._few:
                    wanted = self._advice(wanted)
            else:
                wanted = [at for at, form in rest if form != EXCERPT][:NOTES]
            self._excerpts -= 1
        elif self._few:
            wanted = [at for at, _ in rest if not _points(self.texts[at])]
        else:
            wanted = [at for at, form in rest if form == DETAIL and not _names_variables(self.texts[at])][:1]
        wanted = self._fresh(wanted, entry)
        if len(wanted) > LONG:
            wanted = wanted[: LONG // 2] + wanted[-LONG // 2 :]
        rank = EVIDENCE if entry.severity == ERROR else NORMAL
        for at in wanted:
            line = self.lines[at]
            text = line if line[:1] in " \t" and indent == "  " else indent + line
            self.shown[at] = 1
            self.rows.append(Row(short(text, 300 if self._excerpts > 0 else 160), at, rank=rank, form=REST))

    def _worth(self, wanted: list[int], excerpts: set[int]) -> list[int]:
        """The lines after an error without how the files of its notes come to be included, without the
        source of notes in the system's files, and without what rustc says of its own lint levels."""
        kept: list[int] = []
        system = False
        for at in wanted:
            text = self.texts[at].strip()
            if text.startswith(("In file included from ", "from /", "from ")) and text.endswith((":", ",")):
                continue
            if _LEVEL.match(text):
                continue
            place = _NOTE_PLACE.match(text)
            if place is not None:
                system = place["path"].startswith(_SYSTEM)
            elif system and (at in excerpts or _SOURCE.match(text)):
                continue
            kept.append(at)
        return kept

    def _advice(self, wanted: list[int]) -> list[int]:
        """The lines after an error of rustc: the first note or help whole, the others without source."""
        kept: list[int] = []
        notes = 0
        for at in wanted:
            text = self.texts[at].strip()
            told = _ADVICE.match(text) is not None
            if len(text) >= REPEATED and text in self._advised:
                continue
            if not _SOURCE.match(text):
                self._advised.add(text)
            notes += told and "for further information visit" not in text
            if notes < 2 or told or text.startswith("-->"):
                kept.append(at)
        return kept

    def _fresh(self, wanted: list[int], entry: Entry) -> list[int]:
        """The lines without those that have been shown of the same diagnostic, and without the source
        that the diagnostic before it has shown."""
        kept: list[int] = []
        said: set[str] = set()
        for at in wanted:
            text = self.texts[at].strip()
            if text in said or text in self._sources or self._advised_before(text, entry):
                continue
            if text.startswith("location: class "):
                if text in self._located:
                    continue
                self._located.add(text)
            if len(text) >= REPEATED:
                said.add(text)
            kept.append(at)
        self._sources = {text for text in said if _NUMBERED.match(text)}
        return kept

    def _advised_before(self, text: str, entry: Entry) -> bool:
        """Whether a note at the diagnostic's own place gives advice that another one was given before."""
        own = f"{entry.path}:{entry.spot.split(':')[0]}:"
        if not text.startswith(own):
            return False
        _, _, advice = text.partition(" note: ")
        if len(advice) < ADVICE:
            return False
        known = advice in self._advised
        self._advised.add(advice)
        return known

    def mark(self, entries: list[Entry], how: int) -> None:
        """Note that the headers of `entries` are SHOWN or TOLD."""
        for entry in entries:
            for at in (*range(entry.first, entry.last + 1), *entry.more):
                self.shown[at] = how


def _names_variables(line: str) -> bool:
    """Whether a line of javac only says which names are type variables."""
    return line.rstrip().endswith(("is a type-variable:", "are type-variables:"))


def _points(line: str) -> bool:
    """Whether a line does nothing but point into the one above: of a warning the column says as much."""
    bare = line.lstrip(" \t|│╵")
    return is_caret(bare) or bare == "..." or (bare.count("+") > 0 and not bare.strip("+ -~"))


def spaced(text: str) -> str:
    """A message without the spaces that align it with others."""
    return _SPACES.sub("  ", text)


def other_lines(entries: list[Entry]) -> tuple[int, ...]:
    """The header lines of all entries but the first line of the first."""
    found = list(entries[0].more)
    for entry in entries[1:]:
        found.extend((*range(entry.first, entry.last + 1), *entry.more))
    return tuple(found)


def place_of(entry: Entry) -> str:
    if entry.parens and entry.spot[0] != "[" and not entry.text.startswith(("w: ", "e: ", "i: ")):
        return f"{entry.path}({entry.spot.replace(':', ',')})"
    return f"{entry.path}:{entry.spot}"


def places_of(entries: list[Entry], values: list[str] | None = None) -> str:
    """All places, each with its value where there are any.

    Of a file that linters name once, and of many warnings, the further places are told by line and column.
    """
    words: list[str] = []
    path = ""
    short_of = values is not None or len(entries) > LITERAL
    for at, entry in enumerate(entries):
        bare = entry.path == path and (
            entry.headed or (short_of and entry.severity != ERROR and not entry.parens)
        )
        word = entry.spot if bare else place_of(entry)
        words.append(f"{word} {values[at]}" if values is not None and values[at] else word)
        path = entry.path
    return ", ".join(words)


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


def short(line: str, most: int) -> str:
    """A long line by its head and tail."""
    if len(line) <= most + 100:
        return line
    head, tail = most * 3 // 4, most // 4
    return f"{line[:head]} [... {thousands(len(line) - head - tail)} characters ...] {line[-tail:]}"
