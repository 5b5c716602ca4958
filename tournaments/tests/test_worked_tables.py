"""The tables of RULEBOOK section 3: our own worked tournament and an independent real one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.events.field import GameResult, Player, Tournament, TournamentGame, TournamentRound
from tournaments.events.placement import standings
from tournaments.events.presets import opengotha, s2
from tournaments.events.settings import JigoInSodos, Kind
from tournaments.formats.opengotha_names import rank_of
from tournaments.tests.tables import figures, lettered, tournament_round

# R1 A>B, C>D; R2 A>C, B>D; R3 A=D, B>C.
WORKED = tuple(map(tournament_round, ["1+2 3+4", "1+3 2+4", "1=4 2+3"]))
SWISS = Tournament(lettered("4D", "5D", "3D", "2D"), WORKED, s2(Kind.SWISS, rounds=3))
MCMAHON_30K = Tournament(lettered("4D", "5D", "3D", "2D"), WORKED, s2(rounds=3))
WINS_ONLY = {"sodos_jigo": JigoInSodos.WINS}


@pytest.mark.parametrize(
    ("criterion", "a", "b", "c", "d"),
    [
        ("NBW", 2.5, 2, 1, 0.5),
        ("SOSW", 3.5, 4, 5, 5.5),
        ("SODOSW", 3.25, 1.5, 0.5, 1.25),
        ("SOSOSW", 14.5, 14, 13, 12.5),
        ("OCUSSW", 1, 1, 2, 2),
        ("CUSSW", 5.5, 3, 3, 0.5),
    ],
)
def test_worked_swiss(criterion, a, b, c, d):
    assert figures(SWISS, criterion) == [a, b, c, d]


@pytest.mark.parametrize(
    ("criterion", "a", "b", "c", "d"),
    [
        ("MMS", 20.5, 20, 18, 16.5),
        ("SOSM", 54.5, 55, 57, 58.5),
        ("SODOSM", 46.25, 34.5, 16.5, 10.25),
        ("SOSOSM", 170.5, 170, 168, 166.5),
        ("OCUSSM", 52, 52, 54, 55),
        ("CUSSM", 59.5, 57, 54, 48.5),
    ],
)
def test_worked_mcmahon(criterion, a, b, c, d):
    assert figures(MCMAHON_30K, criterion) == [a, b, c, d]


def test_d1_sodos_of_wins_only():
    swiss = replace(SWISS, system=replace(SWISS.system, **WINS_ONLY))
    mcmahon = replace(MCMAHON_30K, system=replace(MCMAHON_30K.system, **WINS_ONLY))
    assert figures(swiss, "SODOSW") == [3, 1.5, 0.5, 0]
    assert figures(mcmahon, "SODOSM") == [38, 34.5, 16.5, 0]


def test_s2_9_cuss_does_not_change_when_opponents_win_later():
    # In round 2 only C of A's opponents, and A of C's, had a point.
    before = figures(SWISS, "OCUSSW", after=2)
    later = tuple(map(tournament_round, ["1+2 3+4", "1+3 2+4", "1-4 2-3"]))
    assert figures(replace(SWISS, rounds=later), "OCUSSW", after=2) == before == [1, 0, 1, 0]


def test_s2_10_worked_order_and_places():
    rows = standings(MCMAHON_30K, 2)
    assert [(row.player, row.place, row.shared) for row in rows] == [
        (1, 1, False),
        (2, 2, False),
        (3, 3, False),
        (4, 4, False),
    ]


# The independent table: 19 players, 4 rounds, McMahon with handicaps and absences.
# "3+/b4" = beat no. 3, as Black, at 4 stones; "0=" = no game.
REAL = """
 1 3d  2+/w0   3+/b0  4+/w0  15+/w4   36 128 503
 2 3d  1-/b0   0=     0=     0=       33 132 512
 3 1d  4+/b0   1-/w0  9+/w1  5+/b0    33 129 496
 4 2d  3-/w0   15+/w4 1-/b0  9+/w1    33 127 493
 5 2k  6+/w0   9+/b0  15+/w4 3-/w0    31 120 482
 6 2k  5-/b0   7-/w0  10+/b0 16+/w4   30 117 455
 7 3k  10-/w0  6+/b0  8+/b0  11+/w0   30 115 458
 8 4k  16+/w2  11+/b0 7-/w0  10+/w0   29 112 447
 9 3k  15+/w1  5-/w0  3-/b1  4-/b1    28 121 491
10 3k  7+/b0   16-/w4 6-/w0  8-/b0    28 117 447
11 4k  13+/b0  8-/w0  16+/w2 7-/b0    28 112 433
12 6k  17+/w2  13-/w0 18+/w3 14+/b0   27 103 384
13 5k  11-/w0  12+/b0 17-/w3 19+/w9   27 103 373
14 5k  0=      18+/w3 19-/w9 12-/w0   26  99 357
15 5k  9-/b1   4-/b4  5-/b4  1-/b4    25 115 496
16 7k  8-/b2   10+/b4 11-/b2 6-/b4    24 103 458
17 9k  12-/b2  19+/w8 13+/b3 18-/w1   23  93 360
18 10k 19+/w7  14-/b3 12-/b3 17+/b1   22  89 360
19 18k 18-/b7  17-/b8 14+/b9 13-/b9   13  65 384
"""


def read_real() -> tuple[Tournament, dict[int, tuple[float, ...]]]:
    """The tournament of the table above, and its three figures by player."""
    players, expected = [], {}
    games: list[list[TournamentGame]] = [[], [], [], []]
    for line in REAL.split("\n")[1:-1]:
        number, rank, *cells, score, sos, sosos = line.split()
        absent = frozenset(r for r, cell in enumerate(cells) if cell == "0=")
        value = rank_of(rank)
        assert value is not None
        players.append(Player(int(number), f"N{number}", rank=value, absent=absent))
        expected[int(number)] = (float(score), float(sos), float(sosos))
        for r, cell in enumerate(cells):
            opponent, _, colour = cell.partition("/")
            if not colour.startswith("w"):
                continue  # each game is told twice; White's cell is enough
            result = GameResult.WHITE if opponent.endswith("+") else GameResult.BLACK
            black = int(opponent[:-1])
            game = TournamentGame(len(games[r]) + 1, int(number), black, int(colour[1:]), result)
            games[r].append(game)
    rounds = tuple(TournamentRound(tuple(played)) for played in games)
    return Tournament(tuple(players), rounds, opengotha(rounds=4)), expected


def test_s2_11_to_s2_13_the_57_figures_of_the_independent_table():
    event, expected = read_real()
    assert [len(played.games) for played in event.rounds] == [9, 9, 9, 9]
    rows = standings(event, 3)
    computed = {
        row.player: tuple(row.points(name) for name in ("MMS", "SOSM", "SOSOSM")) for row in rows
    }
    assert computed == expected
    assert [row.player for row in rows] == list(range(1, 20))


def test_s2_13_handicaps_are_taken_into_account_on_both_sides():
    event, _ = read_real()
    even = tuple(
        TournamentRound(tuple(replace(game, handicap=0) for game in played.games))
        for played in event.rounds
    )
    without = figures(replace(event, rounds=even), "SOSM")
    # No. 19 was Black at 7, 8, 9 and 9 stones; no. 15 at 1, 4, 4 and 4.
    assert (without[18], without[14]) == (65 + 33, 115 + 13)
