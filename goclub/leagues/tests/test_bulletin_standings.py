"""The standings that a bulletin prints: of tournaments, terms, seasons, and the ladder."""

from __future__ import annotations

from datetime import date

from django.utils.translation import override

from goclub.games.bulletin.queries import STANDINGS, PrintedTable, mark_of_bulletin
from goclub.games.bulletin.services import save_bulletin, save_item
from goclub.games.models import Bulletin, BulletinItem
from goclub.leagues.ladder.tests.factories import make_ladder
from goclub.leagues.models import Event, Season
from goclub.leagues.tests.factories import make_event, played_event
from goclub.leagues.tests.league_factories import beat, running
from goclub.leagues.tests.season_factories import announce, hold, make_season_league
from goclub.members.names import ROMANISED, shown_as
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member


def offered(name: str) -> list[PrintedTable]:
    """The tables of the choice that is called so."""
    names = {label: key for _title, group in STANDINGS.choices() for key, label in group}
    return STANDINGS.tables(names[name])


def test_a_tournament_is_printed_with_its_criteria_and_a_draft_is_not():
    event = played_event(players=6)
    (table,) = offered(event.name)
    assert [len(row) for row in table.rows] == [len(table.labels)] * 6
    assert table.rows[0][0] == "1"
    draft = make_event(name="Trial")
    Event.objects.filter(pk=draft.pk).update(state=Event.State.DRAFT)
    assert "Trial" not in str(STANDINGS.choices())
    assert STANDINGS.tables(f"event:{draft.pk}") == []


def test_every_division_of_a_term_has_its_table():
    term, (anna, ben, *_rest) = running(110, 100, 90, 80, sizes=[2, 2])
    beat(term, anna, ben)
    first, second = offered(f"{term.league.name} · {term.name}")
    assert [row[:3] for row in first.rows] == [
        ("1", anna.shown_name, "1–0"),
        ("2", ben.shown_name, "0–1"),
    ]
    assert (first.title, len(second.rows)) == (str(term.divisions.first()), 2)


def test_a_season_is_printed_by_its_elo_and_the_ladder_from_the_top():
    league, _seasons = make_season_league(name="Liga")
    anna, ben, cora, dan = (make_member(name) for name in ("Anna", "Ben", "Cora", "Dan"))
    rounds = [[(anna, ben, "B+R"), (cora, dan, "jigo")]]
    hold(announce(league, anna, date(2025, 1, 20)), rounds)
    season = Season.objects.get(first__lte=date(2025, 1, 20), last__gte=date(2025, 1, 20))
    (table,) = offered(f"Liga · {season.name}")
    assert [row[1] for row in table.rows] == ["Anna", "Cora", "Dan", "Ben"]
    assert len(table.labels) == len(table.rows[0]) == 3
    make_ladder("Emi", "Fumi")
    (rungs,) = offered("Ladder")
    assert [row[:2] for row in rungs.rows] == [("1", "Emi"), ("2", "Fumi")]


def test_a_pdf_is_out_of_date_when_its_standings_changed_for_every_reader_alike():
    term, (anna, ben, *_rest) = running(110, 100, sizes=[2])
    act = Act(make_member(role=ORGANISER).user)
    bulletin = save_bulletin(act, Bulletin(title="Autumn", language="ja"))
    kind = BulletinItem.Kind.STANDINGS
    save_item(act, BulletinItem(bulletin=bulletin, kind=kind, standings=f"term:{term.pk}"))
    before = mark_of_bulletin(bulletin)
    with override("pl"), shown_as(ROMANISED):
        assert mark_of_bulletin(bulletin) == before
    beat(term, anna, ben)
    assert mark_of_bulletin(bulletin) != before


def test_what_is_no_key_has_no_table():
    for key in ("", "ladder", "event:", "event:x", f"term:{'9' * 5000}", "season:7"):
        assert STANDINGS.tables(key) == [], key
