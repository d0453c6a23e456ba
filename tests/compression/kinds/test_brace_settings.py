"""Settings in braces: blocks alike by their names, rare values with the block they stand in."""

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import brace_settings
from knapsack_cli.compression.model import Hints, Segment, View

SITE = """server {
    # customer number %d
    listen 443 ssl;
    server_name shop%d.example.org;
    client_max_body_size %s;

    location / {
        proxy_pass http://127.0.0.1:%d;
        proxy_set_header Host $host;
    }
    location /static/ {
        expires %s;
    }
}
"""


def sites(count: int) -> list[str]:
    text = "".join(
        SITE % (n, n, "900m" if n == 9 else "8m", 8000 + n, "1s" if n == 5 else "30d") for n in range(count)
    )
    return text.split("\n")


def test_blocks_stay_by_their_names_and_rare_values_within_their_block() -> None:
    segment = Segment(sites(20), 0, Hints())
    assert detect.recognise(segment).kind.name == "settings"
    view = brace_settings.decide(segment)
    assert isinstance(view, View)
    texts = [row.text.partition(" ")[2] for row in view.rows]
    assert [f"    server_name shop{n}.example.org;" in texts for n in range(20)] == [True] * 20
    assert "    client_max_body_size 900m;" in texts
    at = texts.index("        expires 1s;")
    assert texts[at - 1] == "    location /static/ {"
    assert len(texts) < len(segment.lines) // 2


def test_code_in_braces_is_no_settings_file() -> None:
    for code in ("int count;", "return 0;", "let size;", "string name = 1;", "color: red;", "run(fast);"):
        lines = ["body {", *([f"  {code}"] * 12), "}"]
        assert brace_settings.recognise(Segment(lines, 0, Hints())) == 0
