"""The house rules of the ladder in words, with what the club has set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import Present, house_rule_text
from goclub.leagues.models import LadderSettings

TEXTS: Final = (
    house_rule_text(
        "H-ladder-stays",
        _(
            "New players start on the lowest rung. Players who leave the ladder or the "
            "club lose their rung, and those below move up. Players who come back start at "
            "the bottom."
        ),
    ),
    house_rule_text(
        "H-ladder-reach",
        _("You can challenge a player above you, up to the number of rungs set by the club."),
    ),
    house_rule_text(
        "H-ladder-one",
        _(
            "You can have one ladder game at a time as challenger, and one as the "
            "challenged player."
        ),
    ),
    house_rule_text(
        "H-ladder-time",
        _(
            "A challenge must be answered and played in time. If the challenged player "
            "declines or does not answer, it counts as a loss. If the challenger does not "
            "answer other terms, the challenge fails."
        ),
    ),
    house_rule_text(
        "H-ladder-win",
        _(
            "A challenger who wins takes the other player’s rung, wherever it is by then, "
            "and those in between move down by one. If the other player wins, or nobody "
            "does, nobody moves."
        ),
    ),
    house_rule_text(
        "H-ladder-off",
        _(
            "Cancelling an agreed ladder game forfeits it: a challenged player loses their "
            "rung, a challenger gains nothing. An agreed game that is not played moves "
            "nobody."
        ),
    ),
    house_rule_text(
        "H-ladder-rest",
        _("The same two players can meet again on the ladder after a set number of days."),
    ),
    house_rule_text(
        "H-ladder-terms",
        _(
            "Handicap and komi follow the club’s rules for everyone. The game counts for "
            "points like any other."
        ),
    ),
    house_rule_text(
        "H-ladder-order",
        _(
            "The order is recalculated from joining, leaving and results. A corrected "
            "result changes the ladder as if it had been so from the beginning."
        ),
    ),
)


def present_values(settings: LadderSettings) -> dict[str, Sequence[Present]]:
    """What the club has set, by the rule that leaves it open."""
    return {
        "H-ladder-reach": [Present(_("Maximum rungs above"), str(settings.reach))],
        "H-ladder-time": [
            Present(_("Days to answer"), str(settings.answer_days)),
            Present(_("Days to play"), str(settings.play_days)),
        ],
        "H-ladder-rest": [Present(_("Days before a rematch"), str(settings.rest_days))],
        "H-ladder-terms": [Present(_("Handicap and komi"), settings.get_conditions_display())],
    }
