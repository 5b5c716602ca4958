"""An ordinary game of today between two members: its conditions, and the results it can have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from goclub.games.finding.queries import FoundMember, others, recent_opponents, with_rank
from goclub.games.labels import conditions_text
from goclub.games.models import Game, Standing
from goclub.games.rating.systems.calculation import ONE, GameTerms
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.members.models import Member
from ratings.igs.conditions import EVEN_KOMI2

#: So many opponents are offered before anybody types a name.
MOST_OFFERED: Final = 6


@dataclass(frozen=True, slots=True)
class ShortResult:
    """One of the results that the reporter may choose: who had which colour, and who won."""

    black: Member
    white: Member
    winner: str
    me: Member

    @property
    def value(self) -> str:
        """As the form sends it."""
        return f"{self.black.pk}-{self.white.pk}-{self.winner}"

    @property
    def colour(self) -> str:
        """The reporter's: B or W."""
        return "B" if self.black == self.me else "W"

    @property
    def is_won(self) -> bool:
        """Whether the reporter won."""
        return self.winner == self.colour

    @property
    def is_jigo(self) -> bool:
        """Whether nobody did."""
        return self.winner == Game.Winner.JIGO


def told_by(value: str, me: Member, opponent: Member) -> ShortResult | None:
    """The result that a form sent; None for any that is not of these two.

    Read from what was sent: conditions, and with them the colours, may have moved meanwhile.
    """
    seats = {f"{a.pk}-{b.pk}": (a, b) for a, b in ((me, opponent), (opponent, me))}
    pair, _dash, winner = value.rpartition("-")
    if pair not in seats or winner not in ("B", "W", Game.Winner.JIGO):
        return None
    return ShortResult(*seats[pair], winner, me)


def usual_opponents(me: Member) -> list[FoundMember]:
    """Those whom I met last, the last one first (three queries)."""
    return with_rank(recent_opponents(me, others(me))[:MOST_OFFERED])


def usual_terms(me: Member, opponent: Member) -> GameTerms:
    """What the club's main system gives these two; an even game where it gives nothing."""
    system = SYSTEMS.of(MAIN_SYSTEM)
    rows = Standing.objects.filter(
        member__in=[me, opponent], system=system.key, state__isnull=False
    )
    held = {row.member_id: system.read(row.state) for row in rows if row.state is not None}
    terms = system.terms(held.get(me.pk), held.get(opponent.pk))
    if isinstance(terms, GameTerms):
        return terms
    text = conditions_text(0, EVEN_KOMI2)
    return GameTerms(handicap=0, komi2=EVEN_KOMI2, black=ONE, toss=True, text=text, lines=[])


def results_of(me: Member, opponent: Member, terms: GameTerms) -> list[ShortResult]:
    """What can have happened: mine first; where colour is tossed for, with both colours."""
    mine, theirs = (me, opponent), (opponent, me)
    seats = [mine, theirs] if terms.toss else [mine if terms.black == ONE else theirs]
    results = []
    for won in (True, False):
        for black, white in seats:
            winner = "B" if (black == me) == won else "W"
            results.append(ShortResult(black, white, winner, me))
    if terms.komi2 % 2 == 0:
        results += [ShortResult(black, white, Game.Winner.JIGO, me) for black, white in seats]
    return results
