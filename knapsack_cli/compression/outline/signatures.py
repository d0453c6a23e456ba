"""What of a definition is shown: its attributes, its signature, the first line of its documentation."""

from __future__ import annotations

from typing import NamedTuple

import tree_sitter

from knapsack_cli.compression.outline.languages import Language
from knapsack_cli.text.lazy_patterns import lazy

MOST_SIGNATURE_LINES = 12
"""Of what is longer, and no list of parameters, the first lines and the last are shown."""
MOST_HEAD_LINES = 60
"""Within so many lines a file says what it is."""
MOST_ATTRIBUTE_LINES = 2
"""Of a longer decorator or annotation the first line is shown."""
_MARKUP = lazy(r"</?[A-Za-z][^<>]{0,80}>")
_TELLING_TAGS = ("@deprecated", "@brief", "@summary", "@description", "@module", "@title")
_TRIVIAL = frozenset((b"@Override", b"@override", b"#[inline]", b"#[inline(always)]", b"@Test", b"#[test]"))
"""Attributes that most definitions have: they stay while there is room."""
_WORDS = lazy(r"\w{2}")
_NAME_ALONE = lazy(r"[\w:.]+(?:\(\))?:")
"""What a comment is about, as GTK's documentation begins: what it says of it follows."""
_EXPORTED = frozenset(("export", "default"))
_ATTRIBUTES = frozenset(("annotation", "marker_annotation", "attribute_list", "decorator", "attribute"))


class Found(NamedTuple):
    """A line range (0-based rows, inclusive) that is shown, and why.

    `what` is one of import, container, function, member, constant, documentation, and heading, which is the
    documentation of a container. Of these last two `of` is the row where what they document begins.
    """

    first: int
    last: int
    what: str
    of: int = -1


def end_of_import(node: tree_sitter.Node) -> int:
    """The last row of an import: some grammars put the comment after it, or the line's end, inside."""
    last = node
    while last.end_point[0] > node.start_point[0] and last.children:
        inner = [child for child in last.children if not child.type.endswith("comment")]
        if not inner or inner[-1].end_point == last.end_point:
            break
        last = inner[-1]
    row, column = last.end_point[0], last.end_point[1]
    return row - 1 if column == 0 and row > node.start_point[0] else row


def body_of(node: tree_sitter.Node, language: Language) -> tree_sitter.Node | None:
    """What holds the members or statements of a definition, or None: the lines in it are no signature."""
    if node.type == "type_spec":
        inner = node.child_by_field_name("type")
        if inner is None or inner.type not in language.containers:
            return None
        return inner if inner.type == "interface_type" else body_of(inner, language)
    body = node.child_by_field_name("body")
    if body is not None:
        return body
    for child in node.children:
        if child.type in language.bodies:
            return child
    return None


def _signature_end(node: tree_sitter.Node, body: tree_sitter.Node | None, lines: list[bytes]) -> int:
    """The last row of the signature: where the body opens, or the row before it."""
    if body is None:
        return node.end_point[0]
    before = body.prev_sibling
    while before is not None and before.type.endswith("comment"):
        before = before.prev_sibling
    if before is not None and before != body.prev_sibling:
        # Comments between the signature and the first statement belong to neither.
        return before.end_point[0]
    row, column = body.start_point[0], body.start_point[1]
    if row > node.start_point[0] and not lines[row][:column].strip():
        first = lines[row][column : column + 1]
        return (
            row
            if first in (b"{", b"=") and len(lines[row].strip()) == 1 and row <= node.start_point[0]
            else row - 1
        )
    return row


def attributes_of(
    node: tree_sitter.Node, start: int, language: Language
) -> tuple[list[tuple[int, int]], int]:
    """The row ranges of a definition's decorators and annotations, and the row where it begins itself.

    Args:
        start: the row where the statement that holds the definition begins.
    """
    rows: list[tuple[int, int]] = []
    row = min(start, node.start_point[0])
    before = node.prev_sibling
    while before is not None and (before.type in language.attributes or before.type in _EXPORTED):
        if before.type in language.attributes:
            rows.insert(0, (before.start_point[0], before.end_point[0]))
            row = node.start_point[0]
        before = before.prev_sibling
    leading = node.children
    if leading and leading[0].type == "modifiers":
        leading = leading[0].children + leading[1:]
    for at, child in enumerate(leading):
        if child.type in _ATTRIBUTES:
            rows.append((child.start_point[0], child.end_point[0]))
            continue
        if at:
            row = child.start_point[0]
        break
    return rows, row


def show_attributes(
    rows: list[tuple[int, int]], what: str, of: int, lines: list[bytes], found: list[Found]
) -> None:
    """Show decorators and annotations: long ones by their first line, trivial ones as there is room."""
    for first, last in rows:
        if first == last != of and lines[first].strip() in _TRIVIAL:
            found.append(Found(first, last, "documentation", of))
            continue
        found.append(Found(first, last if last - first < MOST_ATTRIBUTE_LINES else first, what))


def row_of_name(node: tree_sitter.Node) -> int:
    """The row where a declaration names what it declares, after a type on a line of its own."""
    declarator = node.child_by_field_name("declarator")
    if declarator is None:
        return 0
    return min(declarator.start_point[0], node.start_point[0] + MOST_SIGNATURE_LINES)


def show_signature(
    node: tree_sitter.Node, start: int, what: str, language: Language, lines: list[bytes], found: list[Found]
) -> tree_sitter.Node | None:
    """Show a definition's attributes, signature and documentation; its body, for what is defined in there."""
    body = body_of(node, language)
    attributes, row = attributes_of(node, start, language)
    show_attributes(attributes, what, row, lines, found)
    last = max(_signature_end(node, body, lines), row)
    parameters = node.child_by_field_name("parameters")
    listed = parameters is not None and last <= parameters.end_point[0] + 1
    if last - row >= MOST_SIGNATURE_LINES and not listed:
        found.append(Found(row, row + MOST_SIGNATURE_LINES - 2, what))
        found.append(Found(last, last, what))
    else:
        found.append(Found(row, last, what))
    first = min(attributes[0][0], row) if attributes else row
    kind = "heading" if what == "container" else "documentation"
    documentation(first, node.start_point[0], kind, body, language, lines, found)
    return body


def documentation(
    first: int,
    of: int,
    what: str,
    body: tree_sitter.Node | None,
    language: Language,
    lines: list[bytes],
    found: list[Found],
) -> None:
    """The first line of words of the docstring, or of the comment block right above."""
    if language.docstrings:
        if body is None or not body.named_child_count:
            return
        statement = body.named_child(0)
        if statement is None:
            return
        inner = statement.named_child(0) if statement.type == "expression_statement" else statement
        if inner is None or inner.type not in ("string", "concatenated_string"):
            return
        top, bottom = inner.start_point[0], inner.end_point[0]
    else:
        bottom = first - 1
        top = bottom
        while top >= 0 and _is_comment(lines[top]):
            top -= 1
        top += 1
        if top > bottom:
            return
    for row in range(top, min(bottom, top + 6) + 1):
        if says_something(lines[row]):
            found.append(Found(row, row, what, of))
            return


def module_documentation(
    root: tree_sitter.Node, language: Language, lines: list[bytes], found: list[Found]
) -> None:
    """The first line of words of what documents the whole file."""
    first = next((child for child in root.children if child.is_named and child.type != "comment"), None)
    if first is None or not language.docstrings:
        if language.grammar == "rust":
            row = next(
                (at for at, line in enumerate(lines[:MOST_HEAD_LINES]) if line.startswith(b"//! ")), -1
            )
            if row >= 0:
                found.append(Found(row, row, "heading", row))
        return
    inner = first.named_child(0) if first.type == "expression_statement" else None
    if inner is not None and inner.type == "string":
        for row in range(inner.start_point[0], min(inner.end_point[0], inner.start_point[0] + 6) + 1):
            if says_something(lines[row]):
                found.append(Found(row, row, "heading", row))
                return


def says_something(line: bytes) -> bool:
    """Whether a line of documentation has words of its own, and is not a tag alone."""
    text = _MARKUP.sub("", line.decode("utf-8", "replace").replace('r"', "").strip("\"' \t/*#!-"))
    if _WORDS.search(text) is None or _NAME_ALONE.fullmatch(text) is not None:
        return False
    return not text.startswith("@") or text.startswith(_TELLING_TAGS)


def _is_comment(line: bytes) -> bool:
    stripped = line.strip()
    return stripped.startswith((b"//", b"/*", b"*", b"#", b"--")) and not stripped.startswith(
        (b"#include", b"#define", b"#if", b"#end", b"#else", b"#pragma", b"#[", b"#!", b"#undef")
    )
