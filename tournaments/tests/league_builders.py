"""What the tests of the leagues share: the worked league of RULEBOOK 2.6, and refusals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from tournaments.official import withdrawals as settling
from tournaments.official.facts import Annul, LeagueEnding, LeagueGame, PlayerId, Rest
from tournaments.official.standing import DivisionRow, table_of
from tournaments.official.withdrawals import Settled


@dataclass(frozen=True)
class Player:
    """What the site has in an entry."""

    id: PlayerId
    points: int
    born: date | None = field(default=None, repr=False)
    willing: bool = False
    withdrawn_on: date | None = None


@dataclass
class Rules:
    """What the site has in a term; the rules as published, with the house's readings."""

    meetings: int = 1
    forfeit_margin2: int = 40
    time_losses: bool = False
    annul: str = Annul.BELOW_HALF
    rest: str = Rest.FORFEITED


STANDARD = Rules()


@dataclass(frozen=True)
class Season:
    """What the site has in a season of a season league."""

    first: date
    last: date


#: S4-21: the seasons of the league of 2017, whose regulation is the source.
ILUZJI = Season(date(2017, 1, 12), date(2017, 4, 30))
UROKU = Season(date(2017, 5, 5), date(2017, 8, 30))
NATURY = Season(date(2017, 9, 1), date(2017, 12, 31))
SEASONS = (ILUZJI, UROKU, NATURY)


class Withdrawal(NamedTuple):
    player: PlayerId
    on: date


def settle(
    players: Sequence[Player],
    games: Iterable[LeagueGame],
    *,
    withdrawals: Sequence[Withdrawal] = (),
    rules: Rules = STANDARD,
) -> Settled:
    return settling.settle(withdrawn(players, withdrawals), games, rules=rules)


def table(
    players: Sequence[Player],
    games: Iterable[LeagueGame],
    *,
    withdrawals: Sequence[Withdrawal] = (),
    rules: Rules = STANDARD,
) -> tuple[DivisionRow, ...]:
    return table_of(settle(players, games, withdrawals=withdrawals, rules=rules), rules=rules)


def withdrawn(players: Sequence[Player], withdrawals: Sequence[Withdrawal]) -> list[Player]:
    days = dict(withdrawals)
    return [replace(player, withdrawn_on=days.get(player.id)) for player in players]


# RULEBOOK 2.6, "Own worked league"; margins in half points.
FOUR = [Player("K", 120), Player("L", 140), Player("M", 110), Player("N", 130)]
FOUR_GAMES = [
    LeagueGame("K", "L", "K", LeagueEnding.RESIGNATION),
    LeagueGame("K", "M", "K", LeagueEnding.POINTS, 7),
    LeagueGame("K", "N", "N", LeagueEnding.POINTS, 51),
    LeagueGame("L", "M", "L", LeagueEnding.POINTS, 1),
    LeagueGame("L", "N", "L", LeagueEnding.POINTS, 21),
    LeagueGame("M", "N", "N", LeagueEnding.FORFEIT),
]


def won(winner: str, loser: str, margin2: int | None = None, on: date | None = None) -> LeagueGame:
    """A win by *margin2* half points, by resignation without it."""
    ending = LeagueEnding.RESIGNATION if margin2 is None else LeagueEnding.POINTS
    return LeagueGame(winner, loser, winner, ending, margin2, on)


def jigo(a: str, b: str, on: date | None = None) -> LeagueGame:
    return LeagueGame(a, b, None, LeagueEnding.JIGO, None, on)


def players(**points: int) -> list[Player]:
    return [Player(name, number) for name, number in points.items()]
