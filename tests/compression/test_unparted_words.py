"""Logs in scripts that do not part words: what was said is a shape of its own, whatever else is equal."""

from knapsack_cli.compression.model import Hints, Segment
from knapsack_cli.compression.rendering import rows_from_decisions, write_rows
from knapsack_cli.compression.templates import decide_by_shape

SAID = (
    "用户登录成功，编号={}",
    "查询订单列表，页码={}",
    "缓存命中，键=order:{}",
    "定时任务执行完成，处理={}",
    "库存已经更新，商品={}",
)


def test_each_sentence_of_a_chinese_log_stays() -> None:
    lines = [
        f"2026-03-01 08:{at // 60:02}:{at % 60:02} INFO [http-{at % 9}] shop.Till - {SAID[at % 5].format(at)}"
        for at in range(300)
    ]
    segment = Segment(lines, 0, Hints())
    text = "\n".join(write_rows(rows_from_decisions(segment, decide_by_shape(segment))))
    assert all(said.partition("，")[0] in text for said in SAID)
    assert len(text) * 5 < sum(map(len, lines))


def test_names_in_a_slot_are_still_one_shape() -> None:
    names = ("张三", "李四", "王五", "赵六", "孙七", "周八")
    said = "INFO till opened by user"
    lines = [f"2026-03-01 08:00:{at % 60:02} {said} {names[at % 6]} at desk {at}" for at in range(120)]
    segment = Segment(lines, 0, Hints())
    assert len(write_rows(rows_from_decisions(segment, decide_by_shape(segment)))) < 12
