"""RSpec, PHPUnit, GoogleTest, CTest and runners nobody knows: failures found wherever they stand."""

from pathlib import Path

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

FIXTURES = Path(__file__).parents[3] / "fixtures" / "test-runs"

EXPECTED = {
    "rspec": (
        "numbered-tests",
        [
            "  3) Cart#total is four again",
            "       expected: 4",
            "            got: 3",
            "     # ./spec/cart_spec.rb:6:in `block (3 levels) in <top (required)>'",
            "       -:b => [1, 2, 4],",
            "  6) Cart#total fixed pending FIXED",
            "  1) Cart#total pending one",
            "47 examples, 6 failures, 2 pending",
        ],
    ),
    "gtest": (
        "tests",
        [
            "[  FAILED  ] CartTest.Total (0 ms)",
            "g.cc:4: Failure",
            "    Which is: 3",
            "sum is off",
            'C++ exception with description "disk full" thrown in the test body.',
            "[  PASSED  ] 30 tests.",
            " 3 FAILED TESTS",
        ],
    ),
    "ctest": (
        "tests",
        [
            "31/33 Test #31: broken ...........................***Failed    0.01 sec",
            "t.c:5: CHECK(total == 4) failed: 3 != 4",
            "32/33 Test #32: crash ............................Subprocess aborted***Exception:   0.00 sec",
            "91% tests passed, 3 tests failed out of 33",
            "\t 33 - missing (Not Run)",
        ],
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_failures_keep_name_place_and_message(name: str) -> None:
    text = (FIXTURES / f"{name}.txt").read_text(encoding="utf-8")
    plan = pipeline.plan(text, Hints())
    kind, wanted = EXPECTED[name]
    assert plan.kinds == [kind]
    for line in wanted:
        assert line in plan.lines


def test_phpunit_numbers_begin_anew_in_each_section() -> None:
    plan = pipeline.plan((FIXTURES / "phpunit.txt").read_text(encoding="utf-8"), Hints())
    assert plan.kinds == ["numbered-tests"]
    for line in (
        "1) CartTest::testAdds with data set #13 (13)",
        "InvalidArgumentException: unlucky 13",
        "1) CartTest::testFour",
        "Failed asserting that 3 is identical to 4.",
        "3) CartTest::testText",
        "-B",
        "+b",
        "1) CartTest::testRisky",
        "Tests: 46, Assertions: 42, Errors: 1, Failures: 3, Skipped: 1, Incomplete: 1, Risky: 1.",
    ):
        assert line in plan.lines


def test_robot_keeps_failing_tests_with_what_they_say_and_the_counts() -> None:
    rule = "-" * 78
    passing = "".join(f"{f'Adds {at}':<70}| PASS |\n{rule}\n" for at in range(20))
    text = f"{'=' * 78}\nShop\n{'=' * 78}\n{passing}{'Totals':<70}| FAIL |\n3 != 4\n{rule}\n"
    text += f"{'Shop':<70}| FAIL |\n21 tests, 20 passed, 1 failed\n{'=' * 78}\nOutput:  /srv/shop/output.xml"
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == ["tests"]
    at = plan.lines.index(f"{'Totals':<70}| FAIL |")
    assert plan.lines[at + 1] == "3 != 4"
    assert "21 tests, 20 passed, 1 failed" in plan.lines
    assert not any("Adds 7" in line for line in plan.lines)


def test_ctest_keeps_every_failed_check_of_a_program() -> None:
    checks = [
        f"/srv/shop/test_sum.c:{at}:test_adds_{at}:{'PASS' if at == 6 else 'FAIL: Expected 1 Was 2'}"
        for at in range(12)
    ]
    for prefix in ("", "1: "):
        text = [
            "Test project /srv/shop/build",
            "    Start 1: sums",
            *((f"{prefix}{check}" for check in checks) if prefix else ()),
            "1/2 Test #1: sums ......................***Failed    0.01 sec",
            *(() if prefix else checks),
            "    Start 2: rates",
            "2/2 Test #2: rates .....................   Passed    0.01 sec",
            "",
            "50% tests passed, 1 tests failed out of 2",
        ]
        lines = pipeline.plan("\n".join(text), Hints()).lines
        for check in checks:
            if "FAIL" in check:
                assert f"{prefix}{check}" in lines


def test_googletest_keeps_the_names_of_skipped_tests() -> None:
    runs = [f"[ RUN      ] Sum.Adds{at}\n[       OK ] Sum.Adds{at} (0 ms)" for at in range(30)]
    closing = "[==========] 31 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 30 tests."
    listed = "[  SKIPPED ] 1 test, listed below:\n[  SKIPPED ] Sum.Divides"
    text = "\n".join(["[==========] Running 31 tests from 1 test suite.", *runs, closing, listed])
    assert "[  SKIPPED ] Sum.Divides" in pipeline.plan(text, Hints()).lines


def test_catch2_compact_keeps_every_failed_assertion_under_its_file() -> None:
    text = [
        *(f"src/sum.cpp:{at}: passed: sum({at}) == {at} for: {at} == {at}" for at in range(40)),
        "src/sum.cpp:50: failed: sum(1) == 2 for: 1 == 2",
        "src/sum.cpp:51: failed: with 1 message: 'first",
        "second'",
        *["src/rate.cpp:7: failed: rate == 3 for: 4 == 3"] * 3,
        "src/rate.cpp:9: failed: unexpected exception with message: 'no rate'",
        "Failed 2 test cases, failed 6 assertions.",
    ]
    lines = pipeline.plan("\n".join(text), Hints()).lines
    assert lines[-9:] == [
        "src/sum.cpp:",
        "  50: failed: sum(1) == 2 for: 1 == 2",
        "  51: failed: with 1 message: 'first",
        "second'",
        "src/rate.cpp:",
        "  7: failed: rate == 3 for: 4 == 3",
        "  [x2 like this]",
        "  9: failed: unexpected exception with message: 'no rate'",
        "Failed 2 test cases, failed 6 assertions.",
    ]


def test_junit_4_shows_the_line_of_the_test_in_a_library_that_is_itself_under_test() -> None:
    text = "JUnit version 4.13.2\n.E.E.....\nTime: 0.7\nThere were 30 failures:\n" + "".join(
        f"{at}) testNumber{at}(org.apache.sample.codec.CodecTest)\n"
        f"org.junit.ComparisonFailure: expected:<[{at}]> but was:<[x]>\n"
        "\tat org.junit.Assert.assertEquals(Assert.java:117)\n"
        f"\tat org.apache.sample.codec.CodecTest.testNumber{at}(CodecTest.java:{100 + at})\n"
        "\tat java.base/java.lang.reflect.Method.invoke(Method.java:568)\n"
        "\tat org.junit.runners.ParentRunner.run(ParentRunner.java:413)\n"
        for at in range(1, 31)
    )
    text += "\nFAILURES!!!\nTests run: 35,  Failures: 30\n"
    lines = pipeline.plan(text, Hints()).lines
    assert "Tests run: 35,  Failures: 30" in lines
    for at in range(1, 31):
        assert any(f"CodecTest.java:{100 + at})" in line for line in lines)
    assert sum("ParentRunner" in line for line in lines) <= 1


def test_phpunit_without_its_end_is_still_a_test_run() -> None:
    text = (
        "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\nEEE..\n\nThere were 90 errors:\n\n"
        + "".join(
            f"{at}) App\\CartTest::testNumber{at}\nUndefined array key -{at}\n\n"
            f"/srv/app/src/Cart.php:53\n/srv/app/tests/CartTest.php:{at}\n\n"
            for at in range(1, 40)
        )
    )
    lines = pipeline.plan(text, Hints()).lines
    assert "39) App\\CartTest::testNumber39" in lines
    assert "/srv/app/tests/CartTest.php:39" in lines


def test_values_of_a_point_stay_where_its_message_holds_none() -> None:
    text = "TAP version 13\n" + "".join(f"ok {at} works {at}\n" for at in range(1, 40))
    text += (
        "not ok 40 rounds\n  ---\n    operator: equal\n    message: should be equal\n"
        "    expected: 31.25\n    actual:   31.24\n    stack: |-\n      Error: x\n  ...\n"
        "1..40\n# tests 40\n# pass 39\n# fail 1\n"
    )
    lines = pipeline.plan(text, Hints()).lines
    assert "    expected: 31.25" in lines
    assert "    actual:   31.24" in lines


def test_the_report_of_prove_is_no_output_of_its_own() -> None:
    text = "".join(f"t/part{at}.t ................ ok\n" for at in range(30))
    text += (
        "\n#   Failed test 'size of 1.1 K'\n#   at t/size.t line 17.\n"
        "#          got: '1'\n#     expected: '2'\n"
        "# Looks like you failed 1 test of 5.\nt/size.t .....................\n"
        "Dubious, test returned 1 (wstat 256, 0x100)\nFailed 1/5 subtests\n"
    )
    text += "".join(f"t/rest{at}.t ................ ok\n" for at in range(30))
    text += (
        "\nTest Summary Report\n-------------------\n"
        "t/size.t                        (Wstat: 256 (exited 1) Tests: 5 Failed: 1)\n  Failed test:  3\n"
        "  Non-zero exit status: 1\n"
        "Files=61, Tests=305,  3 wallclock secs ( 0.04 usr  0.01 sys =  0.05 CPU)\nResult: FAIL\n"
    )
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == ["tap"]
    assert "#   at t/size.t line 17." in plan.lines
