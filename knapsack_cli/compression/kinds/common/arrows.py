"""Diagnostics whose message comes first and whose place follows under an arrow: rustc, clippy, ruff, oxlint.

error[E0308]: mismatched types
  --> src/posting.rs:211:9
"""

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common.blocks import DETAIL, EXCERPT, Entry, finish
from knapsack_cli.compression.kinds.common.framed import framed_at
from knapsack_cli.compression.kinds.common.places import ERROR, WARNING, Place, code_at_end, judge
from knapsack_cli.text.lazy_patterns import lazy

_ARROW = lazy(r" *(?:-->|╭─\[|┌─|,-\[|Location:) ?(?P<path>[^\t\n]{1,400}?):(?P<spot>\d+(?::\d+)?)\]?$")
_GUTTER = lazy(r" {0,80}(?:\d{1,7})? {0,8}(?:[|│·]|\.\.\.$|╰|`-+$)")
_SPOKEN = lazy(
    r" {0,80}(?:\d{1,7})? {0,8}[|│·][^\n]*?(?:(?<![\^~])[\^~]+|(?<!-)-{2,}|╰──|┬) *[^\s|^~+─-][^\n]*$"
)
_MIETTE = lazy(r" *(?P<sign>[⚠×✖x✗!]|\[warn\]|\[error\]) (?P<code>[\w-]+\([\w/@-]+\)|[\w:/@-]+)?: ?")
_NAMED = lazy(r"(?P<code>[a-z][a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,10}): (?:\[\*\] )?\S")
"""What ruff writes of a rule that it tells by its name."""
_NOT_RULES = ("note: ", "help: ", "info: ", "hint: ", "error: ", "warning: ")
_ISSUE = lazy(r">> Issue: \[(?P<code>B\d+)[^\]]*\] ")
_NAMES_LINT = lazy(r" *(?:= note: [`#]|= help: for further information|Severity: )")
_ADVISING = ("help", "note", "hint", "info", "More Info", "error[", "warning[")
_BUNDLER = lazy(r"[✘✖▲x] \[(?P<word>ERROR|WARNING)\] \S")
_BUNDLER_PLACE = lazy(r"    (?P<path>\S[^\n]{0,300}?):(?P<spot>\d+:\d+):$")
_PACKED = lazy(r"(?P<word>ERROR|WARNING) in (?P<path>\S[^\t\n]{0,400}?) (?P<spot>\d+:\d+(?:-[\d:]+)?)$")
_FEW_PACKED = 12
"""So few problems of webpack are told as they stand, with how each module came to be asked for."""
_SIGNS = ("-->", "─", ",-[", "Location: ")
_APART = ("DEPRECATION WARNING", "Deprecation Warning", "Error: ", "Error ---", "WARNING: ", 'File "')
_REACH = 4
"""So many lines may a message have before its arrow."""
_LONGEST = 2000


def collect_arrows(texts: list[str]) -> tuple[list[Entry], bytearray]:
    """The diagnostics of `texts` that have an arrow, and a byte a line: 1 where one owns the line."""
    entries: list[Entry] = []
    owned = bytearray(len(texts))
    index, size = 0, len(texts)
    asked: set[str] = set()
    packed = sum(1 for line in texts if " in " in line[:11] and _PACKED.match(line)) > _FEW_PACKED
    while index < size:
        line = texts[index]
        if packed and " in " in line[:11] and (bundled := _packed(texts, index, asked)) is not None:
            entries.append(bundled[0])
            owned[index : bundled[1]] = b"\1" * (bundled[1] - index)
            index = bundled[1]
            continue
        if line[:1] in "✘✖▲x" and line and (bundled := _bundled(texts, index)) is not None:
            entries.append(bundled[0])
            owned[index : bundled[1]] = b"\1" * (bundled[1] - index)
            index = bundled[1]
            continue
        if line.startswith(_APART) and (framed := framed_at(texts, index)) is not None:
            entries.append(framed[0])
            owned[index : framed[1]] = b"\1" * (framed[1] - index)
            index = framed[1]
            continue
        match = _ARROW.match(line) if any(sign in line for sign in _SIGNS) else None
        if match is None:
            index += 1
            continue
        first = _header(texts, owned, index)
        if first < 0:
            index += 1
            continue
        entry = _entry(texts, first, index, match["path"], match["spot"])
        if entry is None:
            index += 1
            continue
        end = index + 1
        strange: list[int] = []
        while end < size and end - index < _LONGEST and texts[end].strip():
            text = texts[end]
            if text[0].isalpha() and not text.startswith(_ADVISING) and is_failure(text[:500]):
                # What another program wrote in between.
                strange.append(end)
                end += 1
                continue
            spoken = _SPOKEN.match(text[:500]) or not _GUTTER.match(text)
            entry.rest.append((end, DETAIL if spoken else EXCERPT))
            end += 1
        for at in range(first, end):
            owned[at] = at not in strange
        finish(entry, texts)
        if entry.severity == WARNING:
            entry.key = entry.text
            entry.rest = [(at, DETAIL if _NAMES_LINT.match(texts[at]) else EXCERPT) for at, _ in entry.rest]
        entry.key = entry.key.replace(texts[index].strip() + "\n", "").replace(texts[index].strip(), "")
        entries.append(entry)
        index = end
    return entries, owned


def _bundled(texts: list[str], index: int) -> tuple[Entry, int] | None:
    """What esbuild says at `index`: a message, and below it the place and the source; and where it ends."""
    match = _BUNDLER.match(texts[index])
    if match is None:
        return None
    end = index + 1
    while (
        end < len(texts)
        and end - index < _LONGEST
        and (not texts[end].strip() or texts[end].startswith("  "))
    ):
        end += 1
    while not texts[end - 1].strip():
        end -= 1
    below = range(index + 1, end)
    at = next((at for at in below if _BUNDLER_PLACE.match(texts[at])), -1)
    place = _BUNDLER_PLACE.match(texts[at]) if at >= 0 else None
    if place is None:
        return None
    severity = ERROR if match["word"] == "ERROR" else WARNING
    text = texts[index]
    entry = Entry(
        Place(place["path"], place["spot"], severity, text, code_at_end(text), False), severity, index, []
    )
    entry.last = at
    entry.arrow = True
    entry.rest = [
        (line, EXCERPT if _GUTTER.match(texts[line]) else DETAIL)
        for line in range(at + 1, end)
        if texts[line].strip()
    ]
    entry.key = text
    return entry, end


def _packed(texts: list[str], index: int, asked: set[str]) -> tuple[Entry, int] | None:
    """What webpack says at `index`: a place, under it the message and who asked for the module; its end.

    Who asked is told once: `asked` holds whom others have told already.
    """
    match = _PACKED.match(texts[index])
    if match is None or index + 1 == len(texts) or not texts[index + 1].strip():
        return None
    end = index + 2
    while end < len(texts) and end - index < _LONGEST and texts[end].strip():
        end += 1
    severity = ERROR if match["word"] == "ERROR" else WARNING
    text = f"{match['word']} {texts[index + 1]}"
    entry = Entry(Place(match["path"], match["spot"], severity, text, "", False), severity, index, [])
    entry.last = index + 1
    entry.arrow = True
    by = next((at for at in range(index + 2, end) if texts[at].startswith(" @ ")), -1)
    told = by < 0 or texts[by] in asked
    asked.add(texts[by] if by >= 0 else "")
    entry.rest = [(at, DETAIL if at == by and not told else EXCERPT) for at in range(index + 2, end)]
    entry.key = text
    return entry, end


def _header(texts: list[str], owned: bytearray, arrow: int) -> int:
    """Where the message of the arrow at `arrow` begins, or -1."""
    line = texts[arrow - 1] if arrow else ""
    if _NAMED.match(line) and not owned[arrow - 1] and not line.startswith(_NOT_RULES):
        return arrow - 1
    for at in range(arrow - 1, max(-1, arrow - 1 - _REACH), -1):
        if owned[at] or not texts[at].strip():
            return -1
        if judge(texts[at])[0] >= WARNING or _MIETTE.match(texts[at]) or _ISSUE.match(texts[at]):
            return at
    return -1


def _entry(texts: list[str], first: int, arrow: int, path: str, spot: str) -> Entry | None:
    text = texts[first]
    severity, code = judge(text)
    issue = _ISSUE.match(text)
    if issue is not None:
        severity, code = WARNING, issue["code"]
    elif severity < WARNING:
        match = _MIETTE.match(text)
        named = _NAMED.match(text) if match is None else None
        if named is not None:
            entry = Entry(Place(path, spot, WARNING, text, named["code"], False), WARNING, first, [])
            entry.last = arrow
            entry.arrow = True
            return entry
        if match is None:
            return None
        severity = WARNING if match["sign"] in ("⚠", "!", "[warn]") else ERROR
        code = match["code"] or code_at_end(text)
        text = text.strip()
    entry = Entry(Place(path, spot, severity, text, code, False), severity, first, [])
    entry.last = arrow
    entry.arrow = True
    return entry
