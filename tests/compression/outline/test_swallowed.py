"""Definitions in texts that a grammar reads otherwise than people do, or cannot read."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def shown(text: str, path: str) -> list[str]:
    return [line.partition(" ")[2] for line in pipeline.plan(text, Hints(path=path)).lines]


def test_types_of_go_are_shown_without_their_closing_brace_and_the_comments_of_their_fields() -> None:
    body = "\tt.count++\n" * 30
    text = (
        "package till\n\n// Till holds money.\ntype Till struct {\n\t// count of coins,\n\t// by their size.\n\tcount int\n}\n\n"
        f"type Payer interface {{\n\tPay(sum int) error\n}}\n\nfunc (t *Till) Add() {{\n{body}}}\n"
    )
    assert shown(text, "till.go") == [
        "package till",
        "// Till holds money.",
        "type Till struct {",
        "\tcount int",
        "type Payer interface {",
        "\tPay(sum int) error",
        "func (t *Till) Add() {",
    ]


def test_members_of_a_scala_trait_that_names_itself_are_shown() -> None:
    body = "    total += 1\n" * 30
    text = (
        f"trait Tills extends Base {{\nself =>\n  val limit = 3\n  def close(): Unit = {{\n{body}  }}\n}}\n"
    )
    assert shown(text, "Tills.scala")[:3] == [
        "trait Tills extends Base {",
        "  val limit = 3",
        "  def close(): Unit = {",
    ]


def test_functions_of_a_shell_file_that_its_grammar_cannot_read_are_shown() -> None:
    body = "    total=$((total + 1))\n" * 20
    text = "case $1 in !(*.@(a|b)\n" + "".join(f"_step{at}()\n{{\n{body}}}\n\n" for at in range(6))
    outline = shown(text, "till.sh")
    assert all(f"_step{at}()" in outline for at in range(6))


def test_enumerators_and_fields_after_a_line_of_macros_are_shown() -> None:
    body = "  total++;\n" * 30
    text = (
        "struct till_s {\n  TILL_FIELDS\n};\n\nTILL_TYPES\n\nTILL_EXTERN till_t* till_open(till_loop_t* loop) {\n"
        f"{body}\n}}\n\nTILL_BEGIN(\n\ntypedef enum {{\n  TILL_SHUT,\n  TILL_OPEN = 4,\n  TILL_LAST\n}} till_state;\n"
    )
    outline = "\n".join(shown(text, "till.h"))
    assert "till_open(till_loop_t* loop) {" in outline
    assert all(name in outline for name in ("TILL_SHUT", "TILL_OPEN", "TILL_LAST", "till_state"))


def test_options_of_a_component_are_shown_with_their_entries() -> None:
    body = "      this.total += 1\n" * 10
    text = (
        "<template>\n  <div>\n    <slot name='head' />\n    <PayButton @click='pay' />\n    <PayButton @click='pay' />\n"
        "  </div>\n</template>\n\n<script>\nimport PayButton from './PayButton.vue'\n\nexport default {\n  name: 'Till',\n"
        "  props: {\n    limit: {\n      type: Number,\n      default: 1\n    }\n  },\n"
        f"  data () {{\n    return {{ total: 0 }}\n  }},\n  methods: {{\n    pay (sum) {{\n{body}    }}\n  }}\n}}\n</script>\n"
    )
    assert shown(text, "Till.vue") == [
        "<template>",
        "    <slot name='head' />",
        "    <PayButton @click='pay' />",
        "<script>",
        "import PayButton from './PayButton.vue'",
        "export default {",
        "  name: 'Till',",
        "  props: {",
        "    limit: {",
        "  data () {",
        "  methods: {",
        "    pay (sum) {",
    ]
