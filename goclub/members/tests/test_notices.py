"""Notices: told once, in the recipient's language, by mail as the switches say."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse
from django.utils import timezone, translation

from goclub.common.tests.reading import read
from goclub.members.mail.services.writing import post_letter
from goclub.members.models import Letter, Notice, NoticeSwitch
from goclub.members.notices.queries import NoticeGroup, kinds, mail_for
from goclub.members.notices.services import choose_mail, stop_address, tell, tell_office
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_applicant, make_member, signed_in
from ratings.errors import Code
from ratings.tests.builders import refused

KIND = "member.certified"


def told(member, by=None, **more):
    return tell(Act(by), member, KIND, url="/rankings/", points=118, **more)


def test_a_letter_is_in_the_recipients_language_and_from_the_club(settings):
    member = make_member(language="ja")
    told(member)
    letter = Letter.objects.get()
    assert (letter.to, letter.language) == (member.user.email, "ja")
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
    ("chosen", "letters", "digest"),
    [
        ({KIND: "now"}, 1, 0),
        ({KIND: "daily"}, 0, 1),
        ({KIND: "never"}, 0, 0),
        ({"club": "never"}, 0, 0),
        ({"club": "off", KIND: "daily"}, 0, 1),
        ({"games": "off"}, 1, 0),
    ],
)
def test_a_choice_for_the_kind_comes_before_that_for_its_group(chosen, letters, digest):
    member = make_member()
    for kind, mail in chosen.items():
        NoticeSwitch.objects.create(member=member, kind=kind, mail=mail)
    notice = told(member)
    assert notice is not None
    assert Letter.objects.count() == letters
    assert notice.in_digest == bool(digest)


def test_off_is_off_and_what_must_come_still_comes():
    member = make_member()
    choose_mail(member=member, groups=dict.fromkeys(NoticeGroup, "off"))
    for kind in kinds().values():
        notice = tell(Act(None), member, kind.key, url="/")
        assert (notice is not None) == kind.always, kind.key
    assert not Letter.objects.exists()
    assert [kind.key for kind in kinds().values() if kind.always] == ["account.changed"]


def test_the_office_is_told_by_permission():
    roles = ("chair", "secretary", "member")
    chair, secretary, _member = (make_member(role=role) for role in roles)
    heard = tell_office(
        Act(secretary.user),
        "backup.late",
        url="/desk/",
        permission="members.approve_member",
        days=3,
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
    with refused(code=Code.TYPE):
        post_letter(
            to=address, template="test", context={}, language="en", kind="test", at=timezone.now()
        )
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
    assert as_member(client, applicant).get(reverse(name)).status_code == 403


def sent_back(page):
    """Return what a browser sends of the settings as they are."""
    fields = {
        part.attrs["name"]: part.attrs["value"]
        for part in page.all("main input[type=radio]")
        if "checked" in part.attrs
    }
    for select in page.all("main select"):
        fields[select.attrs["name"]] = select.one("option[selected]").attrs["value"]
    return fields


def test_four_groups_and_finer_choices_are_kept_and_strange_ones_refused(client):
    member = signed_in(client)
    address = reverse("members:notices-settings")
    fields = sent_back(read(client.get(address)))
    assert fields.keys() >= {"games", "nights", "leagues", "club", KIND}
    assert set(fields.values()) == {""}
    assert not any(kinds()[name].office or kinds()[name].always for name in fields if "." in name)

    def stored():
        return dict(NoticeSwitch.objects.filter(member=member).values_list("kind", "mail"))

    assert client.post(address, fields).status_code == 302
    assert stored() == {}
    assert client.post(address, {**fields, "games": "off", KIND: "daily"}).status_code == 302
    assert stored() == {"games": "off", KIND: "daily"}
    fields = sent_back(read(client.get(address)))
    # A choice for the group replaces those for its kinds, but for those made with it.
    client.post(address, {**fields, "club": "never", "games": ""})
    assert stored() == {"club": "never"}
    for strange in ({KIND: "weekly"}, {"games": "now"}):
        assert client.post(address, {**fields, **strange}).status_code == 422
    client.post(address, {"all_off": "1"})
    assert stored() == dict.fromkeys(NoticeGroup, "off")
    client.force_login(make_member(role="chair").user)
    assert "member.asks" in sent_back(read(client.get(address)))


def test_stored_choices_of_kinds_keep_their_meaning_as_groups():
    """A member who saved the old page has a row for every kind."""
    migration = import_module("goclub.members.migrations.0030_notice_off")
    offered = [kind for kind in kinds().values() if not kind.always]
    known = {kind for group in migration.GROUPS.values() for kind in group}
    offered = [kind for kind in offered if kind.key in known]
    as_proposed, no_mail, mixed = (make_member() for _number in range(3))
    for kind in offered:
        for member, mail in {as_proposed: kind.mail, no_mail: "never", mixed: "daily"}.items():
            if member is mixed or not kind.office:
                NoticeSwitch.objects.create(member=member, kind=kind.key, mail=mail)
    before = [mail_for([as_proposed, no_mail, mixed], kind) for kind in offered]
    migration.choose_by_group(apps, SimpleNamespace(connection=connection))
    assert [mail_for([as_proposed, no_mail, mixed], kind) for kind in offered] == before
    assert not as_proposed.notice_switches.exists()
    groups = no_mail.notice_switches.filter(kind__in=list(NoticeGroup))
    assert set(groups.values_list("mail", flat=True)) == {"never"}
    assert groups.count() == len(NoticeGroup)


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
    choose_mail(member=member, groups={NoticeGroup.CLUB: "off"})
    client.post(address, {"List-Unsubscribe": "One-Click"})
    assert told(member) is None


def test_what_was_entered_late_is_no_news():
    member = make_member()
    long_ago = timezone.now() - timedelta(days=3)
    notice = tell(Act(None, long_ago), member, KIND, url="/rankings/")
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
    notice = tell(Act(None), member, KIND, url=url, points=118)
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
