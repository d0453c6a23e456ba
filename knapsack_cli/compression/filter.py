"""compress as a filter: its options from the environment, and stdin read to its end."""

import os

from knapsack_cli.compression.intake import LIMIT, Intake
from knapsack_cli.compression.options import Hints, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from knapsack_cli.context import Context

READ_SIZE = 1 << 18
_SETTING_VARIABLES = frozenset(("KNAPSACK_MODE", "KNAPSACK_BUDGET", "KNAPSACK_MODEL_COMMAND"))
_OUTPUT_VARIABLES = "KNAPSACK_OUTPUT"
"""How the names of the variables of the `output` settings begin."""


def options_from_environment(context: "Context") -> Options:
    """The options that the environment and the settings give, before the command line has its say."""
    environ = context.environ
    code = environ.get("KNAPSACK_EXIT_CODE", "")
    hints = Hints(
        command=environ.get("KNAPSACK_COMMAND", ""),
        path=environ.get("KNAPSACK_PATH", ""),
        exit_code=int(code) if code.removeprefix("-").isdecimal() and len(code) < 12 else None,
    )
    options = Options(hints)
    if environ.get("KNAPSACK_OFF") not in (None, "", "0"):
        options.mode = "off"
        return options
    if _has_settings(context):
        from knapsack_cli.errors import SettingsError

        try:
            _apply_settings(context, options)
        except SettingsError as error:
            # A wrong setting must not cost the reader the text.
            context.tell(f"{error}; the defaults are used")
    return options


def _apply_settings(context: "Context", options: Options) -> None:
    """What the settings say of a run.

    Raises:
        SettingsError: a file or a variable holds a wrong key or value.
    """
    options.mode = context.settings.text("compress.mode")
    options.budget = context.settings.whole("compress.budget")
    options.least_gain = context.settings.number("output.min_savings_ratio")
    options.least_bytes = context.settings.whole("output.min_savings_bytes")
    options.extract_exclude = tuple(map(str, context.settings.items("output.extract_exclude")))
    options.hints.custom = context.settings.items("kinds")
    options.model_command = context.settings.text("compress.model_command")


def _has_settings(context: "Context") -> bool:
    """Whether any file or variable may change what compress does: reading them costs more than looking."""
    from knapsack_cli import paths

    if not _SETTING_VARIABLES.isdisjoint(context.environ):
        return True
    if any(name.startswith(_OUTPUT_VARIABLES) for name in context.environ):
        return True
    if os.path.exists(os.path.join(context.home, paths.CONFIG)):
        return True
    root = paths.git_root(context.cwd)
    return root is not None and os.path.exists(os.path.join(root, paths.PROJECT_CONFIG))


def run(context: "Context", options: Options, source: "BinaryIO | None" = None) -> int:
    """Filter `source` (stdin by default) to stdout."""
    stream = source if source is not None else context.stdin
    intake = Intake(context, options)
    while chunk := stream.read(_size_at_once(stream)):
        intake.take(chunk)
    return intake.deliver()


def _size_at_once(stream: "BinaryIO") -> int:
    """How many bytes to ask for: a file of moderate size whole, since joining pieces costs memory."""
    try:
        size = os.fstat(stream.fileno()).st_size
    except (OSError, ValueError, AttributeError):
        return READ_SIZE
    return size + 1 if READ_SIZE < size <= LIMIT else READ_SIZE
