"""What users reported of redaction elsewhere, shown not to happen here."""

import random

import pytest

from knapsack_cli.text.redaction import redact

HEX = "0123456789abcdef"


def _hexed(size, seed):
    rng = random.Random(seed)
    return "".join(rng.choice(HEX) for _ in range(size))


@pytest.mark.parametrize("scheme", ["postgres", "mysql", "mongodb+srv", "redis", "amqp", "https"])
def test_passwords_of_connection_strings_do_not_stay(scheme):
    """rtk-ai/rtk#1785, rtk-ai/rtk#1160, rtk-ai/rtk#1789: history kept the passwords of connection strings."""
    clean, count = redact(f"psql {scheme}://shop:hunter2pw@db.test/shop -c 'select 1'")
    assert count == 1
    assert clean == f"psql {scheme}://shop:***@db.test/shop -c 'select 1'"


@pytest.mark.parametrize(
    "line",
    [
        f"commit {_hexed(40, 1)}",
        f"HEAD is now at {_hexed(9, 2)} Rotate the token",
        f"digest sha256:{_hexed(64, 3)} differs, session 0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9",
        "max_tokens=4096 tokenizer=bpe token_count: 12 prompt_tokens=120",
        f'"integrity": "sha512-{_hexed(86, 4)}=="',
    ],
)
def test_hashes_ids_and_token_counts_stay(line):
    """griffinwork40/agent-afk#549, AMD-AGI/Hyperloom#1302, langwatch/langwatch#8089."""
    assert redact(line) == (line, 0)


def test_a_token_in_a_field_of_another_name_goes():
    """ruvnet/metaharness#123, betterleaks/betterleaks#163, blpsoares/agentistics#123."""
    token = "gh" + "p_" + "a1B2" * 9
    clean, count = redact('{"note": "used ' + token + ' today", "items": ["' + token + '"]}')
    assert count == 2
    assert clean == '{"note": "used <redacted:github-token> today", "items": ["<redacted:github-token>"]}'


def test_an_id_inside_a_key_block_leaves_no_pieces():
    """acidsugarx/knapsack: overlapping findings shifted offsets, left dashes or ate the text behind."""
    key = "-----BEGIN RSA " + "PRIVATE KEY-----"
    end = "-----END RSA " + "PRIVATE KEY-----"
    body = "AK" + "IA" + "Q7" * 8 + "/" + "aB3+" * 8
    clean, count = redact("\n".join(["before", key, body, body, end, "after"]))
    assert clean.split("\n") == ["before", "<redacted:private-key>", "***", "***", "***", "after"]
    assert count == 1
