"""Runs in which many tests fail in like ways: what is told once, and what of each."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def lines_of(text: str) -> list[str]:
    return list(pipeline.plan(text, Hints()).lines)


def mocha_run(failures: int) -> str:
    blocks = "".join(
        f"  {n}) bank\n       rounds case {n}:\n\n"
        f"      AssertionError: expected 'pay - {n}0 is no…' to equal 'pay: {n}0 is not…'\n"
        "      + expected - actual\n\n"
        f"      -pay - {n}0 is not enough\n      +pay: {n}0 is not enough\n\n"
        "      at refuses (test/support/refusals.js:52:57)\n"
        f"      at /srv/bank/test/round.js:{n}7:7\n"
        "      at Array.forEach (<anonymous>)\n"
        f"      at Context.<anonymous> (test/round.js:{n}2:20)\n"
        "      at process.processImmediate (node:internal/timers:483:21)\n\n"
        for n in range(1, failures + 1)
    )
    return f"\n\n  ....!!!!\n\n  {failures} passing (12ms)\n  {failures} failing\n\n{blocks}\n"


def test_a_frame_of_a_tests_helper_is_shown_three_times_and_the_tests_own_frames_always() -> None:
    lines = lines_of(mocha_run(9))
    assert sum(1 for line in lines if "refusals.js:52:57" in line) == 3
    for n in range(1, 10):
        assert f"      at /srv/bank/test/round.js:{n}7:7" in lines
        assert f"      at Context.<anonymous> (test/round.js:{n}2:20)" in lines
    assert lines.count("      + expected - actual") == 1


def test_frames_on_the_way_are_shown_once() -> None:
    stack = (
        " ❯ compileRules src/compile.ts:167:38\n ❯ src/compile.ts:138:20\n"
        " ❯ compileToken src/compile.ts:116:10\n ❯ select src/index.ts:86:21\n"
    )
    text = (
        " FAIL  test/zero.ts > zero\nReferenceError: a is not defined\n ❯ test/zero.ts:1:2\n\n⎯⎯⎯⎯⎯[1/9]⎯\n\n"
        + "".join(
            f" FAIL  test/api.ts > case {n}\nTypeError: no rule {'x' * n} of {n}\n"
            f"{stack} ❯ test/api.ts:{n}9:30\n\n⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[{n}/9]⎯\n\n"
            for n in range(2, 9)
        )
        + " Test Files  2 failed (2)\n      Tests  8 failed (8)\n"
    )
    lines = lines_of(text)
    assert lines.count(" ❯ src/compile.ts:138:20") == 1
    assert lines.count(" ❯ compileToken src/compile.ts:116:10") == 1
    for n in range(2, 9):
        assert f" ❯ test/api.ts:{n}9:30" in lines


def test_a_file_that_jest_could_not_parse_is_named_and_its_advice_is_not_repeated() -> None:
    text = (
        "FAIL test/menu.test.ts\n  ● Test suite failed to run\n\n    Jest encountered an unexpected token\n\n"
        "    Jest failed to parse a file. This happens e.g. when your code uses non-standard syntax.\n\n"
        "    Out of the box Jest supports Babel.\n\n    Here's what you can do:\n     • Configure Babel.\n\n"
        "    Details:\n\n    /srv/menu/node_modules/bool/dist/index.js:1\n"
        '    ({"Object.<anonymous>":function(module){export function yes() {\n'
        "                                            ^^^^^^\n\n    SyntaxError: Unexpected token 'export'\n\n"
        '    > 2 | import bool from "bool";\n        | ^\n      3 | import type {\n\n'
        "      at Runtime.createScript (node_modules/jest-runtime/build/index.js:1505:14)\n"
        "      at Object.<anonymous> (src/menu.ts:2:1)\n\n"
        "Test Suites: 1 failed, 1 total\nTests:       0 total\nSnapshots:   0 total\nTime:        4.258 s\n"
    )
    lines = lines_of(text)
    assert "    /srv/menu/node_modules/bool/dist/index.js:1" in lines
    assert "    SyntaxError: Unexpected token 'export'" in lines
    assert not any("Configure Babel" in line for line in lines)


def test_each_file_that_could_not_be_parsed_is_named_though_all_fail_alike() -> None:
    names = ("cart", "till", "shelf")
    suites = "".join(
        f"FAIL test/{name}.test.ts\n  ● Test suite failed to run\n\n    Details:\n\n"
        f"    /srv/menu/node_modules/{name}/dist/index.js:1\n"
        '    ({"Object.<anonymous>":function(module){export function yes() {\n'
        "                                            ^^^^^^\n\n    SyntaxError: Unexpected token 'export'\n\n"
        "      at Runtime.createScript (node_modules/jest-runtime/build/index.js:1505:14)\n\n"
        for name in names
    )
    lines = lines_of(f"{suites}Test Suites: 3 failed, 3 total\nTests:       0 total\nTime:        4.258 s\n")
    for name in names:
        assert f"    /srv/menu/node_modules/{name}/dist/index.js:1" in lines


def test_what_a_go_test_logs_over_and_over_is_shown_once_and_counted() -> None:
    logged = "".join(
        f"    shelf_test.go:102: shelf {n % 3} holds 16 above 10, which is the wrong order for it\n"
        for n in range(30)
    )
    text = f"=== RUN   TestShelf\n{logged}--- FAIL: TestShelf (0.00s)\nFAIL\nFAIL\tstore\t0.011s\nFAIL\n"
    lines = lines_of(text)
    for n in range(3):
        assert sum(1 for line in lines if f"shelf {n} holds" in line) == 1
    assert "[x9 more to line 29]" in lines


def test_failures_that_differ_in_their_decimals_are_told_apart() -> None:
    def block(name: str, got: str, wanted: str) -> str:
        return (
            f"_________ {name} _________\n\n    def {name}():\n>       assert form({got!r}) == {wanted!r}\n"
            f"E       AssertionError: assert '{got}' == '{wanted}'\n"
            f"E         - {wanted}\nE         + {got}\n\n"
            "tests/test_form.py:49: AssertionError\n"
        )

    names = {"test_one": ("2.001", "1.001"), "test_two": ("1.001", "0.001"), "test_six": ("1.0101", "0.0101")}
    text = (
        "======== test session starts ========\ncollected 3 items\n\ntests/test_form.py FFF  [100%]\n\n"
        "================ FAILURES ================\n"
        + "".join(block(name, *values) for name, values in names.items())
        + "============ short test summary info ============\n"
        + "".join(f"FAILED tests/test_form.py::{name} - AssertionError\n" for name in names)
        + "============ 3 failed in 0.12s ============\n"
    )
    lines = lines_of(text)
    for got, wanted in names.values():
        assert f"E       AssertionError: assert '{got}' == '{wanted}'" in lines


def test_a_statement_of_many_failures_and_a_diff_that_says_the_message_again_are_not_repeated() -> None:
    names = {f"test_case_{n}": (f"<p>&LT;{n}", f"<p>&lt;{n}") for n in range(1, 9)}
    text = (
        "======== test session starts ========\ncollected 8 items\n\ntests/test_form.py FFFFFFFF [100%]\n\n"
        "================ FAILURES ================\n"
        + "".join(
            f"_________ {name} _________\n\n>       assert html(source) == wanted\n"
            f"E       AssertionError: assert '{got}' == '{wanted}'\n"
            f"E         - {wanted}\nE         ?     ^^\nE         + {got}\nE         ?     ^^\n\n"
            "tests/test_form.py:49: AssertionError\n"
            for name, (got, wanted) in names.items()
        )
        + "============ short test summary info ============\n"
        + "".join(f"FAILED tests/test_form.py::{name} - AssertionError\n" for name in names)
        + "============ 8 failed in 0.12s ============\n"
    )
    lines = lines_of(text)
    assert lines.count(">       assert html(source) == wanted") == 3
    for got, wanted in names.values():
        assert f"E       AssertionError: assert '{got}' == '{wanted}'" in lines
        assert f"E         - {wanted}" not in lines


def test_classes_whose_tests_passed_are_counted_by_maven() -> None:
    passed = "".join(
        f"[INFO] Running org.quay.core.Lot{n}Test\n"
        f"[INFO] Tests run: {n + 1}, Failures: 0, Errors: 0, Skipped: 0, "
        f"Time elapsed: {n % 3 and '0.0' + str(n)} s - in org.quay.core.Lot{n}Test\n"
        for n in range(12)
    )
    text = (
        "[INFO] Scanning for projects...\n[INFO] Building Quay core 1.3.0\n[INFO]  T E S T S\n"
        + passed
        + "[INFO]"
        " Running org.quay.core.FeeTest\n[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0,"
        " Time elapsed: 0.1 s <<< FAILURE! - in org.quay.core.FeeTest\n[ERROR] fee(org.quay.core.FeeTest)"
        "  Time elapsed: 0 s  <<< FAILURE!\njava.lang.AssertionError: expected:<21> but was:<12>\n"
        "[ERROR] Failures: \n[ERROR]   FeeTest.fee:7 expected:<21> but was:<12>\n"
        "[ERROR] Tests run: 82, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n"
    )
    lines = lines_of(text)
    assert sum(1 for line in lines if "Failures: 0, Errors: 0, Skipped: 0" in line) == 1
    assert "[x11 like this to line 27]" in lines
    assert "[ERROR] Tests run: 82, Failures: 1, Errors: 0, Skipped: 0" in lines
    assert "[ERROR]   FeeTest.fee:7 expected:<21> but was:<12>" in lines


def test_the_class_in_which_javac_found_nothing_is_named_once() -> None:
    text = "".join(
        f"[ERROR] /srv/quay/src/test/java/FeeTest.java:[{line},9] cannot find symbol\n"
        f"[ERROR]   symbol:   method fee{line}()\n[ERROR]   location: class org.quay.FeeTest\n"
        for line in range(20, 40)
    )
    text = f"[INFO] Scanning for projects...\n[ERROR] COMPILATION ERROR : \n{text}[INFO] BUILD FAILURE\n"
    lines = lines_of(text)
    assert sum(1 for line in lines if "location: class org.quay.FeeTest" in line) == 1
    for line in range(20, 40):
        assert any(f"[{line},9]" in shown for shown in lines)
        assert any(f"fee{line}()" in shown for shown in lines)


def test_sides_that_the_message_holds_are_not_said_again_nor_statements_over_and_over() -> None:
    blocks = "".join(
        f" FAIL  src/case.spec.ts > case > word {n}\n"
        f"AssertionError: expected 'cas{n}' to deeply equal 'case {n}'\n\n"
        f'Expected: "case {n}"\nReceived: "cas{n}"\n\n'
        f" ❯ src/case.spec.ts:18:41\n     17|     it(name, () => {{\n"
        "     18|       expect(caseOf(input)).toEqual(result);\n       |                      ^\n\n"
        f"⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[{n}/9]⎯\n\n"
        for n in range(1, 10)
    )
    lines = lines_of(blocks + " Test Files  1 failed (1)\n      Tests  9 failed (9)\n")
    for n in range(1, 10):
        assert f"AssertionError: expected 'cas{n}' to deeply equal 'case {n}'" in lines
        assert f'Expected: "case {n}"' not in lines
    assert sum(1 for line in lines if "expect(caseOf(input))" in line) <= 3


def go_run(logged: int) -> str:
    passed = "".join(
        f"    tree_test.go:65: clone at {n}\n    tree_test.go:65: clone at {n}\n" for n in range(logged)
    )
    quiet = "".join(f"=== RUN   TestOf{n}\n--- PASS: TestOf{n} (0.00s)\n" for n in range(40))
    return f"{quiet}=== RUN   TestClone\n{passed}--- PASS: TestClone (0.02s)\nPASS\nok  \tquay/tree\t0.452s\n"


def test_what_passing_go_tests_log_is_shown_while_it_is_little() -> None:
    lines = lines_of(go_run(6))
    assert [line for line in lines if "clone at" in line] == [
        f"    tree_test.go:65: clone at {n}" for n in range(6)
    ]
    assert not any("clone at" in line for line in lines_of(go_run(60)))
