"""Sessions as JSON Lines, a session then its messages, for another Knapsack to import.

A session is `type, id, agent, source, project, title, started, ended, parent, redacted`; a message is `type,
id, key, session, entry, role, time, redacted, text`. Times are milliseconds since the epoch; `key` is the
message's key on every machine. A message that forks share follows each of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from knapsack_cli.sessions.reading import messages_of, session_of
from knapsack_cli.sessions.roles import REDACTED
from knapsack_cli.store.database import Database
from knapsack_cli.text.hits import project_matches

Redact = Callable[[str], tuple[str, int]]


def export_sessions(database: Database, redact: Redact | None, *, project: str = "") -> Iterator[str]:
    """One JSON object a string, without line ends, oldest session first.

    Args:
        redact: takes secrets out of a text and says how many there were; None exports verbatim.
        project: only sessions of this one, as `recall --project` means it.
    """
    connection = database.connection
    for (number,) in connection.execute("SELECT id FROM sessions ORDER BY started, key").fetchall():
        session = session_of(connection, number)
        if project and not project_matches(session.project, project):
            continue
        title, redacted = redact(session.title) if redact else (session.title, 0)
        yield _line(
            {
                "type": "session",
                "id": session.id,
                "agent": session.agent,
                "source": session.source,
                "project": session.project,
                "title": title,
                "started": session.started,
                "ended": session.ended,
                "parent": session.parent,
                "redacted": bool(redacted),
            }
        )
        for message in messages_of(connection, number):
            text, redacted = redact(message.text) if redact else (message.text, 0)
            yield _line(
                {
                    "type": "message",
                    "id": message.id,
                    "key": f"{message.key:015x}",
                    "session": session.id,
                    "entry": message.entry or None,
                    "role": message.role,
                    "time": message.time,
                    "redacted": bool(redacted) or bool(message.flags & REDACTED),
                    "text": text,
                }
            )


def _line(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
