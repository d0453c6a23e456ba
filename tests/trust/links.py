"""Links, pipes and devices in the place of files; folders swapped while they are used; every umask."""

from __future__ import annotations

import os
import signal
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support import knapsack

from knapsack_cli.errors import KnapsackError
from knapsack_cli.notes import writing
from knapsack_cli.store import originals, retention
from trust.forks import Child

LOG = b"".join(b"2026-01-01 00:00:%02d INFO worker %d did job %d\n" % (n % 60, n % 7, n) for n in range(800))
NOBODY = 65534
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("compress",),
    ("remember", "The pool has 5 places"),
    ("recall", "pool"),
    ("stats",),
    ("prune",),
    ("retrieve", "--list"),
    ("drift", "add", "We use SQLite", "--signal", "postgres"),
    ("export",),
)


@contextmanager
def _soon() -> Iterator[None]:
    """Fail what waits forever."""

    def over(*_: object) -> None:
        raise TimeoutError("it waits")

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(60)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def odd_files() -> tuple[int, list[str]]:
    """A pipe, a link to a device without end, a folder, a link to nothing, in the place of each file."""
    failures: list[str] = []
    tried = 0
    names = ("savings.log", "config.toml", "config.cache", "anchors.flag", "knapsack.db", "originals/partial")
    kinds: dict[str, Callable[[str], None]] = {
        "pipe": os.mkfifo,
        "device": lambda path: os.symlink("/dev/zero", path),
        "full": lambda path: os.symlink("/dev/full", path),
        "folder": os.mkdir,
        "dangling": lambda path: os.symlink("/nonexistent/x", path),
    }
    for name in names:
        for kind, make in kinds.items():
            if (name, kind) == ("originals/partial", "folder"):
                continue
            with tempfile.TemporaryDirectory() as folder:
                home = Path(folder)
                (home / "originals").mkdir(mode=0o700)
                make(str(home / name))
                for command in COMMANDS:
                    tried += 1
                    told = _tolerated(home, command)
                    if told:
                        failures.append(f"{kind} for {name}: {' '.join(command)}: {told}")
    return tried, failures


def _tolerated(home: Path, command: tuple[str, ...]) -> str:
    try:
        with _soon():
            ran = knapsack(*command, data=LOG, home=home)
    except TimeoutError:
        return "it waits forever"
    if "Traceback" in ran.err or "unexpected" in ran.err or ran.code not in (0, 1, 2):
        return f"exit {ran.code}: {ran.err[:150]}"
    if command == ("compress",) and b"INFO worker" not in ran.out:
        return "the reader lost the text"
    return ""


def linked_settings() -> tuple[int, list[str]]:
    """A project's settings file that is a link to a device, a pipe, or a file of the user's."""
    failures: list[str] = []
    for target in ("/dev/zero", "/dev/stdin", "pipe", "secret"):
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            project = home / "project"
            (project / ".git").mkdir(parents=True)
            (home / "secret").write_text("token = 'glpat-" + "a1B2" * 5 + "'\n")
            os.mkfifo(home / "pipe")
            os.symlink(target if target[0] == "/" else home / target, project / ".knapsack.toml")
            try:
                with _soon():
                    ran = knapsack("compress", data=LOG, home=home / "h", cwd=project)
            except TimeoutError:
                failures.append(f"{target}: it waits forever")
                continue
            if ran.code or b"INFO worker" not in ran.out or "a1B2a1B2" in ran.err:
                failures.append(f"{target}: exit {ran.code} {ran.err[:150]}")
    return 4, failures


def links_in_the_cache() -> tuple[int, list[str]]:
    """Links where originals, their folders or unfinished files are: nothing behind them is read or lost."""
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        home, victims = Path(folder, "home"), Path(folder, "victims")
        victims.mkdir()
        digest = originals.store(str(home), LOG)
        place = Path(originals.original_path(str(home / "originals"), digest))
        for make in (
            lambda: os.symlink("/etc/passwd", place),
            lambda: os.symlink("/nonexistent", place),
            lambda: os.mkfifo(place),
            lambda: place.write_bytes(b""),
            lambda: (
                os.link("/etc/hostname", place)
                if os.stat("/etc").st_dev == place.parent.stat().st_dev
                else None
            ),
        ):
            place.unlink(missing_ok=True)
            try:
                make()
            except OSError:
                continue
            with _soon():
                knapsack("compress", data=LOG, home=home)
                if not place.is_symlink() and place.is_file() and originals_hold(home, digest):
                    continue
            failures.append("an original that was no file stayed")
        precious = victims / "old.txt"
        precious.write_text("precious")
        os.utime(precious, (0, 0))
        partial = home / "originals" / "partial"
        for path in partial.iterdir():
            path.unlink()
        partial.rmdir()
        os.symlink(victims, partial)
        knapsack("prune", home=home, now=time.time() + 100 * 86_400)
        if not precious.exists():
            failures.append("prune deleted behind a link")
    return 6, failures


def originals_hold(home: Path, digest: str) -> bool:
    """Whether the original comes back whole."""
    try:
        return originals.load(str(home), digest) == LOG
    except KnapsackError:
        return False


def swapped_folders(seconds: float) -> tuple[int, list[str]]:
    """Another thread swaps folders for links between check and use: nothing outside is written or deleted."""
    failures: list[str] = []
    tried = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        outside = root / "outside"
        outside.mkdir()
        (outside / "Diary.md").write_text("precious\n")
        (outside / "1-2").write_text("precious")
        os.utime(outside / "1-2", (0, 0))
        vault = root / "vault"
        (vault / "inner").mkdir(parents=True)
        (vault / "inner" / "Diary.md").write_text("mine\n")
        os.symlink("inner/Diary.md", vault / "Diary.md")
        home = root / "home"
        partial = home / "originals" / "partial"
        partial.mkdir(parents=True)
        stop = threading.Event()

        def swap(path: Path) -> None:
            aside = path.with_name(f"{path.name}-aside")
            while not stop.is_set():
                os.rename(path, aside)
                os.symlink(outside, path)
                os.unlink(path)
                os.rename(aside, path)

        threads = [threading.Thread(target=swap, args=(path,)) for path in (vault / "inner", partial)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            tried += 1
            try:
                writing.write(str(vault), "Diary", f"line {tried}\n", 1_700_000_000.0)
            except KnapsackError:
                pass
            except OSError as error:
                failures.append(f"attempt {tried}: {error}")
                break
            found = retention._abandoned(str(home), time.time())
            retention._unlink(str(partial), found)
            if (outside / "Diary.md").read_text() != "precious\n" or not (outside / "1-2").exists():
                failures.append(f"attempt {tried}: a file outside was changed")
                break
        stop.set()
        for thread in threads:
            thread.join()
        text = "".join(path.read_text() for path in vault.rglob("*.md"))
        if "precious" in text:
            failures.append("a file outside was read into the vault")
        if [path.name for path in outside.iterdir() if path.name not in ("Diary.md", "1-2")]:
            failures.append("a file was written outside")
    return tried, failures


def every_umask() -> tuple[int, list[str]]:
    """Under the umasks 000, 022, 077 and 777, as a user without privileges: owner-only, and it works."""
    failures: list[str] = []
    tried = 0
    with tempfile.TemporaryDirectory() as folder:
        # All modules are loaded before the privileges go: another user may not read Python's own folder.
        for command in (*COMMANDS, ("recall", "pool")):
            knapsack(*command, data=LOG, home=Path(folder))
    for umask in (0o000, 0o022, 0o077, 0o777):
        with tempfile.TemporaryDirectory() as folder:
            if os.geteuid() == 0:
                os.chown(folder, NOBODY, NOBODY)
            home = os.path.join(folder, "deep", "home")
            for command in (*COMMANDS, ("recall", "pool")):
                tried += 1
                pid = os.fork()
                if not pid:
                    os._exit(_as_nobody(umask, home, command))
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                if code:
                    failures.append(f"umask {umask:03o}: {' '.join(command)}: {code}")
            for path in Path(home).rglob("*"):
                mode = stat.S_IMODE(path.stat().st_mode)
                if mode & 0o077 or mode & 0o600 != 0o600:
                    failures.append(f"umask {umask:03o}: {path.name} is {mode:03o}")
    return tried, failures


def _as_nobody(umask: int, home: str, command: tuple[str, ...]) -> int:
    try:
        if os.geteuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        os.umask(umask)
        child = Child(home, *command, data=LOG)
        ended = child.end()
        quiet = "Traceback" not in ended.err and "cannot" not in ended.err and "damaged" not in ended.err
        kept = command != ("compress",) or b"original intact" in ended.out
        return 0 if ended.code in (0, 1) and quiet and kept else 90 + (not quiet) + 2 * (not kept)
    except OSError:
        return 99


def homes_of_others() -> tuple[int, list[str]]:
    """A home that is a link, that another user made, or that is shared by all."""
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        real = Path(folder, "real")
        real.mkdir()
        os.symlink(real, Path(folder, "link"))
        ran = knapsack("compress", data=LOG, home=Path(folder, "link"))
        if ran.code or b"original intact" not in ran.out or not (real / "originals").exists():
            failures.append(f"a home that is a link: {ran.err[:100]}")
        shared = Path(folder, "shared")
        shared.mkdir()
        shared.chmod(0o1777)
        for command in (("compress",), ("remember", "The pool has 5 places")):
            ran = knapsack(*command, data=LOG, home=shared)
            if ran.code or shared.stat().st_mode & 0o7777 != 0o1777:
                failures.append(f"a shared home: {ran.err[:100]}")
        failures += [
            f"a shared home: {path.name} is open to all"
            for path in shared.iterdir()
            if path.stat().st_mode & 0o077
        ]
        if os.geteuid() == 0:
            os.chmod(folder, 0o755)
            theirs = Path(folder, "theirs", "originals", "partial")
            theirs.mkdir(parents=True)
            for path in (theirs, theirs.parent, theirs.parent.parent):
                path.chmod(0o777)
            pid = os.fork()
            if not pid:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
                ended = Child(str(theirs.parent.parent), "compress", data=LOG).end()
                os._exit(0 if ended.out == LOG and not list(theirs.iterdir()) else 1)
            if os.waitpid(pid, 0)[1]:
                failures.append("an original went into a folder that another user made")
    return 4, failures


def attempts(seconds: float) -> tuple[int, list[str]]:
    """All of them."""
    tried = 0
    failures: list[str] = []
    for attempt in (
        odd_files,
        linked_settings,
        links_in_the_cache,
        lambda: swapped_folders(seconds),
        every_umask,
        homes_of_others,
    ):
        count, told = attempt()
        tried += count
        failures += told
    return tried, failures
