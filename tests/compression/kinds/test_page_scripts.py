"""A page that is mostly script tells what its scripts define."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

BODY = "  total += 1;\n" * 12
SCRIPT = "".join(f"function step{at}(sum) {{\n{BODY}}}\n" for at in range(6))


def page(script: str, attributes: str = "") -> str:
    return (
        "<!DOCTYPE html>\n<html>\n<head>\n<title>Till</title>\n<script src='a'></script>\n</head>\n<body>\n"
        f"<h1>Sums</h1>\n<p>What was paid.</p>\n<script{attributes}>\n{script}</script>\n</body>\n</html>\n"
    )


def shown(text: str) -> list[str]:
    return pipeline.plan(text, Hints()).lines


def test_functions_of_a_page_are_told_with_their_lines() -> None:
    lines = shown(page(SCRIPT))
    assert "[what its scripts define]" in lines
    for at in range(6):
        assert f"{11 + 14 * at} function step{at}(sum) {{" in lines
    assert not [line for line in lines if "total" in line]
    assert "# Sums" in lines


def test_data_and_counters_of_visitors_are_no_scripts() -> None:
    data = '{"function": "a", "of": [' + '"function",\n' * 200 + '"b"]}\n'
    assert "[what its scripts define]" not in shown(page(data, ' type="application/json"'))
    counter = (
        "window.seen = window.seen || [];\nfunction count() { seen.push(arguments); }\n" + "count(1);\n" * 200
    )
    assert "[what its scripts define]" not in shown(page(counter))
