"""JUnit reports: failing cases whole, passing ones as counts, whether on lines of their own or on one."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def report(separator: str) -> str:
    parts = ['<?xml version="1.0"?>', '<testsuites name="all">']
    parts.append('<testsuite name="cart" tests="61" failures="1" errors="0">')
    parts += [f'<testcase classname="cart" name="fine {n}" time="0.01" />' for n in range(60)]
    parts.append('<testcase classname="cart" name="total" time="0.02">')
    parts.append(
        '<failure message="expected 4, got 3" type="Error">Error: expected 4, got 3\n'
        "    at check (src/cart.js:3:9)\n    at run (node_modules/runner/index.js:9:1)</failure>"
    )
    parts += ["</testcase>", "</testsuite>", "</testsuites>"]
    return separator.join(parts)


def test_cases_on_lines_of_their_own() -> None:
    plan = pipeline.plan(report("\n"), Hints())
    assert plan.kinds == ["junit-xml"]
    assert '<testsuite name="cart" tests="61" failures="1" errors="0">' in plan.lines
    assert '<testcase classname="cart" name="total" time="0.02">' in plan.lines
    assert "    at check (src/cart.js:3:9)" in plan.lines
    assert not any("fine 7" in line for line in plan.lines)


def test_a_report_without_line_breaks() -> None:
    plan = pipeline.plan(report(""), Hints())
    assert plan.kinds == ["junit-xml"]
    assert "[... 60 cases that did not fail]" in plan.lines
    assert '<testcase classname="cart" name="total" time="0.02">' in plan.lines
    assert any('<failure message="expected 4, got 3"' in line for line in plan.lines)
    assert "    at check (src/cart.js:3:9)" in plan.lines
    assert not any("fine 7" in line for line in plan.lines)


def test_a_body_that_says_its_message_again_is_shown_once() -> None:
    cases = "".join(
        f'    <testcase name="Keeps{at}" file="ring.cc" line="{at}" time="0" classname="Ring">\n'
        f'      <failure message="ring.cc:{at}&#x0A;Expected equality of these values:&#x0A;  size&#x0A;'
        f'    Which is: {at}4" type=""><![CDATA[ring.cc:{at}\nExpected equality of these values:\n  size\n'
        f"    Which is: {at}4]]></failure>\n    </testcase>\n"
        for at in range(10, 20)
    )
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="10" failures="10">\n'
        f'  <testsuite name="Ring" tests="10" failures="10">\n{cases}  </testsuite>\n</testsuites>\n'
    )
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert shown.count("Which is: 144") == 1
    assert 'name="Keeps14"' in shown
