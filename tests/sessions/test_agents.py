"""Each agent's log: what is kept of it, what is left out, and which outputs failed."""

import json
import os
import sqlite3

import pytest

from knapsack_cli.sessions.agents.codex import read_output
from knapsack_cli.sessions.model import Message, Problem
from knapsack_cli.sessions.sources import open_file


def read(path):
    return list(open_file(str(path)))


def kept(path):
    """(role, text, names of calls) of every message, and (role, failed) of outputs."""
    found = []
    for _, item in read(path):
        if isinstance(item, Message):
            calls = tuple(call.name for call in item.calls)
            found.append(
                (item.role, item.text, calls) if item.role != "tool" else ("tool", item.text, item.is_error)
            )
    return found


def write(path, *lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_pi_version_1_has_no_ids_and_its_migrated_file_brings_nothing_twice(knapsack, tmp_path, pi_session):
    new = pi_session(("user", "hello there"), ("assistant", "good day"))
    text = new.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    del lines[0]["version"]
    for line in lines[1:]:
        del line["id"]
    assert "2 new messages" in knapsack("import", write(tmp_path / "old.jsonl", *lines)).out
    assert "0 new messages from 1 file; 2 known" in knapsack("import", new).out
    assert knapsack("recall", "hello", "--json").hits[0]["entry"] == "one-0001"


def test_pi_keeps_calls_bash_summaries_and_titles(tmp_path):
    path = write(
        tmp_path / "pi.jsonl",
        {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/srv"},
        {
            "type": "message",
            "id": "1",
            "timestamp": "2026-01-01T00:00:01Z",
            "message": {"role": "system", "content": "p"},
        },
        {
            "type": "message",
            "id": "2",
            "timestamp": "2026-01-01T00:00:02Z",
            "message": {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "hm"},
                    {"type": "text", "text": "Looking."},
                    {"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "make"}},
                ],
            },
        },
        {
            "type": "message",
            "id": "3",
            "timestamp": "2026-01-01T00:00:03Z",
            "message": {"role": "bashExecution", "command": "ls", "output": "no", "exitCode": 2},
        },
        {"type": "compaction", "id": "4", "timestamp": "2026-01-01T00:00:04Z", "summary": "we did things"},
        {"type": "session_info", "id": "5", "timestamp": "2026-01-01T00:00:05Z", "name": "The title"},
        {"type": "hologram", "id": "6", "timestamp": "2026-01-01T00:00:06Z"},
    )
    assert kept(path) == [
        ("system", "p", ()),
        ("assistant", "Looking.", ("bash",)),
        ("thinking", "hm", ()),
        ("user", "!ls", ()),
        ("tool", "no", True),
        ("summary", "we did things", ()),
        ("title", "The title", ()),
    ]
    assert [item.reason for _, item in read(path) if isinstance(item, Problem)] == [
        "record of type 'hologram'"
    ]


def test_claude_code_lines(tmp_path):
    def line(number, kind, content, **more):
        return {
            "type": kind,
            "uuid": f"u{number}",
            "parentUuid": None,
            "sessionId": "c1",
            "cwd": "/srv/web",
            "timestamp": f"2026-02-01T00:00:{number:02}Z",
            "message": {"role": kind, "content": content},
            **more,
        }

    path = write(
        tmp_path / "c1.jsonl",
        {"type": "summary", "summary": "Fix the menu", "leafUuid": "zz"},
        {"type": "progress", "uuid": "p", "sessionId": "c1"},
        line(1, "user", "why is the menu broken?"),
        line(2, "assistant", [{"type": "thinking", "thinking": "hm"}]),
        line(3, "assistant", [{"type": "text", "text": "Let me look."}]),
        line(
            4, "assistant", [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "npm t"}}]
        ),
        line(
            5,
            "user",
            [
                {"type": "tool_result", "tool_use_id": "t1", "content": "Exit code 1", "is_error": True},
                {"type": "tool_result", "tool_use_id": "t2", "content": [{"type": "text", "text": "fine"}]},
                {
                    "type": "tool_result",
                    "tool_use_id": "t3",
                    "content": "The user doesn't want to proceed with this tool use. So it was not run.",
                    "is_error": True,
                },
            ],
        ),
        line(6, "user", "<command-name>/clear</command-name>"),
        line(7, "user", "Caveat: The messages below were generated", isMeta=True),
        line(8, "user", "what was said before", isCompactSummary=True),
    )
    assert kept(path) == [
        ("title", "Fix the menu", ()),
        ("user", "why is the menu broken?", ()),
        ("thinking", "hm", ()),
        ("assistant", "Let me look.", ()),
        ("assistant", "", ("Bash",)),
        ("tool", "Exit code 1", True),
        ("tool", "fine", False),
        ("tool", "The user doesn't want to proceed with this tool use. So it was not run.", False),
        ("system", "<command-name>/clear</command-name>", ()),
        ("system", "Caveat: The messages below were generated", ()),
        ("summary", "what was said before", ()),
    ]
    session = read(path)[-1][0]
    assert (session.source, session.project, session.title) == ("c1", "/srv/web", "Fix the menu")


def test_a_claude_subagent_is_a_session_of_its_own(tmp_path):
    path = write(
        tmp_path / "agent-7.jsonl",
        {
            "type": "user",
            "uuid": "u1",
            "sessionId": "c1",
            "agentId": "7",
            "isSidechain": True,
            "timestamp": "2026-02-01T00:00:00Z",
            "message": {"role": "user", "content": "search the docs"},
        },
    )
    session = read(path)[0][0]
    assert (session.source, session.parent) == ("c1/7", "c1")


@pytest.mark.parametrize(
    ("output", "text", "failed"),
    [
        ("Plan updated", "Plan updated", False),
        ('{"output": "no such file", "metadata": {"exit_code": 2}}', "no such file", True),
        ('{"output": "fine", "metadata": {"exit_code": 0}}', "fine", False),
        ("Chunk ID: a\nProcess exited with code 1\nOutput:\nx", None, True),
        ("Chunk ID: a\nProcess exited with code 0\nOutput:\nProcess exited with code 1", None, False),
        ("Exit code: 7\nWall time: 1\nOutput:\nx", None, True),
        ([{"type": "input_text", "text": "block"}], "block", False),
        ({"type": "input_text", "text": "one"}, "one", False),
        ({"stdout": "a", "stderr": "b", "exitCode": 3}, "a\nb", True),
        ("unsupported call: magic", None, True),
    ],
)
def test_every_shape_of_codex_output(output, text, failed):
    found, has_failed = read_output(output)
    assert has_failed is failed
    assert text is None or found == text


def codex(kind, **payload):
    return {"timestamp": "2026-03-01T00:00:00Z", "type": kind, "payload": payload}


def said(role, text):
    return codex("response_item", type="message", role=role, content=[{"type": "input_text", "text": text}])


def test_codex_takes_items_and_only_where_there_are_none_events(tmp_path):
    header = codex("session_meta", id="x1", cwd="/srv/api", timestamp="2026-03-01T00:00:00Z")
    both = write(
        tmp_path / "both.jsonl",
        header,
        codex("event_msg", type="user_message", message="do it"),
        said("user", "<environment_context>\n<cwd>/srv</cwd></environment_context>"),
        said("user", "do it"),
        codex("event_msg", type="agent_message", message="done"),
        said("assistant", "done"),
        codex(
            "response_item", type="function_call", name="shell", call_id="c", arguments='{"command": ["ls"]}'
        ),
        codex("compacted", message="so far"),
    )
    assert [item for item in kept(both) if item[0] != "system"] == [
        ("user", "do it", ()),
        ("assistant", "done", ()),
        ("assistant", "", ("shell",)),
        ("summary", "so far", ()),
    ]
    events = write(
        tmp_path / "events.jsonl",
        header,
        codex("event_msg", type="user_message", message="do it"),
        codex("event_msg", type="agent_message", message="done"),
    )
    assert kept(events) == [("user", "do it", ()), ("assistant", "done", ())]


def test_codex_lines_of_before_had_no_payload(tmp_path):
    path = write(
        tmp_path / "old.jsonl",
        {"id": "o1", "timestamp": "2025-05-01T00:00:00Z", "instructions": None, "git": {}},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]},
        {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c"},
        {
            "type": "function_call_output",
            "call_id": "c",
            "output": '{"output": "x", "metadata": {"exit_code": 1}}',
        },
    )
    assert kept(path) == [("user", "hello", ()), ("assistant", "", ("shell",)), ("tool", "x", True)]


GEMINI = [
    {"id": "1", "timestamp": "2026-04-01T00:00:00Z", "type": "user", "content": [{"text": "count"}]},
    {
        "id": "2",
        "timestamp": "2026-04-01T00:00:01Z",
        "type": "gemini",
        "content": "Looking.",
        "thoughts": [{"subject": "Plan", "description": "first"}],
        "toolCalls": [
            {
                "id": "t",
                "name": "run_shell_command",
                "args": {"command": "exit 3"},
                "status": "success",
                "result": [{"functionResponse": {"response": {"output": "Output: (empty)\nExit Code: 3"}}}],
            }
        ],
    },
    {
        "id": "3",
        "timestamp": "2026-04-01T00:00:02Z",
        "type": "user",
        "content": [{"functionResponse": {"id": "t"}}],
    },
    {"id": "4", "timestamp": "2026-04-01T00:00:03Z", "type": "info", "content": "cancelled"},
]
GEMINI_KEPT = [
    ("user", "count", ()),
    ("assistant", "Looking.", ("run_shell_command",)),
    ("thinking", "Plan\nfirst", ()),
    ("tool", "Output: (empty)\nExit Code: 3", True),
    ("system", "cancelled", ()),
]


def test_gemini_lines_where_the_last_of_an_id_is_true(tmp_path):
    header = {"sessionId": "g1", "projectHash": "h", "startTime": "2026-04-01T00:00:00Z", "kind": "main"}
    first = {**GEMINI[1], "content": "Loo", "toolCalls": []}
    path = write(
        tmp_path / "tmp" / "web" / "chats" / "session-1.jsonl", header, GEMINI[0], first, *GEMINI[1:]
    )
    (tmp_path / "tmp" / "web" / ".project_root").write_text("/srv/web\n")
    assert kept(path) == GEMINI_KEPT
    assert read(path)[0][0].project == "/srv/web"


def test_gemini_document_of_before(tmp_path):
    path = tmp_path / "session-1.json"
    path.write_text(json.dumps({"sessionId": "g1", "projectHash": "h", "messages": GEMINI}, indent=2))
    assert kept(path) == GEMINI_KEPT


def test_a_gemini_message_that_grew_takes_the_place_of_its_beginning(knapsack, tmp_path):
    header = {"sessionId": "g1", "projectHash": "h", "startTime": "2026-04-01T00:00:00Z"}
    begun = {**GEMINI[1], "content": "unfinished thing", "toolCalls": []}
    path = write(tmp_path / "session-1.jsonl", header, GEMINI[0], begun)
    knapsack("import", path)
    write(path, header, GEMINI[0], begun, {**begun, "content": "finished thing"})
    assert "1 replaced by a fuller text" in knapsack("import", path).out
    assert knapsack("recall", "finished", "--json").hits[0]["text"] == "finished thing"
    assert knapsack("recall", "unfinished").code == 1


OPENCODE_PARTS = [
    {"id": "p1", "type": "step-start"},
    {"id": "p2", "type": "text", "text": "Looking."},
    {
        "id": "p3",
        "type": "tool",
        "tool": "bash",
        "callID": "c",
        "state": {
            "status": "completed",
            "input": {"command": "exit 3"},
            "output": "oops",
            "metadata": {"exit": 3},
        },
    },
    {
        "id": "p4",
        "type": "tool",
        "tool": "read",
        "callID": "d",
        "state": {"status": "error", "error": "not there"},
    },
]
OPENCODE_KEPT = [
    ("title", "Listing", ()),
    ("user", "list", ()),
    ("assistant", "Looking.", ("bash", "read")),
    ("tool", "oops", True),
    ("tool", "not there", True),
]


def test_opencode_export_database_and_files_give_the_same(tmp_path):
    info = {
        "id": "ses_1",
        "directory": "/srv/tool",
        "title": "Listing",
        "time": {"created": 1_795_973_135_985},
    }
    user = {"id": "msg_1", "role": "user", "sessionID": "ses_1", "time": {"created": 1_795_973_136_000}}
    answer = {
        "id": "msg_2",
        "role": "assistant",
        "sessionID": "ses_1",
        "time": {"created": 1_795_973_137_000},
    }
    asked = {"id": "p0", "type": "text", "text": "list"}
    export = tmp_path / "export.json"
    messages = [{"info": user, "parts": [asked]}, {"info": answer, "parts": OPENCODE_PARTS}]
    export.write_text(json.dumps({"info": info, "messages": messages}, indent=2))

    database = tmp_path / "opencode.db"
    connection = sqlite3.connect(database)
    connection.executescript(
        "CREATE TABLE session(id, parent_id, directory, title, time_created, time_updated);"
        "CREATE TABLE message(id, session_id, time_created, data);"
        "CREATE TABLE part(id, message_id, session_id, data);"
        "INSERT INTO session VALUES('ses_1', NULL, '/srv/tool', 'Listing', 1795973135985, 1795973135985);"
    )
    for message, parts in ((user, [asked]), (answer, OPENCODE_PARTS)):
        connection.execute(
            "INSERT INTO message VALUES(?, 'ses_1', ?, ?)",
            (message["id"], message["time"]["created"], json.dumps(message)),
        )
        for part in parts:
            connection.execute(
                "INSERT INTO part VALUES(?, ?, 'ses_1', ?)", (part["id"], message["id"], json.dumps(part))
            )
    connection.commit()

    tree = tmp_path / "storage"
    write(tree / "session" / "project" / "ses_1.json", info)
    for message, parts in ((user, [asked]), (answer, OPENCODE_PARTS)):
        write(tree / "message" / "ses_1" / f"{message['id']}.json", message)
        for part in parts:
            write(tree / "part" / message["id"] / f"{part['id']}.json", part)

    for source in (export, database, tree):
        assert kept(source) == OPENCODE_KEPT, source
        assert read(source)[0][0].project == "/srv/tool"


def test_a_damaged_file_of_opencode_s_tree_is_named(tmp_path):
    tree = tmp_path / "storage"
    write(
        tree / "session" / "project" / "ses_1.json", {"id": "ses_1", "directory": "/srv", "title": "Listing"}
    )
    write(tree / "message" / "ses_1" / "msg_1.json", {"id": "msg_1", "role": "user", "sessionID": "ses_1"})
    write(tree / "part" / "msg_1" / "p0.json", {"id": "p0", "type": "text", "text": "list"})
    (tree / "part" / "msg_1" / "p1.json").write_text('{"id": "p1", "ty')
    items = [item for _, item in read(tree)]
    assert [item.text for item in items if not isinstance(item, Problem)] == ["Listing", "list"]
    problems = [item.reason for item in items if isinstance(item, Problem)]
    assert problems == [os.path.join("part", "msg_1", "p1.json") + " is no JSON"]


def test_copilot_events(tmp_path):
    def event(number, kind, **data):
        return {
            "type": kind,
            "data": data,
            "id": f"e{number}",
            "parentId": None,
            "timestamp": "2026-05-01T00:00:00Z",
        }

    path = write(
        tmp_path / "events.jsonl",
        event(1, "session.start", sessionId="p1", context={"cwd": "/srv/app"}),
        event(2, "system.message", content="prompt"),
        event(3, "user.message", content="list"),
        event(
            4,
            "assistant.message",
            content="Looking.",
            toolRequests=[{"toolCallId": "c", "name": "shell", "arguments": '{"command": "ls"}'}],
        ),
        event(5, "tool.execution_complete", toolCallId="c", success=False, error={"message": "denied"}),
    )
    assert kept(path) == [
        ("system", "prompt", ()),
        ("user", "list", ()),
        ("assistant", "Looking.", ("shell",)),
        ("tool", "denied", True),
    ]
    assert read(path)[0][0].project == "/srv/app"


def test_pi_memory_sessions_database_is_known_by_its_columns(knapsack, tmp_path):
    path = tmp_path / "sessions.db"
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE conversations(id TEXT, cwd TEXT);"
        "INSERT INTO conversations VALUES('s1', '/srv/pm');"
        "CREATE TABLE entries(n INTEGER PRIMARY KEY, session_id TEXT, role TEXT, text TEXT, timestamp TEXT);"
        "INSERT INTO entries VALUES(1, 's1', 'user', '数据库连接', '2026-01-01T00:00:00Z');"
        "INSERT INTO entries VALUES(2, 's1', 'toolResult', 'boom', '2026-01-01T00:00:01Z');"
    )
    connection.commit()
    connection.close()
    assert "2 new messages" in knapsack("import", path).out
    hit = knapsack("recall", "连接", "--json").hits[0]
    assert (hit["project"], hit["role"], hit["agent"]) == ("/srv/pm", "user", "pi")


def test_a_foreign_database_is_named(knapsack, tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bills(id, amount)")
    ran = knapsack("import", path)
    assert ran.code == 2
    assert "other.db: no known agent's log" in ran.err
