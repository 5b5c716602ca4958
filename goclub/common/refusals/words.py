"""What a refusal received and would have taken, in the reader's words.

The rules know no language.  They hand over data: figures, days, the codes of ranks, or words that
are looked up here.  A text that somebody typed is shown as it was typed, whatever it looks like.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from datetime import date, datetime
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.notation import listed, listed_or, number, short_day, short_rank
from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords, Bound

#: How a game may end, as forms offer it.
_ENDINGS: Final = (
    gettext_lazy("by points"),
    gettext_lazy("by resignation"),
    gettext_lazy("on time"),
    gettext_lazy("by forfeit: no-show"),
    gettext_lazy("by forfeit: left, or played no first stone"),
    gettext_lazy("not recorded"),
    gettext_lazy("time was called"),
)

#: Words of the rules that somebody may read who filled in a form or sent a file.
WORDS: Final[Mapping[str, StrOrPromise]] = {
    "a date": gettext_lazy("a date"),
    "a time": gettext_lazy("a time"),
    "a number": gettext_lazy("a number"),
    "a whole number": gettext_lazy("a whole number"),
    "an integer": gettext_lazy("a whole number"),
    "a number such as 5.5": gettext_lazy("a number such as 5.5"),
    "multiples of 0.5": gettext_lazy("whole and half points"),
    "whole and half points": gettext_lazy("whole and half points"),
    "whole points": gettext_lazy("whole points"),
    "a half margin": gettext_lazy("a margin that ends in ½"),
    "a whole margin": gettext_lazy("a whole-number margin"),
    "a name such as R4": gettext_lazy("a name such as R4"),
    "a rank with ?": gettext_lazy("a rank with ?"),
    "a whole rank with ?": gettext_lazy("a whole rank with ?"),
    "P without ?": gettext_lazy("P without ?"),
    "none": pgettext_lazy("accepted", "none"),
    "text": gettext_lazy("text"),
    "a text file": gettext_lazy("a text file"),
    "yes or no": gettext_lazy("yes or no"),
    "the office": gettext_lazy("an admin"),
    "points, from 201 on": gettext_lazy("201 points or more"),
    "points, a rank, or both": gettext_lazy("points, a rank, or both"),
    "a rank set by the office": gettext_lazy("a rank set by an admin"),
    "white, black, equal": gettext_lazy("White, Black or jigo"),
    "points, resign, time, forfeit, left, unknown": lazy(listed_or, str)(_ENDINGS[:-1]),
    "points, resign, time, forfeit, left, unknown, called": lazy(listed_or, str)(_ENDINGS),
    "points, resign, forfeit": gettext_lazy("by points, by resignation or by forfeit"),
    "points, resign, forfeit, jigo": gettext_lazy("by points, by resignation, by forfeit or jigo"),
    "first, second, both": gettext_lazy("the first player, the second, or both"),
    "B, W": gettext_lazy("Black or White"),
    "B, W, J, N": gettext_lazy("Black, White, jigo or no result"),
    "even (丁先, 偶先), odd (半先, 奇先)": gettext_lazy("even (丁先, 偶先) or odd (半先, 奇先)"),
    "an even number of players": gettext_lazy("an even number of players"),
    "an even number of players: allow a bye, or mark one player as absent": gettext_lazy(
        "an even number of players: allow a bye, or mark one player as absent"
    ),
    "at least two players who take part in this round": gettext_lazy(
        "at least two players taking part in this round"
    ),
    "no bye: the number of players is even": gettext_lazy("no bye: the number of players is even"),
    "a pair that is not forbidden": gettext_lazy("an allowed pair"),
    "one of the two players": gettext_lazy("one of the two players"),
    "a bye that is allowed": gettext_lazy("an allowed bye"),
    "one of those to pair": gettext_lazy("one of the players to pair"),
    "a player who takes part in this round": gettext_lazy("a player taking part in this round"),
    "fewer forbidden pairs": gettext_lazy("fewer forbidden pairs"),
    "strongest first": gettext_lazy("strongest first"),
    "1…9 categories": gettext_lazy("1 to 9 categories"),
    "who does not play yet": gettext_lazy("a player who is not playing yet"),
    "a player's number or name": gettext_lazy("a player’s number or name"),
    "each player once in a round": gettext_lazy("each player once per round"),
    "every pairing played or forfeited": gettext_lazy("every pairing played or forfeited"),
    "the office's order of those who share the place": gettext_lazy(
        "an admin’s order of the players who share the place"
    ),
    "somebody below 70 or willing; the office decides": gettext_lazy(
        "someone under 70 or willing; an admin decides"
    ),
    "before the start": gettext_lazy("before the start"),
    "their consent": gettext_lazy("their consent"),
    "an organiser": gettext_lazy("an organiser"),
    "dates of seasons that have not begun": gettext_lazy("dates of seasons that have not begun"),
    "two sides that share one point, or 0–0": gettext_lazy(
        "two results that add up to one point, or 0–0"
    ),
    "0, ½ or 1": gettext_lazy("0, ½ or 1"),
    "seven digits": gettext_lazy("seven digits"),
    "eight digits": gettext_lazy("eight digits"),
    "printable text": gettext_lazy("printable text"),
    "the name in Latin letters, as its owner writes it": gettext_lazy(
        "the name in Latin letters, as the person writes it"
    ),
    "a line for each player": gettext_lazy("a line for each player"),
    "a paired round": gettext_lazy("a paired round"),
    "an OpenGotha tournament": gettext_lazy("an OpenGotha tournament"),
    "a Pairgoth tournament": gettext_lazy("a Pairgoth tournament"),
    "a MacMahon tournament": gettext_lazy("a MacMahon tournament"),
    "a file without a document type": gettext_lazy("a file without a document type"),
    "BC, 17k…1k, 1d…10d, a + up to 8d+": gettext_lazy("BC, 17k to 1k, 1d to 10d, a + up to 8d+"),
    "17k…1k, 1d…10d, a + up to 8d+": gettext_lazy("17k to 1k, 1d to 10d, a + up to 8d+"),
    # With parts.
    "from %(low)s on": gettext_lazy("%(low)s or later"),
    "a start from %(low)s on": gettext_lazy("a start from %(low)s"),
    "a zone such as %(zone)s": gettext_lazy("a time zone such as %(zone)s"),
    "round %(round)s first": gettext_lazy("round %(round)s first"),
    "at most %(high)s lines": gettext_lazy("at most %(high)s lines"),
    "%(low)s… players": gettext_lazy("at least %(low)s players"),
    "%(meetings)s a pair": gettext_lazy("%(meetings)s games per pair"),
    "at most %(high)s stones of a colour": gettext_lazy("at most %(high)s stones of a colour"),
    "players of %(division)s": gettext_lazy("players of %(division)s"),
    "%(basic)s minutes or more, %(adjusted)s or more with overtime": gettext_lazy(
        "at least %(basic)s minutes, or at least %(adjusted)s with overtime"
    ),
    "up and down together 0…%(high)s in %(division)s": gettext_lazy(
        "promoted and relegated together at most %(high)s in %(division)s"
    ),
}


class ShownNumber(int):
    """A whole number as the reader writes it, by which a text chooses its plural form."""

    def __str__(self) -> str:
        return number(int(self))


def accepted_text(accepted: str) -> str:
    """Return what would be taken, as the reader says and writes it.

    >>> accepted_text(AcceptedRange(0, 9999)), accepted_text(AcceptedRange(date(2026, 11, 1), None))
    ('0 to 9,999', '1 Nov 2026 or later')
    >>> accepted_text(AcceptedChoice(0, AcceptedRange(2, 9))), accepted_text("0…9999")
    ('0 or 2 to 9', '0…9999')
    """
    if isinstance(accepted, AcceptedWords):
        parts = {
            name: part if isinstance(part, str) else _bound_text(part)
            for name, part in accepted.parts.items()
        }
        text = str(WORDS[accepted.words])
        return text % parts if parts else text
    if isinstance(accepted, AcceptedRange):
        return _range_text(accepted)
    if isinstance(accepted, AcceptedChoice):
        return listed_or(
            _range_text(item) if isinstance(item, AcceptedRange) else _bound_text(item)
            for item in accepted.items
        )
    return accepted


def value_text(value: object, zone: str | None = None) -> object:
    """Return what was refused: figures and days as the reader writes them, text as it was typed.

    A moment is written by the clocks of *zone*, where one is named.  What has no words of its own
    is left out: nobody is shown how a program writes its data.
    """
    if value is None:
        return ""
    if isinstance(value, Enum):
        return value_text(value.value, zone)
    if isinstance(value, AcceptedRange):
        return accepted_text(value)
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        clocks = None if zone is None else ZoneInfo(zone)
        return date_format(timezone.localtime(value, clocks), "SHORT_DATETIME_FORMAT")
    if isinstance(value, date):
        return short_day(value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return ShownNumber(value)
    if isinstance(value, Mapping):
        return listed(value_text(item, zone) for item in value.values())
    if isinstance(value, list | tuple | Set):
        return listed(value_text(item, zone) for item in value)
    plain = type(value).__str__ not in (object.__str__, bytes.__str__, type.__str__)
    return str(value) if plain else ""


def _bound_text(bound: Bound) -> str:
    if isinstance(bound, str):
        return short_rank(bound)
    if isinstance(bound, datetime):
        return date_format(bound, "SHORT_DATETIME_FORMAT")
    if isinstance(bound, date):
        return short_day(bound)
    if isinstance(bound, int):
        return number(bound)
    return number(bound, max(0, -int(bound.as_tuple().exponent)))


def _range_text(accepted: AcceptedRange) -> str:
    low = None if accepted.low is None else _bound_text(accepted.low)
    high = None if accepted.high is None else _bound_text(accepted.high)
    is_day = any(isinstance(bound, date) for bound in (accepted.low, accepted.high))
    if low is None:
        return (_("until %(high)s") if is_day else _("at most %(high)s")) % {"high": high}
    if high is None:
        return (_("%(low)s or later") if is_day else _("%(low)s or more")) % {"low": low}
    return _("%(low)s to %(high)s") % {"low": low, "high": high}
