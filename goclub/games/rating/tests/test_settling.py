"""Late facts after which much follows: they stand at once, the ledger follows them beside."""

from __future__ import annotations

import random
import threading
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as search
from hypothesis import strategies as st

from goclub.common.gate import gate_open
from goclub.common.locks import unordered
from goclub.common.tests.reading import read
from goclub.games.models import Game, LedgerClock, PostponedReplay, RatingEntry
from goclub.games.playing.services.decisions import void_game
from goclub.games.rating.house_rules import specs
from goclub.games.rating.ledger import facts, late, settling
from goclub.games.rating.ledger.posting import rebuild
from goclub.games.rating.ledger.settling import settle_postponed
from goclub.games.rating.services import set_house_rule
from goclub.games.tests.factories import NIGHT, at, play
from goclub.members.models import ClubSettings
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import make_member
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.django_db


def _day(number):
    return NIGHT + timedelta(days=number)


@pytest.fixture
def long(settings, monkeypatch):
    """Whatever is not the newest is postponed, and a pass has many chunks."""
    settings.REPLAY_AT_ONCE = 0
    settings.LATE_FACTS = "worker"
    monkeypatch.setattr(facts, "CHUNK", 3)
    monkeypatch.setattr(settling, "pause", lambda _seconds: None)
    monkeypatch.setattr(settling, "SHORT", 4)
    return settings


@pytest.fixture
def club(db):
    people = [make_member(points=points) for points in (60, 90, 110, 111, 121)]
    rng = random.Random(7)
    for day in range(8):
        for minute in (10, 20):
            result = rng.choice(["B+R", "W+R"])
            play(*rng.sample(people, 2), result, played_on=_day(day), minute=minute)
    return people


def late_game(club, day=1, **facts_of_it):
    return play(club[0], club[3], played_on=_day(day), **{"minute": 5, **facts_of_it})


def test_a_late_game_stands_at_once_and_its_ledger_follows(club, long):
    game = late_game(club)
    assert game.state == Game.State.CONFIRMED
    assert not RatingEntry.objects.filter(game=game).exists()
    row = PostponedReplay.objects.get()
    assert (row.on, set(row.members), row.cause) == (game.played_on, {club[0].pk, club[3].pk}, game)
    assert settle_postponed() > 8
    assert RatingEntry.objects.filter(game=game).count() == 8
    assert not PostponedReplay.objects.exists()
    assert rebuild() == 0


def test_nothing_is_postponed_where_little_follows(club, settings):
    settings.REPLAY_AT_ONCE = 1000
    game = late_game(club)
    assert RatingEntry.objects.filter(game=game).count() == 8
    assert not PostponedReplay.objects.exists()


def test_a_void_game_leaves_the_ledger_when_it_is_settled(club, long):
    organiser = make_member(role=ORGANISER)
    game = Game.objects.order_by("played_on").first()
    void_game(game=game, by=organiser.user, reason="not played")
    assert RatingEntry.objects.filter(game=game).exists()
    settle_postponed()
    assert not RatingEntry.objects.filter(game=game).exists()
    assert rebuild() == 0


def test_the_newest_game_made_void_takes_its_standing_back(club, long):
    organiser = make_member(role=ORGANISER)
    long.REPLAY_AT_ONCE = -1
    game = play(club[1], club[2], played_on=_day(20))
    void_game(game=game, by=organiser.user, reason="not played")
    assert PostponedReplay.objects.count() == 1
    settle_postponed()
    assert rebuild() == 0


def test_many_late_games_are_one_pass(club, long):
    for day in (1, 3, 2):
        late_game(club, day)
    passes = []
    settle_postponed(progress=lambda done, total: passes.append((done, total)))
    assert passes[0][1] == passes[-1][1]
    assert passes[-1][0] == passes[-1][1]
    assert rebuild() == 0


def test_two_changes_of_one_game_are_one_pass(club, long):
    organiser = make_member(role=ORGANISER)
    game = late_game(club)
    void_game(game=game, by=organiser.user, reason="not played")
    again = late_game(club, minute=6)
    rows = list(PostponedReplay.objects.values_list("cause", flat=True))
    assert rows == [game.pk, game.pk, again.pk]
    settle_postponed()
    assert not RatingEntry.objects.filter(game=game).exists()
    assert RatingEntry.objects.filter(game=again).count() == 8
    assert rebuild() == 0


def test_a_game_made_void_while_it_is_settled_leaves_nothing(club, long):
    organiser = make_member(role=ORGANISER)
    game = late_game(club)
    happened = []

    def voided(done, _total):
        if done and not happened:
            happened.append(done)
            void_game(game=game, by=organiser.user, reason="not played")

    settle_postponed(progress=voided)
    assert happened
    assert not PostponedReplay.objects.exists()
    assert not RatingEntry.objects.filter(game=game).exists()
    assert rebuild() == 0


def test_a_thousand_late_games_are_one_pass(club, long, monkeypatch):
    monkeypatch.setattr(facts, "CHUNK", 500)
    before = Game.objects.count()
    with gate_open():
        games = Game.objects.bulk_create(
            Game(
                black=club[n % 5], white=club[(n + 1) % 5], played_on=_day(n % 7), komi2=13,
                winner="B", ending="resign", state="confirmed",
                reported_at=at(_day(n % 7), n), confirmed_at=at(_day(n % 7), n),
            )
            for n in range(1000)
        )  # fmt: skip
    for game in games:
        late.postpone(facts.game_key(game), facts.members_of(game), cause=game)
    begun = []
    settle_postponed(progress=lambda done, total: begun.append(total) if not done else None)
    assert set(begun) <= {before + 1000 + 5}
    assert not PostponedReplay.objects.exists()
    assert rebuild() == 0


def test_the_office_sees_how_far_it_is(client, club, long):
    page, told = reverse("games:recalculation"), reverse("games:recalculation-progress")
    client.force_login(make_member(role=ORGANISER).user)
    assert [client.get(path).status_code for path in (page, told)] == [403, 403]
    client.force_login(make_member(role=CHAIR).user)
    assert not read(client.get(page)).has("progress")
    game = late_game(club)
    seen = []
    settle_postponed(progress=lambda *_: seen.append(client.get(told).json()))
    assert {one["over"] for one in seen} == {False}
    figures = [one["percent"] for one in seen]
    assert figures[0] < figures[-1] <= 99
    assert client.get(told).json() == {"percent": 0, "over": True}
    PostponedReplay.objects.create(on=game.played_on, cause=game, done=1, total=4)
    shown = read(client.get(page))
    assert shown.one("progress").attrs["value"] == "25"
    assert shown.has(f'a[href="{game.get_absolute_url()}"]')
    PostponedReplay.objects.update(stopped="game 7: a rule")
    assert not read(client.get(page)).has("[data-progress]")
    ClubSettings.objects.update_or_create(pk=1, defaults={"recalculating_since": timezone.now()})
    assert read(client.get("/rankings/")).has(f'.recalculating a[href="{page}"]')
    client.logout()
    assert not read(client.get("/rankings/")).has(".recalculating a")


@search(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_whatever_comes_meanwhile_the_end_is_the_full_replay(club, long, seed):
    """Games appended ahead and behind, others late, corrected, made void, replayed at once."""
    rng = random.Random(seed)
    with transaction.atomic(), unordered():
        organiser = make_member(role=ORGANISER)
        late_game(club, rng.randrange(7))
        settle_postponed(progress=lambda *_: _happens(rng, club, organiser, long))
        assert not PostponedReplay.objects.exists()
        assert rebuild() == 0
        transaction.set_rollback(True)


def _happens(rng, club, organiser, long):
    """Now and then somebody does something while the ledger is settled."""
    act = rng.random()
    some = {"minute": rng.randrange(30, 900)}
    if act < 0.15:
        play(*rng.sample(club, 2), played_on=_day(rng.choice([-3, 0, 3, 7, 9])), **some)
    elif act < 0.2:
        game = rng.choice(list(Game.objects.filter(state=Game.State.CONFIRMED)))
        void_game(game=game, by=organiser.user, reason="wrong")
    elif act < 0.25:
        long.REPLAY_AT_ONCE = 1000
        play(*rng.sample(club, 2), played_on=_day(rng.randrange(8)), **some)
        long.REPLAY_AT_ONCE = 0
    elif act < 0.35:
        newcomer = make_member(points=rng.choice([60, 130]))
        play(newcomer, make_member(points=100), played_on=timezone.localdate())


def test_somebody_killed_in_the_middle_leaves_it_to_the_next(club, long, monkeypatch):
    late_game(club)

    def killed(done, _total):
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr(late, "let_go", lambda _token: None)
    with pytest.raises(KeyboardInterrupt):
        settle_postponed(progress=killed)
    assert settle_postponed() == 0  # somebody is taken to be at it
    assert PostponedReplay.objects.exists()
    LedgerClock.objects.update(held_until=timezone.now() - timedelta(seconds=1))
    assert settle_postponed() > 0
    assert not PostponedReplay.objects.exists()
    assert rebuild() == 0


def test_who_was_taken_for_dead_writes_nothing_more(club, long):
    late_game(club)
    seen = []

    def taken_over(done, _total):
        seen.append(done)
        LedgerClock.objects.update(runner="00000000-0000-4000-8000-000000000000")

    settle_postponed(progress=taken_over)
    assert len(seen) == 1  # the next look finds that another has it
    assert PostponedReplay.objects.exists()


def test_a_rule_that_stops_it_is_kept_with_its_fact(club, long, monkeypatch, caplog):
    game = late_game(club)

    def stops(self, chunk):
        self.at = facts.game_key(game)
        raise RuleError(Code.STATE, field="black", reason="ratings.no_points_yet")

    monkeypatch.setattr(settling.Run, "feed", stops)
    settle_postponed()
    row = PostponedReplay.objects.get()
    assert f"game {game.pk} of {game.played_on}" in row.stopped
    assert settle_postponed() == 0  # tried again only when somebody says so
    assert "stops" in caplog.text
    monkeypatch.undo()
    assert rebuild() > 0
    assert not PostponedReplay.objects.exists()


def test_pages_know_since_when(club, long, django_capture_on_commit_callbacks):
    ClubSettings.objects.get_or_create(pk=1)
    with django_capture_on_commit_callbacks(execute=True):
        late_game(club)
    since = ClubSettings.objects.get(pk=1).recalculating_since
    assert since == PostponedReplay.objects.get().asked_at
    settle_postponed()
    assert ClubSettings.objects.get(pk=1).recalculating_since is None


def test_every_page_says_since_when(client, club):
    ClubSettings.objects.update_or_create(pk=1)
    assert not read(client.get("/rankings/")).has(".recalculating")
    ClubSettings.objects.update(recalculating_since=timezone.now())
    assert read(client.get("/rankings/")).has(".recalculating")


def test_a_house_rule_of_long_ago_is_settled_later(club, long):
    chair = make_member(role=CHAIR)
    spec = next(spec for spec in specs().values() if spec.system == "elo")
    value = spec.low if spec.default != spec.low else spec.high
    _rule, report = set_house_rule(
        key=spec.key, value=value, valid_from=NIGHT, by=chair.user, reason="tried"
    )
    assert report.later
    row = PostponedReplay.objects.get()
    assert (row.system, row.members, row.at) == ("elo", None, None)
    settle_postponed()
    assert not PostponedReplay.objects.exists()
    assert rebuild() == 0


def test_the_command_settles(club, long, capsys):
    late_game(club)
    call_command("settle_ledger")
    assert not PostponedReplay.objects.exists()
    assert capsys.readouterr().out.strip().split()[-1].isdigit()


@pytest.mark.django_db(transaction=True)
def test_the_process_that_took_it_settles_beside_its_pages(settings):
    if connection.vendor == "sqlite":
        pytest.skip(
            "the tests' database in memory is shut for a second connection while one writes"
        )
    settings.REPLAY_AT_ONCE, settings.LATE_FACTS = 0, "embedded"
    ClubSettings.objects.get_or_create(pk=1)
    people = [make_member(points=points) for points in (60, 90, 110)]
    for day in range(4):
        play(*people[:2], played_on=_day(day), minute=10)
    game = play(people[0], people[2], played_on=_day(1), minute=5)
    for thread in threading.enumerate():
        if thread.name == "settling":
            thread.join(60)
    assert RatingEntry.objects.filter(game=game).count() == 8
    assert not PostponedReplay.objects.exists()
    assert ClubSettings.objects.get(pk=1).recalculating_since is None
    assert rebuild() == 0
