"""What a file held and the site does not keep, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.notation import sentences
from tournaments.formats.remarks import Remark, RemarkKind

_TEXTS = {
    RemarkKind.TEAMS: gettext_lazy(
        "The file’s teams (%(value)s) are not imported; their players are."
    ),
    RemarkKind.TEAM_PLAYERS: gettext_lazy(
        "The file’s teams (%(value)s) are imported as players; the team members are not."
    ),
    RemarkKind.SCORES: gettext_lazy(
        "The file gives no scores, so the system, bar, floor and criteria were guessed "
        "from the order. Check the rules before publishing the standings."
    ),
    RemarkKind.SECOND_BYE: gettext_lazy(
        "In round %(round)s, the file gives a second bye, to %(value)s, who has "
        "neither a game nor a bye here."
    ),
    RemarkKind.OVERTIME: gettext_lazy(
        "The file’s overtime (“%(value)s”) is not recognised. Enter it yourself."
    ),
    RemarkKind.ADJUSTED_TIME: gettext_lazy(
        "The file gives only the adjusted time of %(value)s minutes. Enter thinking "
        "time and overtime."
    ),
    RemarkKind.RULES: gettext_lazy("The file’s rules of play (%(value)s) are not imported."),
    RemarkKind.CANCELLED: gettext_lazy(
        "In round %(round)s, the file has a cancelled game (%(value)s); here it has no result."
    ),
    RemarkKind.STONES: gettext_lazy(
        "In round %(round)s, the file gives more than nine stones (%(value)s); the "
        "result is kept, with nine stones."
    ),
    RemarkKind.COUNTRIES: gettext_lazy(
        "No country has the code or name %(value)s: enter it among the entries."
    ),
    RemarkKind.DRAWS: gettext_lazy(
        "In round %(round)s it has draws with half a point of komi (table %(value)s), which cannot "
        "be jigo: here they are draws because time was called."
    ),
    RemarkKind.NAMES: gettext_lazy(
        "Some names in the file are cut off or missing letters (%(value)s). Correct "
        "them in the list of entries."
    ),
}


def remark_texts(remarks: Iterable[Remark]) -> list[str]:
    """A sentence for each, in the order of the file."""
    return [
        str(_TEXTS[remark.kind]) % {"value": remark.value, "round": remark.round_number}
        for remark in remarks
    ]


def remarks_text(remarks: Iterable[Remark]) -> str:
    """All of them after the import; "" where there are none."""
    texts = remark_texts(remarks)
    return sentences([_("In the file but not imported:"), *texts]) if texts else ""
