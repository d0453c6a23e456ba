"""What counts as a use of a skill, and that counts survive many processes at once."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest
from request_shapes import SHAPES, SKILLS, Talk, anthropic, prompt
from support import knapsack

from knapsack_cli.catalog.conversation import Evidence, calls, person_messages, used_tools
from knapsack_cli.catalog.request import Request
from knapsack_cli.catalog.usage import SkillStore
from knapsack_cli.store.database import open_database

DAY = 86_400.0


def uses(home: Path) -> dict[str, int]:
    with open_database(str(home), lambda: 0.0) as database:
        return {row["name"]: row["uses"] for row in database.execute("SELECT name, uses FROM skill_usage")}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_reads_mentions_and_calls_count_once_and_prose_does_not(shape: Any, tmp_path: Path) -> None:
    turns: list[tuple[Any, ...]] = [
        ("user", "keep a changelog of the fuzzing, and see https://x.org/skill:postmortem"),
        ("user", "/skill:sql-tuning look at this"),
        ("tool", "read", {"path": SKILLS[1].location}, "# Helm"),
        ("tool", "bash", {"command": f"cat '{SKILLS[2].location}' | head"}, "# Postmortem"),
        ("tool", "Skill", {"skill": "react-state"}, "# State"),
        ("tool", "read", {"path": "/other/place/changelog.md"}, "x"),
    ]
    data = json.dumps(shape(Talk(prompt(), [], turns))).encode()
    for _ in range(3):
        knapsack("skills", "--session", "s", data=data, home=tmp_path)
    assert uses(tmp_path) == {"sql-tuning": 1, "helm-charts": 1, "postmortem": 1, "react-state": 1}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_the_history_of_every_shape_is_read(shape: Any) -> None:
    talk = Talk(
        "system words",
        [("bash", "Run.")],
        [("user", "first"), ("tool", "bash", {"command": "ls"}, "tool words")],
    )
    request = Request(json.dumps(shape(talk)))
    assert person_messages(request) == ["first"]
    assert used_tools(request, calls(request)) == {"bash"}
    assert [(call.name, call.arguments) for call in calls(request)] == [("bash", [("command", "ls")])]


def test_what_programs_put_around_a_message_is_not_the_persons() -> None:
    text = (
        "<system-reminder>Use terraform.</system-reminder>write it"
        "<environment_context>\nhelm</environment_context>"
    )
    request = Request(
        json.dumps(
            anthropic(Talk("s", [], [("user", "# AGENTS.md instructions for /x\nAll."), ("user", text)]))
        )
    )
    assert person_messages(request) == ["write it"]


def test_often_used_skills_are_pinned_and_habits_fade(tmp_path: Path) -> None:
    def use(session: str, name: str, now: float) -> None:
        with open_database(str(tmp_path), lambda: now) as database:
            SkillStore(database, now).count(session, [(Evidence("mention", name, "k"), name)])

    for number in range(6):
        use(f"old{number}", "habit", number * DAY)
    for number in range(3):
        use(f"new{number}", "fresh", (300 + number) * DAY)
    use("once", "single", 302 * DAY)
    with open_database(str(tmp_path), lambda: 0.0) as database:
        store = SkillStore(database, 303 * DAY)
        assert store.pins({"habit", "fresh", "single", "other"}, 8) == ["fresh"]
        assert store.pins({"habit", "single"}, 8) == []
        assert SkillStore(database, 7 * DAY).pins({"habit"}, 8) == ["habit"]


def test_stale_and_surplus_entries_go_and_protected_ones_stay(tmp_path: Path) -> None:
    with open_database(str(tmp_path), lambda: 0.0) as database:
        for name, times in (("stale", 1), ("kept", 1), ("twice", 2), ("thrice", 3)):
            for number in range(times):
                SkillStore(database, 0.0).count(f"{name}{number}", [(Evidence("tool", name, "k"), name)])
        store = SkillStore(database, 200 * DAY)
        assert store.prune(most=0, stale_days=0, protected=lambda name: False) == 0
        assert store.prune(most=0, stale_days=180, protected=lambda name: name == "kept") == 1
        assert store.prune(most=2, stale_days=0, protected=lambda name: name == "kept") == 1
    assert set(uses(tmp_path)) == {"kept", "thrice"}


def _count(home: str, worker: int) -> None:
    with open_database(home, lambda: 1.0) as database:
        store = SkillStore(database, 1.0)
        for number in range(25):
            store.count(f"w{worker}", [(Evidence("read", "s", f"k{number}"), "shared")])


@pytest.mark.slow
def test_many_processes_lose_no_count(tmp_path: Path) -> None:
    open_database(str(tmp_path), lambda: 0.0).close()
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_count, args=(str(tmp_path), number)) for number in range(4)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    assert uses(tmp_path) == {"shared": 100}
