"""The languages that a glance at the first lines of a file tells: by what stands at the left edge.

No pattern is compiled and no other kind is asked, so that outlining a file costs little more than parsing it.
"""

from bisect import bisect_left

SAMPLE = 400
LEAST_LINES = 25
LEAST_SHARE = 0.95
"""So many of the lines that are not indented must begin (or end) as the language's do."""
WINDOW, LEAST_OF_WINDOW = 40, 0.6
"""So many lines in a row are looked at by themselves; so large a part of them at the left edge must fit."""
LEAST_BEHIND = 10
"""Fewer lines behind the first ones are not looked at."""
LEAST_DEFINITIONS = 3
LINES_A_DEFINITION = 100
"""Code has a definition in every so many lines at the least."""
LONGEST_LINE = 2_000
"""Characters; code with longer lines is generated or minified."""
BRACED_ENDS = ("{", "}", ";", ",", "(", ")", "*/", "\\", "[", "]", "=", "||", "&&")
"""How lines end at the left edge where braces hold the blocks."""
BRACED_BEGINS = ("//", "/*", "*/", " *", "}", "{", ")", "]", "#", "@")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Glance:
    """How a language's files look at their left edge.

    Attributes:
        names: the grammars to try, likeliest first.
        begins: what lines at the left edge begin with.
        definitions: what definitions begin with, however far they are indented.
        proofs: of these lines there is one at the left edge, and it has one of `proved` in it.
        braced: whether braces hold the blocks.
    """

    __slots__ = ("begins", "braced", "definitions", "names", "proofs", "proved")

    def __init__(
        self,
        names: tuple[str, ...],
        begins: tuple[str, ...],
        definitions: tuple[str, ...],
        proofs: tuple[str, ...],
        proved: tuple[str, ...] = ("",),
        braced: bool = True,
    ) -> None:
        self.names = names
        self.begins = (*begins, *definitions, *proofs, *(BRACED_BEGINS if braced else ()))
        self.definitions = definitions
        self.proofs = proofs
        self.proved = proved
        self.braced = braced


_MODIFIERS = ("public ", "private ", "protected ", "internal ", "abstract ", "final ", "static ", "sealed ")

GLANCES = (
    Glance(
        ("python",),
        (
            *("if ", "elif ", "else:", "for ", "while ", "try:", "except", "finally:", "with ", "return"),
            *("raise ", "assert ", "#", '"""', "'''", ")", "]", "}", "from ", "@"),
        ),
        ("def ", "class ", "async def "),
        ("import ", "from "),
        ("import ",),
        braced=False,
    ),
    Glance(
        ("cpp", "c"),
        (
            *("static ", "int ", "void ", "char ", "const ", "unsigned ", "extern ", "struct ", "enum "),
            *("typedef ", "union ", "template", "namespace ", "using ", "class ", "public:", "private:"),
            *("inline ", "constexpr ", "protected:", "auto ", "bool ", "size_t ", "friend "),
        ),
        (),
        ("#include ", "#pragma once", "# include "),
    ),
    Glance(
        ("php",),
        ("use ", "declare(", "require", "include", "return", "const ", "if (", "foreach", "$", "else"),
        ("function ", *_MODIFIERS, "class ", "interface ", "trait ", "enum "),
        ("<?php",),
    ),
    Glance(
        ("javascript", "typescript", "tsx"),
        ("import ", "const ", "let ", "var ", "if (", "module.", "exports.", "return ", "type ", "declare "),
        (
            *("function ", "async function ", "function* ", "class ", "export ", "interface ", "enum "),
            *("abstract class ", "static ", "async ", "get ", "set "),
        ),
        ("import ", "const ", "var ", "let ", "'use strict'", '"use strict"', "export "),
        (
            *(" from '", ' from "', " require(", "require('", "use strict", " * from "),
            *("export function ", "import {"),
        ),
    ),
    Glance(("go",), ("var ", "const ", "import "), ("func ", "type "), ("package ",)),
    Glance(
        ("rust",),
        (
            *("pub ", "pub(", "trait ", "mod ", "const ", "static ", "type ", "where", "unsafe ", "async "),
            "let ",
        ),
        (
            *("fn ", "pub fn ", "pub(crate) fn ", "impl ", "impl<", "struct ", "pub struct ", "enum "),
            "pub enum ",
        ),
        ("use ",),
        ("::", "{", ";"),
    ),
    Glance(
        ("java",),
        ("import ",),
        (*_MODIFIERS, "class ", "interface ", "enum ", "record ", "@interface "),
        ("package ", "import "),
        (";",),
    ),
    Glance(
        ("csharp",),
        ("namespace ", "using ", "global using "),
        (*_MODIFIERS, "class ", "interface ", "enum ", "record ", "struct "),
        ("using ", "namespace "),
        ("System", ".", ";"),
    ),
    Glance(
        ("scala",),
        (
            *("package ", "object ", "class ", "val ", "final ", "sealed ", "abstract ", "private", "case "),
            "type ",
        ),
        ("def ", "override def ", "private def ", "protected def ", "final def ", "trait ", "case class "),
        ("import ", "package "),
    ),
    Glance(
        ("kotlin",),
        ("import ", "val ", "var ", "typealias ", "const ", "expect ", "actual ", "companion "),
        (
            *("fun ", "class ", "interface ", "object ", "data class ", "enum class ", "override fun "),
            *("internal ", "private ", "public ", "protected ", "abstract ", "open ", "sealed ", "inline "),
            "suspend fun ",
        ),
        ("package ",),
    ),
    Glance(
        ("swift",),
        ("let ", "var ", "typealias ", *_MODIFIERS, "fileprivate ", "open ", "@"),
        (
            *("func ", "struct ", "class ", "protocol ", "extension ", "enum ", "final class ", "init("),
            *("public func ", "private func ", "static func ", "override func ", "public init("),
        ),
        ("import ", "@testable import "),
    ),
    Glance(
        ("ruby",),
        (
            *("end", "#", "include ", "extend ", "begin", "rescue", "=begin", "=end", "__END__", "if "),
            *("else", "require"),
        ),
        ("def ", "class ", "module "),
        ("require ", "require_relative ", "module ", "class "),
        braced=False,
    ),
)
_BLOCKS = ("if ", "for ", "while ", "switch ", "}", "catch ", "with ")
"""What begins a block in a script, and no method."""
_NO_REMARKS = ("#[", "#!", "#i", "#p", "# i")
"""What begins like a remark and is code: attributes of Rust, what C includes, its pragmas."""


def language_of(lines: list[str]) -> tuple[str, ...]:
    """The grammars of the language that the first SAMPLE lines leave no doubt about; none where they do."""
    first = lines[:SAMPLE]
    if any(len(line) > LONGEST_LINE or line.startswith("pragma solidity ") for line in first):
        return ()
    sample = [first[row] for row in rows_of_code(first)]
    outer = [line for line in sample if line[0] not in " \t"]
    if len(sample) < LEAST_LINES or not outer:
        return ()
    for glance in GLANCES:
        if is_proved(glance, outer) and _is_written(glance, sample, outer):
            return _ordered(glance, first)
    return ()


def goes_on(lines: list[str], names: tuple[str, ...]) -> bool:
    """Whether all lines behind the first ones of a file in the language `names` read like it.

    Each window of lines is read once, but for the last, which reaches back: linear.
    """
    glance = next(glance for glance in GLANCES if names[0] in glance.names)
    rows = rows_of_code(lines)
    first = bisect_left(rows, SAMPLE)
    windows = [rows[start : start + WINDOW] for start in range(first, len(rows) - WINDOW, WINDOW)]
    if len(rows) - first >= LEAST_BEHIND:
        windows.append(rows[-WINDOW:])
    return all(_reads(glance, [lines[row] for row in window], amid=True) for window in windows)


def is_proved(glance: Glance, outer: list[str]) -> bool:
    """Whether a line at the left edge is one that the language alone has."""
    proofs, proved = glance.proofs, glance.proved
    return any(line.startswith(proofs) and any(part in line for part in proved) for line in outer)


def _is_written(glance: Glance, sample: list[str], outer: list[str]) -> bool:
    """Whether the lines, from the first on, and the definitions are as the language writes them."""
    first = outer[0]
    if not first.startswith(glance.begins) and not (
        # Another text may stand above the file with few of its lines at the left edge.
        first.rstrip().endswith(BRACED_ENDS) if glance.braced else assigns(first)
    ):
        return False
    if glance.braced and sum(1 for line in outer if line.startswith(glance.begins)) * 4 < len(outer):
        return False
    if not _reads(glance, sample) or not all(
        _reads(glance, sample[start : start + WINDOW], amid=True) for start in range(0, len(sample), WINDOW)
    ):
        return False
    defined = _defined(glance, sample, outer)
    return defined >= LEAST_DEFINITIONS and defined * LINES_A_DEFINITION >= len(sample)


def _reads(glance: Glance, sample: list[str], amid: bool = False) -> bool:
    """Whether lines begin and end as the language's do; of a few `amid` a file most may be data."""
    share = LEAST_OF_WINDOW if amid else LEAST_SHARE
    outer = [line for line in sample if line[0] not in " \t"]
    if glance.braced:
        # What ends as code does may be code; a word alone is a label, or a type above its function.
        fitting = sum(
            1
            for line in outer
            if line.startswith(glance.begins)
            or line.rstrip().endswith(BRACED_ENDS)
            or line.rstrip(": ").isidentifier()
        )
        ended = sum(1 for line in sample if line.rstrip().endswith(BRACED_ENDS))
        shaped = ended * (20 if amid else 5) >= len(sample)
        return shaped and fitting >= share * len(outer)
    fitting = sum(1 for line in outer if line.startswith(glance.begins) or assigns(line))
    if glance.names == ("ruby",):
        ends = sum(1 for line in sample if line.strip() == "end")
        begun = sum(1 for line in sample if line.lstrip().startswith(glance.definitions))
        return ends * 2 >= begun and fitting >= share * len(outer)
    heads = [line.strip() for line in sample if line.lstrip().startswith(("def ", "class "))]
    written = sum(
        1 for head in heads if head.endswith((":", "(", ",", ": ...")) or "):" in head or "]:" in head
    )
    return (written * 10 >= len(heads) * 9 or len(heads) < 4) and fitting >= share * len(outer)


def _defined(glance: Glance, sample: list[str], outer: list[str]) -> int:
    """How many lines begin a definition; in C one at the left edge takes arguments or ends in a brace.

    In scripts methods have no word before their names, only a block behind their arguments.
    """
    if glance.definitions:
        begun = sum(1 for line in sample if line.lstrip().startswith(glance.definitions))
        if glance.names[0] != "javascript":
            return begun
        return begun + sum(
            1
            for line in sample
            if "(" in line
            and line.rstrip().endswith("{")
            and not line.lstrip().startswith((*glance.definitions, *_BLOCKS))
        )
    return sum(1 for line in outer if line[0] not in "#/*}" and ("(" in line or line.rstrip().endswith("{")))


def _ordered(glance: Glance, lines: "Iterable[str]") -> tuple[str, ...]:
    """The grammars of a family, the one first that the lines speak for."""
    if glance.names == ("cpp", "c"):
        told = any(
            line.startswith(("namespace ", "template", "class ", "using ")) or "::" in line for line in lines
        )
        return ("cpp",) if told else ("c",)
    return glance.names


def rows_of_code(lines: list[str]) -> list[int]:
    """The rows that are not blank and not inside a string or a comment of several lines."""
    kept: list[int] = []
    inside = ""
    for row, line in enumerate(lines):
        if inside:
            if inside in line:
                inside = ""
            continue
        bare = line.strip()
        if not bare or (bare.startswith(("#", "//")) and not bare.startswith(_NO_REMARKS)):
            continue
        for opening, closing in (('"""', '"""'), ("'''", "'''"), ("/*", "*/")):
            at = line.find(opening)
            if at >= 0 and closing not in line[at + 3 :] and (opening != "/*" or bare.startswith("/*")):
                inside = closing
                break
        kept.append(row)
    return kept


def assigns(line: str) -> bool:
    """`NAME = value`, `NAME: type = value`, a call: what Python and Ruby have at the left edge besides."""
    sign = "=" if "=" in line else "("
    head = line.split(sign, 1)[0].split(":", 1)[0].split("(", 1)[0].strip()
    return sign in line and head.replace(".", "").replace("_", "a").isalnum()
