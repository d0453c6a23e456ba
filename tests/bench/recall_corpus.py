"""Messages by the million for measuring: labelled passages at random places among splices of their phrases.

The passages are those of a labelled set (`passages.jsonl`, `queries.jsonl`) in the folder `recall` of the
corpus that KNAPSACK_CORPUS names; without one, texts are made of invented words.
"""

import json
import os
import random
import re
from collections import Counter
from pathlib import Path

from knapsack_cli.sessions.model import Message, Session
from knapsack_cli.sessions.storing import Incoming
from knapsack_cli.text.tokenization import index_tokens

AGENTS = ("pi", "claude", "codex", "gemini")
ROLES = ("user", "assistant", "assistant", "assistant", "tool", "summary")
COMMON = 12
"""Passages that hold a token which the splices may repeat."""

START = 1_730_000_000_000
STEP = 60_000


def folder():
    """The labelled set, or None."""
    named = os.environ.get("KNAPSACK_CORPUS")
    for place in [Path(named, "recall"), Path(named), Path(named).parent / "recall"] if named else []:
        if (place / "queries.jsonl").exists():
            return place
    return None


def passages():
    """The labelled passages, or invented ones."""
    place = folder()
    if place is not None:
        with open(place / "passages.jsonl", encoding="utf-8") as file:
            return [json.loads(line) for line in file]
    chance = random.Random(7)
    words = [
        "".join(chance.choices("abcdefghijklmnoprstuvwy", k=chance.randint(3, 9))) for _ in range(30_000)
    ]
    han = [chr(0x4E00 + n) for n in range(3000)]
    made = []
    for number in range(3000):
        latin = " ".join(words[min(int(chance.paretovariate(0.6)), 29_999)] for _ in range(30))
        chinese = "".join(han[min(int(chance.paretovariate(0.7)), 2999)] for _ in range(120))
        made.append({"id": f"p{number}", "text": f"{latin}. {chinese}。"})
    return made


def queries():
    """Labelled queries, or three words of some passages."""
    place = folder()
    if place is not None:
        with open(place / "queries.jsonl", encoding="utf-8") as file:
            return [json.loads(line) for line in file]
    made = []
    for passage in passages()[::10]:
        text = passage["text"]
        made.append({"q": " ".join(text.split()[3:6]), "rel": [passage["id"]], "kind": "words"})
        made.append({"q": text[-30:-22], "rel": [passage["id"]], "kind": "han"})
    return made


def phrases(known):
    """Pieces of the passages: a few words, or a few characters of an unspaced script, none of them with a
    rare token: what is rare in the passages stays rare, and no splice answers what a passage answers."""
    spread = Counter(token for passage in known for token in set(index_tokens(passage["text"]).split()))
    found = []
    for passage in known:
        for piece in re.findall(r"(?:[\w.-]+[ ,:/()]*){1,4}|[^\w]+", passage["text"]):
            found += [piece] if piece.isascii() else [piece[at : at + 6] for at in range(0, len(piece), 6)]
    return [
        piece
        for piece in found
        if len(piece.strip()) > 1 and all(spread[token] >= COMMON for token in index_tokens(piece).split())
    ]


def texts(count, chance):
    """`count` (id or None, text) pairs: every passage once, the rest spliced from their phrases."""
    known = passages()
    pieces = phrases(known)
    places = set(chance.sample(range(count), min(count, len(known))))
    order = list(known)
    chance.shuffle(order)
    waiting = iter(order)
    for place in range(count):
        if place in places:
            passage = next(waiting)
            yield passage["id"], passage["text"]
        else:
            some = chance.choices(pieces, k=chance.choice((6, 12, 20, 30, 50)))
            yield None, "".join(f"{piece} " if piece.isascii() else piece for piece in some)


def messages(count):
    """`count` messages in the order of time: sessions of some hundred, 200 projects, four agents."""
    chance = random.Random(count)
    session = Session("pi")
    left = 0
    sessions = 0
    for number, (entry, text) in enumerate(texts(count, chance)):
        if not left:
            left = int(chance.expovariate(1 / 120)) + 5
            sessions += 1
            project = f"/srv/project{min(int(chance.paretovariate(0.5)), 200):03}"
            session = Session(AGENTS[sessions % len(AGENTS)], f"session{sessions}", project)
        left -= 1
        role = ROLES[chance.randrange(len(ROLES))]
        yield Incoming(
            session,
            "",
            Message(role, text, entry=entry or f"b{number}"),
            text,
            START + number * STEP,
            0,
        )
