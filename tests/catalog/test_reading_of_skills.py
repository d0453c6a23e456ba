"""Files of skills that a call of a tool read are found in its arguments, however long these are."""

from knapsack_cli.catalog.conversation import Call, evidence


def read(argument: str) -> list[str]:
    return [
        use.text for use in evidence([], [Call("shell", "1", [("command", argument)])]) if use.way == "read"
    ]


def test_files_of_skills_are_found_in_a_command() -> None:
    assert read("cat a/b/SKILL.md 'c/SKILL.md' d/SKILL.md.bak") == ["a/b/SKILL.md", "c/SKILL.md"]


def test_a_long_argument_is_read_in_one_go() -> None:
    assert read("a" * 200_000 + " b/SKILL.md") == ["b/SKILL.md"]
