"""The kinds of things that `setup` installs: files and folders of ours, and what is ours in others' files."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from knapsack_cli.integrations.installing import Document, LeftAloneError

MARK = b"knapsack setup"
"""Every file of ours says in its text who wrote it."""


@dataclass(frozen=True)
class OwnFile:
    """A whole file of ours. One that does not say it is ours is somebody else's."""

    document: Document
    text: str

    def wanted(self, current: bytes | None) -> bytes | None:
        """Our text, whatever an older version of ours held."""
        if current is not None and MARK not in current:
            raise LeftAloneError(
                "is not ours", f"move it away and run the same command, or write:\n{self.text}"
            )
        return self.text.encode()

    def unwanted(self, current: bytes | None) -> bytes | None:
        """No file, if it is ours."""
        if current is not None and MARK not in current:
            raise LeftAloneError("is not ours", "nothing")
        return None


@dataclass(frozen=True)
class KeptFolder:
    """A folder that something installed needs. What lies in it is the person's, so that it stays."""

    document: Document

    def wanted(self, current: bytes | None) -> bytes | None:
        """The folder."""
        return b""

    def unwanted(self, current: bytes | None) -> bytes | None:
        """Whatever there is."""
        return current


@dataclass(frozen=True)
class Section:
    """Lines of ours between two marks in a text that belongs to somebody else.

    Attributes:
        body: the lines between the marks.
        comment: what stands before and after a mark so that the document takes it for a comment.
        note: said beside the first mark.
    """

    document: Document
    body: str
    comment: tuple[str, str] = ("#", "")
    note: str = ""

    @property
    def first(self) -> str:
        """The mark above."""
        return self._mark(">>> knapsack >>>" + (f" {self.note}" if self.note else ""))

    @property
    def last(self) -> str:
        """The mark below."""
        return self._mark("<<< knapsack <<<")

    def wanted(self, current: bytes | None) -> bytes | None:
        """The section in place of the one that is there, else at the end."""
        text = self._decoded(current)
        section = f"{self.first}\n{self.body.rstrip()}\n{self.last}\n"
        place = self._place(text)
        if place is not None:
            return (text[: place[0]] + section + text[place[1] :]).encode()
        return (text + ("\n" if text else "") + section).encode()

    def unwanted(self, current: bytes | None) -> bytes | None:
        """The text without the section; no document when nothing else was in it."""
        text = self._decoded(current)
        place = self._place(text)
        if place is None:
            return current
        start, end = place
        if text[:start].endswith("\n\n") or (end == len(text) and start):
            start -= 1
        rest = text[:start] + text[end:]
        return rest.encode() or None

    def _mark(self, text: str) -> str:
        return " ".join(part for part in (self.comment[0], text, self.comment[1]) if part)

    def _decoded(self, current: bytes | None) -> str:
        try:
            return (current or b"").decode()
        except UnicodeDecodeError as error:
            raise LeftAloneError(
                "is not UTF-8", f"{self.first}\n{self.body.rstrip()}\n{self.last}"
            ) from error

    def _place(self, text: str) -> tuple[int, int] | None:
        """Where the section stands, from its first mark to past its last; None when there is none."""
        opening, closing = self._mark(">>> knapsack >>>").rstrip("-> "), self.last
        starts, ends, offset = [], [], 0
        for line in text.splitlines(keepends=True):
            if line.startswith(opening):
                starts.append(offset)
            elif line.rstrip() == closing:
                ends.append(offset + len(line))
            offset += len(line)
        if not starts and not ends:
            return None
        if len(starts) != 1 or len(ends) != 1 or ends[0] <= starts[0]:
            raise LeftAloneError(
                "holds marks of ours that do not pair",
                f"{self.first}\n{self.body.rstrip()}\n{self.last}",
            )
        return starts[0], ends[0]


@dataclass(frozen=True)
class JsonEntry:
    """An entry in a JSON document that belongs to somebody else.

    The document is changed only when writing what was read gives the same bytes, so that nothing but
    the entry moves: no comment is lost, no number, order or layout changed.

    Attributes:
        add: makes the entry part of the data. remove: takes it out again. Both change it in place and
            raise TypeError or ValueError where the data has another shape than expected.
        by_hand: what a person would add.
    """

    document: Document
    add: Callable[[dict[str, Any]], None]
    remove: Callable[[dict[str, Any]], None]
    by_hand: str

    def wanted(self, current: bytes | None) -> bytes | None:
        """The document with the entry."""
        data, layout = self._parsed(current)
        self._change(self.add, data)
        return layout(data)

    def unwanted(self, current: bytes | None) -> bytes | None:
        """The document without the entry; no document when nothing else was in it."""
        if current is None:
            return None
        data, layout = self._parsed(current)
        self._change(self.remove, data)
        if layout(data) == current:
            return current
        return layout(data) if data else None

    def _change(self, change: Callable[[dict[str, Any]], None], data: dict[str, Any]) -> None:
        try:
            change(data)
        except (TypeError, ValueError, AttributeError) as error:
            raise LeftAloneError("has another shape than expected", self.by_hand) from error

    def _parsed(self, current: bytes | None) -> tuple[dict[str, Any], Callable[[Any], bytes]]:
        if current is None or not current.strip():
            return {}, _layout(2, "\n", ascii_only=False)
        try:
            data = json.loads(current)
        except (ValueError, RecursionError) as error:
            raise LeftAloneError("is not plain JSON (a comment, a comma too many?)", self.by_hand) from error
        if not isinstance(data, dict):
            raise LeftAloneError("holds no JSON object", self.by_hand)
        for indent in (2, 4, "\t", None, 1, 3, 8):
            for end in ("\n", ""):
                for ascii_only in (False, True):
                    layout = _layout(indent, end, ascii_only)
                    if layout(data) == current:
                        return data, layout
        raise LeftAloneError("is laid out in a way that writing it anew would change", self.by_hand)


@dataclass(frozen=True)
class TomlTable:
    """A table of ours at the end of a TOML document that belongs to somebody else.

    It is known by its exact lines and not by marks around them: programs that write such files put new
    tables before a comment at the end, that is, between two marks.

    Attributes:
        table: its name, which nobody else may have used in the document.
        body: its lines, below the header. by_hand: what a person would do.
        note: a comment above the header.
    """

    document: Document
    table: str
    body: str
    by_hand: str
    note: str

    @property
    def lines(self) -> str:
        """All that is added."""
        return f"# {self.note}\n[{self.table}]\n{self.body}\n"

    def wanted(self, current: bytes | None) -> bytes | None:
        """The document with the table after all else."""
        text, data = self._parsed(current)
        if self.table in data:
            theirs = data[self.table]
            if isinstance(theirs, dict) and {**theirs, **self._data()[self.table]} == theirs:
                return current
            raise LeftAloneError(f"has a [{self.table}] of its own", self.by_hand)
        longer = text + ("\n" if text else "") + self.lines
        if self._parsed(longer.encode())[1] != {**data, **self._data()}:
            raise LeftAloneError("has another shape than expected", self.by_hand)
        return longer.encode()

    def unwanted(self, current: bytes | None) -> bytes | None:
        """The document without the table; no document when nothing else was in it."""
        if current is None or self.lines.encode() not in current:
            return current
        text, data = self._parsed(current)
        before, _, after = text.partition(self.lines)
        if before.endswith("\n\n") or not after:
            before = before.removesuffix("\n")
        rest = before + after
        if self._parsed(rest.encode())[1] != {key: data[key] for key in data if key != self.table}:
            raise LeftAloneError(f"has more in [{self.table}] than ours", f"take out:\n{self.lines}")
        return rest.encode() or None

    def _data(self) -> dict[str, Any]:
        return tomllib.loads(self.lines)

    def _parsed(self, current: bytes | None) -> tuple[str, dict[str, Any]]:
        try:
            text = (current or b"").decode()
            return text, tomllib.loads(text)
        except ValueError as error:
            raise LeftAloneError("is no TOML that can be read", self.by_hand) from error


def _layout(indent: int | str | None, end: str, ascii_only: bool) -> Callable[[Any], bytes]:
    def write(data: Any) -> bytes:
        return (json.dumps(data, indent=indent, ensure_ascii=ascii_only) + end).encode(
            "utf-8", "surrogatepass"
        )

    return write
