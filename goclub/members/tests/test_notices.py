"""Notices: told once, in the recipient's language, by mail as the switches say."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from goclub.common.tests.reading import read
from goclub.members.mail.services.writing import post_letter
from goclub.members.models import Letter, Notice, NoticeSwitch
from goclub.members.notices.queries import kinds
from goclub.members.notices.services import stop_address, tell, tell_office
from goclub.members.tests.factories import make_applicant, make_member, signed_in
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.django_db

KIND = "member.certified"


def told(member, **more):
    return tell(member=member, kind=KIND, at=timezone.now(), url="/rankings/", points=118, **more)


def test_a_letter_is_in_the_recipients_language_and_from_the_club(settings):
    member = make_member(language="ja")
    told(member)
    letter = Letter.objects.get()
    assert letter.to == member.user.email
    assert letter.language == "ja"
    with translation.override("ja"):
        assert letter.subject == kinds()[KIND].say({"points": 118})
    assert f"{settings.SITE_URL}/rankings/" in letter.text
    assert "<html" in letter.html
    assert letter.state == Letter.State.WAITING


def test_nobody_is_told_twice_nor_of_what_he_did_himself():
    member = make_member()
    assert told(member, key="one")
    assert told(member, key="one") is None
    assert told(member, by=member.user) is None
    assert Notice.objects.count() == Letter.objects.count() == 1


@pytest.mark.parametrize(
    ("mail", "letters", "digest"), [("now", 1, 0), ("daily", 0, 1), ("never", 0, 0)]
)
def test_the_switch_decides_about_mail_and_never_about_the_site(mail, letters, digest):
    member = make_member()
    NoticeSwitch.objects.create(member=member, kind=KIND, mail=mail)
    notice = told(member)
    assert notice is not None
    assert Letter.objects.count() == letters
    assert notice.in_digest == bool(digest)


def test_the_office_is_told_by_permission():
    roles = ("chair", "secretary", "member")
    chair, secretary, _member = (make_member(role=role) for role in roles)
    heard = tell_office(
        kind="backup.late",
        at=timezone.now(),
        url="/desk/",
        permission="members.approve_member",
        days=3,
        by=secretary.user,
    )
    assert heard == 1
    assert Notice.objects.get(kind="backup.late").member == chair


@pytest.mark.parametrize("language", ["en", "ja", "th", "pl"])
def test_every_kind_says_what_it_is_given_in_every_language(language):
    """A translation names what the sentence names, and a day as that language writes it."""
    for kind in kinds().values():
        assert "." in kind.key
        assert kind.mail in NoticeSwitch.Mail.values
        with translation.override("en"):
            names = set(re.findall(r"%\((\w+)\)s", str(kind.text))) - set(kind.days)
        params = {name: f"<{name}>" for name in names} | dict.fromkeys(kind.days, "2026-11-03")
        with translation.override(language):
            said = kind.say(params)
            assert str(kind.label)
        assert [name for name in names if f"<{name}>" not in said] == [], (kind.key, language)
        assert "2026-11-03" not in said


@pytest.mark.parametrize("name", ["2026-02-30", "9999-99-99", "2026-11-03", "%(name)s", "0…9"])
def test_a_name_that_looks_like_a_day_stays_a_name(name):
    for kind in kinds().values():
        names = set(re.findall(r"%\((\w+)\)s", str(kind.text))) - set(kind.days)
        said = kind.say(dict.fromkeys(names, name) | dict.fromkeys(kind.days, "2025-12-24"))
        assert said.count(name) >= len(names), kind.key


@pytest.mark.parametrize(
    "address", ["", "a@", "a@b.c\nBcc: x@y.z", "x" * 300 + "@b.cd", "a b@c.de"]
)
def test_what_is_no_address_gets_no_letter(address):
    with pytest.raises(RuleError) as refused:
        post_letter(
            to=address, template="test", context={}, language="en", kind="test", at=timezone.now()
        )
    assert refused.value.code == Code.TYPE
    assert not Letter.objects.exists()


def test_looking_changes_nothing_and_opening_reads_it_and_others_see_nothing(client):
    member, other = make_member(), make_member()
    notice = told(member)
    client.force_login(other.user)
    assert client.post(reverse("members:notice-open", args=[notice.pk])).status_code == 404
    assert client.post(f"/me/notices/{'9' * 5000}/").status_code == 404
    assert not read(client.get(reverse("members:notices"))).has(".notice-list")
    client.force_login(member.user)
    assert read(client.get(reverse("members:notices"))).has(".notice-list li.new")
    address = reverse("members:notice-open", args=[notice.pk])
    for only_sent in (address, reverse("members:notices-read")):
        assert client.get(only_sent).status_code == 405
    assert not Notice.objects.exclude(read_at=None).exists()
    assert client.post(address).url == "/rankings/"
    told(member)
    client.post(reverse("members:notices-read"))
    assert not Notice.objects.filter(read_at=None).exists()


@pytest.mark.parametrize("name", ["members:notices", "members:notices-settings"])
def test_visitors_and_applicants_have_no_notices(client, name):
    assert client.get(reverse(name)).status_code == 302
    applicant = make_applicant()
    applicant.user.is_active = True
    applicant.user.save()
    client.force_login(applicant.user)
    assert client.get(reverse(name)).status_code == 403


def test_switches_are_kept_and_strange_ones_refused(client):
    signed_in(client)
    address = reverse("members:notices-settings")
    fields = {part.attrs["name"]: "daily" for part in read(client.get(address)).all("main select")}
    assert KIND in fields
    assert not any(kinds()[name].office for name in fields)
    assert client.post(address, fields).status_code == 302
    assert set(NoticeSwitch.objects.values_list("mail", flat=True)) == {"daily"}
    assert client.post(address, {**fields, KIND: "weekly"}).status_code == 422
    client.force_login(make_member(role="chair").user)
    assert "member.asks" in {
        part.attrs["name"] for part in read(client.get(address)).all("main select")
    }


def test_a_link_in_a_letter_switches_a_kind_off_without_signing_in(client):
    member = make_member()
    address = stop_address(member, KIND)
    told(member)
    assert Letter.objects.get().unsubscribe == address
    assert client.get(address).status_code == 200
    assert not NoticeSwitch.objects.exists()
    client.handler.enforce_csrf_checks = True
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NoticeSwitch.objects.get().mail == "never"
    told(member)
    assert Letter.objects.count() == 1
    assert client.get(f"{address[:-2]}x/").status_code == 404


def test_what_was_entered_late_is_no_news():
    member = make_member()
    long_ago = timezone.now() - timedelta(days=3)
    notice = tell(member=member, kind=KIND, at=long_ago, url="/rankings/")
    assert notice is not None
    assert notice.read_at == long_ago
    assert not Letter.objects.exists()


def test_a_notice_leads_to_a_tournament_of_a_long_name(client):
    """Encoded, an address of Thai letters is longer than the column, which PostgreSQL refuses."""
    member = make_member()
    NoticeSwitch.objects.create(member=member, kind=KIND, mail="now")
    url = reverse("leagues:round", args=["\u0e01" * 60, 12])
    longest = Notice._meta.get_field("url").max_length
    assert len(url) > longest
    notice = tell(member=member, kind=KIND, at=timezone.now(), url=url, points=118)
    assert len(notice.url) <= longest
    assert url in Letter.objects.get().text
    client.force_login(member.user)
    assert client.post(reverse("members:notice-open", args=[notice.pk])).url == url


def test_who_is_named_has_the_rank_that_was_held_then():
    kind = kinds()["challenge.declined"]
    params = {"name": "Sato Ken", "name_rank": "1d"}
    for language, named in (("en", "Sato Ken\u00a01d"), ("ja", "Sato Ken（初段）")):
        with translation.override(language):
            assert named in kind.say(params)
            for without in ({"name": "Sato Ken"}, params | {"name_rank": ""}):
                assert kind.say(without) == kind.say(params).replace(named, "Sato Ken")


def test_a_letter_with_a_key_is_written_once():
    how = {"to": "a@example.org", "template": "test", "context": {}, "language": "th"}
    at = timezone.now()
    letters = [post_letter(**how, kind="test", at=at, key="same") for _time in range(2)]
    assert letters[0].pk == letters[1].pk
