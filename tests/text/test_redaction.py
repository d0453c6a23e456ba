"""Secrets go, what looks like them stays, and lines stay where they were."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.text.redaction import has_secret_signal, redact


def _corpus():
    path = Path(__file__).with_name("secret_corpus.py")
    spec = importlib.util.spec_from_file_location("secret_corpus", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["secret_corpus"] = module
    spec.loader.exec_module(module)
    return module


CORPUS = _corpus()
SECRETS = CORPUS.secrets()
LOOKALIKES = CORPUS.lookalikes()


def _leaks(sample):
    text, count = redact(sample.text)
    plain = text.replace("\x1b[0m", "").replace("\x1b[31m", "")
    return not count or any(secret in plain for secret in sample.secrets)


def test_at_least_sixty_kinds_in_every_form_are_redacted():
    assert len({sample.kind for sample in SECRETS}) >= 60
    missed = [sample for sample in SECRETS if _leaks(sample)]
    assert not missed, (
        f"{len(missed)} of {len(SECRETS)}: {[(one.kind, one.form, one.text) for one in missed[:5]]}"
    )


def test_two_thousand_lookalikes_stay():
    assert len(LOOKALIKES) >= 2000
    changed = [(text, redact(text)[0]) for text in LOOKALIKES if redact(text)[1]]
    assert not changed, f"{len(changed)} of {len(LOOKALIKES)}: {changed[:5]}"


def test_no_line_moves_or_grows():
    for sample in SECRETS:
        before, after = sample.text.split("\n"), redact(sample.text)[0].split("\n")
        assert len(before) == len(after)
        assert all(len(new) <= len(old) for old, new in zip(before, after, strict=True))


def test_the_signal_is_seen_for_every_secret():
    assert all(has_secret_signal(sample.text.encode()) for sample in SECRETS)
    assert all(has_secret_signal(sample.text.encode("utf-16-le")) for sample in SECRETS)


def test_redaction_is_the_same_in_a_long_text():
    text = "\n".join(sample.text for sample in SECRETS)
    long = redact("\n".join(["an ordinary line of a log", *LOOKALIKES, text]))[0]
    assert not [
        sample for sample in SECRETS if sample.form != "ansi" and any(one in long for one in sample.secrets)
    ]


@given(st.text(max_size=300))
def test_any_text_keeps_its_newlines_and_never_grows(text):
    after, count = redact(text)
    assert after.count("\n") == text.count("\n")
    assert len(after) <= len(text)
    assert count or after == text


@given(st.sampled_from(SECRETS), st.sampled_from(SECRETS), st.text(max_size=20))
def test_redacting_twice_changes_nothing_more(one, two, between):
    once = redact(f"{one.text}\n{between}\n{two.text}")[0]
    assert redact(once)[0] == once


def test_importing_the_module_loads_no_patterns():
    code = (
        "import sys; import knapsack_cli.text.redaction; "
        "print(sorted({'re', 'json', 'typing', 'enum'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "ghp_",
        "sk-",
        "://a:b@",
        "password=",
        "-----BEGIN PRIVATE KEY-----\n",
        "eyJ.",
        "a.b",
        "mysql ",
        " -u a:",
        "cookie: a=",
        "\x1b[",
        "name: x ",
        "Bearer ",
        '"',
        "\\",
        "=",
        "<a>",
        "@",
        "$2b$",
        "key_",
    ],
)
def test_hostile_repetition_is_handled_whole(piece):
    text = piece * (200_000 // len(piece))
    after, _ = redact(text)
    assert after.count("\n") == text.count("\n")
