"""The spool of savings: one line a run, appended by a single write, so that `compress` opens no database.

Every command that opens the database folds it in (`fold_in`). A line holds tab-separated fields, the
text ones percent-escaped: time, hash, kind, command, project, session, bytes in and out, tokens in and
out, note.
"""

import os

from knapsack_cli import paths

FIELDS = 11
FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT
LATEST = 1e12
"""Seconds since the epoch from which on a time is none."""
MOST_DIGITS = 18
"""Of a count: as many as always fit a column."""


class Saving:
    """What one run of compress did."""

    __slots__ = (
        "bytes_in",
        "bytes_out",
        "command",
        "digest",
        "kind",
        "note",
        "project",
        "session",
        "time",
        "tokens_in",
        "tokens_out",
    )

    def __init__(
        self,
        time: float,
        digest: str,
        kind: str,
        command: str,
        project: str,
        session: str,
        bytes_in: int,
        bytes_out: int,
        tokens_in: int,
        tokens_out: int,
        note: str = "",
    ) -> None:
        self.time = time
        self.digest = digest
        self.kind = kind
        self.command = command
        self.project = project
        self.session = session
        self.bytes_in = bytes_in
        self.bytes_out = bytes_out
        self.tokens_in = tokens_in
        self.tokens_out = tokens_out
        self.note = note


def append(home: str, saving: Saving) -> bool:
    """Append one line; False when the home cannot be written (statistics may fail quietly)."""
    fields = (
        f"{saving.time:.3f}",
        saving.digest,
        saving.kind,
        _escape(saving.command[:200]),
        _escape(saving.project),
        _escape(saving.session),
        str(saving.bytes_in),
        str(saving.bytes_out),
        str(saving.tokens_in),
        str(saving.tokens_out),
        _escape(saving.note[:500]),
    )
    line = ("\t".join(fields) + "\n").encode("utf-8", "surrogateescape")
    path = os.path.join(home, paths.SPOOL)
    try:
        try:
            file = paths.open_plain(path, FLAGS)
        except FileNotFoundError:
            paths.make_private(home)
            file = paths.open_plain(path, FLAGS)
        try:
            return os.write(file, line) == len(line)
        finally:
            os.close(file)
    except OSError:
        return False


def parse(line: str) -> Saving | None:
    """One line of the spool; None when it is torn or foreign.

    Bytes that are no UTF-8 (a file's name in a command) come as surrogates, which no column takes.
    """
    if not line.isascii():
        line = line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    fields = line.split("\t")
    if len(fields) != FIELDS:
        return None
    try:
        moment = float(fields[0])
        if not (0 <= moment < LATEST and all(len(number) <= MOST_DIGITS for number in fields[6:10])):
            return None
        return Saving(
            moment,
            fields[1],
            fields[2],
            _unescape(fields[3]),
            _unescape(fields[4]),
            _unescape(fields[5]),
            int(fields[6]),
            int(fields[7]),
            int(fields[8]),
            int(fields[9]),
            _unescape(fields[10]),
        )
    except ValueError:
        return None


def _escape(text: str) -> str:
    for char, code in (("%", "%25"), ("\t", "%09"), ("\n", "%0A"), ("\r", "%0D")):
        if char in text:
            text = text.replace(char, code)
    return text


def _unescape(text: str) -> str:
    for char, code in (("\r", "%0D"), ("\n", "%0A"), ("\t", "%09"), ("%", "%25")):
        text = text.replace(code, char)
    return text
