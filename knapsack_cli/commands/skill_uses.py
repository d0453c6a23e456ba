"""Uses of skills met while sessions are imported: they count as those in live requests do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from knapsack_cli.catalog.conversation import Call, Evidence, evidence, spoken
from knapsack_cli.catalog.usage import SkillStore, attribute_by_folder

if TYPE_CHECKING:
    from knapsack_cli.sessions.model import Message, Session
    from knapsack_cli.store.database import Database


class SkillUses:
    """Gathers uses message by message; `finish` counts those not counted before."""

    def __init__(self, database: Database, now: float) -> None:
        self._store = SkillStore(database, now)
        self._now = now
        self._found: list[tuple[str, float, list[tuple[Evidence, str]]]] = []

    def observe(self, session: Session, message: Message) -> None:
        """Look at one message: what the person said, or the calls that an agent made."""
        if message.role == "user" and "/skill:" in message.text:
            key = f"{message.scope}:{message.entry or message.line}"
            found = [
                one._replace(key=f"mention:{key}:{one.text}") for one in evidence([spoken(message.text)], [])
            ]
        elif message.calls:
            found = evidence([], calls_of(message))
        else:
            return
        named = attribute_by_folder(found)
        if named:
            time = self._now if message.time is None else message.time / 1000
            self._found.append((f"{session.agent}:{session.source}", min(time, self._now), named))

    def finish(self) -> int:
        """Count what was gathered; how many uses were new.

        Raises:
            StoreError: the database cannot be written.
        """
        counted = sum(self._store.count(session, named, time) for session, time, named in self._found)
        self._found.clear()
        return counted


def calls_of(message: Message) -> tuple[Call, ...]:
    """A message's calls as the catalog room takes them."""
    return tuple(Call(one.name, one.id, _arguments(one.arguments)) for one in message.calls)


def _arguments(value: Any) -> list[tuple[str, str]]:
    if isinstance(value, str):
        return [("", value)]
    if not isinstance(value, dict):
        return []
    return [(key, text) for key, text in value.items() if isinstance(text, str)]
