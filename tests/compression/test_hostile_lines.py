"""Lines of many blanks, dashes or colons among real ones: each pattern has one way to read them."""

import pytest

from knapsack_cli.compression import endings, pipeline
from knapsack_cli.compression.kinds import (
    benchmarks,
    binary,
    cargo_test,
    directives,
    javascript_tests,
    lock_text,
    query_plan,
    several_tables,
    traces,
)
from knapsack_cli.compression.kinds.common import json_tree
from knapsack_cli.compression.model import Hints, Segment

LONG = 60_000
TEXTS = {
    "settings in braces": ["server {", *["    listen 80;", "    root /srv;"] * 9, "}"],
    "settings in sections": ["[server]", *["listen = 80", "root = /srv"] * 9],
    "table": ["| name | size |", "|---|---|", *["| a | 1 |"] * 9],
    "tests": ["1/9 Test #1: first ... Passed", "ok second", "x ... ok"] * 6,
    "build": ["make[1]: Entering directory '/srv'", "cc -c a.c", "a.c:1:2: error: no"] * 6,
    "tables with bars": ["", "  a  | b ", "-----+---", "  1  | 2 "] * 3,
    "underlined source": ["  |", "3 | int a;", "  |     ^ expected"] * 6,
}
HEADS = {
    "types.cs": "using System;\n",
    "types.h": "#include <a.h>\n",
    "types.ts": "",
    "Types.kt": "package a\n",
}
OUTLINES = {
    "types.cs": "public class A{0} {{\n  int B {{ get; set; }}\n  T {word} {{ get; }}\n  int {types};\n}}\n",
    "types.h": "struct a{0} {{\n  int b;\n  {word} c;\n}};\nint f{0}({types});\n#define M{0} {types}\n",
    "types.ts": "export interface A{0} {{\n  b: {types};\n  {word}: number;\n  f({word}: A): void;\n}}\n",
    "Types.kt": "data class A{0}(\n  val {word}: Int,\n)\nenum class E{0} {{\n  A,\n  {word},\n}}\n",
}
HOSTILE = ("{}!", "a{}!", "[{}!", "{}x!", "| {}!")


@pytest.mark.parametrize("name", list(TEXTS))
@pytest.mark.parametrize("sign", [" ", "-", ":"])
def test_a_line_of_one_sign_among_others_is_read_in_one_go(name: str, sign: str) -> None:
    lines = [*TEXTS[name], *(form.format(sign * LONG) for form in HOSTILE), *TEXTS[name]]
    assert pipeline.plan("\n".join(lines), Hints()).total == len(lines)


@pytest.mark.parametrize("name", ["types.cs", "types.h", "types.ts", "Types.kt"])
def test_long_declarations_among_short_ones_are_read_in_one_go(name: str) -> None:
    word, types = "a" * 12_000, "A " * 6_000
    text = HEADS[name] + "".join(OUTLINES[name].format(n, word=word, types=types) for n in range(20))
    assert pipeline.plan(text, Hints(path=name)).total == text.count("\n")


BLANKS = " " * LONG
WORD = "a" * LONG
PYTEST = "= " + "1 failed in 1s " * 4_000
ROW = "BM_open/1   3 ns   3 ns   100"
READERS = {
    "benchmarks": lambda: benchmarks.decide(read(ROW, *["a" + " " * 500 + "x"] * 3_000, ROW)),
    "frames": lambda: cargo_test.decide(read("running 1 test", *["             at ./src/lib.rs:9:7"] * LONG)),
    "end of a run": lambda: endings.outputs_with_ends([PYTEST, PYTEST + "=", PYTEST.replace(" in", "")]),
    "dump": lambda: binary.decide(read("\0\1\2\3", WORD, "\0\1\2\3")),
    "data": lambda: json_tree.tight(f'[1,{BLANKS}"a"\n{BLANKS}2]'),
    "directives": lambda: directives.decide(read("listen 80", "#a" + "_" * LONG + "=1", "root /srv")),
    "tests": lambda: javascript_tests.decide(
        read(f"  ✗ one{BLANKS}x", "  ● one › two", "", "    Error: no", "")
    ),
    "sums of modules": lambda: lock_text.recognise(read(*["a." * LONG + "/"] * 9)),
    "plan": lambda: query_plan.decide(read(" Seq Scan on a  (cost=0..1)", f"   Filter: a{BLANKS}= 1")),
    "shadow bytes": lambda: traces.decide(
        read("==1==ERROR: AddressSanitizer: heap", "    #0 0x1 in a /a.c:1", "SUMMARY: A", f"{BLANKS}x")
    ),
    "tables": lambda: several_tables.recognise(read("a | b", "-" * LONG + "!", "1 | 2")),
}


def read(*lines: str) -> Segment:
    return Segment(list(lines), 0, Hints())


@pytest.mark.parametrize("name", list(READERS))
def test_a_long_line_of_its_kind_is_read_in_one_go(name: str) -> None:
    READERS[name]()


def test_a_plan_in_frames_loses_what_continues_its_lines() -> None:
    lines = read('   "Filter": "a  b",    +', ' "Plan Rows": 1 +', ' "Index Name":   +')
    assert query_plan.decide(lines).rows[0].text.endswith('"a  b", +')


def test_sums_of_modules_are_known_by_names_with_dots() -> None:
    tail = " v1.0.0/go.mod h1:" + "a" * 43 + "="
    assert lock_text.recognise(read(*[f"a.b/c{n}{tail}" for n in range(5)]))
    assert lock_text.recognise(read(*[f"a{n}.b{tail}" for n in range(5)]))
    assert not lock_text.recognise(read(*[f"a{n}b.{tail}" for n in range(5)]))
