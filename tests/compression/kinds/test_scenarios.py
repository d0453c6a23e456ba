"""behave and Cucumber: scenarios that failed, with the step and what it said, and the counts."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

PASSING = "".join(
    f"  Scenario: total {at}  # features/cart.feature:{at}\n    Given a cart  # steps/cart.py:2\n\n"
    for at in range(10, 20)
)
BEHAVE = f"""Feature: Cart # features/cart.feature:1

{PASSING}  Scenario: discount  # features/cart.feature:30
    Given a cart  # steps/cart.py:2
    Then the total is 4  # steps/cart.py:6
      ASSERT FAILED: 3 != 4

  Scenario: voucher  # features/cart.feature:40
    Given a missing step  # None


Failing scenarios:
  features/cart.feature:30  discount

0 features passed, 1 failed, 0 skipped
10 scenarios passed, 1 failed, 1 error, 0 skipped
11 steps passed, 1 failed, 0 skipped, 1 undefined
Took 0min 0.012s

You can implement step definitions for undefined steps with these snippets:

from behave.api.pending_step import StepNotImplementedError
@given(u'a missing step')
def step_impl(context):
    raise StepNotImplementedError(u'Given a missing step')
"""


def test_behave_keeps_failing_and_undefined_steps_lists_and_counts() -> None:
    plan = pipeline.plan(BEHAVE, Hints())
    assert plan.kinds == ["scenarios"]
    for wanted in (
        "  Scenario: discount  # features/cart.feature:30",
        "    Then the total is 4  # steps/cart.py:6",
        "      ASSERT FAILED: 3 != 4",
        "    Given a missing step  # None",
        "  features/cart.feature:30  discount",
        "10 scenarios passed, 1 failed, 1 error, 0 skipped",
    ):
        assert wanted in plan.lines
    assert not any("total 12" in line for line in plan.lines)
    assert plan.lines[-1] == "[... 7 lines 49-55: snippets for undefined steps]"


def test_cucumber_keeps_the_failed_step_and_its_error_without_library_frames() -> None:
    text = """.......F--

Failures:

1) Scenario: discount # features/cart.feature:30
   ✔ Given a cart # features/steps/cart.js:4
   ✖ Then the total is 4 # features/steps/cart.js:9
       AssertionError [ERR_ASSERTION]: 3 == 4
           + expected - actual

           -3
           +4

           at World.<anonymous> (/srv/shop/features/steps/cart.js:10:10)
           at process.processTicksAndRejections (node:internal/process/task_queues:105:5)

3 scenarios (1 failed, 2 passed)
8 steps (1 failed, 2 skipped, 5 passed)
0m00.021s (executing steps: 0m00.003s)"""
    lines = pipeline.plan(text, Hints()).lines
    for wanted in (
        "Failures:",
        "1) Scenario: discount # features/cart.feature:30",
        "   ✖ Then the total is 4 # features/steps/cart.js:9",
        "       AssertionError [ERR_ASSERTION]: 3 == 4",
        "           at World.<anonymous> (/srv/shop/features/steps/cart.js:10:10)",
        "3 scenarios (1 failed, 2 passed)",
    ):
        assert wanted in lines
