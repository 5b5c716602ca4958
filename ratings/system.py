"""What every rating system shares: a game, a step with its reason, and the interface itself.

PAA, IGS, Elo and EGF differ in their state and their house rules; a game and its checks
(RULEBOOK section 0 and 2.2) are the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError
from ratings.halves import half_text, parse_half

__all__ = [
    "Ending",
    "Game",
    "Inputs",
    "Outcome",
    "Reason",
    "Step",
    "System",
    "check_game",
    "half_text",
    "parse_half",
]

S = TypeVar("S")
R_contra = TypeVar("R_contra", contravariant=True)

#: The numbers that went into a step; JSON-ready.
Inputs = dict[str, int | str | bool | None]

_BOARDS = (9, 13, 19)
_MAX_HANDICAP = 9
_MAX_KOMI2 = 2 * 361
# Above the points of the board: room for prisoners, of which Japanese counting knows no natural
# limit (a beginner on 9×9 can lose more stones than the board has points), and for the komi.
_MARGIN_ROOM = 400


class Outcome(StrEnum):
    """Who won.  NO_RESULT is a game without a result (無勝負), not an unfinished one."""

    BLACK = "B"
    WHITE = "W"
    JIGO = "J"
    NO_RESULT = "N"


class Ending(StrEnum):
    """How a decided game ended; NONE for jigo and no result."""

    POINTS = "points"
    RESIGNATION = "resign"
    TIME = "time"
    FORFEIT = "forfeit"
    NONE = ""


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game as the rules see it; who played is not its business.

    ``board`` 19, 13 or 9.  ``handicap`` stones placed, 0 or 2 … 9 (0: Black simply moves first).
    ``komi2`` komi in half points, positive when Black gives, negative when White gives.
    ``outcome`` None when the winner was left empty, which :func:`check_game` refuses.
    ``margin2`` winning margin after komi in half points, for a win by points only.
    ``black_free``/``white_free`` that player wants the game off the record (S1-10).
    ``black_guest``/``white_guest`` that side is no member and has no points.
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


def check_game(game: Game) -> None:
    """Refuse a game that no system could rate (RULEBOOK 2.2 and section 0).

    Checked in this order: types and ranges of the conditions, the winner, the ending, the margin.
    Fields are named ``board``, ``handicap``, ``komi``, ``winner``, ``ending``, ``margin`` and the
    four flags.  The margin is at most the points of the board plus 400 (prisoners and komi).

    Raises RuleError: E_MISSING (winner; ending of a decided game; margin of a win by points),
    E_TYPE, E_RANGE, E_INCONSISTENT (ending of an undecided game; margin without a win by points;
    margin and komi not both whole or both half: ``margin_parity``; jigo with half komi:
    ``jigo_needs_whole_komi``).
    """
    _check_conditions(game)
    _check_result(game)
    _check_margin(game)


def _check_conditions(game: Game) -> None:
    board = whole_number(game.board, field="board")
    if board not in _BOARDS:
        raise RuleError(Code.RANGE, field="board", value=board, accepted="9, 13, 19")
    stones = whole_number(game.handicap, field="handicap")
    if stones == 1 or not 0 <= stones <= _MAX_HANDICAP:
        raise RuleError(Code.RANGE, field="handicap", value=stones, accepted="0, 2…9")
    komi2 = whole_number(game.komi2, field="komi")
    if abs(komi2) > _MAX_KOMI2:
        accepted = f"{half_text(-_MAX_KOMI2)}…{half_text(_MAX_KOMI2)}"
        raise RuleError(Code.RANGE, field="komi", value=half_text(komi2), accepted=accepted)
    for name in ("black_free", "white_free", "black_guest", "white_guest"):
        flag(getattr(game, name), field=name)


def _check_result(game: Game) -> None:
    if game.outcome is None:
        raise RuleError(Code.MISSING, field="winner")
    if not isinstance(game.outcome, Outcome):
        raise RuleError(Code.TYPE, field="winner", value=game.outcome, accepted="B, W, J, N")
    decided = game.outcome in (Outcome.BLACK, Outcome.WHITE)
    if game.ending is None or (decided and game.ending == Ending.NONE):
        raise RuleError(Code.MISSING, field="ending", value=game.ending)
    if not isinstance(game.ending, Ending):
        raise RuleError(
            Code.TYPE, field="ending", value=game.ending, accepted="points, resign, time, forfeit"
        )
    if not decided and game.ending is not Ending.NONE:
        raise RuleError(Code.INCONSISTENT, field="ending", value=game.ending, accepted="none")
    if game.outcome is Outcome.JIGO and game.komi2 % 2:
        raise RuleError(
            Code.INCONSISTENT,
            field="winner",
            value=game.outcome,
            accepted="B, W",
            reason="jigo_needs_whole_komi",
        )


def _check_margin(game: Game) -> None:
    if game.ending is not Ending.POINTS:
        if game.margin2 is not None:
            raise RuleError(Code.INCONSISTENT, field="margin", value=game.margin2, accepted="none")
        return
    margin2 = whole_number(game.margin2, field="margin")
    limit2 = 2 * (game.board * game.board + _MARGIN_ROOM)
    if not 0 < margin2 <= limit2:
        accepted = f"{half_text(1)}…{half_text(limit2)}"
        raise RuleError(Code.RANGE, field="margin", value=half_text(margin2), accepted=accepted)
    # The board alone gives a whole margin, so the half point can only come from the komi.
    if margin2 % 2 != game.komi2 % 2:
        raise RuleError(
            Code.INCONSISTENT,
            field="margin",
            value=half_text(margin2),
            accepted="a half margin" if game.komi2 % 2 else "a whole margin",
            reason="margin_parity",
        )


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a step came out as it did, so that a page can say it in any language.

    ``system`` its name; ``code`` one word; ``rules`` ids of RULEBOOK.md that applied, "H-…" for a
    house rule without a number; ``inputs`` the numbers.  Equal reasons hash alike.
    """

    system: str
    code: str
    rules: tuple[str, ...]
    inputs: Inputs = field(hash=False)

    def as_json(self) -> dict[str, Any]:
        """Return a dict of JSON types, independent of this object."""
        return {
            "system": self.system,
            "code": self.code,
            "rules": list(self.rules),
            "inputs": dict(self.inputs),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reason:
        """Read what :meth:`as_json` wrote; raises RuleError E_MISSING or E_TYPE by field."""
        for name, kind in (("system", str), ("code", str), ("rules", list), ("inputs", dict)):
            value = data.get(name)
            if value is None:
                raise RuleError(Code.MISSING, field=name)
            if not isinstance(value, kind):
                raise RuleError(Code.TYPE, field=name, value=value)
        if not all(isinstance(rule, str) for rule in data["rules"]):
            raise RuleError(Code.TYPE, field="rules", value=data["rules"], accepted="rule ids")
        for value in data["inputs"].values():
            if value is not None and not isinstance(value, int | str):
                raise RuleError(
                    Code.TYPE, field="inputs", value=value, accepted="integers, text, flags, null"
                )
        return cls(data["system"], data["code"], tuple(data["rules"]), dict(data["inputs"]))


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What one fact made of one player: the new state, the change of points, the reason."""

    state: S
    delta: int
    reason: Reason


class System(Protocol[S, R_contra]):
    """A rating system over states S and house rules R.

    ``depends_on_opponent`` tells the ledger how far a correction spreads: False means that a
    player's states follow from his own facts alone.
    """

    @property
    def name(self) -> str: ...

    @property
    def depends_on_opponent(self) -> bool: ...

    def step(
        self, game: Game, black: S | None, white: S | None, rules: R_contra
    ) -> tuple[Step[S] | None, Step[S] | None]:
        """Rate one game: (Black's step, White's step).

        A side whose state is None gets no step: a guest, or (only where the system does not
        depend on the opponent) a member who is not followed.
        Raises RuleError where the game or the states contradict the rules.
        """
        ...

    def decide(self, state: S | None, decision: Any, rules: R_contra) -> Step[S]:
        """Apply a decision of the member or the office; ``state`` None for a newcomer.

        The kinds of decision are each system's own.  Raises RuleError where it is not allowed.
        """
        ...
