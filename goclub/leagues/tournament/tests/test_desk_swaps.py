"""Two ticked players exchange their places, and an import is taken back."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read, said
from goclub.games.notebook.tests.snapshot import everything
from goclub.leagues.models import Change, Event, Participant, Round
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round
from goclub.leagues.tournament.services import (
    closing,
    exchange,
    registration,
    results,
    rounds,
    seating,
)
from goclub.leagues.tournament.tests.test_exchange import small
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


def post(client, event, step, **data):
    event.refresh_from_db()
    address = reverse("leagues:event-step", args=[event.slug, step])
    return client.post(address, {"version": event.version, **data}, follow=True)


def tables(event, number=1):
    return {
        one.table: {one.black.number, one.white.number}
        for one in event.rounds.get(number=number).pairings.all()
    }


@pytest.fixture
def paired(organiser, client):
    """Five players of one rank: two tables and a bye, not published."""
    event = make_event(organiser)
    add_guests(event, 5, rank=0)
    rounds.pair_round(event=event, by=None, at=at())
    client.force_login(organiser.user)
    return event


def bye(event):
    return event.rounds.get(number=1).seats.get(pairing=None).participant.number


def test_two_tables_exchange_a_player_each(client, paired):
    before = tables(paired)
    first, second = (min(players) for players in before.values())
    page = read(client.get(reverse("leagues:event-desk", args=[paired.slug])))
    assert len(page.all("[name=swap]")) == 5
    assert post(client, paired, "swap", swap=[first, second]).status_code == 200
    assert tables(paired) == {
        table: {first + second - n if n in (first, second) else n for n in players}
        for table, players in before.items()
    }
    assert all(one.fixed for one in paired.rounds.get(number=1).pairings.all())
    made = sorted(map(sorted, tables(paired).values()))
    assert post(client, paired, "pair").status_code == 200
    assert sorted(map(sorted, tables(paired).values())) == made, "kept when paired again"
    assert "⇄" in paired.changes.filter(what="fixed").first().subject


def test_a_player_takes_the_bye_of_another(client, paired):
    free, (table, players) = bye(paired), next(iter(tables(paired).items()))
    leaving, staying = sorted(players)
    post(client, paired, "swap", swap=[free, leaving])
    assert bye(paired) == leaving
    assert tables(paired)[table] == {free, staying}


def test_the_stones_of_the_new_pairs_are_those_of_the_rules(client, organiser):
    event = make_event(organiser, preset="French")
    for number, rank in enumerate((0, 0, -6, -6), 1):
        registration.register_guest(event=event, name=f"P{number}", rank=rank, by=None, at=at())
    rounds.pair_round(event=event, by=None, at=at())
    assert sorted(map(sorted, tables(event).values())) == [[1, 2], [3, 4]]
    client.force_login(organiser.user)
    post(client, event, "swap", swap=[1, 3])
    for one in event.rounds.get(number=1).pairings.all():
        assert one.white.rank > one.black.rank, "the stronger takes White"
        assert one.handicap == 5  # six ranks, one stone less
        assert one.komi2 == event.komi2_for(5)


@pytest.mark.parametrize("swap", [[], [1], [1, 2, 3], ["x", 1], [1, 99]])
def test_not_two_players_are_refused(client, paired, swap):
    before = tables(paired)
    page = post(client, paired, "swap", swap=swap)
    assert (page.status_code, page.context["refused"]["swap"]) == (422, said("tournament.tick_two"))
    assert tables(paired) == before


def test_who_sits_together_is_away_or_has_a_result_stays(client, paired):
    one, other = tables(paired)[1]
    page = post(client, paired, "swap", swap=[one, other])
    assert page.status_code == 422
    assert "–" in page.context["refused"]["swap"]
    late = registration.register_guest(event=paired, name="Late", rank=0, by=None, at=at())
    page = post(client, paired, "swap", swap=[one, late.number])
    assert page.context["refused"]["swap"] == said("tournament.not_seated", "Late")
    rounds.publish_round(event=paired, by=None, at=at(), leave_out=True)
    played = Round.objects.get(event=paired).pairings.get(table=1)
    results.set_result(pairing=played, result="black", by=None, at=at())
    before = tables(paired)
    page = post(client, paired, "swap", swap=[one, min(before[2])])
    assert page.context["refused"]["swap"] == said("tournament.has_a_result", 1)
    assert tables(paired) == before


def test_a_ban_holds_for_an_exchange_too(client, organiser, paired):
    (one, other), (third, _fourth) = (sorted(players) for players in tables(paired).values())
    people = {who.number: who for who in Participant.objects.filter(event=paired)}
    seating.forbid_pair(
        event=paired, first=people[other], second=people[third], by=organiser.user, at=at()
    )
    before = tables(paired)
    assert post(client, paired, "swap", swap=[one, third]).status_code == 422
    assert tables(paired) == before


# --- An import, taken back ----------------------------------------------------------------------
@pytest.fixture
def imported(organiser, client):
    client.force_login(organiser.user)
    return exchange.import_tournament(tournament=small(), by=organiser.user, at=at())


def test_facts_and_ledger_are_what_they_were_before_the_import(client, organiser):
    """Every row of every table, entries of members and their standings among them."""
    make_member("Ewa Nowak")
    client.force_login(organiser.user)
    before = everything()
    tournament = small()
    members = [(number, one.pk) for number, [one] in exchange.members_for(tournament).items()]
    assert members
    event = exchange.import_tournament(
        tournament=tournament, by=organiser.user, at=at(), for_ledger=True, members=members
    )
    assert everything() != before
    post(client, event, "delete", confirmed=1)
    assert everything() == before


def test_what_was_built_on_it_since_keeps_it_and_is_named(client, imported):
    add_guests(imported, 1)
    page = client.get(reverse("leagues:event-desk", args=[imported.slug]))
    assert not page.context["imported"]
    reason = page.context["import_stays"]
    assert str(Change.What.ENTERED.label) in reason
    assert reason in read(page).one("main").text
    page = post(client, imported, "delete", confirmed=1)
    assert page.context["refused"]["delete"] == reason
    assert reason in read(page).one("main details[open]").text
    assert Event.objects.exists()


def test_a_closed_import_stays_with_its_games(client, organiser, imported):
    closing.close_event(event=imported, by=organiser.user, at=at(), early=True)
    imported.refresh_from_db()
    closing.reopen_event(event=imported, by=organiser.user, at=at(), reason="Table 3")
    page = post(client, imported, "delete", confirmed=1)
    since = f"{Change.What.CLOSED.label}, {Change.What.REOPENED.label}"
    assert since in page.context["refused"]["delete"]
    assert Event.objects.exists()


# --- What the desk says before the first round --------------------------------------------------
def test_who_starts_at_bar_and_floor_is_counted(client, organiser):
    event = make_event(organiser)  # S2: bar 4 dan, floor 15 kyu
    for number, rank in enumerate((5, 3, 2, -15, -20, -3), 1):
        registration.register_guest(event=event, name=f"P{number}", rank=rank, by=None, at=at())
    client.force_login(organiser.user)
    page = client.get(reverse("leagues:event-desk", args=[event.slug]))
    assert re.findall(r": (\d+)", page.context["ends"]) == ["6", "2", "2"]
    assert client.get(reverse("leagues:event-settings", args=[event.slug])).context["ends"]
    next_round(event)
    assert not client.get(reverse("leagues:event-desk", args=[event.slug])).context["ends"]
