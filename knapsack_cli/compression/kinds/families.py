"""The rows of the table of kinds, by what the texts are of: documents, builds, logs and so on.

`kinds/__init__.py` says in which order they are asked; the rows of test runs are in `families_tests.py`.
"""

from knapsack_cli.compression.kinds import signals
from knapsack_cli.compression.model import Kind

DATA: tuple[Kind, ...] = (
    Kind("binary", "binary", (b"\x00", b"\x01", b"\x02", b"\x03", b"\x04"), uncut=True),
    Kind("rg-json", "rg_json", (b'{"type":"begin","data"', b'{"type":"match","data"'), uncut=True),
    Kind(
        "terraform-json", "terraform_json", (b'"@module":"terraform.ui"',), ("terraform", "tofu"), uncut=True
    ),
    Kind("boxes", "nested_boxes", (b"--\n|  ",), ("aws",), uncut=True),
    Kind("tagged-rows", "tagged_rows", (b"S\t",), ("aws",), uncut=True),
    Kind("windows-events", "windows_events", (b"\nEvent[0", b"\nEvent [0"), ("wevtutil",), uncut=True),
    Kind("journal-json", "journal_json", (b'"__REALTIME_TIMESTAMP"',), (), (), uncut=True),
    Kind("json-findings", "json_findings", signals.FINDINGS, uncut=True),
    Kind("ndjson", "json_records", (b'{"', b'{ "'), (), (".ndjson", ".jsonl"), uncut=True),
    Kind("lockfile", "lock_json", (b'"lockfileVersion"', b'"_readme"', b'"pipfile-spec"'), uncut=True),
    Kind(
        "lockfile",
        "lock_text",
        (b"# yarn lockfile", b"__metadata:", b"lockfileVersion:", b"[[package]]", b"  specs:", b" h0:"),
        (),
        ("go.sum", "yarn.lock", "cargo.lock", "poetry.lock", "uv.lock", "gemfile.lock", "pnpm-lock.yaml"),
        uncut=True,
    ),
    Kind("notebook", "notebook", (b'"nbformat"',), (), (".ipynb",), uncut=True),
    Kind(
        "json",
        "json_document",
        (b'":', b'" :', b'["', b"[0", b"[{", b"[[", b"[\n", b"{'"),
        ("jq",),
        (".json", ".geojson"),
    ),
    Kind(
        "records",
        "stanzas",
        (b": ", b" = ", b"\t:"),
        ("dpkg -s", "apt-cache show", "apt show", "pip show", "gem list"),
        (),
        uncut=True,
    ),
    Kind("packages", "packages", (b"/", b"==", b" (0", b" (default", b".x00_00", b".noarch"), ("apt list",)),
    Kind("yaml", "yaml_text", (b":\n", b": "), (), (".yaml", ".yml"), uncut=True),
    Kind(
        "directives",
        "directives",
        (b"\n# ", b"\n#\n", b"\n; ", b"\t#", b"   # "),
        ("apachectl",),
        (),
        uncut=True,
    ),
    Kind("sql-dump", "sql_dump", (b"INSERT INTO ", b"database dump", b"-- MariaDB dump"), (), (), uncut=True),
    Kind("manual", "manual", (b"\nNAME\n", b"(0)   ", b"(0)\t"), ("man",), (), uncut=True),
    Kind(
        "hex-dump",
        "hex_dump",
        (b"\n000000", b"\n000000000"),
        ("hexdump", "xxd", "od", "hd"),
        (),
        uncut=True,
    ),
    Kind("metrics", "metrics", (b"# TYPE ",), (), (".prom",), uncut=True),
    Kind("help", "usage", (b"\n  -", b"\n    -", b"\n      -", b"\n -", b"\n\t-"), (), (), uncut=True),
    Kind(
        "reference",
        "reference",
        (b"Help on ", b' // import "', b"\n |  ", b"=head0 "),
        ("pydoc", "go doc", "perldoc"),
        (".pod",),
        uncut=True,
    ),
    Kind(
        "firewall",
        "firewall",
        (b"table inet ", b"table ip", b"\n:INPUT ", b"\n:PREROUTING "),
        ("nft", "iptables-save"),
        (),
        uncut=True,
    ),
    Kind("settings", "brace_settings", (b";\n", b" {\n"), ("nginx",), (), uncut=True),
    Kind(
        "settings",
        "indented_settings",
        (b"\n    ", b"\n  ", b"\n\t"),
        ("haproxy",),
        (),
        uncut=True,
    ),
    Kind(
        "config",
        "config_text",
        (b"=",),
        ("env", "printenv"),
        (".toml", ".ini", ".env", ".properties", ".cfg", ".conf"),
        uncut=True,
    ),
    Kind(
        "markdown",
        "markdown",
        (b"# ", b"\n===", b"\n---", b"```"),
        (),
        (".md", ".markdown", ".mdx"),
        uncut=True,
    ),
    Kind(
        "asciidoc",
        "asciidoc",
        (b"\n= ", b"\n== ", b"\n===", b"\n---"),
        (),
        (".adoc", ".asciidoc"),
        uncut=True,
    ),
    Kind(
        "html",
        "html_text",
        (b"<html", b"<HTML", b"<!doctype", b"<!DOCTYPE", b"<div", b"<body", b"<table", b"<TABLE", b"<h0"),
        (),
        (".html", ".htm", ".xhtml"),
        uncut=True,
    ),
    Kind("xml", "xml_text", (b"<?xml", b"</"), (), (".xml", ".svg", ".plist", ".csproj", ".xsd"), uncut=True),
    Kind("csv", "delimited", (b",", b"\t", b";"), (), (".csv", ".tsv", ".tab")),
    Kind(
        "tables",
        "several_tables",
        (b"--+-", b"-+\n", "─┼─".encode()),
        ("psql", "mysql", "mariadb", "sqlite3"),
    ),
    Kind(
        "table",
        "aligned",
        (b"  ", b"---", "──".encode(), "━━".encode()),
        (
            "kubectl get",
            "docker ps",
            "docker images",
            "ps",
            "df",
            "lsof",
            "dpkg",
            "pip",
            "psql",
            "mysql",
            "ss",
        ),
    ),
)
"""Data files and what programs print as data."""

BUILDS = Kind(
    "build",
    "builds",
    signals.BUILDS,
    (
        *"make gmake ninja cmake meson mvn mvnw gradle gradlew npm yarn pnpm bun pip pip3 uv".split(),
        *"poetry pipenv apt apt-get aptitude dpkg dnf yum apk brew conda docker podman buildah".split(),
        *"docker-compose bundle gem composer bazel sbt ant msbuild dotnet xcodebuild scons go gh".split(),
        "python -m pip",
        "./configure",
    ),
)

BUILD_LOGS = Kind(
    "build-log",
    "build_logs",
    (
        *(b"[INFO] ", b"[info] ", b"#0 [", b"#00 [", b"> Task :", b"Z ##[", b"gitlab-runner", b"0Z "),
        *(b"[Pipeline] ", b"\nFinished: ", b"0Z] "),
        b"[+] Building ",
    ),
    ("mvn", "mvnw", "gradle", "gradlew", "docker build", "docker compose", "gh run", "glab ci"),
    uncut=True,
)

TOOL_LOGS: tuple[Kind, ...] = (
    Kind(
        "configure-log",
        "configure_log",
        (b"running configure, to aid debugging", b"\nconfigure:0000: ", b"\nconfigure:00000: "),
        (),
        uncut=True,
    ),
    Kind(
        "include-lists",
        "include_lists",
        (b" should add these lines:", b" should remove these lines:"),
        ("include-what-you-use", "iwyu", "iwyu_tool"),
        uncut=True,
    ),
    Kind(
        "tex-log",
        "latex_log",
        (b"entering extended mode",),
        ("pdflatex", "xelatex", "lualatex", "latexmk"),
        uncut=True,
    ),
    Kind("module-resolution", "module_resolution", (b"======== Resolving ",), ("tsc --traceResolution",)),
)
"""Reports of single tools that read like logs."""

INFRASTRUCTURE: tuple[Kind, ...] = (
    Kind(
        "terraform",
        "terraform",
        (b" will be created", b" will be destroyed", b" must be replaced", b"Refreshing state...", b"Plan: "),
        ("terraform", "tofu", "terragrunt"),
    ),
    Kind(
        "terraform-state",
        "terraform_state",
        (b':\nresource "', b':\ndata "'),
        ("terraform show", "tofu show"),
        uncut=True,
    ),
    Kind(
        "deploy-plan",
        "deploy_plan",
        (b" Name   ", b"\n[~] ", b"\n[+] ", b"\n[-] "),
        ("pulumi", "cdk"),
        uncut=True,
    ),
    Kind("kubectl-describe", "kubectl_describe", (b"Name:  ",), ("kubectl describe", "oc describe")),
    Kind("strace", "strace", (b") = 0", b") = -0", b" = nil\n"), ("strace", "ltrace")),
    Kind("call-counts", "call_counts", (b"% time     seconds",), ("strace -c", "ltrace -c"), uncut=True),
    Kind("query-plan", "query_plan", (b"(cost=0", b"Node Type"), ("psql",)),
    Kind("expanded-rows", "expanded", (b" 0. row ***", b"-[ RECORD 0", b"  : "), ("mysql", "psql")),
    Kind(
        "profile",
        "profile",
        (b"# Overhead", b"# Children", b"PROGRAM TOTALS", b"flat%", b"cumulative   self"),
        ("perf report", "callgrind_annotate", "gprof", "go tool pprof"),
    ),
    Kind("disassembly", "disassembly", (b">:\n", b"Dump of assembler"), ("objdump", "gdb")),
    Kind(
        "object-file",
        "object_file",
        (
            *(b"ELF Header:", b"SYMBOL TABLE:", b"Symbol table '", b"Sections:", b"Section Headers:"),
            *(b" T ", b" U ", b" (0x00000"),
        ),
        ("nm", "readelf", "objdump", "ldd"),
        uncut=True,
    ),
    Kind("http-trace", "http_trace", (b"\n> ", b"\n< ", b"\n* ", b"== Info: "), ("curl",)),
    Kind(
        "thread-dump", "thread_dump", (b"Full thread dump", b"java.lang.Thread.State: "), ("jstack", "jcmd")
    ),
    Kind("ansible", "ansible", (b"PLAY [", b"TASK [", b"PLAY RECAP"), ("ansible-playbook", "ansible")),
)
"""What tools of operations print."""

TRACES: tuple[Kind, ...] = (
    Kind(
        "trace",
        "traces",
        signals.STACKS,
    ),
    Kind(
        "jvm-crash",
        "jvm_crash",
        (b"# A fatal error has been detected by", b"# There is insufficient memory"),
        uncut=True,
    ),
    Kind(
        "debugger",
        "debugger",
        (b"\n#0  0", b"\n#0 ", b"frame #0: "),
        ("gdb", "lldb", "pstack", "coredumpctl"),
    ),
)
"""Stacks: before the general kinds that would take their lines for others'."""

LOGS: tuple[Kind, ...] = (
    Kind("access-log", "access_log", (b":00:00:00 +0", b":00:00:00 -0", b'" 000 ', b"#Fields: "), uncut=True),
    Kind(
        "log",
        "logs",
        (
            b"00:00:00",
            b".00.00",
            b".000000]",
            b".000s][",
            b"000000 000000 ",
            b"0000000000",
            b"INFO",
            b"WARN",
            b"DEBUG",
            b"evel",
        ),
        (
            "journalctl",
            "dmesg",
            "docker logs",
            "kubectl logs",
            "docker-compose logs",
            "docker compose logs",
        ),
        (".log",),
        uncut=True,
    ),
)
"""Logs, first of all: they are told for certain by their times, and then nothing else need be asked."""
