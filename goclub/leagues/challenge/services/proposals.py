"""What a proposal may say: conditions that can be played, times to come, a short message."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.go.records.text import strip_unseen
from goclub.leagues.challenge.queries import EVEN, OWN
from goclub.leagues.models import Challenge
from goclub.leagues.models.challenge import LONGEST
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from ratings.system import Ending, Outcome, RatedGame, check_game

Side = Challenge.Side
#: A proposal that nobody answers lapses after this; an agreed game so long after its hour.
LAPSE: Final = timedelta(days=14)
#: How far ahead a game is proposed.
AHEAD: Final = timedelta(days=120)
#: How many times are proposed at most.
TIMES: Final = 3


@dataclass(frozen=True, slots=True)
class LadderTerms:
    """What the ladder asks of a proposal: when it is answered and played, by which tables."""

    answer: timedelta
    play_by: datetime
    conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeProposal:
    """One game as it is proposed; ``black`` a ``Challenge.Side``.

    ``conditions`` from which table handicap and komi are: a system's key, ``even`` or ``own``.
    """

    conditions: str
    times: tuple[datetime, ...]
    handicap: int = 0
    komi2: int = 13
    board: int = 19
    black: str = Side.TOSS
    rated: bool = True
    message: str = ""

    def values(self, at: datetime, ladder: LadderTerms | None = None) -> dict[str, Any]:
        """The columns of a challenge, and when it lapses; raises RuleError on what cannot be.

        An ordinary one lapses with the last of its times; on the *ladder*, where that costs the
        rung, the whole time to answer is given.
        """
        self._check(at, ladder)
        times = sorted(set(self.times))
        lapses = min(at + LAPSE, times[-1])
        if ladder:
            lapses = min(at + ladder.answer, ladder.play_by)
        padded = [*times, *[None] * (TIMES - len(times))]
        return {
            "conditions": self.conditions,
            "handicap": self.handicap,
            "komi2": self.komi2,
            "board": self.board,
            "black": self.black,
            "rated": self.rated,
            "message": _plain(self.message),
            "first_time": padded[0],
            "second_time": padded[1],
            "third_time": padded[2],
            "lapses_at": lapses,
            "play_by": ladder.play_by if ladder else None,
        }

    def _check(self, at: datetime, ladder: LadderTerms | None) -> None:
        if self.conditions not in {*(system.key for system in SYSTEMS), EVEN, OWN}:
            raise RuleError(Code.UNKNOWN, "conditions", self.conditions[:20])
        if self.black not in Side.values:
            raise RuleError(Code.UNKNOWN, "black", self.black[:20])
        # What is asked of a game is asked of one to come; who wins does not matter to it.
        check_game(
            RatedGame(
                self.board, self.handicap, self.komi2, Outcome.BLACK, Ending.RESIGNATION, None
            )
        )
        if ladder and (self.conditions not in ladder.conditions or not self.rated):
            raise RuleError(
                Code.FORBIDDEN,
                "conditions",
                self.conditions,
                ", ".join(ladder.conditions),
                reason="ladder.conditions",
            )
        self._check_times(at, ladder.play_by if ladder else at + AHEAD)
        if len(self.message) > LONGEST:
            raise RuleError(
                Code.RANGE,
                "message",
                len(self.message),
                AcceptedRange(0, LONGEST),
                reason="challenge.too_long",
            )

    def _check_times(self, at: datetime, latest: datetime) -> None:
        names = ("first_time", "second_time", "third_time")
        if not self.times:
            raise RuleError(Code.MISSING, names[0], "", reason="challenge.no_time")
        if len(self.times) > TIMES:
            raise RuleError(Code.RANGE, names[-1], len(self.times), AcceptedRange(1, TIMES))
        for name, time in zip(names, self.times, strict=False):
            if time <= at:
                raise RuleError(Code.RANGE, name, time, reason="challenge.time_past")
            if time > latest:
                raise Refusal(
                    _("Choose a time within the next %(n)s days."),
                    code=Code.RANGE,
                    field=name,
                    value=time,
                    reason="time_far",
                    n=(latest - at).days,
                )


def _plain(text: str) -> str:
    """The words without what no line can show."""
    return "\n".join(line.strip() for line in strip_unseen(text).splitlines()).strip()
