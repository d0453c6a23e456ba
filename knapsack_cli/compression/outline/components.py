"""Single-file components (Vue, Svelte, Astro): the scripts by their trees, the markup by what it uses.

A script is read as the language that its tag names, with the rest of the file blanked, so that rows stay
the file's. Of the markup the slots and the first use of each other component are shown.
"""

from __future__ import annotations

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import tree_sitter

_OPENS = lazy(r"\s*<(script|template|style)\b([^>]*)>")
_TYPED = lazy(r"""\blang=["'](?:ts|typescript)["']""")
_FRONT = "---"
_USES = lazy(r"<([A-Z][\w.]*|[a-z]+(?:-[a-z\d]+)+)[\s/>]|<(slot)\b|\{[#@](snippet|render)\b")
_OPTIONS = frozenset(("props", "emits", "data", "computed", "methods", "watch", "filters", "setup"))
"""What a Vue component is made of, whose own entries are its members."""
_AROUND_OPTIONS = frozenset(
    ("export_statement", "call_expression", "arguments", "as_expression", "satisfies_expression")
)
LONGEST = 300


def recognise(segment: Segment) -> bool:
    """Whether a text is a component by its blocks, which stand at the left edge, and is no whole page."""
    data = segment.data
    if b"</script>" not in data or b"<html" in data[:4000] or b"<!DOCTYPE" in data[:4000]:
        return False
    opened = [line for line in segment.lines if line.startswith(("<script", "<template", "<style"))]
    return bool(opened) and b"\n</script>" in data and b"\n<body" not in data


def keep_definitions(segment: Segment, decisions: Decisions) -> bool:
    """Raise the ranks of what a component defines, imports and uses; False where it has no script."""
    lines = segment.lines
    scripts: list[tuple[int, int, bool]] = []
    markup: list[tuple[int, int]] = []
    row = 0
    if lines and lines[0].strip() == _FRONT:
        end = next((at for at in range(1, len(lines)) if lines[at].strip() == _FRONT), 0)
        if end:
            scripts.append((0, end, True))
            row = end + 1
    start = row
    while row < len(lines):
        found = _OPENS.match(lines[row]) if "<" in lines[row] else None
        if found is None or (found[1] == "template" and lines[row][:1].isspace()):
            row += 1
            continue
        closing = f"</{found[1]}>"
        end = _closed(lines, row, closing, indented=found[1] != "template")
        markup.append((start, row))
        decisions.keep(row, ALWAYS)
        if found[1] == "script":
            scripts.append((row, end, _TYPED.search(found[2]) is not None))
        elif found[1] == "template":
            markup.append((row + 1, end))
        row = start = end + 1
    markup.append((start, len(lines)))
    if not scripts:
        return False
    for first, last, typed in scripts:
        _keep_script(segment, first, last, typed, decisions)
    _keep_uses(lines, markup, decisions)
    return True


def _closed(lines: list[str], row: int, closing: str, indented: bool) -> int:
    """The row where a block ends; a template's end stands at the left edge, since templates nest."""
    for at in range(row, len(lines)):
        if closing in lines[at] and (indented or at == row or not lines[at][:1].isspace()):
            return at
    return len(lines) - 1


def _keep_script(segment: Segment, first: int, last: int, typed: bool, decisions: Decisions) -> None:
    # Every text is asked whether it is a component; a parser is loaded for those that are.
    from knapsack_cli.compression.outline import by_tree, reading
    from knapsack_cli.compression.outline.grammars import parser
    from knapsack_cli.compression.outline.languages import LANGUAGES

    blank = [""] * (first + 1)
    text = "\n".join(blank + segment.lines[first + 1 : last])
    data = text.encode("utf-8", "surrogateescape")
    read = reading.all_of(data, "typescript" if typed else "javascript")
    if read is None:
        return
    by_tree.keep(segment, read, decisions)
    made = parser(LANGUAGES[read.name].grammar)
    if made is not None and "export default" in text:
        for node in made.parse(data).root_node.children:
            if node.type == "export_statement":
                _keep_options(node, decisions)


def _keep_options(exported: tree_sitter.Node, decisions: Decisions) -> None:
    """Keep the first row of each option of an exported object, and of the entries of those that have some."""
    options = _options_of(exported)
    if options is None:
        return
    decisions.keep(exported.start_point[0], EVIDENCE)
    for pair in options.named_children:
        name = pair.child_by_field_name("key") or pair.child_by_field_name("name")
        if name is None:
            continue
        decisions.keep(pair.start_point[0], EVIDENCE)
        value = pair.child_by_field_name("value")
        if value is None or (name.text or b"").decode() not in _OPTIONS or value.type != "object":
            continue
        for entry in value.named_children:
            if not entry.type.endswith("comment"):
                decisions.keep(entry.start_point[0], EVIDENCE)


def _options_of(exported: tree_sitter.Node) -> tree_sitter.Node | None:
    """The object that is exported, as it is or as the argument of `defineComponent`."""
    stack = [exported]
    while stack:
        node = stack.pop()
        if node.type == "object":
            return node
        if node.type in _AROUND_OPTIONS:
            stack.extend(reversed(node.named_children))
    return None


def _keep_uses(lines: list[str], markup: list[tuple[int, int]], decisions: Decisions) -> None:
    """Keep the slots, and where each other component is first used."""
    seen: set[str] = set()
    for first, last in markup:
        for row in range(first, last):
            for found in _USES.finditer(lines[row][:LONGEST]):
                name = found[1] or f"{found[0]} {row}"
                if name not in seen:
                    seen.add(name)
                    decisions.keep(row, EVIDENCE)
