"""The house rules of the ladder in words, with what the club has set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import Present, house_rule_text
from goclub.leagues.models import LadderSettings

TEXTS: Final = (
    house_rule_text(
        "H-ladder-1",
        _(
            "Who joins stands on the lowest rung. Who leaves the ladder or the club goes from it, "
            "and those below move up; who comes back begins at the bottom."
        ),
    ),
    house_rule_text(
        "H-ladder-2", _("One challenges somebody above, and at most so many rungs above as is set.")
    ),
    house_rule_text(
        "H-ladder-3",
        _("One ladder game at a time as the challenger, and one as the challenged."),
    ),
    house_rule_text(
        "H-ladder-4",
        _(
            "A challenge is answered in time and played in time. What the challenged declines or "
            "leaves without an answer counts as lost; a challenger who does not answer other terms "
            "has challenged in vain."
        ),
    ),
    house_rule_text(
        "H-ladder-5",
        _(
            "A challenger who wins takes the rung of the other, wherever that is by then, and "
            "those between move down by one. If the other wins, or nobody, nobody moves."
        ),
    ),
    house_rule_text(
        "H-ladder-6",
        _(
            "Who calls an agreed ladder game off gives it up: the challenged loses the rung, the "
            "challenger has challenged in vain. An agreed game that is not played moves nobody."
        ),
    ),
    house_rule_text(
        "H-ladder-7", _("The same two meet again on the ladder after some days, as is set.")
    ),
    house_rule_text(
        "H-ladder-8",
        _("Stones and komi are the club’s for everybody. The game moves points as any other does."),
    ),
    house_rule_text(
        "H-ladder-9",
        _(
            "The order is worked out anew from joining, leaving and results. A result that is "
            "corrected moves the ladder as if it had been so from the beginning."
        ),
    ),
)


def present_values(settings: LadderSettings) -> dict[str, Sequence[Present]]:
    """What the club has set, by the rule that leaves it open."""
    return {
        "H-ladder-2": [Present(_("Rungs above"), str(settings.reach))],
        "H-ladder-4": [
            Present(_("Days to answer"), str(settings.answer_days)),
            Present(_("Days to play"), str(settings.play_days)),
        ],
        "H-ladder-7": [Present(_("Days between"), str(settings.rest_days))],
        "H-ladder-8": [Present(_("Stones and komi"), settings.get_conditions_display())],
    }
