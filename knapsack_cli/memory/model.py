"""The values of the memory room: a memory, where a run stands, and what may be said of a new memory."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

from knapsack_cli.errors import UsageError

TYPES: dict[str, str] = {
    "constraint": "what must or must not be done",
    "decision": "what was chosen, and why",
    "gotcha": "what goes wrong, and how to avoid it",
    "convention": "how things are done here",
    "command": "a command that works",
    "preference": "what someone likes",
    "fact": "what is so",
    "hypothesis": "what may be so",
}
"""Type -> what it holds, in the order in which memories are given to a model."""

SCOPES = ("project", "global", "session")
LONGEST = 20_000
"""Characters of one memory; more is a note, not a memory."""
USUAL_IMPORTANCE = 0.5
ID_DIGITS = 12
KEY_DIGITS = 15


class Place(NamedTuple):
    """Where a run stands: the names of its project (none outside of git) and its session, if it has one."""

    projects: tuple[str, ...] = ()
    session: str = ""


@dataclass(frozen=True)
class Memory:
    """One memory as it is kept. Times are milliseconds since the epoch; importance is 0 to 1.

    Attributes:
        row: its row in the database. key: 15 hexadecimal digits. source: hash of an original it cites.
        origin: where it was learnt from. superseded_by: key of the memory that took its place, or empty.
    """

    row: int
    key: str
    content: str
    type: str
    scope: str
    project: str
    session: str
    importance: float
    pinned: bool
    tags: tuple[str, ...]
    source: str
    origin: str
    created: int
    updated: int
    expires: int | None
    uses: int
    last_used: int | None
    superseded_by: str

    @property
    def id(self) -> str:
        """The id that is shown: `m` and the first digits of the key."""
        return f"m{self.key[:ID_DIGITS]}"

    def details(self) -> dict[str, Any]:
        """What stands around its text, as an export and `--json` tell it."""
        return {
            "scope": self.scope,
            "project": self.project,
            "session": self.session,
            "importance": self.importance,
            "pinned": self.pinned,
            "tags": list(self.tags),
            "source": self.source,
            "origin": self.origin,
            "created": self.created,
            "updated": self.updated,
            "expires": self.expires,
            "uses": self.uses,
            "last_used": self.last_used,
        }


class Draft(NamedTuple):
    """A memory that is to be saved; its content has no secrets and no white space around it."""

    content: str
    type: str
    scope: str
    project: str = ""
    session: str = ""
    importance: float = USUAL_IMPORTANCE
    tags: tuple[str, ...] = ()
    source: str = ""
    origin: str = ""
    expires: int | None = None


def draft(
    content: str,
    type_: str,
    scope: str,
    place: Place,
    *,
    importance: float = USUAL_IMPORTANCE,
    tags: tuple[str, ...] = (),
    source: str = "",
    origin: str = "",
    expires: int | None = None,
) -> Draft:
    """Check what a new memory is said to be.

    Args:
        scope: one of SCOPES, or empty for the usual one: project inside of git, else global.

    Raises:
        UsageError: an unknown type or scope, no text or too much, an importance out of bounds, a project
            or session scope where there is no project or session.
    """
    content = content.strip()
    if not content:
        raise UsageError('nothing to remember: the text is empty; for example: knapsack remember "Use uv"')
    if len(content) > LONGEST:
        raise UsageError(
            f"{len(content):,} characters are too long for a memory (at most {LONGEST:,}); keep it as a "
            "note: knapsack note TITLE"
        )
    if type_ not in TYPES:
        raise UsageError(f"--type {type_}: it is one of {', '.join(TYPES)}")
    scope = scope or ("project" if place.projects else "global")
    if scope not in SCOPES:
        raise UsageError(f"--scope {scope}: it is one of {', '.join(SCOPES)}")
    if not 0 <= importance <= 1:
        raise UsageError(f"--importance {importance:g}: it is a number from 0 to 1")
    if scope == "project" and not place.projects:
        raise UsageError("--scope project: this folder is in no git project; use --scope global, or go there")
    if scope == "session" and not place.session:
        raise UsageError("--scope session: which session? give --session ID or set KNAPSACK_SESSION")
    project = place.projects[0] if scope == "project" else ""
    session = place.session if scope == "session" else ""
    return Draft(
        content, type_, scope, project, session, importance, clean_tags(tags), source, origin, expires
    )


def clean_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    """Tags in lower case without a leading #, each once, sorted; a comma parts several."""
    words = (word.strip().lstrip("#").lower() for tag in tags for word in tag.split(","))
    return tuple(sorted({"-".join(word.split()) for word in words if word}))


def key_of(*parts: str) -> str:
    """15 hexadecimal digits made from `parts`, in order: the same on every machine."""
    data = "\0".join(parts).encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=8).hexdigest()[:KEY_DIGITS]
