"""The tools filter: what stays whatever is asked, and that a provider takes what comes out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from request_shapes import (
    SHAPES,
    Talk,
    anthropic,
    bare_messages,
    bedrock,
    gemini,
    openai_chat,
    responses,
    vertex,
)
from support import knapsack

from knapsack_cli.catalog.options import read_options
from knapsack_cli.catalog.profile import Profile
from knapsack_cli.catalog.skills import Run
from knapsack_cli.catalog.tools import ToolsOutcome, slim_tools
from knapsack_cli.config import Settings

ASK = "open a Jira ticket for the login bug and post it in the Slack channel"
TOOLS = [
    ("bash", "Run a command."),
    ("mcp__jira__create_ticket", "Create a ticket in Jira."),
    ("mcp__jira__search", "Search by JQL."),
    ("mcp__slack__post", "Post a message to a Slack channel."),
    ("weather_forecast", "Tomorrow's weather for a city."),
    ("calendar_add", "Put a meeting into the calendar."),
    ("translate_text", "Translate between languages."),
    ("stock_quote", "The price of a share."),
    ("image_resize", "Scale a picture."),
]
SHAPES_WITH_TOOLS = [shape for shape in SHAPES if shape is not bare_messages]


def slim(document: str, compact_descriptions: bool = False, **given: Any) -> ToolsOutcome:
    """The outcome without a store; relevance with room for three unless told otherwise."""
    values = {f"tools.{key}": value for key, value in {"mode": "relevance", "top_k": 3, **given}.items()}
    options = read_options(Settings(), values, {}, print)
    return slim_tools(document, Run(options, Profile()), compact_descriptions=compact_descriptions)


def names(document: str) -> list[str]:
    """The names of the tools of a request in any shape."""
    found: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if "name" in value and ("description" in value or "input_schema" in value or "type" in value):
                found.append(value["name"])
            for child in value.values():
                walk(child)
        elif isinstance(value, list):
            for child in value:
                walk(child)

    data = json.loads(document)
    for holder in (data, data.get("config", {}), data.get("toolConfig", {})):
        walk(holder.get("tools"))
    return found


def ask(text: str = ASK, **more: Any) -> Talk:
    """A conversation of one request."""
    return Talk("You help.", TOOLS, [("user", text)], **more)


@pytest.mark.parametrize("shape", SHAPES_WITH_TOOLS, ids=lambda shape: shape.__name__)
def test_relevance_keeps_core_tools_and_those_that_are_asked_for(shape: Callable[[Talk], Any]) -> None:
    kept = names(slim(json.dumps(shape(ask()))).text)
    assert {"bash", "mcp__jira__create_ticket", "mcp__slack__post"} <= set(kept)
    assert "weather_forecast" not in kept
    assert "stock_quote" not in kept


@pytest.mark.parametrize("shape", SHAPES_WITH_TOOLS, ids=lambda shape: shape.__name__)
def test_tools_of_the_history_stay(shape: Callable[[Talk], Any]) -> None:
    talk = ask()
    talk.turns[:0] = [("user", "hi"), ("tool", "stock_quote", {"symbol": "X"}, "12")]
    assert "stock_quote" in names(slim(json.dumps(shape(talk))).text)


@pytest.mark.parametrize("shape", SHAPES_WITH_TOOLS, ids=lambda shape: shape.__name__)
@pytest.mark.parametrize(
    "text", ["continue", "ok, do it", "who wrote Moby Dick and in which unusual stormy harbour?"]
)
def test_without_signal_or_with_a_thin_one_nothing_is_dropped(
    shape: Callable[[Talk], Any], text: str
) -> None:
    document = json.dumps(shape(ask(text)))
    assert slim(document).text == document


def test_a_request_for_two_servers_keeps_the_tools_of_both() -> None:
    kept = names(slim(json.dumps(anthropic(ask("post the stock price of ACME into Slack"))), top_k=3).text)
    assert {"stock_quote", "mcp__slack__post"} <= set(kept)
    assert "weather_forecast" not in kept


@pytest.mark.parametrize("shape", SHAPES_WITH_TOOLS, ids=lambda shape: shape.__name__)
def test_drop_takes_names_and_prefixes_and_spares_core_and_used_ones(shape: Callable[[Talk], Any]) -> None:
    talk = ask()
    talk.turns.append(("tool", "mcp__jira__search", {"q": "x"}, "none"))
    outcome = slim(json.dumps(shape(talk)), mode="drop", drop=["mcp__*", "bash", "stock_quote"])
    assert outcome.dropped == ["mcp__jira__create_ticket", "mcp__slack__post", "stock_quote"]
    assert names(outcome.text) == [name for name, _ in TOOLS if name not in outcome.dropped]


@pytest.mark.parametrize(
    ("shape", "choice"),
    [
        (anthropic, {"tool_choice": {"type": "tool", "name": "stock_quote"}}),
        (openai_chat, {"tool_choice": {"type": "function", "function": {"name": "stock_quote"}}}),
        (
            responses,
            {
                "tool_choice": {
                    "type": "allowed_tools",
                    "mode": "auto",
                    "tools": [{"type": "function", "name": "stock_quote"}],
                }
            },
        ),
        (gemini, {"toolConfig": {"functionCallingConfig": {"allowedFunctionNames": ["stock_quote"]}}}),
    ],
)
@pytest.mark.parametrize("mode", ["relevance", "drop"])
def test_the_tool_that_a_request_insists_on_stays(
    shape: Callable[[Talk], Any], choice: dict[str, Any], mode: str
) -> None:
    document = json.dumps({**shape(ask()), **choice})
    assert "stock_quote" in names(slim(document, mode=mode, drop=["*"]).text)


def test_bedrocks_choice_and_cache_points_stay_valid() -> None:
    request = bedrock(ask())
    tools = request["toolConfig"]["tools"]
    request["toolConfig"] = {
        "tools": [
            tools[7],
            {"cachePoint": {"type": "default"}},
            *tools[:7],
            {"cachePoint": {"type": "default"}},
        ],
        "toolChoice": {"tool": {"name": "image_resize"}},
    }
    slimmed = json.loads(slim(json.dumps(request), mode="drop", drop=["stock*"]).text)["toolConfig"]["tools"]
    assert "toolSpec" in slimmed[0]
    assert slimmed[-1] == {"cachePoint": {"type": "default"}}


def test_server_tools_and_deferred_ones_stay_under_relevance() -> None:
    request = anthropic(ask())
    request["tools"] += [
        {"type": "web_search_20250305", "name": "web_search"},
        {"name": "rare", "description": "Seldom.", "input_schema": {}, "defer_loading": True},
    ]
    assert {"web_search", "rare"} <= set(names(slim(json.dumps(request)).text))


def test_the_cache_mark_moves_to_the_last_tool_kept() -> None:
    request = anthropic(ask())
    slimmed = json.loads(slim(json.dumps(request)).text)["tools"]
    assert request["tools"][-1]["name"] == "image_resize"
    assert slimmed[-1]["name"] == "mcp__slack__post"
    assert [tool.get("cache_control") for tool in slimmed] == [None] * (len(slimmed) - 1) + [
        {"type": "ephemeral"}
    ]


def test_a_request_never_loses_its_last_tool() -> None:
    talk = Talk("s", [("alpha_one", "First."), ("alpha_two", "Second.")], [("user", "x")])
    for shape in SHAPES_WITH_TOOLS:
        document = json.dumps(shape(talk))
        outcome = slim(document, mode="drop", drop=["alpha*"])
        assert outcome.text == document
        assert outcome.notes == ["no tool would be left; the request is unchanged"]


def test_geminis_other_tools_survive_their_declarations() -> None:
    for request in (gemini(ask()), vertex(ask())):
        tools = request["tools"] if "tools" in request else request["config"]["tools"]
        tools.append(
            {"functionDeclarations": [{"name": "zeta_one", "description": "Last."}], "googleSearch": {}}
        )
        tools.append({"functionDeclarations": [{"name": "zeta_two", "description": "Last."}]})
        slimmed = json.loads(slim(json.dumps(request), mode="drop", drop=["zeta*"]).text)
        kept = slimmed["tools"] if "tools" in slimmed else slimmed["config"]["tools"]
        assert kept == [tools[0], {"googleSearch": {}}]


def test_a_conversation_only_adds_tools(tmp_path: Path) -> None:
    def run(*turns: tuple[str, str]) -> list[str]:
        document = json.dumps(anthropic(Talk("s", TOOLS, list(turns))))
        arguments = ("tools", "--mode", "relevance", "--top-k", "3", "--session", "s")
        return names(knapsack(*arguments, data=document.encode(), home=tmp_path).out.decode())

    first = run(("user", ASK))
    second = run(("user", ASK), ("assistant", "Done."), ("user", "add a calendar meeting"))
    assert "calendar_add" not in first
    assert second == [name for name, _ in TOOLS if name in {*first, "calendar_add"}]


def test_compacted_descriptions_keep_schemas_and_core_tools() -> None:
    long = (
        "Fetch one page. " + "It follows redirects and keeps cookies. " * 30 + "Use when a page must be read."
    )
    request = anthropic(Talk("s", [("bash", long), ("fetch_page", long)], [("user", "x")]))
    slimmed = json.loads(slim(json.dumps(request), compact_descriptions=True, mode="off").text)
    assert slimmed["tools"][0]["description"] == long
    assert slimmed["tools"][1]["description"] == "Fetch one page. … Use when a page must be read."
    assert slimmed["tools"][1]["input_schema"] == request["tools"][1]["input_schema"]


def test_off_is_the_default_and_other_text_is_unchanged(tmp_path: Path) -> None:
    data = json.dumps(anthropic(ask())).encode()
    assert knapsack("tools", data=data, home=tmp_path).out == data
    ran = knapsack("tools", "--mode", "relevance", data=b"plain words", home=tmp_path)
    assert (ran.code, ran.out) == (0, b"plain words")
    assert "not a provider request" in ran.err


def test_explain_names_what_was_dropped(tmp_path: Path) -> None:
    data = json.dumps(anthropic(ask())).encode()
    told = knapsack("tools", "--drop", "weather*", "--explain", data=data, home=tmp_path).err
    assert "9 tools, 1 dropped; " in told
    assert "dropped: weather_forecast" in told
    assert "tools.drop = weather* (command line)" in told
