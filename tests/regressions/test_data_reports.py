"""Faults that users of other tools reported about JSON and other data."""

import io
import json
from pathlib import Path

from knapsack_cli.__main__ import run
from knapsack_cli.context import Context


def compressed(text: str, home: Path) -> str:
    """What `knapsack compress` writes for `text`."""
    out = io.BytesIO()
    environ = {"KNAPSACK_HOME": str(home)}
    context = Context(io.BytesIO(text.encode()), out, io.StringIO(), environ, str(home), lambda: 1.0)
    assert run(context, ["compress"]) == 0
    return out.getvalue().decode()


def test_a_small_answer_is_left_alone(tmp_path: Path) -> None:
    """rtk-ai/rtk#297, rtk-ai/rtk#1419, headroomlabs-ai/headroom#3634: four fields became a schema."""
    text = '{"ready":true,"queue":4417,"build":"2026.03.1","ws":"ws://127.0.0.1:9100/live/9b1c"}\n'
    assert compressed(text, tmp_path) == text


def test_values_are_not_replaced_by_type_names(tmp_path: Path) -> None:
    """rtk-ai/rtk#311, rtk-ai/rtk#199, rtk-ai/rtk#2139: values of an API answer became `string` and `?`."""
    answer = {f"setting{number}": {"value": f"v-{number}", "limit": number * 1.5} for number in range(40)}
    out = compressed(json.dumps(answer, indent=4), tmp_path)
    assert "v-0" in out
    assert "setting39" in out
    assert "v-39" in out


def test_big_integers_and_duplicate_keys_stay(tmp_path: Path) -> None:
    """jqlang/jq#2509, jqlang/jq#217, oceanbase/powercontext#91: 19-digit ids changed."""
    rows = ",\n".join(f'  {{"id": 730500000000{number:07}, "price": 12.10}}' for number in range(200))
    rows += ',\n  {"id": 7305000000009999999, "price": 0.1000000000000000055}'
    out = compressed(f'{{"page": 1, "page": 2, "rows": [\n{rows}\n]}}', tmp_path)
    assert "7305000000009999999" in out
    assert "0.1000000000000000055" in out
    assert '"page": 1' in out
    assert '"page": 2' in out


def test_null_empty_and_missing_look_different(tmp_path: Path) -> None:
    """NousResearch/hermes-agent#47866: a table made null, the empty string and a missing key look alike."""
    rows = [{"account": f"a-{number:03}", "owner": "kelp", "limit": number} for number in range(170)]
    rows[77]["owner"] = None  # type: ignore[assignment]
    rows[78]["owner"] = ""
    del rows[79]["owner"]
    lines = compressed(json.dumps(rows), tmp_path).split("\n")
    found = {line.split(" | ")[1]: line.split(" | ")[2] for line in lines if line.lstrip()[:1].isdigit()}
    assert (found["a-077"], found["a-078"], found["a-079"]) == ("null", '""', "")


def test_a_cut_list_of_strings_says_so(tmp_path: Path) -> None:
    """headroomlabs-ai/headroom#3625, headroomlabs-ai/headroom#3650: lists of strings cut to 15, unmarked."""
    out = compressed(
        json.dumps({"count": 400, "names": [f"name-{number}" for number in range(400)]}), tmp_path
    )
    assert "[... 360 more items, bytes " in out
    assert '"count": 400' in out


def test_objects_one_after_another_are_rows(tmp_path: Path) -> None:
    """headroomlabs-ai/headroom#1742: newline- and space-separated objects were not shrunk at all."""
    rows = [json.dumps({"id": number, "kind": "tick", "size": number % 5}) for number in range(300)]
    assert len(compressed("\n".join(rows), tmp_path)) < 1000
    assert len(compressed(" ".join(rows), tmp_path)) < 1000
