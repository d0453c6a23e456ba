"""Make the retrieval profile with a model: batches of skills in, validated answers kept as they come.

A batch whose answer does not hold is told and left for the next run; what was kept is never asked for again
until the skill changes, so an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from knapsack_cli.catalog.discovery import Skill
from knapsack_cli.catalog.profile import GLOBAL, MOST_ALIASES, MOST_CRITICAL, Profile, profile_from_data
from knapsack_cli.catalog.profile_bodies import profile_from_body
from knapsack_cli.store.database import Database

BATCH = 80
MODEL = "model"
BODIES = "bodies"
_SHARED = ""
"""The row of a scope that holds what belongs to no single skill: aliases and clusters."""
_DESCRIPTION_CHARACTERS = 240

_PROMPT = """\
You make a retrieval profile for the skills of a coding agent, so that a request finds the right skill.
Answer with one JSON object and nothing else, of this shape:
{"processedSkills": ["every name given, exactly"],
 "aliases": {"word a user might type": ["words used in the descriptions"]},
 "critical": ["skills that must always be in force, such as a discipline for all work; seldom any"],
 "queries": {"skill": ["two to four realistic requests for it, in a user's words, without its name"]},
 "clusters": {"topic": ["skills that are used together"]},
 "negativeHints": {"skill": ["what it is mistaken for"]}}
Give queries to skills whose description would not be found by everyday words. At most %d aliases and %d
critical skills in all. Use only the names given.

Skills:
%s
"""


@dataclass(slots=True)
class Built:
    """What a run did: skills profiled, skills whose profile was current, skills gone, and what failed."""

    profiled: list[str] = field(default_factory=list)
    current: int = 0
    removed: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def build_profile(
    database: Database,
    skills: Sequence[Skill],
    project: str,
    now: float,
    ask: Callable[[str], str] | None,
    progress: Callable[[int, int], None],
) -> Built:
    """Bring the profile up to date with the skills found.

    Args:
        project: the scope that skills of the project's folders are kept under.
        ask: gives a model's answer to a prompt, and raises on failure; None makes the profile from bodies.
        progress: told (skills done, skills to do) after each batch.

    Raises:
        StoreError: the database cannot be written.
    """
    built = Built()
    origin = BODIES if ask is None else MODEL
    scoped: dict[str, list[Skill]] = {GLOBAL: [], project: []}
    for skill in skills:
        scoped[GLOBAL if skill.scope == "global" else project].append(skill)
    waiting: list[tuple[str, list[Skill]]] = []
    for scope, members in scoped.items():
        known = _known(database, scope)
        built.removed += _remove_gone(database, scope, known, {skill.name for skill in members})
        # A profile that a model made is not replaced by a plainer one while its skill is unchanged.
        fresh = [
            skill
            for skill in members
            if known.get(skill.name) not in ((skill.digest, origin), (skill.digest, MODEL))
        ]
        built.current += len(members) - len(fresh)
        waiting += [(scope, fresh[at : at + BATCH]) for at in range(0, len(fresh), BATCH)]
    total = sum(len(batch) for _, batch in waiting)
    done = 0
    for scope, batch in waiting:
        profile, failure = _from_bodies(batch) if ask is None else _from_model(batch, ask)
        if profile is None:
            built.failures.append(failure)
        else:
            _keep(database, scope, batch, profile, origin, now)
            built.profiled += [skill.name for skill in batch]
        done += len(batch)
        progress(done, total)
    return built


def prompt_for(batch: Iterable[Skill]) -> str:
    """What a model is asked for one batch."""
    lines = [
        f"- {skill.name}: {' '.join(skill.description[:_DESCRIPTION_CHARACTERS].split())}" for skill in batch
    ]
    return _PROMPT % (MOST_ALIASES, MOST_CRITICAL, "\n".join(lines))


def read_answer(text: str, names: Sequence[str]) -> tuple[Profile | None, str]:
    """The profile in a model's answer, or None and what is wrong with it.

    The answer may have prose or a fence around its object. It must list exactly the names of the batch, and
    whatever it says of other names is dropped.
    """
    data = next(_objects(text), None)
    if data is None:
        return None, "the answer holds no JSON object"
    listed = data.get("processedSkills")
    if not isinstance(listed, list) or {str(name) for name in listed} != set(names):
        missing = (
            sorted(set(names) - {str(name) for name in listed or ()}) if isinstance(listed, list) else []
        )
        which = f" ({', '.join(missing[:5])} missing)" if missing else ""
        return None, f"processedSkills does not list exactly the skills of the batch{which}"
    profile = profile_from_data(
        {key: value for key, value in data.items() if key != "processedSkills"} or {"aliases": {}}
    )
    known = set(names)
    profile.queries = {name: values for name, values in profile.queries.items() if name in known}
    profile.negative_hints = {
        name: values for name, values in profile.negative_hints.items() if name in known
    }
    profile.critical = [name for name in profile.critical if name in known]
    clusters = {
        topic: [name for name in members if name in known] for topic, members in profile.clusters.items()
    }
    profile.clusters = {topic: members for topic, members in clusters.items() if len(members) > 1}
    return profile, ""


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects that begin in `text`, outermost first; raw line breaks in strings are accepted."""
    decoder = json.JSONDecoder(strict=False)
    at = text.find("{")
    tries = 0
    while at >= 0 and tries < 50:
        tries += 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        if isinstance(value, dict):
            yield value
        at = text.find("{", end)


def _from_model(batch: Sequence[Skill], ask: Callable[[str], str]) -> tuple[Profile | None, str]:
    first, last = batch[0].name, batch[-1].name
    try:
        answer = ask(prompt_for(batch))
    except Exception as error:  # whatever a model command does, the other batches go on
        return None, f"{first} to {last}: {error}"
    profile, failure = read_answer(answer, [skill.name for skill in batch])
    return profile, f"{first} to {last}: {failure}"


def _from_bodies(batch: Sequence[Skill]) -> tuple[Profile, str]:
    profile = Profile()
    for skill in batch:
        profile.join(profile_from_body(skill))
    return profile, ""


def _known(database: Database, scope: str) -> dict[str, tuple[str, str]]:
    rows = database.execute("SELECT name, hash, origin FROM skill_profiles WHERE scope = ?", (scope,))
    return {row["name"]: (row["hash"], row["origin"]) for row in rows if row["name"] != _SHARED}


def _remove_gone(database: Database, scope: str, known: Iterable[str], names: set[str]) -> list[str]:
    gone = sorted(set(known) - names)
    if gone:
        with database.writing() as connection:
            connection.executemany(
                "DELETE FROM skill_profiles WHERE scope = ? AND name = ?", [(scope, name) for name in gone]
            )
    return gone


def _keep(
    database: Database, scope: str, batch: Sequence[Skill], profile: Profile, origin: str, now: float
) -> None:
    """Store a batch in one transaction: a row a skill; aliases and clusters join the shared row."""
    statement = (
        "INSERT INTO skill_profiles(scope, name, hash, origin, updated, data) VALUES(?, ?, ?, ?, ?, ?) "
        "ON CONFLICT(scope, name) DO UPDATE SET hash = excluded.hash, origin = excluded.origin, "
        "updated = excluded.updated, data = excluded.data"
    )
    with database.writing() as connection:
        row = connection.execute(
            "SELECT data FROM skill_profiles WHERE scope = ? AND name = ?", (scope, _SHARED)
        ).fetchone()
        shared = profile_from_data(json.loads(row["data"])) if row is not None else Profile()
        shared.join(Profile(aliases=profile.aliases, clusters=profile.clusters))
        rows = [(scope, _SHARED, "", origin, now, _text(shared))]
        for skill in batch:
            own = Profile(
                queries={skill.name: profile.queries[skill.name]} if skill.name in profile.queries else {},
                negative_hints={skill.name: profile.negative_hints[skill.name]}
                if skill.name in profile.negative_hints
                else {},
                critical=[skill.name] if skill.name in profile.critical else [],
            )
            rows.append((scope, skill.name, skill.digest, origin, now, _text(own)))
        connection.executemany(statement, rows)


def _text(profile: Profile) -> str:
    return json.dumps(profile.to_data(), ensure_ascii=False)
