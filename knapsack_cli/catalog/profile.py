"""The retrieval profile: what a person's own skills are asked for with, beyond their descriptions.

Two scopes are kept apart, `global` and a project's; at run time they are joined.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from knapsack_cli.store.database import Database

GLOBAL = "global"
MOST_ALIASES = 140
MOST_CRITICAL = 16
MOST_QUERIES = 8
"""Sample requests kept for one skill."""


class Profile:
    """Aliases (word -> words), requests and negative hints by skill, critical skills, clusters by topic."""

    __slots__ = ("aliases", "clusters", "critical", "negative_hints", "queries")

    def __init__(
        self,
        aliases: dict[str, list[str]] | None = None,
        queries: dict[str, list[str]] | None = None,
        negative_hints: dict[str, list[str]] | None = None,
        critical: list[str] | None = None,
        clusters: dict[str, list[str]] | None = None,
    ) -> None:
        self.aliases = aliases or {}
        self.queries = queries or {}
        self.negative_hints = negative_hints or {}
        self.critical = critical or []
        self.clusters = clusters or {}

    def samples(self, name: str) -> str:
        """The sample requests of a skill, and the topics of the clusters it belongs to, as one text."""
        topics = [topic for topic, members in self.clusters.items() if name in members]
        return "\n".join([*self.queries.get(name, ()), *topics])

    def negative(self, name: str) -> str:
        """What a skill is not for, as one text."""
        return "\n".join(self.negative_hints.get(name, ()))

    def join(self, other: Profile) -> None:
        """Add what `other` holds."""
        for mine, theirs in (
            (self.aliases, other.aliases),
            (self.queries, other.queries),
            (self.negative_hints, other.negative_hints),
            (self.clusters, other.clusters),
        ):
            for key, values in theirs.items():
                mine[key] = list(dict.fromkeys([*mine.get(key, ()), *values]))
        self.critical = list(dict.fromkeys([*self.critical, *other.critical]))

    def is_empty(self) -> bool:
        """Whether there is nothing in it."""
        return not (self.aliases or self.queries or self.negative_hints or self.critical or self.clusters)

    def to_data(self) -> dict[str, Any]:
        """The profile as JSON data."""
        return {
            "aliases": self.aliases,
            "critical": self.critical,
            "queries": self.queries,
            "clusters": self.clusters,
            "negativeHints": self.negative_hints,
        }


def profile_from_data(data: object) -> Profile:
    """A profile from JSON data of ours or of pi-skill-optimizer; malformed parts are dropped.

    An object with none of the five keys is a map of aliases. Keys of several words become one alias a word.
    """
    if not isinstance(data, Mapping):
        return Profile()
    sections = ("aliases", "critical", "queries", "clusters", "negativeHints")
    if not any(name in data for name in sections):
        data = {"aliases": data}
    aliases: dict[str, list[str]] = {}
    for key, values in list(_lists(data.get("aliases")).items())[:MOST_ALIASES]:
        for word in key.lower().split():
            aliases[word] = list(dict.fromkeys([*aliases.get(word, ()), *_words(values)]))
    queries = {name: values[:MOST_QUERIES] for name, values in _lists(data.get("queries")).items()}
    return Profile(
        aliases,
        queries,
        _lists(data.get("negativeHints")),
        _strings(data.get("critical"))[:MOST_CRITICAL],
        _lists(data.get("clusters")),
    )


def load_profile(database: Database, project: str) -> Profile:
    """The global profile joined with that of `project`.

    Raises:
        StoreError: the database cannot be read.
    """
    joined = Profile()
    for row in database.execute(
        "SELECT data FROM skill_profiles WHERE scope IN (?, ?) ORDER BY scope = ? DESC, name",
        (GLOBAL, project, GLOBAL),
    ):
        try:
            joined.join(profile_from_data(json.loads(row["data"])))
        except ValueError:
            continue
    return joined


def _lists(value: object) -> dict[str, list[str]]:
    if not isinstance(value, Mapping):
        return {}
    return {
        key.strip(): strings
        for key, values in value.items()
        if isinstance(key, str) and (strings := _strings(values))
    }


def _strings(value: object) -> list[str]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return list(dict.fromkeys(one.strip() for one in value if isinstance(one, str) and one.strip()))


def _words(values: Iterable[str]) -> list[str]:
    return [word for value in values for word in value.lower().split()]
