"""JavaScript runners and TAP: each failure by name, place and message; what repeats, once."""

from pathlib import Path

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

FIXTURES = Path(__file__).parents[3] / "fixtures" / "test-runs"

EXPECTED = {
    "jest": (
        "javascript-tests",
        [
            "  ● totals › is four for 2",
            "      at toBe (t/cart.test.js:6:19)",
            "    Expected: 4",
            "    Received: 3",
            '    -   "name": "x",',
            '    +   "name": "n3",',
            "    user -5 not found",
            "        db row missing",
            "  ● Test suite failed to run",
            "    Cannot find module '../nothing' from 't/load.test.js'",
            "Test Suites: 2 failed, 20 passed, 22 total",
            "Tests:       5 failed, 21 passed, 26 total",
        ],
    ),
    "mocha": (
        "javascript-tests",
        [
            "  20 passing (10ms)",
            "  3 failing",
            "         is four again:",
            "      at Context.<anonymous> (m/cart.spec.js:11:14)",
            "3 !== 4",
            "     Error: user -5 not found",
            "     Caused by: Error: db row missing",
        ],
    ),
    "node-spec": (
        "node-test",
        [
            "✖ is four again (0.263362ms)",
            "test at n/cart.test.js:11:5",
            "  3 !== 4",
            "  Error: user -5 not found",
            "ℹ fail 3",
            "  ✖ totals (38.674793ms)",
        ],
    ),
    "node-tap": (
        "tap",
        [
            "        not ok 2 - is four again",
            "            TestContext.<anonymous> (/srv/shop/n/cart.test.js:12:14)",
            "            3 !== 4",
            "          error: 'user -5 not found'",
            "    not ok 21 - totals",
            "# fail 3",
        ],
    ),
    "vitest": (
        "javascript-tests",
        [
            " FAIL  v/cart.test.mjs > answers 402",
            "AssertionError: expected 402 to be 200 // Object.is equality",
            " ❯ v/cart.test.mjs:4:18",
            "   ✓ comes round 1ms (retry x1)",
            "      Tests  2 failed | 33 passed (35)",
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
    assert len("\n".join(plan.lines)) < 0.62 * len(text)


def test_a_summary_that_repeats_the_failures_is_not_shown_twice() -> None:
    text = (FIXTURES / "jest.txt").read_text(encoding="utf-8")
    lines = pipeline.plan(text, Hints()).lines
    assert "Summary of all failing tests" in text
    assert sum("keeps the name" in line for line in lines) == 1


def test_library_frames_are_shown_for_the_first_failure_alone() -> None:
    failure = [
        "  {n}) shop",
        "       answers {n}:",
        "     Error: expected {n}00, got 500",
        "      at Context.<anonymous> (test/shop.js:{n}:8)",
        "      at process.processImmediate (node:internal/timers:483:21)",
        "      at Test.check (node_modules/client/lib/test.js:252:14)",
        "",
    ]
    text = "\n".join(
        ["    ✔ fine"] * 50
        + ["", "  50 passing (1s)", "  9 failing", ""]
        + [line.replace("{n}", str(n)) for n in range(1, 10) for line in failure]
    )
    lines = pipeline.plan(text, Hints()).lines
    assert sum("node_modules/client" in line for line in lines) == 1
    for n in range(1, 10):
        assert f"      at Context.<anonymous> (test/shop.js:{n}:8)" in lines


def test_tap_directives_are_told_apart() -> None:
    points = [f"ok {n} - fine {n}" for n in range(1, 40)]
    text = "\n".join(
        [
            "TAP version 14",
            *points,
            "ok 40 - unexpectedly fine # TODO not done",
            "not ok 41 - known # TODO later",
            "ok 42 - left out # SKIP no net",
            "not ok 43 - broken",
            "#   Failed test 'broken'",
            "#   at t/basic.t line 12.",
            "#          got: '3'",
            "#     expected: '4'",
            "Bail out! database gone",
            "1..43",
        ]
    )
    lines = pipeline.plan(text, Hints()).lines
    assert "ok 40 - unexpectedly fine # TODO not done" in lines
    assert "not ok 41 - known # TODO later" not in lines
    assert "#   at t/basic.t line 12." in lines
    assert "#     expected: '4'" in lines
    assert "Bail out! database gone" in lines


def cypress_file(name: str, number: int) -> str:
    passing = "".join(f"    ✓ adds {at} ({at}ms)\n" for at in range(12))
    return f"""  Running:  {name}.cy.js                                                  ({number} of 2)


  Cart
{passing}    1) totals {name}


  12 passing (4s)
  1 failing

  1) Cart
       totals {name}:
     AssertionError: expected 3 to equal {number}
      at Context.eval (webpack:///./cypress/e2e/{name}.cy.js:41:29)


  (Results)

  ┌──────────────────────────────────────────────────┐
  │ Tests:        13                                 │
  │ Failing:      1                                  │
  └──────────────────────────────────────────────────┘


"""


def test_cypress_keeps_the_failures_of_each_file_and_the_table_of_files() -> None:
    text = cypress_file("cart", 1) + cypress_file("pay", 2)
    text += """  (Run Finished)

       Spec                     Tests  Passing  Failing  Pending  Skipped
  ┌──────────────────────────────────────────────────────────────────┐
  │ ✖  cart.cy.js        00:04     13       12        1        -        - │
  ├──────────────────────────────────────────────────────────────────┤
  │ ✖  pay.cy.js         00:02     13       12        1        -        - │
  └──────────────────────────────────────────────────────────────────┘
    ✖  2 of 2 failed (100%)  00:06     26       24        2        -        -
"""
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == ["javascript-tests"]
    for wanted in (
        "     AssertionError: expected 3 to equal 1",
        "     AssertionError: expected 3 to equal 2",
        "      at Context.eval (webpack:///./cypress/e2e/pay.cy.js:41:29)",
        "  │ ✖  cart.cy.js        00:04     13       12        1        -        - │",
        "    ✖  2 of 2 failed (100%)  00:06     26       24        2        -        -",
    ):
        assert wanted in plan.lines
    assert not any("adds 3" in line for line in plan.lines)


def test_frames_under_a_cause_stand_below_it_where_several_failures_are_alike() -> None:
    text = "".join(
        "⎯⎯⎯⎯⎯⎯ Unhandled Error ⎯⎯⎯⎯⎯⎯⎯\n"
        f"Error: [pool]: Failed to start worker for test file /srv/w/t{n}.test.ts.\n"
        " ❯ Pool.schedule node_modules/pool/cli.js:35:5\n\n"
        "Caused by: TypeError: Cannot read properties of undefined (reading 'bind')\n"
        " ❯ Object.<anonymous> node_modules/inflate/decompress.js:78:30\n"
        " ❯ Module._compile node:internal/modules/cjs/loader:1521:14\n"
        " ❯ Object.<anonymous> node_modules/inflate/index.js:56:15\n\n"
        for n in range(3)
    )
    lines = pipeline.plan(text + " Test Files  no tests\n     Errors  3 errors\n", Hints()).lines
    cause = next(at for at, line in enumerate(lines) if line.startswith("Caused by: TypeError"))
    assert lines[cause + 1].endswith("decompress.js:78:30")
    assert not any("inflate" in line for line in lines[:cause])


def test_ava_shows_a_failure_by_the_line_that_says_that_it_failed() -> None:
    passed = "".join(f"  ✔ adds {at}\n" for at in range(30))
    text = (
        f"\n{passed}  ✘ [fail]: rounds up\n  ✘ [fail]: rate Rejected promise returned by test\n  ─\n\n"
        "  rounds up\n\n  test/bank.js:9\n\n   8:\n   9: test('rounds up', t => t.is(a, b))\n\n"
        "  Difference (- actual, + expected):\n\n  - 0\n  + 1\n\n  › file://test/bank.js:9:68\n\n\n\n"
        "  rate\n\n  Rejected promise returned by test. Reason:\n\n"
        "  Error {\n    message: 'no rate',\n  }\n\n"
        "  ─\n\n  2 tests failed\n"
    )
    lines = pipeline.plan(text, Hints()).lines
    assert lines.count("  ✘ [fail]: rounds up") == 1
    assert lines.count("  ✘ [fail]: rate Rejected promise returned by test") == 1
    assert "  rounds up" not in lines
    assert lines.index("  + 1") > lines.index("  ✘ [fail]: rounds up")


def test_files_of_tap_that_fail_to_load_for_one_reason_are_told_by_it() -> None:
    text = "TAP version 13\n"
    for n in range(1, 21):
        path = f"/src/shop/test/part{n}.test.js"
        text += f"# Error: Cannot find module 'till'\n# Require stack:\n# - {path}\n"
        text += f"# Subtest: {path}\nnot ok {n} - {path}\n"
        text += f"  ---\n  duration_ms: 110.3\n  location: '{path}:1:1'\n  error: 'test failed'\n  ...\n"
    lines = pipeline.plan(text + "1..20\n# tests 20\n# pass 0\n# fail 20\n", Hints()).lines
    assert sum("location:" in line for line in lines) == 0
    assert sum(line.startswith("# - /src") for line in lines) == 3
    assert sum("Cannot find module 'till'" in line for line in lines) == 20
    assert "not ok 20 - /src/shop/test/part20.test.js" in lines
