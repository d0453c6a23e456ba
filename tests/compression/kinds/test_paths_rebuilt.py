"""Every path of a list that fits can be rebuilt from the tree, brace by brace."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from knapsack_cli.compression.kinds import paths
from knapsack_cli.compression.kinds.common.path_tree import Folder, tree_rows
from knapsack_cli.compression.model import Hints, Segment

_PART = st.sampled_from(["src", "lib", "core", "a-b", ".github", "v1.2", "docs"])
_NAME = st.one_of(
    st.tuples(
        st.sampled_from(["main", "util", "cache", ".env", "v1.2", "read_me", "x"]),
        st.sampled_from(["", ".c", ".h", ".o", ".d.ts", ".tar.gz", "."]),
    ).map("".join),
    st.sampled_from(["Makefile", ".gitignore", "a b.txt", "{odd}.c", "one,two.c", ".c"]),
)


def rebuilt(rows: list[str]) -> set[str]:
    """The paths that the rows of a tree tell."""
    folders: list[str] = []
    found: set[str] = set()
    for row in rows:
        depth = len(row) - len(row.lstrip(" "))
        text = row[depth:]
        if text.endswith("/"):
            del folders[depth:]
            folders.append("" if text == "./" and depth == 0 else text)
            continue
        here = "".join(folders[:depth])
        group = re.fullmatch(r"\{([^{}]*)\}(?:(\.[^{} ]+)|\.\{([^{}]*)\})", text)
        many = re.fullmatch(r"([^{} ]+)\.\{([^{}]*)\}", text)
        if group is not None and text != "{odd}.c":
            endings = [group[2]] if group[2] else ["." + one for one in group[3].split(" ")]
            found.update(here + stem + ending for stem in group[1].split(" ") for ending in endings)
        elif many is not None:
            found.update(f"{here}{many[1]}.{ending}" for ending in many[2].split(" "))
        elif text == "a b.txt":
            found.add(here + text)
        else:
            found.update(here + name for name in text.split(" "))
    return found


@settings(max_examples=150)
@given(st.lists(st.tuples(st.lists(_PART, min_size=1, max_size=4), _NAME), min_size=1, max_size=60))
def test_each_path_can_be_rebuilt_from_the_tree(places: list[tuple[list[str], str]]) -> None:
    paths = list(dict.fromkeys("/".join([*parts, name]) for parts, name in places))
    paths = [path for path in paths if not any(other.startswith(f"{path}/") for other in paths)]
    root = Folder("")
    for index, path in enumerate(paths):
        root.add(path, index)
    rows = tree_rows(root, 10_000)
    assert rebuilt([row.text for row in rows]) == set(paths)
    lines = sorted(at for row in rows for at in (row.first, *row.more) if at >= 0)
    assert lines == list(range(len(paths)))


def test_carets_far_to_the_right_are_no_branches_and_take_no_time() -> None:
    lines = [f"lib/cart.rb:{at}:90: C: Style/Long: too long\n{' ' * 300}^^^".split("\n") for at in range(9)]
    assert paths.recognise(Segment([line for pair in lines for line in pair], 0, Hints())) == 0
