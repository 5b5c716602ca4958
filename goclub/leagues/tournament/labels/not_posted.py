"""Which games of a closed event are in no history, and why."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from goclub.common.refusals.registry import describe
from goclub.leagues.tournament.services.closing import NotPosted


def not_posted_texts(games: Iterable[NotPosted]) -> list[str]:
    """A sentence for each game: its round and table, who played, and the reason."""
    return [
        _(
            "Round %(round)s, table %(table)s, %(pair)s: not added to the players’ game "
            "histories. %(why)s"
        )
        % {
            "round": game.pairing.round.number,
            "table": game.pairing.table,
            "pair": game.pairing,
            "why": _why(game),
        }
        for game in games
    ]


def _why(game: NotPosted) -> str:
    if game.error is not None:
        return describe(game.error)
    if game.reason == "colours_unknown":
        return _("It is not known who had which colour.")
    if game.reason == "removed":
        return _(
            "One of the two players was removed from the event beforehand, so the game was "
            "not played."
        )
    return _("It has no single winner and is not a jigo.")
