"""The worker of the webhooks against a real server: signed, once, again, given up, switched off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from goclub.common.background import STRANDED
from goclub.members.hooks.services import posting, sending
from goclub.members.hooks.services.keeping import (
    announce,
    change_hook,
    delete_hook,
    discard_messages,
    resend_messages,
    send_test,
    switch_hook,
)
from goclub.members.hooks.services.sending import (
    GIVE_UP,
    KEPT,
    OFF_AFTER,
    PAUSES,
    look_after,
    send_delivery,
    send_due,
    take_delivery,
)
from goclub.members.hooks.tests.conftest import enter
from goclub.members.models import Delivery, HookKind, Letter, Notice, Webhook
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError

State = Delivery.State


def write(hook, **more):
    return send_test(Act(None, more.pop("at", timezone.now())), hook)


PAGE = Path(settings.BASE_DIR) / "docs/programs.md"


def example():
    """The program that the documentation shows."""
    found: dict[str, object] = {}
    exec(PAGE.read_text().split("```python\n")[1].split("```")[0], found)
    return found["is_from_the_club"]


verified = example()


@pytest.mark.usefixtures("founded")
def test_a_message_arrives_once_and_signed(hook, receiver):
    delivery = write(hook)
    assert send_due() == 1
    assert send_due() == 0
    ((headers, body),) = receiver.heard
    assert verified(hook.secret, headers, body)
    assert not verified(hook.secret, headers | {"webhook-timestamp": "1614265330"}, body)
    assert not verified(hook.secret, headers, body + b" ")
    assert not verified(posting.new_secret(), headers, body)
    assert headers["webhook-id"] == f"msg_{delivery.key.hex}"
    assert headers["content-type"] == "application/json"
    told = json.loads(body)
    assert (told["type"], told["data"]) == ("test", {"club": "Hoshi Go Club"})
    assert (fresh(delivery).state, delivery.tries, delivery.status) == (State.SENT, 1, 204)


def test_the_command_sends_it_beside_the_letters(hook, receiver, settings):
    write(hook)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 5
    make_member("Chair", role="chair")
    Letter.objects.create(to="a@example.org", subject="x", text="x", language="en", kind="test")
    call_command("send_mail_queue")
    assert len(receiver.heard) == 1


@pytest.mark.parametrize(
    ("status", "trouble", "kept"),
    [
        (301, "redirects", 301),
        (307, "redirects", 307),
        (400, "answered", 400),
        (500, "answered", 500),
        ("never", "silent", None),
        ("drip", "silent", None),
    ],
)
def test_what_was_not_taken_waits_and_keeps_its_name(
    hook, receiver, monkeypatch, status, trouble, kept
):
    monkeypatch.setattr(posting, "SILENCE", 0.6)
    monkeypatch.setattr(posting, "WHOLE", 1.2)
    receiver.status = status
    delivery = write(hook)
    at = timezone.now()
    assert send_due(clock=lambda: at) == 0
    assert (fresh(delivery).state, delivery.trouble, delivery.status) == (
        State.WAITING,
        trouble,
        kept,
    )
    assert delivery.next_try_at == at + timedelta(minutes=PAUSES[0])
    receiver.status = 200
    assert send_due(clock=lambda: at) == 0
    assert send_due(clock=lambda: delivery.next_try_at) == 1
    first, second = receiver.heard
    assert (first[0]["webhook-id"], first[1]) == (second[0]["webhook-id"], second[1])
    assert (fresh(hook).failures, hook.failing_since, hook.rests_until) == (0, None, None)


def test_an_answer_without_end_is_not_read(hook, receiver):
    receiver.status = "endless"
    write(hook)
    begin = time.monotonic()
    assert send_due() == 1
    assert time.monotonic() - begin < posting.SILENCE


def test_a_certificate_that_nobody_knows_is_refused(hook, receiver, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    delivery = write(hook)
    assert send_due() == 0
    assert fresh(delivery).trouble == "certificate"
    assert receiver.heard == []


def test_eight_tries_in_a_day_and_then_it_is_given_up(hook, receiver):
    receiver.status = 500
    delivery = write(hook)
    at = delivery.next_try_at
    while delivery.state != State.FAILED:
        send_due(clock=lambda now=at: now)
        at = max(fresh(delivery).next_try_at, fresh(hook).rests_until)
    assert delivery.tries == len(receiver.heard) == 8
    assert timedelta(hours=20) < delivery.changed_at - delivery.written_at < GIVE_UP
    assert len({headers["webhook-id"] for headers, _body in receiver.heard}) == 1
    assert hook.off == ""
    chair = make_member("Chair", role="chair").user
    assert resend_messages(Act(chair, at), [delivery.pk]) == 1
    assert resend_messages(Act(chair, at), [delivery.pk]) == 0
    receiver.status = 200
    assert send_due(clock=lambda: at) == 1


def test_a_webhook_that_takes_nothing_holds_nobody_up(hook, receiver):
    """A thousand messages to one that is away: one try, and the others go out."""
    receiver.status = 500
    other = enter(receiver, name="Other")
    at = timezone.now()
    values = {"at": at, "next_try_at": at, "written_at": at, "kind": HookKind.TEST}
    Delivery.objects.bulk_create(Delivery(hook=hook, **values) for _number in range(1000))
    write(other, at=at)
    send_due(clock=lambda: at)
    assert len(receiver.heard) == 2
    assert Delivery.objects.filter(state=State.WAITING, tries=0).count() == 999
    later = at + GIVE_UP + timedelta(minutes=1)
    send_due(clock=lambda: later)
    tests = Delivery.objects.filter(kind="test")
    assert set(tests.values_list("state", flat=True)) == {State.FAILED}


def test_after_days_it_is_switched_off_and_the_chair_hears(hook, receiver):
    chair = make_member("Chair", role="chair")
    receiver.status = 500
    at = timezone.now()
    ends = at + OFF_AFTER + timedelta(days=1)
    while at < ends and not hook.off:
        write(hook, at=at)
        send_due(clock=lambda now=at: now)
        hook.refresh_from_db()
        at += timedelta(hours=6)
    assert hook.off == Webhook.Off.FAILING
    assert Notice.objects.get(member=chair).kind == "hook.off"
    assert not hook.deliveries.filter(state=State.WAITING).exists()
    with pytest.raises(RuleError):
        write(hook)
    assert announce(HookKind.CONFIRMED, [(1, {})], at=timezone.now()) == 0
    switch_hook(Act(None, at), hook, on=True)
    receiver.status = 204
    write(hook, at=at)
    assert send_due(clock=lambda: at) == 1


def test_who_says_that_it_is_gone_is_believed(hook, receiver):
    receiver.status = 410
    write(hook)
    send_due()
    assert fresh(hook).off == Webhook.Off.GONE


def test_off_by_hand_lets_go_what_waits_and_deleting_takes_it_along(hook, receiver):
    delivery = write(hook)
    switch_hook(Act(None), hook, on=False)
    assert fresh(delivery).state == State.DROPPED
    switch_hook(Act(None), hook, on=True)
    write(hook)
    delete_hook(Act(None), hook)
    assert send_due() == 0
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("status", [200, 500])
def test_a_webhook_deleted_while_it_is_told(hook, receiver, status):
    receiver.status = status
    write(hook)
    delivery = take_delivery(at=timezone.now())
    delete_hook(Act(None), hook)
    send_delivery(delivery, timezone.now)
    assert len(receiver.heard) == 1
    assert not Delivery.objects.exists()


def test_what_waits_goes_to_the_new_address(hook, receiver):
    write(hook)
    address = receiver.address.replace("/hook", "/other")
    change_hook(Act(None), hook, name="Bot", address=address, topics=["ranks"], form="json")
    assert send_due() == 1


def test_an_address_that_lies_inside_by_now_is_not_connected_to(hook, receiver, settings):
    delivery = write(hook)
    settings.WEBHOOK_INSIDE = []
    settings.WEBHOOK_PORTS = [443, receiver.port]
    assert send_due() == 0
    assert fresh(delivery).trouble == "inside"
    assert receiver.heard == []


def test_a_worker_of_another_machine_has_its_time(hook):
    delivery = write(hook)
    at = timezone.now()
    Delivery.objects.update(state=State.SENDING, worker="elsewhere:1:aa", changed_at=at)
    assert look_after(at=at) == 0
    assert look_after(at=at + STRANDED) == 1
    Delivery.objects.update(
        state=State.SENDING, worker="elsewhere:1:aa", changed_at=at, tries=len(PAUSES) + 1
    )
    assert look_after(at=at + STRANDED) == 0
    assert (fresh(delivery).state, delivery.trouble) == (State.FAILED, "worker_ended")
    assert look_after(at=at + KEPT + 2 * STRANDED) == 0
    assert not Delivery.objects.exists()


def test_what_cannot_be_written_holds_nobody_up(hook, receiver):
    announce(HookKind.RANK, [(make_member("Ewa").pk, {"system": "none"})], at=timezone.now())
    write(hook)
    assert send_due() == 1
    broken = Delivery.objects.get(kind=HookKind.RANK)
    assert (broken.state, broken.trouble) == (State.FAILED, "unwritten")
    assert discard_messages(Act(make_member("Chair", role="chair").user), [broken.pk]) == 1


def test_old_news_are_none(hook):
    assert announce(HookKind.OPENED, [(1, {})], at=timezone.now() - timedelta(days=3)) == 0


WORKER = """
import django
django.setup()
from goclub.members.hooks.services.sending import send_due
print(send_due())
"""


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_workers_share_what_waits(hook, receiver):
    for _number in range(30):
        write(hook)
    workers = [run(receiver) for _number in range(2)]
    assert sum([int(worker.communicate(timeout=60)[0]) for worker in workers]) == 30
    ids = [headers["webhook-id"] for headers, _body in receiver.heard]
    assert len(ids) == len(set(ids)) == 30


def run(receiver):
    if connection.vendor != "postgresql":
        pytest.skip("in memory there is one connection; see the worker of the letters for a file")
    here = connection.settings_dict
    database_url = f"postgres://{here['USER']}@{here['HOST']}:{here['PORT']}/{here['NAME']}"
    inside = f"localhost:{receiver.port}"
    env = {**os.environ, "DATABASE_URL": database_url, "WEBHOOK_INSIDE": inside}
    return subprocess.Popen([sys.executable, "-c", WORKER], stdout=subprocess.PIPE, env=env)


def test_a_worker_that_was_ended_between_sending_and_noting(hook, receiver):
    delivery = write(hook)
    at = timezone.now()
    taken = take_delivery(at=at)
    posting.post(
        address=hook.address, secret=hook.secret, message=sending.message_id(taken),
        seconds=int(at.timestamp()), body=b"{}",
    )  # fmt: skip
    assert take_delivery(at=at) is None
    assert send_due() == 1  # this process asks: its own worker is no more
    first, second = receiver.heard
    assert first[0]["webhook-id"] == second[0]["webhook-id"]
    assert (fresh(delivery).state, delivery.tries) == (State.SENT, 2)
