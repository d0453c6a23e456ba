"""`note`: write to the Obsidian vault, and search it."""

from __future__ import annotations

import json
import os
from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands import note_search
from knapsack_cli.commands.building import Function, require_input, with_verbs
from knapsack_cli.commands.places import vault_of
from knapsack_cli.commands.recall_search import Asked
from knapsack_cli.context import Context
from knapsack_cli.notes.writing import write
from knapsack_cli.text.redaction import redact

EXAMPLES = """\
knapsack note "Release 2.1" < summary.md
git log -5 --oneline | knapsack note Standup
knapsack note search "connection pool"
knapsack note vault
"""


def note(
    ctx: typer.Context,
    title: list[str] = typer.Argument(..., metavar="TITLE", help="The note; made when there is none."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object: the note, and what became of it."),
) -> int:
    """Write or append to a note in the vault.

    The text comes from stdin. A new note holds it as it is; a known one gets it below a dated heading, unless
    it is in there already. Nothing outside of the vault is ever written.
    """
    context: Context = ctx.obj
    vault = vault_of(context)
    require_input(context, 'knapsack note "Standup" < today.md')
    text, secrets = redact(context.stdin.read().decode("utf-8", "replace"))
    written = write(vault.folder, " ".join(title), text, context.clock())
    path = os.path.join(vault.folder, written.path)
    if as_json:
        context.write(json.dumps({"path": path, "how": written.how}, ensure_ascii=False) + "\n")
    else:
        context.write(f"{path}\n")
    context.stdout.flush()
    if secrets:
        context.tell(f"{secrets} secret{'s' if secrets > 1 else ''} left out of it")
    if written.how == "known":
        context.tell("the text is in there already; nothing written")
    return exits.OK


def search(
    ctx: typer.Context,
    query: list[str] = typer.Argument(..., metavar="QUERY", help="What to look for, in any language."),
    limit: int = typer.Option(10, "--limit", metavar="N", min=1, help="Notes at most."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a note."),
) -> int:
    """Search the notes of the vault, each shown with its frontmatter."""
    return note_search.answer(ctx.obj, Asked(query, limit=limit, as_json=as_json))


def vault(ctx: typer.Context) -> int:
    """Tell which folder is the vault, and what named it."""
    context: Context = ctx.obj
    found = vault_of(context)
    context.write(f"{found.folder}\n")
    context.stdout.flush()
    context.tell(f"named by {found.origin}")
    return exits.OK


def build() -> Any:
    """The Typer command."""
    verbs: dict[str, Function] = {"search": search, "vault": vault}
    return with_verbs("note", note, verbs, epilog=EXAMPLES)
