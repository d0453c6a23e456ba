"""Where things are: files in Knapsack's home, and which project a folder belongs to."""

import errno
import os

DATABASE = "knapsack.db"
CONFIG = "config.toml"
PROJECT_CONFIG = ".knapsack.toml"
ORIGINALS = "originals"
SPOOL = "savings.log"
ANCHORS = "anchors.flag"
"""Exists, beside the database, when there are drift anchors, so that the hot path need not open it."""

BINARY: int = getattr(os, "O_BINARY", 0)
"""For `os.open`: without it Windows writes every line break as two bytes."""


_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT: int = getattr(os, "O_NONBLOCK", 0)
"""A pipe in the place of a file is refused, not waited for."""
_STICKY = 0o1000
_REGULAR, _FOLDER, _KIND = 0o100000, 0o040000, 0o170000
"""The kinds of files in `st_mode`; the module stat costs more than the hot path may."""


def make_private(path: str) -> None:
    """Create the folder `path` (and its parents), readable by its owner alone, whatever the umask is.

    Raises:
        PermissionError: it is another user's.
    """
    missing = []
    here = path
    while here and not os.path.lexists(here):
        missing.append(here)
        here = os.path.dirname(here)
    for folder in reversed(missing):
        try:
            os.mkdir(folder, 0o700)
            os.chmod(folder, 0o700)
        except FileExistsError:
            pass
    check_private(path)


def check_private(path: str) -> None:
    """Make sure that the folder `path` is its owner's alone.

    A folder that all share as they share /tmp, which a mounted tmpfs is as well, stays as it is: there nobody
    takes away what is another's, and what is put in it is private by itself.

    Raises:
        PermissionError: it is another user's. OSError: it is no folder.
    """
    status = os.stat(path)
    if status.st_mode & _KIND != _FOLDER:
        raise NotADirectoryError(errno.ENOTDIR, "is no folder", path)
    user = os.geteuid() if hasattr(os, "geteuid") else 0
    shared = bool(status.st_mode & _STICKY) and status.st_uid in (0, user)
    if user and status.st_uid != user and not shared:
        raise PermissionError(errno.EPERM, "belongs to another user", path)
    if shared:
        return
    if status.st_mode & 0o077 or status.st_mode & 0o700 != 0o700:
        os.chmod(path, 0o700)


def open_plain(path: str, flags: int = os.O_RDONLY, *, links: bool = False, within: int | None = None) -> int:
    """Open a file that is no pipe, device or folder, and unless `links` no link; returns its descriptor.

    Args:
        within: descriptor of the folder that `path` is in.

    Raises:
        OSError: there is none, or it is something else.
    """
    flags |= BINARY | _NO_WAIT | (0 if links else _NO_LINK)
    file = os.open(path, flags, 0o600) if within is None else os.open(path, flags, 0o600, dir_fd=within)
    status = os.fstat(file)
    mode = status.st_mode
    if mode & _KIND != _REGULAR:
        os.close(file)
        raise OSError(errno.EINVAL, "is no plain file", path)
    if flags & os.O_CREAT and hasattr(os, "geteuid") and os.geteuid() not in (0, status.st_uid):
        os.close(file)
        raise PermissionError(errno.EPERM, "belongs to another user", path)
    if flags & os.O_CREAT and mode & 0o600 != 0o600:
        # A umask that takes the owner's own rights away.
        os.chmod(file if os.chmod in os.supports_fd else path, 0o600)
    return file


def git_root(start: str) -> str | None:
    """The nearest folder at or above `start` that holds `.git` (a folder, or a file in worktrees)."""
    here = os.path.abspath(start)
    while True:
        if os.path.lexists(os.path.join(here, ".git")):
            return here
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above
