"""The rules of season leagues, said in a sentence or two each (S4-9 … S4-25)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import RuleText, house_rule_text

TEXTS: Final = (
    RuleText("S4-9", _("A win is 3 points, a bye 3, a draw 1, a loss 0.")),
    RuleText("S4-10", _("An event counts from four players on.")),
    RuleText("S4-11", _("It is announced seven days or more before its day.")),
    RuleText("S4-12", _("Its organiser runs it, or a judge whom the league has approved.")),
    RuleText(
        "S4-13",
        _(
            "Three rounds or more, and no more than 3 for up to four players, 4 for up to eight, "
            "5 for up to sixteen, 6 for up to 32, 8 for more."
        ),
    ),
    RuleText(
        "S4-14",
        _(
            "The organiser chooses a format. Standard: 50 minutes a round, 40 to 60 where he says "
            "so. Clock: 15 to 30 minutes a side; whose flag falls has lost."
        ),
        ours=_(
            "“Mono” becomes Themed on a Go board: one constraint that binds every game of the "
            "event and is written in its announcement. A league may add formats with limits of "
            "their own."
        ),
    ),
    RuleText(
        "S4-15",
        _(
            "When time is called, the turn under way is finished and each player has two more; "
            "what is then undecided is a draw, 1:1."
        ),
        ours=_("On a Go board a turn is a move."),
    ),
    RuleText(
        "S4-16",
        _("Points order the event; small points part players who are equal in them."),
        ours=_(
            "On a Go board small points are margins after komi, won less lost; a resignation "
            "counts what the league sets."
        ),
        published="Małe punkty są liczbą żetonów ran zadanych Odrodzonemu przeciwnika.",
        lang="pl",
    ),
    RuleText(
        "S4-17",
        _(
            "Each organiser may hold one national event a season; eight players or more are "
            "suggested."
        ),
    ),
    RuleText(
        "S4-18",
        _(
            "Slow play and the like: a warning the first time, the game lost the second, out of "
            "the event the third."
        ),
    ),
    RuleText(
        "S4-19",
        _(
            "Who begins may be decided by chance before the start, if both players and the "
            "organiser agree."
        ),
        ours=_("On a Go board: colours by the electronic toss (S1-18)."),
    ),
    RuleText(
        "S4-20",
        _("Every game is one against one."),
        ours=_(
            "In place of what is said of cards each league has a regulation of its own; every "
            "version of it stays readable."
        ),
    ),
    RuleText(
        "S4-21",
        _("A season runs from its first day to its last, both included. Days between belong to "
          "none."),
    ),
    RuleText(
        "S4-22",
        _(
            "Classified is who took part in an event in every calendar month that the season "
            "touches, or in five events of the season."
        ),
    ),
    RuleText(
        "S4-23",
        _(
            "Champion of the season is who has the highest rating at its closing hour among the "
            "classified."
        ),
        ours=_("The hour is that of the league’s own clocks; equal ratings share the title."),
        published="gracz, który do godziny 22 ostatniego dnia trwania sezonu posiada najwyższy "
        "wynik rankingowy",
        lang="pl",
    ),
    RuleText(
        "S4-24",
        _(
            "Champion of the year is who has the highest mean of the ratings with which the "
            "seasons closed, among those classified in every one of them."
        ),
    ),
    house_rule_text("S4-25", _("Ratings go on from season to season.")),
)  # fmt: skip
