"""What is kept and what goes: the spool folded without loss, retention with a clock that moves, repair."""

import os
import sqlite3
from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli.store import folding, health, originals, retention, spool, statistics
from knapsack_cli.store.database import open_database

DAY = 86_400.0
NOW = 1_796_000_000.0
RULES = retention.Rules(30, 0, 30, 0.3, 1, 400)


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def opened(home):
    return open_database(str(home), lambda: NOW)


def saving(number, command="make test"):
    return spool.Saving(NOW - number, "", "builds", command, "/srv", "", 4000, 400, 1000, 100, f"n{number}")


def notes(database):
    return [row[0] for row in database.execute("SELECT note FROM savings ORDER BY id")]


def test_every_line_of_the_spool_is_folded_once(home):
    with opened(home) as database:
        for number in range(3):
            spool.append(str(home), saving(number))
        assert folding.fold_in(str(home), database) == 3
        assert folding.fold_in(str(home), database) == 0
        spool.append(str(home), saving(3))
        assert folding.fold_in(str(home), database) == 1
        assert notes(database) == ["n0", "n1", "n2", "n3"]


def test_a_writer_that_still_has_the_spool_open_loses_nothing(home):
    with opened(home) as database:
        spool.append(str(home), saving(0))
        with open(home / "savings.log", "ab", buffering=0) as late:
            folding.fold_in(str(home), database)
            spool.append(str(home), saving(1))
            late.write((home / "savings.log").read_bytes().replace(b"n1", b"late"))
        folding.fold_in(str(home), database)
        assert sorted(notes(database)) == ["late", "n0", "n1"]


def test_a_half_written_line_waits_for_its_end(home):
    with opened(home) as database:
        spool.append(str(home), saving(0))
        whole = (home / "savings.log").read_bytes()
        (home / "savings.log").write_bytes(whole[:20])
        assert folding.fold_in(str(home), database) == 0
        with open(home / "savings.log.1", "ab") as file:
            file.write(whole[20:])
        assert folding.fold_in(str(home), database) == 1


def test_files_put_aside_go_once_they_are_still(home):
    with opened(home) as database:
        for number in range(5):
            spool.append(str(home), saving(number))
            folding.fold_in(str(home), database)
        aside = list(home.glob("savings.log.*"))
        later = max(path.stat().st_mtime for path in aside) + 601
        folding.fold_in(str(home), database, later)
        assert not list(home.glob("savings.log*"))
        folding.fold_in(str(home), database, later)
        assert not database.execute("SELECT 1 FROM meta WHERE key LIKE 'spool:%'").fetchone()
        assert len(notes(database)) == 5


def aged(home, digest, days):
    path = originals.original_path(os.path.join(home, "originals"), digest)
    os.utime(path, (NOW - days * DAY, NOW - days * DAY))
    return Path(path)


def test_originals_go_by_age_and_by_size_least_recently_used_first(home):
    digests = [originals.store(str(home), f"text {number}".encode() * 50) for number in range(4)]
    for digest, days in zip(digests, (40, 3, 2, 1), strict=True):
        aged(home, digest, days)
    with opened(home) as database:
        plan = retention.plan(str(home), database, RULES, NOW)
        assert [one.digest for one in plan.originals] == digests[:1]
        size = sum(one.size for one in retention.on_disk(str(home)))
        small = RULES._replace(originals_bytes=size // 2)
        plan = retention.plan(str(home), database, small, NOW)
        assert [one.digest for one in plan.originals] == digests[:2]
        assert len(retention.apply(str(home), database, plan, small, NOW)) == 2
    assert knapsack("retrieve", digests[0], home=home).code == 1
    assert "pruned on" in knapsack("retrieve", digests[0], home=home).err
    assert knapsack("retrieve", digests[3], home=home).code == 0


def test_an_original_that_a_filter_uses_again_meanwhile_stays(home):
    data = b"the very same output\n" * 50
    digest = originals.store(str(home), data)
    aged(home, digest, 90)
    with opened(home) as database:
        plan = retention.plan(str(home), database, RULES, NOW)
        assert plan.originals
        originals.store(str(home), data)
        assert retention.apply(str(home), database, plan, RULES, NOW) == []
    assert originals.load(str(home), digest) == data


def test_a_cited_original_stays_and_young_ones_too(home):
    digest = originals.store(str(home), b"evidence" * 200)
    aged(home, digest, 500)
    ran = knapsack("remember", "--source", digest[:12], "The build fails on Mondays", home=home)
    assert ran.code == 0
    aged(home, digest, 500)
    ran = knapsack("prune", home=home, now=NOW)
    assert originals.load(str(home), digest)


def test_memories_go_when_they_are_old_unimportant_and_unused(home):
    def run(*arguments, days=0.0):
        return knapsack(*arguments, home=home, now=NOW + days * DAY)

    run("remember", "--importance", "0.2", "an idle remark on lunch")
    run("remember", "--importance", "0.5", "a weighty remark on cents")
    run("remember", "--importance", "0.2", "a used remark on tabs")
    pinned = run("remember", "--importance", "0.1", "a pinned remark on bees").out.decode().strip()
    run("remember", "pin", pinned)
    for _ in range(2):
        run("recall", "--in", "memory", "used tabs")
    run("prune", days=29)
    assert len(run("remember", "list").out.splitlines()) == 4
    dry = run("prune", "--dry-run", days=31)
    assert b"lunch" in dry.out
    assert len(run("remember", "list").out.splitlines()) == 4
    run("prune", days=31)
    left = run("remember", "list").out.decode()
    assert "lunch" not in left
    assert len(left.splitlines()) == 3


def test_what_was_never_finished_goes_after_a_day(home):
    folder = home / "originals" / "partial"
    folder.mkdir(parents=True)
    old, new = folder / "1-a", folder / "2-b"
    for path, days in ((old, 2), (new, 0)):
        path.write_bytes(b"x")
        os.utime(path, (NOW - days * DAY, NOW - days * DAY))
    knapsack("prune", home=home, now=NOW)
    assert not old.exists()
    assert new.exists()


def test_stats_count_against_what_an_agent_would_have_kept(home):
    with opened(home) as database:
        spool.append(
            str(home), spool.Saving(NOW, "", "logs", "make test", "", "", 512_000, 900, 100_000, 300)
        )
        spool.append(str(home), saving(40 * DAY))
        spool.append(
            str(home),
            spool.Saving(
                NOW - DAY, "", "git-log", "git log -p", "", "", 900, 90, 300, 30, "extract: rejected"
            ),
        )
        folding.fold_in(str(home), database)
        found = statistics.savings(database, NOW)
    assert found.today.tokens_before == 10_000
    assert found.month.runs == 2
    assert [name for name, _ in found.by_command] == ["make test", "git log"]
    assert found.extracts == {"rejected": 1}


@pytest.mark.parametrize(
    ("command", "family"),
    [
        ("cd /srv && CI=1 npx jest --ci", "jest"),
        ("sudo git log -p", "git log"),
        ("export A=1; cargo test", "cargo test"),
        ("uv run pytest -x", "pytest"),
        ("/usr/bin/find . | head", "find"),
        ("", ""),
    ],
)
def test_families_of_commands(command, family):
    assert statistics.command_family(command) == family


def test_stats_tell_what_is_not_sound_and_repair_mends_it(home):
    knapsack("remember", "The cache is warmed at night", home=home)
    digest = originals.store(str(home), b"text" * 500)
    with opened(home) as database:
        with database.writing() as connection:
            connection.execute("INSERT INTO originals(hash, size, created) VALUES(?, 1, 1)", ("ab" * 32,))
            connection.execute("DELETE FROM memory_index")
        names = {one.name for one in health.check(str(home), database) if not one.sound}
    assert names == {"memory_index", "originals"}
    assert knapsack("stats", home=home).code == 1
    assert knapsack("stats", "--repair", home=home).code == 0
    assert knapsack("stats", home=home).code == 0
    assert knapsack("recall", "--in", "memory", "cache", home=home).code == 0
    assert originals.load(str(home), digest)


def test_a_damaged_database_is_put_aside_and_its_rows_are_saved(home):
    for number in range(300):
        with opened(home) as database, database.writing() as connection:
            connection.execute(
                "INSERT INTO memories(key, content, type, scope, importance, created, updated) "
                "VALUES(?, ?, 'fact', 'global', 0.5, 1, 1)",
                (f"{number:015x}", f"memory number {number} " * 20),
            )
    path = home / "knapsack.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    middle = (len(data) // 4096 // 2) * 4096
    data[middle : middle + 4096] = b"\xff" * 4096
    path.write_bytes(bytes(data))
    ran = knapsack("stats", "--repair", home=home)
    assert ran.code == 0, ran.err
    assert list(home.glob("knapsack.db.damaged-1"))
    left = len(knapsack("remember", "list", home=home).out.splitlines())
    assert 200 < left <= 300


def test_settings_in_force_are_listed_with_their_origin(home):
    ran = knapsack("stats", "--settings", home=home, environ={"KNAPSACK_BUDGET": "9"})
    assert "compress.budget = 9  (KNAPSACK_BUDGET)" in ran.out.decode()
