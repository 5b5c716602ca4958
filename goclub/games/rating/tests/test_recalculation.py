"""Late facts that many games follow: stored at once, recalculated in the background."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import settings as search
from hypothesis import strategies as st

from goclub.common import background
from goclub.common.tests.reading import read
from goclub.common.transactions import unordered
from goclub.games.models import Game, RatingEntry, Recalculation, Revision
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.tests.test_race import at_once
from goclub.games.rating.house_rules import specs
from goclub.games.rating.ledger import facts, recalculation
from goclub.games.rating.ledger.recalculation import (
    rebuild,
    recalculate_days,
    recalculate_pending,
)
from goclub.games.rating.ledger.replaying import Replay
from goclub.games.rating.services import set_house_rule
from goclub.games.tests.factories import NIGHT, at, play
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import as_member, make_member
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.postgres


def _day(number):
    return NIGHT + timedelta(days=number)


@pytest.fixture
def background_only(settings, monkeypatch):
    """Whatever is not the newest is left to the background, which takes a day at a time."""
    settings.RECALCULATE_AT_ONCE = 0
    settings.BACKGROUND_JOBS = "worker"
    monkeypatch.setattr(recalculation, "STEP", 2)
    monkeypatch.setattr(recalculation, "pause", lambda _seconds: None)
    return settings


@pytest.fixture
def club(db):
    ClubSettings.objects.get_or_create(pk=1)
    members = [make_member(points=points) for points in (60, 90, 110, 111, 121)]
    rng = random.Random(7)
    for day in range(8):
        for minute in (10, 20):
            result = rng.choice(["B+R", "W+R"])
            play(*rng.sample(members, 2), result, played_on=_day(day), minute=minute)
    return members


def late_game(club, day=1, **values):
    return play(club[0], club[3], played_on=_day(day), **{"minute": 5, **values})


def test_a_late_game_is_stored_at_once_and_its_ledger_follows(club, background_only):
    game = late_game(club)
    assert game.state == Game.State.CONFIRMED
    assert not RatingEntry.objects.filter(game=game).exists()
    pending = Recalculation.objects.get()
    assert (pending.from_day, pending.next_day) == (game.played_on, game.played_on)
    assert (set(pending.members), pending.cause) == ({club[0].pk, club[3].pk}, game)
    assert recalculate_pending() > 8
    assert RatingEntry.objects.filter(game=game).count() == 8
    assert not Recalculation.objects.exists()
    assert rebuild() == 0


@pytest.mark.parametrize(("more", "is_pending"), [(0, False), (-1, True)])
def test_the_setting_says_how_many_later_facts_are_recalculated_at_once(
    club, background_only, more, is_pending
):
    later = facts.count(facts.day_key(_day(3))) + 1
    background_only.RECALCULATE_AT_ONCE = later + more
    game = play(club[0], club[3], played_on=_day(2), minute=900)
    assert Recalculation.objects.exists() == is_pending
    assert RatingEntry.objects.filter(game=game).count() == (0 if is_pending else 8)


def test_the_background_writes_what_a_request_would_have_written(club, background_only):
    """Entries, standings, and what goes on record as changed."""
    organiser = make_member(role=ORGANISER)

    def correct_and_read():
        game = Game.objects.earliest("played_on", "confirmed_at")
        claim = replace(GameFacts.of(game), winner={"B": "W", "W": "B"}[game.winner])
        decide_game(Act(organiser.user, at(_day(30))), game, facts=claim, reason="a test")
        recalculate_pending()
        columns = ("member", "system", "game", "points_after", "rating_after", "rank_after")
        entries = RatingEntry.objects.order_by("member", "system", "on", "at")
        revisions = Revision.objects.order_by("member", "system", "game")
        return (
            list(entries.values_list(*columns)),
            list(revisions.values_list("member", "system", "game", "cause", "before", "after")),
        )

    with transaction.atomic():
        background_only.RECALCULATE_AT_ONCE = 1000
        expected = correct_and_read()
        transaction.set_rollback(True)
    background_only.RECALCULATE_AT_ONCE = 0
    assert correct_and_read() == expected
    assert expected[1]


def test_a_void_game_leaves_the_ledger(club, background_only):
    organiser = make_member(role=ORGANISER)
    game = Game.objects.order_by("played_on").first()
    void_game(Act(organiser.user), game, reason="not played")
    assert not RatingEntry.objects.filter(game=game).exists()
    recalculate_pending()
    assert rebuild() == 0


def test_the_newest_game_made_void_takes_its_standing_back(club, background_only):
    organiser = make_member(role=ORGANISER)
    game = play(club[1], club[2], played_on=_day(20))
    late_game(club)
    void_game(Act(organiser.user), game, reason="not played")
    recalculate_pending()
    assert rebuild() == 0


def test_several_changes_are_one_recalculation_from_the_first_day(club, background_only):
    organiser = make_member(role=ORGANISER)
    game = late_game(club, 2)
    void_game(Act(organiser.user), game, reason="not played")
    assert Recalculation.objects.get().cause == game
    again = play(club[1], club[2], played_on=_day(1))
    pending = Recalculation.objects.get()
    assert (pending.from_day, pending.next_day, pending.cause) == (_day(1), _day(1), None)
    assert pending.members == sorted(club[n].pk for n in range(4))
    recalculate_pending()
    assert not RatingEntry.objects.filter(game=game).exists()
    assert RatingEntry.objects.filter(game=again).count() == 8
    assert rebuild() == 0


def test_a_fact_of_an_earlier_day_sets_a_recalculation_back(club, background_only):
    """Also where it is the newest of its players: what they stand at is not right yet."""
    rested, newcomer = make_member(points=100), make_member(points=100)
    late_game(club, 0)
    for _ in range(3):
        recalculate_days()
    assert Recalculation.objects.get().next_day > _day(1)
    game = play(rested, newcomer, played_on=_day(1))
    pending = Recalculation.objects.get()
    assert (pending.from_day, pending.next_day) == (_day(0), _day(1))
    assert RatingEntry.objects.filter(game=game).count() == 8
    recalculate_pending()
    assert rebuild() == 0


def test_games_of_today_are_appended_meanwhile(club, background_only):
    late_game(club)
    recalculate_days()
    assert RatingEntry.objects.filter(game=play(club[0], club[1], played_on=_day(9))).count() == 8
    recalculate_pending()
    assert rebuild() == 0


@pytest.mark.extended
@search(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_whatever_comes_meanwhile_the_end_is_the_full_replay(club, background_only, seed):
    """Games appended ahead and behind, others late, corrected, made void."""
    rng = random.Random(seed)
    with transaction.atomic(), unordered():
        organiser = make_member(role=ORGANISER)
        late_game(club, rng.randrange(7))
        while recalculate_days() is not None:
            _something_happens(rng, club, organiser)
        assert not Recalculation.objects.exists()
        assert rebuild() == 0
        transaction.set_rollback(True)


def _something_happens(rng, club, organiser):
    event = rng.random()
    some = {"minute": rng.randrange(30, 900)}
    if event < 0.25:
        play(*rng.sample(club, 2), played_on=_day(rng.choice([-3, 0, 3, 7, 9])), **some)
    elif event < 0.35:
        game = rng.choice(list(Game.objects.filter(state=Game.State.CONFIRMED)))
        void_game(Act(organiser.user), game, reason="wrong")
    elif event < 0.5:
        newcomer = make_member(points=rng.choice([60, 130]))
        play(newcomer, make_member(points=100), played_on=_day(rng.randrange(10)))


def test_a_job_that_is_killed_goes_on_where_it_was(club, background_only, monkeypatch):
    late_game(club)
    recalculate_days()
    day = Recalculation.objects.get().next_day
    assert day > _day(1)
    replay_chunk = Replay.replay_chunk

    def killed(self, chunk):
        replay_chunk(self, chunk)
        raise KeyboardInterrupt

    monkeypatch.setattr(Replay, "replay_chunk", killed)
    with pytest.raises(KeyboardInterrupt), transaction.atomic():
        recalculate_pending()
    assert Recalculation.objects.get().next_day == day
    monkeypatch.undo()
    recalculate_pending()
    assert rebuild() == 0


def test_a_rule_that_stops_it_is_kept_with_its_fact_until_a_fact_changes(
    club, background_only, monkeypatch, caplog
):
    game = late_game(club)

    def stops(self, chunk):
        self.at = facts.game_key(game)
        return self._replayed(self.systems[0], None, None)

    def refuses(self, _events):
        raise RuleError(Code.STATE, field="black", reason="ratings.no_points_yet")

    monkeypatch.setattr(Replay, "replay_chunk", lambda self, chunk: list(stops(self, chunk)))
    monkeypatch.setattr(Replay, "_followed", refuses)
    recalculate_pending()
    assert f"game {game.pk} of {game.played_on}" in Recalculation.objects.get().stopped
    assert recalculate_pending() == 0
    assert "stops" in caplog.text
    monkeypatch.undo()
    late_game(club, minute=6)
    assert recalculate_pending() > 0
    assert rebuild() == 0


def test_a_rebuild_does_what_is_pending(club, background_only):
    late_game(club)
    assert rebuild() > 0
    assert not Recalculation.objects.exists()
    assert recalculate_days() is None


# --- Pages and the command ------------------------------------------------------------------------
def test_every_page_says_from_which_day(
    client, club, background_only, django_capture_on_commit_callbacks
):
    page = reverse("games:recalculation")
    assert not read(client.get("/rankings/")).has(".recalculating")
    with django_capture_on_commit_callbacks(execute=True):
        late_game(club)
    assert ClubSettings.objects.get(pk=1).recalculating_from == _day(1)
    shown = read(client.get("/rankings/"))
    assert shown.has(".recalculating")
    assert not shown.has(".recalculating a")
    client.force_login(make_member(role=CHAIR).user)
    assert read(client.get("/rankings/")).has(f'.recalculating a[href="{page}"]')
    assert client.get("/api/v1/club").json()["recalculating_since"]
    recalculate_pending()
    assert not read(client.get("/rankings/")).has(".recalculating")
    assert client.get("/api/v1/club").json()["recalculating_since"] is None


def test_the_admins_see_how_far_it_is(client, club, background_only):
    page, progress = reverse("games:recalculation"), reverse("games:recalculation-progress")
    client.force_login(make_member(role=ORGANISER).user)
    assert [client.get(path).status_code for path in (page, progress)] == [403, 403]
    assert not read(as_member(client, make_member(role=CHAIR)).get(page)).has("progress")
    game = late_game(club, 0)
    answers = [client.get(progress).json()]
    while recalculate_days() is not None and Recalculation.objects.exists():
        answers.append(client.get(progress).json())
        shown = read(client.get(page))
        assert shown.one("progress").attrs["value"] == str(answers[-1]["percent"])
        assert shown.has(f'a[href="{game.get_absolute_url()}"]')
    assert {answer["over"] for answer in answers} == {False}
    assert answers[0]["percent"] == 0 < answers[1]["percent"] < answers[-1]["percent"] <= 99
    assert client.get(progress).json() == {"percent": 0, "over": True}
    late_game(club)
    Recalculation.objects.update(stopped="game 7: a rule")
    assert not read(client.get(page)).has("[data-progress]")
    assert client.get(progress).json()["over"]


def test_a_house_rule_of_long_ago_is_left_to_the_background(club, background_only):
    chair = make_member(role=CHAIR)
    spec = next(spec for spec in specs().values() if spec.system == "elo")
    value = spec.low if spec.default != spec.low else spec.high
    _rule, report = set_house_rule(
        Act(chair.user), spec.key, value=value, valid_from=NIGHT, reason="tried"
    )
    assert report.later
    pending = Recalculation.objects.get()
    assert (pending.system, pending.members, pending.from_day) == ("elo", None, NIGHT)
    recalculate_pending()
    assert not Recalculation.objects.exists()
    assert rebuild() == 0


def test_the_command_recalculates(club, background_only, capsys):
    late_game(club)
    call_command("run_jobs")
    assert not Recalculation.objects.exists()
    assert capsys.readouterr().out.strip().split()[-1].isdigit()


# --- Several at once ------------------------------------------------------------------------------
@pytest.fixture
def real_database(transactional_db):
    if connection.vendor == "sqlite":
        pytest.skip(
            "the tests' database in memory is shut for a second connection while one writes"
        )


def test_the_process_that_stored_it_recalculates_beside_its_pages(real_database, club, settings):
    settings.RECALCULATE_AT_ONCE, settings.BACKGROUND_JOBS = 0, "thread"
    game = late_game(club)
    for thread in threading.enumerate():
        if thread.name == "recalculate_pending":
            thread.join(60)
    assert RatingEntry.objects.filter(game=game).count() == 8
    assert not Recalculation.objects.exists()
    assert ClubSettings.objects.get(pk=1).recalculating_from is None
    assert rebuild() == 0


def test_two_jobs_and_those_who_post_meanwhile_lose_nothing(real_database, club, background_only):
    late_game(club, 0)

    def post_games(black, white):
        for minute, day in enumerate([9, 2, 10, 0, 11], 100):
            play(black, white, played_on=_day(day), minute=minute)

    raised = at_once(
        recalculate_pending,
        recalculate_pending,
        lambda: post_games(club[1], club[2]),
        lambda: post_games(club[3], club[4]),
    )
    assert raised == []
    recalculate_pending()
    assert Game.objects.filter(state=Game.State.CONFIRMED).count() == 16 + 1 + 10
    assert rebuild() == 0


def test_work_asked_for_while_it_is_done_is_done_once_more(settings):
    settings.BACKGROUND_JOBS = "thread"
    calls, entered, goes_on = [], threading.Event(), threading.Event()

    def work():
        calls.append(None)
        entered.set()
        goes_on.wait(10)

    background.start(work)
    assert entered.wait(10)
    background.start(work)
    background.start(work)
    goes_on.set()
    for thread in threading.enumerate():
        if thread.name == "work":
            thread.join(10)
    assert len(calls) == 2
