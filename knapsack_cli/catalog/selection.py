"""Decide which entries stay full: what each message asks for is promoted, and stays promoted in its session.

The decision is a fold over the person's messages, so that a request alone gives the same answer twice, and
a stored state only saves work and outlives a compacted history.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from knapsack_cli.catalog.ranking import SURE_STRENGTH, Described, Ranking

INTENTS_WHEN_UNSURE = 40
"""Ranked entries after the full ones that keep an intent when the best match is weak."""
GUARD_SHARE = 1.5
"""Ambiguity may widen the promoted ranks to this times top_k."""
GUARD_MARGIN = 0.04
"""Neighbours whose scores differ by less than this share of the best score are one tie."""
LEAST_SHARE = 0.2
"""Scores below this share of the best one are chance."""
SESSION_SHARE = 3
"""A session's promotions are bounded by this times top_k, and this times the budget; the oldest give way."""
_MOST_SEEN = 200


class State:
    """What a session has promoted so far.

    Attributes:
        promoted: name -> why, oldest first. intents: names that keep an intent.
        signal: whether any message so far named a task.
        seen: marks of the messages already taken into account, oldest first.
        unsure: whether some message matched too thinly to leave anything out.
        settings: the mark of the settings it was made under; under others it is void.
    """

    __slots__ = ("intents", "promoted", "seen", "settings", "signal", "unsure")

    def __init__(self, settings: str = "") -> None:
        self.promoted: dict[str, str] = {}
        self.intents: list[str] = []
        self.signal = False
        self.unsure = False
        self.seen: list[str] = []
        self.settings = settings

    def to_json(self) -> str:
        """The state as it is stored."""
        return json.dumps(
            {
                "promoted": self.promoted,
                "intents": self.intents,
                "signal": self.signal,
                "unsure": self.unsure,
                "seen": self.seen[-_MOST_SEEN:],
                "settings": self.settings,
            },
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> State | None:
        """The stored state; None when it is damaged."""
        try:
            data: Any = json.loads(text)
            state = cls(str(data["settings"]))
            state.promoted = dict(data["promoted"])
            state.intents = list(data["intents"])
            state.signal, state.unsure = bool(data["signal"]), bool(data["unsure"])
            state.seen = list(data["seen"])
        except (ValueError, KeyError, TypeError):
            return None
        return state


class Bounds(NamedTuple):
    """How much may be full: `top_k` entries a message, `budget` characters a message (0: no bound)."""

    top_k: int
    budget: int


def take_message(
    state: State, ranking: Ranking, items: Sequence[Described], lengths: Mapping[str, int], bounds: Bounds
) -> None:
    """Promote what one message asks for.

    Args:
        lengths: characters of each full entry, by name.
    """
    if not ranking.signal:
        return
    state.signal = True
    order = ranking.order()
    chosen = _within_margin(ranking, order, bounds.top_k)
    room = bounds.budget or math.inf
    refused: list[str] = []
    for rank, place in enumerate(chosen, 1):
        name = items[place].name
        if lengths[name] > room:
            refused.append(name)
            continue
        room -= lengths[name]
        state.promoted.setdefault(name, f"rank {rank}: {', '.join(ranking.reasons.get(place, [])[:3])}")
    intents = refused
    if ranking.strength < SURE_STRENGTH:
        following = order[len(chosen) : len(chosen) + INTENTS_WHEN_UNSURE]
        intents = refused + [items[place].name for place in following]
    state.intents += [name for name in intents if name not in state.intents]
    _bound_session(state, lengths, bounds)


def _within_margin(ranking: Ranking, order: Sequence[int], top_k: int) -> Sequence[int]:
    """The first `top_k`, and those that follow as long as their scores do not tell them apart."""
    if not order or top_k == 0:
        return []
    top = ranking.scores[order[0]]
    end = 0
    most = math.ceil(GUARD_SHARE * top_k)
    while end < min(len(order), most):
        score = ranking.scores[order[end]]
        if score < LEAST_SHARE * top:
            break
        if end >= top_k and ranking.scores[order[top_k - 1]] - score > GUARD_MARGIN * top:
            break
        end += 1
    return order[:end]


def _bound_session(state: State, lengths: Mapping[str, int], bounds: Bounds) -> None:
    most = SESSION_SHARE * bounds.top_k
    room = SESSION_SHARE * bounds.budget or math.inf
    used = sum(lengths.get(name, 0) for name in state.promoted)
    for name in list(state.promoted):
        if len(state.promoted) <= most and used <= room:
            return
        used -= lengths.get(name, 0)
        del state.promoted[name]
