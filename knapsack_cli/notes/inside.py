"""Files of a vault, reached so that no link that is put in their way meanwhile leads out of it.

Each folder on the way is opened from the one above it, links refused, and the file from the last (openat(2)
with O_NOFOLLOW). Where a system has no such calls, the path is used.
"""

from __future__ import annotations

import os

from knapsack_cli import paths
from knapsack_cli.errors import InputError

_BY_FOLDER = {os.open, os.stat, os.unlink, os.rename} <= os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")


class Place:
    """A file's place in a vault, its folder held open; use it as a context."""

    def __init__(self, root: str, path: str) -> None:
        """`root`: the vault, links resolved; `path`: the file within it, no link in it.

        Raises:
            InputError: a folder on the way is none, or became a link.
        """
        self._path = os.path.join(root, path)
        self._name = os.path.basename(path)
        self._folder: int | None = None
        if not _BY_FOLDER:
            return
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
        try:
            self._folder = os.open(root, flags)
            for part in os.path.dirname(path).split(os.sep):
                if part:
                    inner = os.open(part, flags, dir_fd=self._folder)
                    os.close(self._folder)
                    self._folder = inner
        except OSError as error:
            self.close()
            raise InputError(f"{self._path} cannot be reached: {error.strerror}; nothing written") from error

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        if self._folder is not None:
            os.close(self._folder)
            self._folder = None

    def open(self) -> int:
        """The file's descriptor, to read.

        Raises:
            OSError: there is none, or it is a link, a pipe or a device.
        """
        return paths.open_plain(self._where(self._name), within=self._folder)

    def replace(self, text: str) -> None:
        """Write beside the file, then put it in its place, so that nobody ever sees half of it.

        Raises:
            InputError: it cannot be written.
        """
        temporary = f".{os.getpid()}-knapsack.tmp"
        written = False
        try:
            try:
                mode = (
                    os.stat(self._where(self._name), dir_fd=self._folder, follow_symlinks=False).st_mode
                    & 0o777
                )
            except FileNotFoundError:
                mode = 0o644
            flags = os.O_CREAT | os.O_WRONLY | os.O_EXCL | paths.BINARY
            file = os.open(self._where(temporary), flags, mode, dir_fd=self._folder)
            written = True
            with open(file, "w", encoding="utf-8", newline="") as stream:
                stream.write(text)
            source, target = self._where(temporary), self._where(self._name)
            os.replace(source, target, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        except OSError as error:
            if written:
                try:
                    os.unlink(self._where(temporary), dir_fd=self._folder)
                except OSError:
                    pass
            raise InputError(f"{self._path} cannot be written: {error.strerror}") from error

    def _where(self, name: str) -> str:
        return name if self._folder is not None else os.path.join(os.path.dirname(self._path), name)


def open_inside(root: str, path: str) -> int:
    """The descriptor of a file of the vault `root`, to read.

    Raises:
        OSError: there is none, or a link, a pipe or a device is in its place.
    """
    try:
        with Place(root, path.replace("/", os.sep)) as place:
            return place.open()
    except InputError as error:
        raise OSError(str(error)) from error
