"""Prizes of an event: who gets which and why, and what contradicts itself before they are given.

A rule of the house: prizes are given in the order of their numbers, the best first, so that who
may have one alone keeps the better one.  Prizes never steer a pairing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol


class PrizeScope(StrEnum):
    """Among whom a prize is given."""

    ALL = "all"
    CATEGORY = "category"
    BAND = "band"
    YOUNGEST = "youngest"
    CLUB = "club"
    COUNTRY = "country"
    GROUP = "group"
    WINS = "wins"


class TieRule(StrEnum):
    """What becomes of a prize that several players have the same claim to.

    SHARE: the prizes of their places are added and divided; NEXT: a further criterion decides, and
    after it the order of the standings; BOTH: each gets the prize whole, and the prizes of the
    other places that they take are not given; ORDER: the order of the standings decides.
    """

    SHARE = "share"
    NEXT = "next"
    BOTH = "both"
    ORDER = "order"


class PrizeTerms(Protocol):
    """A prize: ``number`` is its rank among all prizes, from 1; ``place`` its place in its scope.

    ``category`` counts from 1, ``highest`` and ``lowest`` are ranks (−30 … 8), ``subject`` is a
    club or a country, ``group_id`` a group of the organiser's, ``wins`` the games to be won,
    ``amount`` is None for an item alone.
    """

    @property
    def number(self) -> int: ...
    @property
    def scope(self) -> str: ...
    @property
    def place(self) -> int: ...
    @property
    def category(self) -> int | None: ...
    @property
    def highest(self) -> int | None: ...
    @property
    def lowest(self) -> int | None: ...
    @property
    def subject(self) -> str: ...
    @property
    def group_id(self) -> int | None: ...
    @property
    def wins(self) -> int | None: ...
    @property
    def amount(self) -> Decimal | None: ...
    @property
    def item(self) -> str: ...


@dataclass(frozen=True, slots=True)
class PrizeContender:
    """A player of the final table; contenders come in its order.

    ``place`` is shared by those who are tied; ``wins2`` the games won, doubled; ``further`` the
    scores of criteria that do not place, more is better.
    """

    number: int
    place: int
    rank: int
    category: int | None = None
    club: str = ""
    country: str = ""
    birth_year: int | None = None
    wins2: int = 0
    groups: frozenset[int] = frozenset()
    further: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeAward:
    """A prize, or a share of it, and the reason; ``player`` None where nobody gets it.

    ``position``: the player's place in the scope, from 1.  ``tied``: all who have the same claim.
    ``passed``: who stands before the player and has a better prize (player, number of the prize).
    ``with_item`` is False for the shares of those who get none of the thing that goes with it.
    """

    prize: int
    player: int | None
    amount: Decimal | None = None
    position: int = 0
    tied: tuple[int, ...] = ()
    passed: tuple[tuple[int, int], ...] = ()
    with_item: bool = True
    by_hand: bool = False


class Contradiction(StrEnum):
    """What is wrong with prizes before they are given."""

    SAME = "same"
    NOBODY = "nobody"
    TOO_MANY = "too_many"
    ORDER = "order"
    WORTH_LESS = "worth_less"
    INDIVISIBLE = "indivisible"
    TOO_MANY_WINS = "too_many_wins"


@dataclass(frozen=True, slots=True)
class Contradictory:
    """A prize that contradicts another, ``against`` (0: none).

    ``count``: the players of its scope, or the rounds.
    """

    kind: Contradiction
    prize: int
    against: int = 0
    count: int = 0


#: The same for all prizes that are given among the same players.
ScopeKey = tuple[object, ...]


def scope_key(prize: PrizeTerms) -> ScopeKey:
    """Return what is the same for all prizes that are given among the same players."""
    wins = prize.wins if prize.scope == PrizeScope.WINS else None
    return (
        str(prize.scope), prize.category, prize.highest, prize.lowest,
        prize.subject.strip().casefold(), prize.group_id, wins,
    )  # fmt: skip


def eligible(prize: PrizeTerms, contenders: Sequence[PrizeContender]) -> list[PrizeContender]:
    """Return the players among whom a prize is given, in the order in which they have a claim."""
    subject = prize.subject.strip().casefold()
    match prize.scope:
        case PrizeScope.CATEGORY:
            return [player for player in contenders if player.category == prize.category]
        case PrizeScope.BAND:
            low, high = prize.lowest, prize.highest
            return [
                player
                for player in contenders
                if (low is None or low <= player.rank) and (high is None or player.rank <= high)
            ]
        case PrizeScope.YOUNGEST:
            return sorted((p for p in contenders if p.birth_year), key=_claim_of(prize))
        case PrizeScope.CLUB:
            return [player for player in contenders if player.club.strip().casefold() == subject]
        case PrizeScope.COUNTRY:
            return [player for player in contenders if player.country.casefold() == subject]
        case PrizeScope.GROUP:
            return [player for player in contenders if prize.group_id in player.groups]
        case PrizeScope.WINS:
            return [player for player in contenders if player.wins2 >= 2 * (prize.wins or 0)]
    return list(contenders)


def _claim_of(prize: PrizeTerms) -> Callable[[PrizeContender], tuple[int, ...]]:
    """Return what orders the players of a scope; who is equal in it is tied."""
    if prize.scope == PrizeScope.YOUNGEST:
        return lambda player: (-(player.birth_year or 0), player.place)
    return lambda player: (player.place,)


def award_prizes(
    prizes: Iterable[PrizeTerms],
    contenders: Sequence[PrizeContender],
    *,
    ties: TieRule,
    one_each: bool,
    by_hand: Mapping[int, int | None] = MappingProxyType({}),
) -> tuple[PrizeAward, ...]:
    """Return who gets which prize, in the order of the prizes; one has a line for each share.

    ``one_each``: nobody gets two prizes, the better one is kept (shares of a tie count as one).
    ``by_hand``: the player to whom the organiser gave a prize, by its number, None for nobody.
    """
    ordered = sorted(prizes, key=lambda prize: prize.number)
    giving = _Giving(ordered, contenders, ties, one_each, by_hand)
    for prize in ordered:
        giving.give(prize)
    return tuple(sorted(giving.awards, key=lambda award: award.prize))


class _Giving:
    """The prizes given so far; ``held``: the prize of each player who has one."""

    def __init__(
        self,
        prizes: Sequence[PrizeTerms],
        contenders: Sequence[PrizeContender],
        ties: TieRule,
        one_each: bool,
        by_hand: Mapping[int, int | None],
    ) -> None:
        self.prizes, self.contenders = prizes, contenders
        self.ties, self.one_each, self.by_hand = ties, one_each, by_hand
        self.keys = {prize.number: scope_key(prize) for prize in prizes}
        self.awards: list[PrizeAward] = []
        self.held: dict[int, int] = {}
        self.given: Counter[ScopeKey] = Counter()
        self.settled: set[int] = set()

    def give(self, prize: PrizeTerms) -> None:
        """Give a prize, and with it those of the places that a tie takes."""
        if prize.number in self.settled:
            return
        if prize.number in self.by_hand:
            self._add(prize, self.by_hand[prize.number], amount=prize.amount, by_hand=True)
            return
        field = eligible(prize, self.contenders)
        free = [p for p in field if not (self.one_each and p.number in self.held)]
        if prize.scope == PrizeScope.WINS:
            for player in free:
                self._award(prize, player, field, amount=prize.amount)
            if not free:
                self._add(prize, None)
            return
        before = self.given[scope_key(prize)] if self.one_each else 0
        index = prize.place - 1 - before
        if not 0 <= index < len(free):
            self._add(prize, None)
            return
        claim = _claim_of(prize)
        tied = [player for player in free if claim(player) == claim(free[index])]
        self._settle_tie(prize, field, tied, index - free.index(tied[0]))

    def _settle_tie(
        self, prize: PrizeTerms, field: list[PrizeContender], tied: list[PrizeContender], at: int
    ) -> None:
        """Give the prize of place *at* (from 0) among those who have the same claim to it."""
        beyond = prize.place + len(tied) - at
        following = [
            lower
            for lower in self.prizes
            if scope_key(lower) == scope_key(prize)
            and prize.place < lower.place < beyond
            and lower.number not in self.by_hand
            and lower.number not in self.settled
        ]
        numbers = tuple(player.number for player in tied)
        if len(tied) > 1 and self.ties is TieRule.BOTH:
            for player in tied:
                self._award(prize, player, field, amount=prize.amount, tied=numbers)
            for lower in following:
                self._add(lower, None, tied=numbers)
        elif len(tied) > 1 and self.ties is TieRule.SHARE and prize.amount is not None:
            pool = [prize, *(lower for lower in following if lower.amount is not None)]
            for shared in pool:
                for player in tied:
                    self._award(
                        shared, player, field, amount=_part(shared.amount, len(tied)),
                        tied=numbers, with_item=player is tied[at],
                    )  # fmt: skip
        else:
            if self.ties is TieRule.NEXT:
                tied = sorted(tied, key=lambda player: player.further, reverse=True)
            alone = numbers if len(tied) > 1 else ()
            self._award(prize, tied[at], field, amount=prize.amount, tied=alone)

    def _award(
        self,
        prize: PrizeTerms,
        player: PrizeContender,
        field: list[PrizeContender],
        *,
        amount: Decimal | None,
        tied: tuple[int, ...] = (),
        with_item: bool = True,
    ) -> None:
        at = field.index(player)
        passed = tuple(
            (before.number, self.held[before.number])
            for before in field[:at]
            if self.one_each and before.number in self.held and before.number not in tied
            if self.keys[self.held[before.number]] != scope_key(prize)
        )
        self._add(
            prize, player.number, amount=amount, position=at + 1, tied=tied, passed=passed,
            with_item=with_item,
        )  # fmt: skip

    def _add(
        self,
        prize: PrizeTerms,
        player: int | None,
        *,
        amount: Decimal | None = None,
        position: int = 0,
        tied: tuple[int, ...] = (),
        passed: tuple[tuple[int, int], ...] = (),
        with_item: bool = True,
        by_hand: bool = False,
    ) -> None:
        self.awards.append(
            PrizeAward(
                prize.number, player, amount, position, tied, passed, with_item, by_hand=by_hand
            )
        )
        self.settled.add(prize.number)
        if player is not None and player not in self.held:
            self.held[player] = prize.number
            self.given[scope_key(prize)] += 1


def _part(amount: Decimal | None, count: int) -> Decimal | None:
    """Return an equal part, rounded down to the hundredth: what is left stays with the club."""
    return None if amount is None else (amount / count).quantize(Decimal("0.01"), ROUND_DOWN)


def _contradiction_of(earlier: PrizeTerms, prize: PrizeTerms) -> Contradiction | None:
    """Return how a prize contradicts one before it that is given among the same players."""
    if scope_key(earlier) != scope_key(prize):
        return None
    if earlier.place == prize.place or prize.scope == PrizeScope.WINS:
        return Contradiction.SAME
    if earlier.place > prize.place:
        return Contradiction.ORDER
    worth_less = (earlier.amount or 0) < (prize.amount or 0) and not earlier.item
    return Contradiction.WORTH_LESS if worth_less else None


def contradictions(
    prizes: Collection[PrizeTerms],
    contenders: Sequence[PrizeContender],
    *,
    ties: TieRule,
    rounds: int,
) -> list[Contradictory]:
    """Return what contradicts itself, in the order of the prizes; who plays is asked if anybody."""
    ordered = sorted(prizes, key=lambda prize: prize.number)
    wrong = []
    for at, prize in enumerate(ordered):
        for earlier in ordered[:at]:
            kind = _contradiction_of(earlier, prize)
            if kind is not None:
                wrong.append(Contradictory(kind, prize.number, earlier.number))
        field = eligible(prize, contenders)
        if prize.scope == PrizeScope.WINS:
            if (prize.wins or 0) > rounds:
                wrong.append(Contradictory(Contradiction.TOO_MANY_WINS, prize.number, 0, rounds))
        elif contenders and not field:
            wrong.append(Contradictory(Contradiction.NOBODY, prize.number))
        elif contenders and prize.place > len(field):
            wrong.append(Contradictory(Contradiction.TOO_MANY, prize.number, 0, len(field)))
        claims = [_claim_of(prize)(player) for player in field]
        is_tied = prize.place <= len(claims) and claims.count(claims[prize.place - 1]) > 1
        if ties is TieRule.SHARE and prize.item and is_tied and prize.scope != PrizeScope.WINS:
            wrong.append(Contradictory(Contradiction.INDIVISIBLE, prize.number))
    return wrong
