"""Provider requests: where each shape keeps its prompt text, its messages and its tools.

Shapes: Anthropic, OpenAI chat and Responses (and Azure's), Gemini and Vertex (REST and SDK spelling),
Mistral, Bedrock Converse, or a bare array of messages. Nothing here changes a request.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from knapsack_cli.text.json_spans import ARRAY, OBJECT, STRING, JsonValue, scan_json

SYSTEM_ROLES = ("system", "developer")
_SYSTEM_FIELDS = ("system", "systemInstruction", "system_instruction", "instructions")
_MESSAGE_FIELDS = ("messages", "input", "contents")
_TEXT_TYPES = ("", "text", "input_text")
_CONTENT_FIELDS = ("content", "parts")


class Tool(NamedTuple):
    """One tool of a request: `container.children[place]` is its element.

    Attributes:
        inner: the object that holds the name and description (Bedrock and OpenAI chat nest it).
        kind: the element's `type`, empty where the shape has none.
        holder: the tools element of Gemini whose declarations `container` is; else None.
    """

    container: JsonValue
    place: int
    inner: JsonValue
    name: str
    kind: str
    holder: JsonValue | None = None

    @property
    def element(self) -> JsonValue:
        """The element of the tools array, or the declaration."""
        return self.container.children[self.place]

    @property
    def description(self) -> JsonValue | None:
        """The description's string literal."""
        value = self.inner.member("description")
        return value if value is not None and value.kind is STRING else None

    @property
    def schema(self) -> JsonValue | None:
        """The schema of its arguments, in any provider's spelling."""
        for name in (
            "input_schema",
            "inputSchema",
            "parameters",
            "parametersJsonSchema",
            "parameters_json_schema",
        ):
            value = self.inner.member(name)
            if value is not None:
                return value
        return None


class Request:
    """A scanned request. Raises JsonSyntaxError when the document is not JSON."""

    def __init__(self, document: str) -> None:
        self.document = document
        self.root = scan_json(document)

    def is_request(self) -> bool:
        """Whether the document has a member or a form that some provider's request has."""
        if self.root.kind is ARRAY:
            return any(self.text_of(item, "role") for item in self.root.children)
        known = (
            *_SYSTEM_FIELDS,
            *_MESSAGE_FIELDS,
            "tools",
            "toolConfig",
            "tool_config",
            "config",
            "functions",
        )
        return self.root.kind is OBJECT and any(name in self.root.keys for name in known)

    def text_of(self, value: JsonValue, name: str) -> str:
        """The text of a string member; empty when there is none."""
        member = value.member(name)
        return member.text(self.document) if member is not None else ""

    def messages(self) -> list[JsonValue]:
        """The items of the conversation, in order."""
        if self.root.kind is ARRAY:
            return self.root.children
        for name in _MESSAGE_FIELDS:
            value = self.root.member(name)
            if value is not None and value.kind is ARRAY:
                return value.children
        return []

    def role(self, message: JsonValue) -> str:
        """`user`, `assistant`, `system`, `developer`, `tool`, or empty; Gemini's `model` is `assistant`.

        Items without a role are the user's in Gemini; in Responses they are calls and their outputs.
        """
        role = self.text_of(message, "role")
        if not role and message.member("parts") is not None:
            return "user"
        return "assistant" if role == "model" else role

    def prompt_surfaces(self) -> list[JsonValue]:
        """String literals of system text, in document order."""
        found: list[JsonValue] = []
        for holder in (self.root, self.root.member("config")):
            if holder is not None and holder.kind is OBJECT:
                for name in _SYSTEM_FIELDS:
                    value = holder.member(name)
                    if value is not None:
                        found += self._texts(value)
        for message in self.messages():
            if self.role(message) in SYSTEM_ROLES:
                found += self._texts(message)
        return sorted(found, key=lambda value: value.start)

    def said(self) -> list[str]:
        """What came under the user's role as text, one entry a message; results of tools are no text."""
        value = self.root.member("input")
        if value is not None and value.kind is STRING:
            return [value.text(self.document)]
        texts: list[str] = []
        for message in self.messages():
            if message.kind is STRING:
                texts.append(message.text(self.document))
            elif self.role(message) == "user":
                texts.append("\n".join(part.text(self.document) for part in self._texts(message)))
        return texts

    def tools(self) -> list[Tool]:
        """Every tool, in document order; malformed elements are not listed."""
        found: list[Tool] = []
        for array in self._tool_arrays():
            for index, element in enumerate(array.children):
                found += self._tools_of(array, index, element)
        return sorted(found, key=lambda tool: tool.element.start)

    def choice_texts(self) -> Iterator[str]:
        """Every string inside what steers the choice of tools; names that a request insists on are there."""
        holders = [self.root, self.root.member("config")]
        for holder in holders:
            if holder is None:
                continue
            for name in ("tool_choice", "toolChoice", "function_call"):
                yield from self.strings(holder.member(name))
            for name in ("toolConfig", "tool_config"):
                value = holder.member(name)
                if value is not None and value.kind is OBJECT:
                    for key, child in zip(value.keys, value.children, strict=True):
                        if key != "tools":
                            yield from self.strings(child)

    def strings(self, value: JsonValue | None, most: int = 2_000) -> Iterator[str]:
        """Every string in `value`, depth first, at most `most` values looked at."""
        stack = [value] if value is not None else []
        while stack and most > 0:
            most -= 1
            one = stack.pop()
            if one.kind is STRING:
                yield one.text(self.document)
            stack.extend(reversed(one.children))

    def blocks(self, message: JsonValue) -> list[JsonValue]:
        """The message itself and the objects of its content or parts."""
        found = [message]
        for name in _CONTENT_FIELDS:
            value = message.member(name)
            if value is not None:
                found += [child for child in value.elements() if child.kind is OBJECT]
        return found

    def _texts(self, value: JsonValue) -> list[JsonValue]:
        """The string literals of a string, a block, an array of blocks, or a message with those."""
        if value.kind is STRING:
            return [value]
        if value.kind is ARRAY:
            return [text for child in value.children for text in self._block_texts(child)]
        found: list[JsonValue] = []
        for name in _CONTENT_FIELDS:
            inner = value.member(name)
            if inner is not None:
                found += (
                    [inner]
                    if inner.kind is STRING
                    else [
                        text
                        for child in ([inner] if inner.kind is OBJECT else inner.elements())
                        for text in self._block_texts(child)
                    ]
                )
        return found or self._block_texts(value)

    def _block_texts(self, block: JsonValue) -> list[JsonValue]:
        if block.kind is STRING:
            return [block]
        if block.kind is not OBJECT or self.text_of(block, "type") not in _TEXT_TYPES:
            return []
        text = block.member("text")
        return [text] if text is not None and text.kind is STRING else []

    def _tool_arrays(self) -> Iterator[JsonValue]:
        for path in (
            ("tools",),
            ("functions",),
            ("config", "tools"),
            ("toolConfig", "tools"),
            ("tool_config", "tools"),
        ):
            value = self.root.path(*path)
            if value is not None and value.kind is ARRAY:
                yield value

    def _tools_of(self, array: JsonValue, index: int, element: JsonValue) -> list[Tool]:
        if element.kind is not OBJECT:
            return []
        for name in ("functionDeclarations", "function_declarations"):
            declared = element.member(name)
            if declared is not None:
                return [
                    Tool(declared, at, child, self.text_of(child, "name"), "function", element)
                    for at, child in enumerate(declared.elements())
                    if child.kind is OBJECT and self.text_of(child, "name")
                ]
        inner = element
        for name in ("function", "toolSpec", "tool_spec"):
            nested = element.member(name)
            if nested is not None and nested.kind is OBJECT:
                inner = nested
        name_text = self.text_of(inner, "name")
        return [Tool(array, index, inner, name_text, self.text_of(element, "type"))] if name_text else []
