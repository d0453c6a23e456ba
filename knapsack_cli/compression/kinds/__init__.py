"""The one table of kinds, in the order in which they are asked; `families*.py` have the rows of families.

A kind's module is imported only when a signal or the command speaks for it.

A module holds:
    recognise(segment: Segment) -> int: how sure it is, 0 (not mine) to 100 (no doubt).
    decide(segment: Segment) -> Decisions | View | None: what of it is kept; None when it declines
        (the general kind then has it).
Adding a kind touches this table (or the family it belongs to) and a new file.
"""

from knapsack_cli.compression.kinds import signals
from knapsack_cli.compression.kinds.families import (
    BUILD_LOGS,
    BUILDS,
    DATA,
    INFRASTRUCTURE,
    LOGS,
    TOOL_LOGS,
    TRACES,
)
from knapsack_cli.compression.kinds.families_tests import OTHER_TESTS, TEST_RUNS
from knapsack_cli.compression.model import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from knapsack_cli.compression.model import Decisions, Segment, View


KINDS: tuple[Kind, ...] = (
    *TOOL_LOGS,
    *LOGS,
    Kind(
        "source",
        "source_glance",
        signals.SOURCE,
        uncut=True,
    ),
    *TEST_RUNS,
    Kind(
        "git-diff",
        "git_diff",
        (b"\n@@ -0", b"@@@ -0", b"diff --git ", b"diff --cc "),
        ("git diff", "git show", "diff"),
    ),
    Kind(
        "plain-diff",
        "plain_diff",
        (b"\n***************\n", b"\nOnly in ", *(f"0{sign}0".encode() for sign in "acd")),
        ("diff",),
    ),
    Kind("helm-diff", "helm_diff", (b") has changed:\n", b") has been added:\n"), ("helm diff",)),
    Kind(
        "side-by-side",
        "side_by_side",
        (b" |\t", b" >\t", b"\t>\t", b" <\n", b" >\n", b"\t<\n", b"   |  ", b"   >  "),
        ("diff -y", "sdiff"),
        uncut=True,
    ),
    Kind(
        "patch-run",
        "patch_run",
        (
            *(
                b"patching file ",
                b"checking file ",
                b"Checking patch ",
                b"\nApplying: ",
                b"\nApplying patch ",
            ),
            *(b": trailing whitespace.", b": space before tab in indent", b": new blank line at EOF"),
        ),
        ("patch", "git apply", "git am", "quilt", "git diff"),
    ),
    Kind("code-host", "code_host", (b"\nnumber:\t0", b"\nassociation:\t"), ("gh pr", "gh issue")),
    Kind(
        "git-log",
        "git_log",
        (b"\nAuthor: ", b" Author: ", b"> 0000000000 ", b" Mon Sep 00 00:00:00 0000\n"),
        ("git log",),
    ),
    Kind(
        "vcs-log",
        "other_logs",
        (b"changeset:  ", b") | 0 line", b") | 00 line", b"--\nrevno: 0"),
        ("hg log", "svn log", "brz log", "bzr log"),
    ),
    Kind(
        "git-blame",
        "git_blame",
        (b" 0000-00-00 ", b"\t0000-00-00 ", b" 0) ", b"\nauthor-mail ", b"\n     0 ", b" 0: "),
        ("git blame", "git annotate", "hg annotate", "svn blame"),
    ),
    Kind(
        "git-lines",
        "git_lines",
        (
            *(b" | ", b"\nM\t", b"\nA\t", b"\nD\t", b"00000", b"0\t0\t", b"| M\t", b"| A\t"),
            *(b"0a0", b"0b0", b"0c0", b"0d0", b"0e0", b"0f0"),
        ),
        ("git log", "git diff", "git show", "git reflog"),
    ),
    Kind(
        "git-status",
        "git_status",
        (
            *(b"On branch ", b"HEAD detached", b"Unmerged paths:", b'"git ', b"# branch.", b" N... 000000 "),
            *(b"\n?? ", b"\n M ", b"\nM  ", b"\nA  ", b"\nD  ", b"\n D ", b"\n## "),
        ),
        ("git status",),
    ),
    *INFRASTRUCTURE,
    Kind("apt-plan", "apt_plan", (b"\nInst ", b"\nRemv "), ()),
    Kind(
        "dependency-tree",
        "dependency_tree",
        ("── ".encode(), "─┬ ".encode(), b"+- ", b"+--- ", b"\\- ", b"`-- "),
        ("npm ls", "npm list", "pnpm list", "pnpm ls", "yarn list", "cargo tree", "pipdeptree", "uv tree"),
    ),
    Kind(
        "audit", "audits", (b"\nSeverity: ", b"\nCriticality: "), ("npm audit", "cargo audit", "bundle audit")
    ),
    BUILD_LOGS,
    BUILDS,
    Kind(
        "rule-counts",
        "rule_counts",
        (b"\t[ ] ", b"\t[*] ", b"E000 ", b"W000 ", b"0  Layout/", b"0  Style/", b"0  Lint/", b"0  Metrics/"),
        ("ruff", "flake8", "rubocop"),
    ),
    Kind(
        "diagnostics",
        "diagnostics",
        signals.DIAGNOSTICS,
        (
            *"gcc g++ cc c++ clang clang++ tsc mypy flake8 pylint pyright javac kotlinc eslint ruff".split(),
            *"rustc shellcheck stylelint rubocop phpstan golangci-lint".split(),
            "cargo build",
            "cargo check",
            "cargo clippy",
            "go vet",
        ),
    ),
    Kind(
        "search",
        "search",
        signals.HITS,
        ("grep", "rg", "ag", "ack", "git grep"),
    ),
    Kind(
        "symbols",
        "symbols",
        (
            *(
                b".h  ",
                b".c  ",
                b".py ",
                b".js ",
                b".go ",
                b".rb ",
                b".java ",
                b".cpp ",
                b".cc ",
                b".rs ",
                b".ts ",
            ),
            *(b';"\t', b".h ", b".c "),
        ),
        ("ctags", "global", "cscope"),
    ),
    Kind(
        "path-table",
        "path_table",
        signals.PATH_COLUMNS,
        ("du", "unzip", "zip", "zipinfo", "rsync"),
    ),
    Kind("long-listing", "long_listing", (b"rw", b"r-x", b"<DIR>", b"-a---"), ("ls", "ll", "exa", "eza")),
    Kind("listing", "short_listing", (b":\n", b"\n"), ("ls", "dir")),
    *DATA,
    Kind(
        "paths",
        "paths",
        (b"/", "── ".encode(), b"-- ", "\n├───".encode(), b"\n+---"),
        ("find", "fd", "tree", "git ls-files"),
    ),
    Kind(
        "source",
        "source",
        (),
        (),
        (".py", ".c", ".h", ".go", ".rs", ".ts", ".js", ".java", ".rb"),
        uncut=True,
    ),
    OTHER_TESTS,
    *TRACES,
    Kind(
        "prose",
        "plain_text",
        (b".\n\n", "。".encode(), b"; urgency=", b">\n\n\t"),
        (),
        (".txt", "changelog"),
        uncut=True,
    ),
)
"""In order of preference: at equal confidence the earlier one wins."""

CUSTOM = Kind("custom", "custom", uncut=True)
"""A person's own, defined in `config.toml`; asked first, and only when there are any."""

GENERAL = Kind("text", "general")
"""Everything else: by shapes, rarity, head, tail and evidence."""


def load(kind: Kind) -> "tuple[Callable[[Segment], int], Callable[[Segment], Decisions | View | None]]":
    """Import a kind's module and return its `recognise` and `decide`."""
    name = f"knapsack_cli.compression.kinds.{kind.module}"
    module = __import__(name, fromlist=("recognise", "decide"))  # importlib costs half a millisecond
    return module.recognise, module.decide


def by_name(name: str) -> Kind | None:
    """The kind called `name`, or None; where a glance goes before it, the whole of it."""
    for kind in (*KINDS, GENERAL):
        if kind.name == name and not kind.module.endswith("_glance"):
            return kind
    return None


def names() -> list[str]:
    """What `--as` takes."""
    return list(dict.fromkeys(kind.name for kind in (*KINDS, GENERAL)))
