"""What an outline shows of documentation: the first line of it, of everything that is defined."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def shown(text: str, path: str) -> str:
    return "\n".join(pipeline.plan(text, Hints(path=path)).lines)


def test_a_sparse_file_shows_what_every_function_is_documented_with() -> None:
    body = "\ttotal += 1\n" * 60
    text = "package till\n\n" + "".join(
        f"// Step{at} does a thing of kind {at}.\nfunc Step{at}(total int) {{\n{body}}}\n\n"
        for at in range(40)
    )
    outline = shown(text, "till.go")
    assert all(f"// Step{at} does a thing" in outline for at in range(40))


def test_in_a_dense_file_everything_keeps_the_first_line_of_its_documentation() -> None:
    text = "package till\n\n// Till is what money lies in.\ntype Till struct {\n\tcount int\n}\n\n" + "".join(
        f"// SetCount{at} sets the count {at}.\n// It may fail.\n"
        f"func (t *Till) SetCount{at}(count int) {{\n\tt.count = count\n}}\n\n"
        for at in range(60)
    )
    outline = shown(text, "till.go")
    assert "Till is what money lies in" in outline
    assert all(f"// SetCount{at} sets the count {at}." in outline for at in range(60))
    assert "It may fail" not in outline


def test_comments_between_a_signature_and_its_body_belong_to_neither() -> None:
    body = "        total = total + 1\n" * 20
    comment = "        # Nobody may pay now,\n        # nor take change.\n"
    text = f"class Till:\n    def close(self) -> None:\n{comment}{body}"
    assert "Nobody may pay" not in shown(text * 4, "till.py")


def test_a_signature_of_many_parameters_is_shown_whole() -> None:
    parameters = "".join(f"    parameter_{n}: int = {n},\n" for n in range(30))
    body = "    total = total + 1\n" * 90
    outline = shown(f"def take(\n{parameters}) -> None:\n{body}", "till.py")
    assert all(f"parameter_{n}: int = {n}," in outline for n in range(30))
    assert "total + 1" not in outline
