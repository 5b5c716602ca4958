"""The weights of all pairs at once: what :mod:`tournaments.events.weights.criteria` says, in
arrays.

Players are numbered in the order of the pool, so that the row is the upper of the two wherever the
column comes later; only that half is computed and then mirrored.  What depends on a few kinds of
players is worked out once per pair of kinds, by the scalar formulas' own arithmetic in doubles.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ratings.errors import Code, RuleError
from tournaments.events.groups import Contender, seed_system
from tournaments.events.handicap import handicap_level
from tournaments.events.settings import Convention, DrawMode, SeedSystem
from tournaments.events.weights.chance import Chance
from tournaments.events.weights.criteria import (
    Pool,
    above_threshold,
    club_key,
    in_common_group,
    pseudo_score,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_WIDEST = 2**52  # weights up to here survive a double, and their sums fit into 64 bits


def weight_table(pool: Pool) -> Ints:
    """Return the weights of all pairs, n × n, symmetric, 0 on the diagonal.

    Raises RuleError E_RANGE where the settings are so large that a sum could leave 64 bits.
    """
    _check_range(pool)
    size = len(pool.contenders)
    table = np.full((size, size), 1 + pool.settings.pairing.duplicate, np.int64)
    if not size:
        return table
    for add in (_balance, _random, _groups, _draws, _seeding, _handicap, _geography):
        add(pool, table)
    _meetings(pool, table)
    table = np.triu(table, 1)
    table += table.T
    return table


def _check_range(pool: Pool) -> None:
    pairing = pool.settings.pairing
    for name in ("duplicate", "random", "balance", "category", "score", "draw", "seeding"):
        _check_weight(name, getattr(pairing, name))
    for name in ("handicap", "geography"):
        _check_weight(name, getattr(pairing, name))


def _check_weight(name: str, value: int) -> None:
    if value > _WIDEST:
        raise RuleError(Code.RANGE, field=name, value=value, accepted=f"0…{_WIDEST}")


def _column(values: Sequence[int]) -> Ints:
    return np.array(values, np.int64)


def _kinds(values: Sequence[Hashable]) -> tuple[list[Hashable], Ints]:
    """Return the different values and, for every player, the number of his."""
    numbers: dict[Hashable, int] = {}
    return_numbers = [numbers.setdefault(value, len(numbers)) for value in values]
    return list(numbers), _column(return_numbers)


def _spread(by_kind: Ints, kind: Ints) -> Ints:
    """Return a table over kinds of players as one over players."""
    spread: Ints = by_kind.take(kind, axis=0).take(kind, axis=1)
    return spread


def _concave(weight: int, x: Floats, k: float) -> Ints:
    return np.trunc(weight * (1.0 - x) * (1.0 + k * x)).astype(np.int64)


def _difference(values: Ints) -> Ints:
    difference: Ints = np.abs(values[:, None] - values[None, :])
    return difference


def _meetings(pool: Pool, table: Ints) -> None:
    """1."""
    row = {contender.id: place for place, contender in enumerate(pool.contenders)}
    for place, contender in enumerate(pool.contenders):
        for opponent in contender.met:
            if opponent in row:
                table[place, row[opponent]] -= pool.settings.pairing.duplicate


def _random(pool: Pool, table: Ints) -> None:
    """2."""
    pairing = pool.settings.pairing
    if pairing.random:
        chance = Chance() if pairing.deterministic else pool.chance
        table += chance.table(pairing.random, pool.contenders)


def _balance(pool: Pool, table: Ints) -> None:
    """3."""
    settings = pool.settings
    if not settings.pairing.balance:
        return
    kinds, kind = _kinds(
        [
            (handicap_level(one.rank, one.mms2, settings), max(-2, min(2, one.balance)))
            for one in pool.contenders
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
    table += _spread(np.where(even, points, 0), kind)


def _groups(pool: Pool, table: Ints) -> None:
    """4 and 5: both depend on the two groups only."""
    pairing = pool.settings.pairing
    kinds, kind = _kinds([(one.group, one.category) for one in pool.contenders])
    group, category = (_column(values) for values in zip(*kinds, strict=True))
    apart = _difference(category)
    points = _concave(pairing.score, _difference(group) / pool.groups, pairing.concavity)
    points[apart > 0] = 0
    if pool.settings.categories > 1:
        points += _concave(pairing.category, apart / pool.category_range, pairing.concavity)
    table += _spread(points, kind)


def _draws(pool: Pool, table: Ints) -> None:
    """6: the row is drawn down, the column up."""
    pairing = pool.settings.pairing
    share = pairing.draw // 5
    if not share:
        return
    ups = _column([one.drawn_up for one in pool.contenders])
    downs = _column([one.drawn_down for one in pool.contenders])
    shares = 2 - (downs > 0).astype(np.int64)[:, None] - (ups > 0).astype(np.int64)[None, :]
    shares += (shares != 0) & (ups > downs)[:, None]
    shares += (shares != 0) & (downs > ups)[None, :]
    if not pairing.compensate_draws:
        np.minimum(shares, 2, out=shares)
    shares *= share
    shares += _draw_places(pool, pairing.draw_upper, share)[:, None]
    shares += _draw_places(pool, pairing.draw_lower, share)[None, :]
    if pool.settings.categories > 1:
        gap = _difference(_column([one.category for one in pool.contenders])) + 1
        shares //= gap**4
    group = _column([one.group for one in pool.contenders])
    shares[group[:, None] >= group[None, :]] = 0
    if pairing.convention is Convention.V351:
        shares[_difference(group) >= 4] = 0
    table += shares


def _draw_places(pool: Pool, mode: DrawMode, share: int) -> Ints:
    inner = _column([one.inner for one in pool.contenders])
    size = _column([one.size for one in pool.contenders])
    steps = {
        DrawMode.TOP: size - 1 - inner,
        DrawMode.MIDDLE: size - 1 - np.abs(2 * inner - size + 1),
        DrawMode.BOTTOM: inner,
    }[mode]
    points: Ints = share // 2 * steps // size
    return points


def _seeding(pool: Pool, table: Ints) -> None:
    """7: group by group, since nothing is due between groups."""
    if not pool.settings.pairing.seeding:
        return
    group = _column([one.group for one in pool.contenders])
    cuts = [0, *(np.flatnonzero(np.diff(group)) + 1).tolist(), len(group)]
    for start, stop in pairwise(cuts):
        if stop - start > 1:
            table[start:stop, start:stop] += _seed_block(pool, pool.contenders[start:stop])


def _seed_block(pool: Pool, members: Sequence[Contender]) -> Ints:
    top = pool.settings.pairing.seeding
    inner = _column([one.inner for one in members])
    size = members[0].size
    system = seed_system(pool.settings, pool.round)
    if system is SeedSystem.RANDOM:
        upper_half = 2 * inner < size
        drawn = top - pool.chance.table(int(top * 0.2), members)
        return np.where(upper_half[:, None] != upper_half[None, :], drawn, 0)
    if system is SeedSystem.FOLD:
        off, span = np.abs(inner[:, None] + inner[None, :] - (size - 1)), size - 1
    else:
        off, span = np.abs(2 * _difference(inner) - size), size
    points: Ints = top - top * off // span * off // span
    return points


def _handicap(pool: Pool, table: Ints) -> None:
    """8."""
    pairing = pool.settings.pairing
    if not pairing.handicap:
        return
    kinds, kind = _kinds([pseudo_score(pool, one) for one in pool.contenders])
    score = np.array(kinds, np.int64)
    x = _difference(score) / pool.handicap_range
    table += _spread(_concave(pairing.handicap, x, pairing.concavity), kind)


def _geography(pool: Pool, table: Ints) -> None:
    """9: by country, club and threshold."""
    pairing = pool.settings.pairing
    places = [(one.country.lower(), club_key(one.club)) for one in pool.contenders]
    above = np.array([above_threshold(pool, one) for one in pool.contenders], np.bool_)
    kinds, kind = _kinds(
        [(*place, high) for place, high in zip(places, above.tolist(), strict=True)]
    )
    countries, clubs, high = (list(values) for values in zip(*kinds, strict=True))
    points = _distance_points(pool, countries, [str(club) for club in clubs])
    if pairing.convention is Convention.V352:
        mark = np.array(high, np.bool_)
        both, one = mark[:, None] & mark[None, :], mark[:, None] ^ mark[None, :]
        total = points + pairing.geography
        points = np.where(one, np.sign(total) * (np.abs(total) // 2), points)
        points[both] = pairing.geography
    table += _spread(points, kind)


def _distance_points(pool: Pool, countries: Sequence[Hashable], clubs: Sequence[str]) -> Ints:
    pairing = pool.settings.pairing
    _, country = _kinds(countries)
    names, club = _kinds(clubs)
    far = country[:, None] != country[None, :]
    by_country = np.where(far, min(1.0, pairing.country_preference / pool.groups), 0.0)
    preference = np.full((len(names), len(names)), pairing.club_preference * 1.2 / pool.groups)
    for one, first in enumerate(names):
        for other, second in enumerate(names if pairing.clubs_groups else ()):
            if in_common_group(str(first), str(second), pairing.clubs_groups):
                preference[one, other] = pairing.club_preference / 2.0 / pool.groups
    np.fill_diagonal(preference, 0.0)
    by_club = np.minimum(preference, 1.0)[club[:, None], club[None, :]]
    ratio = np.maximum(by_country, by_club) + np.minimum(by_country, by_club) / 2.0
    ratio = np.where(ratio > 0.0, ratio + 0.5 / pool.groups, ratio)
    return np.minimum(
        pairing.geography, pairing.score - _concave(pairing.geography, ratio, pairing.concavity)
    )
