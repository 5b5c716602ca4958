"""Questions about games, standings and the ledger."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import TruncMonth

from goclub.games.models import (
    Game,
    Kifu,
    RatingEntry,
)
from goclub.games.rating.queries import players_ranks
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.members.models import Member


def games_list() -> QuerySet[Game]:
    """Games as the public list shows them, newest first, with what a row needs."""
    return (
        Game.objects.shown()
        .with_players()
        .annotate(**players_ranks())
        .annotate(has_kifu=Exists(Kifu.objects.filter(game=OuterRef("pk"))))
        .prefetch_related(points_moved())
        .newest_first()
    )


def games_by_month(games: QuerySet[Game], days: Collection[date]) -> dict[date, int]:
    """How many of these games each month has in which one of the days lies, by its first day.

    One query, and none without a day; it counts from the first of these months to the last.
    """
    months = {day.replace(day=1) for day in days}
    if not months:
        return {}
    last = max(months)
    after = last.replace(year=last.year + last.month // 12, month=last.month % 12 + 1)
    within = games.filter(played_on__gte=min(months), played_on__lt=after)
    rows = within.order_by().prefetch_related(None).values_list(TruncMonth("played_on"))
    counted = dict(rows.annotate(count=Count("pk")))
    return {month: counted[month] for month in months if month in counted}


def points_moved() -> Prefetch[str]:
    """The ledger entries of games, in one query."""
    return Prefetch(
        "entries", queryset=RatingEntry.objects.filter(system=MAIN_SYSTEM).order_by("pk")
    )


def game_page(pk: int) -> Game | None:
    """One game with everybody who has to do with it, and its ledger entries (two queries)."""
    people = ["reported_by__member", "confirmed_by__member", "disputed_by__member"]
    entries = RatingEntry.objects.select_related("member")
    return (
        Game.objects.filter(pk=pk)
        .select_related("black", "white", "kifu", "toss", *people)
        .defer("kifu__original", "kifu__text")
        .prefetch_related(Prefetch("entries", queryset=entries))
        .first()
    )


def versions_of_game(game: Game) -> QuerySet[Any]:
    """The game as it once stood, oldest first, with who changed it."""
    versions: QuerySet[Any] = Game.history.model.objects.filter(id=game.pk)
    return versions.select_related("history_user__member").order_by("history_id")


def latest_games(member: Member) -> QuerySet[Game]:
    """A member's six newest games with both players and their ranks of today."""
    shown = Game.objects.filter(Q(black=member) | Q(white=member)).shown()
    return shown.with_players().annotate(**players_ranks()).newest_first()[:6]


def office_queue() -> QuerySet[Game]:
    """Games an organiser may have to decide: disputed ones first, then the oldest reports."""
    return (
        Game.objects.open()
        .select_related("black", "white", "reported_by__member", "disputed_by__member")
        .order_by("state", "played_on", "pk")
    )
