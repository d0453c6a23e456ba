"""Settings: one table of keys, read from the environment, the project, the home, or the default.

Order: command line (the caller's) > environment > project `.knapsack.toml` at the git root >
`config.toml` in the home > defaults. Unknown keys and bad values are told, never swallowed.
`tomllib` costs more than the hot path may spend, so a parsed file is kept as a marshalled copy keyed
by its path, size and modification time.
"""

import marshal
import os
import zlib

from knapsack_cli import paths
from knapsack_cli.errors import SettingsError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Setting:
    """One key: its type, default, bounds, and whether a project's file may set it."""

    __slots__ = ("choices", "default", "environment", "kind", "maximum", "minimum", "project")

    def __init__(
        self,
        kind: type,
        default: "Any",
        *,
        environment: tuple[str, ...] = (),
        minimum: float | None = None,
        maximum: float | None = None,
        choices: tuple[str, ...] = (),
        project: bool = False,
    ) -> None:
        self.kind = kind
        self.default = default
        self.environment = environment
        self.minimum = minimum
        self.maximum = maximum
        self.choices = choices
        self.project = project


SETTINGS: dict[str, Setting] = {
    "compress.budget": Setting(int, 0, environment=("KNAPSACK_BUDGET",), minimum=0, project=True),
    "compress.mode": Setting(
        str,
        "smart",
        environment=("KNAPSACK_MODE", "KNAPSACK_OUTPUT"),
        choices=("smart", "lossless", "extract", "off"),
        project=True,
    ),
    "compress.model_command": Setting(
        str, "", environment=("KNAPSACK_MODEL_COMMAND", "KNAPSACK_OUTPUT_MODEL")
    ),
    "output.min_savings_bytes": Setting(
        int, 0, environment=("KNAPSACK_OUTPUT_MIN_SAVINGS_BYTES",), minimum=0, project=True
    ),
    "output.min_savings_ratio": Setting(
        float, 0.1, environment=("KNAPSACK_OUTPUT_MIN_SAVINGS_RATIO",), minimum=0, maximum=1, project=True
    ),
    "output.extract_exclude": Setting(
        list,
        ["cat", "ls", "head", "tail", "tree", "find", "dir", "type"],
        environment=("KNAPSACK_OUTPUT_EXCLUDE",),
        project=True,
    ),
    "output.max_lines": Setting(
        int, 400, environment=("KNAPSACK_OUTPUT_MAX_LINES",), minimum=0, project=True
    ),
    "output.tools": Setting(list, [], environment=("KNAPSACK_OUTPUT_TOOLS",), project=True),
    "output.disable_with_rtk": Setting(
        bool, True, environment=("KNAPSACK_OUTPUT_DISABLE_WITH_RTK",), project=True
    ),
    "kinds": Setting(list, [], project=True),
    "notes.vault": Setting(str, ""),
    "recall.dictionary": Setting(str, "", environment=("KNAPSACK_DICTIONARY",)),
    "retention.originals_days": Setting(float, 30.0, minimum=0),
    "retention.originals_megabytes": Setting(float, 2000.0, minimum=0),
    "retention.memory_days": Setting(float, 30.0, minimum=0),
    "retention.memory_importance": Setting(float, 0.3, minimum=0, maximum=1),
    "retention.memory_uses": Setting(int, 1, minimum=0),
    "retention.savings_days": Setting(float, 400.0, minimum=0),
    "skills.disable": Setting(bool, False, environment=("KNAPSACK_SKILLS_DISABLE",), project=True),
    "skills.mode": Setting(
        str,
        "hybrid",
        environment=("KNAPSACK_SKILLS_MODE",),
        choices=("off", "compact", "hybrid"),
        project=True,
    ),
    "skills.top_k": Setting(int, 20, environment=("KNAPSACK_SKILLS_TOP_K",), minimum=0, project=True),
    "skills.tail": Setting(
        str, "name", environment=("KNAPSACK_SKILLS_TAIL",), choices=("name", "intent"), project=True
    ),
    "skills.full_render_budget_chars": Setting(
        int, 12_000, environment=("KNAPSACK_SKILLS_FULL_RENDER_BUDGET_CHARS",), minimum=0, project=True
    ),
    "skills.always_full": Setting(list, [], environment=("KNAPSACK_SKILLS_ALWAYS_FULL",), project=True),
    "skills.never": Setting(list, [], environment=("KNAPSACK_SKILLS_NEVER",), project=True),
    "skills.providers": Setting(list, [], environment=("KNAPSACK_SKILLS_PROVIDERS",), project=True),
    "skills.pinned_top_k": Setting(
        int, 8, environment=("KNAPSACK_SKILLS_PINNED_TOP_K",), minimum=0, project=True
    ),
    "skills.usage_max_entries": Setting(
        int, 2_048, environment=("KNAPSACK_SKILLS_USAGE_MAX_ENTRIES",), minimum=0, project=True
    ),
    "skills.usage_stale_days": Setting(
        int, 180, environment=("KNAPSACK_SKILLS_USAGE_STALE_DAYS",), minimum=0, project=True
    ),
    "tools.mode": Setting(
        str, "off", environment=("KNAPSACK_TOOLS_MODE",), choices=("off", "drop", "relevance"), project=True
    ),
    "tools.drop": Setting(list, [], environment=("KNAPSACK_TOOLS_DROP",), project=True),
    "tools.top_k": Setting(int, 24, environment=("KNAPSACK_TOOLS_TOP_K",), minimum=0, project=True),
    "tools.protect": Setting(list, [], environment=("KNAPSACK_TOOLS_PROTECT",), project=True),
}
"""Every key there is. A dotted name is a table and a key in TOML."""


class Settings:
    """The values in force, and where each that is not a default comes from."""

    __slots__ = ("origins", "values")

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.origins: dict[str, str] = {}

    def text(self, name: str) -> str:
        """The value of a text key."""
        return str(self._value(name))

    def whole(self, name: str) -> int:
        """The value of a whole-number key."""
        return int(self._value(name))

    def number(self, name: str) -> float:
        """The value of a number key."""
        return float(self._value(name))

    def flag(self, name: str) -> bool:
        """The value of a yes-or-no key."""
        return bool(self._value(name))

    def items(self, name: str) -> "list[Any]":
        """The value of a list key."""
        return list(self._value(name))

    def value(self, name: str) -> "Any":
        """The value of any key, in its own type."""
        return self._value(name)

    def origin(self, name: str) -> str:
        """Where the value comes from: a file's path, a variable's name, or `default`."""
        return self.origins.get(name, "default")

    def _value(self, name: str) -> "Any":
        if name in self.values:
            return self.values[name]
        return SETTINGS[name].default


_LARGEST = 4 << 20
"""Bytes of a file of settings."""


def load_settings(environ: "Mapping[str, str]", home: str, cwd: str) -> Settings:
    """Read every source of settings.

    Raises:
        SettingsError: a file does not parse, names an unknown key, or holds a bad value.
    """
    settings = Settings()
    _take_file(settings, os.path.join(home, paths.CONFIG), home, project=False)
    root = paths.git_root(cwd)
    if root is not None:
        _take_file(settings, os.path.join(root, paths.PROJECT_CONFIG), home, project=True)
    for name, setting in SETTINGS.items():
        for variable in setting.environment:
            if environ.get(variable):
                settings.values[name] = check_value(
                    name, _from_text(name, environ[variable], variable), variable
                )
                settings.origins[name] = variable
                break
    return settings


def check_value(name: str, value: "Any", where: str) -> "Any":
    """Return `value` when the key `name` allows it.

    Raises:
        SettingsError: wrong type, out of bounds, or not one of the choices.
    """
    setting = SETTINGS[name]
    if setting.kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, setting.kind) or (setting.kind is not bool and isinstance(value, bool)):
        raise SettingsError(f"{where}: {name} is {value!r}; it takes {_wanted(setting)}")
    if setting.choices and value not in setting.choices:
        raise SettingsError(f"{where}: {name} is {value!r}; it takes {_wanted(setting)}")
    if isinstance(value, int | float):
        low, high = setting.minimum, setting.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            raise SettingsError(f"{where}: {name} is {value!r}; it takes {_wanted(setting)}")
    return value


def _wanted(setting: Setting) -> str:
    if setting.choices:
        return "one of " + ", ".join(setting.choices)
    name = {int: "a whole number", float: "a number", bool: "true or false", str: "text", list: "a list"}[
        setting.kind
    ]
    if setting.minimum is not None and setting.maximum is not None:
        return f"{name} from {setting.minimum} to {setting.maximum}"
    if setting.minimum is not None:
        return f"{name}, at least {setting.minimum}"
    return name


def _from_text(name: str, text: str, where: str) -> "Any":
    kind = SETTINGS[name].kind
    if kind is bool:
        lowered = text.strip().lower()
        if lowered in ("1", "true", "yes", "on"):
            return True
        if lowered in ("0", "false", "no", "off"):
            return False
        raise SettingsError(f"{where}: {name} is {text!r}; it takes true or false")
    if kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            raise SettingsError(f"{where}: {name} is {text!r}; it takes {_wanted(SETTINGS[name])}") from None
    if kind is list:
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _take_file(settings: Settings, path: str, home: str, *, project: bool) -> None:
    try:
        status = os.stat(path)
    except OSError:
        return
    data = _parsed(path, status, home)
    for name, value in _flatten(data):
        setting = SETTINGS.get(name)
        if setting is None:
            raise SettingsError(f"{path}: unknown key {name}; knapsack stats --settings lists them")
        if project and not setting.project:
            raise SettingsError(
                f"{path}: a project's file may not set {name}; put it in {paths.CONFIG} in {home}"
            )
        settings.values[name] = check_value(name, value, path)
        settings.origins[name] = path


def _flatten(data: "dict[str, Any]") -> "list[tuple[str, Any]]":
    found: list[tuple[str, Any]] = []
    for key, value in data.items():
        if isinstance(value, dict) and key not in SETTINGS:
            found.extend((f"{key}.{inner}", item) for inner, item in value.items())
        else:
            found.append((key, value))
    return found


def _parsed(path: str, status: os.stat_result, home: str) -> "dict[str, Any]":
    key = f"{path}\0{status.st_size}\0{status.st_mtime_ns}"
    cache = os.path.join(home, "config.cache")
    try:
        with open(paths.open_plain(cache), "rb") as file:
            packed = file.read()
        # A damaged copy could ask marshal for gigabytes.
        if zlib.crc32(packed[4:]) != int.from_bytes(packed[:4], "little"):
            raise ValueError
        known: dict[str, dict[str, Any]] = marshal.loads(packed[4:])
        if not isinstance(known, dict):
            known = {}
        if isinstance(known.get(key), dict):
            return known[key]
    except (OSError, ValueError, EOFError, TypeError, MemoryError):
        known = {}
    import tomllib

    try:
        # A project's file may be a link to anything: a device without end is not read.
        with open(paths.open_plain(path, links=True), "rb") as file:
            text = file.read(_LARGEST + 1)
        if len(text) > _LARGEST:
            raise ValueError(f"it has over {_LARGEST >> 20} MB")
        data = tomllib.loads(text.decode())
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: {error}") from error
    _remember(
        cache, {**{k: v for k, v in known.items() if not str(k).startswith(path + "\0")}, key: data}, home
    )
    return data


def _remember(cache: str, known: "dict[str, dict[str, Any]]", home: str) -> None:
    temporary = f"{cache}.{os.getpid()}"
    try:
        paths.make_private(home)
        with open(paths.open_plain(temporary, os.O_CREAT | os.O_WRONLY | os.O_EXCL), "wb") as file:
            packed = marshal.dumps(known)
            file.write(zlib.crc32(packed).to_bytes(4, "little") + packed)
        os.replace(temporary, cache)
    except (OSError, ValueError):
        pass
