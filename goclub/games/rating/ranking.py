"""The order of the members in a system at a moment, from the ledger alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from goclub.games.models import NEWEST_FIRST, RatingEntry, Standing
from goclub.games.rating.systems.protocol import AnySystem
from goclub.games.rating.systems.registry import holds_points
from goclub.members.models import Member

#: What the arrow compares with.
TREND_DAYS = 30
#: Entries read in one query: as many names as SQLite takes, with room to spare.
_AT_ONCE = 10_000
_READ = (
    "member_id", "system", "on", "points_before", "points_after", "rating_before", "rating_after",
    "rank_after", "state",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A member's place; shared places carry the same number.  ``trend`` over thirty days.

    ``place`` None for newcomers and BC of IGS, who have a rank but no points yet.
    """

    place: int | None
    shared: bool
    member: Member
    value: int | float
    rank: str
    certified: bool
    games: int
    trend: int | float | None


def rows(
    system: AnySystem,
    *,
    at: datetime,
    since: date | None = None,
    certified: bool = False,
    country: str = "",
    club: str = "",
) -> list[RankingRow]:
    """Return the members in order of points or rating as the ledger had them at *at*.

    ``since`` only those with an entry from that day on.  A game counts at the moment when it was
    confirmed, a decision at the moment when it was taken.  Five queries, whatever the history, and
    two more for each 10,000 members.
    """
    members = Member.objects.filter(status=Member.Status.MEMBER)
    if country:
        members = members.filter(country__iexact=country)
    if club:
        members = members.filter(club__icontains=club)
    chosen = {member.pk: member for member in members}
    now = _entries(system.key, at)
    values = _values(system.key, at - timedelta(days=TREND_DAYS))
    found: list[tuple[float, Member, str, bool, int, float | None]] = []
    for entry in now:
        member = chosen.get(entry.member_id)
        if member is None or (since is not None and entry.on < since):
            continue
        shown = system.shown(system.read(entry.state))
        if certified and not shown.certified:
            continue
        old = values.get(member.pk)
        trend = entry.after - old if holds_points(entry) and old is not None else None
        found.append((entry.after, member, entry.rank_after, shown.certified, shown.games, trend))
    order = system.order
    found.sort(key=lambda row: (-row[0], -order(row[2]), row[1].display_name, row[1].pk))
    return _placed(system, found)


def _entries(system: str, at: datetime) -> list[RatingEntry]:
    """The newest entry of everybody whose moment had come at *at*."""
    return [entry for some in _newest(system, at) for entry in some.only(*_READ)]


def _values(system: str, at: datetime) -> dict[int, int | float]:
    """What everybody held at *at*, by member: nothing else of an entry is read."""
    held = ("points_after", "rating_after")  # either of them
    return {
        member: after
        for some in _newest(system, at)
        for member, *either in some.values_list("member_id", *held)
        for after in either
        if after is not None
    }


def _newest(system: str, at: datetime) -> Iterator[QuerySet[RatingEntry]]:
    newest = (
        RatingEntry.objects.filter(member=OuterRef("member"), system=system)
        .filter(Q(at__lte=at, on__lte=timezone.localdate(at)))
        .order_by(*NEWEST_FIRST)
        .values("pk")[:1]
    )
    found = Standing.objects.filter(system=system).annotate(newest=Subquery(newest))
    # As a condition of the next query PostgreSQL would look it up twice for each member.
    chosen = [pk for pk in found.values_list("newest", flat=True) if pk is not None]
    for start in range(0, len(chosen), _AT_ONCE):
        yield RatingEntry.objects.filter(pk__in=chosen[start : start + _AT_ONCE]).order_by()


def _placed(
    system: AnySystem, found: list[tuple[float, Member, str, bool, int, float | None]]
) -> list[RankingRow]:
    ranked = [row[0] for row in found if system.holds_points(row[0])]
    places: dict[float, int] = {}
    for number, value in enumerate(ranked, 1):
        places.setdefault(value, number)
    counts = Counter(ranked)
    return [
        RankingRow(
            places.get(value), counts[value] > 1, member, value, rank, certified, games, trend
        )
        for value, member, rank, certified, games, trend in found
    ]
