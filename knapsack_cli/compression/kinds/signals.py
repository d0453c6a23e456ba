"""The literals that stand for the kinds with many of them, each looked for in the skeleton (digits as 0).

Apart from the table of kinds only for its length; what a signal means is told there.
"""

_WORDS = (
    "error Error ERROR warning Warning WARNING fatal note: info style hint [error] [warning] 错误 警告 エラー"
    " 경고 오류 Fehler Warnung erreur attention ошибка предупреждение erro aviso"
).split()
"""What compilers write after a place, in the languages they speak."""
_RULES = "A B C D E F G I N R S T U W UP MD SC DL ANN PLR PLW RUF SIM TRY PTH".split()
"""How the rules of linters for Python, shell and Markdown begin."""
DIAGNOSTICS: tuple[bytes, ...] = (
    *(f"0: {word}".encode() for word in _WORDS),
    *(f"): {word}".encode() for word in ("error", "warning", "fatal error", "Error:", "Warning:")),
    *(f"0: {letters}0".encode() for letters in _RULES),
    *(
        b"0 - error~0 - warning~ --> ~  error  ~  warning  ~  warn  ~| ERROR~| WARNING~^-- SC0~^ SC0"
        b"~Line   "
        b"~, Error - ~, Warning - ~[*] ~.go:0~e: file:///~[Error/~[Warning/~:0: [~: line 0~% confidence)"
        b"~0 error ~0 warning ~0 MD0~::error ~::warning ~logissue ~ lint/~,-[~Found 0~-- [E000] ~0: C: "
        b"~: Style/~: Layout/~0: W: ~0: E: ~Location: ~0 in public ~0 at module level:~\nH000 0"
        b"~:0:0: ~:00:0: ~:000:0: ~:0000:0: ~:0:00: ~:00:00: ~:000:00: ~ DL0000 ~ [ERROR] ~ [WARNING] "
    ).split(b"~"),
    "╭─[".encode(),
    *(
        b"0  Error: ",
        b"0  Warning: ",
        b"\n  Line 0",
        b"] [0]\n",
        b" Imports are incorrectly sorted",
        b", line 0, characters 0",
        b", line 00, characters 0",
    ),
    *(b"\nWARNING in ", b"DEPRECATION WARNING [", b"\nError ---"),
    b"\nERROR in ",
    " ✖  ".encode(),
    " • ".encode(),
)
"""One of these is in every text that tells places and what is wrong there."""

BUILDS: tuple[bytes, ...] = tuple(
    (
        b"make: ~make[0]: ~%] B~%] L~[0/0~[00/0~[0/00~[00/00~[000/000~[0000/0~-- Conf~-- Gen"
        b"~-- The ~-- Dete"
        b"~CMake ~ninja: ~Meson build~BUILD ~> Task :~[INFO] ~npm warn ~npm WARN ~npm err~npm ERR"
        b"~ packages in "
        b"~ package in ~yarn ~YN0000~Progress: resolved~Collecting ~Requirement already"
        b"~Successfully ~Package op"
        b"~ packages in 0~Reading package lists~Get:0 ~Setting up ~Selecting prev~\nE: "
        b"~) Installing ~Dependencies res"
        b"~Last metadata~Verifying  ~#0 ~#00 ~Step 0/0~: Pull~Fetching ~Installing ~Compiling "
        b"~Downloaded ~##[~section_st"
        b"~Build FAILED~Build succeeded~Analyzing: ~INFO: Build~go: downloading ~checking "
        b"~libtool: ~  CC ~FAILURE: ~UP-TO-DATE~Buildfile: "
        b'~[Pipeline] ~\n:compile~Target ~Project "~ -> ~Restored ~Candidate: ~CompileSwift~CompileC '
        b"~npm notice ~STEP 0/0: ~==> Pouring ~==> Fetching ~-  Building doc~.c -o ~.cc -o ~.cpp -o ~.o -c "
    ).split(b"~")
)
"""What builds and installs write at the start or in the middle of their lines."""

JAVASCRIPT_TESTS: tuple[bytes, ...] = (
    b"Test Suites: ",
    b" Test Files ",
    b"0 passing",
    b"0 failing",
    b": Executed 0",
    b"\n   FAIL  ",
    b" specs, 0",
    b" spec, 0",
    b"\nRunning 0",
    b"\nPASS ",
    b"\nFAIL ",
    "✓ ".encode(),
    "✔ ".encode(),
    "✖ ".encode(),
)
"""Totals and ticks of the runners for JavaScript."""

RESULTS: tuple[bytes, ...] = (
    b"[ RUN      ]",
    b"Test Case '",
    b"bun test v",
    b" tests from ",
    b"[==========]",
    b" Test #0",
    b"Total tests: ",
    b"Passed!  -",
    b"Failed!  -",
    b"| PASS |",
    b"| FAIL |",
    b"\nok ",
    b"\nOK ",
    b" ok\n",
    b" OK\n",
    b"PASS",
    b" passed",
    "✓".encode(),
    "✔".encode(),
    b"[ok]",
    b"[OK]",
)
"""Results of the runners that nothing else tells."""

STACKS: tuple[bytes, ...] = (
    b"Traceback (most recent call last)",
    b"\n\tat ",
    b"\n    at ",
    b"\n   at ",
    b"\npanic: ",
    b"\ngoroutine 0",
    b"goroutine 00 [",
    b" panicked at ",
    b"Sanitizer: ",
    b"==00000==",
    b"==0000==",
    b"==000000==",
    b".rb:0",
    b"\n#0 ",
    b"\n** (",
    b": runtime error: ",
    b".exs:0",
    b".ex:0",
)
"""Where a stack begins, or one of its frames."""

HITS = (
    *(b":0:", b":00:", b":000:", b"\n0:", b"\n00:", b"\n000:", b"\n0000:", b"\n./"),
    *(b".py:", b".js:", b".ts:", b".tsx:", b".go:", b".rs:", b".rb:", b".java:", b".kt:", b".cs:", b".php:"),
    *(b".c:", b".h:", b".cpp:", b".cc:", b".sh:", b".md:", b".rst:", b".txt:", b".html:", b".css:", b".xml:"),
    *(b".json:", b".yml:", b".yaml:", b".toml:", b".cfg:", b".conf:", b".bats:", b".lua:", b".swift:"),
)
"""Places before the hits of a search: with a number, or the path alone."""

PATH_COLUMNS = (
    *(b" 0000-00-00 00:00", b"\n0000-00-00 00:00:00 ", b" 00:00   ", b" unx ", b" ntf ", b" fat "),
    *(b"iB ", b":00 UTC 0000 "),
    *(b" blob ", b" 0\t", b"0\t", b"K\t", b"  adding: ", b" inflating: ", b" extracting: ", b">f"),
    *(
        b"\nFiles:\n  ",
        b"removed '",
        b"\nadd '",
        b"\nrm '",
        b"\nremove '",
        b"\nWould remove ",
        b"\nRemoving ",
        b"' -> '",
        b"-r",
        b" total\n",
        b"0 ./",
        b"0 /",
        b"0  ",
    ),
)
"""Columns before or behind paths: times, sizes, modes, and what was done with each."""

FINDINGS = (
    *(b'"message":', b'"message" :', b'"text":', b'"Text":', b'"description":', b'"issue_text":'),
    b'"reason":',
)
"""What a linter says, in its report as JSON."""
SOURCE: tuple[bytes, ...] = (
    *(b"\ndef ", b"\nclass ", b"    def ", b"\nfunc ", b"\nfn ", b"\npub fn ", b"\nimpl", b"\nimport "),
    *(b"\npackage ", b"\n#include ", b"\n# include ", b"\n#pragma once", b"\nusing ", b"\nconst ", b"\nvar "),
    *(b"\nexport ", b"\n<?php", b"\nmodule ", b"\nrequire", b"\n'use strict'", b'\n"use strict"'),
    *(b"\nnamespace ", b"\nstruct "),
)
"""What stands at the left edge of source code that a glance tells."""
