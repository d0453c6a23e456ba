"""Patterns that are compiled when they are first used.

A text is asked by many kinds what it is, and each kind needs one or two of its patterns to say no. Compiled
with their modules, all of them took longer than the rest of the work on a short text.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import AnyStr

_WANTED = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn", "pattern")


class LazyPattern:
    """Stands for a pattern; at its first use it takes on the compiled one's methods, and costs no more.

    The `re` of a match is the compiled pattern, never this one: compare their `pattern`.
    """

    __slots__ = ("_flags", "_text", *_WANTED)

    def __init__(self, text: "str | bytes", flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        import re

        compiled = re.compile(self._text, self._flags)
        for wanted in _WANTED:
            setattr(self, wanted, getattr(compiled, wanted))
        return getattr(compiled, name)


def lazy(text: "AnyStr", flags: int = 0) -> "re.Pattern[AnyStr]":
    """What `re.compile` returns, later: a fault in `text` shows at the first use (a test tries them all)."""
    return LazyPattern(text, flags)  # type: ignore[return-value]
