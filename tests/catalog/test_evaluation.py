"""Reports, and measuring on one's own sessions without giving anything of them away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from request_shapes import SKILLS, Talk, anthropic, prompt
from support import knapsack

from knapsack_cli.catalog.anonymizing import anonymize


def write_skills(folder: Path) -> None:
    for one in SKILLS:
        path = folder / one.name / "SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(f"---\nname: {one.name}\ndescription: {json.dumps(one.description)}\n---\nBody.\n")


def write_session(path: Path, turns: list[tuple[str, str]], skills: Path) -> None:
    """A Pi session: ("user", text) and ("read", skill)."""
    header = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-02T03:04:05Z", "cwd": "/w"}
    lines: list[dict[str, Any]] = [header]
    for number, (kind, text) in enumerate(turns):
        message: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": text}]}
        if kind == "read":
            call = {
                "type": "toolCall",
                "id": f"c{number}",
                "name": "read",
                "arguments": {"path": str(skills / text / "SKILL.md")},
            }
            message = {"role": "assistant", "content": [call]}
        lines.append(
            {
                "type": "message",
                "id": f"{number:08x}",
                "parentId": None,
                "timestamp": "2026-01-02T03:04:06Z",
                "message": {**message, "timestamp": 1_767_323_046_000 + number},
            }
        )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_evaluate_takes_reads_as_labels_and_redacts_what_it_shows(tmp_path: Path) -> None:
    skills = tmp_path / "skills"
    write_skills(skills)
    (tmp_path / "sessions").mkdir()
    write_session(
        tmp_path / "sessions" / "one.jsonl",
        [
            ("user", "take payments with stripe"),
            ("read", "stripe-billing"),
            ("read", "gone-skill"),
            ("user", "/skill:fuzzing go"),
            ("read", "fuzzing"),
            ("user", "mail ann@corp.example about /srv/private/plan at https://git.corp.example/x 10.1.2.3"),
            ("read", "brand-copy"),
        ],
        skills,
    )
    arguments = ("skills", "evaluate", str(tmp_path / "sessions"), "--skills", str(skills))
    ran = knapsack(*arguments, home=tmp_path, environ={"KNAPSACK_SKILLS_TOP_K": "2"})
    lines = ran.out.decode().splitlines()
    assert lines[0] == "2 requests, 2 skills read, 1 reads of others"
    assert lines[1].split() == ["mode", "kept", "full", "described", "catalogue", "bytes"]
    assert [line.split()[0] for line in lines[2:5]] == ["off", "compact", "hybrid"]
    assert lines[2].split()[1:3] == ["100.0%", "100.0%"]
    assert lines[4].split()[1] == "50.0%"
    assert lines[5] == "missed brand-copy: mail <email> about <path> at <url> <address>"
    data = json.loads(knapsack(*arguments, "--json", home=tmp_path).out)
    assert data["reads"] == 2
    sizes = [one["catalogue_bytes"] for one in data["modes"]]
    assert sizes == sorted(sizes, reverse=True)


def test_evaluate_without_a_read_says_so(tmp_path: Path) -> None:
    write_skills(tmp_path / "skills")
    write_session(tmp_path / "one.jsonl", [("user", "hello")], tmp_path)
    ran = knapsack("skills", "evaluate", "one.jsonl", "--skills", "skills", home=tmp_path)
    assert ran.code == 1
    assert "no request in these sessions was followed by a read" in ran.err


def test_what_identifies_is_taken_out() -> None:
    secret = "ghp_" + "a1B2" * 9
    text = (
        f"I am Ann Other <ann.other@mail.example.org>, +49 171 2345678, key {secret}, "
        "at C:\\Users\\ann\\x.txt and ~/srv/plan.md and git@git.corp.example:team/repo.git, "
        "server build-7.corp.internal:8443, 192.168.3.14, fe80::1ff:fe23:4567:890a, "
        "id 123e4567-e89b-12d3-a456-426614174000"
    )
    shown = anonymize(text, ["ann", "Other"])
    for one in (
        "ann",
        "Ann",
        "Other",
        secret,
        "2345678",
        "Users",
        "plan.md",
        "corp",
        "192.168",
        "fe80",
        "123e4567",
    ):
        assert one not in shown
    assert shown.startswith("I am <name> <name> <<email>>, <phone>, key <redacted:")


def test_report_tells_savings_promotions_and_uses(tmp_path: Path) -> None:
    asked = [("user", "take payments with stripe"), ("tool", "read", {"path": SKILLS[0].location}, "x")]
    data = json.dumps(anthropic(Talk(prompt(), [], asked))).encode()
    knapsack("skills", "--session", "a", "--top-k", "1", data=data, home=tmp_path, now=100.0)
    knapsack("skills", "--session", "b", "--top-k", "1", data=data, home=tmp_path, now=200.0)
    told = knapsack("skills", "report", home=tmp_path, now=300.0).out.decode().splitlines()
    assert told[0] == "session b"
    assert told[1].startswith("  this session, skills: 1 requests, ")
    assert told[2].startswith("  in all, skills: 2 requests, ")
    assert told[3] == "  full: stripe-billing (often used)"
    assert told[4] == "  used: stripe-billing x2, weight 2.0"
    first = json.loads(knapsack("skills", "report", "--session", "a", "--json", home=tmp_path, now=300.0).out)
    assert first["saved_in_session"][0]["requests"] == 1
    assert first["promoted"] == {"stripe-billing": "rank 1: stripe, payments"}


def test_reads_in_imported_sessions_count_once_with_their_own_time(tmp_path: Path) -> None:
    write_session(
        tmp_path / "one.jsonl",
        [("user", "/skill:fuzzing this"), ("user", "stripe"), ("read", "stripe-billing")],
        tmp_path / "skills",
    )
    month = 30 * 86_400.0
    for _ in range(2):
        knapsack("import", str(tmp_path / "one.jsonl"), home=tmp_path, now=1_767_323_046.0 + month)
    told = knapsack("skills", "report", home=tmp_path, now=1_767_323_046.0 + month).out.decode()
    assert "used: stripe-billing x1, weight 0.5" in told
    assert "used: fuzzing x1, weight 0.5" in told
