"""The table of everything that `setup` can install, and what a check of it finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from knapsack_cli.integrations import agents, cron, pi, shell
from knapsack_cli.integrations.installing import Piece, make_plan
from knapsack_cli.integrations.surroundings import Surroundings


@dataclass(frozen=True)
class Wishes:
    """The options of `setup` that change what is installed."""

    wrap: tuple[str, ...] = ()
    systemd: bool = False
    remove: bool = False


@dataclass(frozen=True)
class Target:
    """One thing that `setup` installs.

    Attributes:
        pieces: what it consists of.
        next_step: said after installing; empty when nothing is left to do.
        health: what a check finds beside the pieces, each a fault in plain words.
    """

    pieces: Callable[[Surroundings, Wishes], list[Piece]]
    next_step: Callable[[Surroundings, Wishes], str]
    health: Callable[[Surroundings], list[str]] = lambda _: []


def _shell(name: str) -> Target:
    return Target(
        lambda around, wishes: shell.pieces(name, around, wishes.wrap),
        lambda around, wishes: f"open a new {name}; then: ks git status",
    )


def _agent(name: str) -> Target:
    return Target(
        lambda around, wishes: agents.pieces(name, around),
        lambda around, wishes: agents.AGENTS[name].reach,
        lambda around: agents.health(name, around),
    )


TARGETS: dict[str, Target] = {
    "pi": Target(
        lambda around, wishes: pi.pieces(around),
        lambda around, wishes: "start pi anew; /knapsack-status there says what works",
        pi.health,
    ),
    **{name: _agent(name) for name in agents.AGENTS},
    **{name: _shell(name) for name in shell.SHELLS},
    "cron": Target(
        lambda around, wishes: cron.pieces(
            around, systemd=wishes.systemd or cron.has_units(around), both=wishes.remove
        ),
        lambda around, wishes: f"start them: {cron.timers()}" if wishes.systemd else "",
    ),
}
"""What is set up, by the name it is asked for."""


def faults(pieces: Sequence[Piece]) -> list[tuple[str, str]]:
    """The documents that differ from what would be installed, each with `missing` or `different`.

    A document that cannot be compared is told with the reason.
    """
    plan = make_plan(pieces)
    told = []
    for change in plan.changes:
        without = next(c for c in pieces if c.document.name == change.document.name)
        missing = without.unwanted(change.before) == change.before
        told.append((change.document.name, "not installed" if missing else "differs from this version"))
    return told + [(left.name, left.reason) for left in plan.by_hand]
