"""Web push: sent to whoever asked for it, encrypted, and to nobody else."""

from __future__ import annotations

import doctest
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone, translation

from goclub.common.backups.restoring import site_restored
from goclub.common.tests.reading import read
from goclub.games.people.services.erasing import erase_name
from goclub.games.people.services.merging import MergeChoice, merge_members
from goclub.members.hooks.services import posting
from goclub.members.models import Letter, PushDevice, PushKey, PushMessage
from goclub.members.notices.queries import NoticeGroup, kinds
from goclub.members.notices.services import choose_mail, read_all, tell
from goclub.members.push import views
from goclub.members.push.services.devices import MOST, add_device
from goclub.members.push.services.keys import check_key, find_key, make_key, public_text
from goclub.members.push.services.sending import PAUSES, REMOVED_AFTER, send_due, take_message
from goclub.members.push.tests.conftest import Browser
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import RuleError
from ratings.tests.builders import refused

KIND = "challenge.made"
SETTINGS = "members:notices-settings"


def tell_of(member, **more):
    return tell(Act(None), member, KIND, url="/challenges/ก/", name="Sato Ken", **more)


def subscribe(member, phone, **changed):
    values = {**phone.subscription, "name": "Firefox", "at": timezone.now(), **changed}
    make_key()
    return add_device(member=member, **values)


@pytest.fixture
def member():
    return make_member("Hanna Virta", language="ja")


def send_later(minutes):
    return send_due(clock=lambda: timezone.now() + timedelta(minutes=minutes))


# --- What arrives ---------------------------------------------------------------------------------
def test_a_notice_arrives_encrypted_in_the_language_of_the_member(service, phone, member):
    subscribe(member, phone)
    notice = tell_of(member)
    call_command("send_mail_queue")
    [(headers, body)] = service.heard
    assert b"Sato" not in body
    assert b"/challenges/" not in body
    with translation.override("ja"):
        sentence = kinds()[KIND].say({"name": "Sato Ken"})
    payload = phone.read(body)
    assert payload["text"] == sentence
    assert payload["text"] in Letter.objects.get().text, "no more than the e-mail says"
    assert (payload["url"], payload["tag"]) == ("/challenges/%E0%B8%81/", f"notice-{notice.pk}")
    assert set(payload) == {"title", "text", "url", "tag", "lang"}
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    scheme, _blank, token = headers["authorization"].partition(" ")
    signed, public = (part.split("=", 1)[1] for part in token.split(","))
    assert scheme == "vapid"
    assert public.strip() == public_text(find_key())
    assert signed.count(".") == 2
    assert not PushMessage.objects.exists()
    assert send_due() == 0


def test_what_is_off_read_old_or_of_a_former_member_is_not_sent(service, phone, member):
    subscribe(member, phone)
    choose_mail(member=member, groups={NoticeGroup.GAMES: "off"})
    tell_of(member)
    assert not PushMessage.objects.exists()
    choose_mail(member=member, groups={NoticeGroup.GAMES: "never"})
    tell_of(member)
    read_all(member=member, at=timezone.now())
    tell_of(member)
    assert send_later(13 * 60) == 0, "no news any more"
    tell_of(member)
    member.user.is_active = False
    member.user.save()
    assert send_due() == 0
    assert service.heard == []
    assert not PushMessage.objects.exists()


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_removed(service, phone, member, status):
    subscribe(member, phone)
    service.status = status
    tell_of(member)
    assert send_due() == 0
    assert not PushDevice.objects.exists()
    assert not PushMessage.objects.exists()


@pytest.mark.parametrize("answer", [500, 301, "drip"])
def test_trouble_is_tried_again_and_holds_nobody_up(service, phone, member, answer, monkeypatch):
    monkeypatch.setattr(posting, "WHOLE", 0.5)
    monkeypatch.setattr(posting, "SILENCE", 0.5)
    device = subscribe(member, phone)
    service.status = answer
    for _number in range(3):
        tell_of(member)
    assert send_due() == 0
    assert len(service.heard) == 1, (
        "the others to this device wait with it; no redirect is followed"
    )
    assert fresh(device).failing_since is not None
    service.status = 201
    assert send_later(2) == 3
    assert fresh(device).failing_since is None


def test_a_device_that_takes_nothing_is_given_up_in_the_end(service, phone, member):
    device = subscribe(member, phone)
    service.status = 500
    tell_of(member)
    for number in range(len(PAUSES) + 1):
        send_later(sum(PAUSES[:number]) + number)
    assert not PushMessage.objects.exists()
    PushDevice.objects.update(failing_since=timezone.now() - REMOVED_AFTER - timedelta(days=1))
    tell_of(member)
    send_due()
    assert not PushDevice.objects.filter(pk=device.pk).exists()


def test_a_name_that_leads_inside_is_not_asked(service, phone, member, monkeypatch):
    """What the endpoint names may have become another machine since the member subscribed."""
    subscribe(member, phone)
    monkeypatch.undo()
    tell_of(member)
    assert send_due() == 0
    assert service.heard == []
    assert not PushDevice.objects.exists()


def test_a_message_that_another_worker_has_is_sent_once_and_a_stranded_one_again(
    service, phone, member
):
    subscribe(member, phone)
    tell_of(member)
    now = timezone.now()
    message = take_message(at=now)
    assert take_message(at=now) is None
    PushMessage.objects.filter(pk=message.pk).update(worker="elsewhere:1:0")
    assert send_due() == 0
    assert service.heard == []
    assert send_later(2 * 60) == 1, "the other worker is no more"


def test_what_was_on_its_way_in_a_backup_is_not_sent_again(service, phone, member):
    subscribe(member, phone)
    tell_of(member)
    site_restored.send(None, at=timezone.now())
    assert send_due() == 0
    assert PushDevice.objects.exists()


# --- Devices --------------------------------------------------------------------------------------
def test_a_browser_is_added_named_listed_and_removed(client, service, phone, member):
    assert not read(as_member(client, member).get(reverse(SETTINGS))).has(".push-devices li")
    assert not PushKey.objects.exists(), "looking makes no key"
    assert client.post(reverse("members:push-key")).json()["key"] == public_text(find_key())
    agent = {"HTTP_USER_AGENT": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0"}
    for _time in range(2):
        answer = client.post(reverse("members:push-add"), phone.subscription, **agent)
        assert answer.status_code == 204
    device = PushDevice.objects.get()
    page = client.get(reverse(SETTINGS))
    assert read(page).texts(".push-devices li b") == ["Firefox · Android"]
    for hidden in (device.endpoint, device.auth, PushKey.objects.get().private):
        assert hidden not in page.text
    address = reverse("members:push-remove", args=[device.pk])
    assert as_member(client, make_member()).post(address).status_code == 404
    assert as_member(client, member).post(address).status_code == 302
    assert not PushDevice.objects.exists()


def test_a_browser_is_of_whoever_used_it_last_and_of_nobody_who_only_knows_its_address(
    service, phone, member
):
    other = make_member()
    subscribe(other, phone)
    stranger = Browser(phone.endpoint)
    with refused(name="no_subscription"):
        subscribe(member, stranger)
    assert PushDevice.objects.get().member == other
    subscribe(member, phone)
    assert PushDevice.objects.get().member == member


@pytest.mark.parametrize(
    "endpoint",
    [
        "", "x", "http://push.example.org/1", "https://127.0.0.1/1", "https://10.0.0.1/1",
        "https://[::1]/", "https://169.254.169.254/latest", "https://push.example.org:8443/",
        "https://user@push.example.org/", "https://push.example.org/" + "a" * 1000,
        "https://inside.example.org:8000/",
    ],
)  # fmt: skip
def test_an_address_that_is_not_on_the_internet_is_refused(client, settings, member, endpoint):
    settings.WEBHOOK_INSIDE = ["inside.example.org:8000"]
    client.force_login(member.user)
    sent = Browser(endpoint).subscription
    assert client.post(reverse("members:push-add"), sent).status_code == 422
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"p256dh": ""}, {"p256dh": "AAAA"}, {"p256dh": "é" * 80}, {"p256dh": "A" * 87},
        {"auth": ""}, {"auth": "A" * 200}, {"auth": "\0"}, {"auth": "!!!!"},
    ],
)  # fmt: skip
def test_keys_that_are_none_are_refused(service, phone, member, changed):
    with pytest.raises(RuleError):
        subscribe(member, phone, **changed)
    assert not PushDevice.objects.exists()


def test_the_oldest_device_goes_when_there_are_too_many(service, phone, member):
    for number in range(MOST + 1):
        at = timezone.now() + timedelta(seconds=number)
        subscribe(member, Browser(f"{phone.endpoint}{number}"), at=at)
    endpoints = set(PushDevice.objects.values_list("endpoint", flat=True))
    assert len(endpoints) == MOST
    assert f"{phone.endpoint}0" not in endpoints


@pytest.mark.parametrize(
    "change",
    [{"SITE_URL": "http://go.example.org"}, {"WEB_PUSH_KEY": "off"}],
    ids=["no https", "switched off"],
)
def test_push_is_not_offered_without_https_or_where_the_club_wants_none(
    client, service, phone, settings, member, change
):
    subscribe(member, phone)
    tell_of(member)
    for name, value in change.items():
        setattr(settings, name, value)
    assert not read(as_member(client, member).get(reverse(SETTINGS))).has(".push-devices")
    for name in ("members:push-key", "members:push-add"):
        assert client.post(reverse(name), phone.subscription).status_code == 404
    assert send_due() == 0
    assert service.heard == []


def test_a_key_of_the_settings_comes_before_that_of_the_database(settings, db):
    key = make_key()
    settings.WEB_PUSH_KEY = "A" * 42 + "E"
    assert public_text(find_key()) != public_text(key)
    assert PushKey.objects.count() == 1
    assert check_key() == []
    settings.WEB_PUSH_KEY = "A" * 43
    assert [fault.id for fault in check_key()] == ["push.E001"]


# --- People who change ----------------------------------------------------------------------------
def test_an_erased_member_has_no_devices_and_nothing_on_its_way(service, phone, member):
    subscribe(member, phone)
    tell_of(member)
    erase_name(Act(member.user, timezone.now()), member)
    assert not PushDevice.objects.exists()
    assert send_due() == 0
    assert service.heard == []


def test_a_merge_keeps_the_devices_of_the_account_that_stays(service, phone, member):
    gone = make_member()
    subscribe(gone, phone)
    kept = subscribe(member, Browser(f"{phone.endpoint}2"))
    merge_members(
        Act(make_member(role="chair").user, timezone.now()),
        member,
        gone=gone,
        reason="one person",
        choice=MergeChoice(login="kept", strength="kept"),
    )
    assert PushDevice.objects.get() == kept
    assert kept.member == member


def test_the_examples_in_the_docstrings():
    assert doctest.testmod(views).failed == 0
