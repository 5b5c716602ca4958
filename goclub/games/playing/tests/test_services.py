"""Reporting, confirming, disputing, deciding: states, rights, doing things twice; who is told."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from goclub.common.notation import named
from goclub.games.library.services.records import upload_kifu
from goclub.games.library.tests.comments_club import comment, make_club
from goclub.games.models import Game, Kifu, RatingEntry, Standing
from goclub.games.playing.queries import GameContext
from goclub.games.playing.services.decisions import (
    confirm_entered,
    confirm_game,
    decide_game,
    dispute_game,
    void_game,
    withdraw_game,
)
from goclub.games.playing.services.facts import KEEPERS, ClaimedResult, GameFacts
from goclub.games.playing.services.reports import DuplicateGame, report_game
from goclub.games.signals import game_decided
from goclub.games.tests.factories import NIGHT, at, facts, play, report
from goclub.go.records.tests.text import sgf
from goclub.members.models import Nickname, Notice
from goclub.members.notices.queries import kinds
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code, RuleError
from ratings.tests.builders import refused


@pytest.fixture
def sato():
    return make_member("佐藤 健", romanised_name="Sato Ken")


@pytest.fixture
def anong():
    return make_member("Anong S.")


def upload(member, data=None, **more):
    return upload_kifu(Act(member.user, at()), data or sgf(**more), filename="game.sgf")


# --- Once is once -----------------------------------------------------------------------------
def test_the_same_form_twice_is_one_game(sato, anong):
    key = uuid.uuid4()
    claim = facts(sato, anong)
    first = report_game(Act(sato.user, at()), claim, key=key)
    assert first == report_game(Act(sato.user, at()), claim, key=key)
    assert Game.objects.count() == 1


def test_the_same_result_by_the_opponent_is_a_duplicate(sato, anong):
    mine = report(sato, anong)
    with pytest.raises(DuplicateGame) as caught:
        report_game(Act(anong.user, at()), facts(sato, anong))
    assert caught.value.game == mine


def test_an_opponents_report_that_waits_is_answered_before_another_of_that_day(sato, anong):
    theirs = report(sato, anong)
    report_facts = facts(anong, sato, "B+2.5")
    with pytest.raises(DuplicateGame) as refused:
        report_game(Act(anong.user, at()), report_facts)
    assert refused.value.game == theirs
    report_game(Act(sato.user, at()), report_facts)  # who reported the first played another
    confirm_game(Act(anong.user, at()), theirs)
    report_game(Act(anong.user, at()), facts(sato, anong, "W+2.5"), another=True)
    assert Game.objects.count() == 3


def test_the_same_kifu_by_both_players_is_one_game(sato, anong):
    claim = facts(sato, anong)
    mine = report_game(Act(sato.user, at()), claim, kifu=upload(sato))
    other = replace(claim, played_on=NIGHT - timedelta(days=1))
    with pytest.raises(DuplicateGame) as caught:
        report_game(Act(anong.user, at()), other, kifu=upload(anong))
    assert caught.value.game == mine


def test_two_equal_games_of_one_evening_are_possible_when_said_so(sato, anong):
    report(sato, anong)
    report_game(Act(sato.user, at()), facts(sato, anong), another=True)
    assert Game.objects.count() == 2


def test_confirming_twice_posts_once(sato, anong):
    game = play(sato, anong)
    confirm_game(Act(anong.user, at(minute=50)), game)
    assert RatingEntry.objects.filter(game=game, system="paa").count() == 2


# --- Rights -----------------------------------------------------------------------------------
def test_nobody_confirms_his_own_report(sato, anong):
    game = report(sato, anong)
    with pytest.raises(PermissionDenied):
        confirm_game(Act(sato.user, at()), game)


def test_a_stranger_neither_reports_nor_confirms_nor_disputes(sato, anong):
    stranger = make_member()
    with pytest.raises(PermissionDenied):
        report_game(Act(stranger.user, at()), facts(sato, anong))
    game = report(sato, anong)
    with pytest.raises(PermissionDenied):
        confirm_game(Act(stranger.user, at()), game)
    with pytest.raises(PermissionDenied):
        dispute_game(Act(stranger.user), game, reason="no")


def test_an_organiser_decides_but_not_his_own_game(sato):
    organiser = make_member(role=ORGANISER)
    game = report(organiser, sato)
    with pytest.raises(PermissionDenied):
        decide_game(Act(organiser.user, at()), game, facts=facts(organiser, sato), reason="I won")


def test_an_organiser_reports_for_others_and_either_player_confirms(sato, anong):
    game = report(sato, anong, by=make_member(role=ORGANISER).user)
    confirm_game(Act(sato.user, at(minute=1)), game)
    assert fresh(game).state == Game.State.CONFIRMED


# --- Disputes ---------------------------------------------------------------------------------
def test_a_disputed_game_counts_only_when_decided(sato, anong):
    organiser = make_member(role=ORGANISER)
    game = report(sato, anong)
    dispute_game(Act(anong.user), game, reason="I won by half a point")
    assert not RatingEntry.objects.filter(game=game).exists()
    with refused(code=Code.STATE):
        confirm_game(Act(anong.user, at()), game)
    decided = facts(sato, anong, "W+0.5")
    decide_game(Act(organiser.user, at(minute=9)), game, facts=decided, reason="counted again")
    assert Standing.objects.get(system="paa", member=anong).points == 116


def test_a_game_of_today_is_settled_where_the_day_has_not_begun(sato, anong):
    organiser = make_member(role=ORGANISER)
    game, noon = report(sato, anong), at(minute=-3 * 60)  # 16:00 in Tokyo
    with timezone.override("America/Los_Angeles"):
        assert timezone.localdate(noon) < game.played_on
        mine = facts(sato, anong, "W+0.5")
        decide_game(Act(organiser.user, noon), game, facts=mine, reason="counted again")
        later = replace(mine, played_on=NIGHT + timedelta(days=1))
        with pytest.raises(RuleError) as caught:
            decide_game(Act(organiser.user, noon), game, facts=later, reason="tomorrow")
    assert caught.value.code == Code.RANGE


def test_a_dispute_needs_a_reason(sato, anong):
    with refused(code=Code.MISSING):
        dispute_game(Act(anong.user), report(sato, anong), reason="  ")


def test_a_report_can_be_withdrawn_until_it_is_confirmed(sato, anong):
    game = report(sato, anong)
    withdraw_game(Act(sato.user), game)
    assert fresh(game).state == Game.State.VOID
    confirmed = play(sato, anong, minute=5)
    with pytest.raises(RuleError):
        withdraw_game(Act(sato.user), confirmed)


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
    with refused(code=code, field=field):
        report_game(Act(sato.user, at()), claim)
    assert Game.objects.count() == 0


def test_nobody_plays_against_himself(sato):
    with refused(code=Code.SAME_PLAYER):
        report_game(Act(sato.user, at()), facts(sato, sato))


def test_a_loss_on_time_is_possible_in_a_free_game_s1_19(sato, anong):
    game = play(sato, anong, "B+T", white_free=True)
    entry = RatingEntry.objects.get(system="paa", game=game, member=sato)
    assert (entry.delta, entry.code) == (0, "free_flag")
    assert Standing.objects.get(system="paa", member=sato).games == 1


# --- Guests -----------------------------------------------------------------------------------
def test_a_game_with_a_guest_is_confirmed_by_an_organiser_and_moves_nothing(sato):
    organiser = make_member(role=ORGANISER)
    game = report(sato, add_guest(name="Visitor from Oslo"))
    confirm_game(Act(organiser.user, at(minute=1)), game)
    entry = RatingEntry.objects.get(system="paa", game=game)
    assert (entry.member, entry.code, entry.delta) == (sato, "guest", 0)


# --- Kifu -------------------------------------------------------------------------------------
@pytest.mark.parametrize("black", ["kenchan", "ken\u200bchan\u202e"])
def test_confirming_learns_the_names_in_the_kifu(sato, anong, black):
    kifu = upload(sato, black=black, white="ANONG_7", extra="PC[The KGS Go Server]")
    game = report_game(Act(sato.user, at()), facts(sato, anong), kifu=kifu)
    confirm_game(Act(anong.user, at(minute=1)), game)
    learned = Nickname.objects.filter(learned=True).values_list("member", "name", "server")
    assert set(learned) == {(sato.pk, "kenchan", "KGS"), (anong.pk, "ANONG_7", "KGS")}


def test_placeholder_names_are_not_learned(sato, anong):
    kifu = upload(sato, black="Black", white="白")
    game = report_game(Act(sato.user, at()), facts(sato, anong), kifu=kifu)
    confirm_game(Act(anong.user, at(minute=1)), game)
    assert not Nickname.objects.exists()


def test_a_draft_belongs_to_its_uploader_alone(sato, anong):
    kifu = upload(anong)
    with pytest.raises(RuleError):
        report_game(Act(sato.user, at()), facts(sato, anong), kifu=kifu)
    assert Game.objects.count() == 0


def test_old_drafts_are_dropped_with_the_next_upload(sato):
    upload_kifu(Act(sato.user, at() - timedelta(days=2)), sgf(), filename="a.sgf")
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
    game = report_game(Act(sato.user, at(minute=60)), facts(sato, anong), kifu=kifu, another=True)
    # One of them asks whether the game was one of the ladder, one for the ranks in the notice.
    with django_assert_max_num_queries(30):
        confirm_game(Act(anong.user, at(minute=61)), game)


class Room:
    """A keeper of every game, which writes down what it is asked."""

    def __init__(self, refuses=False):
        self.refuses, self.asked = refuses, []

    def context_of(self, game):
        return GameContext("Table 1", "/table/1/", "note")

    def lock(self, game):
        self.asked.append("lock")

    def check(self, game, facts):
        self.asked.append(facts and facts.winner)
        if self.refuses:
            raise RuleError(Code.STATE, field="state", value=game.pk)


@pytest.fixture
def organiser():
    return make_member("Dana", role=ORGANISER).user


@pytest.fixture
def game():
    return play(make_member("A", points=110), make_member("B", points=110))


@pytest.fixture
def room(monkeypatch):
    room = Room()
    monkeypatch.setattr(KEEPERS, "_all", (room,))
    return room


def corrected(game, by):
    facts = replace(GameFacts.of(game), winner="W")
    return decide_game(Act(by, at()), game, facts=facts, reason="misread")


def entries():
    return list(RatingEntry.objects.order_by("pk").values_list("game", "points_after", "code"))


def test_who_keeps_games_says_so_before_the_site_starts():
    with pytest.raises(RuntimeError):
        KEEPERS.add(Room())


def test_it_is_asked_what_the_game_belongs_to(game, room):
    assert KEEPERS.context_of(game).text == "Table 1"


def test_it_locks_first_and_is_asked_before(game, organiser, room):
    corrected(game, organiser)
    void_game(Act(organiser), Game.objects.get(pk=game.pk), reason="under age")
    assert room.asked == ["lock", "W", "lock", None]


def test_a_refusal_comes_before_anything_is_stored(game, organiser, room):
    room.refuses, before = True, entries()
    with pytest.raises(RuleError):
        corrected(game, organiser)
    with pytest.raises(RuleError):
        void_game(Act(organiser), game, reason="under age")
    kept = Game.objects.get(pk=game.pk)
    assert (kept.winner, kept.state, entries()) == ("B", "confirmed", before)


def test_nobody_who_hears_of_a_decision_can_veto_it(game, organiser, caplog):
    def fails(**_kwargs):
        raise RuleError(Code.STATE, field="state", value="no")

    game_decided.connect(fails, sender=Game)
    try:
        corrected(game, organiser)
    finally:
        game_decided.disconnect(fails, sender=Game)
    assert Game.objects.get(pk=game.pk).winner == "W"
    assert [record.name for record in caplog.records] == ["django.dispatch"]


@pytest.fixture
def people():
    return make_member("Sato"), make_member("Anong"), make_member("Olga", role=ORGANISER)


def heard(kind):
    """Who was told this, and whom the notice names as the other player."""
    rows = Notice.objects.filter(kind=kind).select_related("member")
    return {(row.member.display_name, row.params.get("other")) for row in rows}


def test_the_opponent_is_asked_and_the_reporter_hears_the_answer(people):
    sato, anong, _olga = people
    game = report(sato, anong)
    assert heard("game.to_confirm") == {("Anong", "Sato")}
    assert Notice.objects.get(kind="game.to_confirm").url == game.get_absolute_url()
    confirm_game(Act(anong.user, at(minute=1)), game)
    assert heard("game.confirmed") == {("Sato", "Anong")}
    confirm_game(Act(anong.user, at(minute=2)), game)
    assert Notice.objects.count() == 2


def test_what_an_organiser_enters_is_confirmed_at_once_and_waits_for_nobody(people):
    sato, anong, olga = people
    game = report(sato, anong, by=olga.user)
    confirm_entered(Act(olga.user, at(minute=1)), game)
    assert heard("game.to_confirm") == set()
    assert heard("game.confirmed") == {("Sato", "Anong"), ("Anong", "Sato")}


def test_a_confirmed_game_that_moves_nobody_is_not_said_to_count(people):
    sato, anong, _olga = people
    confirm_game(Act(anong.user, at(minute=1)), report(sato, anong, board=9))
    notice = Notice.objects.get(kind="game.confirmed")
    assert "count" not in kinds()[notice.kind].say(notice.params)


def test_a_dispute_is_told_to_the_other_and_to_those_who_decide(people):
    sato, anong, olga = people
    dispute_game(Act(anong.user), report(sato, anong), reason="I won.")
    assert heard("game.disputed") == {("Sato", "Anong")}
    assert {name for name, _other in heard("game.dispute")} == {olga.display_name}
    # What one says against the other is on the game's page alone.
    assert not [row for row in Notice.objects.all() if "I won." in str(row.params)]


def test_both_hear_what_was_decided_and_what_became_void(people):
    sato, anong, olga = people
    game = report(sato, anong)
    decide_game(Act(olga.user, at(minute=1)), game, facts=GameFacts.of(game), reason="so")
    assert heard("game.decided") == {("Sato", "Anong"), ("Anong", "Sato")}
    void_game(Act(olga.user), game, reason="never played")
    assert heard("game.void") == {("Sato", "Anong"), ("Anong", "Sato")}


def test_whoever_a_notice_names_has_his_rank():
    sato, anong = make_member("Sato", points=119), make_member("Anong", points=136)
    game = report(sato, anong)
    claim = ClaimedResult(winner="W", ending="resign", margin2=None)
    dispute_game(Act(anong.user), game, reason="I won.", claim=claim)
    asked, disputed = Notice.objects.order_by("pk")
    ranks = dict(Standing.objects.filter(system="paa").values_list("member", "rank"))
    text = kinds()[asked.kind].say(asked.params)
    assert text.startswith(named("Sato", ranks[sato.pk]) + " reported a game")
    text = kinds()[disputed.kind].say(disputed.params)
    assert text.startswith(named("Anong", ranks[anong.pk]) + " says the result of your game is")


def test_a_guest_hears_nothing(people):
    sato, _anong, olga = people
    confirm_game(Act(olga.user, at(minute=1)), report(sato, add_guest(name="Visitor")))
    assert {row.member for row in Notice.objects.all()} == {sato}


def test_a_comment_is_told_to_the_players_and_to_those_who_talk_once_a_day():
    club = make_club()
    Notice.objects.all().delete()
    comment(club, "stranger")
    comment(club, "stranger", text="And here.", minute=2)
    names = {club[who].display_name for who in ("black", "white")}
    assert {name for name, _other in heard("kifu.comment")} == names
    assert Notice.objects.count() == len(names)
    comment(club, "black", text="Yes.", minute=3)
    told = Notice.objects.filter(kind="kifu.comment", params__author=club["black"].display_name)
    assert {row.member for row in told} == {club["white"], club["stranger"]}
