"""A sandbox shows the home without letting anybody write there: what is stored can still be read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from support import knapsack

from knapsack_cli.store import database


def test_what_is_stored_can_be_searched_and_nothing_is_written(tmp_path: Path, monkeypatch: Any) -> None:
    knapsack("remember", "The log is rotated by heron", home=tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.glob("knapsack.db")}
    access = os.access
    monkeypatch.setattr(database.os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))
    found = knapsack("recall", "heron", home=tmp_path)
    assert found.code == 0, found.err
    assert b"rotated" in found.out
    refused = knapsack("remember", "It is rotated by crane", home=tmp_path)
    assert refused.code == 2
    assert "readonly" in refused.err
    assert {path.name: path.read_bytes() for path in tmp_path.glob("knapsack.db")} == before
