"""Diagnostics with the lines that belong to them: what leads up to a place, its excerpt, notes, details."""

import re

from knapsack_cli.compression.kinds.common.places import ERROR, NOTE, WARNING, Place, parse, without_project
from knapsack_cli.text.lazy_patterns import lazy

EXCERPT = 0
"""A line of source, or the caret under it."""
DETAIL = 1
"""An indented line that explains: `symbol:`, the reason of a type error."""
NOTED = 2
"""A note with a place of its own."""

_CARET_CHARACTERS = frozenset(" \t^~-|+.`'─│╰╭_")
_GUTTER = lazy(r"[ \t]{0,80}(?:\d{1,7})?[ \t]{0,8}(?:[|│╭╰├]|[-=]{2}> ?)")
_LEAD = lazy(
    r"(?:[ \t]*In file included from |In module imported (?:at|from) |[ \t]+from \S+:\d"
    r"|在包含自 |由 \S+:\d+ 包含|Dans le fichier inclus|En el fichero incluido|В файле, включ"
    r"|In Datei, eingebunden"
    r"|\S[^:\t]{0,300}: (?:In |At |In |在|Dans |En |В |Elemento|Auf |関数|함수)[^\n]{1,2000}[:：]$)"
)
_NEEDED = ("required ", "recursively required", "[ skipping", "in 'constexpr' expansion", "in ‘constexpr’")
_OF_AUTOCONF = (" is expanded from...", "the top level")
_TOLD_BELOW = lazy(r"[ \t]*\|[ \t]*(?!longer explanation)[^\W\d]")
"""How Scala 3 tells its messages: below the source, behind a bar."""
_NUMBERED_SOURCE = lazy(r"\d{1,7}[ \t]+\S|[ \t]+[~^]+")
_COUNTED = lazy(
    r"[ \t]*\d+ (?:warning|error|problem|issue|offense)s?\b|[ \t]+\d+ (?:Warning|Error)\(s\)", re.I
)
_TELLING = ("  × ", "  ! ", "  i ", "  ✖ ", "  ⚠ ", "  ℹ ")
"""How the message begins under a ruled heading; what follows it explains."""
_GO_TEXT = lazy(r"\.(?:go|swift|zig|nim|proto|hs|ml|pas|sv|vhd|scala|cr)$")
_FINDING = lazy(r"[A-Z]{1,6}\d{2,6}$")
"""The code of a finding: a note that has one explains no other (ShellCheck)."""
_WITHIN = ("location: class ", "location: interface ", "位置: 类 ", "場所: クラス")
"""What javac says of the class of an error, which the file's name says too."""
_PRETTY_END = lazy(r"\[[a-z][a-z-]{1,40}\]$")


class Entry:
    """One diagnostic.

    Attributes:
        path, spot, severity, text, code: as of `Place`; the severity is ERROR or WARNING.
        parens: whether it was written `path(line,col): ...`.
        arrow: whether the message stands on a line of its own, before the place.
        headed: whether its path stands on a heading above it.
        first, last: indexes of its header lines (the place, or the message and the place).
        lead: lines before it that tell how the compiler came there.
        rest: (index, EXCERPT | DETAIL | NOTED) of the lines after it.
        more: indexes of header lines exactly equal to it.
        key: what makes two diagnostics at different places the same.
    """

    __slots__ = (
        "arrow",
        "code",
        "first",
        "headed",
        "key",
        "last",
        "lead",
        "more",
        "parens",
        "path",
        "rest",
        "severity",
        "spot",
        "text",
    )

    def __init__(self, place: Place, severity: int, first: int, lead: list[int]) -> None:
        self.path = place.path
        self.spot = place.spot
        self.severity = severity
        self.text = place.text
        self.code = place.code
        self.parens = place.parens
        self.arrow = False
        self.headed = False
        self.first = first
        self.last = first
        self.lead = lead
        self.rest: list[tuple[int, int]] = []
        self.more: list[int] = []
        self.key = ""

    def rest_tells(self) -> bool:
        """Whether its notes and details say something of their own (rustc's help under warnings does not)."""
        if self.arrow and not self.headed and self.severity == WARNING:
            return False
        return any(form != EXCERPT for _, form in self.rest)


def is_caret(line: str) -> bool:
    """Whether `line` only points into the line above it."""
    return len(line) < 2000 and ("^" in line or "~" in line) and _CARET_CHARACTERS.issuperset(line)


def collect(texts: list[str], levels: list[int] | None = None) -> tuple[list[Entry], bytearray]:
    """All diagnostics of `texts` that stand on one line with their place.

    Args:
        texts: the lines, prefixes of log collectors removed.
        levels: what the tool around them says of each line's severity (-1: nothing), for places that
            state none themselves.

    Returns:
        The entries in order, and a byte a line: 1 where the line belongs to one of them.
    """
    entries: list[Entry] = []
    owned = bytearray(len(texts))
    lead: list[int] = []
    index, size = 0, len(texts)
    while index < size:
        line = texts[index]
        place = parse(line)
        if place is None:
            if line.endswith("━━"):
                index = _own_frame(texts, index, owned)
                continue
            if _LEAD.match(line):
                lead.append(index)
            elif line:
                lead = []
            index += 1
            continue
        severity = place.severity
        if severity < 0:
            if place.text.startswith(_NEEDED) or lead:
                lead.append(index)
                index += 1
                continue
            if levels is not None and levels[index] >= WARNING:
                severity = levels[index]
            elif place.code or _GO_TEXT.search(place.path):
                severity = ERROR if not place.code else WARNING
        if severity == NOTE and _FINDING.match(place.code):
            severity = WARNING
        if severity < WARNING:
            lead = []
            index += 1
            continue
        entry = Entry(place, severity, index, lead)
        owned[index] = 1
        for at in lead:
            owned[at] = 1
        lead = []
        index = _continue(texts, index + 1, entry)
        for at, _ in entry.rest:
            owned[at] = 1
        for at in range(entry.first, entry.last + 1):
            owned[at] = 1
        finish(entry, texts)
        entries.append(entry)
    return entries, owned


def finish(entry: Entry, texts: list[str]) -> None:
    """Set what makes the entry equal to others: its text and what explains it."""
    words = [
        word
        for at, form in entry.rest
        if form != EXCERPT and not (word := texts[at].strip()).startswith(_WITHIN)
    ]
    text = without_project(entry.text)
    if entry.last > entry.first:
        words = [texts[at].strip() for at in range(entry.first + 1, entry.last + 1)] + words
    entry.key = "\n".join([text, *words]) if words else text


def _continue(texts: list[str], index: int, entry: Entry) -> int:
    """Add the lines that follow the header of `entry` to it; return where it ends."""
    if texts[entry.first].endswith("━━"):
        return _framed(texts, index, entry)
    size = len(texts)
    rest = entry.rest
    indent = _indent(texts[entry.first])
    only_marked = entry.parens and entry.code.startswith(
        ("CS", "MSB", "NU", "CA", "IDE", "C", "LNK", "BC", "SA")
    )
    told_below = texts[entry.first].lstrip().startswith("-- ")
    while index < size:
        line = texts[index]
        if not line.strip():
            after = texts[index + 1] if index + 1 < size else ""
            carets = index + 2 < size and is_caret(texts[index + 2])
            if not (carets and _NUMBERED_SOURCE.match(after)) and not _is_related(texts, index + 1):
                break
            rest.append((index, EXCERPT))
            index += 1
            continue
        if told_below and _TOLD_BELOW.match(line):
            rest.append((index, DETAIL))
        elif _is_excerpt(texts, index):
            rest.append((index, EXCERPT))
        elif _COUNTED.match(line) or _LEAD.match(line):
            break
        else:
            place = parse(line)
            if place is None and only_marked:
                break
            if place is not None:
                if place.severity == NOTE and _FINDING.match(place.code):
                    break
                if place.severity == NOTE or (
                    place.severity < 0
                    and (place.text.startswith(_NEEDED) or place.text.endswith(_OF_AUTOCONF))
                ):
                    rest.append((index, NOTED))
                elif _indent(line) > indent + 1 and place.severity < WARNING:
                    rest.append((index, DETAIL))
                else:
                    break
            elif line[0].isspace() and _indent(line) > indent:
                pointed = rest and rest[-1][1] == EXCERPT and is_caret(texts[rest[-1][0]])
                deep = pointed and _indent(line) >= _indent(texts[rest[-1][0]]) > 0
                rest.append((index, EXCERPT if deep else DETAIL))
            elif not rest and _wrapped(texts, index, entry):
                entry.last = index
            elif rest and _is_inserted(texts, index, rest[-1][0]):
                rest.append((index, EXCERPT))
            else:
                break
        index += 1
    while rest and not texts[rest[-1][0]].strip():
        rest.pop()
        index -= 1
    return index


def _own_frame(texts: list[str], index: int, owned: bytearray) -> int:
    """Take what is indented under a ruled heading without a place (how a file would be formatted)."""
    index += 1
    while index < len(texts) and (not texts[index].strip() or texts[index].startswith("  ")):
        owned[index] = 1
        index += 1
    return index


def _framed(texts: list[str], index: int, entry: Entry) -> int:
    """Add to an entry of Biome all that is indented under its ruled heading; return where it ends."""
    size = len(texts)
    while index < size and (not texts[index].strip() or texts[index].startswith("  ")):
        if texts[index].strip():
            told = texts[index].startswith(_TELLING)
            entry.rest.append((index, DETAIL if told else EXCERPT))
        index += 1
    while index - 1 > entry.first and not texts[index - 1].strip():
        index -= 1
    return index


def _is_excerpt(texts: list[str], index: int) -> bool:
    """Whether a line is source, points into it, or tells how a note's file came to be included."""
    line = texts[index]
    if is_caret(line) or _GUTTER.match(line):
        return True
    if index + 1 < len(texts) and is_caret(texts[index + 1]) and parse(line) is None:
        return True
    return _LEAD.match(line) is not None and _leads_to_note(texts, index)


def _leads_to_note(texts: list[str], index: int) -> bool:
    """Whether the lines that tell of inclusion from `index` on end in a note."""
    for at in range(index + 1, min(index + 12, len(texts))):
        if not _LEAD.match(texts[at]):
            place = parse(texts[at])
            if place is None:
                return False
            if place.severity >= 0:
                return place.severity == NOTE
    return False


def _is_inserted(texts: list[str], index: int, above: int) -> bool:
    """Whether a line is what clang would put in at the left edge, where the caret above it points."""
    if not texts[above].startswith(("^", "~")) or len(texts[index]) > 60 or index + 1 >= len(texts):
        return False
    below = texts[index + 1]
    return parse(below) is not None or _LEAD.match(below) is not None


def _wrapped(texts: list[str], index: int, entry: Entry) -> bool:
    """Whether an unindented line is the wrapped end of the message above it (mypy --pretty)."""
    above = texts[index - 1]
    if index - entry.first > 12 or _PRETTY_END.search(above) or len(above) < 40 or len(texts[index]) > 120:
        return False
    for at in range(index, min(index + 8, len(texts))):
        line = texts[at]
        if line[:1] in " \t":
            return at > index and at + 1 < len(texts) and (is_caret(texts[at + 1]))
        if not line or (parse(line) is not None):
            return bool(at > index and _PRETTY_END.search(texts[at - 1]))
    return False


def _is_related(texts: list[str], index: int) -> bool:
    """Whether related information of `tsc --pretty` begins here: an indented place, then its source."""
    if index + 2 >= len(texts) or not texts[index].startswith("  "):
        return False
    return re.match(r"  \S[^:]{0,300}:\d+:\d+(?: - .*)?$", texts[index]) is not None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
