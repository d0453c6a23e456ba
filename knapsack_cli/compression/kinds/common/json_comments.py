"""Comments in JSON (tsconfig.json, settings of editors): blanked, so that all else stays where it is."""

import re

from knapsack_cli.compression.kinds.common.json_tree import STRING
from knapsack_cli.text.lazy_patterns import lazy

_COMMENT = lazy(rf"({STRING})|(//[^\n]*+|/\*[^*]*+\*++(?:[^*/][^*]*+\*++)*/)", re.S)
_ANYTHING = lazy(r"[^\n]")


def blanked(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text with spaces for its comments, and where each comment begins and what it says."""
    comments: list[tuple[int, str]] = []

    def blank(found: "re.Match[str]") -> str:
        if found[1] is not None:
            return found[1]
        comments.append((found.start(), found[2]))
        return _ANYTHING.sub(" ", found[2])

    return _COMMENT.sub(blank, text), comments
