"""Reporting, confirming, disputing, deciding: states, rights, and doing things twice."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from goclub.games.library.services.records import upload_kifu
from goclub.games.models import Game, Kifu, RatingEntry, Standing
from goclub.games.playing.services.decisions import (
    confirm_game,
    decide_game,
    dispute_game,
    withdraw_game,
)
from goclub.games.playing.services.reports import DuplicateGame, report_game
from goclub.games.tests.factories import NIGHT, at, facts, play, report
from goclub.go.records.tests.text import sgf
from goclub.members.models import Nickname
from goclub.members.people.services import add_guest
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.django_db


@pytest.fixture
def sato():
    return make_member("佐藤 健", romanised_name="Sato Ken")


@pytest.fixture
def anong():
    return make_member("Anong S.")


def upload(member, data=None, **more):
    return upload_kifu(data=data or sgf(**more), filename="game.sgf", by=member.user, at=at())


# --- Once is once -----------------------------------------------------------------------------
def test_the_same_form_twice_is_one_game(sato, anong):
    key = uuid.uuid4()
    claim = facts(sato, anong)
    first = report_game(facts=claim, by=sato.user, at=at(), key=key)
    again = report_game(facts=claim, by=sato.user, at=at(), key=key)
    assert first == again
    assert Game.objects.count() == 1


def test_the_same_result_by_the_opponent_is_a_duplicate(sato, anong):
    mine = report(sato, anong)
    with pytest.raises(DuplicateGame) as refused:
        report_game(facts=facts(sato, anong), by=anong.user, at=at())
    assert refused.value.game == mine


def test_the_same_kifu_by_both_players_is_one_game(sato, anong):
    claim = facts(sato, anong)
    mine = report_game(facts=claim, by=sato.user, at=at(), kifu=upload(sato))
    other = replace(claim, played_on=NIGHT - timedelta(days=1))
    with pytest.raises(DuplicateGame) as refused:
        report_game(facts=other, by=anong.user, at=at(), kifu=upload(anong))
    assert refused.value.game == mine


def test_two_equal_games_of_one_evening_are_possible_when_said_so(sato, anong):
    report(sato, anong)
    report_game(facts=facts(sato, anong), by=sato.user, at=at(), another=True)
    assert Game.objects.count() == 2


def test_confirming_twice_posts_once(sato, anong):
    game = play(sato, anong)
    confirm_game(game=game, by=anong.user, at=at(minute=50))
    assert RatingEntry.objects.filter(game=game, system="paa").count() == 2


# --- Rights -----------------------------------------------------------------------------------
def test_nobody_confirms_his_own_report(sato, anong):
    game = report(sato, anong)
    with pytest.raises(PermissionDenied):
        confirm_game(game=game, by=sato.user, at=at())


def test_a_stranger_neither_reports_nor_confirms_nor_disputes(sato, anong):
    stranger = make_member()
    with pytest.raises(PermissionDenied):
        report_game(facts=facts(sato, anong), by=stranger.user, at=at())
    game = report(sato, anong)
    with pytest.raises(PermissionDenied):
        confirm_game(game=game, by=stranger.user, at=at())
    with pytest.raises(PermissionDenied):
        dispute_game(game=game, by=stranger.user, reason="no")


def test_an_organiser_decides_but_not_his_own_game(sato):
    organiser = make_member(role=ORGANISER)
    game = report(organiser, sato)
    with pytest.raises(PermissionDenied):
        decide_game(
            game=game, by=organiser.user, at=at(), facts=facts(organiser, sato), reason="I won"
        )


def test_an_organiser_reports_for_others_and_either_player_confirms(sato, anong):
    organiser = make_member(role=ORGANISER)
    game = report(sato, anong, by=organiser.user)
    confirm_game(game=game, by=sato.user, at=at(minute=1))
    game.refresh_from_db()
    assert game.state == Game.State.CONFIRMED


# --- Disputes ---------------------------------------------------------------------------------
def test_a_disputed_game_counts_only_when_decided(sato, anong):
    organiser = make_member(role=ORGANISER)
    game = report(sato, anong)
    dispute_game(game=game, by=anong.user, reason="I won by half a point")
    assert not RatingEntry.objects.filter(game=game).exists()
    with pytest.raises(RuleError) as refused:
        confirm_game(game=game, by=anong.user, at=at())
    assert refused.value.code == Code.STATE
    decided = facts(sato, anong, "W+0.5")
    decide_game(
        game=game, by=organiser.user, at=at(minute=9), facts=decided, reason="counted again"
    )
    assert Standing.objects.get(system="paa", member=anong).points == 116


def test_a_game_of_today_is_settled_where_the_day_has_not_begun(sato, anong):
    organiser = make_member(role=ORGANISER)
    game, noon = report(sato, anong), at(minute=-3 * 60)  # 16:00 in Tokyo
    with timezone.override("America/Los_Angeles"):
        assert timezone.localdate(noon) < game.played_on
        mine = facts(sato, anong, "W+0.5")
        decide_game(game=game, by=organiser.user, at=noon, facts=mine, reason="counted again")
        later = replace(mine, played_on=NIGHT + timedelta(days=1))
        with pytest.raises(RuleError) as refused:
            decide_game(game=game, by=organiser.user, at=noon, facts=later, reason="tomorrow")
    assert refused.value.code == Code.RANGE


def test_a_dispute_needs_a_reason(sato, anong):
    with pytest.raises(RuleError) as refused:
        dispute_game(game=report(sato, anong), by=anong.user, reason="  ")
    assert refused.value.code == Code.MISSING


def test_a_report_can_be_withdrawn_until_it_is_confirmed(sato, anong):
    game = report(sato, anong)
    withdraw_game(game=game, by=sato.user)
    game.refresh_from_db()
    assert game.state == Game.State.VOID
    confirmed = play(sato, anong, minute=5)
    with pytest.raises(RuleError):
        withdraw_game(game=confirmed, by=sato.user)


# --- Bad input --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"played_on": date(2025, 3, 5)}, Code.RANGE, "played_on"),
        ({"played_on": date(2023, 12, 31)}, Code.RANGE, "played_on"),
        ({"board": 17}, Code.RANGE, "board"),
        ({"handicap": 1}, Code.RANGE, "handicap"),
        ({"handicap": 10}, Code.RANGE, "handicap"),
        ({"komi2": 723}, Code.RANGE, "komi"),
        ({"winner": "", "ending": ""}, Code.MISSING, "winner"),
        ({"ending": ""}, Code.MISSING, "ending"),
        ({"ending": "points"}, Code.MISSING, "margin"),
        ({"ending": "points", "margin2": 0}, Code.RANGE, "margin"),
        ({"margin2": 5}, Code.INCONSISTENT, "margin"),
        ({"ending": "points", "margin2": 4}, Code.INCONSISTENT, "margin"),
        ({"winner": "J"}, Code.INCONSISTENT, "ending"),
        ({"winner": "J", "ending": ""}, Code.INCONSISTENT, "winner"),
        ({"ending": "time"}, Code.INCONSISTENT, "ending"),
    ],
)
def test_impossible_facts_are_refused_and_nothing_is_written(sato, anong, change, code, field):
    claim = replace(facts(sato, anong), **change)
    with pytest.raises(RuleError) as refused:
        report_game(facts=claim, by=sato.user, at=at())
    assert (refused.value.code, refused.value.field) == (code, field)
    assert Game.objects.count() == 0


def test_nobody_plays_against_himself(sato):
    with pytest.raises(RuleError) as refused:
        report_game(facts=facts(sato, sato), by=sato.user, at=at())
    assert refused.value.code == Code.SAME_PLAYER


def test_a_loss_on_time_is_possible_in_a_free_game_s1_19(sato, anong):
    game = play(sato, anong, "B+T", white_free=True)
    entry = RatingEntry.objects.get(system="paa", game=game, member=sato)
    assert (entry.delta, entry.code) == (0, "free_flag")
    assert Standing.objects.get(system="paa", member=sato).games == 1


# --- Guests -----------------------------------------------------------------------------------
def test_a_game_with_a_guest_is_confirmed_by_an_organiser_and_moves_nothing(sato):
    organiser = make_member(role=ORGANISER)
    guest = add_guest(name="Visitor from Oslo")
    game = report(sato, guest)
    confirm_game(game=game, by=organiser.user, at=at(minute=1))
    entry = RatingEntry.objects.get(system="paa", game=game)
    assert (entry.member, entry.code, entry.delta) == (sato, "guest", 0)


# --- Kifu -------------------------------------------------------------------------------------
@pytest.mark.parametrize("black", ["kenchan", "ken\u200bchan\u202e"])
def test_confirming_learns_the_names_in_the_kifu(sato, anong, black):
    kifu = upload(sato, black=black, white="ANONG_7", extra="PC[The KGS Go Server]")
    game = report_game(facts=facts(sato, anong), by=sato.user, at=at(), kifu=kifu)
    confirm_game(game=game, by=anong.user, at=at(minute=1))
    learned = Nickname.objects.filter(learned=True).values_list("member", "name", "server")
    assert set(learned) == {(sato.pk, "kenchan", "KGS"), (anong.pk, "ANONG_7", "KGS")}


def test_placeholder_names_are_not_learned(sato, anong):
    kifu = upload(sato, black="Black", white="白")
    game = report_game(facts=facts(sato, anong), by=sato.user, at=at(), kifu=kifu)
    confirm_game(game=game, by=anong.user, at=at(minute=1))
    assert not Nickname.objects.exists()


def test_a_draft_belongs_to_its_uploader_alone(sato, anong):
    kifu = upload(anong)
    with pytest.raises(RuleError):
        report_game(facts=facts(sato, anong), by=sato.user, at=at(), kifu=kifu)
    assert Game.objects.count() == 0


def test_old_drafts_are_dropped_with_the_next_upload(sato):
    upload_kifu(data=sgf(), filename="a.sgf", by=sato.user, at=at() - timedelta(days=2))
    upload(sato)
    assert Kifu.objects.count() == 1


def test_original_bytes_are_kept_as_they_came(sato):
    data = sgf(extra="C[mail me: ken@example.org]")
    kifu = upload(sato, data)
    assert bytes(kifu.original) == data
    assert "ken@example.org" not in kifu.normalised


def test_confirming_asks_at_most_30_questions_whatever_the_history(
    sato, anong, django_assert_max_num_queries
):
    for minute in range(12):
        play(sato, anong, minute=minute * 3)
    kifu = upload(sato, black="kenchan", white="anong_7")
    game = report_game(
        facts=facts(sato, anong), by=sato.user, at=at(minute=60), kifu=kifu, another=True
    )
    # One of them asks whether the game was one of the ladder, one for the ranks in the notice.
    with django_assert_max_num_queries(30):
        confirm_game(game=game, by=anong.user, at=at(minute=61))
