"""Places, shared and published, the order of names, and what may be asked (S2-10)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.criteria import CRITERIA
from tournaments.events.placement import NAME_ORDER, ordered, parted_by, standings
from tournaments.tests.tables import figures, lettered, player, tournament


def places(event, criteria=None, after=None):
    last = len(event.rounds) if after is None else after
    rows = standings(event, last - 1, criteria)
    return [(row.player, row.place, row.shared, row.published_place) for row in rows]


def test_equal_players_share_the_better_place_and_the_next_is_skipped():
    event = tournament(lettered("1D", "1D", "1D", "1D"), "1+2 3+4")
    assert places(event, ["NBW"]) == [
        (1, 1, True, 1),
        (3, 1, True, 1),
        (2, 3, True, 3),
        (4, 3, True, 3),
    ]


def test_equal_players_are_listed_by_name_then_first_name_in_code_points():
    entered = (
        player(1, name="ábel", first_name="A"),
        player(2, name="Zoe", first_name="A"),
        player(3, name="Abel", first_name="b"),
        player(4, name="Abel", first_name="B"),
        player(5, name="abel", first_name="A"),
    )
    assert ordered(tournament(entered), -1, ["NBW"]) == (4, 3, 2, 5, 1)


def test_published_places_leave_out_who_never_appears():
    # 1 never plays and would lead by rank; 4 has the bye; 5 is absent now but plays later.
    entered = lettered("5D", "1D", "1D", "1D", "1D")
    event = tournament(entered, "2+3 bye4", "5+4", criteria=("RANK", "NBW"))
    published = {row.player: row.published_place for row in standings(event, 0)}
    assert published == {1: None, 2: 1, 3: 3, 4: 1, 5: 3}
    assert [row.place for row in standings(event, 0)] == [1, 2, 2, 4, 4]


def test_category_and_number_put_the_smaller_first():
    event = tournament(lettered("5K", "1D", "20K", "3D"), category_limits=(0, -10))
    assert ordered(event, -1, ["CAT", "NUM"]) == (2, 4, 1, 3)
    assert figures(event, "CAT") == [2, 1, 3, 1]


def test_players_without_a_rating_come_last_of_those_with_one():
    entered = (player(1), player(2, rating=-100), player(3, rating=2000))
    assert ordered(tournament(entered), -1, ["RATING"]) == (3, 2, 1)


def test_parted_by_names_the_first_criterion_that_differs():
    event = tournament(lettered("1D", "1D", "1D", "1D"), "1+2 3=4", criteria=("NBW", "SOSW"))
    rows = standings(event, 0)
    assert [parted_by(a, b) for a, b in pairwise(rows)] == [
        *("NBW", NAME_ORDER),
        "NBW",
    ]


def test_every_criterion_is_shown_whatever_the_order():
    row = standings(tournament(lettered("1D", "1D"), "1+2"), 0, ["NBW"])[0]
    assert set(row.scores) == {*CRITERIA, "NBW_virtual", "MMS_virtual"}
    assert row.criteria == ("NBW",)


def test_scores_are_doubled_integers_but_for_quarters_of_sodos():
    row = standings(tournament(lettered("1D", "1D"), "1=2", "1=2", rounds=3), 0)[0]
    assert (row.scores["NBW"], row.scores["SODOSW"]) == (1, Fraction(1, 2))
    assert row.points("SODOSW") == 0.25
    assert all(isinstance(score, int) for name, score in row.scores.items() if "SODOS" not in name)


@pytest.mark.parametrize("criteria", [["MMS", "SOS"], ["MMS", "MMS"], ["MMS_virtual"]])
def test_s2_10_refuses_an_unknown_or_doubled_criterion(criteria):
    event = tournament(lettered("1D", "1D"), "1+2")
    with refused(Code.INCONSISTENT, "criteria"):
        standings(event, 0, criteria)
    with refused(Code.INCONSISTENT, "criteria"):
        ordered(event, 0, criteria)


@pytest.mark.parametrize(
    ("after", "code"),
    [(2, Code.STATE), (-2, Code.RANGE), (True, Code.TYPE), ("0", Code.TYPE), (None, Code.MISSING)],
)
def test_refuses_a_round_that_is_not_planned(after, code):
    event = tournament(lettered("1D", "1D"), "1+2", rounds=2)
    with refused(code, "round"):
        standings(event, after)


def test_a_planned_round_without_games_counts_as_one():
    absent = replace(lettered("1D")[0], id=3, name="C", absent=frozenset({1, 2}))
    event = tournament((*lettered("1D", "1D"), absent), "1+2 bye3", rounds=3)
    assert figures(event, "MMS", after=1) == [31, 30, 31]
    assert figures(event, "MMS", after=3) == [31, 30, 32]


def test_contradictory_facts_are_refused():
    with refused(Code.DUPLICATE, "games", value=(1, 1)):
        standings(tournament(lettered("1D", "1D"), "1+2 1+2"), 0)


@pytest.mark.parametrize(("rounds", "won", "bonus"), [(4, 2, 2), (4, 3, 4), (4, 1, 0), (2, 1, 2)])
def test_strasbourg_bonus_for_the_last_rounds_of_a_bracket(rounds, won, bonus):
    # 1 starts at the bar and wins; round 2 of 4 stands for the quarter-final, 3 for the semi.
    entered = lettered("4D", "3D", "3D", "3D", "3D")
    event = tournament(entered, *[f"1+{n}" for n in range(2, 2 + won)], rounds=rounds)
    assert figures(event, "STS")[0] == 33 + won + bonus
    lost = tournament(entered, "1-2", *[f"1+{n}" for n in range(3, 2 + won)], rounds=rounds)
    assert figures(lost, "STS")[0] == 33 + won - 1


def test_cup_score_lets_an_early_win_outweigh_all_later_ones():
    event = tournament(lettered("1D", "1D", "1D", "1D"), "1+2 3+4", "2+1 4+3", "2+3 4+1")
    assert figures(event, "CPS") == [4, 3, 4, 3]
