"""How `recall` writes what it found: for people and models in groups, for programs as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from knapsack_cli.text.moments import age, day, minute
from knapsack_cli.text.redaction import redact
from knapsack_cli.text.snippets import snippet

if TYPE_CHECKING:
    from knapsack_cli.context import Context
    from knapsack_cli.sessions.reading import StoredMessage, StoredSession
    from knapsack_cli.text.hits import Hit


_CONTROLS = {code: "\ufffd" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


def shown(text: str) -> str:
    """Text of others as a reader may see it: redacted, without control characters that a terminal obeys."""
    return redact(text)[0].translate(_CONTROLS)


def folded(hits: list[Hit]) -> list[tuple[Hit, list[Hit]]]:
    """Hits of the same text made one, with the others behind it."""
    first: dict[str, tuple[Hit, list[Hit]]] = {}
    for hit in hits:
        if hit.text in first:
            first[hit.text][1].append(hit)
        else:
            first[hit.text] = (hit, [])
    return list(first.values())


class Output:
    """Writes the results of one run. Everything is redacted here, before anyone reads it."""

    def __init__(self, context: Context, as_json: bool) -> None:
        self.context = context
        self.as_json = as_json
        self.colour = context.stdout_is_terminal() and not context.environ.get("NO_COLOR")

    def hits(self, query: str, hits: list[Hit]) -> None:
        """The hits of one query, grouped by session in the order of their best ones."""
        if self.as_json:
            self._json(query, hits)
            return
        groups: dict[tuple[str, str], list[Hit]] = {}
        for hit in hits:
            groups.setdefault((hit.source, hit.session or hit.id), []).append(hit)
        for group in groups.values():
            self.context.write(self._heading(group[0]) + "\n")
            for hit, others in folded(group):
                text = snippet(shown(hit.text), hit.surfaces, self._mark)
                when = f"  {minute(hit.time)}" if hit.time is not None and len(group) > 1 else ""
                role = f"  {hit.role}" if hit.role else ""
                self.context.write(f"  {shown(hit.id)}{role}{when}  {hit.score:.1f}\n    {text}\n")
                if others:
                    names = " ".join(shown(other.id) for other in others)
                    self.context.write(f"    (the same in {len(others)} more: {names})\n")
            self.context.write("\n")

    def _heading(self, hit: Hit) -> str:
        parts = [hit.source]
        if hit.time is not None:
            parts.append(f"{day(hit.time)} ({age(hit.time / 1000, self.context.clock())})")
        parts += [shown(part) for part in (hit.agent, hit.project, hit.session) if part]
        line = "  ".join(parts)
        title = " ".join(shown(hit.title).split())
        return self._bold(line + (f"  {title}" if title else ""))

    def _json(self, query: str, hits: list[Hit]) -> None:
        import json

        for hit in hits:
            fields = {
                "query": redact(query)[0],
                "source": hit.source,
                "id": hit.id,
                "session": hit.session,
                "entry": hit.entry,
                "agent": hit.agent,
                "role": hit.role,
                "time": hit.time,
                "project": redact(hit.project)[0],
                "title": redact(hit.title)[0],
                "score": hit.score,
                "text": redact(hit.text)[0],
            }
            self.context.write(json.dumps(fields, ensure_ascii=False) + "\n")

    def around(self, session: StoredSession, messages: list[StoredMessage], meant: int) -> None:
        """Messages of a session, the one asked for marked."""
        if not self.as_json:
            self._session_heading(session)
        self._messages(session, messages, meant)

    def session(self, session: StoredSession, messages: Iterable[StoredMessage]) -> None:
        """A whole session as Markdown."""
        if not self.as_json:
            self._session_heading(session)
        self._messages(session, messages, None)

    def _session_heading(self, session: StoredSession) -> None:
        title = " ".join(shown(session.title).split()) or f"Session {shown(session.source)}"
        span = f"{minute(session.started)} to {minute(session.ended)} UTC"
        self.context.write(f"# {title}\n\n{session.id}  {session.agent}  {shown(session.project)}  {span}\n")

    def _messages(self, session: StoredSession, messages: Iterable[StoredMessage], meant: int | None) -> None:
        import json

        for message in messages:
            if self.as_json:
                fields = {
                    "source": "sessions",
                    "id": message.id,
                    "session": session.id,
                    "entry": message.entry,
                    "agent": session.agent,
                    "role": message.role,
                    "time": message.time,
                    "project": redact(session.project)[0],
                    "title": redact(session.title)[0],
                    "text": redact(message.text)[0],
                }
                self.context.write(json.dumps(fields, ensure_ascii=False) + "\n")
            else:
                here = "  <- this one" if message.number == meant else ""
                heading = f"## {message.role}  {minute(message.time)}  {message.id}{here}"
                self.context.write(f"\n{heading}\n\n{shown(message.text).strip()}\n")

    def _mark(self, text: str) -> str:
        return f"\x1b[1;33m{text}\x1b[0m" if self.colour else f"**{text}**"

    def _bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text
