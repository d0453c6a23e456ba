"""Benchmarks: Google Benchmark, Criterion, JMH, benchmark.js, hyperfine. Every result stays, the runs go."""

from knapsack_cli.compression.kinds.common.failures import Layout
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import EVIDENCE, FAILURE, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_RESULT = lazy(
    r"(?P<google>\S(?:.{0,200}?\S)?)\s{2,}-?[\d.e+]+ (?:ns|us|ms|s|%|N|NlgN|N\^\d|lgN|\(1\))\s{2,}"
    r"-?[\d.e+]+ (?:ns|us|ms|s|%|N|NlgN|N\^\d|lgN|\(1\))(?:\s|$)"
    r"|(?:\S(?:.{0,200}?\S)?\s+|\s*)(?:time|thrpt|change):\s+\[[^\]\n]+\]"
    r"|\S.{0,300} x [\d,.]+ ops/sec ±"
    r"|\S+(?:\s+\S+){0,9}?\s+(?:thrpt|avgt|sample|ss)\s+(?:\d+\s+)?[≈\d.,⁻¹²³⁴⁵⁶⁷⁸⁹]+(?:\s+±\s*[\d.,]+)?\s+\S+/\S+$"
    r"|(?:Benchmark(?: #?\d+)?: \S|\s+Time \((?:mean|abs)|\s+[\d.]+(?: ± [\d.]+)? times (?:faster|slower))"
)
_TOLD = lazy(
    r"Benchmark +(?:Time|Mode|\()|\s+(?:Performance has|Change within|No change in)|Result \"|Fastest is "
    r"|# Benchmark: |# Parameters: |Summary$|\s+'?\S.*'? ran$|\*\*\*WARNING|\s+\d+ \(\d+\.\d+%\) \w+ \w+$"
    r"|Found \d+ outliers"
)
_FAILED = lazy(r".*\bERROR OCCURRED: |<failure>|Error: |.*\b(?:panicked at|Exception\b)")
_RUN = lazy(
    r"Benchmarking \S.*|# (?:Warmup|Run progress|Fork|VM |Blackhole|Measurement|Timeout|Threads|JMH"
    r"|Benchmark mode).*|(?:# Warmup )?Iteration\s+\d+: .*|[-=]{20,}$|\s+Range \(.*"
)


def recognise(segment: Segment) -> int:
    """By a share of results, and lines that only such runs have."""
    lines = segment.lines
    sample = [line[:600] for line in (*lines[:200], *lines[-60:]) if line.strip()]
    results = sum(1 for line in sample if _RESULT.match(line))
    if results < 3:
        return 0
    known = results + sum(1 for line in sample if _TOLD.match(line) or _RUN.match(line))
    if known * 2 >= len(sample):
        return 91
    return 76 if known * 3 >= len(sample) and results > 5 else 0


def decide(segment: Segment) -> View | None:
    """The results, one row each; runs repeated under one name by their first time."""
    lines = segment.lines
    layout = Layout(segment)
    others: list[int] = []
    runs: list[int] = []
    timed = ""
    for index, text in enumerate(lines):
        line = text[:600]
        if not line.strip():
            continue
        match = _RESULT.match(line)
        if _FAILED.match(line):
            layout.keep(index, FAILURE)
        elif match is not None:
            name = match["google"] or ""
            if name and name == timed:
                runs.append(index)
                continue
            _fold(layout, runs)
            timed, runs = name, [index]
            layout.table_row(index, EVIDENCE)
        elif _TOLD.match(line):
            layout.table_row(index, EVIDENCE)
        elif not _RUN.match(line):
            others.append(index)
    _fold(layout, runs)
    lay_out_leftovers(layout, others)
    return layout.view()


def _fold(layout: Layout, runs: list[int]) -> None:
    """Tell further runs of one benchmark by their times."""
    if len(runs) < 2:
        return
    lines = layout.segment.lines
    match = _RESULT.match(lines[runs[0]][:600])
    assert match is not None
    width = len(match["google"])
    times = ", ".join(" ".join(lines[index][width:].split()[:2]) for index in runs[1:])
    layout.decisions.fold(runs[0], runs[1:], f"[x{len(runs) - 1} more: {times}]")
