"""The file beside the database that tells compress which anchors there are: it opens nothing else."""

import os

from knapsack_cli import paths
from knapsack_cli.text.anchoring import Anchor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def write(home: str, anchors: "Iterable[Anchor]") -> None:
    """Write the anchors in force; with none the file goes.

    Raises:
        OSError: the home cannot be written.
    """
    import json

    path = os.path.join(home, paths.ANCHORS)
    rows = [
        {
            "id": one.id,
            "statement": one.statement,
            "signals": one.signals,
            "allow": one.allow,
            "project": one.project,
            "acknowledged": one.acknowledged,
            "lines": one.lines,
        }
        for one in anchors
    ]
    if not rows:
        if os.path.exists(path):
            os.unlink(path)
        return
    temporary = f"{path}.{os.getpid()}"
    with open(
        paths.open_plain(temporary, os.O_CREAT | os.O_WRONLY | os.O_TRUNC), "w", encoding="utf-8"
    ) as file:
        json.dump(rows, file, ensure_ascii=False)
    os.replace(temporary, path)


def read(home: str) -> "list[Anchor]":
    """The anchors in force, of all projects.

    Raises:
        ValueError, OSError: the file is damaged or cannot be read.
    """
    import json

    with open(paths.open_plain(os.path.join(home, paths.ANCHORS)), encoding="utf-8") as file:
        rows = json.load(file)
    return [
        Anchor(
            row["id"],
            row["statement"],
            tuple(row["signals"]),
            tuple(row["allow"]),
            row["project"],
            row["acknowledged"],
            row["lines"],
        )
        for row in rows
    ]


def of_project(anchors: "list[Anchor]", cwd: str) -> "list[Anchor]":
    """Those that hold in the project around `cwd`."""
    named = {one.project for one in anchors if one.project}
    if not named:
        return anchors
    from knapsack_cli.projects import project_names

    here = project_names(cwd, roots=any(name.startswith("commit:") for name in named))
    return [one for one in anchors if not one.project or one.project in here]
