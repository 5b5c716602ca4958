"""The settings of a tournament: starting scores, points without a game, order, pairing weights.

Ranks are integers, 30 kyu = −30 … 1 kyu = −1, 1 dan = 0 … 9 dan = 8; points are doubled integers
(½ is 1).  The defaults are those of OpenGotha 3.52 for McMahon; :mod:`tournaments.events.presets`
has the ready-made sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.brackets.settings import BracketSettings
from tournaments.events.criteria import CRITERIA

LOWEST_RANK, HIGHEST_RANK = -30, 8
MAX_ROUNDS = 20
#: The matches of a knock-out may take several rounds each.
MOST_BRACKET_ROUNDS = 99
MOST_POOLS = 32
MOST_MEETINGS = 4
_FEWEST_IN_POOL = 3
MAX_STONES = 9
MAX_CATEGORIES = 9
MAX_VIRTUAL2 = 8
MAX_GROUPS_APART = 30
MAX_BOARDS = 5
NO_CRITERION = "NULL"


def _rank(value: object, name: str) -> None:
    whole_number(value, field=name, low=LOWEST_RANK, high=HIGHEST_RANK)


def _check_limits(limits: tuple[int, ...]) -> None:
    if len(limits) >= MAX_CATEGORIES:
        raise RuleError(
            Code.RANGE, "category_limits", len(limits) + 1, AcceptedWords("1…9 categories")
        )
    for limit in limits:
        _rank(limit, "category_limits")
    if list(limits) != sorted(limits, reverse=True):
        raise RuleError(Code.INCONSISTENT, "category_limits", limits, reason="tournament.order")


def _check_match_points(points: tuple[int, ...]) -> None:
    for value in points:
        whole_number(value, field="match_points", low=0, high=9)
    if len(points) != len(("won", "drawn", "lost")) or list(points) != sorted(points, reverse=True):
        raise RuleError(Code.INCONSISTENT, "match_points", points, reason="tournament.match_points")


def check_criteria(names: Iterable[object], field: str = "criteria") -> tuple[str, ...]:
    """Return the names of an order of placement as a tuple.

    Raises RuleError E_MISSING where there is none, E_INCONSISTENT for one that is unknown or
    listed twice (S2-10).

    >>> check_criteria(["MMS", "SOSM"])
    ('MMS', 'SOSM')
    """
    order: list[str] = []
    for name in names:
        if not isinstance(name, str) or name not in CRITERIA or name in order:
            reason = "tournament.listed_twice" if name in order else "tournament.unknown_criterion"
            raise RuleError(Code.INCONSISTENT, field, name, ", ".join(CRITERIA), reason=reason)
        order.append(name)
    if not order:
        raise RuleError(Code.MISSING, field, accepted=", ".join(CRITERIA))
    return tuple(order)


class Kind(StrEnum):
    """How players are brought together.

    SWISS_CAT is a Swiss within categories of strength; ROUND_ROBIN everybody against everybody;
    CLUB_MATCH every game between two clubs; KNOCKOUT a bracket, whose losers go out.
    """

    MCMAHON = "mcmahon"
    SWISS = "swiss"
    SWISS_CAT = "swiss_cat"
    ROUND_ROBIN = "round_robin"
    CLUB_MATCH = "club_match"
    KNOCKOUT = "knockout"

    @property
    def main_score(self) -> str:
        """The score by which players are grouped by default: "MMS" in McMahon, else "NBW"."""
        return "MMS" if self is Kind.MCMAHON else "NBW"

    @property
    def is_scheduled(self) -> bool:
        """Whether a table that is drawn once decides who meets whom, not the weight of pairs."""
        return self in (Kind.ROUND_ROBIN, Kind.KNOCKOUT)


class JigoInSodos(StrEnum):
    """What a jigo adds to SODOS (S2-7, D1).

    HALF: half of the opponent's score.  WINS: nothing, only opponents beaten count.
    """

    HALF = "half"
    WINS = "wins"


class SeedSystem(StrEnum):
    """Who meets whom inside a group: the halves at random, first with last, or half with half."""

    RANDOM = "SPLITANDRANDOM"
    FOLD = "SPLITANDFOLD"
    SLIP = "SPLITANDSLIP"


class DrawMode(StrEnum):
    """Which player of a group is drawn up or down: from its top, its middle or its bottom."""

    TOP = "TOP"
    MIDDLE = "MID"
    BOTTOM = "BOT"


class Convention(StrEnum):
    """The release of OpenGotha whose groups and pair weights are meant where releases differ."""

    V351 = "3.51"
    V352 = "3.52"


@dataclass(frozen=True, slots=True)
class HandicapSettings:
    """Stones between two players (PAIRING.md, "Handicap and colour").

    ``on_mms``: from the McMahon scores rather than the ranks; ``threshold``: the rank at or above
    which no difference counts; ``correction``: taken off the difference; ``ceiling``: most stones.
    """

    on_mms: bool = True
    threshold: int = 0
    correction: int = 1
    ceiling: int = 9

    def __post_init__(self) -> None:
        _rank(self.threshold, "handicap_threshold")
        whole_number(self.correction, field="handicap_correction", low=-9, high=9)
        whole_number(self.ceiling, field="handicap_ceiling", low=0, high=MAX_STONES)


#: No handicap at all, as in the Swiss presets.
EVEN_GAMES = HandicapSettings(on_mms=False, threshold=LOWEST_RANK, correction=0, ceiling=0)


#: What pairing within categories weighs where nobody says otherwise (PAIRING.md, weight 4).
CATEGORY_WEIGHT = 20_000_000_000_000
#: What equal scores weigh there (weight 5).
SCORE_WEIGHT = 100_000_000_000


@dataclass(frozen=True, slots=True)
class PairingSettings:
    """Every number and switch of PAIRING.md, "Weight of a pair", in its order.

    The defaults are McMahon's, but categories steer nothing.  Weights are integers; ``concavity``
    is the k of ``conc``, a float because that function is one.  ``extra_criterion…`` is "RATING",
    another criterion name, or "NULL"; ``last_round_system1`` counts rounds from 1.
    ``acceleration2``: doubled virtual points of the top half of a Swiss, round by round from the
    first; they group players for the pairing and stand in no table (ours; FIDE C.04.5.1).
    """

    convention: Convention = Convention.V352
    concavity: float = 0.5
    # 1 … 3: base
    duplicate: int = 500_000_000_000_000
    random: int = 0
    deterministic: bool = True
    balance: int = 1_000_000
    # 4 … 7: main
    category: int = 0
    score: int = SCORE_WEIGHT
    draw: int = 100_000_000
    compensate_draws: bool = True
    draw_upper: DrawMode = DrawMode.MIDDLE
    draw_lower: DrawMode = DrawMode.MIDDLE
    seeding: int = 5_000_000
    seed_system1: SeedSystem = SeedSystem.RANDOM
    seed_system2: SeedSystem = SeedSystem.SLIP
    last_round_system1: int = 2
    extra_criterion1: str = "RATING"
    extra_criterion2: str = NO_CRITERION
    # 8 and 9: secondary
    secondary: int = 100_000_000_000
    handicap: int = 0
    geography: int = 100_000_000_000
    country_preference: int = 1
    clubs_group_preference: int = 2
    club_preference: int = 3
    clubs_groups: tuple[tuple[str, ...], ...] = ()
    bar_threshold: bool = True
    wins_threshold: bool = False
    rank_threshold: int = 0
    acceleration2: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        whole_number(len(self.acceleration2), field="acceleration2", low=0, high=MAX_ROUNDS)
        for points2 in self.acceleration2:
            whole_number(points2, field="acceleration2", low=0, high=MAX_VIRTUAL2)
        for name in (
            *("duplicate", "random", "balance", "category", "score", "draw", "seeding"),
            *("secondary", "handicap", "geography"),
            *("country_preference", "clubs_group_preference", "club_preference"),
        ):
            whole_number(getattr(self, name), field=name, low=0, high=10**18)
        whole_number(self.last_round_system1, field="last_round_system1", low=0)
        _rank(self.rank_threshold, "rank_threshold")
        for name in ("extra_criterion1", "extra_criterion2"):
            if getattr(self, name) != NO_CRITERION:
                check_criteria([getattr(self, name)], field=name)
        if not 0 <= self.concavity <= 1:  # beyond 1 the "concave" curve would rise
            raise RuleError(Code.RANGE, "concavity", self.concavity, AcceptedRange(0, 1))


class Basis(StrEnum):
    """What players share who are kept apart: players named one by one, a club, a country."""

    PLAYERS = "players"
    CLUB = "club"
    COUNTRY = "country"


@dataclass(frozen=True, slots=True)
class ApartRule:
    """Players who are kept apart (ours; :mod:`tournaments.events.apart`).

    ``players``: the ids of those named one by one, for whom ``name`` stands ("family Nowak").
    ``groups``: over how many score groups a pair may reach instead (0 … 30), None where they never
    meet.  ``rounds``: in the first so many, None in all.
    """

    basis: Basis
    players: tuple[int, ...] = ()
    groups: int | None = None
    rounds: int | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.basis is Basis.PLAYERS and len(set(self.players)) < 2:
            raise RuleError(Code.MISSING, "players", reason="tournament.apart_needs_two")
        if self.groups is not None:
            whole_number(self.groups, field="groups", low=0, high=MAX_GROUPS_APART)
        if self.rounds is not None:
            whole_number(self.rounds, field="rounds", low=1, high=MAX_ROUNDS)


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """The pools of a round robin, and who goes into its finals (house rules).

    ``count``: how many pools; 0 where ``size`` says how many players each has at most, none where
    that is 0 too.  ``meetings``: how often two of a pool meet.  ``first``: so many of each pool go
    on, and the ``best_next`` of those who come next in theirs.  ``by_draw``: a tie at that cut is
    drawn; otherwise the director decides it.
    """

    count: int = 0
    size: int = 0
    meetings: int = 1
    first: int = 2
    best_next: int = 0
    by_draw: bool = True

    def __post_init__(self) -> None:
        whole_number(self.count, field="count", low=0, high=MOST_POOLS)
        if self.size:
            whole_number(self.size, field="size", low=_FEWEST_IN_POOL, high=MAX_ROUNDS)
        whole_number(self.meetings, field="meetings", low=1, high=MOST_MEETINGS)
        whole_number(self.first, field="first", low=1, high=MAX_ROUNDS)
        whole_number(self.best_next, field="best_next", low=0, high=MOST_POOLS)

    def count_for(self, players: int) -> int:
        """Return how many pools so many players make, at least 1.

        >>> PoolSettings(size=4).count_for(9), PoolSettings(count=2).count_for(9)
        (3, 2)
        """
        return self.count or max(-(-players // self.size) if self.size else 1, 1)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a tournament is played under.

    ``rounds``: how many are planned.  ``floor``, ``bar``, ``zero``: ranks; a player starts at
    min(max(rank, floor, zero), bar) − zero + the correction (S2-3, S2-4; OpenGotha's zero is
    always 30 kyu).  ``…_absent2``, ``…_bye2``, ``unexcused2``: doubled points of a round without
    a game (S2-11), for NBW and MMS apart; ``round_down``: whether their sum is cut to whole
    points.  ``virtual``: "count not played games as half a point" for the opponents' SOS.
    ``criteria``: the order of placement, OpenGotha's names, without the NULLs.
    ``off_board2``, ``small_bye2``: small points, in half points, of a win that the board does not
    measure and of a bye; POINTS and SMALL alone ask for them (S4-16).
    ``category_limits``: the lowest rank of each category but the last, strongest first; it
    steers the pairing only where ``pairing.category`` weighs something.  ``apart``: who is kept
    from meeting.  ``match_points``: what teams get for a match won, drawn and lost;
    ``bye_boards2``: the doubled board points of a team with the bye.  Only the criteria of teams
    ask for the last two.
    """

    kind: Kind = Kind.MCMAHON
    rounds: int = 5
    floor: int = -20
    bar: int = 3
    zero: int = LOWEST_RANK
    nbw_absent2: int = 0
    nbw_bye2: int = 2
    mms_absent2: int = 1
    mms_bye2: int = 2
    unexcused2: int = 0
    round_down: bool = True
    virtual: bool = False
    sodos_jigo: JigoInSodos = JigoInSodos.HALF
    criteria: tuple[str, ...] = ("MMS", "SOSM", "SOSOSM")
    off_board2: int = 40
    small_bye2: int = 0
    match_points: tuple[int, ...] = (2, 1, 0)
    bye_boards2: int = 0
    category_limits: tuple[int, ...] = ()
    apart: tuple[ApartRule, ...] = ()
    handicap: HandicapSettings = field(default_factory=HandicapSettings)
    pairing: PairingSettings = field(default_factory=PairingSettings)
    bracket: BracketSettings = field(default_factory=BracketSettings)
    pools: PoolSettings = field(default_factory=PoolSettings)

    def __post_init__(self) -> None:
        most = MOST_BRACKET_ROUNDS if self.kind is Kind.KNOCKOUT else MAX_ROUNDS
        whole_number(self.rounds, field="rounds", low=1, high=most)
        for name in ("floor", "bar", "zero"):
            _rank(getattr(self, name), name)
        if self.bar < self.floor:
            raise RuleError(Code.INCONSISTENT, "bar", self.bar, reason="tournament.bar_below_floor")
        if self.bar < self.zero:
            raise RuleError(Code.INCONSISTENT, "bar", self.bar, reason="tournament.below_zero_rank")
        for name in ("nbw_absent2", "nbw_bye2", "mms_absent2", "mms_bye2", "unexcused2"):
            whole_number(getattr(self, name), field=name, low=0, high=2)
        for name in ("off_board2", "small_bye2"):
            whole_number(getattr(self, name), field=name, low=0, high=200)
        whole_number(self.bye_boards2, field="bye_boards2", low=0, high=MAX_BOARDS * 2)
        _check_match_points(self.match_points)
        check_criteria(self.criteria)
        _check_limits(self.category_limits)

    @property
    def has_pools(self) -> bool:
        """Whether everybody meets everybody of a pool, not of the whole field."""
        return self.kind is Kind.ROUND_ROBIN and bool(self.pools.count or self.pools.size)

    @property
    def main_score(self) -> str:
        """The score by which players are grouped: the first of "NBW" and "MMS" in the order."""
        for name in self.criteria:
            if name in ("NBW", "MMS"):
                return name
        return self.kind.main_score

    @property
    def grouping_score(self) -> str:
        """The score that makes the groups of the pairing; a match of clubs goes by strength."""
        return "MMS" if self.kind is Kind.CLUB_MATCH else self.main_score

    @property
    def categories(self) -> int:
        """How many categories there are; at least 1."""
        return len(self.category_limits) + 1

    @property
    def pairs_by_category(self) -> bool:
        """Whether players are paired within their categories."""
        return bool(self.category_limits and self.pairing.category)

    @property
    def paired_categories(self) -> int:
        """How many categories the pairing keeps apart; at least 1."""
        return self.categories if self.pairs_by_category else 1

    def paired_category_of(self, rank: int) -> int:
        """Return the 0-based category in which a rank is paired; 0 where they steer nothing."""
        return self.category_of(rank) if self.pairs_by_category else 0

    def acceleration2_in(self, round_number: int) -> int:
        """Return the doubled virtual points of the top half in a 0-based round; 0 but in a Swiss.

        >>> swiss = Settings(kind=Kind.SWISS, pairing=PairingSettings(acceleration2=(2, 1)))
        >>> [swiss.acceleration2_in(number) for number in range(3)]
        [2, 1, 0]
        """
        points2 = self.pairing.acceleration2
        swiss = self.kind in (Kind.SWISS, Kind.SWISS_CAT)
        return points2[round_number] if swiss and round_number < len(points2) else 0

    def category_of(self, rank: int) -> int:
        """Return the 0-based category of a rank, 0 for the strongest.

        >>> limits = Settings(category_limits=(0, -10))
        >>> [limits.category_of(rank) for rank in (3, 0, -1, -10, -11)]
        [0, 0, 1, 1, 2]
        """
        for number, limit in enumerate(self.category_limits):
            if rank >= limit:
                return number
        return len(self.category_limits)

    def start2(self, rank: int, correction: int = 0) -> int:
        """Return the doubled starting MMS of a rank (S2-3, S2-4; PAIRING.md, "starting score").

        >>> [Settings(floor=-15, zero=-15).start2(rank) // 2 for rank in (-20, -15, -1, 0, 3, 6)]
        [0, 0, 14, 15, 18, 18]
        """
        return 2 * (min(max(rank, self.floor, self.zero), self.bar) - self.zero + correction)
