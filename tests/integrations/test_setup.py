"""`setup` shows, asks, writes only what is ours, and takes it out again to the byte."""

from __future__ import annotations

import json
import os
import stat
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Ran, Terminal, knapsack

from knapsack_cli.integrations.documents_on_disk import File
from knapsack_cli.integrations.installing import LeftAloneError, make_plan
from knapsack_cli.integrations.pieces import JsonEntry, OwnFile, Section, TomlTable

FILES = {
    "bash": ".bashrc",
    "zsh": ".zshrc",
    "claude": ".claude/CLAUDE.md",
    "codex": ".codex/AGENTS.md",
    "opencode": ".config/opencode/AGENTS.md",
    "gemini": ".gemini/GEMINI.md",
}
"""Targets that add a section to a file of somebody else's."""
TARGETS = [*FILES, "fish", "pi"]


def setup(home: Path, *arguments: str, answer: bytes | None = None) -> Ran:
    stdin = None if answer is None else Terminal(answer)
    return knapsack(
        "setup", *arguments, home=home, stdin=stdin, environ={"KNAPSACK_HOME": str(home / ".knapsack")}
    )


def tree(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_installed_is_taken_out_again_to_the_byte(target: str, tmp_path: Path) -> None:
    if target in FILES:
        path = tmp_path / FILES[target]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine\n\nand mine")
    before = tree(tmp_path)
    assert setup(tmp_path, target, "--check").code == 1
    assert setup(tmp_path, target, "--yes").code == 0
    assert tree(tmp_path) != before
    assert setup(tmp_path, target, "--check").code == 0
    again = setup(tmp_path, target, "--yes")
    assert (again.code, again.out) == (0, b"")
    assert setup(tmp_path, target, "--remove", "--yes").code == 0
    assert tree(tmp_path) == before


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_written_without_a_yes(target: str, tmp_path: Path) -> None:
    refused = setup(tmp_path, target)
    assert refused.code == 2
    assert "--yes" in refused.err
    assert b"new file" in refused.out
    for answer in (b"\n", b"n\n", b""):
        assert setup(tmp_path, target, answer=answer).code == 1
    assert tree(tmp_path) == {}
    assert setup(tmp_path, target, answer=b"y\n").code == 0
    assert tree(tmp_path) != {}


@pytest.mark.parametrize("target", FILES)
def test_links_and_read_only_files_are_left_with_what_to_add_by_hand(target: str, tmp_path: Path) -> None:
    path = tmp_path / FILES[target]
    path.parent.mkdir(parents=True, exist_ok=True)
    real = tmp_path / "dotfiles"
    real.write_text("mine\n")
    path.symlink_to(real)
    linked = setup(tmp_path, target, "--yes")
    assert linked.code == 1
    assert b"is a link to" in linked.out
    assert b">>> knapsack >>>" in linked.out
    assert real.read_text() == "mine\n"
    assert path.is_symlink()
    path.unlink()
    path.write_text("mine\n")
    path.chmod(0o444)
    assert b"is read-only" in setup(tmp_path, target, "--yes").out
    assert path.read_text() == "mine\n"


@pytest.mark.parametrize(
    "text",
    [
        b"# >>> knapsack >>>\nno end\n",
        b"# <<< knapsack <<<\n# >>> knapsack >>>\n",
        b"# >>> knapsack >>>\n# <<< knapsack <<<\n# >>> knapsack >>>\n# <<< knapsack <<<\n",
        b"latin-1 \xe9\n",
    ],
)
def test_a_file_whose_marks_or_bytes_make_no_sense_is_left(text: bytes, tmp_path: Path) -> None:
    (tmp_path / ".bashrc").write_bytes(text)
    for option in ((), ("--remove",)):
        assert b"left as it is" in setup(tmp_path, "bash", "--yes", *option).out
        assert (tmp_path / ".bashrc").read_bytes() == text


def test_what_others_wrote_after_our_section_stays(tmp_path: Path) -> None:
    rc = tmp_path / ".bashrc"
    rc.write_text("before\n")
    setup(tmp_path, "bash", "--yes")
    rc.write_text(rc.read_text() + "after\n")
    setup(tmp_path, "bash", "--remove", "--yes")
    assert rc.read_text() == "before\nafter\n"


def test_a_file_of_somebody_else_in_our_place_is_neither_replaced_nor_removed(tmp_path: Path) -> None:
    theirs = tmp_path / ".pi/agent/skills/knapsack/SKILL.md"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("another skill of that name\n")
    assert b"is not ours" in setup(tmp_path, "pi", "--yes").out
    setup(tmp_path, "pi", "--remove", "--yes")
    assert theirs.read_text() == "another skill of that name\n"


def test_permissions_of_a_changed_file_stay(tmp_path: Path) -> None:
    rc = tmp_path / ".bashrc"
    rc.write_text("secret=1\n")
    rc.chmod(0o600)
    setup(tmp_path, "bash", "--yes")
    assert stat.S_IMODE(rc.stat().st_mode) == 0o600


def test_wrapped_commands_stay_until_others_are_named(tmp_path: Path) -> None:
    snippet = tmp_path / ".knapsack/shell/knapsack.bash"
    setup(tmp_path, "bash", "--yes", "--wrap", "pytest, cargo")
    assert "pytest cargo" in snippet.read_text()
    assert setup(tmp_path, "bash", "--check").code == 0
    setup(tmp_path, "bash", "--yes", "--wrap", "make")
    assert "pytest" not in snippet.read_text().splitlines()[1]
    for word in ("$(id)", "-x", "knapsack", "a;b"):
        assert setup(tmp_path, "bash", "--yes", "--wrap", word).code == 2


def test_wrong_use_is_told_in_one_line(tmp_path: Path) -> None:
    for arguments in (
        (),
        ("emacs",),
        ("pi", "--wrap", "make"),
        ("pi", "--systemd"),
        ("pi", "--check", "--remove"),
    ):
        ran = setup(tmp_path, *arguments)
        assert ran.code == 2
        assert len(ran.err.splitlines()) == 1
    assert tree(tmp_path) == {}


def test_an_override_that_hides_the_instructions_is_told(tmp_path: Path) -> None:
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex/AGENTS.override.md").write_text("only this\n")
    assert "AGENTS.override.md" in setup(tmp_path, "codex", "--yes").err


@given(st.text().map(str.encode))
def test_any_text_is_the_same_after_a_section_came_and_went(text: bytes) -> None:
    section = Section(File("/nowhere"), "ours", ("<!--", "-->"), "note")
    try:
        added = section.wanted(text)
    except LeftAloneError:
        return
    assert section.wanted(added) == added
    assert section.unwanted(added) == (text or None)


JSON_TEXTS = [
    b'{\n  "a": 1.50,\n  "b": [1, 2]\n}\n',
    b'{"a":1}',
    b'// a comment\n{"a": 1}\n',
    b'{"a": 1,}\n',
    b'{"a": 1, "a": 2}\n',
    b"[1]\n",
    b"{'a': 1}\n",
]


@pytest.mark.parametrize("text", JSON_TEXTS)
def test_json_that_cannot_be_written_back_to_the_byte_is_left(text: bytes) -> None:
    entry = JsonEntry(
        File("/nowhere"), lambda data: data.update(ours=1), lambda data: data.pop("ours"), "add ours"
    )
    with pytest.raises(LeftAloneError):
        entry.wanted(text)


@given(
    st.dictionaries(
        st.text(), st.recursive(st.integers() | st.text() | st.none(), lambda x: st.lists(x)), min_size=1
    ),
    st.sampled_from([2, 4, "\t", None]),
    st.booleans(),
)
def test_json_keeps_every_byte_around_an_entry(
    data: dict[str, object], indent: int | str | None, ascii_only: bool
) -> None:
    data.pop("ours", None)
    text = (json.dumps(data, indent=indent, ensure_ascii=ascii_only) + "\n").encode("utf-8", "surrogatepass")
    entry = JsonEntry(
        File("/nowhere"), lambda d: d.update(ours=[1]), lambda d: d.pop("ours") and None, "add ours"
    )
    added = entry.wanted(text)
    assert added is not None
    assert json.loads(added)["ours"] == [1]
    assert entry.unwanted(added) == (text if data else None)


def test_a_document_that_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    from knapsack_cli.errors import StoreError
    from knapsack_cli.integrations.installing import apply_plan

    path = tmp_path / "rc"
    path.write_text("one\n")
    plan = make_plan([Section(File(str(path)), "ours")])
    path.write_text("two\n")
    with pytest.raises(StoreError, match="changed meanwhile"):
        apply_plan(plan)
    assert path.read_text() == "two\n"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    tmp_path.chmod(0o500)
    plan = make_plan([OwnFile(File(str(tmp_path / "new" / "file")), "knapsack setup")])
    tmp_path.chmod(0o700)
    assert plan.by_hand[0].reason.startswith("cannot be made")


def test_the_skill_is_one_that_agents_accept() -> None:
    import frontmatter

    from knapsack_cli.integrations.surroundings import shipped

    skill = frontmatter.loads(shipped("pi", "skills", "knapsack", "SKILL.md"))
    assert skill["name"] == "knapsack"
    assert 100 < len(str(skill["description"])) <= 1024


SETTINGS = {
    "permissions": {"allow": ["Bash(git diff:*)"]},
    "hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "theirs"}]}]},
}


SHARED = {
    "claude": ".claude/settings.json",
    "gemini": ".gemini/settings.json",
    "codex": ".codex/hooks.json",
    "codex ": ".codex/config.toml",
}
"""Files of the agents that something of ours is added to."""


@pytest.mark.parametrize(
    ("target", "event"),
    [("claude", "PostToolUse"), ("gemini", "AfterTool"), ("codex", "UserPromptSubmit")],
)
def test_hooks_stand_beside_those_of_others(target: str, event: str, tmp_path: Path) -> None:
    path = tmp_path / SHARED[target]
    path.parent.mkdir()
    before = json.dumps(SETTINGS, indent=2)
    path.write_text(before)
    assert setup(tmp_path, target, "--yes").code == 0
    groups = json.loads(path.read_text())["hooks"][event]
    assert len(groups) == (2 if target == "claude" else 1)
    assert "knapsack_cli.integrations.hooks" in groups[-1]["hooks"][0]["command"]
    assert json.loads(path.read_text())["permissions"] == SETTINGS["permissions"]
    assert setup(tmp_path, target, "--check").code == 0
    assert setup(tmp_path, target, "--remove", "--yes").code == 0
    assert path.read_text() == before


UNUSABLE = {
    "comments": (b'{\n  // mine\n  "theme": "dark"\n}\n', b"is not plain JSON"),
    "trailing comma": (b'{"theme": "dark",}', b"is not plain JSON"),
    "cut": (b'{"hooks": {', b"is not plain JSON"),
    "a byte order mark": (b'\xef\xbb\xbf{"theme": "dark"}', b""),
    "Latin-1": (b'{"theme": "d\xe4rk"}', b"is not plain JSON"),
    "a list": (b"[]", b"holds no JSON object"),
    "hooks that are a list": (b'{"hooks": []}', b"another shape"),
    "events that are objects": (
        b'{"hooks": {"PostToolUse": {}, "AfterTool": {}, "UserPromptSubmit": {}}}',
        b"another shape",
    ),
    "a layout of its own": (b'{ "theme" :"dark" }', b"laid out"),
    "the same key twice": (b'{"theme": 1, "theme": 2}', b"laid out"),
}
UNUSABLE_TOML = {
    "cut": (b'[profiles.x\nmodel = "y"\n', b"no TOML"),
    "Latin-1": (b'model = "d\xe4rk"\n', b"no TOML"),
    "a table like ours": (b"[sandbox_workspace_write]\nnetwork_access = true # mine\n", b"of its own"),
    "a dotted key": (b"sandbox_workspace_write.network_access = true\n", b"of its own"),
    "an inline table": (b'sandbox_workspace_write = { writable_roots = ["/x"] }\n', b"of its own"),
    "no table": (b"sandbox_workspace_write = 1\n", b"of its own"),
}


@pytest.mark.parametrize(
    ("target", "name"),
    [
        *((target, name) for target in ("claude", "gemini", "codex") for name in UNUSABLE),
        *(("codex ", name) for name in UNUSABLE_TOML),
    ],
)
def test_settings_that_we_cannot_add_to_stay_as_they_are(target: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / SHARED[target]
    path.parent.mkdir()
    text, reason = (UNUSABLE_TOML if target.endswith(" ") else UNUSABLE)[name]
    path.write_bytes(text)
    ran = setup(tmp_path, target.strip(), "--yes")
    assert path.read_bytes() == text
    assert ran.code == 1
    assert reason in ran.out
    assert (b"writable_roots" if target.endswith(" ") else b'"hooks"') in ran.out, "what to add by hand"
    others = [other for other in tree(tmp_path).values() if b"knapsack" in other]
    assert others, "what can be done is done"
    assert setup(tmp_path, target.strip(), "--remove", "--yes").code in (0, 1)
    assert path.read_bytes() == text


@pytest.mark.parametrize("target", SHARED)
@pytest.mark.parametrize("trouble", ["a link", "read-only"])
def test_links_and_read_only_settings_stay_as_they_are(target: str, trouble: str, tmp_path: Path) -> None:
    path = tmp_path / SHARED[target]
    path.parent.mkdir()
    text = b"" if target.endswith(" ") else b'{\n  "theme": "dark"\n}\n'
    if trouble == "a link":
        (tmp_path / "dotfiles").write_bytes(text)
        path.symlink_to(tmp_path / "dotfiles")
    else:
        path.write_bytes(text)
        path.chmod(0o444)
    ran = setup(tmp_path, target.strip(), "--yes")
    assert ran.code == 1
    assert trouble.encode() in ran.out
    assert path.read_bytes() == text
    assert path.is_symlink() == (trouble == "a link")


def test_a_plugin_of_somebody_else_stays(tmp_path: Path) -> None:
    path = tmp_path / ".config/opencode/plugin/knapsack.js"
    path.parent.mkdir(parents=True)
    path.write_text("export const Theirs = async () => ({})\n")
    assert b"is not ours" in setup(tmp_path, "opencode", "--yes").out
    assert setup(tmp_path, "opencode", "--remove", "--yes").code == 1
    assert path.read_text() == "export const Theirs = async () => ({})\n"


ASSIGNMENTS = st.sampled_from(
    ["model = 'x'", "# mine", "", "[profiles.a]", "b = 1", "[[list]]", '[projects."/x"]', "trust = 'y' # z"]
)


@given(st.lists(ASSIGNMENTS, max_size=6), st.sampled_from(["", "\n", "\n\n"]))
def test_any_toml_is_the_same_after_our_table_came_and_went(lines: list[str], end: str) -> None:
    piece = TomlTable(File("/nowhere"), "sandbox", 'roots = ["/r"]', "by hand", "written by knapsack setup")
    text = ("\n".join(lines) + end).encode()
    try:
        longer = piece.wanted(text)
    except LeftAloneError:
        return
    assert longer is not None
    assert piece.wanted(longer) == longer
    assert (piece.unwanted(longer) or b"") == text
    assert tomllib.loads(longer.decode()) == {**tomllib.loads(text.decode()), "sandbox": {"roots": ["/r"]}}


def test_what_others_wrote_around_our_table_stays(tmp_path: Path) -> None:
    path = tmp_path / ".codex/config.toml"
    path.parent.mkdir()
    path.write_text('model = "x"\n')
    setup(tmp_path, "codex", "--yes")
    path.write_text(path.read_text() + '\n[projects."/shop"]\ntrust_level = "trusted"\n')
    assert setup(tmp_path, "codex", "--check").code == 0
    assert setup(tmp_path, "codex", "--remove", "--yes").code == 0
    assert path.read_text() == 'model = "x"\n\n[projects."/shop"]\ntrust_level = "trusted"\n'
    setup(tmp_path, "codex", "--yes")
    path.write_text(path.read_text() + "network_access = true\n")
    before = path.read_text()
    assert b"has more in" in setup(tmp_path, "codex", "--remove", "--yes").out
    assert path.read_text() == before


def test_a_check_of_pi_tells_of_upstream_packages_beside_ours(tmp_path: Path) -> None:
    setup(tmp_path, "pi", "--yes")
    packages = {
        "packages": ["npm:@someone/pi-memory-sessions@1.0.0", {"source": "git:host/pi-skill-optimizer"}, 3]
    }
    (tmp_path / ".pi/agent/settings.json").write_text(json.dumps({"packages": packages["packages"][:2]}))
    told = setup(tmp_path, "pi", "--check")
    assert told.code == 1
    assert told.out.decode().splitlines() == [
        "pi-memory-sessions does the same work; remove it",
        "pi-skill-optimizer does the same work; remove it",
    ]
    for nonsense in (json.dumps(packages), "[]", "{", '{"packages": 1}'):
        (tmp_path / ".pi/agent/settings.json").write_text(nonsense)
        assert setup(tmp_path, "pi", "--check").err == ""
