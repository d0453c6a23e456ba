"""Maven's closing lists name every failing test, however alike their rows are."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def test_each_row_of_a_closing_list_is_shown() -> None:
    trace = "".join(f"\tat org.shop.Till.step{n}(Till.java:{n})\n" for n in range(12))
    failures = "".join(
        f"[ERROR] org.shop.TillTest.take_{n}  Time elapsed: 0.00{n % 9} s  <<< ERROR!\n"
        f"java.util.MissingResourceException: Can't find bundle for base name till, locale n{n}\n{trace}\n"
        for n in range(60)
    )
    rows = [
        f"[ERROR]   TillTest.take_{n}:{100 + n} » MissingResource Can't find bundle for ba..."
        for n in range(60)
    ]
    text = (
        "[INFO] Scanning for projects...\n[INFO] -------< org.shop:till >-------\n[INFO] Building till 1.0\n"
        "[INFO] --- surefire:3.2.5:test (default-test) @ till ---\n[INFO] Running org.shop.TillTest\n"
        f"{failures}[INFO] \n[INFO] Results:\n[INFO] \n[ERROR] Errors: \n" + "\n".join(rows) + "\n[INFO] \n"
        "[ERROR] Tests run: 60, Failures: 0, Errors: 60, Skipped: 0\n[INFO] \n[INFO] BUILD FAILURE\n"
    )
    lines = pipeline.plan(text, Hints()).lines
    assert all(row in lines for row in rows)
    assert "[INFO] BUILD FAILURE" in lines
