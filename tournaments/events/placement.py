"""The table of a tournament after a round: who stands where, and what parted two neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.events.criteria import CRITERIA
from tournaments.events.field import Tournament, TournamentRound, check
from tournaments.events.scores import direct
from tournaments.events.scores.registry import Score, compute, compute_all
from tournaments.events.scores.table import ScoreTable
from tournaments.events.settings import check_criteria

#: What :func:`parted_by` answers where every criterion is equal: the order is that of names.
NAME_ORDER = "NAME"
#: What it answers where the second has no place at all.
UNPLACED = "UNPLACED"
#: What it answers for players of different pools.
POOLS = "POOLS"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of the table.

    ``place`` counts every player entered, None for an unplaced one; ``published_place`` only those
    who appear in a game or a bye (None for the others); ``shared``: somebody else has the same
    place.  ``scores``: every criterion under its name, doubled; a Fraction only in SODOS, where a
    jigo halves a half point.  ``appears``: in a game or a bye of any round.  ``pool``: 0 for none.
    """

    place: int | None
    shared: bool
    player: int
    scores: Mapping[str, Score]
    published_place: int | None
    criteria: tuple[str, ...]
    appears: bool = True
    pool: int = 0

    def points(self, name: str) -> float:
        """Return a score in points; exact, since all are multiples of a quarter."""
        return float(Fraction(self.scores[name]) / 2)


def standings(
    tournament: Tournament,
    round_number: int,
    criteria: Iterable[str] | None = None,
    shown: Iterable[str] | None = None,
) -> tuple[StandingsRow, ...]:
    """Return the table after a 0-based round (−1: before the first), best first.

    *criteria* replaces the order of placement of the settings; *shown* names the only other
    criteria to be computed (None: every one).  Equal players share a place and
    are listed by name, then first name, in the order of code points (PAIRING.md, "Order"; S2-10).
    Unplaced players come last, without a place (S4-18).
    A planned round that is not paired yet counts as one without games.
    In pools everybody is placed within their own: all firsts share the first place, and so on.

    Raises RuleError E_INCONSISTENT for a criterion that is unknown or listed twice, E_MISSING for
    an empty order, E_STATE beyond the planned rounds, and what
    :func:`tournaments.events.field.check` raises.
    """
    check(tournament)
    order = tournament.system.criteria if criteria is None else check_criteria(criteria)
    if tournament.system.has_pools:
        return _standings_of_pools(tournament, round_number, order, shown)
    return _standings(tournament, round_number, order, shown)


def _standings_of_pools(
    tournament: Tournament,
    round_number: int,
    order: tuple[str, ...],
    shown: Iterable[str] | None,
) -> tuple[StandingsRow, ...]:
    """The tables of the pools as one: by the place in the pool, then by pool."""
    rows = []
    for pool in sorted({player.pool for player in tournament.players}):
        ids = {player.id for player in tournament.players if player.pool == pool}
        own = replace(
            tournament,
            players=tuple(player for player in tournament.players if player.id in ids),
            rounds=tuple(
                TournamentRound(
                    tuple(game for game in each.games if {game.white, game.black} <= ids),
                    each.bye if each.bye in ids else None,
                )
                for each in tournament.rounds
            ),
        )
        rows += [replace(row, pool=pool) for row in _standings(own, round_number, order, shown)]
    # Whoever has no pool comes after the players of all pools.
    rows.sort(key=lambda row: (row.place is None, not row.pool, row.place or 0, row.pool))
    sharing = Counter(map(_within, rows))
    first = {_within(row): at for at, row in reversed(list(enumerate(rows, 1)))}
    return tuple(
        replace(
            row,
            place=None if row.place is None else first[_within(row)],
            shared=row.place is not None and sharing[_within(row)] > 1,
            published_place=row.published_place and first[_within(row)],
        )
        for row in rows
    )


def _within(row: StandingsRow) -> tuple[bool, int | None]:
    return not row.pool, row.place


def _standings(
    tournament: Tournament,
    round_number: int,
    order: tuple[str, ...],
    shown: Iterable[str] | None,
) -> tuple[StandingsRow, ...]:
    table = ScoreTable(tournament, round_number)
    if shown is None:
        scores = compute_all(table)
        scores[direct.FULL], scores[direct.SIMPLIFIED] = [0] * table.size, [0] * table.size
    else:
        wanted = dict.fromkeys((*order, *shown))
        scores = {name: compute(table, name) for name in wanted if name not in direct.DIRECT}
    scores.update(_direct_scores(table, order, scores))
    best_first = sorted(range(table.size), key=_sort_key(table, order, scores))
    keys = list(zip(*(scores[name] for name in order), strict=True))
    placed = [index for index in best_first if not table.players[index].unplaced]
    places, shared = _places(placed, keys)
    known = _appearing(tournament)
    published, _ = _places([i for i in placed if table.players[i].id in known], keys)
    names = list(scores)
    columns = list(zip(*scores.values(), strict=True))
    return tuple(
        StandingsRow(
            place=places.get(index),
            shared=index in shared,
            player=table.players[index].id,
            scores=dict(zip(names, columns[index], strict=True)),
            published_place=published.get(index),
            criteria=order,
            appears=table.players[index].id in known,
        )
        for index in best_first
    )


def ordered(
    tournament: Tournament, round_number: int, criteria: Iterable[str] | None = None
) -> tuple[int, ...]:
    """Return the ids of all players, best first, as :func:`standings` orders them.

    Computes only what the order needs.  Raises what :func:`standings` raises, except for
    contradictions in the facts, which it does not look for.
    """
    order = tournament.system.criteria if criteria is None else check_criteria(criteria)
    return order_of(ScoreTable(tournament, round_number), order)


def order_of(table: ScoreTable, criteria: Iterable[str]) -> tuple[int, ...]:
    """Return what :func:`ordered` returns, for a table that is laid out already."""
    order = check_criteria(criteria)
    scores = {name: compute(table, name) for name in order if name not in direct.DIRECT}
    scores.update(_direct_scores(table, order, scores))
    best_first = sorted(range(table.size), key=_sort_key(table, order, scores))
    return tuple(table.players[index].id for index in best_first)


def parted_by(first: StandingsRow, second: StandingsRow) -> str:
    """Return the criterion that put *first* before *second*, or ``NAME_ORDER`` or ``UNPLACED``.

    The two are rows of one table; for players who share a place nothing but
    the order of names did it.
    """
    if first.place is not None and second.place is None:
        return UNPLACED
    if first.pool != second.pool:
        return POOLS
    for name in first.criteria:
        if first.scores[name] != second.scores[name]:
            return name
    return NAME_ORDER


def _direct_scores(
    table: ScoreTable, order: tuple[str, ...], scores: Mapping[str, list[Score]]
) -> dict[str, list[Score]]:
    """DC and SDC, both relative to the criteria before the first of them; {} if none is asked."""
    first = next((place for place, name in enumerate(order) if name in direct.DIRECT), None)
    if first is None:
        return {}
    earlier = [scores[name] for name in order[:first]]
    groups: dict[tuple[Score, ...], list[int]] = {}
    for index in range(table.size):
        groups.setdefault(tuple(column[index] for column in earlier), []).append(index)
    together = list(groups.values())
    simplified = direct.simplified(table, together)
    # What follows DC decides who is peeled first; without DC in the order, nothing does.
    after = order[order.index(direct.FULL) + 1 :] if direct.FULL in order else ()
    columns = [
        _descending(name, simplified if name == direct.SIMPLIFIED else scores[name])
        for name in after
    ]
    later = list(zip(*columns, strict=True)) if columns else [()] * table.size
    return {
        direct.FULL: list(direct.full(table, together, later)),
        direct.SIMPLIFIED: list(simplified),
    }


def _descending(name: str, column: Sequence[Score]) -> list[Score]:
    """The column turned so that more is better."""
    return [-score for score in column] if CRITERIA[name].ascending else list(column)


def _sort_key(
    table: ScoreTable, order: tuple[str, ...], scores: Mapping[str, list[Score]]
) -> Callable[[int], tuple[object, ...]]:
    columns = [[-score for score in _descending(name, scores[name])] for name in order]
    names = [(player.name, player.first_name) for player in table.players]
    last = [player.unplaced for player in table.players]
    keys = list(zip(last, *columns, names, strict=True))
    return keys.__getitem__


def _places(
    best_first: list[int], keys: list[tuple[Score, ...]]
) -> tuple[dict[int, int], set[int]]:
    """Places counted from 1, equal keys on the same place, and who shares one."""
    places: dict[int, int] = {}
    shared: set[int] = set()
    for position, index in enumerate(best_first):
        before = best_first[position - 1] if position else None
        if before is not None and keys[before] == keys[index]:
            places[index] = places[before]
            shared.update((before, index))
        else:
            places[index] = position + 1
    return places, shared


def _appearing(tournament: Tournament) -> set[int]:
    """The ids of all who are in a game or a bye of any round."""
    known: set[int] = set()
    for tournament_round in tournament.rounds:
        known.update(tournament_round.seats())
        if tournament_round.bye is not None:
            known.add(tournament_round.bye)
    return known
