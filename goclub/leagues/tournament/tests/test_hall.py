"""The hall: its clock in the event's zone, announcements, the plan of the room, fixed tables."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Announcement, Pairing, RoundClock
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.forms.events import PosterForm
from goclub.leagues.tournament.queries.hall import hall_of, room_rows
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import events, hall, registration, rounds
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


@pytest.fixture
def event(organiser):
    """Four guests in Warsaw, round 1 of 3 published; the club is in Tokyo."""
    event = make_event(organiser, time_zone="Europe/Warsaw", timetable="10:00 13:30 16:00")
    add_guests(event, 4)
    next_round(event)
    return fresh(event)


def act(minute=0):
    return Act(None, at(minute))


def up(event, minute=0):
    return hall_of(event, at(minute), last_out=1)


# --- The clock ------------------------------------------------------------------------------------
def test_the_clock_runs_pauses_goes_on_and_gets_more_time(event):
    hall.start_clock(act(), event, minutes=60)
    assert up(event, 20).seconds_left == 40 * 60
    hall.pause_clock(act(30), event)
    hall.pause_clock(act(35), event)
    assert [up(event, minute).seconds_left for minute in (31, 500)] == [30 * 60] * 2
    assert up(event, 31).end == 0
    hall.resume_clock(act(50), event)
    hall.resume_clock(act(55), event)
    assert up(event, 60).seconds_left == 20 * 60
    hall.extend_clock(act(60), event, minutes=10)
    assert up(event, 60).seconds_left == 30 * 60
    assert up(event, 600).seconds_left == 0
    hall.stop_clock(act(60), event)
    assert not up(event, 60).is_up


def test_the_end_is_said_on_the_clocks_of_the_event(client, event):
    hall.start_clock(act(), event, minutes=90)  # 01:00 UTC, 02:00 in Warsaw, 10:00 in Tokyo
    end = up(event).ends_at
    assert end.strftime("%H:%M") == "03:30"
    wall = read(client.get(reverse("leagues:event-clock", args=[event.slug])))
    assert "03:30" in wall.text
    face = wall.one("[data-clock]")
    assert face.attrs["data-end"] == str(int((at() + timedelta(minutes=90)).timestamp() * 1000))


def test_the_site_sends_its_own_time_along_for_phones_whose_clock_is_wrong(
    client, event, monkeypatch
):
    hall.start_clock(act(), event, minutes=90)
    monkeypatch.setattr("django.utils.timezone.now", lambda: at(30))
    shown = client.get(reverse("leagues:event-clock-now", args=[event.slug])).json()
    assert shown == {
        "now": int(at(30).timestamp() * 1000),
        "end": int(at(90).timestamp() * 1000),
        "left": 60 * 60,
        "texts": [],
    }


def test_the_next_start_is_named_until_it_has_come(event):
    # 13:30 in Warsaw is 12:30 UTC, 690 minutes after the moment from which tests count.
    assert up(event, 689).following.number == 2
    assert up(event, 690).following is None


@pytest.mark.parametrize(
    ("minutes", "code"), [(0, Code.RANGE), (1441, Code.RANGE), (10**40, Code.RANGE)]
)
def test_a_clock_takes_a_minute_to_a_day(event, minutes, code):
    with refused(code):
        hall.start_clock(act(), event, minutes=minutes)


def test_a_clock_is_never_shortened_below_a_minute_nor_started_without_a_round(organiser, event):
    hall.start_clock(act(), event, minutes=5)
    with refused(Code.RANGE):
        hall.extend_clock(act(), event, minutes=-5)
    second_event = make_event(organiser, name="Other")
    with refused(Code.STATE, reason="no_round_out"):
        hall.start_clock(act(), second_event, minutes=5)
    with refused(Code.STATE, reason="no_clock"):
        play_out(event.rounds.get(number=1))
        next_round(event)
        hall.pause_clock(act(), event)


def test_a_round_that_is_taken_back_takes_its_clock_from_the_wall(event):
    hall.start_clock(act(), event, minutes=60)
    rounds.undo_step(act(), event)
    assert hall_of(fresh(event), at(), last_out=0).clock is None
    with refused(Code.STATE, reason="no_round_out"):
        hall.pause_clock(act(), event)
    rounds.undo_step(act(), fresh(event))
    assert not RoundClock.objects.exists()


def test_the_usual_time_is_that_of_the_round_before(organiser, event):
    assert hall.usual_minutes(make_event(organiser, name="Other", main_minutes=45)) == 120
    hall.start_clock(act(), event, minutes=75)
    assert hall.usual_minutes(event) == 75


# --- Announcements --------------------------------------------------------------------------------
def test_an_announcement_is_on_wall_and_phones_until_it_is_taken_down(client, organiser, event):
    as_member(client, organiser)
    page, text = reverse("leagues:event-hall", args=[event.slug]), "Lunch <b>now</b> 昼食"
    step = reverse("leagues:event-hall-step", args=[event.slug, "announce"])
    before = client.get(reverse("leagues:event-now", args=[event.slug]))
    for _time in range(2):
        assert client.post(step, {"text": text}).status_code == 302
    row = Announcement.objects.get()
    client.logout()
    for name in ("event", "event-clock", "projector", "event-now"):
        assert text in read(client.get(reverse(f"leagues:{name}", args=[event.slug]))).text, name
    as_member(client, organiser)
    now = client.get(
        reverse("leagues:event-now", args=[event.slug]), headers={"If-None-Match": before["ETag"]}
    )
    assert now.status_code == 200, "phones hear of it at their next look"
    down = reverse("leagues:event-hall-step", args=[event.slug, "take-down"])
    for _time in range(2):
        assert client.post(down, {"number": row.pk}).status_code == 302
    assert text not in read(client.get(page)).text.partition("Put up")[0]
    assert list(event.changes.values_list("what", flat=True)[:2]) == ["taken_down", "announced"]


@pytest.mark.parametrize("text", ["", "  ", "x" * 201, "\x00"])
def test_a_text_that_is_none_is_refused_and_kept(client, organiser, event, text):
    step = reverse("leagues:event-hall-step", args=[event.slug, "announce"])
    assert as_member(client, organiser).post(step, {"text": text}).status_code == 422
    assert not Announcement.objects.exists()


def test_the_wall_holds_a_few_texts(event):
    for number in range(hall.MOST_ANNOUNCEMENTS):
        hall.announce_text(act(), event, text=f"Text {number}")
    with refused(Code.STATE, reason="wall_full"):
        hall.announce_text(act(), event, text="one more")


def test_the_buttons_of_the_hall_are_for_organisers(client, organiser, event):
    def press(name, **sent):
        return client.post(reverse("leagues:event-hall-step", args=[event.slug, name]), sent)

    assert press("start", minutes=60).status_code == 302  # to sign in
    as_member(client, make_member("Stranger"))
    assert press("start", minutes=60).status_code == 403
    as_member(client, organiser)
    assert press("pause").status_code == 422
    assert press("dance").status_code == 404
    assert press("start", minutes="9" * 5000).status_code == 422
    for name, sent in (("start", {"minutes": 60}), ("pause", {}), ("resume", {}),
                       ("extend", {"number": 5}), ("shorten", {"number": 5})):  # fmt: skip
        assert press(name, **sent).status_code == 302, name
    assert RoundClock.objects.get().minutes == 60
    assert press("stop").status_code == 302
    assert not RoundClock.objects.exists()


# --- The room -------------------------------------------------------------------------------------
def test_players_find_their_table_on_the_plan_of_the_room(client, organiser):
    event, player = make_event(organiser, room="1 2 7"), make_member("Ken")
    registration.register_member(act(), event, member=player, rank=-30, rank_source="test")
    add_guests(event, 3)
    next_round(event)
    number = Pairing.objects.get(seats__participant__member=player).table
    for reader, own in ((player, [f"{number} your table"]), (make_member("Ewa"), [])):
        page = read(as_member(client, reader).get(event.get_absolute_url()))
        assert len(page.all(".room-plan td")) == 3
        assert page.texts(".room-plan td.own-place") == own


def test_the_plan_of_the_room_says_which_tables_play(event):
    events.edit_event(act(), event, changes={"room": "1 - 2\n7"})
    table = event.rounds.get(number=1).pairings.get(table=1)
    play_out(event.rounds.get(number=1))
    assert [[cell["state"] for cell in row] for row in room_rows(load(fresh(event)), 1)] == [
        ["done", "gap", "done"],
        ["free"],
    ]
    assert table.round.number == 1


@pytest.mark.parametrize(
    ("text", "stored"),
    [("1 2 - 3\n\n ４ 5 ", "1 2 - 3\n4 5"), ("", ""), ("<b>", None), ("1 " * 41, None),
     ("99999", None), ("1;2", None)],
)  # fmt: skip
def test_a_plan_is_numbers_and_gaps(text, stored):
    form = PosterForm({"room": text})
    form.is_valid()
    assert form.cleaned_data.get("room") == stored
    assert ("room" in form.errors) is (stored is None)


@pytest.mark.parametrize(
    ("text", "stored"),
    [("1–24,　13", "1-24 13"), ("", ""), ("9-1", None), ("1-9999", None), ("1 - 4", None)],
)
def test_tables_not_used_are_numbers_and_ranges(text, stored):
    form = PosterForm({"unused_tables": text})
    form.is_valid()
    assert form.cleaned_data.get("unused_tables") == stored
    assert ("unused_tables" in form.errors) is (stored is None)


def test_a_player_with_a_fixed_table_sits_there_in_every_round(event):
    person = event.participants.get(number=4)
    play_out(event.rounds.get(number=1))
    registration.alter_entry(act(), person, changes={"fixed_table": 2})
    for number in (2, 3):
        play_out(next_round(event))
        table = event.rounds.get(number=number).pairings.get(table=2)
        assert person in table.players
