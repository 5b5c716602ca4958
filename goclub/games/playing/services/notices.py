"""Who hears of a game: the two players, those who decide a dispute, and programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from goclub.games.finding.queries import with_rank
from goclub.games.models import Game
from goclub.games.playing.services.facts import ClaimedResult
from goclub.members.hooks.services.keeping import announce
from goclub.members.models import HookKind
from goclub.members.notices.services import Told, Value, tell_each, tell_office
from goclub.members.requests import Act


def tell_reported(act: Act, game: Game) -> None:
    """Who did not report it is asked to confirm it."""
    _tell_players(act, game, "game.to_confirm")


def tell_confirmed(act: Act, game: Game) -> None:
    """Who reported it hears that it counts."""
    _tell_players(act, game, "game.confirmed")


def tell_disputed(act: Act, game: Game) -> None:
    """The other player, and everybody who may decide."""
    tell_claimed(act, game)
    ranks = _ranks(game)
    tell_office(
        act,
        "game.dispute",
        url=game.get_absolute_url(),
        permission="games.decide_game",
        black=game.black,
        black_rank=ranks[game.black_id],
        white=game.white,
        white_rank=ranks[game.white_id],
    )


def tell_claimed(act: Act, game: Game) -> None:
    """The other player alone, with the result that is claimed; the reason stays on the page."""
    claim = ClaimedResult.of(game)
    result: dict[str, str | int] = {}
    if claim is not None:
        result = {"winner": claim.winner, "ending": claim.ending, "margin2": claim.margin2 or 0}
    _tell_players(act, game, "game.disputed", **result)


def tell_decided(act: Act, game: Game) -> None:
    """Both players hear what was decided about a game they knew of."""
    kind = "game.void" if game.state == Game.State.VOID else "game.decided"
    _tell_players(act, game, kind)


def _tell_players(act: Act, game: Game, kind: str, **params: str | int) -> None:
    ranks = _ranks(game)
    messages = [
        Told(
            member,
            game.get_absolute_url(),
            {
                "other": opponent,
                "other_rank": ranks[opponent.pk],
                **_names(game, ranks),
                **params,
            },
        )
        for member, opponent in ((game.black, game.white), (game.white, game.black))
    ]
    tell_each(act, kind, messages)


def _ranks(game: Game) -> dict[int, str]:
    """The ranks of both by their keys (one query)."""
    return {player.member.pk: player.rank for player in with_rank([game.black, game.white])}


def _names(game: Game, ranks: Mapping[int, str]) -> dict[str, Value]:
    return {
        "black": game.black,
        "black_rank": ranks[game.black_id],
        "white": game.white,
        "white_rank": ranks[game.white_id],
    }


def tell_programs(kind: HookKind, games: Iterable[Game], *, at: datetime) -> None:
    """Tell of results that were confirmed, corrected or count no longer, in their transaction."""
    announce(kind, [(game.pk, {}) for game in games], at=at)
