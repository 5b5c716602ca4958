"""Small steps at the desk: what changed meanwhile, another system, deleting, reasons at closing."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from goclub.leagues.models import Event, Round
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.labels.rounds import warnings
from goclub.leagues.tournament.queries.events import results_changed_since
from goclub.leagues.tournament.queries.snapshot import load, settings_of
from goclub.leagues.tournament.services import closing, events, results, rounds
from goclub.leagues.tournament.tests.test_rounds import refused
from goclub.members.tests.factories import make_member
from ratings.errors import Code

pytestmark = pytest.mark.django_db


def post(client, event, step, **data):
    event.refresh_from_db()
    address = reverse("leagues:event-step", args=[event.slug, step])
    return client.post(address, {"version": event.version, **data}, follow=True)


# --- A result of an earlier round that is another now -------------------------------------------
@pytest.fixture
def second(organiser):
    """An event whose second round was paired on the results of the first."""
    event = make_event(organiser)
    add_guests(event, 4)
    play_out(next_round(event))
    rounds.pair_round(event=event, by=None, at=at(10))
    return event


def change(event, result, minute, table=1):
    pairing = event.rounds.get(number=1).pairings.get(table=table)
    results.set_result(pairing=pairing, result=result, by=None, at=at(minute))
    return pairing


def other(event):
    before = event.rounds.get(number=1).pairings.get(table=1).result
    return "white" if before == "black" else "black"


def changed(event, number=2):
    return results_changed_since(event, event.rounds.get(number=number))


def test_the_desk_names_what_changed_since_the_round_was_paired(second):
    before = len(warnings(load(second), 2))
    pairing = change(second, other(second), 20)
    assert [one.subject for one in changed(second)] == [str(pairing)]
    preview = warnings(load(second), 2)
    assert len(preview) == before + 1
    assert any(str(pairing) in text for text in preview)
    rounds.publish_round(event=second, by=None, at=at(30))
    assert len(warnings(load(second), 2)) == before + 1
    assert warnings(load(second), 2) != preview  # it stays as it is now


# --- The system ---------------------------------------------------------------------------------
def test_the_system_changes_until_a_round_is_there(client, organiser):
    event = make_event(organiser)
    add_guests(event, 4)
    client.force_login(organiser.user)
    address = reverse("leagues:event-settings", args=[event.slug])
    assert client.get(address).context["system"].initial["system"] == "mcmahon"
    sent = {"version": Event.objects.get().version, "system": "swiss_cat", "preset": "OpenGotha"}
    asked = client.post(address, sent | {"category_limits": ""})
    assert asked.status_code == 422
    assert list(asked.context["system"].errors) == ["category_limits"]
    assert client.post(address, sent | {"category_limits": "1d"}).status_code == 302
    event.refresh_from_db()
    settings = settings_of(event)
    assert (event.system, event.preset, event.rounds_planned) == ("swiss_cat", "OpenGotha", 3)
    assert (settings.category_limits, settings.criteria[0]) == ((0,), "CAT")
    next_round(event)
    assert client.get(address).context["system"] is None
    event.refresh_from_db()
    late = sent | {"version": event.version, "system": "swiss", "category_limits": ""}
    assert client.post(address, late).status_code == 422
    event.refresh_from_db()
    assert event.system == "swiss_cat"


# --- Deleting -----------------------------------------------------------------------------------
def test_an_empty_event_is_deleted(client, organiser):
    event = make_event(organiser)
    client.force_login(organiser.user)
    desk = client.get(reverse("leagues:event-desk", args=[event.slug]))
    assert desk.context["empty"]
    assert post(client, event, "delete").context["question"].effects
    assert Event.objects.exists()
    assert post(client, event, "delete", confirmed=1).redirect_chain[-1][0] == reverse(
        "leagues:events"
    )
    assert not Event.objects.exists()


def test_calling_off_asks_once_more_and_keeps_the_reason(client, organiser):
    event = make_event(organiser)
    add_guests(event, 2)
    client.force_login(organiser.user)
    asked = post(client, event, "cancel", **{"cancel-reason": "no hall"})
    event.refresh_from_db()
    assert event.state != Event.State.CANCELLED
    assert ("cancel-reason", "no hall") in asked.context["kept"]
    kept = dict(asked.context["kept"]) | {"confirmed": "1"}
    client.post(reverse("leagues:event-step", args=[event.slug, "cancel"]), kept)
    event.refresh_from_db()
    assert event.state == Event.State.CANCELLED
    assert event.changes.latest("pk").reason == "no hall"
    assert "question" not in post(client, event, "cancel", **{"cancel-reason": "again"}).context


@pytest.mark.parametrize("what", ["entry", "round", "closed"])
def test_an_event_with_something_in_it_stays(client, organiser, what):
    event = make_event(organiser)
    if what == "entry":
        add_guests(event, 1)
    elif what == "round":
        Round.objects.create(event=event, number=1)
    else:
        add_guests(event, 2)
        play_out(next_round(event))
        closing.close_event(event=event, by=organiser.user, at=at(), early=True)
    event.refresh_from_db()
    client.force_login(organiser.user)
    assert not client.get(reverse("leagues:event-desk", args=[event.slug])).context["empty"]
    assert post(client, event, "delete").status_code == 422
    assert Event.objects.exists()


def test_only_its_organisers_delete_an_event(organiser):
    event = make_event(organiser)
    with pytest.raises(PermissionDenied):
        events.delete_event(event=event, by=make_member("Ken", password=True).user, version=None)
    with refused(Code.STATE, "state", value=event.name, reason="tournament.not_empty"):
        add_guests(event, 1)
        events.delete_event(event=event, by=organiser.user, version=None)


# --- Closing ------------------------------------------------------------------------------------
def test_games_of_the_day_are_posted_by_an_organiser_whose_day_has_not_begun(organiser):
    event = make_event(organiser, rounds=1)
    add_guests(event, 4)
    play_out(next_round(event))
    with timezone.override("America/Los_Angeles"):
        assert timezone.localdate(at()) < event.begins_on
        assert closing.close_event(event=event, by=organiser.user, at=at()) == []
