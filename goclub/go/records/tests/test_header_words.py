"""Words where a file could have a number or a sign: no komi, no stones, and who lost how."""

from __future__ import annotations

import pytest

from goclub.go.records.results import Result, parse_result
from goclub.go.records.tests.test_header import codes, with_root

NONE = (
    "なし", "無し", "無", "ナシ", "コミなし", "コミ無し", "定先",
    "无", "無貼目", "无贴目", "不贴目", "不貼", "让先", "讓先",
    "없음", "덤없음", "덤 없음", "무", "정선",
    "ไม่มี", "ไม่มีโคมิ", "ไม่มีค่าโคมิ",
    "brak", "Brak", "brak komi", "bez komi", "bez", "nie ma",
    "none", "None", "no", "no komi", "without komi", "zero", "nil",
)  # fmt: skip


@pytest.mark.parametrize("text", NONE)
def test_a_word_for_none_is_no_komi(text: str) -> None:
    record = with_root(f"KM[{text}]")
    assert record.header.komi2 == 0
    assert codes(record) == []


@pytest.mark.parametrize(
    "text", ["normal", "nowe", "無制限", "unknown", "不明", "nie wiem", "bez 5"]
)
def test_a_word_that_says_something_else_is_no_komi_of_0(text: str) -> None:
    assert with_root(f"KM[{text}]").header.komi2 != 0


@pytest.mark.parametrize("text", ["なし", "无", "없음", "ไม่มี", "brak", "none", "置石なし", "無し"])
def test_a_word_for_none_is_no_stones(text: str) -> None:
    record = with_root(f"HA[{text}]")
    assert record.header.handicap == 0
    assert codes(record) == []


#: What may mean the winner as well as the loser.
EITHER = (
    "B-R", "W-R", "B - resign", "W–T", "B-3.5", "黒-R",
    "Białe walkower", "białe: walkower", "czarne – walkower", "walkower białych",
    "Walkower: czarne", "Białe czas",
    "White walkover", "Black: default", "White timeout", "W time", "Walkover Black",
    "白不戦", "黒番 不戦", "白 時間", "黑不战", "白时间", "백 부전", "흑 시간",
    "ขาว บาย", "ดำ เวลา",
)  # fmt: skip


@pytest.mark.parametrize("text", EITHER)
def test_what_may_mean_either_names_nobody(text: str) -> None:
    """The file's own words stay, and the remark says that they were not read."""
    record = with_root(f"RE[{text}]")
    assert (record.header.result, record.header.result_text) == (None, text)
    assert codes(record) == ["result_unread"]


WON = {
    "Białe wygrały walkowerem": ("W", "forfeit"),
    "walkower dla czarnych": ("B", "forfeit"),
    "Białe przez walkower": ("W", "forfeit"),
    "Białe przez poddanie": ("W", "resign"),
    "White by default": ("W", "forfeit"),
    "Walkover for Black": ("B", "forfeit"),
    "白不戦勝": ("W", "forfeit"),
    "백 부전승": ("W", "forfeit"),
    "黒中押し": ("B", "resign"),
    "W+walkower": ("W", "forfeit"),
    # What only the loser does.
    "Czarne oddały walkower": ("W", "forfeit"),
    "Dyskwalifikacja białych": ("B", "forfeit"),
    "Białe rezygnują": ("B", "resign"),
    "White no-show": ("B", "forfeit"),
    "Black defaulted": ("W", "forfeit"),
    "白失格": ("B", "forfeit"),
    "黒 不戦敗": ("W", "forfeit"),
    "백 실격": ("B", "forfeit"),
    "백 시간초과": ("B", "time"),
    "白违例": ("B", "forfeit"),
    "ขาวถูกตัดสิทธิ์": ("B", "forfeit"),
    "ดำไม่มา": ("W", "forfeit"),
}


@pytest.mark.parametrize("text", WON)
def test_a_walkover_has_its_winner_where_the_words_say_who(text: str) -> None:
    assert parse_result(text) == (Result(*WON[text]), True)
