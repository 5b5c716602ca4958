"""What a file held and the site does not keep, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.notation import sentences
from tournaments.formats.remarks import Remark, RemarkKind

_TEXTS = {
    RemarkKind.TEAMS: gettext_lazy("Its teams (%(value)s) are not kept; their players are."),
    RemarkKind.TEAM_PLAYERS: gettext_lazy(
        "Its teams (%(value)s) come in as players; who plays in them is not kept."
    ),
    RemarkKind.SCORES: gettext_lazy(
        "It gives no scores: system, bar, floor and criteria are guessed from the order. Look at "
        "the rules before the standings are published."
    ),
    RemarkKind.SECOND_BYE: gettext_lazy(
        "In round %(round)s it gives a second bye, to %(value)s, who has neither game nor bye here."
    ),
    RemarkKind.OVERTIME: gettext_lazy("Its overtime (“%(value)s”) is not known here: enter it."),
    RemarkKind.ADJUSTED_TIME: gettext_lazy(
        "Of the clock it says only the adjusted time of %(value)s minutes: enter thinking time and "
        "overtime."
    ),
    RemarkKind.RULES: gettext_lazy("Its rules of play (%(value)s) are not kept."),
    RemarkKind.CANCELLED: gettext_lazy(
        "In round %(round)s it calls a game off (%(value)s); here it has no result."
    ),
    RemarkKind.STONES: gettext_lazy(
        "In round %(round)s it gives more than nine stones (%(value)s); the result is kept, with "
        "nine."
    ),
    RemarkKind.COUNTRIES: gettext_lazy(
        "No country has the code or name %(value)s: enter it among the entries."
    ),
    RemarkKind.DRAWS: gettext_lazy(
        "In round %(round)s it has draws with half a point of komi (table %(value)s), which cannot "
        "be jigo: here they are draws because time was called."
    ),
    RemarkKind.NAMES: gettext_lazy(
        "In some names it lost letters or the end (%(value)s): correct them among the entries."
    ),
}


def remark_texts(remarks: Iterable[Remark]) -> list[str]:
    """A sentence for each, in the order of the file."""
    return [
        str(_TEXTS[one.kind]) % {"value": one.value, "round": one.round_number} for one in remarks
    ]


def remarks_text(remarks: Iterable[Remark]) -> str:
    """All of them after the import; "" where there are none."""
    texts = remark_texts(remarks)
    return sentences([_("What the file holds and is not kept:"), *texts]) if texts else ""
