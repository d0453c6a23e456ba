"""NDJSON: lines of one message fold; rare, far and failing ones stay."""

import json

from knapsack_cli.compression.kinds.json_records import decide, recognise
from knapsack_cli.compression.model import Hints, Segment
from knapsack_cli.compression.rendering import rows_from_decisions, write_rows


def shown(lines: list[str]) -> list[str]:
    """What the kind shows of `lines`."""
    segment = Segment(lines, 0, Hints())
    assert recognise(segment) > 60
    decisions = decide(segment)
    assert decisions is not None
    return write_rows(rows_from_decisions(segment, decisions))


def log(count: int) -> list[str]:
    """A service's log."""
    return [
        json.dumps(
            {"level": "info", "msg": f"request {number} done", "svc": "ab"[number % 2], "ms": 3 + number % 9}
        )
        for number in range(count)
    ]


def test_a_message_folds_and_the_rare_line_stays() -> None:
    lines = log(300)
    lines[123] = '{"level": "error", "msg": "deadlock on ledger", "svc": "a", "ms": 7, "pid": 4127}'
    assert shown(lines) == [
        lines[0],
        "[x297 like this, lines 2-299: svc a x149, b x148; ms 3..11]",
        lines[123],
        lines[299],
    ]


def test_an_outlier_stays_whole() -> None:
    lines = log(200)
    lines[50] = lines[50].replace('"ms": ', '"ms": 9')
    lines[51] = '{"level": "info", "msg": "request 51 done", "svc": "b", "ms": 41207}'
    assert lines[51] in shown(lines)


def test_lines_behind_a_prefix_and_plain_lines_between() -> None:
    lines = ["api-1  | " + line for line in log(100)]
    lines.insert(40, "api-1  | Traceback (most recent call last):")
    out = shown(lines)
    assert lines[40] in out
    assert len(out) < 10


def test_data_without_messages_shows_its_rows_and_the_strange_one() -> None:
    lines = [
        json.dumps({"city": f"c{number}", "country": "FR", "people": 1000 + number}) for number in range(80)
    ]
    lines[33] = '{"city": "c33", "country": "FR", "people": 1033, "error": "E_GEO"}'
    out = shown(lines)
    assert lines[33] in out
    assert len(out) < 12


def test_what_a_test_prints_is_told_by_its_words() -> None:
    lines = []
    for number in range(40):
        name = f"TestA/s#{number:02}"
        lines += [json.dumps({"Action": "run", "Test": name})]
        lines += [json.dumps({"Action": "output", "Test": name, "Output": f"=== RUN   {name}\n"})]
        lines += [json.dumps({"Action": "pass", "Test": name, "Elapsed": 0})]
    lines.insert(61, '{"Action":"output","Test":"TestA/s#20","Output":"    a_test.go:3: got 7 want 8\\n"}')
    lines[63] = '{"Action":"fail","Test":"TestA/s#20","Elapsed":0}'
    out = shown(lines)
    assert lines[61] in out
    assert lines[63] in out
    assert len(out) < 14
