"""Thread dumps: threads in one place together, deadlocks whole."""

from __future__ import annotations

from pathlib import Path

from support import FIXTURES, knapsack


def test_threads_in_one_place_are_told_by_name_and_a_deadlock_whole(tmp_path: Path) -> None:
    data = (FIXTURES / "traces" / "thread-dump.txt").read_bytes()
    out = knapsack("compress", data=data, home=tmp_path).out.decode()
    assert out.count("java.util.concurrent.Semaphore.acquire") == 1
    assert "[x11 threads like this, lines 17-103: pool-2, pool-3," in out
    assert "at shop.Queue.take(Queue.java:52)" in out
    assert "at shop.Ledger.post(Ledger.java:88)" in out
    assert "- waiting to lock <0x000000069ec192b0>" in out
    assert '  which is held by "worker-b"\n\nFound 1 deadlock.' in out
