"""The rating list of an event on its pages: finding, filling, differences, freezing."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from goclub.games.jobs.services import run_jobs
from goclub.leagues.models import RatingList
from goclub.leagues.ratinglist.tests.lists import european, european_of, secretary
from goclub.leagues.tests.factories import add_guests, make_event, make_organiser
from goclub.leagues.tournament.services.registration import register_guest
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member

GUEST = {"guest_form": "1", "g-name": "Nowak", "g-first_name": "Ewa", "g-rank": "-3"}


@pytest.fixture
def newest(db):
    return european_of(date(2026, 3, 1))


@pytest.fixture
def organiser(db):
    return make_organiser()


@pytest.fixture
def event(organiser):
    return make_event(organiser)


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser.user)
    return client


def url(name, event):
    return reverse(f"leagues:event-{name}", args=[event.slug])


def test_the_answer_fills_the_form(desk, event, newest):
    answer = desk.get(url("find", event), {"q": "ewa now"}).json()
    (row,) = answer["members"]
    fields = {
        "name": "Nowak", "first_name": "Ewa", "rank": -3, "rating": 1823, "club": "Krak",
        "country": "PL", "egf_pin": "10000001", "listed": newest.rows.get(line=4).pk,
    }  # fmt: skip
    assert row["fields"] == fields
    assert "10000001" in row["note"]


def test_strangers_find_nobody(client, event, newest):
    client.force_login(make_member().user)
    assert client.get(url("find", event), {"q": "ewa"}).status_code == 403


def test_without_script_a_link_fills_the_form(desk, event, newest):
    page = desk.get(url("entries", event), {"find": "nowak"})
    assert [str(player) for player in page.context["listed"]] == ["Nowak Ewa", "Nowakowski Jan"]
    page = desk.get(url("entries", event), {"listed": page.context["listed"][0].pk})
    assert page.context["guest_form"]["egf_pin"].value() == "10000001"
    assert desk.get(url("entries", event), {"listed": "9" * 5000}).status_code == 200


@pytest.mark.parametrize(("rank", "source"), [("-3", True), ("-2", False)])
def test_the_rank_says_its_list_where_it_is_the_list_s(desk, event, newest, rank, source):
    listed = newest.rows.get(number="10000001").pk
    desk.post(url("entries", event), GUEST | {"g-rank": rank, "g-listed": listed})
    (entry,) = event.participants.all()
    assert entry.rank_source == (str(newest) if source else "")


def test_differences_are_shown_and_taken(desk, event, newest):
    add_guests(event, 1, rank=-5)
    for name, pin in (("Nowak", "10000001"), ("Nowakowski", "10000002"), ("Thief", "10000003")):
        first_name = {"Nowak": "Ewa", "Nowakowski": "Jan", "Thief": ""}[name]
        values = {"rank": -9, "egf_pin": pin, "club": "Warszawa" if name == "Nowakowski" else ""}
        register_guest(Act(None), event, name=name, first_name=first_name, **values)
    page = desk.get(url("entries", event))
    assert len(page.context["differing"]) == 3
    assert page.context["taking"] == 2
    desk.post(url("take", event), {"number": "2"})
    entered = event.participants.get(number=2)
    assert (entered.rank, entered.rating, entered.club, entered.country, entered.rank_source) == (
        -3, 1823, "Krak", "PL", str(newest),
    )  # fmt: skip
    desk.post(url("take", event), {"number": "all"})
    assert list(event.participants.order_by("number").values_list("rank", flat=True)) == [
        -5, -3, 0, -9,
    ]  # fmt: skip
    assert event.participants.get(number=3).club == "Warszawa"  # the list has it as Wars
    page = desk.post(url("take", event), {"number": "all"}, follow=True)
    assert [message.level_tag for message in page.context["messages"]] != ["success"]


def test_a_frozen_list_stands_on_the_event_and_newer_ones_change_nothing(desk, event, newest):
    page = desk.post(
        url("list", event), {"rating_list": newest.pk, "version": event.version}, follow=True
    )
    event.refresh_from_db()
    assert event.rating_list == newest
    assert str(newest) in desk.get(url("details", event)).content.decode()
    stale = desk.post(url("list", event), {"rating_list": "", "version": 0}, follow=True)
    event.refresh_from_db()
    assert event.rating_list == newest
    assert page.status_code == stale.status_code == 200


def test_the_office_uploads_on_its_page_and_sees_an_older_one_named(client, newest):
    client.force_login(secretary())
    file = SimpleUploadedFile("allworld_lp.html", european(day="1 Mar 2025"))
    address = reverse("leagues:rating-lists")
    answer = client.post(address, {"source": "egd", "file": file}, follow=True)
    run_jobs()
    assert answer.resolver_match.view_name == "games:job"
    assert RatingList.objects.ready().count() == 2
    page = client.get(address)
    assert page.context["newest"] == {newest.pk}
    wrong = SimpleUploadedFile("x.txt", b"nothing of the kind")
    answer = client.post(address, {"source": "egd", "file": wrong})
    assert (answer.status_code, "file" in answer.context["form"].errors) == (422, True)


def test_deleting_asks_first_and_organisers_only_look(client, organiser, newest):
    delete = reverse("leagues:rating-list-delete", args=[newest.pk])
    client.force_login(organiser.user)
    assert client.get(reverse("leagues:rating-lists")).status_code == 200
    assert client.post(delete).status_code == 403
    client.force_login(secretary())
    assert client.post(delete).status_code == 200
    assert RatingList.objects.exists()
    assert client.post(delete, {"confirmed": "1"}).status_code == 302
    assert not RatingList.objects.exists()
