"""wevtutil qe /f:text: each event of Windows as a line of a log, then by shape.

A dozen fields that say nothing surround each message. An event is told by its date, its level, who wrote
it, its number and what it says, all as they are written.
"""

from knapsack_cli.compression.kinds.common.told_records import ToldRecords
from knapsack_cli.compression.kinds.logs import HEAD, TAIL
from knapsack_cli.compression.model import ALWAYS, FAILURE, MARK, Row, Segment, View
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.compression.templates import LOG, decide_by_shape
from knapsack_cli.text.lazy_patterns import lazy

_EVENT = lazy(r"Event ?\[\d+\]:?$")
_FIELD = lazy(r"  ([A-Z][A-Za-z ]{2,14}):(?: (.*))?$")
_TOLD = ("Date", "Level", "Source", "Event ID")
SEVERE = ("Critical", "Error", "Warning")
LEAST = 3
MOST_SAID = 400
"""Characters of what an event says."""


def recognise(segment: Segment) -> int:
    """Events by number, with fields below them."""
    head = segment.lines[:120]
    events = sum(1 for line in head if _EVENT.match(line))
    fields = sum(1 for line in head if _FIELD.match(line))
    return 95 if events >= LEAST and fields >= 4 * events else 0


def decide(segment: Segment) -> View | None:
    """The events as lines."""
    lines = segment.lines
    starts = [index for index, line in enumerate(lines) if _EVENT.match(line)]
    if len(starts) < LEAST:
        return None
    spans = list(zip(starts, [*starts[1:], len(lines)], strict=True))
    events = [_fields(lines[start:end]) for start, end in spans]
    told = [" ".join(event.get(name, "") for name in _TOLD) + ": " + event.get("", "") for event in events]
    part = ToldRecords(told, segment, spans)
    decisions = decide_by_shape(part, LOG, HEAD, TAIL)
    seen: set[str] = set()
    for index, event in enumerate(events):
        shape = shape_of(event.get("", ""))
        if event.get("Level", "") in SEVERE and shape not in seen:
            seen.add(shape)
            decisions.keep(index, FAILURE)
    return View(
        [
            Row(
                "[Date Level Source Event ID: Description of each event, its lines parted by bars]",
                rank=ALWAYS,
                form=MARK,
            ),
            *part.rows(decisions),
        ]
    )


def _fields(lines: list[str]) -> dict[str, str]:
    """The fields of an event; what it says, its lines parted by bars, under the empty name."""
    fields: dict[str, str] = {}
    for at, line in enumerate(lines):
        found = _FIELD.match(line)
        if found is None:
            continue
        if found[1] == "Description":
            said = " | ".join(
                " ".join(other.split()) for other in (found[2] or "", *lines[at + 1 :]) if other.strip()
            )
            fields[""] = said[:MOST_SAID]
            break
        fields[found[1]] = found[2] or ""
    return fields
