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
    "a number": gettext_lazy("a number"),
    "a whole number": gettext_lazy("a whole number"),
    "an integer": gettext_lazy("a whole number"),
    "a number such as 5.5": gettext_lazy("a number such as 5.5"),
    "multiples of 0.5": gettext_lazy("whole and half points"),
    "whole and half points": gettext_lazy("whole and half points"),
    "whole points": gettext_lazy("whole points"),
    "a name such as R4": gettext_lazy("a name such as R4"),
    "a rank with ?": gettext_lazy("a rank with ?"),
    "a whole rank with ?": gettext_lazy("a whole rank with ?"),
    "P without ?": gettext_lazy("P without ?"),
    "none": pgettext_lazy("accepted", "none"),
    "text": gettext_lazy("text"),
    "yes or no": gettext_lazy("yes or no"),
    "points, a rank, or both": gettext_lazy("points, a rank, or both"),
    "points, resign, time, forfeit, left, unknown, called": lazy(listed_or, str)(_ENDINGS),
    "first, second, both": gettext_lazy("the first player, the second, or both"),
    "B, W, J, N": gettext_lazy("Black, White, jigo or no result"),
    "even (丁先, 偶先), odd (半先, 奇先)": gettext_lazy("even (丁先, 偶先) or odd (半先, 奇先)"),
    "1…9 categories": gettext_lazy("1 to 9 categories"),
    "a player's number or name": gettext_lazy("a player’s number or name"),
    "0, ½ or 1": gettext_lazy("0, ½ or 1"),
    "seven digits": gettext_lazy("seven digits"),
    "eight digits": gettext_lazy("eight digits"),
    "a line for each player": gettext_lazy("a line for each player"),
    "BC, 17k…1k, 1d…10d, a + up to 8d+": gettext_lazy("BC, 17k to 1k, 1d to 10d, a + up to 8d+"),
    "17k…1k, 1d…10d, a + up to 8d+": gettext_lazy("17k to 1k, 1d to 10d, a + up to 8d+"),
    # With parts.
    "from %(low)s on": gettext_lazy("%(low)s or later"),
    "a start from %(low)s on": gettext_lazy("a start from %(low)s"),
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
        text = str(WORDS.get(accepted.words, accepted.words))
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
