"""Other programs' output amid source code is found where nothing else parts it from the code."""

from knapsack_cli.compression import pipeline, strangers
from knapsack_cli.compression.model import Hints

CODE = (
    "package till;\n\nimport java.util.List;\n\npublic final class Till {\n"
    + "".join(
        f"    public int take{n}(int coins) {{\n        int sum = coins + {n};\n        return sum;\n"
        "    }\n\n"
        for n in range(30)
    )
    + "}\n"
)
NAMES = "".join(f"{n}\t{n * 3}\tdocs/chapter-{n}/page.rst\n" for n in range(1, 40))
BRANCHES = "".join(f"  topic/item-{n} abc{n}def the {n}th thing that was to be done\n" for n in range(1, 40))


def shown(text: str) -> str:
    return "\n".join(pipeline.plan(text, Hints()).lines)


def test_a_list_between_two_sources_is_found_with_its_ends() -> None:
    lines = (CODE + NAMES + CODE).splitlines()
    first = len(CODE.splitlines())
    assert strangers.find(lines) == [(first, first + 39)]


def test_a_list_indented_below_a_closed_class_is_found() -> None:
    lines = (CODE + BRANCHES).splitlines()
    first = len(CODE.splitlines())
    assert strangers.find(lines) == [(first, first + 39)]


def test_code_alone_has_none() -> None:
    data = "int table[] = {\n" + "  1, 2, 3,\n" * 40 + "};\n"
    text = (
        "#include <stdio.h>\n\nstatic int a;\nstatic int b;\n\n/*\nWords that tell,\n"
        + "of much\n" * 20
        + "*/\n"
    )
    assert strangers.find(CODE.splitlines()) == []
    assert strangers.find((text + data).splitlines()) == []


def test_a_few_lines_like_code_part_no_list() -> None:
    names = "".join(NAMES.splitlines(keepends=True)[:12])
    lines = (CODE + names + "import java.util.Map;\n" * 3 + names).splitlines()
    first = len(CODE.splitlines())
    assert strangers.find(lines) == [(first, first + 27)]


def test_declarations_on_two_lines_behind_macros_are_code() -> None:
    needed = "#include <stddef.h>\n#include <stdio.h>\n#include <till.h>\n\n"
    declared = "".join(
        f"PUBFUN const Till * CALL\n\t\topen_till_{n}\t(const char *name);\n" for n in range(20)
    )
    assert strangers.find((needed + declared).splitlines()) == []


def test_text_in_a_string_of_the_program_begins_no_other_output() -> None:
    page = "".join(f"Line {n} of the page that is sent\n" for n in range(30))
    code = (
        'package till\n\nimport "fmt"\n\nconst page = `\n'
        + page
        + "`\n\n"
        + "".join(f"func take{n}() {{\n\tfmt.Println(page)\n}}\n\n" for n in range(20))
    )
    outline = shown(code)
    assert "Line 12 of the page" not in outline
    assert all(f"func take{n}()" in outline for n in range(20))


def test_names_below_code_are_all_shown() -> None:
    outline = shown(CODE + NAMES)
    assert "public int take29(int coins)" in outline
    assert all(f"docs/chapter-{n}/page.rst" in outline for n in range(1, 40))


def test_branches_between_sources_of_two_languages_are_told() -> None:
    ruby = "require 'set'\n\nmodule Till\n" + "".join(
        f"  def take{n}(coins)\n    sum = coins + {n}\n    sum\n  end\n\n" for n in range(30)
    )
    outline = shown(ruby + "end\n" + BRANCHES + CODE)
    assert "topic/item-1 abc1def" in outline
    assert "topic/item-39 abc39def" in outline
    assert "def take29(coins)" in outline
    assert "public int take29(int coins)" in outline


def test_a_script_below_code_is_a_file_of_its_own() -> None:
    script = "#!/bin/sh\nset -e\n" + "".join(
        f"take_{n}() {{\n\techo {n}\n\texit {n}\n}}\n\n" for n in range(20)
    )
    outline = shown(CODE + script)
    assert "take_19()" in outline
    assert "public int take29(int coins)" in outline
