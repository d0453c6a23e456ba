"""A scripted step in the words of each provider's streaming protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Step = dict[str, Any]
"""`{"text": ...}`, or `{"calls": [(tool, arguments), ...]}`, or both."""
Event = tuple[str, dict[str, Any] | str]
"""The name of a server-sent event, empty for none, and its data."""


def events(path: str, number: int, step: Step) -> Iterator[Event]:
    """The stream that answers a request to `path` with a step."""
    path = path.partition("?")[0]
    if path.endswith("/messages"):
        return messages(number, step)
    if path.endswith("/responses"):
        return responses(number, step)
    if path.endswith(":streamGenerateContent"):
        return generated(step)
    return completions(number, step)


def completions(number: int, step: Step) -> Iterator[Event]:
    """Chat completions, as Pi and OpenCode ask for them."""
    base = {"id": f"answer-{number}", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    calls = step.get("calls", [])
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": step.get("text", "")}]
    for index, (tool, arguments) in enumerate(calls):
        function = {"name": tool, "arguments": json.dumps(arguments)}
        call = {"index": index, "id": f"call_{number}_{index}", "type": "function", "function": function}
        deltas.append({"tool_calls": [call]})
    for delta in deltas:
        yield "", {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    ended = {"index": 0, "delta": {}, "finish_reason": "tool_calls" if calls else "stop"}
    yield "", {**base, "choices": [ended]}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    yield "", {**base, "choices": [], "usage": usage}
    yield "", "[DONE]"


def messages(number: int, step: Step) -> Iterator[Event]:
    """Messages, as Claude Code asks for them."""

    def event(kind: str, **more: Any) -> Event:
        return kind, {"type": kind, **more}

    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": "scripted"}
    rest = {"content": [], "stop_reason": None, "usage": {"input_tokens": 100, "output_tokens": 1}}
    yield event("message_start", message={**message, **rest})
    blocks: list[tuple[dict[str, Any], dict[str, Any]]] = []
    if step.get("text"):
        blocks.append(({"type": "text", "text": ""}, {"type": "text_delta", "text": step["text"]}))
    calls = step.get("calls", [])
    for index, (tool, arguments) in enumerate(calls):
        block = {"type": "tool_use", "id": f"toolu_{number}_{index}", "name": tool, "input": {}}
        blocks.append((block, {"type": "input_json_delta", "partial_json": json.dumps(arguments)}))
    for index, (block, delta) in enumerate(blocks):
        yield event("content_block_start", index=index, content_block=block)
        yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    ended = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
    yield event("message_delta", delta=ended, usage={"output_tokens": 10})
    yield event("message_stop")


def responses(number: int, step: Step) -> Iterator[Event]:
    """Responses, as Codex asks for them."""

    def event(kind: str, **more: Any) -> Event:
        return kind, {"type": kind, **more}

    made = {"id": f"resp_{number}", "object": "response", "model": "scripted"}
    yield event("response.created", response={**made, "status": "in_progress", "output": []})
    items: list[dict[str, Any]] = []
    if step.get("text"):
        content = [{"type": "output_text", "text": step["text"], "annotations": []}]
        items.append({"id": f"msg_{number}", "type": "message", "role": "assistant", "content": content})
    for index, (tool, arguments) in enumerate(step.get("calls", [])):
        call = {"type": "function_call", "id": f"fc_{number}_{index}", "call_id": f"call_{number}_{index}"}
        items.append({**call, "name": tool, "arguments": json.dumps(arguments)})
    for index, item in enumerate(items):
        yield event("response.output_item.done", output_index=index, item={**item, "status": "completed"})
    usage = {"input_tokens": 100, "output_tokens": 10, "total_tokens": 110}
    yield event(
        "response.completed", response={**made, "status": "completed", "output": items, "usage": usage}
    )


def generated(step: Step) -> Iterator[Event]:
    """Generated content, as Gemini CLI asks for it."""
    parts: list[dict[str, Any]] = [{"text": step["text"]}] if step.get("text") else []
    for tool, arguments in step.get("calls", []):
        parts.append({"functionCall": {"name": tool, "args": arguments}})
    answer = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 100, "candidatesTokenCount": 10, "totalTokenCount": 110}
    yield "", {"candidates": [answer], "usageMetadata": usage, "modelVersion": "scripted"}
