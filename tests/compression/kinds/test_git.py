"""git's outputs: no changed line, commit, file or state is lost; context, advice and repetition go."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

HEAD = "diff --git a/src/cart.py b/src/cart.py\nindex 1111111..2222222 100644\n--- a/src/cart.py\n+++ b/src/cart.py\n"
HUNK = "@@ -10,9 +10,10 @@ def total(cart):\n" + "".join(f"     context line number {n}\n" for n in range(3))
HUNK += "-    return old(cart)\n+    return new(cart)\n+    # said twice\n" + "".join(
    f"     later line number {n}\n" for n in range(5)
)


def shown(text: str) -> list[str]:
    """What the pipeline writes for `text`."""
    return pipeline.plan(text, Hints()).lines


def test_changed_lines_stay_under_their_place_and_outer_context_goes() -> None:
    lines = shown(HEAD + HUNK)
    for kept in ("-    return old(cart)", "+    return new(cart)", "[@@ 12] def total(cart):"):
        assert kept in lines
    assert not any("later line number 3" in line for line in lines)


def test_each_run_of_changes_says_its_line_in_the_new_file() -> None:
    long = "    unchanged = statement_number({})\n"
    text = (
        HEAD
        + "@@ -100,9 +200,9 @@ def total(cart):\n "
        + long.format(1)
        + "-    a = 1\n+    a = 2\n     }\n-    b = 1\n"
    )
    text += (
        "".join(" " + long.format(n) for n in range(3)) + "+    c = 3\n@@ -150,1 +250,2 @@ def total(cart):\n"
    )
    text += " " + long.format(9) + "+    d = 4\n" + "+    e = 5\n" * 400
    assert shown(text)[1:11] == [
        "+++ b/src/cart.py",
        "[@@ 201] def total(cart):",
        "-    a = 1",
        "+    a = 2",
        "     }",
        "-    b = 1",
        "[@@ 206]",
        "+    c = 3",
        "[@@ 251]",
        "+    d = 4",
    ]


def test_the_names_of_svn_hg_and_diff_are_told_once_without_their_times() -> None:
    hunk = "@@ -7,1 +7,1 @@\n-old\n+new\n"
    text = (
        "Index: lib/a.c\n"
        + "=" * 67
        + "\n--- lib/a.c\t(revision 1)\n+++ lib/a.c\t(revision 3)\n"
        + hunk
        + "diff -r 37a13a5faf93 lib/b.c\n--- a/lib/b.c\tMon Nov 30 01:20:10 2026 +0000\n"
        + "+++ b/lib/b.c\tMon Nov 30 01:20:12 2026 +0000\n"
        + hunk
        + "diff -ruN old/c.c new/c.c\n--- old/c.c\t2026-01-01 10:00:00.0 +0000\n"
        + "+++ new/c.c\t1970-01-01 00:00:00.0 +0000\n"
        + hunk
    )
    lines = shown(text)
    assert [line for line in lines if line.startswith(("+++ ", "--- ", "Index", "diff"))] == [
        "+++ lib/a.c",
        "+++ b/lib/b.c",
        "--- old/c.c",
        "+++ new/c.c\t1970-01-01 00:00:00.0 +0000",
    ]
    assert "[@@ 7]" in lines


def test_of_a_deleted_file_every_line_is_shown() -> None:
    body = [
        "def first(cart):",
        *[f"    work(cart, {n})" for n in range(200)],
        "    return the_very_last_line",
    ]
    text = HEAD.replace("+++ b/src/cart.py", "+++ /dev/null").replace(
        "index", "deleted file mode 100644\nindex"
    )
    lines = shown(text + f"@@ -1,{len(body)} +0,0 @@\n" + "".join(f"-{line}\n" for line in body))
    assert lines[-len(body) :] == [f"-{line}" for line in body]


def test_past_the_evidence_budget_every_file_keeps_how_its_changes_begin_and_end() -> None:
    def file(name: str, lines: int) -> str:
        added = "".join(
            f"+    {name} statement number {n} with words of its own {n * 7}\n" for n in range(lines)
        )
        return HEAD.replace("cart", name) + f"@@ -1,1 +1,{lines} @@\n" + added

    lines = shown(
        file("large", 6000) + "".join(file(f"small{n}", 12) for n in range(20)) + file("huge", 6000)
    )
    for name in ("large", *(f"small{n}" for n in range(20)), "huge"):
        assert any(line.startswith(f"+    {name} statement number 11 ") for line in lines), name
    for name in ("large", "huge"):
        assert any(line.startswith(f"+    {name} statement number 5999 ") for line in lines), name


def test_mails_of_format_patch_are_told_as_commits() -> None:
    text = "".join(
        f"From {n:040x} Mon Sep 17 00:00:00 2001\nFrom: Ada Lovely <ada@example.com>\n"
        f"Date: Sun, 1{n} May 2026 06:22:51 +0100\nSubject: [PATCH {n}/3] fs: Mend the mount {n}\n\nIt was broken.\n\n"
        f"Signed-off-by: Ada Lovely <ada@example.com>\n---\n src/cart.py | 3 ++-\n 1 file changed, 2 insertions(+)\n\n"
        f"{HEAD}{HUNK}-- \n2.39.5\n\n"
        for n in range(1, 4)
    )
    lines = shown(text)
    assert lines[0].startswith("[3 mails: hash, day, author, subject; stats left out")
    assert "00000000 May 12 2026 Ada Lovely: [PATCH 2/3] fs: Mend the mount 2" in lines
    assert lines.count("It was broken.") == 3
    assert lines.count("Signed-off-by: Ada Lovely <ada@example.com>") == 3
    assert not any(line.startswith(("-- ", " 1 file changed")) for line in lines)


def test_lines_that_words_were_put_into_begin_no_other_output() -> None:
    text = HEAD + "@@ -10,9 +10,20 @@ def total(cart):\n\n    {+def other(cart):+}\n"
    text += "".join(f"{{+        step_number_{n}(cart)+}}\n" for n in range(12)) + "\n    def check():\n"
    lines = shown(text)
    assert all(f"{{+        step_number_{n}(cart)+}}" in lines for n in range(12))


def test_renames_modes_binaries_and_submodules_are_told() -> None:
    text = (
        "diff --git a/old.py b/new.py\nsimilarity index 100%\nrename from old.py\nrename to new.py\n"
        "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n"
        "diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n"
        "diff --git a/lib b/lib\nindex 3..4 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n"
        "-Subproject commit 1111111111111111111111111111111111111111\n+Subproject commit 2222222222222222222222222222222222222222\n"
    )
    lines = shown(text)
    for kept in ("rename from old.py", "new mode 100755", "Binary files a/a.png and b/a.png differ"):
        assert kept in lines
    assert any(line.startswith("+Subproject commit 2222") for line in lines)


def test_a_generated_file_is_told_by_its_counts() -> None:
    text = (
        HEAD.replace("src/cart.py", "package-lock.json")
        + "@@ -1,60 +1,60 @@\n"
        + "-  old entry\n+  new entry\n" * 60
    )
    assert "[... 121 lines 5-125: +60 -60 in a generated file]" in shown(text)


def test_a_moved_block_is_told_by_where_it_went() -> None:
    block = [f"    moved statement number {n} of the block" for n in range(5)]
    text = HEAD + "@@ -1,6 +1,1 @@\n" + "".join(f"-{line}\n" for line in block) + " kept\n"
    text += "@@ -50,1 +45,6 @@\n" + "".join(f"+{line}\n" for line in block) + " kept\n"
    lines = shown(text)
    assert "[... 5 lines 6-10: moved, as added in lines 13-17]" in lines
    assert "+" + block[2] in lines


def test_a_block_moved_into_another_indentation_is_told_too() -> None:
    block = [f"    moved statement number {n} of the block" for n in range(5)]
    text = HEAD + "@@ -1,6 +1,7 @@\n" + "".join(f"-{line}\n" for line in block) + "+    if ready:\n"
    text += "".join(f"+    {line}\n" for line in block) + " kept\n"
    lines = shown(text)
    assert "[... 5 lines 6-10: moved, re-indented, as added in lines 12-16]" in lines
    assert "+    " + block[4] in lines


def test_a_change_made_in_many_files_is_shown_once() -> None:
    change = "-from package.module.legacy import transport as connection\n"
    change += "+from package.module.modern import transport as connection\n"
    text = "".join(
        HEAD.replace("cart", f"part{n}") + f"@@ -{n + 1},1 +{n + 1},1 @@\n" + change for n in range(9)
    )
    lines = shown(text)
    assert sum(line.startswith("-from package") for line in lines) == 1
    assert lines[4:6] == ["+from package.module.modern import transport as connection", "[lines 6-7]"]
    assert "[... 2 lines 62-63: as lines 6-7]" in lines
    assert all(f"+++ b/src/part{n}.py" in lines for n in range(9))


def test_a_file_is_named_once_and_its_modes_are_told() -> None:
    text = (
        "diff --git a/new.py b/new.py\nnew file mode 100755\nindex 0000000..1111111\n--- /dev/null\n+++ b/new.py\n"
        "@@ -0,0 +1,1 @@\n+import this\n"
        "diff --git a/gone.py b/gone.py\ndeleted file mode 100644\nindex 1111111..0000000\n--- a/gone.py\n+++ /dev/null\n"
        "@@ -1,1 +0,0 @@\n-import that\n"
        "diff --git a/empty b/empty\nnew file mode 100644\nindex 0000000..e69de29\n"
    )
    assert shown(text)[1:] == [
        "new file mode 100755",
        "+++ b/new.py",
        "+import this",
        "deleted file mode 100644",
        "--- a/gone.py",
        "-import that",
        "diff --git a/empty b/empty",
        "new file mode 100644",
    ]


def test_commits_of_a_log_with_changes_have_a_row_each() -> None:
    text = "".join(
        f"commit {n + 1:040x}\nAuthor: Ada Lovely <ada@example.com>\nDate:   Mon Mar {n + 1} 10:00:00 2026 +0000\n\n"
        f"    Subject number {n}\n    \n    Why, in full.\n\n{HEAD}{HUNK}\n"
        for n in range(4)
    )
    lines = shown(text)
    assert "00000000 Mar 3 2026: Subject number 2" in lines
    assert "author if not Ada Lovely" in lines[0]
    assert lines.count("    Why, in full.") == 4


def test_a_diff_by_words_keeps_the_lines_with_words() -> None:
    text = (
        HEAD
        + "@@ -10,9 +10,9 @@ def total(cart):\n"
        + "".join(f"context line number {n}\n" for n in range(4))
    )
    text += "    return [-old-]{+new+}(cart)\n" + "".join(f"later line number {n}\n" for n in range(4))
    lines = shown(text)
    assert "    return [-old-]{+new+}(cart)" in lines
    assert not any("later line number 3" in line for line in lines)


def test_a_diff_whose_colours_told_the_changes_is_left_alone() -> None:
    text = (
        HEAD
        + "@@ -10,9 +10,9 @@ def total(cart):\n"
        + "".join(f"context line number {n}\n" for n in range(4))
    )
    text += "    return oldnew(cart)\n" + "".join(f" later line number {n}\n" for n in range(4))
    assert all(line in shown(text) for line in text.splitlines()[4:])


def test_conflict_markers_of_a_combined_diff_stay() -> None:
    text = (
        "diff --cc a.py\nindex 1,2..3\n--- a/a.py\n+++ b/a.py\n@@@ -1,3 -1,3 +1,7 @@@\n"
        "++<<<<<<< ours\n +one\n++=======\n+ two\n++>>>>>>> theirs\n"
    )
    assert {"++<<<<<<< ours", " +one", "+ two", "++>>>>>>> theirs"} <= set(shown(text))


def test_a_log_keeps_every_commit_with_day_author_and_subject() -> None:
    text = "".join(
        f"commit {n:040x}\nAuthor: Ada Lovely <ada@example.com>\nDate:   Mon Mar {n % 28 + 1} 10:00:00 2026 +0000\n\n"
        f"    Subject number {n}\n    \n    A long body that explains why.\n    Fixes #{n}\n\n"
        for n in range(40)
    )
    lines = shown(text)
    assert f"{7:040x}"[:8] + " Mar 8: Subject number 7" in lines
    assert "author if not Ada Lovely" in lines[0]
    assert "    Fixes #7" in lines
    assert not any("explains why" in line for line in lines)


def test_every_line_of_a_short_log_stays() -> None:
    text = "".join(f"{n:08x} Subject number {n}\n" for n in range(300))
    assert shown(text) == text.splitlines()


def test_status_loses_its_advice_and_nothing_else() -> None:
    text = (
        'On branch main\nYour branch is up to date.\n\nYou have unmerged paths.\n  (fix conflicts and run "git commit")\n\n'
        'Unmerged paths:\n  (use "git add <file>..." to mark resolution)\n\tboth modified:   a.py\n\n'
        'Changes not staged for commit:\n  (use "git add <file>..." to update)\n'
        + "".join(f"\tmodified:   f{c}.py\n" for c in "abcdef")
    )
    lines = shown(text)
    assert [line for line in lines if "(use" in line] == []
    assert "\tboth modified:   a.py" in lines
    assert "\tmodified: fa.py fb.py fc.py fd.py fe.py ff.py" in lines


def test_status_in_another_language_loses_its_advice_too() -> None:
    text = (
        '位于分支 main\n\n尚未暂存以备提交的变更：\n  （使用 "git add <文件>..." 更新要提交的内容）\n'
        "\t修改：     src/a.py\n\t修改：     src/b.py\n\t删除：     src/c.py\n\n未跟踪的文件:\n"
        '  （使用 "git add <文件>..." 以包含要提交的内容）\n\tnotes.txt\n'
    )
    assert shown(text) == [
        "[advice left out]",
        "位于分支 main",
        "尚未暂存以备提交的变更：",
        "\t修改： src/a.py src/b.py",
        "\t删除： src/c.py",
        "未跟踪的文件:",
        "\tnotes.txt",
    ]


def test_a_rename_and_a_name_with_blanks_have_rows_of_their_own() -> None:
    text = (
        "On branch main\nChanges to be committed:\n\trenamed:    a.py -> b.py\n\trenamed:    c.py -> d.py\n"
        "Untracked files:\n\tmy notes.txt\n\tx.txt\n\ty.txt\n"
    )
    lines = shown(text)
    assert {"\trenamed: a.py -> b.py", "\trenamed: c.py -> d.py", "\tmy notes.txt", "\tx.txt y.txt"} <= set(
        lines
    )


def test_porcelain_loses_modes_and_hashes_alone() -> None:
    digest = "ef73b007d5246053f046d2f23ca10a4c07cf5406"
    modes = "100644 100644 100644"
    text = (
        f"# branch.oid {digest}\n# branch.head main\n1 .M N... {modes} {digest} {digest} src/a.py\n"
        f"2 R. N... {modes} {digest} {digest} R100 new.py\told.py\n"
        f"u UU N... 100644 {modes} {digest} {digest} {digest} both.py\n1 .M SC.. 160000 160000 160000 {digest} {digest} lib\n"
        "? notes.txt\n"
    )
    assert shown(text)[1:] == [
        f"# branch.oid {digest}",
        "# branch.head main",
        "1 .M src/a.py",
        "2 R. R100 new.py\told.py",
        "u UU both.py",
        "1 .M SC.. lib",
        "? notes.txt",
    ]


def test_blame_says_each_commit_once_a_run() -> None:
    text = "".join(
        f"1234567{n // 10} (Ada Lovely 2026-01-0{n // 10 + 1} 10:00:00 +0000 {n + 1:3d}) code {n}\n"
        for n in range(40)
    )
    lines = shown(text)
    assert sum(line.startswith("1234567") for line in lines) == 4
    assert " 40) code 39" in lines


def test_a_stat_keeps_every_file_and_loses_its_padding() -> None:
    text = (
        "".join(f" src/part{n}/file.py{' ' * 30}| {n + 1:4d} {'+' * (n % 9 + 1)}\n" for n in range(30))
        + " 30 files changed\n"
    )
    lines = shown(text)
    assert " src/part7/file.py | 8 ++++++++" in lines
    assert lines[-1] == " 30 files changed"


def test_what_became_of_a_file_stands_in_its_row_of_the_stat() -> None:
    text = (
        "".join(f" src/part{n}/file.py{' ' * 30}| {n + 1:4d} {'+' * (n % 9 + 1)}\n" for n in range(9))
        + " src/{old => new}/name.py |  2 +-\n logo.png | Bin 0 -> 372 bytes\n"
        + " 11 files changed, 5 insertions(+)\n create mode 100644 src/part3/file.py\n"
        + " rename src/{old => new}/name.py (97%)\n create mode 100644 logo.png\n mode change 100644 => 100755 run.sh\n"
    )
    lines = shown(text)
    assert " create mode 100644 src/part3/file.py | 4 ++++" in lines
    assert " rename src/{old => new}/name.py (97%) | 2 +-" in lines
    assert " create mode 100644 logo.png | Bin 0 -> 372 bytes" in lines
    assert " mode change 100644 => 100755 run.sh" in lines
    assert len(lines) == 13


def test_one_line_logs_keep_the_files_of_each_commit() -> None:
    text = "".join(
        f"* {n * 7919 + 0xABC0000:07x} Change number {n}\n| M\tsrc/part{n % 3}.py\n| A\tdocs/page.md\n"
        for n in range(40)
    )
    assert shown(text) == text.splitlines()
    text = "".join(
        f"{n * 7919 + 0xABC0000:07x} Change number {n}\nsrc/part{n % 3}.py\nMakefile\n" for n in range(40)
    )
    assert shown(text) == text.splitlines()


def test_other_forms_of_blame_name_a_commit_once_for_each_run() -> None:
    short = "".join(f"0ab35ac{n // 5}   {n:3d})     step({n})\n" for n in range(1, 60))
    assert "      11)     step(11)".strip() in [line.strip() for line in shown(short)]
    assert shown(short).count("0ab35ac2") == 1
    told = "".join(
        f"0ab35ac{n // 5}\t(Ada\t2026-01-02 03:04:05 +0000\t{n})    step({n})\n" for n in range(1, 60)
    )
    assert " 11)    step(11)" in shown(told)
    counted = "".join(f"{n // 9 + 1:6d}        ada     step({n})\n" for n in range(60))
    assert "     step(11)" in shown(counted)
    pieces = "".join(
        f"{n // 5:040x} {n} {n} 5\nauthor Ada\nauthor-mail <a@b.c>\nauthor-time 1654671600\nsummary Part {n // 5}\n"
        f"filename a.py\n\tstep({n})\n"
        for n in range(60)
    )
    lines = shown(pieces)
    assert lines[1:5] == ["0" * 40, " author Ada", " author-time 1654671600", " summary Part 0"]
    assert " 11) step(11)" in lines
    assert lines.count(" summary Part 2") == 1


def test_a_short_status_keeps_every_path_under_its_state() -> None:
    text = "## main...origin/main [ahead 2]\nR  old name.py -> new.py\n" + "".join(
        f"{' M' if n % 2 else 'M '} src/part{n}.py\n" for n in range(20)
    )
    text += "UU both.py\n?? notes.txt\n" + "".join(f"?? dist/artifact_{n}.bin\n" for n in range(60))
    lines = shown(text)
    assert lines[0] == "## main...origin/main [ahead 2]"
    assert {"R  old name.py -> new.py", "UU both.py"} <= set(lines)
    assert any(line.startswith(" M src/part1.py src/part3.py") for line in lines)
    assert "[x59 like this to line 84]" in lines


def test_authors_are_named_where_none_wrote_most() -> None:
    text = "".join(
        f"commit {n:040x}\nAuthor: Person {n % 5} <p@example.com>\nDate:   Mon Mar {n % 28 + 1} 10:00:00 2026 +0000\n\n"
        f"    Subject number {n}\n\n"
        for n in range(40)
    )
    assert "00000000 Mar 8 Person 2: Subject number 7" in shown(text)


def test_the_data_of_binary_files_is_left_out_and_parts_nothing() -> None:
    packed = "literal 9000\n" + "".join(
        "z" + "cmV-$7mw(1z>@!nVDh$O"[n % 7 :] + "x" * 45 + "\n" for n in range(40)
    )
    packed += "HcmV?d00001\n\nliteral 0\nHcmV?d00001\n\n"
    text = HEAD + HUNK
    for name in ("logo", "icon"):
        text += f"diff --git a/{name}.png b/{name}.png\nnew file mode 100644\nindex 0000000..1111111\n"
        text += "GIT binary patch\n" + packed
    lines = shown(text)
    assert "+    return new(cart)" in lines
    assert sum(line == "GIT binary patch" for line in lines) == 2
    assert not any("cmV" in line for line in lines)


def log(count: int) -> str:
    """A log with a stat and a message of two paragraphs for each commit."""
    commit = (
        "commit {0:040x}\nAuthor: A B <a@b.c>\nDate:   Mon Jan 5 10:00:00 2026 +0100\n\n    Change {0}\n\n"
    )
    stat = "    It was wrong.\n\n src/m{0}.py | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n"
    return "\n".join((commit + stat).format(n) for n in range(1, count))


def test_a_diff_below_a_log_is_a_diff() -> None:
    for between in ("", "\n"):
        lines = shown(log(60) + between + HEAD + HUNK)
        assert "+    return new(cart)" in lines
        assert any("Change 59" in line for line in lines)


def test_one_line_commits_below_a_log_are_commits() -> None:
    graph = "".join(f"* {n:07x} Subject of {n}\n" for n in range(0xA000000, 0xA000000 + 40))
    lines = shown(log(60) + graph)
    assert all(line in lines for line in graph.splitlines())


def test_a_stat_above_one_line_commits_stays() -> None:
    stat = "".join(f" src/module_{n}.py | {n} +-\n" for n in range(40))
    commits = "".join(f"{n:07x} Subject of {n}\n" for n in range(0xA000000, 0xA000000 + 400))
    lines = shown(stat + commits)
    assert all(line in lines for line in (stat + commits).splitlines())


def test_footers_of_commits_stay_where_their_bodies_go() -> None:
    text = "".join(
        f"commit {n + 1:040x}\nAuthor: Ada Lovely <ada@example.com>\nDate:   Mon Mar 2 10:00:00 2026 +0000\n\n"
        f"    Subject number {n}\n\n    Why this is done, in full, as line {n} of the log says.\n\n    Fixes: #{n}\n"
        "    Signed-off-by: Ada Lovely <ada@example.com>\n    Acked-by: Kim Roe <kim@example.com>\n\n"
        for n in range(60)
    )
    lines = shown(text)
    assert "    Fixes: #59" in lines
    assert lines.count("    Acked-by: Kim Roe <kim@example.com>") == 60
    assert lines.count("    Signed-off-by: Ada Lovely <ada@example.com>") == 60
    assert not any("Why this is done" in line for line in lines)
