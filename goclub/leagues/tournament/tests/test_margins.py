"""Small points are entered where results are: by key, at the desk, in files, on phones (S4-16)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.league.services.typed_results import read_keys
from goclub.leagues.models import Pairing
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round
from goclub.leagues.tournament.services.results import set_result, type_result
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return make_member("Olga", role=ORGANISER)


@pytest.fixture
def event_round(olga):
    event = make_event(by=olga, komi2=13)
    add_guests(event, 4)
    return next_round(event)


def table(event_round, number=1) -> Pairing:
    return event_round.pairings.get(table=number)


@pytest.mark.parametrize("typed", ["1 3.5b", "1 3,5b", "1 3½b", "1b3.5", "1b+3.5", "1b 3,5"])
def test_a_margin_is_typed_with_the_key(event_round, olga, typed):
    type_result(event_round=event_round, text=typed, by=olga.user, at=at())
    found = table(event_round)
    assert (found.result, found.ending, found.margin2) == ("black", "points", 7)


def test_a_win_typed_again_keeps_what_is_known(event_round, olga):
    for typed in ("1 3.5b", "1b"):
        type_result(event_round=event_round, text=typed, by=olga.user, at=at())
    assert table(event_round).margin2 == 7
    type_result(event_round=event_round, text="1 10.5b", by=olga.user, at=at())
    assert table(event_round).margin2 == 21
    type_result(event_round=event_round, text="1w!", by=olga.user, at=at())
    assert (table(event_round).result, table(event_round).margin2) == ("white", None)


@pytest.mark.parametrize("typed", ["1 3.5=", "1 3.5t", "1 3.5x", "1 3.5B", "1 3.5?", "1 3.5b4.5"])
def test_nothing_else_has_a_margin(typed):
    with pytest.raises(RuleError) as caught:
        read_keys(typed)
    assert caught.value.reason == "tournament.table_and_key"


@pytest.mark.parametrize(("typed", "code"), [("1 3b", Code.INCONSISTENT), ("1 0b", Code.RANGE)])
def test_a_margin_that_the_komi_forbids_is_refused(event_round, olga, typed, code):
    with pytest.raises(RuleError) as caught:
        type_result(event_round=event_round, text=typed, by=olga.user, at=at())
    assert caught.value.code == code
    with pytest.raises(RuleError):
        set_result(
            pairing=table(event_round), result="black", ending="points", margin2=6,
            by=olga.user, at=at(),
        )  # fmt: skip
    assert table(event_round).result == "unknown"


def test_the_desk_takes_a_margin_beside_its_buttons(client, event_round, olga):
    client.force_login(olga.user)
    address = reverse("leagues:event-results", args=[event_round.event.slug, event_round.number])
    assert "margin-1" in read(client.get(address)).values("input", "name")
    sent = {"set": "1:white:unknown", "margin-1": "5.5", "margin-2": ""}
    assert client.post(address, sent).status_code == 302
    found = table(event_round)
    assert (found.result, found.ending, found.margin2) == ("white", "points", 11)
    page = read(client.get(address))
    assert "White won by 5½" in page.text
    refused = client.post(address, {"set": "2:white:unknown", "margin-2": "5"})
    assert refused.status_code == 422
    assert table(event_round, 2).result == "unknown"


def test_a_margin_of_more_points_than_the_board_has_is_refused(event_round, olga):
    with pytest.raises(RuleError) as caught:
        type_result(event_round=event_round, text="1 361.5b", by=olga.user, at=at())
    assert (caught.value.code, caught.value.field) == (Code.RANGE, "margin")
    type_result(event_round=event_round, text="1 360.5b", by=olga.user, at=at())
    assert table(event_round).margin2 == 721
