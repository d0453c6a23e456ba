"""Reports of test runners as JSON: failing tests by name, place and message, the others by count."""

import json

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def compressed(text: str) -> tuple[str, list[str]]:
    plan = pipeline.plan(text, Hints())
    return "\n".join(plan.lines), plan.kinds


def jest_test(name: str, message: str = "") -> dict[str, object]:
    frames = "".join(f"\n    at step{at} (/srv/app/node_modules/run/{at}.js:{at}:1)" for at in range(12))
    return {
        "ancestorTitles": ["cart"],
        "duration": 3,
        "failureMessages": [message + frames] if message else [],
        "fullName": f"cart {name}",
        "status": "failed" if message else "passed",
        "title": name,
    }


def test_jest_keeps_each_failing_test_with_its_message_and_the_suite_that_did_not_load() -> None:
    failing = [jest_test(f"adds {at}", f"Error: expected {at} to be 9") for at in range(3)]
    report = {
        "numFailedTests": 3,
        "numPassedTests": 80,
        "testResults": [
            {
                "assertionResults": [*(jest_test(f"passes {at}") for at in range(80)), *failing],
                "message": "  ● cart › adds\n\n" + "told again " * 90,
                "name": "/srv/app/cart.test.js",
                "status": "failed",
            },
            {"assertionResults": [], "message": "Cannot find module 'x'", "name": "y.js", "status": "failed"},
        ],
    }
    text = json.dumps(report)
    shown, kinds = compressed(text)
    assert kinds == ["test-json"]
    for at in range(3):
        assert f'"fullName":"cart adds {at}"' in shown
        assert f"Error: expected {at} to be 9\\n" in shown
    assert "Cannot find module 'x'" in shown
    assert '"numPassedTests":80' in shown
    assert "[... 80 passed, bytes " in shown
    assert len(shown) < len(text) / 6


def test_rspec_keeps_whole_descriptions_and_frames_of_ones_own() -> None:
    examples: list[dict[str, object]] = [
        {"description": f"works {at}", "full_description": f"Cart works {at}", "status": "passed"}
        for at in range(60)
    ]
    frames = [f"/usr/lib/ruby/gems/rspec/{at}.rb:{at}:in `run'" for at in range(30)]
    examples[7] |= {
        "status": "failed",
        "file_path": "./spec/cart_spec.rb",
        "line_number": 15,
        "exception": {
            "class": "KeyError",
            "message": "no sku",
            "backtrace": [*frames, "./spec/cart_spec.rb:16"],
        },
    }
    shown, kinds = compressed(json.dumps({"examples": examples, "summary_line": "60 examples, 1 failure"}))
    assert kinds == ["test-json"]
    for told in ('"full_description":"Cart works 7"', '"line_number":15', '"message":"no sku"'):
        assert told in shown
    assert '"backtrace":["./spec/cart_spec.rb:16", [... 30 more]]' in shown
    assert '"summary_line":"60 examples, 1 failure"' in shown


def test_a_report_of_several_lines_names_the_lines_it_leaves_out() -> None:
    tests = [
        {"fullTitle": f"cart {at}", "title": str(at), "err": {"message": "gone"} if at == 4 else {}}
        for at in range(50)
    ]
    report = {
        "stats": {"tests": 50, "failures": 1},
        "tests": tests,
        "failures": [tests[4]],
        "passes": tests[5:],
    }
    shown, _ = compressed(json.dumps(report, indent=2))
    assert '"failures":[{"fullTitle": "cart 4","title": "4","err": {"message": "gone"}}]' in shown
    assert '[... "tests": 50 members, lines ' in shown


def test_reports_one_after_another_are_not_one_report() -> None:
    line = json.dumps({"nodeid": "tests/test_a.py::test_b", "outcome": "failed"})
    assert compressed("\n".join([line] * 60))[1] != ["test-json"]
