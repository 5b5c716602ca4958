"""Handicap, komi and board as notebooks write them."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from goclub.common.export import undefused
from goclub.common.sheets.sheet import Cell
from goclub.games.notebook.services.cells.text import plain, says_nothing
from goclub.go.records.numbers import find_number, in_digits, numeral
from ratings.system import MOST_KOMI2

BOARDS: Final = (9, 13, 19)
_STONES: Final = frozenset({0, *range(2, 10)})

_EVEN = re.compile(
    r"互先|互い先|たがい先|互|対等|ハンデなし|置石なし|even(?: game)?|równ\w*|rown\w*"
    r"|bez(?: handicapu| for(?:ów|ow)| kamieni)?"
    r"|ไม่ต่อ|ไม่มีต่อ|ไม่มีแต้มต่อ|เท่ากัน|เสมอกัน|หมากเสมอ|หมากเท่า|เสมอ|nigiri|にぎり|ニギリ"
    r"|no handicap|先相先"
)
_FIRST = re.compile(
    r"先|定先|先番|定先手合|半先|black(?: plays)? first|sen|josen|czarne zaczynają|bez komi"
    r"|ถือดำ|ดำก่อน|เดินก่อน|0\.5 stone"
)
_NUMBER = re.compile(
    r"(?:h|ha|hc|hcp|handicap|ต่อ|置石|ハンデ|ハンディ)?[ .:+]*(?P<number>\d{1,3}"
    r"|[二三四五六七八九十]{1,3})(?:\.0+)?\s*"
    r"(?:子(?:局)?|石|目|stones?|st\.?|kam(?:ień|ien|ienie|ieni|\.)?|kamienie|for(?:y|ów)|h|หมาก"
    r"|เม็ด|ตัว|แต้ม|置石|個)?"
)
_NO_KOMI = re.compile(
    r"(?:コミ|komi)?\s*(?:なし|無し|無|ナシ|none|no|brak|bez|bez komi|nie ma|ไม่มี|ไม่มีโคมิ|zero"
    r"|no komi|without)\s*(?:コミ|komi|โคมิ)?"
)
_REVERSE = re.compile(r"逆コミ|逆込み|逆|reverse|odwrotn\w*|กลับ|ย้อน")
_KOMI_WORDS = re.compile(
    r"逆?コミ出?し?|逆?込み|逆|reverse|komi|odwrotne?|pkt\.?|punkt\w*|points?|pts?\.?|moku|目|子"
    r"|แต้ม|โคมิ|คะแนน|กลับ"
)
_HALF_WORD = re.compile(r"半|pół|pol|ครึ่ง|half")
_KOMI_NUMBER = re.compile(r"[-−+]?\s*\d{0,4}(?:[.,]\d{1,6})?(?:\s*\d\s*/\s*\d)?\s*h?")
_BOARD = re.compile(
    r"(?P<one>\d{1,3})(?:\.0+)?(?:\s*(?:[x×*хX]|na|by|คูณ|ｘ)\s*(?P<two>\d{1,3}))?\s*(?:路(?:盤)?"
    r"|lines?|linii|เส้น)?"
)


class NoCondition(Enum):
    """Why a cell tells no condition of a game."""

    UNREADABLE = "unreadable"
    OUT_OF_RANGE = "out_of_range"
    BETWEEN = "between"


class Handicap(NamedTuple):
    """``stones`` 0 or 2 … 9; ``komi2`` where the words say it too (先: none), else None."""

    stones: int
    komi2: int | None = None


@lru_cache(maxsize=2048)
def _handicap(text: str) -> Handicap | NoCondition | None:
    if says_nothing(text):
        return None
    if _EVEN.fullmatch(text):
        return Handicap(0)
    if _FIRST.fullmatch(text):
        return Handicap(0, 0)
    match = _NUMBER.fullmatch(text)
    if match is None:
        return NoCondition.UNREADABLE
    digits = match["number"]
    number = int(digits) if digits.isdecimal() else numeral(digits)
    if number == 1:
        return Handicap(0, 0)
    return Handicap(number) if number in _STONES else NoCondition.OUT_OF_RANGE


def read_handicap(cell: Cell) -> Handicap | NoCondition | None:
    """The handicap of a cell; None for a blank one, which means an even game.

    >>> read_handicap("互先"), read_handicap("定先"), read_handicap("２子"), read_handicap("九子")
    (Handicap(stones=0, komi2=None), Handicap(stones=0, komi2=0), Handicap(stones=2, komi2=None), \
Handicap(stones=9, komi2=None))
    >>> read_handicap("十子"), read_handicap("3 kamienie").stones
    (<NoCondition.OUT_OF_RANGE: 'out_of_range'>, 3)
    """
    if isinstance(cell, bool) or (isinstance(cell, float) and not cell.is_integer()):
        return NoCondition.UNREADABLE
    return _handicap(plain(cell)[:60])


@lru_cache(maxsize=2048)
def _komi(text: str) -> int | NoCondition | None:
    if _NO_KOMI.fullmatch(text):
        return 0
    if says_nothing(text):
        return None
    turned = -1 if _REVERSE.search(text) else 1
    half = _HALF_WORD.search(text) is not None
    figures = _KOMI_WORDS.sub(" ", _HALF_WORD.sub("h", in_digits(text))).strip()
    if text.strip("-−") and not _KOMI_NUMBER.fullmatch(figures):
        return NoCondition.UNREADABLE
    number = find_number(figures.replace("−", "-").replace("h", "").strip())
    if number is None and not half:
        return NoCondition.UNREADABLE
    doubled = (number or 0) * 2 + half
    if doubled.denominator != 1:
        return NoCondition.BETWEEN
    komi2 = turned * int(doubled)
    # As far as a reported game may go: 7 stones and 121.5 in return are a proposal of ours (IGS).
    return komi2 if abs(komi2) <= MOST_KOMI2 else NoCondition.OUT_OF_RANGE


def read_komi(cell: Cell) -> int | NoCondition | None:
    """Komi in half points, given by Black; None for a blank cell.

    >>> [read_komi(text) for text in ("6目半", "コミなし", "6,5", "6½", "逆コミ1目半", "pół")]
    [13, 0, 13, 13, -3, 1]
    >>> read_komi("'-5.5")
    -11
    >>> read_komi("6,4"), read_komi(0.5), read_komi("")
    (<NoCondition.BETWEEN: 'between'>, 1, None)
    """
    if isinstance(cell, bool):
        return NoCondition.UNREADABLE
    return _komi(undefused(plain(cell))[:60])


@lru_cache(maxsize=512)
def _board(text: str) -> int | NoCondition | None:
    if says_nothing(text):
        return None
    match = _BOARD.fullmatch(text)
    if match is None or (match["two"] and match["one"] != match["two"]):
        return NoCondition.UNREADABLE
    return size if (size := int(match["one"])) in BOARDS else NoCondition.OUT_OF_RANGE


def read_board(cell: Cell) -> int | NoCondition | None:
    """The lines of the board; None for a blank cell.

    >>> read_board("19x19"), read_board("13路"), read_board("9"), read_board("")
    (19, 13, 9, None)
    """
    return NoCondition.UNREADABLE if isinstance(cell, bool) else _board(plain(cell)[:40])
