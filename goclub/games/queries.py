"""Questions about games, standings and the ledger."""

from __future__ import annotations

from datetime import date

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from goclub.members.models import Member

from .models import (
    LEDGER_ORDER,
    NEWEST_FIRST,
    Game,
    Kifu,
    KifuNote,
    KifuVariation,
    RatingEntry,
    Revision,
    Standing,
    Toss,
)

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


def standings_of(member: Member) -> QuerySet[Standing]:
    """Where a member stands in every system in which he has begun."""
    begun = Q(points__isnull=False) | Q(rating__isnull=False)
    return Standing.objects.filter(begun, member=member)


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
        .select_related("black", "white", "kifu", "toss", *people)
        .prefetch_related(Prefetch("entries", RatingEntry.objects.select_related("member")))
    )


def kifu_page(pk: int) -> QuerySet[Kifu]:
    """One kifu that has a page, with its game where it has one."""
    return Kifu.objects.with_page().with_game().filter(pk=pk).defer("original", "text")


def notes_of(kifu: Kifu) -> QuerySet[KifuNote]:
    """All comments on a kifu, hidden ones too, in the order in which they came."""
    return kifu.notes.select_related("author__member", "hidden_by__member")


def variations_of(kifu: Kifu) -> QuerySet[KifuVariation]:
    """All variations that members added to a kifu, hidden ones too."""
    return kifu.variations.select_related("author__member", "hidden_by__member")


def ledger_of(member: Member, system: str = PAA) -> QuerySet[RatingEntry]:
    """A member's ledger, newest first, with games and decisions; ``revised`` later changed."""
    line = Q(game=OuterRef("game")) | Q(decision=OuterRef("decision"))
    revised = Revision.objects.filter(line, member=OuterRef("member"), system=OuterRef("system"))
    return (
        RatingEntry.objects.filter(member=member, system=system)
        .select_related("game__black", "game__white", "decision__decided_by__member", "member")
        .annotate(revised=Exists(revised))
        .order_by(*NEWEST_FIRST)
    )


def revisions_of(entry: RatingEntry) -> QuerySet[Revision]:
    """What replays have changed in a line of the ledger, the oldest first."""
    return Revision.objects.filter(
        member=entry.member_id, system=entry.system, game=entry.game_id, decision=entry.decision_id
    ).select_related("cause__black", "cause__white")


def revisions_by(game: Game) -> QuerySet[Revision]:
    """What a game changed in later lines of the ledger when it was corrected or came late."""
    return game.revisions_caused.select_related(
        "member", "game__black", "game__white", "decision"
    ).order_by("at", "system", "member", "pk")


def waiting_count(member: Member) -> int:
    return Game.objects.waiting_for(member).count()


def office_queue() -> QuerySet[Game]:
    """Games an organiser may have to decide: disputed ones first, then the oldest reports."""
    return (
        Game.objects.open()
        .select_related("black", "white", "reported_by__member", "disputed_by__member")
        .order_by("state", "played_on", "pk")
    )


def rank_changes(member: Member, system: str = PAA) -> QuerySet[RatingEntry]:
    return ledger_of(member, system).exclude(rank_before="").exclude(rank_before=F("rank_after"))


def history_of(member: Member, system: str) -> list[tuple[date, int | float, str, str]]:
    """Day, value, rank before and rank after of every entry, oldest first."""
    rows = RatingEntry.objects.filter(member=member, system=system).order_by(*LEDGER_ORDER)
    found = rows.values_list("on", "points_after", "rating_after", "rank_before", "rank_after")
    return [
        (on, (rating or 0.0) if points is None else points, before, after)
        for on, points, rating, before, after in found
    ]


# --- Tosses -------------------------------------------------------------------------------------
def toss_page(pk: int) -> QuerySet[Toss]:
    """One toss with everybody who has to do with it."""
    return Toss.objects.filter(pk=pk).select_related(
        "opener", "caller", "black", "cancelled_by", "game"
    )


def tosses_of(member: Member) -> QuerySet[Toss]:
    """A member's tosses that are still under way."""
    return Toss.objects.unfinished().of(member).with_players().newest_first()


def tosses_due(member: Member) -> QuerySet[Toss]:
    """Tosses in which this member's post comes next, oldest first."""
    return Toss.objects.waiting_for(member).with_players().order_by("pk")


def recent_tosses() -> QuerySet[Toss]:
    """Decided tosses, newest first, with what a row needs."""
    return Toss.objects.decided().with_players().select_related("black").newest_first()


def toss_counts() -> list[tuple[int, int]]:
    """For each digit 0 … 9 how often it decided a toss, and how often the call was right."""
    rows = (
        Toss.objects.decided()
        .order_by()
        .values_list("digit")
        .annotate(came=Count("pk"), right=Count("pk", filter=Q(black=F("caller"))))
    )
    found = {digit: (came, right) for digit, came, right in rows}
    return [found.get(digit, (0, 0)) for digit in range(10)]
