"""Why? cites the rule that gave an entry, and says nothing that is not so."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Game, HouseRule, RatingEntry
from goclub.games.rating.house_rules import specs
from goclub.games.rating.labels import computation, short_reason
from goclub.games.rating.systems.igs.rules import TEXTS
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.rating.tests.test_explanations import igs
from goclub.games.tests.factories import play
from goclub.members.membership.services.admission import admit_member, apply_to_join
from goclub.members.models import Member
from goclub.members.tests.factories import LONG_AGO, LONG_AGO_AT, make_member
from ratings.egf import SYSTEM as EGF
from ratings.egf import EgfRules, EgfState
from ratings.igs.state import IgsRules
from ratings.igs.system import SYSTEM as IGS
from ratings.system import Ending, Outcome, RatedGame
from ratings.tests.igs_tables import certified, even

pytestmark = pytest.mark.django_db


def newcomer(rank: str = "", points: int | None = None) -> Member:
    applicant = apply_to_join(
        at=LONG_AGO_AT, email="new@example.org", password=None, display_name="New", username="new"
    )
    return admit_member(
        member=applicant, by=None, at=LONG_AGO_AT, on=LONG_AGO, rank=rank, points=points
    )


def start_of(member, system="paa") -> RatingEntry:
    return RatingEntry.objects.get(member=member, system=system)


@pytest.mark.parametrize(
    ("declared", "rule", "says"),
    [
        ({"rank": "9k"}, "S1-4", "9 kyu and weaker start at 0"),
        ({"rank": "8k"}, "S1-3", "middle of its band"),
        ({"rank": "4k"}, "S1-3", "middle of its band"),
        ({"points": 112}, "S1-5", "Declared points: 112."),
        ({"points": 0}, "S1-5", "Declared points: 0."),
        ({"points": 115, "rank": "1k"}, "S1-5", "Declared points: 115."),
        ({}, "S1-4", "Strength unknown"),
    ],
)
def test_a_declared_start_cites_the_rule_that_gave_it(declared, rule, says):
    member = newcomer(**declared)
    first = next(iter(computation(start_of(member))))
    assert (first.rule, says in first.text) == (rule, True)


@pytest.mark.parametrize(
    ("declared", "says"),
    [({"rank": "1k"}, "declared rank"), ({"points": 112}, "declared points"), ({}, "unknown")],
)
def test_the_european_start_says_where_it_comes_from(declared, says):
    member = newcomer(**declared)
    assert says in short_reason(start_of(member, "egf"))


def test_a_game_lost_by_a_sanction_says_so_in_every_system(client):
    game = play(make_member(points=100), make_member(points=100), ending="penalty")
    entries = RatingEntry.objects.filter(game=game).select_related("game")
    assert {entry.system for entry in entries} >= {"paa", "igs", "elo", "egf"}
    for entry in entries:
        assert "S4-6" in [line.rule for line in computation(entry)], entry.system
    client.force_login(game.black.user)
    page = read(client.get(entries[0].get_absolute_url()))
    assert "Decided by sanction" in page.text


def test_not_appearing_and_leaving_are_two_endings_of_equal_worth():
    (one, _other), (left, _its) = (
        IGS.step(even(ending=ending), certified("3k"), certified("3k"), IgsRules())
        for ending in (Ending.FORFEIT, Ending.LEFT)
    )
    assert (one.delta, left.delta) == (50, 50)
    assert (one.reason.code, left.reason.code) == ("no_show", "left")
    assert one.reason.rules == left.reason.rules


def test_whoever_left_is_told_apart_in_the_history(client):
    games = [
        play(make_member(points=100), make_member(points=100), ending=ending)
        for ending in ("forfeit", "left")
    ]
    client.force_login(games[0].black.user)
    texts = [read(client.get(game.get_absolute_url())).text for game in games]
    assert "Black won by forfeit" in texts[0]
    assert "Black won: White left" in texts[1]
    for game in games:
        [paa] = RatingEntry.objects.filter(game=game, system="paa", member=game.black)
        assert paa.delta == 0
    assert Game.objects.filter(official=True).but_forfeits().count() == 0


def test_a_forfeit_of_the_official_league_moves_nobody_whichever_it_was():
    for ending in ("forfeit", "left"):
        assert not Game(state="confirmed", official=True, ending=ending).is_rated


def test_whether_a_forfeit_moves_the_european_rating_is_a_house_rule_that_is_shown(client):
    game = RatedGame(19, 0, 13, Outcome.BLACK, Ending.FORFEIT, None)
    one = EgfState(2100.0, 0, 0, 0, 0)
    counted, _other = EGF.step(game, one, one, EgfRules())
    left_out, _other = EGF.step(game, one, one, EgfRules(forfeits=False))
    assert counted.delta > 0
    assert (left_out.delta, left_out.reason.code) == (0, "forfeit")
    assert {"egf_forfeits", "elo_forfeits"} <= set(specs())
    page = read(client.get(reverse("games:rules")))
    assert "EGF: a game won by forfeit changes the rating" in page.text
    assert "Club Elo: a game won by forfeit changes the rating" in page.text


def test_the_net_reading_of_more_than_three_ranks_is_shown_as_ours(client):
    [text] = [text for text in TEXTS if text.id == "S0-10"]
    assert text.ours
    page = read(client.get(reverse("games:rules")))
    assert text.published in page.text
    assert str(text.ours) in page.text


def test_a_house_rule_is_named_by_its_words():
    rule = HouseRule(key="egf_forfeits", value=0, valid_from=date(2026, 11, 27))
    assert "no (2026-11-27)" in str(rule)
    assert ": 0" not in str(rule)


def test_four_stones_at_a_net_difference_of_nought_are_no_even_game():
    entry = igs(even(handicap=4, komi2=-11), certified("7k"), certified("3k"))
    texts = [line.text for line in SYSTEMS.of("igs").computation(entry)]
    assert any("net difference of 0" in text for text in texts)
    assert not any("even game" in text for text in texts)
