"""Errors that speak of passwords, tokens and keys keep every word: what failed is not a secret."""

from __future__ import annotations

import pytest

from knapsack_cli.text.redaction import redact

LINES = r"""
FATAL:  password authentication failed for user "shop"
psql: error: connection to server at "db" (10.0.0.3), port 5432 failed: FATAL:  password authentication failed
ERROR 1045 (28000): Access denied for user 'shop'@'10.0.0.2' (using password: YES)
ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: NO)
NOAUTH Authentication required.
WRONGPASS invalid username-password pair or user is disabled.
(error) ERR Client sent AUTH, but no password is set
remote: HTTP Basic: Access denied. The provided password or token is incorrect
fatal: Authentication failed for 'https://git.shop.test/team/web.git/'
fatal: could not read Password for 'https://bob@git.shop.test': terminal prompts disabled
git@git.shop.test: Permission denied (publickey,password).
error: failed to push some refs: support for password authentication was removed on August 13, 2021
npm ERR! code E401
npm ERR! 401 Unauthorized - PUT https://registry.shop.test/web - authentication token not provided
npm error code ENEEDAUTH: need auth This command requires you to be logged in
SyntaxError: Unexpected token '}' in JSON at position 42
SyntaxError: Unexpected token < in JSON at position 0
error: expected one of `!` or `::`, found keyword `fn`
src/lexer.rs:14:5: error: unexpected token: `Token::Ident`
error TS2345: Argument of type 'Token | undefined' is not assigned to parameter of type 'Token'.
error TS2339: Property 'password' does not exist on type 'Login'.
KeyError: 'api_key'
KeyError: 'DB_PASSWORD'
AttributeError: 'NoneType' object has no attribute 'token'
TypeError: login() missing 1 required positional argument: 'password'
ValueError: invalid literal for int() with base 10: 'token'
pydantic_core.ValidationError: 1 validation error for Settings\ndb_password\n  Field required [type=missing]
django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.
RuntimeError: The session is unavailable because no secret key was set.
botocore.exceptions.NoCredentialsError: Unable to locate credentials
An error occurred (InvalidClientTokenId): The security token included in the request is invalid.
An error occurred (ExpiredToken) when calling the GetObject operation: The provided token has expired.
google.auth.exceptions.DefaultCredentialsError: Your default credentials were not found.
Error: couldn't find key password in Secret default/db
Warning  Failed  2m  kubelet  Error: secret "shop-db" not found
MountVolume.SetUp failed for volume "token": secret "vault-token" not found
x509: certificate signed by unknown authority (possibly because of "crypto/rsa: verification error")
Error: error:0308010C:digital envelope routines::unsupported
unable to load Private Key
error: bad decrypt: wrong password?
gpg: decryption failed: No secret key
gpg: signing failed: Inappropriate ioctl for device: no passphrase given
Load key "/home/bob/.ssh/id_ed25519": incorrect passphrase supplied to decrypt private key
Permissions 0644 for '/home/bob/.ssh/id_rsa' are too open. This private key will be ignored.
jwt.exceptions.InvalidSignatureError: Signature verification failed
jwt.exceptions.ExpiredSignatureError: Signature has expired
JsonWebTokenError: jwt malformed
TokenExpiredError: token expired at 2026-03-04T05:06:07Z
401 Unauthorized: {"error":"invalid_token","error_description":"The access token expired"}
{"error":"invalid_client","error_description":"client secret is wrong"}
{"level":"error","msg":"token refresh failed","status":401,"attempt":3}
time="2026-03-04T05:06:07Z" level=error msg="login failed" user=bob method=password attempts=3
sshd[812]: Failed password for invalid user admin from 203.0.113.9 port 51514 ssh2
sudo: 3 incorrect password attempts
pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=203.0.113.9
login failed: password: expired2
error: password must have at least 12 characters, one digit and one of !@#$
E   AssertionError: assert 'password is too short' in 'password is empty'
E   assert response.json()["token"] is not None
FAILED tests/test_auth.py::test_password_reset_token_expires_after_2_hours - AssertionError
--- FAIL: TestTokenRefresh/expired_token_2 (0.00s)
    auth_test.go:42: token = "", want a token
error[E0433]: failed to resolve: use of undeclared type `SecretKey`
undefined reference to `EVP_PKEY_new_raw_private_key'
warning: unused variable: `password`
src/auth/token.c:88:12: warning: 'secret' may be used uninitialized [-Wmaybe-uninitialized]
java.security.InvalidKeyException: Illegal key size or default parameters
java.io.IOException: keystore password was incorrect
Caused by: java.security.UnrecoverableKeyException: Cannot recover key
org.postgresql.util.PSQLException: FATAL: password authentication failed for user "shop"
com.mysql.jdbc.exceptions.CommunicationsException: login timeout after 30000 ms, auth=mysql_native_password
Keycloak: type=LOGIN_ERROR, error=invalid_user_credentials, auth_method=openid-connect, grant_type=password
error: key "token_ttl" expects a duration, got 3600
unauthorized: authentication required (auth: registry.shop.test/v2/, scope repository:web:pull)
Error response from daemon: Get "https://registry.shop.test/v2/": unauthorized: incorrect username or password
"""


@pytest.mark.parametrize("line", LINES.strip().split("\n"))
def test_an_error_on_secrets_keeps_every_word(line: str) -> None:
    assert redact(line) == (line, 0)
