"""Other systems, simulated where the code meets them; and no network anywhere."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli import paths
from knapsack_cli.compression import running
from knapsack_cli.context import Context
from knapsack_cli.notes.writing import safe_name
from knapsack_cli.store import originals, spool

LOG = "".join(f"2026-01-01 00:00:{n % 60:02} INFO job {n} done\n" for n in range(3_000))


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What POSIX has and Windows has not is gone."""
    for name in ("posix_spawnp", "posix_spawn"):
        monkeypatch.delattr(os, name, raising=False)
    # What subprocess found out when it was loaded; from Python 3.14 on it spawns with folders to close too.
    monkeypatch.setattr(subprocess, "_USE_POSIX_SPAWN", False, raising=False)
    for name in ("SIGCHLD", "SIGHUP", "SIGQUIT", "SIGPIPE"):
        monkeypatch.delattr(signal, name, raising=False)
        monkeypatch.delattr(running.signal, name, raising=False)


@pytest.mark.usefixtures("windows")
def test_a_command_runs_without_posix_spawn_and_its_signals(tmp_path: Path) -> None:
    code = f"import sys; sys.stdout.write({LOG!r}); sys.stderr.write('ERROR disk is full\\n'); sys.exit(3)"
    ran = knapsack("compress", "--", sys.executable, "-c", code, home=tmp_path, environ=dict(os.environ))
    assert ran.code == 3, ran.err
    assert b"ERROR disk is full" in ran.out
    assert b"original intact" in ran.out
    ran = knapsack("compress", "--", str(tmp_path / "none"), home=tmp_path)
    assert (ran.code, b"command not found" in ran.out) == (127, True)


def test_a_run_without_sighup_is_passed_the_other_signals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(running.signal, "SIGHUP", raising=False)
    ran = knapsack("compress", "--", "sh", "-c", "echo hello", home=tmp_path, environ=dict(os.environ))
    assert (ran.code, ran.out) == (0, b"hello\n")


def test_files_written_by_descriptor_are_binary_where_that_is_a_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    binary = 1 << 30
    monkeypatch.setattr(paths, "BINARY", binary)
    seen: list[int] = []
    real = os.open
    monkeypatch.setattr(
        os,
        "open",
        lambda path, flags, *rest, **more: (seen.append(flags), real(path, flags & ~binary, *rest, **more))[
            1
        ],
    )
    originals.store(str(tmp_path), b"one\r\ntwo\n")
    spool.append(str(tmp_path), spool.Saving(1.0, "", "log", "make", "/", "", 1, 1, 1, 1))
    assert seen
    assert all(flags & binary for flags in seen)


def test_a_home_that_cannot_be_made_private_is_used_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Windows says 0777 of every folder, whatever chmod is told.
    monkeypatch.setattr(os, "chmod", lambda *_: None)
    home = tmp_path / "home"
    home.mkdir(mode=0o777)
    os.umask(os.umask(0o022))
    ran = knapsack("compress", data=LOG.encode(), home=home)
    assert (ran.code, b"original intact" in ran.out) == (0, True)


def test_the_home_is_found_where_only_userprofile_names_it() -> None:
    context = Context(sys.stdin.buffer, sys.stdout.buffer, sys.stderr, {"USERPROFILE": r"C:\Users\ann"}, "/")
    assert context.home.startswith(r"C:\Users\ann")


@pytest.mark.parametrize("title", ["con", "AUX", "a:b", "x?y", "nul.txt", "trailing. "])
def test_titles_become_names_that_every_system_takes(title: str) -> None:
    name = safe_name(title)
    assert not set(':*?"<>|\\/') & set(name)
    assert name.partition(".")[0].lower() not in ("con", "aux", "nul")
    assert name == name.rstrip(". ")


def test_crlf_and_utf16_text_is_read_as_lines(tmp_path: Path) -> None:
    text = LOG.replace("\n", "\r\n") + "ERROR disk is full\r\n"
    for data in (text.encode(), text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode()):
        ran = knapsack("compress", data=data, home=tmp_path)
        assert b"ERROR disk is full" in ran.out, data[:10]
        digest = ran.out.rsplit(b" ", 1)[1][:12].decode()
        assert knapsack("retrieve", digest, "--raw", home=tmp_path).out == data


GUARD = """
import os, sys
def guard(event, arguments):
    if event.startswith("socket.") or event.startswith("urllib."):
        sys.stderr.write(f"network: {event} {arguments}\\n")
        sys.stderr.flush()
        os._exit(97)
sys.addaudithook(guard)
from knapsack_cli.__main__ import main
main()
"""


def test_nothing_opens_a_socket(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    environ = {**os.environ, "KNAPSACK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}
    environ["KNAPSACK_OBSIDIAN_VAULT"] = str(vault)
    environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    source = "".join(f"def job{n}(a, b):\n    return a + {n}\n\n" for n in range(300))
    runs = (
        (("compress",), LOG),
        (("compress", "--path", "a.py"), source),
        (("compress", "--", "echo", "hello"), ""),
        (("remember", "Use uv, never pip"), ""),
        (("recall", "数据库 连接 uv"), ""),
        (("recall", "--context", "which tool installs packages"), ""),
        (("import", "pi"), ""),
        (("export",), ""),
        (("note", "Standup"), "we did things"),
        (("note", "search", "things"), ""),
        (("drift",), LOG),
        (("skills",), "{}"),
        (("tools",), "{}"),
        (("stats",), ""),
        (("prune", "--dry-run"), ""),
    )
    for arguments, text in runs:
        ran = subprocess.run(
            [sys.executable, "-c", GUARD, *arguments],
            input=text.encode(),
            capture_output=True,
            env=environ,
            cwd=tmp_path,
            check=False,
        )
        assert ran.returncode in (0, 1), (arguments, ran.stderr.decode())
        assert b"network" not in ran.stderr, arguments
