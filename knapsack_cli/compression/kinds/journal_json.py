"""journalctl -o json: each record as the line that journalctl writes without it, then by shape.

Twenty fields of bookkeeping surround each message. A record is told by its time, its priority, who wrote it
and the message, all as they are written; what else it holds is in the original.
"""

import json

from knapsack_cli.compression.kinds.logs import HEAD, TAIL
from knapsack_cli.compression.model import ALWAYS, DATA, FAILURE, LINE, MARK, Row, Segment, View
from knapsack_cli.compression.rendering import rows_from_decisions
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.compression.templates import LOG, decide_by_shape

SAMPLE = 40
SEVERE = 3
"""Priorities up to this are errors and worse."""
_SAME = ("_HOSTNAME", "_BOOT_ID", "_MACHINE_ID")


def recognise(segment: Segment) -> int:
    """Objects with the fields that journald gives each record."""
    count = segment.count
    lines = [segment.line(at) for at in range(0, count, max(1, count // SAMPLE))]
    lines = [line for line in lines if line.strip()]
    told = sum(
        1 for line in lines if line[:1] == "{" and '"MESSAGE"' in line and '"__REALTIME_TIMESTAMP"' in line
    )
    return 97 if len(lines) >= 3 and told * 10 >= len(lines) * 9 else 0


def decide(segment: Segment) -> View | None:
    """The records as lines; None where one of them cannot be read."""
    records: list[dict[str, object]] = []
    for line in segment.lines:
        if not line.strip():
            records.append({})
            continue
        try:
            record = json.loads(line)
        except ValueError:
            return None
        if not isinstance(record, dict):
            return None
        records.append(record)
    told = [_told(record) for record in records]
    part = Segment(told, segment.base, segment.hints)
    decisions = decide_by_shape(part, LOG, HEAD, TAIL)
    seen: set[str] = set()
    for index, record in enumerate(records):
        priority = str(record.get("PRIORITY", ""))
        if priority.isdecimal() and int(priority) <= SEVERE:
            shape = shape_of(told[index].partition(" ")[2])
            if shape not in seen:
                seen.add(shape)
                decisions.keep(index, FAILURE)
    rows = rows_from_decisions(part, decisions)
    for row in rows:
        row.first -= segment.base
        row.last -= segment.base
        if row.form == LINE:
            row.form = DATA
    return View([_heading(records), *rows])


def _told(record: dict[str, object]) -> str:
    """`1796002305962294 <3> sshd[211]: Failed password`."""
    if not record:
        return ""
    message = record.get("MESSAGE")
    said = json.dumps(message, ensure_ascii=False)[1:-1] if isinstance(message, str) else "(no text)"
    writer = record.get("SYSLOG_IDENTIFIER") or record.get("_COMM") or ""
    process = record.get("_PID") or record.get("SYSLOG_PID")
    number = f"[{process}]" if process else ""
    priority = f" <{record['PRIORITY']}>" if "PRIORITY" in record else ""
    return f"{record.get('__REALTIME_TIMESTAMP', '')}{priority} {writer}{number}: {said}"


def _heading(records: list[dict[str, object]]) -> Row:
    """Which fields the rows hold, and those that are the same in all."""
    same = [
        f"{name} {records[0][name]}"
        for name in _SAME
        if name in records[0] and all(record.get(name) == records[0][name] for record in records if record)
    ]
    text = "[__REALTIME_TIMESTAMP <PRIORITY> SYSLOG_IDENTIFIER[_PID]: MESSAGE"
    return Row(text + ("; in all: " + ", ".join(same) if same else "") + "]", rank=ALWAYS, form=MARK)
