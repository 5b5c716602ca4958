"""Registering, confirming, changing, withdrawing: issue 35, “Registration by anyone”."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest
import time_machine
from django.core.exceptions import PermissionDenied, ValidationError

from goclub.games.models import Standing
from goclub.leagues.models import (
    Absence,
    Event,
    FeeCategory,
    Registration,
    SignupQuestion,
    SignupSettings,
)
from goclub.leagues.signup.queries import position_of, signup_of
from goclub.leagues.signup.services import organising, registrations
from goclub.leagues.signup.services.letters import LASTS, registration_of, token_of
from goclub.leagues.signup.tests.signups import come, register, signup_event, states
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, events, prizes
from goclub.leagues.tournament.services import registration as entries
from goclub.members.models import Letter, Member
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


def take_in(event: Event, *rows: Registration) -> int:
    return organising.take_in(Act(None, at()), event, [row.pk for row in rows])


# --- Registering ----------------------------------------------------------------------------------
def test_a_place_is_held_until_it_is_confirmed():
    event = signup_event(places=2)
    held = register(event)
    assert (held.number, held.state, held.is_confirmed) == (1, "place", False)
    assert held.held_until == at() + timedelta(hours=24)
    assert entries.places_left(event) == 1
    letter = Letter.objects.get()
    assert (letter.to, letter.kind) == ("nowak@example.org", "registration")
    confirmed = registrations.confirm(Act(None, at(5)), held)
    assert (confirmed.state, confirmed.confirmed_at) == ("place", at(5))
    assert entries.places_left(event) == 1


def test_guests_who_registered_get_their_place_by_mail_once():
    event = signup_event()
    ewa, unconfirmed, known = come(event, "Nowak"), register(event, "Lis"), come(event, "Sato")
    organising.link_member(Act(None, at()), known, member=make_member("Sato Ken"))
    take_in(event, ewa, unconfirmed, known)
    add_guests(event, 1)
    play_out(next_round(event))
    closing.close_event(Act(None, at()), event, early=True)
    assert prizes.send_results(Act(None, at()), fresh(event)) == 2  # the member is notified
    letter = Letter.objects.get(key__contains=":results:")
    assert letter.to == "nowak@example.org"
    place = {row.player: row.place for row in load(event).standings(1)}[ewa.number]
    assert f"Your place: {place}." in letter.text
    assert event.get_absolute_url() in letter.text
    with refused(Code.STATE, "mailed_at"):
        prizes.send_results(Act(None, at()), fresh(event))
    organising.delete_old(at() + timedelta(days=200))
    assert not Letter.objects.filter(to=letter.to).exists()


def test_registering_twice_takes_one_place_and_sends_the_mail_again():
    event = signup_event(places=5)
    once, again = register(event), register(event, "NOWAK", email="Nowak@Example.org", minute=1)
    assert once == again
    assert Letter.objects.count() == 2
    namesake = register(event, "Nowak", first_name="Jan")
    assert namesake != once  # a brother with the same address


def test_an_old_link_does_not_register_somebody_a_second_time():
    event, later = signup_event(), 24 * 60 + 1
    withdrawn, lapsed = come(event, "One"), register(event, "Two")
    registrations.withdraw(Act(None, at()), withdrawn)
    for old in (withdrawn, lapsed):
        come(event, old.name, later)
        with refused(Code.STATE, name="registered_since"):
            registrations.confirm(Act(None, at(later)), old)
    assert event.registrations.filter(state="place").count() == 2


def test_nobody_floods_a_mailbox_of_somebody_else():
    event = signup_event()
    for number in range(3):
        register(event, first_name=f"Child {number}")
    with refused(Code.STATE, "email", name="unconfirmed_already"):
        register(event, first_name="One more")
    for _turn in range(5):
        register(event, first_name="Child 1")
    assert Letter.objects.count() == 3
    for row in event.registrations.all():
        registrations.confirm(Act(None, at()), row)
    assert register(event, first_name="One more").number == 4


@pytest.mark.parametrize(
    ("settings", "minute", "reason"),
    [
        ({"opens_at": at(10)}, 9, "not_open_yet"),
        ({"opens_at": at(10)}, 10, ""),
        ({"closes_at": at(10)}, 9, ""),
        ({"closes_at": at(10)}, 10, "registration_closed"),
        ({"is_on": False}, 0, "registration_off"),
    ],
)
def test_registration_has_its_hours(settings, minute, reason):
    event = signup_event(**settings)
    if not reason:
        assert register(event, minute=minute).pk
        return
    with refused(Code.STATE, name=reason):
        register(event, minute=minute)


def test_nobody_registers_once_the_tournament_runs():
    event = signup_event()
    held = register(event)
    add_guests(event, 2)
    next_round(event)
    with refused(Code.STATE, name="registration_closed"):
        register(event, "Late")
    for step in (registrations.withdraw, registrations.change):
        confirmed = registrations.confirm(Act(None, at()), held)
        with refused(Code.STATE, name="has_begun"):
            step(Act(None, at()), confirmed)


@pytest.mark.parametrize(("column", "number"), [("egf_pin", "12"), ("ffg_licence", "x")])
def test_a_number_of_a_federation_is_checked(column, number):
    with refused(Code.TYPE, column, value=number):
        register(signup_event(), **{column: number})


def test_what_they_were_told_is_what_they_owe():
    event = signup_event(currency="EUR")
    fee = FeeCategory.objects.create(event=event, name="Junior", amount=Decimal("12.50"))
    row = register(event, fee=fee)
    FeeCategory.objects.update(amount=20)
    assert fresh(row).owed == Decimal("12.50")


# --- The waiting list -----------------------------------------------------------------------------
def test_the_waiting_list_moves_up_in_its_order_with_a_mail():
    event = signup_event(places=2)
    first = come(event, "One")
    for name in ("Two", "Three", "Four"):
        come(event, name)
    three, four = event.registrations.filter(state="waiting").order_by("number")
    assert [position_of(row) for row in (three, four, first)] == [1, 2, 0]
    Letter.objects.all().delete()
    registrations.withdraw(Act(None, at(9)), first)
    assert states(event) == {
        "One": "withdrawn", "Two": "place", "Three": "place", "Four": "waiting",
    }  # fmt: skip
    assert [letter.to for letter in Letter.objects.all()] == ["three@example.org"]
    assert position_of(fresh(four)) == 1


def test_more_places_an_entry_that_leaves_and_a_lapsed_one_let_people_move_up():
    event = signup_event(places=1)
    (guest,) = add_guests(event, 1)
    for name in ("One", "Two"):
        come(event, name)
    register(event, "Three", minute=1)
    come(event, "Four")
    organiser = Act(make_organiser("Bob").user, at())
    assert set(states(event).values()) == {"waiting"}
    events.edit_event(organiser, event, changes={"places": 2})
    assert states(event)["One"] == "place"
    entries.remove_entry(organiser, guest)
    assert states(event)["Two"] == "place"
    events.edit_event(organiser, fresh(event), changes={"places": 3})
    assert (states(event)["Three"], states(event)["Four"]) == ("place", "waiting")
    assert organising.settle_all(at(24 * 60)) == 0
    assert states(event)["Three"] == "place"
    organising.settle_all(at(24 * 60 + 1))
    assert (states(event)["Three"], states(event)["Four"]) == ("expired", "place")


def test_who_was_too_late_or_withdrew_goes_to_the_end_of_the_order():
    event = signup_event(places=1)
    late = register(event, "Late")
    come(event, "Next", minute=1)
    back = registrations.confirm(Act(None, at(24 * 60)), late)
    assert (back.state, back.number, states(event)["Next"]) == ("waiting", 3, "place")
    gone = registrations.withdraw(Act(None, at(24 * 60)), back)
    again = registrations.confirm(Act(None, at(24 * 60)), gone)
    assert (again.state, again.number) == ("waiting", 4)


# --- Becoming a player ----------------------------------------------------------------------------
def test_organisers_take_people_in_with_their_absences_and_beyond_the_places():
    event = signup_event(places=1)
    one, two = come(event, "One", absent=[1, 3, 9]), come(event, "Two", other_name="二")
    assert take_in(event, one, two) == 2
    entry = event.participants.get(name="One")
    assert (entry.first_name, entry.rank, entry.club, entry.country) == ("Ewa", -3, "Kraków", "PL")
    assert list(Absence.objects.values_list("number", flat=True)) == [1, 3]
    assert event.participants.get(name="Two").display_name == "二"
    assert set(states(event).values()) == {"entered"}
    assert take_in(event, one) == 0


@pytest.mark.parametrize(
    ("first_name", "name", "shown"),
    [("Ewa", "Nowak", "E. N."), ("", "สมชาย", "ส."), ("健", "佐藤", "佐. 健.")],
)
def test_without_consent_only_initials_are_shown(first_name, name, shown):
    event = signup_event()
    row = come(
        event, name, first_name=first_name, consent=False, email="a@example.org", egf_pin="12345678"
    )
    take_in(event, row)
    entry = event.participants.get()
    assert (entry.display_name, entry.club, entry.egf_pin) == (shown, "", "")


def test_a_player_withdraws_by_the_link_and_comes_back():
    event = signup_event(places=1)
    row = come(event, "One")
    come(event, "Two")
    take_in(event, row)
    registrations.withdraw(Act(None, at()), fresh(row))
    assert not event.participants.exists()
    assert states(event) == {"One": "withdrawn", "Two": "place"}


def test_an_entry_that_organisers_withdraw_or_bring_back_is_followed():
    event, organiser = signup_event(), Act(make_organiser("Bob").user, at())
    row = come(event, "One")
    take_in(event, row)
    entry = event.participants.get()
    entries.withdraw(organiser, entry)
    assert states(event) == {"One": "withdrawn"}
    entries.bring_back(organiser, entry)
    assert states(event) == {"One": "entered"}


def test_what_people_change_shows_in_their_entry_but_not_the_rank():
    event = signup_event()
    row = come(event, "One")
    take_in(event, row)
    registrations.change(
        Act(None, at()), fresh(row), first_name="Eve", rank=5, absent=[2], consent=True
    )
    entry = event.participants.get()
    assert (entry.display_name, entry.rank) == ("Eve One", -3)
    assert Absence.objects.get().number == 2
    registrations.change(Act(None, at()), fresh(row), consent=False)
    assert event.participants.get().display_name == "E. O."


# --- Members --------------------------------------------------------------------------------------
def register_self(event: Event, member: Member, **more):
    columns = {"absent": [], "fee": None, "remarks": "", "answers": {}, **more}
    return registrations.register_self(Act(member.user, at()), event, **columns)


def test_members_meet_the_same_places_and_the_same_waiting_list():
    event = signup_event(places=1)
    guest = come(event, "Guest")
    first, second = make_member(rank="3d"), make_member(rank="1k")
    assert register_self(event, first).state == "waiting"
    come(event, "Other")
    assert register_self(event, second).state == "waiting"
    registrations.withdraw(Act(None, at()), guest)
    entry = event.participants.get()
    assert (entry.member, entry.rank) == (first, 2)
    assert event.registrations.waiting().values_list("name", flat=True)[0] == "Other"
    with refused(Code.DUPLICATE, "member", reason="tournament.entered_already"):
        register_self(event, first)


def test_no_member_waits_for_a_place_in_a_test():
    event, member = signup_event(places=1), make_member(rank="3d")
    waiting = [come(event, name) for name in ("One", "Two")][1]
    Event.objects.filter(pk=event.pk).update(is_test=True, for_ledger=False)
    with refused(Code.STATE, "member", reason="only_invented"):
        register_self(event, member)
    with refused(Code.STATE, "member", reason="only_invented"):
        organising.link_member(Act(None, at()), waiting, member=member)


def test_a_member_without_a_rank_says_one():
    event, member = signup_event(), make_member()
    Standing.objects.all().delete()
    with refused(Code.MISSING, "rank"):
        register_self(event, member)
    assert register_self(event, member, rank=-20).participant.rank == -20


def test_a_member_who_leaves_the_list_of_players_may_register_again():
    event, member = signup_event(), make_member(rank="3d")
    register_self(event, member)
    entries.remove_entry(Act(member.user, at()), event.participants.get())
    assert event.registrations.get().state == "withdrawn"
    assert register_self(event, member, remarks="again").state == "entered"
    assert event.registrations.get().remarks == "again"


def test_an_organiser_says_which_member_a_guest_is():
    event, member = signup_event(), make_member("Ewa Nowak", rank="3d")
    row = come(event, "Nowak")
    linked = organising.link_member(Act(None, at()), row, member=member)
    take_in(event, linked)
    entry = event.participants.get()
    assert (entry.member, entry.rank, entry.rank_source) == (member, -3, "registration")
    with refused(Code.DUPLICATE, "member", reason="tournament.entered_already"):
        organising.link_member(Act(None, at()), come(event, "Nova"), member=member)


# --- Organisers -----------------------------------------------------------------------------------
def test_declining_writes_to_those_who_confirmed_and_frees_the_place():
    event = signup_event(places=1)
    row = come(event, "One")
    come(event, "Two")
    Letter.objects.all().delete()
    organising.decline(Act(None, at()), event, [row.pk], reason="for members of the league only")
    assert states(event) == {"One": "declined", "Two": "place"}
    declined = Letter.objects.get(to="one@example.org")
    assert "for members of the league only" in declined.text
    with refused(Code.STATE, name="declined"):
        registrations.confirm(Act(None, at()), row)
    assert register(event, "One", minute=1) == row
    assert Letter.objects.filter(to="one@example.org").count() == 2
    assert states(event) == {"One": "declined", "Two": "place"}


def test_a_member_who_was_declined_does_not_enter_again():
    event, member = signup_event(), make_member(rank="3d")
    row = register_self(event, member)
    entries.remove_entry(Act(None, at()), event.participants.get())
    Registration.objects.filter(pk=row.pk).update(state="declined")
    with refused(Code.STATE, name="declined"):
        register_self(event, member)
    assert not event.participants.exists()


def test_a_choice_has_answers_to_choose_from():
    question = SignupQuestion(event=signup_event(), text="Lunch", kind="choice", options=" , ")
    with pytest.raises(ValidationError) as error:
        question.full_clean()
    assert list(error.value.message_dict) == ["options"]


def test_payments_are_ticked_and_undone():
    event, organiser = signup_event(), make_organiser("Bob")
    fee = FeeCategory.objects.create(event=event, name="Adult", amount=25)
    row, free = come(event, "One", fee=fee), come(event, "Two")
    act = Act(organiser.user, at(7))
    assert organising.mark_paid(act, event, [row.pk, free.pk]) == 1
    assert organising.mark_paid(act, event, [row.pk]) == 0
    assert (fresh(row).paid_at, fresh(row).paid_by) == (at(7), organiser.user)
    assert organising.mark_unpaid(act, event, [row.pk]) == 1
    assert fresh(row).paid_at is None


@pytest.mark.parametrize(
    "step", [organising.take_in, organising.decline, organising.mark_paid, organising.delete_rows]
)
def test_only_organisers_decide(step):
    event = signup_event()
    row = come(event, "One")
    with pytest.raises(PermissionDenied):
        step(Act(make_member().user, at()), event, [row.pk])
    with pytest.raises(PermissionDenied):
        organising.save_signup(Act(make_member().user, at()), signup_of(event))
    assert fresh(row).state == "place"


def test_registration_does_not_close_before_it_opens():
    event = signup_event()
    signup = signup_of(event)
    signup.opens_at, signup.closes_at = at(5), at(5)
    with pytest.raises(ValidationError) as error:
        organising.save_signup(Act(None, at()), signup)
    assert list(error.value.message_dict) == ["closes_at"]
    assert SignupSettings.objects.get().closes_at is None


# --- Links and what is kept -----------------------------------------------------------------------
def test_a_link_is_signed_and_expires():
    row = register(signup_event())
    token = token_of(row)
    assert registration_of(token) == row
    for damaged in (token[:-1], token + "x", "", "1:2:3", "x" * 5000):
        with refused(Code.FORBIDDEN, name="no_link"):
            registration_of(damaged)
    with time_machine.travel(at() + 3 * LASTS, tick=False):
        later = token_of(row)
    with time_machine.travel(at() + 5 * LASTS, tick=False), refused(name="old_link"):
        registration_of(later)
    Registration.objects.all().delete()
    with refused(Code.STATE, name="link_to_nothing"):
        registration_of(token)


def test_registrations_and_their_mails_are_deleted_after_the_event(settings):
    settings.SIGNUP_KEEP_DAYS = 30
    event = signup_event()
    row = come(event, "One")
    take_in(event, row)
    assert organising.settle_all(at(29 * 24 * 60)) == 0
    assert organising.settle_all(at(30 * 24 * 60)) == 1
    assert not Registration.objects.exists()
    assert not Letter.objects.filter(to="one@example.org").exists()
    assert event.participants.count() == 1


def test_only_what_is_over_is_deleted_by_hand():
    event = signup_event()
    stays, goes = come(event, "One"), come(event, "Two")
    registrations.withdraw(Act(None, at()), goes)
    assert organising.delete_rows(Act(None, at()), event, [stays.pk, goes.pk]) == 1
    assert states(event) == {"One": "place"}
