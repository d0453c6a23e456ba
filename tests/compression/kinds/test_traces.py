"""Traces and debuggers: every message and cause, own frames, recursion and repeats as counts."""

from pathlib import Path

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.kinds import debugger, traces
from knapsack_cli.compression.model import Hints, Segment

FIXTURES = Path(__file__).parents[3] / "fixtures" / "traces"


def test_python_groups_keep_every_exception_of_the_tree() -> None:
    text = (FIXTURES / "python-group.txt").read_text(encoding="utf-8")
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == ["trace"]
    joined = "\n".join(plan.lines)
    for wanted in (
        "      | ValueError: one",
        "      | RuntimeError: two",
        "      | json.decoder.JSONDecodeError: Expecting property name",
        'File "/srv/shop/g.py", line 4, in b',
        'File "/srv/shop/g.py", line 7, in main',
        "The above exception was the direct cause of the following exception:",
    ):
        assert wanted in joined


def test_sanitizer_report_keeps_frames_and_drops_shadow_bytes() -> None:
    text = (FIXTURES / "address-sanitizer.txt").read_text(encoding="utf-8")
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == ["trace"]
    joined = "\n".join(plan.lines)
    assert "heap-buffer-overflow on address" in joined
    assert "in make /srv/shop/leak.c:5" in joined
    assert "allocated by thread T0 here:" in joined
    assert "SUMMARY: AddressSanitizer" in joined
    assert "Shadow byte legend" not in joined
    assert "fa fa fa" not in joined


def test_the_same_trace_again_is_a_count() -> None:
    trace = [
        "Traceback (most recent call last):",
        '  File "/srv/shop/app.py", line 12, in main',
        "    serve()",
        "KeyError: 'sku'",
    ]
    decided = traces.decide(Segment(trace * 5, 0, Hints()))
    assert decided is not None
    assert [index for index, rank in enumerate(decided.ranks) if rank] == [0, 1, 2, 3]
    assert [fold.text for fold in decided.folds] == ["[x4 the same trace, to line 20]"]


def test_java_stack_overflow_keeps_one_frame_a_place() -> None:
    lines = ["java.lang.StackOverflowError", *["\tat com.shop.Deep.deep(Deep.java:10)"] * 1000]
    decided = traces.decide(Segment(lines, 0, Hints()))
    assert decided is not None
    assert [index for index, rank in enumerate(decided.ranks) if rank] == [0, 1]


def test_recursion_in_gdb_is_told_and_its_ends_are_shown() -> None:
    frames = [f"#{n}  0x00005555 in eval (depth={n}) at crash.c:10" for n in range(60)]
    lines = [
        "Program received signal SIGSEGV, Segmentation fault.",
        *frames,
        "#60 0x00005555 in main () at crash.c:12",
        "        total = 20",
    ]
    segment = Segment(lines, 0, Hints())
    assert debugger.recognise(segment) > 90
    decided = debugger.decide(segment)
    assert decided is not None
    shown = [lines[index] for index, rank in enumerate(decided.ranks) if rank]
    assert frames[0] in shown
    assert frames[5] in shown
    assert frames[59] in shown
    assert "#60 0x00005555 in main () at crash.c:12" in shown
    assert "        total = 20" in shown
    assert len(shown) < 14
    assert decided.notes[0].text == "53 frames of the same recursion"


def test_traces_of_the_same_frames_differ_by_what_they_say_alone() -> None:
    text = "".join(
        f"""ERROR sync failed for {name}
Traceback (most recent call last):
  File "/srv/shop/store.py", line 8, in get
    return rows[sku]
KeyError: '{name}'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/srv/shop/sync.py", line 11, in sync
    raise SyncError(sku) from error
shop.SyncError: cannot sync {name}
"""
        for name in ("alpha", "beta", "gamma")
    )
    lines = pipeline.plan(text, Hints()).lines
    assert lines[12:] == [
        "ERROR sync failed for beta",
        "[... 3 lines 14-16: frames as 2-12]",
        "KeyError: 'beta'",
        "[... 6 lines 18-23: frames as 2-12]",
        "shop.SyncError: cannot sync beta",
        "ERROR sync failed for gamma",
        "[... 3 lines 26-28: frames as 2-12]",
        "KeyError: 'gamma'",
        "[... 6 lines 30-35: frames as 2-12]",
        "shop.SyncError: cannot sync gamma",
    ]


def test_waiting_goroutines_are_named_and_their_like_stacks_told_once() -> None:
    stack = "main.worker(0x0, 0x0)\n\t/srv/main.go:5 +0xd8\ncreated by main.main\n\t/srv/main.go:9 +0x47\n"
    text = "panic: nil map\n\ngoroutine 20 [running]:\nmain.link(0x1)\n\t/srv/main.go:4 +0xa6\n"
    text += "".join(f"\ngoroutine {at} [chan receive]:\n{stack}" for at in range(30, 36))
    lines = pipeline.plan(text + "exit status 2", Hints()).lines
    at = lines.index("goroutine 31 [chan receive]:")
    assert lines[at - 2 : at] == ["\t/srv/main.go:9 +0x47", ""]
    assert lines[at + 4 : at + 6] == [
        "goroutine 35 [chan receive]:",
        "[x5 stacks like that of goroutine 30]",
    ]


def test_the_mark_over_a_recursion_says_that_it_is_one() -> None:
    text = (
        "==7==ERROR: AddressSanitizer: stack-overflow on address 0x7ffd (pc 0x5580 bp 0x7ffe sp 0x7ffd T0)\n"
        + "".join(f"    #{n} 0x5580{n:04x} in eval /srv/w/crash.c:10\n" for n in range(40))
        + "    #40 0x55808e8c in main /srv/w/crash.c:12\n"
        + "SUMMARY: AddressSanitizer: stack-overflow /srv/w/crash.c:10 in eval\n==7==ABORTING\n"
    )
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert ": one frame again and again]" in shown
    assert "#40 0x55808e8c in main" in shown


def test_every_cause_of_a_ruby_error_keeps_its_message() -> None:
    text = (
        "till.rb:5:in `rescue in fetch': no price for lamp (Missing)\n"
        + "".join(f"\tfrom till.rb:{n}:in `step'\n" for n in range(6, 30))
        + "/usr/lib/ruby/3.1.0/json/common.rb:216:in `parse': unexpected token (JSON::ParserError)\n"
        + "".join(f"\tfrom till.rb:{n}:in `step'\n" for n in range(6, 30))
        + "till.rb:90:in `again': stack level too deep (SystemStackError)\n"
        + "\tfrom till.rb:90:in `again'\n" * 20
    )
    out = "\n".join(pipeline.plan(text, Hints()).lines)
    for told in ("(Missing)", "(JSON::ParserError)", "(SystemStackError)"):
        assert told in out
    assert len(out) < len(text) / 2


def test_valgrinds_mark_stands_once_above_numbered_lines() -> None:
    text = (
        "==4711== Memcheck, a memory error detector\n==4711== Copyright (C) 2002-2022\n==4711== \n"
        "==4711== Invalid write of size 1\n==4711==    at 0x109269: main (leak.c:7)\n"
        "==4711==  Address 0x4a45380 is 0 bytes inside a block of size 30 free'd\n"
        "==4711==    at 0x484417B: free (in /usr/libexec/valgrind/vgpreload_memcheck.so)\n"
        "==4711==    by 0x109260: main (leak.c:7)\n==4711== \n"
        "==4711== ERROR SUMMARY: 1 errors from 1 contexts\n"
    )
    out = pipeline.plan(text, Hints()).lines
    assert out[:4] == [
        "==4711==",
        "1 Memcheck, a memory error detector",
        "4 Invalid write of size 1",
        "5    at 0x109269: main (leak.c:7)",
    ]
    assert out[-1] == "10 ERROR SUMMARY: 1 errors from 1 contexts"


def test_elixirs_own_frames_stay_and_those_of_its_libraries_go() -> None:
    text = (
        "** (ArithmeticError) bad argument in arithmetic expression\n"
        "    (till 0.1.0) lib/till.ex:4: Till.sum/3\n"
        + "".join(f"    (stdlib 4.2) gen_server.erl:{n}: :gen_server.step/4\n" for n in range(1149, 1169))
        + "    (till 0.1.0) lib/till.ex:90: Till.main/1\n"
    )
    out = pipeline.plan(text, Hints()).lines
    assert out[:2] == text.splitlines()[:2]
    assert "    (till 0.1.0) lib/till.ex:90: Till.main/1" in out
    assert len(out) < 8


def test_traces_that_differ_in_a_number_of_their_message_keep_each_message() -> None:
    frames = "".join(f"\tat shop.Step{at}.run(Step{at}.java:{at})\n" for at in range(9))
    text = "".join(
        f"java.lang.IllegalStateException: part {part} refused\n{frames}Caused by: bad: key{part}\n"
        "\tat shop.Store.read(Store.java:4)\n"
        for part in range(3)
    )
    lines = pipeline.plan(text, Hints()).lines
    for part in range(3):
        assert f"java.lang.IllegalStateException: part {part} refused" in lines
        assert f"Caused by: bad: key{part}" in lines
    assert "\tat shop.Step5.run(Step5.java:5)" in lines


def test_the_places_of_a_data_race_are_read_though_the_module_follows_them() -> None:
    stack = "".join(
        f"    #{at} std::step{at}() /usr/include/bits/invoke.h:{at} (app+0x{at}e)\n" for at in range(1, 6)
    )
    text = (
        "==================\nWARNING: ThreadSanitizer: data race (pid=7)\n"
        "  Read of size 4 at 0x55 by thread T2:\n"
        f"    #0 count(int) /srv/w/count.cc:6 (app+0x12c8)\n{stack}\n"
        "  Thread T2 (tid=12, running) created by main thread at:\n"
        f"    #0 pthread_create ../../src/libsanitizer/tsan.cpp:1001 (libtsan.so.2+0x5e)\n{stack}"
        "    #6 main /srv/w/count.cc:17 (app+0x134f)\n\n"
        "SUMMARY: ThreadSanitizer: data race /srv/w/count.cc:6 in count(int)\n==================\n"
    )
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert "#0 count(int) /srv/w/count.cc:6" in shown
    assert "#6 main /srv/w/count.cc:17" in shown
    assert "invoke.h:3" not in shown


def test_what_the_sanitizer_of_undefined_behaviour_says_keeps_its_own_frames() -> None:
    text = "".join(
        f"lot.cc:{n}:9: runtime error: load of value {n}\n    #0 0x56 in area(int) /srv/lot.cc:{n}\n"
        "    #1 0x7f in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58\n"
        "    #2 0x7f in __libc_start_main_impl ../csu/libc-start.c:360\n"
        "    #3 0x56 in _start (/srv/lot+0x43)\n\n"
        for n in (7, 8, 9)
    )
    out = pipeline.plan(text, Hints()).lines
    assert [f"lot.cc:{n}:9: runtime error: load of value {n}" in out for n in (7, 8, 9)] == [True] * 3
    assert any("in area(int)" in line for line in out)
    assert sum("__libc_start_main_impl" in line for line in out) < 3


def test_what_a_program_says_at_each_try_is_told_once_with_the_lines_numbers() -> None:
    """Between the traces of thirty tries stand the same lines: one shape, whatever trace they follow."""
    text = "starting\n"
    for n in range(30):
        text += (
            f"signing request {n} with v4\nsending request {n} to 192.0.2.7\nno answer to request {n}\n"
            "Traceback (most recent call last):\n"
            + "".join(f'  File "/srv/pay/step{k}.py", line {k}, in step\n    go({k})\n' for k in range(1, 9))
            + "ConnectionError: refused\n"
        )
    text += "gave up\n"
    out = pipeline.plan(text, Hints()).lines
    assert sum(line.startswith("signing request") for line in out) == 1
    assert "[x29 like this to line 611: request {1..29}]" in out
    assert out.count("ConnectionError: refused") == 1
    assert out[-1] == "gave up"
