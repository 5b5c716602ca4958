"""Questions about standings and the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple, overload

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import Abs, Coalesce, Rank

from goclub.common.collation import by_name
from goclub.games.models import (
    LEDGER_ORDER,
    NEWEST_FIRST,
    Game,
    RatingEntry,
    Revision,
    Standing,
)
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.members.models import Member


def standings_table(system: str = MAIN_SYSTEM) -> QuerySet[Standing]:
    """Standings of the present members, strongest first; former members are left out."""
    return (
        Standing.objects.filter(
            system=system, member__status=Member.Status.MEMBER, points__isnull=False
        )
        .select_related("member")
        .order_by("-points", by_name("member__display_name"), "pk")
    )


def places_in(system: str, *, visitor: bool) -> list[tuple[int, int]]:
    """Place and primary key of the standings of the present members, strongest first.

    The same value shares a place.  Whom a visitor does not find in lists keeps the place and is
    left out for *visitor*.
    """
    begun = Q(points__isnull=False) | Q(rating__isnull=False)
    value = Coalesce(F("points") * 1.0, F("rating"))
    ranked = (
        Standing.objects.filter(begun, system=system, member__status=Member.Status.MEMBER)
        .annotate(value_now=value, place=Window(Rank(), order_by=F("value_now").desc()))
        .order_by("-value_now", by_name("member__display_name"), "pk")
        .values_list("place", "pk", "member__is_listed")
    )
    return [(place, pk) for place, pk, listed in ranked if listed or not visitor]


def standings_of(member: Member) -> QuerySet[Standing]:
    """Return a member's standing in every system in which they have one."""
    begun = Q(points__isnull=False) | Q(rating__isnull=False)
    return Standing.objects.filter(begun, member=member)


def rank_of(person: str) -> Subquery:
    """The rank in the main system that the member at the end of a path holds today.

    For annotations, one for each person of a row, so that the names on a page cost no question of
    their own: ``annotate(black_rank=rank_of("black"))``; pages show it by ``{% rank_now %}``.
    """
    held = Standing.objects.filter(system=MAIN_SYSTEM, member=OuterRef(person))
    return Subquery(held.values("rank")[:1])


def players_ranks() -> dict[str, Subquery]:
    """Annotations of games: ``black_rank`` and ``white_rank``."""
    return {"black_rank": rank_of("black"), "white_rank": rank_of("white")}


def standing_of(member: Member, system: str = MAIN_SYSTEM) -> Standing | None:
    return Standing.objects.filter(member=member, system=system, points__isnull=False).first()


#: Who is at most so many points away in the main system is a rival; so many are looked at.
NEAR_POINTS: Final = 15
NEAR_MOST: Final = 40


#: Results of rivals that are looked at, and games of them that are told: each has two results.
LATELY_MOST: Final = 24
LATELY_GAMES: Final = LATELY_MOST // 2


def near_lately(standing: Standing, since: date) -> list[RatingEntry]:
    """Results of rivals since a day, the newest first: one query, whatever the club's size.

    Rivals are present members near in points.  Games against *standing*'s own member are left out:
    the reader knows them.  A game between two rivals comes once: for the player whose rank it
    moved, else as its winner's.  The games bring the ranks of their players today
    (:func:`players_ranks`).
    """
    if standing.points is None:
        return []
    member, system, points = standing.member_id, standing.system, standing.points
    rivals = (
        standings_table(system)
        .filter(points__range=(points - NEAR_POINTS, points + NEAR_POINTS), member__is_listed=True)
        .exclude(member=member)
        .order_by(Abs(F("points") - points), "pk")
        .values("member")[:NEAR_MOST]
    )
    entries = (
        RatingEntry.objects.filter(member__in=rivals, system=system, on__gte=since)
        .exclude(Q(game=None) | Q(game__black=member) | Q(game__white=member))
        .select_related("member", "game__black", "game__white", "game__kifu")
        .annotate(black_rank=rank_of("game__black"), white_rank=rank_of("game__white"))
        .order_by(*NEWEST_FIRST)[:LATELY_MOST]
    )
    games: dict[int | None, RatingEntry] = {}
    for entry in entries:
        ranks = {name: vars(entry)[name] for name in ("black_rank", "white_rank")}
        vars(entry.game).update(ranks)
        first = games.setdefault(entry.game_id, entry)
        games[entry.game_id] = max(
            first, entry, key=lambda row: (row.moved_rank, row.code == "win")
        )
    return list(games.values())[:LATELY_GAMES]


def _ledger(member: Member, system: str) -> QuerySet[RatingEntry]:
    others = RatingEntry.objects.filter(game=OuterRef("game"), system=MAIN_SYSTEM)
    other_rank = others.exclude(member=OuterRef("member")).values("rank_before")[:1]
    line = Q(game=OuterRef("game")) | Q(decision=OuterRef("decision"))
    revised = Revision.objects.filter(line, member=OuterRef("member"), system=OuterRef("system"))
    return (
        RatingEntry.objects.filter(member=member, system=system)
        .select_related("game__black", "game__white", "decision__decided_by__member")
        .annotate(revised=Exists(revised), other_rank=Subquery(other_rank))
        .order_by(*NEWEST_FIRST)
    )


#: So many lines of a ledger stand on a page.
LEDGER_PAGE: Final = 15


class MemberLedger(Sequence[RatingEntry]):
    """A member's ledger, newest first, with games and decisions; ``revised`` later changed.

    ``other_rank``: the rank with which the opponent played.  A list whose length is known and of
    which the lines of a page are read at a time, without copying it: ``ledger[0:15]``.
    """

    def __init__(self, member: Member, system: str, length: int) -> None:
        self.member, self.system, self.length = member, system, length

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, at: int) -> RatingEntry: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[RatingEntry]: ...
    def __getitem__(self, at: int | slice) -> RatingEntry | Sequence[RatingEntry]:
        if isinstance(at, int):
            return self[at : at + 1][0]
        entries = list(_ledger(self.member, self.system)[at])
        for entry in entries:
            entry.member = self.member
        return entries


def revisions_of(entry: RatingEntry) -> QuerySet[Revision]:
    """What replays have changed in a line of the ledger, the oldest first."""
    return Revision.objects.filter(
        member=entry.member_id, system=entry.system, game=entry.game_id, decision=entry.decision_id
    ).select_related("cause__black", "cause__white")


def revisions_by(game: Game) -> QuerySet[Revision]:
    """What a game changed in later lines of the ledger when it was corrected or came late."""
    revisions = Revision.objects.filter(cause=game)
    people = ["member", "game__black", "game__white", "decision"]
    return revisions.select_related(*people).order_by("at", "system", "member", "pk")


def rank_changes(member: Member, system: str) -> list[RatingEntry]:
    """The entries that last moved a member's rank, at most eight, the newest first."""
    entries = RatingEntry.objects.filter(member=member, system=system).exclude(rank_before="")
    return list(entries.exclude(rank_before=F("rank_after")).order_by(*NEWEST_FIRST)[:8])


class HistoryRow(NamedTuple):
    """What an entry made of the value and the rank; ``played`` unless the chair decided it."""

    day: date
    value: int | float
    rank_before: str
    rank_after: str
    played: bool


def history_of(member: Member, system: str) -> list[HistoryRow]:
    """Every entry of a member, oldest first."""
    entries = RatingEntry.objects.filter(member=member, system=system).order_by(*LEDGER_ORDER)
    return [
        HistoryRow(
            on, (rating or 0.0) if points is None else points, before, after, game is not None
        )
        for on, points, rating, before, after, game in entries.values_list(
            "on", "points_after", "rating_after", "rank_before", "rank_after", "game_id"
        )
    ]
