"""Frames: user code told from library code in every language, causes never lost."""

from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.compression.kinds.common.frames import frames_of, kept_in_trace, trace_end

PYTHON = """Traceback (most recent call last):
  File "/srv/shop/app.py", line 12, in main
    serve(order)
    ~~~~~^^^^^^^
  File "/srv/shop/venv/lib/python3.12/site-packages/web/core.py", line 88, in serve
    return handler(order)
  File "/srv/shop/venv/lib/python3.12/site-packages/web/core.py", line 90, in inner
    return handler(order)
  File "/srv/shop/stock.py", line 7, in take
    return shelf[sku]
KeyError: 'A-1'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/shop/app.py", line 15, in main
    raise ShopError(sku) from None
shop.ShopError: A-1
next line of a log""".splitlines()

JAVA = """Exception in thread "main" java.lang.IllegalStateException: rejected
\tat org.springframework.web.Filter.run(Filter.java:10)
\tat com.shop.Cart.total(Cart.java:41)
\tat java.base/java.lang.Thread.run(Thread.java:1583)
Caused by: java.lang.NumberFormatException: 12x
\tat java.base/java.lang.Integer.parseInt(Integer.java:652)
\tat com.shop.Price.parse(Price.java:9)
\t... 2 more
\tSuppressed: java.io.IOException: closed
\t\tat com.shop.Cart.close(Cart.java:77)
\t\t... 3 more""".splitlines()


def test_python_chain_keeps_own_frames_and_both_messages() -> None:
    kept = [PYTHON[index] for index in kept_in_trace(PYTHON, 0, 17)]
    assert '  File "/srv/shop/stock.py", line 7, in take' in kept
    assert "KeyError: 'A-1'" in kept
    assert "shop.ShopError: A-1" in kept
    assert not any("site-packages" in line for line in kept)


def test_python_chain_ends_at_its_last_exception() -> None:
    assert PYTHON[trace_end(PYTHON, 0)] == "shop.ShopError: A-1"


def test_java_keeps_every_cause_and_suppressed_with_own_frames() -> None:
    kept = [JAVA[index].strip() for index in kept_in_trace(JAVA, 0, len(JAVA) - 1)]
    assert "at com.shop.Cart.total(Cart.java:41)" in kept
    assert "Caused by: java.lang.NumberFormatException: 12x" in kept
    assert "at com.shop.Price.parse(Price.java:9)" in kept
    assert "Suppressed: java.io.IOException: closed" in kept
    assert "... 2 more" not in kept
    assert trace_end(JAVA, 0) == len(JAVA) - 1


def test_each_language_tells_library_from_own() -> None:
    expected = {
        "    at add (/srv/app/sum.js:3:9)": False,
        "    at Module._compile (node:internal/modules/cjs/loader:1554:14)": True,
        "    at Object.run (/srv/app/node_modules/mocha/lib/run.js:9:1)": True,
        "    at async file:///srv/app/main.mjs:9:1": False,
        "   at Shop.Cart.Total(String code) in /srv/shop/Cart.cs:line 12": False,
        "   at System.Collections.Generic.List`1.get_Item(Int32 index)": True,
        "#1  0x0000555555555282 in eval (t=0x7ff, depth=1) at crash.c:10": False,
        "#2  0x00007ffff7e8b235 in raise () from /lib/x86_64-linux-gnu/libc.so.6": True,
        "    #0 0x55808e8cb60a in eval /srv/crash.c:10:3": False,
        "==77==    by 0x1091A2: main (leak.c:9)": False,
        "lib/cart.rb:12:in 'Cart#total'": False,
        "\tfrom /usr/lib/ruby/3.1.0/net/http.rb:960:in `initialize'": True,
        "#0 /srv/app/src/Cart.php(12): Cart->total()": False,
        "#1 /srv/app/vendor/psr/log.php(3): log()": True,
    }
    for line, library in expected.items():
        found = frames_of([line], 0, 0)
        assert found, line
        assert found[0].library is library, line


def test_go_and_rust_frames_take_two_lines() -> None:
    go = [
        "main.take(0x1)",
        "\t/srv/shop/main.go:9 +0x1b",
        "testing.tRunner(0x2)",
        "\t/usr/local/go/src/testing/testing.go:1595 +0xff",
    ]
    assert [(frame.first, frame.last, frame.library) for frame in frames_of(go, 0, 3)] == [
        (0, 1, False),
        (2, 3, True),
    ]
    rust = [
        "   0: rust_begin_unwind",
        "             at /rustc/abc/library/std/src/panicking.rs:5:5",
        "   1: shop::take",
        "             at ./src/main.rs:9:1",
    ]
    assert [(frame.first, frame.library) for frame in frames_of(rust, 0, 3)] == [(0, True), (2, False)]


@given(st.lists(st.sampled_from([*PYTHON, *JAVA, "at (", "#", "\t", "", 'File "'])), st.data())
def test_any_mixture_gives_ordered_indexes_inside_the_range(lines: list[str], data: st.DataObject) -> None:
    last = len(lines) - 1
    first = data.draw(st.integers(0, max(last, 0)))
    kept = kept_in_trace(lines, first, last)
    assert kept == sorted(set(kept))
    assert all(first <= index <= last for index in kept)


def test_two_columns_of_one_line_of_rust_are_two_places() -> None:
    lines = ["   4: book::settle", "             at ./src/main.rs:5:51"]
    lines += ["   5: book::settle", "             at ./src/main.rs:5:86"] * 9
    lines += ["  15: book::main", "             at ./src/main.rs:9:63"]
    kept = {lines[at].strip() for at in kept_in_trace(lines, 0, len(lines) - 1)}
    assert {"at ./src/main.rs:5:51", "at ./src/main.rs:5:86", "at ./src/main.rs:9:63"} <= kept
