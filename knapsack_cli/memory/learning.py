"""What past sessions teach: proposals, each with its evidence. Thresholds: sessions of five agents.

A correction of a path, a command that worked where one had failed, what the user corrected, a failure that
came back, a file read again and again. Each rule asks for more than upstream Knapsack's does, whose
proposals a person would mostly not keep: a command is better only when the failed one was called wrongly and
nothing was edited between, and a user corrects only with a rule in the sentence.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from knapsack_cli.memory.failures import ENVIRONMENT, normalised, telling_line, tells_of_failure
from knapsack_cli.memory.turns import Turn
from knapsack_cli.text.redaction import redact

NEXT_PATHS = 19
"""Tool results after a failed one in which the right path is looked for (upstream's figure)."""
NEXT_COMMANDS = 9
"""Tool results after a failed command in which a better one is looked for (upstream's figure)."""
LEAST_FAILURES = 3
"""How often a failure comes back before it is told."""
LEAST_READS = 6
"""How often a file is read before it is told; upstream's 3 names every file that was worked on."""
MOST_OF_A_RULE = 5
LONGEST_CORRECTION = 500
"""Characters of a user's message that may be a correction; longer ones are tasks."""


class Proposal(NamedTuple):
    """Something to remember: by which rule, its text and type, how important, and where it was learnt."""

    rule: str
    content: str
    type: str
    importance: float
    evidence: str


def learn(turns: list[Turn]) -> list[Proposal]:
    """The proposals of one session, secrets redacted, each said once."""
    found = [
        *_paths(turns)[:MOST_OF_A_RULE],
        *_commands(turns)[:MOST_OF_A_RULE],
        *_corrections(turns)[:MOST_OF_A_RULE],
        *_failures(turns)[:MOST_OF_A_RULE],
        *_reads(turns)[:3],
    ]
    clean = [one._replace(content=redact(one.content)[0]) for one in found]
    return list({one.content: one for one in reversed(clean)}.values())[::-1]


def _paths(turns: list[Turn]) -> list[Proposal]:
    results = [turn for turn in turns if turn.role == "tool"]
    found = []
    for at, turn in enumerate(results):
        if not (turn.failed and turn.path and _not_there(turn.text)):
            continue
        for later in results[at + 1 : at + 1 + NEXT_PATHS]:
            same = os.path.basename(later.path) == os.path.basename(turn.path)
            if later.path and same and not later.failed and later.path != turn.path and not later.changes:
                right, wrong = _apart(later.path, turn.path)
                if right != wrong:
                    text = f"{os.path.basename(turn.path)} is at {right}, not {wrong}"
                    found.append(Proposal("path", text, "gotcha", 0.6, later.place))
                break
    return found


def _not_there(text: str) -> bool:
    return bool(
        re.search(
            r"ENOENT|no such file|not found|does not exist|doesn't exist|不存在|找不到", text, re.IGNORECASE
        )
    )


def _apart(right: str, wrong: str) -> tuple[str, str]:
    """Two paths without the folders that they begin with alike, the last shared one kept."""
    if not (os.path.isabs(right) and os.path.isabs(wrong)):
        return right, wrong
    common = os.path.dirname(os.path.commonpath([right, wrong]))
    if len(common) > 1:
        return right[len(common) :].lstrip("/"), wrong[len(common) :].lstrip("/")
    return right, wrong


_PURPOSES = ("test", "build", "lint", "install", "format", "check", "deploy", "start", "serve", "migrate")


def _commands(turns: list[Turn]) -> list[Proposal]:
    results = [turn for turn in turns if turn.role == "tool"]
    found = []
    for at, turn in enumerate(results):
        line = telling_line(turn.text)
        if not (turn.failed and turn.command and ENVIRONMENT.search(line)) or _long(turn.command):
            continue
        for later in results[at + 1 : at + 1 + NEXT_COMMANDS]:
            if later.changes:
                break
            if (
                later.command
                and not later.failed
                and not _long(later.command)
                and _alike(turn.command, later.command)
            ):
                text = f"Use `{later.command}` instead of `{turn.command}`, which fails: {normalised(line)}"
                found.append(Proposal("command", text, "command", 0.7, later.place))
                break
    return found


def _long(command: str) -> bool:
    return len(command) > 120 or "\n" in command or _program(command) in _LOOKING


_LOOKING = frozenset(
    "ls find grep rg cat head tail which stat wc echo mkdir cp mv rm sed awk tree file test cd pwd touch "
    "chmod sleep kill true".split()
)
"""Programs that look around or move files: that they fail teaches nothing for the next time."""


def _program(command: str) -> str:
    words = [word for word in _PREFIX.sub("", command).split() if "=" not in word]
    return os.path.basename(words[0]) if words else ""


_PREFIX = re.compile(r"^(?:\s*cd [^&;|]+(?:&&|;)|\s*sudo )+")


def _alike(failed: str, worked: str) -> bool:
    """Whether two commands are after the same: they share a purpose or most words, and differ."""
    one, other = _words(failed), _words(worked)
    if one == other or not one or not other:
        return False
    purposes = {word for word in _PURPOSES if word in failed and word in worked}
    shared = set(one) & set(other)
    return bool(purposes) or len(shared) >= max(2, 0.5 * min(len(set(one)), len(set(other))))


def _words(command: str) -> list[str]:
    return re.findall(r"[\w./@:=-]{2,}", re.sub(r"\b2>&1\b|\|\s*(?:head|tail|grep)\b.*", " ", command))


_RULE = re.compile(
    r"\b(?:always|never|don['’]?t|do not|instead of|rather than|must not|should(?:n't| not)|prefer|"
    r"stop \w+ing|use \S+,? not|not \S+,? but|from now on|in (?:the )?future|we use|make sure)\b|"
    r"不要|别再|别用|必须|应该用|改用|以后|总是|永远不|禁止|统一用|しないで|必ず|ではなく|반드시|하지 마",
    re.IGNORECASE,
)
_CORRECTING = re.compile(
    r"^(?:no\b|nope|wrong|actually|stop|wait|please (?:don|do not|use|always|never)|"
    r"don['’]?t|do not|never|always|"
    r"use |prefer|that['’]s (?:not|wrong)|not |instead|I (?:said|told|prefer)|we (?:use|don|never|always)|"
    r"不|别|错|应该|改用|以后|请用|いや|違|아니)|"
    r"\b(?:instead of|rather than|from now on|in (?:the )?future|I (?:said|told you)|as I said)\b",
    re.IGNORECASE,
)
_MACHINE = re.compile(
    r"^\s*(?:<|\[Request interrupted|Caveat:|This session is being continued|# AGENTS|/\w+)"
)
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+|(?<=[。！？])")


def _corrections(turns: list[Turn]) -> list[Proposal]:
    found = []
    spoken = False
    for turn in turns:
        if turn.role in ("assistant", "tool"):
            spoken = True
        if (
            turn.role != "user"
            or not spoken
            or len(turn.text) > LONGEST_CORRECTION
            or _MACHINE.match(turn.text)
        ):
            continue
        if not _CORRECTING.search(turn.text.strip()):
            continue
        sentences = [one.strip() for one in _SENTENCE.split(turn.text) if one.strip()]
        rules = [one for one in sentences if _RULE.search(one) and not one.endswith(("?", "？"))]
        text = " ".join(rules)
        if 8 <= len(text) <= 300 and (len(text.split()) >= 4 or not text.isascii()):
            found.append(Proposal("correction", text, "preference", 0.6, turn.place))
    return found


def _failures(turns: list[Turn]) -> list[Proposal]:
    seen: dict[tuple[str, str], list[Turn]] = {}
    for turn in turns:
        if turn.role == "tool" and turn.failed:
            line = normalised(telling_line(turn.text))
            if tells_of_failure(line):
                seen.setdefault((turn.tool, line), []).append(turn)
    found = []
    for (tool, line), failures in seen.items():
        if len(failures) >= LEAST_FAILURES:
            text = f"{tool or 'a tool'} failed {len(failures)} times in one session: {line}"
            found.append(Proposal("failure", text, "gotcha", 0.5, failures[0].place))
    return sorted(found, key=lambda one: one.content)


_READING = ("read", "view", "open", "cat")


def _reads(turns: list[Turn]) -> list[Proposal]:
    counts: dict[str, list[Turn]] = {}
    for turn in turns:
        read = any(word in turn.tool.lower() for word in _READING)
        if turn.role == "tool" and turn.path and read and not turn.failed and "/tmp/" not in turn.path:
            counts.setdefault(turn.path, []).append(turn)
    often = sorted(
        (item for item in counts.items() if len(item[1]) >= LEAST_READS),
        key=lambda item: (-len(item[1]), item[0]),
    )
    return [
        Proposal(
            "reading",
            f"{path} is read often ({len(reads)} times in one session)",
            "fact",
            0.3,
            reads[0].place,
        )
        for path, reads in often
    ]


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
        if turn.role == "user" and turn.text.strip() and not _MACHINE.match(turn.text):
            asked = _short(turn.text)
            goal = goal or asked
        if turn.role in ("user", "assistant"):
            for sentence in _SENTENCE.split(turn.text):
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
