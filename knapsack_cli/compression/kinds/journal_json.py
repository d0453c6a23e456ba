"""journalctl -o json and json-pretty: each record as the line that journalctl writes, then by shape.

Twenty fields of bookkeeping surround each message. A record is told by its time, its priority, who wrote it
and the message, all as they are written; what else it holds is in the original.
"""

import json

from knapsack_cli.compression.kinds.common.told_records import ToldRecords
from knapsack_cli.compression.kinds.logs import HEAD, TAIL
from knapsack_cli.compression.model import ALWAYS, FAILURE, MARK, Row, Segment, View
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.compression.templates import LOG, decide_by_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLE = 40
_MESSAGE, _TIMESTAMP = '\t"MESSAGE" : ', '\t"__REALTIME_TIMESTAMP" : '
"""How `-o json-pretty` begins a line of a record."""
SEVERE = 3
"""Priorities up to this are errors and worse."""
_SAME = ("_HOSTNAME", "_BOOT_ID", "_MACHINE_ID")


def recognise(segment: Segment) -> int:
    """Objects with the fields that journald gives each record, on a line each or laid out."""
    count = segment.count
    if count and segment.line(0) == "{":
        head = segment.lines[:SAMPLE]
        return 97 if any(map(_begins(_MESSAGE), head)) and any(map(_begins(_TIMESTAMP), head)) else 0
    lines = [segment.line(at) for at in range(0, count, max(1, count // SAMPLE))]
    lines = [line for line in lines if line.strip()]
    told = sum(
        1 for line in lines if line[:1] == "{" and '"MESSAGE"' in line and '"__REALTIME_TIMESTAMP"' in line
    )
    return 97 if len(lines) >= 3 and told * 10 >= len(lines) * 9 else 0


def decide(segment: Segment) -> View | None:
    """The records as lines; None where one of them cannot be read."""
    spans = _spans(segment.lines)
    records: list[dict[str, object]] = []
    for start, end in spans:
        text = "\n".join(segment.lines[start:end])
        try:
            record = json.loads(text) if text.strip() else {}
        except ValueError:
            if end == segment.count and end - start > 1:
                break  # the text ends within its last record
            return None
        if not isinstance(record, dict):
            return None
        records.append(record)
    told = [_told(record) for record in records]
    part = ToldRecords(told, segment, spans)
    decisions = decide_by_shape(part, LOG, HEAD, TAIL)
    seen: set[str] = set()
    for index, record in enumerate(records):
        priority = str(record.get("PRIORITY", ""))
        if priority.isdecimal() and int(priority) <= SEVERE:
            shape = shape_of(told[index].partition(" ")[2])
            if shape not in seen:
                seen.add(shape)
                decisions.keep(index, FAILURE)
    return View([_heading(records), *part.rows(decisions)])


def _begins(start: str) -> "Callable[[str], bool]":
    return lambda line: line.startswith(start)


def _spans(lines: list[str]) -> list[tuple[int, int]]:
    """From which line to which (exclusive) each record stands: a line each, or laid out from `{` to `}`."""
    if not lines or lines[0] != "{":
        return [(index, index + 1) for index in range(len(lines))]
    starts = [index for index, line in enumerate(lines) if line == "{"]
    return list(zip(starts, [*starts[1:], len(lines)], strict=True))


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
