"""The rows of the table of kinds that are runs of tests and benchmarks."""

from knapsack_cli.compression.kinds import signals
from knapsack_cli.compression.model import Kind

TEST_RUNS: tuple[Kind, ...] = (
    Kind(
        "pytest",
        "pytest",
        (
            b"= test session starts =",
            b"= short test summary info =",
            b"= FAILURES =",
            b"= ERRORS =",
            b" in 0.00s",
            b" in 00.00s",
            b" in 000.00s",
        ),
        ("pytest", "py.test", "python -m pytest", "python3 -m pytest", "tox", "nox"),
    ),
    Kind("doctest", "doctests", (b"\nFailed example:",), ("python -m doctest",)),
    Kind(
        "unittest",
        "unittest",
        (
            b"\nRan 0 test",
            b"\nRan 00 tests",
            b"\nRan 000 tests",
            b"\nRan 0000 tests",
            b"\nRan 00000 tests",
            b"=\nFAIL: ",
            b"=\nERROR: ",
            b") ... ok\n",
        ),
        (
            "python -m unittest",
            "python3 -m unittest",
            "nosetests",
            "django-admin test",
            "python manage.py",
            "stestr",
        ),
    ),
    Kind(
        "javascript-tests",
        "javascript_tests",
        signals.JAVASCRIPT_TESTS,
        (
            "jest",
            "vitest",
            "mocha",
            "jasmine",
            "ava",
            "playwright",
            "cypress",
            "bun test",
            "deno test",
            "karma",
        ),
    ),
    Kind(
        "node-test",
        "node_test",
        ("ℹ tests ".encode(), "✖ failing tests:".encode(), "▶ ".encode(), b"\nFailed tests:"),
        ("node --test",),
    ),
    Kind(
        "tap",
        "tap",
        (b"TAP version 00", b"\nok 0", b"\nnot ok 0", b" ok 0", b"\nResult: "),
        ("prove", "tap", "bats"),
    ),
    Kind("ginkgo", "ginkgo", (b"Running Suite: ",), ("ginkgo",)),
    Kind("qt-tests", "qt_tests", (b"* Start testing of ",), (), (), uncut=True),
    Kind(
        "go-test",
        "go_test",
        (b"=== RUN ", b"--- FAIL: ", b"--- PASS: ", b"ok  \t", b"FAIL\t", b"[no test files]"),
        ("go test", "gotestsum"),
    ),
    Kind("go-test-json", "go_json", (b'"Action":"',)),
    Kind(
        "cargo-test",
        "cargo_test",
        (b"test result: ", b" tests run: ", b"\nrunning 0", b" ... ok\n", b": test\n"),
        ("cargo test", "cargo nextest"),
    ),
    Kind("ruby-tests", "ruby_tests", (b"Loaded suite ", b"Started with run options"), ()),
    Kind(
        "numbered-tests",
        "numbered_tests",
        (
            b" examples, 0",
            b" example, 0",
            b" runs, 0",
            b"Assertions: 0",
            b"PHPUnit 0",
            b"JUnit version 0",
            b" tests, 0",
            b" assertions)",
        ),
        ("rspec", "bundle exec rspec", "phpunit", "rails test", "rake test", "mix test", "minitest", "pest"),
    ),
    Kind(
        "scenarios",
        "scenarios",
        (b" scenarios (", b" scenario (", b" scenario passed", b" scenarios passed", b" steps passed"),
        ("behave", "cucumber", "cucumber-js", "bundle exec cucumber"),
    ),
    Kind("teamcity", "teamcity", (b"##teamcity[test",)),
    Kind(
        "catch-tests",
        "catch_tests",
        (b"\ntest cases: ", b"\nassertions: ", b"[doctest] ", b" test cases, ", b" test case, "),
    ),
    Kind(
        "benchmarks",
        "benchmarks",
        (
            b"CPU   Iterations",
            b" ops/sec ",
            b"time:   [",
            b"\nBenchmark 0: ",
            b"# JMH version",
            b"Benchmark  ",
        ),
        ("hyperfine", "cargo bench", "cargo criterion"),
    ),
    Kind("lcov", "lcov", (b"\nend_of_record",), (), (".info",), uncut=True),
    Kind("junit-xml", "junit_xml", (b"<testcase",), (), ()),
    Kind(
        "test-json",
        "json_tests",
        (b'"numFailedTests"', b'"full_description"', b'"nodeid"', b'"fullTitle"', b'"expectedStatus"'),
        uncut=True,
    ),
)
"""Runs of tests: before what their output may hold (diagnostics, traces, logs)."""

OTHER_TESTS = Kind(
    "tests",
    "generic_tests",
    signals.RESULTS,
    ("ctest", "dotnet test", "vstest", "swift test", "bats", "busted", "make check", "make test"),
)
"""Runners that nothing but their results tell."""
