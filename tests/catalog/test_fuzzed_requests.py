"""Thousands of damaged requests: never an error, never a request made worse."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from request_shapes import SHAPES, SKILLS, Skill, Talk, prompt

from knapsack_cli.catalog.options import read_options
from knapsack_cli.catalog.profile import Profile
from knapsack_cli.catalog.skills import Run, slim_skills
from knapsack_cli.catalog.tools import slim_tools
from knapsack_cli.config import Settings

WORDS = 'stripe refund helm chart 复盘 测试 é 🙂 \\ud800 fix go on <b> & " \\ / tool NaN 1e999'.split()
INSERTED = [
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    ":",
    "\\",
    "\\ud83d",
    "<skill>",
    "</skill>",
    "<available_skills>",
    "\x00",
    "1.0E+2",
]


def random_talk(random_: random.Random) -> Talk:
    """A conversation of random words, calls and catalogues."""

    def words() -> str:
        return " ".join(random_.choices(WORDS, k=random_.randrange(12)))

    skills = [
        Skill(one.name, f"{one.description} {words()}", random_.choice(["/a/skills", "/b", "C:\\s"]))
        for one in random_.sample(SKILLS, random_.randrange(1, len(SKILLS)))
    ]
    tools = [
        (f"tool_{number}_{random_.choice(WORDS[:4])}", words()) for number in range(random_.randrange(8))
    ]
    turns: list[tuple[Any, ...]] = [("user", words())]
    for _ in range(random_.randrange(4)):
        turns.append(random_.choice([("user", words()), ("tool", "bash", {"command": words()}, words())]))
    return Talk(words() + prompt(skills) + words(), tools, turns)


def damaged(document: str, random_: random.Random) -> str:
    """The document with a few characters lost, added or doubled; half the time whole."""
    for _ in range(random_.choice([0, 0, 1, 1, 3])):
        at = random_.randrange(len(document) + 1)
        to = min(len(document), at + random_.randrange(1, 40))
        document = random_.choice(
            [
                document[:at] + document[to:],
                document[:at] + random_.choice(INSERTED) + document[at:],
                document[:at] + document[at:to] * 2 + document[to:],
                document[:at],
            ]
        )
    return document


def without_catalogues(value: Any) -> Any:
    """The request with the text of every catalogue taken out, and its tools."""
    if isinstance(value, str):
        return re.sub(r"<(skill|skill_path_note)\b.*</skill>", "", value, flags=re.DOTALL)
    if isinstance(value, list):
        return [without_catalogues(one) for one in value]
    if isinstance(value, dict):
        return {key: without_catalogues(one) for key, one in value.items()}
    return value


def check(seed: int) -> None:
    random_ = random.Random(seed)
    shape = random_.choice(SHAPES)
    indent = random_.choice([None, None, 2])
    document = json.dumps(shape(random_talk(random_)), indent=indent, ensure_ascii=random_.random() < 0.5)
    document = damaged(document, random_)
    given = {
        "skills.mode": random_.choice(["compact", "hybrid"]),
        "skills.top_k": random_.randrange(4),
        "tools.mode": random_.choice(["drop", "relevance"]),
        "tools.drop": ["tool_1*", "tool_3*"],
        "tools.top_k": 2,
    }
    run = Run(read_options(Settings(), given, {}, print), Profile())
    skills = slim_skills(document, run).text
    tools = slim_tools(document, run, compact_descriptions=random_.random() < 0.3).text
    assert len(skills.encode("utf-8", "surrogatepass")) <= len(document.encode("utf-8", "surrogatepass"))
    try:
        before = json.loads(document)
    except (ValueError, RecursionError):
        if document.lstrip()[:1] in ("{", "["):
            assert skills == document
        assert tools == document
        return
    after = json.loads(skills)
    assert without_catalogues(after) == without_catalogues(before)
    assert json.dumps(after).count("<name>") == json.dumps(before).count("<name>")
    assert slim_skills(skills, run).text == skills
    slimmed = json.loads(tools)
    if isinstance(before, dict) and isinstance(before.get("tools"), list):
        assert bool(slimmed["tools"]) == bool(before["tools"])
        assert {key: value for key, value in slimmed.items() if key != "tools"} == {
            key: value for key, value in before.items() if key != "tools"
        }


@pytest.mark.parametrize("part", range(4))
def test_a_few_damaged_requests(part: int) -> None:
    for seed in range(part * 50, part * 50 + 50):
        check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_three_thousand_damaged_requests(part: int) -> None:
    for seed in range(1_000 + part * 300, 1_300 + part * 300):
        check(seed)
