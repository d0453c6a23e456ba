"""The skills filter: a request or a prompt in, the same with a shorter catalogue out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from knapsack_cli.catalog import rendering
from knapsack_cli.catalog.conversation import Call, calls, evidence, person_messages
from knapsack_cli.catalog.entries import Catalogue, Entry, find_catalogues
from knapsack_cli.catalog.options import CatalogOptions, matches
from knapsack_cli.catalog.profile import Profile
from knapsack_cli.catalog.query import read_query
from knapsack_cli.catalog.ranking import SURE_STRENGTH, Described, Index, blend, boost_clusters
from knapsack_cli.catalog.rendering import Form
from knapsack_cli.catalog.request import Request
from knapsack_cli.catalog.selection import Bounds, State, take_message
from knapsack_cli.catalog.stickiness import Shield, Thread, follow, implicit_session
from knapsack_cli.catalog.usage import SkillStore, attribute
from knapsack_cli.text.embeddings import Embedder, Meanings
from knapsack_cli.text.json_spans import Edits, JsonSyntaxError, StringOffsets, encode_string

SELECTION_VERSION = "1"
"""Goes up when the same message would promote other entries: stored states are then void."""


def no_embedder() -> Embedder | None:
    """Does without likeness of meaning."""
    return None


class Outcome:
    """What a filter gives back.

    Attributes:
        text: the text that goes on, changed or not. notes: what stderr should say in any case.
        entries: entries found. before, after: characters of the catalogues.
        promoted: name -> why it is full. signal: whether the request names a task.
    """

    __slots__ = ("after", "before", "entries", "notes", "promoted", "session", "signal", "text")

    def __init__(self, text: str, notes: list[str] | None = None, entries: int = 0) -> None:
        self.text = text
        self.notes = notes or []
        self.session = ""
        self.entries = entries
        self.before = self.after = 0
        self.promoted: dict[str, str] = {}
        self.signal = False


class Run(NamedTuple):
    """What one run of a filter is handed beside the text.

    Attributes:
        session: the session's id; empty to take it from the first message.
        query: what the person wants, where the text does not say it.
        store: usage and stickiness; None does without.
        embedder: gives the embedder of the optional extra, or None; asked only where words match poorly.
    """

    options: CatalogOptions
    profile: Profile
    session: str = ""
    query: str = ""
    store: SkillStore | None = None
    embedder: Callable[[], Embedder | None] = no_embedder


class _Surface(NamedTuple):
    """A text that may hold catalogues, and how an edit of it reaches the document."""

    text: str
    catalogues: Sequence[Catalogue]
    write: Callable[[list[rendering.TextEdit]], None]
    size: Callable[[str], int]


def slim_skills(document: str, run: Run) -> Outcome:
    """Slim every catalogue of a request (JSON) or a prompt (any other text)."""
    if run.options.mode == "off" or run.options.disable:
        return Outcome(document)
    request, note = read_request(document)
    if note:
        return Outcome(document, [note])
    edits = Edits(document)
    surfaces = _request_surfaces(request, edits) if request is not None else _prompt_surfaces(document, edits)
    if not surfaces:
        return Outcome(
            document, [] if request is not None else ["no skills catalogue in this text; it is unchanged"]
        )
    if any(one.slimmed for surface in surfaces for one in surface.catalogues):
        # This text has been through before: ranking what is left of it would decide otherwise.
        return Outcome(document)
    entries = [entry for surface in surfaces for one in surface.catalogues for entry in one.entries]
    messages = person_messages(request) if request is not None else []
    outcome = Outcome(document, entries=len(entries))
    state = _state(messages, calls(request) if request is not None else [], entries, run, outcome)
    form = _forms(state, run)
    for surface in surfaces:
        found = [
            edit
            for one in surface.catalogues
            for edit in rendering.edits(surface.text, one, form, surface.size)
        ]
        outcome.before += sum(one.entries[-1].end - one.entries[0].start for one in surface.catalogues)
        outcome.after -= sum(edit.end - edit.start - len(edit.replacement) for edit in found)
        surface.write(found)
    outcome.after += outcome.before
    outcome.text = edits.shorter()
    outcome.signal = state.signal
    outcome.promoted = {
        name: why for name, why in state.promoted.items() if name in {one.key for one in entries}
    }
    if outcome.text != document:
        Shield(run.store, outcome.notes).ask(
            lambda store: store.save_savings("skills", outcome.session, document, outcome.text)
        )
    return outcome


def read_request(document: str) -> tuple[Request | None, str]:
    """The request that a document is, or None for a prompt; and a note when it is neither."""
    try:
        return Request(document), ""
    except JsonSyntaxError as error:
        if looks_like_json(document):
            return None, f"this is broken JSON ({error}); it is unchanged"
        return None, ""


def looks_like_json(document: str) -> bool:
    """Whether a text was meant to be JSON: editing it as a prompt could make a broken request worse."""
    start = document.lstrip(" \t\r\n\ufeff")
    inside = start[1:200].lstrip()
    if start.startswith("{"):
        return not start.startswith(("{{", "{%"))
    return start.startswith("[") and (not inside or inside[0] in '"{}[],:-0123456789')


def _request_surfaces(request: Request, edits: Edits) -> list[_Surface]:
    values = [*request.prompt_surfaces()]
    values += [tool.description for tool in request.tools() if tool.description is not None]
    found: list[_Surface] = []
    for value in values:
        if value.end - value.start < 40:
            continue
        offsets = StringOffsets(request.document, value)
        catalogues = find_catalogues(offsets.text)
        if catalogues:
            found.append(_Surface(offsets.text, catalogues, *_literal(offsets, edits)))
    return found


def _literal(
    offsets: StringOffsets, edits: Edits
) -> tuple[Callable[[list[rendering.TextEdit]], None], Callable[[str], int]]:
    """How edits of a string literal's text reach the document, and what text takes inside it."""

    def encoded(text: str) -> str:
        return encode_string(text, ascii_only=offsets.ascii_only)

    def write(found: list[rendering.TextEdit]) -> None:
        for edit in found:
            edits.replace(offsets.position(edit.start), offsets.position(edit.end), encoded(edit.replacement))

    return write, lambda text: _bytes_of(encoded(text))


def _prompt_surfaces(document: str, edits: Edits) -> list[_Surface]:
    def write(found: list[rendering.TextEdit]) -> None:
        for edit in found:
            edits.replace(edit.start, edit.end, edit.replacement)

    catalogues = find_catalogues(document)
    return [_Surface(document, catalogues, write, _bytes_of)] if catalogues else []


def _bytes_of(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _state(
    messages: list[str], made: list[Call], entries: Sequence[Entry], run: Run, outcome: Outcome
) -> State:
    """What the session has promoted, this request's messages included; kept where there is a store."""
    if run.query:
        messages = [*messages, run.query]
    outcome.session = run.session or implicit_session(messages)
    options, store = run.options, Shield(run.store, outcome.notes)
    names = {entry.key for entry in entries}
    found = attribute(evidence(messages, made), _locations(entries), names)
    counted = store.ask(lambda one: one.count(outcome.session, found)) if outcome.session else 0
    if counted:
        kept = {*run.profile.critical, *(store.ask(lambda one: one.pins(names, options.pinned_top_k)) or ())}
        store.ask(
            lambda one: one.prune(
                options.usage_max_entries,
                options.usage_stale_days,
                lambda name: name in kept or matches(name, options.always_full),
            )
        )
    if options.mode != "hybrid":
        return State()

    def begin(state: State) -> None:
        for name in store.ask(lambda one: one.pins(names, options.pinned_top_k)) or ():
            state.promoted[name] = "often used"

    return follow(
        Thread(
            key=outcome.session,
            own=bool(run.session),
            settings=f"{SELECTION_VERSION}:{options.top_k}:{options.full_render_budget_chars}",
            messages=messages,
        ),
        store,
        begin,
        lambda state, texts: _take(state, texts, entries, run),
    )


def _take(state: State, messages: Sequence[str], entries: Sequence[Entry], run: Run) -> None:
    profile = run.profile
    unique: dict[str, Entry] = {}
    for entry in entries:
        unique.setdefault(entry.key, entry)
    items = tuple(
        _described(name, entry, profile)
        for name, entry in unique.items()
        if not matches(name, run.options.never)
    )
    lengths = {name: entry.end - entry.start for name, entry in unique.items()}
    index = _index(items)
    bounds = Bounds(run.options.top_k, run.options.full_render_budget_chars)
    for text in messages:
        for one in evidence([text], []):
            if one.text in unique:
                state.promoted.setdefault(one.text, "named by /skill:")
                state.signal = True
        ranking = index.rank(read_query(text, profile.aliases))
        if ranking.signal and ranking.strength < SURE_STRENGTH and text.isascii():
            meanings = _meanings(items, run.embedder)
            if meanings is not None:
                blend(ranking, meanings.likeness(text))
        boost_clusters(ranking, items, profile.clusters.values())
        take_message(state, ranking, items, lengths, bounds)


def _described(name: str, entry: Entry, profile: Profile) -> Described:
    description = entry.description.value if entry.description is not None else ""
    if profile.is_empty():
        return Described(name, description)
    return Described(name, description, profile.samples(name), profile.negative(name))


@lru_cache(maxsize=4)
def _meanings(items: tuple[Described, ...], embedder: Callable[[], Embedder | None]) -> Meanings | None:
    found = embedder()
    if found is None:
        return None
    return Meanings(
        found, [f"{item.name.replace('-', ' ')}. {item.description} {item.samples}" for item in items]
    )


@lru_cache(maxsize=16)
def _index(items: tuple[Described, ...]) -> Index:
    return Index(items)


def _forms(state: State, run: Run) -> Callable[[Entry], Form]:
    options, critical = run.options, frozenset(run.profile.critical)
    if options.mode == "compact":
        rest = Form.INTENT
    elif not state.signal:
        rest = Form.BRIEF
    else:
        rest = Form.INTENT if options.tail == "intent" else Form.NAME
    intents = frozenset(state.intents)

    def form(entry: Entry) -> Form:
        name = entry.key
        if matches(name, options.never):
            return Form.GONE
        if name in critical or matches(name, options.always_full):
            return Form.FULL
        if options.mode == "hybrid" and name in state.promoted:
            return Form.FULL
        return Form.INTENT if options.mode == "hybrid" and name in intents else rest

    return form


def _locations(entries: Sequence[Entry]) -> dict[str, str]:
    return {entry.location.value: entry.key for entry in entries if entry.location is not None}
