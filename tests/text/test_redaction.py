"""Secrets go, what looks like them stays, and lines stay where they were."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from text import secret_corpus
from text.key_shapes import key_files
from text.place_shapes import places
from text.vendor_shapes import named, tokens

from knapsack_cli.text.redaction import has_secret_signal, redact
from knapsack_cli.text.secret_tokens import KINDS

SECRETS = secret_corpus.secrets()
LOOKALIKES = secret_corpus.lookalikes()


def _leaks(sample):
    text, count = redact(sample.text)
    plain = text.replace("\x1b[0m", "").replace("\x1b[31m", "")
    return not count or any(secret in plain for secret in sample.secrets)


def test_at_least_sixty_kinds_in_every_form_are_redacted():
    assert len({sample.kind for sample in SECRETS}) >= 60
    assert len(KINDS) >= 60
    missed = [sample for sample in SECRETS if _leaks(sample)]
    assert not missed, (
        f"{len(missed)} of {len(SECRETS)}: {[(one.kind, one.form, one.text) for one in missed[:5]]}"
    )


def test_two_thousand_lookalikes_stay():
    assert len(LOOKALIKES) >= 2000
    changed = [(text, redact(text)[0]) for text in LOOKALIKES if redact(text)[1]]
    assert not changed, f"{len(changed)} of {len(LOOKALIKES)}: {changed[:5]}"


UNSEEN = re.compile(
    "\x1b\\[[\\d;]*m|\x1b\\]8;[^\x07\x1b]*(?:\x07|\x1b\\\\)|[\u200b-\u200f\u2060-\u2069\u202a-\u202e\u00ad\ufeff]"
)


@pytest.mark.parametrize(
    ("cases", "kinds"),
    [(tokens, 170), (named, 60), (key_files, 7), (places, 480)],
    ids=lambda one: getattr(one, "__name__", None),
)
def test_secrets_of_a_corpus_that_was_written_apart_from_the_rules_go(cases, kinds):
    found = list(cases(random.Random(5)))
    assert len({(one.kind, one.form) if cases is places else one.kind for one in found}) >= kinds
    missed = []
    for one in found:
        after = redact(one.text)[0]
        if any(secret in after or secret in UNSEEN.sub("", after) for secret in one.secrets):
            missed.append((one.kind, one.form))
    assert len(missed) <= len(found) * 0.02, f"{len(missed)} of {len(found)}: {missed[:5]}"


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


def test_no_secret_hides_at_a_border_between_pieces():
    token = "gh" + "p_" + "a1B2" * 9
    entry = '{"note":"' + "word " * 11 + '","password":"hunter2pw","seen":"' + token + '"},'
    copies = 1_300_000 // len(entry)
    clean, count = redact(entry * copies)
    assert token not in clean
    assert "hunter2pw" not in clean
    assert count == 2 * copies


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("curl -s \\\n  -H 'Accept: text/plain' \\\n  -u bob:yqDVtkqPEC1", "yqDVtkqPEC1"),
        ('curl -u ":d2LkV78zLx" https://db.test', "d2LkV78zLx"),
        ("curl --user bob:'pRf7vG2h1L8n' https://db.test", "pRf7vG2h1L8n"),
        ("-H 'Authorization: Api-Token 22cb987851bc5659'", "22cb987851bc5659"),
        ("password=swordfish", "swordfish"),
        ('{"password":"swordfish"}', "swordfish"),
        ("define( 'DB_PASSWORD', 'wp-S3cret9' );", "wp-S3cret9"),
        ("| DB_PASSWORD | S3cr3tValue9 |", "S3cr3tValue9"),
        ("password    S3cr3tValue9", "S3cr3tValue9"),
        ("smtp://bob%40shop.test:p%40ssw0rd@mail.test:587", "p%40ssw0rd"),
        ("ftp://bob:pass@word1@host.test/", "pass@word1"),
        ("--set auth.password=S3cr3tValue9", "S3cr3tValue9"),
        ("data:\n  password: aHVudGVyMnB3Cg==\n", "aHVudGVyMnB3Cg"),
        ("root:$6$rounds=5000$salt1234$" + "a1B2c3D4" * 10 + "ab:19000:0:99999:7:::", "a1B2c3D4a1B2"),
        ("Enter password: hunter2\nLogin ok", "hunter2"),
        ("id,key\nAK" + "IA" + "Q2" * 8 + ",wJalrXUtnFEMI/K7MDENG/bPxRfiCYexampleKEY", "wJalrXUtn"),
        ("the password is hunter2pw, do not tell", "hunter2pw"),
    ],
)
def test_secrets_are_told_by_their_place(text, secret):
    assert secret not in redact(text)[0]
    assert has_secret_signal(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "curl -i -u 'test:test' https://db.test",
        'curl -u "${user}:${password}" https://db.test',
        "see https://img.shields.test/badge/-uv-blue)](https://docs.test/uv/) and https://a.test/-Cat-412991?b=@c",
        "docker run -u 1000:1000 -p 8080:80 image",
        "rsync -a --password-file=/etc/rsync.pass src dst",
        'secret_name = "prod/db/credentials"',
        "secret: projects/p1/secrets/db-password/versions/2",
        "auth_mode = 'oauth2' authType: 'oauth2'",
        "credentials: 'same-origin',",
        '"jsonwebtoken": "^9.0.2", "js-tokens": "4.0.0", "password": "^5.1.2"',
        "apiKey: config.apiKey2,",
        "password = models.CharField(max_length=128)",
        "$password = $_POST['password'];",
        "Failed password for root from 10.0.0.1 port 22 ssh2",
        "spf=pass smtp.mailfrom=shop.test; dkim=pass",
        "PublicKeyToken=b77a5c561934e089",
        "    PrivateKey:  testEd25519PrivateKey,",
        "password = random_password.db1.result",
        "token = data.aws_eks_cluster_auth.x1.token",
        "https://shop.test/a:b@c https://github.test/@scope",
        "If no login or password was specified, it is asked for",
        "users = dict.fromkeys(['username', 'password', 'sha-256'])",
        "(Socks5Auth || (exports.Socks5Auth = Socks5Auth = {}))",
    ],
)
def test_code_and_settings_without_secrets_stay(text):
    assert redact(text) == (text, 0)


def test_an_ordinary_log_does_not_load_the_rules():
    lines = [
        "2026-03-11T08:00:00.123Z INFO token refreshed for user bob in 12ms",
        "2026-03-11T08:00:01.456Z WARN password reset requested by bob@shop.test",
        "GET https://api.shop.test:8443/v1/items?page=2 200 0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9",
        "key not found in cache, author unknown, 3 secrets mounted, cookie accepted",
        "npm http fetch GET 200 https://registry.test/@types%2fnode 99ms",
        "commit 27193ac570b8d28fb90c391fe4fb2c2d5394f9bc pushed by Bob <bob@shop.test>",
    ]
    assert not [line for line in lines if has_secret_signal(line.encode())]


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


def test_the_backslash_of_a_quote_behind_a_secret_stays() -> None:
    text = '{"readme": "badge.svg?token=1IJLT65K8B\\" alt=\\"cover\\""}'
    out, count = redact(text)
    assert count == 1
    assert out == '{"readme": "badge.svg?token=***\\" alt=\\"cover\\""}'
    assert redact(out) == (out, 0)
