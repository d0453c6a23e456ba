"""The options of one run of compress, and how they are read."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Watcher(Protocol):
        """What looks at the input of a run beside the filter."""

        def take(self, data: bytes) -> None: ...

        def finish(self) -> "list[Any]": ...

        @property
        def stopped(self) -> "list[str]": ...


FLOOR_BYTES = 1024
"""Texts of no more bytes pass through untouched (but redacted)."""
LEAST_GAIN = 0.10
"""A smaller gain is not worth a footer: the text passes through."""
MODES = ("smart", "lossless", "extract", "off")
_UNITS = {"": 1, "b": 1, "kb": 1024, "k": 1024, "mb": 1 << 20, "m": 1 << 20}


class Hints:
    """What the caller knows of the text: options, or the environment of the run.

    `original` holds the bytes as they came where those are no text, which decoding would hide. `definitions`
    are what `custom` was read as, once for all segments, so that its patterns have one budget of time.
    """

    __slots__ = (
        "command",
        "custom",
        "definitions",
        "exit_code",
        "kind",
        "original",
        "path",
        "query",
        "unfinished",
    )

    def __init__(
        self,
        command: str = "",
        path: str = "",
        exit_code: int | None = None,
        kind: str = "",
        query: str = "",
    ) -> None:
        self.command = command
        self.path = path
        self.exit_code = exit_code
        self.kind = kind
        self.query = query
        self.unfinished = False
        self.custom: list[Any] = []
        self.definitions: list[Any] | None = None
        self.original = b""


class Options:
    """What is asked of one run.

    Attributes:
        budget: tokens for the whole output; 0 for the default rule.
        budget_bytes: bytes for the whole output; 0 when tokens are what counts.
        model_command: what `extract` asks; empty when none is set.
        extract_exclude: programs whose output `extract` is not asked about: what they print is content.
        least_gain, least_bytes: a gain under this part, or of fewer bytes, is not worth a footer.
        watcher: looks at all that is read, `take(bytes)` by piece, `finish()` giving what it found; or None.
    """

    __slots__ = (
        "budget",
        "budget_bytes",
        "explain",
        "extract_exclude",
        "hints",
        "json",
        "least_bytes",
        "least_gain",
        "mode",
        "model_command",
        "watcher",
    )

    def __init__(self, hints: Hints, mode: str = "smart") -> None:
        self.hints = hints
        self.mode = mode
        self.budget = 0
        self.budget_bytes = 0
        self.explain = False
        self.json = False
        self.model_command = ""
        self.extract_exclude: tuple[str, ...] = ()
        self.least_gain = LEAST_GAIN
        self.least_bytes = 0
        self.watcher: Watcher | None = None

    def set_budget(self, tokens: int, size: int) -> None:
        """Ask for at most `tokens` tokens or, when that is 0, `size` bytes."""
        self.budget = tokens
        self.budget_bytes = size


def parse_budget(text: str) -> tuple[int, int]:
    """`2000` as tokens, `50KB` as bytes: (tokens, bytes), one of them 0.

    Raises:
        UsageError: neither.
    """
    cleaned = text.strip().lower().replace(",", "").replace("_", "")
    digits = cleaned.rstrip("abcdefghijklmnopqrstuvwxyz ")
    unit = cleaned[len(digits) :].strip()
    if not digits.isdigit() or int(digits) == 0 or unit not in _UNITS | {"tokens": 1}:
        from knapsack_cli.errors import UsageError

        raise UsageError(f"--budget {text}: it takes tokens (2000) or bytes (50KB)")
    if unit in ("", "tokens"):
        return int(digits), 0
    return 0, int(digits) * _UNITS[unit]
