"""The frame is never another reader's, another language's or of yesterday."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.members.models import ClubSettings, Member, Notice
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("keeping")]
PAGE = "/learn/"


@pytest.fixture
def chair():
    return make_member("Kato Ken", role="chair", language="en")


@pytest.fixture
def aoki():
    return make_member("Aoki Jun", language="ja")


def browser(member=None):
    client = Client()
    if member is not None:
        client.force_login(member.user, "goclub.members.backends.NameOrEmailBackend")
    return client


def told(member, times=1):
    for _ in range(times):
        Notice.objects.create(member=member, kind="member.welcome", url="/", at=timezone.now())


def shown(client, address=PAGE):
    """All of the frame that is not the same for everybody."""
    page = read(client.get(address))
    bell = page.all(".bell")
    return {
        "language": page.one("html").attrs["lang"],
        "club": page.one(".brand span").text.strip(),
        "foot": page.one(".site-footer p").text.strip(),
        "name": "".join(one.text.strip() for one in page.all(".menu-name")),
        "unread": bool(bell),
        "menu": [one.attrs["href"] for one in page.all(".menu-body a")],
        "next": {one.attrs["value"] for one in page.all(".menu-body [name=next]")},
        "token": [one.attrs["value"] for one in page.all(".menu-body [name=csrfmiddlewaretoken]")],
        "word": [one.attrs["href"] for one in page.all(".main-nav a[aria-current=page]")],
    }


def test_two_members_and_a_visitor_in_turns_see_each_their_own(chair, aoki):
    told(aoki, 2)
    readers = {"chair": browser(chair), "aoki": browser(aoki), "visitor": browser()}
    rounds = [{who: shown(client) for who, client in readers.items()} for _ in range(3)]
    for seen in rounds:
        assert [seen[who]["name"] for who in readers] == ["Kato Ken", "Aoki Jun", ""]
        assert [seen[who]["language"] for who in readers] == ["en", "ja", "en"]
        assert [seen[who]["unread"] for who in readers] == [False, True, False]
        assert chair.get_absolute_url() in seen["chair"]["menu"]
        assert aoki.get_absolute_url() in seen["aoki"]["menu"]
        assert {"/desk/", "/office/"} <= set(seen["chair"]["menu"])
        assert not {"/desk/", "/office/"} & set(seen["aoki"]["menu"])
        assert not {chair.get_absolute_url(), "/desk/"} & set(seen["visitor"]["menu"])
        assert [len(seen[who]["token"]) for who in readers] == [1, 1, 0]
    tokens = [seen[who]["token"][0] for seen in rounds for who in ("chair", "aoki")]
    assert len(set(tokens)) == len(tokens)  # masked anew each time, as every token


def test_the_token_of_a_kept_menu_signs_its_own_reader_out(chair, aoki):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(aoki.user, "goclub.members.backends.NameOrEmailBackend")
    shown(strict)
    others = shown(browser(chair))["token"][0]
    own = shown(strict)["token"][0]
    assert strict.post("/sign-out/", {"csrfmiddlewaretoken": others}).status_code == 403
    assert strict.post("/sign-out/", {"csrfmiddlewaretoken": own}).status_code == 302
    assert shown(strict)["name"] == ""


def test_an_address_is_of_its_request_and_escaped(aoki):
    for client in (browser(aoki), browser()):
        shown(client)
        odd = "/learn/?next=%22%3E&page=2"
        assert shown(client, odd)["next"] == {odd}
        assert shown(client)["next"] == {PAGE}
        assert shown(client, "/games/")["word"] == ["/games/"]
        assert shown(client, "/kifu/")["word"] == ["/kifu/"]
    assert "<b>" not in browser().get("/learn/?a=<b>").content.decode()


def own(member, **changes):
    Member.objects.filter(pk=member.pk).update(**changes)


def of_club(**changes):
    ClubSettings.objects.filter(pk=1).update(**changes)


#: What somebody does, of what part, and what the frame then shows.
CHANGES = [
    (lambda chair: own(chair, language="pl"), "language", "pl"),
    (lambda chair: own(chair, display_name="Baba"), "name", "Baba"),
    (lambda _chair: of_club(name="Tengen"), "club", "Tengen"),
    (lambda _chair: of_club(motto="Hane at the head"), "foot", "Hoshi Go Club · Hane at the head"),
]


@pytest.mark.parametrize(("change", "part", "after"), CHANGES)
def test_what_changed_shows_at_once_and_nothing_else(chair, change, part, after):
    client = browser(chair)
    before = [shown(client) for _ in range(2)][-1]
    assert before[part] != after
    change(chair)
    seen = shown(client)
    assert seen[part] == after
    same = {"menu", "next", "word"}
    assert {name: seen[name] for name in same} == {name: before[name] for name in same}


def test_a_lost_role_is_gone_at_once(chair, aoki):
    told(chair)
    client, other = browser(chair), browser(aoki)
    assert "/desk/" in shown(client)["menu"]
    chair.user.groups.clear()
    assert "/desk/" not in shown(client)["menu"]
    aoki.user.groups.set(make_member("Baba", role="secretary").user.groups.all())
    assert "/desk/" in shown(other)["menu"]
    aoki.user.is_active = False
    aoki.user.save()
    assert shown(other)["name"] == ""


def test_what_is_unread_is_counted_anew_after_a_step_of_ones_own(chair):
    client = browser(chair)
    assert shown(client)["unread"] is False
    told(chair, 3)
    client.post("/theme/", {"theme": "light"})
    assert shown(client)["unread"] is True
    Notice.objects.update(read_at=timezone.now())
    client.post("/theme/", {"theme": "light"})
    assert shown(client)["unread"] is False
