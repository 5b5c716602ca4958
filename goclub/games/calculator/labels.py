"""Handicap and komi of two seats: what each system offers, and what the players want instead."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.refusals.registry import Refusals
from goclub.games.calculator.services import CalculatorSeat, RulesBySystem
from goclub.games.labels import ComputationLine, conditions_text
from goclub.games.rating.systems.calculation import (
    ConditionsSuggestion,
    GameTerms,
    NoTerms,
    Remainder,
    SeatKey,
)
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.igs.conditions import EVEN_KOMI2, check_conditions

#: The key of the players' own conditions; the others have that of their system.
OWN = "own"


@dataclass(frozen=True, slots=True)
class OwnConditions:
    """Conditions of the players' own, as far as they were given; ``black`` a seat's key or ""."""

    stones: int | None = None
    komi2: int | None = None
    black: SeatKey | str = ""

    def __bool__(self) -> bool:
        return self.stones is not None or self.komi2 is not None or bool(self.black)


@dataclass(frozen=True, slots=True)
class OfferedConditions:
    """One set of conditions, and what it leaves of the difference as each system measures it."""

    key: str
    title: str
    terms: GameTerms
    remainders: list[Remainder]

    @property
    def why(self) -> list[ComputationLine]:
        """The remainders worked out."""
        return [line for remainder in self.remainders for line in remainder.lines]


@dataclass(frozen=True, slots=True)
class NoOffer:
    """A system that offers no conditions to these two, and why."""

    key: str
    title: str
    reason: NoTerms

    @property
    def suggestions(self) -> list[ConditionsSuggestion]:
        """What can be played instead."""
        return self.reason.suggestions


def offers_of(
    first: CalculatorSeat, second: CalculatorSeat, rules: RulesBySystem
) -> dict[str, OfferedConditions | NoOffer]:
    """The conditions of every system that has any, by its key."""
    offers: dict[str, OfferedConditions | NoOffer] = {}
    for system in SYSTEMS:
        key, title = system.key, str(system.terms_title)
        terms = system.terms(first.states[key], second.states[key])
        if isinstance(terms, GameTerms):
            offers[key] = _offer(key, title, terms, first, second, rules)
        elif terms is not None:
            offers[key] = NoOffer(key, title, terms)
    return offers


def own_offer(
    first: CalculatorSeat,
    second: CalculatorSeat,
    base: OfferedConditions | None,
    asked: OwnConditions,
    rules: RulesBySystem,
) -> OfferedConditions:
    """The players' own conditions; what they leave open comes from *base*, else an even game.

    Raises RuleError on ``stones`` or ``komi`` (S0-14, bad input).
    """
    stones, komi2 = check_conditions(
        (base.terms.handicap if base else 0) if asked.stones is None else asked.stones,
        (base.terms.komi2 if base else EVEN_KOMI2) if asked.komi2 is None else asked.komi2,
    )
    black = asked.black or (base.terms.black if base else first.key)
    terms = GameTerms(
        handicap=stones,
        komi2=komi2,
        black=first.key if black == first.key else second.key,
        toss=False,
        text=conditions_text(stones, komi2),
        lines=[],
    )
    return _offer(OWN, _("Your own conditions"), terms, first, second, rules)


def _offer(
    key: str,
    title: str,
    terms: GameTerms,
    first: CalculatorSeat,
    second: CalculatorSeat,
    rules: RulesBySystem,
) -> OfferedConditions:
    black, white = (first, second) if terms.black == first.key else (second, first)
    measured = [
        system.remainder(
            black.states[system.key],
            white.states[system.key],
            terms.handicap,
            terms.komi2,
            rules[system.key],
        )
        for system in SYSTEMS
    ]
    return OfferedConditions(
        key, title, terms, [remainder for remainder in measured if remainder is not None]
    )


# --- Refusals ---------------------------------------------------------------------------------
REFUSALS: Refusals = {
    "calculator.low_above_high": gettext_lazy(
        "“From” is higher than “to” (%(value)s). Swap the two."
    ),
}
