"""What users of other compressors reported of pytest runs."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

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
