"""`compress -- CMD…`: run a command, keep its output while it streams in, and give back its exit code.

stdout and stderr of the child are one pipe, so their order is the order of arrival; stdin is inherited.
The run ends when the child ends, not when a grandchild that holds the pipe does.
"""

import os
import select
import sys

from knapsack_cli import exits
from knapsack_cli.compression.intake import Intake

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from types import FrameType

    from knapsack_cli.compression.options import Options
    from knapsack_cli.compression.running_plainly import PlainChild
    from knapsack_cli.context import Context

if not TYPE_CHECKING:
    import _signal as signal  # the enums of `signal` itself cost as much as the rest of the start

READ_SIZE = 1 << 16
TICK_SECONDS = 1.0
"""How often a long command's output so far is put on disk, and told of on a terminal."""
GRACE_SECONDS = 0.25
"""After the child has ended, how long what it wrote is waited for."""
FORWARDED = ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT")
INTERACTIVE = frozenset(
    [
        "vi",
        "vim",
        "nvim",
        "nano",
        "emacs",
        "emacsclient",
        "ed",
        "pico",
        "micro",
        "hx",
        "less",
        "more",
        "most",
        "man",
        "info",
        "top",
        "htop",
        "btop",
        "watch",
        "tmux",
        "screen",
        "ftp",
        "sftp",
        "telnet",
        "psql",
        "mysql",
        "sqlite3",
        "redis-cli",
        "mongosh",
        "gdb",
        "lldb",
        "pdb",
        "ipython",
        "irb",
        "pry",
        "fzf",
        "ncdu",
        "ranger",
        "mc",
        "tig",
        "lazygit",
    ]
)
"""Programs that talk with a person: with a terminal they always run untouched."""
REPLS = frozenset(("python", "python3", "node", "bash", "sh", "zsh", "fish", "ruby", "php", "ssh", "lua"))
"""Programs that do so only without arguments (`ssh` with just a host)."""


def run(context: "Context", options: "Options", command: list[str], capture: bool = False) -> int:
    """Run `command` and write its compressed output; returns its exit code.

    With a terminal on stdin and stdout the command runs untouched, unless `capture`.
    """
    off = options.mode == "off"
    if is_interactive(context, command, capture):
        return _replace(context, command)
    # With anchors declared what it writes is looked at, and passed on as it comes.
    if off and (options.watcher is None or context.stdout_is_terminal()):
        return _replace(context, command)
    if not options.hints.command:
        options.hints.command = " ".join(command)
    intake = Intake(context, options)
    child = _start(context, command, apart=off)
    try:
        child.read(intake)
        code = child.wait()
    finally:
        child.restore()
    if options.hints.exit_code is None:
        options.hints.exit_code = code
    if child.stopped_by:
        options.hints.unfinished = True
    written = intake.deliver()
    return code or written


def _start(context: "Context", command: list[str], apart: bool) -> "_Child | PlainChild":
    """Start the command; `apart` leaves its stderr where ours is."""
    if hasattr(os, "posix_spawnp") and hasattr(signal, "SIGCHLD"):
        return _Child(context, command, apart)
    from knapsack_cli.compression import running_plainly

    return running_plainly.PlainChild(context, command, apart)


def is_interactive(context: "Context", command: list[str], capture: bool) -> bool:
    """Whether the command must have the terminal to itself."""
    if not (context.stdin_is_terminal() and context.stdout_is_terminal()):
        return False
    name = command[0].rsplit("/", 1)[-1]
    if name in INTERACTIVE or (name in REPLS and len(command) == 1):
        return True
    if name == "ssh" and len([word for word in command[1:] if not word.startswith("-")]) == 1:
        return True
    return not capture


def _replace(context: "Context", command: list[str]) -> int:
    """Become the command: nothing of ours stands between it and the terminal."""
    context.stdout.flush()
    try:
        os.execvpe(command[0], command, dict(context.environ))
    except FileNotFoundError:
        context.tell(f"{command[0]}: command not found")
        return exits.NOT_FOUND
    except OSError as error:
        context.tell(f"{command[0]}: cannot run ({error.strerror})")
        return exits.CANNOT_RUN


class _Ticker:
    """What happens now and then while a command runs: its output is kept, and a line tells of it.

    The line is drawn on stderr, over itself, and only where that is a terminal.
    """

    def __init__(self, context: "Context", intake: Intake) -> None:
        self._context = context
        self._intake = intake
        self._start = self._last = context.clock()
        self._visible = context.stderr_is_terminal()
        self._drawn = False

    def tick(self) -> None:
        """Once a TICK: put what has come on disk, and draw."""
        now = self._context.clock()
        if now - self._last < TICK_SECONDS:
            return
        self._last = now
        self._intake.settle()
        if self._visible:
            self._drawn = True
            self._draw(f"knapsack: {now - self._start:.0f} s, {self._intake.size:,} bytes")

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            self._draw("")

    def _draw(self, text: str) -> None:
        try:
            self._context.stderr.write(f"\r\x1b[K{text}")
            self._context.stderr.flush()
        except (OSError, ValueError):
            self._visible = False


class _Child:
    """A running command, its pipe, and the signals that are passed on to it."""

    def __init__(self, context: "Context", command: list[str], apart: bool) -> None:
        self._context = context
        self._apart = apart
        self.stopped_by = 0
        self.status: int | None = None
        self._pid = 0
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        os.set_blocking(self._wake_read, False)
        self._previous_wake = signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        self._handlers = {}
        for name in FORWARDED:
            number = getattr(signal, name, None)
            if number is not None:
                self._handlers[number] = signal.signal(number, self._forward)
        self._handlers[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda number, frame: None)
        self._pipe, inner = os.pipe()
        sys.stdout.flush()
        try:
            self._pid = self._spawn(command, inner)
        except OSError as error:
            found = not isinstance(error, FileNotFoundError)
            reason = f"cannot run ({error.strerror})" if found else "command not found"
            if apart:
                context.tell(f"{command[0]}: {reason}")
            else:
                os.write(inner, f"knapsack: {command[0]}: {reason}\n".encode())
            self.status = (exits.CANNOT_RUN if found else exits.NOT_FOUND) << 8
        os.close(inner)

    def _spawn(self, command: list[str], inner: int) -> int:
        """Start the command with the pipe as its stdout, and as its stderr unless that stays apart, and the
        signals as they are by default."""
        ends = (1,) if self._apart else (1, 2)
        return os.posix_spawnp(
            command[0],
            command,
            dict(self._context.environ),
            file_actions=[(os.POSIX_SPAWN_DUP2, inner, end) for end in ends],
            setsigdef=[*self._handlers, signal.SIGPIPE],
        )

    def _forward(self, number: int, frame: "FrameType | None") -> None:
        """Pass a signal on once; the terminal has already sent SIGINT and SIGQUIT to the whole group."""
        self.stopped_by = number
        at_terminal = number in (signal.SIGINT, signal.SIGQUIT) and self._context.stdin_is_terminal()
        if self.status is None and self._pid and not at_terminal:
            try:
                os.kill(self._pid, number)
            except ProcessLookupError:
                pass

    def read(self, intake: Intake) -> None:
        """Hand on all that the command writes until it ends."""
        ended = self.status is not None
        ticker = _Ticker(self._context, intake)
        while True:
            wait = GRACE_SECONDS if ended else TICK_SECONDS
            ready = select.select([self._pipe, self._wake_read], [], [], wait)[0]
            if not self._apart:
                ticker.tick()
            if self._wake_read in ready:
                try:
                    os.read(self._wake_read, 4096)
                except BlockingIOError:
                    pass
                if not ended:
                    ended = self._has_ended()
            if self._pipe in ready:
                chunk = os.read(self._pipe, READ_SIZE)
                if not chunk:
                    return ticker.clear()
                intake.take(chunk)
                if self._apart:
                    self._context.stdout.flush()
            elif ended:
                return ticker.clear()

    def _has_ended(self) -> bool:
        pid, status = os.waitpid(self._pid, os.WNOHANG)
        if pid:
            self.status = status
        return self.status is not None

    def wait(self) -> int:
        """The exit code, 128 + n when a signal ended the command."""
        if self.status is None:
            self.status = os.waitpid(self._pid, 0)[1]
        code = os.waitstatus_to_exitcode(self.status)
        return exits.by_signal(-code) if code < 0 else code

    def restore(self) -> None:
        """Give the signals back to whoever had them."""
        signal.set_wakeup_fd(self._previous_wake)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        for file in (self._pipe, self._wake_read, self._wake_write):
            os.close(file)
