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
_PROGRAMS = {
    "perl": "perl",
    "awk": "awk",
    "gawk": "awk",
    "tclsh": "tcl",
    "wish": "tcl",
    "expect": "tcl",
    "escript": "erlang",
    "Rscript": "r",
    "julia": "julia",
    "elixir": "elixir",
    "pwsh": "powershell",
}
"""What the first line of a script names, and the language that its lines tell."""
_PYTHON = ("import ", "from ", "def ", "class ", "async def ")
"""How Python begins at the left edge: imports first, then definitions."""
_UNITS = ("unit ", "program ", "library ")
_STYLES = ("@use ", "@mixin ", "@function ", "@include ", "@forward ")
"""What stands at the left edge of styles with code, and nowhere else."""
STYLED = 400
"""So many lines are looked at for them."""
UNIT_HEAD = 80
"""So many lines of remarks may stand above the name of a unit of Pascal."""
_DEFINITIONS = {
    "elixir": ("def ", "defp ", "defmacro ", "defdelegate "),
    "pascal": ("procedure ", "function ", "constructor ", "Procedure ", "Function "),
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
        begins = _DEFINITIONS.get(name, ("",))
        least = 1 if name == "elixir" else LEAST_DEFINED
        if sum(1 for line in lines if line.lstrip().startswith(begins)) >= least:
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
    """The language whose files begin, after remarks, and end as this one does; Elixir's begin so alone."""
    if lines and lines[0].startswith("#!"):
        words = lines[0].replace("/", " ").split()
        return next((_PROGRAMS[word] for word in words[1:] if word in _PROGRAMS), None)
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    if first.startswith("package ") and first.rstrip().endswith(";") and "::" in first:
        return "perl"
    head = lines[:UNIT_HEAD]
    if any(line[:8].lower().startswith(_UNITS) and line.rstrip().endswith(";") for line in head) and any(
        line.strip().lower() == "implementation" for line in lines
    ):
        return "pascal"
    if any(line.startswith("pragma solidity ") for line in head):
        return "solidity"
    if sum(1 for line in lines[:STYLED] if line.startswith(_STYLES)) >= LEAST_DEFINED:
        return "scss"
    if first.startswith("defmodule ") and first.rstrip().endswith(" do"):
        return "elixir"
    last = next((line for line in reversed(lines) if line.strip()), "")
    if last.rstrip() != "end":
        return None
    return "ruby" if first.startswith(("require ", "require_relative ", "module ", "class ")) else None


def is_objective_c(data: bytes) -> bool:
    """Whether classes of Objective-C begin and end at the left edge."""
    return b"\n@end" in data and (b"\n@implementation " in data or b"\n@interface " in data)


def is_documented_python(lines: list[str]) -> bool:
    """Whether a string of documentation stands above the imports and definitions of Python."""
    first = next((row for row, line in enumerate(lines) if line.strip() and not line.startswith("#")), -1)
    opening = lines[first].lstrip("rRuU")[:3] if first >= 0 else ""
    if opening not in ('"""', "'''"):
        return False
    closed = lines[first].rstrip().endswith(opening) and len(lines[first].strip()) > 4
    rest = lines[first + 1 :]
    if not closed:
        end = next((row for row, line in enumerate(rest) if opening in line), len(rest))
        rest = rest[end + 1 :]
    code = sum(1 for line in rest if line.startswith(_PYTHON))
    return code >= LEAST_DEFINED and any(line.startswith(_PYTHON[2:]) for line in rest)
