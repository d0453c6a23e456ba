"""Definitions in texts that a grammar reads otherwise than people do, or cannot read."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.kinds import source
from knapsack_cli.compression.model import Decisions, Hints, Segment
from knapsack_cli.compression.outline import reading, rescue
from knapsack_cli.compression.outline.constructors import beside_names


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


def test_a_text_that_its_grammar_cannot_read_is_outlined_by_its_lines() -> None:
    text = "package shop\n\nimport shop.base\n\nclass Till(val limit: Int) {\n" + "".join(
        f"  def step{at}(sum: Int): Unit = {{\n    sum match {{\n      case 1 => close()\n      case _ =>\n    }}\n"
        f"    val left = sum - {at}\n    println(left)\n  }}\n\n"
        for at in range(12)
    )
    made = pipeline.plan(text + "}\n", Hints())
    outline = "\n".join(made.lines)
    assert made.kinds == ["source"]
    assert "class Till(val limit: Int) {" in outline
    assert "import shop.base" in outline
    assert all(f"def step{at}(" in outline for at in range(12))
    assert "println" not in outline


def test_a_script_with_few_types_is_read_with_them() -> None:
    text = 'import { test, expect } from "./runner";\n\n' + "".join(
        f'test("adds {at}", () => {{\n  const found = add<number>({at}, 1) as Sum<number>;\n'
        f"  expect(found.total!).toBe({at + 1});\n  expect(found).toEqual({{ total: 1 }});\n}});\n\n"
        for at in range(12)
    )
    made = pipeline.plan(text, Hints())
    outline = "\n".join(made.lines)
    assert made.kinds == ["source"]
    assert all(f'test("adds {at}"' in outline for at in range(12))
    assert "expect(found)" not in outline


def test_files_that_are_mostly_data_are_told_by_their_edges() -> None:
    data = "".join(f"\t0x{at:02x}, 0x{at + 1:02x}, 0x{at + 2:02x}, 0x{at + 3:02x},\n" for at in range(200))
    go = f'// made\npackage till\n\nimport (\n\t"fmt"\n)\n\nvar table = []byte{{\n{data}}}\n\nfunc show() {{\n\tfmt.Println(table)\n}}\n'
    made = pipeline.plan(go, Hints())
    assert made.kinds == ["source"]
    assert "func show() {" in "\n".join(made.lines)


def test_every_constant_and_function_of_a_header_of_macros_is_shown() -> None:
    text = (
        '#ifndef TILL_H\n#define TILL_H\n#include <stddef.h>\n#ifdef __cplusplus\nextern "C" {\n#endif\n\n'
        + "".join(
            f"/* What {at} is for, in words that go on\n * over lines. */\n#define TILL_KIND_{at} {at}\n"
            for at in range(30)
        )
        + "".join(f"TILL_API void TILL_CALL tillStep{at} (int sum,\n    int *left);\n" for at in range(30))
        + "#ifdef __cplusplus\n}\n#endif\n#endif\n"
    )
    made = pipeline.plan(text, Hints())
    outline = "\n".join(made.lines)
    assert made.kinds == ["source"]
    assert all(f"TILL_KIND_{at} " in outline and f"tillStep{at} (" in outline for at in range(30))


def test_a_kotlin_class_whose_constructor_stands_on_the_next_line_has_its_members() -> None:
    body = "    total += 1\n" * 12
    text = (
        "package shop\n\nimport shop.Base\n\n/** Holds money. */\npublic class Till\ninternal constructor(\n    val limit: Int,\n"
        ") : Base() {\n  @Volatile\n  var shut: Boolean = false\n\n  init {\n    shut = true\n  }\n\n"
        + "".join(f"  public fun step{at}(sum: Int): Int {{\n{body}  }}\n\n" for at in range(6))
        + "}\n"
    )
    outline = shown(text, "Till.kt")
    assert "  var shut: Boolean = false" in outline
    assert "    shut = true" not in outline
    assert all(f"  public fun step{at}(sum: Int): Int {{" in outline for at in range(6))


def test_of_a_long_annotation_the_first_line_is_shown() -> None:
    body = "    total += 1;\n" * 30
    text = (
        'class Till {\n  @Option(names = "limit",\n      description = "how much"\n          + " may lie here",\n'
        f"      hidden = true)\n  private int limit;\n\n  void close() {{\n{body}  }}\n}}\n"
    )
    assert shown(text, "Till.java") == [
        "class Till {",
        '  @Option(names = "limit",',
        "  private int limit;",
        "  void close() {",
    ]


def test_a_class_within_a_block_of_a_function_is_shown_with_its_methods() -> None:
    body = "    total += 1;\n" * 20
    text = (
        f'#include "till.h"\n\nint main() {{\n{body}  if (ready) {{\n    struct Seen : Visitor {{\n'
        f"      void visit(int sum) {{\n{body}      }}\n    }} seen;\n    walk(seen);\n  }}\n  return 0;\n}}\n"
    )
    outline = shown(text, "main.cc")
    assert "    struct Seen : Visitor {" in outline
    assert "      void visit(int sum) {" in outline
    assert "    walk(seen);" not in outline


def test_methods_given_a_second_name_and_objects_within_functions_are_shown() -> None:
    body = "  this.total += 1;\n" * 20
    text = (
        f"function Till() {{\n{body}}}\n\nTill.prototype.close = function close() {{\n{body}  const state = {{\n"
        f"    shut: true,\n    sum: this.total,\n  }};\n  return state;\n}};\n\n"
        "Till.prototype.shut = Till.prototype.close;\n"
    )
    outline = shown(text, "till.js")
    assert "Till.prototype.shut = Till.prototype.close;" in outline
    assert "  const state = {" in outline


def test_a_comment_that_begins_with_the_name_alone_is_told_by_what_follows() -> None:
    text = "#include <a.h>\n\n" + "".join(
        f"/**\n * till_open{at}:\n * @till: it\n *\n * Opens drawer {at} for money.\n */\n"
        f"int till_open{at}(int till)\n{{\n" + "    till++;\n" * 12 + "    return till;\n}\n\n"
        for at in range(6)
    )
    outline = shown(text, "till.c")
    assert " * Opens drawer 5 for money." in outline
    assert " * till_open5:" not in outline


def test_an_object_of_kotlin_with_modifiers_has_its_functions() -> None:
    body = "    total.add(1)\n" * 12
    text = (
        "package shop\n\n@OptIn(Preview::class)\ninternal object Till {\n"
        + "".join(f"  fun step{at}(sum: Int): Int {{\n{body}  }}\n\n" for at in range(4))
        + "  private fun Map?.colour(key: String): Int? {\n    if (this == null || !has(key)) {\n      return null\n    }\n"
        "    val value = when (kind(key)) {\n      Kind.Text -> text(key)\n      else -> null\n    }\n"
        "    return value?.trim()?.let {\n      if (it.length != SHORT && it.length != LONG) {\n        throw Failed(\n"
        '          "A colour has six letters or eight, and not those of: $it",\n        )\n      }\n      "#$it".toColour()\n'
        "    }\n  }\n}\n"
    )
    outline = shown(text, "Till.kt")
    assert beside_names(b"@A\n  internal data object Till {\n") == b"@A\n" + b" " * 16 + b"object Till {\n"
    assert "internal object Till {" in outline
    assert all(f"  fun step{at}(sum: Int): Int {{" in outline for at in range(4))


def test_markup_with_class_attributes_hides_no_function_of_a_script() -> None:
    body = "  total += 1;\n" * 12
    text = (
        f"function head() {{\n{body}  return <div class={{['a', open ? 'b' : '']}}>{{name}}</div>;\n}}\n\n"
        f"function foot() {{\n{body}  return total;\n}}\n"
    )
    read = reading.all_of(text.encode(), "javascript")
    assert read is not None
    assert read.broken == 0
    outline = shown(text * 3, "till.js")
    assert outline.count("function foot() {") == 3


def test_functions_of_the_shell_within_functions_and_of_tables_of_lua_are_shown() -> None:
    body = "    total=$((total + 1))\n" * 48
    script = f"#!/bin/sh\nopen_till() {{\n  count() {{\n{body}  }}\n  if true; then\n    shut() {{ :; }}\n  fi\n  count\n}}\n"
    outline = shown(script, "till.sh")
    assert "  count() {" in outline
    assert "    shut() { :; }" in outline
    body = "    total = total + 1\n" * 12
    text = f"return {{\n  init = function(till)\n    function till.open(sum)\n{body}    end\n    return till\n  end\n}}\n"
    outline = shown(text, "till.lua")
    assert "    function till.open(sum)" in outline


def test_what_functions_name_again_is_shown() -> None:
    body = "        this.total += 1;\n" * 12
    text = (
        f"function patch(Till) {{\n    Till.prototype.getSum = function getSum() {{\n{body}        return this.total;\n"
        "    };\n    Till.prototype.sum = Till.prototype.getSum;\n    Till.prototype.cache = null;\n}\n"
        "module.exports = {\n    limits: {\n        coins: 1,\n        notes: 2\n    }\n};\n"
    )
    outline = shown(text * 2, "patch.js")
    assert "    Till.prototype.sum = Till.prototype.getSum;" in outline
    assert "    Till.prototype.cache = null;" not in outline
    assert "    limits: {" in outline


def test_named_lambdas_and_modules_that_a_condition_defines_are_shown() -> None:
    body = "        total += 1\n" * 12
    text = f"def pick(parts):\n    if parts:\n        first = lambda part: part[0]\n{body}    return first(parts)\n"
    assert "        first = lambda part: part[0]" in shown(text * 3, "pick.py")
    body = "      total += 1\n" * 12
    text = f"module Tills\n  TOP = if OLD\n    module Compiled\n      self\n    end\n  end\n  def open\n{body}  end\nend\n"
    assert "    module Compiled" in shown(text * 2, "tills.rb")


def test_a_class_of_kotlin_that_is_read_as_a_call_has_its_members() -> None:
    text = (
        '@Suppress("Early")\n@Own\npublic actual open class Till {\n    internal abstract class Change(\n'
        "        val sum: Coin\n    ) : Step<Coin>() {\n        override fun complete(sum: Coin) {\n"
        "            give(sum)\n        }\n    }\n\n        object : Change(coin) {\n        }\n"
        "    public open class Drawer<T>(\n        val box: T\n    ) : Part() {\n        private class Lock(\n"
        "            val key: Key\n        ) : Wait() {\n            override fun turn(key: Key) = key.go()\n"
        "        }\n    }\n\n    private fun close(box: Coin) {\n        box._last.loop { last ->\n"
        + "            last.shut(this)\n" * 40
        + "        }\n    }\n}\n"
    )
    outline = shown(text, "Till.kt")
    assert "public actual open class Till {" in outline
    assert "    private fun close(box: Coin) {" in outline
    assert "    public open class Drawer<T>(" in outline


def test_an_excerpt_of_php_without_its_tag_is_code() -> None:
    body = "        $this->total += $sum;\n" * 9
    text = "".join(f"    public function open{at}($sum)\n    {{\n{body}    }}\n" for at in range(6))
    lines = f"class Till\n{{\n{text}}}\n".split("\n")
    decided = source.decide(Segment(lines, 0, Hints(path="till.php")))
    assert isinstance(decided, Decisions)
    shown = [line for line, rank in zip(lines, decided.ranks, strict=True) if rank]
    assert shown == ["class Till", *(f"    public function open{at}($sum)" for at in range(6))]


def test_methods_of_a_script_that_its_tree_has_lost_are_found_by_their_lines() -> None:
    lines = [
        "  async open(sum) {",
        "    if (sum) {",
        "    }",
        "  }",
        "  *coins() {",
        "  static get names() {",
    ]
    decisions = Decisions(len(lines))
    rescue.keep_lost_definitions(Segment(lines, 0, Hints()), "javascript", decisions, True)
    assert [at for at, rank in enumerate(decisions.ranks) if rank] == [0, 4, 5]
