"""Public reports on search hits, listings and compound output."""

from __future__ import annotations

from pathlib import Path

from support import knapsack

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def shown(text: str) -> list[str]:
    """What the pipeline writes for `text`."""
    return pipeline.plan(text, Hints()).lines


HITS = "".join(f'src/part{n % 12}.py:{n}:    call("a:b", x={n})\n' for n in range(1, 300))


def test_hits_of_one_file_are_not_split_at_their_colons() -> None:
    """rtk-ai/rtk#1436, rtk-ai/rtk#2647: lines of `grep -n` on one file became files and numbers of their own."""
    text = "".join(f'{n}:    "key:{n}": "value:{n}",\n' for n in range(1, 400, 3))
    lines = set(text.splitlines())
    assert all(line in lines or line.startswith("[") for line in shown(text))


def test_a_matched_line_is_not_cut_and_the_original_is_whole(tmp_path: Path) -> None:
    """rtk-ai/rtk#2988, rtk-ai/rtk#1161: matches were cut mid-sentence, and so was the recovery log."""
    sentence = "the one sentence that must come through to its very last word"
    text = HITS + f"src/odd.py:9:    {sentence}\n"
    out = knapsack("compress", data=text.encode(), home=tmp_path).out.decode()
    assert f" 9:    {sentence}\n" in out
    digest = out.rsplit(" ", 1)[1][:12]
    assert knapsack("retrieve", digest, "--raw", home=tmp_path).out == text.encode()


def test_matches_alone_are_shown() -> None:
    """rtk-ai/rtk#3338: `grep -o` printed nothing and exited 0."""
    text = "".join(f"src/a{n}.py:{n}:E{n:04d}\n" for n in range(1, 80))
    assert any("E0007" in line for line in shown(text))


def test_a_huge_line_is_windowed_around_what_failed(tmp_path: Path) -> None:
    """rtk-ai/rtk#3208: one line of megabytes passed whole."""
    line = "x=1;" * 400_000 + "TypeError: y is not a function" + "z=2;" * 400_000
    out = knapsack("compress", data=f"start\n{line}\nend: 1 problem\n".encode(), home=tmp_path).out
    assert len(out) < 20_000
    assert b"TypeError: y is not a function" in out
    assert b"end: 1 problem" in out


def test_hidden_names_and_exact_paths_come_through() -> None:
    """rtk-ai/rtk#3291, rtk-ai/rtk#2995, rtk-ai/rtk#3851, rtk-ai/rtk#3466 (hidden files absent),
    rtk-ai/rtk#2110 (paths that cannot be rebuilt)."""
    paths = [f"./pkg/sub{n % 5}/mod{n}.py" for n in range(60)] + [
        "./.env.local",
        "./.github/workflows/ci.yml",
    ]
    rebuilt: set[str] = set()
    stack: list[str] = []
    for line in shown("\n".join(paths)):
        depth = len(line) - len(line.lstrip(" "))
        for word in line.split():
            if word.endswith("/"):
                del stack[depth:]
                stack.append(word.rstrip("/"))
            elif "/" in word:
                rebuilt.add(word)  # a short list stays literal
            elif "." in word:
                rebuilt.add("/".join([*stack[:depth], word]))
    assert {path for path in paths if path.rpartition("/")[2].startswith(".")} <= rebuilt
    assert "./.github/workflows/ci.yml" in rebuilt


def test_hits_are_never_fused() -> None:
    """headroomlabs-ai/headroom#3545: several matches shared a line, numbers glued to foreign content."""
    text = "src/a.py:3:alpha(1)\nsrc/a.py:5:alpha(2)\nsrc/b.py:3:beta(1)\n" + HITS
    lines = shown(text)
    assert " 3:alpha(1)" in lines
    assert " 5:alpha(2)" in lines or any("more hit" in line for line in lines)


def test_outputs_of_two_commands_are_cut_at_their_border() -> None:
    """headroomlabs-ai/headroom#3099, headroomlabs-ai/headroom#1652; vincentkoc/tokenjuice#203: outputs fused,
    or the later one lost."""
    status = "On branch main\nChanges not staged for commit:\n\tmodified:   a.py\n\tmodified:   b.py\n\n"
    listing = "total 8\n" + "".join(f"-rw-r--r-- 1 dev dev {n} Jan  1 10:00 name{n}.txt\n" for n in range(12))
    plan = pipeline.plan(HITS + status + listing, Hints(command="grep -rn call src; git status; ls -l"))
    assert plan.kinds == ["search", "git-status", "long-listing"]
    whole = "\n".join(plan.lines)
    assert "\tmodified:   a.py\n\tmodified:   b.py" in whole
    assert "name11.txt" in whole


def test_a_small_listing_is_left_alone(tmp_path: Path) -> None:
    """headroomlabs-ai/headroom#3590, headroomlabs-ai/headroom#1307: a small ls came out as bare numbers."""
    text = b"total 8\n" + b"".join(
        b"-rw-r--r-- 1 dev dev %d Jan  1 10:00 name%d.txt\n" % (n, n) for n in range(6)
    )
    assert knapsack("compress", data=text, home=tmp_path).out == text


def test_the_small_reads_of_an_agent_are_left_alone(tmp_path: Path) -> None:
    """vincentkoc/tokenjuice#33: what was read with cat was compacted, and read again raw."""
    text = b"def total(cart):\n    return sum(cart)\n" * 20
    assert knapsack("compress", data=text, home=tmp_path).out == text
