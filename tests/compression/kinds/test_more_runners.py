"""Runners of tests, benchmarks and crash reports that were once taken for something else: what they prove."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def compressed(text: str) -> tuple[list[str], list[str]]:
    plan = pipeline.plan(text, Hints())
    return plan.lines, plan.kinds


def shown(lines: list[str]) -> str:
    return " ".join("\n".join(lines).split())


def test_karma_names_every_failing_test_though_their_messages_are_alike() -> None:
    browser = "Firefox 128.0 (Linux 0.0.0)"
    failed = [
        f"{browser} shelf {name} takes {n} FAILED\n\tExpected {n} to equal {n + 1}.\n"
        f"\t    at <Jasmine>\n\t    at UserContext.<anonymous> (test/{name}.spec.js:{n}:9)"
        for name in ("adds", "moves", "counts")
        for n in (3, 8)
    ]
    done = [f"{browser}: Executed {n} of 40 (6 FAILED) (0.1 secs / 0.0 secs)" for n in range(1, 41)]
    lines, kinds = compressed("\n".join([*failed, *done]))
    assert kinds == ["javascript-tests"]
    for name in ("adds", "moves", "counts"):
        for n in (3, 8):
            assert f"{browser} shelf {name} takes {n} FAILED" in lines
            assert any(f"test/{name}.spec.js:{n}:9" in line for line in lines)
    assert [line for line in lines if "Executed" in line] == done[-1:]


def test_uvu_names_every_failing_test() -> None:
    blocks = [
        f'   FAIL  stock  "takes {n}"\n    Expected values to be strictly equal:  (is)\n\n'
        f"        ++{n}    (Expected)\n        --{n - 1}    (Actual)\n\n"
        "    at Object.is (/srv/web/node_modules/uvu/assert/index.js:41:2)\n"
        f"    at Object.handler (/srv/web/t.js:2:{n})\n\n"
        for n in range(20, 40)
    ]
    lines, kinds = compressed(
        "t.js\n stock  • • ✘\n\n" + "\n".join(blocks) + "\n  Total:     40\n  Passed:    20\n"
    )
    assert kinds == ["javascript-tests"]
    assert all(f'   FAIL  stock  "takes {n}"' in lines for n in range(20, 40))


def test_the_reporters_of_ruby_keep_names_messages_and_places() -> None:
    rule = "=" * 80
    unit = "\n".join(
        f"F\n{rule}\nFailure: test_fee_of_{n}(LedgerTest)\ntest/ledger_test.rb:{n}:in `fee'\n"
        f"<{n}> expected but was\n<{n + 1}>\n{rule}"
        for n in range(8)
    )
    text = (
        f"Loaded suite test/ledger_test\nStarted\n{unit}\nFinished in 0.09 seconds.\n{'-' * 80}\n"
        f"30 tests, 30 assertions, 8 failures, 0 errors\n73% passed\n{'-' * 80}\n"
        "229.61 tests/s, 208.74 assertions/s\n"
    )
    lines, kinds = compressed(text)
    assert kinds == ["ruby-tests"]
    for n in range(8):
        assert f"Failure: test_fee_of_{n}(LedgerTest)" in lines
        assert f"<{n}> expected but was" in lines
    assert "30 tests, 30 assertions, 8 failures, 0 errors" in lines
    spec = "\n".join(
        f"LedgerTest\n  test_fee_of_{n}                          {'FAIL' if n % 2 else 'PASS'} (0.00s)\n"
        + (
            f"Minitest::Assertion:         Expected: {n}\n          Actual: 0\n"
            f"        test/ledger_test.rb:{n}:in `fee'\n\n\n"
            if n % 2
            else "\n"
        )
        for n in range(24)
    )
    lines, kinds = compressed(
        f"Started with run options --seed 7\n\n{spec}\nFinished in 0.03s\n"
        "24 tests, 24 assertions, 12 failures, 0 errors, 0 skips\n"
    )
    assert kinds == ["ruby-tests"]
    assert all(any(f"test_fee_of_{n} " in line for line in lines) == bool(n % 2) for n in range(24))


def test_go_tells_where_a_race_is_and_repeated_runs_of_a_benchmark_by_their_times() -> None:
    stack = (
        "  shop/stock.(*Store).Put()\n      /srv/shop/stock/stock.go:{0} +0xcd\n"
        "  testing.tRunner()\n      /usr/lib/go/src/testing/testing.go:1446 +0x216\n"
    )
    race = (
        "==================\nWARNING: DATA RACE\nRead at 0x00c0 by goroutine 16:\n"
        + stack.format(6)
        + "\nPrevious write at 0x00c0 by goroutine 15:\n"
        + stack.format(9)
        + "\nGoroutine 16 (running) created at:\n"
        + stack.format(17)
        + "==================\n"
    )
    text = (
        "--- FAIL: TestTake (0.00s)\n    stock_test.go:9: got 3\n"
        f"{race}--- FAIL: TestRace (0.00s)\n"
        "    testing.go:1319: race detected during execution of test\nFAIL\n"
        "FAIL\tshop/stock\t0.03s\n"
    )
    lines, kinds = compressed(text * 2)
    assert kinds == ["go-test"]
    assert {"WARNING: DATA RACE", "Read at 0x00c0 by goroutine 16:"} <= set(lines)
    assert all(f"      /srv/shop/stock/stock.go:{n} +0xcd" in lines for n in (6, 9, 17))
    runs = "".join(
        f"BenchmarkTake{n}-2         \t  1000\t      {n}{k}.5 ns/op\n" for n in range(20) for k in range(3)
    )
    lines, kinds = compressed(f"goos: linux\npkg: shop\n{runs}PASS\nok  \tshop\t9.1s\n")
    assert kinds == ["go-test"]
    assert "[x2 more, ns/op: 41.5, 42.5]" in lines
    assert sum(line.startswith("Benchmark") for line in lines) == 20


def test_gotestsum_lists_each_failure() -> None:
    names = [f"TestTake/{n}" for n in range(12)]
    run = "".join(
        f"PASS shop/stock.{n}x (0.00s)\n=== RUN   {n}\n    --- FAIL: {n} (0.00s)\n"
        f"FAIL shop/stock.{n} (0.00s)\n"
        for n in names
    )
    told = "".join(f"=== FAIL: shop/stock {n} (0.00s)\n    stock_test.go:10: got {n}\n\n" for n in names)
    lines, kinds = compressed(
        f"{run}FAIL shop/stock\n\n=== Failed\n{told}DONE 24 tests, 12 failures in 1.0s\n"
    )
    assert kinds == ["go-test"]
    assert all(f"=== FAIL: shop/stock {n} (0.00s)" in lines for n in names)
    assert "DONE 24 tests, 12 failures in 1.0s" in lines
    assert not any(line.startswith("PASS shop") for line in lines)


def test_ginkgo_keeps_the_specs_that_failed() -> None:
    rule = "-" * 30
    passed = "".join(
        f"Store\n  counts {n}\n  /srv/shop/suite_test.go:8\nSTEP: putting\n•\n{rule}\n" for n in range(20)
    )
    old = (
        "• Failure [0.000 seconds]\nStore\n/srv/shop/suite_test.go:4\n  takes one [It]\n"
        "  /srv/shop/suite_test.go:7\n\n"
        f"  Expected\n      <int>: 8\n  to equal\n      <int>: 9\n\n  /srv/shop/suite_test.go:11\n{rule}\n"
    )
    new = (
        "• [FAILED] [0.001 seconds]\nStore [It] moves two\n/srv/shop/suite_test.go:30\n\n"
        "  [FAILED] Expected\n      <string>: ann\n"
        "  to equal\n      <string>: bob\n"
        f"  In [It] at: /srv/shop/suite_test.go:33 @ 10/25/21 13:04:42.1\n{rule}\n"
    )
    end = (
        "Summarizing 2 Failures:\n\n[Fail] Store [It] takes one \n/srv/shop/suite_test.go:11\n\n"
        "Ran 22 of 22 Specs in 0.2 seconds\n"
        "FAIL! -- 20 Passed | 2 Failed | 0 Pending | 0 Skipped\n--- FAIL: TestShop (0.21s)\n"
        "FAIL\nFAIL\tshop\t0.2s\n"
    )
    lines, kinds = compressed(
        "Running Suite: Shop\n===================\nRandom Seed: 17\nWill run 22 of 22 specs\n\n"
        f"{passed}{old}{new}\n{end}"
    )
    assert kinds[0] == "ginkgo"
    text = shown(lines)
    for wanted in (
        "<int>: 8",
        "<string>: bob",
        "[Fail] Store [It] takes one",
        "/srv/shop/suite_test.go:11",
        "Store [It] moves two",
        "FAIL! -- 20 Passed | 2 Failed",
        "suite_test.go:33",
    ):
        assert wanted in text, wanted
    assert "counts 3" not in text


def test_qt_test_keeps_what_failed_with_values_and_places() -> None:
    rows = "".join(
        f"FAIL!  : TestFee::fee(n{n}) Compared values are not the same\n   Actual   (n/2+1): {n}\n"
        f"   Expected (want) : 4\n   Loc: [t.cpp({n})]\n"
        if n % 5 == 0
        else (
            f"INFO   : TestFee::fee(n{n}) QCOMPARE(n, want)\n   Loc: [t.cpp(5)]\n"
            f"PASS   : TestFee::fee(n{n})\n"
        )
        for n in range(30)
    )
    lines, kinds = compressed(
        "********* Start testing of TestFee *********\nConfig: Using QtTest library 6.5.0\n"
        f"{rows}Totals: 24 passed, 6 failed, 0 skipped, 0 blacklisted, 3ms\n"
        "********* Finished testing of TestFee *********\n"
    )
    assert kinds == ["qt-tests"]
    assert all(f"   Loc: [t.cpp({n})]" in lines for n in range(0, 30, 5))
    assert sum(line.startswith("FAIL!") for line in lines) == 6
    assert not any(line.startswith("PASS") for line in lines)


def test_gradle_tells_what_went_wrong_in_each_test_of_each_suite() -> None:
    tests = "".join(
        f"\nshop.{suite} > {name} FAILED\n    java.lang.AssertionError: fee expected:<4> but was:<5>\n"
        "        at org.junit.Assert.fail(Assert.java:89)\n"
        f"        at shop.{suite}.{name}({suite}.java:{n})\n\nshop.{suite} > ok{n} PASSED\n"
        for suite in ("LedgerTest", "StockTest")
        for n, name in enumerate(("fees", "names", "rows"), 4)
    )
    lines, _ = compressed(
        f"> Task :compileJava\n> Task :test FAILED\n{tests}\n12 tests completed, 6 failed\n\n"
        "FAILURE: Build failed with an exception.\n\nBUILD FAILED in 9s\n"
        "3 actionable tasks: 3 executed\n"
    )
    text = "\n".join(lines)
    assert text.count("fee expected:<4> but was:<5>") == 6
    assert all(f"({suite}.java:{n})" in text for suite in ("LedgerTest", "StockTest") for n in (4, 5, 6))
    assert "PASSED" not in text


def test_cargo_shows_panics_that_were_not_captured_beside_captured_ones() -> None:
    ran = "".join(
        f"test shelf::row_{n} ... row {n}\n\n"
        f"thread 'shelf::row_{n}' (77{n}) panicked at src/lib.rs:{n}:5:\n"
        f"assertion `left == right` failed\n  left: {n}\n right: 90\n"
        "stack backtrace:\n   0: core::panicking::panic\n"
        "             at /rustc/59/library/core/src/panicking.rs:9:5\nFAILED\n"
        for n in range(10, 16)
    )
    listed = "".join(f"    shelf::row_{n}\n" for n in range(10, 16))
    lines, kinds = compressed(
        "     Running unittests src/lib.rs (target/debug/deps/shelf-ba05)\n\nrunning 8 tests\n"
        f"{ran}test shelf::never - should panic ... FAILED\n\nfailures:\n\n"
        "---- shelf::never stdout ----\nnote: test did not panic as expected at src/lib.rs:40:8\n"
        f"\nfailures:\n{listed}    shelf::never\n\n"
        "test result: FAILED. 1 passed; 7 failed; 0 ignored; 0 measured; 0 filtered "
        "out; finished in 0.3s\n\nerror: test failed, to rerun pass `--lib`\n"
    )
    assert kinds == ["cargo-test"]
    assert all(f"  left: {n}" in lines for n in range(10, 16))
    assert any("did not panic as expected at src/lib.rs:40:8" in line for line in lines)


def test_pytest_keeps_timed_rows_fixtures_and_the_tests_own_frame_in_a_hang() -> None:
    head = (
        "============================= test session starts ==============================\n"
        "collected 9 items\n\n"
    )
    rows = "".join(
        f"test_sort[{n}]          {n}.3670 (1.0)      24,164.4940 (2.34)       7.1041 (1.0)\n"
        for n in range(30)
    )
    table = (
        f"{'-' * 40} benchmark 'sort': 30 tests {'-' * 40}\n"
        f"Name (time in us)          Min                    Max\n{'-' * 90}\n{rows}{'-' * 90}\n\n"
        "Legend:\n  OPS: Operations Per Second\n"
    )
    text = shown(
        compressed(
            f"{head}test_speed.py ...\n\n"
            f"{table}============================== 30 passed in 9.06s ==============================\n"
        )[0]
    )
    assert all(f"test_sort[{n}] {n}.3670" in text for n in range(30))
    listed = "".join(
        f"row_{n} -- tests/conftest.py:{n}\n    A row of the table.\n    It has a name.\n\n"
        for n in range(20)
    )
    lines, _ = compressed(
        f"{head}{'-' * 12} fixtures defined from tests.conftest {'-' * 12}\n"
        f"{listed}============================ no tests ran in 2.06s =============================\n"
    )
    assert all(f"row_{n} -- tests/conftest.py:{n}" in lines for n in range(20))
    frames = "".join(
        f'  File "/srv/venv/lib/python3.12/site-packages/pluggy/_call{n}.py", line {n}, in call\n'
        f"    return f{n}()\n"
        for n in range(60)
    )
    hang = (
        f"{head}test_hang.py {'+' * 30} Timeout {'+' * 30}\n~~~~~ Stack of MainThread (14) ~~~~~\n"
        f'{frames}  File "/srv/shop/test_hang.py", line 5, in test_join\n    time.sleep(30)\n'
        f"{'+' * 30} Timeout {'+' * 30}\n"
    )
    lines, _ = compressed(hang)
    assert '  File "/srv/shop/test_hang.py", line 5, in test_join' in lines


def test_lcov_has_a_row_a_file_with_what_was_never_reached() -> None:
    files = "".join(
        f"SF:src/part{n}.js\n"
        + "".join(f"DA:{at},{0 if at in (7, 8, 12) else 3}\n" for at in range(1, 40))
        + "LF:39\nLH:36\nend_of_record\n"
        for n in range(9)
    )
    lines, kinds = compressed(f"TN:\n{files}")
    assert kinds == ["lcov"]
    assert all(f"SF:src/part{n}.js  LF:39  LH:36" in lines for n in range(9))
    assert lines.count("  [never reached: 7-8, 12]") == 9


def test_benchmarks_keep_every_name_with_its_time() -> None:
    google = "".join(
        f"BM_Sort/{n}                  {n}.5 ns         35.1 ns       100000 items_per_second=228.15M/s\n"
        for n in range(40)
    )
    lines, kinds = compressed(
        f"Running ./bench\n{'-' * 80}\n"
        "Benchmark                 Time             CPU   Iterations UserCounters...\n"
        f"{'-' * 80}\n{google}"
    )
    assert kinds == ["benchmarks"]
    assert all(f"BM_Sort/{n} {n}.5 ns" in shown(lines) for n in range(40))
    criterion = "".join(
        f"Benchmarking sort/{n}: Warming up for 3.0000 s\n"
        f"Benchmarking sort/{n}: Collecting 100 samples in estimated 5.0 s\n"
        f"Benchmarking sort/{n}: Analyzing\n"
        f"sort/{n}                 time:   [{n}.10 µs {n}.20 µs {n}.30 µs]\n"
        f"                        change: [+1.0% +2.0% +{n}.0%] (p = 0.00 < 0.05)\n"
        "                        Performance has regressed.\n"
        for n in range(12)
    )
    lines, kinds = compressed(criterion)
    assert kinds == ["benchmarks"]
    assert all(f"[{n}.10 µs {n}.20 µs {n}.30 µs]" in "\n".join(lines) for n in range(12))
    assert not any("Warming up" in line for line in lines)


def test_pytest_tells_that_the_interpreter_died() -> None:
    frames = "".join(
        f'  File "/srv/venv/lib/python3.12/site-packages/pluggy/_call{n}.py", line {n} in call\n'
        for n in range(60)
    )
    lines, kinds = compressed(
        "============================= test session starts ==============================\n"
        "collected 9 items\n\ntests/test_crash.py::test_segv Fatal Python error: Segmentation fault\n\n"
        "Current thread 0x00007fb87523ab80 (most recent call first):\n"
        f'  File "/srv/shop/tests/test_crash.py", line 3 in test_segv\n{frames}'
    )
    assert kinds == ["pytest"]
    assert "tests/test_crash.py::test_segv Fatal Python error: Segmentation fault" in lines
    assert '  File "/srv/shop/tests/test_crash.py", line 3 in test_segv' in lines


def test_doctest_keeps_the_place_of_each_failed_example() -> None:
    rule = "*" * 70
    failed = "".join(
        f'{rule}\nFile "/srv/shop/fee.py", line {n}, in fee\nFailed example:\n    fee({n})\n'
        f"Expected:\n    4\nGot:\n    5\n"
        for n in range(20, 32)
    )
    tried = "Trying:\n    fee(3)\nExpecting:\n    1\nok\n" * 20
    lines, kinds = compressed(
        f"{tried}{failed}{rule}\n1 items had failures:\n  12 of  32 in fee\n***Test Failed*** 12 failures.\n"
    )
    assert kinds == ["doctest"]
    assert all(f'File "/srv/shop/fee.py", line {n}, in fee' in lines for n in range(20, 32))
    assert all(f"    fee({n})" in lines for n in range(20, 32))
    assert "  12 of  32 in fee" in lines
    assert "    fee(3)" not in lines


def test_what_a_failing_test_passed_in_is_no_result() -> None:
    runs = "".join(
        f"[ RUN      ] spec/fee_spec.lua @ 3: fee of {n}\n"
        + (
            f"spec/fee_spec.lua:{n}: Expected objects to be equal.\nPassed in:\n(number) {n}\n"
            f"Expected:\n(number) 40\n[  FAILED  ] spec/fee_spec.lua @ 3: fee of {n} (0.1 ms)\n"
            if n % 4 == 0
            else f"[       OK ] spec/fee_spec.lua @ 3: fee of {n} (0.1 ms)\n"
        )
        for n in range(30)
    )
    lines, _ = compressed(f"[==========] Running tests from scanned files.\n{runs}[  PASSED  ] 22 tests.\n")
    for n in range(0, 30, 4):
        assert f"spec/fee_spec.lua:{n}: Expected objects to be equal." in lines
        assert f"(number) {n}" in lines
