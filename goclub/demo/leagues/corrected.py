"""The demo's small league in Warsaw: a correction of its closed term waits, the next is open."""

from __future__ import annotations

from datetime import date, timedelta

from goclub.demo.leagues.cast import evening, members
from goclub.demo.leagues.official import game_of, store
from goclub.games.playing.services.decisions import void_game
from goclub.leagues.directory.services import found_league
from goclub.leagues.league.services import leagues
from goclub.leagues.models import Entry, League, Match, Term
from goclub.leagues.official.services.matches import forfeit
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.official.services.terms import (
    open_term,
    set_conditions,
    sign_up,
    start_term,
    withdraw,
)
from goclub.members.requests import Act

NAME = "Evening League"
#: From the first place down; 2 and 3 are equal, for neither came to their game.
PLAYERS = "hayakawa ando garconnet goleb fujimoto"
NOBODY_CAME = {"ando", "garconnet"}
#: The game that turned out to be another player's.
VOID = {"garconnet", "goleb"}


def two_terms(today: date) -> None:
    """A term closed ten days ago with a tie and a withdrawal, and the next, not yet begun."""
    league = found_league(
        by=None, kind=League.Kind.OFFICIAL, name=NAME, zone="Europe/Warsaw",
        summary="Five players on the clocks of Warsaw.",
    )  # fmt: skip
    first, last = today - timedelta(days=60), today - timedelta(days=11)
    before = evening(first - timedelta(days=10))
    [organiser] = members("organiser")
    leagues.appoint(league=league, member=organiser, role="organiser", by=None, at=before)
    term = Term.next_for(
        league, name="First evenings",
        sign_up_until=first - timedelta(days=1), starts_on=first, ends_on=last,
    )  # fmt: skip
    open_term(Act(None, before), term)
    for member in members(PLAYERS):
        sign_up(Act(None, before), term, member=member)
    term = start_term(Act(None, evening(first)), term)
    _play(term, first)
    left = Entry.objects.select_related("member", "term__league").filter(term=term).last()
    assert left is not None
    withdraw(Act(None, evening(last)), left, on=last, reason="moved to another town")
    close_term(Act(None, evening(last + timedelta(days=1))), term)
    opened = Term.next_for(
        league, name="Second evenings",
        sign_up_until=today + timedelta(days=12), starts_on=today + timedelta(days=14),
        ends_on=today + timedelta(days=60),
    )  # fmt: skip
    open_term(Act(None, evening(today - timedelta(days=2))), opened)
    for member in members(PLAYERS)[:3]:
        sign_up(Act(None, evening(today - timedelta(days=1))), opened, member=member)


def _play(term: Term, first: date) -> None:
    """The better placed wins; one game was forfeited by both."""
    order = {member.pk: place for place, member in enumerate(members(PLAYERS))}
    games, played = [], []
    for number, match in enumerate(_matches(term)):
        set_conditions(match)
        if _logins(match) == NOBODY_CAME:
            forfeit(
                Act(None, evening(first, number)),
                match,
                loser="both",
                reason="nobody came to the room",
            )
            continue
        two = sorted((match.first.member, match.second.member), key=lambda one: order[one.pk])
        day = first + timedelta(days=2 + 4 * number)
        games.append(game_of(match, two[0], day, None, number))
        played.append(match)
        match.arranged_for, match.place = evening(day, 30), "Club room"
    store(games, played)


def void_after_the_close() -> None:
    """A game was made void after the close: the record stands and says so."""
    term = Term.objects.get(league__name=NAME, number=1)
    [chair] = members("chair")
    assert chair.user is not None
    for match in _matches(term):
        if _logins(match) == VOID:
            assert match.game is not None
            void_game(game=match.game, by=chair.user, reason="it was another player's game")


def _matches(term: Term) -> list[Match]:
    rows = Match.objects.filter(division__term=term).select_related(
        "first__member__user", "second__member__user", "black", "game__black", "game__white"
    )
    return list(rows.order_by("pk"))


def _logins(match: Match) -> set[str]:
    people = (match.first.member.user, match.second.member.user)
    return {user.username for user in people if user}
