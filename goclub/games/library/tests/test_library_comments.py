"""Talking about records of the library that have no club game, and counting them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.gate import gate_open
from goclub.common.tests.reading import read as read_page
from goclub.common.tests.reading import said, told
from goclub.games.library.services.filing import file_record, withdraw_record
from goclub.games.library.services.records import upload_kifu
from goclub.games.library.tests.comments_club import comment, make_club, refusal, text_of, variation
from goclub.games.library.tests.test_counting_page import record
from goclub.games.models import Game, Kifu, KifuNote, KifuVariation
from goclub.games.tests.factories import at
from goclub.go.records.reading import read
from goclub.go.records.tests.text import LINE, sgf
from goclub.members.models import ClubSettings, Member
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER, SECRETARY
from goclub.members.tests.factories import as_member, make_member
from ratings.errors import Code


def file_it(data=None, by=None) -> Kifu:
    data = data or sgf("Honinbo <i>Shuwa</i>")
    return file_record(Act(by, at()), read(data), data=data, filename="g.sgf")


@pytest.fixture
def club():
    """A record without a game, its uploader, another member, the office, and one who left."""
    people = {
        "black": make_member("佐藤 健"),
        "white": make_member("Anong <b>S.</b>"),
        "organiser": make_member(role=ORGANISER),
        "secretary": make_member(role=SECRETARY),
        "former": make_member("Left Long Ago"),
    }
    Member.objects.filter(pk=people["former"].pk).update(status=Member.Status.FORMER)
    return {"kifu": file_it(by=people["black"].user), **people}


def page(name, kifu):
    return reverse(f"games:kifu-{name}", args=[kifu.pk])


# -- who may -------------------------------------------------------------------------------------
READ, TALK = ("count", "comments-sgf"), ("comments", "variation")


def test_any_member_talks_and_visitors_read(client, club):
    for role in (None, "former", "white", "black", "organiser", "secretary"):
        client.logout()
        if role:
            client.force_login(club[role].user)
        found = {name: client.get(page(name, club["kifu"])).status_code for name in READ + TALK}
        talks = {None: 302, "former": 403}.get(role, 200)
        assert found == dict.fromkeys(READ, 200) | dict.fromkeys(TALK, talks), role


def test_where_visitors_see_nothing_they_are_asked_in(client, club):
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
    for name in READ + TALK:
        assert client.get(page(name, club["kifu"])).status_code == 302
    client.force_login(club["white"].user)
    for name in READ + TALK:
        assert client.get(page(name, club["kifu"])).status_code == 200


def test_a_draft_has_none_of_these_pages(client, club):
    uploader = club["black"].user
    draft = upload_kifu(Act(uploader, at()), sgf(), filename="x")
    client.force_login(uploader)
    statuses = {name: client.get(page(name, draft)).status_code for name in READ + TALK}
    # A draft is counted before it is reported.
    assert statuses == dict.fromkeys(READ + TALK, 404) | {"count": 200}


# -- talking -------------------------------------------------------------------------------------
def test_the_page_of_a_record_invites_members_and_asks_visitors_in(client, club):
    url = club["kifu"].get_absolute_url()
    visitor = read_page(client.get(url))
    panel = visitor.one("#comments")
    assert panel.has(f'a[href^="{reverse("members:sign-in")}?next={url}"]')
    assert page("count", club["kifu"]) in visitor.values("[data-kifu-menu] a", "href")
    assert not panel.has("form")
    assert not visitor.has("[data-try-form]")
    member = read_page(as_member(client, club["white"]).get(url))
    assert member.has(".move-side form.comments-form")
    start = f"{page('variation', club['kifu'])}?at={len(LINE)}"
    assert member.one(".kifu-controls a[data-try-start]").attrs["href"] == start


def test_changing_hiding_and_deleting_lead_back_to_the_record(client, club):
    kifu = club["kifu"]
    note, line = comment(club), variation(club)
    edit = reverse("games:note-edit", args=[note.pk])
    assert "Honinbo <i>Shuwa</i>" in text_of(as_member(client, club["black"]).get(edit))
    answer = client.post(edit, {"text": "Better now"})
    assert answer["Location"] == f"{kifu.get_absolute_url()}?node=3#comment-{note.pk}"
    hide = reverse("games:note-hide", args=[note.pk])
    links = read_page(as_member(client, club["secretary"]).get(hide)).values("main a", "href")
    assert any(link.startswith(kifu.get_absolute_url()) for link in links)
    answer = client.post(hide, {"reason": "Not kind."}, follow=True)
    assert "Not kind." in read_page(answer).one(f"#comment-{note.pk}.is-hidden").text
    client.force_login(club["black"].user)
    answer = client.post(reverse("games:variation-delete", args=[line.pk]), {"confirmed": "1"})
    assert answer["Location"] == f"{kifu.get_absolute_url()}#comments"
    assert not KifuVariation.objects.exists()


def test_the_kifu_of_a_void_game_keeps_its_talk(client):
    club = make_club()
    with gate_open():
        Game.objects.update(state=Game.State.VOID)
    client.force_login(club["black"].user)
    answer = client.post(page("comments", club["kifu"]), {"at": "3", "text": "Sad."}, follow=True)
    assert answer.redirect_chain[-1][0].startswith(club["game"].get_absolute_url())
    assert "Sad." in text_of(answer)


# -- taking a record out -------------------------------------------------------------------------
def test_what_others_said_is_not_thrown_away_by_the_uploader(client, club):
    kifu = club["kifu"]
    comment(club, "black")
    variation(club, "white")
    client.force_login(club["black"].user)
    answer = client.post(page_of_withdrawal(kifu), {"confirmed": "1"}, follow=True)
    assert told(answer, "error") == [said("library.others_talked")]
    error = refusal(lambda: withdraw_record(Act(club["black"].user), kifu))
    assert (error.code, error.reason) == (Code.STATE, "library.others_talked")
    assert KifuVariation.objects.count() == 1
    as_member(client, club["organiser"]).post(page_of_withdrawal(kifu), {"confirmed": "1"})
    assert not Kifu.objects.exists()
    assert not KifuVariation.objects.exists()


def page_of_withdrawal(kifu):
    return reverse("games:record-withdraw", args=[kifu.pk])


def test_ones_own_talk_goes_with_ones_own_record(club):
    comment(club, "black")
    withdraw_record(Act(club["black"].user), club["kifu"])
    assert not KifuNote.objects.exists()


# -- counting ------------------------------------------------------------------------------------
def count_page(client, kifu, **query):
    return client.get(page("count", kifu), query)


def test_a_record_without_komi_and_result_says_so(client):
    answer = count_page(client, file_it(record("?").replace(b"KM[5.5]", b"")), dead="B8")
    assert (answer.context["margin"], answer.context["comparison"]) == ("B+10", "")
    assert "The game record gives no komi, so it was counted without." in text_of(answer)


def test_boards_of_any_size_are_counted(client):
    answer = count_page(client, file_it(b"(;SZ[27:5];B[ba];W[da])"), dead="AB5.D5", neutral="AB1")
    assert answer.status_code == 422
    assert "AB5" in answer.context["unread"]
    assert answer.context["agreed"].dead == {(3, 0)}
    assert answer.context["agreed"].neutral == {(26, 4)}
