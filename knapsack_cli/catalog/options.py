"""The settings of the two filters, each with where it comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from knapsack_cli.config import SETTINGS, Settings, check_value
from knapsack_cli.errors import SettingsError

_UPSTREAM_KEYS = {
    "skills.disable": "disable",
    "skills.mode": "mode",
    "skills.top_k": "topK",
    "skills.tail": "tail",
    "skills.full_render_budget_chars": "fullRenderBudgetChars",
    "skills.always_full": "alwaysFull",
    "skills.never": "never",
    "skills.providers": "providers",
    "skills.pinned_top_k": "pinnedTopK",
    "skills.usage_max_entries": "usageMaxEntries",
    "skills.usage_stale_days": "usageStaleDays",
    "tools.mode": "toolsMode",
    "tools.drop": "toolsDrop",
    "tools.top_k": "toolsTopK",
    "tools.protect": "toolsProtect",
}
"""Our keys -> those of the config.json that pi-skill-optimizer reads."""


_YES = ("1", "true", "yes", "on")
_NO = ("0", "false", "no", "off")


class CatalogOptions(NamedTuple):
    """What is in force. Counts are entries, budgets characters, ages days; 0 takes a bound away."""

    disable: bool
    mode: str
    top_k: int
    tail: str
    full_render_budget_chars: int
    always_full: tuple[str, ...]
    never: tuple[str, ...]
    providers: tuple[str, ...]
    pinned_top_k: int
    usage_max_entries: int
    usage_stale_days: int
    tools_mode: str
    tools_drop: tuple[str, ...]
    tools_top_k: int
    tools_protect: tuple[str, ...]
    origins: Mapping[str, str]

    def explain(self, prefix: str) -> list[str]:
        """One line a setting whose key begins with `prefix`: value and origin."""
        lines = []
        for field in self._fields:
            key = setting_key(field)
            if field != "origins" and key.startswith(prefix):
                value = getattr(self, field)
                shown = ", ".join(value) if isinstance(value, tuple) else value
                lines.append(
                    f"{key} = {shown if shown != '' else '(none)'} ({self.origins.get(key, 'default')})"
                )
        return lines

    def applies_to(self, provider: str) -> bool:
        """Whether a request to `provider` is to be slimmed; an empty list of providers means all."""
        return not self.disable and (not self.providers or provider in self.providers)


def setting_key(name: str) -> str:
    """`tools_top_k` -> `tools.top_k`, `mode` -> `skills.mode`."""
    return f"tools.{name[6:]}" if name.startswith("tools_") else f"skills.{name}"


def read_options(
    settings: Settings,
    given: Mapping[str, Any],
    upstream: Mapping[str, tuple[Any, str]],
    tell: Callable[[str], None],
) -> CatalogOptions:
    """Put the options together: command line, our settings, pi-skill-optimizer's, defaults.

    Args:
        given: values from the command line by our key; None means not given.
        upstream: values of pi-skill-optimizer's files by its key, with the path they come from.
        tell: takes a line about an upstream value that is not allowed; such a value is passed over.

    Raises:
        SettingsError: a value of the command line is not allowed.
    """
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for field in CatalogOptions._fields:
        if field == "origins":
            continue
        key = setting_key(field)
        value, origin = settings.value(key), settings.origin(key)
        if given.get(key) is not None:
            value, origin = check_value(key, given[key], f"--{field.replace('_', '-')}"), "command line"
        elif origin == "default" and _UPSTREAM_KEYS[key] in upstream:
            other, path = upstream[_UPSTREAM_KEYS[key]]
            try:
                value, origin = check_value(key, other, path), path
            except SettingsError as error:
                tell(str(error))
        values[field] = tuple(map(str, value)) if isinstance(value, list) else value
        origins[key] = origin
    return CatalogOptions(**values, origins=origins)


def read_upstream(
    paths: Sequence[str], environ: Mapping[str, str], tell: Callable[[str], None]
) -> dict[str, tuple[Any, str]]:
    """What pi-skill-optimizer would read: its config.json files, later ones over earlier, then its variables.

    Returns its keys, each with the value and where it comes from. Unreadable files are told and passed over.
    """
    found: dict[str, tuple[Any, str]] = {}
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                data = json.load(file)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError, RecursionError) as error:
            tell(f"{path}: {error}; the file is passed over")
            continue
        if isinstance(data, dict):
            found.update({key: (value, path) for key, value in data.items()})
    for ours, key in _UPSTREAM_KEYS.items():
        variable = "PI_SKILL_OPTIMIZER_" + re.sub("[A-Z]", lambda letter: f"_{letter[0]}", key).upper()
        if environ.get(variable):
            found[key] = (_from_variable(ours, environ[variable]), variable)
    return found


def _from_variable(key: str, text: str) -> Any:
    """The value in a variable, in the key's type where it can be read so; else the text, to be refused."""
    kind = SETTINGS[key].kind
    text = text.strip()
    if kind is bool:
        lowered = text.lower()
        return lowered in _YES if lowered in (*_YES, *_NO) else text
    if kind is int:
        return int(text) if text.isascii() and text.isdigit() else text
    if kind is list and not text.startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind is list:
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text.lower()


def matches(name: str, patterns: tuple[str, ...]) -> bool:
    """Whether a name is listed, exactly or as `prefix*`."""
    return bool(patterns) and any(
        name == one or (one.endswith("*") and name.startswith(one[:-1])) for one in patterns
    )


assert all(key in SETTINGS for key in _UPSTREAM_KEYS)
