"""Memory, sessions, skills and commands in the real Pi."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable
from typing import Any

from pi_rig import ROOT, Rig, Talk, text_of

from knapsack_cli.text.tokens import estimate_tokens

DONE = {"text": "Done."}


def eventually(holds: Callable[[], bool]) -> None:
    """Wait for what a process that Pi left behind does."""
    for _ in range(100):
        if holds():
            return
        time.sleep(0.2)
    raise AssertionError("it did not come to hold")


def injected(messages: list[dict[str, Any]]) -> list[str]:
    return [text_of(message) for message in messages if "knapsack_memory" in str(message.get("content"))]


def test_a_memory_that_answers_the_prompt_is_there_with_the_same_bytes(rig: Rig) -> None:
    rig.knapsack("remember", "Invoices are rendered by the billing-pdf service, never by the web tier")
    first, second = (rig.run([DONE], "How are invoices rendered by billing?") for _ in range(2))
    assert len(injected(first.requests[0]["messages"])) == 1
    assert "billing-pdf" in injected(first.requests[0]["messages"])[0]
    assert injected(first.requests[0]["messages"]) == injected(second.requests[0]["messages"])
    other = rig.run([DONE], "Please write a haiku.")
    assert injected(other.requests[0]["messages"]) == []


def test_what_was_just_said_is_found(rig: Rig) -> None:
    def talk(pi: Talk) -> None:
        pi.prompt("The staging cluster is called heron-seven.")
        pi.prompt("What was it called?")

    script = [
        {"text": "Noted: heron-seven."},
        {"calls": [("knapsack_recall", {"query": "staging cluster called"})]},
        {"text": "It is heron-seven."},
    ]
    session = rig.talk(script, talk)
    (found,) = session.results()
    assert "heron" in found

    def said() -> list[dict[str, Any]]:
        lines = rig.knapsack("recall", "heron-seven", "--json").stdout.decode().splitlines()
        return [json.loads(line) for line in lines]

    # Pi does not wait for the last message to be indexed.
    eventually(lambda: len(said()) == 3)
    assert {hit["role"] for hit in said()} >= {"user", "assistant"}
    before = len(said())
    rig.knapsack("import", "pi")
    assert len(rig.knapsack("recall", "heron-seven", "--json").stdout.splitlines()) == before


def test_a_session_without_a_file_is_captured_too(rig: Rig) -> None:
    rig.run([{"text": "The answer is wombat-nine."}], "Think of an animal.", "--no-session")
    assert b"wombat" in rig.knapsack("recall", "wombat-nine").stdout


def test_a_failed_tool_is_observed(rig: Rig) -> None:
    rig.run([{"calls": [("bash", {"command": "echo 'frobnicate: no such device zorro' >&2; exit 4"})]}, DONE])
    assert b"frobnicate" in rig.knapsack("remember", "list").stdout


def test_the_state_is_kept_before_a_compaction(rig: Rig) -> None:
    (rig.agent / "settings.json").write_text(json.dumps({"compaction": {"keepRecentTokens": 20}}))

    def talk(pi: Talk) -> None:
        pi.prompt("Goal: move the importer to the quokka queue.")
        pi.prompt("Go on.")
        assert pi.ask("compact")["success"]
        pi.prompt("And now?")

    call = {"calls": [("write", {"path": "quokka.py", "content": "queue = 'quokka'\n"})]}
    session = rig.talk([call, {"text": "Written."}, {"text": "More."}, {"text": "Summary."}, DONE], talk)
    assert any(entry["type"] == "compaction" for entry in session.entries)
    kept = rig.knapsack("remember", "list", "--everywhere").stdout.decode()
    assert "quokka" in kept


def skill(rig: Rig, name: str, description: str) -> None:
    path = rig.agent / "skills" / name / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text(f"---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\nDo it well.\n")


SKILLS = {
    "invoice-refunds": "Handle refunds and credit notes for invoices that customers dispute, with entries.",
    "helm-charts": "Write and review Helm charts for Kubernetes deployments, with values and upgrade hooks.",
    "sql-tuning": "Find slow SQL queries and missing indexes from query plans, and rewrite slow joins.",
    "pdf-forms": "Fill in PDF forms and extract the fields of scanned documents into structured records.",
    "release-notes": "Write release notes from merged changes, grouped by what users see, and upgrade steps.",
    "load-tests": "Plan and run load tests, ramp traffic up slowly and read latency percentiles.",
    "log-triage": "Read application logs after an incident, order events in time and name the first failure.",
    "git-bisect": "Find the commit that broke a test by bisecting, also across merges and build failures.",
}


def test_the_catalogue_is_slimmed_and_the_right_skill_stays_whole(rig: Rig) -> None:
    for copy in range(6):
        for name, description in SKILLS.items():
            skill(
                rig,
                name if not copy else f"{name}-{copy}",
                description if not copy else f"Archive {copy} - {description}",
            )
    prompt = "A customer disputes an invoice; prepare the refund and the credit note."
    ours = rig.run([{"calls": [("bash", {"command": "echo tool output about helm charts"})]}, DONE], prompt)
    (rig.agent / "extensions").rename(rig.folder / "extensions")
    plain = rig.run([DONE], prompt)
    slim, again, whole = (text_of(request["messages"][0]) for request in (*ours.requests, *plain.requests))
    assert SKILLS["invoice-refunds"] in slim
    assert slim == again, "a tool's output changes no byte of the prompt, which stays cached"
    assert len(slim) < len(whole) - 3000
    for name in SKILLS:
        assert f"<name>{name}</name>" in slim


def test_tools_are_slimmed_where_the_settings_say_so(rig: Rig) -> None:
    (rig.home / ".knapsack").mkdir(exist_ok=True)
    (rig.home / ".knapsack/config.toml").write_text('[tools]\nmode = "drop"\ndrop = ["knapsack_a*"]\n')
    session = rig.run([DONE])
    names = {tool["function"]["name"] for tool in session.requests[0]["tools"]}
    assert names.isdisjoint({"knapsack_anchor", "knapsack_around"})
    assert {"bash", "read", "knapsack_retrieve"} <= names


def test_commands_tell_the_person_and_ask_no_model(rig: Rig) -> None:
    rig.run([{"text": "The password store is called pelican-two."}], "What is the store called?")
    told: dict[str, list[str]] = {}

    def talk(pi: Talk) -> None:
        for text in ("/recall pelican-two", "/recall", "/recall stats", "/recall import", "/knapsack-status"):
            told[text] = pi.command(text)
        for text in ("/knapsack-consolidate", "/skill-optimizer", "/knapsack-learn"):
            told[text] = pi.command(text)

    session = rig.talk([DONE], talk)
    assert session.requests == []
    assert "pelican" in told["/recall pelican-two"][0]
    assert "for example" in told["/recall"][0]
    assert "imported" in told["/recall import"][0]
    assert "knapsack works" in told["/knapsack-status"][0]
    for text, lines in told.items():
        assert lines, text
        assert "no command" not in lines[0], text


def test_model_tools_work_and_cost_few_tokens(rig: Rig) -> None:
    vault = rig.home / "vault"
    vault.mkdir()
    rig.environment["KNAPSACK_OBSIDIAN_VAULT"] = str(vault)
    calls = [
        ("knapsack_remember", {"text": "The parrot service owns all webhooks"}),
        ("knapsack_anchor", {"statement": "We store everything in SQLite", "signals": ["postgres"]}),
        ("knapsack_drift", {"text": "let us use postgres"}),
        ("knapsack_drift", {}),
        ("knapsack_note", {"title": "Parrot", "text": "The parrot owns webhooks."}),
        ("knapsack_vault", {"query": "parrot webhooks"}),
        ("knapsack_recall", {"query": "parrot webhooks"}),
        ("knapsack_stats", {}),
        ("knapsack_retrieve", {"hash": "ffffffffffff"}),
    ]
    session = rig.run([*({"calls": [call]} for call in calls), DONE])
    results = session.results()
    assert len(results) == len(calls)
    remembered, anchored, drifted, listed, noted, searched, recalled, stats, unknown = results
    assert re.search(r"\bm[0-9a-f]{6,}", remembered)
    assert re.search(r"\bm[0-9a-f]{6,}", anchored)
    assert "postgres" in drifted
    assert "SQLite" in listed
    assert (vault / "Parrot.md").exists(), noted
    assert "Parrot" in searched
    assert "parrot" in recalled
    assert stats
    assert "ffffffffffff" in unknown
    forget = rig.run(
        [{"calls": [("knapsack_forget", {"id": re.search(r"\bm[0-9a-f]{6,}", remembered)[0]})]}, DONE]
    )  # type: ignore[index]
    assert b"parrot service" not in rig.knapsack("remember", "list", "--everywhere").stdout, forget.results()


def test_the_same_files_are_a_package_that_pi_takes(rig: Rig) -> None:
    rig.knapsack("setup", "pi", "--remove", "--yes")
    done = subprocess.run(
        [str(rig.pi), "install", str(ROOT / "knapsack_cli/integrations/pi")],
        env=rig.environment,
        cwd=rig.work,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    session = rig.run([DONE])
    names = [tool["function"]["name"] for tool in session.requests[0]["tools"]]
    assert sum(name.startswith("knapsack_") for name in names) == 8
    assert session.stderr == ""
    asked = rig.run([DONE], "/skill:knapsack what can it do?")
    assert "# Knapsack" in str(asked.requests[0]["messages"])


def test_tools_for_notes_are_there_where_a_vault_is(rig: Rig) -> None:
    def names() -> set[str]:
        session = rig.run([DONE])
        assert session.stderr == ""
        return {tool["function"]["name"] for tool in session.requests[0]["tools"]}

    without = names()
    rig.environment["KNAPSACK_OBSIDIAN_VAULT"] = str(rig.work)
    assert names() - without == {"knapsack_note", "knapsack_vault"}


def test_a_request_costs_less_than_460_tokens_more_and_with_a_vault_than_570(rig: Rig) -> None:
    def cost() -> int:
        request = rig.run([DONE], "Go.").requests[0]
        return estimate_tokens(json.dumps(request, separators=(",", ":")).encode())

    small = cost()
    rig.environment["KNAPSACK_OBSIDIAN_VAULT"] = str(rig.work)
    whole = cost()
    rig.knapsack("setup", "pi", "--remove", "--yes")
    plain = cost()
    assert small - plain < 460
    assert whole - plain < 570
