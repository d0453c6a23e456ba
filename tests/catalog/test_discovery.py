"""Skills on disk: Pi's rules of what is one, and a clear word on what is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli.catalog.discovery import discover, read_frontmatter, scope_of, standard_folders


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def skill(name: str, description: str = "What it does.", more: str = "", body: str = "") -> str:
    return f"---\nname: {name}\ndescription: {description}\n{more}---\n{body}"


def test_pis_rules_of_what_is_a_skill(tmp_path: Path) -> None:
    put(tmp_path / "a" / "SKILL.md", skill("a"))
    put(tmp_path / "a" / "inner" / "SKILL.md", skill("inside-another"))
    put(tmp_path / "group" / "b" / "SKILL.md", skill("b"))
    put(tmp_path / "group" / "unnamed" / "SKILL.md", "---\ndescription: x\n---\n")
    put(tmp_path / "root.md", skill("root"))
    put(tmp_path / "README.md", "# Read me")
    put(tmp_path / "group" / "deep.md", skill("deep"))
    put(tmp_path / ".hidden" / "SKILL.md", skill("dot"))
    put(tmp_path / "node_modules" / "m" / "SKILL.md", skill("module"))
    put(tmp_path / "dist" / "SKILL.md", skill("ignored"))
    put(tmp_path / "keep" / "dist" / "SKILL.md", skill("taken-back"))
    put(tmp_path / ".gitignore", "# built\n/dist/\n*.tmp\n")
    put(tmp_path / "z" / "SKILL.md", skill("a", "Another of this name."))
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "group" / "b")
    found = discover([(str(tmp_path), "project")])
    assert [one.name for one in found.skills] == ["a", "b", "unnamed", "taken-back", "root"]
    assert len(found.problems) == 1
    assert "name 'a' is taken by" in found.problems[0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no frontmatter", "there is no frontmatter"),
        ("---\nname: a\n", "the frontmatter does not end"),
        ("---\nname: a\ndescription: Use: when\n---\n", "line 3: the frontmatter is no YAML"),
        ("---\n- a\n---\n", "not a list of key: value lines"),
        ("---\n" + "[" * 3_000 + "\n---\n", "the frontmatter is no YAML"),
    ],
)
def test_broken_frontmatter_is_told_clearly(text: str, problem: str) -> None:
    assert problem in read_frontmatter(text)[2]


def test_the_folders_of_every_agent_are_known(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    for folder in (
        project / ".pi/skills",
        project / "sub/.claude/skills",
        home / ".codex/skills",
        home / ".pi/agent/skills",
    ):
        folder.mkdir(parents=True)
    folders = standard_folders(str(project / "sub"), str(home))
    assert [(Path(folder).relative_to(tmp_path).as_posix(), scope) for folder, scope in folders] == [
        ("project/sub/.claude/skills", "project"),
        ("project/.pi/skills", "project"),
        ("home/.pi/agent/skills", "global"),
        ("home/.codex/skills", "global"),
    ]
    assert scope_of(str(home / ".codex/skills/x"), str(home)) == "global"
    assert scope_of(str(project), str(home)) == "project"


def test_list_prints_a_catalogue_json_or_a_table(tmp_path: Path) -> None:
    put(tmp_path / "s" / "one" / "SKILL.md", skill("one", "'Says <this> & \"that\".'"))
    put(tmp_path / "s" / "two" / "SKILL.md", skill("two", more="disable-model-invocation: true\n"))
    put(tmp_path / "s" / "bad" / "SKILL.md", "oh")
    ran = knapsack("skills", "list", "s", home=tmp_path)
    assert ran.out.decode() == (
        "<available_skills>\n  <skill>\n    <name>one</name>\n"
        "    <description>Says &lt;this&gt; &amp; &quot;that&quot;.</description>\n"
        f"    <location>{tmp_path}/s/one/SKILL.md</location>\n  </skill>\n</available_skills>\n"
    )
    assert "bad/SKILL.md: there is no frontmatter" in ran.err
    lines = knapsack("skills", "list", "--json", "s", home=tmp_path).out.decode().splitlines()
    assert [(json.loads(line)["name"], json.loads(line)["hidden"]) for line in lines] == [
        ("one", False),
        ("two", True),
    ]
    table = knapsack("skills", "list", "--table", "s", home=tmp_path).out.decode()
    assert f"two  project, hidden   {tmp_path}/s/two/SKILL.md" in table
    empty = knapsack("skills", "list", "nowhere", home=tmp_path)
    assert (empty.code, empty.out) == (1, b"")


def test_a_folder_is_slimmed_as_its_catalogue(tmp_path: Path) -> None:
    for name in ("alpha", "beta", "gamma"):
        text = f"{name} handles {name} things. " + "It goes on. " * 30
        put(tmp_path / "s" / name / "SKILL.md", skill(name, text))
    out = knapsack(
        "skills", "--query", "beta things", "--top-k", "1", str(tmp_path / "s"), home=tmp_path
    ).out.decode()
    assert f"at {tmp_path}/s/{{name}}/SKILL.md." in out
    assert "<skill><name>alpha</name></skill>" in out
    assert "beta handles beta things. It goes on." in out
