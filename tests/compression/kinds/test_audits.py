"""Reports of vulnerabilities: package, severity, title and what mends it, of each block."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def test_npm_audit_keeps_each_package_with_its_severity_and_advisory() -> None:
    text = "# npm audit report\n\n" + "".join(
        f"""lib{at}  <{at}.3.1
Severity: {"critical" if at == 3 else "low"}
Prototype Pollution in lib{at} - https://advisories.test/GHSA-{at:04}
fix available via `npm audit fix{" --force" if at == 5 else ""}`
node_modules/lib{at}
  dep{at}  >=1.2.0
  Depends on vulnerable versions of lib{at}
  node_modules/dep{at}

"""
        for at in range(10)
    )
    plan = pipeline.plan(text + "10 vulnerabilities (9 low, 1 critical)", Hints())
    assert plan.kinds == ["audit"]
    at = plan.lines.index("lib3  <3.3.1")
    assert plan.lines[at + 1 : at + 4] == [
        "Severity: critical",
        "Prototype Pollution in lib3 - https://advisories.test/GHSA-0003",
        "lib4  <4.3.1",
    ]
    assert plan.lines.count("fix available via `npm audit fix`") == 1
    assert "fix available via `npm audit fix --force`" in plan.lines
    assert "10 vulnerabilities (9 low, 1 critical)" in plan.lines
    assert plan.lines[-1].endswith("who depends on what, dates]")


def test_cargo_audit_keeps_crate_version_and_solution() -> None:
    text = "".join(
        f"""Crate:     lib{at}
Version:   0.1.{at}
Title:     Potential segfault in lib{at}
Date:      2020-11-18
ID:        RUSTSEC-2020-00{at}
URL:       https://advisories.test/RUSTSEC-2020-00{at}
Severity:  6.2 (medium)
Solution:  Upgrade to >=0.2.{at}
Dependency tree:
lib{at} 0.1.{at}
└── shop 1.0.0

"""
        for at in range(10, 15)
    )
    lines = pipeline.plan(text + "error: 5 vulnerabilities found!", Hints()).lines
    at = lines.index("Crate:     lib12")
    assert [line.split(":")[0] for line in lines[at : at + 6]] == [
        "Crate",
        "Version",
        "Title",
        "ID",
        "Severity",
        "Solution",
    ]
    assert "error: 5 vulnerabilities found!" in lines
