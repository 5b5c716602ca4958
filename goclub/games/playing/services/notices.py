"""Who hears of a game: the two players, those who decide a dispute, and programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from goclub.games.finding.queries import with_rank
from goclub.games.models import Game
from goclub.games.playing.services.facts import ClaimedResult
from goclub.members.hooks.services.keeping import announce
from goclub.members.models import HookKind, User
from goclub.members.notices.services import Told, tell_each, tell_office


def tell_reported(game: Game, *, by: User, at: datetime) -> None:
    """Who did not report it is asked to confirm it."""
    _tell_players(game, "game.to_confirm", by=by, at=at)


def tell_confirmed(game: Game, *, by: User, at: datetime) -> None:
    """Who reported it hears that it counts."""
    _tell_players(game, "game.confirmed", by=by, at=at)


def tell_disputed(game: Game, *, by: User, at: datetime) -> None:
    """The other player, and everybody who may decide."""
    tell_claimed(game, by=by, at=at)
    tell_office(
        kind="game.dispute",
        at=at,
        url=game.get_absolute_url(),
        permission="games.decide_game",
        by=by,
        **_names(game, _ranks(game)),
    )


def tell_claimed(game: Game, *, by: User, at: datetime) -> None:
    """The other player alone, with the result that is claimed; the reason stays on the page."""
    claim = ClaimedResult.of(game)
    result: dict[str, str | int] = {}
    if claim is not None:
        result = {"winner": claim.winner, "ending": claim.ending, "margin2": claim.margin2 or 0}
    _tell_players(game, "game.disputed", by=by, at=at, **result)


def tell_decided(game: Game, *, by: User, at: datetime) -> None:
    """Both players hear what was decided about a game they knew of."""
    kind = "game.void" if game.state == Game.State.VOID else "game.decided"
    _tell_players(game, kind, by=by, at=at)


def _tell_players(
    game: Game,
    kind: str,
    *,
    by: User,
    at: datetime,
    **params: str | int,
) -> None:
    ranks = _ranks(game)
    messages = [
        Told(
            member,
            game.get_absolute_url(),
            {
                "other": opponent.display_name,
                "other_rank": ranks[opponent.pk],
                **_names(game, ranks),
                **params,
            },
        )
        for member, opponent in ((game.black, game.white), (game.white, game.black))
    ]
    tell_each(kind=kind, at=at, hearers=messages, by=by)


def _ranks(game: Game) -> dict[int, str]:
    """The ranks of both by their keys (one query)."""
    return {player.member.pk: player.rank for player in with_rank([game.black, game.white])}


def _names(game: Game, ranks: Mapping[int, str]) -> dict[str, str]:
    return {
        "black": game.black.display_name,
        "black_rank": ranks[game.black_id],
        "white": game.white.display_name,
        "white_rank": ranks[game.white_id],
    }


def tell_programs(kind: HookKind, games: Iterable[Game], *, at: datetime) -> None:
    """Tell of results that were confirmed, corrected or count no longer, in their transaction."""
    announce(kind, [(game.pk, {}) for game in games], at=at)
