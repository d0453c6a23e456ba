"""Any moment: killed midway, a full disk, closed streams; no half original, nothing lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from knapsack_cli.errors import KnapsackError
from knapsack_cli.store import originals

KNAPSACK = [sys.executable, "-m", "knapsack_cli"]
TEXT = b"".join(
    b"2026-01-01 00:00:%02d INFO worker %d did job %d\n" % (n % 60, n % 7, n) for n in range(40_000)
)


def _environment(home: str) -> dict[str, str]:
    return {**os.environ, "KNAPSACK_HOME": home}


def half_originals(home: str) -> list[str]:
    """The originals that are in place and are not what their name says."""
    wrong: list[str] = []
    for folder in Path(home, "originals").glob("??"):
        for path in folder.iterdir():
            try:
                originals.load(home, folder.name + path.name)
            except KnapsackError as error:
                wrong.append(str(error))
    return wrong


def kills(count: int, number: int) -> tuple[int, list[str]]:
    """kill -9 at random moments of compress: what is in place is whole, and the next run works."""
    rnd = random.Random(number)
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        for _ in range(count):
            process = subprocess.Popen(
                [*KNAPSACK, "compress"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=_environment(home),
            )
            assert process.stdin is not None
            salt = rnd.randbytes(8).hex().encode()
            try:
                process.stdin.write(salt + b"\n" + TEXT[: rnd.randrange(len(TEXT))])
                process.stdin.flush()
                time.sleep(rnd.random() * 0.15)
                if rnd.random() < 0.5:
                    process.stdin.close()
                    time.sleep(rnd.random() * 0.1)
            except BrokenPipeError:
                pass
            process.send_signal(signal.SIGKILL)
            process.wait()
            try:
                process.stdin.close()
            except BrokenPipeError:
                pass
        failures += half_originals(home)
        ran = subprocess.run(
            [*KNAPSACK, "compress"], input=TEXT, capture_output=True, env=_environment(home), check=False
        )
        if ran.returncode or b"original intact" not in ran.stdout:
            failures.append("compress does not work after kills")
        listed = subprocess.run(
            [*KNAPSACK, "retrieve", "--list"], capture_output=True, env=_environment(home), check=False
        )
        if listed.returncode:
            failures.append(f"retrieve --list after kills: {listed.stderr.decode()[:100]}")
    return count, failures


def closed_streams() -> tuple[int, list[str]]:
    """stdout or stderr closed, the reader gone after some bytes, a home that cannot be written."""
    failures: list[str] = []
    tried = 0
    with tempfile.TemporaryDirectory() as home:
        command = " ".join(KNAPSACK) + " compress"
        for redirect in (">&-", "2>&-", ">&- 2>&-", "| head -c 10", "| head -c 300", "| true"):
            tried += 1
            ran = subprocess.run(
                ["sh", "-c", f"{command} {redirect}"],
                input=TEXT[:300_000],
                capture_output=True,
                env=_environment(home),
                check=False,
                timeout=60,
            )
            if b"Traceback" in ran.stderr or b"Exception" in ran.stderr:
                failures.append(f"{redirect}: {ran.stderr.decode()[:200]}")
        for place in ("/proc/no/such", os.path.join(home, "file")):
            tried += 1
            Path(home, "file").write_text("in the way")
            ran = subprocess.run(
                [*KNAPSACK, "compress"],
                input=TEXT[:200_000],
                capture_output=True,
                env=_environment(place),
                check=False,
            )
            if ran.stdout != TEXT[:200_000] or ran.stderr.count(b"\n") != 1 or ran.returncode:
                failures.append(f"home {place}: {ran.returncode} {ran.stderr.decode()[:200]}")
    return tried, failures


def full_disk() -> tuple[int, list[str]]:
    """A home on a small file system of its own, full: the text goes out whole."""
    with tempfile.TemporaryDirectory() as home:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", home], capture_output=True, check=False
        )
        if mounted.returncode:
            return 0, []
        try:
            data = os.urandom(300_000).hex().encode() + b"\n" + TEXT[:400_000]
            ran = subprocess.run(
                [*KNAPSACK, "compress"], input=data, capture_output=True, env=_environment(home), check=False
            )
            if ran.returncode or ran.stdout != data:
                return 1, [f"full disk: {ran.returncode} {ran.stderr.decode()[:200]}"]
            return 1, half_originals(home)
        finally:
            subprocess.run(["umount", home], check=False)
