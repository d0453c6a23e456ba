"""Write `man/`, `completions/` and the figures of README's table anew from the commands: `make docs`."""

import io
import re
import sys
import tempfile
from pathlib import Path

from knapsack_cli import app
from knapsack_cli.context import Context
from knapsack_cli.integrations.documents import documents

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Write every file that changed, and drop the pages of commands that are gone."""
    wanted = documents()
    for folder in ("man", "completions"):
        (ROOT / folder).mkdir(exist_ok=True)
        for path in sorted((ROOT / folder).iterdir()):
            if f"{folder}/{path.name}" not in wanted:
                path.unlink()
                print(f"dropped {folder}/{path.name}")
    for name, text in wanted.items():
        path = ROOT / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    measured = re.sub(r"^(\| `(fixtures/\S+)`.*) \| \d+ \| \d+ \|$", row, text, flags=re.MULTILINE)
    if measured != text:
        readme.write_text(measured, encoding="utf-8")
        print("wrote README.md")
    return 0


def row(found: re.Match[str]) -> str:
    """A row of the table with what `compress` makes of its file now."""
    data = (ROOT / found[2]).read_bytes()
    out = io.BytesIO()
    with tempfile.TemporaryDirectory() as home:
        app.run(Context(io.BytesIO(data), out, sys.stderr, {"HOME": home}, home), ["compress"])
    return f"{found[1]} | {len(data)} | {len(out.getvalue())} |"


if __name__ == "__main__":
    sys.exit(main())
