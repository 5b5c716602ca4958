"""Questions about games, standings and the ledger."""

from __future__ import annotations

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from goclub.members.models import Member

from .models import Game, Kifu, RatingEntry, Standing

PAA = "paa"


def standings_table(system: str = PAA) -> QuerySet[Standing]:
    """Standings of the present members, strongest first; former members are left out."""
    return (
        Standing.objects.filter(
            system=system, member__status=Member.Status.MEMBER, points__isnull=False
        )
        .select_related("member")
        .order_by("-points", "member__display_name", "pk")
    )


def standing_of(member: Member, system: str = PAA) -> Standing | None:
    return Standing.objects.filter(member=member, system=system, points__isnull=False).first()


def games_list() -> QuerySet[Game]:
    """Games as the public list shows them, newest first, with what a row needs."""
    return (
        Game.objects.shown()
        .with_players()
        .annotate(has_kifu=Exists(Kifu.objects.filter(game=OuterRef("pk"))))
        .prefetch_related(points_moved())
        .newest_first()
    )


def points_moved() -> Prefetch[str]:
    """The ledger entries of games, in one query."""
    return Prefetch("entries", queryset=RatingEntry.objects.filter(system=PAA).order_by("pk"))


def game_page(pk: int) -> QuerySet[Game]:
    """One game with everybody who has to do with it, and its ledger entries."""
    people = ["reported_by__member", "confirmed_by__member", "disputed_by__member"]
    return (
        Game.objects.filter(pk=pk)
        .select_related("black", "white", "kifu", *people)
        .prefetch_related(Prefetch("entries", RatingEntry.objects.select_related("member")))
    )


def ledger_of(member: Member, system: str = PAA) -> QuerySet[RatingEntry]:
    """A member's ledger, newest first, with games and decisions."""
    return (
        RatingEntry.objects.filter(member=member, system=system)
        .select_related("game__black", "game__white", "decision__decided_by__member", "member")
        .order_by("-on", "-at", "-pk")
    )


def waiting_count(member: Member) -> int:
    return Game.objects.waiting_for(member).count()


def office_queue() -> QuerySet[Game]:
    """Games an organiser may have to decide: disputed ones first, then the oldest reports."""
    return (
        Game.objects.open()
        .select_related("black", "white", "reported_by__member", "disputed_by__member")
        .order_by("state", "played_on", "pk")
    )


def record_by_colour(member: Member) -> dict[str, dict[str, int]]:
    """Wins and losses with either colour over confirmed games."""
    mine = Game.objects.confirmed().of(member)
    counts = mine.aggregate(
        black_won=Count("pk", filter=Q(black=member, winner="B")),
        black_lost=Count("pk", filter=Q(black=member, winner="W")),
        white_won=Count("pk", filter=Q(white=member, winner="W")),
        white_lost=Count("pk", filter=Q(white=member, winner="B")),
    )
    return {
        colour: {"won": counts[f"{colour}_won"], "lost": counts[f"{colour}_lost"]}
        for colour in ("black", "white")
    }


def rank_changes(member: Member, system: str = PAA) -> QuerySet[RatingEntry]:
    return ledger_of(member, system).exclude(rank_before="").exclude(rank_before=F("rank_after"))


def points_history(member: Member, system: str = PAA) -> list[tuple[object, int, str, str]]:
    """Day, points, rank before and after of every entry, oldest first."""
    rows = RatingEntry.objects.filter(member=member, system=system).order_by("on", "at", "pk")
    return list(rows.values_list("on", "points_after", "rank_before", "rank_after"))
