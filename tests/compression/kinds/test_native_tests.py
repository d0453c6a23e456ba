"""go test and cargo test: failures with what they logged and where, panics by their own frames."""

from pathlib import Path

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

FIXTURES = Path(__file__).parents[3] / "fixtures" / "test-runs"


def compressed(name: str) -> tuple[list[str], list[str], str]:
    text = (FIXTURES / name).read_text(encoding="utf-8")
    plan = pipeline.plan(text, Hints())
    return plan.lines, plan.kinds, text


def test_go_keeps_failures_logs_builds_and_packages() -> None:
    lines, kinds, _ = compressed("go-verbose.txt")
    assert kinds == ["go-test"]
    for wanted in (
        "bad/bad_test.go:3:47: undefined: undefinedFn",
        "FAIL\texample.test/shop/bad [build failed]",
        "panic: runtime error: index out of range [3] with length 1 [recovered]",
        "\t/srv/shop/boom/boom_test.go:4 +0x46",
        "    --- FAIL: TestTotal/case_3 (0.00s)",
        "    wire_test.go:5: Total() = 4, want 5",
        "    wire_test.go:10: cannot connect: refused",
        "        -   ID: 3,",
        "--- FAIL: TestPar2 (0.00s)",
        "    wire_test.go:13: parallel broke",
        "--- FAIL: ExampleTotal (0.00s)",
        "FAIL\texample.test/shop/wire\t0.007s",
    ):
        assert wanted in lines
    assert not any("PASS: TestFine" in line for line in lines)
    assert not any("testing.tRunner" in line for line in lines)


def test_cargo_keeps_each_panic_with_place_and_values() -> None:
    lines, kinds, text = compressed("cargo-test.txt")
    assert kinds == ["cargo-test"]
    joined = "\n".join(lines)
    for wanted in (
        "panicked at src/lib.rs:13:31:",
        "panicked at src/lib.rs:12:57:",
        "assertion `left == right` failed: sum is off",
        "  left: 3",
        " right: 4",
        "index out of bounds: the len is 1 but the index is 3",
        "             at ./src/lib.rs:14:26",
        'called `Result::unwrap()` on an `Err` value: "disk full"',
        'Error: "bad config"',
        ' expected substring: "boom"',
        "---- tests::should2 stdout ----",
        "---- src/lib.rs - add (line 3) stdout ----",
        "test result: FAILED. 41 passed; 8 failed; 1 ignored",
        "error: doctest failed, to rerun pass `--doc`",
    ):
        assert wanted in joined
    assert "rust_begin_unwind" not in joined
    assert len(joined) < 0.4 * len(text)


def test_go_json_events_read_as_the_text_they_carry() -> None:
    lines, kinds, text = compressed("go-json.txt")
    assert kinds[-1] == "go-test-json"
    for wanted in (
        "--- FAIL: TestBoom (0.00s)",
        "\t/srv/shop/boom/boom_test.go:4 +0x46",
        "    wire_test.go:5: Total() = 4, want 5",
        "    --- FAIL: TestTotal/case_3 (0.00s)",
        "--- FAIL: ExampleTotal (0.00s)",
        "FAIL\texample.test/shop/boom\t0.015s",
    ):
        assert wanted in lines
    assert len("\n".join(lines)) < 0.2 * len(text)


def test_a_body_that_another_call_of_a_go_test_has_logged_is_told_by_its_lines() -> None:
    body = "        --- want:\n        one two three four five six seven\n        --- got:\n        none\n"
    text = "--- FAIL: TestPad (0.00s)\n"
    for how in ("at once", "by bytes", "in slices"):
        text += f"    pad_test.go:57: --- test: 7f ({how})\n{body}"
    text += "FAIL\nFAIL\texample.test/pad\t0.013s\nFAIL\n"
    lines = pipeline.plan(text, Hints()).lines
    assert lines[6:10] == [
        "    pad_test.go:57: --- test: 7f (by bytes)",
        "[... 4 lines 8-11: as 3-6]",
        "    pad_test.go:57: --- test: 7f (in slices)",
        "[... 4 lines 13-16: as 3-6]",
    ]


def test_each_of_very_many_gaps_has_its_own_note() -> None:
    body = "        --- want:\n        one two three four five six seven\n        --- got:\n        none\n"
    text = "--- FAIL: TestPad (0.00s)\n"
    text += "".join(f"    pad_test.go:57: --- test: {at}\n{body}" for at in range(200))
    lines = pipeline.plan(text + "FAIL\nFAIL\texample.test/pad\t0.013s\nFAIL\n", Hints()).lines
    assert sum(line.endswith(": as 3-6]") for line in lines) == 199


def test_panics_that_were_not_captured_keep_their_values() -> None:
    text = "running 60 tests\n" + "".join(f"test ok::number_{at} ... ok\n" for at in range(50))
    for name in ("one", "two"):
        text += (
            f"test tests::{name} ... \nthread 'tests::{name}' (71) panicked at src/lib.rs:16:5:\n"
            f"assertion `left == right` failed\n  left: [1, 2, '{name}']\n right: [1]\nstack backtrace:\n"
            + "".join(f"   {at}: core::step\n             at /rustc/59/core.rs:{at}:1\n" for at in range(9))
            + "note: Some details are omitted, run with `RUST_BACKTRACE=full`\nFAILED\n"
        )
    text += "\nfailures:\n\nfailures:\n    tests::one\n    tests::two\n\n"
    text += (
        "test result: FAILED. 50 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n"
    )
    lines = pipeline.plan(text, Hints()).lines
    for name in ("one", "two"):
        assert any(f"thread 'tests::{name}'" in line for line in lines)
        assert f"  left: [1, 2, '{name}']" in lines
    assert len(lines) < 30


def test_what_testify_compared_stays_over_a_long_diff() -> None:
    diff = "".join(f"        \t            \t   Field{at}: (int) {at},\n" for at in range(20))
    text = (
        "=== RUN   TestItem\n    item_test.go:26: \n"
        "        \tError Trace:\t/srv/shop/item_test.go:26\n        \tError:      \tNot equal: \n"
        '        \t            \texpected: &shop.Item{Name:"A", Qty:3}\n'
        '        \t            \tactual  : &shop.Item{Name:"A", Qty:2}\n'
        "        \t            \t\n        \t            \tDiff:\n        \t            \t--- Expected\n"
        f"        \t            \t+++ Actual\n{diff}"
        "        \t            \t- Qty: (int) 3,\n        \t            \t+ Qty: (int) 2,\n"
        "        \tTest:       \tTestItem\n--- FAIL: TestItem (0.00s)\n"
        + "".join(f"=== RUN   TestOk{at}\n--- PASS: TestOk{at} (0.00s)\n" for at in range(30))
        + "FAIL\nFAIL\tshop\t0.005s\nFAIL\n"
    )
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert 'expected: &shop.Item{Name:"A", Qty:3}' in shown
    assert 'actual  : &shop.Item{Name:"A", Qty:2}' in shown
    assert "Field12" not in shown


def test_benchmarks_keep_the_figures_of_each() -> None:
    rows = [f"BenchmarkStep{at}-2         \t     20\t      {at}7.5 ns/op" for at in range(30)]
    text = "\n".join(["goos: linux", "pkg: shop", *rows, "PASS", "ok  \tshop\t0.057s"])
    shown = [line for line in pipeline.plan(text, Hints()).lines if "ns/op" in line]
    assert [line.split() for line in shown] == [row.split() for row in rows]
