"""A member's keys: shown once, kept as a digest, taken back."""

from __future__ import annotations

import pytest
from django.utils import timezone

from goclub.common.tests.reading import codes, read
from goclub.members.models import ProgramKey, Scope
from goclub.members.programs.services import MOST, key_of, make_key
from goclub.members.tests.factories import make_member, signed_in
from ratings.errors import RuleError

PAGE = "/me/programs/"


@pytest.fixture
def member(client):
    return signed_in(client, "Ewa Lis")


def test_a_key_is_shown_once_and_kept_as_a_digest(client, member):
    answer = client.post(PAGE, {"name": "Discord", "scopes": ["games"]})
    assert (answer.status_code, answer.url) == (302, PAGE)  # loaded again it makes no other key
    text = read(client.get(PAGE)).one("code.key").text
    key = ProgramKey.objects.get()
    assert key_of(text) == key
    assert text not in str(vars(key))
    assert (key.name, key.scopes, key.start) == ("Discord", ["games"], text[7:13])
    assert not read(client.get(PAGE)).has("code.key")
    assert f"/me/programs/{key.pk}/forget/" in read(client.get(PAGE)).values("form", "action")
    client.post(f"/me/programs/{key.pk}/forget/")
    assert key_of(text) is None


@pytest.mark.parametrize(
    "data", [{"name": " ", "scopes": ["games"]}, {"name": "Bot", "scopes": []}]
)
def test_what_is_missing_is_asked_beside_its_field(client, member, data):
    answer = client.post(PAGE, data)
    assert answer.status_code == 422
    assert codes(answer.context["form"])
    assert not ProgramKey.objects.exists()


def test_there_is_an_end(client, member):
    for number in range(MOST):
        make_key(member=member, name=str(number), scopes=["games"], at=timezone.now())
    with pytest.raises(RuleError):
        make_key(member=member, name="one more", scopes=["games"], at=timezone.now())
    answer = client.post(PAGE, {"name": "one more", "scopes": ["games"]})
    assert answer.status_code == 422
    assert answer.context["form"]["name"].value() == "one more"


def test_the_keys_of_others_are_not_mine(client, member):
    key, _text = make_key(
        member=make_member("Other"), name="Bot", scopes=Scope.values, at=timezone.now()
    )
    assert client.post(f"/me/programs/{key.pk}/forget/").status_code == 404
    client.logout()
    assert client.get(PAGE).status_code == 302
    assert ProgramKey.objects.exists()
