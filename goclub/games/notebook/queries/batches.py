"""Batches as pages show them."""

from __future__ import annotations

from django.db.models import Case, Prefetch, QuerySet, When

from goclub.games.models import Batch, BatchFile, BroughtGame, BroughtMember
from goclub.members.models import Member, User


def batches_of(user: User) -> QuerySet[Batch]:
    """All that the office entered, and the user's own drafts, the newest first.

    Their files come along without the bytes.
    """
    files = Prefetch("files", BatchFile.objects.defer("data", "columns", "choices"))
    people = ("by__member", "entered_by__member", "undone_by__member")
    return (
        Batch.objects.seen_by(user).select_related(*people).prefetch_related(files).order_by("-pk")
    )


def people_of(batch: Batch) -> QuerySet[BroughtMember]:
    """Whom a batch made, in the order of the file; guests of its games last."""
    guests_last = Case(When(row=0, then=1), default=0)
    return batch.brought_members.select_related("member").order_by(guests_last, "row", "pk")


def games_of(batch: Batch) -> QuerySet[BroughtGame]:
    """The games that a batch made, in the order of the file."""
    return batch.brought_games.select_related("game__black", "game__white").order_by("row", "pk")


def members_by_key(keys: list[int]) -> dict[int, Member]:
    """Members by primary key, for a receipt that names them; those that are gone are missing."""
    return Member.objects.in_bulk(keys)
