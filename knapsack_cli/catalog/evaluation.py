"""Measure the filter on a person's own past: which skills did they read, and would they have been full?

A read of a SKILL.md is an observed positive and nothing more: a skill not read may have been right too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from knapsack_cli.catalog.conversation import Call, Evidence, evidence, spoken
from knapsack_cli.catalog.discovery import Skill, catalogue_text
from knapsack_cli.catalog.entries import find_catalogues
from knapsack_cli.catalog.skills import Run, slim_skills
from knapsack_cli.catalog.usage import attribute

MODES = ("off", "compact", "hybrid")
MOST_TURNS = 20
"""Messages of a session before the one that is looked at; older ones are left out."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a session: who spoke (`user` or another role), the text, the calls made."""

    session: str
    role: str
    text: str
    calls: tuple[Call, ...] = ()


@dataclass(slots=True)
class Example:
    """What was asked, the person's messages oldest first, and the skills that were read for it."""

    messages: list[str]
    right: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Measured:
    """One mode's figures: shares (0 to 1) of the skills read, and bytes of the catalogue on average."""

    mode: str
    full: float
    described: float
    catalogue_bytes: float


@dataclass(slots=True)
class Evaluation:
    """The figures of every mode, what they rest on, reads of skills that are gone, the misses."""

    modes: list[Measured]
    requests: int
    reads: int
    unknown: int
    missed: list[tuple[str, str]]
    """(message, skill) that hybrid did not keep full."""


def examples(turns: Iterable[Turn], skills: Sequence[Skill]) -> tuple[list[Example], int]:
    """The requests that were followed by a read of a skill, and how many reads were of skills unknown now.

    Requests that name a skill with `/skill:` are left out: they prove nothing of ranking.
    """
    names = {skill.name for skill in skills}
    locations = {skill.path: skill.name for skill in skills}
    found: list[Example] = []
    unknown = 0
    session, messages = "", list[str]()
    current: Example | None = None
    for turn in turns:
        if turn.session != session:
            session, messages, current = turn.session, [], None
        if turn.role == "user":
            text = spoken(turn.text).strip()
            if text:
                messages.append(text)
                current = None if evidence([text], []) else Example(messages[-MOST_TURNS:])
            continue
        for one in _reads(turn):
            known = attribute([one], locations, names)
            unknown += not known
            if known and current is not None and known[0][1] not in current.right:
                if not current.right:
                    found.append(current)
                current.right.append(known[0][1])
    return found, unknown


def evaluate(found: Sequence[Example], unknown: int, skills: Sequence[Skill], run: Run) -> Evaluation:
    """Slim the catalogue of `skills` for every example, in every mode, and count."""
    prompt = catalogue_text(skills)
    shown = [skill for skill in skills if not skill.hidden]
    missed: list[tuple[str, str]] = []
    modes: list[Measured] = []
    reads = sum(len(one.right) for one in found)
    for mode in MODES:
        options = run.options._replace(mode=mode, disable=False)
        kept = described = size = 0
        for one in found:
            text = slim_skills(_request(prompt, one.messages), run._replace(options=options, store=None)).text
            prompt_now = json.loads(text)["system"]
            size += len(prompt_now.encode("utf-8", "surrogatepass"))
            full, any_text = _shown(prompt_now, shown)
            kept += sum(name in full for name in one.right)
            described += sum(name in any_text for name in one.right)
            if mode == "hybrid":
                missed += [(one.messages[-1], name) for name in one.right if name not in full]
        modes.append(
            Measured(mode, kept / max(1, reads), described / max(1, reads), size / max(1, len(found)))
        )
    return Evaluation(modes, len(found), reads, unknown, missed)


def _reads(turn: Turn) -> Iterator[Evidence]:
    yield from evidence([], turn.calls)


def _request(prompt: str, messages: Sequence[str]) -> str:
    return json.dumps(
        {"system": prompt, "messages": [{"role": "user", "content": text} for text in messages]},
        ensure_ascii=False,
    )


def _shown(prompt: str, skills: Sequence[Skill]) -> tuple[set[str], set[str]]:
    """Names that are full, and names with any description."""
    whole = {skill.name: skill.description for skill in skills}
    full: set[str] = set()
    described: set[str] = set()
    for catalogue in find_catalogues(prompt):
        for entry in catalogue.entries:
            if entry.description is not None:
                described.add(entry.key)
                if entry.description.value == whole.get(entry.key):
                    full.add(entry.key)
    return full, described
