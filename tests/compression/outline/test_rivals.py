"""A text without a name is read in the language that its tree says, not in the one it most resembles."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

CSHARP = (
    "using System;\n\nnamespace Shop\n{\n    public static class Tills\n    {\n"
    + "".join(
        f"        public string Name{at}(Till till, int size)\n        {{\n"
        f"            var found = till.Open(size);\n            found.Count(1);\n"
        f"            found.Count(2);\n            found.Close();\n"
        f"            return found.Text;\n        }}\n\n"
        for at in range(30)
    )
    + "    }\n}\n"
)
MACRO = (
    "#include <string>\n\nclass SHOP_API Till\n{\npublic:\n"
    + "".join(
        f"    const char* Name{at}() const {{\n        int found = size_;\n        found += {at};\n"
        f"        found *= 2;\n        return names_[found];\n    }}\n"
        for at in range(30)
    )
    + "private:\n    int size_;\n};\n"
)
NESTED = "const use = ready && function start(options) {\n" + "".join(
    f"  return later(async function step{at}(resolve) {{\n    resolve(options.a{at});\n"
    f"    options.b = {at};\n    options.c = {at};\n    options.d = {at};\n"
    f"  }}).catch(function failed{at}() {{\n"
    f"    options.e = 1;\n    options.f = 2;\n  }});\n"
    for at in range(20)
)


def test_csharp_is_not_read_as_a_neighbour() -> None:
    shown = "\n".join(pipeline.plan(CSHARP, Hints()).lines)
    assert all(f"Name{at}(" in shown for at in range(30))
    assert "Close()" not in shown


def test_an_export_macro_hides_no_member() -> None:
    shown = "\n".join(pipeline.plan(MACRO, Hints()).lines)
    assert all(f"Name{at}()" in shown for at in range(30))
    assert "found *= 2" not in shown


def test_functions_inside_expressions_are_found() -> None:
    shown = "\n".join(pipeline.plan(NESTED + "};\n", Hints(path="start.js")).lines)
    assert all(f"step{at}(" in shown and f"failed{at}(" in shown for at in range(20))


LUA = (
    "return function(options)\n  local handler = {}\n"
    + "".join(
        f"  handler.step{at} = function(element, parent)\n    local size = element.size\n    size = size + 1\n"
        f"    parent.size = size\n    return nil, true\n  end\n\n"
        for at in range(15)
    )
    + "  return handler\nend\n"
)
COMMENTED = (
    "/*\n" + "".join(f" * Words {at} that say what may be done with it.\n" for at in range(900)) + " */\n"
)
COMMENTED += "#include <stdio.h>\n" + "".join(
    f'static int step_{at}(int a)\n{{\n  a += {at};\n  a *= 2;\n  printf("%d", a);\n  return a;\n}}\n\n'
    for at in range(30)
)


def test_functions_that_a_function_puts_into_a_table_are_found() -> None:
    shown = "\n".join(pipeline.plan(LUA, Hints()).lines)
    assert all(f"handler.step{at} = function" in shown for at in range(15))
    assert "parent.size" not in shown


def test_a_long_comment_at_the_top_hides_no_language() -> None:
    made = pipeline.plan(COMMENTED, Hints())
    assert made.kinds == ["source"]
    assert all(f"step_{at}(" in "\n".join(made.lines) for at in range(30))


def test_a_text_that_is_cut_within_a_body_is_read_all_the_same() -> None:
    cut = CSHARP[: CSHARP.rfind("found.Count(2)")]
    shown = "\n".join(pipeline.plan(cut, Hints()).lines)
    assert all(f"Name{at}(" in shown for at in range(30))


def test_lines_that_bear_their_numbers_are_shown_with_them() -> None:
    lines = CSHARP.splitlines()
    for form in ("{:6d}\t{}", "{:6d}→{}", "{}: {}", "{:4d} | {}"):
        text = "".join(form.format(at + 101, line) + "\n" for at, line in enumerate(lines))
        made = pipeline.plan(text, Hints())
        assert made.kinds == ["source"]
        assert form.format(107, lines[6]) in made.lines
        assert len(made.lines) < len(lines) // 3


def test_structures_of_pointers_are_no_rust() -> None:
    text = "#ifndef TILL_H\n#define TILL_H\n\n#define TILL_VERSION 4\n\n" + "".join(
        f"/* Part {at}. */\nstruct Till{at}\n{{\n"
        + "".join(f"    struct Coin      *coin{n};   /*!< of kind {n} */\n" for n in range(9))
        + f"}};\ntypedef struct Till{at} TILL{at};\n\n"
        for at in range(9)
    )
    shown = "\n".join(pipeline.plan(text + "#endif\n", Hints()).lines)
    assert "#define TILL_VERSION 4" in shown
    assert "struct Till8" in shown


def test_members_in_other_branches_of_a_condition_are_found() -> None:
    text = (
        "using System;\n\nnamespace Shop\n{\n    public static class Tills\n    {\n#if OLD\n        public static int Open(int size)\n        {\n            return size;\n        }\n#else\n"
        + "".join(
            f"        public static int Open{at}(int size)\n        {{\n            int total = size + {at};\n            return total;\n        }}\n\n"
            for at in range(12)
        )
    )
    shown = "\n".join(pipeline.plan(text + "#endif\n    }\n}\n", Hints()).lines)
    assert all(f"Open{at}(int size)" in shown for at in range(12))
    assert "int total" not in shown


def test_a_file_that_is_mostly_data_is_python_by_its_head() -> None:
    text = (
        "import re\nfrom shop.lexer import Words\n\n\nclass TillLexer(Words):\n    name = 'till'\n    tokens = {\n"
        + "".join(
            f"        'state{at}': [\n            (r'[a-z]+', Word.Name),\n            (r'\\d+', Word.Number, 'state{at}'),\n        ],\n"
            for at in range(30)
        )
    )
    made = pipeline.plan(text + "    }\n", Hints())
    assert made.kinds == ["source"]
    assert any("class TillLexer(Words):" in line for line in made.lines)


def test_python_under_a_raw_documentation_of_pages_is_no_document() -> None:
    text = (
        '# shop/till.py\nr"""\n'
        + "".join(
            f"Part {at}\n------\n\nWords about tills::\n\n    till.open({at})\n\n* one\n* two\n\n"
            for at in range(40)
        )
        + '"""\nimport os\nfrom shop import base\n\n\n'
        + "".join(
            f"class Till{at}(base.Till):\n    def open(self, size):\n        total = size + {at}\n        if total > 4:\n"
            f"            return os.path.join(str(total))\n        return total\n\n\n"
            for at in range(12)
        )
    )
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert all(f"class Till{at}(base.Till):" in shown for at in range(12))


def test_constructions_alone_are_no_java() -> None:
    text = (
        "export class Word {\n  constructor(label, size) {\n    this.label = label\n  }\n}\n\nexport const words = {\n"
        + "".join(f'  word{at}: new Word("word{at}", {at}),\n' for at in range(60))
    )
    functions = "".join(
        f"export function find{at}(name) {{\n  const found = words[name]\n  return found.label\n}}\n\n"
        for at in range(3)
    )
    made = pipeline.plan(text + "}\n\n" + functions, Hints())
    assert made.kinds == ["source"]
    assert any("export class Word" in line for line in made.lines)


def test_methods_of_a_structure_in_ruby_are_found() -> None:
    text = (
        "require 'shop'\n\nclass Till\n"
        + "".join(
            f"  def open_{at}(size)\n    total = size + {at}\n    total * 2\n  end\n\n" for at in range(8)
        )
        + "  Entry = Struct.new(:size, :name) do\n    def full?\n      size > 4\n    end\n\n    def label\n      name.to_s\n    end\n  end\nend\n"
    )
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert "def full?" in shown
    assert "def label" in shown


def test_closures_and_classes_without_a_name_are_found_in_php() -> None:
    text = (
        "<?php\n\nuse Shop\\Till;\n\n$open = function (Till $till) {\n    return $till->count() + 1;\n};\n\n$all = [\n"
        + "".join(
            f"    'till{at}' => function ($size) {{\n        $total = $size + {at};\n        return $total;\n    }},\n"
            for at in range(9)
        )
    )
    text += (
        "];\n\nRoute::get('/tills', function () {\n    $found = Till::all();\n    return $found;\n});\n\n"
        "$shop->add(new class ($all) implements Tills {\n    public function closes($size)\n    {\n"
        "        $total = $size;\n        return $total;\n    }\n});\n"
    )
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert "$open = function (Till $till)" in shown
    assert all(f"'till{at}' => function" in shown for at in range(9))
    assert "Route::get('/tills'" in shown
    assert "public function closes($size)" in shown
    assert "$found = Till::all()" not in shown


def test_tables_that_a_script_gives_to_a_name_are_shown() -> None:
    text = (
        "function Till(size) {\n  this.size = size;\n}\n\nTill.kinds = {\n  SMALL: 1,\n  LARGE: 2\n};\n\nTill.prototype = {\n"
        + "".join(
            f"  open{at}: function (name) {{\n    var total = this.size + {at};\n    return total;\n  }},\n"
            for at in range(12)
        )
    )
    shown = "\n".join(pipeline.plan(text + "};\n", Hints()).lines)
    assert "Till.kinds = {" in shown
    assert "Till.prototype = {" in shown
