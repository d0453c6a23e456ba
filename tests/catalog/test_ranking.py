"""What a request's words find: forms, typos, related words, Chinese, profiles, and silence without a task."""

from __future__ import annotations

import pytest
from request_shapes import SKILLS

from knapsack_cli.catalog.profile import Profile
from knapsack_cli.catalog.query import read_query
from knapsack_cli.catalog.ranking import Described, Index, boost_clusters
from knapsack_cli.catalog.typos import distance
from knapsack_cli.catalog.words import stem, words_of

ITEMS = [Described(one.name, one.description) for one in SKILLS]


def found(text: str, items: list[Described] = ITEMS, profile: Profile | None = None) -> list[str]:
    """Names by rank."""
    ranking = Index(items).rank(read_query(text, profile.aliases if profile else {}))
    return [items[place].name for place in ranking.order()]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("customers want refunds on their subscriptions", "stripe-billing"),
        ("chart for k8s", "helm-charts"),
        ("queries are slow, is an index missing?", "sql-tuning"),
        ("move to zustand", "react-state"),
        ("reduxx or zutsand", "react-state"),
        ("termaforn modul", "terraform-modules"),
        ("wirte pytset fixtrues", "pytest-style"),
        ("the site went down last night, write it up", "postmortem"),
        ("my blind uncle cannot use the page", "a11y-audit"),
        ("给接口写模糊测试", "fuzzing"),
        ("写一份事故复盘", "postmortem"),
        ("為網站做無障礙檢查", "a11y-audit"),
        ("HelmCharts", "helm-charts"),
        ("helm_charts", "helm-charts"),
        ("a fuzz-target", "fuzzing"),
    ],
)
def test_the_right_skill_comes_first(text: str, name: str) -> None:
    assert found(text)[:1] == [name]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "continue",
        "fix it",
        "go ahead",
        "do the same for the other one",
        "no, wrong",
        "try again",
        "继续",
        "不对,重来",
        "???",
    ],
)
def test_talk_finds_nothing(text: str) -> None:
    assert found(text) == []


def test_a_profile_adds_aliases_samples_hints_and_clusters() -> None:
    assert found("frobnicate") == []
    assert found("frobnicate", profile=Profile(aliases={"frobnicate": ["helm"]})) == ["helm-charts"]
    sampled = [
        one._replace(samples="frobnicate the zoo") if one.name == "changelog" else one for one in ITEMS
    ]
    assert found("please frobnicate", sampled) == ["changelog"]
    refused = [
        one._replace(negative="python notebooks") if one.name == "pytest-style" else one for one in ITEMS
    ]
    assert "pytest-style" in found("notebooks with pytest", ITEMS)
    plain, hinted = Index(ITEMS), Index(refused)
    groups = read_query("python notebooks tests", {})
    place = [one.name for one in ITEMS].index("pytest-style")
    assert hinted.rank(groups).scores[place] <= plain.rank(groups).scores[place]
    ranking = plain.rank(read_query("stripe checkout", {}))
    boost_clusters(ranking, ITEMS, [["stripe-billing", "brand-copy"]])
    assert [ITEMS[place].name for place in ranking.order()][:2] == ["stripe-billing", "brand-copy"]


@pytest.mark.parametrize(
    "forms",
    [
        ("optimization", "optimize", "optimizer", "optimizing", "optimized"),
        ("migration", "migrations", "migrate", "migrating"),
        ("deploy", "deployment", "deployments", "deploying", "deployed"),
        ("queries", "query"),
        ("verify", "verification", "verifies"),
        ("testing", "tests", "tested", "test"),
        ("debugging", "debug", "debugger"),
        ("configuration", "configure", "configured"),
        ("billing", "bill", "bills"),
    ],
)
def test_forms_of_a_word_meet(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


def test_words_are_taken_apart_in_any_script() -> None:
    assert words_of("FastAPI, C++ and C#") == ["fastapi", "cpp", "and", "csharp", "fast", "api"]
    assert words_of("componentDidMount") == ["componentdidmount", "component", "did", "mount"]
    assert words_of("用 Redis 做緩存") == ["用", "redis", "做缓", "缓存"]


def test_neighbours_swapped_are_one_slip() -> None:
    assert distance("semgerp", "semgrep", 2) == 1
    assert distance("abc", "abcdef", 2) == 3
