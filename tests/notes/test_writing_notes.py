"""Writing to a vault: new, appended, never twice, never outside, never a byte of the old lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.errors import UsageError
from knapsack_cli.notes.writing import LONGEST_NAME, safe_name


def test_a_new_note_holds_the_text_and_a_known_one_gets_a_dated_section(vault):
    vault("note", "Standup", data="Did [[Basket]].\n")
    assert vault.read("Standup.md") == "Did [[Basket]].\n"
    vault("note", "Standup", data="Did [[Prices]].\n")
    text = vault.read("Standup.md")
    assert text.startswith("Did [[Basket]].\n\n## 20")
    assert text.endswith("\n\nDid [[Prices]].\n")


def test_the_same_text_is_written_once(vault):
    for _ in range(3):
        ran = vault("note", "Standup", data="one\ntwo\n")
    assert "already" in ran.err
    vault("note", "Standup", data="three\n")
    before = vault.read("Standup.md")
    vault("note", "Standup", data="three\n")
    assert vault.read("Standup.md") == before
    vault("note", "Standup", data="thre\n")
    assert vault.read("Standup.md") != before


def test_frontmatter_keeps_every_byte_and_gains_what_is_missing(vault):
    head = "---\n# mine\nstatus:   'draft'\ntags: [a, b]\n---\n"
    vault.put("Plan.md", f"{head}Body [[Link|alias]]\n")
    vault("note", "Plan", data="---\nstatus: done\nowner: 李\n---\nMore\n")
    text = vault.read("Plan.md")
    assert text.startswith(
        "---\n# mine\nstatus:   'draft'\ntags: [a, b]\nowner: 李\n---\nBody [[Link|alias]]\n"
    )
    assert text.count("status") == 1
    assert text.endswith("More\n")


def test_line_ends_of_windows_stay(vault):
    vault.put("Win.md", "one\r\n")
    vault("note", "Win", data="two\nthree\n")
    assert "\n" not in vault.read("Win.md").replace("\r\n", "")


@pytest.mark.parametrize(
    "title", ["../escape", "..", "a/../../b", "C:\\x", ".hidden", "con", "x\0y", "😀" * 200]
)
def test_whatever_the_title_nothing_outside_is_written(vault, tmp_path, title):
    before = set(tmp_path.iterdir())
    vault("note", "--", title, data="text\n")
    assert set(tmp_path.iterdir()) - before <= {vault.home}
    for path in vault.folder.iterdir():
        assert path.suffix == ".md"
        assert not path.name.startswith(".")


def test_a_link_out_of_the_vault_is_refused(vault, tmp_path):
    outside = tmp_path / "outside.md"
    outside.write_text("mine")
    (vault.folder / "Link.md").symlink_to(outside)
    (vault.folder / "New.md").symlink_to(tmp_path / "not-there.md")
    for title in ("Link", "New"):
        ran = vault("note", title, data="text\n")
        assert ran.code == 2
        assert len(ran.err.splitlines()) == 1
    assert outside.read_text() == "mine"
    assert not (tmp_path / "not-there.md").exists()


def test_secrets_are_left_out(vault):
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    vault("note", "Log", data=f"token {token}\n")
    assert token not in vault.read("Log.md")


@given(st.text(max_size=300))
def test_every_name_is_safe(title):
    try:
        name = safe_name(title)
    except UsageError:
        return
    assert len(name.encode()) <= LONGEST_NAME + 1
    assert not set(name) & set('/\\:*?"<>|#^[]\n\0')
    assert name[0] not in ". "
    assert name[-1] not in ". "


def test_any_existing_folder_that_is_named_is_a_vault_and_others_are_told(vault, tmp_path):
    assert vault("note", "vault").out.decode().strip() == str(vault.folder)
    vault.environ = {"KNAPSACK_OBSIDIAN_VAULT": str(tmp_path / "gone")}
    ran = vault("note", "vault")
    assert ran.code == 2
    assert "gone" in ran.err
    vault.environ = {}
    ran = vault("note", "vault")
    assert ran.code == 1
    assert "KNAPSACK_OBSIDIAN_VAULT" in ran.err


@pytest.mark.parametrize(
    "folder",
    [
        ".config/obsidian",
        "Library/Application Support/obsidian",
        "AppData/Roaming/obsidian",
        ".var/app/md.obsidian.Obsidian/config/obsidian",
    ],
)
def test_the_vault_that_is_open_is_found_where_obsidian_lists_it(vault, folder):
    listed = vault.home / folder
    listed.mkdir(parents=True)
    vaults = {
        "a": {"path": str(vault.home), "ts": 9},
        "b": {"path": str(vault.folder), "ts": 5, "open": True},
        "c": {"path": "/not/there", "ts": 99, "open": True},
    }
    (listed / "obsidian.json").write_text(json.dumps({"vaults": vaults}))
    vault.environ = {}
    assert vault("note", "vault").out.decode().strip() == str(vault.folder)
    assert vault("note", "Hello", data="text\n").code == 0
    assert (vault.folder / "Hello.md").exists()
