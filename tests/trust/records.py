"""Documents made from small true ones: values replaced, keys lost, records swapped, bytes changed."""

from __future__ import annotations

import json
import random
from typing import Any

STAMP = "2026-02-01T00:00:03.000Z"
SESSIONS: dict[str, list[dict[str, Any]]] = {
    "pi": [
        {"type": "session", "version": 3, "id": "s", "timestamp": STAMP, "cwd": "/srv", "parentSession": "p"},
        {"type": "message", "id": "1", "timestamp": STAMP, "message": {"role": "user", "content": "why?"}},
        {
            "type": "message",
            "id": "2",
            "timestamp": STAMP,
            "message": {
                "role": "assistant",
                "timestamp": 1_770_000_000_000,
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
            "message": {"role": "toolResult", "toolCallId": "c1", "isError": True, "content": []},
        },
        {
            "type": "message",
            "id": "4",
            "message": {"role": "bashExecution", "command": "ls", "output": "no", "exitCode": 2},
        },
        {"type": "compaction", "id": "5", "timestamp": STAMP, "summary": "we did things"},
        {"type": "session_info", "id": "6", "timestamp": STAMP, "name": "The title"},
    ],
    "claude": [
        {"type": "summary", "summary": "Fix the menu", "leafUuid": "zz"},
        {
            "type": "user",
            "uuid": "u1",
            "parentUuid": None,
            "sessionId": "c1",
            "cwd": "/srv/web",
            "timestamp": STAMP,
            "message": {"role": "user", "content": "why is the menu broken?"},
        },
        {
            "type": "assistant",
            "uuid": "u2",
            "sessionId": "c1",
            "timestamp": STAMP,
            "message": {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}],
            },
        },
        {
            "type": "user",
            "uuid": "u3",
            "sessionId": "c1",
            "message": {
                "content": [
                    {"type": "tool_result", "tool_use_id": "t1", "content": "Exit code 1", "is_error": True}
                ]
            },
        },
    ],
    "codex": [
        {
            "type": "session_meta",
            "timestamp": STAMP,
            "payload": {"id": "x", "cwd": "/srv", "timestamp": STAMP},
        },
        {
            "type": "response_item",
            "timestamp": STAMP,
            "payload": {
                "type": "message",
                "role": "user",
                "content": [{"type": "input_text", "text": "why?"}],
            },
        },
        {
            "type": "response_item",
            "timestamp": STAMP,
            "payload": {
                "type": "function_call",
                "name": "shell",
                "arguments": '{"command":["ls"]}',
                "call_id": "c",
            },
        },
        {
            "type": "response_item",
            "timestamp": STAMP,
            "payload": {
                "type": "function_call_output",
                "call_id": "c",
                "output": '{"output":"no","metadata":{"exit_code":1}}',
            },
        },
        {"type": "event_msg", "timestamp": STAMP, "payload": {"type": "user_message", "message": "why?"}},
    ],
    "gemini": [
        {"sessionId": "g", "projectHash": "h", "startTime": STAMP, "lastUpdated": STAMP},
        {"id": "1", "timestamp": STAMP, "type": "user", "content": "why?"},
        {
            "id": "2",
            "timestamp": STAMP,
            "type": "gemini",
            "content": [{"text": "so"}],
            "toolCalls": [{"id": "t", "name": "run", "args": {"a": 1}, "status": "error", "result": []}],
        },
        {"$set": {"lastUpdated": STAMP}},
    ],
    "copilot": [
        {
            "type": "session.start",
            "id": "1",
            "parentId": None,
            "timestamp": STAMP,
            "data": {"sessionId": "k", "context": {"cwd": "/srv"}},
        },
        {"type": "user.message", "id": "2", "parentId": "1", "timestamp": STAMP, "data": {"content": "why?"}},
        {
            "type": "assistant.message",
            "id": "3",
            "parentId": "2",
            "timestamp": STAMP,
            "data": {"content": "so", "toolRequests": [{"toolCallId": "t", "name": "bash", "arguments": {}}]},
        },
        {
            "type": "tool.execution_complete",
            "id": "4",
            "parentId": "3",
            "data": {"toolCallId": "t", "success": False, "result": {"content": "no"}},
        },
    ],
    "knapsack": [
        {"type": "session", "agent": "pi", "source": "s", "project": "/srv", "title": "t", "started": 1},
        {
            "type": "message",
            "key": 5,
            "session": "s1",
            "role": "user",
            "text": "why?",
            "time": 1_770_000_000_000,
        },
        {"type": "memory", "key": "0123456789abcde", "content": "use uv", "scope": "global"},
        {"type": "anchor", "key": "0123456789abcde", "statement": "use uv", "signals": ["pip"]},
    ],
    "gemini-document": [
        {
            "sessionId": "g",
            "projectHash": "h",
            "startTime": STAMP,
            "messages": [{"id": "1", "timestamp": STAMP, "type": "user", "content": "why?"}],
        }
    ],
    "opencode-export": [
        {
            "info": {"id": "ses", "directory": "/srv", "title": "t", "time": {"created": 1_770_000_000_000}},
            "messages": [
                {
                    "info": {"id": "m", "role": "user", "time": {"created": 1_770_000_000_000}},
                    "parts": [{"id": "p", "type": "text", "text": "why?"}],
                },
                {
                    "info": {"id": "n", "role": "assistant"},
                    "parts": [
                        {
                            "id": "q",
                            "type": "tool",
                            "tool": "bash",
                            "state": {"status": "error", "error": "no"},
                        }
                    ],
                },
            ],
        }
    ],
}
"""A log of each agent, a record a line."""

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**63,
    10**30,
    1e308,
    -0.0,
    float("inf"),
    float("nan"),
    "",
    "\x00",
    "\ud800",
    "é\u200b\u202e\ufeff",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59+14:00",
    "x" * 5_000,
    "a\nb\r\tc",
    [],
    {},
    [[]],
    [None],
    {"": {}},
    [{"type": "text"}],
    {"type": "text", "text": 5},
    [{"type": "tool_use"}, 7, "s"],
)


def mutated(rnd: random.Random, value: Any) -> Any:
    """A copy of a JSON value with some of what is in it replaced, lost or doubled."""
    if isinstance(value, dict):
        changed = {}
        for key, inner in value.items():
            luck = rnd.random()
            if luck < 0.04:
                continue
            if luck < 0.07:
                key = rnd.choice(list(value))
            changed[key] = rnd.choice(ODD) if luck > 0.95 else mutated(rnd, inner)
        return changed
    if isinstance(value, list):
        taken = [mutated(rnd, inner) for inner in value for _ in range(rnd.choice((0, 1, 1, 1, 1, 1, 1, 2)))]
        if rnd.random() < 0.1:
            rnd.shuffle(taken)
        return taken
    return rnd.choice(ODD) if rnd.random() < 0.04 else value


def damaged(rnd: random.Random, data: bytes, most: int = 6) -> bytes:
    """Some bytes changed, lost, doubled, or all from a place on gone."""
    changed = bytearray(data)
    for _ in range(rnd.randrange(most)):
        at = rnd.randrange(len(changed) + 1)
        way = rnd.randrange(5)
        if way == 0:
            changed[at : at + 1] = rnd.randbytes(1)
        elif way == 1:
            del changed[at : at + rnd.randrange(1, 40)]
        elif way == 2:
            changed[at:at] = changed[at : at + rnd.randrange(1, 200)]
        elif way == 3:
            changed[at:at] = rnd.choice(
                (b'"', b"{", b"[", b"\\", b"\n", b"\0", b"\xff", b"---\n", b": ", b"\xe2\x80\xa8")
            )
        elif rnd.random() < 0.3:
            del changed[at:]
    return bytes(changed)


def log_of(rnd: random.Random, agent: str) -> bytes:
    """A damaged log of an agent, now and then with records of another's in it."""
    lines = SESSIONS[agent] * rnd.choice((1, 1, 2))
    if rnd.random() < 0.15:
        lines = lines + SESSIONS[rnd.choice(list(SESSIONS))]
    made = [mutated(rnd, line) for line in lines]
    if rnd.random() < 0.2:
        rnd.shuffle(made)
    text = "\n".join(json.dumps(line, ensure_ascii=rnd.random() < 0.7) for line in made)
    data = text.encode("utf-8", "surrogatepass") + rnd.choice((b"\n", b"\n", b""))
    return damaged(rnd, data) if rnd.random() < 0.5 else data
