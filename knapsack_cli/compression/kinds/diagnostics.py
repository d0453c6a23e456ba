"""Compilers and linters that put the place first: gcc, clang, tsc, javac, mypy, ruff, MSBuild and kin."""

from knapsack_cli.compression.kinds.common.arrows import collect_arrows
from knapsack_cli.compression.kinds.common.blocks import Entry, collect, is_caret
from knapsack_cli.compression.kinds.common.grouping import arrange
from knapsack_cli.compression.kinds.common.headed import collect_headed
from knapsack_cli.compression.kinds.common.loose import rank_loose
from knapsack_cli.compression.kinds.common.outcome import outcome
from knapsack_cli.compression.kinds.common.places import parse, tells_packages
from knapsack_cli.compression.model import Segment, View
from knapsack_cli.text.lazy_patterns import lazy

GO_SURE = 69
"""Less than what would be cut out of a run of go's tests."""
SAMPLE = 120
"""Lines looked at in each of head, middle and tail."""

_ARROW = lazy(r" *(?:-->|╭─\[|┌─|,-\[|Location:) ?[^\t]{1,400}:\d+(?::\d+)?\]?$")
_ROW = lazy(
    r"[✘✖▲x] \[(?:ERROR|WARNING)\] \S|[ \t]+[✖×⚠ℹ✘][ \t]+\d+:\d+[ \t]+\S"
    r"|[ \t]+\d+:\d+[ \t]+(?:error|warning|info|hint|✖|×|⚠|[A-Z]{1,8}\d{2,6})[ \t]"
    r"|[ \t]*\d+[ \t]*\|[ \t]*(?:ERROR|WARNING)[ \t]*\|"
    r"|[ \t]*\^-*\^? SC\d{3,5} |[A-Z]\d{3} \d{1,7}:\d{1,6} \S"
    r"|File \"[^\"\n]{1,300}\", lines? \d[\d-]{0,12}, characters \d"
    r"|\d{1,7}:\d{1,6} {2}(?:Error|Warning): \S| {2}Line \d{1,7}:\d{1,6}: {2}\S"
    r"|DEPRECATION WARNING \[[\w-]{1,40}\]: \S|Error -{3,} \S[^\n]{0,300}:\d{1,7}:\d{1,6}$"
    r"|[CWEFRI]:[ ]{0,3}\d{1,7}:[ ]{0,3}\d{1,6}: (?:\[\w{1,12}\] )?[A-Z]\w{1,40}/\w|== \S{1,300} ==$"
)
_PACKED = lazy(r"(?:ERROR|WARNING) in \S[^\t\n]{0,400}? \d+:\d+(?:-[\d:]+)?$")
_RULED = lazy(r"[ \t]*-{4}[ -]*$")
_UNDER_RULE = lazy(r"[ \t]+Line[ \t]+\S")
_TABLED = lazy(r"[ \t]{1,4}:?\d{1,7}[ \t]{2,}\S|[ \t]{5,}\S")
_CHECKED = lazy(r"Checking (?P<path>\S{1,300})[ \t]+(?P<how>OK|\d{1,7} warnings?)$")
_GO_TESTS = ("--- ", "=== ", "ok  \t", "FAIL", "?   \t")
_COUNTED = lazy(r"(?P<count>\d{1,7})[ \t]{1,8}(?P<code>[A-Z]{1,4}\d{2,5})[ \t]")
_UNSORTED = " Imports are incorrectly sorted and/or formatted."
"""What isort says of a file."""
_WITHIN = lazy(r"\S[^:\n]{0,300}:\d{1,7} (?:in|at) [^\n]{1,300}:$")
_BELOW = lazy(r"[ \t]+[A-Z]{1,4}\d{3}: \S")
_CONTINUED = lazy(
    r"[ \t]{0,80}(?:\d{1,7})?[ \t]{0,8}[|│]|[ \t]|\d{1,7}\t|\d{1,7} {1,8}[-+] |-{40,}$"
    r"|>> Issue|In file included|\S+: In |$"
)


def recognise(segment: Segment) -> int:
    """By the share of lines that tell a place and a severity or a rule."""
    places = stated = other = tabled = 0
    packed = False
    lines = sample(segment.lines)
    go = tells_packages(lines) and not any(line.startswith(_GO_TESTS) for line in lines)
    for at, line in enumerate(lines):
        packed = bool(line.strip()) and (packed or _PACKED.match(line) is not None)
        if packed:
            places += line[0] in "EW"
            stated += line[0] in "EW"
            continue
        if _ARROW.match(line) or _ROW.match(line) or line.endswith(_UNSORTED):
            places += 1
            stated += 1
            continue
        if at + 1 < len(lines) and _WITHIN.match(line[:600]) and _BELOW.match(lines[at + 1]):
            places += 1
            stated += 1
            continue
        if _UNDER_RULE.match(line[:200]) and at and _RULED.match(lines[at - 1]):
            tabled += 1
            continue
        if tabled and (_RULED.match(line) or _TABLED.match(line)):
            continue
        place = parse(line[:600])
        if place is not None and (
            place.severity >= 0 or place.code or (go and ".go" in place.path) or place.path.endswith(".proto")
        ):
            places += 1
            stated += go or place.severity >= 0 or "/" in place.code
        elif go and line.startswith("# "):
            continue
        elif not _CONTINUED.match(line) and not (at + 1 < len(lines) and is_caret(lines[at + 1])):
            other += 1
    if tabled > 1 and tabled > other:
        return 92
    if places < 2:
        return 55 if places and other <= 2 else 0
    share = places / (places + other)
    if share < 0.15:
        return 0
    sure = (72 if stated >= 3 else 40) + int((20 if stated >= 3 else 50) * share)
    return min(sure, GO_SURE) if go else sure


def decide(segment: Segment) -> View | None:
    """Every place, errors first, grouped by file."""
    texts = segment.lines
    entries, owned = collect_all(texts)
    if not entries and not any(text.endswith(_UNSORTED) for text in texts):
        return None
    loose = rank_loose(texts, owned, segment.number, lambda index: outcome(texts[index]), _listed)
    return arrange(segment, texts, entries, loose)


def _listed(text: str) -> tuple[str, str] | None:
    """The file that a ruled heading names, under what is said of it, or that was checked; a rule's count."""
    match = _CHECKED.match(text)
    if match is not None:
        return match["how"], match["path"]
    if text.startswith("ERROR: ") and text.endswith(_UNSORTED):
        return "unsorted", text[len("ERROR: ") : -len(_UNSORTED)]
    match = _COUNTED.match(text)
    if match is not None:
        return "counts", f"{match['count']} {match['code']}"
    if not text.endswith("━━"):
        return None
    path, _, said = text.rstrip(" ━").rpartition(" ")
    return (said, path) if path else None


def is_of_diagnostic(line: str) -> bool:
    """Whether a line tells a place with a severity, or is source, a caret or a detail under one."""
    if not line or line[0].isspace() or _ARROW.match(line) or _CONTINUED.match(line):
        return True
    place = parse(line[:600])
    return place is not None and place.severity >= 0


def collect_all(texts: list[str], levels: list[int] | None = None) -> tuple[list[Entry], bytearray]:
    """The diagnostics of every form, in order, and a byte a line: 1 where one owns the line.

    Args:
        texts: the lines, prefixes of log collectors removed.
        levels: as of `collect`.
    """
    owned = bytearray(len(texts))
    found: list[Entry] = []
    rest = texts
    for form in (collect_arrows, collect_headed, None):
        entries, theirs = form(rest) if form is not None else collect(rest, levels)
        if entries:
            found.extend(entries)
            owned = bytearray(mine | its for mine, its in zip(owned, theirs, strict=True))
            rest = ["" if mine else text for text, mine in zip(rest, theirs, strict=True)]
    found.sort(key=lambda entry: entry.first)
    return found, owned


def sample(lines: list[str]) -> list[str]:
    """Head, middle and tail of the lines."""
    size = len(lines)
    if size <= 3 * SAMPLE:
        return lines
    middle = size // 2
    return lines[:SAMPLE] + lines[middle : middle + SAMPLE] + lines[-SAMPLE:]
