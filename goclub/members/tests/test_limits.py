"""Wrong passwords count by account; what costs much has limits by address and login."""

from __future__ import annotations

import pytest
from django.conf import settings as site
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from goclub.games.models import Toss
from goclub.members.backends import account_name, find_account
from goclub.members.mail.services.writing import MOST_ASKED_FOR
from goclub.members.membership.services.invitations import make_link
from goclub.members.models import Letter
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import PASSWORD, as_member, make_member
from goclub.members.tests.test_people import JOIN

SIGN_IN = "members:sign-in"


@pytest.fixture
def member():
    """Somebody called Member who has a password."""
    one = make_member(password=True)
    one.user.username, one.user.email = "Member", "mem@example.org"
    one.user.save()
    return one


def limit(settings, **rates):
    settings.LIMITS = dict.fromkeys(site.LIMITS) | rates


def test_one_account_has_one_count_however_it_is_spelled(client, member):
    """Five wrong passwords under five spellings; the sixth spelling finds the door closed."""
    names = ["Member", "MEMBER", "mem@example.org", "ｍember", " member ", "MEM@Example.org"]
    answers = [
        client.post(reverse(SIGN_IN), {"username": name, "password": "wrong"}).status_code
        for name in names
    ]
    assert answers == [422, 422, 422, 422, 429, 429]
    right = client.post(reverse(SIGN_IN), {"username": "ＭＥＭＢＥＲ", "password": PASSWORD})
    assert (right.status_code, right["Retry-After"]) == (429, "900")
    home = {"username": "Member", "password": PASSWORD}  # where nobody guessed
    assert client.post(reverse(SIGN_IN), home, REMOTE_ADDR="192.0.2.7").status_code == 302


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ｍember", "Member"),
        ("mem@EXAMPLE.org", "Member"),
        ("Nobody\0", "nobody"),
        ("ＮＯＢＯＤＹ ", "nobody"),
        ("", ""),
    ],
)
def test_the_name_under_which_is_counted(rf, member, typed, name):
    request = rf.post("/", {"username": typed})
    assert account_name(request) == name
    assert account_name(request, {"username": typed}) == name


def test_too_many_tries_from_one_address(client, member, settings):
    """Above the limit no password is looked at, the name stays, the page says when."""
    limit(settings, sign_in="3/m")
    right = {"username": "Member", "password": PASSWORD}
    for name in ("a", "b", "c"):
        client.post(reverse(SIGN_IN), {"username": name, "password": "wrong"})
    page = client.post(reverse(SIGN_IN), right)
    assert page.status_code == 429
    assert 1 <= int(page["Retry-After"]) <= 60
    assert page.context["form"]["username"].value() == "Member"
    assert PASSWORD.encode() not in page.content
    assert not page.wsgi_request.user.is_authenticated
    assert client.get(reverse(SIGN_IN)).status_code == 200  # looking is free
    assert client.post(reverse(SIGN_IN), right, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_one_who_writes_the_header_himself_gets_no_fresh_count(client, member, settings):
    limit(settings, sign_in="2/m")
    answers = [
        client.post(
            reverse(SIGN_IN),
            {"username": "x", "password": "wrong"},
            headers={"X-Forwarded-For": f"203.0.113.{n}"},
        ).status_code
        for n in range(3)
    ]
    assert answers == [422, 422, 429]


@pytest.mark.usefixtures("founded")
@pytest.mark.parametrize(
    ("name", "address", "sent", "kept"),
    [
        ("join", "members:join", JOIN, "display_name"),
        ("password", "members:password-reset", {"email": "mem@example.org"}, "email"),
    ],
)
def test_too_many_requests_keep_what_was_typed(client, member, settings, name, address, sent, kept):
    limit(settings, **{name: "1/h"})
    assert client.post(reverse(address), sent).status_code == 302
    page = client.post(reverse(address), sent)
    assert page.status_code == 429
    assert int(page["Retry-After"]) <= 3600
    assert page.context["form"][kept].value() == sent[kept]
    assert JOIN["password"].encode() not in page.content
    assert Letter.objects.count() == 1


@pytest.mark.usefixtures("founded")
@pytest.mark.parametrize("door", ["password", "join", "link", "address"])
def test_an_account_gets_few_letters_however_many_senders_type_its_address(
    client, member, settings, door
):
    limit(settings)
    chair = make_member(role=CHAIR)
    for n in range(6):
        email = {"email": member.user.email.upper() if n % 2 else member.user.email}
        if door == "password":
            client.post(reverse("members:password-reset"), email)
        elif door == "join":
            client.post(reverse("members:join"), JOIN | email)
        elif door == "link":
            link = make_link(Act(chair.user), 9, days=7)
            client.post(link.get_absolute_url(), {"name": "New"} | email)
        else:
            client.force_login(make_member(password=True).user)
            client.post(reverse("members:address"), email | {"password": PASSWORD})
    assert Letter.objects.filter(to=member.user.email).count() == MOST_ASKED_FOR


@pytest.mark.usefixtures("founded")
def test_an_address_without_an_account_gets_few_letters_however_it_is_written(client, settings):
    limit(settings)
    for email in ("eva@example.org", "Eva@example.org", "EVA@example.org", "eVa@example.org"):
        client.force_login(make_member(password=True).user)
        client.post(reverse("members:address"), {"email": email, "password": PASSWORD})
    assert Letter.objects.count() == MOST_ASKED_FOR


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("upload", "games:kifu-upload"),
        ("upload", "leagues:event-import"),
        ("toss", "games:toss-list"),
        ("password", "members:password"),
    ],
)
def test_uploads_and_tosses_are_counted_by_login(client, settings, name, address):
    limit(settings, **{name: "1/h"})
    sato, anong = make_member(role=ORGANISER), make_member(role=ORGANISER)
    answers = []
    for one in (sato, sato, anong):
        client.force_login(one.user)
        data = {"file": SimpleUploadedFile("x.sgf", b"nothing")}
        answers.append(client.post(reverse(address), data))
    assert [page.status_code == 429 for page in answers] == [False, True, False]
    assert int(answers[1]["Retry-After"]) <= 3600
    assert Toss.objects.count() == 0


def test_the_office_has_no_second_door(client, member):
    """Its own form would be past every limit."""
    assert client.get("/office/", follow=True).redirect_chain[-1][0].startswith(reverse(SIGN_IN))
    assert client.post("/office/login/", {"username": "x", "password": "y"}).status_code == 302
    assert as_member(client, member).get("/office/", follow=True).status_code == 403


def test_a_name_that_is_anothers_address_decides_for_the_name(member):
    other = make_member(password=True)
    other.user.username = "mem@example.org"
    other.user.save()
    assert find_account("MEM@example.org") == other.user
