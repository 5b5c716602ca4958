"""One's own affairs: another address, what is public, everything about oneself."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone
from time_machine import travel

from goclub.common.tests.reading import codes, read
from goclub.games.tests.factories import play
from goclub.members.membership.services.own_data import LEFT_OUT, parts, relations, zipped
from goclub.members.models import ClubSettings, Letter, Member, User
from goclub.members.tests.factories import PASSWORD, make_member

pytestmark = pytest.mark.django_db


# --- The address ----------------------------------------------------------------------------------
def ask(client, email, password=PASSWORD):
    return client.post(reverse("members:address"), {"email": email, "password": password})


def link():
    return re.search(r"http://127.0.0.1:8000(/address/\S+)", Letter.objects.latest("pk").text)[1]


def test_an_address_is_changed_by_the_letters_link_and_the_old_one_is_told(client):
    member = make_member(password=True)
    client.force_login(member.user)
    assert ask(client, "new@example.org").status_code == 302
    assert Letter.objects.latest("pk").to == "new@example.org"
    address = link()
    assert client.get(address).status_code == 200
    member.user.refresh_from_db()
    assert member.user.email != "new@example.org", "looking changes nothing"
    old = member.user.email
    client.logout()  # the letter may be read on another machine
    assert client.post(address).status_code == 302
    member.user.refresh_from_db()
    assert member.user.email == "new@example.org"
    told = Letter.objects.order_by("-pk")[:2]
    assert {letter.to for letter in told} == {old, "new@example.org"}
    assert client.get(address).status_code == 410
    assert client.post(address).status_code == 410


def test_nobody_learns_whether_an_address_is_in_use(client):
    member, other = make_member(password=True), make_member()
    client.force_login(member.user)
    answers = [ask(client, email) for email in ("new@example.org", other.user.email.upper())]
    assert {(one.status_code, one.headers["Location"]) for one in answers} == {
        (302, reverse("members:me"))
    }
    assert [one.to for one in Letter.objects.order_by("pk")] == [
        "new@example.org", other.user.email
    ]  # fmt: skip
    assert "/address/" not in Letter.objects.latest("pk").text


def test_an_address_that_was_taken_in_between_is_refused(client):
    member, other = make_member(password=True), make_member()
    client.force_login(member.user)
    ask(client, "new@example.org")
    address = link()
    User.objects.filter(pk=other.user_id).update(email="NEW@example.org")
    client.post(address)
    member.user.refresh_from_db()
    assert member.user.email != "new@example.org"


def test_the_password_is_asked_and_the_link_grows_old(client):
    member = make_member(password=True)
    client.force_login(member.user)
    assert codes(ask(client, "new@example.org", "wrong").context["form"]) == {
        "password": ["password"]
    }
    assert ask(client, "a@b\n.org").status_code == 422
    ask(client, "new@example.org")
    address = link()
    client.logout()
    with travel(timezone.now() + timedelta(days=4)):
        assert client.get(address).status_code == 410
    assert client.get(reverse("members:address-confirm", args=["9" * 5000])).status_code == 410


def test_another_password_closes_the_link(client):
    member = make_member(password=True)
    client.force_login(member.user)
    ask(client, "thief@example.org")
    address = link()
    member.user.set_password("a-goban-of-kaya")
    member.user.save()
    assert client.post(address).status_code == 410
    member.user.refresh_from_db()
    assert member.user.email != "thief@example.org"


# --- What is public -------------------------------------------------------------------------------
def see(client, name, *args, **query):
    return client.get(reverse(name, args=args), query)


def test_whoever_is_not_listed_is_in_no_list_that_a_visitor_reads(client):
    shy, other = make_member("Shy Person"), make_member("Open Person")
    client.force_login(shy.user)
    client.post(reverse("members:public"), {"shows_profile": "on", "shows_origin": "on"})
    lists = [("games:members", {}), ("games:rankings", {}), ("games:members", {"format": "csv"}),
             ("games:rankings", {"format": "csv"}), ("games:find", {"q": "Person"})]  # fmt: skip
    pages = [*lists, ("home", {}), ("games:calculator", {})]
    for signed_in in (True, False):
        if not signed_in:
            client.logout()
        for name, query in pages:
            page = see(client, name, **query)
            text = b"".join(page) if page.streaming else page.content
            assert (name, query) not in lists or other.display_name.encode() in text, name
            if not signed_in:
                assert shy.display_name.encode() not in text, name


def test_a_closed_page_asks_visitors_to_sign_in_and_is_linked_nowhere(client):
    shy, other = make_member("Shy Person"), make_member("Open Person")
    game = play(shy, other)
    Member.objects.filter(pk=shy.pk).update(shows_profile=False)
    for name, args in (("games:profile", [shy.pk]), ("games:head-to-head", [other.pk, shy.pk])):
        assert see(client, name, *args).status_code == 302
    assert see(client, "games:profile", other.pk).status_code == 200
    links = read(client.get(game.get_absolute_url())).values("main a", "href")
    assert other.get_absolute_url() in links
    assert shy.get_absolute_url() not in links
    client.force_login(other.user)
    assert see(client, "games:profile", shy.pk).status_code == 200


def test_country_and_club_are_seen_by_those_who_may(client):
    shy = make_member("Shy", country="JP", club="Nihon Kiin Tower", shows_origin=False)
    lists = [("games:rankings", {"format": "csv"}), ("games:members", {"format": "csv"})]
    for signed_in in (False, True):
        if signed_in:
            client.force_login(make_member().user)
        found = shy.club in see(client, "games:profile", shy.pk).content.decode()
        assert found == signed_in
        for name, query in lists:
            text = b"".join(see(client, name, **query)).decode()
            assert ("JP" in text) == signed_in, name
        page = see(client, "games:rankings", country="JP")
        assert bool([row for row in page.context["rows"] if row.member == shy]) == signed_in


# --- Everything about me --------------------------------------------------------------------------
def archive(member):
    return zipfile.ZipFile(io.BytesIO(b"".join(zipped(member))))


def test_the_archive_holds_what_is_about_me_and_nothing_of_others(client):
    me, other = make_member("Me Myself", password=True), make_member("Somebody Else")
    play(me, other)
    client.force_login(me.user)
    assert client.get(reverse("members:own-data")).status_code == 200
    answer = client.post(reverse("members:own-archive"))
    found = zipfile.ZipFile(io.BytesIO(b"".join(answer)))
    assert found.testzip() is None
    names = set(found.namelist())
    assert {"members.member.json", "members.user.csv", "games.game.json", "games.ratingentry.csv",
            "members.strengthdecision.json", "members.membershipstep.json"} <= names  # fmt: skip
    for name in names:
        text = found.read(name).decode("utf-8-sig")
        if name.endswith(".json"):
            assert json.loads(text)
        assert me.user.password not in text
        assert other.user.email not in text
        # What one was told names the other player, as the notice did.
        assert other.display_name not in text or name.startswith("members.notice")
    (profile,) = json.loads(found.read("members.member.json"))
    assert profile["display_name"] == "Me Myself"
    assert len(json.loads(found.read("games.game.json"))) == 1


def test_every_model_that_refers_to_people_is_in_it_or_has_a_reason():
    exported = {part.model for part in parts()}
    for model in apps.get_models():
        name = model._meta.label_lower
        if any(relations(model)) and not hasattr(model, "history_user"):
            left_out = name in LEFT_OUT or model._meta.app_label in LEFT_OUT
            assert (model in exported) != left_out, name
    known = {model._meta.label_lower for model in apps.get_models()}
    for name, reason in LEFT_OUT.items():
        assert reason
        assert name in known or name in {model._meta.app_label for model in apps.get_models()}
    assert not any(relations(Session))


@pytest.mark.parametrize("name", ["address", "public", "own-data"])
def test_ones_own_affairs_are_ones_own(client, name):
    address = reverse(f"members:{name}")
    assert client.get(address).status_code == 302
    client.force_login(make_member().user)
    assert client.get(address).status_code == 200
    assert client.get(reverse("members:own-archive")).status_code == 405
    client.force_login(User.objects.create_user("nobody", "nobody@example.org", PASSWORD))
    if name != "address":
        assert client.get(address).status_code == 403
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
