"""A person's own kinds, from `config.toml`: patterns for what must stay and for what is noise.

    [[kinds]]
    name = "deploy"
    command = "deploy"             # the command's first words, or:
    match = "^== deploy v"         # a pattern that one of the first lines matches
    evidence = ["^ROLLBACK"]
    noise = ["^tick "]
    [[kinds.examples]]
    input = "tick 1\\ntick 2\\nROLLBACK to 41\\n"
    keep = ["ROLLBACK to 41"]
    drop = ["tick 2"]

What is neither is treated as general text is. The examples are run by `stats`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from knapsack_cli.compression import rendering
from knapsack_cli.compression.detect import command_words
from knapsack_cli.compression.kinds import general
from knapsack_cli.compression.model import DROP, FAILURE, Decisions, Hints, Segment
from knapsack_cli.errors import SettingsError
from knapsack_cli.text.patterns import BoundedPattern

HEAD = 40
"""How many of the first lines `match` is tried on."""
MATCH_SECONDS = 1.0
"""How long one pattern may work in one run: a person's pattern may explode."""
LONGEST = 4000
"""Characters of a line that patterns see."""
_KEYS = {"name", "command", "match", "evidence", "noise", "examples"}


class Definition(NamedTuple):
    """One kind of a person's own, its patterns compiled."""

    name: str
    command: tuple[str, ...]
    match: BoundedPattern | None
    evidence: tuple[BoundedPattern, ...]
    noise: tuple[BoundedPattern, ...]
    examples: tuple[dict[str, Any], ...]


def parse(raw: list[Any], where: str) -> list[Definition]:
    """The definitions in the configuration.

    Raises:
        SettingsError: a definition without a name or without a way to tell it, or a bad pattern.
    """
    found: list[Definition] = []
    for item in raw:
        if not isinstance(item, dict) or not isinstance(item.get("name"), str):
            raise SettingsError(f"{where}: each of [[kinds]] needs a name")
        name = item["name"]
        unknown = sorted(set(item) - _KEYS)
        if unknown:
            raise SettingsError(f"{where}: kind {name} has an unknown key {unknown[0]}")
        if not item.get("command") and not item.get("match"):
            raise SettingsError(f"{where}: kind {name} needs command or match, to be told by")
        found.append(
            Definition(
                name,
                tuple(str(item.get("command", "")).split()),
                _compiled(item["match"], name, where) if item.get("match") else None,
                tuple(_compiled(pattern, name, where) for pattern in _list(item, "evidence", str, where)),
                tuple(_compiled(pattern, name, where) for pattern in _list(item, "noise", str, where)),
                tuple(_list(item, "examples", dict, where)),
            )
        )
    return found


def _list(item: dict[str, Any], key: str, kind: type, where: str) -> list[Any]:
    found = item.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, kind) for one in found):
        what = "texts" if kind is str else "tables"
        raise SettingsError(f"{where}: kind {item['name']}: {key} takes a list of {what}")
    return found


def _compiled(pattern: Any, name: str, where: str) -> BoundedPattern:
    try:
        return BoundedPattern(str(pattern), MATCH_SECONDS)
    except ValueError as error:
        raise SettingsError(f"{where}: kind {name}: {pattern!r}: {error}") from None


def _of(segment: Segment) -> Definition | None:
    words = tuple(command_words(segment.hints.command))
    hints = segment.hints
    if hints.definitions is None:
        hints.definitions = parse(hints.custom, "config.toml")
    definition: Definition
    for definition in hints.definitions:
        if definition.command and words[: len(definition.command)] == definition.command:
            return definition
        if definition.match is not None and any(
            definition.match.search(line[:LONGEST]) for line in segment.lines[:HEAD]
        ):
            return definition
    return None


def recognise(segment: Segment) -> int:
    """Certain when one of the definitions fits: a person knows best."""
    return 100 if segment.hints.custom and _of(segment) is not None else 0


def decide(segment: Segment) -> Decisions | None:
    """As general text, with the definition's patterns having the last word."""
    definition = _of(segment)
    if definition is None:
        return None
    decisions = general.decide(segment)
    if not isinstance(decisions, Decisions):
        return None
    for index, line in enumerate(segment.lines):
        text = line[:LONGEST]
        if any(pattern.search(text) for pattern in definition.evidence):
            decisions.keep(index, FAILURE)
        elif any(pattern.search(text) for pattern in definition.noise):
            decisions.ranks[index] = DROP
            decisions.note(index, index, f"{definition.name} noise")
    decisions.folds = [fold for fold in decisions.folds if decisions.ranks[fold.after]]
    return decisions


def failed_examples(raw: list[Any], where: str) -> list[str]:
    """What the inline examples say is wrong with their definitions, a line each.

    Raises:
        SettingsError: as `parse`.
    """
    failures: list[str] = []
    for definition, item in zip(parse(raw, where), raw, strict=True):
        for number, example in enumerate(definition.examples, 1):
            lines = str(example.get("input", "")).removesuffix("\n").split("\n")
            hints = Hints(command=" ".join(definition.command))
            hints.custom = [item]
            segment = Segment(lines, 0, hints)
            decided = decide(segment)
            if decided is None:
                failures.append(f"kind {definition.name}, example {number}: not recognised")
                continue
            shown = [
                row.text
                for row in rendering.rows_from_decisions(segment, decided)
                if row.rank and row.first >= 0
            ]
            kept = [line for line, rank in zip(lines, decided.ranks, strict=True) if rank]
            failures.extend(
                f"kind {definition.name}, example {number}: {wanted!r} is not kept"
                for wanted in _list({"name": definition.name, **example}, "keep", str, where)
                if wanted not in shown
            )
            failures.extend(
                f"kind {definition.name}, example {number}: {unwanted!r} is kept"
                for unwanted in _list({"name": definition.name, **example}, "drop", str, where)
                if unwanted in kept
            )
    return failures
