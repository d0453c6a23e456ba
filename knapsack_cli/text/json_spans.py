"""Where each value of a JSON document stands in its text, so that one value can be changed and all else kept.

A document that is read with `json` and written again loses its number spellings (`1.0e5`, 40 digits),
its escapes, its duplicate keys and its white space. Here it is scanned into a tree of spans instead:
callers replace string literals, or parts of them, and drop elements together with one comma each; every
other byte stays as it was. The scan is linear and keeps its own stack, so depth is bounded by memory
alone. It is strict (RFC 8259), except that lone surrogates and duplicate keys are accepted as they come.
"""

import re
from _json import encode_basestring, encode_basestring_ascii, scanstring
from bisect import bisect_right
from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

OBJECT = "{"
ARRAY = "["
STRING = '"'
NUMBER = "0"
TRUE = "true"
FALSE = "false"
NULL = "null"

_SPACE = re.compile(r"[ \t\n\r]*")
_COLON = re.compile(r"[ \t\n\r]*:[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.S
)
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class JsonSyntaxError(ValueError):
    """The text is not one JSON document. `position` is the character where that shows."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(f"{message} at character {position}")
        self.position = position


class JsonValue:
    """One value and its span `text[start:end]`.

    Attributes:
        kind: OBJECT, ARRAY, STRING, NUMBER, TRUE, FALSE or NULL.
        children: the elements of an array, the member values of an object, in order; else empty.
        keys: the decoded member names of an object, beside `children`; duplicates stay.
        key_starts: where each member's name begins.
    """

    __slots__ = ("children", "end", "key_starts", "keys", "kind", "start")

    def __init__(self, kind: str, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.children: list[JsonValue] = _NOTHING
        self.keys: list[str] = _NO_KEYS
        self.key_starts: list[int] = _NO_STARTS

    def member(self, name: str) -> "JsonValue | None":
        """The member called `name`; of several the last, which is the one that JSON readers take."""
        if self.kind is not OBJECT:
            return None
        for index in range(len(self.keys) - 1, -1, -1):
            if self.keys[index] == name:
                return self.children[index]
        return None

    def path(self, *names: str) -> "JsonValue | None":
        """The value reached by following member names one after another."""
        value: JsonValue | None = self
        for name in names:
            if value is None:
                return None
            value = value.member(name)
        return value

    def elements(self) -> "list[JsonValue]":
        """The elements of an array; nothing for any other kind."""
        return self.children if self.kind is ARRAY else _NOTHING

    def text(self, document: str) -> str:
        """The decoded text of a string; empty for any other kind."""
        return decode_string(document, self) if self.kind is STRING else ""


_NOTHING: list[JsonValue] = []
_NO_KEYS: list[str] = []
_NO_STARTS: list[int] = []


def scan_json(document: str) -> JsonValue:
    """Scan one whole document, white space around it allowed.

    Raises:
        JsonSyntaxError: it is not JSON, or more follows the first value.
    """
    length = len(document)
    stack: list[JsonValue] = []
    position = _skip(document, 0)
    if position < length and document[position] == "\ufeff":
        position = _skip(document, position + 1)
    while True:
        # One value begins here.
        character = document[position] if position < length else ""
        if character == '"':
            value = JsonValue(STRING, position, _string_end(document, position))
        elif character == "{" or character == "[":
            value = JsonValue(OBJECT if character == "{" else ARRAY, position, position + 1)
            inside = _skip(document, position + 1)
            if document[inside : inside + 1] == ("}" if character == "{" else "]"):
                value.end = inside + 1
            else:
                value.children = []
                if character == "{":
                    value.keys, value.key_starts = [], []
                    inside = _take_key(document, inside, value)
                if stack:
                    stack[-1].children.append(value)
                stack.append(value)
                position = inside
                continue
        else:
            value = _plain(document, position, character)
        # The value is whole: hand it to its container, and close what closes after it.
        while True:
            if not stack:
                rest = _skip(document, value.end)
                if rest != length:
                    raise JsonSyntaxError("more text after the document", rest)
                return value
            container = stack[-1]
            if not container.children or container.children[-1] is not value:
                container.children.append(value)
            position = value.end
            character = document[position] if position < length else ""
            if character != "," and character != "}" and character != "]":
                position = _skip(document, position)
                character = document[position] if position < length else ""
            if character == ",":
                position = _skip(document, position + 1)
                if container.kind is OBJECT:
                    position = _take_key(document, position, container)
                break
            if character != ("}" if container.kind is OBJECT else "]"):
                raise JsonSyntaxError("a comma or a closing bracket is missing", position)
            container.end = position + 1
            value = stack.pop()


def decode_string(document: str, value: JsonValue) -> str:
    """The text that the string literal at `value` stands for."""
    raw = document[value.start + 1 : value.end - 1]
    return raw if "\\" not in raw else scanstring(document, value.start + 1, True)[0]


def encode_string(text: str, *, ascii_only: bool) -> str:
    """The body of a string literal (without its quotes) that stands for `text`.

    Lone surrogates are always escaped: they have no bytes in UTF-8.
    """
    if ascii_only:
        return encode_basestring_ascii(text)[1:-1]
    body: str = encode_basestring(text)[1:-1]
    if body.isascii():
        return body
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", body)


class StringOffsets:
    """Ties places in a decoded string to places in the document, so that a part of a literal can be replaced.

    Attributes:
        text: the decoded string.
        ascii_only: whether the literal spells what is beyond ASCII with escapes, as its replacement should.
    """

    __slots__ = ("_decoded", "_extra", "_start", "ascii_only", "text")

    def __init__(self, document: str, value: JsonValue) -> None:
        self._start = value.start + 1
        self._decoded: list[int] = []
        self._extra: Sequence[int] = []
        extra: list[int] = []
        raw = document[value.start + 1 : value.end - 1]
        self.text = raw if "\\" not in raw else scanstring(document, value.start + 1, True)[0]
        self.ascii_only = raw.isascii() and not self.text.isascii()
        if self.text is raw:
            return
        if "\\u" not in raw and "\\\\" not in raw:
            # Every escape is two characters for one, and every backslash begins one.
            self._decoded = list(accumulate(map(len, raw.split("\\"))))[:-1]
            self._extra = range(1, len(self._decoded) + 1)
            return
        surplus = 0
        for found in _ESCAPE.finditer(raw):
            start, end = found.span()
            self._decoded.append(start - surplus)
            surplus += end - start - 1
            extra.append(surplus)
        self._extra = extra

    def position(self, index: int) -> int:
        """Where in the document the character `index` of the decoded string begins."""
        before = bisect_right(self._decoded, index - 1)
        return self._start + index + (self._extra[before - 1] if before else 0)


class Edits:
    """Replacements of spans of one document, applied together at the end."""

    __slots__ = ("_spans", "document")

    def __init__(self, document: str) -> None:
        self.document = document
        self._spans: list[tuple[int, int, str]] = []

    def replace(self, start: int, end: int, text: str) -> None:
        """Put `text` in place of `document[start:end]`. Spans may not overlap."""
        self._spans.append((start, end, text))

    def remove(self, container: JsonValue, indexes: "Collection[int]") -> None:
        """Drop elements of an array or members of an object, each with one comma and its white space."""
        for start, end in _removals(container, set(indexes)):
            self._spans.append((start, end, ""))

    def __bool__(self) -> bool:
        return bool(self._spans)

    def apply(self) -> str:
        """The document with every replacement made.

        Raises:
            ValueError: two replacements overlap.
        """
        pieces: list[str] = []
        done = 0
        for start, end, text in sorted(self._spans):
            if start < done:
                raise ValueError(f"edits overlap at character {start}")
            pieces.append(self.document[done:start])
            pieces.append(text)
            done = end
        pieces.append(self.document[done:])
        return "".join(pieces)

    def shorter(self) -> str:
        """The document with every replacement made, or as it is where that would be longer in UTF-8.

        What a piece will take is reckoned for each piece alone: a literal that mixes raw characters and
        escapes may take more when it is written anew.
        """
        if not self._spans:
            return self.document
        text = self.apply()
        return text if _bytes_of(text) <= _bytes_of(self.document) else self.document


def _bytes_of(text: str) -> int:
    """Bytes of `text`; a byte that was no UTF-8 is a lone surrogate in it, and one byte again outside."""
    if text.isascii():
        return len(text)
    try:
        return len(text.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return len(text.encode("utf-8", "surrogatepass"))


def _removals(container: JsonValue, indexes: "set[int]") -> "Iterator[tuple[int, int]]":
    children = container.children
    starts = container.key_starts if container.kind is OBJECT else [child.start for child in children]
    kept_before = False
    for index, child in enumerate(children):
        if index not in indexes:
            kept_before = True
        elif kept_before:
            yield children[index - 1].end, child.end
        elif index + 1 < len(children):
            yield starts[index], starts[index + 1]
        else:
            yield starts[index], child.end


def _skip(document: str, position: int) -> int:
    found = _SPACE.match(document, position)
    return found.end() if found else position


def _string_end(document: str, position: int) -> int:
    try:
        end: int = scanstring(document, position + 1, True)[1]
    except ValueError as error:
        raise JsonSyntaxError("a string does not end or holds a wrong escape", position) from error
    return end


def _take_key(document: str, position: int, container: JsonValue) -> int:
    if document[position : position + 1] != '"':
        raise JsonSyntaxError("a member's name is missing", position)
    try:
        key, end = scanstring(document, position + 1, True)
    except ValueError as error:
        raise JsonSyntaxError("a string does not end or holds a wrong escape", position) from error
    container.keys.append(key)
    container.key_starts.append(position)
    colon = _COLON.match(document, end)
    if colon is None:
        raise JsonSyntaxError("a colon is missing", end)
    return colon.end()


def _plain(document: str, position: int, character: str) -> JsonValue:
    number = _NUMBER.match(document, position)
    if number is not None:
        return JsonValue(NUMBER, position, number.end())
    for word in (TRUE, FALSE, NULL):
        if character == word[0] and document.startswith(word, position):
            return JsonValue(word, position, position + len(word))
    raise JsonSyntaxError("a value is missing", position)
