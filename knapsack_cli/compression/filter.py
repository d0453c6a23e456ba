"""compress as a filter: read, keep the original, shrink, write. Whatever fails, the reader gets the text."""

import os

from knapsack_cli import exits
from knapsack_cli.compression.intake import LIMIT, Intake
from knapsack_cli.compression.options import Hints, Options
from knapsack_cli.text.secret_signals import has_secret_signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from knapsack_cli.compression.shrinking import Outcome
    from knapsack_cli.context import Context
    from knapsack_cli.store.originals import Writer

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


def deliver(
    context: "Context",
    options: Options,
    data: bytes,
    writer: "Writer",
    failed: OSError | None = None,
) -> int:
    """Write the short form of `data`, or all of it where that is better or safer."""
    from knapsack_cli.compression.shrinking import Outcome, redacted, shrink

    try:
        outcome = shrink(data, options)
        if outcome.shortened or outcome.redactions:
            if failed is not None:
                raise failed
            outcome.seal(writer.finish())
        else:
            writer.abandon()
    except OSError as error:
        writer.abandon()
        reason = error.strerror or str(error)
        context.tell(f"the original could not be kept in {context.home} ({reason}); passed through whole")
        outcome = Outcome(redacted(data)[0], data)
    except Exception as error:
        writer.abandon()
        context.tell(f"an error inside the filter ({type(error).__name__}: {error}); passed through whole")
        outcome = Outcome(redacted(data)[0], data)
    return hand_over(context, options, outcome)


def hand_over(context: "Context", options: Options, outcome: "Outcome") -> int:
    """Write an outcome to stdout and a line of statistics to the spool."""
    if options.explain:
        for line in outcome.explanation:
            context.tell(line)
    hits = []
    if options.watcher is not None:
        from knapsack_cli.compression.drifting import found_drift, tell_drift

        hits = found_drift(context, options)
    outcome.drift = [
        {"anchor": hit.anchor.id, "line": hit.line, "signal": hit.signal, "state": hit.state} for hit in hits
    ]
    context.stdout.write(outcome.as_json() if options.json else outcome.output)
    context.stdout.flush()
    if hits:
        tell_drift(context, hits)
    if outcome.shortened:
        _record(context, options, outcome)
    return exits.OK


def _record(context: "Context", options: Options, outcome: "Outcome") -> None:
    """One line of statistics; that they cannot be written is no reason to fail."""
    from knapsack_cli.store import spool

    environ = context.environ
    command = options.hints.command
    if has_secret_signal(command.encode("utf-8", "replace")):
        from knapsack_cli.text.redaction import redact

        command = redact(command)[0]
    spool.append(
        context.home,
        spool.Saving(
            context.clock(),
            outcome.digest,
            ",".join(outcome.kinds),
            command,
            context.cwd,
            environ.get("KNAPSACK_SESSION") or environ.get("PI_SESSION_ID") or "",
            outcome.size,
            len(outcome.output),
            outcome.tokens_in,
            outcome.tokens_out,
            outcome.note,
        ),
    )
