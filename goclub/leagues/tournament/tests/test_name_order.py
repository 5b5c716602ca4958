"""Lists go by the names they show, opponents by numbers that nobody shares."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.labels.papers import cards_of, screen_of
from goclub.leagues.tournament.labels.rounds import by_name
from goclub.leagues.tournament.labels.standings import cross_table, standings_table
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import registration
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member

ENTERED = [
    ("Mizuno", ""),
    ("Ósmy", ""),
    ("Mączyńska", ""),
    ("Ozga", ""),
    ("Zak", "Łukasz"),
]
POLISH = ["Abe Ken", "Łukasz Zak", "Mączyńska", "Mizuno", "Ozga", "Ósmy"]


@pytest.fixture
def event(organiser):
    event = make_event(organiser)
    for name, first_name in ENTERED:
        registration.register_guest(
            Act(None, at()), event, name=name, first_name=first_name, rank=0
        )
    ken = make_member("佐藤 健", romanised_name="Abe Ken", points=119)
    registration.register_member(Act(None, at()), event, member=ken)
    return event


def test_everybody_is_found_where_his_name_shown_stands(event):
    with override("pl"):
        entered = screen_of(load(event), 1)["page"]["columns"][0]
        assert [one.shown_name for one in entered] == POLISH
        assert [card["participant"].shown_name for card in cards_of(load(event))] == POLISH
        next_round(event)
        snapshot = load(event)
        assert [line.participant.shown_name for line in by_name(snapshot, 1)] == POLISH
        wall = screen_of(snapshot, 1)["page"]["columns"][0]
        assert [line.participant.shown_name for line in wall] == POLISH


def test_another_language_has_another_order(event):
    next_round(event)
    with override("en"):
        shown = [line.participant.shown_name for line in by_name(load(event), 1)]
    assert shown.index("Ósmy") < shown.index("Ozga")


# --- Numbers --------------------------------------------------------------------------------------
@pytest.fixture
def shared(organiser):
    """Eight of one rank after a round: four share the first place, four the fifth."""
    event = make_event(organiser, preset="OpenGotha", rounds=3)
    add_guests(event, 8, rank=0)
    play_out(next_round(event))
    return event


def test_no_two_opponents_have_one_number(shared):
    table = standings_table(load(shared), 1)
    assert {row.place for row in table.rows} == {"1=", "5="}
    assert [row.number for row in table.rows] == list(range(1, 9))
    assert table.numbered
    named = [int(re.match(r"\d+", row.rounds[0].text)[0]) for row in table.rows]
    assert sorted(named) == list(range(1, 9))
    by_number = {row.number: row for row in table.rows}
    for row, number in zip(table.rows, named, strict=True):
        assert int(re.match(r"\d+", by_number[number].rounds[0].text)[0]) == row.number


def test_a_line_of_the_cross_table_has_a_cell_for_each_game_and_each_gap(shared):
    rows = cross_table(load(shared), 1)
    for at_row, (_row, cells) in enumerate(rows):
        assert sum(cell.span for cell in cells) == 8
        starts = [sum(cell.span for cell in cells[:n]) for n in range(len(cells))]
        [own] = [start for start, cell in zip(starts, cells, strict=True) if cell.css == "self"]
        [met] = [start for start, cell in zip(starts, cells, strict=True) if cell.text]
        assert own == at_row
        _other, back = rows[met]
        assert [sum(c.span for c in back[:n]) for n, c in enumerate(back) if c.text] == [at_row]
