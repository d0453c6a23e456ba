"""A user's regular expression with a limit on all the time that it may take: it may be one that explodes."""

from time import perf_counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class BoundedPattern:
    """A pattern that stops finding anything once it has worked for `seconds` in all.

    A limit on one line alone would let it spend that much on every line of a text.
    """

    __slots__ = ("_compiled", "_left", "written")

    def __init__(self, written: str, seconds: float, ignore_case: bool = False) -> None:
        """Raises ValueError when `written` is no pattern; the message says what is wrong with it."""
        # regex, not re: it can be given a time limit.
        import regex

        self.written = written
        self._left = seconds
        try:
            self._compiled: Any = regex.compile(written, regex.IGNORECASE if ignore_case else 0)
        except (regex.error, RecursionError, OverflowError, MemoryError) as error:
            raise ValueError(str(error) or type(error).__name__) from None

    @property
    def stopped(self) -> bool:
        """Whether it has used up its time, so that what it would find is not known."""
        return self._left <= 0

    def search(self, text: str) -> bool:
        """Whether it stands anywhere in `text`; False once it has stopped."""
        return bool(self._spend(self._compiled.search, text))

    def spans(self, text: str) -> "list[tuple[int, int]]":
        """Where it stands in `text`; nothing once it has stopped."""
        found: list[tuple[int, int]] = self._spend(self._spans, text) or []
        return found

    def _spans(self, text: str, timeout: float) -> "list[tuple[int, int]]":
        return [match.span() for match in self._compiled.finditer(text, timeout=timeout)]

    def _spend(self, look: "Any", text: str) -> "Any":
        if self._left <= 0:
            return None
        start = perf_counter()
        try:
            found = look(text, timeout=self._left)
        except TimeoutError:
            self._left = 0.0
            return None
        self._left -= perf_counter() - start
        return found
