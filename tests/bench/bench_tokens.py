"""Our estimate of tokens against o200k itself: how far off, on every sample and on what compress makes of it.

Needs `bpe-openai` (it carries the vocabulary); samples are the fixtures and KNAPSACK_CORPUS.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support import samples

from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.options import Options
from knapsack_cli.compression.shrinking import shrink
from knapsack_cli.text.tokens import estimate_tokens


def main() -> int:
    """Print the median and the 95th percentile of the relative error."""
    try:
        import bpe_openai
    except ImportError:
        print("bpe-openai is not installed: no comparison")
        return 0
    o200k = bpe_openai.get_encoding("o200k_base")
    errors: dict[str, list[float]] = {"inputs": [], "outputs": []}
    for path in samples():
        data = path.read_bytes()[:200_000]
        outcome = shrink(data, Options(Hints()))
        outcome.seal("0" * 64)
        for name, text in (("inputs", data), ("outputs", outcome.output)):
            real = len(o200k.encode(text.decode("utf-8", "replace")))
            if real > 100:
                errors[name].append(abs(estimate_tokens(text) - real) / real)
    for name, found in errors.items():
        found.sort()
        middle, high = statistics.median(found), found[int(len(found) * 0.95)]
        print(f"{name}: {len(found)} texts, median error {middle:.1%}, p95 {high:.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
