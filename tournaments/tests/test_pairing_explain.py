"""Why two players meet, and what every other choice would have cost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.explain import cost_of_forbidding, why
from tournaments.events.pairing import pair_round
from tournaments.events.pairing_request import Fixed
from tournaments.events.weights.criteria import Criterion
from tournaments.tests.pairing_fields import club_day, random_tournament


def test_rows_add_up_to_the_weight():
    explanation = why(pair_round(club_day(-1, -1, -4, -4), 0), 1, 2)
    assert explanation.weight == 1 + sum(row.points for row in explanation.rows)
    assert [row.criterion for row in explanation.rows] == list(Criterion)
    assert all(row.cost >= 0 for row in explanation.rows)
    assert not explanation.by_hand


def test_the_next_best_partner_is_what_a_ban_would_bring():
    tournament = club_day(-1, -1, -4, -4, -4, -7)
    paired = pair_round(tournament, 0)
    game = paired.games[0]
    banned = pair_round(tournament, 0, forbidden=[(game.white, game.black)])
    loss = paired.total - banned.total
    explanation = why(paired, game.white, game.black)
    assert [one.player for one in explanation.alternatives] == [game.white, game.black]
    assert {one.loss for one in explanation.alternatives} == {loss}
    assert all(one.exact for one in explanation.alternatives)
    assert cost_of_forbidding(banned, game.black, game.white) == loss > 0


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=30)
def test_each_loss_is_that_of_a_ban_on_the_pair(seed):
    tournament = random_tournament(seed)
    number = len(tournament.rounds)
    if len(tournament.participants(number)) < 4:
        return
    paired = pair_round(tournament, number)
    game = paired.games[-1]
    found = why(paired, game.white, game.black).alternatives
    banned = pair_round(tournament, number, bye=paired.bye, forbidden=[(game.white, game.black)])
    for one in found:
        assert one.loss >= 0
        assert one.loss == paired.total - banned.total or not one.exact
    assert cost_of_forbidding(banned, game.white, game.black) == paired.total - banned.total


def test_a_pair_made_by_hand_has_rows_but_no_alternatives():
    explanation = why(pair_round(club_day(-1, -1, -4, -4), 0, fixed=[Fixed(1, 4)]), 1, 4)
    assert explanation.by_hand
    assert explanation.alternatives == ()
    assert explanation.rows


def test_a_forbidden_alternative_is_not_offered():
    paired = pair_round(club_day(-1, -1, -4, -4), 0, forbidden=[(1, 3)])
    assert {pair.partner for pair in why(paired, 1, 2).alternatives if pair.player == 1} == {4}


@pytest.mark.parametrize(
    ("ask", "field"), [(why, "pair"), (cost_of_forbidding, "forbidden")], ids=["why", "cost"]
)
def test_what_is_not_there_cannot_be_explained(ask, field):
    with refused(code=Code.UNKNOWN, field=field):
        ask(pair_round(club_day(-1, -1, -9, -9), 0), 1, 3)
