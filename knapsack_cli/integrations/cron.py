"""`setup cron`: sessions imported every hour and old things pruned every night, by cron or systemd."""

from __future__ import annotations

import os
import shlex
from typing import NamedTuple

from knapsack_cli.integrations.documents_on_disk import Crontab, File
from knapsack_cli.integrations.installing import Piece
from knapsack_cli.integrations.pieces import OwnFile, Section
from knapsack_cli.integrations.surroundings import Surroundings, shipped


class Job(NamedTuple):
    """A command that runs by itself, with its times as cron and as systemd write them."""

    command: str
    cron: str
    systemd: str


JOBS = (Job("import", "17 * * * *", "*-*-* *:17:00"), Job("prune", "41 3 * * *", "*-*-* 03:41:00"))


def pieces(around: Surroundings, *, systemd: bool, both: bool = False) -> list[Piece]:
    """The script, and the crontab's lines or the timers that run it; `both` to take out whatever is there."""
    script = os.path.join(around.knapsack_home, "cron", "knapsack-cron")
    made: list[Piece] = [OwnFile(File(script, mode=0o755, folders=1), _script(around))]
    if systemd or both:
        for job in JOBS:
            made += _units(around, script, job)
    if systemd and not both:
        return made
    lines = "\n".join(f"{job.cron} {_in_crontab(script)} {job.command}" for job in JOBS)
    program = _find("crontab", around.environ.get("PATH", ""))
    note = "written by `knapsack setup cron`; --remove takes it out"
    return [*made, Section(Crontab(program, around.environ), lines, note=note)]


def has_units(around: Surroundings) -> bool:
    """Whether systemd's timers are installed."""
    return os.path.exists(around.config("systemd", "user", "knapsack-import.timer"))


def timers() -> str:
    """The command that starts the timers, for a person to run."""
    names = " ".join(f"knapsack-{job.command}.timer" for job in JOBS)
    return f"systemctl --user daemon-reload && systemctl --user enable --now {names}"


def _script(around: Surroundings) -> str:
    text = shipped("cron_job.sh")
    return (
        text.replace("@PATH@", shlex.quote(os.path.dirname(around.program[0])))
        .replace("@KNAPSACK_HOME@", shlex.quote(around.knapsack_home))
        .replace("@PROGRAM@", around.command)
    )


def _units(around: Surroundings, script: str, job: Job) -> list[Piece]:
    name = f"knapsack-{job.command}"
    head = "# Written by `knapsack setup cron --systemd`.\n[Unit]\n"
    quoted = '"' + script.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%") + '"'
    service = (
        f"{head}Description=knapsack {job.command}\n\n"
        f"[Service]\nType=oneshot\nExecStart=/bin/sh {quoted} {job.command}\nNice=10\n"
    )
    timer = (
        f"{head}Description=knapsack {job.command}, by itself\n\n"
        f"[Timer]\nOnCalendar={job.systemd}\nPersistent=true\nRandomizedDelaySec=60\n\n"
        "[Install]\nWantedBy=timers.target\n"
    )
    return [
        OwnFile(File(around.config("systemd", "user", f"{name}.service")), service),
        OwnFile(File(around.config("systemd", "user", f"{name}.timer")), timer),
    ]


def _in_crontab(path: str) -> str:
    # A crontab ends a command at an unescaped percent sign.
    return shlex.quote(path).replace("%", "\\%")


def _find(program: str, path: str) -> str:
    for folder in path.split(os.pathsep):
        candidate = os.path.join(folder, program)
        if folder and os.access(candidate, os.X_OK) and os.path.isfile(candidate):
            return candidate
    return ""
