"""Profiles are read from their top."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

PERF = (
    "# Samples: 1K of event 'cpu-clock'\n#\n# Overhead  Command  Shared Object  Symbol\n# ........\n#\n"
    + "".join(
        f"    {30 / (n + 1):5.2f}%  app      libapp.so      [.] error_handler_{n}\n            |\n"
        f"            |--{25 / (n + 1):.2f}%--caller_of_{n}\n            |          |\n"
        for n in range(80)
    )
)
PPROF = (
    "File: app\nShowing nodes accounting for 850ms, 100% of 850ms total\n"
    "      flat  flat%   sum%        cum   cum%\n"
    + "".join(
        f"     {90 - n}ms {9 - n / 10:5.2f}% {50 + n / 2:5.2f}%      140ms 16.47%  runtime.part{n}\n"
        for n in range(80)
    )
)


def test_the_top_of_a_profile_stays_with_its_heavy_callers() -> None:
    plan = pipeline.plan(PERF, Hints())
    assert plan.kinds == ["profile"]
    whole = "\n".join(plan.lines)
    assert "error_handler_29\n" in whole + "\n"
    assert "error_handler_30" not in whole
    assert "--caller_of_4" in whole
    assert "--caller_of_5" not in whole


def test_nodes_of_pprof_stay_from_the_top() -> None:
    plan = pipeline.plan(PPROF, Hints())
    assert plan.kinds == ["profile"]
    whole = "\n".join(plan.lines)
    assert "850ms total" in whole
    assert "runtime.part29" in whole
    assert "runtime.part30" not in whole


def test_a_sorted_table_shows_more_of_its_top_and_no_errors_in_names_of_functions() -> None:
    text = "   Ordered by: internal time\n\n"
    text += "   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n"
    for n in range(300):
        name = f"{'MakeError' if n % 40 == 9 else 'work'}_{n}"
        text += (
            f"{(n * 7) % 300 + 1:9d}  {90 / (n + 1):6.3f}    0.008    1.097    0.008 module.py:{n}({name})\n"
        )
    whole = "\n".join(pipeline.plan(text, Hints()).lines)
    assert "(work_19)" in whole
    assert "MakeError_249" not in whole
