"""Steps at the desk: places exchanged, imports taken back, what changed meanwhile, reasons."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import read, said, told
from goclub.games.notebook.tests.snapshot import everything
from goclub.leagues.models import Change, Event, Participant, Round
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.labels.rounds import warnings
from goclub.leagues.tournament.queries.events import results_changed_since
from goclub.leagues.tournament.queries.snapshot import load, settings_of
from goclub.leagues.tournament.services import (
    closing,
    events,
    exchange,
    registration,
    results,
    rounds,
    seating,
)
from goclub.leagues.tournament.tests.table_desk import press
from goclub.leagues.tournament.tests.test_exchange import small
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


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
    rounds.pair_round(Act(None, at()), event)
    client.force_login(organiser.user)
    return event


@pytest.mark.parametrize("system", ["swiss", "knockout"])
def test_the_menu_is_short_and_reaches_every_page_of_the_desk(client, organiser, system):
    event = make_event(organiser, system=system)
    add_guests(event, 4)
    client.force_login(organiser.user)
    for is_paired in (False, True):
        if is_paired:
            next_round(event)
        page = client.get(reverse("leagues:event-desk", args=[event.slug]))
        menu = read(page).one("nav.desk-nav")
        hidden = menu.values("details a", "href")
        links = menu.values("a", "href")
        assert len(links) - len(hidden) + len(menu.all("details")) <= 7
        assert len(links) == len(set(links)) == 12 + is_paired + (system == "knockout")
        for address in links:
            there = read(client.get(address)).one("nav.desk-nav")
            assert there.values("[aria-current]", "href") == [address]


def bye(event):
    return event.rounds.get(number=1).seats.get(pairing=None).participant.number


def test_two_tables_exchange_a_player_each(client, paired):
    before = tables(paired)
    first, second = (min(players) for players in before.values())
    page = read(client.get(reverse("leagues:event-desk", args=[paired.slug])))
    assert len(page.all("[name=swap]")) == 5
    assert press(client, paired, "swap", swap=[first, second]).status_code == 200
    assert tables(paired) == {
        table: {first + second - n if n in (first, second) else n for n in players}
        for table, players in before.items()
    }
    assert all(one.fixed for one in paired.rounds.get(number=1).pairings.all())
    made = sorted(map(sorted, tables(paired).values()))
    assert press(client, paired, "pair").status_code == 200
    assert sorted(map(sorted, tables(paired).values())) == made, "kept when paired again"
    assert "⇄" in paired.changes.filter(what="fixed").first().subject


def test_a_player_takes_the_bye_of_another(client, paired):
    free, (table, players) = bye(paired), next(iter(tables(paired).items()))
    leaving, staying = sorted(players)
    press(client, paired, "swap", swap=[free, leaving])
    assert bye(paired) == leaving
    assert tables(paired)[table] == {free, staying}


def test_taking_the_bye_back_says_that_nobody_has_it(client, paired):
    assert "Bye assigned." in told(
        press(client, paired, "bye", **{"bye-bye": bye(paired)}), "success"
    )
    assert "Nobody has the bye." in told(press(client, paired, "bye", **{"bye-bye": ""}), "success")


def test_the_stones_of_the_new_pairs_are_those_of_the_rules(client, organiser):
    event = make_event(organiser, preset="French")
    for number, rank in enumerate((0, 0, -6, -6), 1):
        registration.register_guest(Act(None, at()), event, name=f"P{number}", rank=rank)
    rounds.pair_round(Act(None, at()), event)
    assert sorted(map(sorted, tables(event).values())) == [[1, 2], [3, 4]]
    press(as_member(client, organiser), event, "swap", swap=[1, 3])
    for one in event.rounds.get(number=1).pairings.all():
        assert one.white.rank > one.black.rank, "the stronger takes White"
        assert one.handicap == 5  # six ranks, one stone less
        assert one.komi2 == event.komi2_for(5)


@pytest.mark.parametrize("swap", [[], [1], [1, 2, 3], ["x", 1], [1, 99]])
def test_not_two_players_are_refused(client, paired, swap):
    before = tables(paired)
    page = press(client, paired, "swap", swap=swap)
    assert (page.status_code, page.context["refused"]["swap"]) == (422, said("tick_two"))
    assert tables(paired) == before


def test_who_sits_together_is_away_or_has_a_result_stays(client, paired):
    one, other = tables(paired)[1]
    page = press(client, paired, "swap", swap=[one, other])
    assert page.status_code == 422
    assert "–" in page.context["refused"]["swap"]
    late = registration.register_guest(Act(None, at()), paired, name="Late", rank=0)
    page = press(client, paired, "swap", swap=[one, late.number])
    assert page.context["refused"]["swap"] == said("not_seated", "Late")
    rounds.publish_round(Act(None, at()), paired, leave_out=True)
    played = Round.objects.get(event=paired).pairings.get(table=1)
    results.set_result(Act(None, at()), played, result="black")
    before = tables(paired)
    page = press(client, paired, "swap", swap=[one, min(before[2])])
    assert page.context["refused"]["swap"] == said("has_a_result", 1)
    assert tables(paired) == before


def test_a_ban_holds_for_an_exchange_too(client, organiser, paired):
    (one, other), (third, _fourth) = (sorted(players) for players in tables(paired).values())
    people = {who.number: who for who in Participant.objects.filter(event=paired)}
    seating.forbid_pair(
        Act(organiser.user, at()), paired, first=people[other], second=people[third]
    )
    before = tables(paired)
    assert press(client, paired, "swap", swap=[one, third]).status_code == 422
    assert tables(paired) == before


# --- An import, taken back ----------------------------------------------------------------------
@pytest.fixture
def imported(organiser, client):
    client.force_login(organiser.user)
    return exchange.import_tournament(Act(organiser.user, at()), small())


def test_facts_and_ledger_are_what_they_were_before_the_import(client, organiser):
    """Every row of every table, entries of members and their standings among them."""
    make_member("Ewa Nowak")
    client.force_login(organiser.user)
    before = everything()
    tournament = small()
    members = [(number, one.pk) for number, [one] in exchange.members_for(tournament).items()]
    assert members
    event = exchange.import_tournament(
        Act(organiser.user, at()), tournament, for_ledger=True, members=members
    )
    assert everything() != before
    press(client, event, "delete", confirmed=1)
    assert everything() == before


def test_what_was_built_on_it_since_keeps_it_and_is_named(client, imported):
    add_guests(imported, 1)
    page = client.get(reverse("leagues:event-desk", args=[imported.slug]))
    assert not page.context["imported"]
    reason = page.context["import_stays"]
    assert str(Change.What.ENTERED.label) in reason
    assert reason in read(page).one("main").text
    page = press(client, imported, "delete", confirmed=1)
    assert page.context["refused"]["delete"] == reason
    assert reason in read(page).one("main details[open]").text
    assert Event.objects.exists()


def test_a_closed_import_stays_with_its_games(client, organiser, imported):
    closing.close_event(Act(organiser.user, at()), imported, early=True)
    imported.refresh_from_db()
    closing.reopen_event(Act(organiser.user, at()), imported, reason="Table 3")
    page = press(client, imported, "delete", confirmed=1)
    since = f"{Change.What.CLOSED.label}, {Change.What.REOPENED.label}"
    assert since in page.context["refused"]["delete"]
    assert Event.objects.exists()


# --- What the desk says before the first round --------------------------------------------------
def test_who_starts_at_bar_and_floor_is_counted(client, organiser):
    event = make_event(organiser)  # S2: bar 4 dan, floor 15 kyu
    for number, rank in enumerate((5, 3, 2, -15, -20, -3), 1):
        registration.register_guest(Act(None, at()), event, name=f"P{number}", rank=rank)
    page = as_member(client, organiser).get(reverse("leagues:event-desk", args=[event.slug]))
    assert re.findall(r": (\d+)", page.context["ends"]) == ["6", "2", "2"]
    assert client.get(reverse("leagues:event-settings", args=[event.slug])).context["bars"]
    next_round(event)
    assert not client.get(reverse("leagues:event-desk", args=[event.slug])).context["ends"]


# --- Small steps ----------------------------------------------------------------------------------
# --- A result of an earlier round that is another now -------------------------------------------
@pytest.fixture
def second(organiser):
    """An event whose second round was paired on the results of the first."""
    event = make_event(organiser)
    add_guests(event, 4)
    play_out(next_round(event))
    rounds.pair_round(Act(None, at(10)), event)
    return event


def change(event, result, minute, table=1):
    pairing = event.rounds.get(number=1).pairings.get(table=table)
    results.set_result(Act(None, at(minute)), pairing, result=result)
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
    rounds.publish_round(Act(None, at(30)), second)
    assert len(warnings(load(second), 2)) == before + 1
    assert warnings(load(second), 2) != preview  # it stays as it is now


# --- The system ---------------------------------------------------------------------------------
def test_the_system_changes_until_a_round_is_there(client, organiser):
    event = make_event(organiser)
    add_guests(event, 4)
    address = reverse("leagues:event-settings", args=[event.slug])
    client.force_login(organiser.user)
    assert client.get(address).context["system"].initial["system"] == "mcmahon"
    sent = {"version": Event.objects.get().version, "system": "swiss_cat", "preset": "OpenGotha"}
    asked = client.post(address, sent | {"category_limits": ""})
    assert asked.status_code == 422
    assert list(asked.context["system"].errors) == ["category_limits"]
    assert client.post(address, sent | {"category_limits": "1d"}).status_code == 302
    settings = settings_of(fresh(event))
    assert (event.system, event.preset, event.rounds_planned) == ("swiss_cat", "OpenGotha", 3)
    assert (settings.category_limits, settings.criteria[0]) == ((0,), "CAT")
    next_round(event)
    assert client.get(address).context["system"] is None
    late = sent | {"version": fresh(event).version, "system": "swiss", "category_limits": ""}
    assert client.post(address, late).status_code == 422
    assert fresh(event).system == "swiss_cat"


# --- Deleting -----------------------------------------------------------------------------------
def test_an_empty_event_is_deleted(client, organiser):
    event = make_event(organiser)
    desk = as_member(client, organiser).get(reverse("leagues:event-desk", args=[event.slug]))
    assert desk.context["empty"]
    assert press(client, event, "delete").context["question"].effects
    assert Event.objects.exists()
    assert press(client, event, "delete", confirmed=1).redirect_chain[-1][0] == reverse(
        "leagues:events"
    )
    assert not Event.objects.exists()


def test_calling_off_asks_once_more_and_keeps_the_reason(client, organiser):
    event = make_event(organiser)
    add_guests(event, 2)
    asked = press(as_member(client, organiser), event, "cancel", **{"cancel-reason": "no hall"})
    assert fresh(event).state != Event.State.CANCELLED
    assert ("cancel-reason", "no hall") in asked.context["kept"]
    kept = dict(asked.context["kept"]) | {"confirmed": "1"}
    client.post(reverse("leagues:event-step", args=[event.slug, "cancel"]), kept)
    assert fresh(event).state == Event.State.CANCELLED
    assert event.changes.latest("pk").reason == "no hall"
    assert "question" not in press(client, event, "cancel", **{"cancel-reason": "again"}).context


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
        closing.close_event(Act(organiser.user, at()), event, early=True)
    event.refresh_from_db()
    client.force_login(organiser.user)
    assert not client.get(reverse("leagues:event-desk", args=[event.slug])).context["empty"]
    assert press(client, event, "delete").status_code == 422
    assert Event.objects.exists()


def test_only_its_organisers_delete_an_event(organiser):
    event = make_event(organiser)
    with pytest.raises(PermissionDenied):
        events.delete_event(Act(make_member("Ken", password=True).user), event)
    with refused(Code.STATE, "state", value=event.name, reason="not_empty"):
        add_guests(event, 1)
        events.delete_event(Act(organiser.user), event)


# --- Closing ------------------------------------------------------------------------------------
def test_games_of_the_day_are_posted_by_an_organiser_whose_day_has_not_begun(organiser):
    event = make_event(organiser, rounds=1)
    add_guests(event, 4)
    play_out(next_round(event))
    with timezone.override("America/Los_Angeles"):
        assert timezone.localdate(at()) < event.begins_on
        assert closing.close_event(Act(organiser.user, at()), event) == []
