"""What `import` says: a bar while it runs on a terminal, what was damaged, and one line of summary."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knapsack_cli.context import Context
    from knapsack_cli.sessions.importing import Report
    from knapsack_cli.sessions.sources import Source

_SHOWN = 20
"""Damaged lines told one by one; the rest is counted."""


class Progress:
    """A bar over the bytes of the sources, on a terminal only."""

    def __init__(self, context: Context, found: list[Source]) -> None:
        self._bar: Any = None
        self._task: Any = None
        if context.stderr_is_terminal():
            from rich.console import Console
            from rich.progress import Progress as Bar

            self._bar = Bar(console=Console(file=context.stderr), transient=True)
            self._task = self._bar.add_task("importing", total=sum(map(_size, found)) or 1)

    def step(self, source: Source) -> None:
        """One source is done."""
        if self._bar is not None:
            self._bar.update(self._task, advance=_size(source))

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _size(source: Source) -> int:
    try:
        return os.path.getsize(source.path)
    except OSError:
        return 0


def tell_problems(context: Context, report: Report) -> None:
    """Name what was damaged, with its place."""
    for path, reason in report.unreadable:
        context.tell(f"{path}: {reason}; not imported")
    for path, line, reason in report.problems[:_SHOWN]:
        context.tell(f"{path}:{line}: {reason}; skipped")
    if len(report.problems) > _SHOWN:
        files = len({path for path, _, _ in report.problems[_SHOWN:]})
        context.tell(f"{len(report.problems) - _SHOWN:,} more damaged lines in {files:,} files")


def summary(report: Report, dry_run: bool) -> str:
    """One line: files, messages new and known, what was left out and skipped, and why."""
    messages = report.messages
    parts = [f"{'would import' if dry_run else 'imported'} {messages.new:,} new messages"]
    files = f"{_files(report.files)}"
    if report.unchanged:
        files += f", {report.unchanged:,} unchanged"
    if report.unreadable:
        files += f", {len(report.unreadable):,} unreadable"
    parts.append(f"from {files}")
    text = " ".join(parts)
    for count, name in (
        (messages.known, "known"),
        (messages.linked, "shared with a fork"),
        (messages.revised, "replaced by a fuller text"),
        (messages.forgotten, "forgotten before"),
        (len(report.problems), "damaged lines"),
    ):
        if count:
            text += f"; {count:,} {name}"
    for kind, count in sorted(report.others.items()):
        text += f"; {count:,} new of type {kind}"
    if report.left_out:
        text += "; left out: " + _counted(report.left_out)
    if report.skipped:
        text += "; skipped: " + _counted(report.skipped)
    return text


def _files(count: int) -> str:
    return f"{count:,} file{'' if count == 1 else 's'}"


def _counted(counts: Counter[str]) -> str:
    from knapsack_cli.text.neutral import one_line

    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{count:,} {one_line(kind)[:60]}" for kind, count in ranked)
