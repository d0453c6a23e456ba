"""A person's own kinds: told by command or look, their patterns obeyed, their examples checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli.compression.kinds.custom import failed_examples, parse
from knapsack_cli.errors import SettingsError

CONFIG = """
[[kinds]]
name = "deploy"
match = "^== deploy v"
evidence = ["^ROLLBACK"]
noise = ["^tick"]
[[kinds.examples]]
input = "== deploy v1\\ntick 1\\ntick 2\\ntick 3\\ntick 4\\ntick 5\\ntick 6\\nROLLBACK to 41\\n"
keep = ["ROLLBACK to 41"]
drop = ["tick 2"]
"""
TEXT = (
    "== deploy v3\n"
    + "".join(f"tick {n} of the clock in the hall\n" for n in range(300))
    + "ROLLBACK to 41\n"
)


def test_a_kind_of_ones_own_is_told_and_obeyed(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    ran = knapsack("compress", "--explain", data=TEXT.encode(), home=tmp_path)
    assert "custom" in ran.err
    assert b"ROLLBACK to 41" in ran.out
    assert b"\ntick" not in ran.out


def test_examples_tell_when_a_definition_is_wrong() -> None:
    good = {
        "name": "a",
        "match": "^x",
        "noise": ["^n"],
        "examples": [{"input": "x\n" + "n long line\n" * 9, "drop": ["n long line"]}],
    }
    assert failed_examples([good], "config.toml") == []
    bad = {**good, "noise": []}
    bad["examples"] = [{"input": "x\nn long line\nn other line\n", "drop": ["n long line"]}]
    assert failed_examples([bad], "config.toml") == ["kind a, example 1: 'n long line' is kept"]


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ([{"match": "x"}], "needs a name"),
        ([{"name": "a"}], "needs command or match"),
        ([{"name": "a", "match": "("}], "missing"),
        ([{"name": "a", "match": "x", "colour": 1}], "unknown key colour"),
    ],
)
def test_bad_definitions_are_told(raw: list[object], told: str) -> None:
    with pytest.raises(SettingsError, match=told):
        parse(raw, "config.toml")
