"""Excerpts of a file, as `sed -n`, `head` and file tools print them, are outlined as the whole file is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.outline.excerpts import completed

BODY = "".join(f"            total = total + till.count({at});\n" for at in range(6))
SCRIPT_BODY = "".join(f"    const sum{at} = this.count({at}) + {at};\n" for at in range(6))
CSHARP = (
    "using System;\nusing System.IO;\n\nnamespace Shop.Tills\n{\n    public sealed class TillList\n    {\n"
    + "".join(
        f"        private static int Open{at}(string name)\n        {{\n            int total = 0;\n{BODY}"
        f"            return total;\n        }}\n\n"
        for at in range(9)
    )
)
SCRIPT = (
    f"{SCRIPT_BODY}    return sum0;\n  }}\n\n"
    + "".join(f"  open{at}(name, size) {{\n{SCRIPT_BODY}    return sum{at % 6};\n  }}\n\n" for at in range(9))
    + "}\n\nmodule.exports = Till;\n"
)
SWIFT = (
    "    guard total > 0 else { return nil }\n    return total\n  }\n}\n\n"
    + "".join(
        f'struct Till{at}Record: Record {{\n  @Field var size: Int?\n  var name: String = "a"\n\n'
        f"  func open{at}(till: Till) -> Int "
        f"{{\n    let total = till.count + {at}\n    return total\n  }}\n}}\n\n"
        for at in range(7)
    )
    + "struct LastRecord: Record {\n  func close() -> Int {\n    let total = 1\n"
)
RUST = (
    "use std::io;\n\npub struct Till {\n    size: usize,\n}\n\nimpl Till {\n"
    + "".join(
        f"    pub fn open{at}(&self, name: &str) -> usize {{\n        let total = self.size + {at};\n"
        f"        let more = total + name.len();\n        more\n    }}\n\n"
        for at in range(9)
    )
    + "}\n\n#[cfg(test)]\nmod checks {\n    use super::*;\n\n    #[test]\n    fn opens() {\n      "
    "  let till = Till {"
)


@pytest.mark.parametrize(
    ("text", "kept", "dropped"),
    [
        (CSHARP, ["namespace Shop.Tills", "class TillList", "Open8(string name)"], "total + till.count(1)"),
        (SCRIPT, [f"open{at}(name, size)" for at in range(9)], "const sum3"),
        (SWIFT, ["struct Till6Record", "func open6(", "struct LastRecord"], "till.count + 3"),
        (RUST, ["impl Till", "fn open8(", "mod checks"], "total + name.len()"),
    ],
)
def test_an_excerpt_shows_what_it_defines(text: str, kept: list[str], dropped: str) -> None:
    made = pipeline.plan(text, Hints())
    shown = "\n".join(made.lines)
    assert made.kinds == ["source"]
    assert [one for one in kept if one not in shown] == []
    assert shown.count(dropped) <= 1


def test_a_whole_file_is_not_completed() -> None:
    assert completed(b"class A {\n  int b(int c) {\n    return c;\n  }\n}\n", "java") is None


@given(st.text(alphabet="(){}[];\n\t\"' abclsv", max_size=300), st.sampled_from(["java", "rust", "go"]))
def test_completing_keeps_every_row(text: str, name: str) -> None:
    made = completed(f"{text}\n  public int b(int c) {{\n".encode(), name)
    assert made is None or made.count(b"\n") >= text.count("\n") + 2


PYTHON = (
    '    A till that counts.\n\n    It holds words about tills, and more of them.\n    """\n\n'
    + "".join(
        f'    def open{at}(self, size):\n        """Open a till.\n\n        Words about it.\n        """\n'
        f"        total = size + {at}\n        if total > 4:\n            return total\n        return"
        f" self.size\n\n"
        for at in range(9)
    )
)
ELIXIR = '  Words about tills.\n\n      iex> Till.open(4)\n      4\n\n  """\n' + "".join(
    f'  @doc """\n  Opens a till.\n\n      iex> Till.open{at}(4)\n      4\n\n  """\n'
    f"  @spec open{at}(integer) :: integer\n  def open{at}(size) do\n    total = size + {at}\n    "
    f"total * 2\n  end\n\n"
    for at in range(9)
)


@pytest.mark.parametrize(("text", "word"), [(PYTHON, "self, size"), (ELIXIR, "size) do")])
def test_an_excerpt_that_begins_within_its_documentation_is_source(text: str, word: str) -> None:
    made = pipeline.plan(text, Hints())
    shown = "\n".join(made.lines)
    assert made.kinds == ["source"]
    assert all(f"def open{at}({word}" in shown for at in range(9))
