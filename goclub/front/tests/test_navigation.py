"""Five words, the pages at their doors, one menu for all: who finds what, and where one is."""

from __future__ import annotations

import pytest
from django.test import Client

from goclub.common.tests.reading import read
from goclub.front.labels import ROOMS
from goclub.front.tests.places import ROLES, make_club, show
from goclub.members.tests.factories import as_member

WORDS = ["Games", "Kifu", "Members", "Events", "Learn"]


@pytest.fixture
def club():
    return make_club()


def links(page, selector):
    return [(one.text.strip(), one.attrs["href"]) for one in read(page).all(f"{selector} a")]


@pytest.mark.parametrize("role", ROLES)
def test_everybody_reads_five_words_and_a_phone_has_five_icons(client, club, role):
    if role != "visitor":
        client.force_login(club.people[role].user)
    page = client.get("/")
    assert [text for text, _url in links(page, ".main-nav")] == WORDS
    counted = " ".join(read(page).texts(".bottom-bar .count"))
    assert [text.removesuffix(counted).strip() for text, _url in links(page, ".bottom-bar")] == [
        "Home", "Games", "Members", "Events", "Learn",
    ]  # fmt: skip


def test_a_visitor_is_led_nowhere_where_the_club_shows_nothing(client, club):
    show("nothing")
    page = client.get("/")
    assert [text for text, _url in links(page, ".main-nav")] == ["Learn"]
    for _text, url in (*links(page, ".main-nav"), *links(page, ".menu-body")):
        assert client.get(url).status_code == 200


@pytest.mark.parametrize("role", ROLES)
def test_every_word_and_door_opens_for_whom_it_is_shown_to(client, club, role):
    if role != "visitor":
        client.force_login(club.people[role].user)
    seen = 0
    for room in ROOMS:
        doors = links(client.get(room.first.url), ".doors")
        for _text, url in doors:
            assert client.get(url, follow=role != "visitor").status_code == 200, url
        seen += len(doors)
    assert seen > len(ROOMS)


def test_one_word_says_where_one_is(client, club):
    client.force_login(club.people["member"].user)
    for url, word, thumb in (
        ("/games/", "Games", "Games"),
        (club.game.get_absolute_url(), "Games", "Games"),
        ("/kifu/", "Kifu", "Games"),
        ("/games/positions/", "Kifu", "Games"),
        ("/rankings/", "Members", "Members"),
        (club.event.get_absolute_url(), "Events", "Events"),
        ("/leagues/", "Events", "Events"),
        ("/calendar/", "Events", "Events"),
        ("/learn/points/", "Learn", "Learn"),
        ("/calculator/", "Learn", "Learn"),
    ):
        page = read(client.get(url))
        for bar, said in ((".main-nav", word), (".bottom-bar", thumb)):
            here = [one.text.strip() for one in page.all(f"{bar} a[aria-current=page]")]
            assert here == [said], (url, bar)


@pytest.mark.parametrize(
    ("url", "tab"),
    [
        ("/rankings/egf/", "Rankings"),
        ("/rankings/igs/", "Rankings"),
        ("/ladder/", "Ladder"),
        ("/ladder/rules/", "Ladder"),
        ("/calendar/free/", "Calendar"),
        ("/night/me/", "Club night"),
    ],
)
def test_a_page_behind_a_tab_keeps_the_tabs(client, club, url, tab):
    page = read(as_member(client, club.people["chair"]).get(url))
    assert [one.text.strip() for one in page.all(".doors a[aria-current=page]")] == [tab]


def test_language_and_look_are_in_the_menu_and_ask_for_no_token(club):
    strict = Client(enforce_csrf_checks=True)
    page = read(strict.get("/"))
    assert len(page.all(".menu-body [name=language]")) == 4
    assert len(page.all(".menu-body [name=theme]")) == 3
    assert "csrftoken" not in strict.cookies
    assert strict.post("/theme/", {"theme": "dark", "next": "/learn/"}).url == "/learn/"
    assert strict.post("/language/", {"language": "ja"}).status_code == 302
    assert read(strict.get("/")).one("html").attrs["lang"] == "ja"
    assert strict.post("/sign-out/").status_code == 403
