"""What whole sessions cost with the extension and without: tokens sent, and time added to each event.

Tokens are our estimate of o200k over every request of a session as it was sent, tool descriptions,
prompts, injected blocks and footers included. Every request counts whole, as a provider without a prompt
cache would count it.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]

import model as scripted  # noqa: E402
from pi_rig import ROOT, Rig, Session, Talk  # noqa: E402

from knapsack_cli.text.tokens import estimate_tokens  # noqa: E402

NUMBERED = 'for i in $(seq 3000); do echo "10:00:00 INFO worker-$((i % 8)) job $i took $((i % 90)) ms"; done'
SOURCE = "".join(f"def handler_{i}(event):\n    return event.get({i})\n\n\n" for i in range(250))


def bash(*commands: str) -> scripted.Step:
    return {"calls": [("bash", {"command": command}) for command in commands]}


SCRIPTS: dict[str, list[scripted.Step]] = {
    "look at failing tests and a log": [
        bash("cat pytest.txt; exit 1"),
        bash("cat server.log"),
        {"calls": [("read", {"path": "handlers.py"})]},
        {"calls": [("read", {"path": "handlers.py", "offset": 40, "limit": 30})]},
        {"text": "The discount is rounded down where the test wants it up."},
    ],
    "find, build, long logs": [
        bash("cat find.txt", "cat apt-install.txt"),
        bash(NUMBERED),
        bash("seq 1 20000"),
        {"text": "Worker 3 is slow."},
    ],
    "ten small commands": [*[bash(f"echo step {i}; git --version") for i in range(10)], {"text": "Done."}],
    "a question without tools": [{"text": "Forty-two."}],
}


def tokens(session: Session) -> int:
    """Tokens of all requests of a session."""
    return sum(
        estimate_tokens(json.dumps(request, ensure_ascii=False).encode()) for request in session.requests
    )


def prepared(folder: Path, *, ours: bool) -> Rig:
    """A home with fixtures to work on."""
    rig = Rig(folder).prepare()
    for path in (ROOT / "fixtures").glob("*.*"):
        shutil.copy(path, rig.work)
    (rig.work / "handlers.py").write_text(SOURCE)
    if not ours:
        assert rig.knapsack("setup", "pi", "--remove", "--yes").returncode == 0
    return rig


def main() -> int:
    """Print both tables."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        without, with_us = (
            prepared(Path(folder) / name, ours=name == "with") for name in ("without", "with")
        )
        print(
            f"{'session':34}{'requests':>9}{'without':>10}{'with':>10}{'change':>8}"
            f"{'s before':>10}{'after':>8}"
        )
        for name, script in SCRIPTS.items():
            plain, ours = (rig.run(script, "Find out what is wrong.") for rig in (without, with_us))
            before, after = tokens(plain), tokens(ours)
            print(
                f"{name:34}{len(ours.requests):>9}{before:>10,}{after:>10,}{after / before - 1:>+8.0%}"
                f"{plain.seconds:>10.2f}{ours.seconds:>8.2f}"
            )
        told: list[str] = []

        def talk(pi: Talk) -> None:
            pi.prompt("Find out what is wrong.")
            told.extend(pi.command("/knapsack-status"))

        with_us.talk(SCRIPTS["look at failing tests and a log"], talk)
        print("\ntime added to each event of the first session:")
        for line in "\n".join(told).splitlines():
            if " ms" in line:
                print(f"  {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
