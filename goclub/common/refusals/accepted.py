"""What a refusal would have taken, in the reader's words.

The rules know no language: they name what they accept in figures (``0…999``, ``2026-11-01 …``),
codes (``B, W``) or a few English words.  Here these become ranges, days and lists as the reader
writes them, and the words are looked up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from goclub.common.notation import listed_or, number, short_day, short_rank

#: Words of the rules that somebody may read who filled in a form or sent a file.
WORDS: Final[Mapping[str, str | Promise]] = {
    "a date": gettext_lazy("a date"),
    "a time": gettext_lazy("a time"),
    "a number": gettext_lazy("a number"),
    "a whole number": gettext_lazy("a whole number"),
    "an integer": gettext_lazy("a whole number"),
    "a number such as 5.5": gettext_lazy("a number such as 5.5"),
    "multiples of 0.5": gettext_lazy("whole and half points"),
    "whole and half points": gettext_lazy("whole and half points"),
    "whole points": gettext_lazy("whole points"),
    "a half margin": gettext_lazy("a margin that ends in a half"),
    "a whole margin": gettext_lazy("a whole margin"),
    "a name such as R4": gettext_lazy("a name such as R4"),
    "a rank with ?": gettext_lazy("a rank with ?"),
    "a whole rank with ?": gettext_lazy("a whole rank with ?"),
    "P without ?": gettext_lazy("P without ?"),
    "none": pgettext_lazy("accepted", "none"),
    "text": gettext_lazy("text"),
    "a text file": gettext_lazy("a text file"),
    "yes or no": gettext_lazy("yes or no"),
    "the office": gettext_lazy("the office"),
    "points, from 201 on": gettext_lazy("points, from 201 on"),
    "points, a rank, or both": gettext_lazy("points, a rank, or both"),
    "a rank set by the office": gettext_lazy("a rank set by the office"),
    "white, black, equal": gettext_lazy("White, Black or jigo"),
    "points, resign, time, forfeit, unknown": gettext_lazy(
        "by points, by resignation, on time, by forfeit or not known"
    ),
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
        "at least two players who take part in this round"
    ),
    "no bye: the number of players is even": gettext_lazy("no bye: the number of players is even"),
    "a pair that is not forbidden": gettext_lazy("a pair that is not forbidden"),
    "one of the two players": gettext_lazy("one of the two players"),
    "a bye that is allowed": gettext_lazy("a bye that is allowed"),
    "one of those to pair": gettext_lazy("one of those to pair"),
    "a player who takes part in this round": gettext_lazy("a player who takes part in this round"),
    "fewer forbidden pairs": gettext_lazy("fewer forbidden pairs"),
    "strongest first": gettext_lazy("strongest first"),
    "1…9 categories": gettext_lazy("1 to 9 categories"),
    "who does not play yet": gettext_lazy("who does not play yet"),
    "a player's number or name": gettext_lazy("a player’s number or name"),
    "each player once in a round": gettext_lazy("each player once in a round"),
    "every pairing played or forfeited": gettext_lazy("every pairing played or forfeited"),
    "the office's order of those who share the place": gettext_lazy(
        "the office’s order of those who share the place"
    ),
    "somebody below 70 or willing; the office decides": gettext_lazy(
        "somebody below 70 or willing; the office decides"
    ),
    "before the start": gettext_lazy("before the start"),
    "their consent": gettext_lazy("their consent"),
    "an organiser": gettext_lazy("an organiser"),
    "dates of seasons that have not begun": gettext_lazy("dates of seasons that have not begun"),
    "two sides that share one point, or 0–0": gettext_lazy(
        "two sides that share one point, or 0–0"
    ),
    "0, ½ or 1": gettext_lazy("0, ½ or 1"),
    "seven digits": gettext_lazy("seven digits"),
    "eight digits": gettext_lazy("eight digits"),
    "printable text": gettext_lazy("printable text"),
    "the name in Latin letters, as its owner writes it": gettext_lazy(
        "the name in Latin letters, as its owner writes it"
    ),
    "a line for each player": gettext_lazy("a line for each player"),
    "a paired round": gettext_lazy("a paired round"),
    "an OpenGotha tournament": gettext_lazy("an OpenGotha tournament"),
    "a Pairgoth tournament": gettext_lazy("a Pairgoth tournament"),
    "a MacMahon tournament": gettext_lazy("a MacMahon tournament"),
    "a file without a document type": gettext_lazy("a file without a document type"),
    "a game without a result: take the result back first": gettext_lazy(
        "a game without a result: take the result back first"
    ),
    "17k…1k, 1d…10d, a + up to 8d+": gettext_lazy("17k to 1k, 1d to 10d, a + up to 8d+"),
}

_NUMBER = re.compile(r"[-−]?\d{1,12}(?:\.\d+)?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_RANGE = re.compile(r"(?P<low>[^…]*?) ?… ?(?P<high>[^…]*)")

#: Words around a figure.
_AROUND: Final[Mapping[str, Callable[[], str]]] = {
    r"from (\S+) on": lambda: _("from %(low)s on"),
    r"a start from (\S+) on": lambda: _("a start from %(one)s on"),
    r"a zone such as (\S+)": lambda: _("a time zone such as %(one)s"),
    r"round (\d+) first": lambda: _("round %(one)s first"),
    r"…(\d+) lines": lambda: _("at most %(one)s lines"),
    r"0…(\d+) bytes": lambda: _("at most %(one)s bytes"),
    r"(\d+)… players": lambda: _("%(one)s players or more"),
    r"(\d+) a pair": lambda: _("%(one)s games a pair"),
    r"at most (\d+) stones of a colour": lambda: _("at most %(one)s stones of a colour"),
    r"players of (.+)": lambda: _("players of %(one)s"),
    r"(\d+) minutes or more, (\d+) or more with overtime": lambda: _(
        "%(one)s minutes or more, %(two)s or more with overtime"
    ),
    r"up and down together 0…(\d+) in (.+)": lambda: _(
        "up and down together at most %(one)s in %(two)s"
    ),
}


def accepted_text(accepted: str) -> str:
    """What would be taken, as the reader says and writes it.

    >>> accepted_text("0…9999"), accepted_text("2026-11-01 …"), accepted_text("0, 2…9")
    ('0 to 9,999', 'from 1 Nov 2026 on', '0 or 2 to 9')
    >>> accepted_text("Sato Ken, Ueda")
    'Sato Ken, Ueda'
    """
    if accepted in WORDS:
        return str(WORDS[accepted])
    for pattern, words in _AROUND.items():
        if found := re.fullmatch(pattern, accepted):
            told = [figure_text(one) for one in found.groups()]
            return words() % {"low": told[0], "one": told[0], "two": told[-1]}
    items = accepted.split(", ")
    if all(_is_figure(item) or _RANGE.fullmatch(item) for item in items):
        return listed_or(map(_item_text, items))
    return accepted


def figure_text(text: str) -> str:
    """A figure, a day or a rank as the reader writes it; anything else as it is."""
    if _NUMBER.fullmatch(text):
        whole, _point, decimals = text.replace("−", "-").partition(".")
        exact = int(whole) if not decimals else Decimal(f"{whole}.{decimals}")
        return number(exact, len(decimals))
    if _DAY.fullmatch(text):
        return short_day(date.fromisoformat(text))
    return short_rank(text)


def _is_figure(text: str) -> bool:
    return figure_text(text) != text or bool(_NUMBER.fullmatch(text) or re.fullmatch("[A-Z]", text))


def _item_text(item: str) -> str:
    found = _RANGE.fullmatch(item)
    if found is None:
        return figure_text(item)
    low, high = (figure_text(found[name].strip()) for name in ("low", "high"))
    day = _DAY.search(item) is not None
    if low in ("", "–") and high:
        return (_("until %(high)s") if day else _("at most %(high)s")) % {"high": high}
    if not high:
        return (_("from %(low)s on") if day else _("%(low)s or more")) % {"low": low}
    return _("%(low)s to %(high)s") % {"low": low, "high": high}


def value_text(value: object) -> object:
    """What was refused: whole numbers and days as the reader writes them, the rest as it came."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | date) or (isinstance(value, str) and _DAY.fullmatch(value)):
        return figure_text(str(value)[:10]) if isinstance(value, str | date) else number(value)
    return value
