"""`import`: past sessions of every agent into the one database."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import single
from knapsack_cli.commands.import_output import Progress, summary, tell_problems
from knapsack_cli.context import Context
from knapsack_cli.errors import StoreError, UsageError
from knapsack_cli.text.moments import parse_moment

if TYPE_CHECKING:
    from knapsack_cli.sessions.agents.base import Place
    from knapsack_cli.sessions.importing import Importer
    from knapsack_cli.sessions.index import Index
    from knapsack_cli.sessions.sources import Source
    from knapsack_cli.store.database import Database

EXAMPLES = """\
knapsack import
knapsack import pi claude --since 30d
knapsack import ./old-sessions --dry-run
ssh laptop knapsack export | knapsack import -
knapsack import - --agent pi --session s1 < entry.json
"""

RECORDS: dict[str, str] = {
    "memory": "knapsack_cli.memory.exchange:take_memories",
    "anchor": "knapsack_cli.memory.exchange:take_anchors",
}
"""Records of other rooms in an export: type -> the function that opens a taker of them,
`(database, dry_run) -> taker(record) -> whether it was new`."""


FOREIGN: dict[str, tuple[str, str, str]] = {
    "memory": (
        "knapsack_cli.memory.upstream:open_taker",
        "KNAPSACK_UPSTREAM_DATABASE",
        ".knapsack/memory.db",
    ),
}
"""Files of other programs that another room takes: type of record -> (the function that opens a taker,
`(database, dry_run) -> taker(path) -> (how many were new, what was skipped), or None for another file`; the
variable that names the file; where it is in the user's home otherwise)."""


def import_sessions(
    ctx: typer.Context,
    source: list[str] | None = typer.Argument(
        None, metavar="SOURCE", help="An agent's name, a file or folder, or - for stdin; default: all agents."
    ),
    agent: str = typer.Option("", "--agent", metavar="NAME", help="Whose lines stdin or FILE holds."),
    session: str = typer.Option(
        "", "--session", metavar="ID", help="With -: the session of lines that do not say."
    ),
    project: str = typer.Option("", "--project", metavar="P", help="Only this project; with -: the project."),
    since: str = typer.Option("", "--since", metavar="WHEN", help="Only messages since 2026-11-29, or 30d."),
    keep: str = typer.Option(
        "", "--keep", metavar="LIST", help="Also store thinking, system, output, images."
    ),
    dry_run: bool = typer.Option(False, "--dry-run", help="Count, store nothing."),
    learn: bool = typer.Option(False, "--learn", help="Also remember what the new sessions teach."),
) -> int:
    """Import past sessions of Pi, Claude Code, Codex and others.

    Importing twice changes nothing. Deleting the agents' own files loses nothing.
    """
    from knapsack_cli.commands.places import projects_meant
    from knapsack_cli.commands.skill_uses import SkillUses
    from knapsack_cli.sessions import importing, selection, sources
    from knapsack_cli.sessions.agents import AGENTS

    context: Context = ctx.obj
    names = source or []
    kept = frozenset(name.strip() for name in keep.split(",") if name.strip())
    if not kept <= set(selection.KEEPABLE):
        raise UsageError(f"--keep {keep}: it takes {', '.join(selection.KEEPABLE)}")
    if agent and agent not in AGENTS:
        raise UsageError(f"--agent {agent}: it is one of {', '.join(AGENTS)}")
    from_stdin = names == ["-"]
    if "-" in names and not from_stdin:
        raise UsageError("- stands alone: import it and the rest one after the other")
    options = importing.Options(
        keep=kept,
        since=parse_moment(since, context.clock(), "--since") if since else None,
        projects=() if from_stdin else projects_meant(context, project),
        dry_run=dry_run,
        session=session
        or context.environ.get("KNAPSACK_SESSION")
        or context.environ.get("PI_SESSION_ID")
        or "",
        project_name=project or context.cwd,
    )
    with context.database() as database:
        uses = SkillUses(database, context.clock())
        importer = importing.Importer(
            database,
            ready_index(database, context),
            context.clock,
            options,
            takers(database, RECORDS, dry_run),
            None if dry_run else uses.observe,
            takers(database, {kind: target for kind, (target, _, _) in FOREIGN.items()}, dry_run),
        )
        if from_stdin:
            importer.import_stream(context.stdin, agent)
        else:
            chosen = [name for name in names if name in AGENTS]
            paths = [os.path.join(context.cwd, name) for name in names if name not in AGENTS]
            found = [item for path in paths for item in sources.expand(path)]
            if agent:
                found = [item._replace(agent=agent) for item in found]
            looked: list[Place] = []
            if chosen or not names:
                more, looked = sources.find_sources(
                    context.environ, context.user_home(), chosen or list(AGENTS)
                )
                found += more
            if not names:
                found += foreign_files(context)
            if not found:
                return nothing_found(context, paths, [(place.path, place.variable) for place in looked])
            fresh = changed_files(database, found) if learn and not dry_run else []
            read(context, importer, found)
            if learn and not dry_run:
                from knapsack_cli.commands.remember_learning import learn_from

                learn_from(context, database, fresh)
        try:
            uses.finish()
        except StoreError as error:
            context.tell(f"uses of skills are not counted: {error}")
    return finish(context, importer, dry_run)


def changed_files(database: Database, found: list[Source]) -> list[str]:
    """The files that an earlier import has not seen as they are."""
    changed = []
    for source in found:
        try:
            status = os.stat(source.path)
        except OSError:
            continue
        if not database.execute(
            "SELECT 1 FROM session_files WHERE path=? AND size=? AND modified=?",
            (source.path, status.st_size, status.st_mtime_ns),
        ).fetchone():
            changed.append(source.path)
    return changed


def ready_index(database: Database, context: Context) -> Index | None:
    """The index to keep up to date, made anew where it must be; None when this SQLite cannot search."""
    from knapsack_cli.sessions.index import Index
    from knapsack_cli.sessions.recalling import make_index
    from knapsack_cli.store.lexicon import keep_lexicon

    keep_lexicon(database, context.settings.text("recall.dictionary"))
    index = Index(database)
    try:
        if index.state() != "ready":
            make_index(index, context.tell)
    except StoreError as error:
        context.tell(f"{error}; messages are stored and can be searched once it is there")
        return None
    return index


def takers(database: Database, targets: dict[str, str], dry_run: bool) -> dict[str, Any]:
    """What takes the records or files of other rooms, opened at the first one."""
    import importlib

    def opening(target: str) -> Any:
        opened: list[Any] = []

        def take(record: Any) -> Any:
            if not opened:
                module, _, function = target.partition(":")
                opened.append(getattr(importlib.import_module(module), function)(database, dry_run))
            return opened[0](record)

        return take

    return {kind: opening(target) for kind, target in targets.items()}


def foreign_files(context: Context) -> list[Source]:
    """The files of other programs that are there."""
    from knapsack_cli.sessions.sources import Source

    found = []
    for _, variable, place in FOREIGN.values():
        path = context.environ.get(variable) or os.path.join(context.user_home(), place)
        if os.path.exists(path):
            found.append(Source(path))
    return found


def read(context: Context, importer: Importer, found: list[Source]) -> None:
    """Import the sources, with a bar on a terminal."""
    with Progress(context, found) as progress:
        importer.import_sources(found, progress.step)


def nothing_found(context: Context, paths: list[str], looked: list[tuple[str, str]]) -> int:
    """Say where was looked, and which variables change it."""
    for path in paths:
        context.tell(f"no session files in {path}")
    for path, variable in looked:
        context.tell(f"no session files in {path}" + (f" ({variable} changes it)" if variable else ""))
    return exits.NOTHING_FOUND


def finish(context: Context, importer: Importer, dry_run: bool) -> int:
    """The summary, and what could not be read."""
    report = importer.report
    tell_problems(context, report)
    context.write(summary(report, dry_run) + "\n")
    if report.unreadable and not report.files and not report.unchanged:
        return exits.WRONG_USE
    return exits.OK


def build() -> Any:
    """The Typer command."""
    return single("import", import_sessions, epilog=EXAMPLES)
