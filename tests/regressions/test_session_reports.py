"""Faults that users of other session stores and searches reported, kept from happening here."""

import io
import json
import sqlite3
import threading
import time

import pytest

from knapsack_cli.app import run
from knapsack_cli.context import Context


@pytest.fixture
def knapsack(tmp_path):
    def call(*arguments):
        out, err = io.BytesIO(), io.StringIO()
        environ = {"HOME": str(tmp_path), "KNAPSACK_HOME": str(tmp_path / "home")}
        code = run(Context(io.BytesIO(), out, err, environ, str(tmp_path)), [str(one) for one in arguments])
        return code, out.getvalue().decode(), err.getvalue()

    return call


@pytest.fixture
def session(tmp_path):
    def write(*texts):
        lines = [
            {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/srv"}
        ]
        for number, text in enumerate(texts):
            message = {"role": "user", "content": [{"type": "text", "text": text}]}
            stamp = f"2026-01-01T00:00:{number % 60:02}Z"
            lines.append({"type": "message", "id": f"m{number}", "timestamp": stamp, "message": message})
        path = tmp_path / "s.jsonl"
        path.write_text(
            "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8"
        )
        return path

    return write


@pytest.mark.parametrize(
    "query", ["部署", "登录", "库", "db连接", "API网关", "서버", "テスト", "token", "デプロ"]
)
def test_two_character_words_and_scripts_side_by_side_are_found(knapsack, session, query):
    """thedotmack/claude-mem#3801: searches in Chinese, Japanese and Korean found nothing."""
    knapsack(
        "import",
        session(
            "请部署新版",
            "用户登录失败",
            "数据库db连接池",
            "API网关token过期",
            "서버가 느려요",
            "テストをデプロイ",
        ),
    )
    assert knapsack("recall", query)[0] == 0


def test_a_lost_shadow_table_does_not_end_searching_for_good(knapsack, session, tmp_path):
    """Dicklesworthstone/coding_agent_session_search#368: a corrupt index that repair could not open."""
    knapsack("import", session("the ledger"))
    with sqlite3.connect(tmp_path / "home" / "knapsack.db") as connection:
        connection.execute("DROP TABLE message_index_idx")
        connection.execute("DROP TABLE message_index_config")
    code, out, _ = knapsack("recall", "ledger")
    assert code == 0
    assert "**ledger**" in out
    assert "1 known" not in knapsack("import", session("the ledger", "and another"))[1]


def test_a_writer_waits_for_another_one(knapsack, session, tmp_path):
    """thedotmack/claude-mem#2821: a locked database dropped what was to be stored, at once."""
    knapsack("import", session("first"))
    other = sqlite3.connect(tmp_path / "home" / "knapsack.db", check_same_thread=False, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    def let_go():
        time.sleep(0.3)
        other.execute("COMMIT")
        other.close()

    thread = threading.Thread(target=let_go)
    thread.start()
    code, out, err = knapsack("import", session("first", "second"))
    thread.join()
    assert (code, err) == (0, "")
    assert "1 new messages" in out


def test_one_huge_line_is_named_and_the_rest_goes_in(knapsack, session, monkeypatch):
    """Dicklesworthstone/coding_agent_session_search#413: files of hundreds of megabytes took all memory."""
    monkeypatch.setattr("knapsack_cli.sessions.lines.LONGEST_LINE", 2000)
    path = session("before", "x" * 5000, "after")
    code, out, err = knapsack("import", path)
    assert code == 0
    assert "2 new messages" in out
    assert f"{path}:3: line of" in err
