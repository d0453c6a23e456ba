"""A JSON text as a tree whose leaves are slices of the text: numbers, escapes and duplicate keys as written.

The scan is iterative and linear. It is lenient: a text that breaks off or breaks down gives what was
read up to there. Arrays of plain numbers, also of pairs of them, are taken in one step, since bulk
data (coordinates, embeddings) is made of them.
"""

import re

from knapsack_cli.text.lazy_patterns import lazy

MOST_CHARACTERS = 16_000_000
"""Longer documents are treated as text."""

STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*"'
SCALAR = STRING + r"|[^\s{}\[\],:\"]++"
_MEMBER = lazy(rf"[\s,]*+({STRING})\s*+:\s*+(?:({SCALAR})|([{{\[]))", re.S)
_ELEMENT = lazy(rf"[\s,]*+(?:({SCALAR})|([{{\[]))", re.S)
_CLOSE = lazy(r"[\s,]*+([}\]])")
_BULK = lazy(r"\[[^\[\]{}\":]*+(?:\[[^\[\]{}\":]*+\][^\[\]{}\":]*+)*\]")
_NUMBERS = lazy(r"[^\s,\[\]]++")
_SPACE = lazy(r"\s*+")
_TIGHT = lazy(rf"({STRING})|(?<!\s)\s*\n\s*", re.S)
NUMBER = lazy(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


class Container:
    """An object or an array, `text[start:end]`.

    Attributes:
        is_object: an object, else an array.
        keys: the member names of an object as written, without quotes; duplicates stay.
        starts: where each member or element begins.
        values: member values or elements: scalars as written, or containers.
        bulk: an array of numbers or of arrays of numbers whose elements were not split.
        closed: whether its closing bracket was there.
    """

    __slots__ = ("bulk", "closed", "end", "is_object", "keys", "start", "starts", "values")

    def __init__(self, is_object: bool, start: int) -> None:
        self.is_object = is_object
        self.start = start
        self.end = start
        self.keys: list[str] = []
        self.starts: list[int] = []
        self.values: list[Value] = []
        self.bulk = False
        self.closed = False

    def get(self, key: str) -> "Value | None":
        """The last member called `key`, which is the one that readers of JSON take."""
        for index in range(len(self.keys) - 1, -1, -1):
            if self.keys[index] == key:
                return self.values[index]
        return None


Value = str | Container


def scan(text: str, position: int = 0) -> tuple[Container | None, int]:
    """The container that begins at `position` (white space before it allowed), and where it ends.

    A text that breaks down inside gives what was read, not closed. None where no container begins.
    """
    space = _SPACE.match(text, position)
    position = space.end() if space else position
    if text[position : position + 1] not in ("{", "["):
        return None, position
    root = _open(text, position)
    if root.bulk:
        return root, root.end
    stack = [root]
    position += 1
    while stack:
        container = stack[-1]
        if container.is_object:
            found = _MEMBER.match(text, position)
            if found:
                container.keys.append(found[1][1:-1])
        else:
            found = _ELEMENT.match(text, position)
        if found is None:
            close = _CLOSE.match(text, position)
            if close is None or (close[1] == "}") is not container.is_object:
                break
            container.end = position = close.end()
            container.closed = True
            stack.pop()
            continue
        scalar = found[found.lastindex or 1]
        container.starts.append(found.start(1) if container.is_object else found.start(found.lastindex or 1))
        position = found.end()
        if scalar != "{" and scalar != "[":
            container.values.append(scalar)
            continue
        inner = _open(text, position - 1)
        container.values.append(inner)
        if inner.bulk:
            position = inner.end
        else:
            stack.append(inner)
    for container in stack:
        container.end = position
    return root, position


def _open(text: str, position: int) -> Container:
    container = Container(text[position] == "{", position)
    if not container.is_object:
        bulk = _BULK.match(text, position)
        if bulk:
            container.end = bulk.end()
            container.closed = container.bulk = True
    return container


def numbers_of(text: str, container: Container) -> list[str]:
    """The scalars of a bulk array, as written, those of its inner arrays too."""
    return _NUMBERS.findall(text, container.start, container.end)


def spread(text: str, container: Container) -> None:
    """Split a bulk array into its elements, so that it is like any other array."""
    container.bulk = False
    inside = container.start + 1
    while True:
        found = _ELEMENT.match(text, inside, container.end)
        if found is None:
            return
        inside = found.end()
        container.starts.append(found.start(found.lastindex or 1))
        if found[2]:
            inner = Container(False, inside - 1)
            inner.end = text.index("]", inside) + 1
            inner.bulk = inner.closed = True
            container.values.append(inner)
            inside = inner.end
        else:
            container.values.append(found[1])


def tight(raw: str) -> str:
    """`raw` JSON without its line breaks and indentation; within a line it is as written."""
    if "\n" not in raw:
        return raw
    return _TIGHT.sub(lambda found: found[1] or "", raw)


def is_scalar(raw: str) -> bool:
    """Whether `raw` is a string, number, true, false or null of JSON."""
    return raw[:1] == '"' or raw in ("null", "true", "false") or NUMBER.fullmatch(raw) is not None
