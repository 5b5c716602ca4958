"""The daily letter, and what the office is told without anybody's report."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from goclub.common import backups
from goclub.members.models import Letter, Notice
from goclub.members.notices.services import MOST, send_digests, tell, tell_of_troubles
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_member


def confirmed(member, number=0):
    return tell(
        Act(None),
        member,
        "game.confirmed",
        url=f"/games/{number}/",
        other="Sato",
        black="Sato",
        white="Ann",
    )


def test_one_letter_a_day_says_everything_that_is_new_and_unread(client, settings):
    member = make_member(language="ja")
    for number in range(MOST + 2):
        confirmed(member, number)
    assert not Letter.objects.exists()
    reader = make_member()
    confirmed(reader)
    as_member(client, reader).post("/me/notices/read/")
    call_command("send_digests")
    assert send_digests(at=timezone.now()) == 0
    letter = Letter.objects.get()
    assert letter.language == "ja"
    assert letter.text.count(f"{settings.SITE_URL}/games/") == MOST
    assert f"{settings.SITE_URL}/me/notices/" in letter.text
    confirmed(member)
    assert send_digests(at=timezone.now() + timedelta(days=1)) == 1


def test_the_office_hears_of_each_failed_letter_once(monkeypatch):
    monkeypatch.setattr(backups, "is_late", lambda _now=None: False)
    chair, _member = make_member(role="chair"), make_member()
    for kind in ("test", "mail.failed"):
        Letter.objects.create(
            to="a@example.org",
            subject="x",
            text="x",
            language="en",
            kind=kind,
            state=Letter.State.FAILED,
        )
    assert tell_of_troubles(at=timezone.now()) == 1
    assert tell_of_troubles(at=timezone.now()) == 0
    notice = Notice.objects.get(kind="mail.failed")
    assert (notice.member, notice.params) == (chair, {"address": "a@example.org"})


@pytest.mark.parametrize(
    ("age", "kind"), [(timedelta(days=4), "backup.late"), (None, "backup.none")]
)
def test_the_chair_hears_of_a_late_backup_once_a_day(monkeypatch, age, kind):
    monkeypatch.setattr(backups, "is_late", lambda _now=None: True)
    monkeypatch.setattr(backups, "age", lambda _now=None: age)
    make_member(role="chair")
    make_member(role="secretary")
    now = timezone.now()
    assert [tell_of_troubles(at=now), tell_of_troubles(at=now)] == [1, 0]
    assert tell_of_troubles(at=now + timedelta(days=1)) == 1
    assert {notice.kind for notice in Notice.objects.filter(kind__startswith="backup")} == {kind}
