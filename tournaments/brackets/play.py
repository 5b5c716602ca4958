"""A bracket as its games leave it: who meets whom next, who won, who came how far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from ratings.errors import Code, RuleError
from tournaments.brackets.settings import BracketSettings
from tournaments.brackets.tree import BracketMatch, BracketOrigin, BracketStage, build


class KnockoutGame(Protocol):
    """A game of a round as a bracket reads it: ``winner`` None for a draw or without a result.

    ``nobody_won``: both lost; ``by_default``: decided without play.
    """

    @property
    def white(self) -> int: ...
    @property
    def black(self) -> int: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def nobody_won(self) -> bool: ...
    @property
    def by_default(self) -> bool: ...


@dataclass(slots=True)
class PlayedMatch:
    """A match and what is known of it.

    ``players``: None while somebody is still to come, an empty place (a bye, or where both lost)
    is 0.  ``wins``: of the two; ``rounds``: in which they played, from 1.  ``winner``, ``loser``: 0
    for nobody.  ``decided``: whether nothing more is played in it.
    """

    match: BracketMatch
    players: tuple[int, int] | None = None
    wins: list[int] = field(default_factory=lambda: [0, 0])
    rounds: list[int] = field(default_factory=list)
    decided: bool = False
    winner: int = 0
    loser: int = 0

    @property
    def needed(self) -> int:
        """The fewest games that still decide it."""
        return self.match.best_of // 2 + 1 - max(self.wins)

    @property
    def possible(self) -> int:
        """The most games that may still be played in it, draws not counted."""
        return self.match.best_of - sum(self.wins)

    @property
    def open(self) -> bool:
        """Whether two players are here to play it."""
        return self.players is not None and not self.decided

    @property
    def walkover(self) -> bool:
        """Whether one of two places was empty, so that the other went on without a game."""
        return self.decided and self.players is not None and 0 in self.players

    def decide(self, winner: int) -> None:
        """End the match; *winner* 0: both are out."""
        assert self.players is not None
        self.decided, self.winner = True, winner
        if winner:
            self.loser = self.players[self.players[0] == winner]

    def add(self, game: KnockoutGame, number: int, gone: Mapping[int, int]) -> None:
        """Add a game of a round (from 1)."""
        assert self.players is not None
        self.rounds.append(number)
        if game.nobody_won:
            self.decide(0)
        elif game.winner is not None:
            side = self.players.index(game.winner)
            self.wins[side] += 1
            loser = self.players[1 - side]
            left = game.by_default and gone.get(loser, number + 1) <= number
            if self.needed <= 0 or left:
                self.decide(game.winner)


class PlayedBracket:
    """A bracket after some rounds; made by :func:`play`."""

    def __init__(self, seeds: Sequence[int], settings: BracketSettings) -> None:
        self.seeds = tuple(seeds)
        self.settings = settings
        self.matches = tuple(map(PlayedMatch, build(len(self.seeds), settings)))
        self.settle()

    def settle(self) -> None:
        """Bring players into the matches whose earlier ones are decided."""
        for played in self.matches:
            if played.players is None:
                self._fill(played)

    def _fill(self, played: PlayedMatch) -> None:
        match = played.match
        if match.stage is BracketStage.RESET:
            final = self.matches[match.first.match]
            if not final.decided:
                return
            assert final.players is not None
            again = final.winner and final.winner == final.players[1]
            played.players = final.players if again else (0, 0)
        else:
            first, second = self.coming(match)
            if first is None or second is None:
                return
            played.players = (first, second)
        if 0 in played.players:
            played.decided, played.winner = True, max(played.players)

    def coming(self, match: BracketMatch) -> tuple[int | None, int | None]:
        """Return who is known to come to a match: 0 for nobody, None while it is open."""
        return self._player(match.first), self._player(match.second)

    def _player(self, origin: BracketOrigin) -> int | None:
        """Who comes from there: 0 for nobody, None while it is open."""
        if origin.seed:
            return self.seeds[origin.seed - 1] if origin.seed <= len(self.seeds) else 0
        before = self.matches[origin.match]
        if not before.decided:
            return None
        return before.loser if origin.loser else before.winner

    @property
    def over(self) -> bool:
        """Whether everything is decided."""
        return all(played.decided for played in self.matches)

    @property
    def step(self) -> int:
        """The step that is played now; one after the last when it is over."""
        steps = (played.match.step for played in self.matches if not played.decided)
        return min(steps, default=max(played.match.step for played in self.matches) + 1)

    def to_play(self) -> tuple[PlayedMatch, ...]:
        """Return the matches that have a game in the next round, in the order of the bracket."""
        step = self.step
        return tuple(m for m in self.matches if m.open and m.match.step == step)

    @property
    def rounds_left(self) -> int:
        """The fewest rounds until it is over, without a second final that may not come."""
        return self._rounds(lambda played: played.needed)

    @property
    def most_rounds_left(self) -> int:
        """The most rounds until it is over, draws and a second final not counted."""
        return self._rounds(lambda played: played.possible)

    def _rounds(self, games: Callable[[PlayedMatch], int]) -> int:
        left: dict[int, int] = {}
        for played, sides in zip(self.matches, self._sides(), strict=True):
            if sides == 2 and not played.decided:
                step = played.match.step
                left[step] = max(left.get(step, 0), games(played))
        return sum(left.values())

    def _sides(self) -> list[int]:
        """Return how many players each match has or will have."""
        sides: list[int] = []
        for played in self.matches:
            match = played.match
            if played.players is not None:
                sides.append(sum(map(bool, played.players)))
            elif match.stage is BracketStage.RESET:
                sides.append(0)
            else:
                sides.append(self._comes(match.first, sides) + self._comes(match.second, sides))
        return sides

    def _comes(self, origin: BracketOrigin, sides: Sequence[int]) -> bool:
        player = self._player(origin)
        if player is not None:
            return player > 0
        return sides[origin.match] > origin.loser

    @cached_property
    def levels(self) -> dict[int, int]:
        """How far everybody came, as numbers that order them: the higher the further, by id.

        Twice the step in which somebody went out or plays next, one more after a win; the winner
        of all is a step further.
        """
        level = dict.fromkeys(self.seeds, 0)
        for played in self.matches:
            third = played.match.stage is BracketStage.THIRD
            for player in filter(None, played.players or ()):
                reached = 2 * (played.match.step - third) + (played.winner == player)
                level[player] = max(level[player], reached)
        if self.champion:
            level[self.champion] = 2 * self.step
        return level

    @property
    def champion(self) -> int:
        """The winner of it all; 0 while it is open, or where both lost the final."""
        last = (
            played
            for played in reversed(self.matches)
            if played.match.stage is not BracketStage.THIRD and played.players != (0, 0)
        )
        return next(last).winner if self.over else 0


def play(
    seeds: Sequence[int],
    settings: BracketSettings,
    rounds: Iterable[Iterable[KnockoutGame]] = (),
    gone: Mapping[int, int] | None = None,
) -> PlayedBracket:
    """Return the bracket of some players (ids above 0, in the order of their seeds) after rounds.

    A round holds a game of every match that is played at the time; others in it do not count.  A
    draw decides nothing and is played again.  ``gone``: the round (from 1) from which somebody
    plays no more; a forfeit of theirs then ends the match whatever its games.

    Raises RuleError E_RANGE for fewer than 2 or more than 256 players, E_DUPLICATE for one twice.

    >>> play([7, 8, 9], BracketSettings()).to_play()[0].players
    (9, 8)
    """
    twice = [player for player, times in Counter(seeds).items() if times > 1]
    if twice:
        raise RuleError(Code.DUPLICATE, "players", twice[0])
    bracket = PlayedBracket(seeds, settings)
    for number, games in enumerate(rounds, 1):
        by_pair = {frozenset((game.white, game.black)): game for game in games}
        for played in bracket.to_play():
            assert played.players is not None
            game = by_pair.get(frozenset(played.players))
            if game is not None:
                played.add(game, number, gone or {})
        bracket.settle()
    return bracket
