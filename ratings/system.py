"""What every rating system shares: a game, a step with its reason, and the interface itself.

PAA, IGS, Elo and EGF differ in their state and their house rules; a game and its checks
(RULEBOOK section 0 and 2.2) are the same for all.

A replay makes a game, and a step, a reason and an entry of every player in it.  They are msgspec's
frozen structs, which are made in a small part of the time of a frozen dataclass; no cycle can go
through them (``gc=False``).
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords
from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError
from ratings.halves import half_text

S = TypeVar("S")
T = TypeVar("T")
R_contra = TypeVar("R_contra", contravariant=True)

#: The numbers that went into a step; JSON-ready.  Floats only where the system itself has them.
Inputs = dict[str, int | float | str | bool | None]

_BOARDS = (19, 13, 9)  # most games first
_FULL_BOARD = 19
_MAX_HANDICAP = 9
#: The largest komi of a game that can be recorded, in half points.
MOST_KOMI2 = 2 * 361
#: H-even: the komi of an even game, in half points; it holds the usual komi of small boards too.
EVEN_KOMI2 = (11, 15)
# Above the points of the board, for margins that were stored when prisoners made room for more.
_MARGIN_ROOM = 400


class Outcome(StrEnum):
    """Who won.  NO_RESULT is a game without a result (無勝負), not an unfinished one."""

    BLACK = "B"
    WHITE = "W"
    JIGO = "J"
    NO_RESULT = "N"


class Ending(StrEnum):
    """How a game ended; UNKNOWN where nobody wrote down how it was won.

    FORFEIT the opponent did not appear; LEFT the opponent left, or played no first stone (S0-24).
    NONE for jigo and no result; CALLED for a draw because time was called (S4-15).
    """

    POINTS = "points"
    RESIGNATION = "resign"
    TIME = "time"
    FORFEIT = "forfeit"
    LEFT = "left"
    UNKNOWN = "unknown"
    CALLED = "called"
    NONE = ""


class RatedGame(Struct, frozen=True, gc=False):
    """One finished game as the rules see it; who played is not its business.

    ``board`` 19, 13 or 9.  ``handicap`` stones placed, 0 or 2 … 9 (0: Black simply moves first).
    ``komi2`` komi in half points, positive when Black gives, negative when White gives.
    ``outcome`` None when the winner was left empty, which :func:`check_game` refuses.
    ``margin2`` winning margin after komi in half points, for a win by points only.
    ``black_free``/``white_free`` that player wants the game off the record (S1-10).
    ``black_guest``/``white_guest`` that side is no member and has no points.
    ``league`` played in an event that counts for a league.  ``pair`` pair go; ``computer`` a side
    was no human (S0-11, S0-12).
    """

    board: int
    handicap: int
    komi2: int
    outcome: Outcome | None
    ending: Ending
    margin2: int | None
    black_free: bool = False
    white_free: bool = False
    black_guest: bool = False
    white_guest: bool = False
    league: bool = False
    pair: bool = False
    computer: bool = False


def is_even(game: RatedGame) -> bool:
    """Return whether a game is even: no stones, and a komi from 5.5 to 7.5 (H-even).

    >>> is_even(RatedGame(19, 0, 13, Outcome.BLACK, Ending.RESIGNATION, None))
    True
    >>> is_even(RatedGame(19, 0, 1, Outcome.BLACK, Ending.RESIGNATION, None))
    False
    """
    low, high = EVEN_KOMI2
    return not game.handicap and low <= game.komi2 <= high


_FLAGS = (
    "black_free",
    "white_free",
    "black_guest",
    "white_guest",
    "league",
    "pair",
    "computer",
)
_STONES = frozenset({0, *range(2, _MAX_HANDICAP + 1)})
_LEAST_KOMI2 = -MOST_KOMI2
# By name: reaching a member through its class costs more than all else in a check.
_BLACK, _WHITE, _JIGO = Outcome.BLACK, Outcome.WHITE, Outcome.JIGO
_BY_POINTS, _FORFEIT, _NO_ENDING = Ending.POINTS, Ending.FORFEIT, Ending.NONE
_CALLED, _LEFT = Ending.CALLED, Ending.LEFT
#: A game that was not played: the opponent did not appear, or left (S0-24).
FORFEITS = frozenset({Ending.FORFEIT, Ending.LEFT})


def check_game(game: RatedGame) -> bool:
    """Refuse a game that no system could rate (RULEBOOK 2.2 and section 0).

    Returns whether the game is a plain one, of which no system has more to ask than its handicap:
    won on 19×19, by points, resignation or on time, between two members, by hand, on the record.

    Checked in this order: types and ranges of the conditions, the winner, the ending, the margin.
    Fields are named ``board``, ``handicap``, ``komi``, ``winner``, ``ending``, ``margin`` and the
    flags.  A stored margin is at most the points of the board plus 400; one that is entered keeps
    to :func:`check_new_game`.

    Raises RuleError: E_MISSING (winner; ending of a decided game; margin of a win by points),
    E_TYPE, E_RANGE, E_INCONSISTENT (ending of an undecided game; margin without a win by points;
    margin and komi not both whole or both half: ``margin_parity``; jigo with half komi:
    ``jigo_needs_whole_komi``).  A game is drawn with any komi where time was called (S4-15).
    """
    # Every game of a replay passes here.  Plain conditions and results need no more than a look;
    # an exact type is asked for because 19.0 == 19 and True == 1.
    board, komi2, outcome, ending = game.board, game.komi2, game.outcome, game.ending
    plain = (
        type(board) is type(game.handicap) is type(komi2) is int
        and board in _BOARDS
        and game.handicap in _STONES
        and _LEAST_KOMI2 <= komi2 <= MOST_KOMI2
        and game.black_free is False
        and game.white_free is False
        and game.black_guest is False
        and game.white_guest is False
        and game.pair is False
        and game.computer is False
        and (game.league is False or game.league is True)
    )
    if not plain:
        _check_conditions(game)
    if not (
        (outcome is _BLACK or outcome is _WHITE)
        and type(ending) is Ending
        and ending is not _NO_ENDING
        and ending is not _CALLED
    ):
        _check_result(game)
        plain = False
    if ending is _BY_POINTS or game.margin2 is not None:
        _check_margin(game)
    played = ending is not _FORFEIT and ending is not _LEFT
    return plain and board == _FULL_BOARD and played


def check_new_game(game: RatedGame) -> None:
    """Refuse a game that cannot be entered: as :func:`check_game`, and a margin beyond its board.

    Nobody wins by more than the points of the board and the komi.  Games that were stored under a
    wider rule stay readable.
    """
    try:
        check_game(game)
    except RuleError as error:
        if error.field == "margin" and error.code == Code.RANGE and game.margin2 is not None:
            raise _margin_out_of_range(game.margin2, _most_margin2(game)) from error
        raise
    if game.margin2 is not None and game.margin2 > _most_margin2(game):
        raise _margin_out_of_range(game.margin2, _most_margin2(game))


def _most_margin2(game: RatedGame) -> int:
    return 2 * game.board * game.board + abs(game.komi2)


def _margin_out_of_range(margin2: int, most2: int) -> RuleError:
    accepted = AcceptedRange(Decimal("0.5"), Decimal(most2) / 2)
    return RuleError(Code.RANGE, "margin", half_text(margin2), accepted)


def check_side(side: str, state: object, *, guest: bool) -> None:
    """Refuse a member without a state and a guest with one: only a guest has no points."""
    if state is None and not guest:
        raise RuleError(Code.STATE, side, reason="ratings.no_points_yet")
    if state is not None and guest:
        raise RuleError(Code.INCONSISTENT, side, reason="ratings.guest_with_points")


def _check_conditions(game: RatedGame) -> None:
    board = whole_number(game.board, field="board")
    if board not in _BOARDS:
        raise RuleError(Code.RANGE, "board", board, AcceptedChoice(9, 13, 19))
    stones = whole_number(game.handicap, field="handicap")
    if stones not in _STONES:
        raise RuleError(Code.RANGE, "handicap", stones, AcceptedChoice(0, AcceptedRange(2, 9)))
    komi2 = whole_number(game.komi2, field="komi")
    if not _LEAST_KOMI2 <= komi2 <= MOST_KOMI2:
        accepted = AcceptedRange(Decimal(_LEAST_KOMI2) / 2, Decimal(MOST_KOMI2) / 2)
        raise RuleError(Code.RANGE, "komi", half_text(komi2), accepted)
    for name in _FLAGS:
        flag(getattr(game, name), field=name)


def _check_result(game: RatedGame) -> None:
    outcome, ending = game.outcome, game.ending
    if outcome is None:
        raise RuleError(Code.MISSING, "winner")
    if type(outcome) is not Outcome:
        raise RuleError(Code.TYPE, "winner", outcome, AcceptedWords("B, W, J, N"))
    decided = outcome is _BLACK or outcome is _WHITE
    if ending is None or (decided and ending == _NO_ENDING):
        raise RuleError(Code.MISSING, "ending", ending)
    if type(ending) is not Ending:
        accepted: str = AcceptedWords("points, resign, time, forfeit, left, unknown, called")
        raise RuleError(Code.TYPE, "ending", ending, accepted)
    if ending is _CALLED:
        if outcome is not _JIGO:
            accepted = "points, resign, time, forfeit, left, unknown" if decided else "none"
            reason = "ratings.called_is_a_draw"
            raise RuleError(Code.INCONSISTENT, "ending", ending, accepted, reason=reason)
        return
    if not decided and ending is not _NO_ENDING:
        raise RuleError(Code.INCONSISTENT, "ending", ending, reason="ratings.ending_without_winner")
    if not decided and outcome is _JIGO and game.komi2 % 2:
        raise RuleError(
            Code.INCONSISTENT, "winner", outcome, reason="ratings.jigo_needs_whole_komi"
        )


def _check_margin(game: RatedGame) -> None:
    margin2 = game.margin2
    if game.ending is not _BY_POINTS:
        if margin2 is not None:
            value = half_text(margin2) if type(margin2) is int else margin2
            raise RuleError(
                Code.INCONSISTENT, "margin", value, reason="ratings.margin_without_points"
            )
        return
    if type(margin2) is not int:
        margin2 = whole_number(margin2, field="margin")
    limit2 = 2 * (game.board * game.board + _MARGIN_ROOM)
    if not 0 < margin2 <= limit2:
        raise _margin_out_of_range(margin2, limit2)
    # The board alone gives a whole margin, so the half point can only come from the komi.
    if margin2 % 2 != game.komi2 % 2:
        accepted = "a half margin" if game.komi2 % 2 else "a whole margin"
        reason = "ratings.margin_parity"
        raise RuleError(Code.INCONSISTENT, "margin", half_text(margin2), accepted, reason=reason)


class StepInputs(Protocol):
    """What went into a step, not yet written out."""

    def inputs(self) -> Inputs:
        """The numbers by name; a dict of the caller's own."""
        ...


class Reason(Struct, frozen=True, gc=False, eq=False):
    """Why a step came out as it did, so that a page can say it in any language.

    ``system`` its name; ``code`` one word; ``rules`` ids of RULEBOOK.md that applied, "H-…" for a
    house rule without a number; ``source`` the numbers, as a dict or as something of the system's
    own that is made faster and names them when they are asked for.  Equal reasons hash alike.
    """

    system: str
    code: str
    rules: tuple[str, ...]
    source: Inputs | StepInputs

    @property
    def inputs(self) -> Inputs:
        """The numbers that went in, by name; a dict of the caller's own."""
        return dict(self.source) if isinstance(self.source, dict) else self.source.inputs()

    def _facts(self) -> tuple[str, str, tuple[str, ...]]:
        return self.system, self.code, self.rules

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reason):
            return NotImplemented
        return self._facts() == other._facts() and self.inputs == other.inputs

    def __hash__(self) -> int:
        return hash(self._facts())

    def as_json(self) -> dict[str, object]:
        """Return a dict of JSON types, independent of this object."""
        return {
            "system": self.system,
            "code": self.code,
            "rules": list(self.rules),
            "inputs": self.inputs,
        }


class Step(Struct, Generic[S], frozen=True, gc=False):
    """What one fact made of one player: the new state, the change of points, the reason.

    ``delta`` an integer in systems of whole points (PAA, IGS), an unrounded float in Elo and EGF.
    """

    state: S
    delta: int | float
    reason: Reason


class System(Protocol[S, R_contra]):
    """A rating system over states S and house rules R.

    ``depends_on_opponent`` tells the ledger how far a correction spreads: False means that a
    player's states follow from that player's facts alone.
    """

    @property
    def name(self) -> str: ...

    @property
    def depends_on_opponent(self) -> bool: ...

    def step(
        self, game: RatedGame, black: S | None, white: S | None, rules: R_contra
    ) -> tuple[Step[S] | None, Step[S] | None]:
        """Rate one game: (Black's step, White's step).

        A side whose state is None gets no step: a guest, or (only where the system does not
        depend on the opponent) a member who is not followed.
        Raises RuleError where the game or the states contradict the rules.
        """
        ...

    def decide(self, state: S | None, decision: Any, rules: R_contra) -> Step[S] | None:
        """Apply a decision of the member or the office; ``state`` None for a newcomer.

        The kinds of decision are each system's own.  None when the decision is nothing to this
        system (a member who declares again has long started in Elo); no entry is made then.
        Raises RuleError where it is not allowed.
        """
        ...
