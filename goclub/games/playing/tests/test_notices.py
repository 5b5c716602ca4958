"""Who hears of a game: the players but for who did it, and for a dispute who decides it."""

from __future__ import annotations

import pytest

from goclub.common.notation import named
from goclub.games.library.tests.comments_club import comment, make_club
from goclub.games.models import Standing
from goclub.games.playing.services.decisions import (
    confirm_entered,
    confirm_game,
    decide_game,
    dispute_game,
    void_game,
)
from goclub.games.playing.services.facts import ClaimedResult, GameFacts
from goclub.games.tests.factories import at, report
from goclub.members.models import Notice
from goclub.members.notices.queries import kinds
from goclub.members.people.services import add_guest
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


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
    confirm_game(game=game, by=anong.user, at=at(minute=1))
    assert heard("game.confirmed") == {("Sato", "Anong")}
    confirm_game(game=game, by=anong.user, at=at(minute=2))
    assert Notice.objects.count() == 2


def test_what_an_organiser_enters_is_confirmed_at_once_and_waits_for_nobody(people):
    sato, anong, olga = people
    game = report(sato, anong, by=olga.user)
    confirm_entered(game=game, by=olga.user, at=at(minute=1))
    assert heard("game.to_confirm") == set()
    assert heard("game.confirmed") == {("Sato", "Anong"), ("Anong", "Sato")}


def test_a_confirmed_game_that_moves_nobody_is_not_said_to_count(people):
    sato, anong, _olga = people
    confirm_game(game=report(sato, anong, board=9), by=anong.user, at=at(minute=1))
    notice = Notice.objects.get(kind="game.confirmed")
    assert "count" not in kinds()[notice.kind].say(notice.params)


def test_a_dispute_is_told_to_the_other_and_to_those_who_decide(people):
    sato, anong, olga = people
    dispute_game(game=report(sato, anong), by=anong.user, reason="I won.")
    assert heard("game.disputed") == {("Sato", "Anong")}
    assert {name for name, _other in heard("game.dispute")} == {olga.display_name}
    # What one says against the other is on the game's page alone.
    assert not [row for row in Notice.objects.all() if "I won." in str(row.params)]


def test_both_hear_what_was_decided_and_what_became_void(people):
    sato, anong, olga = people
    game = report(sato, anong)
    decide_game(game=game, by=olga.user, at=at(minute=1), facts=GameFacts.of(game), reason="so")
    assert heard("game.decided") == {("Sato", "Anong"), ("Anong", "Sato")}
    void_game(game=game, by=olga.user, reason="never played")
    assert heard("game.void") == {("Sato", "Anong"), ("Anong", "Sato")}


def test_whoever_a_notice_names_has_his_rank():
    sato, anong = make_member("Sato", points=119), make_member("Anong", points=136)
    game = report(sato, anong)
    claim = ClaimedResult(winner="W", ending="resign", margin2=None)
    dispute_game(game=game, by=anong.user, reason="I won.", claim=claim)
    asked, disputed = Notice.objects.order_by("pk")
    ranks = dict(Standing.objects.filter(system="paa").values_list("member", "rank"))
    text = kinds()[asked.kind].say(asked.params)
    assert text.startswith(named("Sato", ranks[sato.pk]) + " reported a game")
    text = kinds()[disputed.kind].say(disputed.params)
    assert text.startswith(named("Anong", ranks[anong.pk]) + " says the result of your game is")


def test_a_guest_hears_nothing(people):
    sato, _anong, olga = people
    confirm_game(game=report(sato, add_guest(name="Visitor")), by=olga.user, at=at(minute=1))
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
