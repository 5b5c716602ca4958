"""The pages of registration: the public form, the link of the mail, the organisers' list."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
import time_machine
from django.core.cache import cache
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import (
    Event,
    FeeCategory,
    Prize,
    Registration,
    SignupQuestion,
    SignupSettings,
)
from goclub.leagues.ratinglist.tests.lists import european_of
from goclub.leagues.signup.services import organising, registrations
from goclub.leagues.signup.services.letters import token_of
from goclub.leagues.signup.tests.signups import come, link_in, register, signup_event
from goclub.leagues.tests.factories import add_guests, at, make_event, make_organiser
from goclub.members.models import Letter
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member

TYPED = {
    "name": "Nowak",
    "first_name": "Ewa",
    "rank": "-3",
    "email": "ewa@example.org",
    "consent": "on",
}


@pytest.fixture(autouse=True)
def now():
    cache.clear()
    with time_machine.travel(at(), tick=False):
        yield


@pytest.fixture
def desk(client):
    """The browser of an organiser."""
    client.force_login(make_organiser("Bob").user)
    return client


def form_of(event: Event) -> str:
    return reverse("leagues:register", args=[event.slug])


def link_of(registration: Registration) -> str:
    return reverse("leagues:registration", args=[token_of(registration)])


def list_of(event: Event) -> str:
    return reverse("leagues:registrations", args=[event.slug])


def test_what_a_rating_list_contradicts_is_shown_and_never_refused(client):
    european_of(date(2025, 2, 1), at=at())
    event = signup_event()
    as_listed = {"first_name": "Ken", "rank": 3, "club": "", "country": "JP"}
    wrong, right = register(event, rank=0), register(event, "Sato", **as_listed)
    own = [read(client.get(link_of(row))) for row in (wrong, right)]
    assert [page.has("#listed") for page in own] == [True, False]
    assert "1 dan → 3 kyu" in own[0].one("[aria-labelledby=listed]").text
    client.force_login(make_organiser("Bob").user)
    shown = {row: read(client.get(list_of(event))).one(f"#r{row.pk}") for row in (wrong, right)}
    assert shown[wrong].texts(".note") == ["Rank: 1 dan → 3 kyu"]
    assert not shown[right].has(".note strong")
    organising.take_in(Act(None), event, [wrong.pk])
    assert not read(client.get(list_of(event))).has(".note")
    assert not read(client.get(link_of(wrong))).has("#listed")


# --- The public form ------------------------------------------------------------------------------
def test_a_visitor_registers_confirms_and_withdraws(client):
    event = signup_event(places=2)
    assert form_of(event) in client.get(event.get_absolute_url()).content.decode()
    answer = client.post(form_of(event), TYPED)
    assert answer["Location"] == reverse("leagues:registered", args=[event.slug])
    assert client.get(answer["Location"]).status_code == 200
    link = link_in(Letter.objects.get())
    page = client.get(link)
    assert (page.context["state"], page.context["registration"].is_confirmed) == ("place", False)
    assert Registration.objects.get().confirmed_at is None  # opening it alone writes nothing
    client.post(link, {"do": "confirm"})
    assert Registration.objects.get().is_confirmed
    client.post(link, {"do": "withdraw"})
    page = client.get(link)  # an old link says what happened
    assert (page.status_code, page.context["state"]) == (200, "withdrawn")
    client.post(link, {"do": "confirm"})
    assert Registration.objects.get().state == "place"


def test_a_robot_is_answered_like_a_person_and_not_registered(client):
    event = signup_event()
    answer = client.post(form_of(event), {**TYPED, "website": "https://spam.example"})
    assert answer["Location"] == reverse("leagues:registered", args=[event.slug])
    assert not Registration.objects.exists()
    assert not Letter.objects.exists()


def test_too_many_registrations_from_one_address_keep_what_was_typed(client, settings):
    settings.LIMITS = {**settings.LIMITS, "register": "1/h"}
    event = signup_event()
    client.post(form_of(event), TYPED)
    answer = client.post(form_of(event), {**TYPED, "name": "Żółw"})
    assert answer.status_code == 429
    assert 'value="Żółw"' in answer.content.decode()
    assert Registration.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"email": "nowhere"}, "email"),
        ({"email": ""}, "email"),
        ({"rank": ""}, "rank"),
        ({"rank": "9" * 5000}, "rank"),
        ({"country": "Atlantis"}, "country"),
        ({"egf_pin": "12"}, "egf_pin"),
        ({"absent": "17"}, "absent"),
        ({"name": "Ewa\u202eNowak"}, "name"),
        ({"remarks": "x" * 501}, "remarks"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(client, sent, field):
    event = signup_event()
    answer = client.post(form_of(event), {**TYPED, **sent})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not Registration.objects.exists()


def test_rounds_to_miss_are_offered_with_their_day_and_hour(client):
    event = signup_event()
    Event.objects.filter(pk=event.pk).update(timetable="10:00 14:30")
    choices = client.get(form_of(event)).context["form"].fields["absent"].choices
    assert [(text[:1], text[-5:]) for _number, text in choices] == [
        ("1", "10:00"),
        ("2", "14:30"),
        ("3", "3"),
    ]


def test_questions_and_fees_are_asked_and_kept(client):
    event = signup_event(currency="EUR")
    lunch = SignupQuestion.objects.create(event=event, text="Lunch?", kind="yes_no")
    bed = SignupQuestion.objects.create(
        event=event, text="Lodging", kind="choice", options="hall, hotel,", required=True
    )
    fee = FeeCategory.objects.create(event=event, name="Junior", amount=Decimal("12.50"))
    FeeCategory.objects.create(event=event, name="Adult", amount=25)
    answer = client.post(form_of(event), TYPED)
    assert set(answer.context["form"].errors) == {f"question_{bed.pk}", "fee"}
    typed = {f"question_{lunch.pk}": "on", f"question_{bed.pk}": "hotel", "fee": fee.pk}
    client.post(form_of(event), {**TYPED, **typed})
    row = Registration.objects.get()
    assert row.answers == {str(lunch.pk): True, str(bed.pk): "hotel"}
    assert (row.fee, row.owed) == (fee, Decimal("12.50"))


def test_the_year_of_birth_is_asked_for_the_prize_of_the_youngest_alone(client):
    event = signup_event()
    assert "birth_year" not in client.get(form_of(event)).context["form"].fields
    Prize.objects.create(event=event, number=1, item="Cup", scope="youngest")
    assert list(client.post(form_of(event), {**TYPED, "birth_year": "9" * 5000}).context[
        "form"
    ].errors) == ["birth_year"]  # fmt: skip
    client.post(form_of(event), {**TYPED, "birth_year": "2014"})
    row = registrations.confirm(Act(None), Registration.objects.get())
    organising.take_in(Act(None), event, [row.pk])
    entry = event.participants.get()
    assert entry.birth_year == 2014
    registrations.change(Act(None), fresh(row), birth_year=2015)
    assert fresh(entry).birth_year == 2015
    assert "2015" not in client.get(f"{event.get_absolute_url()}players/1/").content.decode()


@pytest.mark.parametrize(
    ("settings", "status", "phase"),
    [
        ({"is_on": False}, 404, ""),
        ({"opens_at": at(5)}, 200, "early"),
        ({"closes_at": at()}, 200, "over"),
    ],
)
def test_before_and_after_its_hours_there_is_no_form(client, settings, status, phase):
    event = signup_event(**settings)
    page = client.get(form_of(event))
    assert page.status_code == status
    if phase:
        assert page.context["phase"] == phase
        assert client.post(form_of(event), TYPED).status_code == 422
    assert not Registration.objects.exists()


def test_the_event_has_no_form_until_organisers_switch_it_on(client):
    event = make_event()
    assert form_of(event) not in client.get(event.get_absolute_url()).content.decode()


# --- The link -------------------------------------------------------------------------------------
def test_a_link_that_is_none_of_ours_says_so(client):
    page = client.get(reverse("leagues:registration", args=["nonsense"]))
    assert page.status_code == 404
    row = register(signup_event())
    link = reverse("leagues:registration", args=[token_of(row)])
    row.delete()
    assert client.get(link).status_code == 410


def test_somebody_changes_what_they_typed(client):
    event = signup_event()
    row = come(event, "Nowak")
    link = reverse("leagues:registration", args=[token_of(row)])
    answer = client.post(link, {**TYPED, "do": "change", "name": "", "absent": ["2"]})
    assert answer.status_code == 422
    client.post(link, {**TYPED, "do": "change", "name": "Kos", "absent": ["2"], "email": "x@y.zz"})
    row = fresh(row)
    assert (row.name, row.absent, row.email) == ("Kos", [2], "nowak@example.org")


def test_an_unconfirmed_registration_that_lapsed_says_so(client):
    row = register(signup_event(hold_hours=1))
    link = reverse("leagues:registration", args=[token_of(row)])
    with time_machine.travel(at(60), tick=False):
        assert client.get(link).context["state"] == "expired"
        client.post(link, {"do": "confirm"})
        assert (fresh(row).state, fresh(row).number) == ("place", 2)


# --- Members --------------------------------------------------------------------------------------
def test_a_member_registers_in_one_step_and_withdraws(client):
    event, member = signup_event(), make_member(rank="3d")
    client.force_login(member.user)
    page = client.get(form_of(event))
    assert set(page.context["form"].fields) == {"absent", "remarks", "website"} - {"website"}
    client.post(form_of(event), {"absent": ["1"], "remarks": ""})
    assert event.participants.get().member == member
    assert client.get(form_of(event)).context["state"] == "entered"
    assert form_of(event) in client.get(event.get_absolute_url()).content.decode()
    client.post(form_of(event), {"do": "withdraw"})
    assert not event.participants.exists()


# --- The organisers' pages ------------------------------------------------------------------------
def test_the_list_shows_states_suggestions_and_doubles(desk):
    event, member = signup_event(places=2), make_member("Ewa Nowak")
    come(event, "Nowak")
    come(event, "Nowak", email="other@example.org")
    register(event, "Late")
    page = desk.get(list_of(event))
    lines = page.context["lines"]
    assert [line["is_double"] for line in lines] == [True, True, False]
    assert lines[0]["members"] == (member,)
    assert [count for _key, _name, count, _shown in page.context["filters"]] == [3, 2, 1, 0, 0]
    assert len(desk.get(list_of(event), {"show": "waiting"}).context["lines"]) == 1


def test_ticked_rows_are_taken_in_and_a_guest_is_named_a_member(desk):
    event, member = signup_event(), make_member("Ewa Nowak")
    row, other = come(event, "Nowak"), come(event, "Kos")
    detail = reverse("leagues:registration-detail", args=[event.slug, row.pk])
    desk.post(detail, {"member": member.pk})
    assert fresh(row).member == member
    desk.post(list_of(event), {"do": "take_in", "rows": [row.pk, other.pk]})
    assert set(event.participants.values_list("member", flat=True)) == {member.pk, None}
    assert desk.get(detail).status_code == 200


def test_ticks_and_the_reason_stay_where_a_step_is_refused(desk):
    event = signup_event()
    row, _other = come(event, "Nowak"), come(event, "Kos")
    answer = desk.post(list_of(event), {"do": "explode", "rows": [row.pk], "reason": "full"})
    assert answer.status_code == 422
    assert read(answer).values("[name=rows][checked]", "value") == [str(row.pk)]
    assert read(answer).values("[name=reason]", "value") == ["full"]


@pytest.mark.parametrize(
    "sent",
    [{}, {"do": "take_in"}, {"do": "explode", "rows": ["1"]}, {"do": "paid", "rows": ["9" * 5000]}],
)
def test_ticks_that_say_nothing_change_nothing(desk, sent):
    event = signup_event()
    come(event, "Nowak")
    assert desk.post(list_of(event), sent).status_code == 422
    assert not event.participants.exists()


def test_declining_asks_first(desk):
    event = signup_event()
    row = come(event, "Nowak")
    sent = {"do": "decline", "rows": [row.pk], "reason": "full"}
    assert desk.post(list_of(event), sent).status_code == 200
    assert fresh(row).state == "place"
    desk.post(list_of(event), {**sent, "confirmed": "1"})
    assert (fresh(row).state, fresh(row).reason) == ("declined", "full")


def test_the_door_takes_money_and_says_what_is_missing(desk):
    event = signup_event(currency="EUR")
    fee = FeeCategory.objects.create(event=event, name="Adult", amount=25)
    rows = [come(event, name, fee=fee) for name in ("Two", "One")]
    door = reverse("leagues:registration-door", args=[event.slug])
    desk.post(door, {"pay": f"paid:{rows[0].pk}"})
    page = desk.get(door)
    assert [line["registration"].name for line in page.context["lines"]] == ["One", "Two"]
    total = page.context["totals"][-1]
    assert (total["owed"], total["paid"], total["missing"]) == ("50 EUR", "25 EUR", "25 EUR")
    desk.post(door, {"pay": f"unpaid:{rows[0].pk}"})
    assert fresh(rows[0]).paid_at is None
    assert desk.post(door, {"pay": "paid:" + "9" * 5000}).status_code == 404


def test_the_file_holds_answers_and_no_formula(desk):
    event = signup_event()
    question = SignupQuestion.objects.create(event=event, text="=1+1")
    come(event, "Nowak", answers={str(question.pk): "=cmd()"}, remarks="late")
    answer = desk.get(reverse("leagues:registrations-csv", args=[event.slug]))
    text = b"".join(answer.streaming_content).decode()
    assert "nowak@example.org" in text
    assert "'=cmd()" in text


def test_organisers_set_hours_questions_and_fees(desk):
    event = make_event()
    page = reverse("leagues:signup-settings", args=[event.slug])
    rows = {
        f"{name}-{part}_FORMS": number
        for name in ("questions", "fees")
        for part, number in (("TOTAL", 2), ("INITIAL", 0))
    }
    sent = {
        **rows, "is_on": "on", "opens_at": "2025-03-01T10:00", "hold_hours": "48", "currency": "¥",
        "questions-0-text": "Lodging", "questions-0-kind": "choice", "questions-0-options": "a, b",
        "questions-1-kind": "text", "fees-0-name": "Adult", "fees-0-amount": "12,50",
    }  # fmt: skip
    answer = desk.post(page, sent)
    assert answer.status_code == 302
    signup = SignupSettings.objects.get()
    assert signup.opens_at.isoformat() == "2025-03-01T01:00:00+00:00"  # 10:00 in Tokyo
    assert SignupQuestion.objects.get().choices == ["a", "b"]
    assert FeeCategory.objects.get().amount == Decimal("12.50")
    wrong = {**sent, "opens_at": "2025-03-09T10:00", "closes_at": "2025-03-08T10:00"}
    assert list(desk.post(page, wrong).context["form"].errors) == ["closes_at"]


@pytest.mark.parametrize(
    "name", ["registrations", "signup-settings", "registration-door", "registrations-csv"]
)
def test_only_organisers_see_addresses(client, name):
    event = signup_event()
    come(event, "Nowak")
    address = reverse(f"leagues:{name}", args=[event.slug])
    assert client.get(address).status_code == 302
    client.force_login(make_member().user)
    assert client.get(address).status_code == 403
    assert client.post(address).status_code == 403


def test_nobody_but_the_organisers_reads_an_address_on_public_pages(client):
    event = signup_event()
    row = come(event, "Nowak", remarks="vegetarian")
    registrations.confirm(Act(None, at()), row)
    add_guests(event, 1)
    for page in (
        event.get_absolute_url(),
        form_of(event),
        reverse("leagues:event-players", args=[event.slug]),
    ):
        text = client.get(page).content.decode()
        assert "nowak@example.org" not in text
        assert "vegetarian" not in text


def test_the_door_of_the_tournament_says_who_still_owes_the_fee(desk):
    event = signup_event(currency="EUR")
    adults = FeeCategory.objects.create(event=event, name="Adults", amount=Decimal(25))
    rows = [come(event, name, fee=adults) for name in ("Abe", "Bay")]
    desk.post(list_of(event), {"do": "take_in", "rows": [row.pk for row in rows]})
    desk.post(list_of(event), {"do": "paid", "rows": [rows[0].pk]})
    page = desk.get(reverse("leagues:event-door", args=[event.slug]))
    owed = [(line["participant"].name, line["owed"]) for line in page.context["lines"]]
    assert owed == [("Abe", None), ("Bay", 25)]
    assert page.content.decode().count("25 EUR") == 1
