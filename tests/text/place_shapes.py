# ruff: noqa: E501
"""Passwords where people and programs put them: command lines, code, settings, logs, written apart from our rules.

Slots as in `vendor_shapes`, and `<<` and `>>` around what must be gone where that is not the one slot.
"""

import random
from collections.abc import Iterator

from text.said_shapes import CODE, LOGS, SETTINGS
from text.vendor_shapes import Case, fill

COMMANDS = r"""
redis-cli -h cache -a {p} ping
redis-cli -a '{p}' --no-auth-warning info
redis-cli --pass {p} ping
redis-cli -u redis://default:{p}@cache:6379/0
mysql -uroot -p{p} shop
mysql -u root --password={p} -e 'select 1'
mysqldump -h db -u shop -p'{p}' shop > dump.sql
mysqladmin -u root password '{p}'
mariadb -u shop -p{p}
psql "postgresql://shop:{p}@db:5432/shop"
psql "host=db user=shop password={p} dbname=shop"
psql postgres://shop:{p}@db/shop -c 'select 1'
PGPASSWORD={p} pg_dump -h db shop
PGPASSWORD='{p}' psql -h db -U shop
mongosh "mongodb+srv://shop:{p}@cluster0.x.test/shop"
mongosh -u shop -p {p} --authenticationDatabase admin
mongodump --uri=mongodb://shop:{p}@db:27017 --out dump
mongo admin -u root -p '{p}' --eval 'db.stats()'
sqlcmd -S db -U sa -P {p} -Q 'select 1'
sqlcmd -S db -U sa -P '{p}'
bcp shop.dbo.items out items.dat -S db -U sa -P {p}
sqlplus shop/{p}@db:1521/XE
cqlsh -u cassandra -p {p} db
clickhouse-client --user shop --password {p} -q 'select 1'
influx -username shop -password '{p}' -execute 'show databases'
sshpass -p {p} ssh deploy@web
sshpass -p'{p}' scp a deploy@web:
sshpass -p "{p}" rsync -a x deploy@web:
curl -u deploy:{p} https://api.shop.test/v1
curl -u 'deploy:{p}' https://api.shop.test/v1
curl --user deploy:{p} -X POST https://api.shop.test
curl -sS -udeploy:{p} https://api.shop.test
curl -x http://proxy:{p}@proxy.test:3128 https://shop.test
curl --proxy-user bob:{p} https://shop.test
curl -d 'username=bob&password={p}' https://shop.test/login
curl -d '{"user":"bob","password":"{p}"}' https://shop.test/login
curl -H 'Authorization: Bearer {a40}' https://api.shop.test
curl -H "X-Api-Key: {a32}" https://api.shop.test
curl -H "PRIVATE-TOKEN: {a20}" https://git.shop.test/api/v4/projects
curl -H "apikey: {a40}" https://db.shop.test/rest/v1
curl --header 'X-Vault-Token: {a26}' https://vault.shop.test
curl --cookie 'session={a40}' https://shop.test
curl --oauth2-bearer {a40} https://shop.test
curl --key key.pem --pass {p} https://shop.test
wget --user=bob --password={p} https://shop.test/f
wget --http-password {p} https://shop.test/f
wget --header='Authorization: Basic {a24}' https://shop.test/f
http -a bob:{p} https://shop.test/f
docker login -u bob -p {p} registry.test
docker login --username bob --password {p}
echo {p} | docker login -u bob --password-stdin
echo "{p}" | docker login --username bob --password-stdin registry.test
podman login -u bob -p '{p}' registry.test
skopeo copy --src-creds bob:{p} docker://a docker://b
crane auth login registry.test -u bob -p {p}
buildah login -u bob -p {p} registry.test
helm registry login registry.test -u bob -p {p}
helm repo add shop https://charts.test --username bob --password {p}
helm install shop ./shop --set db.password={p}
helm upgrade shop ./shop --set-string auth.rootPassword={p},replicas=2
kubectl --token={a40} get pods
kubectl --token {a40} get pods
kubectl config set-credentials bob --token={a40}
kubectl config set-credentials bob --username=bob --password={p}
kubectl create secret generic db --from-literal=password={p}
kubectl create secret generic db --from-literal=api-key={a32}
kubectl create secret docker-registry r --docker-username=bob --docker-password={p}
oc login https://api.test:6443 --token={a43}
oc login -u bob -p {p}
az login -u bob@shop.test -p {p}
az login --service-principal -u app -p {p} --tenant t
az storage blob list --account-name shop --account-key {b86}==
aws configure set aws_secret_access_key {b40}
gh secret set DEPLOY_KEY --body {a40}
gh secret set DB_PASSWORD -b "{p}"
echo {a40} | gh auth login --with-token
glab auth login --token {a20}
git clone https://bob:{p}@git.shop.test/shop.git
git remote set-url origin https://x-access-token:{a40}@git.shop.test/shop.git
git -c http.extraHeader='Authorization: Basic {a24}' fetch
npm config set //registry.shop.test/:_authToken {a36}
npm login --auth-token={a36}
npm publish --otp=482913 --//registry.shop.test/:_authToken={a36}
yarn config set npmAuthToken {a36}
twine upload -u bob -p {p} dist/x.whl
twine upload -u __token__ -p {a40} dist/x.whl
pip install --index-url https://bob:{p}@pypi.shop.test/simple shop
uv publish --token {a40}
poetry config http-basic.shop bob {p}
poetry config pypi-token.shop {a40}
cargo login {a32}
mvn deploy -Dgpg.passphrase={p} -DskipTests
mvn deploy -Drepo.password='{p}'
gradle publish -PossrhPassword={p}
java -Djavax.net.ssl.keyStorePassword={p} -jar shop.jar
java -Djavax.net.ssl.trustStorePassword={p} -jar shop.jar
keytool -genkey -alias shop -storepass {p} -keypass {p} -keystore k.jks
keytool -list -keystore k.jks -storepass '{p}'
jarsigner -storepass {p} shop.jar shop
apksigner sign --ks k.jks --ks-pass pass:{p} shop.apk
openssl pkcs12 -export -passout pass:{p} -in a.pem -out a.p12
openssl rsa -in k.pem -passin pass:{p}
openssl enc -aes-256-cbc -k {p} -in a -out b
gpg --batch --passphrase {p} -d f.gpg
gpg --batch --passphrase '{phrase}' -d f.gpg
ssh-keygen -t ed25519 -N '{p}' -f key
ssh-keygen -p -P {p} -N '' -f key
htpasswd -b .htpasswd bob {p}
htpasswd -nbB bob '{p}'
htpasswd -cb /etc/nginx/.htpasswd bob {p}
ldapsearch -x -D cn=admin,dc=shop -w {p} -b dc=shop
ldapadd -x -D cn=admin -w '{p}' -f a.ldif
ldappasswd -s {p} uid=bob,dc=shop
smbclient //srv/share -U bob%{p}
smbclient -U 'SHOP\\bob%{p}' -L srv
mount -t cifs //srv/share /mnt -o username=bob,password={p}
mount.cifs //srv/share /mnt -o user=bob,pass={p},vers=3.0
net use Z: \\\\srv\\share {p} /user:SHOP\\bob
net use \\\\srv\\share /user:bob {p} /persistent:no
net user bob {p} /add
net user administrator '{p}'
rabbitmqctl add_user bob {p}
rabbitmqctl change_password bob '{p}'
useradd -m -p '$6$|{a16}${a86}' bob
echo 'bob:{p}' | chpasswd
echo "root:{p}" | sudo chpasswd
echo {p} | sudo -S systemctl restart shop
echo '{p}' | sudo -S -k true
echo -e "{p}\\n{p}" | passwd bob
yes {p} | passwd bob
zip -r -P {p} out.zip dir
zip -P '{p}' out.zip a
unzip -P {p} out.zip
7z x -p{p} out.7z
7z a -p'{p}' out.7z dir
unrar x -p{p} out.rar
RESTIC_PASSWORD={p} restic snapshots
BORG_PASSPHRASE='{phrase}' borg list repo
RCLONE_CONFIG_PASS={p} rclone ls r:
nmcli dev wifi connect Shop password {p}
nmcli dev wifi connect "Shop Net" password "{phrase}"
wpa_passphrase Shop {p}
lftp -u bob,{p} ftp://ftp.shop.test
ncftpput -u bob -p {p} ftp.shop.test / f
snmpwalk -v3 -l authPriv -u bob -A {p} -X {p} host
ipmitool -I lanplus -H bmc -U admin -P {p} power status
etcdctl --user root:{p} get k
consul kv get -token={g} k
CONSUL_HTTP_TOKEN={g} consul members
nomad status -token={g}
vault login {a26}
vault login -method=userpass username=bob password={p}
vault kv put secret/db password={p}
vault kv put secret/db username=shop api_key={a32}
vault operator unseal {b43}=
mc alias set shop https://s3.shop.test AK1 {a40}
s3cmd --access_key=AK --secret_key={a40} ls
heroku config:set DB_PASSWORD={p} -a shop
fly secrets set SESSION_SECRET={a48}
railway variables set API_KEY={a32}
vercel env add API_KEY production <<< {a32}
wrangler secret put API_TOKEN <<< "{a40}"
dotnet user-secrets set "Db:Password" "{p}"
dotnet nuget push x.nupkg --api-key {l46}
dotnet nuget add source https://n.test -u bob -p {p} --store-password-in-clear-text
nuget sources add -Name n -Username bob -Password {p}
setx DB_PASSWORD "{p}"
set DB_PASSWORD={p}
setenv DB_PASSWORD {p}
set -x DB_PASSWORD {p}
set -gx API_TOKEN "{a40}"
$env:DB_PASSWORD = "{p}"
[Environment]::SetEnvironmentVariable("DB_PASSWORD", "{p}", "User")
$s = ConvertTo-SecureString "{p}" -AsPlainText -Force
$c = New-Object PSCredential("bob", (ConvertTo-SecureString '{p}' -AsPlainText -Force))
ConvertTo-SecureString -String "{p}" -AsPlainText -Force
ansible-playbook site.yml -e ansible_password={p}
ansible-playbook site.yml -e 'db_password={p} env=prod' -K
ansible all -m ping --extra-vars '{"ansible_become_pass": "{p}"}'
xfreerdp /v:host /u:bob /p:{p}
rdesktop -u bob -p {p} host
cmdkey /add:host /user:bob /pass:{p}
psexec \\\\host -u bob -p {p} cmd
runas /user:bob /pass:{p} cmd
schtasks /create /tn t /ru bob /rp {p}
mosquitto_pub -u bob -P {p} -t a -m b
kcat -X sasl.username=bob -X sasl.password={p} -L
kafka-console-consumer --consumer-property sasl.jaas.config='PlainLoginModule required username="bob" password="{p}";'
svn co --username bob --password {p} https://svn.shop.test
jira login -p {p} -u bob
sentry-cli --auth-token {h64} releases list
snyk auth {g}
ngrok config add-authtoken {a49}
tailscale up --authkey {a48}
doctl auth init -t {h64}
hcloud context create --token {a64}
netlify deploy --auth {a43}
surge --token {h32}
expect -c 'send "{p}\\r"'
steamcmd +login bob {p} +quit
xcrun altool -u bob@shop.test -p {p} --upload-app
security add-generic-password -a bob -s shop -w {p}
security unlock-keychain -p {p} build.keychain
signtool sign /f c.pfx /p {p} a.exe
certutil -p {p} -importpfx c.pfx
aircrack-ng -w l -e Shop; psk={p}
"""

GROUPS = {"command": COMMANDS, "code": CODE, "settings": SETTINGS, "log": LOGS}


def places(rng: random.Random, each: int = 2) -> Iterator[Case]:
    """Every place with `each` values of its own."""
    for group, table in GROUPS.items():
        for line in table.strip().split("\n"):
            for _ in range(each):
                text, secrets = _filled(line, rng)
                yield Case(group, line, text, secrets)


def _filled(line: str, rng: random.Random) -> tuple[str, tuple[str, ...]]:
    shape = line.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace("\0", "\\")
    if "<<" in shape and ">>" in shape:
        before, _, rest = shape.partition("<<")
        secret, _, after = rest.partition(">>")
        return before + secret + after, (secret,)
    secrets: list[str] = []
    made = ""
    while shape:
        at = min((shape.find(slot) for slot in SLOTS if slot in shape), default=-1)
        found = _slot_at(shape, at) if at >= 0 else ""
        if not found:
            made += shape[: at + 1] if at >= 0 else shape
            shape = shape[at + 1 :] if at >= 0 else ""
            continue
        value = fill(found, rng)
        made += shape[:at] + value
        secrets.append(value)
        shape = shape[at + len(found) :]
    return made.replace("|", "") if "|{" in line else made, tuple(secrets)


SLOTS = ("{p}", "{phrase}", "{g}", *(f"{{{letter}" for letter in "ahulUdbsw"))


def _slot_at(shape: str, at: int) -> str:
    end = shape.find("}", at) + 1
    slot = shape[at:end]
    return slot if slot in ("{p}", "{phrase}", "{g}") or slot[2:-1].isdigit() else ""
