"""The order of the members in a system at a moment, from the ledger and what it came to.

A ranking is put in order as figures and names alone (:func:`lines`); members, and what thirty days
changed, are read of those lines that a page shows (:func:`rows`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from django.db.models import BigIntegerField, Case, OuterRef, Q, QuerySet, Subquery, When
from django.utils import timezone

from goclub.games.models import NEWEST_FIRST, RatingEntry, Standing
from goclub.games.rating.systems.protocol import AnySystem
from goclub.members.models import Member

#: What the arrow compares with.
TREND_DAYS: Final = 30
#: Keys named in one query: as many as SQLite takes, with room to spare.
_AT_ONCE: Final = 10_000
#: In place of an entry's key: the standing shows what the member held at the moment.
_STANDS: Final = 0
K = TypeVar("K")


class RankingLine(NamedTuple):
    """A member's place and figures, and what decides whether a reader finds the member.

    Shared places carry the same number.  ``place`` None for newcomers and BC of IGS, who have a
    rank but no points yet (S0-26).
    """

    place: int | None
    shared: bool
    member_id: int
    value: int | float
    rank: str
    games: int
    search_names: str
    is_listed: bool
    shows_origin: bool


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A line as a page shows it; ``trend`` over thirty days, None for whoever had nothing then."""

    place: int | None
    shared: bool
    member: Member
    value: int | float
    rank: str
    games: int
    trend: int | float | None


class _Held(NamedTuple):
    """What a member held, and by which name equals are put in order."""

    value: int | float
    rank: str
    games: int
    name: str
    member_id: int
    #: Search names, whether the member is listed, whether country and club are shown.
    found_by: tuple[str, bool, bool]


def lines(
    system: AnySystem,
    *,
    at: datetime,
    since: date | None = None,
    certified: bool = False,
    country: str = "",
    club: str = "",
) -> list[RankingLine]:
    """Return the members in order of points or rating as the ledger had them at *at*.

    ``since`` only those with an entry from that day on.  A game counts at the moment when it was
    confirmed, a decision at the moment when it was taken.  One query for the present, whatever the
    history; one more for each 10,000 members who held something else at a moment of the past.
    """
    members = Q(member__status=Member.Status.MEMBER)
    if country:
        members &= Q(member__country__iexact=country)
    if club:
        members &= Q(member__club__icontains=club)
    held_lines = list(_held(system, at, members, since, certified=certified))
    order = lru_cache(maxsize=None)(system.order)
    held_lines.sort(key=lambda line: (-line.value, -order(line.rank), line.name, line.member_id))
    return _placed(system, held_lines)


def rows(system: AnySystem, chosen: Sequence[RankingLine], *, at: datetime) -> list[RankingRow]:
    """Lines with their members and what the thirty days before *at* changed.

    One query for each 10,000 of them.
    """
    held = "points_after" if system.whole_points else "rating_after"
    before = _newest("pk", system.key, at - timedelta(days=TREND_DAYS)).values(held)[:1]
    members: dict[int, Member] = {}
    values: dict[int, int | float | None] = {}
    for pks in _parts([line.member_id for line in chosen]):
        for member in (
            Member.objects.filter(pk__in=pks).annotate(before=Subquery(before)).order_by()
        ):
            members[member.pk], values[member.pk] = member, vars(member)["before"]
    ranking_rows = []
    for place, shared, pk, value, rank, games, *_found_by in chosen:
        if pk in members:
            old = values[pk] if system.holds_points(value) else None
            trend = None if old is None else value - old
            ranking_rows.append(RankingRow(place, shared, members[pk], value, rank, games, trend))
    return ranking_rows


def _held(
    system: AnySystem, at: datetime, members: Q, since: date | None, *, certified: bool
) -> Iterator[_Held]:
    """What everybody held at *at*: as the standing says, or an earlier entry where it is later.

    The standing is the newest entry of all; where that had come at *at*, it was the newest then.
    """
    has_come = Q(last_at__lte=at, last_on__lte=timezone.localdate(at))
    newest = _newest("member", system.key, at).values("pk")[:1]
    standings = Standing.objects.filter(members, system=system.key)
    if since is not None:
        standings = standings.filter(last_on__gte=since)
    entry = Case(
        When(has_come, then=_STANDS), default=Subquery(newest), output_field=BigIntegerField()
    )
    held_values = standings.annotate(entry=entry).values_list(
        "entry", "points", "rating", "rank", "certified", "games", "member_id",
        "member__display_name", "member__search_names", "member__is_listed",
        "member__shows_origin",
    )  # fmt: skip
    # As a condition of the next query PostgreSQL would look it up twice for each member.
    earlier = _entries(system, [pk for pk, *_shown in held_values if pk], since)
    for pk, *shown, member, name, search_names, listed, origin in held_values:
        figures: Sequence[Any] | None = shown if pk == _STANDS else earlier.get(pk)
        if figures is None:
            continue
        points, rating, rank, is_certified, games = figures
        if is_certified or not certified:
            value = rating if points is None else points
            yield _Held(value, rank, games, name, member, (search_names, listed, origin))


def _entries(
    system: AnySystem, pks: Sequence[int], since: date | None
) -> dict[int | None, tuple[Any, ...]]:
    """Points, rating, rank, whether certified, and games after these entries, by key."""
    figures_by_entry: dict[int | None, tuple[Any, ...]] = {}
    for some in _parts(pks):
        entries = RatingEntry.objects.filter(pk__in=some).order_by()
        if since is not None:
            entries = entries.filter(on__gte=since)
        read = ("pk", "points_after", "rating_after", "rank_after", "state")
        for pk, points, rating, rank, state in entries.values_list(*read):
            shown = system.shown(system.read(state))
            figures_by_entry[pk] = (points, rating, rank, shown.certified, shown.games)
    return figures_by_entry


def _newest(member: str, system: str, at: datetime) -> QuerySet[RatingEntry]:
    """The entries of the member of an outer query whose moment had come, the newest first."""
    return (
        RatingEntry.objects.filter(member=OuterRef(member), system=system)
        .filter(Q(at__lte=at, on__lte=timezone.localdate(at)))
        .order_by(*NEWEST_FIRST)
    )


def _parts(keys: Sequence[K]) -> Iterator[Sequence[K]]:
    for start in range(0, len(keys), _AT_ONCE):
        yield keys[start : start + _AT_ONCE]


def _placed(system: AnySystem, held_lines: Sequence[_Held]) -> list[RankingLine]:
    ranked = [line.value for line in held_lines if system.holds_points(line.value)]
    places: dict[float, int] = {}
    for number, value in enumerate(ranked, 1):
        places.setdefault(value, number)
    counts = Counter(ranked)
    return [
        RankingLine(places.get(value), counts[value] > 1, pk, value, rank, games, *found_by)
        for value, rank, games, _name, pk, found_by in held_lines
    ]
