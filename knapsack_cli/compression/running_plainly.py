"""Running a command where no signal tells of its end (Windows): its pipe is read until it closes."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from knapsack_cli import exits

if TYPE_CHECKING:
    from knapsack_cli.compression.intake import Intake
    from knapsack_cli.context import Context

READ_SIZE = 1 << 16
_SIGINT = 2


class PlainChild:
    """A running command and its pipe; Ctrl-C reaches it by itself, as it does everyone at the console.

    Attributes:
        stopped_by: the signal that stopped the run, or 0.
    """

    def __init__(self, context: Context, command: list[str], apart: bool) -> None:
        self.stopped_by = 0
        self._code = 0
        self._refused = b""
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=None if apart else subprocess.STDOUT,
                env=dict(context.environ),
            )
        except OSError as error:
            found = not isinstance(error, FileNotFoundError)
            reason = f"cannot run ({error.strerror})" if found else "command not found"
            self._refused = f"knapsack: {command[0]}: {reason}\n".encode()
            self._code = exits.CANNOT_RUN if found else exits.NOT_FOUND

    def read(self, intake: Intake) -> None:
        """Hand on all that the command writes until its pipe is closed."""
        if self._process is None:
            intake.take(self._refused)
            return
        assert self._process.stdout is not None
        while True:
            try:
                chunk = os.read(self._process.stdout.fileno(), READ_SIZE)
            except KeyboardInterrupt:
                self.stopped_by = _SIGINT
                continue
            if not chunk:
                return
            intake.take(chunk)

    def wait(self) -> int:
        """The exit code."""
        if self._process is not None:
            code = self._process.wait()
            self._code = exits.by_signal(-code) if code < 0 else code
        return self._code

    def restore(self) -> None:
        """Close the pipe."""
        if self._process is not None and self._process.stdout is not None:
            self._process.stdout.close()
