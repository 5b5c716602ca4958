"""Opponents are named by numbers that nobody shares; a cross table grows with the games."""

from __future__ import annotations

import re

import pytest

from goclub.leagues.tests.factories import add_guests, make_event, next_round, play_out
from goclub.leagues.tournament.labels.standings import cross_table, standings_table
from goclub.leagues.tournament.queries.snapshot import load

pytestmark = pytest.mark.django_db


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
        back = by_number[number].rounds[0].text
        assert int(re.match(r"\d+", back)[0]) == row.number


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
