"""The worker of the outbox: against real SMTP, refusals, a server that is away, and kill -9."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from goclub.common.background import STRANDED
from goclub.common.tests.production_site import free_port
from goclub.members.mail.services.sending import (
    GIVE_UP,
    Taken,
    Unreachable,
    _cross_edge,
    let_letters_go,
    message_of,
    rescue_stranded,
    send_due,
    send_letters_again,
    take_letter,
    worker_name,
)
from goclub.members.mail.services.writing import post_letter
from goclub.members.models import Letter
from goclub.members.queries import mail_state
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from goclub.members.tests.mailbox import serving

pytestmark = pytest.mark.postgres

State = Letter.State


def post(to="a@example.org", **more):
    at = more.pop("at", timezone.now())
    return post_letter(
        to=to, template="test", context={}, language="pl", kind="test", at=at, **more
    )


def taken(letter):
    assert take_letter(at=timezone.now()) == letter
    return letter


@pytest.fixture
def mailbox():
    with serving(free_port()) as box:
        yield box


@pytest.fixture
def by_smtp(mailbox, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mailbox.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_TIMEOUT = 20
    return mailbox


def test_a_letter_arrives_once_and_whole(by_smtp):
    letter = post()
    letter.text = "First\n.\n..two dots\n"
    letter.save()
    assert send_due() == 1
    assert send_due() == 0
    ((to, content),) = by_smtp.taken
    assert to == "a@example.org"
    assert f"<{letter.message_id}@".encode() in content
    assert b"\r\n.\r\n" in content
    assert b"\r\n..two dots" in content
    assert (fresh(letter).state, letter.tries, letter.error) == (State.SENT, 1, "")
    assert mail_state()["sent_today"] == 1


@pytest.mark.usefixtures("founded")
def test_a_letter_is_from_the_club_and_can_be_stopped(settings):
    letter = post(unsubscribe="/letters/stop/x/")
    message = message_of(letter).message()
    assert "Hoshi Go Club" in message["From"]
    assert message["List-Unsubscribe"] == f"<{settings.SITE_URL}/letters/stop/x/>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Content-Language"] == "pl"
    assert message_of(letter).message()["Message-ID"] == message["Message-ID"]
    assert "List-Unsubscribe" not in message_of(post()).message()


def test_a_no_fails_one_letter_or_lets_it_wait_and_the_others_go(by_smtp):
    post("nobody@example.org"), post("later@example.org"), post("b@example.org")
    assert send_due() == 1
    states = list(Letter.objects.order_by("pk").values_list("state", flat=True))
    assert states == [State.FAILED, State.WAITING, State.SENT]
    assert "550" in Letter.objects.earliest("pk").error
    assert mail_state()["troubled"] == 1


def test_an_address_of_a_domain_in_other_letters_is_reached_and_holds_up_nobody(by_smtp):
    post("anna@żółw.example.org")
    post("b@example.org")
    assert send_due() == 2
    assert [to for to, _content in by_smtp.taken] == [
        "anna@xn--w-uga1v8h.example.org",
        "b@example.org",
    ]


def test_an_address_that_no_server_takes_fails_alone(by_smtp):
    wrong = post()
    Letter.objects.filter(pk=wrong.pk).update(to="żółw@example.org")
    post("b@example.org")
    assert send_due() == 1
    assert fresh(wrong).state == State.FAILED


def test_not_now_means_later_and_not_for_ever(by_smtp):
    letter = post("later@example.org")
    at = timezone.now()
    pauses = []
    while letter.state != State.FAILED:
        assert send_due(clock=lambda now=at: now) == 0
        pauses.append(fresh(letter).next_try_at - at)
        assert send_due(clock=lambda now=at: now) == 0
        at = letter.next_try_at
    assert pauses == sorted(pauses)
    assert at - letter.written_at > GIVE_UP
    send_letters_again(Act(make_member(role="chair").user, at), [letter.pk])
    assert (fresh(letter).state, letter.written_at) == (State.WAITING, at)


def test_a_server_that_is_away_loses_nothing(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 5
    for number in range(3):
        post(f"m{number}@example.org")
    with pytest.raises(Unreachable):
        send_due()
    assert mail_state()["waiting"] == 3
    call_command("send_mail_queue")
    assert mail_state()["waiting"] == 3


def test_a_letter_refused_at_its_end_waits(by_smtp):
    by_smtp.says = "452 no room"
    letter = post()
    with pytest.raises(Unreachable):
        send_due()
    assert fresh(letter).state == State.WAITING
    by_smtp.says = "250 OK"
    assert send_due(clock=lambda: letter.next_try_at) == 1


def test_a_server_that_hangs_up_at_the_end_may_have_the_letter(by_smtp):
    by_smtp.says = "hang up"
    letter, other = post(), post("b@example.org")
    with pytest.raises(Unreachable):
        send_due()
    assert (fresh(letter).state, fresh(other).state) == (State.DOUBTFUL, State.WAITING)
    by_smtp.says = "250 OK"
    assert send_due(clock=lambda: timezone.now() + STRANDED) == 1
    assert sorted(to for to, _content in by_smtp.taken) == ["a@example.org", "b@example.org"]


def test_what_a_dead_worker_held():
    sending, handed, other = post(), post("b@example.org"), post("c@example.org")
    at = timezone.now()
    gone = worker_name().rsplit(":", 1)[0] + ":before"
    Letter.objects.filter(pk=sending.pk).update(state=State.SENDING, worker=gone)
    Letter.objects.filter(pk=handed.pk).update(state=State.HANDED, worker=gone)
    Letter.objects.filter(pk=other.pk).update(
        state=State.SENDING, worker="elsewhere:7:token", changed_at=at
    )
    assert rescue_stranded(at=at) == 2
    states = [Letter.objects.get(pk=letter.pk).state for letter in (sending, handed, other)]
    assert states == [State.WAITING, State.DOUBTFUL, State.SENDING]
    assert rescue_stranded(at=at + STRANDED) == 1
    handed.refresh_from_db()
    let_letters_go(Act(make_member(role="chair").user, at), [handed.pk])
    assert fresh(handed).state == State.DROPPED
    send_letters_again(Act(make_member(role="chair").user, at), [handed.pk])
    assert fresh(handed).state == State.DROPPED


def test_a_worker_stops_between_two_letters(by_smtp):
    for number in range(5):
        post(f"m{number}@example.org")
    assert send_due(stop=lambda: len(by_smtp.taken) >= 2) == 2
    assert mail_state()["waiting"] == 3


@pytest.mark.extended
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the copy for the worker is a file")
@pytest.mark.django_db(transaction=True)  # an open transaction keeps its database from being copied
def test_kill_9_loses_no_letter_and_sends_none_twice(mailbox, tmp_path):
    """Workers are killed in the middle of 120 letters; the last one finishes what is left."""
    letters = [post(f"m{number}@example.org", key=f"k{number}") for number in range(120)]
    file = tmp_path / "club.sqlite3"
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
    values = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{file}",
        "EMAIL_URL": f"smtp://127.0.0.1:{mailbox.port}",
        "GOCLUB_ENV": "demo",
    }
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "send_mail_queue"]
    rng = random.Random(11)
    kills = 0
    while len(mailbox.taken) < 80:
        worker = subprocess.Popen([*command, "--watch"], env=values, stdout=subprocess.DEVNULL)
        mailbox.wait_for(len(mailbox.taken) + rng.randint(15, 35))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        kills += 1
    subprocess.run(command, env=values, check=True, stdout=subprocess.DEVNULL, timeout=60)
    with closing(sqlite3.connect(file)) as copy:
        states = dict(copy.execute('SELECT "to", state FROM members_letter').fetchall())
    taken = Counter(to for to, _content in mailbox.taken)
    assert set(taken.values()) == {1}
    doubtful = {to for to, state in states.items() if state == State.DOUBTFUL}
    sent = {to for to, state in states.items() if state == State.SENT}
    assert len(doubtful) <= kills
    assert sent | doubtful == {letter.to for letter in letters}
    assert sent <= set(taken) <= sent | doubtful


def test_a_worker_that_slept_sends_nothing_that_another_took():
    letter = post()
    mine = take_letter(at=timezone.now())
    Letter.objects.filter(pk=letter.pk).update(worker="elsewhere:7:token")
    with pytest.raises(Taken):
        _cross_edge(mine, timezone.now())
    assert (fresh(letter).state, letter.worker) == (State.SENDING, "elsewhere:7:token")


def test_what_this_worker_itself_let_lie_is_looked_after():
    """The database was away when the answer was to be noted; the worker goes on."""
    letter, other = taken(post()), taken(post("b@example.org"))
    Letter.objects.filter(pk=letter.pk).update(state=State.HANDED)
    assert rescue_stranded(at=timezone.now()) == 2
    assert (fresh(letter).state, fresh(other).state) == (State.DOUBTFUL, State.WAITING)
