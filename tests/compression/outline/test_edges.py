"""Files whose comments are documents, or whose bodies are data, are known by their frame."""

from __future__ import annotations

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

PROSE = (
    "## Examples\n\n    cart = open(1)\n    #=> 12\n\n- one of the things\n- another of the things\n\n"
    "It says more.\n\n"
)

ELIXIR = (
    "defmodule Shop.Till do\n"
    + "".join(f'  @doc """\n{PROSE}  """\n  def step{at}(sum), do: sum + {at}\n\n' for at in range(12))
    + "end\n"
)
PERL = "package Shop::Till;\n\n" + "".join(
    f"=head2 step{at}\n\n{PROSE}=cut\n\nsub step{at} {{ $_[0] + {at} }}\n\n" for at in range(12)
)
RUBY = (
    "module Shop\n"
    + "".join(
        "  TEXT = <<~DOC\n" + PROSE + f"  DOC\n\n  def step{at}(sum)\n    sum + {at}\n  end\n\n"
        for at in range(12)
    )
    + "end\n"
)
HEADER = "#include <stddef.h>\n\n" + "".join(
    f"/*\n{PROSE}*/\nint step{at}(int sum,\n          int left);\n\n" for at in range(12)
)


@pytest.mark.parametrize("text", [ELIXIR, PERL, RUBY, HEADER])
def test_code_that_is_documented_at_length_is_no_document(text: str) -> None:
    made = pipeline.plan(text, Hints())
    assert made.kinds == ["source"]
    assert all(any(f"step{at}" in line and "head2" not in line for line in made.lines) for at in range(12))


def test_a_document_that_shows_such_code_is_one() -> None:
    text = "# Tills\n\n" + PROSE * 6 + "```ruby\n" + RUBY + "```\n\n" + PROSE * 6
    assert pipeline.plan(text, Hints()).kinds == ["markdown"]


def test_what_a_statement_creates_is_shown_where_it_stands_on_the_next_line() -> None:
    text = "".join(
        f"CREATE OR REPLACE FUNCTION\n  step{at}(sum int)\nRETURNS int\nLANGUAGE sql\nRETURN $1 + {at};\n\n"
        for at in range(20)
    )
    shown = "\n".join(pipeline.plan(text, Hints(path="till.sql")).lines)
    assert all(f"step{at}(sum int)" in shown for at in range(20))


def test_rust_documented_in_one_comment_is_no_document() -> None:
    text = (
        "// Terms of use.\n/*!\n\n# Parsing\n\nIt reads *places*:\n\n```\nuse tills::Till;\n```\n\n"
        "## More\n\n"
        + "Words about it.\n\n" * 40
        + "*/\n\nuse std::fmt;\n\n"
        + "".join(
            f"pub fn open_{at}(till: &Till) {{\n" + "    till.add();\n" * 9 + "}\n\n" for at in range(9)
        )
    )
    outline = "\n".join(pipeline.plan(text, Hints()).lines)
    assert all(f"pub fn open_{at}(" in outline for at in range(9))
    assert "# Parsing" not in outline


def test_headers_of_prototypes_alone_are_source() -> None:
    text = "#ifndef TILL_H\n#define TILL_H\n#include <stddef.h>\n" + "".join(
        f"/*\n * Function: till_open{at}\n *\n * Opens it.\n * Returns nothing that matters here.\n"
        + " * It may be called twice.\n" * 9
        + f" */\nTILL_API int till_open{at}(int till,\n        size_t first);\n\n"
        for at in range(30)
    )
    outline = "\n".join(pipeline.plan(text + "#endif\n", Hints()).lines)
    assert all(f"till_open{at}(int till," in outline for at in range(30))
    assert len(outline) < 0.3 * len(text)


def test_a_module_of_perl_with_its_documentation_is_source() -> None:
    head = "package Shop::Till;\n\n=pod\n\n=head1 NAME\n\nShop::Till - opens tills\n\n"
    text = f"{head}=head1 METHODS\n\n=cut\n\nuse strict;\n\n" + "".join(
        f"=pod\n\n=head2 open_{at} $size\n\nOpens a till of that size.\n\n=cut\n\nsub open_{at} "
        f"{{\n\tmy $self = shift;\n"
        f"\tmy $size = shift;\n\treturn $size + {at};\n}}\n\n"
        for at in range(9)
    )
    made = pipeline.plan(text + "1;\n", Hints())
    assert made.kinds == ["source"]
    assert all(f"sub open_{at} {{" in "\n".join(made.lines) for at in range(9))
