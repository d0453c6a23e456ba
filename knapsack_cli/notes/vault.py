"""Which folder is the vault, and which files in it are notes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from knapsack_cli.errors import InputError, NothingFoundError
from knapsack_cli.notes.inside import open_inside

VARIABLE = "KNAPSACK_OBSIDIAN_VAULT"
LARGEST = 4 << 20
"""Bytes of a note that are still read."""


class Vault(NamedTuple):
    """A vault: its folder, links resolved, and what named it."""

    folder: str
    origin: str


class NoteFile(NamedTuple):
    """A note's file: path within the vault with forward slashes, size in bytes, time of change in ns."""

    path: str
    size: int
    modified: int


def find_vault(environ: Mapping[str, str], setting: str, user_home: str) -> Vault:
    """The vault: any folder that the variable names, else the setting's, else Obsidian's open or newest one.

    Raises:
        InputError: a folder is named and is none. NothingFoundError: there is no vault.
    """
    for origin, folder in ((VARIABLE, environ.get(VARIABLE, "")), ("notes.vault", setting)):
        if folder:
            expanded = user_home + folder[1:] if folder.startswith("~") else folder
            if not os.path.isdir(expanded):
                raise InputError(f"{origin} is {folder}, which is no folder")
            return Vault(os.path.realpath(expanded), origin)
    for path in obsidian_files(environ, user_home):
        folder = _obsidian_vault(path)
        if folder:
            return Vault(os.path.realpath(folder), path)
    raise NothingFoundError(
        f"no vault: set {VARIABLE} to a folder, or notes.vault in config.toml; Obsidian knows of none either"
    )


def obsidian_files(environ: Mapping[str, str], user_home: str) -> list[str]:
    """Where Obsidian lists its vaults: on Linux (also as flatpak and snap), macOS and Windows."""
    config = environ.get("XDG_CONFIG_HOME") or os.path.join(user_home, ".config")
    folders = [
        os.path.join(config, "obsidian"),
        os.path.join(user_home, ".var", "app", "md.obsidian.Obsidian", "config", "obsidian"),
        os.path.join(user_home, "snap", "obsidian", "current", ".config", "obsidian"),
        os.path.join(user_home, "Library", "Application Support", "obsidian"),
        os.path.join(environ.get("APPDATA") or os.path.join(user_home, "AppData", "Roaming"), "obsidian"),
    ]
    return [os.path.join(folder, "obsidian.json") for folder in folders]


def _obsidian_vault(path: str) -> str:
    """The vault that is open, else the one opened last, of those that exist; nothing when there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            vaults = json.load(file)["vaults"].values()
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return ""
    found = []
    for one in vaults:
        if isinstance(one, dict) and isinstance(one.get("path"), str) and os.path.isdir(one["path"]):
            moment = one.get("ts")
            found.append(
                (one.get("open") is True, moment if isinstance(moment, int | float) else 0, one["path"])
            )
    return max(found)[2] if found else ""


def notes_in(folder: str) -> Iterator[NoteFile]:
    """Every note: Markdown files, without hidden folders, the trash and templates; links are not followed."""
    templates = _templates(folder)
    waiting = [""]
    while waiting:
        inner = waiting.pop()
        try:
            entries = sorted(os.scandir(os.path.join(folder, inner)), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            name = entry.name
            path = f"{inner}/{name}" if inner else name
            if name.startswith(".") or name == "node_modules":
                continue
            if entry.is_dir(follow_symlinks=False):
                if path.lower() not in templates and name.lower() not in ("templates", "_templates"):
                    waiting.append(path)
            elif name.lower().endswith(".md") and entry.is_file(follow_symlinks=False):
                try:
                    status = entry.stat(follow_symlinks=False)
                except OSError:
                    continue
                if status.st_size <= LARGEST:
                    yield NoteFile(path, status.st_size, status.st_mtime_ns)


def _templates(folder: str) -> frozenset[str]:
    """The folder that Obsidian takes templates from, as its settings say."""
    found = set()
    for path, key in (
        ("templates.json", "folder"),
        (os.path.join("plugins", "templater-obsidian", "data.json"), "templates_folder"),
    ):
        try:
            with open(os.path.join(folder, ".obsidian", path), encoding="utf-8") as file:
                value = json.load(file)[key]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if isinstance(value, str) and value.strip("/"):
            found.add(value.strip("/").lower())
    return frozenset(found)


def read_note(folder: str, path: str) -> str:
    """The text of a note; nothing when it is gone or cannot be read."""
    try:
        with open(open_inside(folder, path), encoding="utf-8", errors="replace", newline="") as file:
            return file.read(LARGEST).removeprefix("\ufeff").replace("\r\n", "\n")
    except OSError:
        return ""
