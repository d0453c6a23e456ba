"""Lock files: the direct dependencies whole, every package with its version."""

import json

from knapsack_cli.compression.kinds import lock_json, lock_text
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_view, write_rows


def rows(segment: Segment, view: object) -> list[str]:
    """The lines that a view writes."""
    assert isinstance(view, View)
    return write_rows(rows_from_view(segment, view))


def text_rows(text: str) -> list[str]:
    """What is shown of a lock file in text."""
    segment = Segment(text.split("\n"), 0, Hints())
    assert lock_text.recognise(segment) > 90
    return rows(segment, lock_text.decide(segment))


def test_npm_packages_by_version_with_what_is_unusual() -> None:
    packages: dict[str, object] = {"": {"name": "app", "dependencies": {"left": "^1.0.0"}}}
    for number in range(12):
        packages[f"node_modules/p{number}"] = {
            "version": f"1.{number}.0",
            "integrity": "sha512-x",
            "license": "MIT",
        }
    packages["node_modules/p3"] = {"version": "1.3.0", "deprecated": "use p4"}
    text = json.dumps({"name": "app", "lockfileVersion": 3, "packages": packages}, indent=2)
    segment = Segment(text.split("\n"), 0, Hints())
    assert lock_json.recognise(segment) > 90
    out = rows(segment, lock_json.decide(segment))
    assert out[2] == '"packages": [12 packages with their versions; left out: integrity, license]'
    assert ' "": {"name": "app","dependencies": {"left": "^1.0.0"}}' in out
    assert ' "node_modules/p3": 1.3.0 deprecated: "use p4"' in out
    assert ' "node_modules/p11": 1.11.0' in out


def test_cargo_packages_and_the_project_itself() -> None:
    blocks = ["version = 3", ""]
    for number in range(9):
        blocks += ["[[package]]", f'name = "crate{number}"', 'version = "0.1.0"']
        blocks += ['source = "registry+https://example.com/index"', 'checksum = "00ff"', ""]
    blocks += ["[[package]]", 'name = "app"', 'version = "9.9.9"', "dependencies = [", ' "crate1",', "]", ""]
    out = text_rows("\n".join(blocks))
    assert "crate8 0.1.0" in out
    assert ' "crate1",' in out
    assert "version = 3" in out


def test_yarn_headers_with_what_they_resolve_to() -> None:
    blocks = ["# yarn lockfile v1", "", ""]
    for number in range(9):
        blocks += [f"p{number}@^1.0.0, p{number}@^1.2.0:", f'  version "1.{number}.4"', '  resolved "x"', ""]
    out = text_rows("\n".join(blocks))
    assert "p7@^1.0.0, p7@^1.2.0 1.7.4" in out


def test_go_modules_with_all_their_versions() -> None:
    digest = "h1:" + "A" * 43 + "="
    lines = []
    for number in range(9):
        lines += [
            f"example.com/m{number} v1.{number}.0 {digest}",
            f"example.com/m{number} v1.{number}.0/go.mod {digest}",
        ]
    lines += [f"example.com/m0 v0.9.0/go.mod {digest}"]
    out = text_rows("\n".join(lines))
    assert "example.com/m0 v1.0.0 (v0.9.0)" in out
    assert "example.com/m8 v1.8.0" in out


def test_pnpm_keeps_what_the_project_asks_for() -> None:
    lines = ["lockfileVersion: '9.0'", "", "importers:", "  .:", "    dependencies:", "      left:"]
    lines += ["        specifier: ^1.0.0", "        version: 1.0.2", "", "packages:", ""]
    for number in range(9):
        lines += [f"  'p{number}@1.{number}.0':", "    resolution: {integrity: sha512-x}", ""]
    lines += ["snapshots:", "", "  'p0@1.0.0': {}"]
    out = text_rows("\n".join(lines))
    assert "        specifier: ^1.0.0" in out
    assert "p8@1.8.0" in out
