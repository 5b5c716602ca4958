"""The electronic toss for colour (S1-18): a call, a time stamp, and the parity of its last digit.

The stamp is the server's, cut to milliseconds, and its last digit decides: the last digit of the
milliseconds.  It runs through 0 … 9 a hundred times a second, far below what a hand or a network
can aim at, and whoever sees the stored stamp sees the digit at its end.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError

RULES = ("S1-18",)
_MILLISECOND = 1000
_CONFIDENCE = 0.95


class Call(StrEnum):
    """What the caller says before the digit exists."""

    EVEN = "even"
    ODD = "odd"


_WORDS = {
    **dict.fromkeys(("even", "丁先", "偶先", "丁", "偶"), Call.EVEN),
    **dict.fromkeys(("odd", "半先", "奇先", "半", "奇"), Call.ODD),
}


@dataclass(frozen=True, slots=True)
class TossResult:
    """What a toss gave: the ``digit`` 0 … 9, whether the call was ``right``, the ``rules``."""

    digit: int
    right: bool
    rules: tuple[str, ...] = RULES

    @property
    def caller_is_black(self) -> bool:
        """S1-18: a right call takes Black; after a wrong one the opener is Black."""
        return self.right


def parse_call(text: object) -> Call:
    """Return the call that a word stands for: even, 丁先, 偶先, 丁, 偶; odd, 半先, 奇先, 半, 奇.

    Case, width and surrounding blanks do not matter.  Raises RuleError on ``call``: E_MISSING for
    None and blank text, E_TYPE for any other word.  Source: S1-18.

    >>> parse_call("丁先"), parse_call("Odd")
    (<Call.EVEN: 'even'>, <Call.ODD: 'odd'>)
    """
    if text is None or (isinstance(text, str) and not text.strip()):
        raise RuleError(Code.MISSING, "call", text)
    word = unicodedata.normalize("NFKC", text).strip().casefold() if isinstance(text, str) else None
    if word not in _WORDS:
        raise RuleError(
            Code.TYPE, "call", text, AcceptedWords("even (丁先, 偶先), odd (半先, 奇先)")
        )
    return _WORDS[word]


def parity_of(digit: int) -> Call:
    """Return which call a digit makes right; 0 is even (S1-18).

    >>> parity_of(0).value, parity_of(7).value
    ('even', 'odd')
    """
    return Call.ODD if digit % 2 else Call.EVEN


def stamp_of(at: datetime) -> datetime:
    """Return the time stamp of a post: its moment in UTC, cut to whole milliseconds.

    Raises RuleError E_TYPE on ``at`` unless it is a datetime that knows its time zone.

    >>> stamp_of(datetime(2025, 3, 4, 10, 0, 1, 487_900, tzinfo=UTC)).isoformat()
    '2025-03-04T10:00:01.487000+00:00'
    """
    if not isinstance(at, datetime) or at.utcoffset() is None:
        raise RuleError(Code.TYPE, "at", at, "a moment with its time zone")
    moment = at.astimezone(UTC)
    return moment.replace(microsecond=moment.microsecond // _MILLISECOND * _MILLISECOND)


def digit_of(at: datetime) -> int:
    """Return the last digit, 0 … 9, of a stamp: that of its milliseconds (S1-18).

    Raises RuleError as :func:`stamp_of`.

    >>> digit_of(datetime(2025, 3, 4, 10, 0, 1, 487_000, tzinfo=UTC))
    7
    """
    return stamp_of(at).microsecond // _MILLISECOND % 10


def decide(call: Call | str | None, called_at: datetime | None, decided_at: datetime) -> TossResult:
    """Return what the deciding post gives, from the call and the two stamps.

    The call must have been fixed before the digit existed: ``called_at`` lies at least one
    millisecond before ``decided_at``.  Source: S1-18.

    Raises RuleError E_STATE ``no_call_yet`` (nobody has called), ``call_not_before_post`` (the call
    came with the deciding post or after it), E_TYPE for another word or a stamp without a zone.

    >>> called = datetime(2025, 3, 4, 10, 0, 0, tzinfo=UTC)
    >>> decide("丁先", called, datetime(2025, 3, 4, 10, 0, 1, 487_000, tzinfo=UTC))
    TossResult(digit=7, right=False, rules=('S1-18',))
    """
    if not call or called_at is None:
        raise RuleError(Code.STATE, "call", call, reason="toss.no_call_yet")
    called = parse_call(call)
    if stamp_of(called_at) >= stamp_of(decided_at):
        raise RuleError(Code.STATE, "decided_at", decided_at, reason="toss.call_not_before_post")
    digit = digit_of(decided_at)
    return TossResult(digit=digit, right=parity_of(digit) is called)


# --- Does the history look even? --------------------------------------------------------------
def half_range(tosses: int) -> tuple[int, int]:
    """Return the narrowest range around half of so many fair tosses that holds 95 % or more.

    Sums of the binomial distribution with p = ½, outwards from the middle; both ends belong to
    the range and lie equally far from half.

    >>> half_range(100)
    (40, 60)
    """
    low = tosses // 2
    inside = _half_chance(tosses, low) * (1 if tosses % 2 == 0 else 2)
    while inside < _CONFIDENCE and low > 0:
        low -= 1
        inside += 2 * _half_chance(tosses, low)
    return low, tosses - low


def _half_chance(tosses: int, heads: int) -> float:
    """The chance of exactly so many heads in so many fair tosses."""
    ways = math.lgamma(tosses + 1) - math.lgamma(heads + 1) - math.lgamma(tosses - heads + 1)
    return math.exp(ways - tosses * math.log(2))


def chi_square_ten(counts: Sequence[float]) -> tuple[float, float]:
    """Return the chi-square statistic of ten counts against equal ones, and its p-value.

    ``counts`` how often each digit 0 … 9 came.  The p-value is the chance that fair digits would
    lie at least so far apart; with nine degrees of freedom it has a closed form.  Without any toss
    there is nothing to doubt: (0.0, 1.0).  Raises RuleError E_TYPE unless there are ten counts.

    >>> statistic, p = chi_square_ten([15, 7, 9, 12, 8, 11, 10, 9, 13, 6])
    >>> round(statistic, 2), round(p, 3)
    (7.0, 0.637)
    """
    if len(counts) != 10:
        raise RuleError(Code.TYPE, "counts", len(counts), "ten counts")
    expected = sum(counts) / 10
    if not expected:
        return 0.0, 1.0
    x = sum((count - expected) ** 2 for count in counts) / expected
    tail = math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3 + x**2 / 15 + x**3 / 105)
    return x, math.erfc(math.sqrt(x / 2)) + tail
