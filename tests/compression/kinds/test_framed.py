"""Sass and Flow: the place stands apart from the message, and both are kept together."""

from knapsack_cli.compression.kinds.diagnostics import decide, recognise
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import write_rows

SASS = """DEPRECATION WARNING [import]: Sass @import rules are deprecated.

More info and automated migrator: https://sass.test/d/import

  ╷
{line} │ @import "part{line}";
  │         ^^^^
  ╵
    main.scss {line}:9  root stylesheet

"""
FLOW = """Error ------------------------------------------------------- quota.js:2:22

Cannot resolve module `./none`. [cannot-resolve-module]

   2| import { nope } from "./none";
                           ^^^^^^^^

Error ------------------------------------------------------- shelf.js:4:7

Cannot call `shelf` with `"1"` bound to `a` because `string` [1] is incompatible
with `number` [2]. [incompatible-type]

   4| shelf("1");
            ^^^ [1]

Found 2 errors
"""


def segment_of(text: str) -> Segment:
    return Segment(text.strip("\n").split("\n"), 0, Hints())


def written(text: str) -> str:
    view = decide(segment_of(text))
    assert isinstance(view, View)
    return "\n".join(write_rows(view.rows))


def test_a_deprecation_of_sass_is_told_once_with_all_its_places() -> None:
    text = "".join(SASS.format(line=line) for line in range(1, 9))
    assert recognise(segment_of(text)) >= 60
    rows = written(text)
    assert rows.count("Sass @import rules are deprecated.") == 1
    assert all(spot in rows for spot in ("1:9", "5:9", "8:9"))
    assert "main.scss" in rows


def test_an_error_of_sass_shows_its_source_and_place() -> None:
    rows = written(
        "Error: Undefined variable.\n  ╷\n1 │ a { b: $x }\n  │        ^^\n  ╵\n"
        "  odd.scss 1:8  root stylesheet\n"
    )
    assert "odd.scss:1:8 Error: Undefined variable." in rows
    assert "a { b: $x }" in rows


def test_flow_tells_each_place_with_its_message() -> None:
    assert recognise(segment_of(FLOW)) >= 50
    rows = written(FLOW)
    assert "quota.js:2:22 Cannot resolve module `./none`. [cannot-resolve-module]" in rows
    assert "shelf.js:4:7" in rows
    assert "with `number` [2]. [incompatible-type]" in rows
    assert "Found 2 errors" in rows


def test_ocaml_tells_its_places_above_its_messages() -> None:
    text = "".join(
        f'File "{name}.ml", line 2, characters 31-36:\n2 | let total (x : int) : string = x + 1\n'
        f"                                   ^^^^^\nError: Unbound module {name.title()}\n"
        for name in "till shelf quota crate depot".split()
    )
    assert recognise(segment_of(text)) >= 60
    rows = written(text)
    assert "depot.ml:2:31 Error: Unbound module Depot" in rows
    assert "till.ml:2:31" in rows
