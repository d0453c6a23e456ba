"""Opening a source: whose log it is, and the stream of its messages."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from itertools import chain
from typing import Any, BinaryIO, NamedTuple

from knapsack_cli.errors import InputError
from knapsack_cli.sessions.agents import AGENTS, module_of
from knapsack_cli.sessions.agents.base import LineReader, Place, WholeReader
from knapsack_cli.sessions.lines import LineFile
from knapsack_cli.sessions.model import Item, Problem, Session

LARGEST_DOCUMENT = 256 << 20
"""Bytes of a JSON document that is still parsed whole."""

Line = tuple[int, int, list[Any]]
Stream = Iterator[tuple[Session, Item]]

_TRIED = 50
"""Records looked at to tell whose log it is."""


class Source(NamedTuple):
    """Something to import: a path, and whose it is when that is known."""

    path: str
    agent: str = ""


def find_sources(
    environ: Mapping[str, str], home: str, agents: list[str]
) -> tuple[list[Source], list[Place]]:
    """All session files in the agents' own places, oldest first, and the places looked at."""
    looked: list[Place] = []
    found: dict[str, Source] = {}
    for agent in agents:
        for place in module_of(agent).places(environ, home):
            looked.append(place)
            for path in _files(place):
                found.setdefault(os.path.realpath(path), Source(path, agent))
    return oldest_first(found.values()), looked


def expand(path: str) -> list[Source]:
    """The files that a path means: itself, or everything in a folder that may be a session.

    Raises:
        InputError: there is no such path.
    """
    if not os.path.isdir(path):
        if not os.path.exists(path):
            raise InputError(f"{path}: no such file; an agent's name is one of {', '.join(AGENTS)}")
        return [Source(path)]
    found = []
    for folder, folders, files in os.walk(path):
        folders.sort()
        for agent in AGENTS:
            claimed = getattr(module_of(agent), "claims_folder", None)
            if claimed is not None and claimed(folder):
                found.append(Source(folder, agent))
                folders.clear()
                files.clear()
        found.extend(
            Source(os.path.join(folder, name))
            for name in files
            if name.endswith((".jsonl", ".json", ".db", ".sqlite", ".ndjson"))
        )
    return oldest_first(found)


def oldest_first(sources: Any) -> list[Source]:
    """By time of change, then by path, so that the order of messages follows time as far as it can."""

    def age(source: Source) -> tuple[int, str]:
        try:
            return os.stat(source.path).st_mtime_ns, source.path
        except OSError:
            return 0, source.path

    return sorted(sources, key=age)


def _files(place: Place) -> Iterator[str]:
    if not place.pattern:
        if os.path.exists(place.path):
            yield place.path
        return
    last = place.pattern.rpartition("/")[2]
    for folder, folders, files in os.walk(place.path):
        folders.sort()
        yield from (os.path.join(folder, name) for name in sorted(files) if fnmatch(name, last))


_ODD = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What a reader trips over when a field of a record is not what its format says."""


def _odd(line: int, error: Exception) -> Problem:
    return Problem(line, f"a field is not what it should be ({type(error).__name__}: {error})")


def _guarded(stream: Stream, session: Session) -> Stream:
    """A stream that ends with a problem told where its document is not what its format says."""
    try:
        for session, item in stream:
            yield session, item
    except _ODD as error:
        yield session, _odd(0, error)


class Opened:
    """A source being read: iterate it for messages and problems, each with its session.

    Attributes:
        agent: whose it is.
        reader: the reader of lines, None for sources without lines.
        offset, line: everything before here has been yielded, so a later import may go on from here.
    """

    def __init__(self, agent: str, stream: Stream, reader: LineReader | None = None) -> None:
        self.agent = agent
        self.reader = reader
        self.offset = 0
        self.line = 0
        self._stream = stream

    def __iter__(self) -> Stream:
        return self._stream

    @classmethod
    def from_lines(
        cls, reader: LineReader, file: BinaryIO, lines: Iterator[Line], start: tuple[int, int]
    ) -> Opened:
        """A log in lines, from `start` (offset, line) on."""
        opened = cls(reader.agent, iter(()), reader)
        opened.offset, opened.line = start
        opened._stream = opened._read(reader, file, lines)
        return opened

    def _read(self, reader: LineReader, file: BinaryIO, lines: Iterator[Line]) -> Stream:
        try:
            for number, offset, values in lines:
                for value in values:
                    if isinstance(value, dict):
                        try:
                            for message in reader.read(number, value):
                                yield reader.session, message
                        except _ODD as error:
                            yield reader.session, _odd(number, error)
                    elif isinstance(value, Problem):
                        yield reader.session, value
                    else:
                        yield reader.session, Problem(number, "not an object")
                self.offset, self.line = offset, number
            try:
                for message in reader.finish():
                    yield reader.session, message
            except _ODD as error:
                yield reader.session, _odd(self.line, error)
        finally:
            file.close()


def open_file(path: str, agent: str = "") -> Opened:
    """Tell whose source `path` is and start reading it.

    Raises:
        InputError: empty, foreign, or not readable as what it seems to be.
        OSError: it cannot be opened.
    """
    for name in [agent] if agent else AGENTS:
        whole = getattr(module_of(name), "claims", None)
        if whole is not None and whole(path):
            return open_whole(name, path)
    file = open(path, "rb")  # noqa: SIM115 - closed when the stream ends
    return open_stream(file, path, agent)


def open_whole(agent: str, path: str) -> Opened:
    """A source without lines."""
    reader: WholeReader = module_of(agent).Whole()
    return Opened(agent, _guarded(reader.sessions(path), Session(agent)))


def open_stream(file: BinaryIO, path: str, agent: str = "", *, growing: bool = True) -> Opened:
    """Tell whose log in lines `file` is and start reading it.

    Raises:
        InputError: empty, or no known agent's.
    """
    lines = iter(LineFile(file, growing=growing))
    tried: list[Line] = []
    found = agent
    for line in lines:
        tried.append(line)
        for value in line[2]:
            if not found and isinstance(value, dict):
                found = recognise(value)
        if found or len(tried) >= _TRIED:
            break
    values = [value for _, _, some in tried for value in some]
    if not values:
        raise InputError("empty")
    if not found or isinstance(values[0], Problem):
        document = _document(file, values)
        if document is not None:
            return document
    if not found:
        raise InputError("no known agent's log")
    return Opened.from_lines(module_of(found).Reader(path), file, chain(tried, lines), (0, 0))


def resume(file: BinaryIO, path: str, agent: str, offset: int, line: int, state: dict[str, Any]) -> Opened:
    """Go on reading a log in lines where an earlier import left it."""
    reader: LineReader = module_of(agent).Reader(path)
    session = reader.session
    session.source, session.project = state["source"], state["project"]
    session.title, session.parent, session.started = state["title"], state["parent"], state["started"]
    reader.memory = state["memory"]
    file.seek(offset)
    return Opened.from_lines(reader, file, iter(LineFile(file, offset, line)), (offset, line))


def state_of(reader: LineReader) -> dict[str, Any]:
    """What `resume` needs."""
    session = reader.session
    return {
        "source": session.source,
        "project": session.project,
        "title": session.title,
        "parent": session.parent,
        "started": session.started,
        "memory": reader.memory,
    }


def recognise(value: dict[str, Any]) -> str:
    """The agent whose record this is, or nothing."""
    for agent in AGENTS:
        recognises = getattr(module_of(agent), "recognises", None)
        if recognises is not None and recognises(value):
            return agent
    return ""


def _document(file: BinaryIO, values: list[Any]) -> Opened | None:
    """The source as one JSON document, over one line or many, when some agent writes such."""
    value = values[0]
    at = file.tell() if file.seekable() else -1
    if isinstance(value, Problem):
        if at < 0:
            return None
        file.seek(0)
        data = file.read(LARGEST_DOCUMENT + 1)
        file.seek(at)
        if len(data) > LARGEST_DOCUMENT or data.lstrip()[:1] not in (b"{", b"["):
            return None
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return None
    for agent in AGENTS:
        read = getattr(module_of(agent), "read_document", None)
        stream = read(value) if read is not None else None
        if stream is not None:
            file.close()
            return Opened(agent, _guarded(stream, Session(agent)))
    return None
