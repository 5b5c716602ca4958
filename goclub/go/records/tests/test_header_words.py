"""Words where a file could have a number or a sign: what is no komi of 0, and who lost how."""

from __future__ import annotations

import pytest

from goclub.go.records.results import Result, parse_result
from goclub.go.records.tests.test_header import with_root


@pytest.mark.parametrize(
    "text", ["normal", "nowe", "無制限", "unknown", "不明", "nie wiem", "bez 5"]
)
def test_a_word_that_says_something_else_is_no_komi_of_0(text: str) -> None:
    assert with_root(f"KM[{text}]").header.komi2 != 0


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
