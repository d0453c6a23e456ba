"""Lines of many blanks, dashes or colons among real ones: each pattern has one way to read them."""

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

LONG = 60_000
TEXTS = {
    "settings in braces": ["server {", *["    listen 80;", "    root /srv;"] * 9, "}"],
    "settings in sections": ["[server]", *["listen = 80", "root = /srv"] * 9],
    "table": ["| name | size |", "|---|---|", *["| a | 1 |"] * 9],
    "tests": ["1/9 Test #1: first ... Passed", "ok second", "x ... ok"] * 6,
    "build": ["make[1]: Entering directory '/srv'", "cc -c a.c", "a.c:1:2: error: no"] * 6,
    "underlined source": ["  |", "3 | int a;", "  |     ^ expected"] * 6,
}
HOSTILE = ("a{}!", "[{}!", "{}x!", "| {}!")


@pytest.mark.parametrize("name", list(TEXTS))
@pytest.mark.parametrize("sign", [" ", "-", ":"])
def test_a_line_of_one_sign_among_others_is_read_in_one_go(name: str, sign: str) -> None:
    lines = [*TEXTS[name], *(form.format(sign * LONG) for form in HOSTILE), *TEXTS[name]]
    assert pipeline.plan("\n".join(lines), Hints()).total == len(lines)
