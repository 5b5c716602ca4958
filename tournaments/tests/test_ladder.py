"""The ladder's house rules, H-ladder-…, by examples and by properties."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ladder import (
    Bar,
    Decided,
    How,
    Joined,
    LadderLeft,
    bar_between,
    replay,
)

START = datetime(2026, 11, 1, 18, tzinfo=UTC)


def day(number: int) -> datetime:
    return START + timedelta(days=number)


FIVE = [Joined(day(0) + timedelta(minutes=player), player) for player in range(1, 6)]


def decided(at: int, challenger: int, challenged: int, winner: int | None, how=How.GAME) -> Decided:
    return Decided(day(at), at, challenger, challenged, winner, how)


def test_who_joins_stands_at_the_bottom_and_who_comes_back_begins_there():
    """H-ladder-stays."""
    ladder = replay([*FIVE, LadderLeft(day(2), 1), Joined(day(3), 1)])
    assert ladder.order == (2, 3, 4, 5, 1)
    assert ladder.moves[-2].rungs == {2: (2, 1), 3: (3, 2), 4: (4, 3), 5: (5, 4), 1: (1, None)}
    assert ladder.moves[-1].rungs == {1: (None, 5)}


def test_the_winner_takes_the_rung_and_those_between_move_down():
    """H-ladder-win."""
    ladder = replay([*FIVE, decided(2, 5, 2, winner=5)])
    assert ladder.order == (1, 5, 2, 3, 4)
    assert ladder.moves[-1].rungs == {5: (5, 2), 2: (2, 3), 3: (3, 4), 4: (4, 5)}


@pytest.mark.parametrize("winner", [2, None])
def test_nobody_moves_where_the_challenged_wins_or_nobody(winner):
    """H-ladder-win."""
    ladder = replay([*FIVE, decided(2, 5, 2, winner=winner)])
    assert (ladder.order, ladder.moves[-1].rungs) == ((1, 2, 3, 4, 5), {})


def test_a_winner_who_stands_above_already_stays():
    """H-ladder-win: the order moved between the challenge and its game."""
    ladder = replay([*FIVE, decided(2, 4, 1, winner=4), decided(3, 4, 3, winner=4)])
    assert ladder.order == (4, 1, 2, 3, 5)


def test_the_rung_that_is_taken_is_the_one_where_the_loser_stands_then():
    """H-ladder-win."""
    ladder = replay([*FIVE, decided(2, 3, 1, winner=3), decided(3, 5, 1, winner=5)])
    assert ladder.order == (3, 5, 1, 2, 4)


def test_somebody_who_left_is_beaten_by_nobody():
    """H-ladder-stays."""
    ladder = replay([*FIVE, LadderLeft(day(1), 2), decided(2, 5, 2, winner=5)])
    assert (ladder.order, ladder.moves[-1].rungs) == ((1, 3, 4, 5), {})


def test_facts_may_be_told_in_any_order():
    """H-ladder-order."""
    facts = [*FIVE, decided(3, 5, 1, winner=5), decided(2, 3, 1, winner=3), LadderLeft(day(4), 2)]
    assert replay(reversed(facts)) == replay(facts)


def test_at_one_moment_one_joins_before_one_plays_and_plays_before_one_leaves():
    at = day(5)
    facts = [LadderLeft(at, 1), Decided(at, 9, 6, 1, 6), Joined(at, 6)]
    assert replay([*FIVE, *facts]).order == (6, 2, 3, 4, 5)


happenings = st.lists(
    st.one_of(
        st.builds(Joined, st.integers(0, 40).map(day), st.integers(1, 6)),
        st.builds(LadderLeft, st.integers(0, 40).map(day), st.integers(1, 6)),
        st.builds(
            Decided,
            st.integers(0, 40).map(day),
            st.integers(1, 99),
            st.integers(1, 6),
            st.integers(1, 6),
            st.none() | st.integers(1, 6),
        ).filter(lambda one: one.challenger != one.challenged),
    ),
    max_size=30,
)


@given(happenings)
def test_every_move_keeps_the_rungs_without_a_gap(facts):
    standing: dict[int, int] = {}
    for move in replay(facts).moves:
        for player, (before, after) in move.rungs.items():
            assert standing.get(player) == before
            assert before != after
        for player, (_before, after) in move.rungs.items():
            standing.pop(player, None)
            if after is not None:
                standing[player] = after
        assert sorted(standing.values()) == list(range(1, len(standing) + 1))
    order = replay(facts).order
    assert standing == {player: rung for rung, player in enumerate(order, start=1)}
    assert [replay(facts).rung_of(player) for player in order] == list(range(1, len(order) + 1))


@given(happenings)
def test_only_the_winner_of_a_challenge_rises_and_none_falls_by_more_than_one(facts):
    for move in replay(facts).moves:
        if isinstance(move.happening, Decided):
            risen = [p for p, (old, new) in move.rungs.items() if new < old]
            assert risen in ([], [move.happening.challenger])
            assert all(new == old + 1 for p, (old, new) in move.rungs.items() if p not in risen)


ORDER = [11, 12, 13, 14, 15]


@pytest.mark.parametrize(
    ("me", "other", "bar"),
    [
        (15, 14, None),
        (15, 12, None),
        (15, 11, Bar.TOO_HIGH),
        (12, 11, None),
        (11, 12, Bar.BELOW),
        (11, 11, Bar.BELOW),
        (16, 11, Bar.NOT_ON),
        (11, 16, Bar.NOT_ON),
    ],
)
def test_one_challenges_so_many_rungs_above(me, other, bar):
    """H-ladder-reach."""
    assert bar_between(ORDER, me, other, reach=3) == bar


def test_one_ladder_game_at_a_time_on_each_side():
    """H-ladder-one: to be challenged does not keep one from challenging, nor the other way."""
    assert bar_between(ORDER, 15, 14, reach=3, challenging={15}) == Bar.CHALLENGING
    assert bar_between(ORDER, 15, 14, reach=3, asked={14}) == Bar.CHALLENGED
    assert bar_between(ORDER, 15, 14, reach=3, challenging={14}, asked={15}) is None


def test_the_same_two_rest():
    """H-ladder-rest."""
    pair = {frozenset((14, 15))}
    assert bar_between(ORDER, 15, 14, reach=3, resting=pair) == Bar.RESTING
    assert bar_between(ORDER, 15, 13, reach=3, resting=pair) is None
