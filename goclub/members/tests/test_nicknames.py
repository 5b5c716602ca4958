"""Names on Go servers: what is typed in the profile is kept, and what was learned stays whole."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import codes
from goclub.members.models import Nickname
from goclub.members.people.services import give_nicknames, learn_nickname, read_nicknames
from goclub.members.queries import match_names
from goclub.members.tests.factories import signed_in


@pytest.fixture
def nils(client):
    return signed_in(client, "Nils")


def save(client, nicknames=None):
    """Save the profile as it is shown, with other nicknames where some are given."""
    form = client.get(reverse("members:me")).context["form"]
    data = {name: form[name].value() or "" for name in form.fields}
    if nicknames is not None:
        data["nicknames"] = nicknames
    return client.post(reverse("members:me"), data)


def names(member):
    return [tuple(row) for row in member.nicknames.values_list("name", "server", "learned")]


def test_another_server_of_a_name_is_kept(client, nils):
    assert save(client, "nilsgo (KGS)").status_code == 302
    assert save(client, "nilsgo (OGS)").status_code == 302
    assert names(nils) == [("nilsgo", "OGS", False)]


@pytest.mark.parametrize("typed", ["nilsgo (KGS), NilsGo (OGS)", "nilsgo (KGS, OGS)"])
def test_one_name_on_two_servers_is_kept_with_both(client, nils, typed):
    assert save(client, typed).status_code == 302
    assert names(nils) == [("nilsgo", "KGS, OGS", False)]
    assert save(client).status_code == 302
    assert names(nils) == [("nilsgo", "KGS, OGS", False)]


@pytest.mark.parametrize("name", ["Berg, Nils", "nils (5d)", "nils；berg", "ニルス（日本）"])
def test_a_learned_name_stays_one_name_when_the_profile_is_saved(client, nils, name):
    learn_nickname(member=nils, name=name, server="KGS")
    before = names(nils)
    assert save(client).status_code == 302
    assert names(nils) == before
    assert match_names([name])[name] == nils


def test_a_name_with_a_comma_of_before_stays_one_name(client, nils):
    Nickname.objects.create(member=nils, name="Berg, Nils (5d)", server="a (b", learned=True)
    assert save(client).status_code == 302
    assert nils.nicknames.get().name == "Berg, Nils (5d)"


@pytest.mark.parametrize("typed", ["x" * 81, f"nils ({'x' * 41})", "☆, nils"])
def test_what_cannot_be_kept_is_refused_and_not_cut(client, nils, typed):
    page = save(client, typed)
    assert page.status_code == 422
    assert list(codes(page.context["form"])) == ["nicknames"]
    assert page.context["form"]["nicknames"].value() == typed
    assert not nils.nicknames.exists()


def test_somebody_with_many_names_can_save_the_profile(client, nils):
    give_nicknames(member=nils, called=read_nicknames(", ".join(f"nils-{n}" for n in range(90))))
    assert save(client).status_code == 302
    assert nils.nicknames.count() == 90
