"""The weight of one pair, criterion by criterion: the reference, and what explains a pairing.

Source: PAIRING.md, "Weight of a pair", whose numbers the docstrings give.  Divisions of integers
cut toward zero, and the few products of doubles are cut to integers where PAIRING.md cuts them, so
that every weight is OpenGotha's to the last unit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from ratings.errors import Code, RuleError
from tournaments.events.apart import KeptApart
from tournaments.events.chance import Chance
from tournaments.events.groups import Contender, seed_system
from tournaments.events.handicap import handicap_level, stones
from tournaments.events.settings import (
    SCORE_WEIGHT,
    Convention,
    DrawMode,
    Kind,
    PairingSettings,
    SeedSystem,
    Settings,
)

CLUB_LETTERS = 4
_DRAW_SHARES = 5
FAR_GROUPS_V351 = 4
_CLUBS_GROUP_SHARE = 2.0
_CLUB_FACTOR = 1.2


class Criterion(StrEnum):
    """What a pair earns points for, in the order of PAIRING.md; APART is ours."""

    DUPLICATE = "duplicate"
    RANDOM = "random"
    BALANCE = "balance"
    CATEGORY = "category"
    SCORE = "score"
    DRAW = "draw"
    SEEDING = "seeding"
    HANDICAP = "handicap"
    GEOGRAPHY = "geography"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Pool:
    """Who is to be paired in a 0-based round, ordered by :attr:`Contender.place`.

    ``groups``: how many groups there are, empty ones included.  ``chance``: decides what the
    settings leave to chance.  ``apart``: the rules in force that keep players apart.
    """

    contenders: tuple[Contender, ...]
    settings: Settings
    round: int
    groups: int
    chance: Chance = field(default_factory=Chance)
    apart: tuple[KeptApart, ...] = ()

    def __post_init__(self) -> None:
        pairing = self.settings.pairing
        if pairing.random and not pairing.deterministic and self.chance.seed is None:
            raise RuleError(
                Code.MISSING, "seed", accepted="a whole number that the draw depends on"
            )

    @property
    def category_range(self) -> int:
        """By what a difference of categories is divided."""
        return self.settings.paired_categories

    @property
    def handicap_range(self) -> int:
        """By what a difference of scores is divided when handicaps are to be small (8)."""
        if self.settings.kind is Kind.MCMAHON:
            return self.groups
        return max(self.settings.bar - self.settings.floor + 3 + self.round, 1)


def concave(weight: int, x: float, k: float) -> int:
    """Return the points of *weight* left at a relative difference x of 0 … 1 (PAIRING.md, conc).

    >>> [concave(1000, x, 0.5) for x in (0.0, 0.5, 1.0)]
    [1000, 625, 0]
    """
    return int(weight * (1.0 - x) * (1.0 + k * x))


def weight(pool: Pool, first: Contender, second: Contender) -> int:
    """Return the weight of a pair: 1 and its points under every criterion."""
    return 1 + sum(points(pool, first, second).values())


def points(pool: Pool, first: Contender, second: Contender) -> dict[Criterion, int]:
    """Return the points of a pair under every criterion; the order of the two does not matter."""
    upper, lower = sorted((first, second), key=lambda contender: contender.place)
    return {name: formula(pool, upper, lower) for name, formula in _FORMULAS.items()}


def largest(pool: Pool, criterion: Criterion) -> int:
    """Return the most points that the settings let a pair earn under a criterion."""
    pairing = pool.settings.pairing
    if criterion is Criterion.CATEGORY and pool.settings.paired_categories == 1:
        return 0
    if criterion is Criterion.APART:
        return sum(cost for _, cost in apart_costs(pool))
    if criterion is Criterion.GEOGRAPHY:
        return min(pairing.geography, pairing.score) if not _lenient(pool) else pairing.geography
    return int(getattr(pairing, criterion.value))


def _lenient(pool: Pool) -> bool:
    return pool.settings.pairing.convention is Convention.V352


def _duplicate(pool: Pool, upper: Contender, lower: Contender) -> int:
    """1: they never met."""
    return 0 if lower.id in upper.met else pool.settings.pairing.duplicate


def _random(pool: Pool, upper: Contender, lower: Contender) -> int:
    """2: a draw."""
    pairing = pool.settings.pairing
    chance = Chance() if pairing.deterministic else pool.chance
    return chance.draw(pairing.random, upper, lower)


def _balance(pool: Pool, upper: Contender, lower: Contender) -> int:
    """3: an even game evens out the colours of both, or at least of one."""
    settings = pool.settings
    difference = handicap_level(upper.rank, upper.mms2, settings) - handicap_level(
        lower.rank, lower.mms2, settings
    )
    if stones(difference, settings.handicap):
        return 0
    if upper.balance * lower.balance < 0:
        return settings.pairing.balance
    low, high = sorted((abs(upper.balance), abs(lower.balance)))
    return settings.pairing.balance // 2 if low == 0 and high >= 2 else 0


def _category(pool: Pool, upper: Contender, lower: Contender) -> int:
    """4: near categories."""
    if pool.settings.paired_categories == 1:
        return 0
    pairing = pool.settings.pairing
    x = abs(upper.category - lower.category) / pool.category_range
    return concave(pairing.category, x, pairing.concavity)


def _score(pool: Pool, upper: Contender, lower: Contender) -> int:
    """5: near scores within a category."""
    if upper.category != lower.category:
        return 0
    pairing = pool.settings.pairing
    return concave(pairing.score, abs(upper.group - lower.group) / pool.groups, pairing.concavity)


def _draw(pool: Pool, upper: Contender, lower: Contender) -> int:
    """6: the players drawn out of their group, and whether that was fair."""
    distance = lower.group - upper.group
    pairing = pool.settings.pairing
    if not distance or (not _lenient(pool) and distance >= FAR_GROUPS_V351):
        return 0
    share = pairing.draw // _DRAW_SHARES
    cost = draw_shares(upper, lower, pairing) * share
    cost += draw_place(upper, pairing.draw_upper, share)
    cost += draw_place(lower, pairing.draw_lower, share)
    gap = abs(upper.category - lower.category) + 1
    return cost // gap**4  # cutting four times in a row or once is the same for whole numbers


def draw_shares(upper: Contender, lower: Contender, pairing: PairingSettings) -> int:
    """Return 0 … 4: 2, less for being drawn the same way again, more for being drawn back."""
    shares = 2 - (upper.drawn_down > 0) - (lower.drawn_up > 0)
    if shares and upper.drawn_up > upper.drawn_down:
        shares += 1
    if shares and lower.drawn_down > lower.drawn_up:
        shares += 1
    return shares if pairing.compensate_draws else min(shares, 2)


def draw_place(contender: Contender, mode: DrawMode, share: int) -> int:
    """Return the points for the place in their group of one who is drawn."""
    last = contender.size - 1
    steps = {
        DrawMode.TOP: last - contender.inner,
        DrawMode.MIDDLE: last - abs(2 * contender.inner - last),
        DrawMode.BOTTOM: contender.inner,
    }[mode]
    return share // 2 * steps // contender.size


def _seeding(pool: Pool, upper: Contender, lower: Contender) -> int:
    """7: the pairs that the seeding of a group prefers."""
    if upper.group != lower.group:
        return 0
    top = pool.settings.pairing.seeding
    size = upper.size
    system = seed_system(pool.settings, pool.round)
    if system is SeedSystem.RANDOM:
        if (2 * upper.inner < size) == (2 * lower.inner < size):
            return 0
        return top - pool.chance.draw(int(top * 0.2), upper, lower)
    if system is SeedSystem.FOLD:
        off, span = abs(upper.inner + lower.inner - (size - 1)), size - 1
    else:
        off, span = abs(2 * abs(upper.inner - lower.inner) - size), size
    return top - top * off // span * off // span


def above_threshold(pool: Pool, contender: Contender) -> bool:
    """Return whether a player is too strong, or has won too much, to be spared anybody (9)."""
    settings = pool.settings
    pairing = settings.pairing
    enough = settings.rounds if pairing.wins_threshold else 2 * settings.rounds
    return (
        contender.nbw2 >= enough
        or 2 * contender.rank + contender.nbw2 >= 2 * pairing.rank_threshold
        or (pairing.bar_threshold and contender.start2 >= 2 * (settings.bar - settings.zero))
    )


def pseudo_score(pool: Pool, contender: Contender) -> int:
    """Return the score from which small handicaps are sought; one for all above a threshold (8)."""
    if above_threshold(pool, contender):
        return pool.settings.bar - pool.settings.zero + 2 + pool.round
    return contender.mms2 // 2


def _handicap(pool: Pool, upper: Contender, lower: Contender) -> int:
    """8: small handicaps."""
    pairing = pool.settings.pairing
    difference = abs(pseudo_score(pool, upper) - pseudo_score(pool, lower))
    return concave(pairing.handicap, difference / pool.handicap_range, pairing.concavity)


def _geography(pool: Pool, upper: Contender, lower: Contender) -> int:
    """9: other countries and clubs, except among those above a threshold."""
    pairing = pool.settings.pairing
    cost = distance_points(pool, upper, lower)
    if not _lenient(pool):
        return cost
    above = above_threshold(pool, upper) + above_threshold(pool, lower)
    if above == 2:
        return pairing.geography
    return _cut_half(cost + pairing.geography) if above else cost


def _cut_half(value: int) -> int:
    return -(-value // 2) if value < 0 else value // 2


def distance_points(pool: Pool, upper: Contender, lower: Contender) -> int:
    """Return the points for countries and clubs alone."""
    pairing = pool.settings.pairing
    country = 0.0
    if upper.country.lower() != lower.country.lower():
        country = min(1.0, pairing.country_preference / pool.groups)
    club = min(1.0, _club_ratio(upper.club, lower.club, pairing, pool.groups))
    ratio = max(country, club) + min(country, club) / 2.0
    if ratio > 0.0:
        ratio += 0.5 / pool.groups
    shortfall = concave(pairing.geography, ratio, pairing.concavity)
    return min(pairing.geography, pairing.score - shortfall)


def apart_costs(pool: Pool) -> list[tuple[KeptApart, int]]:
    """Return the soft rules with what a pair that breaks one loses.

    As much as two pairs lose that are half a group further apart than the rule allows: keeping two
    apart takes an opponent each from elsewhere.
    """
    pairing = pool.settings.pairing
    scale = pairing.score or SCORE_WEIGHT
    reach = [
        (rule, min(1.0, (rule.groups + 0.5) / pool.groups))
        for rule in pool.apart
        if rule.groups is not None
    ]
    return [(rule, 2 * (scale - concave(scale, x, pairing.concavity))) for rule, x in reach]


def _apart(pool: Pool, upper: Contender, lower: Contender) -> int:
    """Ours: two who are kept apart softly do not meet."""
    return sum(cost for rule, cost in apart_costs(pool) if not rule.separates(upper.id, lower.id))


def club_key(club: str) -> str:
    """Return what two names of one club have in common: the first letters, in lower case."""
    return club.lower()[:CLUB_LETTERS]


def in_common_group(first: str, second: str, groups: tuple[tuple[str, ...], ...]) -> bool:
    """Return whether two clubs, as :func:`club_key` gives them, lie in one group of clubs."""
    return any({first, second} <= {club_key(club) for club in group} for group in groups)


def _club_ratio(first: str, second: str, pairing: PairingSettings, groups: int) -> float:
    first, second = club_key(first), club_key(second)
    if first == second:
        return 0.0
    if in_common_group(first, second, pairing.clubs_groups):
        return pairing.club_preference / _CLUBS_GROUP_SHARE / groups
    return pairing.club_preference * _CLUB_FACTOR / groups


_FORMULAS: dict[Criterion, Callable[[Pool, Contender, Contender], int]] = {
    Criterion.DUPLICATE: _duplicate,
    Criterion.RANDOM: _random,
    Criterion.BALANCE: _balance,
    Criterion.CATEGORY: _category,
    Criterion.SCORE: _score,
    Criterion.DRAW: _draw,
    Criterion.SEEDING: _seeding,
    Criterion.HANDICAP: _handicap,
    Criterion.GEOGRAPHY: _geography,
    Criterion.APART: _apart,
}
