"""What is forgotten is gone, to the bytes, and stays gone; what is exported is the same elsewhere."""

import pytest

from knapsack_cli.errors import NothingFoundError
from knapsack_cli.sessions.exporting import export_sessions
from knapsack_cli.sessions.forgetting import erase, forget_messages, forget_sessions, select_messages
from knapsack_cli.sessions.replaying import read_session
from knapsack_cli.store.database import open_database

SECRET = "zanzibarquux"
CHINESE = "饕餮魑魅"


@pytest.fixture
def database(home):
    with open_database(str(home), lambda: 0.0) as opened:
        yield opened


@pytest.fixture
def imported(knapsack, pi_session, database):
    path = pi_session(
        ("user", "the usual start"),
        ("user", f"my {SECRET} and {CHINESE} of the day"),
        ("assistant", "noted the day"),
    )
    knapsack("import", path)
    return path


def bytes_of(home):
    return b"".join(path.read_bytes() for path in home.iterdir() if path.name.startswith("knapsack.db"))


def test_a_forgotten_message_is_found_no_more_and_others_are(knapsack, imported, database):
    number = next(select_messages(database, matching=SECRET)).number
    assert forget_messages(database, [number]) == 1
    assert knapsack("recall", SECRET).code == 1
    assert knapsack("recall", "day", "--json").hits[0]["entry"] == "one-0003"
    assert len(knapsack("recall", "--open", "one").out.split("\n## ")) == 3


def test_an_import_does_not_bring_back_what_was_forgotten(knapsack, imported, database, pi_session):
    forget_messages(database, [next(select_messages(database, matching=SECRET)).number])
    imported.write_bytes(imported.read_bytes()[:-1] + b" \n")
    assert "1 forgotten before" in knapsack("import", imported).out
    assert knapsack("recall", SECRET).code == 1


def test_after_erase_no_text_and_no_token_is_left_in_any_byte(knapsack, imported, database, home):
    assert SECRET.encode() in bytes_of(home)
    forget_messages(database, [message.number for message in select_messages(database, matching=SECRET)])
    erase(database)
    data = bytes_of(home)
    for trace in (SECRET, CHINESE, CHINESE[:2], CHINESE[1:3], CHINESE[3]):
        assert trace.encode() not in data, trace
    words = database.execute("SELECT word FROM message_words").fetchall()
    assert SECRET not in [row[0] for row in words]
    assert "usual" in [row[0] for row in words]
    database.execute("INSERT INTO message_index(message_index) VALUES('integrity-check')")


def test_numbers_of_forgotten_messages_are_not_used_again(knapsack, imported, database, pi_session):
    forget_messages(database, [3])
    knapsack("import", pi_session(("user", "someone else"), name="two", cwd="/srv/two"))
    assert database.execute("SELECT max(id) FROM messages").fetchone()[0] == 4
    assert knapsack("recall", "someone", "--project", "two", "--json").hits[0]["entry"] == "two-0001"
    assert knapsack("recall", "someone", "--project", "shop").code == 1


def test_a_whole_session_goes_with_all_that_is_known_of_it(knapsack, imported, database, home):
    assert forget_sessions(database, [1]) == 3
    erase(database)
    assert b"usual start" not in bytes_of(home)
    assert b"/srv/shop" not in bytes_of(home)
    assert knapsack("recall", "start").code == 1
    assert "3 forgotten before" in knapsack("import", imported).out


def test_selecting_goes_by_ids_sessions_time_and_text(knapsack, imported, database):
    every = list(select_messages(database))
    assert [message.role for message in every] == ["user", "user", "assistant"]
    assert [m.id for m in select_messages(database, names=[every[1].id])] == [every[1].id]
    assert len(list(select_messages(database, session="one", before=every[1].time))) == 1
    with pytest.raises(NothingFoundError):
        list(select_messages(database, names=["e000000"]))


def test_an_export_brings_the_same_messages_with_the_same_ids_elsewhere(knapsack, imported, database, home):
    lines = list(export_sessions(database, None))
    ids = [message.id for message in select_messages(database)]
    text = "".join(line + "\n" for line in lines)
    assert "3 known" in knapsack("import", "-", stdin=text).out
    other = {"KNAPSACK_HOME": str(home / "other")}
    assert "3 new messages" in knapsack("import", "-", stdin=text, **other).out
    assert "3 known" in knapsack("import", "-", stdin=text, **other).out
    with open_database(other["KNAPSACK_HOME"], lambda: 0.0) as copy:
        assert [message.id for message in select_messages(copy)] == ids
        assert list(export_sessions(copy, None)) == lines
    # The agent's own file says nothing new after that.
    assert "3 known" in knapsack("import", imported, **other).out


def test_a_redacted_copy_never_replaces_a_full_one_and_a_full_one_does(knapsack, imported, database, home):
    def hide(text):
        return text.replace(SECRET, "***"), text.count(SECRET)

    redacted = "".join(line + "\n" for line in export_sessions(database, hide))
    full = "".join(line + "\n" for line in export_sessions(database, None))
    assert "3 known" in knapsack("import", "-", stdin=redacted).out
    assert knapsack("recall", SECRET).code == 0
    other = {"KNAPSACK_HOME": str(home / "other")}
    knapsack("import", "-", stdin=redacted, **other)
    assert knapsack("recall", SECRET, **other).code == 1
    assert "1 replaced by a fuller text" in knapsack("import", "-", stdin=full, **other).out
    assert knapsack("recall", SECRET, **other).code == 0


def test_records_of_other_rooms_in_an_export_are_named(knapsack, imported):
    ran = knapsack("import", "-", stdin='{"type": "memory", "id": "m1", "text": "x"}\n{"type": "novel"}\n')
    assert "skipped: 1 'novel'" in ran.out


def test_a_session_can_be_read_again_whole_and_from_what_was_kept(knapsack, imported, database):
    whole = [(message.role, message.text) for _, message in read_session(database, "one")]
    imported.unlink()
    assert [(message.role, message.text) for _, message in read_session(database, "one")] == whole
