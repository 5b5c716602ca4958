"""What counts once players have withdrawn, and what is still to be played (house rules)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from ratings.errors import Code, RuleError
from tournaments.official.facts import (
    UNPLAYED,
    Annul,
    LeagueEnding,
    LeagueGame,
    LeaguePlayer,
    LeagueRules,
    PlayerId,
    Rest,
    check_league,
)

Pairing = tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class Left:
    """What became of one player who withdrew.

    ``played`` of ``scheduled`` games, forfeits not among the played; ``annulled`` whether all their
    games were struck out, so that they stand in no table.
    """

    player: PlayerId
    on: date
    played: int
    scheduled: int
    annulled: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """The league as it counts.

    ``players`` who stand in the table and ``games`` that count, with the forfeits made by
    withdrawals, which are also in ``forfeits``.  ``annulled`` games that were played and do not
    count any more.  ``open`` pairings still to be played, in the order of the players, once for
    each game.  ``left`` one entry for each withdrawal.
    """

    players: tuple[LeaguePlayer, ...]
    games: tuple[LeagueGame, ...]
    forfeits: tuple[LeagueGame, ...]
    annulled: tuple[LeagueGame, ...]
    open: tuple[Pairing, ...]
    left: tuple[Left, ...]


def settle(
    players: Sequence[LeaguePlayer],
    games: Iterable[LeagueGame],
    *,
    rules: LeagueRules,
) -> Settled:
    """Return what counts of a league.

    Players who withdrew before playing half of their games have all of them annulled and leave the
    table; otherwise these stand, and their open pairings are forfeited to the opponents or dropped,
    as the rules say.  Half is measured on the games that they had on their list and really played,
    whatever became of the opponents.  Open pairings between two who withdrew are dropped.

    Raises RuleError E_INCONSISTENT for a game played after its player withdrew, and what
    :func:`check_league` raises.  Source: house rules of the issue of leagues.
    """
    counted = list(games)
    check_league(players, counted, rules=rules)
    withdrawn = {player.id: player.withdrawn_on for player in players if player.withdrawn_on}
    _check_days(counted, withdrawn)
    left = _left(len(players), counted, withdrawn, rules)
    struck = {leaver.player for leaver in left if leaver.annulled}
    standing = [player for player in players if player.id not in struck]
    annulled = [game for game in counted if struck & game.pair]
    counted = [game for game in counted if not struck & game.pair]
    forfeits, still_open = _open_pairings(standing, counted, withdrawn, rules)
    return Settled(
        players=tuple(standing),
        games=(*counted, *forfeits),
        forfeits=tuple(forfeits),
        annulled=tuple(annulled),
        open=tuple(still_open),
        left=tuple(left),
    )


def _check_days(games: Iterable[LeagueGame], withdrawn: Mapping[PlayerId, date]) -> None:
    for game in games:
        if game.on is None or game.ending in UNPLAYED:
            continue
        for player in (game.a, game.b):
            if player in withdrawn and game.on > withdrawn[player]:
                raise RuleError(
                    Code.INCONSISTENT, "on", game.on, reason="official.after_withdrawal"
                )


def _left(
    count: int,
    games: Iterable[LeagueGame],
    withdrawn: Mapping[PlayerId, date],
    rules: LeagueRules,
) -> list[Left]:
    scheduled = rules.meetings * (count - 1)
    played: Counter[PlayerId] = Counter()
    for game in games:
        if game.ending not in UNPLAYED:
            played.update(game.pair)
    return [
        Left(
            player=player,
            on=on,
            played=played[player],
            scheduled=scheduled,
            annulled=rules.annul == Annul.ALWAYS
            or (rules.annul == Annul.BELOW_HALF and 2 * played[player] < scheduled),
        )
        for player, on in withdrawn.items()
    ]


def _open_pairings(
    standing: Sequence[LeaguePlayer],
    counted: Iterable[LeagueGame],
    withdrawn: Mapping[PlayerId, date],
    rules: LeagueRules,
) -> tuple[list[LeagueGame], list[Pairing]]:
    """Part what was not played into forfeits to the opponents and pairings still to play."""
    met = Counter(game.pair for game in counted)
    forfeits: list[LeagueGame] = []
    still_open: list[Pairing] = []
    for a, b in combinations((player.id for player in standing), 2):
        missing = rules.meetings - met[frozenset((a, b))]
        if a not in withdrawn and b not in withdrawn:
            still_open += [(a, b)] * missing
        elif rules.rest == Rest.FORFEITED and not (a in withdrawn and b in withdrawn):
            winner, loser = (b, a) if a in withdrawn else (a, b)
            forfeit = LeagueGame(a, b, winner, LeagueEnding.FORFEIT, on=withdrawn[loser])
            forfeits += [forfeit] * missing
    return forfeits, still_open
