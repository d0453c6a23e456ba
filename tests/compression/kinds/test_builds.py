"""Builds, installs and CI logs: failures with what led to them, results, versions; progress folds."""

import pytest

from knapsack_cli.compression.kinds import build_logs, builds
from knapsack_cli.compression.kinds.common.build_lines import (
    FAILED,
    NOISE,
    RESULT,
    STEP,
    WARNED,
    class_of,
    listed,
)
from knapsack_cli.compression.kinds.common.prefixes import strip_prefixes
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import write_rows


def segment_of(text: str) -> Segment:
    return Segment(text.strip("\n").split("\n"), 0, Hints())


def written(text: str) -> list[str]:
    view = builds.decide(segment_of(text))
    assert isinstance(view, View)
    return write_rows(view.rows)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("make[1]: Entering directory '/srv/lib'", NOISE),
        ("make: *** [Makefile:105: all] Error 2", FAILED),
        ("[ 33%] Building CXX object CMakeFiles/fmt.dir/src/os.cc.o", STEP),
        ("[100%] Built target fmt", RESULT),
        ("-- Performing Test HAVE_X - Failed", NOISE),
        ("-- Could NOT find Doxygen (missing: DOXYGEN_EXECUTABLE)", RESULT),
        ("CMake Error at CMakeLists.txt:3 (find_package):", FAILED),
        ("Downloaded from central: https://repo.test/a.jar (13 kB at 1.1 MB/s)", NOISE),
        ("> Task :app:compileJava UP-TO-DATE", NOISE),
        ("> Task :app:compileJava FAILED", FAILED),
        ("BUILD SUCCESSFUL in 3s", RESULT),
        ("npm error code ERESOLVE", FAILED),
        ("npm error /srv/.npm/_logs/2026-01-02T03_04_05_678Z-eresolve-report.txt", FAILED),
        ("checking for mysql.h... yes", NOISE),
        ("checking for mysql.h... no", STEP),
        ("npm error A complete log of this run can be found in: /tmp/x.log", NOISE),
        ("npm warn EBADENGINE Unsupported engine {", WARNED),
        ("added 290 packages in 22s", RESULT),
        ("Requirement already satisfied: idna in ./venv/lib", NOISE),
        ("Successfully installed idna-3.20", RESULT),
        ("ERROR: Could not build wheels for pycrypto", FAILED),
        ("Get:9 http://deb.test/debian bookworm/main amd64 ruby all 3.1 [5 kB]", NOISE),
        ("E: Unable to locate package nope", FAILED),
        ("Unpacking jq (1.6-2) over (1.6-1) ...", RESULT),
        ("3f9c2ab1d04e: Pulling fs layer", NOISE),
        ("Status: Downloaded newer image for alpine:3", RESULT),
        ("Step 3/7 : RUN make", RESULT),
        ("##[group]Run npm ci", RESULT),
        ("##[error]Process completed with exit code 3.", FAILED),
        ("   Compiling serde v1.0.1", NOISE),
    ],
)
def test_tells_progress_from_results(line: str, kind: int) -> None:
    assert class_of(line) == kind


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("Setting up ripgrep (13.0.0-4) ...", "ripgrep (13.0.0-4)"),
        ("(3/12) Installing musl (1.2.3-r0)", "Installing musl (1.2.3-r0)"),
        (" + idna==3.20", "idna==3.20"),
        ("go: downloading golang.test/x v0.3.1", "golang.test/x v0.3.1"),
    ],
)
def test_lists_what_is_installed_with_its_version(line: str, value: str) -> None:
    found = listed(line)
    assert found is not None
    assert found[1] == value


def test_an_error_in_the_middle_of_a_parallel_build_stays_with_its_note_and_the_lines_of_make() -> None:
    text = "\n".join(f"[ {at}%] Building CXX object src/core.dir/unit_{at}.cpp.o" for at in range(10, 60))
    text += """
src/arena.cpp:318:27: error: cannot convert ‘const char*’ to ‘size_t’
  318 |   return align_up(want, "16");
      |                         ^~~~
src/arena.h:22:15: note:   initializing argument 2
make[2]: *** [src/core.dir/build.make:90: src/core.dir/arena.cpp.o] Error 1
[ 99%] Building CXX object src/core.dir/last.cpp.o
/usr/bin/ld: libcore.a(pool.cpp.o): undefined reference to `trace_hook'
make: *** [Makefile:146: all] Error 2"""
    assert written(text) == [
        "[ 10%] Building CXX object src/core.dir/unit_10.cpp.o",
        "[x50 like this to line 56]",
        "src/arena.cpp:318:27: error: cannot convert ‘const char*’ to ‘size_t’",
        '  318 |   return align_up(want, "16");',
        "  src/arena.h:22:15: note:   initializing argument 2",
        "make[2]: *** [src/core.dir/build.make:90: src/core.dir/arena.cpp.o] Error 1",
        "/usr/bin/ld: libcore.a(pool.cpp.o): undefined reference to `trace_hook'",
        "make: *** [Makefile:146: all] Error 2",
        "[... line 53: source, notes, progress]",
    ]


def test_the_lines_before_a_failed_step_of_a_ci_stay_without_a_word_of_failure() -> None:
    rows = [f"check\tRun checks\t2026-01-01T00:00:{at:02d}.000Z step {at} route ember ok" for at in range(40)]
    rows += [
        "check\tRun checks\t2026-01-01T00:01:00.000Z container: found in compose.yml:14 - breaks isolation",
        "check\tRun checks\t2026-01-01T00:01:01.000Z ##[error]Process completed with exit code 3.",
        "check\tPost job\t2026-01-01T00:01:02.000Z git config --local --unset core.x",
    ]
    lines = written("\n".join(rows))
    assert lines[0] == "check\tRun checks"
    assert "container: found in compose.yml:14 - breaks isolation" in lines
    assert "##[error]Process completed with exit code 3." in lines
    assert not any("unset" in line for line in lines)
    assert len(lines) < 14


def test_the_failing_step_of_an_image_keeps_its_output() -> None:
    text = """
#1 [internal] load build definition from Dockerfile
#1 transferring dockerfile: 384B done
#1 DONE 0.0s
#5 [build 2/3] COPY . .
#5 DONE 0.1s
#6 [build 3/3] RUN ./configure && make
#6 0.210 checking for gcc... no
#6 0.311 no acceptable compiler in $PATH
#6 ERROR: process "/bin/sh -c ./configure && make" did not complete successfully: exit code: 77
------
 > [build 3/3] RUN ./configure && make:
0.311 no acceptable compiler in $PATH
------
ERROR: failed to solve: process "/bin/sh -c ./configure" did not complete successfully: exit code: 77"""
    lines = written(text)
    for line in (
        "#5 [build 2/3] COPY . .",
        "#6 [build 3/3] RUN ./configure && make",
        "#6 0.311 no acceptable compiler in $PATH",
        '#6 ERROR: process "/bin/sh -c ./configure && make" did not complete successfully: exit code: 77',
    ):
        assert line in lines
    assert "#1 transferring dockerfile: 384B done" not in lines


def test_maven_keeps_compile_errors_with_symbol_and_location_and_drops_advice() -> None:
    text = "[INFO] Scanning for projects...\n"
    text += "".join(
        f"[INFO] Downloaded from central: https://repo.test/m/{at}.jar (1 kB)\n" for at in range(20)
    )
    text += """[ERROR] COMPILATION ERROR :
[ERROR] /srv/shop/Cart.java:[61,23] cannot find symbol
[ERROR]   symbol:   method apply(Voucher)
[ERROR]   location: variable pricing of type Pricing
[INFO] 1 error
[INFO] BUILD FAILURE
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch."""
    lines = written(text)
    for line in (
        "[ERROR] /srv/shop/Cart.java:[61,23] cannot find symbol",
        "[INFO] BUILD FAILURE",
    ):
        assert line in lines
    joined = "\n".join(lines)
    assert "symbol:   method apply(Voucher)" in joined
    assert "location: variable pricing of type Pricing" in joined
    assert "re-run Maven" not in joined
    assert "repo.test" not in joined


def test_a_long_list_of_installed_packages_is_not_cut() -> None:
    packages = " ".join(f"package{at}-1.{at}.0" for at in range(200))
    lines = written(f"Collecting package0\n  Downloading package0.whl\nSuccessfully installed {packages}")
    assert f"Successfully installed {packages}" in lines


def test_a_block_that_repeats_is_told_by_one_row() -> None:
    block = "C/C++: Setting the prefix in lists:\nC/C++:   The object file\nC/C++:   correctly.\n"
    lines = written("> Task :app:one\n" + block * 6 + "BUILD SUCCESSFUL in 3s")
    assert sum(1 for line in lines if line.startswith("[")) == 2
    assert "[x5 like these 3 lines to line 19]" in lines


def test_strips_the_columns_of_a_ci_before_the_level_of_maven() -> None:
    lines = [f"build\tmvn\t2026-01-01T00:00:0{at}.0Z [INFO] line {at}" for at in range(5)]
    texts, tags, stamped = strip_prefixes(lines)
    assert stamped
    assert texts[0] == "line 0"
    assert tags[0] == "build\tmvn\tINFO"


def test_is_sure_of_whole_logs_of_one_tool_alone() -> None:
    maven = "[INFO] Scanning for projects...\n[INFO] BUILD SUCCESS\n[INFO] Total time:  1 s"
    assert build_logs.recognise(segment_of(maven)) > 90
    assert (
        build_logs.recognise(segment_of("2026-01-01 10:00:00 INFO start\n2026-01-01 10:00:01 INFO stop")) == 0
    )


@pytest.mark.parametrize(
    "text",
    [
        "def collect():\n    return [1]\n",
        "2026-01-01 10:00:00 INFO start\n2026-01-01 10:00:01 ERROR stop",
        "src/make.c:12:int make(void);\nsrc/make.c:40:make();",
        "total 12\n-rw-r--r-- 1 dev dev 10 Jan  1 10:00 Makefile",
    ],
)
def test_takes_nothing_else_for_a_build(text: str) -> None:
    assert builds.recognise(segment_of(text)) == 0
    assert build_logs.recognise(segment_of(text)) == 0


def test_the_list_under_a_failure_stays_though_its_lines_look_like_steps() -> None:
    steps = "".join(f"CompileSwift normal arm64 /srv/app/{at}.swift (in target 'App')\n" for at in range(30))
    lines = written(
        steps
        + "** BUILD FAILED **\n\nThe following build commands failed:\n"
        + "\tCompileSwift normal arm64 /srv/app/7.swift (in target 'App')\n(1 failure)\n"
    )
    assert "\tCompileSwift normal arm64 /srv/app/7.swift (in target 'App')" in lines
    assert len(lines) < 9


@pytest.mark.parametrize("filler", [" " * 400 + "x", "Q" * 399, "  | " + "-- " * 130, "(" * 400, "a:" * 200])
def test_no_pattern_backtracks_on_odd_lines(filler: str) -> None:
    text = "a.c:1:1: error: boom\n  1 | x\n" + f"{filler}\n" * 400 + "make: *** [x] Error 1\n"
    assert any("make: *** [x] Error 1" in line for line in written(text))


def test_messages_of_cmake_that_differ_in_names_alone_are_shown_once() -> None:
    message = """CMake Warning (dev) at CMakeLists.txt:27 (mark_as_advanced):
  Policy CMP0102 is not set: The variable named "{0}" is not in
  the cache.
This warning is for project developers.  Use -Wno-dev to suppress it.

"""
    lines = written(
        "-- Configuring the demo\n"
        + "".join(message.format(f"DEMO_{part}") for part in ("MAJOR", "MINOR", "PATCH"))
        + "CMake Error at CMakeLists.txt:31 (project):\n  Could not find toolchain file: /none.cmake\n"
        + "-- Configuring incomplete, errors occurred!\n"
    )
    assert sum("Policy CMP0102" in line for line in lines) == 1
    assert "[this message x2 more to line 15]" in lines
    assert "CMake Error at CMakeLists.txt:31 (project):" in lines
    assert "  Could not find toolchain file: /none.cmake" in lines
    assert "-- Configuring incomplete, errors occurred!" in lines


def test_a_long_message_that_a_build_says_again_is_shown_once() -> None:
    message = (
        "Unresolveable build extension: Plugin example.test:publishing:0.11.0 or one of its dependencies " * 2
    )
    lines = written(
        f"""[INFO] Scanning for projects...
[ERROR] {message}could not be resolved @
[ERROR] The build could not read 1 project -> [Help 1]
[ERROR]   The project example.test:ledger:1.0 (/srv/ledger/pom.xml) has 1 error
[ERROR]     {message}could not be resolved -> [Help 2]
[ERROR]
[ERROR] For more information about the errors, read this"""
    )
    assert sum("Unresolveable" in line for line in lines) == 1
    assert "[ERROR]   The project example.test:ledger:1.0 (/srv/ledger/pom.xml) has 1 error" in lines


def test_a_target_that_is_built_again_is_told_once() -> None:
    lines = written(
        "\n".join(
            f"[ {at}%] Building CXX object src/a{at}.cc.o\n[ {at}%] Built target core" for at in range(10, 30)
        )
        + "\n[100%] Built target ledger"
    )
    assert [line for line in lines if "Built target" in line] == [
        "[ 10%] Built target core",
        "[100%] Built target ledger",
    ]


def test_the_echo_of_a_failed_step_of_an_image_is_left_out() -> None:
    lines = written(
        """#1 [internal] load build definition
#1 DONE 0.0s
#2 [build 2/3] RUN make
#2 0.671 cc -c ledger.c
#2 0.702 ledger.c: no such file
#2 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2
------
 > [build 2/3] RUN make:
0.671 cc -c ledger.c
0.702 ledger.c: no such file
------
ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2"""
    )
    assert sum("no such file" in line for line in lines) == 1
    assert "#2 0.702 ledger.c: no such file" in lines
    assert lines[-2].startswith("ERROR: failed to solve")


def test_the_package_and_script_that_turbo_writes_are_no_part_of_a_place() -> None:
    text = "• Running build in 2 packages\n" + "".join(
        f"@shop/pay:build: src/gate{at}.ts({at},7): error TS2322: Type 'a' is not assignable to type 'b'.\n"
        for at in range(3, 9)
    )
    lines = written(text + "@shop/pay:build: npm ERR! Error: command failed\n ERROR  run failed: exited (1)")
    assert "  src/gate3.ts(3,7), src/gate4.ts(4,7), src/gate5.ts(5,7)" in "\n".join(lines)
    assert " ERROR  run failed: exited (1)" in lines


def test_the_directory_of_make_stands_before_errors_whose_paths_begin_in_it() -> None:
    text = (
        "make[1]: Entering directory '/srv/w/doc'\ncp a b\nmake[1]: Leaving directory '/srv/w/doc'\n"
        "make[1]: Entering directory '/srv/w/lib'\ncc -c buf.c\n"
        "buf.c:7:3: error: unknown type name ‘size’\n    7 |   size n;\n      |   ^~~~\n"
        "make[1]: *** [Makefile:9: buf.o] Error 1\nmake[1]: Leaving directory '/srv/w/lib'\n"
        "make: *** [Makefile:3: all] Error 2\n"
    )
    rows = written(text)
    assert "make[1]: Entering directory '/srv/w/lib'" in rows
    assert "/srv/w/doc" not in "\n".join(rows)
    assert rows.index("make[1]: Entering directory '/srv/w/lib'") < next(
        at for at, row in enumerate(rows) if row.startswith("buf.c:7:3: error")
    )


def test_how_a_warning_came_to_be_included_does_not_stand_over_the_error_after_it() -> None:
    text = (
        "Collecting lone\n  Building wheel for lone (pyproject.toml): finished with status 'error'\n"
        "  error: subprocess-exited-with-error\n"
        "      In file included from /opt/py/include/Python.h:86,\n"
        "                       from src/fast.c:31:\n"
        "      /opt/py/include/pytime.h:208:60: warning: declared inside parameter list\n"
        "        208 | int from(struct timespec *ts);\n            |                 ^~~~\n"
        "      src/fast.c:33:10: fatal error: long.h: No such file or directory\n"
        "         33 | #include <long.h>\n            |          ^~~~~~~~\n"
        "      compilation terminated.\nERROR: Failed building wheel for lone\n"
    )
    shown = "\n".join(written(text))
    assert "src/fast.c:33:10: fatal error: long.h" in shown
    assert "In file included from" not in shown


def test_each_package_of_apt_policy_has_its_installed_version_under_it() -> None:
    packages = "".join(
        f"pkg{n}:\n  Installed: 1.{n}\n  Candidate: 1.{n}\n  Version table:\n *** 1.{n} 500\n"
        "        500 http://deb.test/debian stable/main amd64 Packages\n        100 /var/lib/dpkg/status\n"
        for n in range(6)
    )
    rows = written(packages)
    for n in range(6):
        at = rows.index(f"pkg{n}:")
        assert f" *** 1.{n} 500" in rows[at : at + 4]
    assert "progress" not in rows[-1]


def test_failures_that_differ_in_two_words_are_told_by_these() -> None:
    lines = ["npm error code EUSAGE", "npm error"]
    lines += [
        f"npm error Invalid: lock file's part{n}@2.0.{n} does not satisfy part{n}@1.{n}.0" for n in range(40)
    ]
    lines += ["npm error Clean install a project", "npm error Run npm help ci for more info"]
    text = "\n".join(written("\n".join(lines)))
    assert "part7@2.0.7 part7@1.7.0, part8@2.0.8 part8@1.8.0" in text


def test_commands_of_a_compiler_and_the_targets_of_a_trace_are_a_build() -> None:
    rows = []
    for name in "till shelf quota crate depot".split():
        rows.append(f"Makefile:24{len(name)}: update target '{name}.o' due to: {name}.c all.h")
        rows.append(f"gcc -Iinclude -O2 -Wall -c src/{name}.c -o {name}.o")
    text = "\n".join(rows)
    assert builds.recognise(segment_of(text)) >= 90
    assert len(written(text)) < len(rows)


def test_the_times_of_a_pipeline_of_jenkins_come_off() -> None:
    lines = ["Started by user admin", "[Pipeline] Start of Pipeline", "[Pipeline] sh", "+ npx tsc -p ."]
    lines += [f"src/till.ts({at},7): error TS2322: Type 'null' is not assignable." for at in range(1, 9)]
    lines += ["[Pipeline] End of Pipeline", "ERROR: script returned exit code 2", "Finished: FAILURE"]
    for stamp in ("", "[2026-02-01T07:00:01.123Z] "):
        text = "\n".join(stamp + line for line in lines)
        assert build_logs.recognise(segment_of(text)) >= 90
        rows = "\n".join(written(text))
        assert "8:7" in rows
        assert rows.count("Type 'null' is not assignable.") == 1
        assert "Finished: FAILURE" in rows


def test_dnf_tells_each_package_once() -> None:
    names = [f"{name}-1.{at}-3.el9.x86_64" for at, name in enumerate("till shelf quota crate".split())]
    text = "\n".join(
        [
            "Last metadata expiration check: 0:42:10 ago.",
            "Dependencies resolved.",
            *(
                f" {name.split('-')[0]:<20} x86_64   1.{at}-3.el9   appstream   99 k"
                for at, name in enumerate(names)
            ),
            "Running transaction",
            *(f"  Installing       : {name}          {at}/8 " for at, name in enumerate(names)),
            *(f"  Verifying        : {name}          {at}/8 " for at, name in enumerate(names)),
            "Installed:",
            *(f"  {name}  " for name in names),
            "Complete!",
        ]
    )
    rows = "\n".join(written(text))
    assert all(rows.count(name) == 1 for name in names)
    assert "Complete!" in rows


def test_the_files_of_a_package_that_npm_would_publish_are_all_named() -> None:
    names = [f"lib/part{at}.js" for at in range(60)]
    text = "\n".join(
        [
            "npm notice",
            "npm notice 📦  till@1.2.0",
            "npm notice Tarball Contents",
            *(f"npm notice {at}.{at % 9}kB {name}" for at, name in enumerate(names)),
            "npm notice Tarball Details",
            "npm notice name: till",
            "npm notice total files: 60",
            "till-1.2.0.tgz",
        ]
    )
    assert builds.recognise(segment_of(text)) >= 60
    rows = "\n".join(written(text))
    assert all(name in rows for name in names)
    assert "npm notice total files: 60" in rows
