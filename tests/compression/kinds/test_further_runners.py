"""Catch2, XCTest, Bun, Deno, .NET, ExUnit and prove: what failed, where, with which values."""

from pathlib import Path

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

FIXTURES = Path(__file__).parents[3] / "fixtures" / "test-runs"

EXPECTED = {
    "catch2": ("catch-tests", ["  two", "c.cc:3: FAILED:", '  "a" == "b"', "  disk full"]),
    "xctest": (
        "tests",
        [
            "Test Case '-[ShopTests.CartTests testTotal]' failed (0.002 seconds).",
            "/srv/shop/Tests/CartTests.swift:12: error: -[ShopTests.CartTests testTotal] : "
            'XCTAssertEqual failed: ("3") is not equal to ("4")',
        ],
    ),
    "bun": (
        "tests",
        ["✗ cart > total [0.60ms]", "Expected: 4", "      at <anonymous> (/srv/shop/src/cart.test.ts:7:25)"],
    ),
    "deno": (
        "tests",
        ["total => ./cart_test.ts:9:6", "-   3", "+   4", "    at file:///srv/shop/cart_test.ts:10:3"],
    ),
    "dotnet": (
        "tests",
        [
            "  Failed Shop.Tests.CartTests.Total [5 ms]",
            "Expected: 4",
            "     at Shop.Tests.CartTests.Total() in /srv/shop/CartTests.cs:line 12",
            "---- System.IO.FileNotFoundException : Could not find file '/srv/x.json'.",
            "   at Shop.Cart.Read(String path) in /srv/shop/Cart.cs:line 41",
        ],
    ),
    "exunit": (
        "numbered-tests",
        ["  1) test total is four (ShopTest)", "     left:  3", "       test/shop_test.exs:6: (test)"],
    ),
    "prove": (
        "tap",
        ["#   at t/a.t line 2.", "#          got: '3'", "#     $expected->{b}[1] = '3'", "Result: FAIL"],
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_failures_keep_name_place_and_values(name: str) -> None:
    plan = pipeline.plan((FIXTURES / f"{name}.txt").read_text(encoding="utf-8"), Hints())
    kind, wanted = EXPECTED[name]
    assert plan.kinds == [kind]
    for line in wanted:
        assert line in plan.lines
