"""`go test -json`: the text that the events carry, read as `go test` prints it."""

import json

from knapsack_cli.compression.kinds import go_test
from knapsack_cli.compression.model import DATA, GAP, LINE, Segment, View

_KEYS = ('"Action":', '"Package":')
SAMPLE = 60


def recognise(segment: Segment) -> int:
    """By the events' keys."""
    lines = segment.lines
    step = max(1, len(lines) // SAMPLE)
    sample = [line for line in lines[::step] if line.strip()]
    events = sum(1 for line in sample if line.startswith("{") and all(key in line for key in _KEYS))
    return 97 if sample and events >= 0.6 * len(sample) and events > 2 else 0


def decide(segment: Segment) -> View | None:
    """What `go test` would have printed, line for line; rows show the events' own text."""
    texts = [_output(line) for line in segment.lines]
    view = go_test.decide(Segment(texts, segment.base, segment.hints))
    if view is None:
        return None
    for row in view.rows:
        if row.form == LINE and row.first >= 0 and texts[row.first] != segment.lines[row.first]:
            row.form = DATA if row.text else GAP
    return view


def _output(line: str) -> str:
    """The text of an output event; nothing for other events; a line that is no event as it is."""
    if not line.startswith("{"):
        return line
    try:
        event = json.loads(line)
    except ValueError:
        return line
    if not isinstance(event, dict) or "Action" not in event:
        return line
    output = event.get("Output", "")
    return output.rstrip("\n").replace("\n", " ") if isinstance(output, str) else ""
