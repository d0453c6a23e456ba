"""The lists of failing tests at the end of a run of Maven: `Failures:`, `Errors:`, `Flakes:`."""

from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADING = lazy(r"(?:Failures|Errors|Flakes|Failed tests|Tests in error): *$")


def closing_lists(texts: "Sequence[str]") -> list[int]:
    """The rows of these lists: a test each, with its line and how it failed, however alike they look."""
    rows: list[int] = []
    inside = False
    for at, text in enumerate(texts):
        if inside and text.startswith("  ") and text.strip():
            rows.append(at)
        else:
            inside = ": " in f"{text} " and _HEADING.match(text) is not None
    return rows
