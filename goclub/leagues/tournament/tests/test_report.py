"""The report of a pairing: who does not play, on paper too, and what is unusual in a round."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Pairing, Participant
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.labels.report import not_playing, pairing_report
from goclub.leagues.tournament.labels.rounds import round_tables
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import registration, rounds, seating
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh


@pytest.fixture
def event(organiser):
    event = make_event(organiser)
    add_guests(event, 9, rank=0)
    return event


def report(event, number):
    snapshot = load(fresh(event))
    return dict(pairing_report(snapshot, number, round_tables(snapshot, number)))


def test_who_does_not_play_is_listed_with_the_reason(client, event, organiser):
    entries = {player.number: player for player in event.participants.all()}
    registration.set_absences(Act(None, at()), entries[2], absences={1: True})
    Participant.objects.filter(number=5).update(state=Participant.State.PRELIMINARY)
    Participant.objects.filter(number=7).update(late_from=2)
    assert not_playing(load(event), 1) == []
    rounds.pair_round(Act(None, at()), event)
    away = {person.number: reason for person, reason in not_playing(load(fresh(event)), 1)}
    assert away == {2: "absent", 5: "not here yet", 7: "enters in round 2"}
    client.force_login(organiser.user)
    assert (
        "3 players are not playing"
        in client.get(reverse("leagues:event-desk", args=[event.slug])).text
    )
    for name in ("print-names", "print-pairings"):
        text = read(client.get(reverse(f"leagues:{name}", args=[event.slug, 1]))).text
        assert all(reason in text for reason in away.values()), name
    rounds.publish_round(Act(None, at()), fresh(event))
    registration.set_absences(Act(None, at()), entries[1], absences={2: True})
    assert report(event, 1) == {}


def test_the_report_names_what_is_unusual(client, event, organiser):
    ann, ben, cyd, dov, *others = event.participants.order_by("number")
    for player in others:
        player.delete()
    Participant.objects.filter(pk__in=[ann.pk, ben.pk]).update(club="Lyon", country="FR")
    Participant.objects.filter(pk=cyd.pk).update(club="LYON ", country="DE")
    registration.set_absences(Act(None, at()), cyd, absences={1: True})
    seating.fix_pair(Act(None, at()), event, first=ann, second=ben, handicap=6)
    rounds.pair_round(Act(None, at()), fresh(event))
    lines = report(event, 1)
    pair = "Table 1: Guest 002 (15) – Guest 001 (15)"
    assert lines == {"5 stones or more": [pair], "Same club": [pair], "Same country": [pair]}
    rounds.publish_round(Act(None, at()), fresh(event))
    play_out(event.rounds.get())
    Pairing.objects.update(handicap=0)
    for first, second in ((ann, cyd), (ben, dov)):
        seating.fix_pair(Act(None, at()), fresh(event), first=first, second=second, handicap=0)
    next_round(event)
    lines = report(event, 2)
    assert lines["Back after a round without a game"] == ["Guest 003"]
    assert [line.partition(":")[0] for line in lines["Different scores"]] == ["Table 1", "Table 2"]
    assert "Colours out of balance" not in lines
    play_out(event.rounds.last(), "black")
    for first, second in ((ann, dov), (ben, cyd)):
        seating.fix_pair(Act(None, at()), fresh(event), first=first, second=second, handicap=0)
    lines = report(event, 3)
    assert lines["Colours out of balance"] == ["Guest 001: 3 more games with White"]
    assert lines["Drawn up or down again"]
    client.force_login(organiser.user)
    page = client.get(reverse("leagues:event-desk", args=[event.slug]))
    assert "Report of the pairing" in read(page).text


def test_a_schedule_has_no_report(organiser):
    event = make_event(organiser, system="round_robin")
    add_guests(event, 4)
    next_round(event)
    assert report(event, 1) == {}
