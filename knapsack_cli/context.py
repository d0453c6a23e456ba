"""The streams, settings, clock and paths of one run, handed down from the door.

Nobody else reads `sys.stdin`, `os.environ` or the clock, so that every test can run the whole
program in process with its own.
"""

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, BinaryIO, TextIO

    from knapsack_cli.config import Settings
    from knapsack_cli.store.database import Database


class Context:
    """All that a run may know of the world outside it.

    Attributes:
        stdin, stdout: binary streams. stderr: a text stream.
        environ: the environment variables.
        cwd: the working directory, absolute.
        clock: returns seconds since the epoch.
        home: Knapsack's own folder (`KNAPSACK_HOME`, else `~/.knapsack`); it may not exist yet.
    """

    __slots__ = ("_settings", "clock", "cwd", "environ", "home", "stderr", "stdin", "stdout")

    def __init__(
        self,
        stdin: "BinaryIO",
        stdout: "BinaryIO",
        stderr: "TextIO",
        environ: "Mapping[str, str]",
        cwd: str,
        clock: "Callable[[], float]" = time.time,
    ) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self.environ = environ
        self.cwd = cwd
        self.clock = clock
        self.home = environ.get("KNAPSACK_HOME") or os.path.join(self.user_home(), ".knapsack")
        self._settings: Settings | None = None

    @classmethod
    def from_process(cls) -> "Context":
        """The context of the running process."""
        try:
            cwd = os.getcwd()
        except OSError:
            cwd = os.sep
        # A stream that the caller closed is None: what is written to it goes nowhere, as it asked.
        nowhere = sys.stdin is None or sys.stdout is None or sys.stderr is None
        null = open(os.devnull, "r+b", buffering=0) if nowhere else None  # noqa: SIM115
        stdin = sys.stdin.buffer if sys.stdin is not None else null
        stdout = sys.stdout.buffer if sys.stdout is not None else null
        stderr = sys.stderr if sys.stderr is not None else open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        assert stdin is not None
        assert stdout is not None
        return cls(stdin, stdout, stderr, os.environ, cwd)

    def user_home(self) -> str:
        """The user's home folder, from the environment alone where that names one."""
        return self.environ.get("HOME") or self.environ.get("USERPROFILE") or os.path.expanduser("~")

    @property
    def settings(self) -> "Settings":
        """The settings in force, read at first use.

        Raises:
            SettingsError: a configuration file or variable is wrong.
        """
        if self._settings is None:
            from knapsack_cli.config import load_settings

            self._settings = load_settings(self.environ, self.home, self.cwd)
        return self._settings

    def database(self) -> "Database":
        """Open the one database, brought to the newest schema.

        Raises:
            StoreError: it cannot be opened, or was written by a newer Knapsack.
        """
        from knapsack_cli.store.database import open_database

        return open_database(self.home, self.clock)

    def stdin_is_terminal(self) -> bool:
        """Whether a person would have to type the input."""
        return _is_terminal(self.stdin)

    def stdout_is_terminal(self) -> bool:
        """Whether results go to a screen."""
        return _is_terminal(self.stdout)

    def stderr_is_terminal(self) -> bool:
        """Whether talk goes to a screen: progress bars only then."""
        return _is_terminal(self.stderr)

    def write(self, text: str) -> None:
        """Write text to stdout as UTF-8; surrogates that stand for raw bytes become those bytes again.

        Other lone surrogates, which JSON may hold, stand for nothing: a mark takes their place.
        """
        try:
            data = text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            data = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
        self.stdout.write(data)

    def tell(self, text: str) -> None:
        """One line of talk on stderr, neutral and redacted. A closed stderr is no reason to fail."""
        from knapsack_cli.errors import talk

        try:
            self.stderr.write(f"knapsack: {talk(text)}\n")
            self.stderr.flush()
        except (OSError, ValueError):
            pass


def _is_terminal(stream: "Any") -> bool:
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError, OSError):
        return False
