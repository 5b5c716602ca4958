"""Questions about games, standings and the ledger."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from goclub.games.models import (
    Game,
    Kifu,
    RatingEntry,
)
from goclub.games.rating.queries import players_ranks
from goclub.games.rating.systems.registry import MAIN_SYSTEM


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


def points_moved() -> Prefetch[str]:
    """The ledger entries of games, in one query."""
    return Prefetch(
        "entries", queryset=RatingEntry.objects.filter(system=MAIN_SYSTEM).order_by("pk")
    )


def game_page(pk: int) -> QuerySet[Game]:
    """One game with everybody who has to do with it, and its ledger entries."""
    people = ["reported_by__member", "confirmed_by__member", "disputed_by__member"]
    return (
        Game.objects.filter(pk=pk)
        .select_related("black", "white", "kifu", "toss", *people)
        .prefetch_related(Prefetch("entries", RatingEntry.objects.select_related("member")))
    )


def office_queue() -> QuerySet[Game]:
    """Games an organiser may have to decide: disputed ones first, then the oldest reports."""
    return (
        Game.objects.open()
        .select_related("black", "white", "reported_by__member", "disputed_by__member")
        .order_by("state", "played_on", "pk")
    )
