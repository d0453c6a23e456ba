"""HTML as its text: title, headings, heads of lists and tables, code, forms."""

from knapsack_cli.compression.kinds import html_text
from knapsack_cli.compression.kinds.common.html_blocks import blocks_of
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_view, write_rows

PAGE = """\
<!DOCTYPE html>
<html><head><title>Orders &amp; more</title><style>p { color: red }</style>
<script>if (a < b) { alert("<p>no</p>") }</script></head>
<body><!-- <p>hidden</p> --><h1>Orders</h1>
<p>All orders of <b>today</b>.</p>
<table><tr><th>id</th><th>state</th></tr>
<tr><td>7</td><td>paid</td></tr></table>
<form action="/find" method="get"><input type="text" name="q" class="x"></form>
<pre>GET /orders
  200 OK</pre>
<ul><li>one</li><li>two</li></ul>
<p>5 < 6 is true</body></html>
"""


def shown(text: str) -> list[str]:
    """What the kind shows of `text`."""
    segment = Segment(text.split("\n"), 0, Hints())
    assert html_text.recognise(segment) > 60
    view = html_text.decide(segment)
    assert isinstance(view, View)
    return write_rows(rows_from_view(segment, view))


def test_a_page_reads_as_text() -> None:
    assert shown(PAGE) == [
        "[the page's text; its tags, scripts and styles are left out]",
        "Orders & more",
        "# Orders",
        "All orders of today.",
        "id | state",
        "7 | paid",
        '<form action="/find" method="get">',
        '<input type="text" name="q">',
        "GET /orders\n  200 OK",
        "- one",
        "- two",
        "5 < 6 is true",
    ]


def test_long_lists_and_tables_say_what_they_leave_out() -> None:
    rows = "\n".join(f"<tr><td>row {number}</td><td>{'words ' * 20}</td></tr>" for number in range(90))
    out = shown(f"<html><body><h2>Rows</h2><table>\n{rows}\n</table></body></html>")
    assert out[-1].startswith("[... 86 more, lines 6-91")


def test_broken_pages_do_not_hang() -> None:
    for piece in ("<", "<a ", '<a b="', "<!--", "<script>", "<p", "</", "&", "<td>", "<li>"):
        assert blocks_of(piece * 20_000) is not None


def test_the_row_of_a_table_that_differs_stays_and_the_others_are_named() -> None:
    rows = [f"<tr><td>crate-{n}</td><td>{n % 4}</td><td>sealed</td></tr>" for n in range(80)]
    rows[50] = "<tr><td>crate-50</td><td>9000</td><td>leaks</td></tr>"
    out = shown("<table><tr><th>name</th><th>kilos</th><th>state</th></tr>\n" + "\n".join(rows) + "</table>")
    assert "crate-50 | 9000 | leaks" in out
    assert any(row.startswith("[... ") and "crate-31, crate-32" in row for row in out)


def test_functions_that_a_page_explains_stay_and_links_out_of_it_are_told() -> None:
    text = "<html><body><h1>Crates</h1><dl>"
    for n in range(30):
        text += f"<dt>crate.pack_{n}(lid=None)</dt><dd>{'What is done with lids is told here. ' * 12}</dd>\n"
    text += '</dl><p>See <a href="https://depot.example.org/crates">the depot</a>.</p></body></html>'
    out = shown(text)
    assert all(f"- crate.pack_{n}(lid=None)" in out for n in range(30))
    assert "[links: https://depot.example.org/crates]" in out


def test_members_in_rows_of_various_widths_and_contents_of_a_manual_are_named() -> None:
    rows = "".join(
        f"<tr><td>fill{number}()</td><td>Till&lt;T&gt;</td>{'<td>inline</td>' if number % 3 else ''}</tr>\n"
        for number in range(40)
    )
    functions = "".join(f"<tr><td>void</td><td>pay{number} (int cents)</td></tr>\n" for number in range(40))
    contents = "".join(
        f'<dt><span class="section"><a href="part{number}.html#till.part.{number}">'
        f"Chapter on part {number}</a></span></dt>\n"
        for number in range(40)
    )
    out = "\n".join(
        shown(
            f"<!DOCTYPE html>\n<html><body><h1>Members</h1><table>{rows}</table>\n<h2>Functions</h2>"
            f"<table>{functions}</table>\n<h2>Contents</h2><dl>{contents}</dl>\n{'<p>one</p>' * 30}"
        )
    )
    assert all(f"fill{number}()" in out for number in range(40))
    assert all(f"pay{number} (int cents)" in out for number in range(40))
    assert all(f"Chapter on part {number}" in out for number in range(40))


def test_a_page_below_the_head_of_its_answer_is_a_page() -> None:
    page = "<!DOCTYPE html>\n<html><body><h1>Till</h1>\n" + "<p>Coins are counted here.</p>\n" * 60
    page += "<h2>Opening hours</h2>\n<p>From nine to five.</p>\n</body></html>"
    out = "\n".join(shown("HTTP/1.1 200 OK\nServer: till/2\nX-Request: 17\n\n" + page))
    assert "HTTP/1.1 200 OK\nServer: till/2\nX-Request: 17\n" in out
    assert "Opening hours" in out
    assert "<p>" not in out


def test_the_body_of_a_page_without_its_page_is_told_as_text() -> None:
    body = (
        "<h1>Till</h1>\n<p>\nCoins are counted.\n</p>\n<pre>\ntill count\n</pre>\n<ul><li>one<li>two</ul>\n"
    )
    out = "\n".join(shown(body + "<h2>Hours</h2>\n" + "<p>\nFrom nine to five.\n</p>\n" * 40))
    assert "Hours" in out
    assert "<h2>" not in out
