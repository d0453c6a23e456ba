"""The state of a conversation that is worth keeping before its context is compacted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from knapsack_cli.memory.failures import normalised, telling_line
from knapsack_cli.memory.learning import MACHINE, SENTENCE
from knapsack_cli.memory.turns import Turn
from knapsack_cli.text.redaction import redact


class State(NamedTuple):
    """What is worth keeping before a context is compacted."""

    goal: str
    asked: str
    decisions: tuple[str, ...]
    changed: tuple[str, ...]
    failures: tuple[str, ...]

    def as_text(self) -> str:
        """A memory's text, a part a line; nothing when there is nothing."""
        rows = [("Goal", self.goal), ("Last asked", self.asked if self.asked != self.goal else "")]
        rows += [("Decided", one) for one in self.decisions]
        rows += [("Files changed", ", ".join(self.changed))]
        rows += [("Still failing", one) for one in self.failures]
        return "\n".join(f"{name}: {text}" for name, text in rows if text)


_DECIDED = re.compile(
    r"\b(?:decided|decision|I(?:'ll| will) (?:use|go with|keep)|let['’]s (?:use|go with|keep)|"
    r"we (?:use|chose|agreed)|"
    r"going with|settled on|agreed)\b|决定|选用|采用|改用|決定",
    re.IGNORECASE,
)
_MOST_DECISIONS = 8
_MOST_FILES = 20
_PART = 300


def state_of(turns: Iterable[Turn]) -> State:
    """The state of a conversation: goal, decisions, files changed, failures that nothing has mended since."""
    goal = asked = ""
    decisions: dict[str, None] = {}
    changed: dict[str, None] = {}
    failing: dict[str, str] = {}
    for turn in turns:
        if turn.role == "user" and turn.text.strip() and not MACHINE.match(turn.text):
            asked = _short(turn.text)
            goal = goal or asked
        if turn.role in ("user", "assistant"):
            for sentence in SENTENCE.split(turn.text):
                if (
                    _DECIDED.search(sentence)
                    and len(sentence) < _PART
                    and not sentence.rstrip().endswith("?")
                ):
                    decisions[_short(sentence)] = None
        elif turn.role == "tool":
            if turn.changes and not turn.failed:
                changed.pop(turn.path, None)
                changed[turn.path] = None
            name = turn.command or (f"{turn.tool} {turn.path}" if turn.path else "")
            if turn.failed and name:
                failing[name] = _short(f"`{name}`: {normalised(telling_line(turn.text))}")
            else:
                failing.pop(name, None)
    return State(
        redact(goal)[0],
        redact(asked)[0],
        tuple(redact(one)[0] for one in list(decisions)[-_MOST_DECISIONS:]),
        tuple(list(changed)[-_MOST_FILES:]),
        tuple(redact(one)[0] for one in list(failing.values())[-_MOST_DECISIONS:]),
    )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _PART else f"{line[:_PART].rstrip()}…"
