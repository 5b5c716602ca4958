"""A request that a proxy sends once more is carried out once, and leads to what it made."""

from __future__ import annotations

import re
import threading
import uuid
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections, transaction
from django.urls import reverse
from django.utils import timezone

from goclub.common.canonical import tables_of
from goclub.common.tests.reading import read as read_page
from goclub.common.transactions import atomic_retried, receipt
from goclub.games.library.tests.comments_club import comment, make_club
from goclub.games.models import KifuNote
from goclub.members.models import Member, ProgramKey, RequestReceipt, User
from goclub.members.receipts import Attempt, CarriedOut, forget_receipts
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

NUMBER = "0123456789abcdef0123456789abcdef"
OTHER = "f" * 32


@pytest.fixture(autouse=True)
def behind_proxy(settings):
    settings.BEHIND_PROXY = True


@pytest.fixture
def club(client):
    made = make_club()
    client.force_login(made["black"].user)
    return made


def send(client, address, form, number=NUMBER, **headers):
    """A form, as a proxy passes it on; with the page that its answer leads to."""
    headers = {"X-Request-ID": number, **headers}
    return client.post(address, form, headers=headers, follow=True)


def talk(client, club, text="Cut at D4!", number=NUMBER, **headers):
    address = reverse("games:kifu-comments", args=[club["kifu"].pk])
    return send(client, address, {"text": text, "at": "3"}, number, **headers)


@contextmanager
def attempting(key):
    """Within the request of this key."""
    token = receipt.set(Attempt(key))
    try:
        yield
    finally:
        receipt.reset(token)


def is_told(answer):
    return "only the answer to it was lost" in read_page(answer).text


def test_what_comes_again_is_there_once_and_is_shown(client, club):
    first, again = talk(client, club), talk(client, club)
    note = KifuNote.objects.get()
    assert not is_told(first)
    assert is_told(again)
    (to, status), *_more = again.redirect_chain
    assert (to, status) == (note.get_absolute_url(), 302)
    assert to.endswith(f"#comment-{note.pk}")
    assert read_page(again).one(f"#comment-{note.pk}")


def test_another_request_is_another_comment(client, club):
    for number in (NUMBER, OTHER):
        assert not is_told(talk(client, club, number=number))
    assert KifuNote.objects.count() == 2


def test_another_ones_request_is_another_request(client, club):
    talk(client, club)
    client.force_login(club["white"].user)
    assert not is_told(talk(client, club))
    assert KifuNote.objects.count() == 2


@pytest.mark.parametrize("number", ["", "1234567", "0" * 31, "0" * 65, "x" * 31 + "\n"])
def test_a_number_that_others_may_have_is_not_believed(client, club, number):
    for _time in range(2):
        talk(client, club, number=number)
    assert KifuNote.objects.count() == 2
    assert not RequestReceipt.objects.exists()


def test_without_a_proxy_nothing_is_written(client, club, settings):
    settings.BEHIND_PROXY = False
    for _time in range(2):
        talk(client, club)
    assert KifuNote.objects.count() == 2
    assert not RequestReceipt.objects.exists()


def test_what_was_refused_is_judged_anew(client, club):
    assert read_page(talk(client, club, text=" ")).one(".invalid-feedback")
    assert not RequestReceipt.objects.exists()
    assert not is_told(talk(client, club))
    assert KifuNote.objects.count() == 1


def test_what_is_gone_was_there(client, club):
    """The view would find no comment to take away, and say that there is no such page."""
    address = reverse("games:note-delete", args=[comment(club).pk])
    page = club["kifu"].get_absolute_url()
    first = send(client, address, {"sure": "yes"})
    again = send(client, address, {"sure": "yes"}, Referer=f"http://testserver{page}")
    assert (first.status_code, again.status_code) == (200, 200)
    assert not KifuNote.objects.exists()
    assert is_told(again)
    assert again.redirect_chain[0][0].endswith(page)


@pytest.mark.parametrize("referer", ["", "https://elsewhere.example/games/"])
def test_who_comes_from_nowhere_is_led_to_the_start(client, club, referer):
    address = reverse("games:note-delete", args=[comment(club).pk])
    send(client, address, {"sure": "yes"})
    again = send(client, address, {"sure": "yes"}, Referer=referer)
    assert again.redirect_chain == [("/", 302)]


def test_a_program_is_told_as_it_asks(client, club):
    talk(client, club)
    answer = talk(client, club, Accept="application/json")
    assert answer.json()["done"] is True
    assert answer.json()["said"]


def test_what_is_shown_once_is_made_once(client, club):
    address = reverse("members:programs")
    form = {"name": "Notebook", "scopes": ["people"]}
    referer = f"http://testserver{address}"
    made = send(client, address, form, Referer=referer)
    again = send(client, address, form, Referer=referer)
    assert ProgramKey.objects.count() == 1
    assert not is_told(made)
    assert is_told(again)


def test_the_office_adds_a_row_once(client):
    """Past every service; the form would say that the name is taken, not by whom."""
    client.force_login(make_member(role=CHAIR).user)
    address = reverse("admin:members_user_add")
    mail = {"email": "newcomer@example.org"}
    form = {"username": "newcomer", "usable_password": "false", **mail}
    answers = [
        send(client, address, form, Referer=f"http://testserver{address}") for _time in range(2)
    ]
    assert [is_told(answer) for answer in answers] == [False, True]
    assert RequestReceipt.objects.count() == 1
    added = User.objects.get(username="newcomer")
    change = reverse("admin:members_user_change", args=[added.pk])
    send(client, change, {"username": "neighbour", "is_active": "on", **mail}, OTHER)
    added.refresh_from_db()
    assert added.username == "neighbour"
    assert RequestReceipt.objects.count() == 2


def test_each_request_signs_once(club):
    """What a service calls, and what is called after it, is a part of the same request."""

    @atomic_retried
    def rename(to):
        Member.objects.filter(pk=club["black"].pk).update(display_name=to)

    @atomic_retried
    def outer():
        rename("inner")
        rename("outer")

    key = uuid.uuid4()
    with attempting(key):
        outer()
        rename("after")
    assert RequestReceipt.objects.get().key == key


def test_of_two_at_once_one_is_undone(club):
    key = uuid.uuid4()

    @atomic_retried
    def rename(to):
        Member.objects.filter(pk=club["black"].pk).update(display_name=to)
        return club["black"]

    with attempting(key):
        rename("first")
    with attempting(key), pytest.raises(CarriedOut):
        rename("second")
    club["black"].refresh_from_db()
    assert club["black"].display_name == "first"


def test_who_comes_while_the_first_is_at_work_is_led_there_too(client, club, monkeypatch):
    """The view is asked, and its service finds in the end that it was not the first."""
    talk(client, club)
    found = Attempt.before
    asked = []

    def not_yet(attempt):
        asked.append(attempt)
        return found(attempt) if len(asked) > 1 else None

    monkeypatch.setattr(Attempt, "before", not_yet)
    answer = talk(client, club)
    assert len(asked) == 2
    assert is_told(answer)
    assert answer.redirect_chain[0][0] == KifuNote.objects.get().get_absolute_url()


@pytest.mark.django_db(transaction=True)
def test_two_attempts_at_the_same_moment_write_once(club):
    key, here, outcomes = uuid.uuid4(), threading.Barrier(2), []

    @atomic_retried
    def add():
        return comment(club)

    def attempt():
        receipt.set(Attempt(key))
        here.wait()
        try:
            add()
            outcomes.append("done")
        except CarriedOut:
            outcomes.append("found done")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=attempt) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert KifuNote.objects.count() == RequestReceipt.objects.count() == 1
    assert sorted(outcomes) == ["done", "found done"]


def test_what_fails_leaves_no_receipt(club):
    attempt = Attempt(uuid.uuid4())
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        attempt.sign(lambda: 1 / 0)
    assert not RequestReceipt.objects.exists()
    with transaction.atomic():
        attempt.sign(lambda: None)
    assert RequestReceipt.objects.get().page == ""


def test_receipts_are_forgotten_and_in_no_backup(club, capsys):
    now = timezone.now()
    for age in (0, 59, 61, 3000):
        made = RequestReceipt.objects.create(key=uuid.uuid4())
        RequestReceipt.objects.filter(pk=made.pk).update(at=now - timedelta(minutes=age))
    assert forget_receipts(at=now) == 2
    call_command("forget_receipts")
    assert capsys.readouterr().out.strip() == "0 receipts"
    assert RequestReceipt._meta.db_table not in {table.name for table in tables_of()}


@pytest.mark.parametrize("name", ["nginx.conf", "nginx.compose.conf"])
def test_nginx_gives_each_request_a_number_of_its_own(name):
    """Nothing of what it sends twice may come without one."""
    text = (settings.BASE_DIR / "deploy" / name).read_text()
    assert re.search(r"^\s*proxy_next_upstream .*\bnon_idempotent\b", text, re.MULTILINE)
    assert re.search(r"^\s*proxy_set_header X-Request-ID \$request_id;$", text, re.MULTILINE)
