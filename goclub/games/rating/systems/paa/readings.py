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
        ours=_(
            "From 0 to 999, as the site stores them; the salon’s page names no limits. The highest "
            "band begins at 201, so no rank and no game hangs on the upper one, and it is no "
            "setting."
        ),
    ),
    "jigo": RuleText(
        "S1-8",
        _("Points stay; the game counts for the win rate."),
        ours=_("It counts there as half a win, unless a house rule reads it otherwise."),
        published="持碁の時の新持点=対局前の持点のまま(対戦数にカウントされます)",
        lang="ja",
    ),
    "free": RuleText(
        "S1-10",
        _(
            "Seven stones or more, a 9×9 or 13×13 board, or off record by the wish of a player: "
            "counted as played, moves no points, not in the win rate."
        ),
        ours=_(
            "One player’s wish keeps the game off the record of both, unless a house rule keeps it "
            "off his own alone."
        ),
        published="対局者の意志による記録外対局(白、黒片方のみでもよい)",
        lang="ja",
    ),
    "rate": RuleText(
        "S1-13",
        _(
            "The win rate is the wins divided by the counted games since the last change of rank; "
            "what a jigo is there, a house rule says."
        ),
        ours=_("Over how many games it is taken, and how few are too few, nobody says."),
        published="昇級は勝率0.65以上、降級は勝率0.35以下とする。",
        lang="ja",
    ),
    "toss": RuleText(
        "S1-18",
        _(
            "Where nothing else decides colour: one posts, the other calls even or odd, the first "
            "posts again, and the last digit of that time stamp says which it was."
        ),
        ours=_(
            "Call right, and the caller is Black, else the other, as in nigiri. The digit is that "
            "of the milliseconds; 0 is even. Either way it is one chance in two, so it is no "
            "setting."
        ),
        published="時刻の末尾数字で、偶奇を判定します。",
        lang="ja",
    ),
    "time": RuleText(
        "S1-19",
        _("Time limits may be agreed and are for guidance: nobody loses on time."),
        ours=_(
            "A game that moves nobody’s points may be lost on time all the same, unless a house "
            "rule says in which games one may."
        ),
        published="時間切れ負け等の扱いはしない。",
        lang="ja",
    ),
}
