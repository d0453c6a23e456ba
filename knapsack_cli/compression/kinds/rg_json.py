"""`rg --json`: the hits by file, as a search prints them; what tells where it begins and ends, as counts.

Texts stand as the JSON has them, escapes too, without the newline at their end.
"""

from knapsack_cli.compression.kinds.common.search_hits import FileHits, Hit, hit_rows
from knapsack_cli.compression.marks import plural
from knapsack_cli.compression.model import ALWAYS, MARK, Row, Segment, View

_EVENTS = ("begin", "match", "context", "end", "summary")
_PATH = '{"path":{"text":"'
_LINES = ',"lines":{"text":"'
SAMPLE = 50
ROOM = 14_000
"""Characters that hits may always take: a fifth, or less, of the events that tell them."""


def recognise(segment: Segment) -> int:
    """Sure when the first lines are such events, one of them a hit's or a file's."""
    sample = [line for line in segment.lines[:SAMPLE] if line.strip()]
    events = [_event(line) for line in sample]
    if not sample or sum(1 for event in events if event) * 10 < len(sample) * 9:
        return 0
    return 97 if any(_PATH in line for line in sample) else 0


def _event(line: str) -> str:
    """Which event a line is, empty when it is none."""
    if line.endswith('"type":"summary"}') and line.startswith('{"data":{'):
        return "summary"  # the one event whose keys are sorted
    before, sign, _ = line.partition('","data":{')
    name = before.removeprefix('{"type":"')
    return name if sign and name in _EVENTS else ""


def decide(segment: Segment) -> View | None:
    """Files as headings, hits and context lines under them; other lines, and binary files, as they are."""
    files: dict[str, FileHits] = {}
    others: list[int] = []
    searches = ""
    waiting: list[tuple[int, str, str]] = []
    size = 0
    for index, line in enumerate(segment.lines):
        event = _event(line)
        place = _place(line) if event in ("match", "context") else None
        if place is not None:
            path, number, text = place
            size += len(path) + len(number) + len(text) + 3
            file = files.setdefault(path, FileHits(path))
            if event == "match":
                hit = Hit(index, number, text)
                hit.context, waiting = waiting, []
                file.hits.append(hit)
            elif file.hits and not waiting and file.hits[-1].is_above(number):
                file.hits[-1].context.append((index, number, text))
            else:
                waiting.append((index, number, text))
        elif event in ("begin", "end", "summary"):
            waiting = []
            if event == "summary":
                searches = _digits(line, '"searches":', 0)
            elif event == "end" and '"binary_offset":null' not in line:
                others.append(index)
        elif line.strip():
            others.append(index)
    found = [file for file in files.values() if file.hits]
    if not found or len(others) * 5 > segment.count:
        return None
    matched = sum(len(file.hits) for file in found)
    counts = f"{plural(matched, 'match event')} in {plural(len(found), 'file')}"
    counts += f", {searches} searched" if searches else ""
    mark = Row(f"[rg --json: {counts}; offsets and times left out]", rank=ALWAYS, form=MARK)
    kept = [Row(segment.lines[at], at, rank=ALWAYS) for at in others]
    return View([mark, *kept, *hit_rows(found, size, ROOM, segment.hints.command)])


def _digits(line: str, name: str, start: int) -> str:
    """The number after `name`, empty where there is none."""
    at = line.find(name, start)
    digits = line[at + len(name) :].partition(",")[0] if at >= 0 else ""
    return digits if digits.isdigit() else ""


def _place(line: str) -> tuple[str, str, str] | None:
    """Path, line number and text of a hit; None where they are not as expected (bytes as base64)."""
    at = line.find(_PATH)
    end = _string_end(line, at + len(_PATH))
    start = line.find(_LINES, end)
    if at < 0 or end < 0 or start != end + 2:
        return None
    start += len(_LINES)
    stop = _string_end(line, start)
    if stop < 0:
        return None
    text = _without_newline(line[start:stop])
    return line[at + len(_PATH) : end], _digits(line, '"line_number":', stop), text


def _string_end(line: str, start: int) -> int:
    """Where the JSON string that begins at `start` ends: its quote's index, or -1."""
    at = line.find('"', start)
    while at >= 0 and _backslashes(line, start, at) % 2:
        at = line.find('"', at + 1)
    return at


def _backslashes(text: str, start: int, end: int) -> int:
    """How many backslashes stand together before `end`."""
    at = end
    while at > start and text[at - 1] == "\\":
        at -= 1
    return end - at


def _without_newline(text: str) -> str:
    """A JSON string without the escaped line end that closes it."""
    for sign in "nr":
        if text.endswith(sign) and _backslashes(text, 0, len(text) - 1) % 2:
            text = text[:-2]
    return text
