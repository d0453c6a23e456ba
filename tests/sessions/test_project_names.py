"""One `--project` finds what is stored under any of a project's names."""

from knapsack_cli.projects import names_meant


def repository(folder, remote="git@example.org:me/store.git"):
    """A repository's folder with a remote and a linked worktree beside it."""
    linked = folder.with_name(folder.name + "-fix")
    (folder / ".git" / "worktrees" / "fix").mkdir(parents=True)
    (folder / ".git" / "config").write_text(f'[remote "origin"]\n\turl = {remote}\n')
    (folder / ".git" / "worktrees" / "fix" / "gitdir").write_text(f"{linked}/.git\n")
    (folder / ".git" / "worktrees" / "fix" / "commondir").write_text("../..\n")
    linked.mkdir()
    (linked / ".git").write_text(f"gitdir: {folder}/.git/worktrees/fix\n")
    (folder / "web").mkdir()
    return linked


def test_a_folder_of_a_repository_means_its_worktrees_and_its_remote(tmp_path):
    shop = tmp_path / "shop"
    linked = repository(shop)
    whole = {str(shop), str(linked), "example.org/me/store"}
    assert set(names_meant("./shop", str(tmp_path), "/home/me")) == whole
    assert set(names_meant(".", str(shop), "/home/me")) == whole
    assert set(names_meant(str(linked), "/", "/home/me")) == whole
    assert set(names_meant("~/shop", "/", str(tmp_path))) == whole
    assert names_meant("./web", str(shop), "/home/me") == (str(shop / "web"), "example.org/me/store")


def test_a_name_means_the_repository_around_where_it_is_the_one(tmp_path):
    shop = tmp_path / "shop"
    linked = repository(shop)
    for name in ("store", "me/store", "example.org/me/store", "shop"):
        names = names_meant(name, str(shop), "/home/me")
        assert {name, str(shop), str(linked), "example.org/me/store"} == set(names)
        assert names[0] == name
    assert names_meant("other", str(shop), "/home/me") == ("other",)
    assert names_meant("shop", "/", "/home/me") == ("shop",)


def test_sessions_and_memories_of_one_project_are_found_together(knapsack, pi_session, tmp_path):
    linked = repository(tmp_path / "shop")
    for name, cwd in (("one", tmp_path / "shop"), ("two", linked), ("three", tmp_path / "shop" / "web")):
        pi_session(("user", f"the ledger breaks, {name}"), name=name, cwd=str(cwd))
    folder = pi_session(("user", "the ledger of another"), name="four", cwd="/srv/else").parent
    assert knapsack("import", folder, cwd=tmp_path / "shop").code == 0
    assert knapsack("remember", "the ledger is closed at midnight", cwd=tmp_path / "shop").code == 0
    for given, where in (
        ("./shop", tmp_path),
        (".", tmp_path / "shop"),
        ("store", tmp_path / "shop" / "web"),
    ):
        hits = knapsack("recall", "ledger", "--project", given, "--json", cwd=where).hits
        assert {hit["entry"] for hit in hits if hit["source"] == "sessions"} == {
            "one-0001",
            "two-0001",
            "three-0001",
        }
        assert [hit["source"] for hit in hits].count("memory") == 1
