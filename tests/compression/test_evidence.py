"""What counts as a failure, in words alone."""

import pytest

from knapsack_cli.compression.evidence import failure_spots, is_constraint, is_failure, is_warning


@pytest.mark.parametrize(
    "line",
    [
        "ERROR payments: charge failed",
        "3 failed, 0 errors",
        "java.lang.NullPointerException",
        "RuntimeError: checkpoint dir is read-only",
        "open() failed (2: No such file or directory)",
        "数据库连接超时",
        "在庫同期に失敗しました",
        "결제 승인 실패",
        "Fehler beim Laden",
        "connection timed out",
    ],
)
def test_a_failure_is_told_in_any_language(line: str) -> None:
    assert is_failure(line)


@pytest.mark.parametrize(
    "line", ["0 errors found", "errors: 0", "no failures", "prefetch done", "failover complete", "fetched 12"]
)
def test_the_absence_of_failures_is_not_a_failure(line: str) -> None:
    assert not is_failure(line)


def test_constraints_begin_the_line() -> None:
    assert is_constraint("- You must not edit generated files")
    assert is_constraint("Do not push to main")
    assert not is_constraint("the value must be set")


def test_warnings() -> None:
    assert is_warning("2026-01-01 WARN pool: slow checkout")
    assert not is_warning("all quiet")


def test_spots_in_a_long_line_are_of_different_wording() -> None:
    line = "x" * 500 + " Error: one " + "y" * 500 + " Error: one " + "z" * 500 + " could not open "
    assert len(failure_spots(line, 8)) == 3
