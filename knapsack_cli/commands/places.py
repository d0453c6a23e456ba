"""Where a run stands, for the commands that need its project, session or vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knapsack_cli.context import Context

if TYPE_CHECKING:
    from knapsack_cli.memory.model import Place
    from knapsack_cli.notes.vault import Vault


def session_of(context: Context, given: str = "") -> str:
    """The session: as given, else as the environment says, else none."""
    environ = context.environ
    return given or environ.get("KNAPSACK_SESSION") or environ.get("PI_SESSION_ID") or ""


def place_of(context: Context, session: str = "") -> Place:
    """The project around the working directory, and the session."""
    from knapsack_cli.memory.model import Place
    from knapsack_cli.projects import project_names

    return Place(project_names(context.cwd), session_of(context, session))


def projects_meant(context: Context, given: str) -> tuple[str, ...]:
    """All names of the project that an option gives by one; none where it gives none."""
    if not given:
        return ()
    from knapsack_cli.projects import names_meant

    return names_meant(given, context.cwd, context.user_home())


def vault_of(context: Context) -> Vault:
    """The vault of this run.

    Raises:
        InputError, NothingFoundError: as `find_vault`.
    """
    from knapsack_cli.notes.vault import find_vault

    return find_vault(context.environ, context.settings.text("notes.vault"), context.user_home())
