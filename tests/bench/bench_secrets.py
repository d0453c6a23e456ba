"""Recall and false positives of our redaction beside detect-secrets and gitleaks' public rules.

    python tests/bench/bench_secrets.py [--gitleaks PATH-TO-gitleaks.toml] [--seeds N] [--missed]

Runs all three over `tests/text/secret_corpus.py` in one go. detect-secrets scans each text as a file,
where it is installed; gitleaks' rules (config/gitleaks.toml of gitleaks/gitleaks, MIT) are read from the
path given and run with Python's `re`: keywords, pattern, entropy and allow lists, as gitleaks has them. A
secret counts as found by a scanner when a finding overlaps it, and by us when nothing of it is left. For
a private key its first line is enough. The cost is processor time.
"""

import argparse
import importlib.util
import math
import re
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from knapsack_cli.text.redaction import redact

Scanner = Callable[[str], list[str]]
"""Gives the texts of its findings."""


def _corpus() -> ModuleType:
    path = Path(__file__).parents[1] / "text" / "secret_corpus.py"
    spec = importlib.util.spec_from_file_location("secret_corpus", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["secret_corpus"] = module
    spec.loader.exec_module(module)
    return module


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
    options = parser.parse_args()
    corpus = _corpus()
    samples = [one for seed in range(7, 7 + options.seeds) for one in corpus.secrets(seed)]
    lookalikes = [one for seed in range(11, 11 + options.seeds) for one in corpus.lookalikes(seed)]
    scanners: list[tuple[str, Scanner | None]] = [("knapsack", None)]
    if (found := _detect_secrets()) is not None:
        scanners.append(("detect-secrets", found))
    if options.gitleaks:
        scanners.append(("gitleaks rules", _gitleaks(options.gitleaks)))
    kinds = len({one.kind for one in samples})
    print(f"{len(samples)} secrets of {kinds} kinds, {len(lookalikes)} look-alikes")
    print(f"{'':16}{'recall':>9}{'kinds':>7}{'false':>9}{'ms/1000':>9}")
    for name, scan in scanners:
        missed = [one for one in samples if not _found(scan, one)]
        start = time.process_time()
        false = [one for one in lookalikes if (redact(one)[1] if scan is None else scan(one))]
        spent = (time.process_time() - start) / len(lookalikes) * 1e6
        whole = kinds - len({one.kind for one in missed})
        print(
            f"{name:16}{1 - len(missed) / len(samples):>9.2%}{whole:>7}"
            f"{len(false) / len(lookalikes):>9.2%}{spent:>9.0f}"
        )
        if options.missed:
            for kind, count in sorted(Counter(f"{one.kind}: {one.form}" for one in missed).items()):
                print(f"    missed {count:3} {kind}")


def _found(scan: Scanner | None, sample) -> bool:
    if scan is None:
        after, count = redact(sample.text)
        plain = re.sub(r"\x1b\[\d*m", "", after)
        return bool(count) and not any(secret in plain for secret in sample.secrets)
    findings = scan(sample.text)
    if sample.kind.startswith("pem") and any("PRIVATE KEY" in one for one in findings):
        return True
    return all(
        any(secret in one or one in secret for one in findings if len(one) >= 4) for secret in sample.secrets
    )


if __name__ == "__main__":
    main()
