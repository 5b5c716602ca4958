"""The weight of a pair (PAIRING.md, "Weight of a pair", criteria 1 to 9)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.chance import Chance
from tournaments.events.field import GameResult, Player, TournamentGame, TournamentRound
from tournaments.events.groups import Contender, standing
from tournaments.events.settings import (
    Convention,
    DrawMode,
    Kind,
    PairingSettings,
    SeedSystem,
    Settings,
)
from tournaments.events.weights.criteria import Criterion, Pool, concave, largest, points, weight
from tournaments.events.weights.table import weight_table
from tournaments.tests.pairing_fields import club_day, played, random_tournament

WEIGHTS = ("duplicate", "random", "balance", "category", "score", "draw", "seeding")
SECONDARY = ("handicap", "geography")
#: 14,500,000,000 by hand, a hair less in doubles, and cut.
SCORE_NINE_APART = 14_499_999_999


def pool_of(tournament, number, seed=None):
    grouped = standing(tournament, number)
    here = {player.id for player in tournament.participants(number)}
    contenders = tuple(one for one in grouped.contenders.values() if one.id in here)
    return Pool(contenders, tournament.system, number, grouped.groups, Chance(seed))


def with_pairing(tournament, **changes):
    system = tournament.system
    return replace(tournament, system=replace(system, pairing=replace(system.pairing, **changes)))


def contender(number, **changes):
    facts = {
        "full_name": f"N{number}", "rank": -5, "country": "FR", "club": "Lyon", "category": 0,
        "place": number, "group": 0, "size": 10, "inner": number, "start2": 50, "mms2": 50,
        "nbw2": 0, "drawn_up": 0, "drawn_down": 0, "balance": 0, "met": {},
    }  # fmt: skip
    return Contender(id=number, **(facts | changes))


def earned(criterion, first, second, number=0, groups=10, **pairing):
    system = Settings(pairing=PairingSettings(**pairing))
    return points(Pool((first, second), system, number, groups), first, second)[criterion]


pairing_changes = st.fixed_dictionaries(
    {},
    optional={
        "convention": st.sampled_from(list(Convention)),
        "random": st.sampled_from([0, 1, 12345]),
        "deterministic": st.booleans(),
        "category": st.sampled_from([0, 2 * 10**13]),
        "score": st.sampled_from([0, 10**11, 7]),
        "draw": st.sampled_from([0, 10**8, 999]),
        "compensate_draws": st.booleans(),
        "draw_upper": st.sampled_from(list(DrawMode)),
        "draw_lower": st.sampled_from(list(DrawMode)),
        "seeding": st.sampled_from([0, 5_000_000, 77]),
        "seed_system1": st.sampled_from(list(SeedSystem)),
        "seed_system2": st.sampled_from(list(SeedSystem)),
        "handicap": st.sampled_from([0, 2 * 10**13]),
        "geography": st.sampled_from([0, 10**11, 2 * 10**13]),
        "club_preference": st.integers(0, 5),
        "country_preference": st.integers(0, 3),
        "clubs_groups": st.sampled_from([(), (("Lyon", "kyoto"), ("Bern", "Gdańsk"))]),
        "bar_threshold": st.booleans(),
        "wins_threshold": st.booleans(),
        "rank_threshold": st.integers(-10, 5),
        "concavity": st.sampled_from([0.0, 0.3, 0.5, 1.0]),
    },
)


@given(st.integers(0, 10**6), pairing_changes, st.sampled_from([1, 987654321]))
@settings(deadline=None, max_examples=150)
def test_table_equals_the_scalar_reference(seed, changes, draw):
    tournament = with_pairing(random_tournament(seed), **changes)
    pool = pool_of(tournament, len(tournament.rounds), draw)
    if changes.get("deterministic", True):
        pool = replace(pool, chance=Chance())
    table = weight_table(pool)
    for row, first in enumerate(pool.contenders):
        for column, second in enumerate(pool.contenders):
            expected = weight(pool, first, second) if row != column else 0
            assert table[row, column] == expected


@given(st.integers(0, 10**6), st.sampled_from([*WEIGHTS, *SECONDARY]))
@settings(deadline=None, max_examples=60)
def test_every_criterion_can_be_switched_off(seed, name):
    tournament = with_pairing(random_tournament(seed), **{name: 0})
    pool = pool_of(tournament, len(tournament.rounds))
    first, second = pool.contenders[0], pool.contenders[-1]
    assert points(pool, first, second)[Criterion(name)] == 0
    assert largest(pool, Criterion(name)) == 0


@pytest.mark.parametrize(
    ("x", "expected"), [(0.0, 10**11), (1 / 30, 98_277_777_777), (0.5, 62_500_000_000), (1.0, 0)]
)
def test_concave_is_cut_to_an_integer(x, expected):
    assert concave(10**11, x, 0.5) == expected


def test_1_duplicate_is_lost_by_those_who_met():
    met = contender(1, met={2: (0,)})
    assert earned(Criterion.DUPLICATE, met, contender(2, met={1: (0,)})) == 0
    assert earned(Criterion.DUPLICATE, contender(1), contender(2)) == 5 * 10**14


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [(1, -1, 10**6), (2, -3, 10**6), (0, 2, 500_000), (-2, 0, 500_000), (0, 1, 0), (1, 1, 0)],
)
def test_3_balance(first, second, expected):
    one, other = contender(1, balance=first), contender(2, balance=second)
    assert earned(Criterion.BALANCE, one, other) == expected


def test_3_balance_counts_in_even_games_only():
    weaker = contender(2, balance=-1, mms2=40)
    assert earned(Criterion.BALANCE, contender(1, balance=1), weaker) == 0


@pytest.mark.parametrize(
    ("gap", "expected"), [(0, 10**11), (1, 94_500_000_000), (9, SCORE_NINE_APART)]
)
def test_5_score(gap, expected):
    assert earned(Criterion.SCORE, contender(1), contender(2, group=gap)) == expected


def test_5_score_counts_within_a_category_only():
    assert earned(Criterion.SCORE, contender(1), contender(2, category=1)) == 0


@pytest.mark.parametrize(
    ("upper", "lower", "shares"),
    [
        ({}, {}, 2),
        ({"drawn_down": 1}, {}, 1),
        ({"drawn_down": 1}, {"drawn_up": 1}, 0),
        ({"drawn_up": 1}, {}, 3),
        ({"drawn_up": 1}, {"drawn_down": 1}, 4),
        ({"drawn_up": 2, "drawn_down": 1}, {}, 2),
        ({"drawn_down": 1}, {"drawn_up": 1, "drawn_down": 2}, 0),
    ],
)
def test_6_draws_are_evened_out(upper, lower, shares):
    # inner 0 of 10 from the middle: the ends earn nothing for their place
    one = contender(1, inner=0, **upper)
    other = contender(2, inner=0, group=1, **lower)
    assert earned(Criterion.DRAW, one, other) == shares * 20_000_000
    assert earned(Criterion.DRAW, one, other, compensate_draws=False) == min(shares, 2) * 20_000_000


@pytest.mark.parametrize(
    ("mode", "inner", "expected"),
    [
        (DrawMode.TOP, 0, 9_000_000),
        (DrawMode.TOP, 9, 0),
        (DrawMode.MIDDLE, 4, 8_000_000),
        (DrawMode.MIDDLE, 0, 0),
        (DrawMode.BOTTOM, 9, 9_000_000),
    ],
)
def test_6_draw_place(mode, inner, expected):
    one, other = contender(1, inner=inner), contender(2, inner=0, group=1)
    assert earned(Criterion.DRAW, one, other, draw_upper=mode) == 2 * 20_000_000 + expected


def test_6_draw_between_categories_counts_less_and_3_51_ignores_far_groups():
    one = contender(1, inner=0)
    assert earned(Criterion.DRAW, one, contender(2, inner=0, group=1, category=1)) == 2_500_000
    far = contender(2, inner=0, group=4)
    assert earned(Criterion.DRAW, one, far) == 40_000_000
    assert earned(Criterion.DRAW, one, far, convention=Convention.V351) == 0


@pytest.mark.parametrize(
    ("system", "first", "second", "expected"),
    [
        (SeedSystem.SLIP, 0, 5, 5_000_000),
        (SeedSystem.SLIP, 0, 1, 1_800_000),
        (SeedSystem.FOLD, 0, 9, 5_000_000),
        (SeedSystem.FOLD, 0, 1, 5_000_000 - 5_000_000 * 8 // 9 * 8 // 9),
        (SeedSystem.RANDOM, 0, 4, 0),
    ],
)
def test_7_seeding(system, first, second, expected):
    one, other = contender(1, inner=first), contender(2, inner=second)
    assert earned(Criterion.SEEDING, one, other, seed_system1=system) == expected


def test_7_random_seeding_takes_at_most_a_fifth_off():
    one, other = contender(1, inner=0), contender(2, inner=5)
    value = earned(Criterion.SEEDING, one, other, seed_system1=SeedSystem.RANDOM)
    assert 4_000_000 <= value <= 5_000_000


def test_7_system_1_is_used_up_to_the_round_set():
    one, other = contender(1, inner=0), contender(2, inner=9)
    systems = {"seed_system1": SeedSystem.FOLD, "seed_system2": SeedSystem.SLIP}
    values = [earned(Criterion.SEEDING, one, other, number, **systems) for number in (0, 1, 2)]
    assert values == [5_000_000, 5_000_000, 5_000_000 - 5_000_000 * 8 // 10 * 8 // 10]


def test_9_geography_spares_clubs_and_countries_below_the_thresholds():
    one, same = contender(1), contender(2)
    other_club = contender(3, club="Bern")
    abroad = contender(4, club="Kyoto", country="JP")
    values = [
        earned(Criterion.GEOGRAPHY, one, other, groups=30) for other in (same, other_club, abroad)
    ]
    assert values[0] == 0
    assert 0 < values[1] < values[2] < 10**11


def test_9_geography_is_given_in_full_to_those_above_a_threshold():
    strong = {"rank": 3}
    one, other = contender(1, **strong), contender(2, **strong)
    weak = contender(3)
    assert earned(Criterion.GEOGRAPHY, one, other) == 10**11
    assert earned(Criterion.GEOGRAPHY, one, weak) == 10**11 // 2
    assert earned(Criterion.GEOGRAPHY, one, other, convention=Convention.V351) == 0


def test_9_clubs_are_known_by_four_letters():
    values = [
        earned(Criterion.GEOGRAPHY, contender(1, club="Bern"), contender(2, club=club))
        for club in ("BERNE", "berN", "Ber")
    ]
    assert values[:2] == [0, 0]
    assert values[2] > 0


def test_a_first_round_by_hand():
    """Two 5-kyu and two 7-kyu of different clubs; ng = 3 + 20 + 4 + 0 groups."""
    pool = pool_of(club_day(-5, -5, -7, -7), 0)
    table = weight_table(pool)
    ratio = 3.6 / 27 + 1 / 27 / 2 + 0.5 / 27
    far = 10**11 - int(10**11 * (1.0 - ratio) * (1.0 + 0.5 * ratio))
    top = 5_000_000 - Chance().draw(1_000_000, pool.contenders[0], pool.contenders[1])
    assert abs(int(table[0, 1]) - (1 + 5 * 10**14 + 10**11 + top + far)) <= 1


def test_chance_is_antisymmetric_and_repeatable():
    first, second = Player(1, "Zoe"), Player(2, "Abe")
    for chance in (Chance(), Chance(5)):
        number = chance.draw(1000, first, second)
        assert chance.draw(1000, second, first) == 1000 - number
    assert Chance(5).draw(10**6, first, second) != Chance(6).draw(10**6, first, second)


def test_a_draw_needs_a_seed():
    tournament = with_pairing(club_day(-1, -2), random=10, deterministic=False)
    with refused(code=Code.MISSING, field="seed"):
        pool_of(tournament, 0)


def test_weights_beyond_a_double_are_refused():
    with refused(code=Code.RANGE, field="score"):
        weight_table(pool_of(with_pairing(club_day(-1, -2), score=2**53), 0))


def test_sums_of_2000_players_fit_into_64_bits():
    most = sum(getattr(PairingSettings(), name) for name in (*WEIGHTS, *SECONDARY)) + 4 * 10**13
    assert most * 1000 < np.iinfo(np.int64).max


def test_groups_number_empty_scores_and_know_the_past():
    tournament = played(club_day(-3, -3, -3, -3), [(1, 2, 1), (3, 4, 3)], [(1, 3, 1), (2, 4, 4)])
    grouped = standing(tournament, 2)
    one, two, four = (grouped.contenders[number] for number in (1, 2, 4))
    assert grouped.groups == 3 + 20 + 4 + 2
    # hi = bar + 2 + 30 + r = 37 points: a 3-kyu with two wins has 29
    assert (one.group, one.mms2, one.balance, one.met) == (37 - 29, 58, 2, {2: (0,), 3: (1,)})
    assert (two.group, two.drawn_up, two.drawn_down) == (37 - 27, 0, 0)
    assert (four.group, four.size, four.nbw2) == (37 - 28, 2, 2)


def test_draws_up_and_down_are_counted_by_whole_scores():
    tournament = played(club_day(-3, -3, -3, -3), [(1, 2, 1), (3, 4, 3)], [(1, 4, 1), (3, 2, 3)])
    grouped = standing(tournament, 2).contenders
    drawn = [(grouped[n].drawn_up, grouped[n].drawn_down) for n in (1, 2, 3, 4)]
    assert drawn == [(0, 1), (1, 0), (0, 1), (1, 0)]


def test_3_51_groups_the_absent_and_3_52_does_not():
    tournament = club_day(-3, -3, -3)
    players = (*tournament.players[:2], replace(tournament.players[2], absent=frozenset({0})))
    tournament = replace(tournament, players=players)
    assert standing(tournament, 0).contenders[1].size == 2
    assert standing(with_pairing(tournament, convention=Convention.V351), 0).contenders[1].size == 3


def test_handicap_games_leave_the_balance_alone():
    tournament = club_day(-3, -8, rounds=2)
    tournament = replace(
        tournament, rounds=(TournamentRound((TournamentGame(1, 1, 2, 4, GameResult.WHITE),)),)
    )
    assert standing(tournament, 1).contenders[1].balance == 0


def test_swiss_groups_are_wins_and_categories_come_first():
    tournament = club_day(2, -20, 2, -20, kind=Kind.SWISS_CAT, category_limits=(0,))
    tournament = played(tournament, [(1, 2, 2), (3, 4, 3)])
    grouped = standing(tournament, 1)
    assert grouped.groups == 4
    assert [grouped.contenders[n].group for n in (1, 2, 3, 4)] == [1, 2, 0, 3]


@pytest.mark.parametrize(
    ("kind", "criteria", "groups", "of_two_wins"),
    [
        (Kind.MCMAHON, ("NBW", "MMS"), 3, 0),
        (Kind.SWISS, ("MMS",), 3 + 20 + 4 + 2, 37 - 29),
    ],
)
def test_groups_follow_the_main_score_and_not_the_kind(kind, criteria, groups, of_two_wins):
    tournament = played(club_day(-3, -3, -3, -3), [(1, 2, 1), (3, 4, 3)], [(1, 3, 1), (2, 4, 4)])
    system = replace(tournament.system, kind=kind, criteria=criteria)
    grouped = standing(replace(tournament, system=system), 2)
    assert (grouped.groups, grouped.contenders[1].group) == (groups, of_two_wins)


def test_draws_follow_the_main_score():
    """3 kyu and 13 kyu, both with one win: level in wins, ten apart in McMahon score."""
    tournament = played(club_day(-3, -3, -13, -13), [(1, 2, 1), (3, 4, 3)], [(1, 3, 1), (2, 4, 2)])
    drawn = {}
    for criteria in (("MMS",), ("NBW",)):
        system = replace(tournament.system, criteria=criteria)
        one = standing(replace(tournament, system=system), 2).contenders[1]
        drawn[criteria[0]] = one.drawn_down
    assert drawn == {"MMS": 1, "NBW": 0}


def test_9_far_countries_are_never_further_than_one_whole():
    """Also where the preference is larger than there are groups; table and scalar agree."""
    first, second = contender(1), contender(2, country="JP")
    pairing = PairingSettings(geography=2 * 10**13, score=7, country_preference=3)
    pool = Pool((first, second), Settings(pairing=pairing), 0, 1)
    assert weight_table(pool)[0, 1] == weight(pool, first, second)
