# ruff: noqa: E501
"""Passwords in code, settings and logs, written apart from our rules; slots as in `vendor_shapes`."""

CODE = r"""
service.setPassword("{p}");
ds.setPassword( "{p}" );
config.setApiKey("{a40}");
opts.setClientSecret('{a40}');
key.set_passphrase("{p}")
builder.password("{p}").build();
.withPassword("{p}")
.apiKey("{a40}")
client.authenticate("bob", "{p}")
String password = "{p}";
private static final String DB_PASSWORD = "{p}";
public string Password { get; set; } = "{p}";
var password = "{p}"
let apiKey: String = "{a40}"
const API_KEY = `{a40}`;
static constexpr char kPassword[] = "{p}";
#define WIFI_PASSWORD "{p}"
#define API_KEY "{a40}"
const char* password = "{p}";
password := "{p}"
Password: "{p}",
let password = "{p}".to_string();
password: Some("{p}".into()),
'password' => '{p}',
:password => "{p}",
"password" => "{p}",
password: '{p}', host: 'db'
$password = '{p}';
my $password = "{p}";
local password = "{p}"
(def password "{p}")
password <- "{p}"
@password = "{p}"
self.password = "{p}"
this.apiKey = '{a40}';
PASSWORD = '{p}'  # for the tests of the pool
password="{p}", host="db"
psycopg2.connect(host="db", password="{p}")
pymysql.connect(host="db", user="shop", passwd="{p}")
mysql.connector.connect(user='shop', password='{p}')
paramiko_client.connect("web", username="deploy", password="{p}")
requests.get(url, auth=("bob", "{p}"))
requests.get(url, auth=HTTPBasicAuth('bob', '{p}'))
httpx.Client(auth=("bob", "{p}"))
server.login("bob@shop.test", "{p}")
ftp.login(user="bob", passwd="{p}")
new NetworkCredential("bob", "{p}")
DriverManager.getConnection(url, "shop", "{p}");
new PDO('mysql:host=db;dbname=shop', 'shop', '{p}');
mysqli_connect("localhost", "shop", "{p}", "shop");
define('DB_PASSWORD', '{p}');
define( 'AUTH_KEY', '{a40}!@#$%{a18}' );
define("SECURE_AUTH_SALT", "{a40}^&*(){a10}");
boto3.client("s3", aws_access_key_id=k, aws_secret_access_key="{b40}")
new AWS.Credentials(id, '{b40}') // secretAccessKey: '{b40}'
openai.api_key = "{a48}"
stripe.api_key = '{a32}'
firebase.initializeApp({ apiKey: "{a39}", projectId: "shop" })
jwt.sign(payload, "{a32}") // secret: "{a32}"
app.config["SECRET_KEY"] = "{a40}"
SECRET_KEY = 'django-insecure-{a50}'
config :shop, ShopWeb.Endpoint, secret_key_base: "{a64}"
Rails.application.credentials.secret_key_base = "{h128}"
APP_KEY=base64:{b43}=
crypto.createHmac('sha256', 'x').update(apiSecret = '{a40}')
http.Header{"Authorization": {"Bearer {a40}"}}
req.Header.Set("Authorization", "Bearer {a40}")
req.Header.Set("X-Api-Key", "{a40}")
req.SetBasicAuth("bob", "{p}")
headers = {"Authorization": "Token {a40}"}
headers: { 'X-Auth-Token': '{a40}' },
CREATE USER shop WITH PASSWORD '{p}';
CREATE ROLE shop LOGIN ENCRYPTED PASSWORD '{p}';
ALTER ROLE shop WITH PASSWORD '{p}';
CREATE USER 'shop'@'%' IDENTIFIED BY '{p}';
CREATE USER shop IDENTIFIED BY {p};
ALTER USER root IDENTIFIED WITH mysql_native_password BY '{p}';
GRANT ALL ON shop.* TO 'shop'@'%' IDENTIFIED BY '{p}';
SET PASSWORD FOR 'shop' = PASSWORD('{p}');
CREATE LOGIN sa WITH PASSWORD = N'{p}';
ALTER LOGIN sa WITH PASSWORD='{p}';
db.createUser({ user: "shop", pwd: "{p}", roles: [] })
db.auth("shop", "{p}")
AUTH {p}
AUTH default {p}
CONFIG SET requirepass {p}
ACL SETUSER shop on >{p} ~* +@all
"""

SETTINGS = r"""
requirepass {p}
masterauth {p}
machine git.shop.test login bob password {p}
machine git.shop.test\n  login bob\n  password {p}
default login anonymous password {p}
db.shop.test:5432:shop:shop:{p}
*:*:*:postgres:{p}
[client]\nuser=shop\npassword={p}
[client]\nuser = shop\npassword = "{p}"
//registry.shop.test/:_authToken={a36}
//registry.shop.test/:_password={a24}
_auth={a24}
[pypi]\nusername = __token__\npassword = {a40}
[server-login]\nusername: bob\npassword: {p}
[global]\nindex-url = https://bob:{p}@pypi.shop.test/simple
extra-index-url = https://bob:{p}@pypi.shop.test/simple
https://bob:{p}@git.shop.test
[default]\naws_access_key_id = AKIA0\naws_secret_access_key = {b40}
aws_session_token = {b200}
{"auths":{"registry.shop.test":{"username":"bob","password":"{p}"}}}
{"auths":{"registry.shop.test":{"auth":"<<Ym9iOmtlc3RyZWw0Mg==>>"}}}
- name: bob\n  user:\n    token: {a40}
- name: bob\n  user:\n    client-key-data: {b400}==
- name: bob\n  user:\n    username: bob\n    password: {p}
apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  url: {b40}\n  conf: {b60}=\ntype: Opaque
apiVersion: v1\ndata:\n  tls.key: {b400}\n  extra: {b60}=\nkind: Secret
kind: Secret\nstringData:\n  password: {p}\n  dsn: mysql://shop:{p}@db/shop
{"apiVersion":"v1","kind":"Secret","data":{"dsn":"{b60}"},"type":"Opaque"}
"ConnectionStrings": { "Default": "Server=db;Database=shop;User Id=shop;Password={p};" }
<add name="Db" connectionString="Data Source=db;User ID=shop;Password={p};Pooling=true" />
<connectionStrings><add connectionString="server=db;uid=shop;pwd={p};database=shop"/></connectionStrings>
<add key="ClearTextPassword" value="{p}" />
<server><id>n</id><username>bob</username><password>{p}</password></server>
<wsse:Password Type="PasswordText">{p}</wsse:Password>
<setting name="Password" serializeAs="String"><value>{p}</value></setting>
<entry key="db.password">{p}</entry>
<property name="password" value="{p}"/>
<property name="connection.password">{p}</property>
<Resource name="jdbc/Db" username="shop" password="{p}" driverClassName="x"/>
<user username="tomcat" password="{p}" roles="manager-gui"/>
<string name="api_key">{a40}</string>
<key>apiKey</key>\n<string>{a40}</string>
<key>password</key>\n\t<string>{p}</string>
spring:\n  datasource:\n    username: shop\n    password: {p}
spring.datasource.hikari.password={p}
quarkus.datasource.password={p}
db.default.password="{p}"
jdbc:sqlserver://db:1433;user=sa;password={p};encrypt=true
jdbc:postgresql://db/shop?user=shop&password={p}
jdbc:oracle:thin:shop/{p}@db:1521:XE
amqp://shop:{p}@mq:5672/%2f
redis://:{p}@cache:6379
rediss://default:{p}@cache.shop.test:6380
mysql+pymysql://shop:{p}@db:3306/shop?charset=utf8mb4
smtp://bob:{p}@mail.shop.test:587
ftp://bob:{p}@ftp.shop.test/in
ldap://cn=admin:{p}@ldap.shop.test
DATABASE_URL=postgres://shop:{p}@db:5432/shop
DATABASE_URL="mysql://shop:{p}@db/shop"
POSTGRES_PASSWORD: {p}
      MYSQL_ROOT_PASSWORD: "{p}"
    environment:\n      - REDIS_PASSWORD={p}
ENV DB_PASSWORD {p}
ENV DB_PASSWORD={p}
ARG NPM_TOKEN={a36}
Environment="DB_PASSWORD={p}"
Environment=DB_PASSWORD={p}
passphrase: "{phrase}"
passphrase = '{phrase}'
PASSPHRASE="{phrase}"
"passphrase": "{phrase}",
wallet_password: "{phrase}"
network={\n  ssid="Shop"\n  psk="{p}"\n}
  wifi-sec.psk: {p}
psk={p}
wpa_passphrase={p}
chpasswd:\n  list: |\n    root:{p}\n    bob:{p}
ssh_pwauth: true\npassword: {p}\nchpasswd: { expire: false }
root:$6$|{a16}${a86}:19700:0:99999:7:::
bob:$y$|j9T${a22}${a43}:19700:0:99999:7:::
bob:$apr1$|{a8}${a22}
bob:$2y$05$|{a53}
bob:{SSHA}|{b40}
userPassword: {SSHA}|{b40}
userPassword:: {b40}
db_password = "{p}"
variable "db_password" { default = "{p}" }
          "password": "{p}",\n          "port": 5432,
  master_password = "{p}"
administrator_login_password = "{p}"
AccountKey={b86}==;EndpointSuffix=core.windows.net
DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={b86}==
Endpoint=sb://shop.servicebus.test/;SharedAccessKeyName=Root;SharedAccessKey={b43}=
HostName=shop.azure-devices.test;DeviceId=d1;SharedAccessKey={b43}=
InstrumentationKey={g};IngestionEndpoint=https://x.test/
https://shop.blob.core.test/c?sv=2023-01-03&st=2026-01-01&sr=c&sp=rl&sig={a43}%3D
https://s3.test/b/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature={h64}
https://storage.test/b/k?GoogleAccessId=x&Expires=1&Signature={a60}%3D
https://shop.test/reset?token={a40}
https://shop.test/oauth/callback?code=1&access_token={a40}&state=2
https://shop.test/hook#access_token={a60}&token_type=bearer
http://localhost:8888/lab?token={h48}
http://127.0.0.1:8888/?token={h48}
otpauth://totp/Shop:bob?secret={s32}&issuer=Shop
wss://shop.test/socket?authToken={a40}
snmp-server user bob grp v3 auth sha {p} priv aes 128 {p}
enable secret 5 $1$|{a4}${a22}
username admin password 0 {p}
password 7 {U20}
tls.keystore.password: {p}
xpack.security.transport.ssl.keystore.secure_password: {p}
sasl.jaas.config=org.apache.kafka.ScramLoginModule required username="shop" password="{p}";
ansible_become_pass: {p}
ansible_ssh_pass={p}
web1 ansible_host=10.0.0.1 ansible_user=bob ansible_password={p}
vault_db_password: '{p}'
bind_dn: cn=a\nbind_password: {p}
rootpw {p}
$conf['password'] = '{p}';
$cfg['blowfish_secret'] = '{a32}';
$CONFIG = array ( 'dbpassword' => '{p}', 'secret' => '{a48}' );
'salt' => '{a40}', 'auth_secret' => '{a40}'
"client_id": "4", "client_secret": "{a24}"
"refresh_token": "1//0{u96}"
"id_token": "ey|JhbGciOiJSUzI1NiJ9.ey|JpZCI6{a60}.{u86}"
"webhook_secret": "{h40}"
secret_access_key: {b40}
SigningKey: {b43}=
encryptionKey: "{h64}"
masterKey = "{b43}="
hmac_key: {h64}
cookie_secret: {b43}=
client-secret = "{a40}"
oauth_token={a40}
oauth_token_secret={a40}
"""

LOGS = r"""
2026-03-04 05:06:07 DEBUG login user=bob password={p} ip=10.0.0.1
2026-03-04 ERROR could not connect: postgres://shop:{p}@db:5432/shop: timeout
[http] > POST /login {"username":"bob","password":"{p}"}
[http] > Authorization: Basic <<Ym9iOmtlc3RyZWw0Mg==>>
< Set-Cookie: session={a40}; Path=/; HttpOnly
> Cookie: lang=en; SESSIONID={h32}; theme=dark
* Server auth using Basic with user 'bob' password '{p}'
> Proxy-Authorization: Basic <<Ym9iOmtlc3RyZWw0Mg==>>
> authorization: Bearer {a60}
> x-amz-security-token: {b200}
Authorization: AWS4-HMAC-SHA256 Credential=AK/20260101/eu/s3/aws4_request, SignedHeaders=host, Signature={h64}
Authorization: Digest username="bob", realm="shop", nonce="x", response="{h32}"
Authorization: ApiKey {b60}
[Note] A temporary password is generated for root@localhost: {p}
Generated root password: {p}
GENERATED ROOT PASSWORD: {a32}
Your temporary password is {p}
The password for bob is: {p}
new password: {p}
Admin password: {p}
Default password: {p}
Password for the elastic user (reset with bin/elasticsearch-reset-password -u elastic):\n  {a20}
Please use the following password to proceed to installation:\n\n{h32}\n\nThis may also be found at: /var/jenkins_home
Initial Root Token: s.{a24}
Unseal Key 1: {b43}=
Unseal Key 2: {b44}
token created: {a40}
Using API key {a40}
api key: {a40}
invalid api key '{a40}'
Incorrect API key provided: {a40}
using password "{p}"
login with password '{p}' failed
auth failed for bob:{p}@db
PASS {p}
331 Password required\nPASS {p}
AUTH LOGIN\nAUTH PLAIN <<AGJvYgBrZXN0cmVsNDI=>>
Executing: mysql -h db -u shop -p{p} shop
Process env: {DB_HOST: 'db', DB_PASSWORD: '{p}'}
environ({'HOME': '/root', 'API_TOKEN': '{a40}'})
Settings(host='db', password='{p}', port=5432)
Config{host=db, password={p}, port=5432}
Config(api_key=SecretKey('{a40}'), retries=3)
connect(user=bob,pass={p})
{"level":"info","msg":"config","db":{"host":"db","pass":"{p}"}}
{"headers":[["authorization","Bearer {a40}"]]}
{"name":"authorization","value":"Bearer {a40}"}
msg="starting" smtp_password={p} port=25
args: ["--user","shop","--password","{p}"]
['mysql', '-u', 'root', '-p{p}', 'shop']
Namespace(host='db', password='{p}', verbose=True)
set-cookie: __Host-auth={a60}; Secure
+ export DB_PASSWORD={p}
++ DB_PASSWORD={p}
+ curl -u bob:{p} https://shop.test
ps: root 12 0.0 mysqld --user=x --password={p}
-DB_PASSWORD=old9pass1\n+DB_PASSWORD={p}
"""
