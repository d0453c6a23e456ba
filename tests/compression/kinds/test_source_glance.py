"""Source that a glance tells, and what only looks like it."""

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.detect import recognise
from knapsack_cli.compression.kinds import KINDS, source_glance
from knapsack_cli.compression.model import Hints, Segment
from knapsack_cli.compression.several import is_mixed

PYTHON = '''"""A module.

Text of its own, on several lines.
"""

import os

LIMIT = 3


''' + "\n\n".join(
    f'class Part{number}:\n    """One."""\n\n    def size(self) -> int:\n        return {number}\n'
    for number in range(9)
)
GO = 'package main\n\nimport (\n\t"fmt"\n)\n\n' + "\n".join(
    f"// One.\nfunc one{number}(a int) int {{\n\tif a > 1 {{\n\t\treturn a\n\t}}\n\treturn {number}\n}}\n"
    for number in range(9)
)
RUST = "use std::fs;\n\n" + "\n".join(
    f"pub fn one{number}(a: u8) -> u8 {{\n    let b = a + {number};\n    b\n}}\n" for number in range(12)
)


JAVA = (
    "package a.b;\n\nimport java.util.List;\n\npublic class Parts {\n"
    + "".join(
        f"  public int one{number}(int a) {{\n    return a + {number};\n  }}\n\n" for number in range(9)
    )
    + "}\n"
)
C = "#include <stdio.h>\n#include <string.h>\n\n" + "\n".join(
    f"static int\none{number}(int a)\n{{\n    if (a)\n        goto out;\n    return {number};\nout:\n"
    "    return 0;\n}\n"
    for number in range(9)
)
CPP = (
    '#include "parts.h"\n\nusing part = int;\n\nnamespace parts {\n\n'
    + "\n".join(f"int Part::one{number}(int a) {{\n  return a + {number};\n}}\n" for number in range(9))
    + "}  // namespace parts\n"
)
CSHARP = (
    "using System;\n\nnamespace Parts\n{\n    public class Part\n    {\n"
    + "".join(
        f"        public int One{number}(int a)\n        {{\n            return a + {number};\n        }}\n\n"
        for number in range(9)
    )
    + "    }\n}\n"
)
KOTLIN = (
    "package a.b\n\nimport java.util.UUID\n\nclass Parts {\n"
    + "".join(f"  fun one{number}(a: Int): Int {{\n    return a + {number}\n  }}\n\n" for number in range(9))
    + "}\n"
)
PHP = (
    "<?php\n\nnamespace A\\B;\n\nuse A\\C;\n\nclass Parts\n{\n"
    + "".join(
        f"    public function one{number}($a)\n    {{\n        return $a + {number};\n    }}\n\n"
        for number in range(9)
    )
    + "}\n"
)
SCRIPT = (
    'import { part } from "./part";\n\nexport class Parts {\n'
    + "".join(f"  one{number}(a) {{\n    return part(a, {number});\n  }}\n\n" for number in range(9))
    + "}\n"
)
TYPED = (
    'import { part } from "./part";\n\nexport class Parts {\n'
    + "".join(
        f"  private one{number}(a: number): number {{\n    return part(a, {number});\n  }}\n\n"
        for number in range(9)
    )
    + "}\n"
)
RUBY = (
    'require "set"\n\nmodule Parts\n'
    + "".join(f"  def one{number}(a)\n    a + {number}\n  end\n\n" for number in range(9))
    + "end\n"
)
SWIFT = (
    "import Foundation\n\nstruct Parts {\n"
    + "".join(
        f"  func one{number}(a: Int) -> Int {{\n    return a + {number}\n  }}\n\n" for number in range(9)
    )
    + "}\n"
)
SCALA = (
    "package a.b\n\nimport a.c._\n\nobject Parts {\n"
    + "".join(f"  def one{number}(a: Int): Int = {{\n    a + {number}\n  }}\n\n" for number in range(9))
    + "}\n"
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        *((PYTHON, "python"), (GO, "go"), (RUST, "rust"), (JAVA, "java"), (C, "c"), (CPP, "cpp")),
        *(
            (CSHARP, "csharp"),
            (KOTLIN, "kotlin"),
            (PHP, "php"),
            (SCRIPT, "javascript"),
            (TYPED, "javascript"),
        ),
        *((RUBY, "ruby"), (SWIFT, "swift"), (SCALA, "scala")),
    ],
)
def test_a_glance_tells_the_language(text: str, language: str) -> None:
    assert source_glance.language_of(text.split("\n"))[0] == language
    segment = Segment(None, 0, Hints(), text.encode())
    assert recognise(segment).kind.module == "source_glance"
    decisions = source_glance.decide(segment)
    assert decisions is not None
    kept = [line for line, rank in zip(segment.lines, decisions.ranks, strict=True) if rank]
    assert 9 <= len(kept) < len(segment.lines)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"+{line}" for line in PYTHON.split("\n")),
        "\n".join(f"src/a.py:{at}:{line}" for at, line in enumerate(PYTHON.split("\n"))),
        "\n".join(f"def part {number} of the agreement\nimport duties apply" for number in range(40)),
        "Traceback (most recent call last):\n" + '  File "a.py", line 3, in f\n    def f():\n' * 30,
        "\n".join(f"#include <part{number}.h>" for number in range(40)),
        "\n".join(f"src/a.c:{at}:{line}" for at, line in enumerate(C.split("\n"))),
        "\n".join(f"import part{number} from its drawer, and close it;" for number in range(40)),
        C + "\n".join(f"parts.c:{number}: warning: unused part of the drawer" for number in range(40)),
    ],
    ids=[
        "diff",
        "search",
        "prose",
        "trace",
        "includes",
        "search of C",
        "orders",
        "C and what a compiler said",
    ],
)
def test_what_holds_code_is_not_source(text: str) -> None:
    assert source_glance.language_of(text.split("\n")) == ()


def test_what_follows_glanced_source_is_looked_at_where_it_begins_otherwise() -> None:
    code = Segment(PYTHON.split("\n") * 8, 0, Hints())
    kind = next(kind for kind in KINDS if kind.module == "source_glance")
    assert not is_mixed(code, kind)
    log = [f"2026-01-0{at % 9 + 1} 10:00:0{at % 9} part {at} sent" for at in range(40)]
    assert is_mixed(Segment([*code.lines, *log], 0, Hints()), kind)


def test_source_of_long_lines_whose_first_part_alone_is_glanced_at_is_source() -> None:
    """A glance reads 32 KB at first, and what stands below them may be data that it does not know."""
    padding = "x" * 75
    code = "import os\n" + "".join(
        f"def one{number}(a):\n    part = '{padding}'\n    if a or '{padding}':\n        return '{padding}'\n"
        f"    return '{padding}'\n"
        for number in range(76)
    )
    text = f"{code}DATA = '{'y' * 3000}'\n" + "".join(f"def two{n}(a):\n    return a\n" for n in range(99))
    made = pipeline.plan(text, Hints())
    assert made.kinds == ["source"]
    assert any("def two98(a):" in line for line in made.lines)
