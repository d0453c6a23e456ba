"""Compilers and linters: every place, errors first, equal messages once."""

import pytest

from knapsack_cli.compression.kinds import builds, logs, search
from knapsack_cli.compression.kinds.common.places import ERROR, NOTE, WARNING, parse
from knapsack_cli.compression.kinds.diagnostics import decide, recognise
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import shown_lines, write_rows


def segment_of(text: str) -> Segment:
    return Segment(text.strip("\n").split("\n"), 0, Hints())


def written(text: str) -> list[str]:
    view = decide(segment_of(text))
    assert isinstance(view, View)
    return write_rows(view.rows)


@pytest.mark.parametrize(
    ("line", "path", "spot", "severity", "code"),
    [
        ("src/a.c:8:3: error: unknown type name ‘jvx’", "src/a.c", "8:3", ERROR, ""),
        (
            "a.h:33:68: warning: unused parameter [-Wunused-parameter]",
            "a.h",
            "33:68",
            WARNING,
            "-Wunused-parameter",
        ),
        ("a.h:33:68: 警告：未使用的参数 [-Wunused-parameter]", "a.h", "33:68", WARNING, "-Wunused-parameter"),
        ("a.c:3:5: 错误： 未知的类型名", "a.c", "3:5", ERROR, ""),
        ("a.h:3:5: note: declared here", "a.h", "3:5", NOTE, ""),
        ("a.py:3:5: error[bad-index] no such key", "a.py", "3:5", ERROR, "bad-index"),
        ("src/a.ts(12,7): error TS2322: no", "src/a.ts", "12:7", ERROR, "TS2322"),
        (
            "  3>C:\\src\\A.cs(61,23): error CS1061: no [C:\\src\\A.csproj]",
            "C:\\src\\A.cs",
            "61:23",
            ERROR,
            "CS1061",
        ),
        ("src/a.ts:12:7 - error TS2322: no", "src/a.ts", "12:7", ERROR, "TS2322"),
        ("a.py:1:1: F401 [*] `os` imported but unused", "a.py", "1:1", WARNING, "F401"),
        (
            "a.py:1:0: C0114: Missing module docstring (missing-module-docstring)",
            "a.py",
            "1:0",
            WARNING,
            "C0114",
        ),
        ("a.py:9: error: Missing return [return]", "a.py", "9", ERROR, "return"),
        ("/srv/A.java:[61,23] error: cannot find symbol", "/srv/A.java", "[61,23]", ERROR, ""),
        ("/srv/a.js: line 1, col 2, Error - no (no-undef)", "/srv/a.js", "1:2", ERROR, "no-undef"),
        ("/srv/a.js:1:2: no [Error/no-undef]", "/srv/a.js", "1:2", ERROR, "no-undef"),
        ("e: file:///srv/a.kt:3:9 Unresolved reference: x", "/srv/a.kt", "3:9", ERROR, ""),
        ("Dockerfile:3 DL3008 warning: Pin versions", "Dockerfile", "3", WARNING, "DL3008"),
        ("app/a.rb:1:1: C: [Correctable] Style/Doc: no", "app/a.rb", "1:1", WARNING, "Style/Doc"),
        ("a.tf:3:5: [warning] no (rule-name)", "a.tf", "3:5", WARNING, "rule-name"),
    ],
)
def test_reads_a_place_in_every_form(line: str, path: str, spot: str, severity: int, code: str) -> None:
    place = parse(line)
    assert place is not None
    assert (place.path, place.spot, place.severity, place.code) == (path, spot, severity, code)


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-29T10:00:00Z ERROR worker-3 failed",
        "12:34:56: error: late",
        "https://a.test:8080: error: x",
        "just words: 12: error",
        "at Object.run (a.js:3:5)",
    ],
)
def test_takes_no_clock_or_sentence_for_a_place(line: str) -> None:
    place = parse(line)
    assert place is None or place.severity < 0


def test_groups_by_file_with_errors_first_and_equal_messages_once() -> None:
    assert written(
        """
src/a.ts(1,5): error TS7006: Parameter 'x' implicitly has an 'any' type.
src/a.ts(4,5): error TS7006: Parameter 'x' implicitly has an 'any' type.
src/a.ts(9,1): error TS2322: Type 'A' is not assignable to type 'B'.
  Property 'id' is missing in type 'A'.
src/b.ts(2,2): error TS2304: Cannot find name 'y'.
"""
    ) == [
        "src/a.ts",
        "  1:5, 4:5 error TS7006: Parameter 'x' implicitly has an 'any' type.",
        "  9:1 error TS2322: Type 'A' is not assignable to type 'B'.",
        "      Property 'id' is missing in type 'A'.",
        "src/b.ts(2,2): error TS2304: Cannot find name 'y'.",
    ]


def test_keeps_the_source_and_notes_of_an_error_and_drops_those_of_warnings() -> None:
    warnings = "".join(
        f"src/w.c:{at}:3: warning: unused variable ‘v{at}’ [-Wunused-variable]\n"
        f"  {at} |   int v{at};\n     |       ^~\n"
        for at in range(10, 20)
    )
    lines = written(
        warnings
        + """src/e.c: In function ‘run’:
src/e.c:30:5: error: too few arguments to function ‘take’
   30 |     take();
      |     ^~~~
src/e.h:3:5: note: declared here
"""
    )
    assert lines[:4] == [
        "  src/e.c: In function ‘run’:",
        "src/e.c:30:5: error: too few arguments to function ‘take’",
        "   30 |     take();",
        "  src/e.h:3:5: note: declared here",
    ]
    assert lines[4] == "src/w.c"
    assert lines[5:11] == [
        f"  {at}:3 warning: unused variable ‘v{at}’ [-Wunused-variable]" for at in range(10, 16)
    ]
    assert lines[11] == "  [more: -Wunused-variable ‘v16’ 16:3, ‘v17’ 17:3, ‘v18’ 18:3, ‘v19’ 19:3]"
    assert lines[12] == "[... 21 lines within 2-34: source, notes, progress]"


def test_one_message_in_many_files_stands_once_with_all_places() -> None:
    text = "\n".join(
        f"src/{name}.java:19: error: package org.lib does not exist\nimport org.lib.{name};\n              ^"
        for name in ("One", "Two", "Three", "Four")
    )
    assert written(text + "\n4 errors")[:2] == [
        "error: package org.lib does not exist",
        "  src/One.java:19, src/Two.java:19, src/Three.java:19, src/Four.java:19",
    ]
    assert "4 errors" in written(text + "\n4 errors")


def test_messages_that_differ_in_a_name_keep_every_name_and_place() -> None:
    names = ["serde", "union", "write"]
    text = "\n\n".join(
        f"warning: unexpected `cfg` condition value: `{names[at % 3]}`\n --> src/lib.rs:{at}:7\n  |\n"
        f'{at} | #[cfg(feature = "{names[at % 3]}")]\n  |       ^^^^^^^'
        for at in range(10, 22)
    )
    lines = written(text)
    assert lines[0] == "src/lib.rs"
    assert "  11:7, 14:7, 17:7, 20:7 warning: unexpected `cfg` condition value: `write`" in lines
    assert not any("like this" in line for line in lines)


def test_a_compilers_folded_warnings_keep_what_they_speak_of() -> None:
    names = [*(f"left_{at}" for at in range(8)), "left_6", "right"]
    text = "\n".join(
        f"sum.c:{at + 10}:7: warning: unused variable '{name}' [-Wunused-variable]"
        for at, name in enumerate(names)
    )
    told = next(line for line in written(text) if "[more: " in line)
    assert told == "  [more: -Wunused-variable 'left_6' 16:7 18:7, 'left_7' 17:7, 'right' 19:7]"


def test_reads_webpack_with_every_module_that_was_not_found() -> None:
    text = "asset main.js 2 MiB [emitted] (name: main)\n\n" + "\n\n".join(
        f"WARNING in ./lib/{part}.js {at}:4-20\nModule not found: Error: Can't resolve '{part}-{at}'"
        f" in '/srv/lib'\n @ ./lib/index.js 3:4-10\n @ ./main.js 1:0-9"
        for part in ("load", "save")
        for at in range(10, 20)
    )
    lines = written(text)
    assert "./lib/load.js" in lines
    assert "  17:4-20 WARNING Module not found: Error: Can't resolve 'load-17' in '/srv/lib'" in lines
    assert "  19:4-20 WARNING Module not found: Error: Can't resolve 'save-19' in '/srv/lib'" in lines
    assert sum(" @ ./lib/index.js" in line for line in lines) == 1


def test_reads_arrows_of_rustc_with_the_error_before_its_warnings() -> None:
    text = "".join(
        f"warning: unused variable: `v{at}`\n --> src/a.rs:{at}:9\n"
        f"  |\n{at} |     let v{at} = 1;\n  |         ^^\n\n"
        for at in range(10, 22)
    )
    text += """error[E0308]: mismatched types
  --> src/total.rs:40:9
   |
40 |         self.sum as f64
   |         ^^^^^^^^^^^^^^^ expected `Money`, found `f64`

error: could not compile `shop` (lib) due to 1 previous error; 12 warnings emitted"""
    lines = written(text)
    assert lines[0] == "src/total.rs:40:9 error[E0308]: mismatched types"
    assert "expected `Money`, found `f64`" in lines[2]
    assert "  11:9 warning: unused variable: `v11`" in lines
    assert "error: could not compile `shop` (lib) due to 1 previous error; 12 warnings emitted" in lines


def test_reads_rows_under_a_path() -> None:
    text = """
/srv/a.js
  1:1   error    'x' is not defined                no-undef
  2:1   warning  Unexpected var, use let or const  no-var

/srv/b.js
  1:1   warning  Unexpected var, use let or const  no-var
  2:1   warning  Unexpected var, use let or const  no-var
  3:1   warning  Unexpected var, use let or const  no-var

✖ 5 problems (1 error, 4 warnings)
"""
    assert written(text) == [
        "/srv/a.js",
        "  1:1 error  'x' is not defined  no-undef",
        "  2:1 warning  Unexpected var, use let or const  no-var",
        "/srv/b.js",
        "  [more: no-var 1:1 2:1 3:1]",
        "✖ 5 problems (1 error, 4 warnings)",
    ]


def test_keeps_every_msbuild_place_up_to_its_code() -> None:
    lines = written(
        "\n".join(
            f"        Core\\{name}.cs({at},18): warning CS0618: 'Old<{name}>' is obsolete: 'Use New instead.'"
            for at, name in enumerate(("One", "Two", "Three", "Four", "Five"), 7)
        )
    )
    text = "\n".join(lines)
    for at, name in enumerate(("One", "Two", "Three", "Four", "Five"), 7):
        assert f"Core\\{name}.cs({at},18): warning CS0618" in text


def test_a_repeated_report_of_the_same_place_is_shown_once() -> None:
    line = "C:\\src\\Shop.cs(61,23): error CS1061: no 'Apply' [C:\\src\\Shop.csproj]"
    assert written("\n".join([line, "Build FAILED.", line, "    1 Error(s)"])) == [
        line,
        "Build FAILED.",
        "    1 Error(s)",
    ]


def test_shows_no_line_twice() -> None:
    text = "\n".join(f"a.c:{at}:1: warning: w{at % 3} [-Wx]" for at in range(1, 60))
    view = decide(segment_of(text))
    assert isinstance(view, View)
    shown = shown_lines(view.rows)
    assert shown == sorted(set(shown))


@pytest.mark.parametrize(
    "text",
    [
        "src/a.c:12:    int error = 0;\nsrc/a.c:40:    return error;\nsrc/b.c:3:#include <a.h>",
        "2026-11-29 10:00:00 ERROR db: down\n2026-11-29 10:00:01 INFO db: up",
        "def f():\n    return 1\n",
    ],
)
def test_is_not_sure_of_searches_logs_and_source(text: str) -> None:
    assert recognise(segment_of(text)) == 0


@pytest.mark.parametrize(
    "text",
    [
        "  error • The method 'nope' isn't defined • lib/a.dart:12:5 • undefined_method",
        "ERROR: UndefinedMethod - lib/a.dart:12:5 - The method 'nope' is not defined (see the manual)",
        "-- [E006] Not Found Error: lib/a.dart:12:5 -------------------------",
    ],
)
def test_reads_a_place_that_stands_after_the_severity(text: str) -> None:
    place = parse(text)
    assert place is not None
    assert (place.path, place.spot, place.severity) == ("lib/a.dart", "12:5", ERROR)


def test_a_template_error_keeps_its_own_lines_and_the_users_place() -> None:
    deep = "".join(
        f"/usr/include/c++/12/bits/algo.h:{at}:5:   required from ‘void step{at}(It) [with It = P*]’\n"
        for at in range(10, 40)
    )
    lines = written(
        "/usr/include/c++/12/bits/ops.h: In instantiation of ‘bool less(It) [with It = P*]’:\n"
        + deep
        + "src/a.cpp:7:38:   required from here\n"
        + "/usr/include/c++/12/bits/ops.h:45:23: error: no match for ‘operator<’ (operands ‘P’, ‘P’)\n"
        + "   45 |       { return *it < *other; }\n      |                ~~~~^~~~~~~~\n"
    )
    assert "  src/a.cpp:7:38:   required from here" in lines
    assert any("no match for ‘operator<’" in line for line in lines)
    assert len(lines) < 9


def test_equal_reports_of_a_header_in_many_units_are_one() -> None:
    unit = (
        "In file included from src/{0}.c:1:\nsrc/util.h:33:13: warning: ‘f’ defined but not used [-Wunused]\n"
    )
    lines = written("".join(unit.format(name) for name in ("a", "b", "c", "d", "e", "f")))
    assert sum("defined but not used" in line for line in lines) == 1


def test_a_message_that_one_file_has_often_stands_under_the_name_of_the_file() -> None:
    many = "".join(
        f"src/ledger/store.ts({at},7): error TS2304: Cannot find name 'DEV'.\n" for at in range(10, 20)
    )
    few = "".join(f"src/ledger/{name}.ts(4,9): error TS2304: Cannot find name 'DEV'.\n" for name in "abc")
    assert written(few + many) == [
        "error TS2304: Cannot find name 'DEV'.",
        "  src/ledger/a.ts(4,9), src/ledger/b.ts(4,9), src/ledger/c.ts(4,9)",
        "src/ledger/store.ts",
        "  10:7, 11:7, 12:7, 13:7, 14:7, 15:7, 16:7, 17:7, 18:7, 19:7 error TS2304: Cannot find name 'DEV'.",
    ]


def test_of_many_errors_of_rustc_the_first_help_stays_whole_and_of_the_others_what_they_say() -> None:
    errors = "".join(
        f"""error[E0599]: no method named `total{at}` found
  --> src/ledger.rs:{at}:9
   |
{at} |     cart.total{at}()
   |          ^^^^^^ method not found in `Cart`
   |
help: there is a method with a similar name
   |
{at} |     cart.totals()
   |                +
note: the method is declared here
  --> src/cart.rs:{at}:5
   |
{at} |     fn totals(&self)
   |     ^^^^^^^^^^^^^^^^

"""
        for at in range(10, 16)
    )
    lines = written(errors + "error: could not compile `ledger` (lib) due to 6 previous errors")
    assert lines[1:7] == [
        "  10:9 error[E0599]: no method named `total10` found",
        "    10 |     cart.total10()",
        "       |          ^^^^^^ method not found in `Cart`",
        "    help: there is a method with a similar name",
        "    10 |     cart.totals()",
        "    note: the method is declared here",
    ]
    assert lines[7] == "      --> src/cart.rs:10:5"
    assert lines[8] == "  11:9 error[E0599]: no method named `total11` found"
    assert "error: could not compile `ledger` (lib) due to 6 previous errors" in lines


def test_the_source_line_of_two_diagnostics_in_a_row_is_shown_once() -> None:
    lines = written(
        """lz.c:954:33: error: conversion of a
  954 |   total += count(a, b);
      |         ^~
lz.c:954:36: error: conversion of b
  954 |   total += count(a, b);
      |            ^~~~~"""
    )
    assert sum("count(a, b)" in line for line in lines) == 1
    assert sum("conversion of" in line for line in lines) == 2


def test_of_long_warnings_of_kotlin_that_say_alike_two_are_whole_and_the_others_told_by_place() -> None:
    path = f"/srv/app/{'module/' * 20}Ledger.kt"
    text = "".join(
        f"w: file://{path}:{at}:9 'val sum{at}: Int' is deprecated. Use total instead.\n"
        for at in range(10, 15)
    )
    assert written(text + "e: file:///srv/app/src/Ledger.kt:30:5 Unresolved reference: totl") == [
        "e: file:///srv/app/src/Ledger.kt:30:5 Unresolved reference: totl",
        f"w: file://{path}:10:9 'val sum10: Int' is deprecated. Use total instead.",
        f"w: file://{path}:11:9 'val sum11: Int' is deprecated. Use total instead.",
        "[x3 like this: 12:9 'val sum12: Int', 13:9 'val sum13: Int', 14:9 'val sum14: Int']",
    ]


def test_annotations_for_a_ci_are_read_as_the_places_they_give() -> None:
    place = parse("::error file=app/main.js,line=3,col=7,title=no-undef::'x' is not defined")
    assert place is not None
    assert (place.path, place.spot, place.severity) == ("app/main.js", "3:7", ERROR)
    assert place.text == "error: no-undef: 'x' is not defined"
    place = parse("::warning title=ruff (D104),file=/srv/a.py,line=1::a.py:1:1: D104 Missing docstring")
    assert place is not None
    assert (place.path, place.spot, place.code) == ("a.py /srv/a.py", "1:1", "D104")
    place = parse(
        "##vso[task.logissue type=error;sourcepath=/srv/a.py;linenumber=6;columnnumber=2;code=UP035;]Use it"
    )
    assert place is not None
    assert (place.path, place.spot, place.severity, place.text) == (
        "/srv/a.py",
        "6:2",
        ERROR,
        "UP035 Use it",
    )
    assert parse("::error::the build broke") is None


def test_rules_under_a_place_with_words_are_grouped_by_file() -> None:
    text = "".join(
        f"shop/cart.py:{at} in public method `total{at}`:\n        D102: Missing docstring in public method\n"
        for at in range(10, 13)
    )
    assert recognise(segment_of(text)) > 60
    assert search.recognise(segment_of(text)) == 0
    assert written(text) == ["shop/cart.py", "  10, 11, 12 D102: Missing docstring in public method"]


def test_rows_with_their_sign_first_stand_under_the_path_above_them() -> None:
    text = """
  lib/tree.js:1:1
  ✖    1:1   Do not use "require".        unicorn/prefer-module
  ⚠    3:12  Unexpected todo comment.     no-warning-comments

  lib/api.js:4:9
  ✖    4:9   Do not use "require".        unicorn/prefer-module

  1 warning
  2 errors"""
    lines = written(text)
    assert lines[0] == "lib/tree.js"
    assert lines[1] == '  1:1 Do not use "require".  unicorn/prefer-module'
    assert {"  1 warning", "  2 errors"} <= set(lines)


def test_what_biome_draws_under_a_ruled_heading_is_told_by_its_message() -> None:
    rule = "━" * 30
    text = "".join(
        f"""lib/api{at}.js:3:{at} lint/style/useTemplate  FIXABLE  {rule}

  × Template literals are preferred over string concatenation.

    1 │ 'use strict';
  > 3 │ const path = a + b;
      │              ^^^^^
    4 │ const tree = 1;

  i Unsafe fix: Use a template literal.

"""
        for at in range(10, 16)
    )
    text += (
        f"lib/a.js format {rule}\n\n  × Formatter would have printed this:\n\n    1 │ - a\n\nFound 3 errors."
    )
    lines = written(text)
    assert lines[0] == "lib/api10.js:3:10 lint/style/useTemplate  FIXABLE  " + rule
    assert lines[1].strip() == "× Template literals are preferred over string concatenation."
    assert lines[2].startswith("[more lint/style/useTemplate: lib/api11.js:3:11, lib/api12.js:3:12")
    assert lines[3:5] == [f"lib/a.js format {rule}", "Found 3 errors."]


def test_tables_of_phpstan_are_told_by_file_line_and_message() -> None:
    rule = " ------ " + "-" * 40 + " "
    text = "".join(
        f"{rule}\n  Line   src/Mod{at}.php\n{rule}\n  {at}      Call to undefined sum{at}()\n{rule}\n\n"
        for at in range(10, 14)
    )
    segment = segment_of(text + " [ERROR] Found 4 errors")
    assert recognise(segment) > 90
    lines = written(text + " [ERROR] Found 4 errors")
    assert lines[0].startswith("src/Mod10.php:10 Call to undefined sum10()")
    assert any(line.strip() == "[ERROR] Found 4 errors" for line in lines)


def test_what_esbuild_says_is_told_by_file_and_what_it_repeats_once() -> None:
    text = "".join(
        f"""✘ [ERROR] TS2339: Property 'totl{at}' does not exist on type 'Cart'. [plugin angular-compiler]

    src/app/cart.html:{at}:12:
      {at} │ <span>totl{at}</span>
         ╵       ~~~~~

  Error occurs in the template of component CartComponent.

    src/app/cart.ts:7:15:
      7 │   templateUrl: './cart.html',
        ╵                ~~~~~~~~~~~~~

"""
        for at in range(10, 16)
    )
    assert recognise(segment_of(text)) > 60
    lines = written(text)
    assert lines[0] == "src/app/cart.html"
    assert lines[1].startswith("  10:12 ✘ [ERROR] TS2339: Property 'totl10' does not exist")
    assert sum("Error occurs in the template" in line for line in lines) == 1
    assert sum(line.startswith("  1") and "✘ [ERROR]" in line for line in lines) == 6


def test_a_level_in_brackets_before_a_place_is_no_log() -> None:
    rules = ("MissingJavadocMethod", "LineLength", "MagicNumber")
    text = "Starting audit...\n" + "\n".join(
        f"[{'ERROR' if at % 5 == 0 else 'WARN'}] /srv/src/Mod{at % 4}.java:{at}:3: No good. [{rules[at % 3]}]"
        for at in range(10, 50)
    )
    segment = segment_of(text + "\nAudit done.")
    assert logs.recognise(segment) < recognise(segment)
    lines = written(text + "\nAudit done.")
    assert "/srv/src/Mod0.java" in lines
    shown = "\n".join(lines)
    assert all(f"{at}:3" in shown for at in range(10, 50))


def test_the_function_of_the_first_of_several_places_is_not_told_as_that_of_all() -> None:
    text = (
        "".join(
            f"b.c: In function ‘f{n}’:\nb.c:{n}0:9: error: too few arguments to function ‘g’\n"
            f"  {n}0 |   g();\n      |   ^\n"
            for n in range(1, 4)
        )
        + "b.c: In function ‘h’:\nb.c:90:9: error: ‘k’ undeclared\n  90 |   k;\n      |   ^\n"
    )
    rows = written(text)
    assert "  10:9, 20:9, 30:9 error: too few arguments to function ‘g’" in rows
    assert not any("‘f1’" in row for row in rows)
    assert "  b.c: In function ‘h’:" in rows


def test_what_go_says_of_a_package_is_no_search() -> None:
    text = "# shop/till\n" + "".join(f"till/total.go:{at}:7: undefined: sum\n" for at in (3, 9, 14))
    assert recognise(segment_of(text)) > 60
    assert search.recognise(segment_of(text)) == 0
    assert written(text)[1:] == ["till/total.go", "  3:7, 9:7, 14:7 undefined: sum"]


def test_counts_of_rules_after_the_findings_keep_each_rule() -> None:
    counts = "".join(f"{at:<6}E{at:03} something of rule {'x' * at}\n" for at in range(101, 145))
    text = "".join(f"a.py:{at}:1: E{at:03} something\n" for at in range(101, 110)) + counts
    shown = "\n".join(written(text))
    assert all(f"{at} E{at:03}" in " ".join(shown.split()) for at in range(101, 145))


def test_errors_of_javac_that_differ_in_their_class_alone_are_one() -> None:
    text = "".join(
        f"src/{name}.java:{at}: error: cannot find symbol\n    Objectz.check(x);\n    ^\n"
        f"  symbol:   variable Objectz\n  location: class {name}\n"
        for at, name in ((4, "Cart"), (5, "Till"), (6, "Stock"))
    )
    shown = written(text)
    assert "  src/Cart.java:4, src/Till.java:5, src/Stock.java:6" in shown
    assert sum("variable Objectz" in row for row in shown) == 1


def test_offenses_with_their_grade_first_stand_under_the_path_above_them() -> None:
    text = "".join(
        f"== lib/{name}.rb ==\nC:  3:  1: [Correctable] Layout/Blank: Add.\nW:{at}: 12: Lint/Void: Unused.\n"
        for name, at in (("cart", 110), ("till", 214))
    )
    assert recognise(segment_of(text)) > 80
    shown = written(text)
    assert "lib/cart.rb" in shown
    assert "  110:12 W: Lint/Void: Unused." in shown


def test_a_failure_that_another_program_writes_into_an_excerpt_stays() -> None:
    text = "".join(
        f"E501 Line too long (90 > 72)\n  --> shop/cart.py:{at}:73\n   |\n{at} |     total = 1\n"
        + ("ERROR: no space left on device\n" if at == 14 else "")
        + "   |     ^^^\n   |\nhelp: cannot be fixed\n\n"
        for at in range(10, 20)
    )
    assert "ERROR: no space left on device" in written(text)


def test_a_rule_told_by_its_name_over_an_arrow_is_kept_with_its_places() -> None:
    text = "".join(
        f"unformatted: File would be reformatted\n --> src/{name}.py:{at}:1\n  |\n"
        f"  - x = 'a'\n{at} + x = \"a\"\n  |\n\n"
        for at, name in enumerate("till shelf quota crate depot".split(), 5)
    )
    assert recognise(segment_of(text)) >= 60
    rows = "\n".join(written(text))
    assert rows.count("File would be reformatted") == 1
    assert all(place in rows for place in ("src/till.py:5:1", "src/depot.py:9:1"))


def test_a_file_of_php_codesniffer_stays_the_heading_of_its_findings() -> None:
    text = "".join(
        f"FILE: /srv/{name}.php\n----\nFOUND 1 ERROR AFFECTING 1 LINE\n----\n"
        f" {at} | ERROR | [x] Whitespace found at end of line\n"
        "   |       |     (Squiz.WhiteSpace.Ends.Found)\n----\n\n"
        for at, name in enumerate("till shelf quota crate depot".split(), 5)
    )
    rows = "\n".join(written(text))
    assert "/srv/depot.php:9" in rows
    assert "LINE:" not in rows


def test_files_that_isort_would_sort_are_all_named() -> None:
    names = [f"/srv/app/part{at}.py" for at in range(30)]
    text = "\n".join(f"ERROR: {name} Imports are incorrectly sorted and/or formatted." for name in names)
    assert recognise(segment_of(text)) >= 60
    rows = "\n".join(written(text))
    assert all(name in rows for name in names)


def test_what_scala_says_below_the_source_tells_its_messages_apart() -> None:
    text = "".join(
        f"[error] -- [E006] Not Found Error: /srv/{name}.scala:{at}:7 \n[error] {at} |  val x = none{name}\n"
        f"[error]   |          ^^^^\n[error]   |  Not found: none{name}\n[error]   |\n"
        "[error]   | longer explanation available when compiling with `-explain`\n"
        for at, name in enumerate("till shelf quota crate depot".split(), 5)
    )
    rows = "\n".join(write_rows(builds.decide(segment_of(text)).rows))
    assert all(f"Not found: none{name}" in rows for name in ("till", "quota", "depot"))


def test_eslint_within_a_build_of_next_or_react_scripts_is_grouped_by_rule() -> None:
    for row in (
        "{at}:5  Error: 'x' is never used.  no-unused-vars",
        "  Line {at}:5:  'x' is never used  no-unused-vars",
    ):
        text = "".join(
            f"./src/{name}.tsx\n" + "".join(f"{row.format(at=at)}\n" for at in (3, 9)) + "\n"
            for name in "till shelf quota crate depot".split()
        )
        assert recognise(segment_of(text)) >= 60
        rows = "\n".join(written(text))
        assert rows.count("is never used") < 5
        assert all(name in rows for name in ("./src/till.tsx", "./src/depot.tsx"))


@pytest.mark.parametrize("said", ["]", ")", "1]", "1)", "[1]", " [1]"])
def test_a_hit_that_is_a_bracket_alone_is_read(said: str) -> None:
    place = parse(f"src/a.json:12: {said}")
    assert place is None or place.code == ""


def test_the_confidence_behind_a_rule_of_cpplint_is_not_the_rule() -> None:
    place = parse("src/a.cc:8:  Missing space before {  [whitespace/braces] [5]")
    assert place is not None
    assert place.code == "whitespace/braces"
