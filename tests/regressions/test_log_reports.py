"""Public reports about logs, in our own words and on text of our own."""

from knapsack_cli.compression.kinds import logs
from knapsack_cli.compression.model import Hints, Segment
from knapsack_cli.compression.rendering import rows_from_decisions, write_rows


def shown(lines: list[str]) -> list[str]:
    """The rows that the log kind makes of `lines`."""
    piece = Segment(lines, 0, Hints())
    return write_rows(rows_from_decisions(piece, logs.decide(piece)))


def routine(count: int) -> list[str]:
    """Lines that say that all is well."""
    return [
        f"2026-03-11T08:{at // 60:02}:{at % 60:02}Z INFO beat ok peer=node-{at % 5} lag={at % 9}ms"
        for at in range(count)
    ]


def test_a_log_without_error_words_is_not_three_zeros() -> None:
    """rtk-ai/rtk#1267: a log that has only INFO lines was summed up as no errors, no warnings."""
    lines = routine(600)
    lines[300] = "2026-03-11T08:05:00Z INFO leader lost term=7"
    rows = shown(lines)
    assert lines[300] in rows
    assert not any("0 errors" in row for row in rows)


def test_errors_in_chinese_japanese_and_korean_stay() -> None:
    """rtk-ai/rtk#2509: keyword lists knew English error words only."""
    lines = [f"2026-03-11T08:00:{at % 60:02}Z 信息 请求完成 耗时={at}毫秒" for at in range(300)]
    lines[50] = "2026-03-11T08:00:50Z 错误 数据库连接超时"
    lines[90] = "2026-03-11T08:01:30Z エラー 在庫同期に失敗しました"
    lines[140] = "2026-03-11T08:02:20Z 오류 결제 승인 실패"
    assert {lines[50], lines[90], lines[140]} <= set(shown(lines))


def test_traces_with_the_same_frames_and_other_messages_are_not_merged() -> None:
    """headroomlabs-ai/headroom#2586: of traces with equal frames only one was left."""
    lines: list[str] = []
    for at, line in enumerate(routine(200)):
        lines.append(line)
        if at % 20 == 10:
            message = "checksum mismatch" if at == 110 else f"row {at} is stale"
            lines += [
                line.replace("INFO beat ok", "ERROR unhandled"),
                "Traceback (most recent call last):",
                '  File "/srv/app/db.py", line 140, in get',
                "    raise StoreError(reason)",
                f"StoreError: {message}",
            ]
    rows = shown(lines)
    assert rows.count("StoreError: checksum mismatch") == 1
    assert sum(row.startswith("StoreError: row") for row in rows) <= 2


def test_names_with_spaces_do_not_split_one_message_into_many() -> None:
    """logpai/Drain3#66: one message kind with varying names became as many templates as names."""
    names = [f"unit{chr(97 + at % 26)}{chr(97 + at // 26)}" for at in range(200)]
    lines = [
        f"2026-03-11T08:00:{at % 60:02}Z INFO session opened for user {name}" for at, name in enumerate(names)
    ]
    assert len(shown(lines)) < 20
