"""Reviews by an engine: who asks, the queue, what the page shows, and a site without an engine."""

from __future__ import annotations

import shlex
import sys
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from goclub.common import background
from goclub.common.background import worker_name
from goclub.common.tests.reading import read as read_page
from goclub.games.library.services import reviewing
from goclub.games.library.services.comments import export_comments
from goclub.games.library.services.filing import file_record, fill, withdraw_record
from goclub.games.library.services.reviewing import (
    ask_for_review,
    cancel_review,
    review_games,
    start_reviews,
)
from goclub.games.models import EngineReview
from goclub.games.tests.factories import at
from goclub.go import engines
from goclub.go.records.reading import read
from goclub.members.models import Member, Notice
from goclub.members.requests import Act
from goclub.members.roles import SECRETARY
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import RuleError

STAND_INS = Path(engines.__file__).parent / "tests"
NINE = b"(;SZ[9]KM[0.5]PB[Ann]PW[Bob]AB[cg];W[ee];B[de];W[df];B[ff])"
LONGER = NINE[:-1] + b";W[bb])"
State = EngineReview.State


@pytest.fixture
def engine(settings):
    """Name an engine by the way it behaves."""

    def name(mode="", *, program="gtp", **more):
        script = f"{program}_stand_in.py"
        settings.ENGINE_COMMAND = [sys.executable, str(STAND_INS / script), mode]
        settings.ENGINE_PROTOCOL = program
        for setting, value in more.items():
            setattr(settings, setting, value)

    settings.BACKGROUND_JOBS = "worker"  # the tests review by themselves
    name()
    return name


@pytest.fixture
def member(db):
    return make_member("Sato")


def filed(data=NINE, by=None):
    return file_record(Act(by and by.user, at()), read(data), data=data, filename="g.sgf")


def ask(member, kifu, minute=1):
    return ask_for_review(Act(member.user, at(minute=minute)), kifu)


def text_of(response):
    return read_page(response).text


def page_of(client, kifu):
    return text_of(client.get(kifu.get_absolute_url()))


# --- Asking ---------------------------------------------------------------------------------------
def test_without_an_engine_nothing_shows(client, member, engine, settings):
    kifu = filed()
    review = ask(member, kifu)
    review_games()
    settings.ENGINE_COMMAND = []
    as_member(client, member)
    assert "engine" not in page_of(client, kifu).casefold()
    assert client.get(reverse("games:kifu-review-now", args=[kifu.pk])).status_code == 404
    for name in ("kifu-review", "review-cancel"):
        assert client.post(reverse(f"games:{name}", args=[kifu.pk])).status_code == 404
    assert fresh(review).state == State.READY


def test_a_member_asks_once_and_the_page_shows_the_result(client, member, engine):
    kifu = filed()
    before = kifu.normalised
    as_member(client, member)
    assert "Request a review" in page_of(client, kifu)
    url = reverse("games:kifu-review", args=[kifu.pk])
    assert "Review requested." in text_of(client.post(url, follow=True))
    text = text_of(client.post(url, follow=True))
    assert "already been requested" in text
    assert "this game is next" in text
    assert EngineReview.objects.count() == 1
    review_games()
    text = page_of(client, kifu)
    assert "By <i>Stand-in 1.0" in text
    assert "Move 1 4 points better: A1" in text
    assert "better: C9" not in text  # only a reply
    assert "Request a review" not in text
    assert "rough estimates" not in text
    # The record and the SGF with comments know nothing of it.
    assert fresh(kifu).normalised == before
    assert b"A1" not in export_comments(kifu)
    assert ask(member, kifu).state == State.READY


def test_the_chart_leads_to_each_move_and_marks_the_one_shown(client, member, engine):
    engine(program="katago")
    kifu = filed(NINE.replace(b"W[df]", b"B[df]"))
    ask(member, kifu)
    review_games()
    html = client.get(f"{kifu.get_absolute_url()}?move=2").content.decode()
    assert html.count('#board" data-node="') == 5 + 1  # and one loss
    assert 'data-node="3"' in html
    assert "<title>Move 3: White leads by 2.5 · Black wins 62%</title>" in html
    here = html.partition("data-review-here d=")[2].partition(" ")[0]
    assert here == f'"M{34 + 2 * (480 - 34 - 8) / 4:.1f}'
    assert "?node=2&amp;mark=B2#board" in html


def test_who_is_no_member_sees_the_result_and_asks_for_none(client, member, engine):
    kifu = filed()
    url = reverse("games:kifu-review", args=[kifu.pk])
    assert "Request a review" not in page_of(client, kifu)
    assert reverse("members:sign-in") in client.post(url).url
    former = make_member()
    Member.objects.filter(pk=former.pk).update(status=Member.Status.FORMER)
    assert as_member(client, fresh(former)).post(url).status_code in (302, 403)
    assert not EngineReview.objects.exists()
    with pytest.raises(PermissionDenied):
        ask(fresh(former), kifu)
    ask(member, kifu)
    review_games()
    assert "largest losses" in page_of(client, kifu)
    assert client.post(reverse("games:kifu-review", args=[10**6])).status_code == 404


def test_a_record_that_cannot_be_reviewed_offers_nothing_and_refuses(client, member, engine):
    as_member(client, member)
    for data in (b"(;SZ[9]PB[A]PW[B])", b"(;SZ[9]PB[A]PW[B];B[aa];AW[bb];B[cc])"):
        kifu = filed(data)
        assert "Review by an engine" not in page_of(client, kifu)
        with pytest.raises(RuleError):
            ask(member, kifu)
    engine(ENGINE_MOVES=3)
    kifu = filed()
    text = text_of(client.post(reverse("games:kifu-review", args=[kifu.pk]), follow=True))
    assert "This game is too long: the engine reviews games of up to 3 moves." in text
    assert not EngineReview.objects.exists()


def test_a_member_asks_for_so_many_a_day(client, member, engine, settings):
    settings.LIMITS = {**settings.LIMITS, "review": "1/d"}
    as_member(client, member)
    url = reverse("games:kifu-review", args=[filed().pk])
    assert [client.post(url).status_code for _turn in range(2)] == [302, 429]


def test_a_changed_record_makes_the_review_stale(client, member, engine):
    kifu = filed(by=member)
    ask(member, kifu)
    review_games()
    fill(kifu, read(LONGER))
    kifu.save()
    as_member(client, member)
    text = page_of(client, fresh(kifu))
    assert "have changed since the review" in text
    assert "largest losses" not in text
    client.post(reverse("games:kifu-review", args=[kifu.pk]))
    review_games()
    assert "largest losses" in page_of(client, fresh(kifu))


def test_a_review_goes_with_its_record(member, engine):
    kifu = filed(by=member)
    ask(member, kifu)
    withdraw_record(Act(member.user, at(minute=2)), kifu)
    review_games()
    assert not EngineReview.objects.exists()


# --- The queue ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("died", "stopped during the game"),
        ("silent", "did not answer in time"),
        ("nonsense", "makes no sense"),
        ("no_score", "cannot estimate the score"),
    ],
)
def test_a_failure_is_said_and_the_next_game_is_reviewed(client, member, engine, mode, words):
    engine(mode, ENGINE_ANSWER_SECONDS=1 if mode == "silent" else 15)
    kifu = filed()
    ask(member, kifu)
    review_games()
    as_member(client, member)
    assert words in page_of(client, kifu)
    engine()
    assert "Review again" in page_of(client, kifu)
    client.post(reverse("games:kifu-review", args=[kifu.pk]))
    review_games()
    assert EngineReview.objects.get().state == State.READY


def test_an_engine_that_is_not_there_is_said(client, member, settings, engine):
    settings.ENGINE_COMMAND = shlex.split("/no/such/engine --mode gtp")
    ask(member, kifu := filed())
    review_games()
    assert "could not be started" in page_of(client, kifu)


@pytest.mark.parametrize(
    ("program", "last", "losses"),
    [
        ("gtp", 1, "White: largest losses Move 1 4 points"),
        ("katago", 3, "Black: largest losses Move 3 12 points"),
    ],
)
def test_what_a_review_says_before_its_engine_fails_is_kept(
    client, member, engine, program, last, losses
):
    engine("died", program=program, ENGINE_ANSWER_SECONDS=15)
    kifu = filed(NINE.replace(b"W[df]", b"B[df]"))
    review = ask(member, kifu)
    review_games()
    assert fresh(review).state == State.FAILED
    text = page_of(client, kifu)
    assert "stopped during the game" in text
    assert f"The review stopped after move {last}." in text
    assert losses in text
    assert not Notice.objects.exists()
    fill(kifu, read(LONGER))
    kifu.save()
    assert "largest losses" not in page_of(client, fresh(kifu))


def test_losses_are_listed_by_player(client, member, engine):
    kifu = filed()
    ask(member, kifu)
    review_games()
    black, _word, white = page_of(client, kifu).partition("White: largest losses")
    assert black.endswith(
        "Black: largest losses Move 2 4 points better: A1 Move 4 4 points better: A1 "
    )
    assert white.lstrip().startswith("Move 1 4 points better: A1 Move 3")


def test_whoever_asked_is_notified_of_the_review(member, engine):
    kifu = filed()
    ask(member, kifu)
    review_games()
    notice = Notice.objects.get()
    assert (notice.member, notice.kind) == (member, "kifu.reviewed")
    assert notice.url == f"{kifu.get_absolute_url()}#review"
    assert (notice.params["black"], notice.params["white"]) == ("Ann", "Bob")


@pytest.mark.postgres
def test_the_database_lets_one_review_run(member, engine):
    first, second = (ask(member, filed(data)) for data in (NINE, LONGER))
    EngineReview.objects.filter(pk=first.pk).update(
        state=State.RUNNING, worker="elsewhere:1:x", taken_at=timezone.now()
    )
    review_games()
    assert fresh(second).state == State.WAITING
    with pytest.raises(IntegrityError), transaction.atomic():
        EngineReview.objects.filter(pk=second.pk).update(state=State.RUNNING)


@pytest.mark.postgres
def test_a_review_whose_worker_was_killed_begins_again_three_times(member, engine):
    review = ask(member, filed())
    rows = EngineReview.objects.filter(pk=review.pk)
    long_ago = timezone.now() - timedelta(hours=1)
    killed = {"state": State.RUNNING, "worker": "elsewhere:1:x", "taken_at": long_ago}
    rows.update(**killed, tries=2)
    review_games()
    assert fresh(review).state == State.READY
    rows.update(**killed, tries=3)
    review_games()
    assert (fresh(review).state, fresh(review).failure) == (State.FAILED, "given_up")


def test_where_workers_do_the_work_only_they_start_an_engine(engine, settings, monkeypatch):
    started = []
    monkeypatch.setattr(background, "_running", {})
    monkeypatch.setattr(
        Thread, "start", lambda thread: started.append((thread.name, thread.daemon))
    )
    start_reviews()
    settings.ENGINE_COMMAND = []
    start_reviews(by_worker=True)
    assert not started
    engine()
    start_reviews(by_worker=True)
    assert started == [("review_games", True)]


def test_its_place_and_progress_are_shown_and_asked_for_again(client, member, engine):
    first, second = filed(), filed(LONGER)
    ask(member, first)
    ask(member, second)
    url = reverse("games:kifu-review-now", args=[second.pk])
    answer = client.get(url)
    assert "1 game comes before this one" in text_of(answer)
    etag = answer.content.decode().partition('data-etag="')[2].partition('"')[0]
    etag = etag.replace("&quot;", '"')
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 304
    review_games()
    answer = client.get(url, headers={"If-None-Match": etag})
    assert "data-live" not in answer.content.decode()
    EngineReview.objects.update(state=State.WAITING)
    EngineReview.objects.filter(kifu=first).update(
        state=State.RUNNING, done=3, total=12, worker=worker_name()
    )
    assert "3 of 12 positions" in page_of(client, first)


def test_who_asked_and_moderators_cancel_also_while_it_runs(client, member, engine, monkeypatch):
    kifu = filed()
    review = ask(member, kifu)
    with pytest.raises(PermissionDenied):
        cancel_review(Act(make_member().user, at()), review)
    url = reverse("games:review-cancel", args=[kifu.pk])
    as_member(client, make_member(role=SECRETARY))
    assert "Cancel" in page_of(client, kifu)
    assert "Review cancelled." in text_of(client.post(url, follow=True))
    assert client.post(url).status_code == 404
    review = ask(member, kifu)
    tell = reviewing._tell

    def cancel_first(row, done, total):
        cancel_review(Act(member.user, at()), review)
        tell(row, done, total)

    monkeypatch.setattr(reviewing, "_tell", cancel_first)
    review_games()
    assert not EngineReview.objects.exists()


def test_a_page_with_a_review_asks_the_database_one_question_more(client, member, engine, settings):
    kifu = filed()
    ask(member, kifu)
    review_games()
    as_member(client, member)

    def questions():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get(kifu.get_absolute_url())
        return len(asked)

    questions()
    with_review = questions()
    settings.ENGINE_COMMAND = []
    assert with_review == questions() + 1
