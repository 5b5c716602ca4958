"""The rules of PAA points in words; where a part is the club's own reading, it says so."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.common.rules import RuleText, house_rule_text

#: By the name under which the page about points finds them.
TEXTS: Final = {
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
            "If nothing else decides the colours: one player posts, the other calls even or "
            "odd, the first posts again, and the last digit of that time stamp says which it "
            "was."
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
            "rule says otherwise."
        ),
        published="時間切れ負け等の扱いはしない。",
        lang="ja",
    ),
    "bands": RuleText(
        "S1-2",
        _("A rank is a band of ten points: 111 to 120 is 1 kyu, 121 to 130 is 1 dan."),
    ),
    "declared": RuleText(
        "S1-3",
        _("The middle of its band: 1k starts at 115, 4k at 85, 6d at 175."),
    ),
    "unknown": RuleText(
        "S1-4",
        _(
            "0 points at first, like beginners of 9 kyu and weaker; an admin sets them later "
            "from results."
        ),
    ),
    "own_points": RuleText(
        "S1-5",
        _("Used as declared."),
    ),
    "official": RuleText(
        "S1-6",
        _("Decided by the chair after about ten games, with name, date and reason."),
    ),
    "decided": RuleText(
        "S1-7",
        _("+1 and −1, whatever the difference."),
    ),
    "no_result": RuleText(
        "S1-9",
        _("Nothing changes."),
    ),
    "forfeit": RuleText(
        "S1-11",
        _("Only relevant in leagues."),
    ),
    "promotion": RuleText(
        "S1-12",
        _(
            "A promotion needs points in a higher band and a win rate of 0.65 or more. A "
            "demotion needs points in a lower band and a win rate of 0.35 or less. The rate "
            "is compared exactly, and a player moves one rank at a time."
        ),
    ),
    "handicap": RuleText(
        "S1-14",
        _(
            "The player with fewer points takes Black. Eight points are a stone; the "
            "remainder shifts the komi."
        ),
    ),
    "far": RuleText(
        "S1-15",
        _(
            "From a difference of 56 points on: seven stones, and reverse komi of the "
            "difference − 54 + ½."
        ),
    ),
    "even": RuleText(
        "S1-16",
        _(
            "If there is no difference, the colours are decided by nigiri or agreed on, and "
            "the komi is 5½."
        ),
    ),
    "estimate": RuleText(
        "S1-17",
        _(
            "An estimate from a usual handicap of s stones without komi: the difference is 8 "
            "(s − 1) + 5 or + 6."
        ),
    ),
    "guest": house_rule_text(
        "H-guest",
        _("A guest has no points, so a game with a guest changes none."),
    ),
    "kind": house_rule_text(
        "H-kind",
        _(
            "They can be reported and are kept with their kifu. They count as played and "
            "change nothing in any system. For IGS this is a published rule, for the others "
            "it is ours."
        ),
    ),
}
