"""Findings told again and again: each place stays literal, advice is given once, noise goes."""

from knapsack_cli.compression.endings import outputs_with_ends
from knapsack_cli.compression.kinds import builds, diagnostics, search
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import write_rows


def segment_of(text: str) -> Segment:
    return Segment(text.strip("\n").split("\n"), 0, Hints())


def written(text: str) -> str:
    view = diagnostics.decide(segment_of(text))
    assert isinstance(view, View)
    return "\n".join(write_rows(view.rows))


def built(text: str) -> str:
    view = builds.decide(segment_of(text))
    assert isinstance(view, View)
    return "\n".join(write_rows(view.rows))


def test_an_error_that_msbuild_finds_in_many_files_keeps_each_place_with_its_code() -> None:
    names = [f"Shop/Part{letter}.cs" for letter in "ABCDEFG"]
    text = "".join(
        f"{name}(4{at},7): error CS0246: The type or namespace name `Till' could not be found. Is it there?\n"
        for at, name in enumerate(names)
    )
    shown = written(text)
    assert all(f"{name}(4{at},7): error CS0246" in shown for at, name in enumerate(names))
    assert shown.count("could not be found") == 1


def test_errors_of_msbuild_that_differ_in_a_name_keep_place_code_and_name() -> None:
    text = "".join(
        f"Shop/Cart.cs({at},7): warning CS0618: 'Till{at}' is obsolete\n"
        f"Shop/Part{at}.cs({at},9): error CS0104: 'Sum' is an ambiguous reference: 'A.Sum' and 'B.Sum'\n"
        for at in range(10, 16)
    )
    shown = written(text)
    assert all(f"Shop/Part{at}.cs({at},9): error CS0104" in shown for at in range(10, 16))
    assert all(f"Shop/Cart.cs({at},7): warning CS0618" in shown for at in range(10, 16))


def test_what_msbuild_looked_for_is_no_news() -> None:
    text = (
        'Build started 1/2/2026 3:04:05 AM.\nProject "/srv/shop.sln" (default target(s)):\n'
        "Target ResolveAssemblyReferences:\n"
        + "".join(
            f'  For SearchPath "{{HintPathFromItem}}".\n'
            f'  Considered "..\\lib\\part{at}.dll", but it didn\'t exist.\n'
            for at in range(12)
        )
        + "Shop/Cart.cs(4,7): error CS0246: no Till\nBuild FAILED.\n"
    )
    shown = built(text)
    assert "Considered" not in shown
    assert "Shop/Cart.cs(4,7): error CS0246: no Till" in shown


def test_a_warning_in_few_places_tells_the_file_at_each() -> None:
    text = "".join(
        f"src/{name}.java:{at}: warning: [rawtypes] found raw type: Box\n    Box b;\n    ^\n"
        "  missing type arguments for generic class Box<T>\n"
        for name, at in (("Cart", 10), ("Till", 20), ("Till", 30), ("Stock", 40))
    )
    assert "src/Till.java:30" in written(text)


def test_advice_at_the_place_of_an_error_is_given_once() -> None:
    text = "".join(
        f'shop/cart.py:{at}: error: Incompatible default for parameter "a{at}"  [assignment]\n'
        f"    a{at}: str = None,\n              ^~~~\n"
        f"shop/cart.py:{at}: note: The checker no longer takes a default of None for an optional type\n"
        for at in (3, 9, 14)
    )
    shown = written(text)
    assert shown.count("no longer takes a default") == 1
    assert all(f'"a{at}"' in shown for at in (3, 9, 14))


def test_a_note_that_differs_stays() -> None:
    text = "".join(
        f"cart.c:{at}:3: error: too few arguments to function ‘add’\n"
        f"cart.h:{at}:5: note: declared here, with {at} of them and no default\n"
        for at in (3, 9)
    )
    shown = written(text)
    assert "cart.h:3:5: note" in shown
    assert "cart.h:9:5: note" in shown


def test_how_templates_came_to_be_is_no_search() -> None:
    text = "".join(
        f"/usr/include/c++/12/bits/stl_algo.h:{at}:23:   required from ‘void std::part{at}(_It, _It)’\n"
        for at in range(100, 108)
    )
    assert search.recognise(segment_of(text)) == 0


PIP = """
Collecting ledger==3.3.1
  Building wheel for ledger (pyproject.toml): finished with status 'error'
  error: subprocess-exited-with-error
  × Building wheel for ledger (pyproject.toml) did not run successfully.
  │ exit code: 1
  ╰─> [40 lines of output]
      /tmp/e/setuptools/dist.py:765: SetuptoolsDeprecationWarning: License classifiers are deprecated.
      !!

              Please consider removing the following classifiers in favor of a SPDX license expression:
              License :: Whatever

      !!
        self._finalize_license_expression()
      running build_ext
      building '_ledger' extension
      src/ledger.c:15:10: fatal error: lber.h: No such file or directory
      error: command '/usr/bin/gcc' failed with exit code 1
      [end of output]
ERROR: Failed building wheel for ledger
"""


def test_advice_of_setuptools_is_left_out_of_a_build_that_failed() -> None:
    segment = segment_of(PIP)
    assert builds.recognise(segment) >= diagnostics.recognise(segment)
    shown = built(PIP)
    assert "Please consider" not in shown
    assert "License classifiers are deprecated" in shown
    assert "src/ledger.c:15:10: fatal error: lber.h: No such file or directory" in shown
    assert "× Building wheel for ledger" in shown


def test_how_many_warnings_each_file_has_is_told_of_each() -> None:
    text = "".join(
        f"part{at}.c:3:5: warning: unused variable 'x{at}' [-Wunused-variable]\n  int x{at};\n      ^\n"
        f"{at} warnings generated.\n"
        for at in range(2, 52)
    )
    shown = written(text)
    assert all(f"\n{at} warnings generated." in shown for at in range(2, 52))


def test_commands_fold_though_one_names_a_file_called_error() -> None:
    names = ["cart", "till", "stock", "error", "order", "price", "shelf", "label", "scale"]
    text = (
        "make: Entering directory '/srv/shop'\n"
        + "".join(f"gcc -c -O2 -DSHOP {name}.c\n" for name in names)
        + "till.c:3:1: error: unknown type name ‘CEL’\nmake: *** [Makefile:9: till.o] Error 1\n"
    )
    shown = built(text)
    assert "gcc -c -O2 -DSHOP cart.c\n[x8 like this" in shown
    assert "price.c" not in shown


def test_what_make_goes_on_with_after_a_failure_is_of_the_same_build() -> None:
    lines = ["make: *** [Makefile:9: till.o] Error 1", *(f"gcc -c part{at}.c" for at in range(9))]
    assert outputs_with_ends([*lines, "make: Target 'all' not remade because of errors."])[0] == []
    assert outputs_with_ends([*lines[:1], "On branch main"])[0] == [1]


def test_a_failed_step_of_an_image_is_not_told_a_second_time() -> None:
    error = "/usr/share/sdk/Inference.targets(96,5): error NETSDK1013: no framework [/src/Shop.csproj]"
    text = (
        "#5 [build 1/2] WORKDIR /src\n#5 DONE 0.0s\n\n"
        '#6 [build 2/2] RUN dotnet restore "Shop.csproj"\n'
        f"#6 0.725   Determining projects to restore...\n#6 1.268 {error}\n"
        '#6 ERROR: process "/bin/sh -c dotnet restore" did not complete successfully: exit code: 1\n------\n'
        " > [build 2/2] RUN dotnet restore:\n"
        f"0.725   Determining projects to restore...\n1.268 {error}\n------\n"
        'ERROR: failed to solve: process "/bin/sh -c dotnet restore" did not complete: exit code: 1\n'
    )
    shown = built(text)
    assert shown.count("error NETSDK1013") == 1
    assert "#6 1.268 " in shown


def test_each_of_some_hundred_warnings_of_msbuild_keeps_its_place_and_code() -> None:
    lines = [
        f"Shop\\Part{at % 40}.cs({at},7): warning CS{600 + at % 3}: 'Till{at}' is obsolete"
        for at in range(1, 421)
    ]
    shown = written("\n".join(lines))
    assert all(line[: line.index(": '")] in shown for line in lines)


def test_how_macros_of_autoconf_expand_is_no_search_and_belongs_to_its_warning() -> None:
    text = (
        "configure.ac:7: warning: AC_LANG: no source call detected\n"
        + "".join(f"m4/shop.m4:{at}: SHOP_{at} is expanded from...\n" for at in range(10, 16))
        + "configure.ac:7: the top level\n"
    )
    assert search.recognise(segment_of(text)) == 0
    shown = written(text * 6)
    assert shown.startswith(
        "configure.ac:7: warning: AC_LANG: no source call detected\n  m4/shop.m4:10: SHOP_10"
    )
    assert shown.count("SHOP_12 is expanded from") == 1


def test_short_warnings_of_kotlin_stand_as_written_and_long_ones_under_their_message() -> None:
    source = "file:///srv/shop/src/main/kotlin/com/harbour/shop"
    short = [f"w: {source}/Cart.kt:{at}:5 Unchecked cast of 'Part{at}' to 'T'." for at in range(10, 16)]
    told = (
        "'val LocalManager: ProvidableCompositionLocal<Manager>' is deprecated. " + "Use the other one. " * 5
    )
    long = [f"w: {source}/Part{at}.kt:{at}:7 {told}".rstrip() for at in range(20, 26)]
    shown = built("> Task :shop:compileKotlin\n" + "\n".join(short + long) + "\n\nBUILD SUCCESSFUL in 3s\n")
    assert all(line in shown for line in short)
    assert shown.count("LocalManager") == 1
    assert all(f"com/harbour/shop/Part{at}.kt:{at}:7" in shown for at in range(20, 26))


def test_that_a_name_is_a_type_variable_is_not_told_of_a_warning() -> None:
    text = "".join(
        f"src/Cart{at}.java:{at}: warning: [unchecked] unchecked call to add(E) of the raw type Box{at}\n"
        "    box.add(1);\n           ^\n  where E is a type-variable:\n    E extends Object\n"
        for at in range(10, 18)
    )
    shown = written(text)
    assert "type-variable" not in shown
    assert "unchecked call to add(E) of the raw type Box12" in shown
