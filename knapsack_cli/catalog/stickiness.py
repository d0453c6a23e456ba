"""Follow a session over its requests: what was promoted stays, and with it the prefix of the prompt."""

from __future__ import annotations

from _blake2 import blake2b
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from knapsack_cli.catalog.selection import State
from knapsack_cli.catalog.usage import SkillStore
from knapsack_cli.errors import StoreError

MESSAGES_RANKED = 4
"""Of a history that is not known yet, the first message and this many last ones are ranked."""

_T = TypeVar("_T")


class Shield:
    """A store whose failure never costs the request: the first one is told, and it is not asked again."""

    def __init__(self, store: SkillStore | None, notes: list[str]) -> None:
        self._store = store
        self._notes = notes

    def ask(self, question: Callable[[SkillStore], _T]) -> _T | None:
        """The answer, or None without a store or when it fails."""
        if self._store is None:
            return None
        try:
            return question(self._store)
        except StoreError as error:
            self._store = None
            self._notes.append(f"usage and stickiness are left out: {error}")
            return None


class Thread(NamedTuple):
    """One conversation as a request shows it.

    Attributes:
        key: the session's id; empty keeps nothing. own: whether the caller named it.
        settings: the mark of what decides promotions. messages: the person's, oldest first.
    """

    key: str
    own: bool
    settings: str
    messages: Sequence[str]


def implicit_session(messages: Sequence[str]) -> str:
    """The id of a session that nobody named: a hash of its first message; empty when nothing was said."""
    return f"first:{mark(messages[0])}" if messages else ""


def mark(text: str) -> str:
    """What a message is known by."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def follow(
    thread: Thread, store: Shield, begin: Callable[[State], None], take: Callable[[State, list[str]], None]
) -> State:
    """The session's state with this request's messages taken into account, and kept.

    Args:
        begin: fills the state of a session that is new. take: adds messages not yet seen, oldest first.
    """
    marks = [mark(text) for text in thread.messages]
    state = store.ask(lambda one: one.state(thread.key)) if thread.key else None
    if state is not None and (
        state.settings != thread.settings or not (thread.own or set(state.seen) <= set(marks))
    ):
        # Made under other settings, or by another session that began with the same words.
        state = None
    fresh = state is None
    if state is None:
        state = State(settings=thread.settings)
        begin(state)
    unseen = [place for place, one in enumerate(marks) if one not in state.seen]
    unseen = [place for place in unseen if place == 0 or place >= len(marks) - MESSAGES_RANKED]
    if unseen:
        take(state, [thread.messages[place] for place in unseen])
        state.seen += [marks[place] for place in unseen]
    if thread.key and (unseen or fresh):
        kept = state
        store.ask(lambda one: one.keep_state(thread.key, kept))
    return state
