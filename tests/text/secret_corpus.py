# ruff: noqa: E501
"""Secrets of real shapes with made-up values, and look-alikes that must stay.

Values come from a seeded generator, and prefixes are put together at run time, so that no scanner flags this file.
"""

import base64
import json
import random
import string
from collections.abc import Callable, Iterator
from typing import NamedTuple

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits
BASE32 = string.ascii_uppercase + "234567"
URL = ALNUM + "-_"
BASE64 = ALNUM + "+/"


class Sample(NamedTuple):
    """One text and what must not be in it afterwards."""

    kind: str
    form: str
    text: str
    secrets: tuple[str, ...]


def _body(rng: random.Random, alphabet: str, size: int) -> str:
    """A body as issued tokens have it: no separator at its ends, a digit in it."""
    letters = "".join(rng.choice(alphabet) for _ in range(size - 2))
    first = rng.choice([letter for letter in alphabet if letter.isalnum()])
    return (
        first
        + letters[: size // 2]
        + rng.choice([c for c in alphabet if c.isdigit()] or [alphabet[0]])
        + letters[size // 2 :]
    )


def _token(
    *parts: str, alphabet: str = ALNUM, size: int = 32, end: str = ""
) -> Callable[[random.Random], str]:
    return lambda rng: "".join(parts) + _body(rng, alphabet, size) + end


def _uuid(rng: random.Random) -> str:
    digits = "".join(rng.choice(HEX) for _ in range(32))
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _web_token(rng: random.Random) -> str:
    def part(value: object) -> str:
        return (
            base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).decode().rstrip("=")
        )

    header = part({"alg": "HS256", "typ": "JWT"})
    claims = part({"sub": str(rng.randrange(10**9)), "iat": rng.randrange(10**9)})
    return ".".join((header, claims, _body(rng, URL, 43)))


TOKENS: tuple[tuple[str, Callable[[random.Random], str]], ...] = (
    ("anthropic", _token("sk-", "ant-api03-", alphabet=URL, size=93, end="AA")),
    ("anthropic-admin", _token("sk-", "ant-admin01-", alphabet=URL, size=93, end="AA")),
    ("openai-legacy", lambda rng: "sk" + "-" + _body(rng, ALNUM, 20) + "T3Blbk" + "FJ" + _body(rng, ALNUM, 20)),
    ("openai-project", lambda rng: "sk" + "-proj-" + _body(rng, URL, 74) + "T3Blbk" + "FJ" + _body(rng, URL, 74)),
    ("openai-service", _token("sk-", "svcacct-", alphabet=URL, size=120)),
    ("openrouter", _token("sk-", "or-v1-", alphabet=HEX, size=64)),
    ("deepseek", _token("sk", "-", alphabet=HEX, size=32)),
    ("github-classic", _token("gh", "p_", size=36)),
    ("github-oauth", _token("gh", "o_", size=36)),
    ("github-user", _token("gh", "u_", size=36)),
    ("github-server", _token("gh", "s_", size=36)),
    ("github-refresh", _token("gh", "r_", size=76)),
    ("github-fine", lambda rng: "github" + "_pat_" + _body(rng, ALNUM, 22) + "_" + _body(rng, ALNUM, 59)),
    ("gitlab-personal", _token("gl", "pat-", alphabet=URL, size=20)),
    ("gitlab-runner", _token("gl", "rt-", alphabet=URL, size=20)),
    ("gitlab-deploy", _token("gl", "dt-", alphabet=URL, size=20)),
    ("gitlab-trigger", _token("gl", "ptt-", alphabet=HEX, size=40)),
    ("gitlab-job", lambda rng: "gl" + "cbt-" + _body(rng, HEX, 5) + "_" + _body(rng, URL, 20)),
    ("gitlab-registration", _token("GR13", "48941", alphabet=URL, size=20)),
    ("slack-bot", lambda rng: "xo" + "xb-" + _body(rng, string.digits, 12) + "-" + _body(rng, string.digits, 12) + "-" + _body(rng, ALNUM, 24)),
    ("slack-user", lambda rng: "xo" + "xp-" + "-".join(_body(rng, string.digits, 12) for _ in "abc") + "-" + _body(rng, HEX, 32)),
    ("slack-app", lambda rng: "xa" + "pp-1-A" + _body(rng, UPPER, 10) + "-" + _body(rng, string.digits, 13) + "-" + _body(rng, HEX, 64)),
    ("slack-hook", lambda rng: "https://hooks." + "slack.com/services/T" + _body(rng, UPPER, 8) + "/B" + _body(rng, UPPER, 8) + "/" + _body(rng, ALNUM, 24)),
    ("discord-hook", lambda rng: "https://discord" + ".com/api/webhooks/" + _body(rng, string.digits, 18) + "/" + _body(rng, URL, 68)),
    ("teams-hook", lambda rng: "https://shop.webhook." + "office.com/webhookb2/" + _uuid(rng) + "@" + _uuid(rng) + "/IncomingWebhook/" + _body(rng, HEX, 32) + "/" + _uuid(rng)),
    ("discord-bot", lambda rng: "M" + _body(rng, ALNUM, 23) + "." + _body(rng, URL, 6) + "." + _body(rng, URL, 38)),
    ("telegram-bot", lambda rng: _body(rng, "123456789", 10) + ":AA" + _body(rng, URL, 33)),
    ("aws-id", _token("AK", "IA", alphabet=BASE32, size=16)),
    ("aws-session-id", _token("AS", "IA", alphabet=BASE32, size=16)),
    ("google-api", _token("AI", "zaSy", alphabet=URL, size=33)),
    ("google-oauth", _token("ya", "29.a0", alphabet=URL, size=120)),
    ("google-client", _token("GOC", "SPX-", alphabet=URL, size=28)),
    ("stripe-live", _token("sk_", "live_", size=24)),
    ("stripe-restricted", _token("rk_", "live_", size=99)),
    ("stripe-test", _token("sk_", "test_", size=24)),
    ("stripe-webhook", _token("wh", "sec_", size=32)),
    ("npm", _token("np", "m_", size=36)),
    ("pypi", _token("pypi", "-AgEIcHlwaS5vcmc", alphabet=URL, size=130)),
    ("huggingface", _token("h", "f_", size=34)),
    ("replicate", _token("r", "8_", size=37)),
    ("groq", _token("gs", "k_", size=52)),
    ("xai", _token("xa", "i-", size=80)),
    ("perplexity", _token("pp", "lx-", size=48)),
    ("nvidia", _token("nv", "api-", alphabet=URL, size=64)),
    ("langsmith", lambda rng: "ls" + "v2_pt_" + _body(rng, HEX, 32) + "_" + _body(rng, HEX, 10)),
    ("digitalocean", _token("do", "p_v1_", alphabet=HEX, size=64)),
    ("sendgrid", lambda rng: "S" + "G." + _body(rng, URL, 22) + "." + _body(rng, URL, 43)),
    ("brevo", lambda rng: "xkey" + "sib-" + _body(rng, HEX, 64) + "-" + _body(rng, ALNUM, 16)),
    ("mailgun", _token("ke", "y-", alphabet=HEX, size=32)),
    ("mailchimp", lambda rng: _body(rng, HEX, 32) + "-us" + "12"),
    ("twilio", _token("S", "K", alphabet=HEX, size=32)),
    ("shopify", _token("shp", "at_", alphabet=HEX, size=32)),
    ("shopify-secret", _token("shp", "ss_", alphabet=HEX, size=32)),
    ("square", _token("sq0", "atp-", alphabet=URL, size=22)),
    ("databricks", _token("da", "pi", alphabet=HEX, size=32)),
    ("doppler", _token("dp", ".pt.", size=43)),
    ("fly", _token("fm", "2_", alphabet=BASE64, size=160)),
    ("vault", _token("hv", "s.", alphabet=URL, size=95)),
    ("linear", _token("lin", "_api_", size=40)),
    ("notion", _token("nt", "n_", size=46)),
    ("sentry-user", _token("sntry", "u_", alphabet=HEX, size=64)),
    ("age", _token("AGE-SECRET", "-KEY-1", alphabet="QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", size=58)),
    ("grafana", lambda rng: "gl" + "sa_" + _body(rng, ALNUM, 32) + "_" + _body(rng, HEX, 8)),
    ("newrelic", _token("NR", "AK-", alphabet=UPPER, size=27)),
    ("postman", lambda rng: "PM" + "AK-" + _body(rng, HEX, 24) + "-" + _body(rng, HEX, 34)),
    ("pulumi", _token("pu", "l-", alphabet=HEX, size=40)),
    ("planetscale", _token("pscale", "_tkn_", alphabet=URL, size=43)),
    ("readme", _token("rd", "me_", alphabet=string.ascii_lowercase + string.digits, size=70)),
    ("rubygems", _token("ruby", "gems_", alphabet=HEX, size=48)),
    ("docker", _token("dckr", "_pat_", alphabet=URL, size=27)),
    ("heroku", _token("HRKU", "-AA", alphabet=URL, size=58)),
    ("atlassian", _token("ATA", "TT3", alphabet=URL, size=186)),
    ("figma", _token("fi", "gd_", alphabet=URL, size=40)),
    ("dynatrace", lambda rng: "dt0" + "c01." + _body(rng, UPPER, 24) + "." + _body(rng, UPPER, 64)),
    ("easypost", _token("EZ", "AK", size=54)),
    ("shippo", _token("shippo", "_live_", alphabet=HEX, size=40)),
    ("artifactory", _token("AK", "Cp", size=69)),
    ("clojars", _token("CLO", "JARS_", alphabet=HEX, size=60)),
    ("crates", _token("ci", "o", size=32)),
    ("octopus", _token("AP", "I-", alphabet=UPPER, size=26)),
    ("openshift", _token("sha", "256~", alphabet=URL, size=43)),
    ("sourcegraph", _token("sg", "p_", alphabet=HEX, size=40)),
    ("tailscale", lambda rng: "ts" + "key-auth-" + _body(rng, ALNUM, 12) + "-" + _body(rng, ALNUM, 32)),
    ("terraform", lambda rng: _body(rng, ALNUM, 14) + ".atlas" + "v1." + _body(rng, URL, 67)),
    ("typeform", _token("tf", "p_", alphabet=URL, size=59)),
    ("airtable", lambda rng: "pa" + "t" + _body(rng, ALNUM, 14) + "." + _body(rng, HEX, 64)),
    ("azure-client", lambda rng: _body(rng, ALNUM, 3) + "8Q" + "~" + _body(rng, ALNUM, 34)),
    ("contentful", _token("CF", "PAT-", alphabet=URL, size=43)),
    ("infracost", _token("ic", "o-", size=32)),
    ("alibaba", _token("LT", "AI", size=20)),
    ("supabase", _token("sb", "p_", alphabet=HEX, size=40)),
    ("netlify", _token("nf", "p_", size=36)),
    ("circleci", lambda rng: "CCI" + "PAT_" + _body(rng, ALNUM, 22) + "_" + _body(rng, HEX, 40)),
    ("sonar", _token("sq", "u_", alphabet=HEX, size=40)),
    ("hubspot", lambda rng: "pat" + "-na1-" + _uuid(rng)),
    ("onepassword", _token("ops", "_eyJ", size=260)),
    ("plaid", lambda rng: "access" + "-production-" + _uuid(rng)),
    ("jwt", _web_token),
    ("pem-base64", lambda rng: base64.b64encode(_pem(rng, "PRIVATE KEY").encode()).decode()),
)  # fmt: skip

TOKEN_FORMS: tuple[tuple[str, str], ...] = (
    ("plain", "the value is {} and it works"),
    ("json", '{{"note": "see {}", "count": 12}}'),
    ("url", "GET https://api.shop.test/v1/items?a=1&t={}&page=2 200"),
    ("env", "export SHOP_VALUE={}"),
    ("yaml", "settings:\n  value: {}\n  other: 12"),
    ("escaped", '{{"log": "first line\\n{}\\nlast line"}}'),
    ("list", "[info] tokens seen: [{}, 12]"),
)

PASSWORDS = (
    "hunter2pw",
    "Tr0ub4dor&3x",
    "s3cr3t!Pass",
    "zK9#vLq2",
    "correct9horse",
    "p@ssW0rd77",
    "Qx7-rT2_mN",
)
ODD_PASSWORDS = ("p#a$s1w%0rd!", "ab;cd9&ef", "9x,y.z:w", "k]8}v)2w", "pä55wörtl9")

CONTEXTS: tuple[tuple[str, str, Callable[[random.Random], str]], ...] = tuple(
    (kind, text, make)
    for kind, make, texts in (
        (
            "password",
            lambda rng: rng.choice(PASSWORDS),
            (
                "DB_PASSWORD={}",
                'export DB_PASSWORD="{}"',
                "password: {}",
                "    password: '{}'",
                '{{"user": "bob", "password": "{}"}}',
                '"{{\\"password\\":\\"{}\\"}}"',
                'password = "{}"',
                "const dbPassword = '{}';",
                'db_password: str = "{}"',
                "mysql --user=shop --password={} shop",
                "deploy --password {} --verbose",
                "Server=db;User Id=shop;Password={};Encrypt=yes",
                "host=db user=shop password={} dbname=shop",
                "postgres://shop:{}@db.test:5432/shop",
                "mongodb+srv://shop:{}@cluster0.shop.test/?retryWrites=true",
                "redis://:{}@cache.test:6379/0",
                "https://bob:{}@git.test/shop.git",
                "jdbc:mysql://shop:{}@db.test/shop",
                "curl -u bob:{} https://api.test/",
                "curl --user 'bob:{}' https://api.test/",
                "mysql -u shop -p{} shop",
                "sshpass -p '{}' ssh bob@db.test",
                "PGPASSWORD={} psql -h db",
                "MYSQL_ROOT_PASSWORD: {}",
                "spring.datasource.password={}",
                "<password>{}</password>",
                '<add key="SmtpPassword" value="{}" />',
                "      - name: DB_PASSWORD\n        value: {}",
                '{{"name": "DB_PASSWORD", "value": "{}"}}',
                "machine git.test login bob password {}",
                "CREATE USER shop WITH PASSWORD '{}';",
                "ALTER USER 'shop'@'%' IDENTIFIED BY '{}';",
                "docker login -u bob -p {} registry.test",
                "passphrase: {}",
                "2026-01-02 ERROR login failed for bob with password={} from 10.0.0.1",
                '"Env": ["PATH=/usr/bin", "DB_PASSWORD={}"]',
                "ENV ADMIN_PASSWORD={}",
            ),
        ),
        (
            "odd-password",
            lambda rng: rng.choice(ODD_PASSWORDS),
            ("DB_PASSWORD={}", 'password = "{}"', "export APP_PASSWORD='{}'", '{{"password":"{}"}}'),
        ),
        (
            "key",
            _token(size=40),
            (
                "API_KEY={}",
                'api_key = "{}"',
                '{{"apiKey": "{}"}}',
                "client_secret: {}",
                "X-Api-Key: {}",
                "curl -H 'X-Auth-Token: {}' https://api.test",
                "aws_secret_access_key = {}",
                "secret_key={}",
                "https://api.test/v1?access_token={}&page=1",
                "refresh_token: '{}'",
                "Authorization: Bearer {}",
                "Authorization: token {}",
                '{{"Authorization": "Bearer {}"}}',
                "proxy got bearer {} from client",
                "--api-key {}",
                "webhookSecret: '{}',",
                "DATADOG_API_KEY={}",
                "SECRET_KEY_BASE={}",
                "JWT_SECRET={}",
                "encryption_key: {}",
                "Cookie: theme=dark; session={}; lang=en",
                "Set-Cookie: sid={}; Path=/; HttpOnly",
                "//registry.npmjs.test/:_authToken={}",
                "BEARER_TOKEN={}",
                'os.environ["API_TOKEN"] = "{}"',
                "https://{}@o1.ingest.sentry.test/4",
            ),
        ),
        (
            "hex-key",
            _token(alphabet=HEX, size=32),
            ("API_KEY={}", "api_key: {}", '"app_key": "{}"', "DD_API_KEY={}"),
        ),
        ("heroku-uuid", _uuid, ("HEROKU_API_KEY={}", "api_key: {}")),
        (
            "azure-storage",
            lambda rng: _body(rng, BASE64, 86) + "==",
            (
                "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={};EndpointSuffix=core.test",
                "AZURE_STORAGE_KEY={}",
                "Endpoint=sb://shop.test/;SharedAccessKeyName=root;SharedAccessKey={}",
            ),
        ),
        (
            "azure-sas",
            lambda rng: _body(rng, ALNUM, 43) + "%3D",
            ("https://shop.blob.test/c?sv=2022-11-02&se=2026-01-01&sig={}",),
        ),
        (
            "aws-signature",
            _token(alphabet=HEX, size=64),
            ("https://s3.test/b/k?X-Amz-Expires=300&X-Amz-Signature={}",),
        ),
        (
            "basic",
            lambda rng: base64.b64encode(f"bob:{_body(rng, ALNUM, 12)}".encode()).decode(),
            (
                "Authorization: Basic {}",
                '{{"auths": {{"r.test": {{"auth": "{}"}}}}}}',
                "-H 'Authorization: Basic {}'",
            ),
        ),
        ("crypt", lambda rng: "$2b" + "$12$" + _body(rng, ALNUM + "./", 53), ("bob:{}", "hash is {} now")),
    )
    for text in texts
)

KEY_NAMES = ("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK")  # fmt: skip


def _lines(rng: random.Random, count: int = 8) -> list[str]:
    return [*("M" + _body(rng, BASE64, 63) for _ in range(count)), _body(rng, BASE64, 26) + "=="]


def _pem(rng: random.Random, name: str) -> str:
    return "\n".join((f"-----BEGIN {name}-----", *_lines(rng), f"-----END {name}-----", ""))


def private_keys(rng: random.Random) -> Iterator[Sample]:
    """Private keys in their files, quoted, indented, prefixed, escaped, cut off at either end."""
    for name in KEY_NAMES:
        begin, end = f"-----BEGIN {name}-----", f"-----END {name}-----"
        body = _lines(rng)
        block = [begin, *body, end]
        secrets = tuple(body)
        kind = f"pem {name.lower()}"
        yield Sample(kind, "plain", "\n".join(["before", *block, "after"]), secrets)
        yield Sample(kind, "crlf", "\r\n".join(["before", *block, "after"]), secrets)
        yield Sample(
            kind, "unterminated", "\n".join(["before", begin, *body[:5], "ERROR gone"]), tuple(body[:5])
        )
        yield Sample(kind, "no-begin", "\n".join(["before", *body, end, "after"]), secrets)
        yield Sample(
            kind, "yaml", "\n".join(["key: |", *(f"    {line}" for line in block), "next: 1"]), secrets
        )
        yield Sample(kind, "diff", "\n".join(["@@ -0,0 +1,9 @@", *(f"+{line}" for line in block)]), secrets)
        yield Sample(
            kind, "grep", "\n".join(f"certs/k.pem-{at}-{line}" for at, line in enumerate(block)), secrets
        )
        yield Sample(kind, "compose", "\n".join(f"web-1  | {line}" for line in block), secrets)
        yield Sample(kind, "stamped", "\n".join(f"2026-01-02T03:04:05Z {line}" for line in block), secrets)
        yield Sample(kind, "json", json.dumps({"private_key": "\n".join(block), "x": 1}), secrets)
        yield Sample(kind, "env", 'KEY="' + "\\n".join(block) + '"\nNEXT=1', secrets)
        yield Sample(
            kind, "python", "\n".join(["KEY = (", *(f'    "{line}\\n"' for line in block), ")"]), secrets
        )
    body = _lines(rng)
    yield Sample(
        "pem encrypted rsa",
        "headers",
        "\n".join(
            [
                "-----BEGIN RSA " + "PRIVATE KEY-----",
                "Proc-Type: 4,ENCRYPTED",
                "DEK-Info: AES-128-CBC,0011",
                "",
                *body,
            ]
        ),
        tuple(body),
    )
    body = _lines(rng)
    yield Sample(
        "putty",
        "file",
        "\n".join(
            [
                "PuTTY-User-Key-File-3: ssh-rsa",
                "Encryption: none",
                "Public-Lines: 1",
                "AAAAB3NzaC1yc2EAAAADAQABAAABAQ",
                f"Private-Lines: {len(body)}",
                *body,
                "Private-MAC: 8a5ac51b4e0c0f15e3bb4f0d5b7a5d5c",
            ]
        ),
        tuple(body),
    )
    exponent = _body(rng, URL, 86)
    yield Sample(
        "jwk", "json", json.dumps({"kty": "RSA", "n": "abc", "e": "AQAB", "d": exponent}), (exponent,)
    )


def secrets(seed: int = 7) -> list[Sample]:
    """Every kind in every form."""
    rng = random.Random(seed)
    samples = list(private_keys(rng))
    for kind, make in TOKENS:
        for form, text in TOKEN_FORMS:
            value = make(rng)
            samples.append(Sample(kind, form, text.format(value), (_core(value),)))
        value = make(rng)
        middle = len(value) - 6
        coloured = f"{value[:middle]}\x1b[0m\x1b[31m{value[middle:]}"
        samples.append(Sample(kind, "ansi", f"got \x1b[1m{coloured}\x1b[0m!", (_core(value)[:-7],)))
    for kind, text, make in CONTEXTS:
        for _ in range(4):
            value = make(rng)
            samples.append(Sample(kind, text, f"first line\n{text.format(value)}\nlast line", (value,)))
    return samples


def _core(value: str) -> str:
    """The part of a token that is secret: the last part of a webhook's address, else all of it."""
    if value.startswith("https://"):
        return value.split("/")[5] + "/" + value.split("/")[-1] if "slack" in value else value.split("/")[-1] if "discord" in value else value.split("/")[6]  # fmt: skip
    return value


def lookalikes(seed: int = 11) -> list[str]:
    """Lines of lock files, logs, git, code and settings that hold nothing secret."""
    rng = random.Random(seed)

    def hexed(size: int) -> str:
        return "".join(rng.choice(HEX) for _ in range(size))

    def encoded(size: int) -> str:
        return base64.b64encode(rng.randbytes(size)).decode()

    made: list[Callable[[], str]] = [
        lambda: f"commit {hexed(40)}",
        lambda: f"{hexed(7)} Fix token refresh for password reset ({hexed(8)})",
        lambda: f"index {hexed(7)}..{hexed(7)} 100644",
        lambda: f'      "integrity": "sha512-{encoded(64)}",',
        lambda: f'      "resolved": "https://registry.test/left-pad/-/left-pad-1.{rng.randrange(99)}.0.tgz#{hexed(40)}",',
        lambda: f'  integrity sha1-{encoded(20)}',
        lambda: f'    {{file = "attrs-23.1.{rng.randrange(9)}.tar.gz", hash = "sha256:{hexed(64)}"}},',
        lambda: f"    --hash=sha256:{hexed(64)} \\",
        lambda: f'checksum = "{hexed(64)}"',
        lambda: f"github.com/spf13/cobra v1.{rng.randrange(9)}.0 h1:{encoded(32)}",
        lambda: f"github.com/spf13/cobra v1.{rng.randrange(9)}.0/go.mod h1:{encoded(32)}",
        lambda: f"Digest: sha256:{hexed(64)}",
        lambda: f"docker.io/library/nginx@sha256:{hexed(64)}",
        lambda: f"INFO request_id={_uuid(rng)} trace={hexed(32)} span={hexed(16)} ok",
        lambda: f"session {_uuid(rng)} opened for user bob",
        lambda: f"ETag: \"{hexed(32)}\"",
        lambda: f"max_tokens={rng.randrange(1, 99) * 1024} tokenizer=bpe passed=12",
        lambda: f"token_count: {rng.randrange(99999)}",
        lambda: f'{{"prompt_tokens": {rng.randrange(9999)}, "completion_tokens": {rng.randrange(999)}}}',
        lambda: f"cache_key={hexed(64)} hit",
        lambda: f"primary_key: id_{rng.randrange(99)}",
        lambda: f'"public_key": "ssh-ed25519 {encoded(51)}"',
        lambda: f"ssh-rsa {encoded(279)} bob@host",
        lambda: f'next_page_token: "{encoded(30)}"',
        lambda: f"SyntaxError: Unexpected token '<' at line {rng.randrange(999)}",
        lambda: f"src/auth/password.py:{rng.randrange(999)}: password = get_password(user)",
        lambda: "    password = " + rng.choice(["getpass.getpass()", "config.password", "os.environ['DB_PASSWORD']", "settings.DB_PASSWORD", "None", "self._password", "request.POST.get('password')", "input(\"Password: \")"]),
        lambda: "  password: " + rng.choice(["string", "${DB_PASSWORD}", "<password>", "{{ vault_password }}", "changeme", "null", "str", "z.string().min(8)", "'***'", "********", "required", "xxxxxxxx", "[REDACTED]", "!vault |", "*default_password"]),
        lambda: "export API_KEY=" + rng.choice(["your-api-key", "$API_KEY", "${TOKEN}", "<your key here>", "changeme", "xxx", "$(cat /run/secrets/key)", "%API_KEY%", "YOUR_API_KEY", "\"\"", "***"]),
        lambda: "const token = " + rng.choice(["process.env.TOKEN;", "req.headers.authorization;", "await getToken();", "localStorage.getItem('token');", "useToken();", "null;", "jwt.sign(payload, secret);", "tokens[0];", "config.get('token');"]),
        lambda: "def login(user: str, password: str, token: str | None = None) -> Token:",
        lambda: "    token_type = TokenType.ACCESS  # secret: bool",
        lambda: rng.choice(["interface Login { username: string; password: string; token?: string }", "password VARCHAR(255) NOT NULL,", "--password PASSWORD  the password to use", "--token <token>    API token", "Enter password: ", "Password: ", "secret: Secret,", "bearer authentication is required", "Authorization: Bearer <token>", "Authorization: Bearer ${TOKEN}", "type: \"password\"", "secretName: shop-tls", "secretKeyRef:", "key: password", "tokenUrl: https://auth.test/token", "password_hash_algorithm=argon2", "passwordPolicy: strong", "The password is required.", "password must have at least 8 characters", "invalid password for user bob", "csrf_token: {{ csrf }}", "eos_token='</s>', pad_token='<pad>'"]),
        lambda: f"https://shop.test/@scope/pkg@1.{rng.randrange(9)}.0/index.js",
        lambda: f"npm http fetch GET 200 https://registry.test/@types%2fnode {rng.randrange(99)}ms",
        lambda: f"git@github.test:shop/web.git {hexed(40)}",
        lambda: f"ssh://git@git.test:22/shop/web-{rng.randrange(99)}.git",
        lambda: f"Author: Bob <bob{rng.randrange(99)}@shop.test>",
        lambda: f"postgres://shop:{rng.choice(['${DB_PASS}', '<password>', '***', '$PASSWORD', '%s', '{password}', '[PASSWORD]'])}@db.test/shop",
        lambda: f"test_password_{rng.randrange(99)}_is_not_shown_in_the_very_long_test_name PASSED [ {rng.randrange(99)}%]",
        lambda: f"/home/bob/.cache/some-very-long-directory-name/and-another_one-{hexed(12)}/file",
        lambda: f"com.shop.security.TokenAuthenticationProvider.authenticate(TokenAuthenticationProvider.java:{rng.randrange(999)})",
        lambda: f"android.os.BinderProxy@{hexed(7)} token: android.os.BinderProxy@{hexed(7)}",
        lambda: f"-rw-r--r-- 1 bob bob {rng.randrange(9999)} Jan  2 03:04 secret-manager-v{rng.randrange(9)}.tar.gz",
        lambda: f"arn:aws:iam::{rng.randrange(10**11, 10**12)}:role/shop-deploy-{rng.randrange(99)}",
        lambda: f"secretsmanager:GetSecretValue resource=arn:aws:secretsmanager:eu-west-1:{rng.randrange(10**11, 10**12)}:secret:shop/db-{rng.choice('abcdef')}",
        lambda: f"image: registry.test/shop/web:{hexed(40)}",
        lambda: "-----BEGIN CERTIFICATE-----\n" + "\n".join(encoded(48) for _ in range(3)) + "\n-----END CERTIFICATE-----",
        lambda: "-----BEGIN PUBLIC KEY-----\n" + "\n".join(encoded(48) for _ in range(3)) + "\n-----END PUBLIC KEY-----",
        lambda: 'if "-----BEGIN ' + 'PRIVATE KEY-----" in text:\n    raise InvalidPrivateKeyFormatError(path)',
        lambda: f"data:image/png;base64,{encoded(120)}",
        lambda: f"sourceMappingURL=data:application/json;base64,{encoded(90)}",
        lambda: f"ssh fingerprint SHA256:{encoded(32).rstrip('=')}",
        lambda: f"secret/data/shop version={rng.randrange(9)} token_ttl=768h key_bits=2048",
        lambda: f"sk-{rng.choice(['learn', 'image', 'video'])}-contrib-something-long-name",
        lambda: f"pk_{rng.choice(['test', 'live'])}_customers_index_on_account_number",
        lambda: f"task-{hexed(8)}-worker-{rng.randrange(99)} key={rng.randrange(9999)} auth=ok",
        lambda: f"auth: success user=bob method=password time={rng.randrange(99)}ms",
        lambda: f"kid={hexed(40)} alg=RS256 key_id={_uuid(rng)}",
    ]  # fmt: skip
    return [made[at % len(made)]() for at in range(len(made) * 40)]
