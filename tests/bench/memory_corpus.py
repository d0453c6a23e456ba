"""400 memories of an invented shop and 282 labelled queries on them, for measuring `recall --in memory`.

Below a memory stand the queries that it answers, each after its kind: `w` its own words, `p` a paraphrase,
`t` misspelt, `n` a negation or a rule asked for, `c` Chinese, `x` in two languages at once, `s` the end that
the memory serves or the trouble that it cures, in other words than its own, `z` the same in Chinese. The
other memories are made of the same world's words, so that a query must tell its own apart. `UNRELATED`
queries have no answer; the second half of them speaks of computing too.
"""

from __future__ import annotations

from typing import NamedTuple

_TEXT = """\
Deploys go out on Tuesdays, never on Fridays
    w: deploys on Tuesdays
    n: can I deploy on a Friday?
Use uv, not pip, to install Python packages
    w: install python packages uv
    n: may I use pip
    t: instal pyhton pakages
The payments database allows 64 connections at most
    w: payments database connections
    p: size of the connection pool for payments
Money is stored in integer cents, never as floats
    w: money integer cents
    n: floats for money
    p: how are amounts of money represented
The staging host is called alder
    w: staging host
    p: what is the name of the staging machine
Integration tests need the emulator on port 8085
    w: integration tests emulator port
    t: integartion tests emulater
Retry webhooks five times with exponential backoff
    w: retry webhooks backoff
    p: what happens when delivery of a webhook fails
    t: webhok retrys
Feature flags live in flags.toml and are read at startup
    w: feature flags startup
    p: where do we toggle features
The search index is rebuilt every night at two
    w: search index rebuilt night
    p: when does reindexing happen
Never log request bodies in the gateway
    w: log request bodies gateway
    n: is logging request bodies allowed
Customers may cancel within 14 days
    w: customers cancel days
    p: cancellation period
Images are resized by a queue worker, not in the request
    w: images resized worker
    p: where are thumbnails made
Sessions expire after thirty minutes of inactivity
    w: sessions expire inactivity
    p: how long until users are logged out
    t: sesions expier
The French translation is maintained by an agency
    w: french translation agency
    p: who looks after the French texts
Run make fixtures before the first test run
    w: make fixtures test run
    p: test data missing on a fresh checkout
BuildKit ignores the .env file in subfolders
    w: buildkit env file
    t: biuldkit ignors env
Branch names begin with the ticket number
    w: branch names ticket number
    p: how to name a branch
Commit messages are written in the imperative
    w: commit messages imperative
    p: style of commits
Do not squash merges into the release branch
    w: squash merges release branch
    n: squash into release
The cache key contains the tenant id
    w: cache key tenant
    p: why are cached pages not shared between tenants
Kafka consumers must be idempotent
    w: kafka consumers idempotent
    p: messages may be handled twice
    t: kafka consummers idempotant
Secrets are rotated every ninety days by vault
    w: secrets rotated vault
    p: how often do we change credentials
Screenshots of the visual tests are kept in Git LFS
    w: screenshots visual tests lfs
    p: where are snapshot images stored
The importer reads CSV files in Latin-1
    w: importer csv latin-1
    p: encoding of imported files
React components are named in PascalCase
    w: react components pascalcase
    p: component naming
We decided against GraphQL because of caching
    w: decided against graphql caching
    p: why no graphql
Postgres extensions need approval by the platform team
    w: postgres extensions approval
    p: who approves database extensions
    t: postgers extentions
The mobile app talks to v2 of the API only
    w: mobile app v2 api
    p: which version does the phone client use
Dates are sent as ISO 8601 in UTC
    w: dates iso 8601 utc
    p: format of timestamps in responses
The pricing service rounds half to even
    w: pricing rounds half even
    p: rounding mode of prices
Use structlog for logging, not print
    w: structlog logging
    n: print statements for logging
The admin panel is behind the VPN
    w: admin panel vpn
    p: cannot reach the back office from home
Prefer composition over inheritance in the domain layer
    w: composition inheritance domain
    t: compositon over inheritence
Emails are sent through the outbox table
    w: emails outbox table
    p: how is mail delivery made reliable
The nightly job holds an advisory lock
    w: nightly job advisory lock
    p: prevents two batch runs at once
Frontend bundles must stay under 300 kB
    w: frontend bundles 300 kB
    p: limit on javascript size
The sandbox account of the bank resets on Mondays
    w: sandbox account bank mondays
    p: test payments vanish at the start of the week
Docker images are built for arm64 and amd64
    w: docker images arm64 amd64
    p: which architectures do we publish
Do not mock the clock in end-to-end tests
    w: mock clock end-to-end tests
    n: mocking time in e2e
The order state machine lives in orders/states.py
    w: order state machine orders/states.py
    p: where are order transitions defined
Renaming a column takes two releases
    w: renaming a column releases
    p: schema change without downtime
Slow queries over 200 ms are reported in the dashboard
    w: slow queries dashboard
    p: where can I see database statements that take long
The webhook secret of Stripe differs per environment
    w: webhook secret stripe environment
    t: stirpe webhook secrt
TypeScript strict mode is on in every package
    w: typescript strict mode
    p: compiler settings for types
The warehouse exports stock at six in the morning
    w: warehouse exports stock
    p: when does inventory data arrive
Use pnpm workspaces for the monorepo
    w: pnpm workspaces monorepo
    n: npm or yarn in the monorepo
Error pages must not show stack traces
    w: error pages stack traces
    n: show tracebacks to users
The analytics table is partitioned by month
    w: analytics table partitioned
    p: partitioning of events
Cypress was replaced by Playwright
    w: cypress replaced playwright
    p: which browser test tool do we use
Invoices are numbered without gaps
    w: invoices numbered gaps
    p: rules for invoice numbers
Health checks answer on /healthz without authentication
    w: health checks healthz
    p: endpoint for the load balancer probe
The recommendation model is retrained weekly
    w: recommendation model retrained
    p: how fresh are suggestions
Rate limits are 100 requests per minute per key
    w: rate limits requests minute
    p: throttling of API clients
    t: rate limts requets
Migrations run before the new pods start
    w: migrations before pods
    p: order of rollout steps
The legacy SOAP endpoint is frozen
    w: legacy soap endpoint frozen
    n: may I change the soap interface
Avoid wildcard imports in Kotlin code
    w: wildcard imports kotlin
    n: star imports
Lighthouse scores are checked in CI
    w: lighthouse scores ci
    p: performance budget check in the pipeline
Backups are restored to alder every quarter
    w: backups restored quarter
    p: do we test recovery
The discount engine caps at 40 percent
    w: discount engine caps percent
    p: maximum price reduction
Uploads are scanned by ClamAV before storage
    w: uploads scanned clamav
    p: virus check of files
支付服务的数据库连接池上限是 64
    c: 连接池上限
    c: 支付服务数据库连接
    x: payments 数据库
用户身份校验放在网关，不在业务服务
    c: 身份校验在哪里做
    c: 网关校验
发布之前必须清空缓存
    c: 发布前清空缓存
    c: 清缓存
周五不允许上线
    c: 周五可以上线吗
    c: 上线时间限制
金额一律用整数分存储，不用浮点数
    c: 金额怎么存
    c: 浮点数
日志里不得出现手机号
    c: 日志 手机号
    c: 打印手机号可以吗
搜索索引每天凌晨两点重建
    c: 索引什么时候重建
    c: 凌晨重建索引
提交信息用英文祈使句
    c: 提交信息规范
    c: 英文祈使句
接口统一返回 ISO 8601 时间
    c: 接口时间格式
    c: 返回时间
灰度比例从百分之五开始
    c: 灰度比例
    c: 灰度发布从多少开始
订单超时三十分钟自动取消
    c: 订单超时取消
    c: 未支付订单多久取消
库存扣减要加分布式锁
    c: 库存扣减 锁
    c: 分布式锁
前端组件用 PascalCase 命名
    c: 组件命名
    c: 前端命名规范
消息消费必须幂等
    c: 消费幂等
    c: 重复消费怎么处理
单元测试覆盖率不得低于八成
    c: 测试覆盖率要求
    c: 覆盖率
图片上传到对象存储，不存数据库
    c: 图片存哪里
    c: 对象存储
灾备演练每季度一次
    c: 灾备演练多久一次
    c: 季度演练
配置中心的改动要双人审批
    c: 配置改动审批
    c: 双人审批
短信验证码五分钟有效
    c: 验证码有效期
    c: 短信验证码
退款走原路返回
    c: 退款怎么走
    c: 原路退款
慢查询超过 200 毫秒会告警
    c: 慢查询告警
    c: 查询多慢会告警
会员等级每月一号重新计算
    c: 会员等级计算
    c: 等级什么时候更新
禁止在循环里查数据库
    c: 循环查数据库
    c: 可以在循环里查库吗
压测环境的地址是 alder-perf
    c: 压测环境地址
    c: 压测
Database connection pooling is done by pgbouncer in front of every replica
    s: reduce latency
Static assets are served from a CDN and cached for a year
    s: make pages load faster
Close the exporter's file handles, or the heap grows without bound
    s: why does the process eat so much RAM
Logins are locked for ten minutes after five failures
    s: protect accounts against password guessing
OAuth is handled by the identity service
    s: sign in with a Google account
Tasks are claimed with SELECT FOR UPDATE SKIP LOCKED
    s: two workers picked up the same job
Earlier container tags are kept for a month so that helm can revert
    s: roll back a bad release
Circuit breakers wrap every call to a third party
    s: what if a supplier is down
The pager rota is in the operations calendar
    s: who is on call this week
Credentials are hashed with argon2id
    s: store passwords safely
sccache shares object files between CI jobs
    s: speed up compilation
Queries use bound parameters, never string formatting
    s: avoid SQL injection
Cron entries are declared in schedules.yaml
    s: run something every night
Every migration has a down script
    s: undo a database change
All strings go through gettext
    s: show the interface in German
Icon buttons need an aria-label
    s: support blind users
Add replicas behind the load balancer; the web tier is stateless
    s: handle more traffic
GDPR erasure requests are carried out by the privacy job
    s: delete personal data
mTLS certificates are issued by the mesh
    s: encrypt traffic between services
Core dumps are uploaded to the bucket post-mortem
    s: investigate a crash in production
Flaky specs are quarantined with @unstable
    s: tests that fail now and then
Renovate opens pull requests at the weekend
    s: keep dependencies current
Loki collects stdout of every container
    s: where can I read the output of pods
Prettier and black run in the pre-commit hook
    s: code formatting
Add a composite index before filtering by tenant and date
    s: queries are slow
Responses are sent with brotli or gzip
    s: save bandwidth
Public fields may be added but never renamed
    s: keep the API backward compatible
nginx limits request bodies to 10 MB
    s: large attachments are refused
Rows carry a version column for optimistic locking
    s: race when a balance is updated
Undeliverable messages go to the dead letter queue
    s: events got lost
Sentry gathers unhandled errors
    s: get notified of exceptions
POST /charges requires an idempotency key
    s: customer was charged twice
Roles and grants are declared in policy.rego
    s: restrict who may do what
docker compose up starts everything locally
    s: set up a laptop for a new developer
The renderer runs a pool of processes, one a core
    s: use all CPU cores
Timestamps are kept in UTC and shown in local time
    s: wrong hour in summer
pytest runs in parallel with xdist
    s: make the tests faster
OpenTelemetry spans are sent to Tempo
    s: trace a request across services
Results of reports are memoised in Redis
    s: avoid hammering the database
logrotate removes old files after a week
    s: disk is full
数据库访问统一走连接复用池
    z: 降低延迟
静态资源由 CDN 分发
    z: 页面加载太慢
支付请求必须带幂等键
    z: 防止重复扣款
旧镜像保留三十天，可随时恢复
    z: 怎么回滚版本
口令用 argon2 加盐哈希
    z: 密码怎么保存
每晚对磁盘做快照
    z: 数据怎么备份
轮岗表在运维日历里
    z: 这周谁值班
用消息队列削峰
    z: 流量高峰怎么办
导出任务不关闭句柄，堆会不断增长
    z: 内存泄漏
用 trace id 查链路
    z: 接口报错怎么排查
提交前运行 prettier
    z: 代码格式化
只允许参数化的 SQL
    z: 防止注入攻击
"""

UNRELATED = (
    "kangaroo migration in spring",
    "recipe for sourdough bread",
    "who won the chess tournament",
    "how tall is the Eiffel tower",
    "lyrics of a sailor song",
    "best hiking boots for winter",
    "symptoms of hay fever",
    "distance from earth to mars",
    "quantum entanglement explained",
    "garden fence paint colour",
    "violin bow rehair price",
    "which whales sing",
    "history of the roman senate",
    "tomato plants and aphids",
    "ballet shoes for children",
    "volcano eruptions in iceland",
    "fix a leaking tap",
    "guitar chords for beginners",
    "write me a haiku about rivers",
    "solve x squared plus one",
    "红烧肉怎么做",
    "长城有多长",
    "今天天气怎么样",
    "钢琴入门教程",
    "足球比赛结果",
    "感冒吃什么药",
    "Fibonacci numbers in nature",
    "translate good morning to Swahili",
    "plot of Hamlet",
    "marathon training plan",
    "kubernetes ingress annotations",
    "SwiftUI preview crashes",
    "blender shader nodes",
    "how to flash firmware on an ESP32",
    "LaTeX table alignment",
    "vim macro recording",
    "bluetooth pairing on Android",
    "train a neural network on images",
    "excel pivot table formula",
    "minecraft mod loader",
    "rust borrow checker lifetime error",
    "CUDA out of memory",
    "arduino servo jitter",
    "regex lookbehind in sed",
    "terraform state lock",
    "WordPress theme child",
    "solidity gas optimization",
    "printer driver not found",
    "haskell monad transformer",
    "unity physics collision",
    "蓝牙耳机连不上",
    "显卡驱动怎么装",
    "单片机烧录失败",
    "微信小程序登录授权",
)

_PLACES = (
    "basket",
    "catalogue",
    "checkout",
    "ledger",
    "mailer",
    "profile",
    "reports",
    "shipping",
    "stock",
    "tax",
)
_RULES = (
    "The {place} service writes its metrics to Prometheus under {place}_total",
    "Tests of {place} live in tests/{place} and need no network",
    "The {place} module was split off in spring and has its own release notes",
    "Ask the {place} team before changing its public types",
    "{place} listens on port {port} in development",
    "The {place} endpoint returns 409 when the version is stale",
    "Translations of {place} are loaded lazily",
    "The {place} worker restarts itself when memory exceeds {port} MB",
    "Documentation of {place} is generated from docstrings",
    "The {place} team meets on Wednesdays",
    "Contracts of {place} are verified with Pact in CI",
    "The {place} dashboard has alerts for error ratio and queue depth",
    "Old events of {place} are archived to cold storage after a year",
    "The {place} client library is published as shop-{place}",
    "Configuration of {place} comes from environment variables with prefix {upper}_",
    "The {place} schema is owned by the {place} team alone",
)
_CHINESE_PLACES = (
    "购物车",
    "商品",
    "结算",
    "账本",
    "邮件",
    "物流",
    "报表",
    "税务",
    "推荐",
    "评论",
    "客服",
    "优惠券",
)
_CHINESE_RULES = (
    "{place}服务的负责人在二组",
    "{place}模块的文档在知识库里",
    "{place}的监控面板每天查看一次",
    "{place}接口的版本号写在路径里",
    "{place}的测试数据由脚本生成",
    "{place}服务部署在华东机房",
    "{place}的错误码以 {port} 开头",
    "{place}的历史数据一年后归档",
    "{place}团队每周三开会",
    "{place}的前端页面由外包维护",
    "{place}客户端的包名带有前缀",
    "{place}的队列堆积时会扩容",
    "{place}的数据字典由产品维护",
)


class Query(NamedTuple):
    """A query, its kind, and the memory that answers it; none for an unrelated one."""

    text: str
    kind: str
    answer: str


def memories() -> list[str]:
    """All 400 memories, the labelled ones first."""
    found = [line for line in _TEXT.splitlines() if not line.startswith(" ")]
    made = [
        rule.format(place=place, port=4000 + 10 * number + place_number, upper=place.upper())
        for number, rule in enumerate(_RULES)
        for place_number, place in enumerate(_PLACES)
    ]
    chinese = [
        rule.format(place=place, port=40 + number)
        for number, rule in enumerate(_CHINESE_RULES)
        for place in _CHINESE_PLACES
    ]
    return [*found, *made, *chinese][:400]


def queries() -> list[Query]:
    """All labelled queries: every other one sets thresholds, the rest tells how good they are."""
    found = []
    answer = ""
    for line in _TEXT.splitlines():
        if line.startswith(" "):
            kind, _, text = line.strip().partition(": ")
            found.append(Query(text, kind, answer))
        else:
            answer = line
    return [*found, *(Query(text, "unrelated", "") for text in UNRELATED)]
