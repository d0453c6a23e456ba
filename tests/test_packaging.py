"""What is shipped: a lock of all that is declared, with hashes and no addresses, and every shared file."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
PINS = re.findall(r"^([a-z0-9-]+)==\S+(?: ;[^\\]*)? \\\n((?:    --hash=\S+(?: \\)?\n)+)", LOCK, re.MULTILINE)


def normal(requirement: str) -> str:
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def test_every_declared_dependency_is_locked() -> None:
    declared = {
        normal(text) for text in (*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"])
    }
    assert sorted(declared - {name for name, _ in PINS}) == [], "run: make lock"


def test_every_pin_has_hashes_and_the_lock_names_no_index() -> None:
    assert len(PINS) == len(re.findall("^[a-z0-9-]+==", LOCK, re.MULTILINE))
    assert not re.search("https?:|index-url|find-links|file:", LOCK)


def test_what_installs_the_project_is_locked_too() -> None:
    assert {"pip", "hatchling", "editables"} <= {name for name, _ in PINS}


def test_every_shared_file_is_there() -> None:
    for source in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]:
        assert (ROOT / source).exists(), source


def test_the_make_help_names_every_target() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)[0].split()
    inner = {"help", "lint", "types", "tests", "uninstall", "clean"}
    assert [name for name in targets if name not in inner and f"'make {name}" not in text] == []
