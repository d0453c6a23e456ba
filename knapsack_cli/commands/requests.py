"""What the `skills` and `tools` filters share: reading, handing the domain its run, writing on."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from knapsack_cli import exits, paths
from knapsack_cli.catalog.options import CatalogOptions, read_options, read_upstream
from knapsack_cli.catalog.profile import Profile, load_profile
from knapsack_cli.catalog.skills import Run
from knapsack_cli.catalog.usage import SkillStore
from knapsack_cli.context import Context
from knapsack_cli.errors import InputError, StoreError
from knapsack_cli.text.embeddings import load_embedder

MOST_BYTES = 64 << 20
"""A larger text is no request; it passes through."""


def read_input(context: Context, file: str | None) -> bytes:
    """The bytes of FILE, or of stdin for none and `-`.

    Raises:
        InputError: the file cannot be read.
    """
    if file is None or file == "-":
        return context.stdin.read()
    try:
        with open(os.path.join(context.cwd, file), "rb") as source:
            return source.read()
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from error


def project_of(context: Context) -> str:
    """The project whose own profile counts: the git root, or the working directory."""
    return paths.git_root(context.cwd) or context.cwd


def catalog_options(context: Context, given: Mapping[str, Any]) -> CatalogOptions:
    """The settings in force, the command line's first, pi-skill-optimizer's last.

    Raises:
        SettingsError: a setting of ours is wrong.
    """
    files = [
        os.path.join(context.user_home(), ".pi", "agent", "skill-optimizer", "config.json"),
        os.path.join(context.cwd, ".pi", "skill-optimizer", "config.json"),
    ]
    return read_options(
        context.settings, given, read_upstream(files, context.environ, context.tell), context.tell
    )


def pass_on(
    context: Context,
    data: bytes,
    given: Mapping[str, Any],
    session: str,
    query: str,
    provider: str,
    work: Callable[[str, Run], str],
) -> int:
    """Let `work` slim a text and write it on; whatever fails on the way, the original goes on.

    Wrong use of an option is told instead, before anything is written.
    """
    options = catalog_options(context, given)
    if not data or len(data) > MOST_BYTES or not options.applies_to(provider):
        context.stdout.write(data)
        return exits.OK
    session = session or context.environ.get("KNAPSACK_SKILLS_SESSION", "")
    try:
        text = data.decode("utf-8", "surrogateescape")
        with _Store(context) as (store, profile):
            slimmed = work(text, Run(options, profile, session, query, store, load_embedder))
        result = data if slimmed == text else slimmed.encode("utf-8", "surrogateescape")
    except (
        ArithmeticError,
        LookupError,
        RecursionError,
        RuntimeError,
        TypeError,
        ValueError,
        OSError,
    ) as error:
        context.tell(f"the text is unchanged: {type(error).__name__}: {error}")
        result = data
    context.stdout.write(result)
    return exits.OK


def bytes_removed(before: str, after: str) -> int:
    """How many bytes of UTF-8 the text lost."""
    return len(before.encode("utf-8", "surrogatepass")) - len(after.encode("utf-8", "surrogatepass"))


def tell_explanation(context: Context, options: CatalogOptions, prefix: str, lines: list[str]) -> None:
    """What `--explain` says on stderr: what was done, then the settings in force with their origins."""
    for line in lines:
        context.tell(line)
    for line in options.explain(prefix):
        context.tell(line)


class _Store:
    """The store and the profile, or nothing with a note when the database cannot be used."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._database: Any = None

    def __enter__(self) -> tuple[SkillStore | None, Profile]:
        try:
            self._database = self._context.database()
            return SkillStore(self._database, self._context.clock()), load_profile(
                self._database, self._context.cwd
            )
        except StoreError as error:
            self._context.tell(f"usage, stickiness and profile are left out: {error}")
            return None, Profile()

    def __exit__(self, *_: object) -> None:
        if self._database is not None:
            self._database.close()
