"""Service messages: failing tests whole, passing ones as a count."""

from __future__ import annotations

from pathlib import Path

from support import FIXTURES, knapsack


def test_failures_stand_and_passing_tests_are_counted(tmp_path: Path) -> None:
    data = (FIXTURES / "test-runs" / "teamcity.txt").read_bytes()
    ran = knapsack("compress", "--explain", data=data, home=tmp_path)
    assert "teamcity, by its look" in ran.err
    out = ran.out.decode()
    for row in (4, 9):
        assert f"testFailed name='testAdds with data set \"row {row}\"' message='Failed asserting" in out
    assert "testStarted" not in out
    assert "[25 messages of passing tests, within lines 3-29]" in out
    assert "Tests: 12, Assertions: 12, Failures: 2." in out


def test_each_failing_place_of_one_test_stands(tmp_path: Path) -> None:
    """GoogleTest goes on after EXPECT: one test may fail at many places."""
    text = "[==========] Running 2 tests from 1 test suite.\n[ RUN      ] Price.Rounds\n"
    for line in range(40, 52):
        text += f"tests/price_test.cc:{line}: Failure\nExpected equality of these values:\n"
        text += f"  {line}\n  rounded({line})\n    Which is: {line + 1}\n"
    text += "[  FAILED  ] Price.Rounds (0 ms)\n[ RUN      ] Price.Adds\n[       OK ] Price.Adds (0 ms)\n"
    text += "[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Price.Rounds\n\n 1 FAILED TEST\n"
    out = knapsack("compress", data=text.encode(), home=tmp_path).out.decode()
    for line in range(40, 52):
        assert f"tests/price_test.cc:{line}: Failure" in out


def test_a_changelog_of_indented_items_is_a_document(tmp_path: Path) -> None:
    text = "".join(
        f"### 2.{n}.0 (2023-02-{n % 28 + 1:02})\n\n"
        + "".join(f"  * Fixed the rounding of part {n}.{at} in reports (#{n}{at})\n" for at in range(9))
        + "\n"
        for n in range(40)
    )
    out = knapsack("compress", data=text.encode(), home=tmp_path).out.decode()
    for n in range(40):
        assert f"### 2.{n}.0 (" in out


def test_a_document_that_quotes_a_report_is_no_report(tmp_path: Path) -> None:
    text = "".join(f"## Part {n}\n\nHow part {n} is tested, and why.\n\n- one\n- two\n\n" for n in range(60))
    text += '```xml\n<testsuite name="a" tests="1">\n<testcase name="b"></testcase>\n</testsuite>\n```\n'
    ran = knapsack("compress", "--explain", data=text.encode(), home=tmp_path)
    assert "markdown, by its look" in ran.err
