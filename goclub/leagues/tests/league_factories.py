"""Leagues for tests, made through the services."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta
from typing import Any

from goclub.games.playing.services.decisions import confirm_game
from goclub.games.tests.factories import at, facts
from goclub.leagues.directory.services import found_league
from goclub.leagues.models import Entry, League, Match, Term
from goclub.leagues.official.services.matches import forfeit, is_open, report_match
from goclub.leagues.official.services.terms import open_term, seed_divisions, sign_up, start_term
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member

START = date(2025, 3, 1)
END = date(2025, 5, 31)
BEFORE = datetime(2025, 2, 1, 10, 0, tzinfo=UTC)
BEGIN = datetime(2025, 3, 1, 1, 0, tzinfo=UTC)
AFTER = datetime(2025, 6, 1, 10, 0, tzinfo=UTC)
DAY = date(2025, 3, 4)

_numbers = itertools.count(1)


def make_league(kind: str = League.Kind.OFFICIAL, **more: Any) -> League:
    name = more.pop("name", f"League {next(_numbers)}")
    return found_league(Act(None), kind, name=name, **{"zone": "Asia/Tokyo"} | more)


def make_term(league: League | None = None, **settings: Any) -> Term:
    values: dict[str, Any] = {
        "name": "Spring",
        "sign_up_until": START - timedelta(days=1),
        "starts_on": START,
        "ends_on": END,
    }
    league = league or make_league()
    term = Term.next_for(league, **(values | settings))
    return open_term(Act(None, BEFORE), term)


def enter(term: Term, *members: Member, **more: Any) -> list[Entry]:
    return [sign_up(Act(None, BEFORE), term, member=m, **more) for m in members]


def running(
    *points: int, sizes: list[int] | None = None, names: str = "", **settings: Any
) -> tuple[Term, list[Member]]:
    """A term that has started, with a player for each of these points."""
    term = make_term(**settings)
    members = [
        make_member(names[i] if names else "", points=value) for i, value in enumerate(points)
    ]
    enter(term, *members)
    if sizes:
        seed_divisions(Act(None, BEFORE), term, sizes=sizes)
    return start_term(Act(None, BEGIN), term), members


def match_of(term: Term, one: Member, other: Member) -> Match:
    found = [
        match
        for match in Match.objects.filter(division__term=term).select_related(
            "division__term__league", "first__member", "second__member", "game"
        )
        if {match.first.member_id, match.second.member_id} == {one.pk, other.pk}
    ]
    return next((match for match in found if is_open(match)), found[0])


def beat(term: Term, winner: Member, loser: Member, how: str = "R", **more: Any) -> Match:
    """Let one beat the other: R, a margin, F (forfeit), or jigo."""
    match = match_of(term, winner, loser)
    minute = more.pop("minute", 0)
    if how == "F":
        side = "second" if match.first.member_id == winner.pk else "first"
        return forfeit(Act(None, at(DAY, minute)), match, loser=side, reason="did not come")
    result = "jigo" if how == "jigo" else f"B+{how}"
    claim = facts(winner, loser, result, **({"played_on": DAY} | more))
    game = report_match(
        Act(winner.user, at(DAY, minute)), match, facts=claim, other_conditions=True
    )
    confirm_game(Act(loser.user, at(DAY, minute + 1)), game)
    return fresh(match)


def worked_league(**settings: Any) -> tuple[Term, dict[str, Member]]:
    """The four-player league of RULEBOOK 2.6, all played."""
    term, players = running(120, 140, 110, 130, names="KLMN", **settings)
    k, lo, m, n = players
    beat(term, k, lo, "R", minute=0)
    beat(term, k, m, "3.5", minute=2)
    beat(term, n, k, "25.5", minute=4)
    beat(term, lo, m, "0.5", minute=6)
    beat(term, lo, n, "10.5", minute=8)
    beat(term, n, m, "F", minute=10)
    return term, dict(zip("KLMN", players, strict=True))
