"""Sequences in corners are the same in every corner, and end where both players leave them."""

from __future__ import annotations

import pytest

from goclub.go.joseki import QUIET, moves_of, sequences_of
from goclub.go.positions import turns
from goclub.go.records.reading import read

LETTERS = "abcdefghijklmnopqrs"
JOSEKI = ["pd", "qf", "nc", "rd", "qc", "qi"]
#: Moves at the middle lines, which belong to no corner.
ELSEWHERE = [f"j{LETTERS[row]}" for row in range(19)]


def lines(points: list[str], *, head: str = "", colours: str = "BW", turn: int = 0) -> list[str]:
    forth = turns(19)[turn]
    cells = [forth[LETTERS.index(point[1]) * 19 + LETTERS.index(point[0])] for point in points]
    moves = [
        f";{colours[number % 2]}[{LETTERS[cell % 19]}{LETTERS[cell // 19]}]"
        for number, cell in enumerate(cells)
    ]
    record = read(f"(;SZ[19]{head}{''.join(moves)})".encode())
    return [sequence.line for sequence in sequences_of(record)]


@pytest.mark.parametrize("turn", range(8))
@pytest.mark.parametrize("colours", ["BW", "WB"])
def test_a_joseki_is_the_same_in_every_corner_and_colour(turn, colours):
    game = [*JOSEKI, *ELSEWHERE[:QUIET]]
    assert lines(game, colours=colours, turn=turn) == ["ddCFfcBDccCI"]


def test_it_goes_on_until_the_corner_was_left_alone():
    assert lines([*JOSEKI, *ELSEWHERE[: QUIET - 1]]) == []
    pause = [*JOSEKI[:3], *ELSEWHERE[: QUIET - 1], *JOSEKI[3:], *ELSEWHERE[QUIET : 2 * QUIET]]
    assert lines(pause) == ["ddCFfcbdCCci"]
    late = [*JOSEKI[:3], *ELSEWHERE[:QUIET], *JOSEKI[3:], *ELSEWHERE[QUIET : 2 * QUIET]]
    assert lines(late) == ["ddCFfc"]


def test_what_is_no_sequence():
    one_sided = ["pd", "ja", "nc", "jb", "qf", *ELSEWHERE[2 : 2 + QUIET]]
    assert lines(one_sided) == []
    fight = [f"{column}{row}" for row in "abcdef" for column in "klmno"]
    assert lines([*fight, *ELSEWHERE[:QUIET]]) == []
    assert lines([*JOSEKI[:2], *ELSEWHERE[:QUIET]]) == []
    small = "".join(f";{'BW'[n % 2]}[{LETTERS[n % 5]}{LETTERS[n // 5]}]" for n in range(12))
    assert sequences_of(read(f"(;SZ[7]{small})".encode())) == []
    assert sequences_of(read(b"(;SZ[19:13];B[pd])")) == []


def test_the_same_sequence_in_two_corners_counts_once():
    far = ["dp", "cn", "fq", "bp", "cq", "ck"]
    assert lines([*JOSEKI, *far, *ELSEWHERE[:QUIET]]) == ["ddCFfcBDccCI"]


def test_stones_set_up_come_first_and_moves_read_back():
    line = "dd.CFfc"
    assert lines([*JOSEKI[1:3], *ELSEWHERE[:QUIET]], head="HA[2]AB[pd][dp]", colours="WB") == [line]
    assert moves_of(line, 19) == ([((15, 3), 1)], [((16, 5), 2), ((13, 2), 1)])
    edited = [*JOSEKI[1:3], *ELSEWHERE[:QUIET]]
    assert lines(edited, head="AB[pd];AW[qq]AE[pd]", colours="WB") == []


@pytest.mark.parametrize("line", ["", ".", ".dd", "d", "d1", "zz", "ddd", "dd..CF"])
def test_what_is_written_wrong_is_refused(line):
    with pytest.raises(ValueError, match="no sequence"):
        moves_of(line, 19)
