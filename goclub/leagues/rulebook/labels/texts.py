"""The rules of leagues, seasons and scores, each in a sentence or two."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.common.rules import RuleText, house_rule_text

OFFICIAL: Final = (
    RuleText(
        "S1-20",
        _(
            "The higher win rate ranks first; at equal rates, the larger sum of winning "
            "margins minus losing margins, where a resignation and every margin of 20 or more "
            "count as 20. If two players are still tied, the winner of their game ranks first; "
            "if three or more are, the one with more points (持点)."
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
    house_rule_text("S1-23", _("Ties are broken by everyone’s points at the start of the term.")),
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
            "The two organisers must be different people: if the search reaches someone "
            "already chosen, it moves on. If everyone is exempt, an admin decides."
        ),
        published="70歳以上の者はとくに本人が希望する場合を除き免除される。優勝者がこれに該当するときは"
        "2位のもの、ブービー者の時はその上位の者が代わりを務める、以下これに準ずる。",
        lang="ja",
    ),
)


SEASONS: Final = (
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


SCORES: Final = (
    RuleText(
        "S2-1",
        _("A win is 1 point, a jigo ½, a loss 0. The score is the starting score plus all points."),
    ),
    RuleText("S2-2", _("In a Swiss tournament, everyone starts at 0.")),
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
            "The order is score, SOS, SODOS, unless the event sets another. Players tied on "
            "all of them share the place. European rules advise against SOSOS, SODOS and CuSS."
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
