"""Write `man/` and `completions/` anew from the commands: `make docs`."""

import sys
from pathlib import Path

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
    return 0


if __name__ == "__main__":
    sys.exit(main())
