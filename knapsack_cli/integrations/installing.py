"""What `setup` does to a person's files: a plan of changes that can be shown, made, checked and undone.

A piece is one thing to be installed in one document. Asked with the document's present text it answers
with the text wanted, with None for no document at all, or refuses with the reason and with what to add
by hand. Nothing is written before the whole plan was made, and only where the text is still the one
that the plan was made from. Text that is not ours is never reworded: it stays byte for byte.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from knapsack_cli.errors import StoreError

SHOWN_LINES = 60
"""A new file of at most so many lines is shown whole; of a longer one, its name and length."""


class LeftAloneError(Exception):
    """A document that must not be changed by us.

    Attributes:
        reason: why, as the end of a sentence about the document.
        text: what a person would add, or take out, to get the same.
    """

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.text = text


class Document(Protocol):
    """A text that may exist: a file, a crontab."""

    @property
    def name(self) -> str:
        """How it is called in talk."""

    def read(self) -> bytes | None:
        """What it holds; None when there is none."""

    def obstacle(self) -> str:
        """Why it cannot or must not be written; empty when it can."""

    def write(self, data: bytes | None) -> None:
        """Replace what it holds; None removes it.

        Raises:
            OSError: it cannot be done.
        """


class Piece(Protocol):
    """One thing in one document."""

    @property
    def document(self) -> Document:
        """Where it goes."""

    def wanted(self, current: bytes | None) -> bytes | None:
        """The document's text with this piece in it.

        Raises:
            LeftAloneError: it must be done by hand.
        """

    def unwanted(self, current: bytes | None) -> bytes | None:
        """The document's text without this piece.

        Raises:
            LeftAloneError: it must be done by hand.
        """


@dataclass(frozen=True)
class Change:
    """One document's text before and after; None stands for no document."""

    document: Document
    before: bytes | None
    after: bytes | None

    def as_text(self) -> str:
        """The change as a person reads it: a unified diff, or a line for a long new file."""
        name = self.document.name
        if self.after is None:
            return f"remove {name}\n"
        if name.endswith("/"):
            return f"new folder {name}\n"
        lines = self.after.decode("utf-8", "replace").splitlines()
        if self.before is None and len(lines) > SHOWN_LINES:
            return f"new file {name}, {len(lines)} lines\n"
        old = (self.before or b"").decode("utf-8", "replace").splitlines()
        title = f"new file {name}" if self.before is None else f"change {name}"
        body = list(difflib.unified_diff(old, lines, lineterm="", n=2))[2:]
        return "\n".join([title, *(f"  {line}" for line in body if not line.startswith("@@"))]) + "\n"


@dataclass(frozen=True)
class ByHand:
    """What is left to a person, and why."""

    name: str
    reason: str
    text: str

    def as_text(self) -> str:
        """The reason, then the text to add or take out."""
        body = "".join(f"  {line}\n" for line in self.text.splitlines())
        return f"left as it is: {self.name} {self.reason}; by hand:\n{body}"


@dataclass(frozen=True)
class Plan:
    """All that one run of `setup` would do."""

    changes: tuple[Change, ...]
    by_hand: tuple[ByHand, ...]

    def as_text(self) -> str:
        """Every change and everything left to a person."""
        return "".join(
            [change.as_text() for change in self.changes] + [left.as_text() for left in self.by_hand]
        )


def make_plan(pieces: Sequence[Piece], *, remove: bool = False) -> Plan:
    """What has to change so that all pieces are there, or none of them.

    Two pieces in one document are laid over one another in their order.

    Raises:
        StoreError: a document cannot be read.
    """
    first: dict[str, tuple[Document, bytes | None]] = {}
    texts: dict[str, bytes | None] = {}
    by_hand: list[ByHand] = []
    for piece in pieces:
        name = piece.document.name
        if name not in texts:
            texts[name] = _read(piece.document)
            first[name] = (piece.document, texts[name])
        current = texts[name]
        try:
            after = piece.unwanted(current) if remove else piece.wanted(current)
            if after != current and (obstacle := piece.document.obstacle()):
                raise LeftAloneError(obstacle, _hint(current, after))
        except LeftAloneError as refused:
            by_hand.append(ByHand(name, refused.reason, refused.text))
            continue
        texts[name] = after
    changes = [
        Change(document, before, texts[name])
        for name, (document, before) in first.items()
        if texts[name] != before
    ]
    return Plan(tuple(changes), tuple(by_hand))


def apply_plan(plan: Plan) -> None:
    """Make every change of the plan.

    Raises:
        StoreError: a document has changed since the plan was made, or cannot be written. What was
            changed before it stays; the same command again does the rest.
    """
    for change in plan.changes:
        if _read(change.document) != change.before:
            raise StoreError(f"{change.document.name} has changed meanwhile; run the same command again")
        try:
            change.document.write(change.after)
        except OSError as error:
            raise StoreError(
                f"cannot write {change.document.name}: {error.strerror or error}; "
                "mend that and run the same command again"
            ) from error


def _read(document: Document) -> bytes | None:
    try:
        return document.read()
    except OSError as error:
        raise StoreError(f"cannot read {document.name}: {error.strerror or error}") from error


def _hint(current: bytes | None, after: bytes | None) -> str:
    if after is None:
        return "remove it"
    old = (current or b"").decode("utf-8", "replace").splitlines()
    new = after.decode("utf-8", "replace").splitlines()
    lines = list(difflib.unified_diff(old, new, lineterm="", n=0))[2:]
    return "\n".join(line for line in lines if not line.startswith("@@"))
