"""Macros that a C grammar cannot read hide no definition, and nothing changes its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.outline.preprocessed import without_alternatives, without_macros

HEADER = (
    "#ifndef TILL_HPP\n#define TILL_HPP\n#include <string>\n\nSHOP_NAMESPACE_BEGIN\nnamespace detail\n{\n\n"
    "template<typename T>\nclass Shop_API till : public base<T>\n{\n  public:\n"
    + "".join(
        f"    SHOP_RETURNS_NON_NULL\n    const char* name_{at}(int size) const noexcept\n    {{\n"
        f"        auto found = names_[{at}] + size;\n        check(found);\n        return found;\n    }}\n\n"
        for at in range(20)
    )
    + "    using value_type = T;\n  private:\n    int size_ = 0;\n};\n\n}  // namespace detail\n"
    "SHOP_NAMESPACE_END\n#endif\n"
)
BRANCHES = (
    "int till(int a) {\n#if HAS_A\n  if (a > 1) {\n#else\n  if (a > 2) {\n#endif\n    return 1;\n  }\n  return 0;\n}\n\n"
    + "".join(
        f"struct shelf_{at} {{\n  int size;\n  char name[8];\n}};\n\n"
        f"static int step_{at}(struct shelf_{at} *s) {{\n  s->size += 1;\n  s->name[0] = 0;\n  return s->size;\n}}\n\n"
        for at in range(10)
    )
)


def test_macros_on_lines_of_their_own_hide_no_member() -> None:
    shown = "\n".join(pipeline.plan(HEADER, Hints()).lines)
    assert all(f"name_{at}(int size)" in shown for at in range(20))
    assert "class Shop_API till" in shown
    assert "using value_type = T;" in shown
    assert "int size_ = 0;" in shown
    assert "check(found)" not in shown


def test_a_brace_that_both_branches_open_swallows_nothing() -> None:
    shown = "\n".join(pipeline.plan(BRANCHES, Hints(path="till.c")).lines)
    assert all(f"struct shelf_{at} {{" in shown and f"step_{at}(" in shown for at in range(10))
    assert "s->size += 1" not in shown


@given(st.text(alphabet="ABCDEF_#ifelsndclau(){};\n\t x1", max_size=400))
def test_blanking_moves_nothing(text: str) -> None:
    data = text.encode()
    for made in (without_macros(data), without_alternatives(data)):
        assert len(made) == len(data)
        assert [at for at, byte in enumerate(made) if byte == 10] == [
            at for at, byte in enumerate(data) if byte == 10
        ]


def test_a_macro_that_several_branches_define_is_shown_once() -> None:
    text = "#ifndef TILL_H\n#define TILL_H\n" + "".join(
        f"#if defined(COMPILER_{at})\n#define TILL_PURE __attribute__((pure({at})))\n#endif\n"
        for at in range(6)
    )
    text += "".join(f"int till_{at}(int sum);\n" for at in range(6)) + "#endif\n"
    lines = [line.partition(" ")[2] for line in pipeline.plan(text, Hints(path="till.h")).lines]
    assert sum("TILL_PURE" in line for line in lines) == 1
    assert sum("int till_" in line for line in lines) == 6


def test_a_macro_above_a_function_is_its_type() -> None:
    text = '#include "till.h"\n\n' + "".join(
        f"METHODDEF(void)\nopen_till_{at}(till_ptr till, int size)\n{{\n  till->size += size;\n  till->open = {at};\n}}\n\n"
        for at in range(9)
    )
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert all(f"open_till_{at}(till_ptr till" in shown for at in range(9))
    assert "till->size" not in shown


def test_macros_of_several_lines_and_slots_hide_no_member() -> None:
    text = (
        "#ifndef TILL_H\n#define TILL_H\n#include <QObject>\n\nclass TILL_EXPORT Till : public QObject\n{\n    Q_OBJECT\n"
        "    Q_PROPERTY(int size READ size\n               WRITE setSize DESIGNABLE false)\n"
        'public:\n    enum Kind { Small, Large TILL_DEPRECATED_X("Use (Small)") };\n    Q_ENUM(Kind)\n'
        "public Q_SLOTS:\n"
        + "".join(f"    void open{at}(int size);\n" for at in range(20))
        + "Q_SIGNALS:\n    void opened(const QString &name);\n\nprivate:\n    Q_PRIVATE_SLOT(d(), void _q_moved(const QString &))\n"
        "    int size_ = 0;\n};\n\n#endif\n"
    )
    shown = "\n".join(pipeline.plan(text, Hints(path="till.hpp")).lines)
    assert all(f"open{at}(int size)" in shown or f"open{at}," in shown for at in range(20))
    assert "void opened(const QString &name)" in shown


def test_of_the_branches_of_a_condition_the_longest_is_read() -> None:
    text = (
        "#ifndef TILL_H\n#define TILL_H\n#if OLD\n# include <old.h>\n#else\n#include <new>\n"
        "namespace till SHOP_VISIBILITY(default)\n{\n  template<typename T>\n    class shelf\n    {\n    public:\n"
        + "".join(
            f"      void\n      open_{at}(T& one)\n      {{\n\tthis->count(one);\n      }}\n\n"
            for at in range(9)
        )
        + "#if MORE\n      void more() {\n#else\n      void less() {\n#endif\n      }\n    };\n}\n#endif\n#endif\n"
    )
    shown = "\n".join(pipeline.plan(text, Hints(path="till.hpp")).lines)
    assert all(f"open_{at}(T& one)" in shown for at in range(9))
    assert "class shelf" in shown
