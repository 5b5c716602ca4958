"""Presence: the grid of players and rounds, the door, and players who never come."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import CheckIn, Event, Participant
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.queries.presence import came_for, door_round, missing, no_shows
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import hall, presence, registration, results
from goclub.leagues.tournament.tests.table_desk import press
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


@pytest.fixture
def event(organiser):
    """Six guests, round 1 of 3 played."""
    event = make_event(organiser)
    add_guests(event, 6)
    play_out(next_round(event))
    return fresh(event)


def away(event):
    """Who is absent when: number, round, agreed."""
    rows = event.participants.exclude(absences=None).order_by("number", "absences__number")
    return list(rows.values_list("number", "absences__number", "absences__excused"))


def grid(event):
    return reverse("leagues:event-grid", args=[event.slug])


# --- The grid -------------------------------------------------------------------------------------
def test_the_grid_changes_single_cells_of_rounds_to_come(client, organiser, event):
    page = read(as_member(client, organiser).get(grid(event)))
    cells = page.all("select.cell")
    assert len(cells) == 6 * 2, "round 1 is out"
    sent = {f"c-{n}-{r}": "-" for n in range(1, 7) for r in (2, 3)}
    sent |= {"c-2-2": "a", "c-2-3": "m", "c-5-3": "a", "seen": "", "do": "save"}
    assert client.post(grid(event), sent).status_code == 302
    assert away(event) == [(2, 2, True), (2, 3, False), (5, 3, True)]
    seen = read(client.get(grid(event))).values("[name=seen]", "value")
    assert seen == ["2.2a 2.3m 5.3a"]
    client.post(grid(event), sent | {"c-2-2": "-", "seen": seen[0]})
    assert away(event) == [(2, 3, False), (5, 3, True)]


def test_ranks_and_corrections_of_many(client, organiser, event):
    client.force_login(organiser.user)
    before = dict(event.participants.values_list("number", "rank"))

    def send(**more):
        return client.post(grid(event), {"seen": "", "pick": ["1", "3"]} | more)

    assert send(do="rank", steps="-1").status_code == 302
    now = dict(event.participants.values_list("number", "rank"))
    assert now == before | {1: before[1] - 1, 3: before[3] - 1}
    send(do="correction", correction="1")
    assert set(event.participants.values_list("number", "correction")) == {
        (number, int(number in (1, 3))) for number in before
    }
    assert "Accepted: −9 to 9" in send(do="correction", correction="99").text
    assert send(do="rank").status_code == send(do="rank", steps="up").status_code == 422
    assert send(do="rank", pick=[]).status_code == 422
    Participant.objects.filter(number=1).update(rank=8)
    send(do="rank", steps="1")
    assert dict(event.participants.values_list("number", "rank")) == before | {1: 8}


def test_ranks_sent_twice_change_once(client, organiser, event):
    page = read(as_member(client, organiser).get(grid(event)))
    [version] = page.values("[name=seen_version]", "value")
    before = event.participants.get(number=1).rank
    sent = {"pick": ["1"], "do": "rank", "steps": "1", "seen_version": version}
    assert [client.post(grid(event), sent).status_code for _turn in range(2)] == [302, 422]
    assert event.participants.get(number=1).rank == before + 1


def test_changed_cells_are_saved_with_whatever_is_pressed(client, organiser, event):
    client.force_login(organiser.user)
    sent = {"seen": "", "c-2-2": "a", "pick": ["1"], "do": "correction", "correction": "1"}
    assert "2 changes saved" in client.post(grid(event), sent, follow=True).text
    assert away(event) == [(2, 2, True)]


def test_a_members_rank_changes_with_a_reason_alone(client, organiser, event):
    member = make_member("Ken", rank="3k")
    entry = registration.register_member(Act(None, at()), event, member=member)
    client.force_login(organiser.user)
    sent = {"seen": "", "pick": [entry.number], "do": "rank", "steps": "1"}
    assert client.post(grid(event), sent).status_code == 422
    assert fresh(entry).rank == -3
    client.post(grid(event), sent | {"reason": "as in Japan"})
    assert (fresh(entry).rank, fresh(entry).rank_source) == (-2, "as in Japan")


def test_two_organisers_at_the_grid_keep_both_their_changes(event):
    act, before = Act(None, at()), {}
    presence.save_cells(act, event, cells={(1, 2): "a"}, seen=before)
    assert presence.save_cells(act, event, cells={(1, 2): "-", (3, 2): "m"}, seen=before) == 1
    assert away(event) == [(1, 2, True), (3, 2, False)]


def test_the_same_cell_set_otherwise_meanwhile_is_refused_and_stays_typed(client, organiser, event):
    presence.save_cells(Act(None, at()), event, cells={(1, 2): "a"}, seen={})
    sent = {"c-1-2": "m", "c-4-3": "a", "pick": "3", "seen": "", "do": "save"}
    response = as_member(client, organiser).post(grid(event), sent)
    assert response.status_code == 422
    page = read(response)
    assert "Guest 001" in page.text
    assert away(event) == [(1, 2, True)]
    kept = {cell["name"]: cell["value"] for row in response.context["rows"]
            for cell in row["cells"] if "name" in cell}  # fmt: skip
    assert (kept["c-1-2"], kept["c-4-3"]) == ("m", "a")
    assert len(page.all("[name=pick][checked]")) == 1
    again = sent | {"seen": page.one("[name=seen]").attrs["value"]}
    assert client.post(grid(event), again).status_code == 302
    assert away(event) == [(1, 2, False), (4, 3, True)]


def test_the_same_key_twice_changes_once(event):
    act = Act(None, at())
    changes = [presence.save_cells(act, event, cells={(1, 2): "a"}, seen={}) for _ in range(2)]
    assert changes == [1, 0]
    assert event.changes.filter(what="absent").count() == 1


@pytest.mark.parametrize(
    ("cells", "code"), [({(1, 2): "x"}, Code.TYPE), ({(1, 2): "a" * 5000}, Code.TYPE)]
)
def test_a_cell_takes_only_its_three_states(event, cells, code):
    with refused(code):
        presence.save_cells(Act(None, at()), event, cells=cells, seen={})


def test_cells_that_are_not_there_change_nothing(event):
    cells = {(1, 1): "a", (99, 2): "a", (1, 9): "a", (0, 0): "m"}
    assert presence.save_cells(Act(None, at()), event, cells=cells, seen={}) == 0
    assert away(event) == []


def test_rounds_of_many_players_are_set_at_once(client, organiser, event):
    sent = {"pick": ["1", "4", "99"], "round": ["1", "2", "3"], "how": "a", "do": "rounds"}
    assert as_member(client, organiser).post(grid(event), sent).status_code == 302
    assert away(event) == [(n, r, True) for n in (1, 4) for r in (2, 3)]
    sent |= {"how": "-", "round": "3"}
    client.post(grid(event), sent)
    assert away(event) == [(1, 2, True), (4, 2, True)]


def test_the_status_of_many_players_is_set_at_once_and_back(client, organiser, event):
    for state in ("withdrawn", "preliminary", "final"):
        sent = {"pick": ["2", "3"], "state": state, "do": "state"}
        assert as_member(client, organiser).post(grid(event), sent).status_code == 302
        chosen = event.participants.filter(number__in=[2, 3])
        assert {person.state for person in chosen} == {state}
    assert event.participants.exclude(state="final").count() == 0


@pytest.mark.parametrize(
    "sent", [{"do": "rounds", "how": "a"}, {"do": "state", "state": "final"},
             {"do": "rounds", "how": "a", "pick": "9" * 5000, "round": "2"},
             {"do": "state", "state": "queen", "pick": "1"}],
)  # fmt: skip
def test_nobody_ticked_is_said(client, organiser, event, sent):
    assert as_member(client, organiser).post(grid(event), sent).status_code == 422
    assert away(event) == []


def test_presence_is_for_the_organisers(client, event):
    for name in ("grid", "door", "hall"):
        address = reverse(f"leagues:event-{name}", args=[event.slug])
        client.logout()
        assert client.get(address).status_code == 302
        as_member(client, make_member(f"Some {name}"))
        assert client.get(address).status_code == client.post(address).status_code == 403


# --- The door -------------------------------------------------------------------------------------
def test_people_come_for_the_round_that_is_next_or_played(event):
    assert door_round(load(event)) == 2
    next_round(event)
    assert door_round(load(fresh(event))) == 2
    play_out(event.rounds.get(number=2))
    play_out(next_round(event))
    assert door_round(load(fresh(event))) == 3


def test_a_player_is_ticked_at_the_door_and_the_tick_is_taken_back(client, organiser, event):
    door = reverse("leagues:event-door", args=[event.slug])
    as_member(client, organiser)
    for sent in ({"player": "3"}, {"code": "5"}, {"code": "guest 004"}, {"player": "3"}):
        assert client.post(door, sent).status_code == 302
    came = came_for(load(event), 2)
    assert list(came) == [3, 5, 4]
    assert {person.number for person in missing(load(event), 2, came)} == {1, 2, 6}
    client.post(door, {"undo": "5"})
    assert set(came_for(load(event), 2)) == {3, 4}


@pytest.mark.parametrize("code", ["guest", "", "nobody", "9" * 5000, "<b>"])
def test_a_code_that_names_nobody_or_many_is_kept_and_said(client, organiser, event, code):
    door = reverse("leagues:event-door", args=[event.slug])
    response = as_member(client, organiser).post(door, {"code": code})
    assert response.status_code == 422
    assert read(response).values("#code", "value") == [code]
    assert not CheckIn.objects.exists()


def test_whoever_comes_is_here_and_no_longer_absent(event):
    act, person = Act(None, at()), event.participants.get(number=1)
    registration.alter_entry(act, person, changes={"state": "preliminary"})
    registration.set_absences(act, fresh(person), absences={2: False, 3: True})
    presence.check_in(act, event, player=1, number=2)
    assert fresh(person).state == Participant.State.FINAL
    assert away(event) == [(1, 3, True)]


def test_who_withdrew_does_not_come_back_by_the_door(event):
    registration.withdraw(Act(None, at()), event.participants.get(number=1))
    with refused(Code.STATE, reason="withdrew"):
        presence.check_in(Act(None, at()), event, player=1, number=2)


def test_all_who_are_missing_become_absent_by_one_press(client, organiser, event):
    door = reverse("leagues:event-door", args=[event.slug])
    as_member(client, organiser)
    for player in (1, 2, 3, 4):
        client.post(door, {"player": player})
    desk = read(client.get(reverse("leagues:event-desk", args=[event.slug])))
    assert desk.has("#missing")
    client.post(door, {"absent": "1"})
    assert away(event) == [(5, 2, False), (6, 2, False)]
    tables = next_round(event).pairings.all()
    assert {p.number for table in tables for p in table.players} == {1, 2, 3, 4}


def test_nobody_is_missing_where_nobody_is_ticked(event):
    assert missing(load(event), 2, {}) == []


# --- Phones at the door ---------------------------------------------------------------------------
def phone_url(event, number=2):
    address = reverse("leagues:event-here", args=[event.slug, number])
    return f"{address}?door={presence.door_key(event, number)}"


def test_a_phone_with_the_code_of_the_door_says_who_came(client, event):
    page = client.get(phone_url(event))
    assert len(read(page).all("[name=player]")) == 6
    assert client.post(phone_url(event), {"player": "2"}).status_code == 302
    assert set(came_for(load(event), 2)) == {2}
    assert "Guest 002" in read(client.get(phone_url(event))).text
    assert len(read(client.get(phone_url(event) + "&q=guest 00")).all("[name=player]")) == 5
    assert len(read(client.get(phone_url(event) + "&q=6")).all("[name=player]")) == 1


def test_a_phone_speaks_for_a_family_and_no_more(client, event):
    answers = [client.post(phone_url(event), {"player": n}).status_code for n in (1, 2, 3, 4, 5, 4)]
    assert answers == [302, 302, 302, 302, 422, 302]
    assert set(came_for(load(event), 2)) == {1, 2, 3, 4}


@pytest.mark.parametrize("sent", [{}, {"player": "9" * 5000}, {"player": "Guest 001"}])
def test_a_phone_that_names_no_player_is_told_so(client, event, sent):
    response = client.post(phone_url(event), sent)
    assert response.status_code == 422
    assert "no player with number" in read(response).text


def test_a_code_of_another_round_event_or_nobody_opens_nothing(client, event):
    good = presence.door_key(event, 2)
    cup = make_event(name="Other Cup")
    for slug, number, key in (
        (event.slug, 3, good), (cup.slug, 2, good), (event.slug, 2, ""), ("nowhere", 2, good),
    ):  # fmt: skip
        address = reverse("leagues:event-here", args=[slug, number]) + f"?door={key}"
        assert client.get(address).status_code == 404
        assert client.post(address, {"player": 1}).status_code == 404
    Event.objects.filter(pk=event.pk).update(state="cancelled")
    assert client.get(phone_url(event)).status_code == 404
    assert not CheckIn.objects.exists()


# --- Players who do not come ----------------------------------------------------------------------
@pytest.fixture
def waiting(event):
    """Round 2 with its clock started at minute 60; everybody came but one player of table 1."""
    event_round = next_round(event)
    hall.start_clock(Act(None, at(60)), event, minutes=90)
    late = event_round.pairings.get(table=1).black
    for person in event.participants.exclude(pk=late.pk):
        presence.check_in(Act(None, at(60)), event, player=person.number, number=2)
    return fresh(event), late


def late_tables(event, minute):
    return [row.pairing.table for row in no_shows(load(event), 2, at(minute))]


def test_a_no_show_is_suggested_after_the_limit_and_not_before(waiting):
    event, _late = waiting
    assert (late_tables(event, 89), late_tables(event, 90)) == ([], [1])
    hall.pause_clock(Act(None, at(70)), event)
    assert late_tables(event, 200) == [], "the clock is paused"
    hall.resume_clock(Act(None, at(130)), event)
    assert (late_tables(event, 149), late_tables(event, 150)) == ([], [1])
    Event.objects.update(no_show_minutes=None)
    assert late_tables(fresh(event), 500) == []


def test_a_result_or_a_report_or_coming_late_ends_the_suggestion(waiting):
    event, late = waiting
    table = event.rounds.get(number=2).pairings.get(table=1)
    presence.check_in(Act(None, at(95)), event, player=late.number, number=2)
    assert late_tables(event, 99) == []
    presence.undo_check_in(Act(None, at(96)), event, player=late.number, number=2)
    assert late_tables(event, 99) == [1]
    table.claims.create(participant=table.white, result="white", claimed_at=at(97))
    assert late_tables(event, 99) == []


@pytest.mark.parametrize("out", [False, True])
def test_one_press_gives_the_forfeit_and_takes_the_player_out(waiting, out):
    event, late = waiting
    table = event.rounds.get(number=2).pairings.get(table=1)
    presence.decide_no_show(Act(None, at(95)), table, out=out)
    table = fresh(table)
    assert (table.result, table.by_default) == ("white", True)
    assert (fresh(late).withdrawn_from == 3) is out
    with refused(Code.STATE, reason="no_no_show"):
        presence.decide_no_show(Act(None, at(96)), table, out=out)


def test_both_lose_where_neither_came(waiting):
    event, _late = waiting
    table = event.rounds.get(number=2).pairings.get(table=1)
    presence.undo_check_in(Act(None, at(61)), event, player=table.white.number, number=2)
    presence.decide_no_show(Act(None, at(95)), table, out=False)
    assert (fresh(table).result, fresh(table).by_default) == ("both_lose", True)


def test_the_desk_offers_the_forfeit_and_does_nothing_by_itself(
    client, organiser, waiting, monkeypatch
):
    event, _late = waiting
    monkeypatch.setattr("django.utils.timezone.now", lambda: at(60) + timedelta(minutes=31))
    as_member(client, organiser)
    desk = read(client.get(reverse("leagues:event-desk", args=[event.slug])))
    table = event.rounds.get(number=2).pairings.get(table=1)
    assert desk.values(".hall-texts [name=table]", "value") == [str(table.pk)]
    assert fresh(table).result == "unknown"
    press(client, event, "no-show", table=table.pk)
    assert fresh(table).by_default


def test_a_forfeit_for_a_round_that_was_taken_back_is_refused(waiting):
    event, _late = waiting
    table = event.rounds.get(number=2).pairings.get(table=1)
    event.rounds.filter(number=2).update(state="paired")
    with refused(Code.STATE, reason="no_no_show"):
        presence.decide_no_show(Act(None, at(95)), table, out=False)
    with refused(Code.STATE):
        results.set_result(Act(None, at()), table, result="white")
