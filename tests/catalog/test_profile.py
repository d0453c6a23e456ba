"""Making the retrieval profile: by batches, resumable, validated; and without a model from bodies."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from support import Ran, knapsack

from knapsack_cli.catalog import profile_building
from knapsack_cli.catalog.profile import Profile, load_profile, profile_from_data
from knapsack_cli.catalog.profile_building import read_answer
from knapsack_cli.store.database import open_database

MODEL = """\
import json, re, sys
prompt = sys.stdin.read()
names = re.findall(r"^- ([\\w-]+):", prompt, re.M)
open({log!r}, "a").write(" ".join(names) + "\\n")
if {bad!r} in names:
    print("I cannot do that.")
else:
    print("Here it is:\\n```json")
    print(json.dumps({{
        "processedSkills": names,
        "aliases": {{"money": ["stripe"]}},
        "queries": {{name: ["sample for " + name] for name in names}} | {{"unknown": ["x"]}},
        "critical": [name for name in names if name == "s00"] + ["unknown"],
        "clusters": {{"pair": names[:2] + ["unknown"]}},
    }}))
    print("```")
"""


def write_skills(home: Path, count: int, folder: str = "skills") -> None:
    for number in range(count):
        path = home / folder / f"s{number:02}" / "SKILL.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\nname: s{number:02}\ndescription: Skill {number}.\n---\nBody.\n")


def init(home: Path, bad: str = "none", *more: str) -> Ran:
    script = home / "model.py"
    script.write_text(MODEL.format(log=str(home / "log"), bad=bad))
    environ = {"KNAPSACK_MODEL_COMMAND": f"{sys.executable} {script}"}
    return knapsack("skills", "init", *more, "skills", home=home, environ=environ)


def profile(home: Path) -> Profile:
    with open_database(str(home), lambda: 0.0) as database:
        return load_profile(database, str(home))


def asked(home: Path) -> list[list[str]]:
    return [line.split() for line in (home / "log").read_text().splitlines()]


def test_batches_are_kept_one_by_one_and_only_what_failed_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile_building, "BATCH", 2)
    write_skills(tmp_path, 5)
    first = init(tmp_path, "s02")
    assert first.out == b"3 skills profiled, 0 unchanged, 0 removed\n"
    assert "left for the next run: s02 to s03: the answer holds no JSON object" in first.err
    made = profile(tmp_path)
    assert set(made.queries) == {"s00", "s01", "s04"}
    assert made.critical == ["s00"]
    assert made.clusters == {"pair": ["s00", "s01"]}
    assert made.aliases == {"money": ["stripe"]}
    assert init(tmp_path).out == b"2 skills profiled, 3 unchanged, 0 removed\n"
    (tmp_path / "skills" / "s01" / "SKILL.md").write_text("---\nname: s01\ndescription: Now other.\n---\n")
    (tmp_path / "skills" / "s04" / "SKILL.md").unlink()
    assert init(tmp_path).out == b"1 skills profiled, 3 unchanged, 1 removed\n"
    assert asked(tmp_path) == [["s00", "s01"], ["s02", "s03"], ["s04"], ["s02", "s03"], ["s01"]]
    assert set(profile(tmp_path).queries) == {"s00", "s01", "s02", "s03"}


def test_without_a_model_command_it_says_what_can_be_done(tmp_path: Path) -> None:
    write_skills(tmp_path, 1)
    ran = knapsack("skills", "init", "skills", home=tmp_path)
    assert ran.code == 2
    assert "KNAPSACK_MODEL_COMMAND" in ran.err
    assert "knapsack skills init --without-model" in ran.err


def test_bodies_give_a_profile_that_ranking_uses(tmp_path: Path) -> None:
    write_skills(tmp_path, 3)
    (tmp_path / "skills" / "s01" / "SKILL.md").write_text(
        "---\nname: s01\ndescription: Skill 1.\n---\n# Title\n"
        "## When to use this skill\n- `Frobnicating` a [zoo](x.md)\n"
        "## When not to use\n- plain gardens\n## Cages and Keepers\ntext\n"
    )
    assert knapsack("skills", "init", "--without-model", "skills", home=tmp_path).code == 0
    made = profile(tmp_path)
    assert made.queries == {"s01": ["Frobnicating a zoo", "Title; Cages and Keepers"]}
    assert made.negative_hints == {"s01": ["plain gardens"]}
    out = knapsack("skills", "--explain", "--query", "frobnicate it", "skills", home=tmp_path)
    assert "full: s01 (rank 1: frobnicate" in out.err


def test_a_plainer_profile_does_not_replace_a_models(tmp_path: Path) -> None:
    write_skills(tmp_path, 2)
    init(tmp_path)
    assert init(tmp_path, "none", "--without-model").out == b"0 skills profiled, 2 unchanged, 0 removed\n"
    assert profile(tmp_path).queries["s01"] == ["sample for s01"]


def test_project_and_global_profiles_stay_apart(tmp_path: Path) -> None:
    write_skills(tmp_path, 1, ".pi/agent/skills")
    knapsack("skills", "init", "--without-model", home=tmp_path, cwd=tmp_path)
    with open_database(str(tmp_path), lambda: 0.0) as database:
        scopes = {row["scope"] for row in database.execute("SELECT scope FROM skill_profiles")}
    assert scopes == {"global"}


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        ("no object", "holds no JSON object"),
        ("{", "holds no JSON object"),
        ('{"queries": {}}', "does not list exactly"),
        ('{"processedSkills": ["a"]}', "b missing"),
        ('{"processedSkills": ["a", "b", "c"]}', "does not list exactly"),
        ('{"processedSkills": "ab"}', "does not list exactly"),
    ],
)
def test_an_answer_that_does_not_cover_its_batch_is_refused(answer: str, failure: str) -> None:
    made, why = read_answer(answer, ["a", "b"])
    assert made is None
    assert failure in why


def test_malformed_parts_of_an_answer_are_dropped() -> None:
    data = {
        "aliases": {"Two Words": ["X", 3], "n": "no"},
        "critical": "x",
        "queries": [],
        "clusters": {"t": ["a", "a"]},
    }
    made = profile_from_data(json.loads(json.dumps(data)))
    assert made.aliases == {"two": ["x"], "words": ["x"]}
    assert (made.critical, made.queries, made.clusters) == ([], {}, {"t": ["a"]})
    assert profile_from_data({"k8s": ["kubernetes"]}).aliases == {"k8s": ["kubernetes"]}
    assert profile_from_data("text").is_empty()
