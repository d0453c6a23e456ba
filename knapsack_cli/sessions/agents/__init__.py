"""One module an agent's session format; here is the one table that lists them.

A module gives `places(environ, home)`; then, for logs in lines, `recognises(record)` and a `Reader`
(`base.LineReader`); for one JSON document `read_document(value)`; for anything else `claims(path)` and a
`Whole` (`base.WholeReader`). `REVISABLE` says that its messages are written again while they grow.
"""

from __future__ import annotations

import importlib
from typing import Any

AGENTS: dict[str, str] = {
    "knapsack": "knapsack",
    "pi": "pi",
    "claude": "claude",
    "codex": "codex",
    "gemini": "gemini",
    "opencode": "opencode",
    "copilot": "copilot",
    "pi-memory-sessions": "pi_memory",
}
"""Agent's name -> its module. The order is the order in which a log is offered to them."""


def module_of(agent: str) -> Any:
    """The module of an agent named in the table."""
    return importlib.import_module(f"knapsack_cli.sessions.agents.{AGENTS[agent]}")
