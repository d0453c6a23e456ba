"""What users of other compressors reported of Go and Rust test runs."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def shown(text: str) -> str:
    return "\n".join(pipeline.plan(text, Hints()).lines)


def test_a_panic_keeps_its_message_and_own_frames_among_many_goroutines() -> None:
    """rtk-ai/rtk#1882, rtk-ai/rtk#1984: message and user frames only in the side file."""
    lines = []
    for n in range(200):
        lines += [f"=== RUN   TestFine{n}", f"--- PASS: TestFine{n} (0.00s)"]
    lines += [
        "=== RUN   TestDecode",
        "panic: runtime error: index out of range [3] with length 2 [recovered]",
        "\tpanic: runtime error: index out of range [3] with length 2",
        "",
        "goroutine 71 [running]:",
        "testing.tRunner.func1.2({0x5480, 0xc000})",
        "\t/usr/local/go/src/testing/testing.go:1632 +0x230",
        "panic({0x5480, 0xc000})",
        "\t/usr/local/go/src/runtime/panic.go:770 +0x132",
        "example.test/wire.(*Frame).at(...)",
        "\t/srv/wire/frame.go:142",
        "example.test/wire.TestDecode(0xc000)",
        "\t/srv/wire/decode_test.go:91 +0x7d",
    ]
    for n in range(72, 110):
        lines += [
            "",
            f"goroutine {n} [chan receive]:",
            f"example.test/wire.(*Pool).wait(0xc000{n})",
            f"\t/srv/wire/pool.go:{n} +0x45",
        ]
    lines += ["FAIL\texample.test/wire\t0.924s", "FAIL"]
    output = shown("\n".join(lines))
    for wanted in (
        "=== RUN   TestDecode",
        "index out of range [3] with length 2",
        "/srv/wire/frame.go:142",
        "/srv/wire/decode_test.go:91",
        "goroutine 72 [chan receive]:",
        "[x37 more goroutines like this]",
        "FAIL\texample.test/wire\t0.924s",
    ):
        assert wanted in output


def test_each_of_24_failing_rust_tests_keeps_name_and_place() -> None:
    """rtk-ai/rtk#3500: the failure list was cut."""
    names = [f"part::case_{n:03}" for n in range(24)]
    lines = ["running 480 tests", *[f"test other::fine_{n} ... ok" for n in range(456)]]
    lines += [f"test {name} ... FAILED" for name in names]
    lines += ["", "failures:", ""]
    for n, name in enumerate(names):
        lines += [
            f"---- {name} stdout ----",
            f"thread '{name}' panicked at src/part.rs:{57 + n}:13:",
            f"assertion `left == right` failed: drift in batch {n}",
            f"  left: {n}",
            f" right: {n + 1}",
            "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
            "",
        ]
    lines += ["failures:", *[f"    {name}" for name in names], ""]
    lines += ["test result: FAILED. 456 passed; 24 failed; 0 ignored; 0 measured; 0 filtered out"]
    output = shown("\n".join(lines))
    for n, name in enumerate(names):
        assert f"thread '{name}' panicked at src/part.rs:{57 + n}:13:" in output
        assert f"drift in batch {n}" in output
    assert "24 failed" in output
