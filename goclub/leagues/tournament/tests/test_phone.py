"""Results from phones: who may press, what the page says, and two phones at once."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import signing
from django.db import connection
from django.test import Client
from django.urls import reverse

from goclub.common.tests.reading import cost, read, shows
from goclub.common.tests.reading import said as text_for
from goclub.games.playing.tests.test_race import at_once
from goclub.leagues.models import Change, Claim, Event, Pairing
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import (
    claims,
    closing,
    registration,
    results,
    rounds,
    seating,
)
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code


@pytest.fixture
def table(event):
    add_guests(event, 4)
    return next_round(event).pairings.get(table=1)


def link(table: Pairing) -> str:
    return reverse("leagues:phone", args=[claims.token_of(table)])


def answer(table: Pairing, who: str, result: str, **more: str) -> dict[str, str]:
    seen = f"{table.black_id}-{table.white_id}"
    return {"who": who, "result": result, "seen": seen, "margin": "", **more}


def press(client, table, who, result, **more):
    return client.post(link(table), answer(table, who, result, **more))


def text_of(response) -> str:
    html = re.sub(r"<head>.*?</head>", "", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", html)


# --- The way of a result --------------------------------------------------------------------
def test_two_guests_with_two_phones_set_a_result(table):
    black, white = Client(), Client()
    page = black.get(link(table))
    assert page.status_code == 200
    assert "Table 1" in text_of(page)
    assert str(table.black) in text_of(page)

    said = press(black, table, "B", "white", margin="3.5")
    assert said.status_code == 302
    assert f"Waiting for {table.white}" in text_of(black.get(said["Location"]))
    assert read(black.get(said["Location"])).has("[data-again] a")
    theirs = text_of(white.get(link(table)))
    assert f"{table.black}</bdi>: <strong> White won · by 3½" in theirs
    assert "Waiting for" not in theirs

    press(white, table, "W", "white")
    assert (fresh(table).result, table.source, table.ending, table.margin2) == (
        "white", "players", "points", 7,
    )  # fmt: skip
    done = text_of(white.get(link(table)))
    assert "Both players agree: the result stands" in done
    assert "<form" not in done


def test_a_conflict_is_shown_to_both_and_put_right_by_one(table, event):
    black, white = Client(), Client()
    press(black, table, "B", "black")
    press(white, table, "W", "white")
    assert fresh(table).result == "unknown"
    for phone in (black, white):
        page = phone.get(link(table))
        assert page.context["state"] == "conflict"
        assert read(page).has(".phone-state.bad strong")
        assert read(page).has("form.phone-form")
    press(white, table, "W", "black")
    assert fresh(table).result == "black"
    assert not claims.claims_of(load(event), 1)[1].conflict


def test_margins_that_differ_agree_on_the_winner_and_stay_open(client, table):
    press(Client(), table, "B", "black", margin="3.5")
    press(client, table, "W", "black", margin="4½")
    assert (fresh(table).result, table.ending, table.margin2) == ("black", "", None)
    page = client.get(link(table))
    assert (page.context["state"], page.context["margins_differ"]) == ("done", True)


def test_a_margin_for_a_result_that_stands_is_refused(client, table):
    black = Client()
    press(black, table, "B", "black")
    press(client, table, "W", "black", margin="3.5")
    for _again in range(2):
        assert press(client, table, "W", "black", margin="3.5").status_code == 302
    refused = press(black, table, "B", "black", margin="4.5")
    assert refused.status_code == 422
    assert "tell an organiser" in text_of(refused)
    assert fresh(table).margin2 == 7


def test_jigo_is_offered_with_a_whole_komi_only(client, table):
    assert not read(client.get(link(table))).has("button[name=result][value=equal]")
    assert press(client, table, "B", "equal").status_code == 422
    Pairing.objects.filter(pk=table.pk).update(komi2=12)
    assert read(client.get(link(table))).has("button[name=result][value=equal]")
    refusal = press(client, table, "B", "equal", margin="1")
    assert refusal.status_code == 422
    assert shows(refusal, "A draw has no margin. Leave the points empty.")
    press(client, table, "B", "equal")
    press(Client(), table, "W", "equal")
    assert fresh(table).result == "equal"


# --- One phone speaks for one player --------------------------------------------------------
def test_one_phone_does_not_speak_for_both(client, table):
    """Neither by the other seat nor by another address of the page."""
    press(client, table, "B", "black")
    refusal = press(client, table, "W", "black")
    assert refusal.status_code == 422
    (said,) = refusal.context["form"].errors.as_data()["who"]
    assert said.code == Code.FORBIDDEN
    for address in (link(table) + "?other", link(table) + "?other=1"):
        client.post(address, answer(table, "W", "black"))
        client.post(address, answer(table, "B", "black"))
    assert fresh(table).result == "unknown"
    assert Claim.objects.count() == 1


def test_who_pressed_for_the_wrong_player_takes_that_back(client, table):
    press(client, table, "B", "black")
    page = client.get(link(table))
    assert page.context["speaker"].seat == "B"
    assert read(page).has('a[href="?other"]')
    page = client.get(link(table) + "?other")
    assert page.context["speaker"].taken_back == table.black
    assert "checked" not in text_of(page)
    done = client.post(link(table) + "?other", answer(table, "W", "black"))
    assert done.status_code == 302
    assert "other" not in done["Location"]
    assert Claim.objects.get().participant == table.white
    press(Client(), table, "B", "black")
    assert (fresh(table).result, table.source) == ("black", "players")


def test_a_phone_that_spoke_unsigned_does_not_sign_in_for_the_second(client, event):
    """Two who each signed in may share a phone; one of them alone may not use the other's seat."""
    black, white = make_member(points=100), make_member(points=100)
    for one in (black, white):
        registration.register_member(Act(None, at()), event, member=one)
    table = next_round(event).pairings.get()
    if table.black.member != black:
        black, white = white, black
    press(client, table, "W", "black")  # nobody is signed in
    device = client.cookies["phone"].value
    assert press(as_member(client, black), table, "B", "black").status_code == 422
    Claim.objects.all().delete()
    for one in (black, white):
        client.force_login(one.user)
        client.cookies["phone"] = device
        assert press(client, table, "", "black").status_code == 302
    assert (fresh(table).result, table.source) == ("black", "players")
    assert set(Claim.objects.values_list("by", flat=True)) == {black.user.pk, white.user.pk}


def test_a_forged_name_of_a_phone_is_none(client, table):
    press(client, table, "B", "black")
    client.cookies["phone"] = "another"
    client.get(link(table))
    assert client.cookies["phone"].value != "another"


# --- What is refused ------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"who": ""}, "First choose which of the two players you are"),
        ({"who": "X"}, "First choose which of the two players you are"),
        ({"result": ""}, "Choose who won"),
        ({"margin": "4"}, "does not fit the komi"),
        ({"margin": "900.5"}, "out of range"),
        ({"margin": "many"}, "many"),
        ({"seen": "1-2"}, "have been swapped"),
        ({"seen": "x"}, "Enter a valid value"),
    ],
)
def test_a_refusal_says_what_to_do_and_keeps_what_was_typed(client, table, change, says):
    response = client.post(link(table), answer(table, "B", "black", margin="2.5") | change)
    assert response.status_code == 422
    page = text_of(response)
    assert says in page
    assert f'value="{change.get("margin", "2.5")}"' in page
    assert not Claim.objects.exists()


def test_a_used_form_changes_nothing(client, table):
    press(Client(), table, "B", "black")
    press(client, table, "W", "black")
    assert press(client, table, "W", "black").status_code == 302
    other = press(client, table, "W", "white")
    assert other.status_code == 422
    assert shows(
        other, "This game already has a result: Black won. If that is wrong, tell an organiser."
    )
    assert fresh(table).result == "black"
    assert Change.objects.filter(what="result").count() == 1


def test_what_is_said_against_an_organisers_result_is_shown_to_him(client, table, organiser, event):
    press(client, table, "W", "black")
    results.set_result(Act(organiser.user, at(1)), table, result="white")
    # Decided with both answers on the desk: no conflict any more.
    with time_machine.travel(at(2), tick=False):
        Claim.objects.update(claimed_at=at(0))
        assert not claims.claims_of(load(event), 1)[1].conflict
        assert press(Client(), table, "B", "black").status_code == 422
        assert claims.claims_of(load(event), 1)[1].conflict
        page = client.get(link(table))
        assert page.context["state"] == "protest"
        assert read(page).has(".phone-state.bad strong")
    assert fresh(table).result == "white"


def test_exchanged_colours_drop_what_was_said(client, table, organiser):
    press(client, table, "B", "black")
    old = answer(table, "W", "black")
    seating.swap_colours(Act(organiser.user, at()), table)
    assert not Claim.objects.exists()
    assert client.post(link(table), old).status_code == 422


# --- Codes that open no form ---------------------------------------------------------------
def test_a_code_that_is_not_ours(client, table):
    for token in ("nonsense", claims.token_of(table)[:-2], signing.dumps([table.pk, 1])):
        response = client.get(reverse("leagues:phone", args=[token]))
        assert response.status_code == 404
        assert read(response).one("main p.phone-say").text == text_for("tournament.link_not_ours")


def test_a_code_that_is_too_old(client, table):
    with time_machine.travel(at(), tick=False):
        old = link(table)
    with time_machine.travel(at() + claims.LASTS + timedelta(seconds=1), tick=False):
        response = client.get(old)
    assert response.status_code == 410
    assert read(response).one("main p.phone-say").text == text_for("tournament.link_expired")


def test_a_code_of_a_round_that_is_over(client, table, event):
    old = link(table)
    play_out(table.round)
    next_round(event)
    for response in (client.get(old), client.post(old, answer(table, "B", "black"))):
        assert response.status_code == 410
        assert read(response).one("main p.phone-say").text == text_for("tournament.link_round_over")
    assert not Claim.objects.exists()


def test_a_code_of_a_round_taken_back_or_paired_anew(client, table, event):
    old = link(table)
    rounds.undo_step(Act(None, at()), event)
    response = client.get(old)
    assert response.status_code == 410
    assert "This round is being paired again" in text_of(response)
    rounds.undo_step(Act(None, at()), event)
    next_round(event)
    response = client.get(old)
    assert response.status_code == 410
    assert "This table was paired again" in text_of(response)


def test_a_code_of_a_closed_event(client, table, event, organiser):
    old = link(table)
    play_out(table.round)
    event.refresh_from_db()
    closing.close_event(Act(organiser.user, at(9)), event, early=True)
    response = client.get(old)
    assert response.status_code == 410
    assert "This event is over" in text_of(response)


# --- Who is signed in --------------------------------------------------------------------------
@pytest.fixture
def members_table(organiser):
    event = make_event(organiser, name="Members' Cup")
    for name in ("佐藤 健", "อนงค์ <b>ศรีสุข</b>"):
        registration.register_member(Act(None, at()), event, member=make_member(name))
    return next_round(event).pairings.get()


def test_a_member_is_recognised_and_speaks_for_himself_only(client, members_table):
    table = members_table
    page = read(as_member(client, table.black.member).get(link(table)))
    assert page.texts("form.phone-form p.phone-say strong") == [str(table.black)]
    assert not page.has("[name=who]")
    assert not page.has('a[href="?other"]')
    press(client, table, "W", "white")
    assert Claim.objects.get().participant == table.black


def test_a_member_of_no_seat_may_look_and_not_press(client, members_table):
    page = as_member(client, make_member("Stranger")).get(link(members_table))
    assert page.context["speaker"].stranger
    assert read(page).one("main p.phone-say").text
    assert not read(page).has("form.phone-form")
    assert press(client, members_table, "B", "black").status_code == 403
    assert not Claim.objects.exists()


def test_what_an_organiser_presses_stands(client, members_table, organiser):
    page = as_member(client, organiser).get(link(members_table))
    assert page.context["speaker"].organiser
    assert read(page).one("form.phone-form [name=expected]").attrs["value"] == "unknown"
    press(client, members_table, "", "white", margin="1.5", expected="unknown")
    table = fresh(members_table)
    assert (table.result, table.source, table.margin2) == ("white", "organiser", 3)
    assert table.reported_by == organiser.user
    stale = press(client, table, "", "black", expected="unknown")
    assert stale.status_code == 422
    assert "has set another result at table 1 in the meantime" in text_of(stale)
    assert press(client, table, "", "black", expected="white").status_code == 302


def test_a_phone_may_ask_for_its_language(client, table):
    for asked, code in (("pl", "pl"), ("xx", "en")):
        assert read(client.get(link(table), {"language": asked})).one("html").attrs["lang"] == code


def test_a_phone_asks_as_little_in_a_large_event(client, organiser):
    counts = []
    for size in (2, 30):
        event = make_event(organiser, name=f"Cup {size}")
        add_guests(event, size)
        table = next_round(event).pairings.first()
        counts += cost(client, link(table))
    assert counts[0] == counts[1] <= 6


# --- Two phones at once ------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
class TestRaces:
    """Row locks are PostgreSQL's."""

    @pytest.fixture(autouse=True)
    def real_database(self):
        if connection.vendor != "postgresql":
            pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")

    def test_both_players_press_at_once_and_the_result_is_set_once(self, event):
        add_guests(event, 12)
        tables = list(next_round(event).pairings.order_by("table"))
        jobs = [
            lambda table=table, who=who: press(Client(), table, who, "black")
            for table in tables
            for who in "BW"
        ]
        assert at_once(*jobs) == []
        assert set(Pairing.objects.values_list("result", "source")) == {("black", "players")}
        assert Claim.objects.count() == 12
        assert Change.objects.filter(what="result").count() == 6
        assert Event.objects.get().rounds.get().state == "complete"

    def test_one_form_sent_six_times_is_one_claim(self, table):
        assert at_once(*[lambda: press(Client(), table, "B", "white")] * 6) == []
        assert Claim.objects.count() == 1
        assert fresh(table).result == "unknown"

    def test_two_different_answers_at_once_are_a_conflict(self, table, event):
        jobs = [
            lambda: press(Client(), table, "B", "black"),
            lambda: press(Client(), table, "W", "white"),
        ]
        assert at_once(*jobs) == []
        assert fresh(table).result == "unknown"
        assert claims.claims_of(load(event), 1)[1].conflict
