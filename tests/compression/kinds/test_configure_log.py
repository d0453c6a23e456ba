"""config.log: what is not there and why, and what led to the end."""

from knapsack_cli.compression.kinds.configure_log import decide, recognise
from knapsack_cli.compression.model import DROP, FAILURE, Hints, Segment

LOG = """This file contains any messages produced by compilers while
running configure, to aid debugging if configure makes a mistake.

  $ ./configure --with-till

configure:210: checking for stdio.h
configure:210: gcc -c -g conftest.c >&5
configure:210: $? = 0
configure:210: result: yes
configure:220: checking for till.h
configure:220: gcc -c -g conftest.c >&5
conftest.c:12:10: fatal error: till.h: No such file or directory
compilation terminated.
configure:220: $? = 1
configure: failed program was:
| #define PACKAGE "quota"
| #include <till.h>
configure:220: result: no
configure:230: checking for till_open in -ltill
/usr/bin/ld: cannot find -ltill
configure: failed program was:
| #define PACKAGE "quota"
| int main (void) { return till_open (); }
configure:230: result: no
configure:240: error: the till library is needed
configure: exit 1
""".split("\n")


def test_a_test_that_says_no_keeps_its_reason_and_the_error_what_led_to_it() -> None:
    segment = Segment(LOG, 0, Hints())
    assert recognise(segment) >= 90
    ranks = decide(segment).ranks
    kept = [line for line, rank in zip(LOG, ranks, strict=True) if rank != DROP]
    assert "conftest.c:12:10: fatal error: till.h: No such file or directory" in kept
    assert "configure:220: checking for till.h" in kept
    assert "| int main (void) { return till_open (); }" in kept
    assert '| #define PACKAGE "quota"' not in kept
    assert "configure:210: $? = 0" not in kept[:4]
    assert ranks[LOG.index("configure:240: error: the till library is needed")] == FAILURE
