"""A dispute that says the right result: checked as a report is, accepted by the reporter alone."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from goclub.games.models import Game, RatingEntry
from goclub.games.playing.forms import DisputeForm
from goclub.games.playing.services.decisions import (
    accept_claim,
    decide_game,
    dispute_game,
    withdraw_game,
)
from goclub.games.playing.services.facts import ClaimedResult, Keepers, as_claimed
from goclub.games.playing.services.many import put_back_games
from goclub.games.rating.forecasts import would_move
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.signals import game_decided
from goclub.games.tests.factories import at, facts, report
from goclub.members.models import Notice
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code, RuleError

WHITE_BY_HALF = ClaimedResult("W", "points", 1)
RESIGNED = ClaimedResult("W", "resign")


@pytest.fixture
def sato():
    return make_member("佐藤 健", points=100)


@pytest.fixture
def anong():
    return make_member("Anong S.", points=100)


def dispute(game, claim=WHITE_BY_HALF, reason="We counted again."):
    return dispute_game(Act(game.white.user), game, reason=reason, claim=claim)


def accept(game, claim=WHITE_BY_HALF, by=None, minute=9):
    return accept_claim(Act(by or game.black.user, at(minute=minute)), game, seen=claim.key)


def refusal(act):
    with pytest.raises(RuleError) as refused:
        act()
    return refused.value.key, refused.value.field


def stored(game):
    return fresh(game).state, game.winner, game.ending, game.margin2


# --- Saying it --------------------------------------------------------------------------------
def test_a_claim_is_kept_beside_what_was_reported(sato, anong):
    game = dispute(report(sato, anong))
    assert stored(game) == ("disputed", "B", "resign", None)
    assert ClaimedResult.of(game) == WHITE_BY_HALF
    assert ClaimedResult.of(dispute(report(sato, anong, minute=1), claim=None)) is None


@pytest.mark.parametrize(
    ("claim", "code", "field"),
    [
        (ClaimedResult("B", "resign"), "claim_same", "winner"),
        (ClaimedResult(""), Code.MISSING.value, "winner"),
        (ClaimedResult("", "resign"), Code.MISSING.value, "winner"),
        (ClaimedResult("W"), Code.MISSING.value, "ending"),
        (ClaimedResult("W", "points"), Code.MISSING.value, "margin"),
        (ClaimedResult("W", "points", 0), Code.RANGE.value, "margin"),
        (ClaimedResult("W", "points", 801), Code.RANGE.value, "margin"),
        (ClaimedResult("W", "resign", 9), "ratings.margin_without_points", "margin"),
        (ClaimedResult("J", "resign"), "ratings.ending_without_winner", "ending"),
    ],
)
def test_what_no_report_could_say_no_claim_says(sato, anong, claim, code, field):
    game = report(sato, anong)
    assert refusal(lambda: dispute(game, claim)) == (code, field)
    assert stored(game)[0] == "reported"
    assert not Notice.objects.filter(kind="game.disputed").exists()


@pytest.mark.parametrize(
    ("ending", "claimed"), [("unknown", "unknown"), ("resign", "")], ids=["left open", "reported"]
)
def test_a_claim_leaves_open_how_the_game_ended_where_the_report_does(ending, claimed):
    form = DisputeForm({"reason": "I won.", "winner": "W"})
    assert form.is_valid()
    assert form.claim(Game(winner="B", ending=ending)) == ClaimedResult("W", claimed)


def test_who_disputed_may_say_it_better_and_nobody_else(sato, anong):
    game = dispute(report(sato, anong, by=make_member(role=ORGANISER).user), claim=None)
    versions = game.history.count()
    dispute(game, claim=None)  # sent twice
    assert game.history.count() == versions
    assert ClaimedResult.of(dispute(game, RESIGNED)) == RESIGNED
    by_black = lambda: dispute_game(Act(sato.user), game, reason="No.", claim=WHITE_BY_HALF)  # noqa: E731
    assert refusal(by_black) == ("playing.only_waiting_disputed", "state")
    assert ClaimedResult.of(dispute(game, None)) is None


def test_a_claim_of_an_earlier_dispute_is_gone_with_the_next(sato, anong):
    organiser = make_member(role=ORGANISER).user
    game = dispute(report(sato, anong))
    decide_game(Act(organiser, at(minute=3)), game, facts=facts(sato, anong), reason="so")
    put_back_games(Act(organiser), [game.pk])
    assert ClaimedResult.of(dispute(game, claim=None)) is None


@pytest.mark.parametrize(
    "columns",
    [
        {"claimed_winner": "W"},
        {"claimed_ending": "resign"},
        {"claimed_margin2": 3},
        {"claimed_winner": "W", "claimed_ending": ""},
        {"claimed_winner": "W", "claimed_ending": "points"},
        {"claimed_winner": "W", "claimed_ending": "resign", "claimed_margin2": 3},
        {"claimed_winner": "J", "claimed_ending": "resign"},
    ],
)
def test_the_database_keeps_no_half_claim(sato, anong, columns):
    game = report(sato, anong)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(**columns)


# --- Accepting it -----------------------------------------------------------------------------
def test_accepting_makes_it_the_result_and_tells_the_other(sato, anong):
    game = dispute(report(sato, anong))
    accept(game)
    assert stored(game) == ("confirmed", "W", "points", 1)
    assert (game.confirmed_by, game.confirmed_at, game.reason) == (sato.user, at(minute=9), "")
    told = Notice.objects.filter(kind="game.confirmed")
    assert [(one.member, one.params["other"]) for one in told] == [(anong, "佐藤 健")]


def test_what_it_would_move_is_what_it_moves(sato, anong):
    game = dispute(report(sato, anong))
    [promised] = would_move([as_claimed(game)], at(minute=9)).values()
    assert stored(game)[0] == "disputed"
    accept(game)
    paa = {e.member_id: e.delta for e in RatingEntry.objects.filter(game=game, system="paa")}
    assert paa == {pk: moves[0]["change"] for pk, moves in promised.of.items()}
    assert paa[anong.pk] > 0


def test_a_double_press_accepts_once(sato, anong):
    game = dispute(report(sato, anong))
    accept(game)
    accept(game, minute=20)
    assert RatingEntry.objects.filter(game=game).count() == 2 * len(SYSTEMS)
    assert Notice.objects.filter(kind="game.confirmed").count() == 1
    assert stored(game)[0] == "confirmed"
    assert game.confirmed_at == at(minute=9)


def test_nobody_but_the_reporter_accepts(sato, anong):
    game = dispute(report(sato, anong))
    for other in (anong, make_member(), make_member(role=ORGANISER)):
        with pytest.raises(PermissionDenied):
            accept(game, by=other.user)
    assert stored(game)[0] == "disputed"


def test_an_organiser_who_entered_it_accepts_while_he_is_one(sato, anong):
    organiser = make_member(role=ORGANISER)
    game = dispute(report(sato, anong, by=organiser.user))
    with pytest.raises(PermissionDenied):
        accept(game)  # the other player reported nothing
    organiser.user.groups.clear()
    with pytest.raises(PermissionDenied):
        accept(game, by=type(organiser.user).objects.get(pk=organiser.user.pk))
    other = dispute(report(anong, sato, by=make_member(role=ORGANISER).user, minute=3))
    accept(other, by=other.reported_by)
    assert stored(other)[:2] == ("confirmed", "W")


def test_a_claim_that_changed_meanwhile_is_not_accepted(sato, anong):
    game = dispute(report(sato, anong))
    dispute(game, RESIGNED)
    assert refusal(lambda: accept(game)) == ("playing.claim_changed", "state")
    dispute(game, None)
    assert refusal(lambda: accept(game, RESIGNED)) == ("playing.claim_changed", "state")
    assert stored(game)[:2] == ("disputed", "B")


def test_what_is_settled_is_accepted_no_more(sato, anong):
    organiser = make_member(role=ORGANISER).user
    game = dispute(report(sato, anong))
    as_reported = facts(sato, anong)
    decide_game(Act(organiser, at(minute=3)), game, facts=as_reported, reason="so")
    assert refusal(lambda: accept(game)) == ("playing.claim_settled", "state")
    assert stored(game)[:2] == ("confirmed", "B")
    gone = dispute(report(sato, anong, minute=20))
    withdraw_game(Act(sato.user), gone)
    assert refusal(lambda: accept(gone)) == ("playing.claim_settled", "state")
    waiting = report(sato, anong, minute=30)
    assert refusal(lambda: accept(waiting)) == ("playing.claim_settled", "state")


# --- Who waits for whom -----------------------------------------------------------------------
def test_a_claim_waits_for_the_reporter_and_a_bare_dispute_for_nobody(sato, anong):
    def waits(member):
        return Game.objects.waiting_for(member=member.pk, user=member.user_id).count()

    game = report(sato, anong)
    assert (waits(sato), waits(anong)) == (0, 1)
    dispute(game, None)
    assert (waits(sato), waits(anong)) == (0, 0)
    dispute(game)
    assert (waits(sato), waits(anong)) == (1, 0)
    game.refresh_from_db()
    for member in (sato, anong):
        assert game.waits_for(member.user_id) == (member == sato)
    without_login = make_member(points=100)
    Game.objects.filter(pk=game.pk).update(reported_by=None)
    assert waits(sato) == waits(without_login) == 0


def test_the_notice_says_the_claim_in_the_words_of_the_reader(sato, anong):
    game = dispute(report(sato, anong))
    [notice] = Notice.objects.filter(kind="game.disputed")
    assert notice.member == sato
    assert {"winner": "W", "ending": "points", "margin2": 1}.items() <= notice.params.items()
    dispute(game, reason="Better words for the same.")
    assert Notice.objects.filter(kind="game.disputed").count() == 1
    dispute(game, RESIGNED)
    assert Notice.objects.filter(kind="game.disputed").count() == 2
    assert not [one for one in Notice.objects.all() if "words" in str(one.params)]


def test_the_start_page_asks_no_more_with_a_claim(client, sato, anong):
    report(anong, sato)
    game = dispute(report(sato, anong, minute=1), claim=None)
    as_member(client, sato).get("/")
    with CaptureQueriesContext(connection) as without:
        assert len(client.get("/").context["waiting"]) == 1
    dispute(game)
    with CaptureQueriesContext(connection) as queries:
        page = client.get("/")
    assert len(queries) == len(without)
    assert [one.claim for one in page.context["waiting"]] == ["", WHITE_BY_HALF.key]
    assert page.context["me_waiting"] == 2
    assert game not in page.context["mine_open"]
    by_claim = page.context["waiting"][1].moves
    assert by_claim.of or by_claim.late


# --- Rooms above ------------------------------------------------------------------------------
def test_what_a_table_could_not_follow_is_neither_claimed_nor_accepted(sato, anong, monkeypatch):
    bare = dispute(report(sato, anong), claim=None)
    claimed = dispute(report(sato, anong, minute=3))
    asked = []

    def refuse(_keepers, _game, wanted):
        asked.append(wanted)
        raise RuleError(Code.STATE, field="state", value="Cup", reason="event_reopened")

    monkeypatch.setattr(Keepers, "check", refuse)
    assert refusal(lambda: dispute(bare)) == ("event_reopened", "state")
    assert refusal(lambda: accept(claimed)) == ("event_reopened", "state")
    assert [facts.winner for facts in asked] == ["W", "W"]
    assert (stored(bare)[0], stored(claimed)[:2]) == ("disputed", ("disputed", "B"))
    assert ClaimedResult.of(bare) is None


def test_rooms_above_hear_of_the_new_result(sato, anong):
    heard = []

    def hear(*, act, game, **_more):
        heard.append((game.winner, act.by))

    game = dispute(report(sato, anong))
    game_decided.connect(hear, sender=Game)
    try:
        accept(game)
        accept(game)
    finally:
        game_decided.disconnect(hear, sender=Game)
    assert heard == [("W", sato.user)]
