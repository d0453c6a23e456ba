"""--query keeps what answers it, with the block that holds it."""

from __future__ import annotations

from pathlib import Path

from support import knapsack

from knapsack_cli.compression.query import best_lines, block_around

CODE = "import os\n\n" + "".join(
    f"def step_{n}(value):\n    first = value + {n}\n    second = first * {n}\n    return second\n\n"
    for n in range(60)
)
CODE += "def refundPayment(order):\n    amount = order.total\n    ledger.write(amount)\n    return amount\n"


def test_identifiers_are_split() -> None:
    assert list(best_lines(["a = 1", "def getUserName():", "return x"], "user name")) == [1]


def test_text_without_spaces_is_matched_by_pairs() -> None:
    assert list(best_lines(["连接数据库超时", "用户登录成功"], "数据库 超时")) == [0]


def test_a_block_is_what_is_indented_under_a_line() -> None:
    lines = ["top:", "  one", "  two", "other:", "  three"]
    assert block_around(lines, 1) == (0, 2)


def test_the_body_that_is_asked_for_is_kept_in_an_outline(tmp_path: Path) -> None:
    plain = knapsack("compress", "--path", "pay.py", data=CODE.encode(), home=tmp_path).out
    asked = knapsack(
        "compress", "--path", "pay.py", "--query", "refund payment", data=CODE.encode(), home=tmp_path
    ).out
    assert b"ledger.write(amount)" not in plain
    assert b"ledger.write(amount)" in asked


def test_a_hidden_search_hit_that_answers_is_shown(tmp_path: Path) -> None:
    hits = "".join(f"src/a{n % 5}.py:{n}:    value = load(step {n})\n" for n in range(1, 400))
    hits += "src/a1.py:900:    value = load(refund of 17)\n"
    out = knapsack("compress", "--query", "refund", data=hits.encode(), home=tmp_path).out
    assert b"refund of 17" in out
