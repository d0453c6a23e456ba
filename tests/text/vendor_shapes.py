# ruff: noqa: E501
"""Secrets as their vendors' documents and gitleaks' public rules describe them, written apart from our rules.

A shape is text with slots: `{a40}` is forty letters and digits, and so on with the alphabets below; `{g}` is a
UUID, `{p}` a password, `{phrase}` several words. `|` is taken out, so that no scanner flags this file.
"""

import random
import re
import string
from collections.abc import Iterator
from typing import NamedTuple

_LOWER = string.ascii_lowercase + string.digits
ALPHABETS = {
    "a": string.ascii_letters + string.digits,
    "h": "0123456789abcdef",
    "u": string.ascii_letters + string.digits + "-_",
    "l": _LOWER,
    "U": string.ascii_uppercase + string.digits,
    "d": string.digits,
    "b": string.ascii_letters + string.digits + "+/",
    "s": string.ascii_uppercase + "234567",
    "w": string.ascii_lowercase,
}
_SLOT = re.compile(r"\{(?:([ahulUdbsw])(\d+)|(g|p|phrase))\}")

PASSWORDS = (
    "Wint3r!2026", "kestrel42", "G7$kd92!pQ", "n0tTh3One", "blue-Fox-91", "Sup3rS3cure", "qwe8RTY2uio", "x9Kd_72mQ", "Pa55w0rd#7", "m4ngo_T4ngo",
)  # fmt: skip
PHRASES = (
    "correct horse battery staple", "seven green kettles whistle", "my dog ate 3 shoes", "Under the old bridge at noon",
)  # fmt: skip

TOKENS = """
1password-secret A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}
1password-service ops|_eyJ{b280}
adobe-client p8|e-{l32}
age AGE-|SECRET-KEY-1{U58}
airtable-personal pat|{a14}.{h64}
alibaba-id LT|AI{a20}
anthropic sk-|ant-api03-{u93}AA
anthropic-admin sk-|ant-admin01-{u93}AA
anthropic-oauth sk-|ant-oat01-{u93}AA
artifactory AK|Cp{a69}
artifactory-reference cm|Vmd{a59}
atlassian ATA|TT3{u186}
atlassian-bitbucket ATB|B{a32}
authress sc|_{l10}.{l5}.acc-{l12}.{b40}
aws-id AK|IA{s16}
aws-session-id AS|IA{s16}
aws-bedrock AB|SK{b130}
azure-client {a3}8Q|~{u34}
azure-devops {a76}AZ|DO{a4}
beamer b|_{l44}
buildkite bk|ua_{h40}
cerebras cs|k-{l48}
circleci CC|IPAT_{a22}_{h40}
clickhouse 4b|1d{a38}
clojars CLO|JARS_{h60}
cloudflare-origin v1|.0-{h24}-{h146}
contentful CF|PAT-{u43}
crates ci|o{a32}
databricks da|pi{h32}
defined dn|key-{l26}-{l52}
digitalocean do|p_v1_{h64}
digitalocean-oauth do|o_v1_{h64}
digitalocean-refresh do|r_v1_{h64}
discord-bot MT|{a22}.{u6}.{u38}
discord-hook https://disc|ord.com/api/webhooks/{d18}/{u68}
docker dc|kr_pat_{u27}
docker-org dc|kr_oat_{u32}
doppler dp|.pt.{a43}
doppler-service dp|.st.prd.{a43}
dropbox-short sl|.B{u135}
duffel duf|fel_live_{u43}
dynatrace dt|0c01.{U24}.{U64}
easypost EZ|AK{a54}
easypost-test EZ|TK{a54}
elevenlabs sk|_{h48}
facebook EAA|M{a120}
facebook-app {d16}|%7C{u27}
figma fi|gd_{u40}
fireworks fw|_{a24}
flutterwave FLW|SECK_TEST-{h32}-X
fly fm|2_{b160}
fly-old fo|1_{u43}
frameio fi|o-u-{l64}
gcp-api AI|za{u35}
gcp-oauth ya|29.{u140}
gcp-client GOC|SPX-{u28}
gemini-express A|Q.Ab8{u47}
github gh|p_{a36}
github-oauth gh|o_{a36}
github-user gh|u_{a36}
github-server gh|s_{a36}
github-refresh gh|r_{a76}
github-fine git|hub_pat_{a22}_{a59}
gitlab gl|pat-{u20}
gitlab-routable gl|pat-{u27}.01.{l9}
gitlab-deploy gl|dt-{u20}
gitlab-feed gl|ft-{u20}
gitlab-flags gl|ffct-{u20}
gitlab-mail gl|imt-{u25}
gitlab-agent gl|agent-{u50}
gitlab-oauth gl|oas-{h64}
gitlab-trigger gl|ptt-{h40}
gitlab-runner gl|rt-{u20}
gitlab-scim gl|soat-{u20}
gitlab-job gl|cbt-64_{u20}
gitlab-registration GR|1348941{u20}
google-recaptcha 6L|e{u37}
grafana-cloud gl|c_{b60}
grafana-service gl|sa_{a32}_{h8}
grafana-key ey|JrIjoi{a90}
groq gs|k_{a52}
harness pa|t.{a22}.{h24}.{a20}
heroku HR|KU-AA{u58}
hubspot pat|-na1-{g}
huggingface h|f_{a34}
huggingface-org api|_org_{a34}
infracost ic|o-{a32}
intra42 s-|s4t2ud-{h64}
jwt ey|JhbGciOiJIUzI1NiJ9.ey|JzdWIiOiI0{a40}.{u43}
langfuse sk|-lf-{g}
langsmith ls|v2_pt_{h32}_{h10}
linear li|n_api_{a40}
lob live|_{h35}
mailchimp {h32}|-us14
mailgun ke|y-{h32}
mapbox sk|.eyJ1Ijoi{a60}.{u22}
maxmind {a6}_{a29}_m|mk
zapier-hook https://hooks.zap|ier.com/hooks/catch/{d7}/{l7}/
netlify nf|p_{a36}
newrelic-user NR|AK-{U27}
newrelic-insert NR|II-{u32}
newrelic-browser NR|JS-{h19}
notion nt|n_{d11}{a35}
notion-old secret|_{a43}
npm np|m_{a36}
nuget oy|2{l43}
nvidia nv|api-{u64}
octopus AP|I-{U26}
openai sk|-{a20}T3Blbk|FJ{a20}
openai-project sk|-proj-{u74}T3Blbk|FJ{u74}
openai-service sk|-svcacct-{u74}T3Blbk|FJ{u74}
openai-admin sk|-admin-{u58}T3Blbk|FJ{u58}
openrouter sk|-or-v1-{h64}
openshift sha|256~{u43}
paypal-braintree access_token$|production${l16}${h32}
paystack sk_|live_{h40}
perplexity pp|lx-{a48}
pinecone pcs|k_{a5}_{a62}
plaid access|-production-{g}
planetscale psc|ale_tkn_{u43}
planetscale-oauth psc|ale_oauth_{u43}
planetscale-password psc|ale_pw_{u43}
posthog ph|x_{a43}
postman PM|AK-{h24}-{h34}
prefect pn|u_{a36}
pulumi pu|l-{h40}
pypi py|pi-AgEIcHlwaS5vcmc{u140}
rails-shopify shp|at_{h32}
shopify-custom shp|ca_{h32}
shopify-private shp|pa_{h32}
shopify-secret shp|ss_{h32}
readme rd|me_{l70}
replicate r|8_{a37}
resend re|_{a8}_{a24}
rubygems ru|bygems_{h48}
scalingo tk|-us-{u48}
sendgrid S|G.{u22}.{u43}
sendinblue xkey|sib-{h64}-{a16}
sentry-org snt|rys_eyJpYXQiO{a60}LCJyZWdpb25fdXJs{a60}_{b43}
sentry-user snt|ryu_{h64}
settlemint sm|_pat_{a16}
shippo ship|po_live_{h40}
slack-app xa|pp-1-A{U10}-{d13}-{h64}
slack-bot xo|xb-{d12}-{d12}-{a24}
slack-legacy xo|xs-{d11}-{d11}-{d11}-{h10}
slack-user xo|xp-{d12}-{d12}-{d12}-{h32}
slack-refresh xo|xe-1-{U146}
slack-hook https://hooks.sl|ack.com/services/T{U10}/B{U10}/{a24}
slack-workflow https://hooks.sl|ack.com/workflows/T{U8}/A{U8}/{d18}/{a24}
snyk sn|yk_uat.{h8}.{a40}
sonar sq|u_{h40}
sourcegraph sg|p_{h40}
sourcegraph-new sg|p_local_{h40}
square EA|AA{u60}
square-old sq|0atp-{u22}
stripe sk|_live_{a24}
stripe-long sk|_live_51{a97}
stripe-restricted rk|_live_{a24}
stripe-hook wh|sec_{a32}
supabase sb|p_{h40}
supabase-secret sb_|secret_{u31}
tailscale ts|key-auth-{a16}-{a32}
tavily tv|ly-dev-{a32}
teams-hook https://shop.webhook.off|ice.com/webhookb2/{g}@{g}/IncomingWebhook/{h32}/{g}
telegram {d10}:A|A{u33}
terraform {a14}.at|lasv1.{u67}
together tgp_v1_|{u43}
twilio S|K{h32}
typeform tf|p_{u59}
vault hv|s.{u95}
vault-batch hv|b.{u150}
vercel vc|p_{a56}
voyage p|a-{u43}
xai xa|i-{a80}
yandex-iam t1|.9eu{u60}.{u86}
yandex-api AQ|VN{u36}
yandex-aws YC|{u38}
zapier-old sk|-zap-{a40}
"""
"""A name and a shape a line: what can be told by the value alone."""

NAMED = """
ADAFRUIT_IO_KEY {l32}
AIRTABLE_API_KEY {l17}
ALGOLIA_ADMIN_API_KEY {h32}
ALIBABA_CLOUD_ACCESS_KEY_SECRET {a30}
APP_SECRET_KEY_BASE {h128}
ARM_CLIENT_SECRET {u40}
ASANA_CLIENT_SECRET {l32}
AWS_SECRET_ACCESS_KEY {b40}
AZURE_STORAGE_KEY {b86}==
BITBUCKET_CLIENT_SECRET {a32}
BITTREX_SECRET_KEY {l32}
CLOUDFLARE_API_TOKEN {u40}
CLOUDFLARE_GLOBAL_API_KEY {h37}
CODECOV_TOKEN {g}
CO_API_KEY {a40}
COINBASE_API_SECRET {a64}
CONFLUENT_CLOUD_API_SECRET {b64}
DATADOG_APP_KEY {h40}
DD_API_KEY {h32}
DEEPL_AUTH_KEY {g}:fx
DISCORD_CLIENT_SECRET {u32}
DJANGO_SECRET_KEY {a50}
DRONE_SERVER_TOKEN {a32}
DROPBOX_APP_SECRET {l15}
ETSY_ACCESS_TOKEN {l24}
FACEBOOK_APP_SECRET {h32}
FASTLY_API_TOKEN {u32}
FINICITY_APP_SECRET {l20}
FINNHUB_API_KEY {l20}
FLASK_SECRET_KEY {h48}
FLICKR_API_SECRET {h16}
GITTER_TOKEN {h40}
GOCARDLESS_ACCESS_TOKEN live_{u40}
HEROKU_API_KEY {g}
INTERCOM_ACCESS_TOKEN {b60}
JWT_SECRET {a48}
KRAKEN_API_SECRET {b86}==
KUCOIN_API_SECRET {g}
LAUNCHDARKLY_SDK_KEY sdk-{g}
LINKEDIN_CLIENT_SECRET {a16}
LOOKER_CLIENT_SECRET {a24}
MATTERMOST_TOKEN {l26}
MERAKI_API_KEY {h40}
MESSAGEBIRD_ACCESS_KEY {a25}
MINIO_SECRET_KEY {a40}
MISTRAL_API_KEY {a32}
NEXTAUTH_SECRET {b43}=
OKTA_API_TOKEN 00{u40}
PLAID_SECRET {h30}
RAPIDAPI_KEY {l50}
SENDBIRD_API_TOKEN {h40}
SENTRY_AUTH_TOKEN {h64}
SLACK_SIGNING_SECRET {h32}
SNYK_TOKEN {g}
SONAR_TOKEN {h40}
SPOTIFY_CLIENT_SECRET {h32}
SQUARESPACE_API_KEY {g}
SUMOLOGIC_ACCESS_KEY {a64}
TRAVIS_API_TOKEN {a22}
TWILIO_AUTH_TOKEN {h32}
TWITCH_CLIENT_SECRET {l30}
TWITTER_ACCESS_TOKEN_SECRET {a45}
TWITTER_API_SECRET {a50}
TF_VAR_db_password {p}
VAULT_TOKEN s.{a24}
ZENDESK_API_TOKEN {a40}
"""
"""A variable's name and a shape a line: what only its name tells."""

TOKEN_FORMS = (
    ("prose", "use {} for the staging account"),
    ("json", '{{"items": [{{"id": 4, "value": "{}"}}]}}'),
    ("url", "GET /v2/items?limit=5&k={}&page=2 HTTP/1.1"),
    ("env", "export WIDGET={}"),
    ("yaml", "widget:\n  value: {}\n  retries: 3"),
    ("code", "client = Client('{}', timeout=3)"),
    ("escaped", 'body: "{{\\"a\\":1,\\"v\\":\\"{}\\"}}"'),
    ("option", "deploy --with {} --verbose"),
    ("diff", "@@ -1,2 +1,2 @@\n-widget = old\n+widget = {}\n context"),
    ("log", "2026-03-04T05:06:07.890Z WARN  [http-3] upstream refused {}: 401"),
    ("basic", "remote: https://oauth2:{}@git.shop.test/team/web.git"),
    ("table", "| widget | {} | 3 |"),
    ("csv", "4,widget,{},2026-03-04"),
    ("xml", "<widget>{}</widget>"),
    ("markdown", "Set it to `{}` first."),
    ("grep", "src/widget.ts:14:  value: '{}',"),
    ("line", "{}"),
    ("crlf", "one\r\n{}\r\ntwo\r\n"),
)

NAMED_FORMS = (
    ("env", "{NAME}={}"),
    ("export", 'export {NAME}="{}"'),
    ("yaml", "  {NAME}: {}"),
    ("json", '{{"{NAME}": "{}"}}'),
    ("camel", '{{"{camel}":"{}","n":1}}'),
    ("code", "{snake} = '{}'"),
    ("terraform", '  {snake}   = "{}"'),
    ("option", "run --{kebab} {} --dry"),
    ("option=", "run --{kebab}={}"),
    ("compose", "      - {NAME}={}"),
    ("docker", "docker run -e {NAME}={} shop"),
    ("kubernetes", "        - name: {NAME}\n          value: {}"),
    ("diff", "+{NAME}={}"),
    ("log", "10:11:12 INFO config: {snake}={}, retries=3"),
    ("struct", '\t{pascal}: "{}",'),
    ("python-env", 'os.environ["{NAME}"] = "{}"'),
    ("ruby", ":{snake} => '{}'"),
    ("properties", "shop.{dotted}={}"),
    ("set", "set {NAME}={}"),
    ("powershell", '$env:{NAME} = "{}"'),
    ("ansi", "\x1b[36m{NAME}\x1b[0m=\x1b[33m{}\x1b[0m"),
)


class Case(NamedTuple):
    """One text and what must not be in it afterwards; `kind` and `form` say which it is."""

    kind: str
    form: str
    text: str
    secrets: tuple[str, ...]


def fill(shape: str, rng: random.Random) -> str:
    """A value of this shape."""

    def slot(found: re.Match[str]) -> str:
        if found[3] == "g":
            digits = "".join(rng.choice(ALPHABETS["h"]) for _ in range(32))
            return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
        if found[3]:
            return rng.choice(PASSWORDS if found[3] == "p" else PHRASES)
        return issued(rng, found[1], int(found[2]))

    return _SLOT.sub(slot, shape.replace("|", ""))


def issued(rng: random.Random, alphabet: str, size: int) -> str:
    """Letters as issued: no separator at the ends, and a digit where the alphabet has any."""
    letters = ALPHABETS[alphabet]
    whole = [letter for letter in letters if letter.isalnum()]
    made = [rng.choice(letters) for _ in range(size)]
    made[0], made[-1] = rng.choice(whole), rng.choice(whole)
    digits = [letter for letter in letters if letter.isdigit()]
    if digits and size > 2:
        made[size // 2] = rng.choice(digits)
    return "".join(made)


def _table(text: str) -> list[tuple[str, str]]:
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in text.strip().split("\n")]


def tokens(rng: random.Random) -> Iterator[Case]:
    """Every token in every form, and split by what a terminal or a reader does not show."""
    for kind, shape in _table(TOKENS):
        for form, text in TOKEN_FORMS:
            if form == "basic" and "://" in shape:
                continue
            value = fill(shape, rng)
            yield Case(kind, form, text.format(value), (core(value),))
        for form, splitter in SPLITTERS:
            value = fill(shape, rng)
            middle = len(value) - len(core(value)) // 2
            yield Case(kind, form, f"got {value[:middle]}{splitter}{value[middle:]} now", (core(value),))
        value = fill(shape, rng)
        yield Case(
            kind, "hyperlink", f"see \x1b]8;;https://shop.test/?k={value}\x07here\x1b]8;;\x07", (core(value),)
        )


SPLITTERS = (
    ("colour", "\x1b[0m\x1b[1;31m"),
    ("hyperlink-end", "\x1b]8;;\x1b\\"),
    ("zero-width", "\u200b"),
    ("joiner", "\u2060"),
    ("bidi", "\u202e"),
    ("soft-hyphen", "\u00ad"),
    ("mark", "\ufeff"),
    ("isolate", "\u2066"),
)
"""What may stand inside a token unseen: none of it may keep the token from being found."""


def named(rng: random.Random) -> Iterator[Case]:
    """Every variable in every form of settings, code and command lines."""
    for name, shape in _table(NAMED):
        snake = name.lower()
        words = snake.split("_")
        names = {
            "NAME": name,
            "snake": snake,
            "kebab": snake.replace("_", "-"),
            "dotted": snake.replace("_", "."),
            "camel": words[0] + "".join(word.title() for word in words[1:]),
            "pascal": "".join(word.title() for word in words),
        }
        for form, text in NAMED_FORMS:
            value = fill(shape, rng)
            yield Case(name, form, text.format(value, **names), (value,))


def core(value: str) -> str:
    """The part of a token that is secret: what follows the address in a webhook, else all of it."""
    if value.startswith("https://"):
        return value.rstrip("/").rsplit("/", 1)[1]
    return value
