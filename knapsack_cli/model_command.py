"""Asking a model: a command of the user's own that reads a prompt on stdin and writes an answer.

The command comes from the user's configuration or environment (`KNAPSACK_MODEL_COMMAND`), never from a
project's file. It runs without a shell, in a process group of its own, within a time and an amount; what it
has started ends with it.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import time

TIMEOUT_SECONDS = 120.0
LOOK_SECONDS = 0.25
"""How often it is looked whether the command has ended."""
MOST_BYTES = 4 << 20
"""An answer larger than this is a flood, not an answer."""


class ModelError(Exception):
    """The command could not be run, failed, took too long, or wrote too much; the text says which."""


def ask(command: str, prompt: str, timeout: float = TIMEOUT_SECONDS, most: int = MOST_BYTES) -> str:
    """What `command` answers to `prompt`.

    Args:
        timeout: seconds for the whole answer. most: bytes it may have.

    Raises:
        ModelError: no answer within these bounds.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ModelError(f"the model command cannot be read: {error}") from error
    if not words:
        raise ModelError("no model command is set")
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise ModelError(f"{words[0]} cannot be run: {error.strerror}") from error
    try:
        answer = _converse(process, prompt.encode("utf-8", "replace"), timeout, most)
        if process.wait(timeout=5) != 0:
            raise ModelError(f"{words[0]} failed with exit code {process.returncode}")
    except subprocess.TimeoutExpired:
        raise ModelError(f"{words[0]} did not end") from None
    finally:
        _end(process)
    return answer.decode("utf-8", "replace")


def _converse(process: subprocess.Popen[bytes], prompt: bytes, timeout: float, most: int) -> bytes:
    """Write the prompt and read the answer at once, so that neither side blocks the other."""
    assert process.stdin is not None
    assert process.stdout is not None
    deadline = time.monotonic() + timeout
    answer = bytearray()
    left = memoryview(prompt)
    with selectors.DefaultSelector() as selector:
        os.set_blocking(process.stdin.fileno(), False)
        selector.register(process.stdin, selectors.EVENT_WRITE)
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            wait = deadline - time.monotonic()
            if wait <= 0:
                raise ModelError(f"no answer within {timeout:g} s")
            ready = selector.select(min(wait, LOOK_SECONDS))
            if not ready and process.poll() is not None:
                return bytes(answer)  # it has ended; what holds its output open is a child it left behind
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    left = _write(process, left)
                    if not left:
                        selector.unregister(process.stdin)
                        process.stdin.close()
                else:
                    chunk = os.read(process.stdout.fileno(), 1 << 16)
                    if not chunk:
                        return bytes(answer)
                    answer += chunk
                    if len(answer) > most:
                        raise ModelError(f"an answer of over {most} bytes")


def _write(process: subprocess.Popen[bytes], left: memoryview) -> memoryview:
    assert process.stdin is not None
    try:
        return left[os.write(process.stdin.fileno(), left[: 1 << 16]) :]
    except BlockingIOError:
        return left
    except BrokenPipeError:
        # It answers without reading everything: that is its own affair.
        return left[len(left) :]


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes and end the process with all that it has started, in its group or out of it."""
    for stream in (process.stdin, process.stdout):
        if stream is not None and not stream.closed:
            stream.close()
    started = _descendants(process.pid) if process.poll() is None else []
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (OSError, AttributeError):
        if process.poll() is None:
            process.kill()
    for pid in started:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


def _descendants(pid: int) -> list[int]:
    """The processes that `pid` has started, and theirs; empty where the system does not tell (no /proc)."""
    children: dict[int, list[int]] = {}
    try:
        entries = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
    for name in entries:
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        children.setdefault(parent, []).append(int(name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        own = children.get(waiting.pop(), [])
        found.extend(own)
        waiting.extend(own)
    return found
