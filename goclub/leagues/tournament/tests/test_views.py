"""Every page of events: works, visitor, stranger, wrong role, wrong method, bad address."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import codes, cost, read, said, shows, told
from goclub.common.tests.written_once import written_once
from goclub.leagues.models import Change, Event, Pairing, Participant
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    next_round,
    play_out,
)
from goclub.leagues.tournament.services import registration, rounds
from goclub.leagues.tournament.tests.table_desk import press
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import as_member, enter_as, fresh, make_member

ROLES = ("visitor", "stranger", "named", "organiser", "chair")


@pytest.fixture
@written_once
def people():
    return {
        "stranger": make_member("สมชาย ใจดี"),
        "named": make_member("佐藤 健", romanised_name="Sato Ken"),
        "organiser": make_member("Olga Organiser", role=ORGANISER),
        "chair": make_member("Cora Chair", role=CHAIR),
    }


@pytest.fixture
@written_once
def event(people):
    """Round 1 played, round 2 published with one result, round 3 not paired."""
    event = make_event(people["organiser"], organisers=[people["named"]])
    registration.register_member(Act(None, at()), event, member=people["named"])
    add_guests(event, 4)
    registration.register_guest(Act(None, at()), event, name="<b>Bold</b>", rank=0)
    play_out(next_round(event))
    next_round(event)
    return fresh(event)


#: How it begins to say who was first.
MEANWHILE = said("tournament.changed_meanwhile", who="%s", what="\n").partition(" (\n")[0]


PUBLIC = {
    "leagues:events": False,
    "leagues:event": (),
    "leagues:event-players": (),
    "leagues:event-player": (1,),
    "leagues:round": (2,),
    "leagues:round-why": (2, 1),
    "leagues:standings": (),
    "leagues:cross": (),
    "leagues:event-opengotha": (),
    "leagues:papers": (),
    "leagues:print-wall": (),
    "leagues:print-standings": (),
    "leagues:print-players": (),
    "leagues:print-cards": (),
    "leagues:print-pairings": (2,),
    "leagues:print-names": (2,),
    "leagues:projector": (),
}
DESK = {
    "leagues:event-desk": (),
    "leagues:event-history": (),
    "leagues:event-settings": (),
    "leagues:event-bars": (),
    "leagues:event-apart": (),
    "leagues:event-entries": (),
    "leagues:event-entry": (1,),
    "leagues:event-results": (2,),
    "leagues:event-entries-file": (),
    "leagues:event-results-file": (2,),
    "leagues:event-table": (2, 1),
    "leagues:print-slips": (2,),
}
NEW = {"leagues:event-new": False, "leagues:event-import": False}


def address(name, event, args):
    return reverse(name) if args is False else reverse(name, args=[event.slug, *args])


def test_who_sees_which_page(client, people, event):
    desk = {"visitor": 302, "stranger": 403}
    for role in ROLES:
        enter_as(client, people, role)
        # What is public is rendered for those who see least and most.
        public = PUBLIC if role in ("visitor", "named") else {}
        for name, args in {**public, **DESK, **NEW}.items():
            needed = desk | ({"named": 403} if name in NEW else {})
            status = 200 if name in PUBLIC else needed.get(role, 200)
            assert client.get(address(name, event, args)).status_code == status, (name, role)
    assert {client.post(address(name, event, PUBLIC[name])).status_code for name in PUBLIC} == {405}


def test_the_page_of_a_player_leads_organisers_to_the_entry(client, people, event):
    address = reverse("leagues:event-player", args=[event.slug, 1])
    entry = reverse("leagues:event-entry", args=[event.slug, 1])
    for role in ROLES:
        enter_as(client, people, role)
        assert (entry in client.get(address).text) == (role not in ("visitor", "stranger")), role


def test_visitors_sign_in_where_the_club_shows_them_nothing(client, event):
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
    for name, args in PUBLIC.items():
        assert client.get(address(name, event, args)).status_code == 302, name


BAD = [
    ("leagues:event-player", (99,)),
    ("leagues:round", (3,)),
    ("leagues:round-why", (2, 99)),
    ("leagues:round-why", (7, 1)),
    ("leagues:standings", (3,)),
    ("leagues:print-wall", (3,)),
    ("leagues:print-slips", (9,)),
    ("leagues:event-entry", (99,)),
    ("leagues:event-results", (3,)),
    ("leagues:event-results-file", (3,)),
    ("leagues:event-table", (2, 99)),
]


def test_what_is_not_there_is_not_found(client, people, event):
    enter_as(client, people, "chair")
    for name, args in BAD:
        assert client.get(address(name, event, args)).status_code == 404, (name, args)
    assert client.post(address("leagues:event-step", event, ("dance",))).status_code == 404
    event.slug = "nowhere"
    for name, args in {**PUBLIC, **DESK}.items():
        assert args is False or client.get(address(name, event, args)).status_code == 404, name


@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "9999-12-31"])
def test_no_event_is_on_a_day_at_the_edge_of_the_calendar(client, people, day):
    enter_as(client, people, "chair")
    response = client.post(reverse("leagues:event-new"), {"begins_on": day, "ends_on": day})
    assert codes(response.context["form"])["begins_on"] == ["range"]
    assert codes(response.context["form"])["ends_on"] == ["range"]


STEPS = {
    "leagues:event-step": ("undo",),
    "leagues:event-all-here": (),
    "leagues:event-entry-step": (1, "withdraw"),
}


def test_steps_are_refused_to_others_and_change_nothing(client, people, event):
    before = Change.objects.count()
    for role, status in (("visitor", 302), ("stranger", 403)):
        enter_as(client, people, role)
        for name, args in STEPS.items():
            assert client.post(address(name, event, args)).status_code == status
            assert client.get(address(name, event, args)).status_code in (302, 403, 405)
    assert Change.objects.count() == before


def test_a_preview_is_seen_by_organisers_only(client, people, event):
    play_out(event.rounds.get(number=2))
    rounds.pair_round(Act(None, at()), event)
    url = reverse("leagues:round", args=[event.slug, 3])
    assert enter_as(client, people, "stranger").get(url).status_code == 404
    assert enter_as(client, people, "named").get(url).status_code == 200


def test_a_draft_is_hidden(client, people, event):
    Event.objects.update(state="draft")
    enter_as(client, people, "stranger")
    for name, args in PUBLIC.items():
        assert args is False or client.get(address(name, event, args)).status_code == 404, name
    assert enter_as(client, people, "organiser").get(event.get_absolute_url()).status_code == 200
    listed = read(client.get(reverse("leagues:events")))
    assert listed.has("main table")
    assert event.get_absolute_url() not in listed.values("main a", "href")


# --- Doing things -----------------------------------------------------------------------------
def test_a_whole_tournament_on_the_pages(client, people):
    response = enter_as(client, people, "organiser").post(
        reverse("leagues:event-new"),
        {
            "name": "Zima 2025", "begins_on": "2025-01-05", "system": "mcmahon", "preset": "S2",
            "rounds": "2", "board": "19", "komi2": "6,5", "komi2_handicap": "0.5",
            "time_zone": "Asia/Tokyo", "for_ledger": "on",
        },
        follow=True,
    )  # fmt: skip
    event = Event.objects.get()
    assert (event.slug, event.komi2, event.seed is not None) == ("zima-2025", 13, True)
    entries = reverse("leagues:event-entries", args=[event.slug])
    for member in (people["stranger"], people["named"]):
        client.post(entries, {"member_form": "1", "m-member": member.pk})
    for name in ("A", "B"):
        client.post(entries, {"guest_form": "1", "g-name": name, "g-rank": "-3"})
    assert event.participants.count() == 4
    for number in (1, 2):
        for step, state in (("pair", "paired"), ("publish", "published")):
            assert told(press(client, event, step), "success")
            assert event.rounds.get(number=number).state == state
        results = reverse("leagues:event-results", args=[event.slug, number])
        client.post(results, {"keys": "1b"})
        table = Pairing.objects.get(round__event=event, round__number=number, table=2)
        response = client.post(results, {"set": "2:white:unknown"}, follow=True)
        assert fresh(table).result == "white"
        message = told(response, "success")[-1]
        assert table.get_result_display() in message
        assert shows(response, message)
    assert len(told(press(client, event, "close"), "success")) == 1
    assert fresh(event).state == "closed"
    assert press(client, event, "reopen", **{"reopen-reason": "wrong result"}).status_code == 200
    assert fresh(event).state == "running"


def test_a_refusal_shows_the_desk_again_with_what_to_do(client, people, event):
    enter_as(client, people, "organiser")
    response = press(client, event, "close")
    assert response.status_code == 422
    refusal = said("open_games", "1, 2, 3", round=2)
    assert response.context["refused"] == {"close": refusal}
    assert read(response).texts("p.notice.error[role=alert] span") == [refusal]
    response = press(client, event, "fix", **{"fix-white": "1", "fix-black": "1"})
    assert response.status_code == 422
    typed = {"fix-white": "1", "fix-black": "1", "fix-handicap": "3"}
    response = press(client, event, "fix", **typed)
    assert response.status_code == 422
    assert [
        code for found in codes(response.context["forms"]["fix"]).values() for code in found
    ] == ["E_SAME_PLAYER"]
    assert shows(response, said("E_SAME_PLAYER"))
    assert read(response).one("[name=fix-handicap]").attrs["value"] == "3"


@pytest.mark.parametrize(
    ("data", "reason", "params"),
    [
        ({"keys": ""}, "tournament.table_and_key", {}),
        ({"keys": "1z"}, "tournament.table_and_key", {}),
        ({"keys": "99b"}, "tournament.no_such_table", {"value": 99}),
        ({"set": "99:black:unknown"}, "tournament.no_such_table", {"value": 99}),
        (
            {"set": "1:black:white"},
            "tournament.result_changed_meanwhile",
            {"who": "–", "table": 1, "result": "open"},
        ),
    ],
)
def test_bad_results_are_refused_beside_the_field(client, people, event, data, reason, params):
    enter_as(client, people, "organiser")
    url = reverse("leagues:event-results", args=[event.slug, 2])
    response = client.post(url, data)
    assert (response.status_code, response.context["refusal"]) == (422, said(reason, **params))
    unknown = client.post(url, {"set": "1:purple:unknown"})
    assert unknown.context["refusal"] == "Choose one of the results that are offered."
    assert read(response).one("#keys-error").text == said(reason, **params)
    assert not Pairing.objects.filter(round__number=2).exclude(result="unknown").exists()


@pytest.mark.parametrize(
    "name", ["leagues:event-results", "leagues:event-ended", "leagues:event-results-file"]
)
def test_results_of_a_round_taken_back_are_answered_at_the_desk(client, people, event, name):
    enter_as(client, people, "organiser")
    press(client, event, "undo")
    address = reverse(name, args=[event.slug, 2])
    response = client.post(address, {"keys": "1b"}, follow=True)
    assert told(response, "error") == [said("tournament.round_not_published", 2)]
    assert response.redirect_chain == [(reverse("leagues:event-desk", args=[event.slug]), 302)]


def test_a_member_enters_and_leaves(client, people):
    event = make_event(people["organiser"])
    enter_as(client, people, "stranger").post(reverse("leagues:event-enter", args=[event.slug]))
    assert event.participants.get().member == people["stranger"]
    mine = read(client.get(event.get_absolute_url())).one("section[aria-labelledby=enter]")
    assert mine.values("form", "action") == [reverse("leagues:event-leave", args=[event.slug])]
    client.post(reverse("leagues:event-leave", args=[event.slug]))
    assert not event.participants.exists()
    assert client.post(reverse("leagues:event-leave", args=[event.slug])).status_code == 403
    client.logout()
    assert client.post(reverse("leagues:event-enter", args=[event.slug])).status_code == 302
    assert not event.participants.exists()


def test_an_entry_is_changed_and_an_old_form_is_not(client, people, event):
    enter_as(client, people, "organiser")
    one = event.participants.get(number=2)
    url = reverse("leagues:event-entry", args=[event.slug, 2])
    typed = {
        "version": one.version, "display_name": "Guest One", "name": "Guest 001",
        "first_name": "", "rank": "3", "correction": "1", "state": "final", "round_3": "missed",
    }  # fmt: skip
    assert client.post(url, typed).status_code == 302
    assert (fresh(one).display_name, one.correction) == ("Guest One", 1)
    assert list(one.absences.values_list("number", "excused")) == [(3, False)]
    response = client.post(url, typed | {"display_name": "Other"})
    assert response.status_code == 422
    assert codes(response.context["form"]) == {"__all__": ["E_STATE"]}
    assert shows(response, MEANWHILE % "Olga Organiser")


def test_withdraw_bring_back_and_link(client, people, event):
    enter_as(client, people, "organiser")
    one = event.participants.get(number=3)
    step = lambda name, **data: client.post(  # noqa: E731
        reverse("leagues:event-entry-step", args=[event.slug, 3, name]), data, follow=True
    )
    step("withdraw", reason="ill")
    assert fresh(one).withdrawn_from == 3
    step("back")
    assert fresh(one).state == "final"
    step("link", member=people["stranger"].pk)
    assert fresh(one).member == people["stranger"]
    refusal = said("has_games", str(one))
    assert told(step("remove"), "error") == [refusal]
    assert Participant.objects.filter(pk=one.pk).exists()


def test_settings_keep_the_rules_whole(client, people, event):
    enter_as(client, people, "organiser")
    url = reverse("leagues:event-settings", args=[event.slug])
    page = client.get(url)
    typed = {
        name: value
        for name, value in page.context["rules"].initial.items()
        if value is not False and value is not None
    } | {"version": event.version}
    before = event.settings
    assert client.post(url, typed).status_code == 302
    assert fresh(event).settings == before
    assert client.post(url, typed | {"criteria": "MMS SOSM DC"}).status_code == 302
    assert fresh(event).settings["criteria"] == ["MMS", "SOSM", "DC"]
    typed["version"] = event.version
    response = client.post(url, typed | {"criteria": "MMS MMS"})
    assert response.status_code == 422
    assert response.context["rules"].errors == {
        "criteria": [said("tournament.listed_twice", "MMS")]
    }
    response = client.post(url, typed | {"bar": "-16", "version": event.version})
    assert response.status_code == 422


def test_what_stands_between_two(client, event):
    url = reverse("leagues:standings", args=[event.slug])
    page = client.get(url, {"first": "1", "second": "6"})
    parting = page.context["parting"]
    upper, lower, column = parting["upper"], parting["lower"], parting["column"]
    assert {upper.participant.number, lower.participant.number} == {1, 6}
    assert upper.place <= lower.place
    text = read(page).one("#between-two p").text
    assert column is None or str(column.label) in text
    for bad in ({"first": "1", "second": "1"}, {"first": "x", "second": "²"}, {"first": "99"}):
        assert client.get(url, bad).status_code == 200


# --- Numbers of queries -------------------------------------------------------------------------
@pytest.fixture
@written_once
def sizes(people):
    """The same event with few players and with many."""
    events = [make_event(people["organiser"], name=f"Size {players}") for players in (4, 16)]
    for event, players in zip(events, (4, 16), strict=True):
        add_guests(event, players)
        play_out(next_round(event))
        next_round(event)
    return events


def test_pages_ask_as_often_for_many_players(client, people, sizes):
    enter_as(client, people, "organiser")
    costs = []
    pages = {**PUBLIC, **DESK}
    for event in sizes:
        costs.append(cost(client, *(address(name, event, args) for name, args in pages.items())))
    assert costs[0] == costs[1]
    assert max(n for name, n in zip(pages, costs[0], strict=True) if "print" in name) <= 20


@pytest.mark.parametrize(
    ("state", "for_ledger", "says"),
    [
        ("running", True, "its games count once it is closed"),
        ("closed", True, "its games count"),
        ("cancelled", True, "its games do not count"),
        ("closed", False, "its games do not count"),
    ],
)
def test_the_page_says_whether_the_games_count_yet(client, state, for_ledger, says):
    event = make_event(make_member(role=ORGANISER), for_ledger=for_ledger)
    closed_at = at() if state == "closed" else None
    Event.objects.filter(pk=event.pk).update(state=state, closed_at=closed_at)
    page = as_member(client, make_member()).get(reverse("leagues:event-details", args=[event.slug]))
    facts = read(page).texts("dl.facts dd")
    assert [text for text in facts if text.startswith("its games")] == [says]
