"""The weights of all pairs at once: what :mod:`tournaments.events.weights.criteria` says, in
arrays.

Players are numbered in the order of the pool, so that the row is the upper of the two wherever the
column comes later; only that half is computed, some rows at a time (so few that they stay near the
processor), and mirrored.  What depends on a few kinds of players is worked out once per pair of
kinds, by the scalar formulas' own arithmetic in doubles.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.events.chance import Chance
from tournaments.events.groups import seed_system
from tournaments.events.handicap import handicap_level
from tournaments.events.matching.assignment import row_blocks
from tournaments.events.settings import Convention, DrawMode, SeedSystem
from tournaments.events.weights.criteria import (
    FAR_GROUPS_V351,
    Pool,
    above_threshold,
    apart_costs,
    club_key,
    in_common_group,
    pseudo_score,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

#: Points of one criterion: given which rows and which columns, a table of these, or one that fits.
Points = Callable[[slice, slice], Ints]

_AT_ONCE = 2**16  # pairs
_WIDEST = 2**52  # weights up to here survive a double, and their sums fit into 64 bits


def weight_table(pool: Pool) -> Ints:
    """Return the weights of all pairs, n × n, symmetric, 0 on the diagonal.

    Raises RuleError E_RANGE where the settings are so large that a sum could leave 64 bits.
    """
    _check_range(pool)
    size = len(pool.contenders)
    table = np.zeros((size, size), np.int64)
    if not size:
        return table
    criteria = (_random, _balance, _groups, _draws, _handicap, _geography, _apart)
    earned = [points for points in (of(pool) for of in criteria) if points is not None]
    seeding = _seeding(pool)
    for rows in row_blocks(size, _AT_ONCE):
        start, stop = rows.start, rows.stop
        columns = slice(start, size)
        block = np.full((stop - start, size - start), 1 + pool.settings.pairing.duplicate, np.int64)
        for points in earned:
            block += points(rows, columns)
        seeding(rows, block)
        _put(table, start, stop, block)
    _meetings(pool, table)
    return table


def _put(table: Ints, start: int, stop: int, block: Ints) -> None:
    """Put rows from the diagonal on into the table, and mirror them."""
    inside = block[:, : stop - start]
    inside[np.tri(stop - start, dtype=np.bool_)] = 0
    table[start:stop, start:stop] = inside + inside.T
    table[start:stop, stop:] = block[:, stop - start :]
    table[stop:, start:stop] = block[:, stop - start :].T


def _check_range(pool: Pool) -> None:
    pairing = pool.settings.pairing
    for name in ("duplicate", "random", "balance", "category", "score", "draw", "seeding"):
        _check_weight(name, getattr(pairing, name))
    for name in ("handicap", "geography"):
        _check_weight(name, getattr(pairing, name))
    _check_weight("apart", sum(cost for _, cost in apart_costs(pool)))


def _check_weight(name: str, value: int) -> None:
    if value > _WIDEST:
        raise RuleError(Code.RANGE, name, value, AcceptedRange(0, _WIDEST))


def _column(values: Sequence[int]) -> Ints:
    return np.array(values, np.int64)


def _kinds(values: Sequence[Hashable]) -> tuple[list[Hashable], Ints]:
    """Return the different values and, for every player, the number of theirs."""
    numbers: dict[Hashable, int] = {}
    return_numbers = [numbers.setdefault(value, len(numbers)) for value in values]
    return list(numbers), _column(return_numbers)


def _spread(by_kind: Ints, kind: Ints) -> Points:
    """Make points for kinds of players those of the players."""
    return lambda rows, columns: by_kind.take(kind[rows], axis=0).take(kind[columns], axis=1)


def _concave(weight: int, x: Floats, k: float) -> Ints:
    return np.trunc(weight * (1.0 - x) * (1.0 + k * x)).astype(np.int64)


def _difference(values: Ints) -> Ints:
    difference: Ints = np.abs(values[:, None] - values[None, :])
    return difference


def _meetings(pool: Pool, table: Ints) -> None:
    """1."""
    row = {contender.id: place for place, contender in enumerate(pool.contenders)}
    met = [
        (place, row[opponent])
        for place, contender in enumerate(pool.contenders)
        for opponent in contender.met
        if row.get(opponent, -1) > place
    ]
    if met:
        first, second = np.array(met, np.int64).T
        table[first, second] -= pool.settings.pairing.duplicate
        table[second, first] -= pool.settings.pairing.duplicate


def _random(pool: Pool) -> Points | None:
    """2."""
    pairing = pool.settings.pairing
    if not pairing.random:
        return None
    chance = Chance() if pairing.deterministic else pool.chance
    return chance.draws(pairing.random, pool.contenders)


def _balance(pool: Pool) -> Points | None:
    """3."""
    settings = pool.settings
    if not settings.pairing.balance:
        return None
    kinds, kind = _kinds(
        [
            (
                handicap_level(contender.rank, contender.mms2, settings),
                max(-2, min(2, contender.balance)),
            )
            for contender in pool.contenders
        ]
    )
    level, balance = (_column(values) for values in zip(*kinds, strict=True))
    stones = np.clip(_difference(level) - settings.handicap.correction, 0, None)
    stones[level[:, None] == level[None, :]] = 0
    even = np.minimum(stones, settings.handicap.ceiling) == 0
    opposite = balance[:, None] * balance[None, :] < 0
    helps_one = (balance[:, None] == 0) & (np.abs(balance)[None, :] >= 2)
    points = np.where(helps_one | helps_one.T, settings.pairing.balance // 2, 0)
    points = np.where(opposite, settings.pairing.balance, points)
    return _spread(np.where(even, points, 0), kind)


def _groups(pool: Pool) -> Points:
    """4 and 5: both depend on the two groups only."""
    pairing = pool.settings.pairing
    kinds, kind = _kinds([(contender.group, contender.category) for contender in pool.contenders])
    group, category = (_column(values) for values in zip(*kinds, strict=True))
    apart = _difference(category)
    points = _concave(pairing.score, _difference(group) / pool.groups, pairing.concavity)
    points[apart > 0] = 0
    if pool.settings.paired_categories > 1:
        points += _concave(pairing.category, apart / pool.category_range, pairing.concavity)
    return _spread(points, kind)


def _draws(pool: Pool) -> Points | None:
    """6: the row is drawn down, the column up."""
    pairing = pool.settings.pairing
    share = pairing.draw // 5
    if not share:
        return None
    upper = _draw_places(pool, pairing.draw_upper, share)
    lower = _draw_places(pool, pairing.draw_lower, share)
    shares = _draw_shares(pool, share)
    group = _column([contender.group for contender in pool.contenders])
    category = _column([contender.category for contender in pool.contenders])

    def points(rows: slice, columns: slice) -> Ints:
        block = shares(rows, columns)
        block += upper[rows, None]
        block += lower[None, columns]
        if pool.settings.paired_categories > 1:
            block //= (np.abs(category[rows, None] - category[None, columns]) + 1) ** 4
        block *= group[rows, None] < group[None, columns]
        if pairing.convention is Convention.V351:
            block *= group[None, columns] - group[rows, None] < FAR_GROUPS_V351
        return block

    return points


def _draw_shares(pool: Pool, share: int) -> Points:
    """What earlier draws count for."""
    kinds, kind = _kinds(
        [(contender.drawn_up, contender.drawn_down) for contender in pool.contenders]
    )
    ups, downs = (_column(values) for values in zip(*kinds, strict=True))
    shares = 2 - (downs > 0).astype(np.int64)[:, None] - (ups > 0).astype(np.int64)[None, :]
    shares += (shares != 0) & (ups > downs)[:, None]
    shares += (shares != 0) & (downs > ups)[None, :]
    if not pool.settings.pairing.compensate_draws:
        np.minimum(shares, 2, out=shares)
    return _spread(shares * share, kind)


def _draw_places(pool: Pool, mode: DrawMode, share: int) -> Ints:
    inner = _column([contender.inner for contender in pool.contenders])
    size = _column([contender.size for contender in pool.contenders])
    steps = {
        DrawMode.TOP: size - 1 - inner,
        DrawMode.MIDDLE: size - 1 - np.abs(2 * inner - size + 1),
        DrawMode.BOTTOM: inner,
    }[mode]
    points: Ints = share // 2 * steps // size
    return points


def _seeding(pool: Pool) -> Callable[[slice, Ints], None]:
    """7: group by group, since nothing is due between groups.

    What is returned adds the points to a block of these rows and all columns from their first on.
    """
    if not pool.settings.pairing.seeding:
        return lambda *_: None
    group = _column([contender.group for contender in pool.contenders])
    cuts = [0, *(np.flatnonzero(np.diff(group)) + 1).tolist(), len(group)]
    points = _seed_points(pool)

    def add(rows: slice, block: Ints) -> None:
        for start, stop in pairwise(cuts):
            first, last = max(start, rows.start), min(stop, rows.stop)
            if first < last and stop - start > 1:
                inside = slice(first - rows.start, last - rows.start)
                beside = slice(first - rows.start, stop - rows.start)
                block[inside, beside] += points(slice(first, last), slice(first, stop))

    return add


def _seed_points(pool: Pool) -> Points:
    """Points inside a group: all rows and columns asked for are of one."""
    top = pool.settings.pairing.seeding
    inner = _column([contender.inner for contender in pool.contenders])
    system = seed_system(pool.settings, pool.round)
    if system is SeedSystem.RANDOM:
        upper_half = 2 * inner < _column([contender.size for contender in pool.contenders])
        draws = pool.chance.draws(int(top * 0.2), pool.contenders)
        return lambda rows, columns: (
            (top - draws(rows, columns)) * (upper_half[rows, None] != upper_half[None, columns])
        )

    def points(rows: slice, columns: slice) -> Ints:
        size = pool.contenders[rows.start].size
        if system is SeedSystem.FOLD:
            off, span = np.abs(inner[rows, None] + inner[None, columns] - (size - 1)), size - 1
        else:
            off = np.abs(2 * np.abs(inner[rows, None] - inner[None, columns]) - size)
            span = size
        earned: Ints = top - top * off // span * off // span
        return earned

    return points


def _handicap(pool: Pool) -> Points | None:
    """8."""
    pairing = pool.settings.pairing
    if not pairing.handicap:
        return None
    kinds, kind = _kinds([pseudo_score(pool, contender) for contender in pool.contenders])
    score = np.array(kinds, np.int64)
    x = _difference(score) / pool.handicap_range
    return _spread(_concave(pairing.handicap, x, pairing.concavity), kind)


def _geography(pool: Pool) -> Points:
    """9: by country, club and threshold."""
    pairing = pool.settings.pairing
    places = [
        (contender.country.lower(), club_key(contender.club)) for contender in pool.contenders
    ]
    above = np.array([above_threshold(pool, contender) for contender in pool.contenders], np.bool_)
    kinds, kind = _kinds(
        [(*place, high) for place, high in zip(places, above.tolist(), strict=True)]
    )
    countries, clubs, high = (list(values) for values in zip(*kinds, strict=True))
    points = _distance_points(pool, countries, [str(club) for club in clubs])
    if pairing.convention is Convention.V352:
        mark = np.array(high, np.bool_)
        both, only_one = mark[:, None] & mark[None, :], mark[:, None] ^ mark[None, :]
        total = points + pairing.geography
        points = np.where(only_one, np.sign(total) * (np.abs(total) // 2), points)
        points[both] = pairing.geography
    return _spread(points, kind)


def _distance_points(pool: Pool, countries: Sequence[Hashable], clubs: Sequence[str]) -> Ints:
    pairing = pool.settings.pairing
    _, country = _kinds(countries)
    names, club = _kinds(clubs)
    far = country[:, None] != country[None, :]
    by_country = np.where(far, min(1.0, pairing.country_preference / pool.groups), 0.0)
    preference = np.full((len(names), len(names)), pairing.club_preference * 1.2 / pool.groups)
    for row, first in enumerate(names):
        for column, second in enumerate(names if pairing.clubs_groups else ()):
            if in_common_group(str(first), str(second), pairing.clubs_groups):
                preference[row, column] = pairing.club_preference / 2.0 / pool.groups
    np.fill_diagonal(preference, 0.0)
    by_club = np.minimum(preference, 1.0)[club[:, None], club[None, :]]
    ratio = np.maximum(by_country, by_club) + np.minimum(by_country, by_club) / 2.0
    ratio = np.where(ratio > 0.0, ratio + 0.5 / pool.groups, ratio)
    return np.minimum(
        pairing.geography, pairing.score - _concave(pairing.geography, ratio, pairing.concavity)
    )


def _apart(pool: Pool) -> Points | None:
    """Ours: by what players share under the soft rules."""
    costs = apart_costs(pool)
    if not costs:
        return None
    kinds, kind = _kinds(
        [tuple(rule.shared.get(contender.id) for rule, _ in costs) for contender in pool.contenders]
    )
    points = np.zeros((len(kinds), len(kinds)), np.int64)
    for (_, cost), values in zip(costs, zip(*kinds, strict=True), strict=True):
        points += np.where(same_pairs(values), 0, cost)
    return _spread(points, kind)


def same_pairs(values: Sequence[Hashable]) -> NDArray[np.bool_]:
    """Return which of *values* are the same, n × n; None is like nothing."""
    numbers: dict[Hashable, int] = {}
    number = _column([numbers.setdefault(v, len(numbers)) if v is not None else -1 for v in values])
    same: NDArray[np.bool_] = (number[:, None] == number[None, :]) & (number >= 0)[:, None]
    return same
