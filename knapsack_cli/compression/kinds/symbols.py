"""Indexes of symbols: ctags -x and its tags, global -x, cscope -L. Every name with its line, under its file.

What stands in the line of a definition goes; where few names differ (who refers to one) the lines are
hits of a search.
"""

from knapsack_cli.compression.kinds.common.paths import looks_like_path
from knapsack_cli.compression.kinds.common.search_hits import FileHits, Hit, hit_rows
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, FAILURE, HEADING, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_FORMS = (
    lazy(r"(?P<name>[^\s:]+) +(?P<kind>[a-z][a-zA-Z]* +)?(?P<line>\d+) (?P<path>\S+) +(?P<text>\S.*)$"),
    lazy(r"(?P<path>\S+) (?P<name>[\w<>~:$]+) (?P<line>\d+) (?P<text>\S.*)$"),  # cscope
    lazy(r"(?P<name>[^\s!][^\t]*)\t(?P<path>[^\t]+)\t(?P<line>\d+|/\^.*)(?P<text>;\"\t.*)$"),  # tags
)
CSCOPE = 1
SAMPLE = 200
LEAST = 8
DIFFERENT = 0.6
"""The part of the names that differ, where it is the names that were asked for."""
ROOM = 14_000
WIDTH = 110


def recognise(segment: Segment) -> int:
    """Nearly every line has the fields of one of the forms, a path among them."""
    sample = [line for line in segment.lines[:SAMPLE] if line and not line.startswith("!_")]
    if len(sample) < LEAST or not (_may_be(sample[0]) or _may_be(sample[-1])):
        return 0
    form = _form_of(sample)
    return 94 if form == CSCOPE else 84 if form >= 0 else 0


def _may_be(line: str) -> bool:
    """Whether a line has a number where one of the forms has it; costs no pattern."""
    fields = line.split(None, 3)
    return len(fields) == 4 and (fields[1].isdigit() or fields[2].isdigit() or ';"\t' in line)


def _form_of(sample: list[str]) -> int:
    """The index of the form that nearly all lines have, or -1."""
    for at, form in enumerate(_FORMS):
        if form.match(sample[0]) is None and form.match(sample[-1]) is None:
            continue
        found = [match for match in map(form.match, sample) if match is not None]
        if len(found) >= 0.95 * len(sample) and all(looks_like_path(match["path"]) for match in found):
            return at
    return -1


def decide(segment: Segment) -> View | None:
    """Names side by side under their file and kind, or hits under their file."""
    lines = segment.lines
    sample = [line for line in lines[:SAMPLE] if line and not line.startswith("!_")]
    at = _form_of(sample) if sample else -1
    if at < 0:
        return None
    form = _FORMS[at]
    found = [(index, match) for index, line in enumerate(lines) if (match := form.match(line)) is not None]
    known = {index for index, _ in found}
    rows = [
        Row(line, index, rank=FAILURE)
        for index, line in enumerate(lines)
        if line and index not in known and not line.startswith("!_")
    ]
    if len({match["name"] for _, match in found}) < DIFFERENT * len(found):
        files: dict[str, FileHits] = {}
        for index, match in found:
            file = files.setdefault(match["path"], FileHits(match["path"]))
            name = f"{match['name']}: " if at == CSCOPE else ""
            file.hits.append(Hit(index, match["line"], name + match["text"]))
        return View([*rows, *hit_rows(list(files.values()), len(segment.data), ROOM)])
    groups: dict[str, dict[str, list[tuple[str, int]]]] = {}
    for index, match in found:
        kind = (match.groupdict().get("kind") or "").strip()
        number = "" if match["line"].startswith("/") else f" {match['line']}"
        group = groups.setdefault(match["path"], {}).setdefault(kind, [])
        group.append((match["name"] + number, index))
    rows.append(Row("[names with their lines; the lines' texts left out]", rank=ALWAYS, form=MARK))
    for path, kinds in groups.items():
        rows.append(Row(path, rank=FAILURE, form=HEADING))
        for kind, names in kinds.items():
            _write(f" {kind}:" if kind else "", names, rows)
    return View(rows)


def _write(lead: str, names: list[tuple[str, int]], rows: list[Row]) -> None:
    """Names of one kind, several to a row."""
    text, indexes = lead, list[int]()
    for name, index in names:
        if indexes and len(text) + len(name) > WIDTH:
            rows.append(Row(text, indexes[0], rank=EVIDENCE, form=DATA, more=tuple(indexes[1:])))
            text, indexes = lead, []
        text += f"{',' if indexes else ''} {name}"
        indexes.append(index)
    rows.append(Row(text, indexes[0], rank=EVIDENCE, form=DATA, more=tuple(indexes[1:])))
