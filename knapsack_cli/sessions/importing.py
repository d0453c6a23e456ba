"""Importing: sources in, messages stored, and a report of what became of everything."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, BinaryIO, NamedTuple

from knapsack_cli.errors import InputError, UsageError
from knapsack_cli.sessions import sources
from knapsack_cli.sessions.agents import module_of
from knapsack_cli.sessions.index import Index
from knapsack_cli.sessions.lines import mark_at
from knapsack_cli.sessions.model import Message, Problem, Record, Session
from knapsack_cli.sessions.roles import REDACTED, REVISABLE
from knapsack_cli.sessions.selection import stored_text
from knapsack_cli.sessions.sources import Opened, Source
from knapsack_cli.sessions.storing import (
    Counts,
    FileState,
    Incoming,
    MessageStore,
    clean,
)
from knapsack_cli.store.database import Database
from knapsack_cli.text.hits import project_matches

_BATCH_MESSAGES = 1000
_BATCH_CHARACTERS = 2_000_000


class Options(NamedTuple):
    """What to take and what to say of it.

    Attributes:
        keep: names of `selection.KEEPABLE` to store as well.
        since: milliseconds; earlier messages are left. projects: only sessions of one of these.
        dry_run: count, store nothing.
        session, project_name: what a message on stdin that does not say belongs to.
    """

    keep: frozenset[str] = frozenset()
    since: int | None = None
    projects: tuple[str, ...] = ()
    dry_run: bool = False
    session: str = ""
    project_name: str = ""


class Report:
    """What an import did.

    Attributes:
        files: sources read; unchanged: skipped, since nothing in them changed.
        messages: what became of the messages. left_out: kinds of message not stored, with their number.
        skipped: records that no reader knows, by type. problems: (path, line, reason) of damage.
        unreadable: sources of which nothing could be read, with the reason.
        sessions: keys of the sessions met.
    """

    def __init__(self) -> None:
        self.files = 0
        self.unchanged = 0
        self.messages = Counts()
        self.left_out: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.problems: list[tuple[str, int, str]] = []
        self.unreadable: list[tuple[str, str]] = []
        self.others: Counter[str] = Counter()


Handler = Callable[[dict[str, Any]], bool]
"""Takes a record of another room (a memory, an anchor) from an export; returns whether it was new. Raises
InputError or UsageError when it is no such record."""


Foreign = Callable[[str], tuple[int, list[tuple[int, str]]] | None]
"""Takes a file of another room's (the memories of another program): how many records of it were new and which
were skipped (number, reason), or None when it is not of that kind."""


class Importer:
    """One run of `import` over an open database. `observe` sees every message that is taken. Of a dry run the
    handlers and takers of foreign files must know themselves."""

    def __init__(
        self,
        database: Database,
        index: Index | None,
        now: Callable[[], float],
        options: Options,
        handlers: Mapping[str, Handler] | None = None,
        observe: Callable[[Session, Message], None] | None = None,
        foreign: Mapping[str, Foreign] | None = None,
    ) -> None:
        self._observe = observe
        self.database = database
        self.store = MessageStore(database, index)
        self.options = options
        self.report = Report()
        self._now = now
        self._handlers = dict(handlers or {})
        self._foreign = dict(foreign or {})
        self._batch: list[Incoming] = []
        self._size = 0
        self._files: list[FileState] = []
        self._seen: set[int] = set()

    def import_sources(self, found: Iterable[Source], tell: Callable[[Source], None] | None = None) -> None:
        """Read every source; one that fails costs only itself.

        Raises:
            StoreError: the database cannot take the messages.
        """
        for source in found:
            self._import_file(source)
            if tell is not None:
                tell(source)
        self._flush()
        if self.report.messages.new and self.store.index is not None and not self.options.dry_run:
            self.store.index.tidy()

    def import_stream(self, stream: BinaryIO, agent: str = "") -> None:
        """Read an agent's lines, or one message, from stdin."""
        try:
            opened = sources.open_stream(stream, "-", agent, growing=False)
        except InputError as error:
            self.report.unreadable.append(("stdin", str(error)))
            return
        self.report.files += 1
        if opened.reader is not None:
            opened.reader.session.source = self.options.session
            opened.reader.session.project = self.options.project_name
        self._take(opened, "")
        self._flush()

    def _import_file(self, source: Source) -> None:
        path = os.path.abspath(source.path)
        try:
            if not source.agent and self._take_foreign(path):
                return
            opened, before = self._open(path, source.agent)
            if opened is None:
                self.report.unchanged += 1
                return
            self._take(opened, path)
            if opened.reader is not None:
                self._files.extend(self._state(opened, path, before))
            elif before is not None and not self._partial():
                self._files.append(FileState(path, before.st_size, before.st_mtime_ns, 0, 0, b"", "{}"))
            self.report.files += 1
        except (InputError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.report.unreadable.append((path, reason))

    def _take_foreign(self, path: str) -> bool:
        for kind, take in self._foreign.items():
            taken = take(path)
            if taken is not None:
                count, problems = taken
                self.report.others[kind] += count
                self.report.problems += [(path, number, reason) for number, reason in problems]
                self.report.files += 1
                return True
        return False

    def _open(self, path: str, agent: str) -> tuple[Opened | None, os.stat_result | None]:
        status = os.stat(path)
        known = None
        if not self._partial():
            known = self.database.execute("SELECT * FROM session_files WHERE path=?", (path,)).fetchone()
        if known is not None:
            state = json.loads(known["state"])
            enough = self.options.keep <= set(state.get("keep", ()))
            if enough and (known["size"], known["modified"]) == (status.st_size, status.st_mtime_ns):
                if not os.path.isdir(path):
                    return None, status
            elif enough and known["mark"] and status.st_size > known["offset"]:
                file = open(path, "rb")  # noqa: SIM115 - closed by the reader
                if mark_at(file, known["offset"]) == known["mark"]:
                    return sources.resume(
                        file, path, state["agent"], known["offset"], known["line"], state
                    ), status
                file.close()
        return sources.open_file(path, agent), status

    def _state(self, opened: Opened, path: str, status: os.stat_result | None) -> list[FileState]:
        if opened.reader is None or status is None or self._partial():
            return []
        state = {**sources.state_of(opened.reader), "agent": opened.agent, "keep": sorted(self.options.keep)}
        mark = b""
        if opened.reader.resumable:
            with open(path, "rb") as file:
                mark = mark_at(file, opened.offset)
        return [
            FileState(
                path, status.st_size, status.st_mtime_ns, opened.offset, opened.line, mark, json.dumps(state)
            )
        ]

    def _partial(self) -> bool:
        """Whether some messages are left on purpose, so that a file must not count as read."""
        return bool(self.options.since is not None or self.options.projects or self.options.dry_run)

    def _take(self, opened: Opened, path: str) -> None:
        report = self.report
        stem = os.path.splitext(os.path.basename(path))[0]
        revisable = REVISABLE if getattr(module_of(opened.agent), "REVISABLE", False) else 0
        last_time = 0
        for session, message in opened:
            if isinstance(message, Problem):
                if message.reason.startswith("record of type "):
                    report.skipped[message.reason[15:]] += 1
                else:
                    report.problems.append((path or "stdin", message.line, message.reason))
                continue
            if isinstance(message, Record):
                self._hand_over(message, path or "stdin")
                continue
            message = _storable(session, message)
            text = stored_text(message, self.options.keep)
            if text is None:
                report.left_out[_left_out(message)] += 1
                continue
            if not session.source:
                session.source = stem or "stdin"
            if message.time is not None:
                last_time = message.time
            elif message.entry is None or not last_time:
                last_time = last_time or session.started or int(self._now() * 1000)
            if not self._wanted(session, last_time):
                report.left_out["filtered"] += 1
                continue
            if self._observe is not None:
                self._observe(session, message)
            text = clean(text)
            flags = revisable | (REDACTED if message.redacted else 0)
            self._batch.append(Incoming(session, path, message, text, last_time, flags))
            self._size += len(text)
            if len(self._batch) >= _BATCH_MESSAGES or self._size >= _BATCH_CHARACTERS:
                self._flush()

    def _hand_over(self, record: Record, path: str) -> None:
        handler = self._handlers.get(record.kind)
        if handler is None:
            self.report.skipped[repr(record.kind)] += 1
            return
        try:
            self.report.others[record.kind] += handler(record.value)
        except (InputError, UsageError) as error:
            self.report.problems.append((path, record.line, str(error)))

    def _wanted(self, session: Session, time: int) -> bool:
        if self.options.since is not None and time < self.options.since:
            return False
        names = self.options.projects
        return not names or any(project_matches(session.project, name) for name in names)

    def _flush(self) -> None:
        if self.options.dry_run:
            self.report.messages.add(self.store.preview(self._batch, self._seen))
        elif self._batch or self._files:
            self.report.messages.add(self.store.write(self._batch, self._files))
        self._batch.clear()
        self._files.clear()
        self._size = 0


def _storable(session: Session, message: Message) -> Message:
    """The names that a source gave, without half surrogate pairs, which no column takes."""
    if not f"{session.agent}{session.source}{session.project}{session.title}{session.parent}".isascii():
        for name in ("agent", "source", "project", "title", "parent"):
            setattr(session, name, clean(getattr(session, name)))
    if message.entry is not None and not message.entry.isascii():
        return message._replace(entry=clean(message.entry))
    return message


def _left_out(message: Message) -> str:
    if message.role == "tool":
        return "failed tool output" if message.is_error else "tool output"
    named = {"system": "system prompts", "image": "images", "thinking": "thinking"}
    return named.get(message.role, f"empty {message.role} messages")
