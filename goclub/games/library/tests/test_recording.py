"""A game recorded at the board: what phones send, who records, how it ends."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import partial
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from goclub.common.refusals.registry import Refusal
from goclub.common.tests.reading import read
from goclub.games.library.services.recording import (
    KEPT,
    add_entries,
    finish_recording,
    play_log,
    start_recording,
    take_over,
    write_sgf,
)
from goclub.games.models import Game, Kifu, Recording
from goclub.games.models.recording import OPEN_FOR
from goclub.games.playing.tests.test_race import at_once
from goclub.games.playing.tests.test_views import form_of
from goclub.games.tests.factories import at
from goclub.go.board.basics import IllegalMove
from goclub.go.records.reading import read as read_sgf
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_member


@pytest.fixture
def pair():
    return make_member("Sato [Ken]"), make_member("Anong")


def begin(black, white, **terms):
    recording = Recording(black=black, white=white, **terms)
    return start_recording(Act(black.user, at()), recording, token="first")


def send(recording, start, entries, *, token="first", minute=1):
    act = Act(recording.started_by, at(minute=minute))
    return add_entries(act, recording, token=token, start=start, entries=entries).log


def test_entries_are_added_once_however_often_they_are_sent(pair):
    recording = begin(*pair)
    assert send(recording, 0, "pddp") == "pddp"
    assert send(recording, 0, "pddp") == "pddp"
    assert send(recording, 1, "dppp") == "pddppp"
    assert send(recording, 3, "") == "pddppp"


@pytest.mark.parametrize(
    ("start", "entries", "token"),
    [(9, "aa", "first"), (1, "qq", "first"), (0, "dd", "first"), (2, "pp", "second")],
    ids=["after a gap", "another move", "from the start", "another phone"],
)
def test_what_does_not_follow_is_not_added(pair, start, entries, token):
    recording = begin(*pair)
    send(recording, 0, "pddp")
    assert send(recording, start, entries, token=token) == "pddp"


def test_moves_are_played_by_the_rules_of_the_board(pair):
    recording = begin(*pair, board=9)
    send(recording, 0, "baaa--ibab")  # the last takes the stone in the corner
    played = play_log(Recording.objects.get())
    assert played.board.rows()[:2] == [".X.......", "X.......O"]
    assert played.board.prisoners[1] == 1
    for entries in ("ba", "zz", "--jj", "a"):
        with pytest.raises((IllegalMove, Refusal)):
            send(recording, 5, entries)
    assert Recording.objects.get().log == "baaa--ibab"
    # Taken back, the point is free again; before the first move there is nothing to take back.
    send(recording, 5, "<<" * 7 + "ab")
    assert play_log(Recording.objects.get()).moves == [(1, (0, 1))]


def test_ko_is_refused(pair):
    recording = begin(*pair, board=9)
    shape = "bacaabdbbccciibbcb"  # Black takes the ko
    send(recording, 0, shape)
    with pytest.raises(IllegalMove, match="ko"):
        send(recording, 9, "bb")
    assert send(recording, 9, "iaaibb") == shape + "iaaibb"


def test_the_file_says_who_played_and_on_which_terms(pair):
    recording = begin(*pair, board=13, handicap=2, komi2=1)
    recording.log = "cc--dd<<kk"
    record = read_sgf(write_sgf(recording))
    header = record.header
    assert (header.black, header.white) == ("Sato [Ken]", "Anong")
    assert (record.width, header.handicap, header.komi2, header.date) == (13, 2, 1, at().date())
    assert record.moves == ((2, (2, 2)), (1, None), (2, (10, 10)))


@pytest.mark.postgres
def test_two_phones_that_begin_one_game_record_it_once(pair):
    black, white = pair
    recording = begin(black, white)
    again = Recording(black=white, white=black)
    assert start_recording(Act(white.user, at()), again, token="second") == recording
    assert begin(black, None) != recording


def test_a_game_against_a_guest_that_is_begun_twice_is_recorded_once(client, pair):
    black, _white = pair
    as_member(client, black)
    address = reverse("games:record-game")
    terms = {"black": black.pk, "white": "", "board": 9, "handicap": 0, "komi2": "5.5"}
    first, again = (client.post(address, terms) for _press in range(2))
    assert first.url == again.url
    assert client.post(address, terms | {"board": 13}).url != first.url
    Recording.objects.filter(board=9).update(log="aa")
    assert client.post(address, terms).url != first.url
    assert "already being recorded" not in client.get(first.url).content.decode()


def test_a_code_hands_the_game_to_another_phone(pair):
    recording = begin(*pair)
    send(recording, 0, "pddp")
    stranger = Act(make_member().user, at())
    with pytest.raises(Refusal, match="wrong_code"):
        take_over(stranger, recording, code="nonsense", token="second")
    take_over(stranger, recording, code=f" {recording.code} ", token="second")
    assert send(recording, 2, "pp") == "pddp"
    assert send(recording, 2, "dd", token="second") == "pddpdd"


def test_the_code_cannot_be_tried_out(client, pair, settings):
    settings.LIMITS = settings.LIMITS | {"second_factor": "2/h"}
    address = reverse("games:recording-take", args=[begin(*pair).pk])
    as_member(client, make_member())
    codes = ("000", "001", "002")
    assert [client.post(address, {"code": c}).status_code for c in codes] == [422, 422, 429]


@pytest.mark.postgres
def test_nobody_else_finishes_a_game(pair):
    recording = begin(*pair)
    act = Act(pair[1].user, at())
    with pytest.raises(Refusal, match="empty"):
        finish_recording(act, recording, token="")
    send(recording, 0, "pddp")
    with pytest.raises(PermissionDenied):
        finish_recording(Act(make_member().user, at()), recording, token="second")
    first = finish_recording(act, recording, token="")
    assert finish_recording(act, recording, token="") == first
    send(recording, 2, "pp")
    second = finish_recording(act, recording, token="")
    assert list(Kifu.objects.values_list("pk", "moves")) == [(second.pk, 3)]
    assert second.pk != first.pk


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_phones_that_finish_at_once_one_enters_the_result(pair):
    """The other phone is told who does, and may finish the game when no report came."""
    if connection.vendor != "postgresql":
        # SQLite has no row locks: one writer at a time, so that nothing can be seen there.
        pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")
    recording = begin(*pair)
    send(recording, 0, "pddp")
    ends = [partial(finish_recording, Act(p.user, at()), recording, token="first") for p in pair]
    raised = at_once(*ends)
    kifu = Kifu.objects.get()
    assert [error.name for error in raised] == ["finished"]
    assert Recording.objects.get().kifu == kifu
    slower = next(player for player in pair if player.user != kifu.uploaded_by)
    with pytest.raises(Refusal, match="finished"):
        finish_recording(Act(slower.user, at(minute=9)), recording, token="first")
    finish_recording(Act(slower.user, at(minute=10)), recording, token="first")
    assert Kifu.objects.get().uploaded_by == slower.user


def test_what_nobody_ends_is_closed_and_later_deleted(pair):
    empty, recording = begin(pair[0], None), begin(*pair)
    send(recording, 0, "pddp")
    now = timezone.now()
    Recording.objects.update(changed_at=now - OPEN_FOR + timedelta(minutes=1))
    call_command("close_recordings")
    assert Recording.objects.running().count() == 2
    Recording.objects.update(changed_at=now - OPEN_FOR - timedelta(minutes=1))
    call_command("close_recordings")
    assert list(Recording.objects.all()) == [recording]
    assert not Recording.objects.filter(pk=empty.pk).exists()
    assert not Recording.objects.running().exists()
    # A phone that was offline for so long loses nothing.
    assert send(recording, 2, "pp") == "pddppp"
    assert Recording.objects.running().get() == recording
    Recording.objects.update(changed_at=now - KEPT - timedelta(minutes=1))
    call_command("close_recordings")
    assert not Recording.objects.exists()


def test_from_the_link_to_the_report_through_the_pages(client, pair):
    black, white = pair
    as_member(client, black)
    query = {"black": white.pk, "white": black.pk, "board": "9", "handicap": "0", "komi2": "13"}
    form = form_of(client.get(reverse("games:record-game"), query))
    url = client.post(reverse("games:record-game"), form)["Location"]
    recording = Recording.objects.get()
    assert (recording.black, recording.board, recording.komi2) == (white, 9, 13)
    assert read(client.get(url)).one("[data-recorder]").attrs["data-log"] == ""

    answer = client.post(f"{url}moves/", {"start": "0", "entries": "eecc"})
    assert answer.json() == {"log": "eecc", "records": True}
    refused = client.post(f"{url}moves/", {"start": "2", "entries": "ee"})
    assert (refused.status_code, list(refused.json())) == (422, ["text"])

    # The other player follows on another phone, takes over and ends the game.
    opponent = as_member(Client(), white)
    page = read(opponent.get(url))
    assert not page.all("[data-recorder]")
    part = page.one("[data-live]").attrs
    now = opponent.get(part["data-live"])
    assert now.headers["ETag"] == part["data-etag"]
    assert (
        opponent.get(part["data-live"], headers={"If-None-Match": part["data-etag"]}).status_code
        == 304
    )
    wrong = opponent.post(f"{url}take/", {"code": "wrong"})
    assert wrong.status_code == 422
    opponent.post(f"{url}take/", {"code": recording.code})
    assert client.post(f"{url}moves/", {"start": "2", "entries": "gg"}).json() == {
        "log": "eecc",
        "records": False,
    }
    assert opponent.post(f"{url}moves/", {"start": "2", "entries": "gc"}).json()["records"]

    counting = opponent.post(f"{url}finish/", {"how": "count"})["Location"]
    assert client.get(counting).status_code == 404  # the draft is theirs who ended the game
    address = read(opponent.get(counting, {"dead": ""})).one(".columns a.btn-primary").attrs["href"]
    values = QueryDict(urlsplit(address).query)
    assert (values["black"], values["winner"], values["ending"]) == (
        str(white.pk),
        "W",
        "points",
    )
    form = form_of(opponent.get(address))
    assert (form["winner"], form["komi"], form["board"]) == ("W", "6.5", 9)
    opponent.post(reverse("games:report"), form)
    game = Game.objects.get()
    assert (game.black, game.kifu, game.margin2) == (
        white,
        Recording.objects.get().kifu,
        int(2 * float(values["margin"])),
    )
    assert read(client.get(url)).values("a", "href").count(game.get_absolute_url())
    late = client.post(f"{url}moves/", {"start": "3", "entries": "aa"})
    assert late.json() == {"log": "eeccgc", "records": False}


def test_resigning_leads_straight_to_the_report(client):
    pair = make_member("佐藤 健"), make_member("Anong")
    recording = begin(*pair)
    send(recording, 0, "pddp")
    as_member(client, pair[0])
    address = client.post(reverse("games:recording-finish", args=[recording.pk]), {"how": "B"})
    values = QueryDict(urlsplit(address["Location"]).query)
    assert (values["winner"], values["ending"]) == ("W", "resign")
    # How to read the names is asked of files from elsewhere.
    assert not read(client.get(address["Location"])).all("[name=encoding]")


def test_a_table_leads_to_its_recording_that_is_running(client, pair):
    recording = begin(*pair)
    as_member(client, pair[1])
    address = reverse("games:record-game")
    for black, white in (pair, pair[::-1]):
        answer = client.get(address, {"black": black.pk, "white": white.pk, "handicap": 2})
        assert answer["Location"] == recording.get_absolute_url()
    for query in ({}, {"black": pair[0].pk}, {"black": pair[0].pk, "white": "x" * 9}):
        assert client.get(address, query).status_code == 200
    Recording.objects.update(closed_at=at())
    query = {"black": pair[0].pk, "white": pair[1].pk}
    assert client.get(address, query).status_code == 200


def test_those_who_follow_can_step_back(client, pair):
    recording = begin(*pair)
    send(recording, 0, "pddppp")
    as_member(client, make_member())
    url = recording.get_absolute_url()
    page = read(client.get(url))
    assert page.one("[data-kifu-counter]").text.strip() == "3 / 3"
    page = read(client.get(url, {"move": 1}))
    assert page.one("[data-kifu-counter]").text.strip() == "1 / 3"
    assert page.one("[data-kifu-sentence]").text == "Move 1, Black Q16"
    latest = page.one("#recording-now strong a")
    assert (latest.text, latest.attrs["href"]) == ("Move 3, Black Q4", "?move=3#board")
    # What comes later brings all moves along.
    news = read(client.get(page.one("[data-live]").attrs["data-live"]))
    assert len(json.loads(news.one("script").text)["nodes"]) == 4


def test_visitors_follow_where_they_may_see_games(client, pair):
    recording = begin(*pair)
    ClubSettings.objects.create(pk=1, name="Hoshi", visitors_see="table")
    page = read(client.get(recording.get_absolute_url()))
    assert page.all("[data-live]")
    assert not page.all("main form")
    assert recording.code not in json.dumps(page.text)
    ClubSettings.objects.update(visitors_see="nothing")
    assert client.get(recording.get_absolute_url()).status_code == 302
    assert client.get(reverse("games:recording-now", args=[recording.pk])).status_code == 204
