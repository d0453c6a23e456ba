"""The findings of linters in JUnit's form: a failing case each, whose text is a place and a message."""

import re

from knapsack_cli.compression.kinds.common.finding_fields import Finding
from knapsack_cli.text.lazy_patterns import lazy

LEAST = 4
_PASSED = lazy(r"<testcase\b[^>]*/>")
_SUITE = lazy(r"<testsuite\b[^>]*?\bname=(?:\"(?P<name>[^\"]*)\"|'(?P<named>[^']*)')")
_CASE = lazy(r"<testcase\b(?P<facts>[^>]*)>|<(?:failure|error)\b(?P<told>[^>]*)>(?P<rest>.*)|</testcase>")
_FACT = lazy(r"\b(?P<name>name|line|column|message|type)=(?:\"(?P<value>[^\"]*)\"|'(?P<valued>[^']*)')")
_SPOT = lazy(r"\bline (?P<line>\d{1,7}), col(?:umn)? (?P<column>\d{1,6})")
_PLACE = lazy(r"\s*(?P<path>[^\s:<>]{1,300}):(?P<line>\d{1,7})(?::(?P<column>\d{1,6}))?\s*$")


def read_findings(lines: list[str]) -> tuple[list[Finding], list[tuple[int, int]]] | None:
    """The findings and the first and last line of each; None where not nearly all failing cases are some."""
    findings: list[Finding] = []
    spans: list[tuple[int, int]] = []
    path = ""
    case: dict[str, str] = {}
    first = failing = 0
    for at, line in enumerate(lines):
        if failing and len(findings) * 2 < failing and failing > 40:
            return None
        place = _PLACE.match(line[:600])
        if place is not None and case.get("message"):
            _add(findings, spans, place["path"], place, case, (first, at))
            continue
        suite = _SUITE.search(line[:2000]) if "<testsuite" in line else None
        if suite is not None:
            path = suite["name"] or suite["named"] or ""
        if "<testcase" not in line and "<failure" not in line and "<error" not in line:
            continue
        if _PASSED.search(line):
            continue
        for match in _CASE.finditer(line[:4000]):
            if match["facts"] is not None:
                case, first = _facts(match["facts"]), at
                case["rule"] = case.get("name", "")
                continue
            if match["told"] is None:
                continue
            failing += 1
            case["message"] = _facts(match["told"]).get("message", "")
            spot = _SPOT.search(match["rest"][:400]) or _own_spot(case)
            if spot is not None and path and case["message"]:
                _add(findings, spans, path, spot, case, (first, at))
    if len(findings) < LEAST or len(findings) * 5 < failing * 4:
        return None
    return findings, spans


def _facts(text: str) -> dict[str, str]:
    return {fact["name"]: fact["value"] or fact["valued"] or "" for fact in _FACT.finditer(text)}


def _own_spot(case: dict[str, str]) -> "re.Match[str] | None":
    """The place that a case gives in attributes of its own."""
    return _SPOT.search(f"line {case.get('line', '')}, col {case.get('column', '')}")


def _add(
    findings: list[Finding],
    spans: list[tuple[int, int]],
    path: str,
    spot: "re.Match[str]",
    case: dict[str, str],
    span: tuple[int, int],
) -> None:
    rule = case.get("rule", "")
    if rule.startswith("org."):
        rule = rule.split(".", 2)[-1]
    finding = Finding(path, spot["line"], case["message"], 0, 0)
    finding.column = spot["column"] or ""
    finding.rule = rule
    findings.append(finding)
    spans.append(span)
