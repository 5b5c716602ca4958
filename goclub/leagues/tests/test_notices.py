"""What tournaments and leagues tell their people, once."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from goclub.games.models import Standing
from goclub.leagues.official.services.matches import BEFORE as LATE
from goclub.leagues.official.services.matches import remind_players
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.season.services.announcing import approve_event, decline_event
from goclub.leagues.season.services.standings import close_season
from goclub.leagues.tests.factories import add_guests, at, make_event, make_organiser, next_round
from goclub.leagues.tests.league_factories import AFTER, END, running, worked_league
from goclub.leagues.tests.season_factories import announce, hold, make_season_league
from goclub.leagues.tournament.services import registration
from goclub.members.models import Notice
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member


def heard(kind):
    rows = Notice.objects.filter(kind=kind).select_related("member")
    return {row.member: row.params for row in rows}


def test_who_is_paired_hears_against_whom_and_where():
    event = make_event()
    members = [make_member("Sato"), make_member("Anong")]
    for member in members:
        registration.register_member(Act(None, at()), event, member=member)
    add_guests(event, 2)
    registration.confirm_all(Act(make_organiser().user, at()), event)
    event_round = next_round(event)
    told = heard("event.paired")
    assert set(told) == set(members)
    for pairing in event_round.pairings.select_related("black__member", "white__member"):
        for one, other in ((pairing.black, pairing.white), (pairing.white, pairing.black)):
            if one.member:
                said = told[one.member]
                assert (said["other"], said["table"]) == (other.display_name, pairing.table)
                assert said["other_rank"] == other.rank_text


def test_an_event_is_told_to_the_office_and_its_answer_to_who_announced_it():
    chair, member = make_member("chair", role=CHAIR), make_member("Sato")
    league, _seasons = make_season_league()
    row = announce(league, member, date(2025, 3, 2), approve=False)
    assert set(heard("season.announced")) == {chair}
    now = datetime(2025, 2, 21, 9, tzinfo=UTC)
    approve_event(Act(chair.user, now), row)
    approve_event(Act(chair.user, now), row)
    assert [row.member for row in Notice.objects.filter(kind="season.approved")] == [member]
    decline_event(Act(chair.user, now), row, reason="no hall")
    assert heard("season.declined")[member]["reason"] == "no hall"


def test_a_closed_season_is_told_to_its_players():
    league, _seasons = make_season_league()
    players = [make_member(name) for name in "abcd"]
    a, b, c, d = players
    hold(announce(league, a, date(2025, 4, 20)), [[(a, b, "B+R"), (c, d, "B+R")]])
    close_season(Act(None, datetime(2025, 5, 2, tzinfo=UTC)), league.seasons.first())
    assert set(heard("season.closed")) == set(players)


def test_a_closed_term_is_told_to_who_took_part():
    term, players = worked_league()
    close_term(Act(None, AFTER), term)
    close_term(Act(None, AFTER), term)
    assert set(heard("league.closed")) == set(players.values())
    assert Notice.objects.filter(kind="league.closed").count() == len(players)


def test_open_games_are_reminded_of_once_when_the_end_is_near():
    term, members = running(120, 110)
    noon = datetime.combine(END, time(3), tzinfo=UTC)
    assert remind_players(at=noon - LATE - timedelta(days=1)) == 0
    assert remind_players(at=noon - LATE) == 2
    assert remind_players(at=noon) == 0
    told = heard("league.due")
    assert set(told) == set(members)
    assert {said["league"] for said in told.values()} == {term.league.name}
    assert told[members[0]]["day"] == END.isoformat()
    held = [Standing.objects.get(member=one, system="paa").rank for one in members]
    assert [told[one]["other_rank"] for one in members] == held[::-1]
    assert all(held)
