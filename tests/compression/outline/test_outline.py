"""Outlines of every language: what is defined is there with its number, bodies are not."""

from __future__ import annotations

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.kinds import source
from knapsack_cli.compression.model import Decisions, Hints, Segment, View
from knapsack_cli.compression.outline import guessing
from knapsack_cli.compression.outline.languages import LANGUAGES

FILLING = {
    "python": "        total = total + 1\n",
    "ruby": "    total = total + 1\n",
    "bash": "  total=$((total + 1))\n",
    "lua": "  total = total + 1\n",
    "sql": "",
}

CODE = {
    "python": (
        "import os\nfrom .store import (\n    Store,\n    Locked,\n)\n\nLIMIT = 10\n\n\nclass Cart(Base):\n"
        '    """Goods of one customer."""\n\n    size: int = 0\n\n    @property\n    def total(\n        self,\n'
        '        currency: str,\n    ) -> int:\n        """Sum of all."""\nBODY        return 1\n\n'
        "    async def load(self) -> None:\nBODY        pass\n\ndef main() -> None:\nBODY        def inner(): pass\n",
        [
            "import os",
            "Locked,",
            "LIMIT = 10",
            "class Cart(Base):",
            "Goods of one customer",
            "size: int = 0",
            "@property",
            "def total(",
            "currency: str,",
            ") -> int:",
            "Sum of all",
            "async def load",
            "def main()",
            "def inner()",
        ],
    ),
    "typescript": (
        'import { a } from "./a";\nexport interface Item {\n  id: string;\n  price?: number;\n}\n'
        "export enum Colour { Red = 'red', Blue = 'blue' }\nexport type Pair<T> = [T, T];\n"
        "/** Opens it. */\nexport const open = async (path: string): Promise<void> => {\nBODY};\n"
        "export abstract class Store<T> extends Base {\n  private items: T[] = [];\n  constructor(private x: number) {\nBODY  }\n"
        "  get size(): number {\nBODY    return 1;\n  }\n}\nexport function make(o: { a: number }): Pair<number> {\nBODY  return [1, 2];\n}\n",
        [
            'import { a } from "./a";',
            "interface Item",
            "id: string;",
            "price?: number;",
            "enum Colour",
            "type Pair<T>",
            "Opens it.",
            "const open = async",
            "class Store<T>",
            "private items",
            "constructor(",
            "get size()",
            "function make",
        ],
    ),
    "javascript": (
        "'use strict';\nconst fs = require('fs');\nmodule.exports = { run };\nfunction run(a, b) {\nBODY  return a;\n}\n"
        "res.send = function send(body) {\nBODY  return this;\n};\nclass App {\n  #x = 1;\n  static of() {\nBODY  }\n}\n"
        "const later = (x) => {\nBODY  return x;\n};\n",
        [
            "require('fs')",
            "module.exports",
            "function run(a, b)",
            "res.send = function send",
            "class App",
            "static of()",
            "const later = (x) =>",
        ],
    ),
    "go": (
        'package cart\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nconst Limit = 10\n\n// Cart holds goods.\ntype Cart struct {\n'
        "\tItems []Item\n\tName  string\n}\n\ntype Adder interface {\n\tAdd(x int) error\n}\n\n"
        "func (c *Cart) Total(cur string) (int, error) {\nBODY\treturn 0, nil\n}\n\nfunc main() {\nBODY}\n",
        [
            "package cart",
            '"fmt"',
            "const Limit",
            "Cart holds goods",
            "type Cart struct",
            "Items []Item",
            "Add(x int) error",
            "func (c *Cart) Total",
            "func main()",
        ],
    ),
    "rust": (
        "use std::io::{self, Read};\n\npub const LIMIT: u32 = 10;\n\n/// A cart.\n#[derive(Debug)]\npub struct Cart {\n"
        "    pub items: Vec<Item>,\n}\n\npub enum State {\n    Open,\n    Closed { at: u64 },\n}\n\nimpl Cart {\n"
        "    pub fn total(&self) -> u32 {\nBODY        1\n    }\n}\n\ntrait Add { fn add(&mut self, x: u32); }\n"
        "macro_rules! sum { ($x:expr) => { $x }; }\nmod tests {\n    #[test]\n    fn works() {\nBODY    }\n}\n",
        [
            "use std::io",
            "const LIMIT",
            "A cart.",
            "#[derive(Debug)]",
            "pub struct Cart",
            "pub items",
            "enum State",
            "Open,",
            "Closed { at: u64 }",
            "impl Cart",
            "pub fn total",
            "trait Add",
            "macro_rules! sum",
            "#[test]",
            "fn works()",
        ],
    ),
    "c": (
        "#include <stdio.h>\n#define LIMIT 10\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
        "typedef struct cart {\n  int size;\n  char *name;\n} cart_t;\nenum state { OPEN, CLOSED };\n"
        "extern int total(const cart_t *cart);\nstatic int count;\n\n/* Adds one. */\nstatic int add(cart_t *cart, int x) {\nBODY  return x;\n}\n"
        "int\nmain(int argc, char **argv)\n{\nBODY  return 0;\n}\n",
        [
            "#include <stdio.h>",
            "#define LIMIT",
            "#define MAX(a, b)",
            "typedef struct cart",
            "int size;",
            "} cart_t;",
            "enum state",
            "extern int total",
            "static int count",
            "Adds one.",
            "static int add(",
            "main(int argc",
        ],
    ),
    "cpp": (
        "#include <vector>\nnamespace shop {\ntemplate <typename T>\nclass Cart : public Base {\n public:\n  explicit Cart(int x);\n"
        "  virtual int total() const override {\nBODY    return 1;\n  }\n private:\n  std::vector<T> items_;\n};\n"
        "using Pair = std::pair<int, int>;\nint Cart<int>::size() const {\nBODY  return 0;\n}\n}  // namespace shop\n",
        [
            "#include <vector>",
            "namespace shop",
            "template <typename T>",
            "class Cart",
            "explicit Cart(int x);",
            "total() const",
            "items_;",
            "using Pair",
            "Cart<int>::size()",
        ],
    ),
    "java": (
        "package shop;\n\nimport java.util.List;\n\n/** A cart. */\n@Service\npublic final class Cart<T> implements Base {\n"
        "  private static final int LIMIT = 10;\n  private final List<T> items;\n\n  public Cart(List<T> items) {\nBODY  }\n\n"
        "  @Override\n  public int total(String cur) throws IOException {\nBODY    return 1;\n  }\n\n  enum State { OPEN, CLOSED }\n"
        "  interface Adder { void add(int x); }\n}\n",
        [
            "package shop;",
            "import java.util.List;",
            "A cart.",
            "class Cart<T>",
            "LIMIT = 10",
            "items;",
            "public Cart(",
            "@Override",
            "public int total(",
            "enum State",
            "interface Adder",
            "@Service",
        ],
    ),
    "csharp": (
        "using System;\n\nnamespace Shop;\n\n/// <summary>A cart.</summary>\n[Serializable]\npublic class Cart : Base\n{\n"
        "    public int Size { get; set; }\n    private readonly string name;\n    public Cart(int x)\n    {\nBODY    }\n"
        "    public override int Total(string cur)\n    {\nBODY        return 1;\n    }\n}\npublic enum State { Open, Closed }\n",
        [
            "using System;",
            "namespace Shop;",
            "public class Cart",
            "public int Size",
            "readonly string name",
            "public Cart(int x)",
            "override int Total",
            "enum State",
        ],
    ),
    "ruby": (
        "require 'set'\nmodule Shop\n  class Cart < Base\n    include Enumerable\n    attr_reader :items\n    LIMIT = 10\n\n"
        "    # Sums all.\n    def total(cur = 'EUR')\nBODY      1\n    end\n\n    def self.of(x)\nBODY      x\n    end\n\n    private\n\n"
        "    def secret?\nBODY      true\n    end\n  end\nend\n",
        [
            "require 'set'",
            "module Shop",
            "class Cart < Base",
            "include Enumerable",
            "attr_reader :items",
            "LIMIT = 10",
            "Sums all.",
            "def total(",
            "def self.of",
            "private",
            "def secret?",
        ],
    ),
    "php": (
        "<?php\nnamespace Shop;\nuse Shop\\Base;\n\ninterface Adder { public function add(int $x): void; }\n"
        "class Cart extends Base {\n    private array $items = [];\n    const LIMIT = 10;\n"
        "    public function total(string $cur): int {\nBODY        return 1;\n    }\n}\nfunction helper($x) {\nBODY    return $x;\n}\n",
        [
            "namespace Shop;",
            "use Shop",
            "interface Adder",
            "class Cart extends Base",
            "private array $items",
            "const LIMIT",
            "public function total",
            "function helper",
        ],
    ),
    "kotlin": (
        "package shop\n\nimport java.util.UUID\n\n/** A cart. */\ndata class Cart(val id: UUID) : Base() {\n  val size: Int = 0\n"
        "  override fun total(cur: String): Int {\nBODY    return 1\n  }\n\n  companion object {\n    const val LIMIT = 10\n  }\n}\n"
        "enum class State { OPEN, CLOSED }\nfun String.shout(): String = uppercase()\ninterface Adder { fun add(x: Int) }\n",
        [
            "package shop",
            "import java.util.UUID",
            "A cart.",
            "data class Cart",
            "val size",
            "override fun total",
            "companion object",
            "const val LIMIT",
            "enum class State",
            "fun String.shout",
            "interface Adder",
        ],
    ),
    "swift": (
        "import Foundation\n\n/// A cart.\npublic struct Cart: Base {\n  let id: UUID\n  var size: Int { 0 }\n  init(id: UUID) {\nBODY  }\n"
        "  public func total(cur: String) -> Int {\nBODY    return 1\n  }\n}\nenum State {\n  case open\n  case closed\n}\n"
        "protocol Adder {\n  func add(x: Int)\n}\nextension Cart {\n  func more() {\nBODY  }\n}\n",
        [
            "import Foundation",
            "A cart.",
            "struct Cart",
            "let id: UUID",
            "init(id: UUID)",
            "func total",
            "enum State",
            "case open",
            "protocol Adder",
            "func add",
            "extension Cart",
            "func more",
        ],
    ),
    "bash": (
        "#!/usr/bin/env bash\nset -euo pipefail\nLIMIT=10\nexport HOME_DIR=/srv\n\n# Sums all.\ntotal() {\nBODY}\n\n"
        "function main {\nBODY}\nif [[ -n $1 ]]; then\n  main\nfi\n",
        ["LIMIT=10", "export HOME_DIR", "Sums all.", "total() {", "function main"],
    ),
    "scala": (
        "package shop\n\nimport scala.collection.mutable\n\n/** A cart. */\ncase class Cart(id: Int) extends Base {\n"
        "  val size: Int = 0\n  override def total(cur: String): Int = {\nBODY    1\n  }\n}\nobject Cart {\n  def of(x: Int): Cart = Cart(x)\n}\n"
        "trait Adder {\n  def add(x: Int): Unit\n}\n",
        [
            "package shop",
            "import scala",
            "A cart.",
            "case class Cart",
            "val size",
            "override def total",
            "object Cart",
            "def of",
            "trait Adder",
            "def add",
        ],
    ),
    "lua": (
        "local json = require('json')\nlocal Cart = {}\nCart.__index = Cart\n\n-- Sums all.\nfunction Cart:total(cur)\nBODY  return 1\nend\n\n"
        "local function helper(x)\nBODY  return x\nend\n\nreturn Cart\n",
        ["require('json')", "local Cart = {}", "Sums all.", "function Cart:total", "local function helper"],
    ),
    "sql": (
        "CREATE TABLE cart (\n  id INTEGER PRIMARY KEY,\n  name TEXT NOT NULL\n);\nCREATE INDEX cart_name ON cart(name);\n"
        "CREATE VIEW totals AS SELECT id, count(*) FROM cart GROUP BY id;\n"
        + "INSERT INTO cart VALUES (1, 'one');\n"
        * 30,
        ["CREATE TABLE cart", "CREATE INDEX cart_name", "CREATE VIEW totals"],
    ),
}


def text_of(name: str) -> str:
    """The example, its bodies filled up."""
    body = FILLING.get(name, "  total = total + 1;\n") * 12
    return CODE[name][0].replace("BODY", body)


def outline(name: str, text: str) -> list[str]:
    extension = LANGUAGES[name].extensions[0]
    segment = Segment(text.removesuffix("\n").split("\n"), 0, Hints(path="file" + extension))
    decided = source.decide(segment)
    assert isinstance(decided, Decisions)
    return [line for line, rank in zip(segment.lines, decided.ranks, strict=True) if rank]


def test_every_language_has_an_example() -> None:
    assert set(CODE) | {"tsx"} == set(LANGUAGES)


@pytest.mark.parametrize("name", CODE)
def test_every_definition_is_shown_and_no_body(name: str) -> None:
    kept = outline(name, text_of(name))
    whole = "\n".join(kept)
    for wanted in CODE[name][1]:
        assert wanted in whole, f"{wanted} in\n{whole}"
    if name != "sql":
        assert "total + 1" not in whole


@pytest.mark.parametrize("name", [name for name in CODE if name not in ("sql", "lua")])
def test_the_language_is_told_by_its_look(name: str) -> None:
    guessed = guessing.guess(text_of(name).split("\n"))
    assert guessed is not None
    assert guessed[0] == name


def test_lines_carry_the_files_numbers() -> None:
    text = text_of("python")
    plan = pipeline.plan(text, Hints(path="cart.py"))
    lines = text.split("\n")
    for shown in plan.lines:
        number, _, rest = shown.partition(" ")
        assert lines[int(number) - 1].rstrip() == rest


def test_a_file_with_syntax_errors_gives_what_parses() -> None:
    broken = text_of("python").replace("def main() -> None:", "def main( -> None:")
    kept = "\n".join(outline("python", broken))
    assert "class Cart(Base):" in kept
    assert "async def load" in kept


def test_definitions_after_a_brace_that_an_if_left_open_are_still_shown() -> None:
    text = (
        "#include <stdio.h>\nint first(int a) {\n#ifdef X\n  if (a) {\n#else\n  if (!a) {\n#endif\n    a++;\n  }\n  return a;\n}\n"
        + "int second(int b) {\n  return b;\n}\n" * 1
        + "static void third(void) {\n  second(1);\n}\n"
    )
    kept = "\n".join(outline("c", text))
    assert "int second(int b)" in kept
    assert "static void third(void)" in kept


def test_minified_code_says_so_and_keeps_its_exports() -> None:
    text = (
        "/*! shop v1.2.3 | MIT */"
        + "!function(e){var t=1;return t}(window);" * 200
        + "module.exports = shop;exports.total = f;"
    )
    segment = Segment([text], 0, Hints())
    decided = source.decide(segment)
    assert isinstance(decided, View)
    shown = "\n".join(row.text for row in decided.rows)
    assert "minified script" in shown
    assert "shop v1.2.3" in shown
    assert "module.exports = shop" in shown


def test_a_language_without_a_grammar_is_outlined_by_its_lines() -> None:
    text = (
        "defmodule Shop.Cart do\n  use GenServer\n"
        + "    x = 1\n" * 30
        + "  def total(cart) do\n"
        + "    y = 2\n" * 30
        + "  end\nend\n"
    )
    segment = Segment(text.split("\n"), 0, Hints(path="cart.ex"))
    decided = source.decide(segment)
    assert isinstance(decided, Decisions)
    kept = [line for line, rank in zip(segment.lines, decided.ranks, strict=True) if rank]
    assert kept == ["defmodule Shop.Cart do", "  use GenServer", "  def total(cart) do"]
