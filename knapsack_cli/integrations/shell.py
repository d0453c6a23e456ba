"""`setup bash|zsh|fish`: a function and aliases for daily use, a wrapper for chosen commands, completions."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence

from knapsack_cli.errors import UsageError
from knapsack_cli.integrations.documents_on_disk import File
from knapsack_cli.integrations.installing import Piece
from knapsack_cli.integrations.pieces import OwnFile, Section
from knapsack_cli.integrations.surroundings import Surroundings, shipped

SHELLS = ("bash", "zsh", "fish")
WRAPS = "# wraps:"
BUILTINS = frozenset(
    "alias bg builtin cd command declare dirs eval exec exit export fc fg hash history jobs knapsack local "
    "logout popd pushd read return set shift source suspend times trap type ulimit umask unalias unset "
    "wait".split()
)
"""Words that do their work in the shell itself, where no other program can do it."""
_NAME = re.compile(r"[A-Za-z0-9_.+][A-Za-z0-9_.+-]*")


def pieces(shell: str, around: Surroundings, wrap: Sequence[str] = ()) -> list[Piece]:
    """The files and the section of one shell.

    `wrap` names commands that are to compress by themselves; without any, those stay that an earlier
    run was given.

    Raises:
        UsageError: one of them cannot be a command's name.
    """
    folder = os.path.join(around.knapsack_home, "shell")
    if shell == "fish":
        path = around.config("fish", "conf.d", "knapsack.fish")
    else:
        path = os.path.join(folder, f"knapsack.{shell}")
    wrap = wrap or _wrapped(path)
    for word in wrap:
        if not _NAME.fullmatch(word) or word in BUILTINS:
            raise UsageError(f"--wrap {word}: it takes names of programs, such as --wrap 'pytest cargo make'")
    snippet = shipped("shells", f"knapsack.{shell}")
    snippet = snippet.replace("@WRAP@", " ".join(wrap)).replace("@FOLDER@", shlex.quote(folder))
    if shell == "fish":
        return [
            OwnFile(File(path), snippet),
            OwnFile(File(around.config("fish", "completions", "knapsack.fish")), _completion("fish")),
        ]
    line = f"[ ! -r {shlex.quote(path)} ] || . {shlex.quote(path)}"
    if shell == "bash":
        completion = os.path.join(folder, "completion.bash")
        settings = os.path.join(around.home, ".bashrc")
    else:
        completion = os.path.join(folder, "zsh", "_knapsack")
        settings = os.path.join(around.folder("ZDOTDIR"), ".zshrc")
    note = f"written by `knapsack setup {shell}`; --remove takes it out"
    return [
        OwnFile(File(path, folders=1), snippet),
        OwnFile(File(completion, folders=2 if shell == "zsh" else 1), _completion(shell)),
        Section(File(settings), line, note=note),
    ]


def _wrapped(path: str) -> list[str]:
    """The commands that the installed file wraps."""
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.startswith(WRAPS):
                    return line.removeprefix(WRAPS).split()
    except (OSError, UnicodeDecodeError):
        pass
    return []


def _completion(shell: str) -> str:
    from knapsack_cli.integrations.documents import documents

    name = "_knapsack" if shell == "zsh" else f"knapsack.{shell}"
    text = documents()[f"completions/{name}"]
    # The first line stays first: zsh reads `#compdef` there.
    head, _, rest = text.partition("\n")
    return f"{head}\n# Installed by `knapsack setup {shell}`.\n{rest}"
