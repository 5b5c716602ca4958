"""Lists of members and games: pages, search in any script, files for a spreadsheet."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Standing
from goclub.games.tests.factories import play, report
from goclub.members.roles import CHAIR, MEMBER, SECRETARY
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


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
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    assert "'=HYPERLINK(1)" in text
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
    links = read(page).values("td.empty a", "href")
    assert links == ([reverse(step)] if step else [])


@pytest.mark.parametrize(
    "name",
    ["games:list", "games:members", "games:rankings", "games:kifu-list", "leagues:events"],
)
def test_a_list_in_which_nothing_fits_says_so_and_shows_all_again(client, name):
    client.force_login(make_member(role=CHAIR).user)
    Standing.objects.all().delete()
    asked = {"q": "nobody", "player": "nobody", "rank": "9d"}
    said = read(client.get(reverse(name), asked)).one(".empty")
    assert said.values("a[data-clear]", "href") == [reverse(name)]
    assert said.text != read(client.get(reverse(name))).one(".empty").text
