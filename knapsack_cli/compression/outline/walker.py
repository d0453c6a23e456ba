"""Walking a syntax tree for the lines that define something."""

from __future__ import annotations

import tree_sitter

from knapsack_cli.compression.outline.languages import Language
from knapsack_cli.compression.outline.signatures import (
    Found,
    attributes_of,
    body_of,
    documentation,
    end_of_import,
    module_documentation,
    row_of_name,
    show_attributes,
    show_signature,
)
from knapsack_cli.text.lazy_patterns import lazy

MOST_IMPORT_LINES = 60
MEMBER_LINES = 1
TOP, CONTAINER, FUNCTION = 0, 1, 2
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
        "array_element_initializer",
    )
)
_ANONYMOUS = frozenset(
    ("arrow_function", "function_expression", "generator_function", "anonymous_function", "class")
)
_FUNCTIONS = frozenset(("arrow_function", "function_expression", "function_definition", "anonymous_function"))
_CALLS = frozenset(
    ("call_expression", "scoped_call_expression", "member_call_expression", "function_call_expression")
)
_EXPORTS = lazy(
    rb"module\.exports|exports\.|export |[\w$]{1,80}\.prototype\.[\w$]+ ?="
    rb"|[\w$]{1,80}(?:\.[\w$]{1,80}){1,4} ?= ?[{\[]"
)
_DECLARATIONS = frozenset(("lexical_declaration", "variable_declaration"))
_PROTOTYPES = frozenset(("declaration", "field_declaration", "type_definition", "preproc_function_def"))
_LOCAL_TYPES = frozenset(("class_specifier", "struct_specifier"))
_VALUED = frozenset(("variable_declarator", "assignment_expression", "pair"))
_GROUPS = frozenset(("const_declaration", "var_declaration"))
_SPECIFICATIONS = frozenset(("const_spec", "var_spec"))
_MISTAKEN = frozenset(("prefix_expression", "infix_expression"))
_RUBY_MACROS = lazy(
    rb"(?:require|require_relative|load|autoload|include|extend|prepend|attr_\w+|alias_method|define_method|"
    rb"has_\w+|belongs_to|validates?\w*|scope|private|protected|public|module_function|delegate"
    rb"|def_delegators?|"
    rb"private_constant|private_class_method|using|register|set|helpers|mount|resources?|namespace"
    rb"|describe|context|"
    rb"it|task|desc|gem|source|group)\b"
)


_STATEMENTS = ("_statement", "_declaration", "_definition", "_item", "_directive", "comment")
"""Endings of the names of nodes that are whole pieces of a program."""


def walk(tree: tree_sitter.Tree, language: Language, lines: list[bytes]) -> list[Found]:
    """Every import, definition, member and first line of documentation, in no particular order."""
    found: list[Found] = []
    module_documentation(tree.root_node, language, lines, found)
    stack: list[tuple[tree_sitter.Node, int, int]] = [(child, TOP, -1) for child in tree.root_node.children]
    while stack:
        node, scope, origin = stack.pop()
        kind = node.type
        row = node.start_point[0]
        start = row if origin < 0 else origin
        if kind in language.imports:
            if scope == FUNCTION and not language.docstrings:
                continue
            end = end_of_import(node)
            found.append(Found(row, min(end, row + MOST_IMPORT_LINES), "import"))
            if kind in language.through:
                stack.extend((child, scope, -1) for child in node.children)
        elif kind in language.containers and node.is_named:
            _container(node, start, language, lines, found, stack)
        elif kind in language.functions:
            _function(node, start, language, lines, found, stack)
        elif kind in language.members and scope != FUNCTION:
            _member(node, scope, start, language, lines, found, stack)
        elif kind == "assignment" and language.docstrings:
            if node.children[-1].type == "lambda":
                found.append(Found(row, row, "constant"))
        elif kind in _MISTAKEN and language.grammar == "kotlin" and scope != FUNCTION:
            from knapsack_cli.compression.outline.constructors import body_of_mistaken

            if (body := body_of_mistaken(node)) is not None:
                found.append(Found(row, body.start_point[0], "container"))
                stack.extend((child, CONTAINER, -1) for part in body.children for child in part.children)
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
        if call.type in _CALLS and _is_titled_call(call, with_function=scope != TOP):
            found.append(Found(start, start, "constant"))
    if kind == "expression_statement" and scope == TOP and _EXPORTS.match(node.text or b""):
        found.append(Found(start, start, "constant"))
    if kind in _VALUED and (scope == FUNCTION or kind == "pair") and _is_long_object(node):
        found.append(Found(start, start, "documentation", start))
    if kind == "expression_statement" and scope == FUNCTION and language.nested and _names_again(node):
        found.append(Found(start, start, "constant"))
    for child in node.children:
        stack.append((child, scope, start if passes else -1))


def _is_long_object(node: tree_sitter.Node) -> bool:
    """Whether a variable, or a property, gets an object of several lines: options, a context, a state."""
    value = node.children[-1] if node.child_count == 3 else node
    return value.type == "object" and value.end_point[0] > value.start_point[0]


def _names_again(statement: tree_sitter.Node) -> bool:
    """`Kind.prototype.name = Kind.prototype.other;` within a function."""
    assignment = statement.children[0] if statement.children else statement
    if assignment.type != "assignment_expression" or assignment.children[-1].type != "member_expression":
        return False
    return _EXPORTS.match(assignment.text or b"") is not None


def _is_titled_call(call: tree_sitter.Node, with_function: bool) -> bool:
    """`describe("…", …)`, `app.get("/…", …)`: a call whose first argument is a string.

    Within functions calls are many: there one of the other arguments must be a function.
    """
    arguments = call.child_by_field_name("arguments")
    if arguments is None or arguments.named_child_count < 2:
        return False
    # PHP wraps each argument.
    given = [
        child.named_children[0] if child.type == "argument" else child for child in arguments.named_children
    ]
    if given[0].type not in ("string", "template_string"):
        return False
    return not with_function or any(child.type in _FUNCTIONS for child in given[1:])


def _container(
    node: tree_sitter.Node,
    start: int,
    language: Language,
    lines: list[bytes],
    found: list[Found],
    stack: list[tuple[tree_sitter.Node, int, int]],
) -> None:
    body = body_of(node, language)
    has_name = node.child_by_field_name("name") is not None
    if node.type in _ANONYMOUS and not has_name and not _has_named_parent(node):
        return
    if body is None and node.type.endswith("_specifier"):
        # `struct name variable;` uses a type; only one with a body defines it.
        return
    body = show_signature(node, start, "container", language, lines, found)
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
        body = body_of(node, language)
    else:
        body = show_signature(node, start, "function", language, lines, found)
    if language.nested and body is not None:
        for child in body.children:
            stack.append((child, FUNCTION, -1))
        if language.grammar == "cpp":
            stack.extend((local, FUNCTION, -1) for local in _local_types(body))


def _local_types(body: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The classes that are defined within the blocks of a function's body."""
    text = body.text or b""
    if b"struct " not in text and b"class " not in text:
        return []
    types: list[tree_sitter.Node] = []
    stack = body.named_children
    while stack:
        node = stack.pop()
        if node.type in _LOCAL_TYPES and node.child_by_field_name("body") is not None:
            types.append(node)
        elif node.named_child_count:
            stack.extend(node.named_children)
    return types


def _is_member_of_ruby(
    node: tree_sitter.Node,
    scope: int,
    start: int,
    lines: list[bytes],
    stack: list[tuple[tree_sitter.Node, int, int]],
) -> bool:
    """Whether a call is one of those that define something, a word a visibility, an assignment a constant's.

    Into what is no member is looked further, and into the block of a call that is.
    """
    if node.type == "call":
        if _RUBY_MACROS.match(lines[node.start_point[0]].strip()):
            stack.extend((child, scope, -1) for child in node.children if child.type in ("block", "do_block"))
            return True
    elif node.type == "identifier":
        return node.text in (b"private", b"protected", b"public")
    elif node.type == "assignment":
        left = node.child_by_field_name("left")
        if left is not None and left.type == "constant":
            return True
    else:
        return True
    stack.extend((child, scope, start) for child in node.children)
    return False


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
    if kind == "property_identifier" or (
        language.grammar == "ruby" and not _is_member_of_ruby(node, scope, start, lines, stack)
    ):
        return
    attributes, row = attributes_of(node, start, language)
    first = attributes[0][0] if attributes else row
    what = "member" if scope == CONTAINER else "constant"
    show_attributes(attributes, what, row, lines, found)
    inner = [
        child for child in node.children if child.type in language.containers and body_of(child, language)
    ]
    values = [child for child in node.children if child.type in language.functions]
    last = row + MEMBER_LINES - 1
    if kind in _PROTOTYPES and not inner and language.grammar in ("c", "cpp", "go"):
        last = min(node.end_point[0], row + 3)
        if node.end_point[1] == 0 and last > row:
            last = min(last, node.end_point[0] - 1)
        if kind == "preproc_function_def":
            last = row
    found.append(Found(row, max(last, row_of_name(node)), what))
    if inner and node.end_point[0] > first and language.grammar in ("c", "cpp"):
        # The name of a typedef or of a variable stands after the body.
        found.append(Found(node.end_point[0], node.end_point[0], what))
    stack.extend((child, scope, -1) for child in (*inner, *values))
    if language.deep:
        stack.extend((child, FUNCTION, -1) for child in node.children if child not in inner)
    elif kind == "assignment" and language.grammar == "ruby":
        stack.extend((child, scope, -1) for child in node.children if child.type in language.through)
        if (value := node.child_by_field_name("right")) is not None and value.type == "call":
            # `Name = Struct.new(:field) do`
            stack.extend((child, scope, -1) for child in value.children if child.type == "do_block")
    if kind in _GROUPS and last < node.end_point[0]:
        for child in node.children:
            stack.extend(
                (spec, CONTAINER, -1) for spec in (child, *child.children) if spec.type in _SPECIFICATIONS
            )
    if kind in ("enum_entry", "create_table"):
        stack.extend((child, CONTAINER, -1) for child in node.children)
    if not node.child_count or kind in ("property_declaration", "enum_constant", "field_declaration"):
        body = body_of(node, language)
        if body is not None:
            stack.extend((child, CONTAINER, -1) for child in body.children)
    if (
        kind in ("preproc_def", "preproc_function_def", "create_table", "create_view", "create_function")
        or not scope
    ):
        documentation(first, node.start_point[0], "documentation", None, language, lines, found)
