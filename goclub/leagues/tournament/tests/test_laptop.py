"""An event that goes to a hall without the internet and comes home again."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse

from goclub.common.refusals.registry import describe
from goclub.leagues.knockout.tests.test_rounds import knockout
from goclub.leagues.models import Absence, Change, EventTrip, Pairing
from goclub.leagues.team.services import enter_team, set_lineup
from goclub.leagues.team.tests.test_teams import boards_of, team_event
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import event_file, events, registration, results, rounds
from goclub.leagues.tournament.services.closing import close_event
from goclub.leagues.tournament.services.comparing import compare_file
from goclub.leagues.tournament.services.event_file import body_of, read_event_file, write_file
from goclub.leagues.tournament.services.exchange import export_opengotha
from goclub.leagues.tournament.services.homecoming import come_home, leave_home, stay_home
from goclub.leagues.tournament.services.laptop import open_event, renew_account
from goclub.leagues.tournament.services.pools import set_pools
from goclub.leagues.tournament.tests.test_pools import in_pools
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError
from tournaments.events.settings import PoolSettings

pytestmark = pytest.mark.django_db
SITE = Act(None, at(300))


@contextmanager
def refused(reason):
    with pytest.raises(RuleError) as caught:
        yield
    assert caught.value.reason == reason
    assert "E_" not in describe(caught.value)


def elsewhere(work):
    """Do something on another machine: return its outcome, and leave no trace here."""
    with transaction.atomic():
        outcome = work()
        transaction.set_rollback(True)
    return outcome


def in_the_hall(event, work, minute=200):
    """The file of the event after *work* was done to it in the hall."""

    def run():
        hall = fresh(event)
        work(hall)
        hall = fresh(event)
        return write_file(EventTrip.objects.get(event=hall), body_of(load(hall)), at(minute))

    return elsewhere(run)


@pytest.fixture
def away(organiser):
    """An event of eight, one of them a member, that went to the hall before its first round."""
    event = make_event(organiser)
    member = make_member("山本 玲子", romanised_name="Yamamoto Reiko")
    registration.register_member(SITE, event, member=member, rank=0, rank_source="test")
    add_guests(event, 7)
    leave_home(SITE, fresh(event))
    return fresh(event)


def three_rounds(event):
    for _round in range(3):
        play_out(next_round(event))


def test_three_rounds_come_home_with_what_changed_here_meanwhile(away):
    def work(event):
        registration.register_guest(SITE, event, name="Walk-in", rank=-5)
        registration.alter_entry(SITE, event.participants.get(number=3), changes={"rank": 1})
        three_rounds(event)

    data = in_the_hall(away, work)
    expected = read_event_file(data)["body"]
    # Meanwhile at home: the announcement, a new guest under the number of the walk-in.
    events.edit_event(SITE, away, changes={"notes": "Bring a friend"})
    registration.register_guest(SITE, away, name="At home", rank=-9)
    before = away.changes.count()
    merged = come_home(SITE, away, data, answers={}, stays=True)
    event = fresh(away)
    body = body_of(load(event))
    assert body["rounds"] == expected["rounds"]
    assert [row.state for row in event.rounds.all()] == ["complete"] * 3
    names = {entry.number: entry.name for entry in event.participants.all()}
    assert (names[9], names[10]) == ("Walk-in", "At home")
    assert event.notes == "Bring a friend"
    assert event.participants.get(number=3).rank == 1
    assert event.participants.get(number=1).member.display_name == "山本 玲子"
    assert event.state == "running"
    assert event.away_since is None
    assert len(merged) == 5  # the walk-in, a rank, three rounds
    assert event.changes.count() == before + 1
    assert event.changes.first().what == Change.What.CAME_HOME
    # The standings of both sides are the same, and it can be closed.
    close_event(SITE, event)
    assert not EventTrip.objects.exists()


def test_the_same_file_twice_changes_nothing(away):
    data = in_the_hall(away, three_rounds)
    assert come_home(SITE, away, data, answers={})
    history, body = away.changes.count(), body_of(load(fresh(away)))
    assert come_home(SITE, fresh(away), data, answers={}) == []
    assert away.changes.count() == history
    assert body_of(load(fresh(away))) == body


def test_a_later_file_brings_what_is_new(away):
    first = in_the_hall(away, lambda event: play_out(next_round(event)))
    come_home(SITE, away, first, answers={})
    assert fresh(away).away_since
    second = in_the_hall(away, lambda event: play_out(next_round(event), "black"), 220)
    come_home(SITE, fresh(away), second, answers={})
    assert away.rounds.count() == 2
    with refused("older_file"):
        come_home(SITE, fresh(away), first, answers={})


def test_what_both_sides_changed_is_asked(away):
    data = in_the_hall(
        away, lambda event: events.edit_event(SITE, event, changes={"place": "Gym", "name": "Cup"})
    )
    events.edit_event(SITE, away, changes={"place": "Hall", "name": "Open"})
    coming = compare_file(fresh(away), data)
    assert {difference.name for difference in coming.of("both")} == {"event-place", "event-name"}
    with refused("unanswered"):
        come_home(SITE, away, data, answers={"event-place": "hall"})
    come_home(SITE, away, data, answers={"event-place": "hall", "event-name": "home"})
    assert (fresh(away).place, fresh(away).name) == ("Gym", "Open")
    assert come_home(SITE, fresh(away), data, answers={}) == []


def test_results_of_the_same_tables_are_compared_one_by_one(organiser):
    event = make_event(organiser)
    add_guests(event, 6)
    next_round(event)
    leave_home(SITE, fresh(event))
    first, second, third = Pairing.objects.filter(round__event=event).order_by("table")

    def give(*pairs):
        for pairing, result in pairs:
            results.set_result(SITE, fresh(pairing), result=result)

    data = in_the_hall(event, lambda _event: give((first, "white"), (second, "black")))
    give((second, "white"), (third, "black"))
    coming = compare_file(fresh(event), data)
    sides = {difference.name: difference.side for difference in coming.differences}
    assert sides == {"result-1-1": "hall", "result-1-2": "both", "result-1-3": "home"}
    come_home(SITE, fresh(event), data, answers={"result-1-2": "hall"})
    found = list(Pairing.objects.filter(round__event=event).values_list("result", flat=True))
    assert found == ["white", "black", "black"]
    assert fresh(event).rounds.get().state == "complete"


def test_rounds_paired_on_both_sides_are_asked_as_a_whole(away):
    data = in_the_hall(away, lambda event: play_out(next_round(event)))
    rounds.pair_round(SITE, fresh(away), seed=99)
    (question,) = compare_file(fresh(away), data).of("both")
    assert question.name == "round-1"
    come_home(SITE, fresh(away), data, answers={"round-1": "hall"})
    assert body_of(load(fresh(away)))["rounds"] == read_event_file(data)["body"]["rounds"]


def test_a_player_removed_at_home_who_played_in_the_hall_is_refused(away):
    data = in_the_hall(away, lambda event: play_out(next_round(event)))
    registration.remove_entry(SITE, away.participants.get(number=8))
    with refused("answers_unfit"):
        come_home(SITE, fresh(away), data, answers={})
    assert not away.rounds.exists()


def test_absences_and_bans_come_home(away):
    def work(event):
        entry = event.participants.get(number=2)
        registration.set_absences(SITE, entry, absences={2: True})

    come_home(SITE, away, in_the_hall(away, work), answers={})
    assert list(Absence.objects.values_list("participant__number", "number")) == [(2, 2)]


def damaged(data, **change):
    content = json.loads(data)
    return json.dumps(content | change).encode()


WRONG = [
    (lambda data: data[: len(data) // 2], "damaged_file"),
    (lambda data: data.replace(b"Guest 001", b"Guest 009"), "damaged_file"),
    (lambda data: damaged(data, digest="0"), "damaged_file"),
    (lambda data: damaged(data, format="goclub-club"), "damaged_file"),
    (lambda data: damaged(data, version=2), "file_version"),
    (lambda _data: b"{" * 100_000, "damaged_file"),
    (lambda _data: b"[]", "unknown_format"),
]


@pytest.mark.parametrize(("spoil", "reason"), WRONG)
def test_a_damaged_file_or_one_of_another_version_is_refused(away, spoil, reason):
    data = in_the_hall(away, lambda _event: None)
    with pytest.raises(RuleError) as caught:
        come_home(SITE, away, spoil(data), answers={})
    assert caught.value.reason.endswith(reason)


CHANGED = [
    ("body/players/1/rank", "3d", "damaged_file"),
    ("body/players/2/name", "a\0b", "damaged_file"),
    ("body/players/2/name", "N" * 81, "damaged_file"),
    ("body/hall", {"announcements": [["x" * 201, "2025-03-08"]], "clocks": []}, "damaged_file"),
    ("body/hall/clocks", [[1, "2025-03-08T10:00:00Z", 0, None]], "damaged_file"),
    ("body/hall/clocks", [[9, "2025-03-08T10:00:00Z", 60, None]], "damaged_file"),
    ("body/players/2/absences", {"9" * 5000: True}, "damaged_file"),
    ("body/players/2/absences", [], "damaged_file"),
    ("body/rounds/1/tables/0/komi2", 1e400, "damaged_file"),
    ("body/rounds/1/tables/0/verdict", "white", "damaged_file"),
    ("body/rounds/1/request", [], "damaged_file"),
    (
        "body/rounds/2",
        {"state": "complete", "request": {}, "tables": [], "bye": None},
        "damaged_file",
    ),
    ("body/event/ends_on", "2026-02-30", "damaged_file"),
    ("body/event/timetable", "at noon", "no_time"),
    ("body/settings/pairing", 5, "damaged_file"),
    ("body/settings/bracket/double", "", "damaged_file"),
    ("body/bans", [[1, 2, "x", ""]], "damaged_file"),
    ("body/players/2/withdrawn_from", 1, "answers_unfit"),
    ("body/players/2/member", 7, "damaged_file"),
    ("members", [], "damaged_file"),
    ("members", {"x": dict.fromkeys(event_file.NAMES, "")}, "damaged_file"),
    ("members", {"7": {"display_name": "Ewa"}}, "damaged_file"),
    ("token", "none", "damaged_file"),
    ("written_at", "9999-12-31", "damaged_file"),
]


@pytest.mark.parametrize(("path", "value", "reason"), CHANGED)
def test_a_file_whose_content_no_site_wrote_is_refused(away, monkeypatch, path, value, reason):
    monkeypatch.setattr(event_file, "_digest", lambda _content: "")
    content = json.loads(in_the_hall(away, three_rounds))
    *above, last = path.split("/")
    part = content
    for key in above:
        part = part[int(key) if isinstance(part, list) else key]
    part[last] = value
    with refused(reason):
        come_home(SITE, away, json.dumps(content).encode(), answers={})
    assert not fresh(away).rounds.exists()


def test_the_file_of_another_event_is_refused(away, organiser):
    second = make_event(organiser, name="Autumn Cup")
    add_guests(second, 2)
    leave_home(SITE, fresh(second))
    data = in_the_hall(second, lambda _event: None)
    with refused("another_event"):
        come_home(SITE, away, data, answers={})
    third = make_event(organiser, name="Winter Cup")
    with refused("another_event"):
        come_home(SITE, third, data, answers={})


def test_an_event_in_the_hall_is_not_closed_or_taken_twice(away):
    with refused("is_away"):
        close_event(SITE, away)
    with pytest.raises(RuleError, match="E_STATE"):
        leave_home(SITE, away)
    stay_home(SITE, away)
    assert fresh(away).away_since is None
    stranger = Act(make_member().user, at(301))
    for service in (leave_home, stay_home):
        with pytest.raises(PermissionDenied):
            service(stranger, away)
    with pytest.raises(PermissionDenied):
        come_home(stranger, away, b"", answers={})


def test_the_laptop_opens_the_event_as_it_left(transactional_file):
    content = read_event_file(transactional_file)
    event = open_event(SITE, content)
    assert open_event(SITE, read_event_file(transactional_file)) == event
    assert body_of(load(event))["players"] == read_event_file(transactional_file)["body"]["players"]
    assert event.participants.get(number=1).display_name == "山本 玲子"
    assert not event.for_ledger
    user = renew_account("a-board-of-kaya")
    three_rounds(event)
    with refused("is_away"):
        close_event(Act(user, at(320)), fresh(event))
    with refused("not_empty_site"):
        open_event(SITE, content | {"token": "00000000-0000-0000-0000-000000000001"})


def test_pools_go_out_and_come_home():
    event = in_pools(7, size=4)
    set_pools(SITE, event, pools=PoolSettings(size=4), places={7: 1}, draw=True)
    leave_home(SITE, fresh(event))

    def play(hall):
        assert hall.participants.get(number=7).pool == 1
        while load(hall).rounds_left() > 0:
            play_out(next_round(hall))

    come_home(SITE, event, in_the_hall(event, play), answers={})
    snapshot = load(fresh(event))
    assert snapshot.last_out == snapshot.event.rounds_planned == 3
    assert sorted(p.pool for p in snapshot.participants.values()) == [1, 1, 1, 2, 2, 2, 2]
    assert len(snapshot.meetings) == 6 + 3


def test_a_bracket_comes_home():
    event = knockout(5)
    leave_home(SITE, event)

    def play_off(hall):
        while load(hall).rounds_left() > 0:
            play_out(next_round(hall))

    data = in_the_hall(event, play_off)
    come_home(SITE, event, data, answers={}, stays=True)
    assert body_of(load(fresh(event))) == read_event_file(data)["body"]
    with refused("another_event"):
        come_home(SITE, knockout(2), data, answers={})
    close_event(SITE, fresh(event))
    assert event.participants.filter(won=True).count() == 1


def test_a_round_of_the_hall_that_rests_on_a_result_changed_at_home_is_refused():
    event = knockout(4)
    play_out(next_round(event))
    leave_home(SITE, event)
    data = in_the_hall(event, next_round)
    table = load(fresh(event)).pairings[1][0]
    before, changed = sorted(["white", "black"], key=lambda colour: colour != table.result)
    results.set_result(SITE, table, result=changed)
    with refused("not_of_bracket"):
        come_home(SITE, event, data, answers={})
    assert fresh(event).rounds.count() == 1
    results.set_result(SITE, table, result=before)
    come_home(SITE, event, data, answers={})
    assert fresh(event).rounds.count() == 2


def test_teams_come_home_with_lineups_and_boards():
    event = team_event(teams=4, boards=2, players=3)
    leave_home(SITE, fresh(event))

    def play(hall):
        first, _second, third = hall.participants.get(number=1).players.order_by("number")
        set_lineup(SITE, first.team, number=1, players=[first, third])
        next_round(hall)
        for board in boards_of(hall):
            results.set_result(SITE, board, result="white")

    data = in_the_hall(event, play)
    assert come_home(SITE, fresh(event), data, answers={})
    assert body_of(load(fresh(event))) == read_event_file(data)["body"]
    assert [board.match.table for board in boards_of(event)] == [1, 1, 2, 2]
    assert event.rounds.get().state == "complete"
    assert come_home(SITE, fresh(event), data, answers={}) == []
    with pytest.raises(RuleError):
        compare_file(fresh(event), export_opengotha(fresh(event)))


def test_a_team_entered_on_both_sides_keeps_its_players():
    event = team_event(teams=2, boards=2)
    leave_home(SITE, fresh(event))
    data = in_the_hall(event, lambda hall: enter_team(SITE, hall, name="C", players="Cy 1k\nCo 2k"))
    enter_team(SITE, event, name="D", players="Di 1k\nDo 2k")
    come_home(SITE, fresh(event), data, answers={})
    teams = {
        team.name: [team.number, *team.players.values_list("name", flat=True)]
        for team in event.participants.entries()
    }
    assert (teams["C"], teams["D"]) == ([3, "Cy", "Co"], [4, "Di", "Do"])


def test_the_laptop_opens_teams_as_they_left():
    def leave():
        event = team_event(teams=2, boards=2, players=3)
        next_round(event)
        trip = leave_home(SITE, fresh(event))
        return write_file(trip, trip.base, trip.left_at)

    data = elsewhere(leave)
    event = open_event(SITE, read_event_file(data))
    assert body_of(load(event)) == read_event_file(data)["body"]


@pytest.fixture
def transactional_file():
    """The file of an event whose site is another one."""

    def leave():
        event = make_event()
        member = make_member("山本 玲子", romanised_name="Yamamoto Reiko")
        registration.register_member(SITE, event, member=member, rank=0, rank_source="test")
        add_guests(event, 5)
        trip = leave_home(SITE, fresh(event))
        return write_file(trip, trip.base, trip.left_at)

    data = elsewhere(leave)
    assert not Member.objects.exists()
    return data


def test_a_file_of_opengotha_is_compared_round_by_round(organiser):
    event = make_event(organiser)
    add_guests(event, 6)
    leave_home(SITE, fresh(event))

    def work():
        hall = fresh(event)
        add_guests(hall, 1, start=50)
        three_rounds(hall)
        return export_opengotha(fresh(hall))

    data = elsewhere(work)
    coming = compare_file(fresh(event), data)
    assert [difference.name for difference in coming.of("hall")] == [
        "player-7",
        "round-1",
        "round-2",
        "round-3",
    ]
    come_home(SITE, fresh(event), data, answers={})
    assert compare_file(fresh(event), data).differences == []
    assert fresh(event).rounds.count() == 3
    assert event.participants.get(number=7).name.lower() == "guest 050"


def post(client, event, **typed):
    return client.post(reverse("leagues:event-laptop", args=[event.slug]), typed)


def test_the_pages_of_going_and_coming(client, organiser, organiser_client_event):
    event = organiser_client_event
    client.force_login(organiser.user)
    address = reverse("leagues:event-laptop", args=[event.slug])
    assert b"Take to the hall" in client.get(address).content
    client.post(reverse("leagues:laptop-step", args=[event.slug, "leave"]))
    answer = client.get(reverse("leagues:event-file", args=[event.slug]))
    assert read_event_file(answer.content)["name"] == event.name
    home = reverse("leagues:event", args=[event.slug])
    assert b"Runs at the hall since" in client.get(home).content
    assert b"must be merged" in client.get(home).content

    def work(hall):
        events.edit_event(SITE, hall, changes={"place": "<b>Gym</b>"})
        play_out(next_round(hall))

    data = in_the_hall(event, work)
    events.edit_event(SITE, fresh(event), changes={"place": "Hall"})
    assert post(client, event).status_code == 422
    shown = post(client, event, file=SimpleUploadedFile("a.json", data), stays="on", look="1")
    text = shown.content.decode()
    assert "&lt;b&gt;Gym" in text
    assert "Round 1" in text
    kept = shown.context["form"]["kept"].value()
    missing = post(client, event, kept=kept, stays="on")
    assert missing.status_code == 422
    assert b"Changed on both sides" in missing.content
    merged = post(client, event, kept=kept, stays="on", **{"event-place": "hall"})
    assert merged.status_code == 302
    assert fresh(event).place == "<b>Gym</b>"
    assert fresh(event).rounds.count() == 1
    client.logout()
    assert b"Runs at the hall" not in client.get(home).content
    assert client.get(address).status_code == 302


@pytest.fixture
def organiser_client_event(organiser):
    event = make_event(organiser)
    add_guests(event, 4)
    return fresh(event)
