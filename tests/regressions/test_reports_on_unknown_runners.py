"""What users of other compressors reported of runners they did not know."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def test_a_failure_at_the_top_of_a_long_run_is_shown() -> None:
    """rtk-ai/rtk#2420: only the last five lines were shown, the failure was at the top."""
    lines = [
        "suite: ledger-core",
        "NOT OK  17 ledger/rounding: want 2.50 got 2.49 (ledger_spec.lua:88)",
        *[f"ok      {n} part/step_{n}" for n in range(18, 620)],
        "602 checks run",
    ]
    plan = pipeline.plan("\n".join(lines), Hints())
    assert lines[1] in plan.lines
    assert "602 checks run" in plan.lines
    assert len(plan.lines) < 8
