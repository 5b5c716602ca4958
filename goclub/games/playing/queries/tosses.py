"""Questions about tosses."""

from __future__ import annotations

from django.db.models import Count, F, Q, QuerySet, Subquery

from goclub.games.models import (
    Toss,
)
from goclub.games.rating.queries import rank_of
from goclub.members.models import Member


def _ranks() -> dict[str, Subquery]:
    return {"opener_rank": rank_of("opener"), "caller_rank": rank_of("caller")}


# --- Tosses -------------------------------------------------------------------------------------
def toss_page(pk: int) -> QuerySet[Toss]:
    """One toss with everybody who has to do with it."""
    tosses = Toss.objects.filter(pk=pk).annotate(**_ranks())
    return tosses.select_related("opener", "caller", "black", "cancelled_by", "game")


def tosses_of(member: Member) -> QuerySet[Toss]:
    """A member's tosses that are still under way."""
    return Toss.objects.unfinished().of(member).with_players().annotate(**_ranks()).newest_first()


def tosses_due(member: Member) -> QuerySet[Toss]:
    """Tosses in which this member's post comes next, oldest first."""
    due = Toss.objects.waiting_for(member=member.pk).with_players()
    return due.annotate(**_ranks()).order_by("pk")


def recent_tosses() -> QuerySet[Toss]:
    """Decided tosses, newest first, with what a row needs."""
    return (
        Toss.objects.decided()
        .with_players()
        .select_related("black")
        .annotate(**_ranks())
        .newest_first()
    )


def toss_counts() -> list[tuple[int, int]]:
    """For each digit 0 … 9 how often it decided a toss, and how often the call was right."""
    rows = (
        Toss.objects.decided()
        .order_by()
        .values_list("digit")
        .annotate(came=Count("pk"), right=Count("pk", filter=Q(black=F("caller"))))
    )
    counts = {digit: (came, right) for digit, came, right in rows}
    return [counts.get(digit, (0, 0)) for digit in range(10)]
