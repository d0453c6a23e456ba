"""The promise to data of every kind: what is shown is as written, and the one row that differs stays."""

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import load
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_decisions, rows_from_view, write_rows

Record = dict[str, object]
FIELDS = ("id", "state", "load", "note")


def shown(text: str) -> list[str]:
    """What the kind that recognises `text` shows of it."""
    segment = Segment(text.split("\n"), 0, Hints())
    decided = load(detect.recognise(segment).kind)[1](segment)
    assert decided is not None
    if isinstance(decided, View):
        return write_rows(rows_from_view(segment, decided))
    return write_rows(rows_from_decisions(segment, decided))


def separated(sign: str, headed: bool) -> Callable[[list[Record]], str]:
    def write(rows: list[Record]) -> str:
        lines = [sign.join(str(row[name]) for name in FIELDS) for row in rows]
        return "\n".join([sign.join(FIELDS), *lines] if headed else lines)

    return write


def as_yaml(rows: list[Record]) -> str:
    items = ["  - " + "\n    ".join(f"{name}: {value}" for name, value in row.items()) for row in rows]
    return "rows:\n" + "\n".join(items)


FORMS: dict[str, Callable[[list[Record]], str]] = {
    "json": json.dumps,
    "pretty json": lambda rows: json.dumps({"rows": rows}, indent=2),
    "ndjson": lambda rows: "\n".join(map(json.dumps, rows)),
    "csv": separated(",", True),
    "csv without a header": separated(",", False),
    "semicolons": separated(";", True),
    "tabs without a header": separated("\t", False),
    "yaml": as_yaml,
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("name", "value"), [("state", "zonked"), ("load", 987654321), ("note", "failed: disk full")]
)
def test_the_one_row_that_differs_stays(form: str, name: str, value: object) -> None:
    rows: list[Record] = [
        {"id": n, "state": "ok", "load": 10 + n * 7 % 90, "note": "none yet"} for n in range(120)
    ]
    rows[71][name] = value
    assert any(str(value) in line for line in shown(FORMS[form](rows)))


WRITTEN = (
    *("1.0", "1.00", "1e5", "-0", "12345678901234567890", "17", "null", "true", '""', "[]", "{}", '"null"'),
    *('"1"', '"a b"', '"\\u00e9"', '"x | y"', '"q\\"q"', '"Error: boom"', '"back\\\\slash"', "2048"),
)
RAW = st.sampled_from(WRITTEN)
OBJECT = st.lists(st.tuples(st.sampled_from(["a", "b", "cc", "ddd"]), RAW), max_size=5).map(
    lambda pairs: "{" + ",".join(f'"{name}":{raw}' for name, raw in pairs) + "}"
)


@settings(max_examples=60, deadline=None)
@given(st.lists(OBJECT, min_size=1, max_size=30), OBJECT)
def test_scalars_of_json_are_shown_as_written(rows: list[str], last: str) -> None:
    text = '{"rows":[' + ",".join(rows) + '],"last":' + last + "}"
    for line in shown(text):
        if not line.lstrip().startswith(("[", "#")):
            for word in re.findall(r"[^\s,|{}\[\]:]+", line):
                assert word in text or word.isdigit() or word == "has" or "." in word, line
