"""What sessions teach, and what they do not; failures observed; the state kept before compaction."""

import json
from pathlib import Path

import pytest

from knapsack_cli.memory.failures import normalised, telling_line
from knapsack_cli.memory.learning import learn
from knapsack_cli.memory.state import state_of
from knapsack_cli.memory.turns import Turn

SESSION = Path(__file__).parents[2] / "fixtures" / "tool-session" / "pi.jsonl"


def ran(command, text="", failed=False):
    return Turn("tool", text, "bash", command, failed=failed, place="s e")


def user(text):
    return Turn("user", text, place="s u")


def contents(*turns):
    return [one.content for one in learn(list(turns))]


def test_a_session_teaches_with_its_evidence_and_saves_only_when_asked(program):
    rows = program.rows("remember", "learn", str(SESSION))
    assert [row["rule"] for row in rows] == ["path", "command", "correction"]
    assert rows[0]["content"] == "round.ts is at src/basket/round.ts, not src/round.ts"
    assert "pnpm vitest run" in rows[1]["content"]
    assert rows[2]["evidence"].endswith("t0000010")
    assert program("remember", "list").code == 1
    program("remember", "learn", "--save", str(SESSION))
    again = program("remember", "learn", "--save", str(SESSION))
    assert "0 saved" in again.err
    found = program.rows("remember", "list")
    assert len(found) == 3
    assert all(row["origin"] and row["tags"] == ["learnt"] for row in found)


def test_import_learns_from_what_is_new(program):
    assert b"pnpm vitest" in program("import", "--learn", str(SESSION)).out
    assert "nothing new" in program("import", "--learn", str(SESSION)).err


@pytest.mark.parametrize(
    "turns",
    [
        [ran("npm test", "AssertionError: 1 != 2", True), ran("npm test -- one")],
        [ran("grep x a.ts", "grep: a.ts: No such file or directory", True), ran("grep -r x src")],
        [
            ran("make build", "command not found: make", True),
            Turn("tool", "", "edit", path="a", changes=True),
            ran("make build V=1"),
        ],
        [user("don't use npm here"), Turn("assistant", "ok")],
        [Turn("assistant", "x"), user("I need a new page for prices")],
        [Turn("assistant", "x"), user("should it not always be blue?")],
        [Turn("assistant", "x"), user("no, the block stays as it is")],
        [Turn("assistant", "x"), user("<system-reminder>never do that</system-reminder>")],
        [Turn("tool", "(no output)", "bash", failed=True)] * 5,
        [
            ran("npx tsc", "a.ts(9,5): error TS2353: 'r' does not exist in type 'S'", True),
            ran("npx tsc | grep -v error"),
        ],
        [ran("make x", "make: x: command not found", True), ran("make x || true")],
        [Turn("assistant", "x"), user("no need for the blue link!")],
    ],
)
def test_noise_teaches_nothing(turns):
    assert contents(*turns) == []


@pytest.mark.parametrize(
    ("turns", "word"),
    [
        (
            [ran("pytest tests", "bash: pytest: command not found", True), ran("uv run pytest tests")],
            "uv run pytest",
        ),
        ([Turn("assistant", "x"), user("No, never commit to main.")], "never commit"),
        ([Turn("assistant", "x"), user("不要用 npm，以后统一用 pnpm")], "pnpm"),
        ([ran("x", "Error: no space left on device", True)] * 3, "3 times"),
        ([ran("tool run.rb", "error: target shim binary not found", True), ran("tool3 run.rb")], "tool3"),
        (
            [
                ran("head /srv/shop/NEWS.md", "head: /srv/shop/NEWS.md: No such file or directory", True),
                ran("find . -name NEWS.md", "./packages/web/NEWS.md"),
                ran("head /srv/shop/packages/web/NEWS.md"),
            ],
            "NEWS.md is at shop/packages/web/NEWS.md, not shop/NEWS.md",
        ),
        ([Turn("assistant", "x"), user("ugh, use tabs in makefiles, no spaces!")], "use tabs"),
        (
            [Turn("assistant", "x"), user("That is not correct, we never ship debug builds to the shop.")],
            "we never ship",
        ),
        ([Turn("assistant", "x"), user("幫我改一下 確保執行時要透過 uv run")], "uv run"),
    ],
)
def test_rules_find_what_they_are_for(turns, word):
    assert word in contents(*turns)[0]


def test_secrets_are_left_out_of_proposals():
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (text,) = contents(Turn("assistant", "x"), user(f"No, always log in with {token} please."))
    assert token not in text


def test_the_same_failure_observed_twice_is_one_memory(program):
    text = "start\nERROR 12:01:02 cannot open /tmp/ab12/x.sock (pid 41)\nCommand exited with code 1\n"
    first = program("remember", "observe", "--command", "make run", data=text).out
    other = text.replace("12:01:02", "13:44:55").replace("ab12", "zz9").replace("41", "77")
    assert program("remember", "observe", "--command", "make run", data=other).out == first
    (row,) = program.rows("remember", "list")
    assert row["content"].startswith("`make run` failed: ERROR <time> cannot open /tmp/<file>")
    assert row["importance"] == pytest.approx(0.7)


def test_observe_reads_json_and_passes_success_over(program):
    result = {
        "toolName": "bash",
        "content": [{"type": "text", "text": "fatal: not a git repository"}],
        "isError": True,
    }
    assert program("remember", "observe", data=json.dumps(result)).code == 0
    assert program("remember", "observe", data=json.dumps({**result, "isError": False})).code == 1
    assert program("remember", "observe", data="").code == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("all fine\nthe end\n", "the end"),
        ("Traceback\n  x\nValueError: invalid literal\n", "ValueError: invalid literal"),
        ("npm error one\nnpm error two\n\nCommand exited with code 1", "npm error one"),
        ("", ""),
    ],
)
def test_the_telling_line_is_the_one_that_says_what_went_wrong(text, line):
    assert telling_line(text) == line


def test_normalising_is_stable():
    line = "2025-01-02T03:04:05Z pid=123 at 0xdeadbeef a.py:12:3 took 35ms 123456"
    once = normalised(line)
    assert normalised(once) == once
    assert once == "<time> pid=<n> at <address> a.py:<line> took <duration> <number>"


def test_flush_keeps_the_state_in_place_of_the_last(program):
    data = SESSION.read_text()
    first = program("remember", "flush", data=data)
    assert first.code == 0, first.err
    program.environ = {"KNAPSACK_SESSION": "0199tool"}
    (row,) = program.rows("remember", "list")
    assert "Goal: Make the basket tests pass again." in row["content"]
    assert "Files changed: src/basket/total.ts" in row["content"]
    assert "Decided: " in row["content"]
    more = [{"role": "user", "content": "Now the prices."}]
    assert program("remember", "flush", data=json.dumps(more)).code == 0
    (row,) = program.rows("remember", "list")
    assert "Now the prices" in row["content"]
    assert program("remember", "flush", data="nonsense").code == 2


def test_a_failure_mended_later_is_open_no_longer():
    state = state_of([ran("make", "error: x", True), ran("pytest", "error: y", True), ran("make")])
    assert [one[:8] for one in state.failures] == ["`pytest`"]
