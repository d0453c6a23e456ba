"""Search hits and lists of paths: every file with a hit, every shown path to be rebuilt."""

from __future__ import annotations

import json
import re

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.plan import Plan


def plan(text: str) -> Plan:
    """What the pipeline makes of `text`."""
    return pipeline.plan(text, Hints())


def test_every_file_with_a_hit_is_named_with_its_first_hit() -> None:
    text = "".join(f"src/mod{n % 30}.py:{n}:    value = load(step)\n" for n in range(1, 400))
    made = plan(text)
    assert made.kinds == ["search"]
    for n in range(30):
        assert any(f"src/mod{n}.py" in line for line in made.lines)


def test_equal_hits_share_a_row_with_all_their_numbers() -> None:
    text = (
        "".join(f"src/a.py:{n}:  free(x);\n" for n in (3, 9, 12))
        + "src/b.py:1:  free(y);\nsrc/c.py:7:  free(z);\n"
    )
    assert " 3,9,12:  free(x);" in plan(text).lines


def test_hits_with_colons_in_their_text_stay_whole() -> None:
    text = "".join(f'src/a{n}.py:{n}:x = "a:b:{n}:c"\n' for n in range(1, 20))
    assert ' 7:x = "a:b:7:c"' in plan(text).lines


def test_headings_and_context_are_understood() -> None:
    text = "src/a.py\n10-before\n11:the hit\n12-after\n\nsrc/b.py\n3:other hit\n4-next\n"
    lines = plan(text * 1).lines
    assert lines[:2] == ["src/a.py", " 10-before"]
    assert " 3:other hit" in lines


def test_lines_that_are_no_hits_stay_as_they_are() -> None:
    text = (
        "".join(f"src/a{n}.py:{n}:hit\n" for n in range(1, 20))
        + "Binary file lib/x.so matches\ngrep: /root: Permission denied\n"
    )
    lines = plan(text).lines
    assert "Binary file lib/x.so matches" in lines
    assert "grep: /root: Permission denied" in lines


def test_paths_become_a_tree_with_counts_and_the_unusual_named() -> None:
    text = (
        "".join(f"./src/part{n % 9}/a_file_of_sources_{n}.py\n" for n in range(900))
        + "./src/part3/.hidden\n./src/odd.weird\n"
    )
    made = plan(text)
    assert made.kinds == ["paths"]
    whole = "\n".join(made.lines)
    assert ".hidden" in whole
    assert "odd.weird" in whole
    assert "100 files" in whole or "101 files" in whole


def test_a_list_of_middle_size_shows_every_name() -> None:
    names = [f"{word}{n}" for word in ("cache", "parse", "render", "store") for n in range(100)]
    paths = [f"src/core/{name}.{ending}" for name in names for ending in ("c", "h")]
    made = plan("\n".join([*paths, "src/core/Makefile", "src/core/a b.c"]))
    whole = "\n".join(made.lines)
    rebuilt = {
        f"src/core/{stem}.{ending}"
        for row in re.findall(r"\{([^}]*)\}\.\{c h\}", whole)
        for stem in row.split()
        for ending in "ch"
    }
    assert rebuilt == set(paths)
    assert made.lines[:3] == ["src/core/", " Makefile", " a b.c"]
    assert "files (" not in whole


def test_small_folders_show_all_their_names() -> None:
    paths = ["docs/", *(f"docs/chapter{n}/index.md" for n in range(12)), "docs/über uns.md"]
    lines = plan("\n".join(paths)).lines
    assert " über uns.md" in lines
    assert " chapter3/index.md" in lines


def test_a_short_list_of_files_keeps_each_path_as_it_is() -> None:
    paths = [f"src/module{n % 5}/part_{n}.py" for n in range(90)]
    assert plan("\n".join(paths)).lines == paths


def test_a_long_listing_keeps_names_sizes_and_odd_owners() -> None:
    text = "total 99\n" + "".join(
        f"-rw-r--r-- 1 dev dev {n * 10} Jan  1 10:00 file{n}.txt\n" for n in range(40)
    )
    text += (
        "-rwsr-xr-x 1 root root 5 Jan  1 10:00 odd\nlrwxrwxrwx 1 dev dev 3 Jan  1 10:00 link -> file1.txt\n"
    )
    whole = "\n".join(plan(text).lines)
    assert "file7.txt 70" in whole
    assert "-rwsr-xr-x 1 root root 5 Jan  1 10:00 odd" in whole
    assert "link -> file1.txt" in whole


def test_hits_without_numbers_stand_under_their_file() -> None:
    lines = [f"src/part{n // 6}/file.py:    call_{n}(arguments, of, line, {n * n})" for n in range(240)]
    shown = pipeline.plan("\n".join(lines), Hints()).lines
    assert shown[0] == "[240 hits in 40 files]"
    assert all(any(line.startswith(f"src/part{n}/file.py") for line in shown) for n in range(40))
    assert "     call_0(arguments, of, line, 0)" in shown
    assert any(line.endswith("more hits]") for line in shown)


def test_the_function_that_git_grep_names_is_context() -> None:
    lines = [
        f"src/part{n // 4}.py{'=:--'[n % 4]}{n + 1}{'=:--'[n % 4]}line {n} of a function" for n in range(80)
    ]
    shown = pipeline.plan("\n".join(lines), Hints()).lines
    assert sum(line.startswith("src/") for line in shown) == 20


def test_counts_of_hits_are_no_extensions() -> None:
    lines = [f"src/part{n % 9}/a_long_name_of_{n}.py:{n % 13 + 1}" for n in range(900)]
    shown = "\n".join(pipeline.plan("\n".join(lines), Hints()).lines)
    assert ".py 100" in shown


def test_a_small_result_shows_each_hit_that_differs() -> None:
    words = ("load", "save", "open", "close", "merge", "split")
    texts = [f"    return {word}_{other}(state);" for word in words for other in words]
    lines = [f"src/core.c:{n * 7}:{text}" for n, text in enumerate(texts)]
    lines += [f"src/core.c:{900 + n}:    return load_load(state);" for n in range(20)]
    shown = plan("\n".join(lines)).lines
    assert all(any(row.endswith(":" + text) for row in shown) for text in texts)
    assert sum("load_load" in row for row in shown) == 1
    assert not any("more hit" in row for row in shown)


def _event(kind: str, path: str, number: int, text: str) -> str:
    data = f'"path":{{"text":"{path}"}},"lines":{{"text":{json.dumps(text)}}},"line_number":{number}'
    return f'{{"type":"{kind}","data":{{{data},"absolute_offset":{number * 40},"submatches":[]}}}}'


def test_hits_told_as_json_stand_by_file_as_written() -> None:
    lines = []
    for file in ("src/one.c", "src/two.c"):
        lines.append(f'{{"type":"begin","data":{{"path":{{"text":"{file}"}}}}}}')
        for n in range(10, 60, 10):
            lines.append(_event("context", file, n - 1, f"before {n}\n"))
            lines.append(_event("match", file, n, f'  puts("say \\ {n}"); \\\n'))
            lines.append(_event("context", file, n + 1, f"after {n}\n"))
        lines.append(f'{{"type":"end","data":{{"path":{{"text":"{file}"}},"binary_offset":null}}}}')
    lines.append(
        '{"data":{"stats":{"matched_lines":10,"searches":41,"searches_with_match":2}},"type":"summary"}'
    )
    made = plan("\n".join(lines))
    assert made.kinds == ["rg-json"]
    assert made.lines[0].startswith("[rg --json: 10 match events in 2 files, 41 searched")
    assert made.lines[1:5] == [
        "src/one.c",
        " 9-before 10",
        ' 10:  puts(\\"say \\\\ 10\\"); \\\\',
        " 11-after 10",
    ]
    assert sum("puts" in row for row in made.lines) == 10


def test_a_search_in_binary_files_keeps_the_events_it_cannot_read() -> None:
    odd = _event("match", "src/odd.bin", 3, "x").replace('"lines":{"text"', '"lines":{"bytes"')
    lines = [*(_event("match", "src/one.c", n, f"hit {n}\n") for n in range(1, 9)), odd]
    shown = plan("\n".join(lines)).lines
    assert odd in shown


def test_context_after_a_gap_belongs_to_the_hit_below() -> None:
    blocks = []
    for n in range(10, 4000, 40):
        blocks += [f"src/one.c-{n - 1}-before", f"src/one.c:{n}:hit {n} of {n * n}", "--"]
    shown = plan("\n".join(blocks)).lines
    for at, row in enumerate(shown):
        if row.endswith("-before"):
            number = int(row.strip().partition("-")[0])
            assert shown[at + 1].startswith(f" {number + 1}:hit")


def test_a_text_that_is_all_that_many_files_have_stands_once_with_its_places() -> None:
    text = (
        "".join(f'src/part{n}.c:{n + 20}:#include "xmalloc.h"\n' for n in range(12))
        + "src/other.c:9:xmalloc(n);\n"
    )
    lines = plan(text).lines
    assert lines[0] == '#include "xmalloc.h"  [all that these 12 files have:]'
    assert all(any(f" src/part{n}.c:{n + 20}" in line for line in lines) for n in range(12))
    assert lines[-2:] == ["src/other.c", " 9:xmalloc(n);"]


def test_a_hit_on_a_minified_line_is_shown_around_what_was_searched_for() -> None:
    minified = "var a=1;" * 3000 + "if(Array.isArray(b))c()" + "var d=2;" * 3000
    text = f"dist/a.min.js:1:{minified}\n" + "".join(
        f"src/a{n}.js:{n}:  isArrayLike(x{n})\n" for n in range(1, 9)
    )
    made = plan(text)
    hit = next(line for line in made.lines if "Array.isArray(b)" in line)
    assert len(hit) < 400
    assert "characters" in hit
    assert " 7:  isArrayLike(x7)" in made.lines


def test_the_other_hit_of_a_file_with_two_is_shown() -> None:
    big = "".join(f"src/big{n % 3}.py:{n}:    value_{n}_{n % 7} = load(step_{n}, {n})\n" for n in range(900))
    pairs = "".join(f"src/pair{n}.py:{at}:    load(pair_{n}_{at})\n" for n in range(9) for at in (4, 8))
    assert all(f" 8:    load(pair_{n}_8)" in plan(big + pairs).lines for n in range(9))


def test_hits_without_numbers_in_one_line_each_are_hits() -> None:
    text = "".join(f'core/part{n}/m.c:MODULE_LICENSE ("GPLv{n % 3}");\n' for n in range(30))
    assert plan(text).kinds == ["search"]


def test_folders_of_ls_keep_their_headings_and_names_stand_side_by_side() -> None:
    text = "".join(
        f"/srv/data/part{n}:\n" + "".join(f"entry-{n}-{at}.txt\n" for at in range(9)) + "\n" for n in range(8)
    )
    made = plan(text)
    assert made.kinds == ["listing"]
    assert "/srv/data/part5:" in made.lines
    assert any(line.startswith(" entry-5-0.txt entry-5-1.txt ") for line in made.lines)


def test_bare_names_are_packed_and_none_is_lost() -> None:
    names = [f"tool-{n * 7}.{n}" for n in range(300)]
    made = plan("\n".join(names))
    assert set(names) == {name for line in made.lines for name in line.split()}
    assert len("\n".join(made.lines)) <= len("\n".join(names)) + 40


def test_trees_with_narrow_branches_are_trees() -> None:
    text = (
        "top\n├── docs\n│  └── api\n"
        + "".join(f"│     ├── page{n}.md\n" for n in range(9))
        + "└── setup.cfg\n"
    )
    lines = plan(text).lines
    assert "docs/api/" in "".join(lines)
    assert any("page0.md page1.md" in line for line in lines)


def test_of_a_very_long_listing_the_names_stay_and_the_sizes_go() -> None:
    text = "total 900\n" + "".join(
        f"-rwxr-xr-x 1 root root {n * 91 % 70000:8} Apr  7  2025 program-of-some-name-{n}\n"
        for n in range(900)
    )
    made = plan(text)
    assert "size of the largest" in made.lines[0]
    whole = " ".join(made.lines)
    assert all(f" program-of-some-name-{n}*" in whole for n in range(900))


def test_lines_that_are_all_blanks_cost_no_more_than_others() -> None:
    deep = [" " * 4000 + f"{n}x" for n in range(40)]
    assert plan("\n".join(deep)).total == 40


def test_files_without_a_hit_are_a_count_and_not_a_row_each() -> None:
    made = plan("".join(f"src/part{n % 7}/module_{n}.c:{0 if n % 4 else n + 1}\n" for n in range(200)))
    assert made.lines[0].startswith("[... 150 files with :0, within lines ")
    assert "module_1.c:0" not in "\n".join(made.lines)
    assert "module_8.c:9" in "\n".join(made.lines)


def test_blank_lines_of_context_are_gaps_in_the_numbers() -> None:
    text = "".join(
        f"src/a{n}.py\n7-\n8-def f{n}():\n9:    load({n})\n10-\n11-    keep({n})\n\n" for n in range(9)
    )
    lines = plan(text).lines
    assert lines[:4] == ["src/a0.py", " 8-def f0():", " 9:    load(0)", " 11-    keep(0)"]


def test_of_more_folders_than_have_room_the_largest_are_named() -> None:
    paths = [
        f"/srv/doc/package-with-a-name-{n}/changelog{at}.gz" for n in range(2000) for at in range(n % 3 + 1)
    ]
    made = plan("\n".join(paths))
    whole = "\n".join(made.lines)
    assert made.lines[0].endswith(" in 2,000 folders [the largest:]")
    assert " package-with-a-name-2/" in whole
    assert " package-with-a-name-0/" not in whole
    assert 9_000 < len(whole) < 20_000


def test_the_hits_that_are_shown_of_a_large_search_leave_no_marks_of_single_lines() -> None:
    text = "".join(
        f"src/deep/module_{n // 7}.py:{n}:    value_{n % 13}_{n % 7} = load_{n * 31 % 977}(step_{n}, other_{n % 5})\n"
        for n in range(2800)
    )
    lines = plan(text).lines
    assert not any(line.startswith("[... line ") for line in lines)
    assert sum(len(line) + 1 for line in lines) < 0.45 * len(text)
