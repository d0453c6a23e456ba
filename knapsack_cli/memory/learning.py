"""What past sessions teach: proposals, each with its evidence. Thresholds: sessions of five agents.

A correction of a path, a command that worked where one had failed, what the user corrected, a failure that
came back, a file read again and again. Each rule asks for more than upstream Knapsack's does, whose
proposals a person would mostly not keep: a command is better only when the failed one was called wrongly and
nothing was edited between, and a user corrects only with a rule in the sentence.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from knapsack_cli.memory.failures import ENVIRONMENT, normalised, telling_line, tells_of_failure
from knapsack_cli.memory.turns import Turn
from knapsack_cli.text.redaction import redact

NEXT_PATHS = 19
"""Tool results after a failed one in which the right path is looked for (upstream's figure)."""
NEXT_IN_COMMANDS = 5
"""The same where both stand in command lines: there names meet by chance more often."""
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
        missing = _missing_path(turn) if turn.failed else ""
        name = os.path.basename(missing)
        if not name:
            continue
        window = NEXT_PATHS if turn.path else NEXT_IN_COMMANDS
        for later in results[at + 1 : at + 1 + window]:
            right = "" if later.failed or later.changes else _path_named(later, name)
            if right and not right.endswith(missing.lstrip("./")):
                right, wrong = _apart(right, missing)
                if right != wrong:
                    text = f"{name} is at {right}, not {wrong}"
                    found.append(Proposal("path", text, "gotcha", 0.6, later.place))
                break
    return found


_NAMED_MISSING = re.compile(
    r"(?P<path>[\w.@~/-]*/[\w.@-]+\.\w{1,8})['\"\u2018\u2019`]?: (?:No such file|没有那个文件)", re.IGNORECASE
)
"""A file that a command did not find, as most programs name it."""
_LONGEST_LINE = 400
"""Characters of a line that are looked at: the program, the file and the reason stand at its beginning."""


def _missing_path(turn: Turn) -> str:
    """The file that a failed result was after and that is not there; nothing for other failures."""
    if turn.path:
        return turn.path if _not_there(turn.text) else ""
    if not turn.command:
        return ""
    for line in turn.text.splitlines():
        if _not_there(line[:_LONGEST_LINE]):
            named = _NAMED_MISSING.search(line[:_LONGEST_LINE])
            return named["path"] if named else ""
    return ""


def _path_named(turn: Turn, name: str) -> str:
    """The path of that name which a result worked on."""
    if turn.path:
        return turn.path if os.path.basename(turn.path) == name else ""
    words = re.findall(r"[\w.@~/-]+", turn.command)
    return next((word for word in words if "/" in word and os.path.basename(word) == name), "")


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
        called_wrongly = turn.failed and turn.command and ENVIRONMENT.search(line)
        if not called_wrongly or _DIAGNOSTIC.search(line) or _long(turn.command):
            continue
        for later in results[at + 1 : at + 1 + NEXT_COMMANDS]:
            if later.changes:
                break
            if (
                later.command
                and not later.failed
                and not _long(later.command)
                and not _HIDING.search(later.command)
                and _alike(turn.command, later.command)
            ):
                text = f"Use `{later.command}` instead of `{turn.command}`, which fails: {normalised(line)}"
                found.append(Proposal("command", text, "command", 0.7, later.place))
                break
    return found


_DIAGNOSTIC = re.compile(r"\(\d+,\d+\)|:\d+:\d+\b")
"""A place in a file: the failure is of what was worked on."""
_HIDING = re.compile(r"\|\s*grep\b[^|]*\s-v|\|\|\s*(?:true|:)|2>\s*/dev/null")
"""What makes a command succeed, or look so, without being right."""


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
    if one[:1] != other[:1] and one[1:] and one[1:] == other[1:]:
        return True
    purposes = {word for word in _PURPOSES if word in failed and word in worked}
    shared = set(one) & set(other)
    return bool(purposes) or len(shared) >= max(2, 0.5 * min(len(set(one)), len(set(other))))


def _words(command: str) -> list[str]:
    bare = re.sub(r"\b2>&1\b|\|\s*(?:head|tail|grep)\b.*", " ", _PREFIX.sub("", command))
    return re.findall(r"[\w./@:=-]{2,}", bare)


_RULE = re.compile(
    r"\b(?:always|never|don['’]?t|do not|instead of|rather than|must not|should(?:n't| not)|prefer|"
    r"use [^.!?\n]{1,60}, (?:not|no)|stop \w+ing|use \S+,? not|not \S+,? but|from now on|"
    r"in (?:the )?future|we use|make sure)\b|"
    r"^no (?!need|idea|problem|worries|thanks|more\b)[a-z][\w-]*(?: [\w-]+){0,3}!|"
    r"\blet['’]?s (?:use|try|go with|take) [^.!?\n]{1,80} instead\b|"
    r"不要|别再|别用|必须|应该用|改用|以后|总是|永远不|禁止|统一用|一律|(?:确保|確保)[^。\n]{0,20}要|"
    r"しないで|必ず|ではなく|반드시|하지 마",
    re.IGNORECASE,
)
_INTERJECTION = re.compile(
    r"^(?:(?:omfg|omg|wtf|ffs|jesus|christ|argh+|ugh|hm+|oh|ok(?:ay)?|well|hey|yeah|sorry|(?:my )?dude|man)"
    r"[\s,.!:-]+)+",
    re.IGNORECASE,
)
_CORRECTING = re.compile(
    r"^(?:no\b|nope|wrong|actually|stop|wait|please (?:don|do not|use|always|never)|"
    r"don['’]?t|do not|never|always|"
    r"use |prefer|that['’]s (?:not|wrong)|not |instead|I (?:said|told|prefer)|we (?:use|don|never|always)|"
    r"不|别|错|应该|改用|以后|请用|いや|違|아니)|"
    r"\b(?:instead of|rather than|from now on|in (?:the )?future|I (?:said|told you)|as I said)\b|"
    r"\bthat(?:['’]s| is) (?:not (?:correct|right|true)|wrong|incorrect)\b|(?:确保|確保)[^。\n]{0,20}要",
    re.IGNORECASE,
)
MACHINE = re.compile(r"^\s*(?:<|\[Request interrupted|Caveat:|This session is being continued|# AGENTS|/\w+)")
SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+|(?<=[。！？])")


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
            or MACHINE.match(turn.text)
        ):
            continue
        said = _INTERJECTION.sub("", turn.text.strip())
        if not _CORRECTING.search(said):
            continue
        sentences = [one.strip() for one in SENTENCE.split(said) if one.strip()]
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
