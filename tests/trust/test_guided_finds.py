"""What the runs guided by coverage found, an input each in `finds/`."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli.catalog.options import read_options
from knapsack_cli.catalog.profile import Profile
from knapsack_cli.catalog.skills import Run, slim_skills
from knapsack_cli.catalog.tools import slim_tools
from knapsack_cli.config import Settings
from knapsack_cli.notes import writing
from knapsack_cli.store import originals
from knapsack_cli.text import secret_rules
from knapsack_cli.text.decoding import decode
from knapsack_cli.text.redaction import redact

FINDS = Path(__file__).parent / "finds"


def test_a_second_look_takes_no_more_secrets() -> None:
    once = redact(decode((FINDS / "secrets-twice.bin").read_bytes()))[0]
    assert redact(once)[0] == once


def test_a_password_that_is_all_form_feeds_ends_nothing() -> None:
    text = "password = " + "\f" * 90 + "token = hunter2pw9\n"
    assert redact(text)[0].startswith("password = ")


def test_a_fault_in_the_rules_shows_no_line_on_which_it_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    real = secret_rules.find_secrets

    def faulty(data: bytes) -> list[tuple[int, int, str]]:
        if b"boom" in data:
            raise IndexError("a fault")
        return real(data)

    monkeypatch.setattr(secret_rules, "find_secrets", faulty)
    text = "password=hunter2pw\nplain words\nboom password=hunter3pw\n"
    assert redact(text) == ("password=***\nplain words\n***\n", 2)


def test_a_request_with_mixed_escapes_does_not_get_longer() -> None:
    data = (FINDS / "requests-longer.bin").read_bytes()
    text = data.decode("utf-8", "surrogateescape")
    run = Run(read_options(Settings(), {"tools.mode": "relevance", "tools.top_k": 1}, {}, print), Profile())
    for slimmed in (slim_skills(text, run).text, slim_tools(text, run, compact_descriptions=True).text):
        assert len(slimmed.encode("utf-8", "surrogateescape")) <= len(data)


def test_a_note_whose_line_ends_are_mixed_is_written_to(tmp_path: Path) -> None:
    note = (FINDS / "notes-mixed-endings.bin").read_bytes()
    (tmp_path / "Note.md").write_bytes(note)
    writing.write(str(tmp_path), "Note", "---\ntag: a\n---\nmore\n", 1_700_000_000.0)
    written = (tmp_path / "Note.md").read_bytes()
    assert written.startswith(note[:30])
    assert b"tag: a" in written
    assert b"more" in written


@pytest.mark.parametrize("name", ["savings.log", "config.cache", "anchors.flag"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / name)
    ran = knapsack("compress", data=b"one line\n" * 900, home=tmp_path)
    assert ran.code == 0
    assert b"original intact" in ran.out


def test_an_empty_file_under_a_hash_is_no_original(tmp_path: Path) -> None:
    digest = originals.store(str(tmp_path), b"all of it")
    Path(originals.original_path(str(tmp_path / "originals"), digest)).write_bytes(b"")
    assert originals.store(str(tmp_path), b"all of it") == digest
    assert originals.load(str(tmp_path), digest) == b"all of it"


def test_a_kind_of_record_with_half_a_surrogate_pair_is_told(tmp_path: Path) -> None:
    part = {"id": "p", "type": "odd\x1b[2J\ud800"}
    message = {
        "info": {"id": "m", "role": "user"},
        "parts": [part, {"id": "q", "type": "text", "text": "hi"}],
    }
    log = tmp_path / "export.json"
    log.write_text(json.dumps({"info": {"id": "ses", "directory": "/srv"}, "messages": [message]}))
    ran = knapsack("import", str(log), home=tmp_path / "home")
    assert ran.code == 0, ran.err
    assert b"skipped: 1 part odd" in ran.out.replace(b"'", b"")
    assert b"\x1b" not in ran.out


def test_a_text_with_a_lone_carriage_return_is_written_once(tmp_path: Path) -> None:
    (tmp_path / "Note.md").write_bytes(b"body\n")
    how = [writing.write(str(tmp_path), "Note", "p\r\r\n", 1_700_000_000.0 + day).how for day in (0, 90_000)]
    assert how == ["appended", "known"]


def test_a_database_whose_own_schema_is_no_utf8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(zlib.decompress((FINDS / "databases-schema.zlib").read_bytes()))
    ran = knapsack("import", str(path), home=tmp_path / "home")
    assert ran.code in (0, 2)
    assert "unexpected" not in ran.err
