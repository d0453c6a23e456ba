"""The verbs of `skills`: `list`, `init`, `report`, `evaluate`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.context import Context
from knapsack_cli.errors import NothingFoundError, UsageError

VERB_EXAMPLES = {
    "list": "knapsack skills list\nknapsack skills list ./skills --table\n",
    "init": "knapsack skills init\nknapsack skills init --without-model ./skills\n",
    "report": "knapsack skills report\nknapsack skills report --session s1 --json\n",
    "evaluate": "knapsack skills evaluate ~/.pi/agent/sessions\n",
}

_DIRECTORIES = typer.Argument(None, metavar="DIR", help="Folders of skills; default: the agents' own.")
_WIDTH = 100


def list_skills(
    ctx: typer.Context,
    directories: list[str] | None = _DIRECTORIES,
    as_json: bool = typer.Option(False, "--json", help="One JSON object a skill."),
    table: bool = typer.Option(False, "--table", help="Names, scopes and files for a person."),
) -> int:
    """Print the catalogue of the skills in folders.

    Broken files are told on stderr, each with what to mend.
    """
    from knapsack_cli.catalog.discovery import catalogue_text

    context: Context = ctx.obj
    skills = _found(context, directories)
    if as_json:
        for skill in skills:
            record = {
                "name": skill.name,
                "description": skill.description,
                "path": skill.path,
                "scope": skill.scope,
                "hidden": skill.hidden,
                "warnings": list(skill.warnings),
            }
            context.write(json.dumps(record, ensure_ascii=False) + "\n")
    elif table:
        width = max((len(skill.name) for skill in skills), default=0)
        for skill in skills:
            place = f"{skill.scope}{', hidden' if skill.hidden else ''}"
            context.write(f"{skill.name:{width}}  {place:16}  {skill.path}\n")
    else:
        context.write(catalogue_text(skills))
    for skill in skills:
        for warning in skill.warnings:
            context.tell(f"{skill.path}: {warning}")
    return exits.OK


def init(
    ctx: typer.Context,
    directories: list[str] | None = _DIRECTORIES,
    without_model: bool = typer.Option(
        False, "--without-model", help="Make it from the skills' own bodies, without asking a model."
    ),
) -> int:
    """Make the retrieval profile, so that requests find skills by other words.

    The model is the command in KNAPSACK_MODEL_COMMAND; it is asked in batches, and only for skills that
    are new or have changed.
    """
    from knapsack_cli.catalog.profile_building import build_profile
    from knapsack_cli.commands.requests import project_of
    from knapsack_cli.model_command import ask

    context: Context = ctx.obj
    command = context.settings.text("compress.model_command")
    if not command and not without_model:
        raise UsageError(
            "no model command is set (KNAPSACK_MODEL_COMMAND, for example pi -p); "
            "a profile from the skills' own bodies needs none: knapsack skills init --without-model"
        )
    skills = _found(context, directories)

    def progress(done: int, total: int) -> None:
        if context.stderr_is_terminal():
            context.tell(f"{done} of {total} skills")

    with context.database() as database:
        built = build_profile(
            database,
            skills,
            project_of(context),
            context.clock(),
            None if without_model else lambda prompt: ask(command, prompt),
            progress,
        )
    for failure in built.failures:
        context.tell(f"left for the next run: {failure}")
    context.write(
        f"{len(built.profiled)} skills profiled, {built.current} unchanged, {len(built.removed)} removed\n"
    )
    return exits.WRONG_USE if built.failures and not built.profiled else exits.OK


def report(
    ctx: typer.Context,
    session: str = typer.Option("", "--session", metavar="ID", help="The session; default: the last one."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object."),
) -> int:
    """Say what was saved, and what was kept full and why."""
    from knapsack_cli.catalog.reporting import read_report

    context: Context = ctx.obj
    with context.database() as database:
        found = read_report(
            database, session or context.environ.get("KNAPSACK_SKILLS_SESSION", ""), context.clock()
        )
    if as_json:
        record: dict[str, Any] = {
            "session": found.session,
            "saved_in_session": [_saved(one) for one in found.of_session],
            "saved_in_all": [_saved(one) for one in found.of_all],
            "promoted": found.promoted,
            "used": [
                {"name": name, "uses": uses, "weight": round(weight, 3)} for name, uses, weight in found.used
            ],
        }
        context.write(json.dumps(record, ensure_ascii=False) + "\n")
        return exits.OK
    context.write(f"session {found.session or '(none yet)'}\n")
    for title, saved in (("this session", found.of_session), ("in all", found.of_all)):
        for one in saved:
            context.write(
                f"  {title}, {one.kind}: {one.requests} requests, "
                f"{one.bytes_before:,} -> {one.bytes_after:,} bytes, "
                f"about {one.tokens_before - one.tokens_after:,} tokens saved\n"
            )
    for name, why in found.promoted.items():
        context.write(f"  full: {name} ({why})\n")
    for name, uses, weight in found.used:
        context.write(f"  used: {name} x{uses}, weight {weight:.1f}\n")
    return exits.OK


def evaluate(
    ctx: typer.Context,
    sessions: list[str] = typer.Argument(..., metavar="SESSION", help="Session files, or folders of them."),
    directory: list[str] = typer.Option([], "--skills", metavar="DIR", help="Where the skills are."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object."),
) -> int:
    """Measure recall on your own past sessions.

    A read of a SKILL.md counts as a skill that was wanted; nothing else is known. What is printed of your
    requests is redacted: paths, names, hosts, addresses, keys.
    """
    from knapsack_cli.catalog.anonymizing import anonymize
    from knapsack_cli.catalog.evaluation import evaluate as measure
    from knapsack_cli.catalog.evaluation import examples
    from knapsack_cli.catalog.profile import load_profile
    from knapsack_cli.catalog.skills import Run
    from knapsack_cli.commands.requests import catalog_options, project_of
    from knapsack_cli.text.embeddings import load_embedder

    context: Context = ctx.obj
    skills = _found(context, directory)
    found, unknown = examples(_turns(context, sessions), skills)
    if not found:
        raise NothingFoundError(
            f"no request in these sessions was followed by a read of one of {len(skills)} skills "
            f"({unknown} reads were of others)"
        )
    with context.database() as database:
        profile = load_profile(database, project_of(context))
    run = Run(catalog_options(context, {}), profile, embedder=load_embedder)
    result = measure(found, unknown, skills, run)
    names = {os.path.basename(context.user_home()), context.environ.get("USER", ""), os.uname().nodename}
    missed = [(" ".join(anonymize(text, names).split())[:_WIDTH], skill) for text, skill in result.missed]
    if as_json:
        record = {
            "requests": result.requests,
            "reads": result.reads,
            "reads_of_unknown_skills": result.unknown,
            "modes": [
                {"mode": one.mode, "full": round(one.full, 4), "described": round(one.described, 4),
                 "catalogue_bytes": round(one.catalogue_bytes)}
                for one in result.modes
            ],
            "missed": [{"request": text, "skill": skill} for text, skill in missed],
        }  # fmt: skip
        context.write(json.dumps(record, ensure_ascii=False) + "\n")
        return exits.OK
    context.write(
        f"{result.requests} requests, {result.reads} skills read, {result.unknown} reads of others\n"
    )
    context.write("mode     kept full  described  catalogue bytes\n")
    for one in result.modes:
        context.write(f"{one.mode:8} {one.full:9.1%} {one.described:10.1%} {one.catalogue_bytes:16,.0f}\n")
    for text, skill in missed:
        context.write(f"missed {skill}: {text}\n")
    return exits.OK


def _found(context: Context, directories: list[str] | None) -> list[Any]:
    """The skills of the folders given, else of the agents' own; problems are told.

    Raises:
        NothingFoundError: there is none.
    """
    from knapsack_cli.catalog.discovery import discover, scope_of, standard_folders

    if directories:
        given = [os.path.normpath(os.path.join(context.cwd, one)) for one in directories]
        folders = [(folder, scope_of(folder, context.user_home())) for folder in given]
    else:
        folders = standard_folders(context.cwd, context.user_home())
    found = discover(folders)
    for problem in found.problems:
        context.tell(problem)
    if not found.skills:
        looked = ", ".join(folder for folder, _ in folders) or "the agents' folders, none of which is there"
        raise NothingFoundError(f"no skills in {looked}; name a folder: knapsack skills list DIR")
    return found.skills


def _saved(one: Any) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "requests": one.requests,
        "bytes_before": one.bytes_before,
        "bytes_after": one.bytes_after,
        "tokens_before": one.tokens_before,
        "tokens_after": one.tokens_after,
    }


def _turns(context: Context, names: Iterable[str]) -> Iterator[Any]:
    """The messages of sessions, as the evaluation takes them."""
    from knapsack_cli.catalog.evaluation import Turn
    from knapsack_cli.commands.skill_uses import calls_of
    from knapsack_cli.errors import InputError
    from knapsack_cli.sessions import sources
    from knapsack_cli.sessions.model import Message

    for name in names:
        for source in sources.expand(os.path.join(context.cwd, os.path.expanduser(name))):
            try:
                for session, item in sources.open_file(source.path, source.agent):
                    if isinstance(item, Message):
                        yield Turn(f"{source.path}:{session.source}", item.role, item.text, calls_of(item))
            except (InputError, OSError) as error:
                context.tell(f"{source.path}: {error}")
