"""Comments and variations in the office: to look at and to search, to hide, and to delete."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.tests.reading import read, told
from goclub.games.library.tests.comments_club import comment, hide, make_club, text_of, variation
from goclub.games.models import KifuNote, KifuVariation
from goclub.members.tests.factories import fresh

NOTES, LINES = "admin:games_kifunote", "admin:games_kifuvariation"


@pytest.fixture
def club(client):
    found = make_club()
    client.force_login(found["chair"].user)
    return found


def rows(client, name, **query):
    answer = client.get(reverse(f"{name}_changelist"), query)
    assert answer.status_code == 200
    return list(answer.context["cl"].queryset)


def test_comments_are_found_by_words_author_and_players(client, club):
    rude, kind = comment(club, text="rude words"), comment(club, "white", text="Nice <b>shape</b>")
    line = variation(club, "stranger")
    for search, found in (
        ("rude", [rude]), ("佐藤", [rude, kind]), ("Anong", [rude, kind]), ("nothing", []),
    ):  # fmt: skip
        assert set(rows(client, NOTES, q=search)) == set(found), search
    assert rows(client, LINES, q="สมชาย") == [line]
    hide(club, rude)
    assert rows(client, NOTES, hidden="yes") == [rude]
    assert rows(client, NOTES, hidden="no") == [kind]
    table = read(client.get(reverse(f"{NOTES}_changelist"))).one("#result_list")
    assert "Nice <b>shape</b>" in table.text
    links = table.values("a", "href")
    assert f"{club['game'].get_absolute_url()}#comments" in links
    assert reverse("games:note-hide", args=[kind.pk]) in links


def test_chosen_rows_are_hidden_and_shown_again(client, club):
    note, line = comment(club), variation(club)
    for name, said in ((NOTES, note), (LINES, line)):
        url, chosen = reverse(f"{name}_changelist"), {"_selected_action": [said.pk]}
        asked = client.post(url, {"action": "hide_chosen", **chosen})
        assert asked.context["question"].items == [said]
        chosen |= {"confirmed": "1", "reason": "Not kind."}
        assert told(client.post(url, {"action": "hide_chosen", **chosen}, follow=True))
        assert (fresh(said).hidden_by, said.hidden_reason) == (club["chair"].user, "Not kind.")
        client.post(url, {"action": "show_chosen", **chosen})
        assert not fresh(said).is_hidden


def test_nobody_writes_for_others(client, club):
    note = comment(club)
    url = reverse(f"{NOTES}_change", args=[note.pk])
    assert "Cut at D4!" in text_of(client.get(url))
    assert client.post(url, {"text": "other words"}).status_code == 403
    assert client.get(reverse(f"{NOTES}_add")).status_code == 403
    assert fresh(note).text == "Cut at D4!"


def test_the_chair_alone_deletes(client, club):
    note, line = comment(club), variation(club, text="on the line")
    for role, status in (("secretary", 403), ("chair", 302)):
        client.force_login(club[role].user)
        for name, said in ((NOTES, note), (LINES, line)):
            url = reverse(f"{name}_delete", args=[said.pk])
            assert client.post(url, {"post": "yes"}).status_code == status, role
    assert not KifuNote.objects.exists()
    assert not KifuVariation.objects.exists()


@pytest.mark.parametrize(
    ("role", "wanted"), [("secretary", 200), ("organiser", 302), ("stranger", 302)]
)
def test_who_looks(client, club, role, wanted):
    client.force_login(club[role].user)
    for name in (NOTES, LINES):
        assert client.get(reverse(f"{name}_changelist")).status_code == wanted


def test_the_lists_ask_the_same_at_one_and_at_nineteen(client, club):
    counts = []
    for first, last in ((0, 1), (1, 19)):
        for n in range(first, last):
            comment(club, ("black", "white")[n % 2], minute=n)
            variation(club, spot="3", moves=f"Wa{chr(97 + n)}")
        with CaptureQueriesContext(connection) as queries:
            for name in (NOTES, LINES):
                client.get(reverse(f"{name}_changelist"))
        counts.append(len(queries))
    assert counts[0] == counts[1]
