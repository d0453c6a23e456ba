"""Faults of older Pythons within our range, kept out of the code."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import knapsack_cli
from knapsack_cli.compression.outline.line_languages import LineLanguage
from knapsack_cli.text.lazy_patterns import LazyPattern

_CHOICES = ("SUBPATTERN", "BRANCH", "MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def test_no_pattern_has_a_group_that_never_goes_back() -> None:
    """python/cpython#106052: before 3.11.5 (Debian 12 has 3.11.2) such a group with choices fails."""
    every = [
        (f"{module.name}.{name}", pattern)
        for module in pkgutil.walk_packages(knapsack_cli.__path__, "knapsack_cli.")
        if not module.name.endswith("__main__")
        for name, value in vars(importlib.import_module(module.name)).items()
        for pattern in patterns_of(value)
    ]
    assert len(every) > 500
    assert [name for name, pattern in every if keeps_groups(parsed(pattern.pattern, pattern.flags))] == []


def test_the_check_knows_such_groups() -> None:
    assert keeps_groups(parsed(r"(?:ab?c)*+", 0))
    assert keeps_groups(parsed(r"x(?>a|b)", 0))
    assert not keeps_groups(parsed(r"[ab]*+(?:c\d++)*\.?+", 0))


def patterns_of(value: Any) -> Iterator[re.Pattern[Any]]:
    """The patterns that a value of a module is or holds; one that is not a pattern at all fails here."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, LazyPattern):
        yield re.compile(value.pattern, value.flags)  # type: ignore[call-overload]
    elif isinstance(value, tuple | list):
        for one in value:
            yield from patterns_of(one)
    elif isinstance(value, dict):
        yield from patterns_of(list(value.values()))
    elif isinstance(value, LineLanguage):
        yield from patterns_of([getattr(value, name) for name in value.__slots__])


def parsed(pattern: str | bytes, flags: int) -> Any:
    return re._parser.parse(pattern, flags)  # type: ignore[attr-defined]


def keeps_groups(items: Any) -> bool:
    """Whether a possessive repeat holds more than one character's worth, or a group is atomic."""
    for operation, argument in items:
        if str(operation) == "ATOMIC_GROUP":
            return True
        if str(operation) == "POSSESSIVE_REPEAT":
            body = argument[2]
            if len(body) > 1 or str(body[0][0]) in _CHOICES:
                return True
        if any(keeps_groups(inner) for inner in inside(argument)):
            return True
    return False


def inside(argument: Any) -> Iterator[Any]:
    """The patterns within one operation."""
    if hasattr(argument, "getwidth"):
        yield argument
    elif isinstance(argument, tuple | list):
        for one in argument:
            yield from inside(one)
