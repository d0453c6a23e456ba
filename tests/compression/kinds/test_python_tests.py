"""pytest and unittest: no failing test loses its name, place or assertion; passing ones are a count."""

from itertools import pairwise
from pathlib import Path

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

FIXTURES = Path(__file__).parents[3] / "fixtures" / "test-runs"


def compressed(text: str) -> tuple[list[str], list[str]]:
    plan = pipeline.plan(text, Hints())
    return plan.lines, plan.kinds


def fixture(name: str) -> str:
    return (FIXTURES / name).read_text(encoding="utf-8")


def test_every_failing_test_keeps_name_place_and_assertion() -> None:
    lines, kinds = compressed(fixture("pytest-failures.txt"))
    assert kinds == ["pytest"]
    for wanted in (
        "ERROR tests/test_cart.py::test_disk - OSError: no disk",
        "FAILED tests/test_cart.py::test_number[13] - ValueError: unlucky item 13",
        "shop/cart.py:16: ValueError",
        "FAILED tests/test_cart.py::test_total[CHF] - assert 6 == 7",
        "tests/test_cart.py:16: AssertionError",
        "E         {'key7': 7} != {'key7': 70}",
        "The above exception was the direct cause of the following exception:",
        "ERROR    store:test_cart.py:41 database refused at step 17",
        "==================== 7 failed, 29 passed, 1 error in 0.06s =====================",
    ):
        assert wanted in lines
    assert len("\n".join(lines)) < 0.5 * len(fixture("pytest-failures.txt"))


def test_tests_that_failed_alike_share_one_body_under_all_their_names() -> None:
    lines, _ = compressed(fixture("pytest-failures.txt"))
    at = lines.index("FAILED tests/test_cart.py::test_total[EUR] - assert 6 == 7")
    assert lines[at : at + 4] == [
        "FAILED tests/test_cart.py::test_total[EUR] - assert 6 == 7",
        "FAILED tests/test_cart.py::test_total[USD] - assert 6 == 7",
        "FAILED tests/test_cart.py::test_total[CHF] - assert 6 == 7",
        "[3 alike, shown once:]",
    ]
    assert sum(line == "tests/test_cart.py:16: AssertionError" for line in lines) == 1


def test_each_name_is_shown_once() -> None:
    lines, _ = compressed(fixture("pytest-failures.txt"))
    assert sum("test_settings_differ" in line for line in lines) == 1


def test_unittest_keeps_every_failure_and_one_test_a_skip_reason() -> None:
    lines, kinds = compressed(fixture("unittest-failures.txt"))
    assert kinds == ["unittest"]
    for wanted in (
        "ERROR: test_open (test_u.Money.test_open)",
        "FAIL: test_rates (test_u.Money.test_rates) (rate=3)",
        "AssertionError: 3 != 1",
        "UNEXPECTED SUCCESS: test_fixed (test_u.Money.test_fixed)",
        "FAILED (failures=4, errors=1, skipped=2, unexpected successes=1)",
        "Ran 46 tests in 0.002s",
    ):
        assert wanted in lines
    assert sum("skipped 'no network'" in line for line in lines) == 1
    assert not any("test_fine_" in line for line in lines)


def test_quiet_run_without_dividers_is_known_by_its_counts() -> None:
    text = "\n".join([*("." * 72 + f" [ {number}%]" for number in range(10, 90, 2)), "2880 passed in 3.10s"])
    lines, kinds = compressed(text)
    assert kinds == ["pytest"]
    assert lines[-1] == "2880 passed in 3.10s"
    assert len(lines) < 4


@pytest.mark.parametrize("status", ["XPASS", "RERUN"])
def test_unexpected_passes_and_reruns_stay(status: str) -> None:
    rows = [f"tests/test_a.py::test_{number} PASSED [ 50%]" for number in range(50)]
    rows[20] = f"tests/test_a.py::test_odd {status} [ 50%]"
    text = "\n".join(
        [
            "============================= test session starts =============================",
            "platform linux",
            *rows,
            "============================= 50 passed in 0.10s =============================",
        ]
    )
    lines, _ = compressed(text)
    assert f"tests/test_a.py::test_odd {status} [ 50%]" in lines
    assert not any("PASSED" in line for line in lines)


def test_a_short_list_of_tests_keeps_whole_names_that_can_be_searched_and_run() -> None:
    names = [f"tests/test_{letter}.py::test_{number}" for letter in "abc" for number in range(40)]
    lines, kinds = compressed("\n".join([*names, "", "120 tests collected in 0.61s"]))
    assert kinds == ["pytest"]
    assert lines == [*names, "", "120 tests collected in 0.61s"]


def test_a_list_of_tests_is_a_listing() -> None:
    folder = "packages/service/tests/integration"
    names = [f"{folder}/test_{letter}.py::test_{number}" for letter in "abc" for number in range(140)]
    lines, kinds = compressed("\n".join([*names, "", "420 tests collected in 0.61s"]))
    assert kinds == ["pytest"]
    assert lines[:2] == [f"{folder}/test_a.py::", "  test_0"]
    assert lines[lines.index(f"{folder}/test_c.py::") + 140] == "  test_139"
    assert lines[-1] == "420 tests collected in 0.61s"


def test_of_a_very_long_list_of_tests_each_file_shows_its_first_and_their_number() -> None:
    names = [f"tests/test_{letter}.py::test_{number:030}" for letter in "abc" for number in range(200)]
    lines, kinds = compressed("\n".join([*names, "", "600 tests collected in 0.61s"]))
    assert kinds == ["pytest"]
    assert names[400] in lines
    assert "[198 more in tests/test_c.py, to line 600]" in lines


def test_a_list_of_tests_in_an_order_of_chance_is_told_by_file() -> None:
    names = [f"tests/test_{'abcdefg'[number * 3 % 7]}.py::test_{number:070}" for number in range(210)]
    lines, _ = compressed("\n".join([*names, "", "210 tests collected in 0.61s"]))
    assert "[28 more in tests/test_a.py, to line 204]" in lines
    assert len(lines) < 30


def test_long_values_in_a_full_diff_are_trimmed_but_show_what_changed() -> None:
    context = [f"E         '{number}'," for number in range(200)]
    context[100] = "E       -     'wanted',"
    context[101] = "E       +     'found',"
    text = "\n".join(
        [
            "=================================== FAILURES ===================================",
            "__________________________________ test_long ___________________________________",
            "",
            "    def test_long():",
            ">       assert found == wanted",
            "E       AssertionError: assert [...] == [...]",
            *context,
            "",
            "tests/test_long.py:9: AssertionError",
            "=========================== short test summary info ============================",
            "FAILED tests/test_long.py::test_long - AssertionError: assert [...] == [...]",
            "============================== 1 failed in 0.05s ===============================",
        ]
    )
    lines, _ = compressed(text)
    assert "E       -     'wanted'," in lines
    assert "E       +     'found'," in lines
    assert len(lines) < 30


def test_trial_names_the_tests_under_what_went_wrong() -> None:
    rule = "=" * 79
    text = "shop.tests\n  CartTest\n" + "".join(
        f"    test_number_{at} ...                                      [OK]\n" for at in range(40)
    )
    for name in ("total", "tax"):
        text += (
            f"\n{rule}\n[FAIL]\nTraceback (most recent call last):\n"
            f'  File "/srv/shop/tests.py", line 7, in test_{name}\n    self.assertEqual(a, "{name}")\n'
            f"twisted.trial.unittest.FailTest: not equal:\na = 3\nb = '{name}'\n\n\n"
            f"shop.tests.CartTest.test_{name}\n"
        )
    text += f"{'-' * 79}\nRan 42 tests in 0.106s\n\nFAILED (failures=2, successes=40)\n"
    lines, kinds = compressed(text)
    assert kinds == ["unittest"]
    assert "shop.tests.CartTest.test_total" in lines
    assert "shop.tests.CartTest.test_tax" in lines
    assert sum("... " in line and "[OK]" in line for line in lines) == 0


def test_a_small_budget_goes_to_failures_and_not_to_marks_between_them() -> None:
    lines = ["============================= test session starts =============================="]
    lines += [
        "collected 40 items",
        "",
        "=================================== FAILURES ===================================",
    ]
    for n in range(40):
        lines += [f"___________________________________ test_sum{n} ____________________________________", ""]
        lines += [f"    def test_sum{n}():", *(f"        value = step_{n}_{k}()" for k in range(9))]
        lines += [f">       assert total({n}) == {n + 7}", f"E       assert {n * 3} == {n + 7}", ""]
        lines += [f"tests/test_sum.py:{n * 12 + 9}: AssertionError"]
    lines += ["============================== 40 failed in 0.51s =============================="]
    made = pipeline.plan("\n".join(lines), Hints(), budget=300).lines
    assert any("tests/test_sum.py:9: AssertionError" in line for line in made)
    marks = [line.startswith("[... ") for line in made]
    assert not any(one and other for one, other in pairwise(marks))
