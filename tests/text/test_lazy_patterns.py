"""Patterns wait for their first use, and then are what `re.compile` makes."""

import importlib
import pkgutil
import re

import pytest

from knapsack_cli import compression
from knapsack_cli.text.lazy_patterns import LazyPattern, lazy


def test_a_lazy_pattern_matches_as_a_compiled_one_does() -> None:
    text = "a1 b22\nC333"
    for written, flags in ((r"(?P<letter>[a-z])(\d+)", 0), (r"^(?P<letter>[a-z])(\d+)$", re.I | re.M)):
        waiting, made = lazy(written, flags), re.compile(written, flags)
        assert [match.span() for match in waiting.finditer(text)] == [
            match.span() for match in made.finditer(text)
        ]
        assert waiting.findall(text) == made.findall(text)
        assert waiting.sub(r"\2", text) == made.sub(r"\2", text)
        assert (waiting.pattern, waiting.flags, dict(waiting.groupindex)) == (
            made.pattern,
            made.flags,
            dict(made.groupindex),
        )
    assert lazy(rb"\d+").search(b"a22") is not None


def test_a_lazy_pattern_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    make = re.compile
    monkeypatch.setattr(re, "compile", lambda text, flags=0: compiled.append(text) or make(text, flags))
    waiting = lazy(r"x+")
    assert compiled == []
    assert waiting.match("xx") is not None
    assert waiting.search("axx") is not None
    assert waiting.fullmatch("xy") is None
    assert compiled == [r"x+"]


def test_loading_a_kind_compiles_no_pattern() -> None:
    """A short text is asked by dozens of kinds what it is: what they never use must cost nothing."""
    found = [
        f"{module.name}.{name}"
        for module in pkgutil.walk_packages(compression.__path__, "knapsack_cli.compression.")
        for name, value in vars(importlib.import_module(module.name)).items()
        if isinstance(value, re.Pattern)
    ]
    assert found == []
    assert isinstance(lazy("x"), LazyPattern)
