"""A small McMahon of our own with everything that goes wrong on a Sunday, worked out by hand.

Zero 30k, floor 20k, bar 4d; seven players, three rounds:

    no. name rank  start   R1            R2                  R3
    1   Abe   2d    31     beats Bay     beats Cho, 1 stone  loses to Eno, 5 stones
    2   Bay   1d    30     loses to Abe  beats Eno by        jigo with Dee
                                         default, 4 stones
    3   Cho   1k    29     jigo with Gil loses to Abe        beats Fay, 9 stones
    4   Dee   2k    28     loses to Eno, both lose against   jigo with Bay
                           2 stones      Fay by default, 9
    5   Eno   5k    25     beats Dee     loses to Bay        beats Abe
    6   Fay  22k    10     bye           (with Dee)          loses to Cho
    7   Gil   1k    30     jigo with Cho absent              absent

Fay starts at the floor; Gil, 1 kyu, has a correction of +1.  White is always the one who gives
stones, and the one named first in an even game: Abe, Cho, Bay.

NBW counts wins, half a jigo, 1 for the bye and nothing for Gil's absences.  In the MMS Gil's two
absences are worth ½ each: rounded down to 0 after round 2, a whole point after round 3.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.events.field import Tournament
from tournaments.events.placement import NAME_ORDER, parted_by, standings
from tournaments.events.settings import Settings
from tournaments.tests.tables import figures, player, tournament_round

PLAYERS = (
    player(1, "2D", name="Abe", rating=2200),
    player(2, "1D", name="Bay", rating=2100),
    player(3, "1K", name="Cho", rating=2000),
    player(4, "2K", name="Dee", rating=1900),
    player(5, "5K", name="Eno", rating=1600),
    player(6, "22K", name="Fay"),
    player(7, "1K", name="Gil", rating=2000, correction=1, absent=frozenset({1, 2})),
)
OPEN = Tournament(
    PLAYERS,
    (
        tournament_round("1+2 3=7 4-5/2 bye6"),
        tournament_round("1+3/1 2+!5/4 4x!6/9"),
        tournament_round("1-5/5 2=4 3+6/9"),
    ),
    Settings(rounds=3, criteria=("MMS", "SOSM", "SODOSM")),
)


@pytest.mark.parametrize(
    ("criterion", "expected"),
    [
        ("NBW", [2, 1.5, 1.5, 0.5, 2, 1, 0.5]),
        ("MMS", [33, 31.5, 30.5, 28.5, 27, 11, 31.5]),
        # First round × 4, second × 2, third × 1; the bye stays 1: it is a point without a game.
        ("CPS", [6, 2.5, 3, 0.5, 5, 1, 2]),
        # Running sums, e.g. Gil's MMS: 30½ after each of the first two rounds, then 31½.
        ("CUSSW", [5, 2.5, 2.5, 0.5, 4, 3, 1.5]),
        ("CUSSM", [98, 92.5, 89.5, 84.5, 79, 33, 92.5]),
        # Abe: Bay 1½ + Cho 1½ + Eno 2.  Rounds without a game add 0.
        ("SOSW", [5, 4.5, 3.5, 4.5, 4, 2, 1.5]),
        # Abe: Bay 31½ + (Cho 30½ + 1) + (Eno 27 + 5).  Fay's bye adds his start 10, Gil's
        # absences 30 each; Black's side takes the stones off.
        ("SOSM", [95, 92.5, 83.5, 80.5, 82, 51, 90.5]),
        ("SOSW-1", [3.5, 4, 3, 3.5, 3.5, 2, 1.5]),
        ("SOSW-2", [2, 2, 2, 2, 2, 1.5, 1.5]),
        ("SOSM-1", [63.5, 64, 63.5, 60.5, 55.5, 41, 60.5]),
        ("SOSM-2", [32, 33, 32, 31.5, 28, 21.5, 30.5]),
        # Bay: Eno 2, won by default, and half of Dee's ½.  Half of a half point is a quarter.
        ("SODOSW", [3, 2.25, 1.25, 0.75, 2.5, 0, 0.75]),
        ("SODOSM", [63, 45.25, 35.75, 15.75, 54.5, 0, 15.25]),
        ("SOSOSW", [12, 13.5, 8.5, 10.5, 14, 8, 3.5]),
        # Fay: 3 rounds × 10 for the bye; Gil: twice 3 × 30.
        ("SOSOSM", [258, 257.5, 236.5, 225.5, 268, 194, 263.5]),
        # The opponents' scores when the round was paired, without stones; Bay: Abe 0, Eno 1, Dee 0.
        ("OCUSSW", [1.5, 1, 2, 2, 2, 0.5, 0]),
        ("OCUSSM", [85.5, 85, 73, 67, 91, 67.5, 89]),
        # Bay, 1 dan, had no stones against Abe, 2 dan: one rank harder than natural, weight 2.
        ("EXT", [0, 4, 4.5, 4.5, 8, 6, 1.5]),
        ("EXR", [0, 0, 0, 0, 5, 0, 0]),
        ("NBW_virtual", [2, 1, 1.5, 1, 2.5, 1, 1.5]),
        ("MMS_virtual", [33, 31, 30.5, 29, 27.5, 11, 31.5]),
        ("STS", [33, 31.5, 30.5, 28.5, 27, 11, 31.5]),
        ("SOSTS", [95, 92.5, 83.5, 80.5, 82, 51, 90.5]),
        ("CAT", [1, 1, 1, 1, 1, 1, 1]),
        ("RANK", [1, 0, -1, -2, -5, -22, -1]),
        ("RATING", [2200, 2100, 2000, 1900, 1600, -900, 2000]),
        ("NUM", [1, 2, 3, 4, 5, 6, 7]),
        ("DC", [0] * 7),
        ("SDC", [0] * 7),
    ],
)
def test_figures_after_the_last_round(criterion, expected):
    assert figures(OPEN, criterion) == expected


@pytest.mark.parametrize(
    ("after", "criterion", "expected"),
    [
        (0, "NBW", [0, 0, 0, 0, 0, 0, 0]),
        (0, "MMS", [31, 30, 29, 28, 25, 10, 30]),
        (0, "SOSM", [0, 0, 0, 0, 0, 0, 0]),
        (1, "MMS", [32, 30, 29.5, 28, 26, 11, 30.5]),
        (2, "MMS", [33, 31, 29.5, 28, 26, 11, 30.5]),
        (1, "SOSW-1", [0, 0, 0, 0, 0, 0, 0]),
        # After round 2 the larger term: Abe of Bay 1 and Cho ½.
        (2, "SOSW-1", [1, 2, 2, 1, 1, 0, 0.5]),
        (2, "SOSW-2", [0, 0, 0, 0, 0, 0, 0]),
        # OpenGotha's quirk: nothing in McMahon until round 3.
        (2, "SOSM-1", [0, 0, 0, 0, 0, 0, 0]),
        (2, "SOSM-2", [0, 0, 0, 0, 0, 0, 0]),
        (2, "SOSM", [61.5, 63, 62.5, 48, 53, 29, 59.5]),
    ],
)
def test_figures_on_the_way(after, criterion, expected):
    assert figures(OPEN, criterion, after=after) == expected


def test_places_and_what_parted_them():
    rows = standings(OPEN, 2)
    assert [(row.place, row.player, row.shared) for row in rows] == [
        (1, 1, False),
        (2, 2, False),
        (3, 7, False),
        (4, 3, False),
        (5, 4, False),
        (6, 5, False),
        (7, 6, False),
    ]
    assert parted_by(rows[0], rows[1]) == "MMS"
    assert parted_by(rows[1], rows[2]) == "SOSM"


def test_after_round_1_two_share_a_place_and_names_order_them():
    # Bay and Gil have 30 and 30½; with NBW alone Cho and Gil, both ½, stand behind the winners.
    rows = standings(OPEN, 0, ["NBW"])
    assert [(row.place, row.player) for row in rows] == [
        *[(1, 1), (1, 5), (1, 6)],
        *[(4, 3), (4, 7)],
        *[(6, 2), (6, 4)],
    ]
    assert all(row.shared for row in rows)
    assert parted_by(rows[0], rows[1]) == NAME_ORDER


def test_without_rounding_down_gils_first_absence_counts_half():
    system = replace(OPEN.system, round_down=False)
    assert figures(replace(OPEN, system=system), "MMS", after=2)[6] == 31


def test_s2_11_an_unexcused_absence_earns_nothing():
    gil = replace(PLAYERS[6], absent=frozenset({1}), unexcused=frozenset({2}))
    event = replace(OPEN, players=(*PLAYERS[:6], gil))
    # One excused absence is left, and its half point is rounded down.
    assert figures(event, "MMS")[6] == 30.5
    assert figures(event, "NBW_virtual")[6] == 1.5


def test_only_opponents_scores_change_where_rounds_not_played_count_half():
    event = replace(OPEN, system=replace(OPEN.system, virtual=True))
    assert figures(event, "NBW") == figures(OPEN, "NBW")
    # Bay: Abe 33 + (Eno 27½ + 4) + Dee 29.  Eno: (Dee 29 − 2) + (Bay 31 − 4) + (Abe 33 − 5).
    assert figures(event, "SOSM") == [95, 93.5, 83.5, 80.5, 82, 51.5, 90.5]
    assert figures(event, "SOSW") == [5, 5.5, 4.5, 4.5, 4, 2.5, 1.5]
    assert figures(event, "SODOSW") == [2.5, 3, 1.75, 0.5, 3, 0, 0.75]
    assert figures(event, "EXT") == figures(OPEN, "EXT")
    # OpenGotha knows no such Strasbourg score; stones and own starts remain.
    assert figures(event, "SOSTS") == [6, 4, 8, 11, -11, -8, 60]


def test_s2_11_points_of_absence_and_bye_are_settings():
    system = replace(OPEN.system, nbw_absent2=1, nbw_bye2=1, mms_absent2=2, mms_bye2=0)
    event = replace(OPEN, system=system)
    # Two absences of ½ make 1; one bye of ½ is rounded down.
    assert figures(event, "NBW") == [2, 1.5, 1.5, 0.5, 2, 0, 1.5]
    assert figures(event, "MMS") == [33, 31.5, 30.5, 28.5, 27, 10, 32.5]


def test_not_assigned_earns_nothing_but_adds_the_own_start_to_sosm():
    event = replace(OPEN, players=(*PLAYERS, player(8, "3K", name="Hal")))
    assert [figures(event, name)[7] for name in ("NBW", "MMS", "SOSW", "SOSM", "SOSOSM")] == [
        *[0, 27, 0],
        *[81, 243],
    ]
    assert figures(event, "NBW_virtual")[7] == 1.5


def test_unknown_result_adds_the_opponents_score_but_no_point():
    event = replace(OPEN, rounds=(tournament_round("1?2 3=7 4-5/2 bye6"), *OPEN.rounds[1:]))
    assert figures(event, "MMS", after=1)[:2] == [31, 30]
    assert figures(event, "SOSM", after=1)[:2] == [30, 31]
    assert figures(event, "NBW_virtual", after=1)[:2] == [0.5, 0.5]
