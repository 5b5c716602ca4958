"""Records that are pasted, and games fetched from OGS; a server of our own stands in for it."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.urls import reverse

from goclub.games.library.services import ogs
from goclub.games.models import Kifu
from goclub.members.hooks.tests.conftest import own_certificate, receiver
from goclub.members.models import ClubSettings

__all__ = ["own_certificate", "receiver"]

pytestmark = pytest.mark.django_db

LINK = "https://online-go.com/game/63622896"
PATH = "/api/v1/games/63622896/sgf"
#: In the shape in which OGS writes it.
GAME = """(;FF[4]
CA[UTF-8]
GM[1]
DT[2024-04-22]
PC[OGS: https://online-go.com/game/63622896]
GN[Friendly Match]
PB[stone_cat]
PW[千盛]
BR[17k]
WR[12k]
TM[600]OT[5x30 byo-yomi]
RE[W+60.5]
SZ[19]
KM[0.5]
RU[Japanese]
HA[5]
AB[jj][dd][pp][pd][dp]
;W[cn]
(;B[fq]
(;W[dj]
C[stone_cat: hello
]
(;B[cf]
(;W[nq]
)))))
"""


@pytest.fixture
def paste(client, people):
    """Hand in a text; the page with what is refused beside it, or the draft."""
    client.force_login(people[0].user)
    cache.clear()

    def handed_in(text):
        page = client.post(reverse("games:kifu-upload"), {"text": text}, follow=True)
        if page.status_code == 200:
            return Kifu.objects.drafts_of(people[0].user.pk).latest("pk")
        form = page.context["kifu_form"]
        assert (page.status_code, form["text"].value()) == (422, text)
        return form.errors.get_json_data()["text"][0]["message"]

    return handed_in


@pytest.fixture
def server(receiver, monkeypatch):
    """OGS, as far as this machine goes, and a club that asks it."""
    ClubSettings.objects.update_or_create(pk=1, defaults={"ogs_games": True})
    monkeypatch.setattr(ogs, "HOST", f"https://localhost:{receiver.port}")
    receiver.pages[PATH] = GAME.encode()
    return receiver


def test_a_record_is_pasted(paste):
    kifu = paste(f"\n{GAME.replace('UTF-8', 'GB2312')}\n")
    assert (kifu.white_name, kifu.moves, kifu.encoding) == ("千盛", 5, "utf-8")


def test_a_page_that_is_pasted_is_refused_in_words(paste):
    assert "Paste the record itself" in paste("Sign in · Games · Black (cat) – White\n1. D4 2. Q16")
    assert "move 2" in paste("(;SZ[9];B[aa];W[aa])").lower()


def test_a_link_is_not_fetched_unless_the_club_allows_it(paste):
    assert "Download SGF" in paste(LINK)
    assert "Only links to games on OGS" in paste("https://online-go.com.example.org/game/1")
    assert "Only links to games on OGS" in paste("https://localhost/game/1")


def test_a_linked_game_is_fetched(paste, server):
    kifu = paste(f" {LINK}#last ")
    assert (kifu.white_name, kifu.moves) == ("千盛", 5)
    assert server.asked == [PATH]


@pytest.mark.parametrize(
    "page", [GAME.replace("63622896", "63622897"), "<html><p>Not found</p></html>", ""]
)
def test_another_game_or_an_error_page_is_refused(paste, server, page):
    server.pages[PATH] = page.encode()
    assert "did not send this game" in paste(LINK)


@pytest.mark.parametrize("status", [404, 302, "drip", "endless"])
def test_a_server_that_answers_badly(paste, server, status, monkeypatch):
    monkeypatch.setattr("goclub.members.hooks.services.posting.WHOLE", 1)
    server.pages.clear()
    server.status = status
    assert "did not send this game" in paste(LINK)


def test_ogs_is_left_alone_when_it_asks_for_that(paste, server):
    server.pages.clear()
    server.status = 429
    assert "busy" in paste(LINK)
    server.pages[PATH] = GAME.encode()
    assert "busy" in paste(LINK)
    assert server.asked == [PATH]


def test_one_request_at_a_time(paste, server):
    cache.set("ogs-busy", "")
    assert "busy" in paste(LINK)
    assert server.asked == []
