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
            "Who joins stands on the lowest rung. Who leaves the ladder or the club goes from it, "
            "and those below move up; who comes back begins at the bottom."
        ),
    ),
    house_rule_text(
        "H-ladder-reach",
        _("One challenges somebody above, and at most so many rungs above as is set."),
    ),
    house_rule_text(
        "H-ladder-one",
        _("One ladder game at a time as the challenger, and one as the challenged."),
    ),
    house_rule_text(
        "H-ladder-time",
        _(
            "A challenge is answered in time and played in time. What the challenged declines or "
            "leaves without an answer counts as lost; a challenger who does not answer other terms "
            "has challenged in vain."
        ),
    ),
    house_rule_text(
        "H-ladder-win",
        _(
            "A challenger who wins takes the rung of the other, wherever that is by then, and "
            "those between move down by one. If the other wins, or nobody, nobody moves."
        ),
    ),
    house_rule_text(
        "H-ladder-off",
        _(
            "Who calls an agreed ladder game off gives it up: the challenged loses the rung, the "
            "challenger has challenged in vain. An agreed game that is not played moves nobody."
        ),
    ),
    house_rule_text(
        "H-ladder-rest", _("The same two meet again on the ladder after some days, as is set.")
    ),
    house_rule_text(
        "H-ladder-terms",
        _("Stones and komi are the club’s for everybody. The game moves points as any other does."),
    ),
    house_rule_text(
        "H-ladder-order",
        _(
            "The order is worked out anew from joining, leaving and results. A result that is "
            "corrected moves the ladder as if it had been so from the beginning."
        ),
    ),
)


def present_values(settings: LadderSettings) -> dict[str, Sequence[Present]]:
    """What the club has set, by the rule that leaves it open."""
    return {
        "H-ladder-reach": [Present(_("Rungs above"), str(settings.reach))],
        "H-ladder-time": [
            Present(_("Days to answer"), str(settings.answer_days)),
            Present(_("Days to play"), str(settings.play_days)),
        ],
        "H-ladder-rest": [Present(_("Days between"), str(settings.rest_days))],
        "H-ladder-terms": [Present(_("Stones and komi"), settings.get_conditions_display())],
    }
