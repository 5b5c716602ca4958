"""The league's Elo (RULEBOOK 5.1, S4-1 … S4-8): floats, kept unrounded; the page rounds.

S4 was written for a game without handicap, so a house rule says which games of a Go club count:
see :class:`Feed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from ratings.errors import Code, RuleError
from ratings.system import (
    FORFEITS,
    Ending,
    Inputs,
    Outcome,
    RatedGame,
    Reason,
    Step,
    check_game,
    check_side,
    is_even,
)

_SCALE = 400.0
# Beyond this a power of ten leaves the floats; the chance is 0 or 1 to the last bit long before.
_LARGEST_POWER = 300.0
#: The first rating (S4-1), and the most that a game moves (S4-2).
START: Final = 1000.0
FACTOR: Final = 25.0


def chance_of(own: float, opponent: float) -> float:
    """Return the chance, 0 … 1, that a player rated *own* beats one rated *opponent* (S4-2).

    >>> round(chance_of(1200, 1000), 4)
    0.7597
    """
    power = (opponent - own) / _SCALE
    return float(1.0 / (1.0 + 10.0 ** (power if power < _LARGEST_POWER else _LARGEST_POWER)))


class Feed(StrEnum):
    """Which games count (H: S4 knows neither handicap nor small boards).

    LEAGUE: only games of events that count for a league, whatever the board and the handicap,
    which are the league's choice.  ALL: also even club games (H-even) on 19×19 that neither side
    wants unrated.  A game with a guest never counts: guests have no rating.
    """

    LEAGUE = "league"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class EloRules:
    """House rules in force on a day.

    ``feed`` which games count.  ``bonus`` for a national tournament; no amount is published, 0
    stands for "not set" (S4-7).  ``forfeits`` whether a game won by forfeit moves the rating
    (S4-6 H).
    """

    feed: Feed = Feed.ALL
    bonus: float = 0.0
    forfeits: bool = True


class EloState(Struct, frozen=True, gc=False):
    """A player between two facts: the rating, unrounded, and the counted games by result."""

    rating: float
    games: int
    wins: int
    losses: int
    draws: int

    def to_json(self) -> dict[str, object]:
        """Return a dict of JSON types, keyed by the names of the fields."""
        return asdict(self)


_FULL_BOARD = 19
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT, _LEAGUE = Outcome.NO_RESULT, Feed.LEAGUE


class EloNotCounted(StrEnum):
    """Why a game moves no rating; reason codes, not errors."""

    NO_RESULT = "no_result"
    COMPUTER = "computer"
    PAIR = "pair"
    GUEST = "guest"
    NOT_LEAGUE = "not_league"
    FREE_BOARD = "free_board"
    HANDICAP = "handicap"
    KOMI = "komi"
    FREE_FLAG = "free_flag"
    FORFEIT = "forfeit"


RULE_OF = {
    EloNotCounted.NO_RESULT: "H-elo-feed",
    EloNotCounted.COMPUTER: "H-kind",
    EloNotCounted.PAIR: "H-kind",
    EloNotCounted.GUEST: "H-guest",
    EloNotCounted.NOT_LEAGUE: "H-elo-feed",
    EloNotCounted.FREE_BOARD: "H-elo-feed",
    EloNotCounted.HANDICAP: "H-elo-feed",
    EloNotCounted.KOMI: "H-even",
    EloNotCounted.FREE_FLAG: "H-elo-feed",
    EloNotCounted.FORFEIT: "S4-6",
}


def why_not_counted(game: RatedGame, feed: Feed, *, forfeits: bool = True) -> EloNotCounted | None:
    """Return the first reason why *game* moves no rating, None when it counts.

    In this order: no result, a computer or pair go, a guest on either side; then, outside the
    league, the feed takes league games only, a small board, handicap stones, a komi that is not
    that of an even game (H-even), off the record by the will of either side.
    A loss on time counts, and a forfeit where *forfeits* says so (S4-6).
    """
    if game.outcome is _NO_RESULT:
        return EloNotCounted.NO_RESULT
    if game.computer:
        return EloNotCounted.COMPUTER
    if game.pair:
        return EloNotCounted.PAIR
    if game.black_guest or game.white_guest:
        return EloNotCounted.GUEST
    if not forfeits and game.ending in FORFEITS:
        return EloNotCounted.FORFEIT
    if game.league:
        return None
    if feed is _LEAGUE:
        return EloNotCounted.NOT_LEAGUE
    if game.board != _FULL_BOARD:
        return EloNotCounted.FREE_BOARD
    if game.handicap:
        return EloNotCounted.HANDICAP
    if not is_even(game):
        return EloNotCounted.KOMI
    if game.black_free or game.white_free:
        return EloNotCounted.FREE_FLAG
    return None


_NOT_COUNTED = {code: (code.value, (rule,)) for code, rule in RULE_OF.items()}
_PLAYED, _NOT_PLAYED_OUT = ("S4-2", "S4-8"), ("S4-2", "S4-6", "S4-8")
_CITED: dict[Ending, tuple[str, ...]] = {
    Ending.POINTS: _PLAYED,
    Ending.RESIGNATION: _PLAYED,
    Ending.TIME: _NOT_PLAYED_OUT,
    Ending.FORFEIT: _NOT_PLAYED_OUT,
    Ending.LEFT: _NOT_PLAYED_OUT,
    Ending.UNKNOWN: _PLAYED,
}
_DRAWN, _CALLED = ("S4-4",), ("S4-4", "S4-15")
_ENDING_TEXT = {ending: ending.value for ending in Ending}
_FEED_TEXT = {feed: feed.value for feed in Feed}
# The result as Black and as White see it.
_LETTERS: dict[Outcome | None, tuple[str, str]] = {
    Outcome.BLACK: ("W", "L"),
    Outcome.WHITE: ("L", "W"),
    Outcome.JIGO: ("J", "J"),
    Outcome.NO_RESULT: ("N", "N"),
}


class EloStepInputs(Struct, frozen=True, gc=False):
    """What a game tells of a player; :meth:`inputs` writes it out, which few steps are asked for.

    ``result`` W L J N for the player; ``opponent`` the other's rating, None for a guest;
    ``expected`` the chance, None where ``not_counted`` says why the game changed nothing.
    """

    game: RatedGame
    colour: str
    result: str
    before: EloState
    after: EloState
    opponent: float | None
    rules: EloRules
    expected: float | None = None
    not_counted: str | None = None

    def inputs(self) -> Inputs:
        """The inputs of the reason, by name."""
        game = self.game
        return {
            "result": self.result,
            "colour": self.colour,
            "rating_before": self.before.rating,
            "rating_after": self.after.rating,
            "opponent": self.opponent,
            "expected": self.expected,
            "k": FACTOR,
            "games": self.after.games,
            "feed": _FEED_TEXT[self.rules.feed],
            "league": game.league,
            "board": game.board,
            "handicap": game.handicap,
            "komi2": game.komi2,
            "ending": _ENDING_TEXT[game.ending],
            "not_counted": self.not_counted,
        }


def moved(
    game: RatedGame,
    colour: str,
    result: str,
    before: EloState,
    opponent: float,
    chance: float,
    delta: float,
    rules: EloRules,
) -> Step[EloState]:
    """The step of a counted game."""
    wins, losses, draws = before.wins, before.losses, before.draws
    if result == "W":
        wins += 1
        code, cited = "win", _CITED[game.ending]
    elif result == "L":
        losses += 1
        code, cited = "loss", _CITED[game.ending]
    else:
        draws += 1
        code, cited = "draw", _CALLED if game.ending is Ending.CALLED else _DRAWN
    after = EloState(
        rating=before.rating + delta,
        games=before.games + 1,
        wins=wins,
        losses=losses,
        draws=draws,
    )
    step_inputs = EloStepInputs(
        game=game,
        colour=colour,
        result=result,
        before=before,
        after=after,
        opponent=opponent,
        rules=rules,
        expected=chance,
    )
    return Step(after, delta, Reason("elo", code, cited, step_inputs))


def unmoved(
    game: RatedGame,
    colour: str,
    before: EloState | None,
    opponent: EloState | None,
    rules: EloRules,
    not_counted: EloNotCounted | None,
) -> Step[EloState] | None:
    """The step of a game that does not count, None for a guest."""
    if before is None or not_counted is None:
        return None
    value, cited = _NOT_COUNTED[not_counted]
    first, second = _LETTERS[game.outcome]
    step_inputs = EloStepInputs(
        game=game,
        colour=colour,
        result=first if colour == "B" else second,
        before=before,
        after=before,
        opponent=None if opponent is None else opponent.rating,
        rules=rules,
        not_counted=value,
    )
    return Step(before, 0.0, Reason("elo", value, cited, step_inputs))


class EloDecision(StrEnum):
    """START when a member joins (S4-1); BONUS by the office for a national tournament (S4-7)."""

    START = "start"
    BONUS = "bonus"


# By name: reaching a member through its class costs more than the comparison it serves.
_BLACK, _WHITE = Outcome.BLACK, Outcome.WHITE


class EloSystem:
    """Elo behind the common interface: each side's change needs the other's rating."""

    name: Final = "elo"
    depends_on_opponent: Final = True

    def step(
        self, game: RatedGame, black: EloState | None, white: EloState | None, rules: EloRules
    ) -> tuple[Step[EloState] | None, Step[EloState] | None]:
        """Rate one game: (Black's step, White's step), None for a guest (S4-2 … S4-6, S4-8).

        Both changes come from the ratings before the game; one is the other's negative, to the
        last bit.

        Raises what :func:`~ratings.system.check_game` raises; on field ``black`` or ``white``
        E_INCONSISTENT for a guest with a rating and E_STATE ``no_points_yet`` for a member
        without.
        """
        plain = check_game(game)
        not_counted = None
        if not (plain and game.league):
            not_counted = why_not_counted(game, rules.feed, forfeits=rules.forfeits)
        if black is None or white is None or not_counted is not None:
            check_side("black", black, guest=game.black_guest)
            check_side("white", white, guest=game.white_guest)
            return (
                unmoved(game, "B", black, white, rules, not_counted),
                unmoved(game, "W", white, black, rules, not_counted),
            )
        black_rating, white_rating = black.rating, white.rating
        black_chance, white_chance = (
            chance_of(black_rating, white_rating),
            chance_of(white_rating, black_rating),
        )
        outcome = game.outcome
        if outcome is _BLACK:
            gain = FACTOR * (1.0 - black_chance)
            return (
                moved(game, "B", "W", black, white_rating, black_chance, gain, rules),
                moved(game, "W", "L", white, black_rating, white_chance, -gain, rules),
            )
        if outcome is _WHITE:
            gain = FACTOR * (1.0 - white_chance)
            return (
                moved(game, "B", "L", black, white_rating, black_chance, -gain, rules),
                moved(game, "W", "W", white, black_rating, white_chance, gain, rules),
            )
        return (
            moved(game, "B", "J", black, white_rating, black_chance, 0.0, rules),
            moved(game, "W", "J", white, black_rating, white_chance, 0.0, rules),
        )

    def decide(
        self, state: EloState | None, decision: EloDecision, rules: EloRules
    ) -> Step[EloState] | None:
        """Return the step of a start or a bonus; None for a member who has already started.

        ``delta`` of a start counts from 0.  The bonus leaves its line also where it is 0, so that
        the ledger shows it as not set (S4-7).  Raises E_STATE for a bonus before the start.
        """
        starts = decision is EloDecision.START
        if starts:
            if state is not None:
                return None
            delta, after = START, EloState(START, 0, 0, 0, 0)
        else:
            if state is None:
                raise RuleError(Code.STATE, "kind", decision, reason="ratings.no_points_yet")
            delta, after = rules.bonus, replace(state, rating=state.rating + rules.bonus)
        inputs: Inputs = {
            "by_office": not starts,
            "rating_before": None if state is None else state.rating,
            "rating_after": after.rating,
            "bonus": None if starts else rules.bonus,
            "games": after.games,
        }
        reason = Reason("elo", decision.value, ("S4-1" if starts else "S4-7",), inputs)
        return Step(after, delta, reason)


#: The one instance; it holds nothing.
SYSTEM: Final = EloSystem()
