"""Kotlin's classes whose constructor begins on a line of its own, and its objects with modifiers.

The grammar ends such a class at its name, and takes the rest of the file for a call and its block; it may
take `internal object Name {` for a call of `internal`, too. So the name is moved down to the constructor,
and modifiers of objects are blanked; rows of the tree stay rows of the file. What is read as a call all the
same is told by its head.
"""

from __future__ import annotations

import tree_sitter

from knapsack_cli.text.lazy_patterns import lazy

_HEAD = lazy(
    rb"\b(class[ \t]+\w+(?:[ \t]*<[^<>\n]*>)?)"
    rb"((?:[ \t]*(?://[^\n]*)?\n)+[ \t]*(?:@[\w.]+(?:\([^()\n]*\))?[ \t\n]*)*"
    rb"(?:(?:public|private|internal|protected)[ \t]+)?)constructor[ \t]*\("
)
_TYPE = lazy(rb"\b(?:class|interface|object)[ \t]+\w")
_OBJECT = lazy(rb"(?m)^[ \t]*(?:(?:internal|private|public|data)[ \t]+)+(?=object[ \t]+\w)")


def beside_names(data: bytes) -> bytes:
    """The text with each class named where its constructor begins, and objects without modifiers."""
    if b" object " in data:
        data = _OBJECT.sub(lambda found: b" " * len(found[0]), data)
    if b"constructor" not in data:
        return data
    return _HEAD.sub(lambda found: b"\n" * found[2].count(b"\n") + found[1] + b"(", data)


def body_of_mistaken(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The block of a class of Kotlin that the grammar reads as a call: `open class Node { ... }`.

    In a long class it gives up its reading as a class without an error; the members are found all the same.
    """
    inner = node
    while inner.type != "lambda_literal":
        if not inner.children:
            return None
        inner = inner.children[-1]
    text = node.text or b""
    head = text[: inner.start_byte - node.start_byte]
    return inner if _TYPE.search(head) and inner.end_point[0] > inner.start_point[0] else None
