"""The demo's leagues: one just finished, one under way, a season league in its second season."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from goclub.common.tests.written_once import written_once
from goclub.demo.leagues import official as official_demo
from goclub.demo.leagues import season as season_demo
from goclub.demo.leagues import tournament as tournament_demo
from goclub.demo.leagues.filling import fill
from goclub.games.rating.ledger.posting import rebuild
from goclub.leagues.models import Event, League, Pairing, Sanction, Season, Snapshot, Term
from goclub.leagues.official.queries.terms import open_matches_of
from goclub.leagues.official.services.closing import differs, propose_organisers
from goclub.leagues.official.services.tables import tables_of
from goclub.leagues.season.services.rating import live_table, progress_of
from goclub.members.models import Member
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

TODAY = date(2026, 3, 10)
KEYS = {
    *official_demo.PLAYERS.split(),
    *season_demo.PLAYERS.split(), *tournament_demo.PLAYERS.split(),
    "organiser", "secretary", "matsunaga", "member", "zofia",
    "odowd", "hayakawa", "goleb", "fujimoto", "holub",
}  # fmt: skip


@pytest.fixture
@written_once
def club():
    for number, key in enumerate(sorted(KEYS)):
        member = make_member(key, points=90 + number)
        member.user.username = key
        member.user.save()
        age = 74 if key == "haskins" else 40
        member.birth_date = TODAY - timedelta(days=366 * age)
        member.save()
    fill(today=TODAY)


def test_the_tournament_is_in_its_third_round(club):
    event = Event.objects.get(name=tournament_demo.NAME)
    states = [row.state for row in event.rounds.order_by("number")]
    assert states == ["complete", "complete", "published"]
    open_tables = Pairing.objects.filter(round__event=event, result="unknown")
    assert open_tables.count() == 2
    assert event.participants.filter(member=None).count() == len(tournament_demo.GUESTS)


def test_what_the_demo_shows(club):
    term = Term.objects.get(league__name__startswith="Official")
    assert term.state == Term.State.CLOSED
    [group] = tables_of(term)
    assert group.open == []
    assert not differs(term)
    names = [row.name for row in group.rows]
    assert names[0] == "haskins"
    # Three equal in rate and margins, parted by points at the start.
    tied = group.rows[1:4]
    assert {row.tied for row in tied} == {3}
    assert [row.points for row in tied] == sorted((row.points for row in tied), reverse=True)
    assert {row.criterion for row in tied[1:]} == {"points"}
    assert any(cell.standing_only for cells in group.cross.values() for cell in cells)
    found = propose_organisers(term, on=TODAY)
    assert [step.verdict for step in found.steps] == ["exempt", "chosen", "chosen"]
    assert found.winner == Member.objects.get(pk=tied[0].member)

    running = Term.objects.get(league__name="Thursday League")
    assert running.state == Term.State.RUNNING
    assert open_matches_of(Member.objects.get(display_name="member"))

    league = League.objects.get(name="Liga Hoshi")
    [now] = [season for season in Season.objects.filter(league=league) if TODAY in season]
    assert now == league.seasons.order_by("first")[1]
    at = season_demo.evening(TODAY, 60)
    lines = live_table(progress_of(league), now, at=at)
    states = {line.row.classification.classified for line in lines}
    assert states == {True, False}
    kept = Snapshot.objects.get(season__isnull=False)
    assert any(row["classified_place"] == 1 for row in kept.table)
    codes = [[finding.code.value for finding in one.findings] for one in progress_of(league).judged]
    assert codes[-2:] == [["late_report", "not_approved"], []] or codes[-1] == []
    assert Sanction.objects.count() == 2
    assert rebuild() == 0
