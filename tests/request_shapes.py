"""Provider requests in every shape, built from one conversation."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape


@dataclass(frozen=True)
class Skill:
    """One entry of a catalogue."""

    name: str
    description: str
    root: str = "/home/ann/.pi/agent/skills"

    @property
    def location(self) -> str:
        return f"{self.root}/{self.name}/SKILL.md"


@dataclass
class Talk:
    """A conversation: the prompt, the tools (name, description), and turns.

    A turn is ("user", text), ("assistant", text) or ("tool", name, arguments, result).
    """

    system: str
    tools: list[tuple[str, str]] = field(default_factory=list)
    turns: list[tuple[Any, ...]] = field(default_factory=list)


SKILLS = [
    Skill(
        "stripe-billing",
        "Take payments with Stripe: subscriptions, refunds, webhooks. Use when adding checkout.",
    ),
    Skill(
        "helm-charts", "Package applications as Helm charts for Kubernetes. Use when writing chart values."
    ),
    Skill(
        "postmortem",
        "Write blameless incident postmortems. Use when an outage is over and must be explained.",
    ),
    Skill(
        "sql-tuning",
        "Find slow queries and missing indexes in PostgreSQL. Use when EXPLAIN shows a full scan.",
    ),
    Skill(
        "react-state",
        "Choose and write state management for React: Redux, Zustand, Jotai. Use when props drill.",
    ),
    Skill(
        "pytest-style", "Write tests with pytest: fixtures, mocks, parametrize. Use when adding Python tests."
    ),
    Skill(
        "terraform-modules",
        "Build Terraform modules for AWS, Azure and GCP. Use when writing infrastructure.",
    ),
    Skill("threat-model", "Model threats with STRIDE. Use when a design handles untrusted input or secrets."),
    Skill(
        "a11y-audit",
        "Audit pages for WCAG 2.2 with screen readers & keyboards. Use when checking accessibility.",
    ),
    Skill(
        "changelog",
        "Keep a changelog from commits. Use when preparing a release, in any project <small or big>.",
    ),
    Skill("fuzzing", "Write fuzz targets and harnesses for parsers. Use when input comes from outside."),
    Skill(
        "brand-copy", "Write landing pages in a brand's tone of voice. Use when a page must convert visitors."
    ),
]


def catalogue(skills: list[Skill], indent: int = 2) -> str:
    """The block that Pi writes for these skills."""
    pad, more = " " * indent, " " * 2 * indent
    entries = "".join(
        f"{pad}<skill>\n{more}<name>{one.name}</name>\n{more}<description>"
        f"{escape(one.description, {chr(34): '&quot;', chr(39): '&apos;'})}</description>\n"
        f"{more}<location>{one.location}</location>\n{pad}</skill>\n"
        for one in skills
    )
    return f"<available_skills>\n{entries}</available_skills>"


def prompt(skills: list[Skill] = SKILLS) -> str:
    """A system prompt with a catalogue in it, and a mention of the tag before."""
    return f"Rules first: the <available_skills> below are real.\n\n{catalogue(skills)}\n\nFolder: /srv"


def anthropic(talk: Talk, blocks: bool = True) -> dict[str, Any]:
    """Anthropic Messages."""
    messages: list[dict[str, Any]] = []
    for number, turn in enumerate(talk.turns):
        if turn[0] == "tool":
            call = {"type": "tool_use", "id": f"t{number}", "name": turn[1], "input": turn[2]}
            result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": turn[3]}
            messages += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
        else:
            messages.append(
                {"role": turn[0], "content": [{"type": "text", "text": turn[1]}] if blocks else turn[1]}
            )
    tools: list[dict[str, Any]] = [
        {"name": name, "description": text, "input_schema": _schema()} for name, text in talk.tools
    ]
    mark = {"type": "ephemeral"}
    if tools:
        tools[-1]["cache_control"] = mark
    system: Any = [{"type": "text", "text": talk.system, "cache_control": mark}] if blocks else talk.system
    return {
        "model": "m",
        "max_tokens": 64,
        "system": system,
        "messages": messages,
        "tools": tools,
        "stream": True,
    }


def anthropic_strings(talk: Talk) -> dict[str, Any]:
    """Anthropic Messages with strings in place of blocks."""
    return anthropic(talk, blocks=False)


def openai_chat(talk: Talk, role: str = "system") -> dict[str, Any]:
    """OpenAI chat completions, Azure's and Mistral's too."""
    messages: list[dict[str, Any]] = [{"role": role, "content": talk.system}]
    for number, turn in enumerate(talk.turns):
        if turn[0] == "tool":
            function = {"name": turn[1], "arguments": json.dumps(turn[2])}
            call = {"id": f"c{number}", "type": "function", "function": function}
            messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
            messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": turn[3]})
        else:
            messages.append({"role": turn[0], "content": turn[1]})
    tools = [
        {"type": "function", "function": {"name": name, "description": text, "parameters": _schema()}}
        for name, text in talk.tools
    ]
    return {"model": "m", "messages": messages, "tools": tools, "temperature": 0.2}


def openai_developer(talk: Talk) -> dict[str, Any]:
    """OpenAI chat with a developer message of blocks."""
    request = openai_chat(talk, "developer")
    request["messages"][0]["content"] = [{"type": "text", "text": talk.system}]
    return request


def responses(talk: Talk) -> dict[str, Any]:
    """OpenAI Responses with the prompt as an item of `input`."""
    items: list[dict[str, Any]] = [
        {"role": "developer", "content": [{"type": "input_text", "text": talk.system}]},
        *_response_items(talk),
    ]
    return {"model": "m", "input": items, "tools": _response_tools(talk), "store": False}


def responses_instructions(talk: Talk) -> dict[str, Any]:
    """OpenAI Responses with `instructions`."""
    return {"instructions": talk.system, "input": _response_items(talk), "tools": _response_tools(talk)}


def gemini(talk: Talk, field_name: str = "systemInstruction") -> dict[str, Any]:
    """Gemini's REST request."""
    contents: list[dict[str, Any]] = []
    for turn in talk.turns:
        if turn[0] == "tool":
            response = {"name": turn[1], "response": {"output": turn[3]}}
            contents.append(
                {"role": "model", "parts": [{"functionCall": {"name": turn[1], "args": turn[2]}}]}
            )
            contents.append({"role": "user", "parts": [{"functionResponse": response}]})
        else:
            contents.append(
                {"role": "model" if turn[0] == "assistant" else "user", "parts": [{"text": turn[1]}]}
            )
    declared = [
        {"name": name, "description": text, "parametersJsonSchema": _schema()} for name, text in talk.tools
    ]
    tools = [{"functionDeclarations": declared}] if declared else []
    return {field_name: {"parts": [{"text": talk.system}]}, "contents": contents, "tools": tools}


def gemini_snake(talk: Talk) -> dict[str, Any]:
    """Gemini in snake case."""
    return gemini(talk, "system_instruction")


def vertex(talk: Talk) -> dict[str, Any]:
    """Vertex as the SDK has it: prompt and tools in `config`."""
    request = gemini(talk)
    config = {"systemInstruction": talk.system, "tools": request["tools"], "temperature": 1}
    return {"model": "m", "contents": request["contents"], "config": config}


def bedrock(talk: Talk) -> dict[str, Any]:
    """Bedrock Converse."""
    messages: list[dict[str, Any]] = []
    for number, turn in enumerate(talk.turns):
        if turn[0] == "tool":
            use = {"toolUseId": f"b{number}", "name": turn[1], "input": turn[2]}
            result = {"toolUseId": f"b{number}", "content": [{"text": turn[3]}]}
            messages.append({"role": "assistant", "content": [{"toolUse": use}]})
            messages.append({"role": "user", "content": [{"toolResult": result}]})
        else:
            messages.append({"role": turn[0], "content": [{"text": turn[1]}]})
    tools: list[dict[str, Any]] = [
        {"toolSpec": {"name": name, "description": text, "inputSchema": {"json": _schema()}}}
        for name, text in talk.tools
    ]
    system = [{"text": talk.system}, {"cachePoint": {"type": "default"}}]
    return {"modelId": "m", "system": system, "messages": messages, "toolConfig": {"tools": tools}}


def bare_messages(talk: Talk) -> list[Any]:
    """An array of messages and nothing around it."""
    messages: list[Any] = openai_chat(talk)["messages"]
    return messages


SHAPES: list[Callable[[Talk], Any]] = [
    anthropic,
    anthropic_strings,
    openai_chat,
    openai_developer,
    responses,
    responses_instructions,
    gemini,
    gemini_snake,
    vertex,
    bedrock,
    bare_messages,
]


def _schema() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"path": {"type": "string", "description": "Where."}},
        "required": ["path"],
    }


def _response_items(talk: Talk) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    for number, turn in enumerate(talk.turns):
        if turn[0] == "tool":
            identity = f"r{number}"
            items.append(
                {
                    "type": "function_call",
                    "call_id": identity,
                    "name": turn[1],
                    "arguments": json.dumps(turn[2]),
                }
            )
            items.append({"type": "function_call_output", "call_id": identity, "output": turn[3]})
        else:
            kind = "input_text" if turn[0] == "user" else "output_text"
            items.append({"role": turn[0], "content": [{"type": kind, "text": turn[1]}]})
    return items


def _response_tools(talk: Talk) -> list[dict[str, Any]]:
    return [
        {"type": "function", "name": name, "description": text, "parameters": _schema()}
        for name, text in talk.tools
    ]
