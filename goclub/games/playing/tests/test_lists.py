"""Lists of members and games, a member's months: pages, search in any script, CSV."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Standing
from goclub.games.playing.queries import PlayerGame, month_of_games
from goclub.games.tests.factories import play, report
from goclub.members.roles import CHAIR, MEMBER, SECRETARY
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres


@pytest.fixture
def players():
    """Two members, a game that counts and one that waits."""
    black = make_member("佐藤 健", romanised_name="Sato Ken")
    white = make_member("Anong <b>S.</b>")
    play(white, black, minute=5)
    report(black, white, "W+R", minute=8)
    return black, white


def test_a_page_holds_at_most_100_rows(client, players):
    for number in range(5):
        make_member(f"Player {number}")
    page = client.get(reverse("games:members"), {"per_page": "1000000"})
    assert page.context["table"].paginator.per_page == 100
    assert client.get(reverse("games:members"), {"per_page": "x"}).status_code == 200


def test_searching_finds_names_in_any_script_and_width(client, players):
    for text in ("佐藤", "ＳＡＴＯ", "sato k"):
        page = client.get(reverse("games:members"), {"q": text})
        assert [row.record.member.romanised_name for row in page.context["table"].rows] == [
            "Sato Ken"
        ]


def test_csv_is_streamed_and_defuses_formulas(client, players):
    make_member("=HYPERLINK(1)")
    answer = client.get(reverse("games:members"), {"format": "csv"})
    assert answer.streaming
    assert "'=HYPERLINK(1)" in b"".join(answer.streaming_content).decode("utf-8-sig")
    games = b"".join(client.get(reverse("games:list"), {"format": "csv"}).streaming_content)
    assert games.count(b"\n") == 3


@pytest.mark.parametrize(
    ("name", "role", "step"),
    [
        ("games:list", CHAIR, "games:report"),
        ("games:list", MEMBER, "games:report"),
        ("games:list", "", ""),
        ("games:members", SECRETARY, "members:invitations"),
        ("games:members", MEMBER, ""),
        ("games:members", "", ""),
    ],
)
def test_an_empty_list_offers_how_it_begins_to_those_who_may(client, name, role, step):
    if role:
        client.force_login(make_member(role=role).user)
    Standing.objects.all().delete()
    page = client.get(reverse(name))
    table = page.context["table"]
    assert read(page).one("td.empty").text.startswith(str(table.first_text))
    assert read(page).values("td.empty a", "href") == ([reverse(step)] if step else [])


@pytest.mark.parametrize(
    "name",
    ["games:list", "games:members", "games:rankings", "games:kifu-list", "leagues:events"],
)
def test_a_list_in_which_nothing_fits_says_so_and_shows_all_again(client, name):
    client.force_login(make_member(role=CHAIR).user)
    Standing.objects.all().delete()
    asked = {"q": "nobody", "rank": "9d"}
    if name == "games:list":
        asked["player"] = "nobody"
    said = read(client.get(reverse(name), asked)).one(".empty")
    assert said.values("a[data-clear]", "href") == [reverse(name)]
    assert said.text != read(client.get(reverse(name))).one(".empty").text


def headings(page):
    return re.findall(r'<tr class="row-group">\s*<th[^>]*>\s*([^<]+) <span', page.content.decode())


def counts(page):
    return [text.split()[0] for text in read(page).texts("tr.row-group .group-count")]


def test_months_head_the_games_in_their_own_order_alone(client, players):
    black, white = players
    for day in (date(2026, 2, 3), date(2026, 2, 20), date(2025, 12, 31)):
        play(white, black, played_on=day)
    page = client.get(reverse("games:list"), {"until": "2026-02-28"})
    assert headings(page) == ["February 2026", "December 2025", "March 2025"]
    sorted_page = client.get(reverse("games:list"), {"until": "2026-02-28", "sort": "played_on"})
    assert len(sorted_page.context["table"].rows) == 5
    assert headings(sorted_page) == []
    # Each with how many it has in the whole list, on whatever page; the search counts.
    assert counts(page) == ["2", "1", "2"]
    first = client.get(reverse("games:list"), {"until": "2026-02-28", "per_page": "1"})
    assert counts(first) == ["2"]
    assert counts(client.get(reverse("games:list"), {"until": "2026-02-10"}))[0] == "1"
    assert counts(sorted_page) == []
    client.cookies["django_language"] = "ja"
    assert headings(client.get(reverse("games:list")))[-1] == "2025年3月"


def test_a_reported_game_names_the_ranks_of_today(client, players):
    """It is in no ledger yet; a played one keeps the ranks with which it was played."""
    Standing.objects.filter(system="paa", member=players[0]).update(rank="4d")
    table = client.get(reverse("games:list")).context["table"]
    shown = {row.record.pk: row for row in table.rows}
    waiting = next(pk for pk, row in shown.items() if row.record.state == "reported")
    assert "4d" in shown[waiting].get_cell("game")
    played = next(pk for pk, row in shown.items() if row.record.state == "confirmed")
    assert "4d" not in shown[played].get_cell("game")


@pytest.mark.parametrize(
    "name", ["games:list", "games:members", "games:kifu-list", "games:rankings"]
)
def test_filters_stand_behind_one_switch_that_is_open_where_they_were_used(client, players, name):
    def switch(query):
        html = client.get(reverse(name), query).content.decode()
        [found] = re.findall(r'<input type="checkbox" class="filter-switch[^>]*>', html)
        assert "name=" not in found
        if name != "games:rankings":
            [words] = re.findall(r'<input[^>]* id="id_q"[^>]*>', html)
            assert re.findall(r'type="(\w+)"', words) == ["search"]
        return "checked" in found

    used = {
        "games:list": {"state": "confirmed"},
        "games:members": {"rank": "1k"},
        "games:kifu-list": {"size": "9"},
        "games:rankings": {"months": "3"},
    }[name]
    assert not switch({})
    assert not switch({"q": "sato"})
    assert switch(used)


def test_a_ledger_line_names_the_rank_of_the_other(client, players):
    """The one with which that game was played."""
    black, white = players
    Standing.objects.filter(system="paa", member=white).update(rank="4d")
    page = client.get(black.get_absolute_url())
    lines = [row.record for row in page.context["table"].rows if row.record.game_id]
    assert [line.other_rank for line in lines] == ["1k"]
    line = page.content.decode().partition('class="ledger-line"')[2].partition("</td>")[0]
    assert "4d" not in line
    assert '<span class="rank">1k</span>' in line


def test_rows_that_name_players_say_what_they_hold_today(client, players):
    """Profile and start page: the rank of today from the query of the games."""
    black, white = players
    Standing.objects.filter(system="paa", member=black).update(rank="4d")
    client.force_login(white.user)
    for address in (reverse("home"), white.get_absolute_url()):
        html = client.get(address).content.decode()
        sentences = re.findall(r'<div class="sentence">.*?</div>', html, re.S)
        assert [one for one in sentences if "4d" in one], address


def played(*days: date) -> list[PlayerGame]:
    return [PlayerGame(on, "B", "W", 0, 1) for on in days]


def test_the_latest_month_with_games_is_shown_until_another_is_asked_for():
    games = played(date(2026, 3, 9), date(2026, 5, 4), date(2026, 5, 4), date(2026, 8, 31))
    latest = month_of_games(games)
    assert (latest["first"], latest["before"]) == (date(2026, 8, 1), date(2026, 5, 1))
    assert latest["after"] is None
    may = month_of_games(games, date(2026, 5, 20))
    assert (may["before"], may["after"]) == (date(2026, 3, 1), date(2026, 8, 1))
    [day] = [day for week in may["weeks"] for day in week if day["games"]]
    assert (day["on"], len(day["games"])) == (date(2026, 5, 4), 2)
    assert may["weeks"][0][0]["on"].weekday() == 0
    empty = month_of_games(games, date(2026, 4, 1))
    assert (empty["before"], empty["after"]) == (date(2026, 3, 1), date(2026, 5, 1))


def test_a_month_before_the_first_game_or_after_the_last_is_the_latest():
    games = played(date(2026, 3, 9), date(2026, 5, 4))
    for asked in (date(1, 1, 1), date(2026, 2, 1), date(2026, 6, 1), date(9999, 12, 31)):
        assert month_of_games(games, asked)["first"] == date(2026, 5, 1)
    assert month_of_games([]) is None


@pytest.mark.parametrize(
    "asked", ["", "2026-13-01", "0000-01-01", "2026-10-05", "x" * 5000, "9" * 5000, "²-1"]
)
def test_any_month_in_the_address_is_answered(client, asked):
    one, other = make_member(points=100), make_member(points=100)
    play(one, other)
    response = client.get(one.get_absolute_url(), {"month": asked})
    assert response.status_code == 200
    assert read(response).has(".month-of-stones .stone-black.ringed")


def test_a_day_of_stones_leads_to_its_games(client):
    one, other = make_member("One <b>", points=100), make_member(points=100)
    game = play(one, other)
    play(other, one, minute=1)
    play(other, make_member(points=100), minute=2)
    [address] = read(client.get(one.get_absolute_url())).values(".month-of-stones a", "href")
    assert {row.pk for row in client.get(address).context["table"].data} >= {game.pk}
    assert len(client.get(address).context["table"].data) == 2
