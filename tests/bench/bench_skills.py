"""How well the skills filter finds what labelled requests need, and what it saves, in process.

run: python tests/bench/bench_skills.py DIR [--misses]
  DIR (or KNAPSACK_SKILLS_CORPUS) holds catalog.jsonl ({name, description}) and queries.jsonl
  ({id, kind, query, right, history}).
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from request_shapes import Skill, Talk, anthropic, prompt

from knapsack_cli.catalog.entries import find_catalogues
from knapsack_cli.catalog.options import read_options
from knapsack_cli.catalog.profile import Profile
from knapsack_cli.catalog.skills import Run, no_embedder, slim_skills
from knapsack_cli.config import Settings
from knapsack_cli.text.embeddings import Embedder, load_embedder

TOOL_STEPS = 5


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def turns_of(query: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The turns of a labelled request."""
    turns: list[tuple[Any, ...]] = []
    for one in query.get("history", []):
        turns += (
            [("user", one), ("assistant", "Done.")]
            if isinstance(one, str)
            else [(one["role"], one["content"])]
        )
    return [*turns, ("user", query["query"])]


def measure(
    skills: list[Skill],
    queries: list[dict[str, Any]],
    top_k: int,
    embedder: Callable[[], Embedder | None],
    misses: bool,
) -> None:
    """Print the figures of one setting."""
    run = Run(read_options(Settings(), {"skills.top_k": top_k}, {}, print), Profile(), embedder=embedder)
    descriptions = {one.name: one.description for one in skills}
    system = prompt(skills)
    hits: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    saved, milliseconds, false, changed, lost = [], [], 0, 0, 0
    for query in queries:
        turns = turns_of(query)
        document = json.dumps(anthropic(Talk(system, [], turns)))
        started = time.process_time()
        outcome = slim_skills(document, run)
        milliseconds.append((time.process_time() - started) * 1000)
        text = json.loads(outcome.text)["system"][0]["text"]
        full = full_names(text, descriptions)
        right = set(query["right"])
        hits[query["kind"]][0] += len(right & full)
        hits[query["kind"]][1] += len(right)
        false += len(full) if query["kind"] == "nosignal" else 0
        saved.append(1 - len(text.encode()) / len(system.encode()))
        if misses and right - full:
            print(f"  missed {query['id']}: {', '.join(sorted(right - full))}")
        for step in range(TOOL_STEPS):
            turns.append(("tool", "bash", {"command": "cat notes"}, noise(skills, step)))
            looped = slim_skills(json.dumps(anthropic(Talk(system, [], turns))), run)
            again = json.loads(looped.text)["system"][0]["text"]
            changed += again != text
            lost += len((right & full) - full_names(again, descriptions))
    total = [sum(one[at] for one in hits.values()) for at in (0, 1)]
    kinds = ", ".join(f"{kind} {found}/{wanted}" for kind, (found, wanted) in sorted(hits.items()) if wanted)
    print(f"right skills full {total[0]}/{total[1]} = {total[0] / max(1, total[1]):.1%} ({kinds})")
    print(
        f"catalogue bytes saved {statistics.mean(saved):.1%}, promoted without a task {false}, "
        f"tool loop: text changed on {changed} steps, {lost} lost; "
        f"{statistics.median(milliseconds):.1f} ms CPU a request, {max(milliseconds):.1f} at most"
    )


def full_names(text: str, descriptions: dict[str, str]) -> set[str]:
    """Names whose whole description is in the catalogue."""
    return {
        entry.key
        for catalogue in find_catalogues(text)
        for entry in catalogue.entries
        if entry.description is not None and entry.description.value == descriptions[entry.key].strip()
    }


def noise(skills: list[Skill], step: int) -> str:
    """Tool output full of other skills' words."""
    return " ".join(one.description for one in skills[step * 20 : step * 20 + 20])[: 500 * (step + 1)]


def main() -> None:
    """Print the figures with and without the optional extra, at top 20 and top 5."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    folder = words[0] if words else os.environ.get("KNAPSACK_SKILLS_CORPUS", "")
    if not folder:
        print("no skills corpus: give a folder, or set KNAPSACK_SKILLS_CORPUS")
        return
    skills = [Skill(one["name"], one["description"]) for one in read_lines(Path(folder) / "catalog.jsonl")]
    queries = read_lines(Path(folder) / "queries.jsonl")
    print(f"{len(skills)} skills, {len(queries)} requests")
    for top_k in (20, 5):
        for name, embedder in (("without the extra", no_embedder), ("with the extra", load_embedder)):
            if embedder() is not None or embedder is no_embedder:
                print(f"top {top_k} {name}:")
                measure(skills, queries, top_k, embedder, "--misses" in sys.argv)


if __name__ == "__main__":
    main()
