"""Find skills on disk: SKILL.md files by Pi's rules, in the folders of Pi, Claude Code and Codex.

A folder with a SKILL.md is a skill and is not searched further. Folders whose name begins with a dot,
node_modules, and what ignore files leave out are passed over; links are followed, each place once. Markdown
files right in a skills folder count when they have a description. Of skills with one name the first wins.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from knapsack_cli import paths
from knapsack_cli.catalog.entries import encode_markup
from knapsack_cli.catalog.ignoring import Rule, is_ignored, read_rules

SKILL_FILE = "SKILL.md"
LONGEST_NAME = 64
LONGEST_DESCRIPTION = 1_024
MOST_BYTES = 1 << 20
"""Read of one file."""

_PROJECT_FOLDERS = (".pi/skills", ".agents/skills", ".claude/skills", ".codex/skills")
_USER_FOLDERS = (".pi/agent/skills", ".agents/skills", ".claude/skills", ".codex/skills")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill on disk.

    Attributes:
        path: its file. body: the text after the frontmatter. hidden: the model is not to be told of it.
        scope: `global` or `project`. warnings: what breaks a rule and does not matter much.
    """

    name: str
    description: str
    path: str
    body: str = ""
    hidden: bool = False
    scope: str = "project"
    warnings: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """A hash of all that a profile is made from."""
        text = "\0".join((self.name, self.description, self.body))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(slots=True)
class Found:
    """The skills of some folders, in order, and what kept other files from being one."""

    skills: list[Skill] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def standard_folders(cwd: str, user_home: str) -> list[tuple[str, str]]:
    """(folder, scope) where agents look: the project's from `cwd` up to its root, then the user's."""
    folders: list[tuple[str, str]] = []
    top = paths.git_root(cwd) or cwd
    here = os.path.abspath(cwd)
    while True:
        folders += [(os.path.join(here, one), "project") for one in _PROJECT_FOLDERS]
        above = os.path.dirname(here)
        if here == top or above == here:
            break
        here = above
    folders += [(os.path.join(user_home, one), "global") for one in _USER_FOLDERS]
    return [(folder, scope) for folder, scope in folders if os.path.isdir(folder)]


def scope_of(folder: str, user_home: str) -> str:
    """`global` for a folder within the user's own folders of skills, else `project`."""
    real = os.path.realpath(folder)
    for one in _USER_FOLDERS:
        top = os.path.realpath(os.path.join(user_home, one))
        if real == top or real.startswith(top + os.sep):
            return "global"
    return "project"


def discover(folders: Iterable[tuple[str, str]]) -> Found:
    """All skills below the folders (folder, scope), the first of each name.

    A folder that cannot be read, or a file that is no skill, is a problem told with its path.
    """
    found = Found()
    names: dict[str, str] = {}
    seen: set[str] = set()
    for folder, scope in folders:
        if not os.path.isdir(folder):
            found.problems.append(f"{folder}: no such folder")
            continue
        for path, is_root_file in _files(folder, [], seen, top=True):
            skill = _read(path, scope, is_root_file, found.problems)
            if skill is None:
                continue
            if skill.name in names:
                found.problems.append(
                    f"{path}: name {skill.name!r} is taken by {names[skill.name]}; left out"
                )
                continue
            names[skill.name] = path
            found.skills.append(skill)
    return found


def catalogue_text(skills: Iterable[Skill]) -> str:
    """The catalogue as Pi writes it; hidden skills are left out."""
    lines = ["<available_skills>"]
    for skill in skills:
        if not skill.hidden:
            lines += [
                "  <skill>",
                f"    <name>{encode_markup(skill.name)}</name>",
                f"    <description>{encode_markup(skill.description)}</description>",
                f"    <location>{encode_markup(skill.path)}</location>",
                "  </skill>",
            ]
    return "\n".join([*lines, "</available_skills>", ""])


def _files(
    folder: str, scopes: list[tuple[str, list[Rule]]], seen: set[str], *, top: bool
) -> Iterator[tuple[str, bool]]:
    """Files that may be skills, and whether each stands right in the folder that was given."""
    real = os.path.realpath(folder)
    if real in seen:
        return
    seen.add(real)
    own = os.path.join(folder, SKILL_FILE)
    if os.path.isfile(own):
        yield own, False
        return
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    scopes = [*scopes, (folder, read_rules(folder))]
    for name in names:
        path = os.path.join(folder, name)
        is_folder = os.path.isdir(path)
        if name.startswith(".") or name == "node_modules" or is_ignored(path, is_folder, scopes):
            continue
        if is_folder:
            yield from _files(path, scopes, seen, top=False)
        elif top and name.endswith(".md"):
            yield path, True


def _read(path: str, scope: str, is_root_file: bool, problems: list[str]) -> Skill | None:
    try:
        with open(path, "rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        problems.append(f"{path}: {error.strerror}")
        return None
    data, body, problem = read_frontmatter(text)
    if is_root_file and (
        (not data and not text.startswith("---")) or (not problem and "description" not in data)
    ):
        # Any other text file may lie there.
        return None
    if problem:
        problems.append(f"{path}: {problem}")
        return None
    description = data.get("description")
    if not isinstance(description, str) or not description.strip():
        problems.append(
            f"{path}: the frontmatter has no description; add a line: description: when to use it"
        )
        return None
    name = data.get("name")
    if not isinstance(name, str | int | float) or not str(name).strip():
        # Anything else is no name, and writing out a list of aliases of aliases could take for ever.
        name = os.path.basename(os.path.dirname(path))
    name = str(name).strip()
    warnings = []
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        warnings.append(f"name {name!r} should be a-z, 0-9 and hyphens, at most {LONGEST_NAME} characters")
    if len(description) > LONGEST_DESCRIPTION:
        warnings.append(f"the description has {len(description)} characters, over {LONGEST_DESCRIPTION}")
    hidden = data.get("disable-model-invocation") is True
    return Skill(name, description.strip(), path, body, hidden, scope, tuple(warnings))


def read_frontmatter(text: str) -> tuple[dict[str, Any], str, str]:
    """The frontmatter's values, the text after it, and what is wrong with it (empty when nothing is)."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.startswith("---\n"):
        return {}, text, "there is no frontmatter; begin with --- and a line: description: when to use it"
    end = text.find("\n---", 3)
    if end < 0 or text[end + 4 : end + 5] not in ("", "\n"):
        return {}, text, "the frontmatter does not end; close it with a line ---"
    import yaml

    try:
        data = yaml.load(text[4 : end + 1], Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f"line {mark.line + 2}: " if mark is not None else ""
        why = getattr(error, "problem", None) or "it does not parse"
        return (
            {},
            text[end + 5 :],
            f"{line}the frontmatter is no YAML: {why}; quote a value that holds a colon",
        )
    except (ValueError, RecursionError) as error:
        return {}, text[end + 5 :], f"the frontmatter is no YAML: {error}"
    if data is None:
        data = {}
    if not isinstance(data, dict):
        return {}, text[end + 5 :], "the frontmatter is not a list of key: value lines"
    return {str(key): value for key, value in data.items()}, text[end + 5 :], ""
