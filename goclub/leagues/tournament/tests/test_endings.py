"""How games ended goes out with an event's files and comes back with them (S0-24, S4-15)."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.leagues.models import Event, Pairing
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round
from goclub.leagues.tournament.services import closing, exchange, results
from goclub.leagues.tournament.services.files import export_tou
from goclub.leagues.tournament.tests.table_desk import Desk, csv_of
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member

#: A result, whether by default, the ending, the doubled margin: a table each.
PLAYED = [
    ("white", False, "resign", None),
    ("black", False, "time", None),
    ("white", True, "left", None),
    ("black", True, "", None),
    ("equal", False, "called", None),
    ("black", False, "points", 7),
    ("white", False, "penalty", None),
    ("both_lose", True, "", None),
    ("white", False, "", None),
]


@pytest.fixture
def event_round(organiser):
    event = make_event(organiser, rounds=1)
    add_guests(event, 18)
    return next_round(event)


@pytest.fixture
def played(event_round):
    for pairing, (result, by_default, ending, margin2) in zip(
        event_round.pairings.order_by("table"), PLAYED, strict=True
    ):
        results.set_result(
            Act(None, at()),
            pairing,
            result=result,
            by_default=by_default,
            ending=ending,
            margin2=margin2,
        )
    return event_round


@pytest.fixture
def desk(client, organiser, event_round):
    address = reverse("leagues:event-results-file", args=[event_round.event.slug, 1])
    return Desk(client, organiser, address)


def facts_of(event):
    tables = Pairing.objects.filter(round__event=event).order_by("table")
    return list(tables.values_list("result", "by_default", "ending", "margin2"))


def test_the_games_as_csv_come_back_with_their_endings(client, desk, played):
    assert facts_of(played.event) == PLAYED
    data = csv_of(client, played.event, "results")
    desk.look(file=SimpleUploadedFile("results.csv", data))
    assert set(desk.kinds().values()) == {"same"}
    played.pairings.update(result="unknown", by_default=False, source="", ending="", margin2=None)
    desk.look(file=SimpleUploadedFile("results.csv", data))
    words = desk.words()
    assert "White won by resignation" in words
    assert "White won: Black left" in words
    assert desk.store().status_code == 302
    assert facts_of(played.event) == PLAYED
    assert csv_of(client, played.event, "results") == data


def test_a_whole_event_comes_back_from_its_own_file_with_endings_and_margins(played):
    data = exchange.export_opengotha(played.event)
    assert facts_of(exchange.import_tournament(Act(None, at()), exchange.read_file(data))) == PLAYED


@pytest.mark.parametrize(("cells", "expected"), [
    ("W,,", ("white", False, "", None)),
    ("W+left,,", ("white", True, "left", None)),
    ("W,resign,", ("white", False, "resign", None)),
    ("W,By forfeit,", ("white", True, "", None)),
    ("W+R,R,", ("white", False, "resign", None)),
    ("W,投了,", ("white", False, "resign", None)),
    ("W,points,", ("white", False, "points", None)),
    ("W,points,7.5", ("white", False, "points", 15)),
    ("W by W.O.,,", ("white", True, "", None)),
    ("White wins by walkover,,", ("white", True, "", None)),
    ("jigo,called,", ("equal", False, "called", None)),
    ("called,,", ("equal", False, "called", None)),
])  # fmt: skip
def test_an_ending_is_read_from_its_column_and_from_the_result(desk, event_round, cells, expected):
    desk.look(f"table,result,ending,margin\n1,{cells}\n")
    assert desk.kinds() == {2: "new"}
    desk.store()
    assert facts_of(event_round.event)[0] == expected


@pytest.mark.parametrize("cells", ["W,called", "jigo,resign", "W+R,time", "W,perhaps", "0-0,left"])
def test_an_ending_that_the_result_cannot_have_is_refused(desk, event_round, cells):
    desk.look(f"table,result,ending\n1,{cells}\n")
    assert desk.kinds() == {2: "refused"}
    assert facts_of(event_round.event)[0] == ("unknown", False, "", None)


def test_another_ending_is_a_conflict_and_stays_unless_ticked(desk, played):
    desk.look("table,result\n1,W+T\n")
    assert desk.kinds() == {2: "conflict"}
    assert "White won on time" in desk.words()
    desk.store(replace="1")
    assert facts_of(played.event)[0] == ("white", False, "time", None)


def test_a_result_chosen_again_keeps_its_ending_and_a_mark_replaces_all(client, organiser, played):
    address = reverse("leagues:event-results", args=[played.event.slug, 1])
    as_member(client, organiser).post(address, {"set": "1:white:white", "margin-1": ""})
    client.post(address, {"keys": "3W"})
    assert facts_of(played.event) == PLAYED
    # An emptied margin, or the result once more with "!", takes back how it was won.
    client.post(address, {"set": "6:black:black", "margin-6": ""})
    client.post(address, {"keys": "1w!"})
    expected = [("white", False, "", None), *PLAYED[1:5], ("black", False, "", None), *PLAYED[6:]]
    assert facts_of(played.event) == expected


def test_who_left_is_told_from_who_never_came_in_the_histories(played):
    Event.objects.filter(pk=played.event.pk).update(for_ledger=True)
    event = closing.close_event(Act(None, at(600)), Event.objects.get()) and played.event
    endings = Game.objects.filter(pairing__round__event=event).order_by("pairing__table")
    assert list(endings.values_list("ending", flat=True)) == [
        "resign", "time", "left", "forfeit", "called", "points", "penalty", "unknown",
    ]  # fmt: skip


def test_the_french_list_and_the_page_say_what_becomes_of_forfeits(client, played):
    lines = export_tou(played.event).decode("latin-1").split("\n")
    remarks = [line for line in lines if "by forfeit" in line]
    assert [line[:18] for line in remarks] == [f"; Round 1, table {n}" for n in (3, 4, 8)]
    page = read(client.get(reverse("leagues:event-details", args=[played.event.slug])))
    assert "The French list has no games by forfeit: 3 are written there" in page.text


def test_a_draw_because_time_was_called_is_no_jigo_on_the_players_page(client, played):
    number = played.pairings.get(ending="called").white.number
    page = client.get(reverse("leagues:event-player", args=[played.event.slug, number]))
    text = read(page).text
    assert "draw (time was called)" in text
    assert "jigo" not in text
