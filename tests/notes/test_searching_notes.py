"""Searching a vault: what is looked at, what changed since, frontmatter, recall over notes."""

import os

import pytest


def test_notes_are_found_with_their_frontmatter(vault):
    vault.put("Ops/Pool.md", "---\nstatus: draft\ntags: [db, ops]\n---\nThe connection pool has 64 places.\n")
    vault.put("Other.md", "Something else entirely\n")
    ran = vault("note", "search", "connection pool")
    assert "status=draft tags=db|ops" in ran.out.decode()
    assert vault.found("connection pool") == ["Ops/Pool.md"]
    assert vault.found("pool") == ["Ops/Pool.md"]
    assert vault("note", "search", "kangaroo").code == 1


def test_chinese_is_found_and_titles_count(vault):
    vault.put("部署手册.md", "发布之前清空缓存\n")
    vault.put("b.md", "别的内容\n")
    assert vault.found("清空缓存") == ["部署手册.md"]
    assert vault.found("部署") == ["部署手册.md"]


def test_the_index_follows_changed_new_and_deleted_files(vault):
    path = vault.put("A.md", "alpha subject\n")
    assert vault.found("alpha") == ["A.md"]
    path.write_text("beta subject now\n")
    assert vault.found("alpha") == []
    assert vault.found("beta") == ["A.md"]
    path.write_text("gamma subject no\n")
    os.utime(path, ns=(1, 10**18))
    assert vault.found("gamma") == ["A.md"]
    path.unlink()
    assert vault.found("gamma") == []


@pytest.mark.parametrize(
    "path", [".obsidian/x.md", ".trash/x.md", "Templates/x.md", "Meta/Forms/x.md", "x.txt"]
)
def test_settings_trash_and_templates_are_left_out(vault, path):
    vault.put(".obsidian/templates.json", '{"folder": "Meta/Forms"}')
    vault.put(path, "secret sauce\n")
    vault.put("real.md", "secret sauce\n")
    assert vault.found("secret sauce") == ["real.md"]


def test_links_out_of_the_vault_are_not_followed(vault, tmp_path):
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "note.md").write_text("secret sauce\n")
    (vault.folder / "link").symlink_to(tmp_path / "away")
    (vault.folder / "file.md").symlink_to(tmp_path / "away" / "note.md")
    assert vault.found("secret sauce") == []


@pytest.mark.parametrize("query", ["--version", "-f/etc/passwd", "(", "%%", '"', "NEAR(a b)"])
def test_a_query_is_only_ever_words(vault, query):
    vault.put("A.md", "alpha\n")
    assert vault("note", "search", "--", query).code == 1


def test_recall_searches_notes_too(vault):
    vault.put("A.md", "the frobnicator is blue\n")
    ran = vault("recall", "--in", "notes", "frobnicator")
    assert ran.code == 0
    assert b"notes" in ran.out
    assert vault("recall", "frobnicator").code == 0


def test_broken_frontmatter_is_text(vault):
    vault.put("A.md", "---\n: : [\n---\nfindable words\n")
    assert vault.found("findable") == ["A.md"]
