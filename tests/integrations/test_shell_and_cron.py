"""The shell functions in the real shells, and the cron job under a bare environment."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import Terminal, knapsack

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with `knapsack` on its PATH."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "knapsack"
    started = f"PYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} -m knapsack_cli"
    program.write_text(f'#!/bin/sh\n{started} "$@"\n')
    program.chmod(0o755)
    return tmp_path


def environment(home: Path) -> dict[str, str]:
    return {
        "HOME": str(home),
        "KNAPSACK_HOME": str(home / ".knapsack"),
        "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
    }


def install(home: Path, *arguments: str) -> None:
    ran = knapsack("setup", *arguments, "--yes", home=home, environ=environment(home), stdin=Terminal())
    assert ran.code == 0, ran.err


def shell(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        env=environment(home),
        cwd=home,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )


STARTS = {"bash": ("bash", "-ic"), "zsh": ("zsh", "-ic"), "fish": ("fish", "-c")}


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
def test_the_function_runs_pipes_and_keeps_the_exit_code(name: str, home: Path) -> None:
    if not shutil.which(name):
        pytest.skip(f"no {name} here")
    install(home, name, "--wrap", "seq")
    status = "$status" if name == "fish" else "$?"
    done = shell(home, *STARTS[name], f"ks sh -c 'echo hello; exit 3'; echo code {status}")
    assert done.stdout.splitlines() == ["hello", "code 3"], done.stderr
    many = 'for i in $(seq 2000); do echo "2026-01-01 INFO worker $i done"; done'
    piped = shell(home, *STARTS[name], f"sh -c {shlex.quote(many)} | ks")
    assert "knapsack retrieve" in piped.stdout.splitlines()[-1], piped.stderr
    wrapped = shell(home, *STARTS[name], "seq 5000 | tail -n 1")
    assert "knapsack retrieve" in wrapped.stdout, wrapped.stderr
    (home / "bin/knapsack").unlink()
    gone = shell(home, *STARTS[name], f"seq 5000 | tail -n 1; seq nonsense; echo code {status}")
    assert gone.stdout.splitlines() == ["5000", "code 1"], "a command works where knapsack is gone"


@pytest.mark.slow
def test_aliases_reach_a_shell_that_reads_no_settings(home: Path) -> None:
    """Pi's bash: `shellCommandPrefix` with expand_aliases, as README has it."""
    install(home, "bash")
    prefix = f"shopt -s expand_aliases\nsource {home}/.knapsack/shell/knapsack.bash"
    done = shell(home, "bash", "-c", f"{prefix}\nksr --help | head -n 1; ks true")
    assert done.stdout.startswith("Usage: knapsack retrieve"), done.stderr


def test_the_crontab_keeps_other_peoples_lines(home: Path) -> None:
    table = home / "table"
    table.write_text("# mine\n0 1 * * * backup\n")
    crontab = home / "bin" / "crontab"
    crontab.write_text(
        f"#!/bin/sh\ncase $1 in -l) exec cat {table} ;; -r) rm {table} ;; -) cat > {table} ;; esac\n"
    )
    crontab.chmod(0o755)
    install(home, "cron")
    lines = table.read_text().splitlines()
    assert lines[:2] == ["# mine", "0 1 * * * backup"]
    assert [line.split()[-1] for line in lines if line.endswith(("import", "prune"))] == ["import", "prune"]
    install(home, "cron", "--remove")
    assert table.read_text() == "# mine\n0 1 * * * backup\n"
    assert not (home / ".knapsack/cron").exists()


def test_timers_are_well_formed(home: Path) -> None:
    install(home, "cron", "--systemd")
    units = home / ".config/systemd/user"
    assert sorted(path.name for path in units.iterdir()) == [
        "knapsack-import.service",
        "knapsack-import.timer",
        "knapsack-prune.service",
        "knapsack-prune.timer",
    ]
    if shutil.which("systemd-analyze"):
        for path in sorted(units.iterdir()):
            done = shell(home, "systemd-analyze", "verify", "--user", str(path))
            assert "knapsack" not in done.stderr, done.stderr
    install(home, "cron", "--remove")
    assert not list(units.iterdir())


def job(home: Path, word: str) -> subprocess.CompletedProcess[str]:
    """The job as cron starts it."""
    script = home / ".knapsack/cron/knapsack-cron"
    return subprocess.run(
        ["/bin/sh", "-c", f"{script} {word}"],
        env={"HOME": str(home), "SHELL": "/bin/sh", "PATH": "/usr/bin:/bin", "LOGNAME": "dev"},
        cwd=home,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_job_is_quiet_unless_something_is_wrong(home: Path) -> None:
    install(home, "cron", "--systemd")
    shutil.copytree(ROOT / "fixtures/sessions", home / ".pi/agent/sessions/--shop--")
    done = job(home, "import")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (home / ".knapsack/knapsack.db").exists()
    (home / ".knapsack/config.toml").write_text("nonsense = 1\n")
    done = job(home, "import")
    assert done.returncode == 2
    assert "nonsense" in done.stderr
    assert job(home, "rm").returncode == 2


def test_two_jobs_do_not_run_at_once_and_a_dead_ones_lock_is_taken(home: Path) -> None:
    install(home, "cron", "--systemd")
    lock = home / ".knapsack/cron-import.lock"
    (home / ".knapsack/config.toml").write_text("nonsense = 1\n")
    lock.symlink_to(str(os.getpid()))
    assert job(home, "import").returncode == 0
    lock.unlink()
    lock.symlink_to("999999999")
    assert job(home, "import").returncode == 2
    assert not lock.is_symlink()
    lock.symlink_to(str(os.getpid()))
    os.utime(lock, (1e9, 1e9), follow_symlinks=False)
    assert job(home, "import").returncode == 2, "a number that another process has by now"
