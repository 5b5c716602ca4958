"""Several people at once.  Row locks are PostgreSQL's; on SQLite the file lock serves the same."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable

import pytest
from django.db import connection, connections

from goclub.games.models import Game, RatingEntry, Standing
from goclub.games.playing.services.decisions import (
    accept_claim,
    confirm_game,
    decide_game,
    dispute_game,
)
from goclub.games.playing.services.facts import ClaimedResult
from goclub.games.playing.services.reports import DuplicateGame, report_game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.tests.factories import at, facts, report
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def real_database():
    """Threads share nothing of SQLite's database in memory; its file is raced by the benchmark."""
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")


def at_once(*jobs: Callable[[], object]) -> list[BaseException]:
    """Run the jobs in threads that start together; returns what they raised."""
    start = threading.Barrier(len(jobs))
    raised: list[BaseException] = []

    def run(job: Callable[[], object]) -> None:
        try:
            start.wait()
            job()
        except BaseException as error:  # handed to the test
            raised.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_two_browsers_confirm_one_game_once():
    sato, anong = make_member(points=100), make_member(points=100)
    game = report(sato, anong)
    confirm = lambda: confirm_game(Act(anong.user, at(minute=1)), game)  # noqa: E731
    assert at_once(*[confirm] * 6) == []
    assert RatingEntry.objects.filter(game=game).count() == 2 * len(SYSTEMS)
    assert Standing.objects.get(member=sato, system="paa").points == 101


def test_the_same_form_arriving_at_once_is_one_game():
    sato, anong = make_member(points=100), make_member(points=100)
    key = uuid.uuid4()
    send = lambda: report_game(Act(sato.user, at()), facts(sato, anong), key=key, another=True)  # noqa: E731
    assert at_once(*[send] * 5) == []
    assert Game.objects.count() == 1


def test_both_players_report_at_once_and_one_is_told():
    sato, anong = make_member(points=100), make_member(points=100)
    claim = facts(sato, anong)
    raised = at_once(
        lambda: report_game(Act(sato.user, at()), claim),
        lambda: report_game(Act(anong.user, at()), claim),
    )
    assert [type(error) for error in raised] == [DuplicateGame]
    assert Game.objects.count() == 1


def test_many_confirm_over_the_same_members_and_nothing_is_lost():
    members = [make_member(points=200) for _ in range(4)]
    jobs = []
    for number in range(24):
        black, white = members[number % 4], members[(number + 1 + number // 4) % 4]
        if black == white:
            white = members[(number + 2) % 4]
        game = report(black, white, minute=number)
        jobs.append(
            lambda game=game, white=white: confirm_game(Act(white.user, at(minute=100)), game)
        )
    assert at_once(*jobs[:12]) == []
    assert at_once(*jobs[12:]) == []
    assert RatingEntry.objects.filter(game__isnull=False).count() == 48 * len(SYSTEMS)
    assert sum(Standing.objects.filter(system="paa").values_list("points", flat=True)) == 800
    assert rebuild() == 0


def test_a_claim_accepted_in_two_browsers_is_posted_once():
    sato, anong = make_member(points=100), make_member(points=100)
    right = ClaimedResult("W", "points", 9)
    game = dispute_game(Act(anong.user), report(sato, anong), reason="No.", claim=right)
    accept = lambda: accept_claim(Act(sato.user, at(minute=1)), game, seen=right.key)  # noqa: E731
    assert at_once(*[accept] * 6) == []
    assert RatingEntry.objects.filter(game=game).count() == 2 * len(SYSTEMS)
    assert Standing.objects.get(member=anong, system="paa").points == 101
    assert rebuild() == 0


def test_a_claim_accepted_while_it_changes_or_is_decided_leaves_one_result():
    sato, anong = make_member(points=100), make_member(points=100)
    organiser = make_member(role=ORGANISER)
    right, other = ClaimedResult("W", "points", 9), ClaimedResult("W", "resign")
    for minute in range(4):
        game = report(sato, anong, minute=10 * minute)
        dispute_game(Act(anong.user), game, reason="No.", claim=right)
        raised = at_once(
            lambda game=game, m=minute: accept_claim(
                Act(sato.user, at(minute=10 * m + 5)), game, seen=right.key
            ),
            lambda game=game: dispute_game(Act(anong.user), game, reason="Oh.", claim=other),
            lambda game=game, m=minute: decide_game(
                Act(organiser.user, at(minute=10 * m + 6)),
                game,
                facts=facts(sato, anong),
                reason="counted",
            ),
        )
        # Whoever comes too late is told so; an organiser corrects what was accepted before.
        assert {type(error) for error in raised} <= {RuleError}
        assert (fresh(game).state, game.winner) == ("confirmed", "B")
    assert rebuild() == 0
