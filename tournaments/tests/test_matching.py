"""The matching is the heaviest there is, and says why (PAIRING.md, "maximise the sum")."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.matching import solve
from tournaments.events.matching.proof import OddGroup, Prices, ProofKind
from tournaments.events.matching.solve import best_matching, dense_pairs


def symmetric(table):
    upper = np.triu(np.array(table, np.int64), 1)
    return upper + upper.T


def heaviest_by_trying_all(table, players=None):
    players = list(range(len(table))) if players is None else players
    if not players:
        return 0
    first, rest = players[0], players[1:]
    return max(
        int(table[first, other])
        + heaviest_by_trying_all(table, [one for one in rest if one != other])
        for other in rest
    )


@st.composite
def tables(draw, most=30):
    """Random fields: few or many equal weights, negative ones, and tight groups of odd sizes."""
    size = 2 * draw(st.integers(1, most))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    top = draw(st.sampled_from([2, 5, 1000, 10**6, 5 * 10**14]))
    table = rng.integers(-top // 3, top, (size, size))
    groups = rng.integers(0, draw(st.integers(1, max(1, size // 3))), size)
    bonus = draw(st.sampled_from([0, 3, 10**5, 5 * 10**14]))
    table = table + np.where(groups[:, None] == groups[None, :], bonus, 0)
    if draw(st.booleans()):
        table += np.where(rng.random((size, size)) < 0.1, -5 * 10**14, 0)
    return symmetric(table)


@given(tables(most=4))
@settings(deadline=None)
def test_total_is_that_of_trying_every_pairing(table):
    assert best_matching(table).total == heaviest_by_trying_all(table)


@given(tables(most=30))
@settings(deadline=None, max_examples=200)
def test_total_is_that_of_the_dense_algorithm_and_proven_by_prices(table):
    found = best_matching(table)
    assert sorted(player for pair in found.pairs for player in pair) == list(range(len(table)))
    assert found.total == sum(int(table[pair]) for pair in found.pairs)
    assert found.total == sum(int(table[pair]) for pair in dense_pairs(table))
    assert found.proof.kind is ProofKind.PRICES
    assert (found.proof.gap, found.proof.bound) == (0, found.total)
    assert found.proof.prices.sound(table)
    assert found.proof.prices.bound2() == 2 * found.total


@given(tables(most=10), st.integers(0, 2**32))
@settings(deadline=None)
def test_pairs_that_are_not_allowed_are_never_made(table, seed):
    allowed = symmetric(np.random.default_rng(seed).integers(0, 3, table.shape)).astype(bool)
    best = dense_pairs(table, allowed)
    if 2 * len(best) < len(table):
        with refused(code=Code.STATE, reason="tournament.no_pairing_left"):
            best_matching(table, allowed=allowed)
        return
    found = best_matching(table, allowed=allowed)
    assert all(allowed[pair] for pair in found.pairs)
    assert found.total == sum(int(table[pair]) for pair in best)


@given(tables(most=12))
@settings(deadline=None)
def test_slack_is_what_making_a_pair_costs_at_least(table):
    found = best_matching(table)
    slack2 = found.proof.prices.slack2(table)
    size = len(table)
    for other in range(1, size):
        rest = [k for k in range(size) if k not in (0, other)]
        with_pair = int(table[0, other]) + best_matching(table[np.ix_(rest, rest)]).total
        assert 2 * (found.total - with_pair) >= slack2[0, other]


def test_prices_that_are_too_low_are_not_sound():
    table = symmetric([[0, 9, 8, 1], [0, 0, 2, 7], [0, 0, 0, 3], [0, 0, 0, 0]])
    prices = best_matching(table).proof.prices
    lower = prices.player.copy()
    lower[0] -= 1
    assert prices.sound(table)
    assert not replace(prices, player=lower).sound(table)


@pytest.mark.parametrize("group", [OddGroup((0, 1, 2), -2), OddGroup((0, 1), 2)])
def test_prices_of_groups_must_be_positive_and_on_odd_groups(group):
    table = symmetric(np.zeros((4, 4)))
    assert not Prices(np.full(4, 10, np.int64), (group,)).sound(table)


def test_weights_too_large_for_prices_go_to_the_dense_algorithm():
    huge = 2**60
    matched = best_matching(
        symmetric([[0, huge, 1, 1], [0, 0, 1, 1], [0, 0, 0, huge], [0, 0, 0, 0]])
    )
    assert matched.proof.kind is ProofKind.DENSE
    assert (matched.pairs, matched.total, matched.proof.edges_used) == (
        ((0, 1), (2, 3)),
        2 * huge,
        6,
    )
    assert matched.proof.prices is None


def test_an_odd_field_is_refused():
    with refused(code=Code.INCONSISTENT, field="players"):
        best_matching(np.zeros((3, 3), np.int64))


@pytest.mark.parametrize("shape", ["one alone", "club too large", "two odd halves", "20 want 19"])
def test_bans_that_leave_no_pairing_are_found_before_the_general_search(monkeypatch, shape):
    size = 120
    weights = np.random.default_rng(3).integers(0, 10**9, (size, size)) + 5 * 10**14
    weights += weights.T
    allowed = np.ones((size, size), np.bool_)
    if shape == "one alone":
        allowed[0, :] = allowed[:, 0] = False
    elif shape == "club too large":
        allowed[:61, :61] = False
    elif shape == "two odd halves":
        allowed[:59, 59:] = allowed[59:, :59] = False
    else:
        allowed[:20, :] = allowed[:, :20] = False
        allowed[:20, 20:39] = allowed[20:39, :20] = True
    searched = []
    monkeypatch.setattr(solve, "dense_pairs", lambda *given: searched.append(given) or ())
    with refused(Code.STATE, "forbidden", value=2, reason="tournament.no_pairing_left"):
        solve.best_matching(weights, allowed=allowed)
    assert searched == []


def test_what_stands_on_the_diagonal_is_ignored_even_where_it_is_allowed():
    """A weight of somebody with himself, however large, leaves the quick way open."""
    table = symmetric(np.arange(16).reshape(4, 4))
    plain = best_matching(table, allowed=np.ones((4, 4), np.bool_) & ~np.eye(4, dtype=np.bool_))
    np.fill_diagonal(table, 2**62)
    found = best_matching(table, allowed=np.ones((4, 4), np.bool_))
    assert (found.pairs, found.total) == (plain.pairs, plain.total)
    assert found.proof.kind is plain.proof.kind is ProofKind.PRICES


@given(tables(most=15), st.integers(0, 2**32))
@settings(deadline=None)
def test_prices_are_sound_exactly_where_no_pair_is_worth_more(table, seed):
    """The check along the nested groups agrees with the whole table of what pairs cost."""
    prices = best_matching(table).proof.prices
    player = prices.player.copy()
    player[seed % len(player)] -= seed % 3
    changed = replace(prices, player=player)
    slack2 = changed.slack2(table)
    np.fill_diagonal(slack2, 0)
    assert changed.sound(table) == bool((slack2 >= 0).all())
    for one in range(len(table)):
        rest = np.arange(len(table)) != one
        assert (changed.slack2_of(one, table) == changed.slack2(table)[one])[rest].all()


@pytest.mark.parametrize(
    ("groups", "sound"),
    [
        ((OddGroup((0, 1, 2), 4), OddGroup((2, 3, 4), 4)), False),
        ((OddGroup((0, 1, 2, 3, 4), 2), OddGroup((2, 3, 4), 4)), True),
        ((OddGroup((2, 3, 4), 4), OddGroup((0, 1, 2, 3, 4), 1)), False),
    ],
    ids=["overlapping", "nested", "nested, too cheap"],
)
def test_a_price_of_a_group_counts_for_pairs_inside_it_only(groups, sound):
    """1 and 3 miss 2; only a group that holds both may make up for it."""
    table = symmetric(np.full((6, 6), 10))
    assert Prices(np.array([12, 9, 12, 9, 12, 12], np.int64), groups).sound(table) == sound
    assert Prices(np.array([12, 10, 12, 10, 12, 12], np.int64), groups).sound(table)
