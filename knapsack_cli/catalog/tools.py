"""The tools filter: a request in, the same with fewer tools out, never one that a provider would refuse."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from knapsack_cli.catalog.conversation import calls, person_messages, used_tools
from knapsack_cli.catalog.options import matches
from knapsack_cli.catalog.query import read_query
from knapsack_cli.catalog.ranking import Described, Index, boost_clusters
from knapsack_cli.catalog.request import Request, Tool
from knapsack_cli.catalog.selection import Bounds, State, take_message
from knapsack_cli.catalog.shortening import shorten
from knapsack_cli.catalog.skills import Run, read_request
from knapsack_cli.catalog.stickiness import Shield, Thread, follow, implicit_session
from knapsack_cli.text.json_spans import OBJECT, STRING, Edits, JsonValue, StringOffsets, encode_string

CORE_TOOLS = frozenset(
    "read bash edit write multiedit str_replace_editor str_replace_based_edit_tool notebookedit glob grep "
    "ls find todo todowrite todoread subagent fork task agent mcp skill exitplanmode enterplanmode "
    "webfetch websearch askuserquestion powershell shell apply_patch exec_command update_plan view "
    "tool_search".split()
)
"""What an agent cannot work without, in lower case; never dropped."""
COMPACT_CHARACTERS = 240
"""Room of a tool's description that is compacted."""
SURE_COVERAGE = 0.5
"""Tools are dropped only when some tool or other answers at least this share of what a request says."""
SCHEMA_CHARACTERS = 2_048
SCHEMA_NODES = 96
SCHEMA_DEPTH = 4
TOOLS_VERSION = "1"

_CLIENT_KINDS = ("", "function", "custom")
_FAMILY_MARKS = ("__", ".", "/", ":")


class ToolsOutcome:
    """What the filter gives back: the text, what to say of it, and which tools went."""

    __slots__ = ("dropped", "notes", "session", "text", "tools", "why")

    def __init__(self, text: str) -> None:
        self.text = text
        self.notes: list[str] = []
        self.session = ""
        self.tools = 0
        self.dropped: list[str] = []
        self.why = ""


def slim_tools(document: str, run: Run, *, compact_descriptions: bool = False) -> ToolsOutcome:
    """Drop the tools that a request can do without; shorten descriptions when asked to."""
    outcome = ToolsOutcome(document)
    if run.options.disable or (run.options.tools_mode == "off" and not compact_descriptions):
        return outcome
    request, note = read_request(document)
    if request is None or not request.is_request():
        outcome.notes.append(note or "this is not a provider request (JSON); it is unchanged")
        return outcome
    tools = request.tools()
    outcome.tools = len(tools)
    made = calls(request)
    kept_names = used_tools(request, made) | set(request.choice_texts())
    gone = _dropped(request, tools, kept_names, run, outcome)
    edits = Edits(document)
    if gone and not _remove(request, tools, gone, edits):
        outcome.notes.append("no tool would be left; the request is unchanged")
        gone, edits = set(), Edits(document)
    if compact_descriptions:
        _compact(request, [tool for place, tool in enumerate(tools) if place not in gone], run, edits)
    outcome.dropped = [tools[place].name for place in sorted(gone)]
    outcome.text = edits.shorter()
    if outcome.text != document:
        Shield(run.store, outcome.notes).ask(
            lambda store: store.save_savings("tools", outcome.session, document, outcome.text)
        )
    return outcome


def is_core(tool: Tool, protected: tuple[str, ...]) -> bool:
    """Whether a tool is never dropped nor shortened."""
    return tool.name.lower() in CORE_TOOLS or matches(tool.name, protected)


def _dropped(
    request: Request, tools: Sequence[Tool], kept_names: Collection[str], run: Run, outcome: ToolsOutcome
) -> set[int]:
    options = run.options
    free = [
        place
        for place, tool in enumerate(tools)
        if tool.name not in kept_names and not is_core(tool, options.tools_protect)
    ]
    if options.tools_mode == "drop":
        return {place for place in free if matches(tools[place].name, options.tools_drop)}
    if options.tools_mode != "relevance":
        return set()
    free = [place for place in free if _is_clients(request, tools[place])]
    if len(free) <= options.tools_top_k:
        outcome.why = f"{len(free)} tools to choose from, no more than top_k"
        return set()
    messages = [*person_messages(request), *([run.query] if run.query else [])]
    outcome.session = run.session or implicit_session(messages)
    document = request.document
    items = tuple(
        Described(
            tools[place].name,
            _text(request, tools[place].description) + " " + schema_text(document, tools[place].schema),
        )
        for place in free
    )
    state = follow(
        Thread(
            f"tools:{outcome.session}" if outcome.session else "",
            bool(run.session),
            f"{TOOLS_VERSION}:{options.tools_top_k}",
            messages,
        ),
        Shield(run.store, outcome.notes),
        lambda state: None,
        lambda state, texts: _take(state, texts, items, options.tools_top_k, run),
    )
    if not state.signal or state.unsure:
        outcome.why = "the request names no task that a tool answers surely"
        return set()
    return {place for place in free if tools[place].name not in state.promoted}


def _take(state: State, messages: Sequence[str], items: tuple[Described, ...], top_k: int, run: Run) -> None:
    index = Index(items)
    families = _families(items)
    lengths = {item.name: 0 for item in items}
    for text in messages:
        ranking = index.rank(read_query(text, run.profile.aliases))
        if ranking.signal and ranking.coverage < SURE_COVERAGE:
            state.unsure = True
        boost_clusters(ranking, items, families)
        take_message(state, ranking, items, lengths, Bounds(top_k, 0))


def _families(items: Sequence[Described]) -> list[list[str]]:
    """Tools of one server, by the name before its last separator: a task needs several of them."""
    families: dict[str, list[str]] = {}
    for item in items:
        for separator in _FAMILY_MARKS:
            head, found, _ = item.name.rpartition(separator)
            if found:
                families.setdefault(head, []).append(item.name)
                break
    return [members for members in families.values() if len(members) > 1]


def _is_clients(request: Request, tool: Tool) -> bool:
    """Whether the caller runs the tool; a provider's own, and one whose loading is deferred, cost little."""
    deferred = tool.element.member("defer_loading")
    return tool.kind in _CLIENT_KINDS and (deferred is None or deferred.kind != "true")


def schema_text(document: str, schema: JsonValue | None) -> str:
    """The words of a schema: property names, descriptions, values to choose from; bounded in every way."""
    words: list[str] = []
    stack = [(schema, 0)] if schema is not None else []
    nodes = size = 0
    while stack and nodes < SCHEMA_NODES and size < SCHEMA_CHARACTERS:
        value, depth = stack.pop()
        nodes += 1
        if value.kind is STRING:
            words.append(value.text(document)[:SCHEMA_CHARACTERS])
            size += len(words[-1])
            continue
        for key, child in reversed(list(zip(value.keys, value.children, strict=False))):
            if key in ("properties", "patternProperties", "json"):
                words += child.keys[:SCHEMA_NODES]
                size += sum(map(len, child.keys[:SCHEMA_NODES]))
                stack += [(one, depth + 1) for one in reversed(child.children) if depth < SCHEMA_DEPTH]
            elif key in ("description", "enum", "items", "allOf", "anyOf", "oneOf") and depth < SCHEMA_DEPTH:
                stack.append((child, depth + 1))
        if value.kind is not OBJECT:
            stack += [(one, depth + 1) for one in reversed(value.children) if depth < SCHEMA_DEPTH]
    return " ".join(words)[:SCHEMA_CHARACTERS]


def _remove(request: Request, tools: Sequence[Tool], gone: Collection[int], edits: Edits) -> bool:
    """Take the tools out and hand their cache marks on; False when no tools would remain."""
    if len(gone) == len(tools) and all(tools[place].container is tools[0].container for place in gone):
        if len(tools) == len(tools[0].container.children):
            return False
    containers: dict[int, tuple[Tool, set[int]]] = {}
    for place in sorted(gone):
        tool = tools[place]
        containers.setdefault(id(tool.container), (tool, set()))[1].add(tool.place)
    holders: list[JsonValue] = []
    for tool, indexes in containers.values():
        if len(indexes) == len(tool.container.children):
            if tool.holder is None:
                return False
            holders.append(tool.holder)
            continue
        indexes |= _orphaned_cache_points(tool.container, indexes)
        edits.remove(tool.container, indexes)
        _hand_on_cache_mark(request.document, tool.container, indexes, edits)
    return _remove_holders(request, holders, edits)


def _remove_holders(request: Request, holders: Sequence[JsonValue], edits: Edits) -> bool:
    """Take out the Gemini elements whose declarations are all gone; only those of one that holds more."""
    bare: list[JsonValue] = []
    for holder in holders:
        if len(holder.children) == 1:
            bare.append(holder)
        elif holder.children:
            named = {at for at, key in enumerate(holder.keys) if key.lower().startswith("function")}
            edits.remove(holder, named)
    for path in (("tools",), ("config", "tools")):
        array = request.root.path(*path)
        if bare and array is not None:
            # All elements of one array at once: each takes a comma with it.
            indexes = {at for at, child in enumerate(array.children) if child in bare}
            if len(indexes) == len(array.children):
                return False
            edits.remove(array, indexes)
            bare = [holder for holder in bare if holder not in array.children]
    return not bare


def _orphaned_cache_points(container: JsonValue, gone: Collection[int]) -> set[int]:
    """Bedrock's cache points before the first tool that stays: they would open the list, which is refused."""
    orphaned: set[int] = set()
    for index, element in enumerate(container.children):
        if index in gone:
            continue
        if element.member("cachePoint") is None:
            break
        orphaned.add(index)
    return orphaned if len(orphaned) + len(gone) < len(container.children) else set()


def _hand_on_cache_mark(document: str, container: JsonValue, gone: Collection[int], edits: Edits) -> None:
    """Give a dropped tool's `cache_control` to the last tool kept before it, unless that has one."""
    last_kept: JsonValue | None = None
    marked: set[int] = set()
    for index, element in enumerate(container.children):
        if index not in gone:
            last_kept = element
            continue
        mark = element.member("cache_control")
        if (
            mark is None
            or last_kept is None
            or last_kept.kind is not OBJECT
            or last_kept.member("cache_control")
        ):
            continue
        if id(last_kept) not in marked:
            marked.add(id(last_kept))
            comma = "," if last_kept.children else ""
            place = last_kept.children[-1].end if last_kept.children else last_kept.start + 1
            edits.replace(place, place, f'{comma}"cache_control":{document[mark.start : mark.end]}')


def _compact(request: Request, tools: Sequence[Tool], run: Run, edits: Edits) -> None:
    for tool in tools:
        value = tool.description
        if value is None or is_core(tool, run.options.tools_protect) or tool.kind not in _CLIENT_KINDS:
            continue
        offsets = StringOffsets(request.document, value)
        short = shorten(offsets.text, COMPACT_CHARACTERS)
        if len(short) < len(offsets.text):
            edits.replace(value.start + 1, value.end - 1, encode_string(short, ascii_only=offsets.ascii_only))


def _text(request: Request, value: JsonValue | None) -> str:
    return value.text(request.document) if value is not None else ""
