"""--query keeps what answers it, with the block that holds it."""

from __future__ import annotations

from pathlib import Path

from support import knapsack

from knapsack_cli.compression.query import best_lines, block_around
from knapsack_cli.compression.streaming.answers import Answers

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


def test_a_stream_keeps_the_lines_that_answer(tmp_path: Path) -> None:
    """An input over 16 MB is read in blocks; the query is asked of each."""
    line = "2026-03-02 04:00:00,000 INFO worker-{} handled refund {} for customer {} in {} ms\n"
    text = "".join(line.format(n % 9, n * 7919 % 1_000_003, n % 9973, n % 89) for n in range(230_000))
    plain = knapsack("compress", data=text.encode(), home=tmp_path).out
    asked = knapsack("compress", "--query", "customer 4321", data=text.encode(), home=tmp_path).out
    assert b"customer 4321 " not in plain
    found = [n for n in range(230_000) if n % 9973 == 4321]
    for n in found:
        assert line.format(n % 9, n * 7919 % 1_000_003, 4321, n % 89).encode() in asked
    assert f"[also answering the query, lines {found[0] + 1}, ".encode() in asked
    short = knapsack(
        "compress", "--query", "customer 4321", "--budget", "400", data=text.encode(), home=tmp_path
    ).out
    assert b"customer 4321 " in short
    assert len(short) < 400 * 5


def test_held_answers_do_not_grow_with_the_input() -> None:
    answers = Answers("refund slow road")
    block = b"handled refund in time\n" * 50_000
    for count in range(20):
        answers.add(block, count * 50_000)
    answers.add(b"refund took the slow road\nroad works\n", 1_000_000)
    assert sum(map(len, answers._held.values())) <= 3 * 60
    assert [row.text for row in answers.rows(set(), 1_000_002)][1:2] == ["refund took the slow road"]


def test_lines_that_are_asked_for_by_number_are_kept(tmp_path: Path) -> None:
    outline = knapsack(
        "compress", "--path", "pay.py", "--query", "lines 8-11", data=CODE.encode(), home=tmp_path
    ).out
    assert (
        b"8 def step_1(value):\n9     first = value + 1\n10     second = first * 1\n11     return second"
        in outline
    )
    assert b"second = first * 2\n" not in outline
    rows = "".join(f'{{"id": {n}, "name": "row {n}", "size": {n % 7}}}\n' for n in range(400))
    table = knapsack("compress", "--query", "lines 201-203", data=rows.encode(), home=tmp_path).out
    assert all(f'"row {n}"'.encode() in table for n in (200, 201, 202))
    array = "[\n" + ",\n".join(rows.splitlines()) + "\n]\n"
    view = knapsack("compress", "--query", "lines 202-204", data=array.encode(), home=tmp_path).out
    assert all(f'"row {n}"'.encode() in view for n in (200, 201, 202))


def test_a_command_that_prints_lines_by_number_gets_them_whole(tmp_path: Path) -> None:
    piece = "\n".join(CODE.split("\n")[7:107]) + "\n"
    for command in (
        "sed -n '8,107p' pay.py",
        "head -n 107 pay.py | tail -n 100",
        "awk 'NR>=8 && NR<=107' pay.py",
    ):
        out = knapsack("compress", "--command", command, data=piece.encode(), home=tmp_path).out
        assert out == piece.encode()
    assert len(knapsack("compress", "--command", "cat pay.py", data=piece.encode(), home=tmp_path).out) < len(
        piece
    )


def test_the_best_answers_go_last_where_a_budget_is_spent(tmp_path: Path) -> None:
    lines = [
        f"2026-03-02 04:{n // 60 % 60:02}:{n % 60:02} ERROR worker {n} lost the ledger of shop {n}"
        for n in range(900)
    ]
    lines[450] = "2026-03-02 04:07:30 ERROR worker 450 cannot renewLeaseToken: clock is ahead"
    out = knapsack(
        "compress",
        "--query",
        "renew lease token",
        "--budget",
        "300",
        data="\n".join(lines).encode(),
        home=tmp_path,
    ).out
    assert lines[450].encode() in out


def test_an_answer_that_a_table_tells_in_another_form_is_shown_as_it_stands(tmp_path: Path) -> None:
    rows = ",\n".join(
        f' {{\n  "name": "shop-{n}",\n  "town": "Chur",\n  "taxCode": "{"zero" if n == 31 else "full"}"\n }}'
        for n in range(60)
    )
    out = knapsack("compress", "--query", "tax code zero", data=f"[\n{rows}\n]\n".encode(), home=tmp_path).out
    assert b'  "taxCode": "zero"' in out
