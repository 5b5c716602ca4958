"""The rules of the European rating that explanations cite, said in a sentence each."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import RuleText, house_rule_text

TEXTS = (
    RuleText(
        "EGF",
        _(
            "The European system of 2021: the weaker the player, the larger the change. "
            "One rank is 100 points; 1 dan is 2100."
        ),
        "confirmed",
    ),
    house_rule_text(
        "H-egf-feed",
        _(
            "Which games count: games on 19×19 between two members, unless they are "
            "unrated. Whether a game won by forfeit counts is a setting."
        ),
    ),
    house_rule_text(
        "H-egf-komi",
        _("A game with no stones and at most half a point of komi counts as a handicap of one."),
    ),
)
