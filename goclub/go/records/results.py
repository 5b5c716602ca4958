"""The result of a game in the many spellings of RE."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from goclub.go.records.numbers import find_number, in_digits, in_half_points

_LARGEST_MARGIN2 = 2 * 2 * 52 * 52
_WHOLE_COUNT = 150

_FORMAL = re.compile(r"\s*([BW])(?:lack|hite)?\s*\+\s*(.*)", re.IGNORECASE | re.DOTALL)
_BLACK = re.compile(r"\bblack\b|^b\b|[黒黑흑]|先番|\bczarn|ด(?:ำ|ํา)|чёрн|черн", re.IGNORECASE)
_WHITE = re.compile(r"\bwhite\b|^w\b|[白백]|\bbia[lł]|ขาว|бел", re.IGNORECASE)
_LOSES = re.compile(
    r"resigned|resigns|\blos[et]|敗|败|负|負け|負$|投了|认输|認輸|패|przegra|ยอมแพ้|แพ้",
    re.IGNORECASE,
)
_WINS = re.compile(r"\bw[io]ns?\b|胜|勝|승|wygra|ชนะ|выигр|побед", re.IGNORECASE)
_ENDINGS = (
    ("resign", re.compile(r"\Ar\b|resign|surrender|give.?up|中押|中盘|中盤|投了|认输|認輸|불계"
                          r"|poddani|ยอมแพ้|сдал", re.IGNORECASE)),
    ("time", re.compile(r"\At\b|time|flag|超时|超時|時間|时间|切れ|시간|\bczas|หมดเวลา|время",
                        re.IGNORECASE)),
    ("forfeit", re.compile(r"\Af\b|forfeit|default|no.?show|disconnect|disqual|illegal|moderator"
                           r"|反則|反则|犯规|犯規|不戦|不战|不戰|弃权|棄權|棄権|실격|기권|반칙",
                           re.IGNORECASE)),
)  # fmt: skip
_DRAW = re.compile(
    r"\A0\Z|draw|jigo|\btie\b|持碁|ジゴ|引き?分|和棋|和局|平局|무승부|빅|\bremis\b|เสมอ|ничья",
    re.IGNORECASE,
)
_VOID = re.compile(
    r"\bvoid|no.?result|annul|cancel|無勝負|无胜负|無效|无效|無効|무효", re.IGNORECASE
)
_OPEN = re.compile(
    r"\A[?-]*\Z|unknown|unfinish|suspend|adjourn|progress|打ち?掛|封盘|封盤|未完|未知|不明|미완",
    re.IGNORECASE,
)
# How long the game was, which is no margin: 232手完、黒2目半勝ち.
_LENGTH = re.compile(
    r"\d{1,3}\s*(?:手|수|moves)(?:まで|完|にて|で|내|만에|,)?[、,:]?\s*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    ``outcome`` ``B`` or ``W`` won, ``J`` jigo, ``N`` no result.  ``ending`` of a win: ``points``,
    ``resign``, ``time``, ``forfeit``, or "" if the record does not say.  ``margin2`` the margin in
    half points (7 is 3½), for a win by points, or None.
    """

    outcome: str
    ending: str = ""
    margin2: int | None = None

    def __str__(self) -> str:
        """The value of RE in SGF.

        >>> str(Result("B", "points", 7)), str(Result("W", "resign")), str(Result("J"))
        ('B+3.5', 'W+R', 'Draw')
        """
        if self.outcome not in ("B", "W"):
            return "Draw" if self.outcome == "J" else "Void"
        how = {"resign": "R", "time": "T", "forfeit": "F"}.get(self.ending, "")
        if self.ending == "points" and self.margin2 is not None:
            how = half_text(self.margin2)
        return f"{self.outcome}+{how}"


def half_text(half_points: int) -> str:
    """Half points as SGF writes points.

    >>> half_text(13), half_text(-11), half_text(0)
    ('6.5', '-5.5', '0')
    """
    sign, number = ("-" if half_points < 0 else ""), abs(half_points)
    return f"{sign}{number // 2}{'.5' if number % 2 else ''}"


@lru_cache(maxsize=2048)
def parse_result(text: str) -> tuple[Result | None, bool]:
    """The result that RE tells, and whether it was understood.

    An open or unknown result (``?``, 打ち掛け, nothing) is understood and gives None.  A margin of
    0 or one that no board could give is left out: the winner is known, the margin is not.

    >>> parse_result("W+2 3/4子")[0] == Result("W", "points", 11)
    True
    >>> parse_result("黒中押し勝ち")[0]
    Result(outcome='B', ending='resign', margin2=None)
    """
    text = in_digits(" ".join(text[:200].split()))
    formal = _FORMAL.match(text)
    if formal is not None:
        return _win(formal[1].upper(), formal[2]), True
    if _OPEN.search(text):
        return None, True
    if _VOID.search(text):
        return Result("N"), True
    if _DRAW.search(text):
        return Result("J"), True
    text = _LENGTH.sub("", text)
    winner = _winner(text)
    return (None, False) if winner is None else (_win(winner, text), True)


def _winner(text: str) -> str | None:
    """Who won, from words: the colour named first, or the other one if it says who lost."""
    places = [
        (found.start(), colour)
        for colour, pattern in (("B", _BLACK), ("W", _WHITE))
        if (found := pattern.search(text)) is not None
    ]
    if not places:
        return None
    if len(places) == 2 and not (_WINS.search(text) or _LOSES.search(text)):
        return None  # two scores side by side
    colour = min(places)[1]
    # "黒投了" and "White resigned" tell the loser, "白番投了勝ち" and "wins by resignation" do not.
    lost = _LOSES.search(text) is not None and _WINS.search(text) is None
    return {"B": "W", "W": "B"}[colour] if lost else colour


def _win(outcome: str, how: str) -> Result:
    for ending, pattern in _ENDINGS:
        if pattern.search(how):
            return Result(outcome, ending)
    number = find_number(how)
    if number is not None and re.search(r"\d\s*子|子\Z", how) and "目" not in how:
        # Chinese stones count two points each; so many are the winner's whole count.
        number = None if number >= _WHOLE_COUNT else number * 2
    margin2 = None if number is None else in_half_points(number)
    if margin2 is None or not 0 < margin2 <= _LARGEST_MARGIN2:
        return Result(outcome)
    return Result(outcome, "points", margin2)
