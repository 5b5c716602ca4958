"""Every page of the calendar: who sees what, who may do what, how much it costs."""

from __future__ import annotations

from datetime import date, time, timedelta
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils.translation import override

from goclub.leagues.calendar.forms import MeetingForm
from goclub.leagues.calendar.labels.entries import rounds_said, rule_text
from goclub.leagues.calendar.queries import occurrence_on
from goclub.leagues.calendar.services.dates import add_holiday, answer, move_date, renew_link
from goclub.leagues.calendar.tests.meetings import NOW, TUESDAY, make_series
from goclub.leagues.models import Coming, MeetingSeries, SeriesException
from goclub.leagues.tests.factories import make_event
from goclub.members.membership.services.leaving import retire_member
from goclub.members.models import ClubSettings, Member, Notice, User
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.tests.factories import enter_as, fresh, make_member

pytestmark = pytest.mark.usefixtures("monday")
ROLES = ("visitor", "stranger", "member", "organiser", "secretary", "chair")
DAY = TUESDAY.isoformat()
WEEK = timedelta(days=7)


@pytest.fixture
def people():
    return {
        "stranger": SimpleNamespace(user=User.objects.create_user("login-without-a-member")),
        "member": make_member("Mia Member"),
        "organiser": make_member("Olga Organiser", role=ORGANISER),
        "secretary": make_member("Sam Secretary", role=SECRETARY),
        "chair": make_member("Cleo Chair", role=CHAIR),
    }


def everybody(status, **but):
    return dict.fromkeys(ROLES, status) | but


def runners(status):
    return {
        "visitor": 302, "stranger": 403, "member": 403,
        "organiser": status, "secretary": status, "chair": status,
    }  # fmt: skip


#: Address → what GET answers to each role, what POST does.
GETS = {
    "club-calendar": ("", everybody(200)),
    "calendar-month": ("month", everybody(200)),
    "club-feed": ("", everybody(200)),
    "member-feed": ("token", everybody(200)),
    "meeting": ("series day", everybody(200)),
    "calendar-links": ("", everybody(200, visitor=302, stranger=403)),
    "calendar-renew": ("", everybody(405, visitor=302)),
    "calendar-link-end": ("", everybody(405, visitor=302)),
    "meeting-new": ("", runners(200)),
    "holidays": ("", runners(200)),
    "holiday-remove": ("holiday", runners(405)),
    "meeting-edit": ("series", runners(200)),
    "meeting-end": ("series", runners(405)),
    "meeting-answer": ("series day", everybody(405, visitor=302)),
    "meeting-answer-for": ("series day", everybody(405, visitor=302)),
    "meeting-cancel": ("series day", runners(405)),
    "meeting-move": ("series day", runners(405)),
    "meeting-restore": ("series day", runners(405)),
}
POSTS = {
    "club-calendar": ("", everybody(405)),
    "calendar-month": ("month", everybody(405)),
    "club-feed": ("", everybody(405)),
    "member-feed": ("token", everybody(405)),
    "meeting": ("series day", everybody(405)),
    "calendar-links": ("", everybody(405, visitor=302)),
    "calendar-renew": ("", everybody(302, stranger=403)),
    "calendar-link-end": ("", everybody(302, stranger=403)),
    "meeting-new": ("", runners(422)),
    "holidays": ("", runners(422)),
    "holiday-remove": ("nothing", runners(404)),
    "meeting-edit": ("series", runners(422)),
    "meeting-end": ("series", runners(200)),
    "meeting-answer": ("series day", everybody(302, stranger=403)),
    "meeting-answer-for": (
        "series day", everybody(422, visitor=302, stranger=403, member=403),
    ),
    "meeting-move": ("series day", runners(422)),
    "meeting-restore": ("series day", runners(302)),
    "meeting-cancel": ("series day", runners(302)),
}  # fmt: skip


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_may_do_what(client, people, method):
    series = make_series()
    holiday = add_holiday(Act(None, NOW), date(2027, 1, 6), name="Epiphany")
    member = people["member"]
    known = {
        "series": series.pk, "day": DAY, "month": "2026-11", "holiday": holiday.pk,
        "nothing": 10**12,
    }  # fmt: skip
    table = GETS if method == "get" else POSTS
    found = {}
    for role in ROLES:
        SeriesException.objects.all().delete()
        known["token"] = renew_link(Act(member.user, NOW), member).token
        enter_as(client, people, role)
        for name, (what, _wanted) in table.items():
            address = reverse(f"leagues:{name}", args=[known[one] for one in what.split()])
            status = getattr(client, method)(address, {"x": "1"}).status_code
            found.setdefault(name, {})[role] = status
    assert found == {name: wanted for name, (_what, wanted) in table.items()}


@pytest.mark.parametrize(
    "path",
    [
        "2026-13/", "2026-00/", "0001-01/", "9999-12/", "{pk}/2026-02-30/", "{pk}/2026-11-25/",
        "{pk}/0001-01-02/", "{pk}/9999-12-28/", "{pk}/2101-01-04/",
        "999999999999999999/2026-11-24/", "0/edit/",
    ],
)  # fmt: skip
def test_what_is_no_page(client, people, path):
    enter_as(client, people, "chair")
    assert client.get("/calendar/" + path.format(pk=make_series().pk)).status_code == 404


def test_a_press_answers_and_goes_back_where_it_was_pressed(client, people):
    series = make_series()
    enter_as(client, people, "member")
    address = reverse("leagues:meeting-answer", args=[series.pk, DAY])
    response = client.post(address, {"answer": "yes", "next": "/calendar/"})
    assert (response.status_code, response["Location"]) == (302, "/calendar/")
    row = Coming.objects.get()
    assert (row.answer, row.member, row.day) == ("yes", people["member"], TUESDAY)
    for elsewhere in ("https://evil.example/", "//evil.example"):
        response = client.post(address, {"answer": "late", "next": elsewhere})
        assert response["Location"] == f"/calendar/{series.pk}/{DAY}/"
    client.post(address, {"answer": ""})
    assert not Coming.objects.exists()
    client.post(address, {"answer": "perhaps"})
    assert not Coming.objects.exists()


def test_an_organiser_answers_for_a_member_but_for_nobody_who_left(client, people):
    series = make_series()
    gone = make_member("Gone")
    retire_member(Act(None, NOW), gone, reason="moved away")
    enter_as(client, people, "organiser")
    address = reverse("leagues:meeting-answer-for", args=[series.pk, DAY])
    for who, status in ((people["member"], 302), (gone, 422)):
        sent = {"other-member": who.pk, "other-answer": "late", "other-note": "at eight"}
        assert client.post(address, sent).status_code == status
    assert [(str(row.member), row.note) for row in Coming.objects.all()] == [
        ("Mia Member", "at eight")
    ]


def test_who_comes_is_for_members_alone(client, people):
    series = make_series()
    answer(Act(None, NOW), series, day=TUESDAY, member=people["member"], answer="yes")
    page = reverse("leagues:meeting", args=[series.pk, DAY])
    assert "Mia Member" not in enter_as(client, people, "visitor").get(page).content.decode()
    response = enter_as(client, people, "chair").get(page)
    assert "Mia Member" in response.content.decode()
    assert [len(rows) for _answer, rows in response.context["groups"]] == [1, 0, 0]


def test_a_visitor_sees_no_tournament_where_the_club_shows_nothing(client):
    make_series()
    make_event(begins_on=TUESDAY, ends_on=TUESDAY)
    ClubSettings.objects.update_or_create(pk=1, defaults={"visitors_see": "nothing"})
    titles = {one.title for day in client.get("/calendar/").context["lines"] for one in day.entries}
    assert titles == {"Club evening"}


# --- A meeting in plain words ---------------------------------------------------------------------
SENT = {
    "title": "Friday evening", "kind": "evening", "first": "2026-11-23", "begins_at": "19:30",
    "ends_at": "00:15", "repeat": "WEEKLY", "every": "2", "weekdays": ["1", "4"], "which": "1",
    "until": "", "place": "Library", "map_link": "", "contact": "", "remark": "",
    "zone": "Europe/Warsaw",
}  # fmt: skip


@pytest.mark.parametrize(
    ("more", "rrule", "first", "until"),
    [
        ({}, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR", "2026-11-24", None),
        ({"every": "1", "weekdays": []}, "FREQ=WEEKLY;BYDAY=MO", "2026-11-23", None),
        ({"repeat": "MONTHLY", "every": "", "weekdays": ["5"], "which": "2"},
         "FREQ=MONTHLY;BYDAY=2SA", "2026-12-12", None),
        ({"repeat": "MONTHLY", "every": "3", "weekdays": ["4"], "which": "-1",
          "until": "2027-06-30"}, "FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR", "2026-11-27", "2027-06-30"),
        ({"repeat": "once"}, "", "2026-11-23", "2026-11-23"),
    ],
)  # fmt: skip
def test_the_rule_is_made_of_what_is_ticked(client, people, more, rrule, first, until):
    enter_as(client, people, "organiser")
    response = client.post(reverse("leagues:meeting-new"), SENT | more)
    series = MeetingSeries.objects.get()
    assert (response.status_code, series.rrule, str(series.first)) == (302, rrule, first)
    assert (str(series.until) if series.until else None) == until
    assert (series.minutes, series.zone) == (285, "Europe/Warsaw")
    # What the form shows of it makes the same rule again.
    form = MeetingForm(zone="UTC", series=series)
    again = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {name: value for name, value in again.items() if value is not None}
    sent |= {"begins_at": "19:30", "ends_at": "00:15"}
    edited = client.post(reverse("leagues:meeting-edit", args=[series.pk]), sent)
    assert (edited.status_code, edited.context and edited.context["form"].errors) == (302, None)
    assert (fresh(series).rrule, str(series.first)) == (rrule, first)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"title": ""}, "title"),
        ({"first": "2026-02-30"}, "first"),
        ({"first": "9999-12-31"}, "first"),
        ({"every": "0"}, "every"),
        ({"every": "99999999999999999999"}, "every"),
        ({"weekdays": ["7"]}, "weekdays"),
        ({"repeat": "SECONDLY"}, "repeat"),
        ({"repeat": "kept"}, "repeat"),
        ({"map_link": "javascript:alert(1)"}, "map_link"),
        ({"until": "2026-11-01"}, "until"),
        ({"zone": "Mars/Base"}, "zone"),
        ({"begins_at": "25:00"}, "begins_at"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_kept(client, people, more, field):
    enter_as(client, people, "organiser")
    response = client.post(reverse("leagues:meeting-new"), SENT | more)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert "Library" in response.content.decode()
    assert not MeetingSeries.objects.exists()


def test_a_rule_that_the_form_cannot_say_is_kept(client, people):
    series = make_series(rrule="FREQ=MONTHLY;BYMONTHDAY=15;COUNT=5")
    enter_as(client, people, "organiser")
    sent = SENT | {
        "repeat": "kept",
        "begins_at": "19:00",
        "ends_at": "22:00",
        "first": "2026-12-15",
    }
    client.post(reverse("leagues:meeting-edit", args=[series.pk]), sent)
    series.refresh_from_db()
    assert (series.title, series.rrule) == ("Friday evening", "FREQ=MONTHLY;COUNT=5;BYMONTHDAY=15")
    assert "FREQ" in rule_text(series)


@pytest.mark.parametrize(
    ("language", "weekly", "rounds", "single"),
    [
        ("en", "every week: Friday", "rounds 1, 2", "round 4"),
        ("pl", "co tydzień: piątek", "rundy 1, 2", "runda 4"),
    ],
)
def test_weekdays_and_rounds_as_a_sentence_writes_them(language, weekly, rounds, single):
    series = make_series(rrule="FREQ=WEEKLY;BYDAY=FR")
    with override(language):
        assert rule_text(series) == weekly
        assert rounds_said([1, 2]) == rounds
        assert rounds_said([4]) == single


# --- Single dates, the end, holidays --------------------------------------------------------------
def test_a_date_is_called_off_moved_and_put_back_and_those_who_come_are_told(client, people):
    series = make_series()
    answer(Act(None, NOW), series, day=TUESDAY, member=people["member"], answer="yes")
    enter_as(client, people, "organiser")

    def send(step, **sent):
        return client.post(reverse(f"leagues:meeting-{step}", args=[series.pk, DAY]), sent)

    moved = {"to": "2026-11-25", "begins_at": "20:00", "ends_at": "01:00", "place": "Café"}
    assert send("move", **moved).status_code == 302
    one = occurrence_on(series, TUESDAY)
    assert (f"{one.starts_at:%d %H}", one.place) == ("25 20", "Café")
    assert one.ends_at - one.starts_at == timedelta(hours=5)
    assert send("cancel", reason="Snow").status_code == 302
    assert occurrence_on(series, TUESDAY).cancelled
    assert send("cancel", reason="Snow").status_code == 422
    assert send("restore").status_code == 302
    assert not occurrence_on(series, TUESDAY).is_changed
    refused = send("move", **(moved | {"to": "2026-11-01"}))
    assert (refused.status_code, list(refused.context["move"].errors)) == (422, ["to"])
    kinds = Notice.objects.filter(member=people["member"]).order_by("pk")
    assert list(kinds.values_list("kind", flat=True)) == ["meeting.moved", "meeting.cancelled"]


def test_a_meeting_is_ended_after_a_question(client, people):
    series = make_series()
    enter_as(client, people, "organiser")
    address = reverse("leagues:meeting-end", args=[series.pk])
    assert client.post(address).status_code == 200
    assert occurrence_on(series, TUESDAY) is not None
    assert client.post(address, {"confirmed": "1"}).status_code == 302
    assert occurrence_on(fresh(series), TUESDAY) is None


def test_the_sheet_shows_what_became_of_dates(client):
    series = make_series()
    move_date(Act(None, NOW), series, day=TUESDAY, to=date(2026, 11, 28), begins_at=time(12))
    add_holiday(Act(None, NOW), date(2026, 11, 11), name="Independence")
    make_event(begins_on=date(2026, 11, 28), ends_on=date(2026, 11, 29))
    response = client.get("/calendar/2026-11/")
    days = {day.day.day: day for week in response.context["weeks"] for day in week if day.inside}
    assert [one.kind for one in days[28].entries] == ["tournament", "evening"]
    assert [one.title for one in days[29].entries] == ["Spring Cup"]
    assert (days[24].entries, days[11].holiday) == ([], "Independence")
    assert days[23].today
    assert len(response.context["weeks"]) == 6


def test_the_start_page_says_when_one_meets_next(client, people):
    series = make_series(contact="Hana, 123", map_link="https://map.example/")
    for role in ("visitor", "member"):
        text = enter_as(client, people, role).get("/").content.decode()
        assert f"/calendar/{series.pk}/{DAY}/" in text
        assert ("Hana, 123" in text) == (role == "visitor"), "members find it on its page"
        assert "https://map.example/" in text
        assert (f"/calendar/{series.pk}/{DAY}/answer/" in text) == (role == "member")
    MeetingSeries.objects.all().delete()
    assert "/answer/" not in client.get("/").content.decode()


# --- What it costs --------------------------------------------------------------------------------
@pytest.mark.parametrize("many", [1, 20])
def test_pages_ask_as_much_for_one_meeting_as_for_twenty(
    client, many, django_assert_max_num_queries
):
    me = make_member("Ann")
    comers = [make_member() for _ in range(3 if many > 1 else 1)]
    for number in range(many):
        series = make_series(title=f"Evening {number}")
        for member in comers:
            answer(Act(None, NOW), series, day=TUESDAY, member=member, answer="yes")
        make_event(name=f"Cup {number}", begins_on=TUESDAY, ends_on=TUESDAY + WEEK)
    client.force_login(me.user)
    with django_assert_max_num_queries(20):
        assert client.get("/calendar/").status_code == 200
    with django_assert_max_num_queries(14):
        client.get(reverse("leagues:meeting", args=[series.pk, DAY]))


def test_a_reader_elsewhere_sees_club_time_and_his_own(client, people):
    series = make_series(zone="Asia/Tokyo")
    Member.objects.filter(pk=people["member"].pk).update(time_zone="Europe/Warsaw")
    page = enter_as(client, people, "member").get(reverse("leagues:meeting", args=[series.pk, DAY]))
    assert str(page.context["when"]).endswith("(Asia/Tokyo; 11:00–14:00 your time)")
    Member.objects.filter(pk=people["member"].pk).update(time_zone="Asia/Seoul")
    page = client.get(reverse("leagues:meeting", args=[series.pk, DAY]))
    assert page.context["when"].clocks == ""


@pytest.mark.parametrize(
    ("first", "hours", "note"),
    [
        (date(2027, 3, 27), "22:00–05:00", "go forward that night: it ends at 05:00."),
        (date(2027, 10, 30), "22:00–03:00", "go back that night: it ends at 03:00."),
        (date(2027, 4, 3), "22:00–04:00", ""),
    ],
)
def test_an_end_that_the_change_of_the_clocks_moves_is_said(client, first, hours, note):
    series = make_series(
        first=first, begins_at=time(22), minutes=360, zone="Europe/Warsaw", rrule=""
    )
    page = client.get(reverse("leagues:meeting", args=[series.pk, first.isoformat()]))
    assert page.context["when"].hours == hours
    assert page.context["clock_note"].endswith(note)
    assert bool(page.context["clock_note"]) == bool(note)


@pytest.mark.parametrize(
    ("day", "hours", "note"),
    [
        (date(2027, 3, 28), "03:30", "there is no 02:30. 03:30 applies."),
        (date(2027, 10, 31), "02:30", "02:30 comes twice. The first one applies."),
        (date(2027, 3, 27), "02:30", ""),
    ],
)
def test_an_hour_on_the_night_of_the_change_is_said(client, people, day, hours, note):
    series = make_series(rrule="FREQ=DAILY", begins_at=time(2, 30), minutes=45)
    page = client.get(reverse("leagues:meeting", args=[series.pk, day.isoformat()]))
    assert page.context["clock_note"].endswith(note)
    assert bool(page.context["clock_note"]) == bool(note)
    assert page.context["when"].hours.startswith(hours)
