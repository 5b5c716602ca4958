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
            "Points are whole numbers. The difference between two players sets the "
            "conditions of their game. They may agree on other conditions, and the game "
            "still counts."
        ),
        ours=_(
            "0 to 999, the range this site can store; the salon’s page gives no limits. "
            "The highest band begins at 201, so the upper limit affects no rank and no "
            "game, and it is not a setting."
        ),
    ),
    "jigo": RuleText(
        "S1-8",
        _("Points do not change, but the game counts for the win rate."),
        ours=_("It counts there as half a win, unless a house rule says otherwise."),
        published="持碁の時の新持点=対局前の持点のまま(対戦数にカウントされます)",
        lang="ja",
    ),
    "free": RuleText(
        "S1-10",
        _(
            "Seven stones or more, a 9×9 or 13×13 board, or unrated at a player’s request: "
            "counted as played, but not for points or the win rate."
        ),
        ours=_(
            "If either player asks, the game is unrated for both, unless a house rule "
            "makes it unrated for that player only."
        ),
        published="対局者の意志による記録外対局(白、黒片方のみでもよい)",
        lang="ja",
    ),
    "rate": RuleText(
        "S1-13",
        _(
            "The win rate is wins divided by counted games since the last change of rank. "
            "A house rule says how a jigo counts."
        ),
        ours=_("The rules do not say over how many games it is taken, or how few are too few."),
        published="昇級は勝率0.65以上、降級は勝率0.35以下とする。",
        lang="ja",
    ),
    "toss": RuleText(
        "S1-18",
        _(
            "If nothing else decides the colours: one player posts, the other calls even "
            "or odd, the first posts again, and the last digit of that timestamp says "
            "which it was."
        ),
        ours=_(
            "If the call is right, the caller is Black, otherwise the other player, as in "
            "nigiri at the board. The digit is that of the milliseconds; 0 is even. Either "
            "way the chance is one in two, so it is not a setting."
        ),
        published="時刻の末尾数字で、偶奇を判定します。",
        lang="ja",
    ),
    "time": RuleText(
        "S1-19",
        _("Time limits may be agreed and are for guidance: nobody loses on time."),
        ours=_(
            "A game that changes nobody’s points can still be lost on time, unless a house "
            "rule says which games can."
        ),
        published="時間切れ負け等の扱いはしない。",
        lang="ja",
    ),
}
