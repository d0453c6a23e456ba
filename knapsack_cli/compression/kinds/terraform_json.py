"""terraform plan, apply and test with -json: what each event says, without the object around it.

An event's message is told as it is written; of a diagnostic also its detail and where it stands. Progress
of what is told when it is complete goes.
"""

import json

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    DATA,
    EVIDENCE,
    FAILURE,
    IMPORTANT,
    MARK,
    Row,
    Segment,
    View,
)

_START = '{"@level":"'
_QUIET = frozenset(
    (
        *("apply_start", "apply_progress", "refresh_start", "refresh_complete", "provision_start"),
        *("provision_progress", "provision_complete", "ephemeral_op_start", "ephemeral_op_progress"),
    )
)
LEAST = 3


def recognise(segment: Segment) -> int:
    """Events of terraform's machine-readable user interface, a line each."""
    lines = [line for line in segment.lines if line.strip()]
    events = sum(1 for line in lines if line.startswith(_START) and '"@module":"terraform.ui"' in line)
    return 96 if events >= LEAST and events * 10 >= len(lines) * 8 else 0


def decide(segment: Segment) -> View:
    """A row for each event; lines that are none stay."""
    rows: list[Row] = [
        Row("[@message of each event; a diagnostic's detail and place]", rank=ALWAYS, form=MARK)
    ]
    quiet: dict[str, list[int]] = {}
    for index, line in enumerate(segment.lines):
        event = _event(line)
        if event is None:
            if line.strip():
                rows.append(Row(line, index, rank=EVIDENCE))
            continue
        sort = str(event.get("type", ""))
        if sort in _QUIET:
            quiet.setdefault(sort, []).append(index)
            continue
        level = str(event.get("@level", ""))
        bad = level in ("error", "warn") or sort.endswith("_errored")
        text = _plain(event.get("@message", ""))
        rows.append(Row(text, index, rank=FAILURE if bad else IMPORTANT, form=DATA))
        rows.extend(Row(f"  {said}", index, rank=FAILURE, form=DATA) for said in _diagnostic(event))
    for sort, members in quiet.items():
        first, last = segment.number(members[0]), segment.number(members[-1])
        text = f"[{thousands(len(members))} events {sort} left out, lines {first}-{last}]"
        rows.append(Row(text, members[0], members[-1], ALWAYS, MARK, count=len(members)))
    return View(rows)


def _event(line: str) -> "dict[str, object] | None":
    if not line.startswith(_START):
        return None
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None


def _plain(value: object) -> str:
    """A text as JSON writes it, on one line."""
    return json.dumps(value, ensure_ascii=False)[1:-1] if isinstance(value, str) else ""


def _diagnostic(event: "dict[str, object]") -> list[str]:
    """What a diagnostic adds to the message: its detail, its place and the code that stands there."""
    found = event.get("diagnostic")
    if not isinstance(found, dict):
        return []
    said = [_plain(found.get("detail"))]
    place, snippet = found.get("range"), found.get("snippet")
    if isinstance(place, dict) and isinstance(place.get("start"), dict):
        code = _plain(snippet.get("code")).strip() if isinstance(snippet, dict) else ""
        said.append(f"on {place.get('filename')} line {place['start'].get('line')}: {code}".rstrip(": "))
    return [text for text in said if text]
