"""The salon's rules of which a part is our reading, beside the salon's own words."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import RuleText

#: By the name under which the page about points finds them.
READINGS: Final = {
    "points": RuleText(
        "S1-1",
        _(
            "Points are whole numbers. Their difference gives the conditions of a game; two "
            "players may agree on any others, and the game counts all the same."
        ),
        ours=_("From 0 to 999; the salon’s page names no limits."),
    ),
    "jigo": RuleText(
        "S1-8",
        _("Points stay; the game counts for the win rate."),
        ours=_("It counts there as half a win."),
        published="持碁の時の新持点=対局前の持点のまま(対戦数にカウントされます)",
        lang="ja",
    ),
    "toss": RuleText(
        "S1-18",
        _(
            "Where nothing else decides colour: one posts, the other calls even or odd, the first "
            "posts again, and the last digit of that time stamp says which it was."
        ),
        ours=_(
            "Call right, and the caller is Black, else the other. The digit is that of the "
            "milliseconds; 0 is even."
        ),
        published="時刻の末尾数字で、偶奇を判定します。",
        lang="ja",
    ),
    "time": RuleText(
        "S1-19",
        _("Time limits may be agreed and are for guidance: nobody loses on time."),
        ours=_("A game that moves no points may end on time all the same."),
        published="時間切れ負け等の扱いはしない。",
        lang="ja",
    ),
}
