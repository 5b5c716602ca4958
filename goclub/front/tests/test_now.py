"""What the start page puts first: the order of what is true, by a moved clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.games.tests.factories import report
from goclub.leagues.calendar.services.dates import answer, cancel_date
from goclub.leagues.evening.services import nights, pairs, people, results
from goclub.leagues.models import Claim, ClubNight, MeetingSeries, Pairing, Presence, Round, Seat
from goclub.leagues.tests.factories import make_event
from goclub.leagues.tournament.services import registration, rounds
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, fresh, make_member

#: A Tuesday on which the club meets from 18:00 to 22:00 in Tokyo; 9:00 UTC is 18:00 there.
DAY = date(2025, 3, 4)
MOST_QUERIES = 20


def at(hour: int, minute: int = 0, day: date = DAY) -> datetime:
    """A moment on the club's clocks in Tokyo."""
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC) - timedelta(hours=9)


def meets(title="Tuesday evening", hour=18, **more):
    fields = {"first": DAY, "begins_at": time(hour), "minutes": 240, "zone": "Asia/Tokyo"}
    stamps = {"created_at": at(0), "changed_at": at(0)}
    return MeetingSeries.objects.create(title=title, **fields | stamps | more)


@pytest.fixture
def olga():
    return make_member("Olga Organiser", role=ORGANISER)


@pytest.fixture
def me():
    return make_member("Hanna Virtaharju", points=126)


@pytest.fixture
def other():
    return make_member("Siobhán O'Dowd", points=124)


@pytest.fixture
def mine(me):
    """Hanna's browser."""
    return as_member(Client(), me)


@pytest.fixture
def start(mine):
    """The start page of Hanna at a moment."""

    def at_moment(now):
        with time_machine.travel(now, tick=False):
            return mine.get(reverse("home"))

    return at_moment


def kinds(page):
    """What the page shows, in its order."""
    shown = page.context
    return [item.kind.name for item in (shown["first"], *shown["others"]) if item]


def title(page):
    return read(page).one("#now-head").text.strip()


def seat(night, olga, one, another, now):
    two = [people.check_in(Act(None, now), night, member=m) for m in (one, another)]
    pair = (two[0].pk, two[1].pk)
    return pairs.accept_pair(Act(olga.user, now), night, pair=pair)


def opened(olga, now, **more):
    return nights.begin_night(Act(olga.user, now), **more)


def cup(olga, *members, publish=True, hours="14:00 16:00 18:00"):
    """A tournament of today with a first round of these members."""
    event = make_event(olga, begins_on=DAY, rounds=3)
    event.timetable = hours
    event.save(update_fields=["timetable"])
    for member in members:
        registration.register_member(Act(olga.user, at(9)), event, member=member)
    if publish:
        rounds.pair_round(Act(olga.user, at(13)), event)
        event.refresh_from_db()
        rounds.publish_round(Act(olga.user, at(13, 50)), event)
    return event


# --- What stands first ---------------------------------------------------------------------------
def test_without_night_or_event_nothing_waits_and_the_goal_is_named(start):
    page = start(at(12))
    assert kinds(page) == []
    assert title(page) == "Nothing is waiting for you"
    assert "5 points to 2 dan" in read(page).one(".now-goal").text
    assert not page.context["live"]


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (at(9), "Tonight 18:00"),
        (at(9) - timedelta(days=1), "Tomorrow 18:00"),
        (at(9) - timedelta(days=4), "Tuesday 18:00"),
        (at(9) - timedelta(days=7), "Tuesday, 4 March 2025 18:00"),
    ],
)
def test_the_next_evening_is_named_as_people_say_it(start, now, said):
    meets()
    assert title(start(now)) == said


def test_a_reader_elsewhere_reads_club_time(start, me):
    """At 23:30 in Warsaw it is Tuesday in Tokyo, and the evening is tonight."""
    me.time_zone = "Europe/Warsaw"
    me.save(update_fields=["time_zone"])
    meets()
    assert title(start(at(7, 30))) == "Tonight 18:00 (10:00 your time)"


def test_the_order_of_what_is_true(start, olga, me, other):
    """Each thing that ends leaves the next one on top."""
    meets()
    game = report(other, me, by=other.user)
    page = start(at(12))
    assert kinds(page) == ["ANSWER", "CONFIRM"]
    night = opened(olga, at(17, 30), meeting=nights.meeting_due(at(17, 30)))
    assert kinds(start(at(18))) == ["CHECK_IN", "CONFIRM"]
    table = seat(night, olga, me, other, at(18, 10))
    page = start(at(18, 11))
    assert kinds(page) == ["SEAT", "CONFIRM"]
    assert title(page) == f"You are at table {table.table}"
    assert page.context["live"]
    nights.close_night(Act(olga.user, at(21)), night)
    assert kinds(start(at(21, 5))) == ["CONFIRM"], "the two have a game of that day"
    Game.objects.filter(pk=game.pk).delete()
    page = start(at(21, 5))
    assert kinds(page) == ["UNTOLD"], "the night ended without their result"
    assert title(page) == f"Who won at table {table.table}?"
    results.record_result(Act(olga.user, at(21, 6)), table, winner="B")
    assert kinds(start(at(23, 0))) == []


def test_whoever_went_home_without_a_result_is_asked_for_it(start, olga, me, other):
    night = opened(olga, at(18))
    table = seat(night, olga, me, other, at(18, 10))
    presence = Presence.objects.get(member=me)
    people.leave(Act(me.user, at(19)), presence, then=people.LATER)
    page = start(at(19, 5))
    assert kinds(page) == ["UNTOLD"]
    assert title(page) == f"Who won at table {table.table}?"
    assert "4 Mar 2025" in read(page).one(".now-first .now-facts").text
    results.record_result(Act(me.user, at(19, 6)), table, winner="B")
    assert kinds(start(at(19, 10))) == []


def test_an_evening_that_has_ended_gives_way_to_the_next(start, olga):
    series = meets()
    series.rrule = "FREQ=WEEKLY"
    series.save(update_fields=["rrule"])
    night = opened(olga, at(18), meeting=nights.meeting_due(at(18)))
    nights.close_night(Act(olga.user, at(19)), night)
    page = start(at(19, 5))
    assert kinds(page) == ["NEXT"]
    assert title(page) != "Tonight 18:00"
    with time_machine.travel(at(19, 5), tick=False):
        visited = read(Client().get(reverse("home"))).one(".visit").text
    assert "Tonight" not in visited


def test_the_next_evening_can_be_answered_whatever_goes_on_tonight(start, olga, me, other):
    series = meets(rrule="FREQ=WEEKLY")
    assert kinds(start(at(12))) == ["ANSWER", "NEXT"]
    night = opened(olga, at(18), meeting=nights.meeting_due(at(18)))
    assert kinds(start(at(18))) == ["CHECK_IN", "NEXT"]
    table = seat(night, olga, me, other, at(18, 10))
    page = start(at(18, 11))
    assert kinds(page) == ["SEAT", "NEXT"]
    # Whoever plays finds the way to it.
    assert any("2025-03-11" in link for link in read(page).values(".now-others a", "href"))
    presence = Presence.objects.get(member=me)
    people.leave(Act(me.user, at(19)), presence, then=people.LATER)
    results.record_result(Act(me.user, at(19)), table, winner="B")
    page = start(at(19, 1))
    assert kinds(page) == ["NEXT"]
    later = reverse("leagues:meeting-answer", args=[series.pk, "2025-03-11"])
    assert later in read(page).values(".now-first form", "action")


def test_a_cancelled_night_is_said_before_anybody_comes_to_a_closed_door(start, olga, me, other):
    series = meets(rrule="FREQ=WEEKLY")
    cancel_date(Act(olga.user, at(9)), series, day=DAY, reason="Burst pipe")
    report(other, me, by=other.user)
    assert kinds(start(at(12, day=DAY - timedelta(days=1)))) == ["CONFIRM", "NEXT"]
    page = start(at(12))
    assert kinds(page) == ["CANCELLED", "CONFIRM", "NEXT"]
    heading = read(page).one(".now-first").text
    assert all(part in heading for part in ("cancelled", "Tonight 18:00", "Burst pipe"))
    assert kinds(start(at(22))) == ["CONFIRM", "NEXT"]


def test_whoever_is_here_is_no_longer_coming(start, olga, me, other):
    series = meets()
    answer(Act(other.user, at(9)), series, day=DAY, member=other, answer="yes")
    night = opened(olga, at(18), meeting=nights.meeting_due(at(18)))
    assert read(start(at(18, 1))).texts(".faces .face") == ["SO"]
    people.check_in(Act(olga.user, at(18, 2)), night, member=other)
    page = read(start(at(18, 3)))
    assert "1 person here" in page.one(".now-first").text
    assert not page.all(".faces")


def test_the_wait_is_counted_in_club_time(start, olga, me):
    me.time_zone = "Europe/Warsaw"
    me.save(update_fields=["time_zone"])
    night = opened(olga, at(18))
    people.check_in(Act(olga.user, at(18, 5)), night, member=me)
    assert "since 18:05" in read(start(at(18, 15))).one(".now").text


def test_an_answer_moves_tonight_below_what_still_waits(start, me, other):
    series = meets()
    report(other, me, by=other.user)
    answer(Act(me.user, at(9)), series, day=DAY, member=me, answer="yes")
    page = start(at(12))
    assert kinds(page) == ["CONFIRM", "TONIGHT"]
    assert read(page).texts(".now button[aria-pressed=true]") == ["Coming"]


def test_whoever_cannot_come_is_not_asked_whether_they_are_here(start, olga, me, other):
    series = meets()
    report(other, me, by=other.user)
    answer(Act(me.user, at(9)), series, day=DAY, member=me, answer="no")
    opened(olga, at(17, 30), meeting=nights.meeting_due(at(17, 30)))
    assert kinds(start(at(18, 30))) == ["CONFIRM", "TONIGHT"]


def test_who_comes_stands_there_with_initials_and_ranks(start, me, other):
    series = meets()
    answer(Act(other.user, at(9)), series, day=DAY, member=other, answer="late")
    page = read(start(at(12)))
    assert page.texts(".faces .face") == ["SO"]
    assert page.texts(".faces .rank") == ["1d"]


def test_two_nights_at_once_are_both_asked_about(start, olga):
    meets()
    meets("Lesson evening", hour=18, place="Library")
    assert kinds(start(at(12))) == ["ANSWER", "ANSWER"]
    opened(olga, at(18), meeting=nights.meeting_due(at(18)))
    assert kinds(start(at(18, 5))) == ["CHECK_IN", "ANSWER"]


def test_a_night_without_a_room_leaves_the_place_out(start, olga):
    meets()
    opened(olga, at(17, 30))
    page = start(at(18))
    assert kinds(page)[0] == "CHECK_IN"
    assert "·" not in read(page).one(".now-first").text


def test_an_evening_that_nobody_opened_opens_with_the_first_press(mine, start, me):
    meets()
    assert kinds(start(at(17, 30))) == ["ANSWER"]
    assert kinds(start(at(18, 5))) == ["CHECK_IN"]
    with time_machine.travel(at(18, 5), tick=False):
        sent = mine.post(reverse("leagues:night-press", args=["here"]), {"back": "start"})
    assert sent["Location"] == reverse("home")
    assert Presence.objects.get(member=me).is_here
    assert kinds(start(at(18, 6))) == ["HERE"]


def test_a_night_that_was_ended_too_early_goes_on_as_it_was(start, olga, me, other):
    series = meets()
    night = opened(olga, at(18), meeting=nights.meeting_due(at(18)))
    seat(night, olga, me, other, at(18, 5))
    nights.close_night(Act(olga.user, at(18, 30)), night)
    opened(olga, at(18, 35))
    assert ClubNight.objects.get().series_id == series.pk
    assert kinds(start(at(18, 36))) == ["SEAT"]


def test_a_night_that_somebody_forgot_is_over_after_a_while(start, olga, me, other):
    seat(opened(olga, at(18)), olga, me, other, at(18, 5))
    assert kinds(start(at(23, 30))) == ["SEAT"]
    assert kinds(start(at(12, day=DAY + timedelta(days=1)))) == []
    assert ClubNight.objects.get().open


# --- Reported with one press, and undone ---------------------------------------------------------
def test_one_press_reports_and_the_next_page_can_undo_it(client, mine, start, olga, me, other):
    game = seat(opened(olga, at(18)), olga, me, other, at(18, 5))
    page = read(start(at(18, 30)))
    assert record_address(game) in page.values("a", "href")
    form = page.one("form[action$=/result/]")
    won = next(button for button in form.all("button") if button.text.strip() == "I won")
    sent = {"game": str(game.key), "back": "start", "winner": won.attrs["value"]}
    with time_machine.travel(at(18, 30), tick=False):
        mine.post(reverse("leagues:night-press", args=["result"]), sent)
    assert fresh(game).game.state == Game.State.REPORTED
    assert game.game.winner == game.game.colour_of(me)
    page = start(at(18, 31))
    assert kinds(page) == ["UNDO"], "in front, whatever else waits"
    assert page.content.decode().count(" beat ") == 1
    assert kinds(start(at(18, 41))) == ["HERE"]
    undo = read(page).one("form[action$=/undo/]")
    assert undo.one("input[name=game]").attrs["value"] == str(game.key)
    client.force_login(other.user)
    with time_machine.travel(at(18, 32), tick=False):
        theirs = client.get(reverse("home"))
    assert kinds(theirs) == ["CONFIRM", "HERE"], "the opponent confirms in place"
    assert not read(theirs).all("form[action$=/undo/]")


def record_address(game):
    """Where the table of a game leads to its recording, with its players and terms."""
    players = f"black={game.black.member_id}&white={game.white.member_id}"
    terms = f"board=19&handicap={game.handicap}&komi2={game.komi2}"
    return f"{reverse('games:record-game')}?{players}&{terms}"


def test_a_table_of_a_tournament_is_reported_withdrawn_and_agreed(client, start, olga, me, other):
    cup(olga, me, other)
    page = start(at(14, 5))
    assert kinds(page)[0] == "SEAT"
    pairing = Pairing.objects.get()
    assert record_address(pairing) in read(page).values("a", "href")
    seen = f"{pairing.black_id}-{pairing.white_id}"
    place = [pairing.round.event.slug, 1]
    url, undo = (reverse(f"leagues:round-{what}", args=place) for what in ("report", "withdraw"))

    def press(member, address, **sent):
        client.force_login(member.user)
        with time_machine.travel(at(15), tick=False):
            answer = client.post(address, sent | {"next": reverse("home")})
        assert answer["Location"] == reverse("home")

    press(me, url, result="won", seen=seen)
    page = start(at(15, 1))
    assert "Waiting for your opponent" in read(page).one(".now-undo").text
    press(me, undo)
    assert not Claim.objects.exists()
    press(me, url, result="won", seen=seen)
    press(other, url, result="lost", seen=seen)
    pairing.refresh_from_db()
    won = "black" if pairing.black.member_id == me.pk else "white"
    assert pairing.result == won
    assert kinds(start(at(15, 2))) == ["ROUND"], "the next round begins at 16:00"
    press(me, undo)
    assert fresh(pairing).result == won, "what both said stands"


def test_nobody_withdraws_what_another_player_reported(client, olga, me, other):
    undo = reverse("leagues:round-withdraw", args=[cup(olga, make_member("A"), other).slug, 1])
    assert as_member(client, me).post(undo).status_code == 404
    client.force_login(other.user)
    assert client.post(undo, {"next": "https://evil.example/"})["Location"].startswith("/tourn")


def test_a_round_that_is_not_published_seats_nobody(start, olga, me, other):
    cup(olga, me, other, publish=False)
    page = start(at(13))
    assert kinds(page) == ["ROUND"]
    assert title(page) == "Today 14:00"
    page = start(at(14, 30))
    assert "not published yet" in read(page).one(".now-first").text
    assert title(start(at(19))) == "Tonight 18:00", "each round in its turn"


def test_a_round_of_long_ago_seats_nobody(start, olga, me, other):
    cup(olga, me, other)
    Round.objects.update(published_at=at(14, day=DAY - timedelta(days=3)))
    assert "SEAT" not in kinds(start(at(15)))


def test_a_bye_is_said(client, olga, me, other):
    cup(olga, me, other, make_member("Third"))
    client.force_login(Seat.objects.get(pairing=None).participant.member.user)
    with time_machine.travel(at(14, 5), tick=False):
        page = client.get(reverse("home"))
    assert kinds(page) == ["BYE", "ROUND"]
    assert title(page) == "You have a bye in round 1"
    assert page.context["live"]


def test_a_member_at_two_tables_has_both_before_them(start, olga, me, other):
    cup(olga, me, other)
    seat(opened(olga, at(14)), olga, me, make_member("Third"), at(14, 10))
    page = start(at(15))
    assert kinds(page) == ["SEAT", "SEAT"]
    assert read(page).texts(".now button").count("I won") == 2


# --- What it costs -------------------------------------------------------------------------------
def test_an_unchanged_part_is_answered_with_304(mine, start, olga, me, other):
    seat(opened(olga, at(18)), olga, me, other, at(18, 5))
    page = read(start(at(18, 30)))
    etag = page.one("#now").attrs["data-etag"]
    address = page.one("#now").attrs["data-live"]
    with time_machine.travel(at(18, 31), tick=False):
        same = mine.get(address, headers={"if-none-match": etag})
        assert (same.status_code, same.content) == (304, b"")
        report(other, me, by=other.user)
        changed = mine.get(address, headers={"if-none-match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag
    assert read(changed).one("#now").attrs["data-etag"] == changed["ETag"]
    mine.logout()
    assert mine.get(address).status_code == 302


def test_a_busy_evening_asks_the_database_no_more_than_a_quiet_one(start, olga, me, other):
    series = meets(rrule="FREQ=WEEKLY")
    for number in range(12):
        member = make_member(f"Player {number}")
        answer(Act(member.user, at(9)), series, day=DAY, member=member, answer="yes")
        report(member, me, by=member.user)
    start(at(9))

    def count(now):
        with CaptureQueriesContext(connection) as asked:
            start(now)
        return len(asked)

    counts = {"tonight": count(at(12)), "due": count(at(18, 5))}
    night = opened(olga, at(18), meeting=nights.meeting_due(at(18)))
    counts["open"] = count(at(18, 5))
    seat(night, olga, me, other, at(18, 6))
    counts["seated"] = count(at(18, 10))
    nights.close_night(Act(olga.user, at(19)), night)
    cup(olga, me, other)
    counts["table"] = count(at(19, 30))
    assert max(counts.values()) <= MOST_QUERIES, counts
