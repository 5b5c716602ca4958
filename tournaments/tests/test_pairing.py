"""Pairing a round (S2-5; PAIRING.md, "Bye", "Handicap and colour"), and what organisers change."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Code, RuleError
from ratings.tests.builders import refused
from tournaments.events.field import TournamentGame, TournamentRound, check
from tournaments.events.groups import inner_criteria
from tournaments.events.matching.proof import ProofKind
from tournaments.events.pairing import NoticeCode, PairingNotice, pair_round
from tournaments.events.pairing_request import Fixed
from tournaments.events.settings import Convention, Kind, PairingSettings, Settings
from tournaments.tests.pairing_fields import club_day, played, random_tournament


def pairs(pairing):
    return {frozenset((game.white, game.black)) for game in pairing.games}


def refusal(tournament, number=0, **request):
    with pytest.raises(RuleError) as caught:
        pair_round(tournament, number, **request)
    return caught.value.code, caught.value.field, caught.value.reason


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=80)
def test_everybody_plays_once_or_has_the_bye(seed):
    tournament = random_tournament(seed)
    number = len(tournament.rounds)
    here = {player.id for player in tournament.participants(number)}
    if not here:
        assert refusal(tournament, number) == (Code.STATE, "players", "tournament.nobody_present")
        return
    paired = pair_round(tournament, number)
    seated = [one for game in paired.games for one in (game.white, game.black)]
    seated += [] if paired.bye is None else [paired.bye]
    assert sorted(seated) == sorted(here)
    assert [game.table for game in paired.games] == list(range(1, len(paired.games) + 1))
    assert paired.proof.kind is ProofKind.PRICES
    assert paired.total == paired.proof.bound
    check(replace(tournament, rounds=(*tournament.rounds, paired.as_round())))


@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_the_order_of_the_players_does_not_matter(seed, rng):
    tournament = random_tournament(seed)
    number = len(tournament.rounds)
    if not tournament.participants(number):
        return
    players = [replace(player, name=f"{player.name}{player.id}") for player in tournament.players]
    tournament = replace(tournament, players=tuple(players))
    first = pair_round(tournament, number)
    rng.shuffle(players)
    second = pair_round(replace(tournament, players=tuple(players)), number)
    assert (first.games, first.bye) == (second.games, second.bye)


def test_near_scores_meet_and_nobody_meets_twice():
    tournament = played(club_day(-1, -1, -1, -1), [(1, 2, 1), (3, 4, 3)])
    second = pair_round(tournament, 1)
    assert pairs(second) == {frozenset((1, 3)), frozenset((2, 4))}
    assert second.notices == ()
    tournament = replace(tournament, rounds=(*tournament.rounds, second.as_round()))
    assert pairs(pair_round(tournament, 2)) == {frozenset((1, 4)), frozenset((2, 3))}


def test_a_rematch_is_made_where_nothing_else_is_left_and_names_the_round():
    paired = pair_round(played(club_day(-1, -1), [(1, 2, 1)]), 1)
    assert pairs(paired) == {frozenset((1, 2))}
    assert paired.notices == (PairingNotice(NoticeCode.REMATCH, (2, 1), (0,)),)


# Colours and handicap


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((0, -3), (1, 2, 2)),
        ((-3, 0), (2, 1, 2)),
        ((5, 2), None),  # nothing above 1 dan
        ((-1, -2), None),  # the correction takes the one stone
        ((-1, -20), (1, 2, 9)),
    ],
)
def test_the_stronger_gives_stones_with_white(ranks, expected):
    (game,) = pair_round(club_day(*ranks), 0).games
    assert game.handicap == (expected[2] if expected else 0)
    if expected:
        assert (game.white, game.black) == expected[:2]


def test_white_goes_to_the_lower_balance():
    past = [[(1, 2, 1), (4, 3, 4)], [(1, 3, 3), (4, 2, 2)]]
    tournament = played(club_day(-1, -1, -1, -1, kind=Kind.SWISS), *past)
    paired = pair_round(tournament, 2, fixed=[Fixed(1, 2), Fixed(4, 3)])
    assert {(game.white, game.black) for game in paired.games} == {(2, 1), (3, 4)}


def test_a_seed_decides_colours_between_equals():
    tournament = club_day(-1, -1)
    assert {pair_round(tournament, 0, seed=seed).games[0].white for seed in range(20)} == {1, 2}
    assert len({pair_round(tournament, 0).games[0].white for _ in range(5)}) == 1


# Bye


@pytest.mark.parametrize(
    ("convention", "kind", "ranks", "expected"),
    [
        (Convention.V352, Kind.MCMAHON, (-1, -9, -5), 2),
        (Convention.V352, Kind.SWISS, (-1, -9, -5), 2),
        (Convention.V351, Kind.MCMAHON, (-1, -5, -9), 3),
        (Convention.V352, Kind.MCMAHON, (-5, -5, -5), 3),  # equal: the last of the list
    ],
)
def test_the_bye_goes_to_the_lowest(convention, kind, ranks, expected):
    tournament = club_day(*ranks, kind=kind)
    pairing = replace(tournament.system.pairing, convention=convention)
    paired = pair_round(tournament, 0, settings=replace(tournament.system, pairing=pairing))
    assert paired.bye == expected


def test_nobody_has_a_second_bye_while_others_had_none():
    assert pair_round(played(club_day(-1, -2, -9), [(1, 2, 1)], byes=(3,)), 1).bye == 2


def test_groups_are_ordered_by_the_extra_criterion_of_their_round_as_well():
    """PAIRING.md, "Groups": one that places already is not taken twice."""
    pairing = PairingSettings(
        last_round_system1=2, extra_criterion1="RATING", extra_criterion2="SOSM"
    )
    placed_by = Settings(criteria=("MMS", "SOSM"), pairing=pairing)
    orders = [inner_criteria(placed_by, number) for number in range(4)]
    assert orders == [("MMS", "SOSM", "RATING")] * 2 + [("MMS", "SOSM")] * 2


def test_an_odd_field_without_a_bye_is_refused_and_told_what_to_do():
    with pytest.raises(RuleError) as caught:
        pair_round(club_day(-1, -2, -3), 0, allow_bye=False)
    assert caught.value.code is Code.STATE
    assert "absent" in caught.value.accepted


def test_the_bye_goes_on_to_the_next_where_the_others_could_not_be_paired():
    """3 would have it, but 1 and 2 must not meet: 2 has it, the weaker of the two others."""
    field = club_day(-1, -2, -9)
    assert pair_round(field, 0).bye == 3
    paired = pair_round(field, 0, forbidden=[(1, 2)])
    assert (paired.bye, [{game.white, game.black} for game in paired.games]) == (2, [{1, 3}])
    with refused(reason="tournament.no_pairing_left"):
        pair_round(field, 0, forbidden=[(1, 2), (1, 3), (2, 3)])


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.data())
def test_an_odd_field_is_paired_whenever_some_bye_allows_it(half, data):
    size = 2 * half + 1
    forbidden = data.draw(st.sets(st.sampled_from([*combinations(range(1, size + 1), 2)])))
    field = club_day(*(-number for number in range(1, size + 1)))
    byes = []
    for bye in range(1, size + 1):
        with suppress(RuleError):
            pair_round(field, 0, forbidden=forbidden, bye=bye)
            byes.append(bye)
    if not byes:
        with pytest.raises(RuleError):
            pair_round(field, 0, forbidden=forbidden)
    else:
        # The weakest has the bye first.
        assert pair_round(field, 0, forbidden=forbidden).bye == max(byes)


# What the organiser fixes


def test_fixed_pairs_are_kept_when_the_round_is_paired_again():
    tournament = club_day(-1, -1, -9, -9)
    by_hand = pair_round(tournament, 0, fixed=[Fixed(1, 4, white=4, handicap=5, table=7)])
    game = next(game for game in by_hand.games if game.table == 7)
    assert (game.white, game.black, game.handicap) == (4, 1, 5)
    assert by_hand.fixed == {7}
    again = pair_round(
        tournament, 0, fixed=[Fixed(game.white, game.black, game.white, game.handicap, game.table)]
    )
    assert again.games == by_hand.games


def test_other_tables_are_numbered_round_fixed_ones():
    paired = pair_round(club_day(-1, -1, -9, -9), 0, fixed=[Fixed(3, 4, table=1)])
    assert [{game.white, game.black} for game in paired.games] == [{3, 4}, {1, 2}]
    assert [game.table for game in paired.games] == [1, 2]


def test_colours_exchanged_by_hand_take_the_stones_off():
    (game,) = pair_round(club_day(-1, -9), 0, fixed=[Fixed(1, 2, white=2)]).games
    assert (game.white, game.handicap) == (2, 0)


def test_a_pair_that_already_met_may_be_fixed_with_a_warning_naming_the_round():
    tournament = played(club_day(-1, -1, -1, -1), [(1, 2, 1), (3, 4, 3)])
    paired = pair_round(tournament, 1, fixed=[Fixed(1, 2)])
    assert {notice.code for notice in paired.notices} == {NoticeCode.REMATCH}
    assert {notice.rounds for notice in paired.notices} == {(0,)}


def test_forbidden_pairs_do_not_meet():
    tournament = club_day(-1, -1, -9, -9)
    assert frozenset((1, 2)) in pairs(pair_round(tournament, 0))
    assert frozenset((1, 2)) not in pairs(pair_round(tournament, 0, forbidden=[(2, 1)]))


def test_only_some_are_paired():
    paired = pair_round(club_day(-1, -1, -9, -9, -5), 0, only=[1, 3, 5], fixed=[Fixed(2, 4)])
    assert paired.bye == 3
    assert pairs(paired) == {frozenset((2, 4)), frozenset((1, 5))}


def test_missing_results_are_a_warning():
    tournament = club_day(-1, -1)
    tournament = replace(tournament, rounds=(TournamentRound((TournamentGame(1, 1, 2),)),))
    assert PairingNotice(NoticeCode.UNFINISHED, (), (0,)) in pair_round(tournament, 1).notices


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"fixed": [Fixed(1, 9)]}, (Code.UNKNOWN, "fixed", "")),
        ({"fixed": [Fixed(1, 1)]}, (Code.SAME_PLAYER, "fixed", "")),
        ({"fixed": [Fixed(1, 2), Fixed(2, 3)]}, (Code.DUPLICATE, "fixed", "")),
        ({"fixed": [Fixed(1, 4)]}, (Code.STATE, "fixed", "tournament.absent")),
        ({"fixed": [Fixed(1, 2, handicap=10)]}, (Code.RANGE, "handicap", "")),
        (
            {"fixed": [Fixed(1, 2, white=3)]},
            (Code.INCONSISTENT, "white", "tournament.white_of_another_pair"),
        ),
        ({"fixed": [Fixed(1, 2, table=0)]}, (Code.RANGE, "table", "")),
        (
            {"fixed": [Fixed(1, 2)], "forbidden": [(2, 1)]},
            (Code.INCONSISTENT, "fixed", "tournament.fixed_and_forbidden"),
        ),
        ({"forbidden": [(3, 3)]}, (Code.SAME_PLAYER, "forbidden", "")),
        ({"forbidden": [(3, 9)]}, (Code.UNKNOWN, "forbidden", "")),
        ({"only": [1, 4]}, (Code.STATE, "only", "tournament.absent")),
        ({"only": []}, (Code.STATE, "players", "tournament.nobody_present")),
        ({"bye": 9}, (Code.UNKNOWN, "bye", "")),
        ({"bye": 4}, (Code.STATE, "bye", "tournament.absent")),
        ({"bye": 1, "allow_bye": False}, (Code.INCONSISTENT, "bye", "tournament.no_bye_allowed")),
        ({"bye": 1, "fixed": [Fixed(1, 2)]}, (Code.DUPLICATE, "bye", "tournament.has_a_game")),
        ({"bye": 1, "only": [2, 3]}, (Code.INCONSISTENT, "bye", "tournament.bye_of_another")),
        ({"bye": 1, "only": [1, 2]}, (Code.INCONSISTENT, "bye", "tournament.even_field")),
        (
            {"only": [1, 2], "forbidden": [(1, 2)]},
            (Code.STATE, "forbidden", "tournament.no_pairing_left"),
        ),
    ],
)
def test_requests_that_contradict_themselves_or_the_field_are_refused(request_, expected):
    tournament = club_day(-1, -1, -1, -1)
    absent = replace(tournament.players[3], absent=frozenset({0}))
    tournament = replace(tournament, players=(*tournament.players[:3], absent))
    assert refusal(tournament, **request_) == expected


def test_two_fixed_pairs_cannot_share_a_table():
    fixed = [Fixed(1, 2, table=3), Fixed(3, 4, table=3)]
    assert refusal(club_day(-1, -1, -1, -1), fixed=fixed) == (Code.DUPLICATE, "table", "")


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (-1, (Code.RANGE, "round", "")),
        (5, (Code.RANGE, "round", "")),
        (1, (Code.STATE, "round", "tournament.earlier_round_not_paired")),
        ("1", (Code.TYPE, "round", "")),
    ],
)
def test_rounds_are_paired_in_their_order(number, expected):
    assert refusal(club_day(-1, -1), number) == expected
