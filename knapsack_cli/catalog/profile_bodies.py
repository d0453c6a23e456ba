"""A profile without a model: what the skills' own bodies say they are for.

The lines under headings such as "When to use" are requests in the author's words; the other headings name
what a skill covers. Nothing is made up: every line is the body's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from knapsack_cli.catalog.discovery import Skill
from knapsack_cli.catalog.profile import MOST_QUERIES, Profile

LONGEST_QUERY = 200
_HEADING = re.compile(r"^#{1,4}\s+(.+?)\s*#*$", re.MULTILINE)
_USES = re.compile(
    r"when to (?:use|apply|activate|trigger|invoke)|use (?:this|cases?|when)|triggers?\b|"
    r"activation|何时使用|使用场景|适用",
    re.IGNORECASE,
)
_REFUSALS = re.compile(r"when not to|do not use|don't use|not for|out of scope|不适用|何时不", re.IGNORECASE)
_BULLET = re.compile(r"^\s{0,4}(?:[-*+]|\d{1,2}[.)])\s+(.+)$", re.MULTILINE)
_MARKUP = re.compile(r"[*_`]{1,3}|\[([^\]\[]*)\]\([^()\s]*\)")
_COMMON_HEADINGS = frozenset(
    (
        "overview introduction usage examples example references reference resources notes summary "
        "workflow process steps instructions quick start getting started installation prerequisites "
        "requirements best practices tips see also contents background limitations troubleshooting "
        "output format checklist"
    ).split()
)


def profile_from_body(skill: Skill) -> Profile:
    """Sample requests and negative hints of one skill."""
    uses: list[str] = []
    refusals: list[str] = []
    topics: list[str] = []
    for heading, section in _sections(skill.body):
        if _REFUSALS.search(heading):
            refusals += _lines(section)
        elif _USES.search(heading):
            uses += _lines(section)
        else:
            words = re.findall(r"\w+", heading.lower())
            if words and not all(word in _COMMON_HEADINGS for word in words):
                topics.append(_plain(heading))
    queries = list(dict.fromkeys([*uses[: MOST_QUERIES - 1], "; ".join(topics[:12])[:LONGEST_QUERY]]))
    profile = Profile()
    if any(queries):
        profile.queries[skill.name] = [query for query in queries if query]
    if refusals:
        profile.negative_hints[skill.name] = refusals[:MOST_QUERIES]
    return profile


def _sections(body: str) -> Iterable[tuple[str, str]]:
    headings = list(_HEADING.finditer(body))
    for place, heading in enumerate(headings):
        end = headings[place + 1].start() if place + 1 < len(headings) else len(body)
        yield heading[1], body[heading.end() : end]


def _lines(section: str) -> list[str]:
    lines = _BULLET.findall(section) or [line for line in section.split("\n") if line.strip()][:2]
    return [line for line in (_plain(one)[:LONGEST_QUERY] for one in lines) if line]


def _plain(text: str) -> str:
    return _MARKUP.sub(lambda found: found[1] or "", text).strip()
