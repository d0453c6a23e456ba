"""Walking a syntax tree for the lines that define something."""

from __future__ import annotations

import re
from typing import NamedTuple

import tree_sitter

from knapsack_cli.compression.outline.languages import Language

MOST_SIGNATURE_LINES = 12
"""A longer signature (a table of parameters) keeps its first lines and its last."""
MOST_IMPORT_LINES = 60
MEMBER_LINES = 1
TOP, CONTAINER, FUNCTION = 0, 1, 2
_WORDS = re.compile(r"\w{2}")
_NAMED_PARENTS = frozenset(
    (
        "variable_declarator",
        "assignment_expression",
        "pair",
        "field_definition",
        "public_field_definition",
        "export_statement",
        "assignment",
        "field",
    )
)
_ANONYMOUS = frozenset(("arrow_function", "function_expression", "generator_function", "class"))
_FUNCTIONS = frozenset(("arrow_function", "function_expression", "function_definition"))
_EXPORTS = (b"module.exports", b"exports.", b"export ")
_DECLARATIONS = frozenset(("lexical_declaration", "variable_declaration"))
_PROTOTYPES = frozenset(("declaration", "field_declaration", "type_definition", "preproc_function_def"))
_MODIFIERS = frozenset(("modifiers", "attribute_list", "decorator", "annotation"))
_GROUPS = frozenset(("const_declaration", "var_declaration"))
_SPECIFICATIONS = frozenset(("const_spec", "var_spec"))
_RUBY_MACROS = re.compile(
    rb"(?:require|require_relative|load|autoload|include|extend|prepend|attr_\w+|alias_method|define_method|"
    rb"has_\w+|belongs_to|validates?\w*|scope|private|protected|public|module_function|delegate"
    rb"|def_delegators?|"
    rb"private_constant|private_class_method|using|register|set|helpers|mount|resources?|namespace"
    rb"|describe|context|"
    rb"it|task|desc|gem|source|group)\b"
)


_STATEMENTS = ("_statement", "_declaration", "_definition", "_item", "_directive", "comment")
"""Endings of the names of nodes that are whole pieces of a program."""


class Found(NamedTuple):
    """A line range (0-based rows, inclusive) that is shown, and why.

    `what` is one of import, container, function, member, constant, documentation, and heading, which is the
    documentation of a container. Of these last two `of` is the row where what they document begins.
    """

    first: int
    last: int
    what: str
    of: int = -1


def walk(tree: tree_sitter.Tree, language: Language, lines: list[bytes]) -> list[Found]:
    """Every import, definition, member and first line of documentation, in no particular order."""
    found: list[Found] = []
    stack: list[tuple[tree_sitter.Node, int, int]] = [(child, TOP, -1) for child in tree.root_node.children]
    while stack:
        node, scope, origin = stack.pop()
        kind = node.type
        row = node.start_point[0]
        start = row if origin < 0 else origin
        if kind in language.imports:
            end = _end_of_import(node)
            found.append(Found(row, min(end, row + MOST_IMPORT_LINES), "import"))
            if kind in language.through:
                stack.extend((child, scope, -1) for child in node.children)
        elif kind in language.containers and node.is_named:
            _container(node, start, language, lines, found, stack)
        elif kind in language.functions:
            _function(node, start, language, lines, found, stack)
        elif kind in language.members and scope != FUNCTION:
            _member(node, scope, start, language, lines, found, stack)
        elif kind == "ERROR" or kind in language.through:
            _look_into(node, scope, start, language, found, stack)
        elif scope == FUNCTION and language.deep and node.is_named and node.child_count:
            if kind == "function_call" and _is_titled_call(node, with_function=True):
                found.append(Found(row, row, "constant"))
            stack.extend((child, FUNCTION, -1) for child in node.children)
    return found


def broken_bytes(tree: tree_sitter.Tree, language: Language) -> int:
    """How many bytes of the text the grammar could not read.

    Where a body is not closed, because the text is cut, everything stands in one node of error; what is a
    whole statement or definition in it was read all the same.
    """
    broken = 0
    stack = [tree.root_node]
    while stack:
        node = stack.pop()
        if node.is_missing:
            broken += 1
        elif node.is_error:
            broken += max(1, node.end_byte - node.start_byte)
            for child in node.children:
                if child.is_named and (
                    child.type.endswith(_STATEMENTS)
                    or child.type in language.functions
                    or child.type in language.containers
                    or child.type in language.members
                    or child.type in language.imports
                ):
                    broken -= child.end_byte - child.start_byte
                    if child.has_error:
                        stack.append(child)
        elif node.has_error:
            stack.extend(node.children)
    return broken


def _look_into(
    node: tree_sitter.Node,
    scope: int,
    start: int,
    language: Language,
    found: list[Found],
    stack: list[tuple[tree_sitter.Node, int, int]],
) -> None:
    """Go on below a node that is not shown; statements hand their first row down to what they define."""
    kind = node.type
    passes = kind in (
        "export_statement",
        "lexical_declaration",
        "variable_declaration",
        "variable_declarator",
        "assignment_expression",
        "expression_statement",
        "decorated_definition",
        "template_declaration",
        "ambient_declaration",
        "type_declaration",
        "pair",
    )
    if kind in _DECLARATIONS and scope == TOP:
        found.append(Found(start, start, "constant"))
    if kind == "expression_statement" and language.nested and node.children:
        call = node.children[0]
        if call.type == "call_expression" and _is_titled_call(call, with_function=scope != TOP):
            found.append(Found(start, start, "constant"))
    if kind == "expression_statement" and scope == TOP and (node.text or b"").startswith(_EXPORTS):
        found.append(Found(start, start, "constant"))
    for child in node.children:
        stack.append((child, scope, start if passes else -1))


def _is_titled_call(call: tree_sitter.Node, with_function: bool) -> bool:
    """`describe("…", …)`, `app.get("/…", …)`: a call whose first argument is a string.

    Within functions calls are many: there one of the other arguments must be a function.
    """
    arguments = call.child_by_field_name("arguments")
    if arguments is None or arguments.named_child_count < 2:
        return False
    first = arguments.named_child(0)
    if first is None or first.type not in ("string", "template_string"):
        return False
    return not with_function or any(child.type in _FUNCTIONS for child in arguments.named_children[1:])


def _end_of_import(node: tree_sitter.Node) -> int:
    """The last row of an import: some grammars put the comment after it, or the line's end, inside."""
    last = node
    while last.end_point[0] > node.start_point[0] and last.children:
        inner = [child for child in last.children if not child.type.endswith("comment")]
        if not inner or inner[-1].end_point == last.end_point:
            break
        last = inner[-1]
    row, column = last.end_point[0], last.end_point[1]
    return row - 1 if column == 0 and row > node.start_point[0] else row


def _body_of(node: tree_sitter.Node, language: Language) -> tree_sitter.Node | None:
    if node.type == "type_spec":
        inner = node.child_by_field_name("type")
        if inner is None or inner.type not in language.containers:
            return None
        return inner if inner.type == "interface_type" else _body_of(inner, language)
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
    if before is not None and before.type == ":":
        # Python's comments between the signature and the first statement belong to neither.
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


def _first_row(node: tree_sitter.Node, start: int, language: Language) -> int:
    """The row of the first decorator or attribute that belongs to the definition."""
    row = min(start, node.start_point[0])
    before = node.prev_sibling
    while before is not None and before.type in language.attributes:
        row = min(row, before.start_point[0])
        before = before.prev_sibling
    return row


def _row_after_modifiers(node: tree_sitter.Node) -> int:
    """The row where a declaration goes on after annotations and types that stand on lines of their own."""
    first = node.child_by_field_name("declarator") or (node.children[0] if node.children else node)
    if first.type in _MODIFIERS and first.next_sibling is not None:
        first = first.next_sibling
    return min(first.start_point[0], node.start_point[0] + MOST_SIGNATURE_LINES)


def _show_signature(
    node: tree_sitter.Node, start: int, what: str, language: Language, lines: list[bytes], found: list[Found]
) -> tree_sitter.Node | None:
    body = _body_of(node, language)
    first = _first_row(node, start, language)
    last = max(_signature_end(node, body, lines), first)
    if last - first >= MOST_SIGNATURE_LINES:
        found.append(Found(first, first + MOST_SIGNATURE_LINES - 2, what))
        found.append(Found(last, last, what))
    else:
        found.append(Found(first, last, what))
    kind = "heading" if what == "container" else "documentation"
    _documentation(first, node.start_point[0], kind, body, language, lines, found)
    return body


def _documentation(
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
        if _WORDS.search(lines[row].decode("utf-8", "replace").replace('r"', "").strip("\"' \t/*#!-")):
            found.append(Found(row, row, what, of))
            return


def _is_comment(line: bytes) -> bool:
    stripped = line.strip()
    return stripped.startswith((b"//", b"/*", b"*", b"#", b"--")) and not stripped.startswith(
        (b"#include", b"#define", b"#if", b"#end", b"#else", b"#pragma", b"#[", b"#!", b"#undef")
    )


def _container(
    node: tree_sitter.Node,
    start: int,
    language: Language,
    lines: list[bytes],
    found: list[Found],
    stack: list[tuple[tree_sitter.Node, int, int]],
) -> None:
    body = _body_of(node, language)
    has_name = node.child_by_field_name("name") is not None
    if node.type in _ANONYMOUS and not has_name and not _has_named_parent(node):
        return
    if body is None and node.type.endswith("_specifier"):
        # `struct name variable;` uses a type; only one with a body defines it.
        return
    body = _show_signature(node, start, "container", language, lines, found)
    for child in body.children if body is not None else node.children:
        stack.append((child, CONTAINER, -1))


def _has_named_parent(node: tree_sitter.Node) -> bool:
    parent = node.parent
    if parent is not None and parent.type == "expression_list":
        parent = parent.parent
        return parent is not None and parent.type == "assignment_statement"
    return parent is not None and parent.type in _NAMED_PARENTS


def _function(
    node: tree_sitter.Node,
    start: int,
    language: Language,
    lines: list[bytes],
    found: list[Found],
    stack: list[tuple[tree_sitter.Node, int, int]],
) -> None:
    body: tree_sitter.Node | None
    has_name = node.child_by_field_name("name") is not None
    anonymous = node.type in _ANONYMOUS or (language.grammar == "lua" and node.type == "function_definition")
    if anonymous and not has_name and not _has_named_parent(node):
        body = _body_of(node, language)
    else:
        body = _show_signature(node, start, "function", language, lines, found)
    if language.nested and body is not None:
        for child in body.children:
            stack.append((child, FUNCTION, -1))


def _member(
    node: tree_sitter.Node,
    scope: int,
    start: int,
    language: Language,
    lines: list[bytes],
    found: list[Found],
    stack: list[tuple[tree_sitter.Node, int, int]],
) -> None:
    kind = node.type
    if language.grammar == "ruby":
        if kind == "call":
            if not _RUBY_MACROS.match(lines[node.start_point[0]].strip()):
                stack.extend((child, scope, start) for child in node.children)
                return
            stack.extend((child, scope, -1) for child in node.children if child.type in ("block", "do_block"))
        elif kind == "identifier" and node.text not in (b"private", b"protected", b"public"):
            return
        elif kind == "assignment":
            left = node.child_by_field_name("left")
            if left is None or left.type != "constant":
                stack.extend((child, scope, start) for child in node.children)
                return
    first = _first_row(node, start, language)
    if kind == "property_identifier":
        return
    named = _row_after_modifiers(node)
    inner = [
        child for child in node.children if child.type in language.containers and _body_of(child, language)
    ]
    values = [child for child in node.children if child.type in language.functions]
    what = "member" if scope == CONTAINER else "constant"
    last = first + MEMBER_LINES - 1
    if kind in _PROTOTYPES and not inner and language.grammar in ("c", "cpp", "go"):
        last = min(node.end_point[0], first + 3)
        if node.end_point[1] == 0 and last > first:
            last = min(last, node.end_point[0] - 1)
        if kind == "preproc_function_def":
            last = first
    found.append(Found(first, max(last, named), what))
    if inner and node.end_point[0] > first and language.grammar in ("c", "cpp"):
        # The name of a typedef or of a variable stands after the body.
        found.append(Found(node.end_point[0], node.end_point[0], what))
    stack.extend((child, scope, -1) for child in (*inner, *values))
    if language.deep:
        stack.extend((child, FUNCTION, -1) for child in node.children if child not in inner)
    if kind in _GROUPS and last < node.end_point[0]:
        for child in node.children:
            stack.extend(
                (spec, CONTAINER, -1) for spec in (child, *child.children) if spec.type in _SPECIFICATIONS
            )
    if kind == "enum_entry" or (kind in ("create_table",)):
        stack.extend((child, CONTAINER, -1) for child in node.children)
    if not node.child_count or kind in ("property_declaration", "enum_constant", "field_declaration"):
        body = _body_of(node, language)
        if body is not None:
            stack.extend((child, CONTAINER, -1) for child in body.children)
    if (
        kind in ("preproc_def", "preproc_function_def", "create_table", "create_view", "create_function")
        or not scope
    ):
        _documentation(first, node.start_point[0], "documentation", None, language, lines, found)
