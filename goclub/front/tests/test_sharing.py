"""What pages tell those who share them, and their pictures: by role and by what visitors see."""

from __future__ import annotations

import struct

import pytest
from django.urls import reverse

from goclub.common.gate import gate_open
from goclub.common.tests.reading import read
from goclub.front.labels import PAGES
from goclub.front.tests.places import JAPANESE, ODD, THAI, make_club, show
from goclub.games.models import Game
from goclub.games.tests.crawling import walk
from goclub.leagues.models import Event, Match
from goclub.members.models import ClubSettings, Member

LEVELS = ("everything", "table", "nothing")
NEEDED = ("og:title", "og:description", "og:url", "og:type", "og:site_name", "og:locale",
          "og:image", "og:image:width", "og:image:height", "og:image:alt")  # fmt: skip


@pytest.fixture
def club():
    return make_club()


def head_of(page):
    """What the head says: by property or name."""
    tags = [tag.attrs for tag in read(page).all("meta")]
    return {tag.get("property") or tag.get("name"): tag.get("content") for tag in reversed(tags)}


def is_told(page):
    said = head_of(page)
    there = [name for name in NEEDED if said.get(name)]
    assert there in ([], list(NEEDED)), there
    assert len(read(page).values("link[rel=canonical]", "href")) == (1 if there else 0)
    assert bool(there) or said.get("robots") == "noindex"
    return bool(there)


# --- Words ------------------------------------------------------------------------------------
def test_pages_say_who_what_when(client, club):
    said = head_of(client.get(club.game.get_absolute_url()))
    for part in (ODD, THAI, "Black won by 4½", "komi 5½", "4 Mar 2025"):
        assert part in said["og:description"]
    assert said["og:title"] == f"{ODD} – {THAI}"
    assert said["og:url"] == "http://testserver" + club.game.get_absolute_url()
    assert said["og:image"] == f"http://testserver/games/{club.game.pk}/picture.png"
    assert (said["og:type"], said["og:locale"]) == ("article", "en_GB")
    for address, parts in (
        (f"/members/{club.odd.pk}/", (ODD, "2–0")),
        (club.kifu.get_absolute_url(), (JAPANESE,)),
        (club.event.get_absolute_url(), ("Spring Cup", "6 players", "won by ")),
        (reverse("leagues:cross", args=[club.event.slug]), ("Spring Cup", "6 players")),
        (club.pages()["leagues:term"], (club.term.name,)),
        (club.pages()["leagues:season"], (club.season.name,)),
    ):
        page = client.get(address)
        assert all(part in head_of(page)["og:description"] for part in parts), address
        assert "<b>ld" not in page.text
    client.cookies["django_language"] = "ja"
    japanese = head_of(client.get(club.game.get_absolute_url()))
    assert japanese["og:locale"] == "ja_JP"
    assert japanese["og:description"] != said["og:description"]


def test_a_league_game_says_who_meets_whom_and_shows_its_board_once_it_is_played(client, club):
    rows = Match.objects.filter(division__term=club.term).select_related("first__member", "game")
    played = rows.filter(game__state=Game.State.CONFIRMED).first()
    said = head_of(client.get(played.get_absolute_url()))
    assert said["og:image"] == f"http://testserver/games/{played.game_id}/picture.png"
    with gate_open():
        Match.objects.filter(pk=played.pk).update(game=None)
    said = head_of(client.get(played.get_absolute_url()))
    picture = reverse("leagues:match-picture", args=[played.pk])
    assert said["og:image"] == f"http://testserver{picture}"
    assert str(played.first.member) in said["og:description"]
    assert client.get(picture).headers["Content-Type"] == "image/png"
    assert client.get(reverse("leagues:match-picture", args=[999_999])).status_code == 404
    show("nothing")
    assert client.get(picture).status_code == 302


def test_a_page_of_a_list_is_its_own_and_a_filter_is_not(client, club):
    for query, said in (("?per_page=1&page=2", "?page=2"), ("?q=a", ""), ("?per_page=1", "")):
        page = client.get("/members/" + query)
        assert page.status_code == 200
        address = read(page).values("link[rel=canonical]", "href")
        assert address == ["http://testserver/members/" + said]


@pytest.mark.parametrize("address", ["/games/", "/kifu/"])
def test_an_old_number_of_a_page_that_is_read_no_more_leads_to_the_list_itself(
    client, club, address
):
    for query in ("?page=2", "?page=99999", "?page=x", "?state=confirmed"):
        page = client.get(address + query)
        assert page.status_code == 200
        assert read(page).values("link[rel=canonical]", "href") == ["http://testserver" + address]
        assert head_of(page)["og:url"] == "http://testserver" + address


def test_the_clubs_own_name_of_the_site_is_the_one_that_is_told(client, club, settings):
    settings.PUBLIC_URL = "https://go.example.org"
    said = head_of(client.get("/games/"))
    assert said["og:url"] == "https://go.example.org/games/"
    assert said["og:image"] == "https://go.example.org/picture.png"


# --- Who may look -----------------------------------------------------------------------------


#: What a visitor may see and nobody is to find: doors, tools, prints, screens in a hall.
UNTOLD = (
    "members:sign-in", "members:password-reset", "leagues:papers", "leagues:print-",
    "leagues:projector", "leagues:event-clock", "leagues:bracket-screen",
    "games:kifu-print", "games:kifu-count", "search",
)  # fmt: skip


@pytest.mark.parametrize(
    "level", ["everything", pytest.param("table", marks=pytest.mark.extended), "nothing"]
)
def test_every_page_that_a_visitor_finds_tells_all_or_asks_not_to_be_found(client, club, level):
    show(level)
    untold = set()
    for _address, page in walk(client):
        if page.status_code == 200 and page.headers["Content-Type"].startswith("text/html"):
            name = page.resolver_match.view_name
            if not is_told(page) and not name.startswith(UNTOLD):
                untold.add(name)
    assert untold == set() or level == "nothing"
    assert level != "nothing" or head_of(client.get("/"))["robots"] == "noindex"


@pytest.mark.parametrize("role", ["visitor", "member", "chair"])
@pytest.mark.parametrize("level", LEVELS)
def test_pages_and_pictures_by_role_and_visibility(client, club, role, level):
    show(level)
    if role != "visitor":
        client.force_login(club.people[role].user)
    pages, pictures = club.pages(), club.pictures()
    for name, address in pages.items():
        visible = level != "nothing"
        if name == "games:profile":
            visible = level == "everything"
        if name == "private":
            visible = False
        page, picture = client.get(address), client.get(pictures[name])
        wanted = 200 if visible or role != "visitor" else 302
        assert (page.status_code, picture.status_code) == (wanted, wanted), name
        if wanted == 200:
            assert picture.headers["Content-Type"] == "image/png"
            assert size_of(picture.content) == (1200, 630)
            # A reader who is signed in sees no more told than a visitor could see.
            assert is_told(page) == visible, name
        else:
            assert picture.url == page.url.replace(address, pictures[name])


def test_what_is_not_there_has_no_picture(client, club):
    for name in ("games:picture", "games:kifu-picture", "games:member-picture"):
        assert client.get(reverse(name, args=[10**6])).status_code == 404
    assert client.get(reverse("leagues:event-picture", args=["none"])).status_code == 404
    applicant = Member.objects.create(display_name="Waits")
    assert client.get(reverse("games:member-picture", args=[applicant.pk])).status_code == 404
    Event.objects.update(state=Event.State.DRAFT)
    assert client.get(club.pictures()["leagues:event"]).status_code == 404


def test_drafts_voided_games_and_former_members_are_not_told(client, club):
    client.force_login(club.people["chair"].user)
    Event.objects.update(state=Event.State.DRAFT)
    with gate_open():
        Game.objects.update(state=Game.State.VOID)
    assert not is_told(client.get(club.pages()["leagues:event"]))
    assert not is_told(client.get(club.game.get_absolute_url()))
    assert not is_told(client.get(f"/members/{club.former.pk}/"))
    assert not is_told(client.get(f"/members/{club.odd.pk}/against/{club.private.pk}/"))
    assert is_told(client.get(f"/members/{club.odd.pk}/against/{club.thai.pk}/"))
    assert not is_told(client.get("/no/such/page/"))
    assert not is_told(client.get("/me/"))


# --- Pictures ---------------------------------------------------------------------------------
def size_of(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_a_picture_changes_with_what_it_shows(client, club):
    address = club.pictures()["games:detail"]
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "no-cache" in first.headers["Cache-Control"]
    for change in (
        lambda: Member.objects.filter(pk=club.odd.pk).update(display_name="Bo"),
        lambda: Game.objects.filter(pk=club.game.pk).update(place="Kyoto"),
        lambda: ClubSettings.objects.update(accent="#123456"),
    ):
        change()
        then = client.get(address, headers={"if-none-match": first.headers["ETag"]})
        assert then.status_code == 200
        assert then.headers["ETag"] != first.headers["ETag"]
        first = then


@pytest.mark.parametrize("level", LEVELS)
def test_listed_pages_are_open_exactly_where_a_visitor_sees_them(client, club, level):
    show(level)
    for name, listed in PAGES.items():
        if listed.mapped:
            seen = client.get(reverse(name)).status_code == 200
            assert seen == (not listed.need or level != "nothing"), name
