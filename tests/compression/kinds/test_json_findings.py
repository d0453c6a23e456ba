"""Reports of linters as JSON are told by file, whatever the tool calls their members."""

from __future__ import annotations

import json

from knapsack_cli.compression.kinds import json_findings, junit_xml
from knapsack_cli.compression.kinds.json_findings import decide, recognise
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_view, write_rows


def written(text: str) -> list[str]:
    segment = Segment(text.split("\n"), 0, Hints())
    assert recognise(segment) > 90
    view = decide(segment)
    assert isinstance(view, View)
    return write_rows(rows_from_view(segment, view))


def test_sarif_is_told_by_file_with_each_message_and_place() -> None:
    results = [
        {
            "level": "error",
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": f"file:///srv/shop/{name}.py"},
                        "region": {"startColumn": 5, "startLine": at},
                    }
                }
            ],
            "message": {"text": said},
            "ruleId": rule,
        }
        for name, at, rule, said in (
            ("cart", 7, "F401", "`os` imported but unused"),
            ("cart", 9, "E722", "Do not use bare `except`"),
            ("cart", 31, "E722", "Do not use bare `except`"),
            ("till", 2, "F821", "Undefined name `total`"),
        )
    ]
    rows = written(json.dumps({"runs": [{"results": results}]}, indent=2))
    assert [row for row in rows if row[:1] != "["] == [
        "file:///srv/shop/cart.py",
        "  7:5 F401 `os` imported but unused",
        "  9:5, 31:5 E722 Do not use bare `except`",
        "file:///srv/shop/till.py:2:5 F821 Undefined name `total`",
    ]


def test_findings_under_the_path_of_their_file_on_one_line_with_what_stands_beside() -> None:
    offenses = [
        {
            "severity": "convention",
            "message": f'Use \\"{at}\\".',
            "cop_name": "Style/Quotes",
            "location": {"start_line": at, "start_column": 3, "line": at, "column": 3},
        }
        for at in range(4)
    ]
    text = json.dumps(
        {"files": [{"path": "lib/a.rb", "offenses": offenses}], "summary": {"offense_count": 4}}
    )
    assert written(text)[:3] == [
        '"summary": {"offense_count": 4}',
        "[4 findings in 1 files, line 1, as text]",
        "lib/a.rb",
    ]


def test_lines_of_json_with_a_note_of_the_tool_among_them() -> None:
    lines = [
        json.dumps(
            {"file": "a.py", "line": at, "column": 0, "message": "Bad", "code": "misc", "severity": "error"}
        )
        for at in range(1, 6)
    ]
    rows = written("\n".join([*lines, "Found 5 errors"]))
    assert rows[0] == "Found 5 errors"
    assert "a.py" in rows
    assert "  1:0, 2:0, 3:0, 4:0, 5:0 misc Bad" in rows


def test_logs_and_other_records_are_not_taken() -> None:
    log = "\n".join(
        f'{{"time":"2026-11-29T10:00:0{at}Z","level":"info","file":"a.go","line":{at},"message":"started"}}'
        for at in range(8)
    )
    assert json_findings.recognise(Segment(log.split("\n"), 0, Hints())) == 0
    plain = json.dumps([{"path": "a", "size": at} for at in range(20)], indent=1)
    assert json_findings.recognise(Segment(plain.split("\n"), 0, Hints())) == 0


def test_a_linters_report_in_junits_form_is_told_by_file_too() -> None:
    cases = "\n".join(
        f'<testsuite name="lib/{name}.js" tests="1" failures="1" package="org.lint">\n'
        f'<testcase name="org.lint.{rule}" line="{at}" column="5">\n'
        f'<failure message="{said}">line {at}, col 5, {said}</failure>\n</testcase>\n</testsuite>'
        for name, at, rule, said in (
            ("cart", 7, "no-var", "Use const."),
            ("cart", 9, "no-var", "Use const."),
            ("cart", 12, "eqeqeq", "Use ===."),
            ("till", 4, "eqeqeq", "Use !==."),
        )
    )
    text = f'<?xml version="1.0"?>\n<testsuites name="Lint" tests="4" failures="4">\n{cases}\n</testsuites>'
    segment = Segment(text.split("\n"), 0, Hints())
    view = junit_xml.decide(segment)
    assert isinstance(view, View)
    assert write_rows(rows_from_view(segment, view))[2:6] == [
        "lib/cart.js",
        "  7:5, 9:5 no-var Use const.",
        "  12:5 eqeqeq Use ===.",
        "lib/till.js:4:5 eqeqeq Use !==.",
    ]


def test_code_that_holds_lines_of_source_is_no_rule() -> None:
    results = [
        {
            "code": f"{at} try:\n{at + 1}     go()\n",
            "filename": "till/pay.py",
            "issue_severity": "LOW",
            "issue_text": "Try, Except, Pass detected.",
            "line_number": at,
            "test_id": "B110",
            "test_name": "try_except_pass",
        }
        for at in range(10, 50, 10)
    ]
    assert written(json.dumps({"errors": [], "results": results}, indent=1))[-2:] == [
        "till/pay.py",
        "  10, 20, 30, 40 B110 try_except_pass Try, Except, Pass detected.",
    ]


def test_of_many_findings_the_first_messages_of_each_rule_are_whole() -> None:
    findings = [
        {
            "path": f"till/m{at % 40}.py",
            "line": at,
            "column": 1,
            "type": "refactor",
            "symbol": "too-many-locals",
            "message": f"Too many local variables ({at % 30 + 16}/15)",
            "message-id": "R0914",
        }
        for at in range(300)
    ]
    text = "\n".join(written(json.dumps(findings, indent=1)))
    assert all(f"Too many local variables ({count}/15)" in text for count in range(16, 23))


def test_pylints_newer_form_has_rules_too() -> None:
    messages = [
        {
            "type": "warning",
            "symbol": "unused-argument",
            "message": f"Unused argument 'a{at}'",
            "messageId": "W0613",
            "line": at + 3,
            "column": 4,
            "path": "till/pay.py",
        }
        for at in range(4)
    ]
    rows = written(json.dumps({"messages": messages, "statistics": {"modulesLinted": 1}}, indent=1))
    assert "  3:4 W0613 unused-argument Unused argument 'a0'" in rows


def test_what_eslint_calls_the_id_of_a_message_is_no_rule() -> None:
    messages = [
        {
            "ruleId": "eqeqeq",
            "severity": 2,
            "message": "Expected '==='.",
            "line": at,
            "column": 3,
            "messageId": "unexpected",
        }
        for at in range(4, 9)
    ]
    rows = written(json.dumps([{"filePath": "/srv/till/pay.js", "messages": messages}], indent=1))
    assert any("eqeqeq" in row for row in rows)
    assert not any("unexpected" in row for row in rows)


def test_a_line_of_source_is_no_rule_and_what_a_check_is_called_is_told() -> None:
    warnings = [
        {
            "warning_type": "Cross-Site Scripting",
            "check_name": "CrossSiteScripting",
            "message": "Unescaped model attribute",
            "file": "app/views/till.erb",
            "line": at,
            "code": f"Till.find(params[:id{at}])",
            "confidence": ("High", "Weak")[at % 2],
        }
        for at in range(3, 9)
    ]
    rows = written(json.dumps({"warnings": warnings}, indent=1))
    assert "  3, 5, 7 Weak CrossSiteScripting Cross-Site Scripting Unescaped model attribute" in rows
    assert not any("Till.find" in row for row in rows)
