"""Opponents are named by numbers that nobody shares; a cross table grows with the games."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.urls import reverse

from goclub.leagues.models import Pairing, Round, Seat
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.labels.cross import cross_table
from goclub.leagues.tournament.labels.standings import standings_table
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import results
from goclub.leagues.tournament.services.rounds import seats_of

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


def test_without_shared_places_the_place_is_the_number(organiser):
    event = make_event(organiser, rounds=3)
    add_guests(event, 2)
    event_round = next_round(event)
    results.set_result(pairing=event_round.pairings.get(), result="white", by=None, at=at())
    table = standings_table(load(event), 1)
    assert [row.place for row in table.rows] == ["1", "2"]
    assert not table.numbered


def test_the_pages_show_the_numbers(client, shared, organiser):
    client.force_login(organiser.user)
    slug = shared.slug
    for address in (
        reverse("leagues:standings", args=[slug, 1]),
        reverse("leagues:print-wall", args=[slug, 1]),
        reverse("leagues:cross", args=[slug]),
    ):
        page = client.get(address).content.decode()
        body = page[page.index("<tbody") : page.index("</tbody")]
        first = [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<td[^>]*>.*?</td>", body)]
        rows = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in body.split("<tr")[1:]]
        assert first
        assert [row[0].strip() for row in rows] == list("12345678"), address
        assert Counter(row[1].strip() for row in rows) == {"1=": 4, "5=": 4}


def test_a_line_of_the_cross_table_has_a_cell_for_each_game_and_each_gap(shared):
    rows = cross_table(load(shared), 1)
    for at_row, row in enumerate(rows):
        assert sum(cell.span for cell in row.cells) == 8
        starts = [sum(cell.span for cell in row.cells[:n]) for n in range(len(row.cells))]
        [own] = [start for start, cell in zip(starts, row.cells, strict=True) if cell.css == "self"]
        [met] = [start for start, cell in zip(starts, row.cells, strict=True) if cell.text]
        assert own == at_row
        back = rows[met]
        assert [
            sum(c.span for c in back.cells[:n]) for n, c in enumerate(back.cells) if c.text
        ] == [at_row]


def large(organiser, size):
    """An event of five rounds, written in bulk."""
    event = make_event(organiser, rounds=5)
    people = add_guests(event, size)
    half = size // 2
    for number in range(1, 6):
        event_round = Round.objects.create(
            event=event,
            number=number,
            state="complete",
            played_on=event.begins_on,
            published_at=at(),
            completed_at=at(),
        )
        pairings = Pairing.objects.bulk_create(
            Pairing(
                round=event_round,
                table=n + 1,
                white=people[n],
                black=people[half + (n + number) % half],
                result="white",
                source="file",
            )
            for n in range(half)
        )
        Seat.objects.bulk_create(seat for pairing in pairings for seat in seats_of(pairing))
    return event


def test_a_cross_table_grows_with_the_games_and_not_with_their_square(client, organiser):
    client.force_login(organiser.user)
    size = 120
    page = client.get(reverse("leagues:cross", args=[large(organiser, size).slug]))
    assert page.content.count(b"<td") <= size * (5 + 1 + 7 + 3)
    assert len(page.content) < size * 1500
