"""More handicap stones in a file than a game holds here: the result stays, and the file is read."""

from __future__ import annotations

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.field import GameResult
from tournaments.formats.h9_read import read_h9
from tournaments.formats.macmahon import read_macmahon
from tournaments.formats.opengotha_read import read_opengotha
from tournaments.formats.pairgoth import read_pairgoth
from tournaments.formats.remarks import Remark, RemarkKind
from tournaments.formats.sniffing import read_tournament
from tournaments.tests import opengotha_documents as opengotha
from tournaments.tests import test_macmahon as macmahon
from tournaments.tests import test_pairgoth as pairgoth

HEAD = "; CL[D]\n; EV[A club and its guests]\n; PC[PL, Gdańsk]\n; DT[2026-11-21]\n"
#: Two beginners against strong players: eleven stones, told on both lines, on one, and in reverse.
CLUB = """  1 Kowalska Anna      4D PL Gdan   33   62  124    4+/w11   3+/w9    2+/w0
  2 Nowak Jan          1D PL Gdan   31   63  123    3-/w10   4+       1-/b0
  3 Lis Ewa           18K PL Gdan   20   62  122    2+/b10   1-/b9    4=
  4 Beginner Zoe      25K PL Gdan   10   61  125    1-/b11   2-/b13   3=
"""
FRENCH = """;name=club
;date=21/11/2026
;vill=Lille
;comm=Soirée des débutants
;size=19
;time=30
;ta=30
;komi=0.5
;
;Num Nom Prenom               Niv Licence Club
   1 PETIT Zoë                 3D 1234567 59Li   2+/w12
   2 MARTIN Luc               25K 7654321 59Li   1-/b12
"""


def test_an_h9_file_keeps_its_results_and_says_what_it_took():
    remarks: list[Remark] = []
    event = read_h9((HEAD + CLUB).encode(), remarks)
    games = [
        (game.white, game.black, game.handicap, game.result)
        for one in event.rounds
        for game in one.games
    ]
    assert games == [
        (1, 4, 9, GameResult.WHITE),
        (2, 3, 9, GameResult.BLACK),
        (1, 3, 9, GameResult.WHITE),
        (2, 4, 9, GameResult.WHITE),
        (1, 2, 0, GameResult.WHITE),
        (3, 4, 0, GameResult.EQUAL),
    ]
    assert remarks == [
        Remark(RemarkKind.STONES, "Kowalska Anna: 4+/w11", 1),
        Remark(RemarkKind.STONES, "Nowak Jan: 3-/w10", 1),
        Remark(RemarkKind.STONES, "Beginner Zoe: 2-/b13", 2),
    ]


def test_a_tou_file_too():
    remarks: list[Remark] = []
    [game] = read_tournament(FRENCH.encode("latin-1"), remarks).rounds[0].games
    assert (game.handicap, game.result) == (9, GameResult.WHITE)
    assert Remark(RemarkKind.STONES, "PETIT Zoë: 2+/w12", 1) in remarks


def test_two_sides_that_name_other_stones_still_contradict():
    with refused(Code.INCONSISTENT, "line", reason="formats.contradiction"):
        read_h9((HEAD + CLUB.replace("/b11", "/b12")).encode())


XML = opengotha.document(opengotha.game(handicap=11))
BOARD = macmahon.pairing(1, 2, more="<Handicap>11</Handicap>")
ROUND = [{"id": 1, "t": 1, "w": 7, "b": 9, "h": 11, "r": "w"}]


@pytest.mark.parametrize(
    ("read", "data"),
    [
        (read_opengotha, XML),
        (read_macmahon, macmahon.document(macmahon.played(1, BOARD))),
        (read_pairgoth, pairgoth.document(games=[ROUND])),
    ],
)
def test_files_of_other_programs_too(read, data):
    remarks: list[Remark] = []
    [game] = read(data, remarks).rounds[0].games
    assert game.handicap == 9
    [said] = [one for one in remarks if one.kind is RemarkKind.STONES]
    assert (said.round_number, said.value.endswith(": 11")) == (1, True)
