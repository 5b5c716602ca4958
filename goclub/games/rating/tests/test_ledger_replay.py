"""Any history: late games, corrections, voids and decisions, replayed in every way there is."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goclub.common.bulk_rows import filling, take_stock
from goclub.common.gate import gate_open
from goclub.common.transactions import unordered
from goclub.games.models import Game, RatingEntry, Standing
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.rating.ledger import facts, replaying
from goclub.games.rating.ledger.facts import BEGINNING, CHUNK, TABLES, chunks
from goclub.games.rating.ledger.recalculation import rebuild, recalculate_from_day
from goclub.games.rating.ledger.rows import ENTRY_CONTENT, ENTRY_IDENTITY, STANDING_CONTENT
from goclub.games.rating.systems.elo import ELO
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.tests.factories import NIGHT, at, play
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.strength.services import set_igs_rank, set_strength
from goclub.members.tests.factories import make_member
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.postgres

_DAYS = 6


def ledger_rows():
    """Every row of every system, without the numbers that the database gave."""
    entries = RatingEntry.objects.order_by("member", "system", "on", "at", "game", "decision")
    standings = Standing.objects.order_by("member", "system")
    return (
        list(entries.values_list(*ENTRY_IDENTITY, *ENTRY_CONTENT)),
        list(standings.values_list("member", "system", *STANDING_CONTENT)),
    )


@pytest.mark.extended
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10_000), split=st.integers(0, _DAYS))
def test_one_by_one_in_one_go_and_in_two_halves_give_the_same_rows(db, seed, split):
    with transaction.atomic(), unordered():
        _random_history(random.Random(seed))
        posted = ledger_rows()
        assert {row[0] for row in posted[0]} == {"paa", "igs", "elo", "egf"}
        assert rebuild() == 0

        _rebuild_from_nothing()
        assert ledger_rows() == posted

        _forget_all()
        middle = NIGHT + timedelta(days=split)
        second = Game.objects.filter(state=Game.State.CONFIRMED, played_on__gte=middle)
        hidden = list(second.values_list("pk", flat=True))
        with gate_open():
            second.update(state=Game.State.REPORTED)
        rebuild()
        with gate_open():
            Game.objects.filter(pk__in=hidden).update(state=Game.State.CONFIRMED)
        assert recalculate_from_day(middle).rows >= len(hidden)
        assert ledger_rows() == posted
        transaction.set_rollback(True)


def test_a_long_history_fills_an_empty_ledger_in_stretches(monkeypatch):
    """Written without indexes on SQLite, which are made when it is full."""
    with unordered():
        _random_history(random.Random(3))
    posted, filled = ledger_rows(), []

    def noted(model, **beside):
        filled.append(model)
        return filling(model, **beside)

    monkeypatch.setattr(facts, "LONG_CHUNK", 4)
    monkeypatch.setattr(replaying, "filling", noted)
    _rebuild_from_nothing()
    assert filled == [RatingEntry]
    assert ledger_rows() == posted
    twice = RatingEntry.objects.filter(game__isnull=False)[0]
    twice.pk = None
    with pytest.raises(IntegrityError), transaction.atomic(), gate_open():
        twice.save(force_insert=True)
    assert rebuild() == 0
    assert filled == [RatingEntry], "a ledger that holds something is compared with"


def test_lines_of_one_moment_keep_their_days():
    """A batch of old games is confirmed at one moment."""
    black, white = make_member(), make_member()
    days = [NIGHT, NIGHT + timedelta(days=3), NIGHT + timedelta(days=9)]
    for day in days:
        play(black, white, played_on=day)
    with gate_open():
        Game.objects.update(confirmed_at=at(days[-1]))
    rebuild()
    for day in days:
        assert {entry.on for entry in RatingEntry.objects.filter(game__played_on=day)} == {day}
    assert rebuild() == 0


def test_a_rule_that_stops_a_rebuild_between_its_lines_names_the_fact_and_changes_nothing(
    monkeypatch, caplog
):
    """The lines before it are on their way into the database when the rules refuse it."""
    black, white = make_member(), make_member()
    for day in range(4):
        play(black, white, played_on=NIGHT + timedelta(days=day))
    before = ledger_rows()
    last = Game.objects.select_related("black", "white").latest("pk")
    step = type(ELO.engine).step

    def stops(self, game, *states_and_rules):
        if game == facts.rated_game(last) and len(stopped) == 3:
            raise RuleError(Code.STATE, field="black", reason="ratings.no_points_yet")
        stopped.append(game)
        return step(self, game, *states_and_rules)

    stopped: list[object] = []
    monkeypatch.setattr(type(ELO.engine), "step", stops)
    with pytest.raises(RuleError, match="no_points_yet"), transaction.atomic():
        _rebuild_from_nothing()
    assert f"game {last.pk} of {last.played_on}" in caplog.text
    assert ledger_rows() == before
    monkeypatch.undo()
    assert rebuild() == 0


def test_what_is_stored_of_a_state_is_what_its_to_json_says():
    with unordered():
        _random_history(random.Random(1))
    states = list(RatingEntry.objects.values_list("system", "state"))
    assert {system for system, _state in states} == {"paa", "igs", "elo", "egf"}
    for system, state in states:
        assert SYSTEMS.of(system).read(state).to_json() == state


def _forget_all():
    with gate_open():
        RatingEntry.objects.all()._raw_delete("default")


def _rebuild_from_nothing():
    _forget_all()
    rebuild()


def _random_history(rng):
    """Six players, three of them certified in IGS; the rest as fate will have it."""
    players = [make_member(points=rng.choice([60, 110, 111, 121])) for _ in range(6)]
    organiser, chair = make_member(role=ORGANISER), make_member(role=CHAIR)
    for player in players[:3]:
        set_igs_rank(
            Act(chair.user, at(NIGHT)),
            player,
            on=NIGHT,
            reason="a test",
            rank=rng.choice(["BC", "2k", "1d+"]),
        )
    games: list[Game] = []
    for minute in range(rng.randint(10, 30)):
        games.append(_random_game(rng, players, minute))
        event = rng.random()
        game = rng.choice(games)
        game.refresh_from_db()
        if event < 0.2:
            void_game(Act(organiser.user), game, reason="a test")
        elif event < 0.4:
            _correct(rng, game, organiser, minute)
        elif event < 0.5:
            set_strength(
                Act(chair.user, at(NIGHT, 200 + minute)),
                rng.choice(players),
                on=NIGHT,
                points=rng.choice([90, 115]),
                reason="a test",
            )


def _random_game(rng, players, minute):
    black, white = rng.sample(players, 2)
    result = rng.choice(["B+R", "W+R", "B+4.5", "jigo", "void", "B+F"])
    day = NIGHT + timedelta(days=rng.randint(0, _DAYS))
    more = {"handicap": 7} if rng.random() < 0.1 else {}
    return play(black, white, result, played_on=day, minute=minute * 3, **more)


def _correct(rng, game, organiser, minute):
    claim = replace(
        GameFacts.of(game), winner="W", ending="resign", margin2=None,
        played_on=NIGHT + timedelta(days=rng.randint(0, _DAYS)),
    )  # fmt: skip
    when = at(NIGHT + timedelta(days=30), minute)
    decide_game(Act(organiser.user, when), game, facts=claim, reason="a test")


def _indexes(model):
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    return {
        name: tuple(one["columns"])
        for name, one in found.items()
        if (one["index"] or one["unique"] or one["primary_key"])
        and not name.endswith("_like")  # of PostgreSQL, for beginnings of texts
    }


@pytest.mark.parametrize("model", [RatingEntry, Game])
def test_no_index_begins_as_another_one(model):
    indexes = _indexes(model)
    repeated = {
        (name, other)
        for name, columns in indexes.items()
        for other, longer in indexes.items()
        if name != other and columns == longer[: len(columns)]
    }
    assert not repeated


def test_the_ledger_has_four():
    assert sorted(_indexes(RatingEntry).values()) == [
        ("decision_id", "member_id", "system"),
        ("game_id", "member_id", "system"),
        ("id",),
        ("member_id", "system", "on", "at"),
    ]


def test_a_history_is_read_in_its_order_and_never_sorted():
    """Sorted once more for each chunk, it would take the square of its length."""
    players = make_member(), make_member()
    play(*players)
    if connection.vendor == "postgresql":  # which chooses by what it knows of the tables
        _play_many(*players)
        take_stock(*TABLES)
    decided_and_played = 2 + Game.objects.count()
    with CaptureQueriesContext(connection) as asked:
        assert sum(map(len, chunks(BEGINNING, None))) == decided_and_played
    games = [one["sql"] for one in asked if 'FROM "games_game"' in one["sql"]]
    assert games
    for sql in games:
        assert f"LIMIT {CHUNK}" in sql
        plan = _plan(sql)
        if connection.vendor == "postgresql":
            assert "game_ledger_order" in plan
            assert "Sort" not in plan, plan
        else:
            assert "TEMP B-TREE" not in plan, plan


def _plan(sql: str) -> str:
    how = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        cursor.execute(f"{how} {sql.partition('CURSOR FOR ')[2] or sql}")
        return " ".join(row[-1] for row in cursor.fetchall())


def _play_many(black: Member, white: Member) -> None:
    """As many as a club's past brings at once: nothing has counted them."""
    with gate_open():
        Game.objects.bulk_create(
            Game(
                black=black, white=white, played_on=NIGHT, komi2=13, winner="B", ending="resign",
                state="confirmed", reported_at=at(NIGHT, n), confirmed_at=at(NIGHT, n),
            )
            for n in range(2_500)
        )  # fmt: skip
