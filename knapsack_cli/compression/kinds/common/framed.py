"""Messages whose place stands apart from them: Sass under its source, Flow behind a ruler, OCaml above it.

DEPRECATION WARNING [import]: Sass @import rules are deprecated.
1 │ @import "parts";
  ╵
    main.scss 1:9  root stylesheet

Error ------------------------------------ quota.js:2:22
"""

from knapsack_cli.compression.kinds.common.blocks import DETAIL, EXCERPT, Entry
from knapsack_cli.compression.kinds.common.places import ERROR, WARNING, Place
from knapsack_cli.text.lazy_patterns import lazy

_SASS = lazy(
    r"(?:(?:DEPRECATION|Deprecation) (?:WARNING|Warning)(?: \[(?P<code>[\w-]{1,40})\])?"
    r"|WARNING|(?P<fatal>Error)): \S"
)
_SASS_PLACE = lazy(r" {2,8}(?P<path>\S[^\t\n]{0,300}?) (?P<line>\d{1,7}):(?P<column>\d{1,6}) {1,40}\S")
_FRAME = ("╷", "│", "╵", "┌", "├", "└")
_FLOW = lazy(r"Error -{3,} (?P<path>\S[^\n]{0,300}?):(?P<spot>\d{1,7}:\d{1,6})$")
_FLOW_CODE = lazy(r"\[(?P<code>[a-z]{1,30}(?:-[a-z]{1,30}){0,8})\]$")
_OCAML = lazy(
    r"File \"(?P<path>[^\"\n]{1,300})\", lines? (?P<line>\d{1,7})(?:-\d{1,7})?"
    r"(?:, characters (?P<column>\d{1,6})(?:-\d{1,6})?)?:$"
)
_OCAML_SAYS = lazy(
    r"(?P<word>Error|Warning|Alert)(?: (?P<code>\d{1,3} \[[\w-]{1,40}\]|[\w-]{1,40}))?"
    r"(?: \([^()\n]{1,120}\))?: \S"
)
_REACH = 40
"""So many lines may a message with its source have."""


def framed_at(texts: list[str], index: int) -> tuple[Entry, int] | None:
    """The diagnostic that begins at `index` and where it ends, or None."""
    line = texts[index]
    if line.startswith("File "):
        return _ocaml(texts, index)
    return _flow(texts, index) if line.startswith("Error ---") else _sass(texts, index)


def _sass(texts: list[str], index: int) -> tuple[Entry, int] | None:
    match = _SASS.match(texts[index])
    if match is None:
        return None
    size = min(len(texts), index + _REACH)
    framed = False
    for at in range(index + 1, size):
        line = texts[at]
        if line.lstrip(" 0123456789").startswith(_FRAME):
            framed = True
            continue
        place = _SASS_PLACE.match(line) if framed else None
        if place is None:
            if _SASS.match(line):
                return None
            continue
        end = at + 1
        while end < size and _SASS_PLACE.match(texts[end]):
            end += 1
        severity = ERROR if match["fatal"] else WARNING
        spot = f"{place['line']}:{place['column']}"
        where = Place(place["path"], spot, severity, texts[index], match["code"] or "", False)
        entry = Entry(where, severity, index, [])
        entry.arrow = True
        entry.rest = [
            (row, DETAIL if texts[row][:1].isalpha() else EXCERPT)
            for row in range(index + 1, end)
            if texts[row].strip()
        ]
        entry.key = texts[index]
        return entry, end
    return None


def _flow(texts: list[str], index: int) -> tuple[Entry, int] | None:
    match = _FLOW.match(texts[index])
    if match is None:
        return None
    size = min(len(texts), index + _REACH)
    first = next((at for at in range(index + 1, size) if texts[at].strip()), -1)
    if first < 0 or _FLOW.match(texts[first]):
        return None
    end = first + 1
    while end < size and not _FLOW.match(texts[end]) and not texts[end].startswith("Found "):
        end += 1
    said = first
    while said + 1 < end and texts[said + 1].strip():
        said += 1
    code = _FLOW_CODE.search(texts[said][-200:])
    place = Place(match["path"], match["spot"], ERROR, texts[first], code["code"] if code else "", False)
    entry = Entry(place, ERROR, index, [])
    entry.last = first
    entry.arrow = True
    entry.rest = [
        (row, DETAIL if row <= said else EXCERPT) for row in range(first + 1, end) if texts[row].strip()
    ]
    entry.key = "\n".join(texts[row].strip() for row in range(first, said + 1))
    return entry, end


def _ocaml(texts: list[str], index: int) -> tuple[Entry, int] | None:
    match = _OCAML.match(texts[index])
    if match is None:
        return None
    size = min(len(texts), index + _REACH)
    said = index + 1
    while said < size and (told := _OCAML_SAYS.match(texts[said])) is None:
        if not texts[said].strip() or _OCAML.match(texts[said]):
            return None
        said += 1
    if said >= size or told is None:
        return None
    end = said + 1
    while end < size and texts[end].strip() and not texts[end].startswith("File "):
        end += 1
    severity = ERROR if told["word"] == "Error" else WARNING
    spot = f"{match['line']}:{match['column']}" if match["column"] else match["line"]
    place = Place(match["path"], spot, severity, texts[said], told["code"] or "", False)
    entry = Entry(place, severity, index, [])
    entry.arrow = True
    entry.rest = [(row, DETAIL if row > said else EXCERPT) for row in range(index + 1, end) if row != said]
    entry.more = [said]
    entry.key = "\n".join(texts[row].strip() for row in range(said, end))
    return entry, end
