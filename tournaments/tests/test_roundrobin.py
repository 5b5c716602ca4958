"""Everybody against everybody, colours balanced (Berger's tables)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code, RuleError
from tournaments.events.roundrobin import berger, round_robin


def meetings(rounds):
    return Counter(frozenset((game.white, game.black)) for one in rounds for game in one.games)


def balance(rounds):
    colours: Counter[int] = Counter()
    for one in rounds:
        for game in one.games:
            colours[game.white] += 1
            colours[game.black] -= 1
    return colours


@given(st.integers(2, 41))
def test_everybody_meets_everybody_once_with_balanced_colours(size):
    players = list(range(100, 100 + size))
    rounds = round_robin(players)
    assert len(rounds) == size - 1 + size % 2
    assert len(meetings(rounds)) == size * (size - 1) // 2
    assert set(meetings(rounds).values()) == {1}
    assert all(abs(balance(rounds)[player]) <= 1 for player in players)
    for one in rounds:
        seated = [player for game in one.games for player in (game.white, game.black)]
        assert sorted(seated + ([one.bye] if size % 2 else [])) == players
        assert [game.table for game in one.games] == list(range(1, len(one.games) + 1))


@given(st.integers(1, 20))
def test_an_odd_field_gives_everybody_one_bye(half):
    players = list(range(2 * half + 1))
    assert sorted(one.bye for one in round_robin(players)) == players


def test_the_table_of_six():
    assert berger(6) == (
        ((0, 5), (1, 4), (2, 3)),
        ((5, 3), (4, 2), (0, 1)),
        ((1, 5), (2, 0), (3, 4)),
        ((5, 4), (0, 3), (1, 2)),
        ((2, 5), (3, 1), (4, 0)),
    )


@given(st.integers(2, 12))
def test_two_cycles_exchange_colours(size):
    rounds = round_robin(list(range(size)), cycles=2)
    assert set(meetings(rounds).values()) == {2}
    assert not any(balance(rounds).values())


def test_who_withdraws_leaves_the_schedule_of_the_others_alone():
    whole = round_robin([1, 2, 3, 4])
    rest = round_robin([1, 2, 3, 4], withdrawn={2: 1})
    assert rest[0] == whole[0]
    for before, after in zip(whole[1:], rest[1:], strict=True):
        kept = [(g.white, g.black) for g in before.games if 2 not in (g.white, g.black)]
        assert [(game.white, game.black) for game in after.games] == kept
        (lost,) = [g for g in before.games if 2 in (g.white, g.black)]
        assert after.without_opponent == (lost.opponent(2),)
        assert after.bye is None


def test_a_withdrawn_player_has_no_bye_either():
    rounds = round_robin([1, 2, 3], withdrawn={3: 0})
    assert sorted(one.bye for one in rounds if one.bye) == [1, 2]
    assert all(3 not in (game.white, game.black) for one in rounds for game in one.games)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: berger(5), (Code.INCONSISTENT, "players")),
        (lambda: berger(0), (Code.RANGE, "players")),
        (lambda: round_robin([1]), (Code.RANGE, "players")),
        (lambda: round_robin([1, 2], cycles=0), (Code.RANGE, "cycles")),
        (lambda: round_robin([1, 2, 1]), (Code.DUPLICATE, "players")),
        (lambda: round_robin([1, 2], withdrawn={3: 0}), (Code.UNKNOWN, "withdrawn")),
        (lambda: round_robin([1, 2], withdrawn={2: -1}), (Code.RANGE, "withdrawn")),
    ],
)
def test_refusals(call, expected):
    with pytest.raises(RuleError) as refused:
        call()
    assert (refused.value.code, refused.value.field) == expected
