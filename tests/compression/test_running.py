"""`compress -- CMD` through real pipes: exit codes, signals, grandchildren, order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

KNAPSACK = [sys.executable, "-m", "knapsack_cli"]


def environment(home: Path) -> dict[str, str]:
    """The environment of a run with a home of its own."""
    return {**os.environ, "KNAPSACK_HOME": str(home)}


def compress(home: Path, *command: str, timeout: float = 30) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*KNAPSACK, "compress", "--", *command],
        capture_output=True,
        env=environment(home),
        timeout=timeout,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("code", [0, 1, 3, 125])
def test_the_commands_own_exit_code_comes_back(code: int, tmp_path: Path) -> None:
    ran = compress(tmp_path, "sh", "-c", f"echo out; exit {code}")
    assert (ran.returncode, ran.stdout) == (code, b"out\n")


def test_a_command_ended_by_a_signal_gives_128_and_its_number(tmp_path: Path) -> None:
    assert compress(tmp_path, "sh", "-c", "kill -TERM $$").returncode == 128 + signal.SIGTERM


def test_a_command_that_is_not_found_gives_127(tmp_path: Path) -> None:
    ran = compress(tmp_path, "no-such-program-here")
    assert ran.returncode == 127
    assert b"command not found" in ran.stdout + ran.stderr


def test_a_file_that_cannot_run_gives_126(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("text")
    plain.chmod(0o644)
    assert compress(tmp_path, str(plain)).returncode == 126


def test_stdout_and_stderr_come_in_their_order(tmp_path: Path) -> None:
    ran = compress(tmp_path, "sh", "-c", "echo one; echo two >&2; echo three; echo four >&2")
    assert ran.stdout == b"one\ntwo\nthree\nfour\n"


def test_it_ends_with_the_child_and_not_with_a_grandchild_that_holds_the_pipe(tmp_path: Path) -> None:
    ran = compress(tmp_path, "sh", "-c", "sleep 60 & echo $!")
    grandchild = int(ran.stdout)
    # Signalling it fails when it is gone: the run did not wait for it.
    os.kill(grandchild, signal.SIGKILL)


def test_what_has_arrived_is_written_when_it_is_stopped(tmp_path: Path) -> None:
    script = "for i in $(seq 400); do echo step $i of the long job is done; done; sleep 30"
    process = subprocess.Popen(
        [*KNAPSACK, "compress", "--", "sh", "-c", script],
        stdout=subprocess.PIPE,
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 128 + signal.SIGTERM
    assert b"unfinished" in out
    assert b"step 1 of the long job" in out


def test_arguments_that_look_like_options_reach_the_command(tmp_path: Path) -> None:
    ran = compress(tmp_path, "printf", "%s|", "--help", "--", "", "-x")
    assert ran.stdout == b"--help|--||-x|"


def test_both_doors_give_the_same_bytes_and_code(tmp_path: Path) -> None:
    text = b"".join(b"item %d is fine\n" % number for number in range(900)) + b"ERROR item 901 is not\n"
    straight = subprocess.run(
        [*KNAPSACK, "compress"], input=text, capture_output=True, env=environment(tmp_path), check=False
    )
    through_typer = subprocess.run(
        [*KNAPSACK, "compress", "-"], input=text, capture_output=True, env=environment(tmp_path), check=False
    )
    assert straight.stdout == through_typer.stdout
    assert straight.returncode == through_typer.returncode == 0
    assert b"ERROR item 901 is not" in straight.stdout
    wrapped = ["sh", "-c", "seq 1 3; exit 4"]
    plain = subprocess.run([*KNAPSACK, "compress", "--", *wrapped], capture_output=True, check=False)
    typer = subprocess.run(
        [*KNAPSACK, "compress", "--mode", "smart", "--", *wrapped], capture_output=True, check=False
    )
    assert (plain.stdout, plain.returncode) == (typer.stdout, typer.returncode) == (b"1\n2\n3\n", 4)


def test_a_reader_that_stops_early_ends_it_quietly(tmp_path: Path) -> None:
    command = f"seq 1 100000 | {sys.executable} -m knapsack_cli compress --mode off | head -1"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, env=environment(tmp_path), check=False)
    assert (ran.stdout, ran.stderr) == (b"1\n", b"")


def test_switched_off_it_still_tells_of_drift_and_changes_nothing_else(tmp_path):
    home = {**os.environ, "KNAPSACK_HOME": str(tmp_path)}
    declared = [*KNAPSACK, "drift", "add", "We use SQLite", "--signal", "postgres", "--global"]
    subprocess.run(declared, env=home, check=True, capture_output=True)
    script = "echo use postgres; printf 'a\\000b'; echo aside >&2; exit 3"
    ran = subprocess.run(
        [*KNAPSACK, "compress", "--mode", "off", "--", "sh", "-c", script],
        env=home,
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (3, b"use postgres\na\0b")
    assert ran.stderr.splitlines()[0] == b"aside"
    assert b"line 1 drifting: 'postgres'" in ran.stderr
