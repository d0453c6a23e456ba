"""The exit codes of every command, named once."""

OK = 0
NOTHING_FOUND = 1
"""Nothing found, or drift found: as grep has it."""
WRONG_USE = 2
"""Wrong use or bad input."""
CANNOT_RUN = 126
NOT_FOUND = 127
INTERRUPTED = 130
BROKEN_PIPE = 141


def by_signal(number: int) -> int:
    """The exit code that a shell gives for a process ended by signal `number`."""
    return 128 + number
