"""Recall and false positives of our redaction beside detect-secrets and gitleaks' public rules.

    python tests/bench/bench_secrets.py [--gitleaks PATH-TO-gitleaks.toml] [--seeds N] [--missed]
                                         [--real FOLDER...]

Runs all three over two corpora in one go: `tests/text/secret_corpus.py`, which grew with the rules, and
`vendor_shapes.py` with `place_shapes.py`, which were
written apart from them, from vendors' documents and gitleaks' public rules.
The look-alikes are the first one's and, with `--real`, lines of the files below the folders (installed
packages, say) in which something is said of secrets or a long token stands: a sample of 20,000 a folder.

detect-secrets scans each text as a file, where it is installed; gitleaks' rules (config/gitleaks.toml of
gitleaks/gitleaks, MIT) are read from the path given and run with Python's `re`:
keywords, pattern, entropy and allow lists, as gitleaks has them. A
secret counts as found by a scanner when a finding overlaps it, and by us when nothing of it is left. For
a private key its first line is enough. The cost is processor time.
"""

import argparse
import math
import random
import re
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from text import secret_corpus
from text.key_shapes import key_files
from text.place_shapes import places
from text.vendor_shapes import Case, named, tokens

from knapsack_cli.text.redaction import redact

Scanner = Callable[[str], list[str]]
"""Gives the texts of its findings."""


REAL = re.compile(
    r"(?i)pass|token|secret|key|auth|cred|psk|login|cookie|bearer|://|[0-9a-f]{32}|[A-Za-z0-9+/=_-]{32}"
)
INVISIBLE = re.compile(
    "\x1b\\[[\\d;]*m|\x1b\\]8;[^\x07\x1b]*(?:\x07|\x1b\\\\)|[\u200b-\u200f\u2060-\u2069\u202a-\u202e\u00ad\ufeff]"
)


def _second(seed: int) -> Iterator[Case]:
    for made in (tokens, named, key_files, places):
        yield from made(random.Random(seed))


def _lines_of(folder: Path, most: int = 20_000) -> list[str]:
    """Lines of the files below `folder` that may look like secrets, 30 of a file at most."""
    rng = random.Random(3)
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    rng.shuffle(files)
    lines: list[str] = []
    for path in files[:9_000]:
        try:
            data = path.read_bytes()[:400_000]
        except OSError:
            continue
        if b"\0" in data[:2_000]:
            continue
        told = [
            one
            for one in data.decode("utf-8", "ignore").split("\n")
            if 8 < len(one) < 400 and REAL.search(one)
        ]
        lines += told if len(told) < 30 else rng.sample(told, 30)
    return rng.sample(lines, min(most, len(lines)))


def _detect_secrets() -> Scanner | None:
    try:
        from detect_secrets.core.scan import scan_file
        from detect_secrets.settings import default_settings
    except ImportError:
        return None
    folder = tempfile.TemporaryDirectory()

    def scan(text: str) -> list[str]:
        path = Path(folder.name) / "text.txt"
        path.write_text(text, encoding="utf-8")
        with default_settings():
            return [found.secret_value for found in scan_file(str(path))]

    return scan


def _as_python(pattern: str) -> str:
    """A pattern of RE2 as Python reads it: flags in the middle get a group of their own."""
    pattern = pattern.replace(r"\z", r"\Z")
    at = pattern.find("(?i)", 1)
    while at > 0:
        depth, end, in_class = 0, at + 4, False
        while end < len(pattern):
            letter = pattern[end]
            if letter == "\\":
                end += 1
            elif in_class:
                in_class = letter != "]"
            elif letter == "[":
                in_class = True
            elif letter == "(":
                depth += 1
            elif letter == ")":
                if not depth:
                    break
                depth -= 1
            end += 1
        pattern = f"{pattern[:at]}(?i:{pattern[at + 4 : end]}){pattern[end:]}"
        at = pattern.find("(?i)", at + 1)
    return pattern


def _entropy(text: str) -> float:
    return -sum(n / len(text) * math.log2(n / len(text)) for n in Counter(text).values())


class _Allowed:
    """One allow list: patterns on the secret, the match or the line, and stop words."""

    def __init__(self, table: dict) -> None:
        self.patterns = [re.compile(_as_python(one)) for one in table.get("regexes", ())]
        self.target = table.get("regexTarget", "secret")
        self.stopwords = [word.lower() for word in table.get("stopwords", ())]

    def covers(self, secret: str, match: str, line: str) -> bool:
        text = {"match": match, "line": line}.get(self.target, secret)
        return any(one.search(text) for one in self.patterns) or any(
            word in secret.lower() for word in self.stopwords
        )


def _gitleaks(path: str) -> Scanner:
    table = tomllib.loads(Path(path).read_text())
    everywhere = _Allowed(table["allowlist"])
    rules = []
    for rule in table["rules"]:
        if "regex" in rule and "path" not in rule:
            allowed = [_Allowed(one) for one in rule.get("allowlists", ())]
            rules.append((rule, re.compile(_as_python(rule["regex"])), [everywhere, *allowed]))

    def scan(text: str) -> list[str]:
        lower = text.lower()
        findings = []
        for rule, pattern, allowed in rules:
            if rule.get("keywords") and not any(word in lower for word in rule["keywords"]):
                continue
            for found in pattern.finditer(text):
                group = rule.get("secretGroup", 0)
                secret = found[group] if group else next((one for one in found.groups() if one), found[0])
                if rule.get("entropy") and _entropy(secret) <= rule["entropy"]:
                    continue
                line = text[text.rfind("\n", 0, found.start()) + 1 :].split("\n", 1)[0]
                if not any(one.covers(secret, found[0], line) for one in allowed):
                    findings.append(found[0])
        return findings

    return scan


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--gitleaks")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--real", nargs="*", default=[])
    options = parser.parse_args()
    first = [one for seed in range(7, 7 + options.seeds) for one in secret_corpus.secrets(seed)]
    second = [one for seed in range(5, 5 + options.seeds) for one in _second(seed)]
    lookalikes = [one for seed in range(11, 11 + options.seeds) for one in secret_corpus.lookalikes(seed)]
    real = [line for folder in options.real for line in _lines_of(Path(folder))]
    scanners: list[tuple[str, Scanner | None]] = [("knapsack", None)]
    if (found := _detect_secrets()) is not None:
        scanners.append(("detect-secrets", found))
    if options.gitleaks:
        scanners.append(("gitleaks rules", _gitleaks(options.gitleaks)))
    for name, samples in (("first", first), ("second", second)):
        kinds = len({(one.kind, one.form) if one.kind in GROUPS else one.kind for one in samples})
        print(f"{name} corpus: {len(samples):,} secrets, {kinds} kinds and places")
    print(f"{len(lookalikes):,} look-alikes, {len(real):,} real lines")
    print(f"{'':16}{'first':>9}{'second':>9}{'false':>9}{'flagged':>9}{'ms/1000':>9}")
    for name, scan in scanners:
        recalls = []
        for samples in (first, second):
            missed = [one for one in samples if not _found(scan, one)]
            recalls.append(1 - len(missed) / len(samples))
            if options.missed:
                for kind, count in sorted(Counter(f"{one.kind}: {one.form}" for one in missed).items()):
                    print(f"    {name} missed {count:3} {kind}")
        start = time.process_time()
        false = [one for one in lookalikes if (redact(one)[1] if scan is None else scan(one))]
        spent = (time.process_time() - start) / len(lookalikes) * 1e6
        flagged = [one for one in real if (redact(one)[1] if scan is None else scan(one))]
        print(
            f"{name:16}{recalls[0]:>9.2%}{recalls[1]:>9.2%}{len(false) / len(lookalikes):>9.2%}"
            f"{len(flagged) / max(1, len(real)):>9.3%}{spent:>9.0f}"
        )


GROUPS = ("command", "code", "settings", "log")
"""Groups of places: of these each line is a kind of its own."""


def _found(scan: Scanner | None, sample: Case) -> bool:
    if scan is None:
        after, count = redact(sample.text)
        plain = INVISIBLE.sub("", after)
        return bool(count) and not any(secret in plain or secret in after for secret in sample.secrets)
    findings = scan(sample.text)
    if sample.kind.startswith(("pem", "key ")) and any("PRIVATE KEY" in one for one in findings):
        return True
    return all(
        any(secret in one or one in secret for one in findings if len(one) >= 4) for secret in sample.secrets
    )


if __name__ == "__main__":
    main()
