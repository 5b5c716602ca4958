"""The rules of season leagues, said in a sentence or two each (S4-9 … S4-25)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import RuleText, house_rule_text

TEXTS: Final = (
    RuleText("S4-9", _("A win is 3 points, a bye 3, a draw 1, a loss 0.")),
    RuleText("S4-10", _("An event counts with four players or more.")),
    RuleText("S4-11", _("It is announced at least seven days before it takes place.")),
    RuleText("S4-12", _("It is run by its organiser or by a judge approved by the league.")),
    RuleText(
        "S4-13",
        _(
            "At least three rounds, and at most 3 for up to four players, 4 for up to "
            "eight, 5 for up to sixteen, 6 for up to 32 and 8 for more."
        ),
    ),
    RuleText(
        "S4-14",
        _(
            "The organiser chooses a format. Standard: 50 minutes a round, or 40 to 60 if "
            "the organiser says so. Clock: 15 to 30 minutes a side; a player whose flag "
            "falls loses."
        ),
        ours=_(
            "“Mono” becomes Themed on a Go board: one constraint that applies to every "
            "game of the event and is written in its announcement. A league may add "
            "formats with limits of their own."
        ),
    ),
    RuleText(
        "S4-15",
        _(
            "When time is called, the current turn is finished and each player has two "
            "more. If the game is still undecided, it is a draw, 1:1."
        ),
        ours=_("On a Go board a turn is a move."),
    ),
    RuleText(
        "S4-16",
        _("Points decide the order; small points separate players with equal points."),
        ours=_(
            "On a Go board, small points are margins after komi, won minus lost; a "
            "resignation counts what the league sets."
        ),
        published="Małe punkty są liczbą żetonów ran zadanych Odrodzonemu przeciwnika.",
        lang="pl",
    ),
    RuleText(
        "S4-17",
        _(
            "Each organiser may hold one national event per season. At least eight players "
            "are recommended."
        ),
    ),
    RuleText(
        "S4-18",
        _(
            "Slow play and similar offences: first a warning, then loss of the game, then "
            "exclusion from the event."
        ),
    ),
    RuleText(
        "S4-19",
        _(
            "Who plays first may be decided by chance before the start, if both players "
            "and the organiser agree."
        ),
        ours=_("On a Go board: colours by electronic nigiri (S1-18)."),
    ),
    RuleText(
        "S4-20",
        _("Every game is one-on-one."),
        ours=_(
            "Instead of the rules about cards, each league has its own regulation; every "
            "version of it stays available."
        ),
    ),
    RuleText(
        "S4-21",
        _("A season runs from its first day to its last, both included. Days in between "
          "belong to no season."),
    ),
    RuleText(
        "S4-22",
        _(
            "Players are classified after taking part in an event in every calendar month "
            "the season touches, or in five events of the season."
        ),
    ),
    RuleText(
        "S4-23",
        _(
            "The champion of the season is the classified player with the highest rating "
            "at its closing hour."
        ),
        ours=_("The time is in the league’s own time zone. Players with equal ratings share "
               "the title."),
        published="gracz, który do godziny 22 ostatniego dnia trwania sezonu posiada najwyższy "
        "wynik rankingowy",
        lang="pl",
    ),
    RuleText(
        "S4-24",
        _(
            "The champion of the year has the highest mean of the ratings at which the "
            "seasons closed. Only players classified in every season are considered."
        ),
    ),
    house_rule_text("S4-25", _("Ratings carry over from season to season.")),
)  # fmt: skip
