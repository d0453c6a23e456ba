"""Diagnostics under a heading that holds the path: eslint, stylelint, ruff's grouped form, phpcs, phpstan,
djlint, shellcheck with its `In x.sh line 3:`, pydocstyle with its rule under a place."""

from knapsack_cli.compression.kinds.common.blocks import DETAIL, EXCERPT, Entry, finish
from knapsack_cli.compression.kinds.common.places import ERROR, WARNING, Place, severity_of
from knapsack_cli.text.lazy_patterns import lazy

_ROW = lazy(
    r"[ \t]+(?P<spot>\d{1,7}:\d{1,6})[ \t]+"
    r"(?:(?P<word>error|warning|warn|info|hint)|(?P<sign>[✖×⚠ℹ✘]))[ \t]+(?P<text>\S.*)$"
)
_NEXT_ROW = lazy(r"(?P<spot>\d{1,7}:\d{1,6}) {2}(?P<text>(?P<word>Error|Warning): \S.*)$")
_LINE_ROW = lazy(r" {2}Line (?P<spot>\d{1,7}:\d{1,6}): {2}(?P<text>\S.*)$")
"""ESLint as `next build` and `react-scripts build` show it."""
_SIGNED_ROW = lazy(r"[ \t]+(?P<sign>[✖×⚠ℹ✘])[ \t]+(?P<spot>\d{1,7}:\d{1,6})[ \t]+(?P<text>\S.*)$")
_INDENTED_FILE = lazy(r"  (?P<path>\S[^\n]{0,300}?):\d{1,7}:\d{1,6}$")
_CODED_ROW = lazy(r"[ \t]+(?P<spot>\d{1,7}:\d{1,6})[ \t]+(?P<code>[A-Z]{1,8}\d{2,6})[ \t](?P<text>.*)$")
_CELLS = lazy(r"[ \t]*(?P<spot>\d{1,7})[ \t]*\|[ \t]*(?P<word>ERROR|WARNING)[ \t]*\|[ \t]*(?P<text>\S.*)$")
_MORE_CELLS = lazy(r"[ \t]+\|[ \t]+\|[ \t]+\S")
_TABLE_HEAD = lazy(r"[ \t]+Line[ \t]+(?P<path>\S.*?)[ \t]*$")
_TABLE_ROW = lazy(r"[ \t]{1,4}:?(?P<spot>\d{1,7})[ \t]{2,}(?P<text>\S.*)$")
_FILE = lazy(r"FILE: (?P<path>\S.*)$")
_IN = lazy(r"In (?P<path>\S.*) line (?P<spot>\d{1,7}):$")
_SHELL = lazy(r"[ \t]*\^-*\^? (?P<text>(?P<code>SC\d{3,5}) \((?P<word>error|warning|info|style)\): .*)$")
_UNINDENTED = lazy(r"(?P<code>[A-Z]\d{3}) (?P<spot>\d{1,7}:\d{1,6}) (?P<text>\S.*)$")
_GRADED = lazy(
    r"(?P<grade>[CWEFRI]):[ ]{0,3}(?P<line>\d{1,7}):[ ]{0,3}(?P<column>\d{1,6}): "
    r"(?P<text>(?:\[[A-Za-z]{1,12}\] )?(?P<code>[A-Z]\w{1,40}/[\w/]{1,80}): \S.*)$"
)
_WITHIN = lazy(r"(?P<path>\S[^:\n]{0,300}):(?P<spot>\d{1,7}) (?:in|at) [^\n]{1,300}:$")
_BELOW = lazy(r"[ \t]+(?P<text>(?P<code>[A-Z]{1,4}\d{3}): \S.*)$")
_SPACES = lazy(r"(?<=\S)[ \t]{2,}(?=\S)")
_RULE = lazy(r"[ \t]{2,}(?P<code>[@\w][\w./@-]*)[ \t]*$")


_SNIFF = lazy(r"\((?P<code>[A-Z]\w{1,40}(?:\.\w{1,60}){2,3})\)$")
_BETWEEN = ("FOUND ", "PHPCBF CAN FIX ")
"""What PHP_CodeSniffer writes between a file's name and its findings, and below them."""


class _Form:
    """What a row of one of these forms says: place, severity, text, code."""

    __slots__ = ("code", "severity", "spot", "text")

    def __init__(self, spot: str, severity: int, text: str, code: str) -> None:
        self.spot = spot
        self.severity = severity
        self.text = text
        self.code = code


def _row(line: str, table: bool) -> _Form | None:
    """What a row under a heading says, or None."""
    match = _ROW.match(line)
    if match is not None:
        word = match["word"]
        severity = severity_of(word) if word else (ERROR if match["sign"] in "✖×✘" else WARNING)
        rule = _RULE.search(match["text"][-200:])
        start = match.start("word") if word else match.start("sign")
        return _Form(
            match["spot"], severity, _SPACES.sub("  ", line[start:].rstrip()), rule["code"] if rule else ""
        )
    match = _SIGNED_ROW.match(line)
    if match is not None:
        rule = _RULE.search(match["text"][-200:])
        return _Form(
            match["spot"],
            ERROR if match["sign"] in "✖×✘" else WARNING,
            _SPACES.sub("  ", match["text"].rstrip()),
            rule["code"] if rule else "",
        )
    match = _LINE_ROW.match(line)
    if match is not None:
        rule = _RULE.search(match["text"][-200:])
        return _Form(match["spot"], WARNING, _SPACES.sub("  ", match["text"]), rule["code"] if rule else "")
    match = _CODED_ROW.match(line)
    if match is not None:
        return _Form(match["spot"], WARNING, line[match.start("code") :], match["code"])
    match = _CELLS.match(line)
    if match is not None:
        severity = ERROR if match["word"] == "ERROR" else WARNING
        return _Form(match["spot"], severity, line[match.start("word") :], "")
    if table:
        match = _TABLE_ROW.match(line)
        if match is not None:
            return _Form(match["spot"], ERROR, match["text"], "")
    return None


def collect_headed(texts: list[str]) -> tuple[list[Entry], bytearray]:
    """The diagnostics of `texts` under a path, and a byte a line: 1 where one of them owns the line."""
    entries: list[Entry] = []
    owned = bytearray(len(texts))
    path, heading, table = "", -1, False
    last: Entry | None = None
    for index, line in enumerate(texts):
        if not line.strip():
            last = None if not table else last
            continue
        if owned[index]:
            continue
        if line[0] not in " \t":
            last = None
            match = _IN.match(line)
            if match is not None:
                _shell_block(texts, index, match["path"], match["spot"], entries, owned)
                continue
            entry = _above_message(texts, index)
            if entry is not None:
                entries.append(entry)
                owned[index] = owned[index + 1] = 1
                continue
            place = _unindented(line, path) if heading >= 0 else None
            if place is not None:
                last = _entry(place, index)
                owned[index] = owned[heading] = 1
                entries.append(last)
                continue
            if (heading < 0 and _GRADED.match(line)) or not line.strip("─━═-="):
                continue
            if table and line.startswith(_BETWEEN):
                continue
            match = _FILE.match(line)
            path = match["path"] if match else line.strip("= ").removesuffix(":")
            heading, table = index, match is not None
            continue
        match = _INDENTED_FILE.match(line)
        if match is not None and index + 1 < len(texts) and _SIGNED_ROW.match(texts[index + 1]):
            path, heading, table, last = match["path"], index, False, None
            continue
        match = _TABLE_HEAD.match(line[:600])
        if match is not None and index and texts[index - 1].lstrip().startswith("---"):
            path, heading, table, last = match["path"], index, True, None
            continue
        form = _row(line, table) if heading >= 0 else None
        if form is not None and (table or len(path) < 400):
            last = _entry(Place(path, form.spot, form.severity, form.text, form.code, False), index)
            owned[index] = owned[heading] = 1
            entries.append(last)
        elif last is not None and (_MORE_CELLS.match(line) or (table and line.startswith("     "))):
            last.rest.append((index, DETAIL))
            owned[index] = 1
        else:
            last = None
    for entry in entries:
        if not entry.key:
            finish(entry, texts)
        if not entry.code and entry.rest:
            sniff = _SNIFF.search(texts[entry.rest[-1][0]])
            entry.code = sniff["code"] if sniff is not None else ""
    return entries, owned


def _entry(place: Place, index: int) -> Entry:
    """The diagnostic of a row under a heading."""
    entry = Entry(place, place.severity, index, [])
    entry.arrow = entry.headed = True
    return entry


def _unindented(line: str, path: str) -> Place | None:
    """What a row at the left edge says, under the heading `path`: pycodestyle's form, or RuboCop's."""
    match = _UNINDENTED.match(line)
    if match is not None:
        return Place(path, match["spot"], WARNING, f"{match['code']} {match['text']}", match["code"], False)
    match = _NEXT_ROW.match(line)
    if match is not None:
        rule = _RULE.search(match["text"][-200:])
        severity = ERROR if match["word"] == "Error" else WARNING
        return Place(path, match["spot"], severity, match["text"], rule["code"] if rule else "", False)
    match = _GRADED.match(line)
    if match is None:
        return None
    severity = ERROR if match["grade"] in "EF" else WARNING
    spot = f"{match['line']}:{match['column']}"
    return Place(path, spot, severity, f"{match['grade']}: {match['text']}", match["code"], False)


def _above_message(texts: list[str], index: int) -> Entry | None:
    """What pydocstyle says: `path:line in public method ...:`, and under it the rule."""
    match = _WITHIN.match(texts[index])
    below = _BELOW.match(texts[index + 1]) if match is not None and index + 1 < len(texts) else None
    if match is None or below is None:
        return None
    place = Place(match["path"], match["spot"], WARNING, below["text"], below["code"], False)
    entry = _entry(place, index)
    entry.last = index + 1
    entry.key = entry.text
    return entry


def _shell_block(
    texts: list[str], index: int, path: str, spot: str, entries: list[Entry], owned: bytearray
) -> None:
    """The findings of shellcheck at one line."""
    found: list[Entry] = []
    end = index + 1
    while end < len(texts) and end - index < 60:
        line = texts[end]
        if _IN.match(line) or line.startswith("For more information"):
            break
        match = _SHELL.match(line)
        if match is not None:
            severity = severity_of(match["word"])
            entry = Entry(Place(path, spot, severity, match["text"], match["code"], False), severity, end, [])
            entry.arrow = True
            entry.key = match["text"]
            if not found and end > index + 1:
                entry.rest.append((index + 1, EXCERPT))
            found.append(entry)
        elif not found and not line.strip() and not (end + 1 < len(texts) and _SHELL.match(texts[end + 1])):
            break
        elif found:
            found[-1].rest.append((end, EXCERPT))
        end += 1
    if found:
        for at in range(index, end):
            owned[at] = 1
        entries.extend(found)
