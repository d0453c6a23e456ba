"""The documents that `setup` changes: files, folders, and the user's crontab."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field

from knapsack_cli import paths


@dataclass(frozen=True)
class File:
    """A file in a person's home.

    Attributes:
        path: absolute.
        mode: permissions of a file that is new; one that exists keeps its own.
        folders: how many of the folders above it are removed with it when they are empty.
    """

    path: str
    mode: int = 0o644
    folders: int = 0

    @property
    def name(self) -> str:
        """Its path."""
        return self.path

    def read(self) -> bytes | None:
        """Its bytes; None when there is no file."""
        try:
            with open(self.path, "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def obstacle(self) -> str:
        """A link, something that is no file, a file or folder that may not be written."""
        if os.path.islink(self.path):
            return f"is a link to {os.path.realpath(self.path)}"
        try:
            status = os.stat(self.path)
        except OSError:
            folder = os.path.dirname(self.path)
            while not os.path.lexists(folder) and folder != os.path.dirname(folder):
                folder = os.path.dirname(folder)
            return "" if os.access(folder, os.W_OK | os.X_OK) else f"cannot be made: {folder} is read-only"
        if not stat.S_ISREG(status.st_mode):
            return "is no regular file"
        if not status.st_mode & stat.S_IWUSR or not os.access(self.path, os.W_OK):
            return "is read-only"
        folder = os.path.dirname(self.path)
        return "" if os.access(folder, os.W_OK | os.X_OK) else f"lies in {folder}, which is read-only"

    def write(self, data: bytes | None) -> None:
        """Replace it in one step (a reader sees the old text or the new), or remove it."""
        folder = os.path.dirname(self.path)
        if data is None:
            os.unlink(self.path)
            for _ in range(self.folders):
                try:
                    os.rmdir(folder)
                except OSError:
                    break
                folder = os.path.dirname(folder)
            return
        os.makedirs(folder, exist_ok=True)
        try:
            mode = stat.S_IMODE(os.stat(self.path).st_mode)
        except OSError:
            mode = self.mode
        temporary = f"{self.path}.knapsack-{os.getpid()}"
        try:
            with open(os.open(temporary, os.O_CREAT | os.O_WRONLY | os.O_EXCL, mode), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, mode)
            os.replace(temporary, self.path)
        except OSError:
            try:
                os.unlink(temporary)
            except OSError:
                pass
            raise


@dataclass(frozen=True)
class Folder:
    """A folder that must be there, readable by its owner alone. It reads as an empty text.

    Attributes:
        path: absolute.
    """

    path: str

    @property
    def name(self) -> str:
        """Its path, told from a file's by the slash."""
        return f"{self.path}/"

    def read(self) -> bytes | None:
        """Nothing, where it is there; None where it is not."""
        return b"" if os.path.isdir(self.path) else None

    def obstacle(self) -> str:
        """Something else in its place, or no place for it."""
        return File(os.path.join(self.path, "x")).obstacle()

    def write(self, data: bytes | None) -> None:
        """Make it, or remove it if it is empty."""
        if data is None:
            os.rmdir(self.path)
        else:
            paths.make_private(os.path.dirname(self.path))
            paths.make_private(self.path)


@dataclass(frozen=True)
class Crontab:
    """The user's crontab, by way of the `crontab` command.

    Attributes:
        program: its path; empty where there is none.
        environ: what the command is run with.
    """

    program: str
    environ: Mapping[str, str] = field(repr=False)
    name: str = "crontab"

    def read(self) -> bytes | None:
        """What `crontab -l` prints; None when there is no crontab."""
        if not self.program:
            return None
        done = self._run("-l")
        return done.stdout if done.returncode == 0 else None

    def obstacle(self) -> str:
        """No `crontab` command."""
        return "" if self.program else "cannot be written, since there is no crontab command here"

    def write(self, data: bytes | None) -> None:
        """Hand the whole table to `crontab -`, or remove it.

        Raises:
            OSError: the command refused.
        """
        done = self._run("-r") if data is None else self._run("-", data)
        if done.returncode != 0:
            raise OSError(done.stderr.decode("utf-8", "replace").strip() or f"exit code {done.returncode}")

    def _run(self, argument: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [self.program, argument], input=data, capture_output=True, env=dict(self.environ), timeout=30
        )
