"""What users of other compressors reported of JavaScript test runs."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def shown(text: str) -> str:
    return "\n".join(pipeline.plan(text, Hints()).lines)


def test_every_one_of_49_failures_is_named_with_its_place() -> None:
    """rtk-ai/rtk#1813: vitest, 5 of 49 failures named."""
    parts = [" RUN  v3.1.1 /srv/app", ""]
    parts += [f" ✓ src/fine-{n}.test.ts (9 tests) 12ms" for n in range(60)]
    for n in range(49):
        parts += [
            f" FAIL  src/part-{n:02}.test.ts > case {n:02} holds",
            f"AssertionError: expected {400 + n} to be 200 // Object.is equality",
            "",
            "- Expected",
            "+ Received",
            "",
            "- 200",
            f"+ {400 + n}",
            "",
            f" ❯ src/part-{n:02}.test.ts:{100 + n}:17",
            "",
            f"⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[{n + 1}/49]⎯",
            "",
        ]
    parts += [" Test Files  49 failed | 60 passed (109)", "      Tests  49 failed | 664 passed (713)", ""]
    output = shown("\n".join(parts))
    for n in range(49):
        assert f" FAIL  src/part-{n:02}.test.ts > case {n:02} holds" in output
        assert f"AssertionError: expected {400 + n} to be 200" in output
        assert f"src/part-{n:02}.test.ts:{100 + n}:17" in output
    assert "49 failed | 664 passed" in output


def test_a_suite_that_cannot_load_is_a_failure() -> None:
    """rtk-ai/rtk#3588: a suite that cannot load left an all-green summary."""
    text = "\n".join(
        [
            *[f"PASS src/fine.{n}.test.js" for n in range(70)],
            "FAIL src/billing/parts.test.js",
            "  ● Test suite failed to run",
            "",
            "    Jest encountered an unexpected token",
            "",
            "    Details:",
            "",
            "    /srv/app/src/billing/parts.js:12",
            "    export const part = (plan) => {",
            "    ^^^^^^",
            "",
            "    SyntaxError: Unexpected token 'export'",
            "",
            "      at Object.require (src/billing/parts.test.js:4:21)",
            "",
            "Test Suites: 1 failed, 70 passed, 71 total",
            "Tests:       512 passed, 512 total",
        ]
    )
    output = shown(text)
    for wanted in (
        "FAIL src/billing/parts.test.js",
        "Test suite failed to run",
        "/srv/app/src/billing/parts.js:12",
        "SyntaxError: Unexpected token 'export'",
        "Test Suites: 1 failed, 70 passed, 71 total",
    ):
        assert wanted in output
