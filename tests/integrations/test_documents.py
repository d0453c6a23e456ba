"""Man pages and completions say what the commands say, and the shipped ones are not stale."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import typer

from knapsack_cli import exits
from knapsack_cli.commands import building
from knapsack_cli.integrations import documents
from knapsack_cli.integrations.command_tree import Page, all_pages, describe
from knapsack_cli.integrations.completions import completions
from knapsack_cli.integrations.manual import escape, manual

ROOT = Path(__file__).resolve().parents[2]
TREE = documents.documents()


def check(
    ctx: typer.Context,
    file: str = typer.Argument(None, metavar="FILE", help="Text to check, 'as is'."),
    mode: str = typer.Option(
        "warn", "--mode", "-m", help="What: to do.", autocompletion=lambda: ["warn", "fail"]
    ),
    level: int = typer.Option(3, "--level", min=1, max=9, metavar="N", help="How strict \\ [0-9]."),
    json: bool = typer.Option(False, "--json", help="As JSON."),
) -> int:
    """Check text against the anchors.

    What drifted is told — with its line.
    """
    return exits.OK


def add(ctx: typer.Context, folder: str = typer.Argument(..., metavar="DIR", help="Where.")) -> int:
    """Add an anchor."""
    return exits.OK


def wrap(ctx: typer.Context, file: str = typer.Argument(None, metavar="FILE", help="Text.")) -> int:
    """Shrink."""
    return exits.OK


@pytest.fixture(scope="module")
def program() -> Page:
    """A small program with every kind of command, so that the shipped ones may change freely."""
    app = typer.Typer(name="knapsack", add_completion=False, rich_markup_mode=None)

    @app.callback(help="A program. Of many parts.")
    def knapsack() -> None:
        pass

    group = typer.main.get_group(app)
    group.add_command(
        building.with_verbs(
            "drift",
            check,
            {"add": add, "drop-all": wrap},
            epilog=".git/x --a 'b'\n\n# no $expansion `here`",
            verb_epilogs={"add": "knapsack drift add src"},
        )
    )
    group.add_command(building.single("compress", wrap, wraps_command=True))
    return describe(group)


def test_a_page_for_each_command_with_its_verbs_inside(program: Page) -> None:
    pages = manual(program, "1.2", "2026-01-02")
    assert list(pages) == ["knapsack.1", "knapsack-drift.1", "knapsack-compress.1"]
    drift = pages["knapsack-drift.1"]
    assert '.TH KNAPSACK-DRIFT 1 2026-01-02 "knapsack 1.2" "Knapsack manual"' in drift
    assert ".SS add" in drift
    assert r".SS drop\-all" in drift
    assert r"\fB\-m\fR, \fB\-\-mode\fR \fITEXT\fR" in drift
    assert r"\[u2014]" in drift
    assert r"\&.git/x \-\-a \(aqb\(aq" in drift
    assert "compress" in pages["knapsack.1"]
    assert r"\fB\-\-\fR \fICMD\fR" in pages["knapsack-compress.1"]
    assert "128+n" in pages["knapsack-compress.1"]
    assert "128+n" not in drift


def test_text_of_any_kind_is_plain_text_to_the_formatter() -> None:
    assert escape("a\\b -x ~ ^ `q` — 例") == r"a\eb \-x \(ti \(ha \(gaq\(ga \[u2014] \[u4F8B]"


def test_every_option_of_every_command_is_in_its_man_page_and_in_each_script() -> None:
    program = describe(documents.build_group())
    for page in all_pages(program):
        text = TREE["man/" + "-".join(page.path[:2]) + ".1"]
        for option in page.options:
            for name in option.names:
                assert escape(name) in text, (page.path, name)
                assert name in TREE["completions/knapsack.bash"]
                assert name in TREE["completions/_knapsack"]
                assert f"-l {name[2:]}" in TREE["completions/knapsack.fish"] or len(name) == 2


@pytest.mark.slow
def test_shipped_pages_and_scripts_are_those_of_the_commands() -> None:
    shipped = {
        f"{folder}/{path.name}": path.read_text(encoding="utf-8")
        for folder in ("man", "completions")
        for path in (ROOT / folder).iterdir()
    }
    stale = sorted(name for name in {*TREE, *shipped} if TREE.get(name) != shipped.get(name))
    assert not stale, "run: make docs"


@pytest.mark.slow
def test_the_bytes_do_not_depend_on_hash_seed_width_or_locale() -> None:
    code = "from knapsack_cli.integrations.documents import documents; print(sorted(documents().items()))"
    seen = set()
    for seed, columns, language in (("0", "40", "C"), ("1", "200", "de_DE.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "COLUMNS": columns, "LANG": language}
        environment |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        seen.add(
            subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, check=True
            ).stdout
        )
    assert len(seen) == 1


@pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is not installed")
def test_mandoc_has_nothing_to_say(program: Page, tmp_path: Path) -> None:
    pages = {**manual(program, "1.2", "2026-01-02"), **{k: v for k, v in TREE.items() if k.endswith(".1")}}
    for name, text in pages.items():
        path = tmp_path / name.replace("/", "-")
        path.write_text(text, encoding="utf-8")
        told = subprocess.run(["mandoc", "-T", "lint", "-W", "all", path], capture_output=True, text=True)
        assert (told.stdout, told.returncode) == ("", 0)


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_man_shows_a_page(program: Page, tmp_path: Path) -> None:
    path = tmp_path / "knapsack-drift.1"
    path.write_text(manual(program, "1.2", "2026-01-02")["knapsack-drift.1"], encoding="utf-8")
    environment = {**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}
    shown = subprocess.run(["man", "-l", path], env=environment, capture_output=True, text=True, check=True)
    plain = re.sub(".\b|\x1b\\[[0-9;]*m", "", shown.stdout)
    assert "knapsack-drift - check text against the anchors" in plain
    assert ".git/x --a 'b'" in plain
    assert "What drifted is told — with its line." in plain
    assert shown.stderr == ""


@pytest.mark.parametrize(
    ("shell", "file"), [("bash", "knapsack.bash"), ("zsh", "_knapsack"), ("fish", "knapsack.fish")]
)
def test_the_shells_can_read_the_scripts(shell: str, file: str, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    (tmp_path / file).write_text(TREE[f"completions/{file}"], encoding="utf-8")
    told = subprocess.run([shell, "-n", tmp_path / file], capture_output=True, text=True)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


class Shell:
    """An interactive shell on a pty, asked what it makes of a line and a TAB."""

    def __init__(self, command: list[str], setup: str, folder: Path) -> None:
        self.seen = ""
        self.fd, self.terminal = pty.openpty()
        self.process = subprocess.Popen(
            # The first terminal that the leader of a session opens becomes its own.
            ["sh", "-c", 'exec "$@" <>"$0" >&0 2>&0', os.ttyname(self.terminal), *command],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "xterm", "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.wait_for(r"[$#>%] ?$")
        os.write(self.fd, f"{setup}; echo rea''dy\n".encode())
        assert self.wait_for(r"ready[^>]*> ?$"), self.seen

    def wait_for(self, pattern: str, patience: float = 20.0) -> bool:
        """Read what it shows until `pattern` is among it, or nothing came for `patience` seconds."""
        while not re.search(pattern, self.seen):
            if not select.select([self.fd], [], [], patience)[0]:
                return False
            data = os.read(self.fd, 65536)
            if re.search(rb"\x1b\[0?c", data):
                os.write(self.fd, b"\x1b[?1;2c")
            text = data.decode("utf-8", "replace")
            self.seen += re.sub(r"\x1b\[[0-9;?=>]*[A-Za-z]|\x1b[=>(].?|\r|\a", "", text)
        return True

    def shows(self, line: str, expected: Sequence[str]) -> bool:
        """Whether the line and a few TABs show all that is expected."""
        self.seen = ""
        os.write(self.fd, line.encode())
        self.wait_for(re.escape(line[-3:]))
        self.seen = ""
        for _ in range(6):
            os.write(self.fd, b"\t")
            if all(self.wait_for(re.escape(text), 1.0) for text in expected):
                return True
        return False

    def close(self) -> None:
        """End the shell; closing its terminal hangs it up."""
        os.close(self.fd)
        os.close(self.terminal)
        self.process.wait(20)


SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "PS1='> '; source scripts/knapsack.bash"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "PS1='> '; fpath=($PWD/scripts $fpath); autoload -Uz compinit; compinit -u -d $PWD/dump",
    ),
    "fish": (
        ["fish", "--no-config", "-i"],
        "function fish_prompt; echo '> '; end; source scripts/knapsack.fish",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHELLS)
def test_tab_completes_in_a_real_shell(name: str, program: Page, tmp_path: Path) -> None:
    command, setup = SHELLS[name]
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    (tmp_path / "scripts").mkdir()
    for file, text in completions(program).items():
        (tmp_path / "scripts" / file).write_text(text, encoding="utf-8")
    (tmp_path / "report one.txt").touch()
    (tmp_path / "sources").mkdir()
    for line, *expected in (
        ("knapsack com", "press"),
        ("knapsack ", "compress", "drift"),
        ("knapsack drift dr", "op-all"),
        ("knapsack drift rep", "ort"),
        ("knapsack drift add sou", "rces"),
        ("knapsack drift --mo", "de"),
        ("knapsack drift --mode f", "ail"),
        ("knapsack drift --mode=f", "ail"),
        ("knapsack drift -m f", "ail"),
        ("knapsack drift 'report one.txt' --js", "on"),
        ("knapsack drift --mode add --js", "on"),
        ("knapsack drift --mode add dr", "op-all"),
        ("knapsack compress -- printe", "nv"),
    ):
        shell = Shell(command, setup, tmp_path)
        try:
            assert shell.shows(line, expected), (line, shell.seen)
        finally:
            shell.close()


def test_program_runs_as_the_tree_says(program: Page) -> None:
    assert [page.path for page in all_pages(program)] == [
        ("knapsack",),
        ("knapsack", "drift"),
        ("knapsack", "drift", "add"),
        ("knapsack", "drift", "drop-all"),
        ("knapsack", "compress"),
    ]
    drift = program.children[0]
    assert drift.options[0].choices == ("warn", "fail")
    assert drift.options[1].note == "[default: 3; 1<=x<=9]"
    assert drift.examples[0] == ".git/x --a 'b'"
