"""Who plays in the official league, what was played, and the league's settings, as rules see them.

Margins are kept in half points (3.5 is 7), as everywhere; a player is an integer or a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Protocol

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError

PlayerId = int | str

#: S1-20: a resignation and any margin from 20 points on count as 20.
CAP2 = 40
FEWEST_PLAYERS = 2
# The points of a 19×19 board and 400 for prisoners and komi.
_MOST_MARGIN2 = 2 * (361 + 400)


class LeagueEnding(StrEnum):
    """How a game ended.

    A forfeit was not played (S1-24); BOTH_FORFEIT: neither came, both lose (H).  A game without
    result (無勝負) is no game of the league: its pairing stays open.
    """

    POINTS = "points"
    RESIGNATION = "resign"
    TIME = "time"
    FORFEIT = "forfeit"
    BOTH_FORFEIT = "both_forfeit"
    JIGO = "jigo"


#: Games that stand in the order but were not played, and so move no points (S1-24).
UNPLAYED = frozenset({LeagueEnding.FORFEIT, LeagueEnding.BOTH_FORFEIT})
_WITHOUT_WINNER = frozenset({LeagueEnding.BOTH_FORFEIT, LeagueEnding.JIGO})


class Annul(StrEnum):
    """Whether the games of a player who withdraws are struck out (house rule).

    BELOW_HALF: all of them if fewer than half of the player's games were played, none otherwise.
    """

    BELOW_HALF = "below_half"
    ALWAYS = "always"
    NEVER = "never"


class Rest(StrEnum):
    """What becomes of the open pairings of a player who withdrew and whose games stand (H)."""

    FORFEITED = "forfeited"
    DROPPED = "dropped"


class LeagueRules(Protocol):
    """What a league may set for itself; a stored term is one.

    ``meetings`` how often each pair meets.  ``forfeit_margin2`` the margin of a forfeit in half
    points (S1-24 H).  ``time_losses`` whether games can be lost on time: S1-19 says no, and where
    they can, it counts as a resignation.  ``annul`` and ``rest`` govern withdrawals and hold the
    values of :class:`Annul` and :class:`Rest`.
    """

    meetings: int
    forfeit_margin2: int
    time_losses: bool
    annul: str
    rest: str


class LeaguePlayer(Protocol):
    """Somebody who signed up; a stored entry is one.

    ``points`` at the league's start (S1-23), none before.  ``withdrawn_on`` the day on which they
    left, if they did.
    """

    @property
    def id(self) -> PlayerId: ...
    @property
    def points(self) -> int | None: ...
    @property
    def withdrawn_on(self) -> date | None: ...


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """One game of the league between *a* and *b*; which is named first means nothing.

    ``winner`` None for a jigo and for a forfeit of both.  ``margin2`` the winner's margin after
    komi in half points, uncapped, for a win by points only (S1-21).  ``on`` the day played, asked
    for only where a table as of a day is wanted.
    """

    a: PlayerId
    b: PlayerId
    winner: PlayerId | None
    ending: LeagueEnding
    margin2: int | None = None
    on: date | None = None

    @property
    def pair(self) -> frozenset[PlayerId]:
        """The two players, in no order."""
        return frozenset((self.a, self.b))


def check_league(
    players: Sequence[LeaguePlayer], games: Iterable[LeagueGame], *, rules: LeagueRules
) -> None:
    """Refuse players and games that make no league (RULEBOOK 2.6, section 0).

    Raises RuleError: E_RANGE (fewer than two players; a margin outside 0.5 … 761 points),
    E_DUPLICATE (a player or a pairing too often), E_UNKNOWN (a game of somebody else),
    E_SAME_PLAYER, E_MISSING (winner or margin), E_INCONSISTENT (winner not one of the two; winner
    of a jigo; margin without a win by points).
    """
    if len(players) < FEWEST_PLAYERS:
        raise RuleError(Code.RANGE, "players", len(players), AcceptedRange(FEWEST_PLAYERS, None))
    ids: set[PlayerId] = set()
    for player in players:
        if player.id in ids:
            raise RuleError(Code.DUPLICATE, "players", player.id)
        ids.add(player.id)
    met: Counter[frozenset[PlayerId]] = Counter()
    for game in games:
        check_game(game, ids)
        met[game.pair] += 1
        if met[game.pair] > rules.meetings:
            raise RuleError(
                Code.DUPLICATE,
                "games",
                (game.a, game.b),
                AcceptedWords("%(meetings)s a pair", meetings=rules.meetings),
            )


def check_game(game: LeagueGame, ids: Container[PlayerId]) -> None:
    """Refuse one game that a league of the players *ids* could not have; see check_league."""
    for side, player in (("a", game.a), ("b", game.b)):
        if player not in ids:
            raise RuleError(Code.UNKNOWN, side, player)
    if game.a == game.b:
        raise RuleError(Code.SAME_PLAYER, "b", game.b)
    _check_winner(game)
    if game.ending is LeagueEnding.POINTS:
        whole_number(game.margin2, field="margin2", low=1, high=_MOST_MARGIN2)
    elif game.margin2 is not None:
        raise RuleError(
            Code.INCONSISTENT, "margin2", game.margin2, reason="ratings.margin_without_points"
        )


def check_ending(ending: str, rules: LeagueRules) -> None:
    """Refuse a new result that was lost on time, unless the league allows it (S1-19).

    A stored game may end so all the same: an organiser's correction must not stop the table.
    """
    if ending == LeagueEnding.TIME and not rules.time_losses:
        raise RuleError(Code.INCONSISTENT, "ending", ending, reason="official.time_loss")


def _check_winner(game: LeagueGame) -> None:
    if game.ending in _WITHOUT_WINNER:
        if game.winner is not None:
            raise RuleError(Code.INCONSISTENT, "winner", game.winner, reason="official.nobody_won")
    elif game.winner is None:
        raise RuleError(Code.MISSING, "winner")
    elif game.winner not in (game.a, game.b):
        raise RuleError(Code.INCONSISTENT, "winner", game.winner, reason="official.other_winner")
