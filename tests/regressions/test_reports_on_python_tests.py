"""What users of other compressors reported of pytest runs."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints
from knapsack_cli.text import terminal

SESSION = "============================= test session starts =============================="


def shown(text: str) -> str:
    return "\n".join(pipeline.plan(text, Hints()).lines)


def test_collection_errors_are_failures() -> None:
    """rtk-ai/rtk#3032, rtk-ai/rtk#2317, rtk-ai/rtk#2850: a collection error was shown as an empty run."""
    imports = [
        f"src/app/part_{n}.py:{n}: in <module>\n    from app.next_{n} import thing" for n in range(9, 90)
    ]
    text = "\n".join(
        [
            SESSION,
            "platform linux -- Python 3.12.3, pytest-8.3.4, pluggy-1.5.0",
            "collected 212 items / 2 errors",
            "==================================== ERRORS ====================================",
            "__________________ ERROR collecting tests/test_prices.py __________________",
            "ImportError while importing test module '/srv/app/tests/test_prices.py'.",
            "Traceback:",
            *imports,
            "E   ImportError: cannot import name 'Rate' from 'app.rates' (/srv/app/rates.py)",
            "___________________ ERROR collecting tests/test_fonts.py ___________________",
            "tests/test_fonts.py:3: in <module>",
            "    import shaper",
            "E   ModuleNotFoundError: No module named 'shaper'",
            "=========================== short test summary info ============================",
            "ERROR tests/test_prices.py",
            "ERROR tests/test_fonts.py",
            "!!!!!!!!!!!!!!!!!!! Interrupted: 2 errors during collection !!!!!!!!!!!!!!!!!!!!",
            "============================== 2 errors in 1.42s ===============================",
        ]
    )
    output = shown(text)
    for wanted in (
        "ERROR tests/test_prices.py",
        "ImportError: cannot import name 'Rate' from 'app.rates'",
        "ERROR tests/test_fonts.py",
        "No module named 'shaper'",
        "2 errors in 1.42s",
        "Interrupted: 2 errors during collection",
    ):
        assert wanted in output
    assert len(output) < len(text) / 3


def test_collect_only_is_not_nothing_collected() -> None:
    """rtk-ai/rtk#4178, rtk-ai/rtk#925: a listing of tests was shown as nothing collected."""
    names = [f"tests/unit/test_{number % 9}.py::test_case_{number}" for number in range(400)]
    output = shown("\n".join([*names, "", "400 tests collected in 0.61s"]))
    assert "400 tests collected in 0.61s" in output
    for number in range(9):
        assert f"tests/unit/test_{number}.py" in output


def test_colours_do_not_hide_the_summary() -> None:
    """rtk-ai/rtk#866: a coloured summary was not recognised, the result was "nothing collected"."""
    plain = [
        SESSION,
        "platform linux -- Python 3.12.3, pytest-8.3.4, pluggy-1.5.0",
        "collected 40 items",
        "=================================== FAILURES ===================================",
        "__________________________________ test_price __________________________________",
        ">       assert price() == 4",
        "E       assert 3 == 4",
        "tests/test_price.py:7: AssertionError",
        "=========================== short test summary info ============================",
        "FAILED tests/test_price.py::test_price - assert 3 == 4",
        "========================= 1 failed, 39 passed in 0.10s =========================",
    ]
    coloured = "\n".join(f"\x1b[31m\x1b[1m{line}\x1b[0m" for line in plain)
    output = shown(terminal.resolve(coloured))
    assert "FAILED tests/test_price.py::test_price - assert 3 == 4" in output
    assert "tests/test_price.py:7: AssertionError" in output
    assert plain[-1] in output


def test_a_run_whose_beginning_was_cut_off_keeps_its_failures() -> None:
    """rtk-ai/rtk#1035: cut output must still show what failed."""
    lines = [
        "        x = 2",
        ">       assert x == 3",
        "E       assert 2 == 3",
        "",
        "tests/test_a.py:3: AssertionError",
        "___________________________________ test_b ____________________________________",
        "",
        "    def test_b():",
        ">       assert 1 == 5",
        "E       assert 1 == 5",
        "",
        "tests/test_a.py:9: AssertionError",
        "=========================== short test summary info ============================",
        "FAILED tests/test_a.py::test_a - assert 2 == 3",
        "FAILED tests/test_a.py::test_b - assert 1 == 5",
        "========================= 2 failed, 39 passed in 0.10s =========================",
    ]
    output = shown("\n".join(lines))
    for wanted in (
        "E       assert 2 == 3",
        "tests/test_a.py:3: AssertionError",
        "FAILED tests/test_a.py::test_a - assert 2 == 3",
        "FAILED tests/test_a.py::test_b - assert 1 == 5",
        "tests/test_a.py:9: AssertionError",
    ):
        assert wanted in output
