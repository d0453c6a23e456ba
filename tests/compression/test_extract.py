"""extract with scripted models: one that keeps to the text, and those that lie, reorder, hang and flood."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli import model_command
from knapsack_cli.compression.extract import locate
from knapsack_cli.text.tokens import estimate_tokens

TEXT = "".join(
    f"step {n} {'abcdefghij'[n % 10]}{'klmnopqrst'[n // 10 % 10]} finished well\n" for n in range(300)
)
TEXT += "ERROR disk /dev/sdb is full\n" + TEXT.replace("step", "phase")


def model(tmp_path: Path, body: str) -> str:
    script = tmp_path / "model.py"
    script.write_text(f"import sys, time\nprompt = sys.stdin.read()\n{body}\n")
    return f"{sys.executable} {script}"


def extract(tmp_path: Path, body: str) -> tuple[bytes, str]:
    ran = knapsack(
        "compress",
        "--mode",
        "extract",
        "--explain",
        data=TEXT.encode(),
        home=tmp_path,
        environ={"KNAPSACK_MODEL_COMMAND": model(tmp_path, body)},
    )
    assert ran.code == 0
    return ran.out, ran.err


def test_a_model_that_keeps_to_the_text_is_taken(tmp_path: Path) -> None:
    out, told = extract(tmp_path, "print('ERROR disk /dev/sdb is full')")
    assert b"\nERROR disk /dev/sdb is full\n" in out
    assert len(out.splitlines()) == 4
    assert "extract: accepted" in told


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("print('ERROR disk /dev/sdc is full')", "not in the text"),
        ("print('ERROR disk /dev/sdb is full'); print('step 3 dk finished well')", "out of order"),
        ("print('ERROR disk /dev/sdb is full\\n' * 2)", "out of order or too often"),
        ("print('step 3 dk finished well')", "evidence missing"),
        ("print(prompt.split('BEGIN\\n')[1].split('\\nEND')[0])", "no gain"),
        ("pass", "no answer (it is empty)"),
        ("sys.exit(3)", "exit code 3"),
    ],
)
def test_a_model_that_does_not_is_refused_and_smart_is_used(body: str, reason: str, tmp_path: Path) -> None:
    out, told = extract(tmp_path, body)
    assert reason in told
    assert "smart is used" in told
    assert b"ERROR disk /dev/sdb is full" in out


def test_a_model_that_hangs_or_floods_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(model_command.ModelError, match="no answer within"):
        model_command.ask(model(tmp_path, "time.sleep(60)"), "prompt", timeout=0.5)
    with pytest.raises(model_command.ModelError, match="over 1000 bytes"):
        model_command.ask(model(tmp_path, "print('x' * 5000)"), "prompt", most=1000)


def test_a_command_that_is_not_there_is_told() -> None:
    with pytest.raises(model_command.ModelError, match="cannot be run"):
        model_command.ask("no-such-model-here", "prompt")


def test_repeated_lines_are_located_one_by_one() -> None:
    assert locate("a\nb\na\n", ["a", "b", "a", "b"]) == ([0, 1, 2], "")
    assert locate("a\na\na\n", ["a", "b", "a", "b"])[0] is None


@pytest.mark.parametrize(
    "body",
    [
        "print('```')\nprint('ERROR disk /dev/sdb is full')\nprint('```')",
        "print('Here it is:')\nprint('```text')\nprint('ERROR disk /dev/sdb is full')\nprint('```\\nMore?')",
        "import json; print(json.dumps({'lines': ['ERROR disk /dev/sdb is full']}))",
        "print('  ERROR disk /dev/sdb is full  ', end='\\r\\n')",
        "print('\\x1b[31mERROR disk /dev/sdb is full\\x1b[0m')",
    ],
)
def test_what_models_wrap_lines_in_is_taken_off(body: str, tmp_path: Path) -> None:
    out, told = extract(tmp_path, body)
    assert "extract: accepted" in told
    assert b"\nERROR disk /dev/sdb is full\n" in out


def test_reasons_are_counted_without_their_details(tmp_path: Path) -> None:
    for word in ("one", "two"):
        extract(tmp_path, f"print('invented {word}')")
    told = knapsack("stats", home=tmp_path).out.decode()
    assert "2  not in the text" in told
    assert "invented" not in told


def test_an_answer_is_not_waited_for_when_a_child_holds_the_output_open(tmp_path: Path) -> None:
    child = "import subprocess; subprocess.Popen(['sleep', '30']); print('done')"
    assert model_command.ask(model(tmp_path, child), "prompt", timeout=20).strip() == "done"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell of processes")
@pytest.mark.parametrize("session", [False, True])
def test_what_a_hanging_model_has_started_ends_with_it(session: bool, tmp_path: Path) -> None:
    told = tmp_path / "pid"
    body = (
        f"import subprocess; child = subprocess.Popen(['sleep', '60'], start_new_session={session})\n"
        f"open({str(told)!r}, 'w').write(str(child.pid)); time.sleep(60)"
    )
    with pytest.raises(model_command.ModelError, match="no answer within"):
        model_command.ask(model(tmp_path, body), "prompt", timeout=2)
    for _ in range(200):
        if ended(int(told.read_text())):
            return
        time.sleep(0.02)  # a signal takes its time
    pytest.fail("the child lives on")


def ended(pid: int) -> bool:
    """Whether a process is gone, or dead and waiting for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def test_a_budget_holds_for_what_a_model_picks_too(tmp_path: Path) -> None:
    lines = "".join(f"step {n} ERROR disk {n} of shop {n * 7} is full\n" for n in range(600))
    ran = knapsack(
        *("compress", "--mode", "extract", "--budget", "300"),
        data=lines.encode(),
        home=tmp_path,
        environ={"KNAPSACK_MODEL_COMMAND": model(tmp_path, "print('step')")},
    )
    assert estimate_tokens(ran.out) <= 300
