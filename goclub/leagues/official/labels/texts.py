"""What the official league refuses, and what its notices say."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals
from goclub.members.notices.queries import NoticeGroup, NoticeKind

REFUSALS: Refusals = {
    "official.after_withdrawal": gettext_lazy(
        "One of the two players left on %(value)s. Choose a date no later than that."
    ),
    "official.borders": gettext_lazy(
        "The exchange between divisions needs %(accepted)s entries: one for each two neighbours."
    ),
    "official.plays_already": gettext_lazy(
        "One of the players to add is already in a division. Remove them from the list."
    ),
    "official.other_table": gettext_lazy(
        "The final table has a player of another division. It needs %(accepted)s."
    ),
    "official.nobody_won": gettext_lazy(
        "With this ending nobody has won. Leave the winner empty, or choose another ending."
    ),
    "official.other_winner": gettext_lazy("The winner must be one of the two players."),
    "official.too_few_left": gettext_lazy(
        "Division %(value)s would be left with fewer than two players."
    ),
    "official.annulled": gettext_lazy("After the withdrawals fewer than two players are left."),
    "official.shared_place": gettext_lazy(
        "The choice depends on the order of players who share a place. Put them in order first."
    ),
    "official.all_exempt": gettext_lazy(
        "Everyone who could organise is exempt, and nobody has volunteered. Choose two "
        "people yourself."
    ),
    "official.not_born": gettext_lazy(
        "The date of birth is in the future. Please correct the profile."
    ),
    "official.time_loss": gettext_lazy(
        "In this league, games are not lost on time. Agree on another result."
    ),
    "official.no_birth_date": gettext_lazy(
        "A player’s date of birth is needed here. Ask for it, or have the player "
        "confirm that they are willing to organise."
    ),
}


KINDS: Final = [
    NoticeKind(
        "league.due",
        NoticeGroup.LEAGUES,
        label=_("A league game is due"),
        text=_("Your game with %(other)s in %(league)s is due by %(day)s."),
    ),
    NoticeKind(
        "league.closed",
        NoticeGroup.LEAGUES,
        label=_("A term of my league was closed"),
        text=_("The term %(term)s is closed. See the final standings."),
    ),
]
