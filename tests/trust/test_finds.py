"""What the attempts found, one test each, so that it stays mended."""

from __future__ import annotations

import io
import json
import marshal
import os
import time
from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli.catalog import discovery
from knapsack_cli.compression.kinds import custom
from knapsack_cli.config import load_settings
from knapsack_cli.errors import SettingsError, talk
from knapsack_cli.memory import drift
from knapsack_cli.sessions import sources
from knapsack_cli.sessions.model import Message, Problem
from knapsack_cli.store import reading, spool
from knapsack_cli.store.database import open_database
from knapsack_cli.store.folding import fold_in
from knapsack_cli.text import anchoring

LOG = b"".join(b"2026-01-01 00:00:%02d INFO job %d done\n" % (n % 60, n) for n in range(3_000))
SLOW = b"".join(b"a" * 60 + b"%d\n" % n for n in range(400))
"""Each line of it keeps `(a|aa)+!$` busy for longer than anyone lives."""
SECRET = "ghp" + "_" + "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2"


def test_a_command_with_a_name_that_is_no_utf8_does_not_stop_the_statistics(tmp_path: Path) -> None:
    environ = {"KNAPSACK_COMMAND": os.fsdecode(b"cat caf\xe9.log")}
    assert knapsack("compress", data=LOG, home=tmp_path, environ=environ).code == 0
    ran = knapsack("retrieve", "--list", home=tmp_path)
    assert ran.code == 0, ran.err
    assert "caf\ufffd.log" in ran.out.decode()


@pytest.mark.parametrize("bad", ["nan", "inf", "-1", "1e400", "x"])
def test_a_time_that_is_none_costs_its_line_of_the_spool_alone(tmp_path: Path, bad: str) -> None:
    good = spool.Saving(1.5, "ab" * 32, "log", "make", "/srv", "s", 10, 5, 3, 2)
    spool.append(str(tmp_path), good)
    path = tmp_path / "savings.log"
    line = path.read_text()
    path.write_text(line.replace("1.500", bad) + line.replace("\t10\t", f"\t{'9' * 30}\t") + line)
    with open_database(str(tmp_path), time.time) as database:
        assert fold_in(str(tmp_path), database) == 1


@pytest.mark.parametrize(
    "record",
    [
        {"type": "message", "message": {"role": {}, "content": []}, "id": "1"},
        {"type": ["x"], "uuid": "u", "sessionId": "s"},
        {"type": "response_item", "payload": {"type": {}}},
        {"type": "message", "key": 5, "session": "s1", "role": {}, "text": "t"},
    ],
)
def test_a_record_with_an_odd_field_costs_itself_alone(record: dict[str, object]) -> None:
    good = {"type": "message", "id": "2", "message": {"role": "user", "content": "hello"}}
    data = "".join(json.dumps(one) + "\n" for one in (good, record, good))
    opened = sources.open_stream(io.BytesIO(data.encode()), "-", "pi", growing=False)
    items = [item for _, item in opened]
    assert sum(isinstance(item, Message) for item in items) >= 2
    assert all(isinstance(item, Message | Problem) for item in items)


def test_a_damaged_copy_of_the_settings_is_read_anew(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[compress]\nbudget = 77\n")
    for damage in (b"", b"[\xff\xff\xff\x7f", marshal.dumps([1]), marshal.dumps({1: 2}), b"\0" * 40):
        (tmp_path / "config.cache").write_bytes(damage)
        assert load_settings({}, str(tmp_path), str(tmp_path)).whole("compress.budget") == 77
        assert load_settings({}, str(tmp_path), str(tmp_path)).whole("compress.budget") == 77


@pytest.mark.parametrize("value", ["5", "true", '"text"', "[5]", "{ a = 1 }"])
@pytest.mark.parametrize("key", ["evidence", "noise", "examples"])
def test_lists_of_a_persons_own_kinds_are_lists(tmp_path: Path, key: str, value: str) -> None:
    (tmp_path / "config.toml").write_text(f'[[kinds]]\nname = "d"\ncommand = "d"\n{key} = {value}\n')
    kinds = load_settings({}, str(tmp_path), str(tmp_path)).items("kinds")
    with pytest.raises(SettingsError, match=f"kind d: {key} takes a list of"):
        custom.parse(kinds, "config.toml")


@pytest.mark.parametrize("code", ["--5", "²", "-", "", "x", "9" * 5_000])
def test_an_exit_code_that_is_none_costs_nobody_the_text(tmp_path: Path, code: str) -> None:
    ran = knapsack("compress", data=b"hello\n", home=tmp_path, environ={"KNAPSACK_EXIT_CODE": code})
    assert (ran.code, ran.out, ran.err) == (0, b"hello\n", "")


def test_a_name_of_aliases_of_aliases_is_not_written_out() -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    text = "\n".join(["---", *lines, "name: *a11", "description: d", "---", ""])
    data, _, problem = discovery.read_frontmatter(text)
    assert problem == ""
    assert not isinstance(data["name"], str)


def test_a_skill_whose_name_is_no_text_has_its_folders(tmp_path: Path) -> None:
    folder = tmp_path / "skills" / "billing"
    folder.mkdir(parents=True)
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    (folder / "SKILL.md").write_text("\n".join(["---", *lines, "name: *a11", "description: d", "---", ""]))
    found = discovery.discover([(str(tmp_path / "skills"), "project")])
    assert [skill.name for skill in found.skills] == ["billing"]


def test_a_pattern_that_explodes_has_one_budget_for_all_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anchoring, "PATTERN_SECONDS", 0.1)
    monkeypatch.setattr(reading, "MATCH_SECONDS", 0.1)
    knapsack("drift", "add", "No more a", "--signal", "/(a|aa)+!$/", home=tmp_path)
    ran = knapsack("drift", data=SLOW + LOG, home=tmp_path)
    assert "/(a|aa)+!$/ takes too long" in ran.err
    ran = knapsack("compress", data=SLOW + LOG, home=tmp_path)
    assert ran.code == 0
    assert b"retrieve" in ran.out
    assert "/(a|aa)+!$/ takes too long" in ran.err
    digest = ran.out.rsplit(b" ", 1)[1][:12].decode()
    ran = knapsack("retrieve", digest, "--grep", "(a|aa)+!$", home=tmp_path)
    assert ran.code == 2
    assert "write a simpler pattern" in ran.err


def test_a_projects_own_kind_that_explodes_costs_nobody_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(custom, "MATCH_SECONDS", 0.1)
    (tmp_path / "p" / ".git").mkdir(parents=True)
    (tmp_path / "p" / ".knapsack.toml").write_text(
        '[[kinds]]\nname = "d"\nmatch = "INFO"\nevidence = ["(a|aa)+!$"]\nnoise = ["(b+)+$"]\n'
    )
    data = LOG[:200] + SLOW + LOG
    ran = knapsack("compress", data=data, home=tmp_path / "h", cwd=tmp_path / "p")
    assert ran.code == 0
    assert "passed through" not in ran.err


def test_talk_holds_no_secret_and_nothing_that_a_terminal_obeys() -> None:
    told = talk(f"/tmp/\x1b[2J{SECRET}\nb\u202e\x07: no such file")
    assert SECRET not in told
    assert told.isprintable()


def test_the_command_of_a_run_is_kept_without_its_secrets(tmp_path: Path) -> None:
    environ = {"KNAPSACK_COMMAND": f"curl -H 'Authorization: Bearer {SECRET}' https://example.org"}
    knapsack("compress", data=LOG, home=tmp_path, environ=environ)
    ran = knapsack("retrieve", "--list", "--json", home=tmp_path)
    assert SECRET.encode() not in ran.out
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert SECRET.encode() not in kept


def test_half_surrogate_pairs_in_the_names_of_a_log_are_stored_replaced(tmp_path: Path) -> None:
    head = {"type": "session", "version": 3, "id": "\ud800", "timestamp": "\ud800", "cwd": "/\udfff"}
    line = {"type": "message", "id": "\ud801", "message": {"role": "user", "content": "hello there"}}
    path = tmp_path / "\ufffd.jsonl"
    path.write_text(json.dumps(head) + "\n" + json.dumps(line) + "\n")
    ran = knapsack("import", str(path), home=tmp_path)
    assert (ran.code, "1 new message" in ran.out.decode()) == (0, True), ran.err
    assert knapsack("recall", "hello", home=tmp_path).code == 0


@pytest.mark.parametrize("key", ["-5", "f" * 16, "1" + "0" * 15, "x", ""])
def test_a_key_that_is_none_costs_its_message_of_an_export_alone(tmp_path: Path, key: str) -> None:
    head = {"type": "session", "agent": "pi", "source": "s", "project": "/srv"}
    good = {"type": "message", "key": "0123456789abcde", "session": "s1", "role": "user", "text": "hello"}
    lines = [head, {**good, "key": key}, good]
    ran = knapsack(
        "import", "-", data=b"".join(json.dumps(one).encode() + b"\n" for one in lines), home=tmp_path
    )
    assert (ran.code, "1 new message" in ran.out.decode()) == (0, True), ran.err


def test_a_message_named_twice_after_it_came_without_a_name_is_one_message(tmp_path: Path) -> None:
    stamp = "2026-01-01T00:00:00Z"
    head = {"type": "session", "version": 3, "id": "s", "timestamp": stamp, "cwd": "/srv"}
    bare = {"type": "message", "timestamp": stamp, "message": {"role": "user", "content": "hello"}}
    log = tmp_path / "s.jsonl"
    log.write_text(json.dumps(head) + "\n" + json.dumps(bare) + "\n")
    assert knapsack("import", str(log), home=tmp_path).code == 0
    named = {**bare, "id": "1"}
    twice = {**named, "message": {"role": "user", "content": "hello again"}}
    log.write_text("".join(json.dumps(one) + "\n" for one in (head, named, twice, twice)))
    ran = knapsack("import", str(log), home=tmp_path)
    assert ran.code == 0, ran.err


@pytest.mark.parametrize("count", ["¹", "1²", "9" * 5_000])
def test_a_hunk_whose_numbers_are_none_is_read_without_them(count: str) -> None:
    anchor = anchoring.Anchor("m1", "We use SQLite", ("postgres",))
    diff = f"+++ b/a.py\n@@ -1 +{count},{count} @@\n+use postgres\n"
    drift.check(diff, anchoring.Matcher([anchor]))


def test_gemini_elements_whose_tools_all_go_take_one_comma_each(tmp_path: Path) -> None:
    def declared(name: str) -> dict[str, object]:
        return {"functionDeclarations": [{"name": name, "description": "does it"}]}

    request = {
        "contents": [{"role": "user", "parts": [{"text": "go"}]}],
        "tools": [declared("keep_it"), declared("drop_1"), declared("drop_2"), declared("drop_3")],
    }
    environ = {"KNAPSACK_TOOLS_MODE": "drop", "KNAPSACK_TOOLS_DROP": "drop_*"}
    ran = knapsack("tools", data=json.dumps(request).encode(), home=tmp_path, environ=environ)
    assert json.loads(ran.out)["tools"] == [declared("keep_it")], ran.err


def test_secrets_in_tags_and_anchors_are_not_shown(tmp_path: Path) -> None:
    knapsack("remember", "Deploys need a token", "--tag", SECRET, home=tmp_path)
    knapsack("drift", "add", f"Only {SECRET}", "--signal", "other", "--signal", SECRET, home=tmp_path)
    for arguments in (
        ("remember", "list"),
        ("remember", "list", "--json"),
        ("drift", "list"),
        ("drift", "list", "--json"),
        ("drift", "--json"),
        ("export",),
    ):
        ran = knapsack(*arguments, data=f"other {SECRET}\n".encode(), home=tmp_path)
        assert ran.out, arguments
        assert SECRET.encode() not in ran.out, arguments
        assert SECRET.lower().encode() not in ran.out, arguments
        assert SECRET not in ran.err, arguments


def test_what_is_typed_with_bytes_that_are_no_utf8_is_asked_and_saved(tmp_path: Path) -> None:
    bad = os.fsdecode(b"caf\xe9 pool")
    assert knapsack("remember", bad, "--tag", bad, home=tmp_path).code == 0
    for arguments in (("recall", bad), ("recall", "--context", bad), ("remember", "list", "--matching", bad)):
        ran = knapsack(*arguments, home=tmp_path)
        assert ran.code in (0, 1), ran.err
    assert knapsack("drift", "add", bad, "--signal", bad, home=tmp_path).code == 0
