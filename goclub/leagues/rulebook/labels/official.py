"""The rules of the official league, said in a sentence or two each (S1-20 … S1-26)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import RuleText, house_rule_text

TEXTS: Final = (
    RuleText(
        "S1-20",
        _(
            "The higher win rate ranks first; at equal rates, the larger sum of winning "
            "margins minus losing margins, where a resignation and every margin of 20 or "
            "more count as 20. If two players are still equal: the winner of their game. "
            "Three or more: more points (持点)."
        ),
    ),
    house_rule_text(
        "S1-21", _("Margins are points on the board after komi, in half points; a jigo counts 0.")
    ),
    house_rule_text(
        "S1-22",
        _(
            "Two tied players who have not met, or who drew, are placed by their points; "
            "if those are equal too, they share the place. If three or more are tied, the "
            "games between them are not considered."
        ),
        published="これでも同じ時は直接対決で勝った方を上位とする。3人以上が同点の場合は持ち点の高い方を上位にする。",
        lang="ja",
    ),
    house_rule_text("S1-23", _("The points at the start of the term decide.")),
    RuleText(
        "S1-24",
        _("A forfeit counts in the table and changes nobody’s points."),
        ours=_("Its margin is 20, as for a resignation, unless the term sets less."),
        published="不戦勝、不戦敗は順位の算定には加えるが、次期の持点には反映させない。",
        lang="ja",
    ),
    RuleText(
        "S1-25",
        _("Two players organise the next term: the winner and the booby (second from last)."),
        "confirmed",
        published="公式戦の幹事は2名とし、前回のリーグ戦の優勝者とブービーの者がこれにあたる。",
        lang="ja",
    ),
    RuleText(
        "S1-26",
        _(
            "Players aged seventy or older organise only if willing. The next player below "
            "takes the winner’s place, the next above the booby’s, and so on."
        ),
        ours=_(
            "The two organisers must be different people: if the search reaches somebody "
            "already chosen, it moves on. If everybody is exempt, an admin decides."
        ),
        published="70歳以上の者はとくに本人が希望する場合を除き免除される。優勝者がこれに該当するときは"
        "2位のもの、ブービー者の時はその上位の者が代わりを務める、以下これに準ずる。",
        lang="ja",
    ),
)
