"""One game before it moves anything: which rules keep it from being rated, and what it nets."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from ratings.igs.conditions import EVEN_KOMI2, GAP24, HALF24, MOST_DIFFERENCE2, RANK24, rank24_text
from ratings.igs.ladder import BC, LADDER, LEVELS2
from ratings.igs.state import NEWCOMER_GAMES, IgsState
from ratings.system import Ending, Inputs, Outcome, RatedGame

_FULL_BOARD = 19
# By name: reaching a member through its class costs more than the comparison it serves.
_JIGO = Outcome.JIGO
_WINNER: dict[Outcome | None, str] = {Outcome.BLACK: "B", Outcome.WHITE: "W"}


class NotRated(StrEnum):
    """Why a game is not rated for a player; reason codes, not errors.

    In this order: the first that holds is the code of the step.  The first eleven are the game's
    and hold for both players; the rest depend on who looks at it.
    """

    NO_RESULT = "no_result"
    COMPUTER = "computer"
    PAIR = "pair"
    GUEST = "guest"
    PRO = "pro"
    BOARD_SIZE = "board_size"
    FREE_ROOM = "free_room"
    NO_SHOW = "no_show"
    LEFT = "left"
    JIGO = "jigo"
    CALLED = "called"
    BC = "bc"
    PROVISIONAL = "provisional"
    NO_STANDARD = "no_standard"
    GAP = "gap"
    AWAITING_OFFICE = "awaiting_office"


#: The reasons as plain text.
TEXT: Final = {reason: reason.value for reason in NotRated}

#: Not greeting, and leaving or playing no first stone: the two cases of a lost minute (S0-24).
NO_SHOWS: Final = frozenset({NotRated.NO_SHOW, NotRated.LEFT})

#: The rules behind each reason, that of its words first.
RULES_OF: Final[dict[NotRated, tuple[str, ...]]] = {
    NotRated.NO_RESULT: ("S0-23",),
    NotRated.GUEST: ("H-guest",),
    NotRated.COMPUTER: ("S0-11",),
    NotRated.PAIR: ("S0-12",),
    NotRated.PRO: ("S0-8",),
    NotRated.BOARD_SIZE: ("S0-6",),
    NotRated.FREE_ROOM: ("S0-11",),
    NotRated.NO_SHOW: ("S0-13", "S0-24"),
    NotRated.LEFT: ("S0-13", "S0-24"),
    NotRated.JIGO: ("S0-23",),
    NotRated.CALLED: ("S4-15",),
    NotRated.BC: ("S0-9",),
    NotRated.PROVISIONAL: ("S0-9",),
    NotRated.NO_STANDARD: ("S0-14",),
    NotRated.GAP: ("S0-10",),
    NotRated.AWAITING_OFFICE: ("S0-29",),
}


class Facts(Struct, frozen=True, gc=False):
    """What both players see of one game.

    ``blockers`` the game's own reasons not to be rated, in order.  ``winner`` "B", "W" or None.
    ``net24`` the net difference, positive when White remains the stronger; None where a side
    has no level, and on small boards, for which conditions have no value (S0-6, S0-15).
    ``apart`` the reasons that lie between two certified players (S0-10, S0-14).  ``among`` all
    reasons of a game between two of them, None where a side is none; ``place`` that of the game in
    the table, if it is rated.  ``black`` and ``white`` the players before the game, None for a
    guest.  ``interpolate`` as in the house rules.
    """

    game: RatedGame
    blockers: tuple[NotRated, ...]
    winner: str | None
    net24: int | None
    apart: tuple[NotRated, ...]
    among: tuple[NotRated, ...] | None
    place: int
    black: IgsState | None
    white: IgsState | None
    interpolate: bool

    def inputs(self, colour: str, reasons: tuple[NotRated, ...]) -> Inputs:
        """The inputs that every player has, here that of *colour*, "B" or "W", whose game is not
        rated for *reasons*; what is not known from the game and from before it is empty."""
        game, net24 = self.game, self.net24
        if colour == "B":
            state, own, opponent = self.black, _shown(self.black), _shown(self.white)
        else:
            state, own, opponent = self.white, _shown(self.white), _shown(self.black)
        assert state is not None  # a guest is told nothing
        rank, level2 = own
        difference2 = net = used = side = None
        if net24 is not None:
            assert level2 is not None
            assert opponent[1] is not None
            towards_white = 1 if colour == "W" else -1
            difference2 = towards_white * (level2 - opponent[1])
            size = abs(net24)
            net = rank24_text(net24)
            used = rank24_text(size if self.interpolate else size - size % HALF24)
            side = "even"
            if net24:
                side = "stronger" if (net24 > 0) == (colour == "W") else "weaker"
        return {
            "result": result_of(self, colour),
            "colour": colour,
            "board": game.board,
            "stones": game.handicap,
            "komi2": game.komi2,
            "value": rank24_text(_value24(game)),
            "difference2": difference2,
            "net": net,
            "net_used": used,
            "interpolated": self.interpolate,
            "own_rank": rank,
            "own_level2": level2,
            "opponent_rank": opponent[0],
            "opponent_level2": opponent[1],
            "side": side,
            "not_rated": TEXT[reasons[0]] if reasons else None,
            "reasons": " ".join(reasons),
            "rated": state.rated,
            "recent": state.recent,
            "points_before": state.points,
            "points_after": state.points,
            "rank_before": rank,
            "rank_after": rank,
            "rank_code": None,
        }


_NOBODY: Final = (None, None)
_NO_STANDARD: Final = (NotRated.NO_STANDARD,)
_GAP: Final = (NotRated.GAP,)
_TOO_FAR: Final = _NO_STANDARD + _GAP


def _value24(game: RatedGame) -> int:
    """The value of the conditions (S0-15)."""
    stones = game.handicap
    return EVEN_KOMI2 - game.komi2 + (RANK24 * (stones - 1) if stones else 0)


def _shown(state: IgsState | None) -> tuple[str | None, int | None]:
    """Rank in letters and doubled level."""
    if state is None:
        return _NOBODY
    rank = state.rank
    if rank < 0 or state.provisional or state.pro:
        return state.rank_text, state.level2
    return LADDER[rank], LEVELS2[rank]


def facts_of(
    game: RatedGame,
    black: IgsState | None,
    white: IgsState | None,
    interpolate: bool,
    *,
    plain: bool,
) -> Facts:
    """Return the facts of a checked *game* (S0-6 … S0-18); a state is None for a guest.

    *plain* what :func:`~ratings.system.check_game` said of it.
    """
    winner = _WINNER.get(game.outcome)
    if black is None or white is None:
        blockers = _blockers(game, any(state is not None and state.pro for state in (black, white)))
        return Facts(game, blockers, winner, None, (), None, 0, black, white, interpolate)
    pro = black.pro or white.pro
    # Most games have nothing against them; the list of what could be is made for the others.
    blockers = () if plain and not pro else _blockers(game, pro)
    if pro or black.rank == BC or white.rank == BC:
        return Facts(game, blockers, winner, None, (), None, 0, black, white, interpolate)
    apart: tuple[NotRated, ...] = ()
    difference, place = None, 0
    if game.board == _FULL_BOARD:
        difference2 = LEVELS2[white.rank] - LEVELS2[black.rank]
        value = _value24(game)
        difference = HALF24 * difference2 - value
        apart = _apart(difference2, difference)
        place = 4 * difference + 2 * (winner == "W") + (not game.handicap and not value)
    among = None if black.provisional or white.provisional else blockers + apart
    return Facts(game, blockers, winner, difference, apart, among, place, black, white, interpolate)


def _apart(difference2: int, net24: int) -> tuple[NotRated, ...]:
    """The reasons that lie between the ranks of two certified players, in order."""
    if -GAP24 < net24 < GAP24:
        return () if abs(difference2) <= MOST_DIFFERENCE2 else _NO_STANDARD
    return _GAP if abs(difference2) <= MOST_DIFFERENCE2 else _TOO_FAR


def _blockers(game: RatedGame, pro: bool) -> tuple[NotRated, ...]:
    """The game's own reasons, in the order of :class:`NotRated`; *pro* a professional plays."""
    called = game.ending is Ending.CALLED
    asked = (
        (game.outcome is Outcome.NO_RESULT, NotRated.NO_RESULT),
        (game.computer, NotRated.COMPUTER),
        (game.pair, NotRated.PAIR),
        (game.black_guest or game.white_guest, NotRated.GUEST),
        (pro, NotRated.PRO),
        (game.board != _FULL_BOARD, NotRated.BOARD_SIZE),
        (game.black_free or game.white_free, NotRated.FREE_ROOM),
        (game.ending is Ending.FORFEIT, NotRated.NO_SHOW),
        (game.ending is Ending.LEFT, NotRated.LEFT),
        (game.outcome is Outcome.JIGO and not called, NotRated.JIGO),
        (called, NotRated.CALLED),
    )
    return tuple([reason for holds, reason in asked if holds])


def reasons_for(facts: Facts, own: IgsState, opponent: IgsState | None) -> tuple[NotRated, ...]:
    """Return all reasons why the game is not rated for *own*, in order; none when it is.

    The newcomer's own count (S0-27) asks only that the opponent is certified: S0-29 caps the net
    difference itself, so no gap keeps a game from it.  Whoever is in BC counts wins against
    anybody (S0-26b).
    """
    if opponent is None or own.pro or own.rank == BC:
        return facts.blockers
    reasons: list[NotRated] = []
    if opponent.rank == BC:
        reasons.append(NotRated.BC)
    elif opponent.provisional:
        reasons.append(NotRated.PROVISIONAL)
    if own.provisional:
        if own.games >= NEWCOMER_GAMES:
            reasons.append(NotRated.AWAITING_OFFICE)
    else:
        reasons += facts.apart
    return (*facts.blockers, *reasons) if reasons else facts.blockers


def rules_of(reason: NotRated, own: IgsState) -> tuple[str, ...]:
    """Return the rules behind a reason for the player of *own*, that of its words first.

    Whether an opponent is certified is S0-9's question for the certified, S0-27's for newcomers,
    whose own count it is; the fifty points of a no-show are a matter of those who have points.
    """
    if reason in NO_SHOWS and not own.certified:
        return _WITHOUT_POINTS
    if own.provisional and (reason is NotRated.BC or reason is NotRated.PROVISIONAL):
        return _OF_THE_COUNT
    if reason is NotRated.PRO and own.pro:
        return _OF_A_PRO
    return RULES_OF[reason]


_OF_THE_COUNT: Final = ("S0-27",)
_OF_A_PRO: Final = ("S0-5",)
_WITHOUT_POINTS: Final = ("S0-13",)


def result_of(facts: Facts, colour: str) -> str:
    """Return W, L, J or N (no result) as the side of *colour*, "B" or "W", sees the game."""
    if facts.winner is not None:
        return "W" if facts.winner == colour else "L"
    return "J" if facts.game.outcome is _JIGO else "N"
