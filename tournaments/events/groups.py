"""The players as the pairing of a round sees them: in groups of equal score, ordered inside.

Source: PAIRING.md, "Groups".  Rounds are 0-based; everything is as it stands before the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from tournaments.events.field import Player, Tournament
from tournaments.events.placement import order_of
from tournaments.events.scores.table import NOBODY, ScoreTable
from tournaments.events.settings import NO_CRITERION, Convention, SeedSystem, Settings

# McMahon starts may be corrected by −1 … 2, so the range of scores is that much wider.
_LOWEST_CORRECTION, _HIGHEST_CORRECTION = -1, 2


class Contender(Struct, frozen=True, kw_only=True, gc=False):
    """A player before the round.

    ``place``: 0-based place in the whole order.  ``group`` is counted from 0 at the top over all
    categories, ``size`` is its size and ``inner`` the 0-based place in it.  ``start2``, ``mms2``,
    ``nbw2``: doubled scores.  ``drawn_up``, ``drawn_down``: earlier games against a higher, a lower
    score.  ``balance``: even games with White less even games with Black.  ``met``: the 0-based
    rounds in which each earlier opponent was met, by id.  ``virtual2``: the doubled points that
    count for this pairing alone (accelerated Swiss); they are in no other score.
    """

    id: int
    full_name: str
    rank: int
    country: str
    club: str
    category: int
    place: int
    group: int
    size: int
    inner: int
    start2: int
    mms2: int
    nbw2: int
    drawn_up: int
    drawn_down: int
    balance: int
    met: dict[int, tuple[int, ...]]
    virtual2: int = 0


@dataclass(frozen=True, slots=True)
class GroupedField:
    """Everybody before the round, by id, and how many groups there are, empty ones included."""

    contenders: dict[int, Contender]
    groups: int


def seed_system(settings: Settings, round_number: int) -> SeedSystem:
    """Return the seeding of a 0-based round: system 1 up to the round set, then system 2."""
    pairing = settings.pairing
    early = round_number + 1 <= pairing.last_round_system1
    return pairing.seed_system1 if early else pairing.seed_system2


def inner_criteria(settings: Settings, round_number: int) -> tuple[str, ...]:
    """Return what orders players inside a group: the placement and the extra criterion."""
    pairing = settings.pairing
    early = round_number + 1 <= pairing.last_round_system1
    extra = pairing.extra_criterion1 if early else pairing.extra_criterion2
    if extra == NO_CRITERION or extra in settings.criteria:
        return settings.criteria
    return (*settings.criteria, extra)


def score_range(settings: Settings, round_number: int) -> tuple[int, int]:
    """Return the lowest and highest main score that has a group, in points.

    >>> score_range(Settings(floor=-20, bar=3), 2)
    (9, 37)
    """
    if settings.grouping_score != "MMS":
        return 0, round_number + settings.acceleration2_in(round_number) // 2
    low = settings.floor + _LOWEST_CORRECTION - settings.zero
    return low, settings.bar + _HIGHEST_CORRECTION - settings.zero + round_number


def top_half(tournament: Tournament) -> frozenset[int]:
    """Return the ids of the top half of an accelerated Swiss, category by category.

    The half of those who are there in the first round, rounded up to an even number, by rank, then
    rating, then name; its last player stays the border, so that who comes late moves nobody
    (FIDE C.04.5.1, Baku acceleration).

    >>> from tournaments.events.field import Player
    >>> field = tuple(Player(number, f"N{number:02}", rank=-number) for number in range(1, 8))
    >>> sorted(top_half(Tournament(field)))
    [1, 2, 3, 4]
    """
    settings = tournament.system
    chosen: set[int] = set()
    for category in range(settings.paired_categories):
        players = [
            player
            for player in tournament.players
            if settings.paired_category_of(player.rank) == category
        ]
        present = {player.id for player in tournament.participants(0)}
        order = sorted((_strength(player), player.id) for player in players)
        early = [key for key in order if key[1] in present]
        border = early[: 2 * -(-len(early) // 4)][-1:]
        chosen.update(key[1] for key in order if border and key <= border[0])
    return frozenset(chosen)


def _strength(player: Player) -> tuple[int, float, str]:
    rating = float("-inf") if player.rating is None else player.rating
    return -player.rank, -rating, player.full_name


def standing(tournament: Tournament, round_number: int) -> GroupedField:
    """Return everybody who is grouped in a 0-based round.

    3.52 groups those who take part in the round, 3.51 everybody entered.  Scores outside the range
    of :func:`score_range`, which only unusual corrections give, widen it.  Raises what
    :func:`tournaments.events.placement.ordered` raises.
    """
    settings = tournament.system
    table = ScoreTable(tournament, round_number - 1)
    taking_part = tournament.participants(round_number)
    if settings.pairing.convention is Convention.V351:
        taking_part = tournament.players
    grouped = {player.id for player in taking_part}
    order = order_of(table, inner_criteria(settings, round_number))
    order = tuple(player for player in order if player in grouped)
    top = top_half(tournament) if settings.pairing.acceleration2 else frozenset()
    virtual2 = dict.fromkeys(top, settings.acceleration2_in(round_number))
    group_of, groups = _number_groups(settings, round_number, table, order, virtual2)
    sizes = Counter(group_of.values())
    seen: Counter[int] = Counter()
    past = _Past(tournament, table, settings, top)
    contenders: dict[int, Contender] = {}
    for player_id in sorted(order, key=group_of.__getitem__):
        group = group_of[player_id]
        contenders[player_id] = past.contender(
            player_id,
            place=len(contenders),
            group=group,
            size=sizes[group],
            inner=seen[group],
            virtual2=virtual2.get(player_id, 0),
        )
        seen[group] += 1
    return GroupedField(contenders, groups)


def _number_groups(
    settings: Settings,
    round_number: int,
    table: ScoreTable,
    order: Sequence[int],
    virtual2: Mapping[int, int],
) -> tuple[dict[int, int], int]:
    scores2 = table.mms if settings.grouping_score == "MMS" else table.nbw
    score = {
        player: (scores2[table.index[player]] + virtual2.get(player, 0)) // 2 for player in order
    }
    low, high = score_range(settings, round_number)
    low, high = min([low, *score.values()]), max([high, *score.values()])
    per_category = high - low + 1
    group_of = {
        player: settings.paired_category_of(table.players[table.index[player]].rank) * per_category
        + high
        - score[player]
        for player in order
    }
    return group_of, per_category * settings.paired_categories


class _Past:
    """What the earlier rounds say of each player."""

    def __init__(
        self, tournament: Tournament, table: ScoreTable, settings: Settings, top: frozenset[int]
    ) -> None:
        self.table = table
        self.settings = settings
        size = table.size
        self.drawn_up, self.drawn_down = [0] * size, [0] * size
        self.balance = [0] * size
        self.met: list[dict[int, tuple[int, ...]]] = [{} for _ in range(size)]
        on_mms = settings.grouping_score == "MMS"
        after = table.mms_after if on_mms else table.nbw_after
        before_first = table.start2 if on_mms else [0] * size
        for number, opponents in enumerate(table.opponents):
            scores2 = after[number - 1] if number else before_first
            if points2 := settings.acceleration2_in(number):  # as the round was grouped
                scores2 = [
                    score2 + points2 * (player.id in top)
                    for score2, player in zip(scores2, table.players, strict=True)
                ]
            self._count_draws(opponents, scores2)
            self._count_meetings(number, opponents)
        for tournament_round in tournament.rounds[: table.last + 1]:
            for game in tournament_round.games:
                if not game.handicap:
                    self.balance[table.index[game.white]] += 1
                    self.balance[table.index[game.black]] -= 1

    def _count_draws(self, opponents: list[int], scores2: list[int]) -> None:
        for player, opponent in enumerate(opponents):
            if opponent == NOBODY:
                continue
            own, theirs = scores2[player] // 2, scores2[opponent] // 2
            self.drawn_up[player] += own < theirs
            self.drawn_down[player] += own > theirs

    def _count_meetings(self, number: int, opponents: list[int]) -> None:
        for player, opponent in enumerate(opponents):
            if opponent != NOBODY:
                opponent_id = self.table.players[opponent].id
                self.met[player][opponent_id] = (*self.met[player].get(opponent_id, ()), number)

    def contender(
        self, player_id: int, *, place: int, group: int, size: int, inner: int, virtual2: int
    ) -> Contender:
        index = self.table.index[player_id]
        player: Player = self.table.players[index]
        return Contender(
            id=player_id,
            full_name=player.full_name,
            rank=player.rank,
            country=player.country,
            club=player.club,
            category=self.settings.paired_category_of(player.rank),
            place=place,
            group=group,
            size=size,
            inner=inner,
            start2=self.table.start2[index],
            mms2=self.table.mms[index],
            nbw2=self.table.nbw[index],
            drawn_up=self.drawn_up[index],
            drawn_down=self.drawn_down[index],
            balance=self.balance[index],
            met=self.met[index],
            virtual2=virtual2,
        )
