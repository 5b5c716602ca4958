"""The facts of a tournament up to a round, laid out by player, and the running scores.

Everything is kept doubled, as integers.  The lists are indexed by the position of the player in
:attr:`Table.players`; lists of lists by round first.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property
from itertools import accumulate

from ratings.accepted import AcceptedRange
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.field import Tournament, TournamentRound

#: Index of "no opponent": the last place of a padded list.
NOBODY = -1

_EMPTY = TournamentRound()


class RoundPresence(IntEnum):
    """What a player did in a round (PAIRING.md, "Scores after round r")."""

    PAIRED = 0
    BYE = 1
    ABSENT = 2
    UNEXCUSED = 3
    NOT_ASSIGNED = 4


class ScoreTable:
    """A tournament seen after round *last* (0-based; −1 before the first).

    ``opponents[k][i]``: index of the opponent of player *i* in round *k*, or NOBODY;
    ``stones2[k][i]``: doubled stones given (negative as Black); ``earned2[k][i]``: doubled points
    of the game; ``played[k][i]``: whether there was a really played one; ``presence[k][i]``.

    A planned round that is not paired yet counts as a round without games.  Raises RuleError
    E_STATE beyond the planned rounds, E_TYPE and E_RANGE for what is no round.
    """

    def __init__(self, tournament: Tournament, last: int) -> None:
        whole_number(last, field="round", low=-1)
        planned = tournament.system.rounds
        if last >= planned:
            raise RuleError(Code.STATE, "round", last + 1, AcceptedRange(0, planned))
        self.settings = tournament.system
        self.players = tournament.players
        self.rounds = tournament.rounds[: last + 1]
        self.size = len(self.players)
        self.last = last
        self.index = {player.id: place for place, player in enumerate(self.players)}
        self.start2 = [
            self.settings.start2(player.rank, player.correction) for player in self.players
        ]
        self.opponents: list[list[int]] = []
        self.stones2: list[list[int]] = []
        self.earned2: list[list[int]] = []
        self.played: list[list[bool]] = []
        self.presence: list[list[RoundPresence]] = []
        for number in range(last + 1):
            paired = number < len(tournament.rounds)
            self._lay_out(number, tournament.rounds[number] if paired else _EMPTY)

    def _lay_out(self, number: int, tournament_round: TournamentRound) -> None:
        opponents, stones2, earned2 = [NOBODY] * self.size, [0] * self.size, [0] * self.size
        played = [False] * self.size
        presence = [
            RoundPresence.UNEXCUSED
            if number in player.unexcused
            else RoundPresence.ABSENT
            if number in player.absent
            else RoundPresence.NOT_ASSIGNED
            for player in self.players
        ]
        for game in tournament_round.games:
            white, black = self.index[game.white], self.index[game.black]
            opponents[white], opponents[black] = black, white
            stones2[white], stones2[black] = 2 * game.handicap, -2 * game.handicap
            earned2[white], earned2[black] = game.result.white2, game.result.black2
            played[white] = played[black] = game.played
            presence[white] = presence[black] = RoundPresence.PAIRED
        if tournament_round.bye is not None:
            presence[self.index[tournament_round.bye]] = RoundPresence.BYE
        self.opponents.append(opponents)
        self.stones2.append(stones2)
        self.earned2.append(earned2)
        self.played.append(played)
        self.presence.append(presence)

    # Running scores: one list per round, after that round.

    @cached_property
    def nbw_after(self) -> list[list[int]]:
        """Doubled NBW of every player after every round."""
        free = self._free_points(self.settings.nbw_absent2, self.settings.nbw_bye2)
        return [_sum(games, extra) for games, extra in zip(self._games_after, free, strict=True)]

    @cached_property
    def mms_after(self) -> list[list[int]]:
        """Doubled MMS of every player after every round."""
        free = self._free_points(self.settings.mms_absent2, self.settings.mms_bye2)
        return [
            _sum(self.start2, _sum(games, extra))
            for games, extra in zip(self._games_after, free, strict=True)
        ]

    @cached_property
    def cup_after(self) -> list[list[int]]:
        """Doubled CPS after every round: a win outweighs all wins of later rounds."""
        free = self._free_points(self.settings.nbw_absent2, self.settings.nbw_bye2)
        weighed = accumulate(self.earned2, _double_and_add)
        return [_sum(games, extra) for games, extra in zip(weighed, free, strict=True)]

    @cached_property
    def nbw(self) -> list[int]:
        """Doubled NBW after the last round."""
        return self.nbw_after[-1] if self.nbw_after else [0] * self.size

    @cached_property
    def mms(self) -> list[int]:
        """Doubled MMS after the last round."""
        return self.mms_after[-1] if self.mms_after else self.start2

    @cached_property
    def nbw_virtual(self) -> list[int]:
        """Doubled points of really played games, and half a point for every other round."""
        total = [0] * self.size
        for earned2, played in zip(self.earned2, self.played, strict=True):
            total = [
                so_far + (points if real else 1)
                for so_far, points, real in zip(total, earned2, played, strict=True)
            ]
        return total

    @cached_property
    def mms_virtual(self) -> list[int]:
        """The starting score and :attr:`nbw_virtual`."""
        return _sum(self.start2, self.nbw_virtual)

    @cached_property
    def _games_after(self) -> list[list[int]]:
        return list(accumulate(self.earned2, _sum))

    def _free_points(self, absent2: int, bye2: int) -> list[list[int]]:
        """Points without a game up to every round; their sum, and only it, is rounded down."""
        worth = {
            RoundPresence.PAIRED: 0,
            RoundPresence.NOT_ASSIGNED: 0,
            RoundPresence.BYE: bye2,
            RoundPresence.ABSENT: absent2,
            RoundPresence.UNEXCUSED: self.settings.unexcused2,
        }
        sums = accumulate(
            ([worth[seat] for seat in presence] for presence in self.presence),
            _sum,
        )
        if not self.settings.round_down:
            return list(sums)
        return [[total - total % 2 for total in row] for row in sums]

    # What each round adds to the sums over opponents.

    @cached_property
    def sosw_terms(self) -> list[list[int]]:
        """Doubled NBW of the opponent of every round; 0 without one."""
        padded = [*(self.nbw_virtual if self.settings.virtual else self.nbw), 0]
        return [[padded[opponent] for opponent in row] for row in self.opponents]

    @cached_property
    def sosm_terms(self) -> list[list[int]]:
        """Doubled MMS of the opponent, stones added (White) or taken off (Black); S2-13.

        A round without an opponent has the player's own start (S2-12).
        """
        return self.adjusted_terms(self.mms_virtual if self.settings.virtual else self.mms)

    def adjusted_terms(self, scores: list[int]) -> list[list[int]]:
        """Return what *scores* of the opponents add per round, as :attr:`sosm_terms` has it."""
        padded = [*scores, 0]
        return [
            [
                start if opponent < 0 else padded[opponent] + stones
                for opponent, stones, start in zip(row, stones2, self.start2, strict=True)
            ]
            for row, stones2 in zip(self.opponents, self.stones2, strict=True)
        ]

    @cached_property
    def sosw(self) -> list[int]:
        """Doubled SOSW."""
        return self.total(self.sosw_terms)

    @cached_property
    def sosm(self) -> list[int]:
        """Doubled SOSM."""
        return self.total(self.sosm_terms)

    def total(self, terms: list[list[int]]) -> list[int]:
        """Return the sum over the rounds, per player."""
        return [sum(column) for column in zip(*terms, strict=True)] if terms else [0] * self.size


def _sum(left: list[int], right: list[int]) -> list[int]:
    return [a + b for a, b in zip(left, right, strict=True)]


def _double_and_add(left: list[int], right: list[int]) -> list[int]:
    return [2 * a + b for a, b in zip(left, right, strict=True)]
