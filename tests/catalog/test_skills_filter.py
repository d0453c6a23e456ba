"""The skills filter over requests of every shape: what changes, what never does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from request_shapes import SHAPES, SKILLS, Skill, Talk, anthropic, catalogue, openai_chat, prompt
from support import knapsack

from knapsack_cli.catalog.options import CatalogOptions, read_options
from knapsack_cli.catalog.profile import Profile
from knapsack_cli.catalog.skills import Run, slim_skills
from knapsack_cli.config import Settings

ASK = "our checkout needs Stripe refunds and a webhook"


def options(**given: Any) -> CatalogOptions:
    """The default options, some of them changed."""
    return read_options(Settings(), {f"skills.{key}": value for key, value in given.items()}, {}, print)


def slim(document: str, query: str = "", **given: Any) -> str:
    """The document slimmed without a store."""
    return slim_skills(document, Run(options(**given), Profile(), query=query)).text


def block_of(text: str) -> str:
    """The catalogue in a request or prompt, its JSON escapes resolved."""
    found = re.search(r"<available_skills>(?:\\n|\n)(.*)</available_skills>", text, re.DOTALL)
    assert found is not None
    return found[1].replace("\\n", "\n").replace('\\"', '"')


def entries_of(text: str) -> dict[str, str]:
    """Name -> entry."""
    pieces = re.findall(r"<skill>.*?</skill>", block_of(text), re.DOTALL)
    return {re.search(r"<name>(.*?)</name>", one)[1]: one for one in pieces}  # type: ignore[index]


def location_of(entry: str, name: str, text: str) -> str:
    """Where a reader of the slimmed text finds a skill's file."""
    own = re.search(r"<location>(.*?)</location>", entry)
    if own is not None:
        return own[1]
    root = re.search(r"<root>(\d+)</root>", entry)
    number = root[1] if root is not None else None
    lead = rf"with root {number}, at " if number else "A skill without a location is at "
    found = re.search(lead + r"(\S+?SKILL\.md)", block_of(text))
    assert found is not None
    return found[1].replace("{name}", name)


def outside(document: str) -> list[str]:
    """The pieces of a document around its string literals that hold a catalogue."""
    return re.split(r'"(?:[^"\\]|\\.)*<skill>(?:[^"\\]|\\.)*"', document)


TALK = Talk(prompt(), [("read", "Read a file."), ("deploy", "Deploy it.")], [("user", ASK)])


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_every_shape_is_slimmed_and_nothing_else_changes(shape: Callable[[Talk], Any]) -> None:
    document = json.dumps(shape(TALK), indent=1, ensure_ascii=False)
    slimmed = slim(document, top_k=2)
    assert len(slimmed) < 0.7 * len(document)
    assert outside(slimmed) == outside(document)
    full = entries_of(slimmed)["stripe-billing"]
    assert SKILLS[0].description in full
    assert SKILLS[0].location in full
    assert "<description>" not in entries_of(slimmed)["fuzzing"]


@pytest.mark.parametrize("mode", ["compact", "hybrid"])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_every_skill_stays_named_and_loadable(shape: Callable[[Talk], Any], mode: str) -> None:
    skills = [
        Skill(one.name, one.description, f"/home/{'ab'[at % 2]}/skills") for at, one in enumerate(SKILLS)
    ]
    slimmed = slim(json.dumps(shape(Talk(prompt(skills), [], [("user", ASK)]))), mode=mode, top_k=3)
    entries = entries_of(slimmed)
    assert list(entries) == [one.name for one in skills]
    for one in skills:
        assert location_of(entries[one.name], one.name, slimmed) == one.location


@pytest.mark.parametrize("mode", ["compact", "hybrid"])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_slimming_twice_is_slimming_once(shape: Callable[[Talk], Any], mode: str) -> None:
    once = slim(json.dumps(shape(TALK)), mode=mode)
    assert slim(once, mode=mode) == once


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_a_tool_loop_changes_no_byte_of_the_catalogue(shape: Callable[[Talk], Any]) -> None:
    seen = set()
    turns: list[tuple[Any, ...]] = [("user", ASK)]
    for step in range(6):
        seen.add(block_of(slim(json.dumps(shape(Talk(prompt(), [], turns))), top_k=2)))
        noise = "Kubernetes Helm chart terraform module pytest fixtures " * (50 * step)
        turns.append(("tool", "bash", {"command": f"cat notes-{step}"}, noise))
    assert len(seen) == 1
    assert "Take payments" in seen.pop()


def test_a_later_message_adds_and_takes_nothing_away(tmp_path: Path) -> None:
    def run(turns: list[tuple[Any, ...]]) -> dict[str, str]:
        document = json.dumps(anthropic(Talk(prompt(), [], turns)))
        arguments = ("skills", "--top-k", "1", "--session", "s1")
        return entries_of(knapsack(*arguments, data=document.encode(), home=tmp_path).out.decode())

    turns: list[tuple[Any, ...]] = [("user", ASK)]
    first = run(turns)
    turns += [("assistant", "Done."), ("user", "now write the helm chart values")]
    second = run(turns)
    # The history was compacted: what was promoted before is still there.
    third = run([("user", "go on")])
    assert [name for name, entry in first.items() if "<description>" in entry] == ["stripe-billing"]
    assert [name for name, entry in second.items() if "<description>" in entry] == [
        "stripe-billing",
        "helm-charts",
    ]
    assert third == second


def test_another_session_that_begins_alike_inherits_nothing(tmp_path: Path) -> None:
    hello: list[tuple[Any, ...]] = [("user", "hello"), ("assistant", "Hi.")]
    first = json.dumps(anthropic(Talk(prompt(), [], [*hello, ("user", ASK)])))
    second = json.dumps(anthropic(Talk(prompt(), [], hello[:1])))
    knapsack("skills", data=first.encode(), home=tmp_path)
    out = knapsack("skills", data=second.encode(), home=tmp_path).out.decode()
    assert SKILLS[0].description not in out


def test_compact_does_not_depend_on_what_is_asked() -> None:
    blocks = {
        block_of(slim(json.dumps(anthropic(Talk(prompt(), [], [("user", text)]))), mode="compact"))
        for text in (ASK, "go on", "写一份复盘报告")
    }
    assert len(blocks) == 1
    assert "Take payments with Stripe" in blocks.pop()


@pytest.mark.parametrize(
    "text", ["continue", "fix it", "yes please, go ahead", "好的,就这样", "hmm, try again", "why?"]
)
def test_without_a_task_nothing_is_promoted_and_all_keep_an_intent(text: str) -> None:
    entries = entries_of(slim(json.dumps(anthropic(Talk(prompt(), [], [("user", text)])))))
    for entry in entries.values():
        intent = re.search("<description>(.*)</description>", entry)
        assert intent is not None
        assert 5 < len(intent[1]) <= 50
        assert "<location>" not in entry


def test_what_is_asked_for_survives_a_pasted_log() -> None:
    log = "\n".join(
        f'  File "/srv/app/venv/lib/worker/chart_{at}.py", line {at}, in helm' for at in range(300)
    )
    text = f"write the postmortem for this outage\n{log}\nConnectionError: refused"
    entries = entries_of(slim(json.dumps(openai_chat(Talk(prompt(), [], [("user", text)]))), top_k=1))
    assert SKILLS[2].description in entries["postmortem"]


def test_settings_override_the_ranking() -> None:
    document = json.dumps(anthropic(TALK))
    entries = entries_of(slim(document, top_k=0, always_full=["fuzz*"], never=["brand-copy", "sql*"]))
    assert SKILLS[10].description in entries["fuzzing"]
    assert "brand-copy" not in entries
    assert "sql-tuning" not in entries
    assert "<description>" not in entries["stripe-billing"]


def test_the_budget_skips_what_does_not_fit_and_goes_on() -> None:
    huge = Skill("stripe-everything", "Stripe Stripe payments refunds webhook. " + "More of it. " * 900)
    text = json.dumps(anthropic(Talk(prompt([huge, *SKILLS]), [], [("user", ASK)])))
    entries = entries_of(slim(text, full_render_budget_chars=1_000))
    assert SKILLS[0].description in entries["stripe-billing"]
    assert len(entries["stripe-everything"]) < 200
    assert "<description>" in entries["stripe-everything"]


def test_a_skill_that_is_called_by_name_is_full() -> None:
    document = json.dumps(anthropic(Talk(prompt(), [], [("user", "/skill:fuzzing please")])))
    assert SKILLS[10].description in entries_of(slim(document))["fuzzing"]


def test_catalogues_in_tool_descriptions_and_two_in_one_text() -> None:
    first, second = catalogue(SKILLS[:6]), catalogue(SKILLS[6:])
    document = json.dumps(
        anthropic(Talk(f"{first}\nand\n{second}", [("Skill", f"Run one.\n{first}")], [("user", "x")]))
    )
    slimmed = json.loads(slim(document, mode="compact"))
    assert slimmed["system"][0]["text"].count("<skill_path_note") == 2
    assert slimmed["tools"][0]["description"].startswith("Run one.\n<available_skills>\n  <skill_path_note")


def test_odd_spellings_outside_the_catalogue_stay_byte_for_byte() -> None:
    text = json.dumps(f"caf\u00e9 {prompt()} \u20ac", ensure_ascii=True).replace("caf", "\\u0063af", 1)
    document = (
        '{ "max_tokens" : 1.0E+3, "big":123456789012345678901234567890.50,\t"a\\/b":"\\ud83d\\ude00 \\ud800"'
        ",\n"
        f'"system":"old", "system" : {text}, "messages":[{{"role":"user","content":"helm"}}] }}\n'
    )
    slimmed = slim(document)
    assert outside(slimmed) == outside(document)
    assert "\\u0063af\\u00e9 Rules first" in slimmed
    assert slimmed.isascii()
    assert len(slimmed) < len(document)


@pytest.mark.parametrize(
    "document",
    [
        "",
        "plain text, no catalogue",
        "{",
        '{"system": "' + "<available_skills><skill><name>a</name></skill></available_skills>",
        '{"messages":[{"role":"user","content":"hi"}]}',
        "[" * 5_000 + "]" * 5_000,
        '{"system":"no catalogue","n":1e400}',
        "\ufeff{}",
        "null",
    ],
)
def test_what_has_no_catalogue_or_is_broken_is_unchanged(document: str) -> None:
    assert slim(document) == document


def test_bytes_that_are_no_text_pass_through(tmp_path: Path) -> None:
    for data in (b"\xff\xfe\x00<\x00s", b"\x00\x01\x02" * 100, prompt().encode("utf-16")):
        ran = knapsack("skills", data=data, home=tmp_path)
        assert (ran.code, ran.out) == (0, data)


def test_a_prompt_is_slimmed_around_bytes_that_are_no_utf8(tmp_path: Path) -> None:
    data = b"caf\xe9\n" + prompt().encode() + b"\n\xff"
    out = knapsack("skills", "--query", ASK, data=data, home=tmp_path).out
    assert out.startswith(b"caf\xe9\n")
    assert out.endswith(b"\n\xff")
    assert len(out) < len(data)


def test_modes_and_providers_switch_it_off(tmp_path: Path) -> None:
    data = json.dumps(anthropic(TALK)).encode()
    environ = {"KNAPSACK_SKILLS_PROVIDERS": "openai, google"}
    assert knapsack("skills", "--mode", "off", data=data, home=tmp_path).out == data
    assert (
        knapsack("skills", "--provider", "anthropic", data=data, home=tmp_path, environ=environ).out == data
    )
    assert knapsack("skills", "--provider", "google", data=data, home=tmp_path, environ=environ).out != data
    assert knapsack("skills", data=data, home=tmp_path, environ={"KNAPSACK_SKILLS_DISABLE": "1"}).out == data


def test_a_store_that_cannot_be_used_costs_a_note_and_not_the_request(tmp_path: Path) -> None:
    blocked = tmp_path / "home"
    blocked.write_text("a file where the folder should be")
    data = json.dumps(anthropic(TALK)).encode()
    ran = knapsack("skills", data=data, home=blocked)
    assert ran.code == 0
    assert len(ran.out) < len(data)
    assert ran.err.startswith("knapsack: usage, stickiness and profile are left out: ")


def test_explain_tells_what_was_done_and_where_settings_come_from(tmp_path: Path) -> None:
    (tmp_path / ".pi" / "agent" / "skill-optimizer").mkdir(parents=True)
    upstream = tmp_path / ".pi" / "agent" / "skill-optimizer" / "config.json"
    upstream.write_text('{"tail": "intent", "topK": "many"}')
    environ = {"KNAPSACK_SKILLS_PINNED_TOP_K": "3", "PI_SKILL_OPTIMIZER_USAGE_STALE_DAYS": "9"}
    data = json.dumps(anthropic(TALK)).encode()
    told = knapsack("skills", "--mode", "hybrid", "--explain", data=data, home=tmp_path, environ=environ).err
    assert "12 skills, " in told
    assert "full: stripe-billing (rank 1: " in told
    assert "skills.mode = hybrid (command line)" in told
    assert "skills.pinned_top_k = 3 (KNAPSACK_SKILLS_PINNED_TOP_K)" in told
    assert f"skills.tail = intent ({upstream})" in told
    assert "skills.usage_stale_days = 9 (PI_SKILL_OPTIMIZER_USAGE_STALE_DAYS)" in told
    assert f"{upstream}: skills.top_k is 'many'" in told


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="<>&"), max_size=60)
NAMES = st.lists(
    st.from_regex(r"[a-z][a-z0-9]{1,8}(-[a-z]{2,8}){0,2}", fullmatch=True),
    min_size=1,
    max_size=12,
    unique=True,
)


@st.composite
def talks(draw: st.DrawFn) -> Talk:
    roots = st.sampled_from(["/home/a/skills", "/opt/b", "C:\\\\skills"])
    skills = [Skill(name, draw(WORDS), draw(roots)) for name in draw(NAMES)]
    turns: list[tuple[Any, ...]] = [("user", draw(WORDS))]
    for text in draw(st.lists(WORDS, max_size=3)):
        turns.append(("tool", "bash", {"command": text}, text) if draw(st.booleans()) else ("user", text))
    return Talk(draw(WORDS) + catalogue(skills) + draw(WORDS), [("read", draw(WORDS))], turns)


@given(
    talks(),
    st.sampled_from(SHAPES),
    st.sampled_from(["compact", "hybrid"]),
    st.sampled_from([None, 2]),
    st.booleans(),
)
def test_any_request_keeps_its_shape_its_names_and_its_other_bytes(
    talk: Talk, shape: Callable[[Talk], Any], mode: str, indent: int | None, ascii_only: bool
) -> None:
    document = json.dumps(shape(talk), indent=indent, ensure_ascii=ascii_only)
    slimmed = slim(document, mode=mode, top_k=2)
    assert len(slimmed) <= len(document)
    assert outside(slimmed) == outside(document)
    assert slim(slimmed, mode=mode, top_k=2) == slimmed
    before, after = json.dumps(json.loads(document)), json.dumps(json.loads(slimmed))
    assert re.findall("<name>(.*?)</name>", after) == re.findall("<name>(.*?)</name>", before)
