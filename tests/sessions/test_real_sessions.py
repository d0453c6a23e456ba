"""Real logs, where a corpus is at hand (KNAPSACK_CORPUS, with a folder `sessions`): every message is counted
by a second, simpler reader, and phrases picked from them are found first."""

import json
import os
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from knapsack_cli.sessions.roles import ROLES

FOLDER = next(
    (
        place
        for place in (
            [
                Path(os.environ["KNAPSACK_CORPUS"], "sessions"),
                Path(os.environ["KNAPSACK_CORPUS"]).parent / "sessions",
            ]
            if "KNAPSACK_CORPUS" in os.environ
            else []
        )
        if place.is_dir()
    ),
    None,
)
pytestmark = [pytest.mark.slow, pytest.mark.skipif(FOLDER is None, reason="no corpus of sessions")]
FILES = (
    sorted(
        path
        for path in [
            *FOLDER.rglob("*.json*"),
            *FOLDER.glob("opencode/*/*.db"),
            *FOLDER.glob("opencode/storage*"),
        ]
        if not {"message", "part", "session"} & set(path.parts)
    )
    if FOLDER
    else []
)


def lines(path):
    decoder = json.JSONDecoder()
    for raw in path.read_text(encoding="utf-8", errors="replace").split("\n"):
        at = 0
        while at < len(raw):
            try:
                value, at = decoder.raw_decode(raw, at)
            except ValueError:
                break
            if isinstance(value, dict):
                yield value


def blocks(content):
    return content if isinstance(content, list) else [{"type": "text", "text": content or ""}]


def has(content, *kinds):
    return any(b.get("type") in kinds and (b.get("text", "x") or "").strip() for b in blocks(content))


def pi(path):
    """(identity, role) of what should be stored."""
    for number, line in enumerate(lines(path)):
        name = (line.get("id") or number, line.get("timestamp"))
        message = line.get("message") or {}
        role = message.get("role")
        content = message.get("content")
        if line.get("type") == "compaction" or line.get("type") == "branch_summary":
            yield name, "summary"
        elif line.get("type") == "custom_message":
            yield name, "user"
        elif line.get("type") == "session_info":
            yield name, "title"
        elif role == "user" and has(content, "text"):
            yield name, "user"
        elif role == "assistant" and (has(content, "text", "toolCall") or message.get("errorMessage")):
            yield name, "assistant"
        elif role == "toolResult" and message.get("isError") and has(content, "text"):
            yield name, "tool"
        elif role == "bashExecution":
            yield name, "user"
            if message.get("exitCode"):
                yield (name, "output"), "tool"


WRAPPED = (
    "<command-",
    "<local-command",
    "<system-reminder",
    "<task-notification",
    "Caveat: The",
    "[Request inter",
)


def claude(path):
    for line in lines(path):
        message = line.get("message") if isinstance(line.get("message"), dict) else {}
        content = message.get("content")
        name = line.get("uuid")
        text = "\n\n".join(b.get("text", "") for b in blocks(content) if b.get("type") == "text").strip()
        kind = line.get("type")
        if kind == "user":
            for number, block in enumerate(blocks(content)):
                if block.get("type") == "tool_result" and block.get("is_error"):
                    out = block.get("content")
                    out = out if isinstance(out, str) else "".join(b.get("text", "") for b in out or [])
                    if out.strip() and not out.startswith("The user doesn't want to proceed"):
                        yield (name, number), "tool"
            if line.get("isCompactSummary"):
                yield name, "summary"
            elif text and not line.get("isMeta") and not text.startswith(WRAPPED):
                yield name, "user"
        elif kind == "assistant" and (text or has(content, "tool_use")):
            yield name, "assistant"
        elif kind == "summary" and message:
            yield name, "summary"
        elif kind in ("summary", "custom-title", "ai-title"):
            yield (kind, line.get("summary") or line.get("customTitle") or line.get("aiTitle")), "title"


def copilot(path):
    for line in lines(path):
        data, kind = line.get("data") or {}, line.get("type")
        if kind == "user.message" and data.get("content"):
            yield line["id"], "user"
        elif kind == "assistant.message" and (data.get("content") or data.get("toolRequests")):
            yield line["id"], "assistant"
        elif kind == "tool.execution_complete" and data.get("success") is False:
            yield line["id"], "tool"


def codex(path):
    events, have, found = [], set(), []
    for number, line in enumerate(lines(path)):
        item = line.get("payload") or line
        kind, role = item.get("type"), item.get("role")
        name = item.get("id") or number
        if line.get("type") == "event_msg":
            inner = item.get("item") or {}
            said = {"user_message": "user", "agent_message": "assistant"}.get(kind)
            said = said or {"UserMessage": "user", "AgentMessage": "assistant"}.get(inner.get("type"))
            if said and (item.get("message") or inner.get("content")):
                events.append((inner.get("id") or number, said))
        elif line.get("type") == "compacted":
            if item.get("message"):
                found.append((name, "summary"))
        elif kind in ("message", None) and role in ("user", "assistant"):
            text = "".join(block.get("text", "") for block in item["content"]).strip()
            if role == "assistant" or not text.startswith(("<", "# AGENTS.md")):
                have.add(role)
                found.append((name, role))
        elif kind == "agent_message":
            found.append((name, "assistant"))
        elif kind and kind.endswith("_call") and not kind.startswith(("web_", "image_")):
            have.add("assistant")
            found.append((name, "assistant"))
        elif kind in ("function_call_output", "custom_tool_call_output"):
            out = item.get("output")
            text = out if isinstance(out, str) else json.dumps(out)
            head = text.split("Output:")[0]
            try:
                code = json.loads(text)["metadata"]["exit_code"]
            except (ValueError, TypeError, KeyError):
                after = head.split("xited with code " if "xited with code " in head else "xit code: ")
                code = int(after[1].split()[0]) if len(after) > 1 else 0
            if code or text.startswith("unsupported call"):
                found.append((name, "tool"))
    yield from found
    yield from (event for event in events if event[1] not in have)


def gemini(path):
    """JSONL or a document; the last of an id counts."""
    text = path.read_text()
    try:
        everything = json.loads(text)["messages"]
    except (ValueError, KeyError):
        everything = []
        for line in lines(path):
            everything += (line.get("$set") or {}).get("messages", []) + ([line] if "id" in line else [])
    for message in {message["id"]: message for message in everything}.values():
        content = message.get("content", message.get("parts")) or ""
        said = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
        calls = message.get("toolCalls") or []
        role = {"user": "user", "gemini": "assistant", "model": "assistant"}.get(message.get("type"))
        if role and (said.strip() or calls) and not said.startswith("<session_context>"):
            yield message["id"], role
        for call in calls:
            out = json.dumps(call.get("result")) + str(call.get("resultDisplay"))
            failed = "Exit Code: " in out and not out.split("Exit Code: ")[1].startswith(("0", "(none)"))
            if call.get("status") == "error" or failed:
                yield (message["id"], call["id"]), "tool"


def opencode(path):
    """A database, an export, or a tree of files; all hold sessions, messages and parts."""

    def said(info, parts):
        name = info["id"]
        words = [part.get("text") for part in parts if part["type"] == "text" and not part.get("synthetic")]
        tools = [part for part in parts if part["type"] == "tool"]
        if "".join(word or "" for word in words).strip() or tools:
            yield name, "summary" if info.get("summary") is True else info["role"]
        for part in tools:
            state = part["state"]
            out = (state.get("output") or state.get("error") or "").strip()
            failed = state["status"] == "error" or (state.get("metadata") or {}).get("exit")
            if failed and out and not out.startswith("The user rejected"):
                yield (name, part["id"]), "tool"

    if path.is_dir():
        read = [
            {"messageID": file.parent.name, **value} if file.parent.parent.name == "part" else value
            for file in sorted(path.rglob("*.json"))
            for value in [json.loads(file.read_text())]
        ]
        for value in read:
            if value.get("title") and "role" not in value and "messageID" not in value:
                yield value["id"], "title"
            if "role" in value:
                yield from said(value, [part for part in read if part.get("messageID") == value["id"]])
    elif path.suffix == ".json":
        value = json.loads(path.read_text())
        yield value["info"]["id"], "title"
        for message in value["messages"]:
            yield from said(message["info"], message["parts"])
    else:
        with sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True) as connection:
            parts = [
                {**json.loads(data), "messageID": message, "id": name}
                for name, message, data in connection.execute(
                    "SELECT id, message_id, data FROM part ORDER BY id"
                )
            ]
            for (name,) in connection.execute("SELECT id FROM session WHERE title != ''").fetchall():
                yield name, "title"
            for name, data in connection.execute("SELECT id, data FROM message").fetchall():
                own = [part for part in parts if part["messageID"] == name]
                yield from said({**json.loads(data), "id": name}, own)


READERS = {
    "opencode": opencode,
    "pi": pi,
    "claude": claude,
    "copilot": copilot,
    "codex": codex,
    "gemini": gemini,
}


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.relative_to(FOLDER).parts[0] in READERS], ids=lambda p: p.stem[:30]
)
def test_counts_by_role_are_those_of_a_simpler_reader(knapsack, home, path):
    ran = knapsack("import", path)
    assert ran.code == 0, ran.err
    with sqlite3.connect(home / "knapsack.db") as connection:
        stored = Counter(
            dict(connection.execute("SELECT role, count(*) FROM messages GROUP BY role").fetchall())
        )
    found = {}
    for name, role in READERS[path.relative_to(FOLDER).parts[0]](path):
        found.setdefault(name, role)
    assert {ROLES[role]: count for role, count in stored.items()} == dict(Counter(found.values()))


def test_a_hundred_remembered_phrases_are_found_first(knapsack, home):
    assert knapsack("import", FOLDER).code == 0
    with sqlite3.connect(home / "knapsack.db") as connection:
        texts = connection.execute("SELECT key, text FROM messages WHERE role < 2 ORDER BY key").fetchall()
    everything = "\0".join(text for _, text in texts)
    phrases = []
    for key, text in texts:
        flat = max(text.split("\n"), key=len).strip()
        phrase = flat[len(flat) // 3 :][:40].strip()
        if len(phrase) >= 16 and everything.count(phrase) == 1 and len(phrases) < 100:
            phrases.append((f"e{key:015x}"[:13], phrase))
    assert len(phrases) == 100
    ran = knapsack("recall", "-", "--json", "--limit", "1", stdin="".join(f"{p}\n" for _, p in phrases))
    first = {hit["query"].strip(): hit["id"] for hit in ran.hits}
    missed = [(phrase, name, first.get(phrase)) for name, phrase in phrases if first.get(phrase) != name]
    assert missed == []
