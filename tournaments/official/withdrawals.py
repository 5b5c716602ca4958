"""What counts once players have withdrawn, and what is still to be played (house rules)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.official.facts import (
    STANDARD_RULES,
    UNPLAYED,
    Annul,
    Ending,
    LeagueGame,
    Player,
    PlayerId,
    Rest,
    Rules,
    Withdrawal,
    check_league,
)
from tournaments.seasons.calendar import check_date

Pairing = tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class Left:
    """What became of one player who withdrew.

    ``played`` of ``scheduled`` games, forfeits not among the played; ``annulled`` whether all his
    games were struck out, so that he stands in no table.
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

    players: tuple[Player, ...]
    games: tuple[LeagueGame, ...]
    forfeits: tuple[LeagueGame, ...]
    annulled: tuple[LeagueGame, ...]
    open: tuple[Pairing, ...]
    left: tuple[Left, ...]


def settle(
    players: Sequence[Player],
    games: Iterable[LeagueGame],
    *,
    as_of: date | None = None,
    rules: Rules = STANDARD_RULES,
    withdrawals: Sequence[Withdrawal] = (),
) -> Settled:
    """Return what counts of a league, at the end of the day *as_of* or of all that is known.

    Who withdrew before playing half of his games has all of them annulled and leaves the table;
    otherwise they stand, and his open pairings are forfeited to the opponents or dropped, as the
    rules say.  Half is measured on the games that he had on his list and really played, whatever
    became of the opponents.  Open pairings between two who withdrew are dropped.

    Raises RuleError E_MISSING (``on`` of a game, where *as_of* is given), E_UNKNOWN or E_DUPLICATE
    (``withdrawals``), E_INCONSISTENT (a game played after its player withdrew), and what
    :func:`check_league` raises.  Source: house rules of the issue of leagues.
    """
    known = list(games)
    check_league(players, known, rules=rules)
    _check_withdrawals(players, known, withdrawals)
    if as_of is not None:
        check_date(as_of, "as_of")
        known = [game for game in known if check_date(game.on, "on") <= as_of]
        withdrawals = [one for one in withdrawals if one.on <= as_of]
    left = _left(players, known, withdrawals, rules)
    struck = {one.player for one in left if one.annulled}
    standing = [player for player in players if player.id not in struck]
    counted = [game for game in known if not struck & game.pair]
    forfeits, still_open = _open_pairings(standing, counted, left, rules)
    return Settled(
        players=tuple(standing),
        games=(*counted, *forfeits),
        forfeits=tuple(forfeits),
        annulled=tuple(game for game in known if struck & game.pair),
        open=tuple(still_open),
        left=tuple(left),
    )


def _check_withdrawals(
    players: Sequence[Player], games: Iterable[LeagueGame], withdrawals: Sequence[Withdrawal]
) -> None:
    ids = {player.id for player in players}
    day: dict[PlayerId, date] = {}
    for one in withdrawals:
        check_date(one.on, "withdrawals")
        if one.player not in ids:
            raise RuleError(Code.UNKNOWN, field="withdrawals", value=one.player)
        if one.player in day:
            raise RuleError(Code.DUPLICATE, field="withdrawals", value=one.player)
        day[one.player] = one.on
    for game in games:
        for player in (game.a, game.b):
            played = game.on is not None and game.ending not in UNPLAYED
            if played and player in day and check_date(game.on, "on") > day[player]:
                raise RuleError(
                    Code.INCONSISTENT,
                    field="on",
                    value=game.on,
                    accepted=AcceptedRange(None, day[player]),
                    reason="official.after_withdrawal",
                )


def _left(
    players: Sequence[Player],
    games: Iterable[LeagueGame],
    withdrawals: Iterable[Withdrawal],
    rules: Rules,
) -> list[Left]:
    scheduled = rules.meetings * (len(players) - 1)
    played: Counter[PlayerId] = Counter()
    for game in games:
        if game.ending not in UNPLAYED:
            played.update(game.pair)
    return [
        Left(
            player=one.player,
            on=one.on,
            played=played[one.player],
            scheduled=scheduled,
            annulled=rules.annul is Annul.ALWAYS
            or (rules.annul is Annul.BELOW_HALF and 2 * played[one.player] < scheduled),
        )
        for one in withdrawals
    ]


def _open_pairings(
    standing: Sequence[Player], counted: Iterable[LeagueGame], left: Iterable[Left], rules: Rules
) -> tuple[list[LeagueGame], list[Pairing]]:
    """Part what was not played into forfeits to the opponents and pairings still to play."""
    gone = {one.player: one.on for one in left}
    met = Counter(game.pair for game in counted)
    forfeits: list[LeagueGame] = []
    still_open: list[Pairing] = []
    for a, b in combinations((player.id for player in standing), 2):
        missing = rules.meetings - met[frozenset((a, b))]
        if a not in gone and b not in gone:
            still_open += [(a, b)] * missing
        elif rules.rest is Rest.FORFEITED and not (a in gone and b in gone):
            winner, loser = (b, a) if a in gone else (a, b)
            forfeits += [LeagueGame(a, b, winner, Ending.FORFEIT, on=gone[loser])] * missing
    return forfeits, still_open
