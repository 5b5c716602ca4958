"""The second step of signing in: asked of whoever has a factor, and not to be gone around."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib import admin
from django.contrib.sessions.models import Session
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from goclub.common.tests.reading import read, told
from goclub.members.models import ClubSettings, Letter, Notice, ProgramKey, User, Webhook
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.signing.queries import FACTORS as FACTOR_MODELS
from goclub.members.signing.services import CODES, accept_code, renew_codes, tell_of_change
from goclub.members.tests.factories import PASSWORD, as_member, make_member, signed_in

KEY = "3132333435363738393031323334353637383930"
NOW = datetime(2026, 11, 27, 12, 0, 10, tzinfo=UTC)
SECOND, FACTORS, APP = "members:second-factor", "members:factors", "members:factor-app"


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as moving:
        yield moving


def code_now(key: str = KEY) -> str:
    return f"{totp(bytes.fromhex(key)):06}"


def wrong_code() -> str:
    """A code that no neighbouring moment has either."""
    near = {f"{totp(bytes.fromhex(KEY), drift=drift):06}" for drift in range(-3, 4)}
    return next(f"{n:06}" for n in range(10) if f"{n:06}" not in near)


def with_app(role: str = MEMBER):
    """A member with an authenticator app."""
    member = make_member(role=role, password=True)
    TOTPDevice.objects.create(user=member.user, key=KEY, name="", confirmed=True)
    return member


def give_password(client, member, then: str = ""):
    form = {"username": member.user.username, "password": PASSWORD, "next": then}
    return client.post(reverse("members:sign-in"), form)


def give_code(client, code: str, then: str = ""):
    return client.post(reverse(SECOND), {"code": code, "next": then})


def is_inside(client) -> bool:
    return client.get(reverse("members:me")).status_code == 200


# --- Asked after the password ---------------------------------------------------------------------
def test_whoever_confirmed_no_factor_signs_in_as_ever(client):
    member = make_member(password=True)
    TOTPDevice.objects.create(user=member.user, key=KEY, name="", confirmed=False)
    assert give_password(client, member).url == reverse("home")
    assert is_inside(client)


@pytest.mark.parametrize("role", [MEMBER, ORGANISER, SECRETARY, CHAIR])
def test_the_password_alone_lets_nobody_in_who_has_a_factor(client, clock, role):
    member = with_app(role)
    assert give_password(client, member, "/desk/").url == f"{reverse(SECOND)}?next=%2Fdesk%2F"
    for address in ("/desk/", "/office/", "/me/", "/me/second-factor/", "/me/password/"):
        assert client.get(address).status_code == 302, address
        assert "/sign-in/" in client.get(address, follow=True).redirect_chain[-1][0], address
    assert member.user.username not in client.get("/").content.decode()
    assert give_code(client, code_now(), "/desk/").url == "/desk/"
    assert is_inside(client)


def test_the_next_page_is_one_of_ours(client, clock):
    give_password(client, with_app(), "//evil.example/")
    assert give_code(client, code_now(), "https://evil.example/").url == reverse("home")


def test_a_code_is_good_once_and_for_a_minute(client, clock):
    member = with_app()
    give_password(client, member)
    used = code_now()
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in used)
    give_code(client, f" {wide[:3]} {wide[3:]}")  # as people type it
    assert is_inside(client)
    client.post(reverse("members:sign-out"))
    give_password(client, member)
    assert give_code(client, used).status_code == 422
    clock.shift(timedelta(minutes=3))
    assert give_code(client, used).status_code == 422
    assert not is_inside(client)


def test_a_phone_whose_clock_was_ahead_and_is_set_right_is_not_locked_out(client, clock):
    member = with_app()
    give_password(client, member)
    give_code(client, f"{totp(bytes.fromhex(KEY), drift=1):06}")
    assert is_inside(client)
    client.post(reverse("members:sign-out"))
    give_password(client, member)
    assert give_code(client, f"{totp(bytes.fromhex(KEY), drift=2):06}").status_code == 422
    clock.shift(timedelta(minutes=3))
    assert give_code(client, code_now()).status_code == 302
    assert TOTPDevice.objects.get().drift == 0


@pytest.mark.parametrize(
    "typed", ["", "12345", "1234567", "１２３４５６", "1_2345", "-12345", "x" * 20, "\0"]
)
def test_whatever_is_typed_is_refused_in_words(client, clock, typed):
    give_password(client, with_app())
    assert give_code(client, typed).status_code == 422
    assert not is_inside(client)


def test_nobody_comes_to_the_second_step_without_the_first(client, clock):
    with_app()
    assert client.get(reverse(SECOND)).url == reverse("members:sign-in")
    assert give_code(client, code_now()).url == reverse("members:sign-in")
    for name in ("members:passkey-begin", "members:passkey"):
        assert client.post(reverse(name), {}, content_type="application/json").status_code == 403


def test_the_second_step_holds_ten_minutes_and_one_password(client, clock):
    member = with_app()
    give_password(client, member)
    clock.shift(timedelta(minutes=11))
    assert give_code(client, code_now()).url == reverse("members:sign-in")
    give_password(client, member)
    member.user.set_password("another-password-1")
    member.user.save()
    assert give_code(client, code_now()).url == reverse("members:sign-in")
    assert not is_inside(client)


def test_another_persons_code_is_none(client, clock):
    TOTPDevice.objects.create(user=make_member().user, key="41" * 20, name="", confirmed=True)
    give_password(client, with_app())
    assert give_code(client, code_now("41" * 20)).status_code == 422


# --- Guessing -------------------------------------------------------------------------------------
def test_each_wrong_code_makes_the_next_wait_longer_also_in_another_browser(client, clock):
    member = with_app()
    other = Client()
    give_password(client, member)
    give_password(other, member)
    wrong = wrong_code()
    assert give_code(client, wrong).status_code == 422
    answer = give_code(other, code_now())
    assert answer.status_code == 422  # the right one, a moment too early
    assert "try again in" in read(answer).one("main").text.lower()
    clock.shift(timedelta(seconds=2))
    assert give_code(client, wrong).status_code == 422
    clock.shift(timedelta(seconds=1))
    assert give_code(other, code_now()).status_code == 422  # two seconds now
    clock.shift(timedelta(seconds=2))
    assert give_code(other, code_now()).status_code == 302


def test_five_wrong_codes_ask_for_the_password_again(client, clock):
    give_password(client, with_app())
    for _try in range(4):
        assert give_code(client, wrong_code()).status_code == 422
        clock.shift(timedelta(seconds=20))
    assert give_code(client, wrong_code()).url == reverse("members:sign-in")
    clock.shift(timedelta(minutes=2))
    assert give_code(client, code_now()).url == reverse("members:sign-in")


def test_codes_are_limited_by_sender(client, clock, settings):
    settings.LIMITS = settings.LIMITS | {"second_factor": "3/h"}
    give_password(client, with_app())
    assert [give_code(client, wrong_code()).status_code for _try in range(4)][-1] == 429


# --- Around it ------------------------------------------------------------------------------------
def test_a_new_password_by_mail_does_not_go_around_the_second_factor(client, clock):
    member = with_app()
    client.post(reverse("members:password-reset"), {"email": member.user.email})
    page = client.get(re.search(r"/password/\S+", Letter.objects.latest("pk").text)[0])
    new = "a-goban-of-kaya"
    client.post(page.url, {"new_password1": new, "new_password2": new})
    assert not is_inside(client)
    form = {"username": member.user.username, "password": new}
    assert client.post(reverse("members:sign-in"), form).url == reverse(SECOND)
    assert not is_inside(client)


def test_a_session_that_was_open_before_the_factor_was_added_ends(client, clock):
    member = make_member(password=True)
    other = Client()
    give_password(client, member)
    give_password(other, member)
    add_app(client)
    assert is_inside(client)
    assert not is_inside(other)


# --- Adding an app --------------------------------------------------------------------------------
def add_app(client):
    """Add an app through the page; the answer to the right code."""
    page = client.get(reverse(APP))
    _pk, key = signing.loads(page.context["key"], salt="members.second-factor.app")
    sent = {"key": page.context["key"], "code": code_now(key)}
    return client.post(reverse(APP), sent, follow=True)


def test_an_app_is_added_by_its_first_code_and_codes_are_shown_once(client, clock):
    member = signed_in(client)
    page = client.get(reverse(APP))
    assert not TOTPDevice.objects.exists()  # looking writes nothing
    wrong = client.post(reverse(APP), {"key": page.context["key"], "code": wrong_code()})
    assert wrong.status_code == 422
    assert wrong.context["secret"] == page.context["secret"]  # scanned already
    codes = add_app(client).context["codes"]
    assert len(set(codes)) == CODES == StaticToken.objects.count()
    assert TOTPDevice.objects.get().confirmed
    assert is_inside(client)
    again = client.get(reverse(FACTORS)).content.decode()
    assert not any(code in again for code in codes)
    assert "authenticator app was added" in Letter.objects.get(kind="security").text
    assert Notice.objects.filter(member=member, kind="account.changed").exists()


def test_the_same_form_sent_twice_adds_one_app(client, clock):
    signed_in(client)
    page = client.get(reverse(APP))
    _pk, key = signing.loads(page.context["key"], salt="members.second-factor.app")
    sent = {"key": page.context["key"], "code": code_now(key)}
    for _time in range(2):
        client.post(reverse(APP), sent)
    assert client.post(reverse(APP), {**sent, "code": wrong_code()}).status_code == 422
    assert TOTPDevice.objects.count() == 1
    assert Letter.objects.filter(kind="security").count() == 1


def test_a_secret_that_was_shown_to_another_or_long_ago_adds_nothing(client, clock):
    first, second = make_member(), make_member()
    key = as_member(client, first).get(reverse(APP)).context["key"]
    _pk, secret = signing.loads(key, salt="members.second-factor.app")
    client.force_login(second.user)
    assert client.post(reverse(APP), {"key": key, "code": code_now(secret)}).status_code == 422
    clock.shift(timedelta(hours=2))
    client.force_login(first.user)
    assert client.post(reverse(APP), {"key": key, "code": code_now(secret)}).status_code == 422
    for odd in ("", "x", "\0", signing.dumps("x", salt="members.second-factor.app")):
        assert client.post(reverse(APP), {"key": odd, "code": "123456"}).status_code == 422
    assert not TOTPDevice.objects.exists()


# --- Recovery codes -------------------------------------------------------------------------------
def test_a_recovery_code_signs_in_once_and_its_owner_is_told(client, clock):
    member = with_app()
    code = renew_codes(user=member.user, at=NOW, tells=False)[0]
    give_password(client, member)
    assert give_code(client, f"{code[:4]}-{code[4:]}".upper()).status_code == 302
    page = client.get("/")
    assert any("9 are left" in text for text in told(page, "warning"))
    assert read(page).has('.notice.warning use[href$="#warn"]')
    assert "recovery code was used" in Letter.objects.get(kind="security").text
    client.post(reverse("members:sign-out"))
    give_password(client, member)
    assert give_code(client, code).status_code == 422
    assert StaticToken.objects.count() == CODES - 1


def test_new_codes_need_the_password_and_end_the_old_ones(client, clock):
    member = with_app()
    (old, *_others) = renew_codes(user=member.user, at=NOW, tells=False)
    give_password(client, member)
    give_code(client, code_now())
    address = reverse("members:factor-codes")
    assert client.post(address, {"password": "wrong"}).status_code == 422
    assert client.post(address, {"password": PASSWORD}).url == address  # no others on a reload
    fresh = client.get(address).context["codes"]
    assert "codes" not in client.get(address).context
    assert len(fresh) == CODES == StaticToken.objects.count()
    assert "recovery codes" in Letter.objects.get(kind="security").text
    assert accept_code(user=member.user, typed=fresh[0], at=NOW) is not None
    assert accept_code(user=member.user, typed=old, at=NOW) is None


def test_who_reads_the_database_reads_no_recovery_code(client, clock):
    member, other = with_app(), make_member()
    codes = set(renew_codes(user=member.user, at=NOW, tells=False))
    kept = set(StaticToken.objects.values_list("token", flat=True))
    assert len(kept) == CODES
    assert not any(code[:8] in token for code in codes for token in kept)
    give_password(client, member)
    assert give_code(client, kept.pop()).status_code == 422
    assert accept_code(user=other.user, typed=codes.pop(), at=NOW) is None


def test_whoever_has_no_factor_gets_no_codes(client):
    client.force_login(make_member(password=True).user)
    assert client.post(reverse("members:factor-codes"), {"password": PASSWORD}).status_code == 302
    assert not StaticToken.objects.exists()


# --- Removing -------------------------------------------------------------------------------------
def test_a_factor_is_removed_by_its_owner_with_the_password(client, clock):
    member = with_app()
    renew_codes(user=member.user, at=NOW, tells=False)
    address = reverse("members:factor-remove", args=["app", TOTPDevice.objects.get().pk])
    signed_in(client, password=True)
    assert client.post(address, {"password": PASSWORD}).status_code == 404
    client.post(reverse("members:sign-out"))
    give_password(client, member)
    give_code(client, code_now())
    assert client.post(address, {"password": "wrong"}).status_code == 422
    assert client.post(address, {"password": PASSWORD}).url == reverse(FACTORS)
    assert not TOTPDevice.objects.exists()
    assert not StaticToken.objects.exists()
    assert "removed" in Letter.objects.get(kind="security").text
    assert is_inside(client)


def test_the_session_goes_on_by_the_factor_that_is_left(client, clock):
    member = with_app()
    give_password(client, member)
    give_code(client, code_now())
    TOTPDevice.objects.create(user=member.user, key="41" * 20, name="", confirmed=True)
    first = TOTPDevice.objects.earliest("pk")
    client.post(reverse("members:factor-remove", args=["app", first.pk]), {"password": PASSWORD})
    assert is_inside(client)


# --- Demanded -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("setting", "role", "is_led"),
    [
        ("", CHAIR, False),
        ("office", MEMBER, False),
        ("office", ORGANISER, False),
        ("office", SECRETARY, True),
        ("office", CHAIR, True),
        ("staff", MEMBER, False),
        ("staff", ORGANISER, True),
        ("staff", SECRETARY, True),
        ("staff", CHAIR, True),
    ],
)
def test_who_must_have_a_factor_is_led_to_set_one_up(client, clock, setting, role, is_led):
    ClubSettings.objects.update_or_create(pk=1, defaults={"second_factor_for": setting})
    give_password(client, make_member(role=role, password=True))
    for address in ("/desk/", "/office/", "/members/", "/no/such/page/"):
        answer = client.get(address)
        led = answer.status_code == 302 and answer.url == reverse(FACTORS)
        assert led is is_led, address
    assert client.get(reverse(FACTORS)).status_code == 200
    if is_led:
        add_app(client)
        assert client.get("/desk/").status_code == 200
        client.post(reverse("members:sign-out"))
        assert client.get("/").status_code == 200


def test_an_account_of_the_command_line_must_have_one_as_well(client):
    ClubSettings.objects.update_or_create(pk=1, defaults={"second_factor_for": "office"})
    client.force_login(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    assert client.get("/office/").url == reverse(FACTORS)


# --- Every change is told -------------------------------------------------------------------------
def test_a_changed_password_is_told_whichever_way_it_was_changed(client):
    member = make_member(password=True)
    assert not Letter.objects.filter(kind="security").exists()  # the first one is no change
    give_password(client, member)
    new = "a-goban-of-kaya"
    form = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    client.post(reverse("members:password"), form)
    assert Letter.objects.filter(kind="security", to=member.user.email).count() == 1
    client.post(reverse("members:password-reset"), {"email": member.user.email})
    page = client.get(re.search(r"/password/\S+", Letter.objects.get(kind="password").text)[0])
    client.post(page.url, {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert Letter.objects.filter(kind="security", to=member.user.email).count() == 2
    user = User.objects.get(pk=member.user.pk)
    user.set_password("by-the-command-line-1")
    user.save()
    assert Letter.objects.filter(kind="security", to=member.user.email).count() == 3


def test_letters_for_a_new_password_are_limited_by_account(client):
    member = make_member(password=True)
    for number in range(6):
        sender = {"REMOTE_ADDR": f"10.0.0.{number}"}
        client.post(reverse("members:password-reset"), {"email": member.user.email}, **sender)
    assert Letter.objects.filter(kind="password").count() == 3
    later = timezone.now() + timedelta(minutes=61)
    with time_machine.travel(later):
        client.post(reverse("members:password-reset"), {"email": member.user.email})
    assert Letter.objects.filter(kind="password").count() == 4


def test_the_office_shows_nobodys_secrets(client):
    member = with_app(CHAIR)
    client.force_login(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    assert "otp" not in client.get("/office/").content.decode().lower()
    secrets = {*FACTOR_MODELS.values(), StaticDevice, StaticToken, Session, ProgramKey, Webhook}
    assert secrets.isdisjoint(admin.site._registry)
    device = TOTPDevice.objects.get(user=member.user)
    assert client.get(f"/office/otp_totp/totpdevice/{device.pk}/change/").status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        "password",
        "app_added",
        "passkey_added",
        "factor_removed",
        "codes_renewed",
        "code_used",
        "reset",
    ],
)
def test_every_change_has_words_in_its_letter(change):
    tell_of_change(user=make_member().user, change=change, at=NOW)
    first = Letter.objects.get(kind="security").text.partition("\n\n")[0]
    assert len(first) > 20
    assert "If that was not you" not in first
