"""The rules of scores and tie-breaks, said in a sentence or two each (S2)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import RuleText, house_rule_text

TEXTS: Final = (
    RuleText(
        "S2-1",
        _("A win is 1 point, a jigo ½, a loss 0. The score is the starting score plus all points."),
    ),
    RuleText("S2-2", _("In a Swiss tournament, everybody starts at 0.")),
    RuleText(
        "S2-3",
        _(
            "In a McMahon tournament, 15k starts at 0, 14k at 1, and so on: 1k at 14, 1d "
            "at 15, 4d at 18. That is the bar: stronger players start there too. Each "
            "event may set a different zero and bar."
        ),
    ),
    house_rule_text("S2-4", _("Players weaker than the zero start at 0.")),
    RuleText(
        "S2-5",
        _("Players with equal or nearly equal scores are paired."),
        ours=_("No two players meet twice."),
    ),
    RuleText("S2-6", _("SOS: the sum of the final scores of the opponents a player has met.")),
    RuleText(
        "S2-7",
        _("SODOS: the sum of the final scores of the opponents a player has beaten."),
        ours=_("A jigo adds half of the opponent’s score, unless the event counts wins only."),
    ),
    RuleText(
        "S2-8",
        _("SOSOS: the sum of the opponents’ SOS. It was given up in favour of SOS and SODOS."),
    ),
    RuleText(
        "S2-9",
        _(
            "CuSS: for each round, the score the opponent had when the round was paired. "
            "Nothing later changes it."
        ),
        ours=_("The source can be read in three ways; this one is “a simplified SOS”."),
        published="sumuje się tylko bieżące SOSy - takie, jakie przeciwnicy mają w chwili "
        "rozstawiania rundu",
        lang="pl",
    ),
    RuleText(
        "S2-9b",
        _(
            "Own CuSS: the sum of a player’s own scores after each round. Elsewhere this "
            "is called CUSS."
        ),
        "confirmed",
    ),
    RuleText(
        "S2-10",
        _(
            "The order is score, SOS, SODOS, unless the event sets another. Players equal "
            "in all of them share the place. European rules advise against SOSOS, SODOS "
            "and CuSS."
        ),
    ),
    RuleText(
        "S2-11",
        _(
            "A round missed by agreement is ½, a bye or an opponent who does not turn up "
            "1, an unexcused absence 0. The sum of such halves is rounded down."
        ),
        "confirmed",
    ),
    RuleText(
        "S2-12",
        _(
            "Such a round adds the player’s own starting score to SOS (0 in a Swiss), "
            "nothing to SODOS, and the starting score times the rounds so far to SOSOS."
        ),
        "confirmed",
    ),
    RuleText(
        "S2-13",
        _(
            "In a handicap game, the opponent’s score in SOS and SODOS is raised by the "
            "stones you gave and lowered by the stones you took."
        ),
        "confirmed",
    ),
    RuleText("S2-14", _("Compare yourself with those who started where you did.")),
)
