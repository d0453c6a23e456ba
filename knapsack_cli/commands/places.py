"""Where a run stands, for the commands that need its project or session."""

from __future__ import annotations

from knapsack_cli.context import Context
from knapsack_cli.memory.model import Place
from knapsack_cli.projects import project_names


def session_of(context: Context, given: str = "") -> str:
    """The session: as given, else as the environment says, else none."""
    environ = context.environ
    return given or environ.get("KNAPSACK_SESSION") or environ.get("PI_SESSION_ID") or ""


def place_of(context: Context, session: str = "") -> Place:
    """The project around the working directory, and the session."""
    return Place(project_names(context.cwd), session_of(context, session))
