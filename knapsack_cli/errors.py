"""The one exception family, and the one place that turns it into a line and an exit code."""

from knapsack_cli import exits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


class KnapsackError(Exception):
    """Something the user can mend. Its text says what was wrong, where, and what to do."""

    exit_code = exits.WRONG_USE


class UsageError(KnapsackError):
    """Options or arguments that do not fit together."""


class InputError(KnapsackError):
    """Input that cannot be read as what it is said to be."""


class SettingsError(KnapsackError):
    """A configuration file or environment variable with a bad key or value."""


class StoreError(KnapsackError):
    """The home, the cache or the database cannot be used."""


class NothingFoundError(KnapsackError):
    """The question was well put and has no answer."""

    exit_code = exits.NOTHING_FOUND


def report(error: BaseException, stderr: "TextIO") -> int:
    """Write one line on `error` to `stderr` and return the exit code it stands for.

    Errors that are not of the family are told by their class, since their text alone says little.
    """
    if isinstance(error, KeyboardInterrupt):
        return exits.INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return exits.BROKEN_PIPE
    if isinstance(error, KnapsackError):
        text, code = str(error), error.exit_code
    else:
        text, code = f"unexpected {type(error).__name__}: {error}", exits.WRONG_USE
    try:
        stderr.write(f"knapsack: {talk(text)}\n")
        stderr.flush()
    except (OSError, ValueError):
        pass
    return code


def talk(text: str) -> str:
    """`text` as one line of talk: what it quotes (a path, a command, another's error) holds no secret and
    nothing that a terminal would obey.
    """
    from knapsack_cli.text.secret_signals import has_secret_signal

    if has_secret_signal(text.encode("utf-8", "replace")):
        from knapsack_cli.text.redaction import redact

        text = redact(text)[0]
    if not text.isprintable():
        text = "".join([char if char.isprintable() or char.isspace() else "\ufffd" for char in text])
    return " ".join(text.split())
