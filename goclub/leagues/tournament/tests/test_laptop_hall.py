"""What hangs in the hall travels with the event; who registers at home meanwhile is not lost."""

from __future__ import annotations

from django.urls import reverse

from goclub.leagues.models import EventTrip, RoundClock, SignupSettings
from goclub.leagues.signup.tests.signups import come
from goclub.leagues.tests.factories import add_guests, at, make_event, make_organiser, next_round
from goclub.leagues.tournament.services import hall, registration
from goclub.leagues.tournament.services.comparing import compare_file
from goclub.leagues.tournament.services.event_file import read_event_file, write_file
from goclub.leagues.tournament.services.homecoming import come_home, leave_home
from goclub.leagues.tournament.tests.test_laptop import SITE, in_the_hall
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member


def test_announcements_and_clock_go_to_the_hall_and_come_home():
    event = make_event()
    add_guests(event, 4)
    next_round(event)
    hall.announce_text(SITE, event, text="Lunch at noon")
    hall.start_clock(SITE, event, minutes=60)
    leave_home(SITE, fresh(event))
    there = read_event_file(in_the_hall(event, lambda _event: None))["body"]["hall"]
    assert [row[0] for row in there["announcements"]] == ["Lunch at noon"]
    assert [row[0::2] for row in there["clocks"]] == [[1, 60]]

    def work(event):
        hall.announce_text(SITE, event, text="Round 2 at three")
        hall.extend_clock(SITE, event, minutes=5)

    data = in_the_hall(event, work)
    assert [row.name for row in compare_file(event, data).of("hall")] == ["hall"]
    come_home(SITE, event, data, answers={})
    assert set(event.announcements.values_list("text", flat=True)) == {
        "Lunch at noon", "Round 2 at three",
    }  # fmt: skip
    assert RoundClock.objects.get().minutes == 65


def test_a_member_who_is_removed_at_home_meanwhile_does_not_damage_the_file():
    event, member = make_event(), make_member("Ewa Nowak", rank="3d")
    entry = registration.register_member(SITE, event, member=member)
    leave_home(SITE, fresh(event))
    registration.remove_entry(SITE, entry)
    trip = EventTrip.objects.get()
    content = read_event_file(write_file(trip, trip.base, at(200)))
    assert content["members"][str(member.pk)]["display_name"] == "Ewa Nowak"


def test_whoever_registers_at_home_meanwhile_is_named_when_the_event_comes_home(client):
    organiser = make_organiser()
    event = make_event(organiser)
    SignupSettings.objects.create(event=event, is_on=True)
    come(event, "Early")
    leave_home(Act(organiser.user, at(30)), fresh(event))
    come(event, "Late", minute=40)
    client.force_login(organiser.user)
    page = client.get(reverse("leagues:event-laptop", args=[event.slug])).content.decode()
    assert ("Ewa Late" in page, "Ewa Early" in page) == (True, False)
