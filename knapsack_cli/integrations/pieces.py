"""The kinds of things that `setup` installs: a file of ours, a marked section, an entry in JSON."""

from __future__ import annotations

import json
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


def _layout(indent: int | str | None, end: str, ascii_only: bool) -> Callable[[Any], bytes]:
    def write(data: Any) -> bytes:
        return (json.dumps(data, indent=indent, ensure_ascii=ascii_only) + end).encode(
            "utf-8", "surrogatepass"
        )

    return write
