"""What a conversation tells: what the person said, which tools and which skills were used."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from knapsack_cli.catalog.request import Request
from knapsack_cli.text.json_spans import OBJECT, STRING, JsonSyntaxError, JsonValue, scan_json

_INJECTED = (
    "system-reminder environment_context user_instructions INSTRUCTIONS environment_details context "
    "local-command-stdout local-command-caveat ide_opened_file ide_selection task-notification"
).split()
_OPENING = re.compile(rf"<({'|'.join(_INJECTED)})(?:\s[^<>]*)?>")
_AGENT_FILE = re.compile(r"\A\s*# AGENTS\.md instructions\b")
_MENTION = re.compile(r"(?<![\w/:.-])/skill:([\w.-]+)")
_SKILL_FILE = re.compile(r"(?<![^\s\"'`;|&<>()])[^\s\"'`;|&<>()]*[\\/]SKILL\.md(?![\w.])")
_CALL_TYPES = frozenset(
    "tool_use server_tool_use mcp_tool_use tool_call toolCall function_call custom_tool_call mcp_call".split()
)
_SKILL_TOOLS = frozenset(("skill", "activate_skill", "use_skill", "load_skill"))
_UNIQUE_LENGTH = 12
"""Ids of calls that are this long come from a provider and are not given twice."""
_SKILL_ARGUMENTS = ("skill", "skillName", "skill_name", "name", "command")


class Evidence(NamedTuple):
    """One use of a skill.

    Attributes:
        way: mention, tool or read. text: the name or path that was given.
        key: tells it from every other use of its session. unique: `key` is that in the whole world.
    """

    way: str
    text: str
    key: str
    unique: bool = False


class Call(NamedTuple):
    """One call of a tool in the history: its name, its id, and the strings among its arguments by name."""

    name: str
    identity: str
    arguments: list[tuple[str, str]]


def spoken(text: str) -> str:
    """What a person typed in a user message: context that programs put around it is left out. Linear."""
    if _AGENT_FILE.match(text):
        return ""
    if "<" not in text:
        return text
    pieces: list[str] = []
    position = 0
    while (opening := _OPENING.search(text, position)) is not None:
        end = text.find(f"</{opening[1]}>", opening.end())
        if end < 0:
            break
        pieces.append(text[position : opening.start()])
        position = end + len(opening[1]) + 3
    return "".join((*pieces, text[position:]))


def person_messages(request: Request) -> list[str]:
    """The person's messages, oldest first, empty ones left out."""
    return [text for text in (spoken(said).strip() for said in request.said()) if text]


def calls(request: Request) -> list[Call]:
    """Every call of a tool in the history, in every provider's form."""
    found: list[Call] = []
    for message in request.messages():
        for block in request.blocks(message):
            found += _calls_of(request, block)
    return found


def used_tools(request: Request, made: Iterable[Call]) -> set[str]:
    """Names of the tools that were called or whose results are in the history."""
    names = {call.name for call in made}
    for message in request.messages():
        for block in request.blocks(message):
            for response in (block, block.member("functionResponse"), block.member("function_response")):
                if response is not None and (
                    response is not block or request.text_of(block, "role") == "tool"
                ):
                    names.add(request.text_of(response, "name"))
            names.add(request.text_of(block, "toolName"))
            names.add(request.text_of(block, "tool_name"))
    return names - {""}


def evidence(messages: Iterable[str], made: Iterable[Call]) -> list[Evidence]:
    """Uses of skills: `/skill:name` in the person's words, calls of a skill tool, reads of a SKILL.md."""
    found: list[Evidence] = []
    for place, text in enumerate(messages):
        found += [
            Evidence("mention", match[1], f"mention:{place}:{match[1]}") for match in _MENTION.finditer(text)
        ]
    for place, call in enumerate(made):
        identity = call.identity or str(place)
        unique = len(call.identity) >= _UNIQUE_LENGTH
        if call.name.lower() in _SKILL_TOOLS:
            for name in _SKILL_ARGUMENTS:
                value = next((text for key, text in call.arguments if key == name), "")
                if value:
                    found.append(Evidence("tool", value.lstrip("/"), f"tool:{identity}", unique))
                    break
            continue
        for _, text in call.arguments:
            if "SKILL.md" in text:
                found += [
                    Evidence("read", match[0], f"read:{identity}:{match[0]}", unique)
                    for match in _SKILL_FILE.finditer(text)
                ]
    return found


def _calls_of(request: Request, block: JsonValue) -> list[Call]:
    found: list[Call] = []
    if request.text_of(block, "type") in _CALL_TYPES:
        found.append(_call(request, block))
    for name in ("functionCall", "function_call", "toolUse", "tool_use"):
        value = block.member(name)
        if value is not None and value.kind is OBJECT:
            found.append(_call(request, value))
    for name in ("tool_calls", "toolCalls"):
        value = block.member(name)
        if value is not None:
            for item in value.elements():
                function = item.member("function")
                found.append(_call(request, function if function is not None else item, item))
    return [call for call in found if call.name]


def _call(request: Request, value: JsonValue, outer: JsonValue | None = None) -> Call:
    identity = ""
    for holder in (value, outer):
        for name in ("id", "call_id", "toolUseId"):
            if holder is not None and not identity:
                identity = request.text_of(holder, name)
    arguments: list[tuple[str, str]] = []
    for name in ("input", "arguments", "args"):
        member = value.member(name)
        if member is not None:
            arguments += _arguments(request.document, member)
    return Call(request.text_of(value, "name"), identity, arguments)


def _arguments(document: str, value: JsonValue) -> list[tuple[str, str]]:
    if value.kind is STRING:
        document = value.text(document)
        try:
            value = scan_json(document)
        except JsonSyntaxError:
            return [("", document)]
    found: list[tuple[str, str]] = []
    for key, child in zip(value.keys, value.children, strict=False):
        if child.kind is STRING:
            found.append((key, child.text(document)))
        else:
            found += [(key, item.text(document)) for item in child.elements() if item.kind is STRING]
    return found
