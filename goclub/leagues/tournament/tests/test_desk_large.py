"""The desk of a large event: a name is typed and looked up in one list, not chosen out of four."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Event, ForbiddenPair, Participant
from goclub.leagues.tests.factories import at, make_event, play_out
from goclub.leagues.tournament.services import rounds
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh

PLAYERS = 500
TWINS = "Kowalski Jan"


@pytest.fixture
def event(organiser):
    return event_of(80, organiser)


def event_of(players: int, organiser: Member) -> Event:
    """So many guests, two of one name, and a round that is out."""
    event = make_event(organiser, rounds=3)
    Participant.objects.bulk_create(
        Participant(
            event=event,
            number=number,
            name=name,
            display_name=name,
            rank=-number // 20,
            state=Participant.State.FINAL,
            entered_at=at(),
        )
        for number in range(1, players + 1)
        for name in (TWINS if number > players - 2 else f"Guest {number:03}",)
    )
    rounds.pair_round(Act(None, at()), event)
    play_out(rounds.publish_round(Act(None, at()), event))
    return fresh(event)


def forbid(client, event, first, second):
    url = reverse("leagues:event-step", args=[fresh(event).slug, "forbid"])
    sent = {"version": event.version, "forbid-first": first, "forbid-second": second}
    return client.post(url, sent)


def test_one_list_for_all_fields(client, organiser, django_assert_max_num_queries):
    """Five choices of 500 were 2,505 options in 310 kB; now 500 in 208 kB, and 23 kB of ranks."""
    event = event_of(PLAYERS, organiser)
    client.force_login(organiser.user)
    with django_assert_max_num_queries(25):
        answer = client.get(reverse("leagues:event-desk", args=[event.slug]))
    page = read(answer)
    [people] = page.all("datalist")
    assert len(page.all("option")) == len(people.all("option")) == PLAYERS
    for name in ("fix-white", "fix-black", "bye-bye", "forbid-first", "forbid-second"):
        assert page.one(f"input[name={name}]").attrs["list"] == people.attrs["id"]
    assert len(answer.content) < 240_000


@pytest.mark.parametrize("first", ["7", "Guest 007", "Guest 007 · 1k · 7", "  Guest 007 "])
def test_a_name_a_number_or_what_the_list_proposes(client, event, organiser, first):
    assert forbid(as_member(client, organiser), event, first, "12").status_code == 302
    ban = ForbiddenPair.objects.get()
    assert {ban.first.number, ban.second.number} == {7, 12}


@pytest.mark.parametrize("first", [TWINS, "Nobody", "7777", "guest"])
def test_nobody_and_several_are_asked_for_again(client, event, organiser, first):
    answer = forbid(as_member(client, organiser), event, first, "12")
    assert answer.status_code == 422
    field = read(answer).one("input[name=forbid-first]")
    assert field.attrs["value"] == first
    assert "is-invalid" in field.attrs["class"]
    assert not ForbiddenPair.objects.exists()
