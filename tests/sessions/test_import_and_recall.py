"""The promises of `import` and `recall`, through the command line."""

import json
import sqlite3

import pytest


def stored(home):
    connection = sqlite3.connect(home / "knapsack.db")
    return connection.execute("SELECT role, entry, text FROM messages ORDER BY id").fetchall()


def test_what_was_said_is_found_with_its_session_project_and_entry(knapsack, pi_session):
    path = pi_session(("user", "数据库连接池的上限怎么设置"), ("assistant", "Set pool_size in settings.py"))
    assert knapsack("import", path).code == 0
    hit = knapsack("recall", "连接池 上限", "--json").hits[0]
    assert hit["entry"] == "one-0001"
    assert (hit["role"], hit["agent"], hit["project"]) == ("user", "pi", "/srv/shop")
    assert hit["text"] == "数据库连接池的上限怎么设置"
    assert hit["id"].startswith("e")
    assert hit["session"].startswith("s")
    assert knapsack("recall", "poolSize", "--json").hits[0]["entry"] == "one-0002"


def test_importing_twice_changes_nothing(knapsack, pi_session, home):
    path = pi_session(("user", "alpha"), ("assistant", "beta"))
    knapsack("import", path)
    before = stored(home)
    assert "0 new messages from 0 files, 1 unchanged" in knapsack("import", path).out
    path.write_bytes(path.read_bytes() + b"\n")
    assert "2 known" in knapsack("import", path).out or "0 new" in knapsack("import", path).out
    assert stored(home) == before


def test_a_file_that_grew_is_read_from_where_it_was_left(knapsack, pi_session, home):
    path = pi_session(("user", "alpha"))
    knapsack("import", path)
    whole = pi_session(("user", "alpha"), ("assistant", "beta")).read_bytes()
    path.write_bytes(whole)
    ran = knapsack("import", path)
    assert "1 new messages" in ran.out
    assert "known" not in ran.out
    assert [text for _, _, text in stored(home)] == ["alpha", "beta"]


def test_a_file_that_was_rewritten_is_read_again(knapsack, pi_session, home):
    path = pi_session(("user", "alpha"), ("assistant", "beta"))
    knapsack("import", path)
    pi_session(("user", "gamma"), ("assistant", "delta"), ("user", "epsilon"), start=1_795_100_000)
    assert "3 new messages" in knapsack("import", path).out


def test_a_half_written_last_line_is_told_and_read_when_it_is_whole(knapsack, pi_session):
    path = pi_session(("user", "alpha"), ("assistant", "beta"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    ran = knapsack("import", path)
    assert ran.code == 0
    assert f"{path}:3: last line is half written" in ran.err
    path.write_bytes(whole)
    ran = knapsack("import", path)
    assert "1 new messages" in ran.out
    assert knapsack("recall", "beta", "--json").hits[0]["entry"] == "one-0002"


def test_forks_share_their_entries_and_both_sessions_find_them(knapsack, pi_session, tmp_path):
    path = pi_session(("user", "shared question about the ledger"), ("assistant", "answer"))
    text = path.read_text().replace('"id": "one"', '"id": "two"')
    fork = path.with_name("two.jsonl")
    fork.write_text(text)
    ran = knapsack("import", path.parent)
    assert "2 new messages from 2 files" in ran.out
    assert "2 shared with a fork" in ran.out
    for session in ("one", "two"):
        assert [
            hit["entry"] for hit in knapsack("recall", "ledger", "--session", session, "--json").hits
        ] == ["one-0001"]
    assert knapsack("recall", "--open", "two").out.count("\n## ") == 2


def test_a_message_captured_live_gets_its_id_from_a_later_import(knapsack, pi_session, home):
    path = pi_session(("user", "captured live"))
    line = json.loads(path.read_text().splitlines()[1])
    del line["id"]
    ran = knapsack(
        "import", "-", "--agent", "pi", "--session", "one", "--project", "/srv/shop", stdin=json.dumps(line)
    )
    assert "1 new messages" in ran.out
    assert stored(home) == [(0, None, "captured live")]
    assert "1 known" in knapsack("import", path).out
    assert stored(home) == [(0, "one-0001", "captured live")]
    again = knapsack("import", "-", "--agent", "pi", "--session", "one", stdin=json.dumps(line))
    assert "1 known" in again.out
    assert len(stored(home)) == 1


def test_only_failed_output_is_kept_and_only_its_head(knapsack, tmp_path, home):
    lines = [
        {"type": "session", "version": 3, "id": "x", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/srv"},
        *(
            {
                "type": "message",
                "id": f"r{number}",
                "timestamp": f"2026-01-01T00:00:0{number}Z",
                "message": {
                    "role": "toolResult",
                    "toolName": "bash",
                    "content": [{"type": "text", "text": f"output {number} " + "x" * 900}],
                    "isError": number == 2,
                },
            }
            for number in (1, 2)
        ),
    ]
    path = tmp_path / "x.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    ran = knapsack("import", path)
    assert "left out: 1 tool output" in ran.out
    assert [(entry, len(text)) for _, entry, text in stored(home)] == [("r2", 500)]
    assert "1 new messages" in knapsack("import", path, "--keep", "output").out
    assert [entry for _, entry, _ in stored(home)] == ["r2", "r1"]


def test_nothing_found_says_where_was_looked(knapsack):
    ran = knapsack("import")
    assert ran.code == 1
    assert "PI_CODING_AGENT_DIR changes it" in ran.err
    assert "CODEX_HOME changes it" in ran.err


def test_an_agent_s_own_place_is_found_by_its_variable(knapsack, pi_session, tmp_path):
    pi_session(("user", "from the place"), folder="agent/sessions/--srv--")
    assert "1 new messages" in knapsack("import", "pi", PI_CODING_AGENT_DIR=str(tmp_path / "agent")).out


def test_bad_files_cost_only_themselves(knapsack, pi_session, tmp_path):
    pi_session(("user", "the good one"))
    folder = tmp_path / "sessions"
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "foreign.jsonl").write_text('{"a": 1}\n{"b": 2}\n')
    (folder / "binary.jsonl").write_bytes(bytes(range(256)) * 20)
    good = pi_session(("user", "before"), ("assistant", "after"), name="bent")
    lines = good.read_bytes().splitlines(keepends=True)
    good.write_bytes(lines[0] + lines[1] + b'{"type": "mess\xff\n' + b"[1, 2]\n" + lines[2])
    ran = knapsack("import", folder)
    assert ran.code == 0
    assert "3 new messages from 2 files, 3 unreadable; 2 damaged lines" in ran.out
    assert "empty.jsonl: empty" in ran.err
    assert "foreign.jsonl: no known agent's log" in ran.err
    assert "bent.jsonl:3: not UTF-8 at byte" in ran.err
    assert "bent.jsonl:4: not an object" in ran.err
    assert knapsack("import", folder / "foreign.jsonl").code == 2


def test_a_record_written_behind_a_torn_one_is_read(knapsack, pi_session):
    path = pi_session(("user", "first"), ("assistant", "second"))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:40] + lines[2])
    ran = knapsack("import", path)
    assert "1 new messages" in ran.out
    assert "a torn record before another one" in ran.err


def test_dry_run_counts_and_stores_nothing(knapsack, pi_session, home):
    path = pi_session(("user", "alpha"), ("assistant", "beta"))
    assert "would import 2 new messages" in knapsack("import", path, "--dry-run").out
    assert stored(home) == []
    assert "imported 2 new messages" in knapsack("import", path).out


def test_since_and_project_leave_the_rest_for_later(knapsack, pi_session):
    pi_session(("user", "old words"), name="old", start=1_700_000_000, cwd="/srv/old")
    pi_session(("user", "new words"), name="new", start=1_795_000_000, cwd="/srv/new")
    folder = pi_session(("user", "x"), name="x", cwd="/srv/new").parent
    assert "2 new messages" in knapsack("import", folder, "--since", "2026-01-01").out
    assert "1 new messages" in knapsack("import", folder, "--project", "old").out
    assert "0 new messages from 3 files; 3 known" in knapsack("import", folder).out


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--project", "shop"), {"a-0001", "a-0002"}),
        (("--project", "/srv"), {"a-0001", "a-0002", "b-0001"}),
        (("--project", "nowhere"), set()),
        (("--role", "assistant"), {"a-0002"}),
        (("--agent", "pi"), {"a-0001", "a-0002", "b-0001"}),
        (("--agent", "codex"), set()),
        (("--session", "b"), {"b-0001"}),
        (("--since", "2026-06-01"), {"a-0001", "a-0002"}),
        (("--until", "2026-06-01"), {"b-0001"}),
    ],
)
def test_filters_hold(knapsack, pi_session, options, found):
    pi_session(("user", "the ledger breaks"), ("assistant", "ledger mended"), name="a", start=1_795_000_000)
    folder = pi_session(("user", "an older ledger"), name="b", start=1_760_000_000, cwd="/srv/other").parent
    knapsack("import", folder)
    ran = knapsack("recall", "ledger", "--json", *options)
    assert {hit["entry"] for hit in ran.hits} == found
    assert ran.code == (0 if found else 1)


def test_hits_are_grouped_with_the_terms_marked(knapsack, pi_session):
    path = pi_session(("user", "why does the ledger break"), ("assistant", "The ledger breaks at midnight"))
    knapsack("import", path)
    ran = knapsack("recall", "ledger break")
    assert ran.out.startswith("sessions  2026-11-18 (11 days ago)  pi  /srv/shop  s")
    assert "why does the **ledger** **break**" in ran.out
    assert "The **ledger** **breaks** at midnight" in ran.out
    assert "2 hits in" in ran.err


def test_queries_come_a_line_each_from_stdin(knapsack, pi_session):
    knapsack("import", pi_session(("user", "alpha"), ("assistant", "beta")))
    ran = knapsack("recall", "-", "--json", stdin="alpha\n\nbeta\nnothing\n")
    assert [(hit["query"], hit["entry"]) for hit in ran.hits] == [("alpha", "one-0001"), ("beta", "one-0002")]


def test_around_reads_on_before_and_after(knapsack, pi_session):
    knapsack("import", pi_session(*(("user", f"message number{n}") for n in range(9))))
    name = knapsack("recall", "number4", "--json").hits[0]["id"]
    ran = knapsack("recall", "--around", name, "-n", "2")
    assert [line for line in ran.out.splitlines() if line.startswith("message")] == [
        f"message number{n}" for n in range(2, 7)
    ]
    assert f"{name}  <- this one" in ran.out
    assert knapsack("recall", "--around", "e0000000").code == 1


@pytest.mark.parametrize(
    "query", ['"', "a AND", "NEAR(", "tokens:x", "\0", "*", "()", "x" * 10_000, "-", "^a"]
)
def test_any_query_is_plain_text(knapsack, pi_session, query):
    knapsack("import", pi_session(("user", 'say "a AND b" NEAR(x) * tokens:x')))
    assert knapsack("recall", "--", query, stdin="").code in (0, 1)


def test_signs_alone_are_found_too(knapsack, pi_session):
    knapsack("import", pi_session(("user", "works 🚀 now"), ("assistant", "a && b")))
    assert knapsack("recall", "🚀", "--json").hits[0]["entry"] == "one-0001"
    assert knapsack("recall", "&&", "--json").hits[0]["entry"] == "one-0002"


def test_a_misspelt_word_is_found(knapsack, pi_session):
    knapsack("import", pi_session(("user", "the dashboard is slow")))
    assert knapsack("recall", "dasbhoard", "--json").hits[0]["entry"] == "one-0001"


def test_tokens_never_reach_a_reader_unredacted(knapsack, pi_session):
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    knapsack("import", pi_session(("user", f"my token is {secret} keep it")))
    for ran in (knapsack("recall", "token"), knapsack("recall", "token", "--json")):
        assert ran.code == 0
    from knapsack_cli.text.redaction import redact

    if redact(secret)[1]:
        assert secret not in knapsack("recall", "token").out + knapsack("recall", "token", "--json").out


def test_control_characters_in_messages_do_not_reach_a_terminal(knapsack, pi_session):
    knapsack("import", pi_session(("user", "ledger \x1b[2J\x07 wiped \x00 end")))
    for ran in (knapsack("recall", "ledger"), knapsack("recall", "--open", "one")):
        assert "wiped" in ran.out
        assert not {"\x1b", "\x07", "\x00"} & set(ran.out)


def test_half_a_surrogate_pair_costs_only_itself(knapsack, pi_session):
    path = pi_session(("user", "HERE ledger"))
    path.write_text(path.read_text().replace("HERE", "broken \\ud83d half"))
    assert "1 new messages" in knapsack("import", path).out
    assert knapsack("recall", "ledger", "--json").hits[0]["text"] == "broken \ufffd half ledger"


def test_files_of_other_rooms_are_handed_over(knapsack, tmp_path, monkeypatch):
    import sys
    import types

    from knapsack_cli.commands import import_

    def open_taker(database, dry_run):
        return lambda path: (3, [(2, "a row of no kind")]) if path.endswith("memory.db") else None

    monkeypatch.setitem(sys.modules, "another_room", types.SimpleNamespace(open_taker=open_taker))
    monkeypatch.setitem(
        import_.FOREIGN, "memory", ("another_room:open_taker", "OTHER_DB", ".other/memory.db")
    )
    path = tmp_path / "memory.db"
    path.write_bytes(b"anything")
    ran = knapsack("import", path)
    assert "from 1 file; 1 damaged lines; 3 new of type memory" in ran.out
    assert "memory.db:2: a row of no kind; skipped" in ran.err
    assert "3 new of type memory" in knapsack("import", OTHER_DB=str(path)).out


def test_equal_hits_fold_and_a_session_without_title_is_named_by_its_first_prompt(knapsack, pi_session):
    knapsack("import", pi_session(("user", "Mend the ledger"), *(("assistant", "make ledger"),) * 3))
    ran = knapsack("recall", "make ledger")
    assert ran.out.splitlines()[0].endswith("  Mend the ledger")
    assert "(the same in 2 more: e" in ran.out
    assert len(knapsack("recall", "make ledger", "--json").hits) == 4
