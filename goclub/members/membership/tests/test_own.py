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
from goclub.members.tests.factories import PASSWORD, as_member, fresh, make_member, signed_in


# --- The address ----------------------------------------------------------------------------------
def ask(client, email, password=PASSWORD):
    return client.post(reverse("members:address"), {"email": email, "password": password})


def link():
    return re.search(r"http://127.0.0.1:8000(/address/\S+)", Letter.objects.latest("pk").text)[1]


def test_an_address_longer_than_its_column_is_refused_beside_its_field(client):
    signed_in(client, password=True)
    for email in (f"{'x' * 245}@example.org", f"{'x' * 300}@example.org"):
        answer = ask(client, email)
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {"email"}
    assert not Letter.objects.exists()


def test_an_address_is_changed_by_the_letters_link_and_the_old_one_is_told(client):
    member = signed_in(client, password=True)
    assert ask(client, "new@example.org").status_code == 302
    assert Letter.objects.latest("pk").to == "new@example.org"
    address = link()
    assert client.get(address).status_code == 200
    assert fresh(member.user).email != "new@example.org", "looking changes nothing"
    old = member.user.email
    client.logout()  # the letter may be read on another machine
    assert client.post(address).status_code == 302
    assert fresh(member.user).email == "new@example.org"
    told = Letter.objects.order_by("-pk")[:2]
    assert {letter.to for letter in told} == {old, "new@example.org"}
    assert client.get(address).status_code == 410
    assert client.post(address).status_code == 410


def test_the_link_is_for_the_account_that_asked_for_it(client):
    member = signed_in(client, password=True)
    ask(client, "new@example.org")
    address = link()
    for answer in (as_member(client, make_member()).get(address), client.post(address)):
        assert answer.status_code == 403
        assert "belongs to another account" in read(answer).text
    assert fresh(member.user).email != "new@example.org"
    assert as_member(client, member).post(address).status_code == 302
    assert fresh(member.user).email == "new@example.org"


def test_an_address_in_use_is_refused_and_nobody_learns_of_it(client):
    member, other = make_member(password=True), make_member()
    client.force_login(member.user)
    answers = [ask(client, email) for email in ("new@example.org", other.user.email.upper())]
    there = (302, reverse("members:me"))
    assert {(one.status_code, one.headers["Location"]) for one in answers} == {there}
    mine, theirs = Letter.objects.order_by("pk")
    assert (mine.to, theirs.to) == ("new@example.org", other.user.email)
    assert "/address/" not in theirs.text
    theirs.delete()
    address = link()
    User.objects.filter(pk=other.user_id).update(email="NEW@example.org")
    client.post(address)
    assert not User.objects.filter(email="new@example.org").exists()


def test_the_password_is_asked_and_the_link_ends_with_it_and_grows_old(client):
    member = signed_in(client, password=True)
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
    member.user.set_password("a-goban-of-kaya")
    member.user.save()
    assert client.post(address).status_code == 410


# --- What is public -------------------------------------------------------------------------------
def see(client, name, *args, **query):
    return client.get(reverse(name, args=args), query)


def test_whoever_is_not_listed_is_in_no_list_that_a_visitor_reads(client):
    shy = signed_in(client, "Shy Person")
    make_member("Open Person")
    client.post(reverse("members:public"), {"shows_profile": "on", "shows_origin": "on"})
    client.logout()
    lists = [("games:members", {}), ("games:rankings", {}), ("games:members", {"format": "csv"}),
             ("games:rankings", {"format": "csv"}), ("games:find", {"q": "Person"})]  # fmt: skip
    for name, query in [*lists, ("home", {}), ("games:calculator", {})]:
        text = see(client, name, **query).getvalue().decode()
        assert (name, query) not in lists or "Open Person" in text, name
        assert shy.display_name not in text, name


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
    assert see(as_member(client, other), "games:profile", shy.pk).status_code == 200


@pytest.mark.parametrize("may", [False, True])
def test_country_and_club_are_seen_by_those_who_may(client, may):
    shy = make_member("Shy", country="JP", club="Nihon Kiin Tower", shows_origin=False)
    if may:
        signed_in(client)
    assert (shy.club in see(client, "games:profile", shy.pk).text) == may
    for name in ("games:rankings", "games:members"):
        assert ("JP" in see(client, name, format="csv").getvalue().decode()) == may, name
    rows = see(client, "games:rankings", country="JP").context["rows"]
    assert any(row.member == shy for row in rows) == may


# --- Everything about me --------------------------------------------------------------------------
def archive(member):
    return zipfile.ZipFile(io.BytesIO(b"".join(zipped(member))))


def test_the_archive_holds_what_is_about_me_and_nothing_of_others(client):
    me, other = signed_in(client, "Me Myself", password=True), make_member("Somebody Else")
    play(me, other)
    archive = zipfile.ZipFile(io.BytesIO(b"".join(client.post(reverse("members:own-archive")))))
    names = set(archive.namelist())
    assert {"members.member.json", "members.user.csv", "games.game.json", "games.ratingentry.csv",
            "members.strengthdecision.json", "members.membershipstep.json"} <= names  # fmt: skip
    for name in names:
        text = archive.read(name).decode("utf-8-sig")
        assert not name.endswith(".json") or json.loads(text)
        assert me.user.password not in text
        assert other.user.email not in text
        # What one was told names the other player, as the notice did.
        assert other.display_name not in text or name.startswith("members.notice")
    assert json.loads(archive.read("members.member.json"))[0]["display_name"] == "Me Myself"


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
    assert as_member(client, make_member()).get(address).status_code == 200
    client.force_login(User.objects.create_user("nobody", "nobody@example.org", PASSWORD))
    if name != "address":
        assert client.get(address).status_code == 403
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
