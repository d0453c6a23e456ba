"""Languages that the frame of a whole file proves, whatever its comments and strings hold.

Files that are documented at length look like documents, and files of data like settings.
"""

from knapsack_cli.text.lazy_patterns import lazy

LEAST_DEFINED = 3
SURE_DEFINED = 8
GO_BLOCK = lazy(r"(?:func|type|const|var|import)[ (]")
C_BLOCK = lazy(
    r"(?:[A-Za-z_][\w:<>]*[ *&]+)+\w+\(.*(?:\{|\)|,)$|(?:typedef|struct|enum|namespace)\b|#\s*define "
)
_DEFINITIONS = {
    "elixir": ("def ", "defp ", "defmacro ", "defdelegate "),
    "perl": ("sub ",),
    "ruby": ("def ",),
}


def language_of(lines: list[str], sample: list[str]) -> str | None:
    """The language of a whole file by its edges, or None.

    Args:
        lines: all of it.
        sample: its lines of code, as `guessing.sample_of` has them.
    """
    name = _framed(lines)
    if name is not None:
        begins = _DEFINITIONS[name]
        if sum(1 for line in lines if line.lstrip().startswith(begins)) >= LEAST_DEFINED:
            return name
    if not sample or any(line.startswith("```") for line in lines):
        return None
    first = sample[0].rstrip()
    if first.startswith("package ") and first[8:].isidentifier():
        return "go" if sum(1 for line in sample if GO_BLOCK.match(line)) >= LEAST_DEFINED else None
    if not any(line.startswith(('#include "', "#include <", "# include ")) for line in sample):
        return None
    return "c" if sum(1 for line in sample if C_BLOCK.match(line)) > SURE_DEFINED else None


def _framed(lines: list[str]) -> str | None:
    """The language whose files begin, after remarks, and end as this one does."""
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    if first.startswith("package ") and first.rstrip().endswith(";") and "::" in first:
        return "perl"
    last = next((line for line in reversed(lines) if line.strip()), "")
    if last.rstrip() != "end":
        return None
    if first.startswith("defmodule "):
        return "elixir"
    return "ruby" if first.startswith(("require ", "require_relative ", "module ", "class ")) else None
