"""The rules of Elo that explanations cite, said in a sentence each (S4-1 … S4-8)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import RuleText, house_rule_text

TEXTS = (
    RuleText("S4-1", _("Everybody starts at 1000.")),
    RuleText(
        "S4-2",
        _(
            "Expected: 1 ÷ (1 + 10^((other − own) ÷ 400)). The change is 25 × (result "
            "− expected); the loser loses what the winner gains."
        ),
    ),
    RuleText("S4-4", _("A draw changes nothing.")),
    RuleText(
        "S4-5",
        _("A bye gives 3 points in the table."),
        ours=_("There is no opponent, so no rating changes."),
        published="Zwycięstwo przez Bye – 3 punkty",
        lang="pl",
    ),
    RuleText(
        "S4-6",
        _("A win on time or by forfeit is a win, 3:0 in the table."),
        ours=_(
            "It also changes the rating: always in a league’s Elo, and in the club’s "
            "unless a house rule says otherwise for forfeits. A game lost by sanction "
            "counts as a loss in all standings and in every rating."
        ),
        published="Zwycięstwo w czasie punktowane jest 3:0.",
        lang="pl",
    ),
    RuleText(
        "S4-7",
        _("A national tournament gives a bonus to everyone who takes part."),
        ours=_("The amount is not published. Each league sets it; until then it is 0."),
        published="Za udział w turniejach ogólnopolskich gracz otrzymuje bonifikatę punktową.",
        lang="pl",
    ),
    house_rule_text(
        "S4-8",
        _(
            "Games are rated in order of play; ratings are stored unrounded and shown to "
            "one decimal place."
        ),
    ),
    house_rule_text(
        "H-even",
        _("An even game has no handicap and a komi of 5½ to 7½ points."),
    ),
    house_rule_text(
        "H-elo-feed",
        _(
            "A season league’s Elo uses the games of its own counted events. The club’s "
            "Elo uses those of all leagues, plus club games that are even, on 19×19 and "
            "rated."
        ),
    ),
)
