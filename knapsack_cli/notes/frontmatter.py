"""The YAML at the head of a note, by python-frontmatter; what does not parse is told as text, never lost."""

from __future__ import annotations

import re
from typing import Any

_CLOSING = re.compile(r"\r?\n-{3,}[ \t]*(?=\r?\n|$)")
"""The end of frontmatter, as python-frontmatter has it, whichever way its line ends."""


def parts(text: str) -> tuple[dict[str, Any], str]:
    """The frontmatter and the rest; without any, or with one that does not parse, all of it is the rest."""
    if not text.startswith("---"):
        return {}, text
    import frontmatter
    import yaml

    try:
        post = frontmatter.loads(text)
    except (yaml.YAMLError, ValueError, TypeError, AttributeError):
        return {}, text
    return (dict(post.metadata), post.content) if post.metadata else ({}, text)


def body(text: str) -> str:
    """The rest below the frontmatter, told by its lines alone: for ranking, without the cost of YAML."""
    if not text.startswith("---\n"):
        return text
    close = text.find("\n---\n", 3)
    return text[close + 5 :] if close >= 0 else text


def with_missing_keys(note: str, head: dict[str, Any]) -> str:
    """A note with those keys of `head` that it lacks, every byte of its own frontmatter kept."""
    import yaml

    own, _ = parts(note.replace("\r\n", "\n"))
    missing = {key: value for key, value in head.items() if key not in own}
    if not missing:
        return note
    end = "\r\n" if "\r\n" in note else "\n"
    lines = yaml.safe_dump(missing, allow_unicode=True, sort_keys=False).replace("\n", end)
    if not own:
        return f"---{end}{lines}---{end}{end}{note}"
    close = _CLOSING.search(note, 3)
    if close is None:
        return note
    return f"{note[: close.start()]}{end}{lines.rstrip()}{note[close.start() :]}"


def shown(head: dict[str, Any]) -> str:
    """Frontmatter in one line: `status=draft tags=a|b`."""
    pieces = []
    for key, value in head.items():
        if isinstance(value, list):
            text = "|".join(str(one) for one in value)
        elif isinstance(value, dict):
            continue
        else:
            text = "" if value is None else str(value)
        if text:
            pieces.append(f"{key}={' '.join(text.split())}")
    return " ".join(pieces)
