"""The filter's edges: homes that cannot be written, modes, budgets, bad options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Terminal, knapsack

from knapsack_cli.text.tokens import estimate_tokens

LOG = b"".join(
    b"2026-01-01T00:00:%02dZ INFO worker-%d did job %d\n" % (n % 60, n % 7, n) for n in range(2000)
)


def test_a_home_that_is_a_file_costs_the_reader_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("in the way")
    ran = knapsack("compress", data=LOG, home=home)
    assert (ran.code, ran.out) == (0, LOG)
    assert ran.err.count("\n") == 1
    assert "passed through whole" in ran.err


def test_an_error_inside_the_filter_passes_the_original_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from knapsack_cli.compression import pipeline

    def fail(*_: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(pipeline, "_planned", fail)
    ran = knapsack("compress", data=LOG, home=tmp_path)
    assert (ran.code, ran.out) == (0, LOG)
    assert "planted" in ran.err


@pytest.mark.parametrize("environ", [{"KNAPSACK_OFF": "1"}, {"KNAPSACK_MODE": "off"}])
def test_off_gives_the_exact_bytes(environ: dict[str, str], tmp_path: Path) -> None:
    data = LOG + b"\xff\x00\x1b[31m password=hunter2hunter2\r\n"
    assert knapsack("compress", data=data, home=tmp_path, environ=environ).out == data
    assert knapsack("compress", "--mode", "off", data=data, home=tmp_path).out == data


def test_lossless_says_everything_once(tmp_path: Path) -> None:
    data = b"head\n" + b"the same line again and again\n" * 300 + b"tail\n"
    out = knapsack("compress", "--mode", "lossless", data=data, home=tmp_path).out.splitlines()
    assert out[:4] == [b"head", b"the same line again and again", b"[x299 the same to line 301]", b"tail"]


@pytest.mark.parametrize("budget", [120, 400, 1500, 6000])
def test_a_budget_is_never_exceeded_by_our_own_estimate(budget: int, tmp_path: Path) -> None:
    data = LOG + b"".join(b"ERROR part %d: %s broke\n" % (n, b"xyz" * (n % 9)) for n in range(400))
    out = knapsack("compress", "--budget", str(budget), data=data, home=tmp_path).out
    assert estimate_tokens(out) <= budget


def test_a_budget_in_bytes_is_never_exceeded(tmp_path: Path) -> None:
    assert len(knapsack("compress", "--budget", "2KB", data=LOG, home=tmp_path).out) <= 2048


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--as", "nonsense"], "no such kind"),
        (["--mode", "loud"], "it takes one of"),
        (["--budget", "many"], "it takes tokens"),
        (["no/such/file"], "cannot read"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_wrong_use_exits_2_with_one_line_that_says_what_to_do(
    arguments: list[str], told: str, tmp_path: Path
) -> None:
    ran = knapsack("compress", *arguments, data=LOG, home=tmp_path)
    assert (ran.code, ran.out) == (2, b"")
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_a_terminal_on_stdin_and_nothing_given_exits_2_with_an_example(tmp_path: Path) -> None:
    ran = knapsack("compress", home=tmp_path, stdin=Terminal())
    assert ran.code == 2
    assert "knapsack compress" in ran.err


def test_json_tells_kept_and_left_out_lines(tmp_path: Path) -> None:
    facts = json.loads(knapsack("compress", "--json", data=LOG, home=tmp_path).out)
    assert facts["shortened"]
    assert facts["lines"] == 2000
    assert facts["text"].endswith(f"retrieve {facts['hash'][:12]}]\n")
    assert facts["kept"][0][0] == 1


def test_explain_tells_the_kind_on_stderr(tmp_path: Path) -> None:
    ran = knapsack("compress", "--explain", data=LOG, home=tmp_path)
    assert "lines 1-2000: " in ran.err


def test_nothing_at_all_comes_out_as_nothing(tmp_path: Path) -> None:
    assert knapsack("compress", data=b"", home=tmp_path).out == b""


def test_tags_are_kept_whole_nested_too(tmp_path: Path) -> None:
    block = (
        b"<system-reminder>\nalpha\n<system-reminder>\nbeta\n</system-reminder>\ngamma\n</system-reminder>\n"
    )
    out = knapsack("compress", data=LOG + block + LOG, home=tmp_path).out
    assert block in out


def test_settings_say_how_much_must_be_won(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[output]\nmin_savings_ratio = 1.0\n")
    assert knapsack("compress", data=LOG, home=tmp_path).out == LOG
    environ = {"KNAPSACK_OUTPUT_MIN_SAVINGS_RATIO": "0.1", "KNAPSACK_OUTPUT_MIN_SAVINGS_BYTES": "9000000"}
    assert knapsack("compress", data=LOG, home=tmp_path, environ=environ).out == LOG


def test_extract_is_not_asked_about_what_prints_content(tmp_path: Path) -> None:
    environ = {
        "KNAPSACK_MODEL_COMMAND": "no-such-model",
        "KNAPSACK_MODE": "extract",
        "KNAPSACK_COMMAND": "cat a.log",
    }
    ran = knapsack("compress", "--explain", data=LOG, home=tmp_path, environ=environ)
    assert "cat prints content" in ran.err


@pytest.mark.parametrize("text", ["[compress\n", "[compress]\nmode = 7\n", "colour = 1\n"])
def test_a_wrong_settings_file_is_told_and_costs_nobody_the_text(text: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(text)
    ran = knapsack("compress", data=LOG, home=tmp_path)
    assert ran.code == 0
    assert "config.toml" in ran.err
    assert "the defaults are used" in ran.err
    assert b"INFO worker" in ran.out


def test_a_list_that_loses_only_its_padding_is_left_alone(tmp_path: Path) -> None:
    names = [f"package-{letter}{number}" for letter in "abcdefghijklmnop" for number in range(7)]
    rows = [f"{name:40} {number % 9}.{number % 7}.{number}" for number, name in enumerate(names)]
    data = "\n".join([f"{'Package':40} Version", *rows, ""]).encode()
    ran = knapsack("compress", "--json", data=data, home=tmp_path)
    answer = json.loads(ran.out)
    assert not answer["shortened"] or answer["tokens_out"] < 0.9 * answer["tokens_in"]
