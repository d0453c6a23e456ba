"""Statistics of linters: every rule with its count, the frequent ones with what they are about."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def text_of(size: int) -> str:
    rows = [
        f"{max(1, 90 - at * 4):3}\tPLR{at:04}\t[{'*' if at % 5 == 0 else ' '}] rule-about-matter-{at}"
        for at in range(size)
    ]
    return "\n".join([*rows, "Found 900 errors.", "[*] 12 fixable with `--fix`."])


def test_frequent_rules_stay_whole_and_the_others_are_told_by_count_and_code() -> None:
    plan = pipeline.plan(text_of(30), Hints())
    assert plan.kinds == ["rule-counts"]
    assert plan.lines[0] == " 90\tPLR0000\t[*] rule-about-matter-0"
    assert plan.lines[12].startswith(
        "[... 18 lines 13-30: count and rules: 42 PLR0012; 38 PLR0013; 34 PLR0014; 30 PLR0015[*];"
    )
    assert plan.lines[12].endswith("1 PLR0023, PLR0024, PLR0025[*], PLR0026, PLR0027, PLR0028, PLR0029]")
    assert plan.lines[13:] == ["Found 900 errors.", "[*] 12 fixable with `--fix`."]


def test_a_short_list_of_rules_stays_whole() -> None:
    plan = pipeline.plan(text_of(15), Hints())
    assert "rule-counts" not in plan.kinds


def test_offences_by_cop_are_rules_too() -> None:
    rows = "\n".join(f"{90 - at}  Layout/Matter{chr(65 + at)} [Safe Correctable]" for at in range(24))
    plan = pipeline.plan(f"{rows}\n--\n1884  Total in 30 files", Hints())
    assert plan.kinds == ["rule-counts"]
    assert plan.lines[-1] == "1884  Total in 30 files"
    assert "67 Layout/MatterX]" in plan.lines[12]
