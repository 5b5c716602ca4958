"""Questions about leagues, terms and pairings."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from goclub.games.models import Game, Toss
from goclub.games.rating.queries import rank_of
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import Entry, League, Match, Term
from goclub.members.models import Member

#: What the two of a pairing hold today, beside their names.
RANKS = {"first_rank": rank_of("first__member"), "second_rank": rank_of("second__member")}
PLAYERS = ("first__member", "second__member", "black__member")


def term_of(slug: str, number: int) -> QuerySet[Term]:
    """One term by its address, with its league and what came of it."""
    rows = Term.objects.filter(league__slug=slug, number=number)
    return rows.select_related(
        "league", "choice__winner", "choice__booby", "rollover__into", "rolled_from__term"
    )


def terms_of(league: League) -> QuerySet[Term]:
    """The terms of a league, newest first, each with how many play."""
    return (
        league.terms.annotate(players=Count("entries"))
        .select_related("league", "choice__winner", "choice__booby", "rollover__into")
        .order_by("-number")
    )


def match_page(pk: int) -> QuerySet[Match]:
    """One pairing with everybody and everything that its page says."""
    return (
        Match.objects.filter(pk=pk)
        .select_related(
            "division__term__league", "decided_by__member", "game__black", "game__white", *PLAYERS
        )
        .annotate(**RANKS)
    )


def decided_matches(term: Term) -> QuerySet[Match]:
    """Pairings of a term that have a result, the latest first."""
    done = ~Q(forfeit="") | Q(game__state=Game.State.CONFIRMED)
    return (
        Match.objects.filter(done, division__term=term)
        .select_related("division", "game__black", "game__white", *PLAYERS)
        .annotate(**RANKS)
        .order_by("-game__confirmed_at", "-forfeit_on", "-pk")
    )


def matches_of_member(term: Term, member: Member) -> QuerySet[Match]:
    """A member's pairings of a term."""
    return (
        Match.objects.filter(
            Q(first__member=member) | Q(second__member=member), division__term=term
        )
        .select_related("division__term__league", "game__black", "game__white", *PLAYERS)
        .annotate(**RANKS)
        .order_by("meeting", "pk")
    )


def appointments(league: League) -> QuerySet[Match]:
    """Pairings still to be played for which the two have a date."""
    undecided = Q(game=None) | Q(game__state=Game.State.VOID)
    return (
        Match.objects.filter(
            undecided, division__term__league=league, forfeit="", arranged_for__isnull=False
        )
        .exclude(division__term__state=Term.State.CLOSED)
        .select_related("division__term__league", *PLAYERS)
        .annotate(**RANKS)
        .order_by("arranged_for", "pk")
    )


def arranged_matches(league: League) -> QuerySet[Match]:
    """Every pairing of every term for which the two had a date, whatever became of it."""
    return (
        Match.objects.filter(division__term__league=league, arranged_for__isnull=False)
        .select_related("division__term", "game__black", "game__white", *PLAYERS)
        .annotate(**RANKS)
        .order_by("arranged_for", "pk")
    )


def latest_results(league: League, limit: int) -> list[Match]:
    """The latest results of a league over all its terms: games, and forfeits by their day."""
    rows = Match.objects.filter(division__term__league=league).select_related(
        "division__term", "game__black", "game__white", *PLAYERS
    )
    rows = rows.annotate(**RANKS)
    games = rows.filter(forfeit="", game__state=Game.State.CONFIRMED)
    forfeits = rows.exclude(forfeit="")
    return [
        *games.order_by("-game__confirmed_at", "-pk")[:limit],
        *forfeits.order_by("-forfeit_on", "-pk")[:limit],
    ]


def open_matches_of(member: Member) -> list[Match]:
    """A member's open pairings in every league that is played, with a date first."""
    return list(
        Match.objects.filter(
            Q(first__member=member) | Q(second__member=member),
            Q(game=None) | Q(game__state=Game.State.VOID),
            forfeit="",
            first__withdrawn_on=None,
            second__withdrawn_on=None,
            division__term__state=Term.State.RUNNING,
        )
        .select_related("division__term__league", *PLAYERS)
        .annotate(**RANKS)
        .order_by("division__term__ends_on", "arranged_for", "pk")[:50]
    )


def entry_of(term: Term, member: Member | None) -> Entry | None:
    """A member's entry in a term, if there is one."""
    if member is None:
        return None
    return Entry.objects.filter(term=term, member=member).first()


def withdrawals_of(term: Term) -> dict[int, date]:
    """Who withdrew from a term, by the key of the member, and on which day."""
    gone = term.entries.filter(withdrawn_on__isnull=False)
    return {member: on for member, on in gone.values_list("member_id", "withdrawn_on") if on}


def _ranked(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    rows = entries.select_related("member").order_by("seed", "pk")
    return rows.annotate(member_rank=rank_of("member"))


def signed_up(term: Term) -> list[dict[str, Any]]:
    """Who has signed up so far, by division; last those without one, with neither name nor key."""
    entries = Prefetch("entries", _ranked(Entry.objects.all()))
    divisions: list[dict[str, Any]] = [
        {"name": division.name, "pk": division.pk, "entries": list(division.entries.all())}
        for division in term.divisions.order_by("level").prefetch_related(entries)
    ]
    loose = list(_ranked(term.entries.filter(division=None)))
    if loose or not divisions:
        divisions.append({"name": "", "pk": None, "entries": loose})
    return divisions


def get_term(slug: str, number: int) -> Term:
    return get_object_or_404(term_of(slug, number))


def toss_of(match: Match) -> Toss | None:
    """Return the latest decided toss of the two within the term that is free (S1-16, S1-18)."""
    term = match.division.term
    rows = Toss.objects.between(match.first.member, match.second.member).decided()
    for toss in rows.with_players().select_related("black", "game").newest_first()[:5]:
        assert toss.decided_at is not None
        free = toss.game is None or toss.game.state == Game.State.VOID
        if free and league_day(term.league, toss.decided_at) >= term.starts_on:
            return toss
    return None
