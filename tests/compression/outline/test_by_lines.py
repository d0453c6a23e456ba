"""Languages without a grammar here are outlined by their lines, with and without a name."""

from __future__ import annotations

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.outline.line_languages import LINE_LANGUAGES, by_path

ELIXIR = (
    'defmodule Shop.Till do\n  @moduledoc """\n  Counts what is sold.\n  """\n  use GenServer\n'
    "  alias Shop.Price\n\n  @spec total(list) :: integer\n"
    + "".join(
        f"  def step_{at}(state, amount) when amount > {at} do\n    state\n    |> Map.put(:amount, amount)\n"
        f"    |> Map.update(:count, 1, &(&1 + 1))\n    |> Price.check()\n  end\n\n"
        for at in range(12)
    )
    + "end\n"
)
PERL = (
    "package Shop::Till;\n\nuse strict;\nuse warnings;\nuse parent 'Shop::Base';\n\n# What a till holds.\n"
    + "".join(
        f"sub step_{at} {{\n    my ($self, $amount) = @_;\n    my $found = $self->{{count}} || 0;\n"
        f"    $self->{{count}} = $found + $amount;\n    return $self->{{count}};\n}}\n\n"
        for at in range(12)
    )
    + "1;\n"
)
OBJECTIVE_C = (
    '#import <Foundation/Foundation.h>\n#import "Till.h"\n\n@implementation Till\n\n'
    + "".join(
        f"- (NSInteger)step{at}:(NSInteger)amount withName:(NSString *)name\n{{\n  NSInteger found = self.count;\n"
        f"  found += amount;\n  [self.log addObject:name];\n  return found;\n}}\n\n"
        for at in range(12)
    )
    + "@end\n"
)
TERRAFORM = "".join(
    f'resource "store_bucket" "b{at}" {{\n  name = "b{at}"\n  size = {at}\n  tags = {{\n    part = "{at}"\n'
    f'    made = "here"\n  }}\n}}\n\n'
    for at in range(12)
)


@pytest.mark.parametrize(
    ("text", "kept", "dropped"),
    [
        (ELIXIR, ["defmodule Shop.Till", "use GenServer", "Counts what is sold.", "@spec total"], "Map.put"),
        (PERL, ["package Shop::Till;", "use strict;", "# What a till holds."], "$found + $amount"),
        (OBJECTIVE_C, ["#import", "@implementation Till"], "addObject"),
    ],
)
def test_a_language_is_told_by_its_lines(text: str, kept: list[str], dropped: str) -> None:
    made = pipeline.plan(text, Hints())
    shown = "\n".join(made.lines)
    assert made.kinds == ["source"]
    assert all(one in shown for one in kept)
    assert all(f"step_{at}" in shown or f"step{at}:" in shown for at in range(12))
    assert dropped not in shown


def test_every_block_of_a_configuration_is_shown_with_its_line() -> None:
    shown = pipeline.plan(TERRAFORM, Hints(path="main.tf")).lines
    assert sum('resource "store_bucket"' in line for line in shown) == 12
    assert shown[0].startswith("1 resource")


def test_clauses_of_one_function_are_shown_once() -> None:
    text = "-module(till).\n-export([price/1]).\n\n"
    text += "".join(f"price({at}) ->\n    {at} + 1,\n    ok;\n" for at in range(20))
    text += "price(_) ->\n    none.\n\ntotal(List) ->\n    lists:sum(List).\n" * 1
    shown = "\n".join(pipeline.plan(text, Hints(path="till.erl")).lines)
    assert "price(0) ->" in shown
    assert "price(7) ->" not in shown
    assert "total(List) ->" in shown


def test_a_language_is_named_by_the_whole_name_of_a_file() -> None:
    assert by_path("src/Makefile") is LINE_LANGUAGES["make"]
    assert by_path("CMakeLists.txt") is LINE_LANGUAGES["cmake"]
    assert by_path("notes.txt") is None


COMPONENT = (
    "<script lang=\"ts\">\n  import Shelf from './Shelf.svelte';\n\n  let { size = 1 } = $props();\n\n"
    + "".join(
        f"  function step{at}(amount: number) {{\n    size += amount;\n    size += {at};\n    return size;\n  }}\n\n"
        for at in range(8)
    )
    + '</script>\n\n{#if size > 1}\n  <div class="a">\n    <Shelf {size} />\n  </div>\n{/if}\n\n'
    "<style>\n  .a { color: red; }\n</style>\n"
)


def test_a_component_is_outlined_by_its_script_and_its_template() -> None:
    made = pipeline.plan(COMPONENT, Hints())
    shown = "\n".join(made.lines)
    assert made.kinds == ["source"]
    assert all(f"step{at}(" in shown for at in range(8))
    assert "import Shelf" in shown
    assert "<Shelf {size} />" in shown
    assert "size += 3;" not in shown
