"""Pairs of a club night: against every other pairing, and against what each reason promises."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.evening import (
    LONGEST_WAIT,
    MOST_WAITING,
    NEAR_GAP,
    WIDEST_GAP,
    EveningPairing,
    EveningSettings,
    Met,
    Waiting,
    may_meet,
    pair_cost,
    pair_evening,
    pair_of,
    reason_of,
    waiting_cost,
)

SETTINGS = EveningSettings()
#: While games are going on.
NEAR = EveningSettings(near_gap=NEAR_GAP)


def pairs(pairing: EveningPairing) -> set[tuple[int, int]]:
    return {pair_of(pair.stronger, pair.weaker) for pair in pairing.pairs}


def cost_of(people, chosen, met, settings) -> int:
    """What a pairing costs, from the rules alone."""
    by_key = {one.key: one for one in people}
    seated = {key for pair in chosen for key in pair}
    total = sum(waiting_cost(one) for one in people if one.key not in seated)
    return total + sum(
        pair_cost(reason_of(by_key[one], by_key[other], met, settings)) for one, other in chosen
    )


def every_pairing(keys):
    """Every set of pairs of these keys, also those that leave people out."""
    if not keys:
        yield ()
        return
    first, *rest = keys
    yield from every_pairing(rest)
    for mate in rest:
        left = [key for key in rest if key != mate]
        yield from (((first, mate), *others) for others in every_pairing(left))


@st.composite
def rooms(draw, most=7):
    keys = list(range(1, draw(st.integers(0, most)) + 1))
    some = st.frozensets(st.sampled_from(keys), max_size=2) if keys else st.just(frozenset())
    people = [
        Waiting(
            key,
            draw(st.integers(0, 220)),
            draw(st.sampled_from([0, 3, 9, 10, 15, 60, 700])),
            rivals=draw(some) - {key},
            not_with=draw(some) - {key},
            teaches=draw(st.booleans()),
            wants_even=draw(st.booleans()),
        )
        for key in keys
    ]
    couples = list(itertools.combinations(keys, 2))
    tonight = {pair: draw(st.integers(1, 4)) for pair in couples if draw(st.booleans())}
    lately = frozenset(pair for pair in couples if draw(st.booleans()))
    due = frozenset(draw(st.lists(st.sampled_from(couples), max_size=2))) if couples else ()
    return people, Met(tonight, lately, frozenset(due))


@given(rooms(), st.sampled_from([SETTINGS, NEAR]))
def test_no_other_pairing_costs_less(room, settings):
    people, met = room
    found = pair_evening(people, met, settings)
    best = cheapest(people, met, settings)
    if any(met.times(*pair) for pair in best):
        best = cheapest(people, met, SETTINGS)
    least = cost_of(people, best, met, settings)
    assert cost_of(people, pairs(found), met, settings) == least
    assert found.proof.gap == 0


def cheapest(people, met, settings):
    """The best of all pairings, by counting them out."""
    by_key = {one.key: one for one in people}
    allowed = (
        chosen
        for chosen in every_pairing(sorted(by_key))
        if all(may_meet(by_key[a], by_key[b], met, settings) for a, b in chosen)
    )
    return min(allowed, key=lambda chosen: cost_of(people, chosen, met, settings))


@given(rooms(12), st.randoms(use_true_random=False))
def test_nobody_is_lost_or_doubled_and_order_changes_nothing(room, rng):
    people, met = room
    found = pair_evening(people, met)
    named = [key for pair in found.pairs for key in (pair.stronger, pair.weaker)]
    assert sorted([*named, *found.waiting]) == [one.key for one in people]
    shuffled = people[:]
    rng.shuffle(shuffled)
    again = pair_evening(shuffled, met)
    assert (again.pairs, again.waiting) == (found.pairs, found.waiting)


@given(rooms(12))
def test_no_wish_against_somebody_is_broken(room):
    people, met = room
    unwanted = {pair_of(one.key, other) for one in people for other in one.not_with}
    assert not pairs(pair_evening(people, met)) & unwanted


def test_a_graver_reason_outweighs_all_lesser_ones_of_a_whole_room():
    games = MOST_WAITING // 2
    pair = frozenset({(1, 2)})
    due, plain, fine, lately, tonight = (
        pair_cost(reason_of(Waiting(1, points), Waiting(2, 0), met, SETTINGS))
        for points, met in (
            (0, Met(due=pair)),
            (0, Met()),
            (SETTINGS.wide_gap, Met()),
            (0, Met(last_time=frozenset({(1, 2)}))),
            (0, Met(tonight={(1, 2): 1})),
        )
    )
    worst = pair_cost(
        reason_of(Waiting(1, 999), Waiting(2, 0), Met(last_time=frozenset({(1, 2)})), SETTINGS)
    )
    again = pair_cost(reason_of(Waiting(1, 0), Waiting(2, 0), Met({(1, 2): 99}), SETTINGS))
    minute = waiting_cost(Waiting(1, 0, 1)) - waiting_cost(Waiting(1, 0, 0))
    assert lately - plain > (fine - plain) * games
    assert plain - due > (worst - plain) * games
    assert minute > worst * games
    assert tonight > minute * LONGEST_WAIT
    assert waiting_cost(Waiting(1, 0)) > again * games
    assert math.log2(waiting_cost(*(Waiting(1, 0, LONGEST_WAIT),) * 2)) < 55


def test_a_game_of_a_league_is_offered_before_a_better_fit():
    people = [Waiting(1, 120), Waiting(2, 90), Waiting(3, 118), Waiting(4, 95)]
    pairs_found = pair_evening(people, Met(last_time=frozenset({(1, 2)}), due=frozenset({(1, 2)})))
    assert pairs(pairs_found) == {(1, 2), (3, 4)}
    assert {pair_of(pair.stronger, pair.weaker): pair.why.due for pair in pairs_found.pairs} == {
        (1, 2): True,
        (3, 4): False,
    }


def test_a_game_of_a_league_is_never_one_sided_but_waits_its_turn():
    far = [Waiting(1, 200), Waiting(2, 10)]
    assert not pair_evening(far, Met()).pairs
    (pair,) = pair_evening(far, Met(due=frozenset({(1, 2)}))).pairs
    assert not pair.why.one_sided
    longer = [Waiting(1, 100, 0), Waiting(2, 100, 9), Waiting(3, 100, 9)]
    found = pair_evening(longer, Met(due=frozenset({(1, 2)})))
    assert found.waiting == (1,), "who waited longer plays first"


def test_two_who_have_just_played_wait_for_somebody_else():
    met = Met(tonight={(1, 2): 1})
    assert pair_evening([Waiting(1, 100, 4), Waiting(2, 100, 4)], met).waiting == (1, 2)
    late = [Waiting(1, 100, 10), Waiting(2, 100, 10)]
    (pair,) = pair_evening(late, met).pairs
    assert pair.why.met_tonight == 1
    assert (1, 2) not in pairs(pair_evening([*late, Waiting(3, 180), Waiting(4, 20)], met))


@pytest.mark.parametrize(
    ("gap", "minutes", "offered"),
    [(20, 0, True), (21, 0, False), (55, 5, True), (56, 5, False), (90, 9, False), (90, 10, True)],
)
def test_while_games_go_on_one_waits_a_little_for_somebody_near(gap, minutes, offered):
    people = [Waiting(1, 100, minutes), Waiting(2, 100 + gap)]
    assert bool(pair_evening(people, Met(), NEAR).pairs) == offered
    assert pair_evening(people, Met()).pairs, "nobody else will become free"


@pytest.mark.parametrize(
    ("one", "met"),
    [
        (Waiting(1, 100, rivals=frozenset({2})), Met()),
        (Waiting(1, 100, teaches=True), Met()),
        (Waiting(1, 100), Met(due=frozenset({(1, 2)}))),
    ],
)
def test_what_somebody_wishes_or_owes_is_offered_at_once(one, met):
    other = Waiting(2, 40)
    assert pair_evening([one, other], met, NEAR).pairs
    assert not pair_evening([Waiting(1, 100), other], Met(), NEAR).pairs


def test_nobody_who_waited_meets_the_same_again_while_somebody_new_is_there():
    """Whoever's patience has ended reaches everybody, so that no second game is needed."""
    met = Met(tonight={(1, 2): 1})
    people = [Waiting(1, 100, 10), Waiting(2, 100, 10), Waiting(3, 185), Waiting(4, 15)]
    assert pairs(pair_evening(people, met, NEAR)) in ({(1, 3), (2, 4)}, {(1, 4), (2, 3)})


def test_wishes_decide_between_strengths_that_are_near():
    people = [
        Waiting(1, 120, rivals=frozenset({4})),
        Waiting(2, 118),
        Waiting(3, 112),
        Waiting(4, 110),
    ]
    found = pair_evening(people, Met())
    assert pairs(found) == {(1, 4), (2, 3)}
    assert found.pairs[0].why.wishes == ("rival",)


def test_a_teaching_game_is_not_one_sided():
    teacher, pupil = Waiting(1, 180, teaches=True), Waiting(2, 10)
    (pair,) = pair_evening([teacher, pupil], Met()).pairs
    assert pair.why.wishes == ("teaching",)
    assert not pair.why.one_sided
    assert not pair_evening([Waiting(1, 180), pupil], Met()).pairs


@pytest.mark.parametrize(
    ("people", "code"),
    [
        ([Waiting(1, 0), Waiting(1, 5)], Code.DUPLICATE),
        ([Waiting(1, -1)], Code.RANGE),
        ([Waiting(1, WIDEST_GAP + 1)], Code.RANGE),
        ([Waiting(1, 0, -1)], Code.RANGE),
        ([Waiting(1, 0, LONGEST_WAIT + 1)], Code.RANGE),
        ([Waiting(1, 0, rivals=frozenset({1}))], Code.INCONSISTENT),
        ([Waiting(1, 0, not_with=frozenset({1}))], Code.INCONSISTENT),
        ([Waiting(key, 0) for key in range(MOST_WAITING + 1)], Code.RANGE),
    ],
)
def test_what_cannot_be_is_refused(people, code):
    with refused(code=code):
        pair_evening(people, Met())
