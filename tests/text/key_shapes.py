"""Private keys in the files and messages that hold them, written apart from our rules."""

import base64
import json
import random
from collections.abc import Iterator

from text.vendor_shapes import Case, issued


def key_files(rng: random.Random) -> Iterator[Case]:
    """Private keys of every kind in the files and messages that hold them."""
    for name in ("", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ", "ANY "):
        begin, end = f"-----BEGIN {name}PRIVATE " + "KEY-----", f"-----END {name}PRIVATE " + "KEY-----"
        body = [issued(rng, "b", 64) for _ in range(6)] + [issued(rng, "b", 30) + "=="]
        whole = "\n".join((begin, *body, end))
        account = {
            "type": "service_account",
            "private_key_id": issued(rng, "h", 40),
            "private_key": whole + "\n",
            "client_email": "x@shop.test",
        }
        secret = tuple(body)
        forms = {
            "file": whole,
            "service-account": json.dumps(account, indent=2),
            "service-account-line": json.dumps(account),
            "twice-escaped": json.dumps({"log": json.dumps(account)}),
            "heredoc": f"cat > key.pem <<EOF\n{whole}\nEOF",
            "indented": "tls:\n  key: |-\n"
            + "\n".join(f"    {line}" for line in whole.split("\n"))
            + "\nport: 1",
            "quoted": "> " + whole.replace("\n", "\n> "),
            "lines": "\n".join(f"{at:4}\t{line}" for at, line in enumerate(whole.split("\n"), 1)),
            "terraform": "  private_key = <<-EOT\n"
            + "\n".join(f"    {line}" for line in whole.split("\n"))
            + "\n  EOT",
            "concatenated": "\n".join(f'  "{line}\\n" +' for line in whole.split("\n")),
            "colour": "\x1b[32m" + whole.replace("\n", "\x1b[0m\n\x1b[32m") + "\x1b[0m",
            "crlf": whole.replace("\n", "\r\n"),
            "one-line": whole.replace("\n", " "),
            "encoded": "key: " + base64.b64encode(whole.encode()).decode(),
        }
        for form, text in forms.items():
            hidden = (text[5:],) if form == "encoded" else secret
            yield Case(f"key {name.lower()}".strip(), form, text, hidden)
