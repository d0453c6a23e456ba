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
