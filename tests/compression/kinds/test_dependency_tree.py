"""Trees of packages: direct dependencies, whatever is wrong with its way, packages in several versions."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def npm_tree() -> str:
    lines = ["shop@1.0.0 /srv/shop"]
    for at in range(30):
        lines.append(f"├─┬ lib{at}@{at}.0.1")
        lines.append(f"│ ├── left-pad@1.{at % 2}.0")
        lines.append("│ ├─┬ error-ex@1.3.4")
        lines.append("│ │ └── is-arrayish@0.2.1 deduped")
        if at == 7:
            lines.append("│ ├── UNMET DEPENDENCY parse-it@^2.0.0")
    lines.append('└── zip@9.9.9 invalid: "^8" from the root project')
    return "\n".join(lines)


def test_direct_dependencies_troubles_and_versions_stay() -> None:
    plan = pipeline.plan(npm_tree(), Hints())
    assert plan.kinds == ["dependency-tree"]
    assert sum(line.startswith("├─┬ lib") for line in plan.lines) == 30
    assert "│ ├── UNMET DEPENDENCY parse-it@^2.0.0" in plan.lines
    assert '└── zip@9.9.9 invalid: "^8" from the root project' in plan.lines
    assert not any("error-ex" in line for line in plan.lines)
    assert plan.lines[-1] == "[in several versions: left-pad 1.0.0, 1.1.0]"


def test_the_way_to_a_trouble_is_shown() -> None:
    lines = [f"├── lib{at} v{at}.0.0" for at in range(70)]
    lines[10:10] = [
        "│   ├── inner v2.0.0",
        "│   │   └── deep v1.0.0 (*)",
        "│   │       └── broken v0.1.0 not found",
    ]
    shown = pipeline.plan("\n".join(["shop v0.1.0 (/srv/shop)", *lines]), Hints()).lines
    at = shown.index("│   │       └── broken v0.1.0 not found")
    assert shown[at - 2 : at] == ["│   ├── inner v2.0.0", "│   │   └── deep v1.0.0 (*)"]


def test_trees_of_maven_and_gradle_are_read_too() -> None:
    maven = "[INFO] example.test:shop:jar:1.0\n" + "".join(
        f"[INFO] +- org.lib:core{at}:jar:1.{at}:compile\n[INFO] |  \\- org.log:api:jar:2.{at}:compile\n"
        for at in range(40)
    )
    plan = pipeline.plan(maven, Hints())
    assert plan.kinds == ["dependency-tree"]
    assert sum("core" in line for line in plan.lines) == 40
    assert plan.lines[-1].startswith("[in several versions: org.log:api 2.0, 2.1, 2.2")


def test_the_second_level_of_a_deep_tree_is_shown_where_it_takes_little() -> None:
    lines = ["shop@1.0.0 /srv/shop"]
    for at in range(20):
        lines += [f"├─┬ lib{at}@{at}.0.1", f"│ └─┬ below{at}@1.{at}.0"]
        lines += [f"│   ├── leaf{at}-{n}@0.{n}.0 deduped" for n in range(30)]
    shown = pipeline.plan("\n".join(lines), Hints()).lines
    assert all(f"│ └─┬ below{at}@1.{at}.0" in shown for at in range(20))
    assert not any("leaf" in line for line in shown)
