"""Thinking time, and the class that the European federation gives an event for it.

Source: EGF, "Tournament classes": adjusted time is the basic time and what 45 moves of standard
byo-yomi, 60 moves of Canadian byo-yomi or 120 moves of Fischer time add to it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ratings.accepted import AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError

_MINUTE = 60
_SECONDS = r"(?P<seconds>s|sec\w*|sek\w*|秒|วินาที|วิ)\.?"
_UNIT = rf"(?:{_SECONDS}|(?P<minutes>m|min\w*|分|นาที)\.?)"
_STONES = r"(?P<stones>\d+)\s*(?:stones?|moves?|kamie\w*|ruch\w*|石|手|子|หมาก|เม็ด|ตา)"
_STRETCH_TIME = rf"(?P<time>\d+)\s*{_UNIT}"
_MANY = r"(?:[x×*]|(?:periods?|okres\w*|times|回|ครั้ง)\s*(?:of|po|ละ|[x×*])?)"
#: What may be said of overtime and changes nothing.
_ASIDE = re.compile(r"standard|japanese|canadian|byo-?\s?yomi|(?<=秒)読み|บโยโยมิ|เบียวโยมิ")
_BYOYOMI = tuple(map(re.compile, (
    rf"(?P<time>\d+)\s*{_SECONDS}",
    rf"\d+\s*{_MANY}\s*(?P<time>\d+)(?:\s*{_UNIT})?",
    rf"(?P<time>\d+)\s*{_UNIT}\s*(?:[x×*]\s*\d+|\d+\s*(?:periods?|okres\w*|回|ครั้ง))",
)))  # fmt: skip
_CANADIAN = tuple(map(re.compile, (
    rf"{_STONES}\D{{0,8}}?{_STRETCH_TIME}",
    rf"(?P<stones>\d+)\s*/\s*{_STRETCH_TIME}",
    rf"{_STRETCH_TIME}\D{{0,8}}?{_STONES}",
)))  # fmt: skip
_FISCHER = (re.compile(rf"\+\s*(?P<time>\d+)\s*{_SECONDS}(?:\s*(?:/|per|na|za)\s*(?:move|ruch))?"),)
_NO_OVERTIME = frozenset({"", "-", "–", "—", "none", "no", "brak", "nie", "なし", "無し", "ไม่มี",
                          "sudden death", "切れ負け"})  # fmt: skip


class OvertimeSystem(StrEnum):
    """What follows the basic time."""

    SUDDEN_DEATH = "sudden_death"
    BYOYOMI = "byoyomi"
    CANADIAN = "canadian"
    FISCHER = "fischer"


#: Moves for which overtime counts in the adjusted time.
_MOVES = {OvertimeSystem.BYOYOMI: 45, OvertimeSystem.CANADIAN: 60, OvertimeSystem.FISCHER: 120}


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of one player.

    ``basic``: minutes.  ``seconds``: of a byo-yomi period, of a stretch of Canadian byo-yomi, or
    the Fischer increment; ``stones``: how many a Canadian stretch has.
    """

    basic: int
    overtime: OvertimeSystem = OvertimeSystem.SUDDEN_DEATH
    seconds: int = 0
    stones: int = 1

    def __post_init__(self) -> None:
        whole_number(self.basic, field="basic", low=0, high=6_000)
        whole_number(self.seconds, field="seconds", low=0, high=36_000)
        whole_number(self.stones, field="stones", low=1, high=400)

    @property
    def adjusted(self) -> Fraction:
        """The adjusted time in minutes.

        >>> Clock(60, OvertimeSystem.CANADIAN, seconds=300, stones=15).adjusted
        Fraction(80, 1)
        """
        stones = self.stones if self.overtime is OvertimeSystem.CANADIAN else 1
        extra = Fraction(_MOVES.get(self.overtime, 0) * self.seconds, stones * _MINUTE)
        return self.basic + extra

    @property
    def words(self) -> str:
        """The clock in English words, as result files have it."""
        if self.overtime is OvertimeSystem.BYOYOMI:
            return f"Standard byo-yomi: {self.basic} min, periods of {self.seconds} s"
        if self.overtime is OvertimeSystem.CANADIAN:
            return f"Canadian byo-yomi: {self.basic} min, {self.stones} stones in {self.seconds} s"
        if self.overtime is OvertimeSystem.FISCHER:
            return f"Fischer: {self.basic} min and {self.seconds} s a move"
        return f"Sudden death: {self.basic} min"


_KINDS = (
    (OvertimeSystem.FISCHER, _FISCHER),
    (OvertimeSystem.BYOYOMI, _BYOYOMI),
    (OvertimeSystem.CANADIAN, _CANADIAN),
)


def clock_of_words(basic: int, overtime: str) -> Clock | None:
    """Return the clock of a thinking time in minutes and overtime in words, None for other words.

    Overtime is understood as ``3 × 30 s`` (byo-yomi), ``15 stones in 5 min`` (Canadian),
    ``+10 s`` (Fischer) or nothing, in the usual spellings of four languages.

    >>> clock_of_words(60, "15 stones in 5 min").words
    'Canadian byo-yomi: 60 min, 15 stones in 300 s'
    """
    text = " ".join(_ASIDE.sub(" ", unicodedata.normalize("NFKC", overtime).casefold()).split())
    try:
        if text in _NO_OVERTIME and (text or not overtime.strip()):
            return Clock(basic)
        for kind, patterns in _KINDS:
            for pattern in patterns:
                if match := pattern.fullmatch(text):
                    words = match.groupdict()
                    seconds = int(words["time"]) * (_MINUTE if words.get("minutes") else 1)
                    return Clock(basic, kind, seconds, int(words.get("stones") or 1))
    except ValueError:  # a figure that no clock shows
        return None
    return None


def overtime_words(clock: Clock, *, periods: int = 1) -> str:
    """Return the overtime of a clock as :func:`clock_of_words` reads it.

    >>> overtime_words(Clock(60, OvertimeSystem.BYOYOMI, 30)), overtime_words(Clock(60))
    ('30 s', '')
    """
    if not clock.seconds or clock.overtime is OvertimeSystem.SUDDEN_DEATH:
        return ""
    if clock.overtime is OvertimeSystem.FISCHER:
        return f"+{clock.seconds} s"
    if clock.overtime is OvertimeSystem.CANADIAN:
        minutes, rest = divmod(clock.seconds, _MINUTE)
        return f"{clock.stones} stones in " + (f"{clock.seconds} s" if rest else f"{minutes} min")
    return f"{periods} × {clock.seconds} s" if periods > 1 else f"{clock.seconds} s"


#: Class: least basic minutes, least adjusted minutes; longest first.
_CLASSES = (("A", 60, 75), ("B", 40, 50), ("C", 25, 30))
_FISCHER_CLASSES = (("A", 45, 75), ("B", 30, 50), ("C", 20, 30))


def event_class(clock: Clock, *, online: bool = False) -> str:
    """Return the class of an event: "A", "B" or "C", or "D" for one on the internet.

    An event on the internet needs the time of class B.  Raises RuleError E_RANGE (field "clock",
    reason ``too_fast``) for one that no class takes.

    >>> event_class(Clock(60, OvertimeSystem.BYOYOMI, seconds=30)), event_class(Clock(60))
    ('A', 'B')
    """
    table = _FISCHER_CLASSES if clock.overtime is OvertimeSystem.FISCHER else _CLASSES
    classes = (("D", *table[1][1:]),) if online else table
    for name, basic, adjusted in classes:
        if clock.basic >= basic and clock.adjusted >= adjusted:
            return name
    _, basic, adjusted = classes[-1]
    raise RuleError(
        Code.RANGE,
        "clock",
        (clock.basic, float(clock.adjusted)),
        AcceptedWords(
            "%(basic)s minutes or more, %(adjusted)s or more with overtime",
            basic=basic,
            adjusted=adjusted,
        ),
        reason="formats.too_fast",
    )
