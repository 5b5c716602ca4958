"""The ledger: posting, replaying, rebuilding, and who may not touch it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from goclub.common.gate import gate_open
from goclub.games.models import Game, HouseRule, RatingEntry, Standing, ThresholdTable
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.rating.ledger import triggers
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.rating.ledger.rows import STANDING_CONTENT
from goclub.games.rating.services import set_house_rule, set_thresholds
from goclub.games.tests.factories import NIGHT, at, play, report
from goclub.members.models import Member, StrengthDecision
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.strength.services import certify_strength, set_strength
from goclub.members.tests.factories import make_member
from ratings.igs.thresholds import DEFAULT

pytestmark = pytest.mark.postgres


def standing(member):
    return Standing.objects.get(system="paa", member=member)


def ledger_rows():
    """Everything the rules made, in comparable form."""
    entries = RatingEntry.objects.order_by(
        "member", "system", "on", "at", "game", "decision"
    ).values_list(
        "member",
        "system",
        "game",
        "decision",
        "points_before",
        "points_after",
        "rank_after",
        "code",
        "reason",
        "state",
    )
    standings = Standing.objects.order_by("member", "system").values_list(
        "member", "system", *STANDING_CONTENT
    )
    return list(entries), list(standings)


def test_admission_posts_the_starting_points_s1_3():
    sato = make_member("佐藤 健", rank="1k")
    assert standing(sato).points == 115
    assert RatingEntry.objects.get(system="paa", member=sato).code == "declared"


def test_a_confirmed_win_moves_one_point_each_s1_7():
    sato, anong = make_member(rank="1k"), make_member(rank="2k")
    play(sato, anong, "B+4.5")
    assert (standing(sato).points, standing(anong).points) == (116, 104)


def test_twenty_games_at_13_to_7_promote_s1_12():
    climber = make_member(points=115)
    others = [make_member(points=115) for _ in range(3)]
    for number in range(20):
        won = number >= 7
        play(climber, others[number % 3], "B+R" if won else "W+R", minute=number * 3)
    # 115 − 7 + 13 = 121: 1d, with exactly 0.65 at the twentieth game.
    assert standing(climber).points == 121
    assert standing(climber).rank == "1d"
    last = RatingEntry.objects.filter(system="paa", member=climber).order_by("-on", "-at").first()
    assert (last.rank_before, last.rank_after) == ("1k", "1d")
    assert last.reason["inputs"]["rate"] == "13/20"
    assert (standing(climber).wins, standing(climber).losses) == (0, 0)


def test_an_older_game_replays_the_two_players_only():
    sato, anong, kim = (make_member(points=100) for _ in range(3))
    play(sato, anong, "B+R", played_on=NIGHT)
    play(sato, kim, "B+R", played_on=NIGHT + timedelta(days=2))
    kims = list(RatingEntry.objects.filter(system="paa", member=kim).values_list("pk", "state"))
    late = play(anong, sato, "B+R", played_on=NIGHT - timedelta(days=7))
    first, *_rest = RatingEntry.objects.filter(
        system="paa", member=sato, game__isnull=False
    ).order_by("on")
    assert first.game == late
    after = (
        RatingEntry.objects.filter(system="paa", member=sato)
        .order_by("on")
        .values_list("points_after", flat=True)
    )
    assert list(after) == [100, 99, 100, 101]
    assert (
        list(RatingEntry.objects.filter(system="paa", member=kim).values_list("pk", "state"))
        == kims
    )
    assert rebuild() == 0


def test_a_correction_replays_from_the_game_and_keeps_the_old_version():
    sato, anong, organiser = (
        make_member(points=100),
        make_member(points=100),
        make_member(role=ORGANISER),
    )
    wrong = play(sato, anong, "B+R")
    play(sato, anong, "B+R", played_on=NIGHT + timedelta(days=1))
    claim = replace(GameFacts.of(wrong), winner="W")
    decide_game(Act(organiser.user, at(minute=99)), wrong, facts=claim, reason="colours mixed up")
    assert (standing(sato).points, standing(anong).points) == (100, 100)
    assert wrong.history.count() == 3  # reported, confirmed, corrected
    assert rebuild() == 0


def test_changing_a_player_takes_the_points_from_the_wrong_one():
    sato, anong, kim = (make_member(points=100) for _ in range(3))
    organiser = make_member(role=ORGANISER)
    wrong = play(sato, anong, "B+R")
    claim = replace(GameFacts.of(wrong), white=kim)
    decide_game(Act(organiser.user, at(minute=99)), wrong, facts=claim, reason="it was Kim")
    assert [standing(m).points for m in (sato, anong, kim)] == [101, 100, 99]
    assert standing(anong).last_on == date(2024, 1, 1)
    assert rebuild() == 0


def test_voiding_takes_back_what_the_game_moved():
    sato, anong, organiser = (
        make_member(points=100),
        make_member(points=100),
        make_member(role=ORGANISER),
    )
    game = play(sato, anong, "B+R")
    later = play(sato, anong, "B+R", played_on=NIGHT + timedelta(days=1))
    void_game(Act(organiser.user), game, reason="played twice on paper")
    assert not RatingEntry.objects.filter(game=game).exists()
    assert RatingEntry.objects.get(system="paa", member=sato, game=later).points_after == 101
    assert rebuild() == 0


def test_decisions_take_their_place_among_the_games():
    sato, anong = make_member(points=100), make_member(points=100)
    chair = make_member(role=CHAIR)
    play(sato, anong, "B+R", played_on=NIGHT)
    play(sato, anong, "B+R", played_on=NIGHT + timedelta(days=9))
    set_strength(
        Act(chair.user, at(NIGHT + timedelta(days=30))),
        sato,
        on=NIGHT + timedelta(days=3),
        reason="stronger than he said",
        points=130,
    )
    assert standing(sato).points == 131
    # 130 is 1d; 131 lies in the band of 2d, which one game since the change cannot reach.
    assert standing(sato).rank == "1d"
    assert rebuild() == 0


def test_certifying_early_is_noted_not_refused_s1_6():
    sato, chair = make_member(points=100), make_member(role=CHAIR)
    certify_strength(Act(chair.user, at()), sato, on=NIGHT, reason="known from elsewhere")
    entry = RatingEntry.objects.get(system="paa", member=sato, code="certified")
    assert entry.reason["inputs"]["early"] is True
    assert standing(sato).certified
    assert standing(sato).points == 100


def test_a_house_rule_replays_from_its_day():
    climber, other = make_member(points=120), make_member(points=120)
    chair = make_member(role=CHAIR)
    for number in range(6):
        play(climber, other, "B+R", played_on=NIGHT + timedelta(days=number))
    assert standing(climber).rank == "1k"  # fewer than ten games
    _rule, report = set_house_rule(
        Act(chair.user), "paa_min_games", value=5, valid_from=NIGHT, reason="a small club"
    )
    assert report.rows > 0
    assert standing(climber).rank == "1d"
    assert rebuild() == 0


def test_rebuild_repairs_what_was_wrong_and_counts_the_rows():
    sato, anong = make_member(points=100), make_member(points=100)
    play(sato, anong, "B+R")
    with gate_open():
        RatingEntry.objects.filter(system="paa", member=sato, game__isnull=False).update(
            points_after=555
        )
    Standing.objects.filter(system="paa", member=anong).update(points=1)
    assert rebuild() == 2
    assert rebuild() == 0
    assert (standing(sato).points, standing(anong).points) == (101, 99)


def test_the_command_says_how_many_rows_it_changed():
    play(make_member(points=100), make_member(points=100))
    said = StringIO()
    call_command("rebuild_ratings", stdout=said)
    Standing.objects.filter(system="paa").update(points=1)
    call_command("rebuild_ratings", stdout=said)
    assert said.getvalue().splitlines() == ["0 rows changed", "2 rows changed"]


# --- The guard --------------------------------------------------------------------------------
def test_the_triggers_are_there():
    assert triggers.missing() == []


@pytest.mark.parametrize("act", ["insert", "update", "delete", "truncate"])
def test_the_ledger_refuses_changes_from_outside(act):
    make_member(points=100)
    _refused(RatingEntry, act, "on")


@pytest.mark.parametrize("act", ["insert", "update", "delete", "truncate"])
@pytest.mark.parametrize(
    ("model", "column"),
    [(Game, "winner"), (StrengthDecision, "points"), (HouseRule, "value"),
     (ThresholdTable, "table")],
)  # fmt: skip
def test_facts_that_feed_the_ledger_are_written_by_services_alone(model, column, act):
    play(make_member(points=100), make_member(points=100))
    day = date(2030, 1, 1)
    set_house_rule(Act(None), "paa_min_games", value=5, valid_from=day, reason="a small club")
    set_thresholds(Act(None), DEFAULT, valid_from=day, reason="a test")
    _refused(model, act, column)
    assert rebuild() == 0


def _refused(model, act, column):
    """Neither the model nor a statement of one's own gets past the triggers."""
    if act == "truncate" and connection.vendor == "sqlite":
        act = "delete"  # there is no other way there
    rows = model.objects.all()
    before = list(rows.values().order_by("pk"))
    table = model._meta.db_table
    other = {"winner": "J", "table": {}}.get(column, 7)
    ways = {
        "insert": [lambda: _again(model), lambda: model.objects.bulk_create([_copy(model)])],
        "update": [
            lambda: rows.update(**{column: date(2020, 1, 1) if column == "on" else other}),
            lambda: _sql(f"UPDATE {table} SET id = id + 1000000"),
        ],
        "delete": [lambda: rows._raw_delete("default"), lambda: _sql(f"DELETE FROM {table}")],
        "truncate": [lambda: _sql(f"TRUNCATE {table} CASCADE")],
    }[act]
    connection.check_constraints()  # what waits for the end of the transaction hinders a truncate
    for way in ways:
        with pytest.raises(DatabaseError, match="alone"), transaction.atomic():
            way()
    assert list(rows.values().order_by("pk")) == before


def _copy(model):
    row = model.objects.first()
    row.pk = None
    row._state.adding = True
    if model is Game:
        row.report_key = uuid4()
    return row


def _again(model):
    _copy(model).save()


def _sql(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_what_is_no_fact_yet_may_change(db):
    """A report that waits, the place of a confirmed game, a member's name."""
    black, white = make_member(points=100), make_member(points=100)
    waiting, done = report(black, white), play(black, white, minute=5)
    Game.objects.filter(pk=waiting.pk).update(winner="W", state="void")
    Game.objects.filter(pk=done.pk).update(place="at home", reason="none")
    black.display_name = "Another name"
    black.save()
    for pk, state in ((waiting.pk, "confirmed"), (done.pk, "reported")):
        with pytest.raises(DatabaseError, match="alone"), transaction.atomic():
            Game.objects.filter(pk=pk).update(state=state, confirmed_at=at())
    with pytest.raises(DatabaseError, match="alone"), transaction.atomic():
        Member.objects.filter(pk=black.pk).update(status="guest")


def test_the_gate_falls_with_what_it_was_opened_for():
    make_member(points=100)
    with pytest.raises(ZeroDivisionError), transaction.atomic(), gate_open():
        raise ZeroDivisionError
    with gate_open():
        with gate_open():
            pass
        assert RatingEntry.objects.update(code="x") == 4
    _refused(RatingEntry, "update", "on")


def test_another_program_writes_nothing_on_sqlite():
    """The function that the triggers ask is one of our own connections."""
    if connection.vendor != "sqlite":
        return  # there the triggers ask for a setting: the tests above set none
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE tbl_name = 'games_ratingentry'")
        statements = [sql for (sql,) in cursor.fetchall() if sql]
    with closing(sqlite3.connect(":memory:")) as other:
        for statement in sorted(statements, key=lambda sql: not sql.startswith("CREATE TABLE")):
            other.execute(statement)
        with pytest.raises(sqlite3.OperationalError, match="goclub_gate_open"):
            other.execute("DELETE FROM games_ratingentry")
