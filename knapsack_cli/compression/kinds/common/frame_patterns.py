"""How stack frames look in each language, and what tells library code from the user's own."""

from knapsack_cli.text.lazy_patterns import lazy

PYTHON = lazy(r'[\s|+-]*File "(?P<path>[^"]+)", line (?P<line>\d+)(?:, in (?P<name>.+))?')
JAVA = lazy(
    r"\s*at (?P<name>[\w$.<>/@~-]+)"
    r"\((?P<path>[\w$.-]+\.(?:java|kt|scala|groovy|clj)|Native Method|Unknown Source|<generated>)"
    r"(?::(?P<line>\d+))?\)"
)
NODE = lazy(
    r"\s*at (?:async )?(?:(?P<name>[^()\n]{1,300}?) )?\(?"
    r"(?P<path>(?:[A-Za-z]:)?[^():\s][^():\n]*(?:/https?:/[^():\n]*)?|(?:file|webpack|https?|node|webpack-internal|eval)[^()\n]*?)"
    r":(?P<line>\d+)(?::\d+)?\)?,?$"
)
NODE_PLAIN = lazy(r"\s*at (?:async )?(?P<name>[^()\n]{1,300}?) \((?P<path><anonymous>|native|index \d+)\)$")
VITEST = lazy(
    r"\s*[❯›] (?:(?P<name>\S[^()\n]{0,200}?) )?(?P<path>(?:node:)?[^\s:()]+):(?P<line>\d+)(?::\d+)?$"
)
DOTNET = lazy(
    r"\s*(?:at|bei|à|в|場所) (?P<name>[\w.`<>\[\]+|,$ ]+\(.{0,400}\))"
    r"(?: in (?P<path>.+?):line (?P<line>\d+))?\s*$"
)
BARE = lazy(
    r"\s*(?:[│╵├┊╎] |# )?(?P<path>(?:[A-Za-z]:\\|\.{0,2}/)?[\w./\\@-]+\.(?:php|rb|exs?|jl|lua|dart|feature))"
    r":(?P<line>\d+)$"
)
GO_PLACE = lazy(r"\t(?P<path>\S.*?\.(?:go|s)):(?P<line>\d+)(?: \+0x[0-9a-f]+)?$")
RUST_NAME = lazy(r"\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?P<name>\S.*)$")
RUST_PLACE = lazy(r"\s+at (?P<path>\S+\.rs):(?P<line>\d+)(?P<column>:\d+)?$")
NATIVE = lazy(
    r"(?:==\d+==\s*)?\s*#(?P<depth>\d+)\s+(?:0x[0-9a-fA-F]+ )?(?:in )?(?P<name>.+?)"
    r"(?:(?: at | )(?P<path>[^\s():]+):(?P<line>\d+)(?::\d+)?(?: \([^()\s]*\+0x[0-9a-f]+\))?"
    r"| from (?P<library>\S+)"
    r"| \((?P<module>[^()]*\+0x[0-9a-f]+)\).*)?$"
)
VALGRIND = lazy(
    r"==\d+==\s+(?:at|by) 0x[0-9A-F]+: (?P<name>.+?) "
    r"\((?:(?P<path>[^()\s]+):(?P<line>\d+)|in (?P<library>[^()]+))\)$"
)
RUBY = lazy(
    r"\s*(?:#\s+|\d+: )?(?:from )?"
    r"(?P<path>(?:\.{0,2}/|[A-Za-z]:)?[^\s:'`\"]*\.(?:rb|rake|ru|erb)|<internal:[^>]+>|[^\s:]*/bin/[\w-]+)"
    r":(?P<line>\d+):in [`'](?P<name>.+)'"
)
RUBY_HEAD = lazy(r"\S+:\d+:in [`'][^'\n]+': \S")
"""What stands above Ruby's frames: the place, and what went wrong there."""
ELIXIR = lazy(
    r"\s+(?:\((?P<app>\w+) [\w.+-]+\) )?"
    r"(?P<path>[\w./-]+\.(?:exs?|erl|eex|leex|heex)):(?P<line>\d+): (?P<name>\S.*)$"
)
ELIXIR_LIBRARIES = frozenset(
    (
        "stdlib kernel elixir mix ex_unit logger iex eex plug plug_cowboy cowboy ranch bandit phoenix"
        " phoenix_live_view phoenix_html ecto ecto_sql postgrex myxql db_connection telemetry jason poison"
        " tesla finch mint oban absinthe gen_stage broadway compiler erts"
    ).split()
)
PHP = lazy(
    r"\s*#\d+ (?P<path>[^\s(][^(\n]*\.php|\[internal function\]|phar://[^(\n]+)"
    r"(?:\((?P<line>\d+)\))?:? ?(?P<name>.*)$"
)

LIBRARY_PATH = lazy(
    r"site-packages|dist-packages|/lib(?:64)?/python\d|<frozen |<string>|importlib/_bootstrap"
    r"|node_modules/|^node:|^internal/|^<anonymous>$|^native$|^index \d|\bwebpack/|/\.pnpm/"
    r"|/go/src/|/go-\d[\d.]*/src/|/pkg/mod/|^runtime/|/libexec/src/"
    r"|/rustc/|/\.cargo/|/\.rustup/|/cargo/registry/"
    r"|/gems/|/lib/ruby/|<internal:|/rubygems/|/bundler/"
    r"|(?:^|/)vendor/|phar://|\[internal function\]"
    r"|^/usr/(?:include|lib|src|share)/|^/lib(?:64|32)?/|sysdeps/"
    r"|^\./(?:nptl|csu|stdlib|misc|debug|elf|posix|signal|io)/"
    r"|libsanitizer|compiler-rt|/bits/|/glibc|/libstdc|vg_replace_malloc"
)
_JAVA_PACKAGES = (
    r"java|javax|jdk|sun|com\.sun|jakarta|kotlin|kotlinx|scala|groovy|clojure|akka|android|androidx|dalvik"
    r"|org\.(?:springframework|apache|hibernate|junit|gradle|eclipse|jboss|mockito|testng|codehaus|aspectj"
    r"|assertj|hamcrest|slf4j|mortbay|postgresql|opentest4j|thymeleaf|reactivestreams|glassfish|yaml"
    r"|scalatest|spockframework|jetbrains|h2|flywaydb|bouncycastle)"
    r"|io\.(?:netty|micronaut|quarkus|vertx|grpc|reactivex|undertow|micrometer|projectreactor|lettuce)"
    r"|com\.(?:google|fasterxml|zaxxer|mysql|oracle|ibm|microsoft|amazonaws|intellij|mongodb|jayway|squareup"
    r"|android|datastax)|reactor|ch\.qos|junit|net\.(?:bytebuddy|sf\.cglib)|feign|okhttp3|retrofit2|rx"
    r"|worker\.org\.gradle"
)
LIBRARY_NAME = lazy(
    rf"^(?:app//|platform//|[\w.]+@[\w.]*/|[\w.]+/)?(?:{_JAVA_PACKAGES})\."
    r"|^(?:System|Microsoft|Xunit|NUnit|Castle|Moq|FluentAssertions|Newtonsoft|MSTest)\."
    r"|^(?:std|core|alloc|rust_panic|__rust|_start|backtrace|test|tokio|panic_unwind)(?:::|$)"
    r"|^<(?:std|core|alloc)::|^<.* as core::"
    r"|^(?:runtime|testing|syscall|net/http|reflect|internal/\S+|sync)\."
    r"|^created by (?:testing|net/http|runtime)\."
    r"|^(?:__libc_|__GI_|_start|clone3?|start_thread|raise|abort|__assert|__pthread|__interceptor_|__asan"
    r"|__ubsan|operator (?:new|delete))"
    r"|\$\$(?:FastClass|EnhancerBy|Lambda|SpringCGLIB)|\$Proxy\d"
)
TEST_FILE = lazy(r"(?:Tests?|TestCase|IT|Spec)\.(?:java|kt|scala|groovy)$")
MACHINERY = lazy(
    r"rust_begin_unwind|(?:^|[.:])(?:go)?panic|^raise$|^abort$|__GI_|__assert|pthread_kill|_throw|unwind"
    r"|__interceptor_|__asan|^(?:malloc|calloc|realloc|free|operator (?:new|delete)\b.*)$"
)
"""Functions by which a failure is raised: being the innermost, they still tell nothing."""

CAUSE = lazy(
    r"\s*(?:Caused by|Suppressed|Wrapped by|\[cause\]|cause)\b|\s*--->"
    r"|\s*The above exception|\s*During handling"
)
FILLER = lazy(
    r"\s*(?:\.\.\. \d+ (?:more|common frames omitted|frames? elided)|\[Previous line repeated"
    r"|\d+ frames? hidden|\.\.\.|[~^]+\s*$|--- End of (?:inner exception )?stack trace)"
)
HEAD = lazy(
    r"[\s|+-]*(?![\s|+-])(?:(?:Exception Group )?Traceback \(most recent call last\)|Exception in thread"
    r"|Unhandled exception|panic: |goroutine \d+ \[|thread '.*' (?:\(\d+\) )?panicked at"
    r"|(?:[\w$]+\.)+[\w$]*(?:Exception|Error|Throwable)\b|(?:[A-Z]\w*)?(?:Error|Exception)\b(?::|$)"
    r"|\S+:\d+:\d+: runtime error: |\*\* \((?:EXIT|[A-Z][\w.]*)"
    r"|PHP Fatal error|Fatal error: Uncaught|Uncaught )"
)
EXCEPTION = lazy(r"[A-Za-z_][\w.]*(?::|$)")
