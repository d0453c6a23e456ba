"""What every search gives back, so that results of memories, sessions and notes can stand in one list."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple


class Filters(NamedTuple):
    """What results are limited to. Empty and None mean no limit; times are milliseconds since the epoch.

    A project has several names (see `projects.names_meant`); any of `project` and `other_names` will do.
    """

    project: str = ""
    agent: str = ""
    role: str = ""
    session: str = ""
    since: int | None = None
    until: int | None = None
    other_names: tuple[str, ...] = ()

    def is_of(self, project: str) -> bool:
        """Whether a project's stored name is one of those asked for."""
        return any(project_matches(project, name) for name in (self.project, *self.other_names))


class Hit(NamedTuple):
    """One result.

    Attributes:
        source: "sessions", "memory" or "notes". id: ours, to show, forget or read on from.
        score: larger is better; comparable within a source.
        text: the whole text, verbatim: redact it before anyone reads it.
        session: id of the session it is from. entry: its own id in its source.
        time: milliseconds since the epoch, or None.
        surfaces: what of the query it answers, folded and in lower case, to be marked in the text.
    """

    source: str
    id: str
    score: float
    text: str
    surfaces: tuple[str, ...] = ()
    session: str = ""
    entry: str = ""
    agent: str = ""
    role: str = ""
    time: int | None = None
    project: str = ""
    title: str = ""


Search = Callable[[str, Filters, int], list[Hit]]
"""(query, filters, limit) -> the best hits, best first."""


def project_matches(project: str, wanted: str) -> bool:
    """Whether a session's project is the one meant: its path, a folder above it, or its last name."""
    wanted = wanted.rstrip("/") or "/"
    return project == wanted or project.startswith(wanted + "/") or os.path.basename(project) == wanted
