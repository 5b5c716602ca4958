"""Lists of members and games: pages, search in any script, files for a spreadsheet."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.games.tests.factories import play, report
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
