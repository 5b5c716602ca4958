"""Records that are pasted, and games fetched from OGS; a server of our own stands in for it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse

from goclub.games.library.services import ogs
from goclub.games.library.services.enriching import take_record
from goclub.games.models import Kifu
from goclub.games.tests.factories import at
from goclub.go.records.errors import KifuError
from goclub.go.records.tests.text import LINE
from goclub.members.hooks.tests.conftest import own_certificate, receiver
from goclub.members.models import ClubSettings, Nickname
from goclub.members.people.services import choose_ogs_games

__all__ = ["own_certificate", "receiver"]

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
    """OGS, as far as this machine goes, and a club that asks it; no pause from before."""
    cache.clear()
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


@pytest.mark.parametrize(
    "link",
    [
        "https://online-go.com.example.org/game/1",
        "https://localhost/game/1",
        "www.go.com/1",
        f"https://online-go.com/game/{'9' * 13}",
    ],
)
def test_no_other_server_is_asked(paste, server, link):
    assert "Only links to games on OGS" in paste(link)
    assert server.asked == []


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


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (404, "did not send this game"),
        (302, "did not send this game"),
        ("endless", "did not send this game"),
        ("drip", "does not answer"),
        (500, "does not answer"),
    ],
)
def test_a_server_that_answers_badly(paste, server, status, told, monkeypatch):
    monkeypatch.setattr("goclub.members.hooks.services.posting.WHOLE", 1)
    server.pages.clear()
    server.status = status
    assert told in paste(LINK)


def test_ogs_is_left_alone_when_it_asks_for_that(paste, server):
    server.pages.clear()
    server.status = 429
    assert "does not answer" in paste(LINK)
    server.pages[PATH] = GAME.encode()
    assert "does not answer" in paste(LINK)
    assert server.asked == [PATH]


def test_one_request_at_a_time(paste, server):
    cache.set("ogs-busy", "")
    assert "does not answer" in paste(LINK)
    assert server.asked == []


# -- accounts --------------------------------------------------------------------------------------
PLAYER = "/api/v1/players/?username=stone_cat"
GAMES = "/api/v1/players/7/games/?ended__isnull=false&ordering=-ended&page_size=50"
SINCE = datetime(2026, 1, 1, tzinfo=UTC)


def listed(*games):
    """A page of games, newest first, in the shape of the API."""
    rows = [
        {"id": number, "ended": ended, "players": {"black": {"id": 7, "username": "stone_cat"}}}
        for number, ended in games
    ]
    return json.dumps({"count": len(rows), "next": None, "results": rows}).encode()


def record_of(number, first):
    moves = "".join(f";{'BW'[n % 2]}[{point}]" for n, point in enumerate([first, *LINE]))
    return f"(;SZ[19]PC[OGS: https://online-go.com/game/{number}]PB[stone_cat]{moves})".encode()


@pytest.fixture
def account(people, server, monkeypatch):
    """A member who lets the games of an account come in."""
    monkeypatch.setattr(ogs, "BETWEEN", 0)
    cache.clear()
    server.status = 404
    server.pages[PLAYER] = b'{"count": 1, "results": [{"id": 7, "username": "stone_cat"}]}'
    return Nickname.objects.create(
        member=people[0], name="stone_cat", server="OGS", ogs_since=SINCE
    )


def test_new_games_of_an_account_come_in_once(account, server, people):
    server.pages[GAMES] = listed(
        (3, "2026-01-03T10:00:00.123456Z"),
        (4, "2026-01-02T18:00:00Z"),
        (2, "2026-01-02T10:00:00Z"),
        (1, "2025-12-31T10:00:00Z"),
    )
    server.pages |= {f"/api/v1/games/{n}/sgf": record_of(n, f"c{'abc'[n - 1]}") for n in (1, 2, 3)}
    assert ogs.fetch_new_games(at()) == 2
    assert [kifu.uploaded_by for kifu in Kifu.objects.in_library()] == [people[0].user] * 2
    account.refresh_from_db()
    assert account.ogs_since.isoformat() == "2026-01-03T10:00:00.123456+00:00"
    assert ogs.fetch_new_games(at()) == 0
    # What came by another way is not filed again.
    Nickname.objects.update(ogs_since=SINCE)
    assert ogs.fetch_new_games(at()) == 0
    assert Kifu.objects.in_library().count() == 2


def test_of_ten_thousand_games_one_page_is_read(account, server):
    games = [(n, (SINCE + timedelta(minutes=n)).isoformat()) for n in range(10_000, 0, -1)]
    server.pages[GAMES] = listed(*games)
    assert ogs.fetch_new_games(at()) == 0
    assert len(server.asked) == 2 + 50


def test_a_moment_without_its_zone_is_no_answer(account, server):
    server.pages[GAMES] = listed((1, "2026-01-03T10:00:00"))
    assert ogs.fetch_new_games(at()) == 0


@pytest.mark.parametrize("page", ["<html>", "[]", '{"results": [{"id": "x"}]}', '{"results": []}'])
def test_an_answer_that_is_none_changes_nothing(account, server, page):
    server.pages[PLAYER] = page.encode()
    assert ogs.fetch_new_games(at()) == 0
    assert (server.asked, Nickname.objects.get().ogs_since) == ([PLAYER], SINCE)


def test_a_game_that_cannot_be_kept_holds_up_no_other(account, server, monkeypatch):
    def take(act, record, **values):
        if values["filename"] == "ogs-1.sgf":
            raise KifuError("records.too_large")
        return take_record(act, record, **values)

    monkeypatch.setattr(ogs, "take_record", take)
    server.pages[GAMES] = listed((2, "2026-01-03T10:00:00Z"), (1, "2026-01-02T10:00:00Z"))
    server.pages |= {f"/api/v1/games/{n}/sgf": record_of(n, f"c{'ab'[n - 1]}") for n in (1, 2)}
    assert ogs.fetch_new_games(at()) == 1


def test_a_busy_server_is_asked_no_more(account, server, people):
    Nickname.objects.create(member=people[1], name="b", server="OGS", ogs_since=SINCE)
    server.pages[GAMES] = listed((1, "2026-01-03T10:00:00Z"))
    server.status = 429
    assert ogs.fetch_new_games(at()) == 0
    assert server.asked[-1] == "/api/v1/games/1/sgf"
    assert set(Nickname.objects.values_list("ogs_since", flat=True)) == {SINCE}


def test_nothing_is_fetched_where_the_club_or_the_member_does_not_want_it(account, server):
    ClubSettings.objects.update(ogs_games=False)
    assert ogs.fetch_new_games(at()) == 0
    ClubSettings.objects.update(ogs_games=True)
    choose_ogs_games(account.member, wanted=False, at=at())
    assert ogs.fetch_new_games(at()) == 0
    assert server.asked == []


def test_a_member_names_the_account_in_the_profile(client, people, server):
    client.force_login(people[0].user)
    address = reverse("members:me")
    sent = client.get(address).context["form"].initial | {"ogs_games": "on", "nicknames": "cat"}
    sent = {name: value for name, value in sent.items() if value is not None}
    page = client.post(address, sent)
    assert page.context["form"].errors.as_data()["nicknames"][0].code == "no_ogs_name"
    client.post(address, sent | {"nicknames": "stone_cat (OGS), cat (KGS)"})
    accounts = Nickname.objects.exclude(ogs_since=None)
    assert [account.name for account in accounts] == ["stone_cat"]
    sent["nicknames"] = "stone_cat (OGS)"
    hidden = ("ogs_games", "ogs_shown")
    client.post(address, {name: sent[name] for name in sent if name not in hidden})
    assert accounts.all().exists()  # from a page that did not show the wish
    client.post(address, {name: sent[name] for name in sent if name != "ogs_games"})
    assert not accounts.all().exists()
