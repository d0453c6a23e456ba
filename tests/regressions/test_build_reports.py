"""Public reports about compilers, linters, builds and CI logs: we do not have these faults."""

from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.pipeline import plan


def shown(text: str, command: str = "") -> list[str]:
    return plan(text, Hints(command=command)).lines


def test_the_one_error_is_shown_before_sixty_warnings() -> None:
    """rtk-ai/rtk#3762: warnings used up the budget, so the single error was counted but not shown."""
    text = "".join(
        f"warning: function `unused_{at}` is never used\n --> src/m{at}.rs:{at}:4\n  |\n"
        f"{at} | fn unused_{at}() -> u32 {{ {at} }}\n  |    ^^^^^^^^\n\n"
        for at in range(10, 74)
    )
    text += (
        "error[E0308]: mismatched types\n --> src/total.rs:40:9\n   |\n40 |         self.sum as f64\n"
        "   |         ^^^^^^^^^^^^^^^ expected `Money`, found `f64`\n\n"
        "warning: `shop` (lib) generated 64 warnings\n"
        "error: could not compile `shop` (lib) due to 1 previous error; 64 warnings emitted\n"
    )
    lines = shown(text)
    error = next(at for at, line in enumerate(lines) if "error[E0308]: mismatched types" in line)
    assert "src/total.rs:40:9" in lines[error]
    assert all("never used" not in line for line in lines[:error])
    assert any("expected `Money`, found `f64`" in line for line in lines)
    assert any("due to 1 previous error" in line for line in lines)
    assert len("\n".join(lines)) < len(text) / 2


def test_go_errors_are_not_lost_among_warnings_of_c() -> None:
    """rtk-ai/rtk#2281: undefined names and import cycles vanished behind the warnings of cgo."""
    warnings = "".join(
        f"# demo/c{at}\nlib{at}.c:{at}:5: warning: unused variable 'v{at}' [-Wunused-variable]\n"
        f"   {at} |     int v{at};\n      |         ^~\n"
        for at in range(10, 40)
    )
    text = (
        warnings
        + "# demo/store\nstore/store.go:12:5: undefined: nope\nimport cycle not allowed\npackage demo/a\n"
    )
    lines = shown(text)
    assert any("store/store.go:12:5: undefined: nope" in line for line in lines)
    assert "import cycle not allowed" in lines


def test_compile_errors_survive_under_a_test_command() -> None:
    """rtk-ai/rtk#740: a test run that does not compile lost the header and place of its error."""
    text = "   Compiling shop v0.1.0 (/srv/shop)\n" + "".join(
        f"warning: unused variable: `v{at}`\n --> src/a.rs:{at}:9\n  |\n{at} |     let v{at} = 1;\n"
        "  |         ^^ help: if this is intentional, prefix it with an underscore\n\n"
        for at in range(10, 30)
    )
    text += (
        "error[E0425]: cannot find function `price` in this scope\n  --> tests/cart.rs:7:13\n   |\n"
        "7  |     assert!(price(1) > 0);\n   |             ^^^^^ not found in this scope\n\n"
        'error: could not compile `shop` (test "cart") due to 1 previous error; 20 warnings emitted\n'
    )
    joined = "\n".join(shown(text, "cargo test"))
    assert "error[E0425]: cannot find function `price` in this scope" in joined
    assert "tests/cart.rs:7:13" in joined
    assert "due to 1 previous error" in joined


def test_two_errors_among_hundreds_of_style_warnings_stay() -> None:
    """rtk-ai/rtk#2974: only the most frequent rules were listed, a parse error without a rule was lost."""
    text = "".join(
        f"\n/srv/src/m{file}.js\n"
        + "".join(
            f"  {line}:5  warning  Unexpected console statement  no-console\n" for line in range(3, 60, 9)
        )
        for file in range(40)
    )
    text += "\n/srv/src/broken.js\n  118:3  error  Parsing error: Unexpected token )\n"
    text += "\n✖ 281 problems (1 error, 280 warnings)\n"
    lines = shown(text)
    joined = "\n".join(lines)
    assert "118:3" in joined
    assert "Parsing error: Unexpected token )" in joined
    assert "✖ 281 problems (1 error, 280 warnings)" in joined
    assert all(f"/srv/src/m{file}.js" in joined for file in range(40))


def test_a_syntax_error_and_a_rare_rule_stay_among_counts_of_style() -> None:
    """rtk-ai/rtk#3492: a syntax error and a security finding vanished behind the counts of style rules."""
    rules = ("E501 Line too long (131 > 100)", "I001 Import block is un-sorted")
    text = "".join(f"src/m{at % 9}.py:{at}:1: {rules[at % 2]}\n" for at in range(1, 200))
    text += "src/export.py:77:18: invalid-syntax: Expected an expression\n"
    text += 'src/auth.py:9:12: S105 Possible hardcoded password assigned to: "fallback"\nFound 201 errors.\n'
    joined = "\n".join(shown(text))
    assert "src/export.py:77:18: invalid-syntax: Expected an expression" in joined
    assert "src/auth.py:9:12: S105 Possible hardcoded password" in joined
    assert "E501" in joined
    assert "I001" in joined
    assert "Found 201 errors." in joined


def test_symbol_and_location_stay_with_a_compile_error_of_maven() -> None:
    """rtk-ai/rtk#1956: symbol and location lines went, a compile error became a bare failure."""
    text = "[INFO] Scanning for projects...\n" + "".join(
        f"[INFO] --------------------< shop:module-{at} >--------------------\n" for at in range(40)
    )
    text += (
        "[ERROR] COMPILATION ERROR : \n[ERROR] /srv/shop/Cart.java:[61,23] cannot find symbol\n"
        "[ERROR]   symbol:   method apply(Voucher)\n[ERROR]   location: variable pricing of type Pricing\n"
        "[INFO] 1 error\n[INFO] BUILD FAILURE\n[INFO] Total time:  2.5 s\n"
    )
    joined = "\n".join(shown(text, "mvn test"))
    for words in (
        "/srv/shop/Cart.java:[61,23] cannot find symbol",
        "symbol:   method apply(Voucher)",
        "location: variable pricing of type Pricing",
        "BUILD FAILURE",
    ):
        assert words in joined


def test_every_cause_of_a_nested_exception_stays() -> None:
    """rtk-ai/rtk#1089: the deepest cause, which held the reason, was cut after ninety frames."""
    frames = "".join(
        f"\tat org.framework.beans.Factory{at}.create(Factory{at}.java:{at})\n" for at in range(90)
    )
    text = (
        "[INFO] Scanning for projects...\n[INFO] Running shop.CheckoutTest\n"
        "java.lang.IllegalStateException: Failed to load the context\n"
        + frames
        + "Caused by: org.framework.BeanException: Error creating bean 'gateway'\n"
        + frames
        + "\t... 62 more\nCaused by: shop.voucher.KeyFormatException: key must be 32 bytes, got 31\n"
        "\tat shop.voucher.KeyReader.read(KeyReader.java:48)\n\t... 88 more\n"
        "[ERROR] Tests run: 306, Failures: 0, Errors: 1, Skipped: 0\n[INFO] BUILD FAILURE\n"
    )
    joined = "\n".join(shown(text, "mvn test"))
    for words in (
        "Failed to load the context",
        "Error creating bean 'gateway'",
        "key must be 32 bytes, got 31",
        "KeyReader.java:48",
        "Tests run: 306, Failures: 0, Errors: 1",
    ):
        assert words in joined
    assert len(joined) < len(text) / 5


def test_the_summary_at_the_end_of_a_composite_build_stays() -> None:
    """rtk-ai/rtk#2480: a cut of the head alone dropped the summary with which `make ci` ends."""
    text = "make[1]: Entering directory '/srv/app'\n"
    text += "".join(f"[{at:3}%] Building CXX object src/core.dir/unit_{at}.cpp.o\n" for at in range(100))
    text += (
        "make[1]: Leaving directory '/srv/app'\n2 of 31 checks failed\nmake: *** [Makefile:9: ci] Error 1\n"
    )
    lines = shown(text, "make ci")
    assert "2 of 31 checks failed" in lines
    assert "make: *** [Makefile:9: ci] Error 1" in lines


def test_the_failed_step_of_a_ci_log_is_told_without_the_setup_of_its_runner() -> None:
    """rtk-ai/rtk#923: the log of a failed run is mostly setup, and the cause has no word for an error."""
    rows = [f"verify\tSet up job\t2026-01-01T08:00:00.{at:03}Z Image: {at:08x}" for at in range(200)]
    rows += [f"verify\tRun checks\t2026-01-01T08:01:00.{at:03}Z step {at} pack ember ok" for at in range(200)]
    rows += [
        "verify\tRun checks\t2026-01-01T08:02:00.000Z found in compose.override.yml:14 - breaks isolation",
        "verify\tRun checks\t2026-01-01T08:02:01.000Z 1 rule violated (of 311)",
        "verify\tRun checks\t2026-01-01T08:02:02.000Z ##[error]Process completed with exit code 3.",
    ]
    rows += [f"verify\tPost job\t2026-01-01T08:03:00.{at:03}Z git config --unset x.{at}" for at in range(60)]
    text = "\n".join(rows)
    joined = "\n".join(shown(text, "gh run view 1 --log-failed"))
    assert "compose.override.yml:14" in joined
    assert "1 rule violated (of 311)" in joined
    assert "Process completed with exit code 3" in joined
    assert len(joined) < len(text) / 20


def test_colour_and_carriage_returns_do_not_hide_an_error_of_dotnet() -> None:
    """rtk-ai/rtk#3738: escapes without digits survived, and line ends broke the patterns."""
    from knapsack_cli.text.terminal import resolve

    noise = "".join(f"\x1b[32m  App{at} -> C:\\out\\App{at}.dll\x1b[m\r\n" for at in range(60))
    text = resolve(
        noise
        + "\x1b[31mC:\\src\\Cart.cs(61,23): error CS1061: 'Pricing' does not contain 'Apply'\x1b[m\r\n"
        + "Build FAILED.\r\n    0 Warning(s)\r\n    1 Error(s)\r\n"
    )
    lines = shown(text, "dotnet build")
    assert "C:\\src\\Cart.cs(61,23): error CS1061: 'Pricing' does not contain 'Apply'" in lines
    assert "Build FAILED." in lines
    assert "    1 Error(s)" in lines
    assert len(lines) < 9


def test_a_conflict_of_npm_stays_whole_among_warnings() -> None:
    """Reports on package managers: conflict lines went along with the warnings."""
    text = "".join(
        f"npm warn deprecated left-{at}@{at}.0.0: this version is no longer supported\n" for at in range(300)
    )
    text += (
        "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\n"
        "npm error While resolving: shop@1.0.0\nnpm error Found: kit@5.1.0\nnpm error node_modules/kit\n"
        'npm error   kit@"^5.1.0" from the root project\nnpm error\nnpm error Could not resolve dependency:\n'
        'npm error peer kit@"^4.0.0" from table@3.3.2\n'
    )
    joined = "\n".join(shown(text, "npm install"))
    for words in (
        "npm error ERESOLVE unable to resolve dependency tree",
        "npm error Found: kit@5.1.0",
        'npm error   kit@"^5.1.0" from the root project',
        'npm error peer kit@"^4.0.0" from table@3.3.2',
    ):
        assert words in joined
    assert len(joined) < len(text) / 10


def test_the_layers_of_a_pulled_image_fold_and_what_was_pulled_stays() -> None:
    """rtk-ai/rtk#972: redraws of progress were more than half of what was read."""
    text = "3.11: Pulling from library/python\n" + "".join(
        f"{at:012x}: {state}\n"
        for state in ("Pulling fs layer", "Waiting", "Download complete", "Pull complete")
        for at in range(30)
    )
    text += "Digest: sha256:0123abcd\nStatus: Downloaded newer image for python:3.11\n"
    lines = shown(text, "docker pull python:3.11")
    assert "Status: Downloaded newer image for python:3.11" in lines
    assert len(lines) < 6
