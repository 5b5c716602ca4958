"""A game as books set it: variations after their moves, marks where they have room."""

from __future__ import annotations

from goclub.go.diagrams.book import book_diagrams, final_diagram
from goclub.go.records.reading import read
from goclub.go.records.record import Record


def record_of(text: str) -> Record:
    return read(f"(;SZ[9]{text})".encode())


def order_of(record: Record, **options: int) -> list[tuple[int, int, int, int]]:
    diagrams = book_diagrams(record, **{"variations": True, "most": 99} | options)
    variations = [(diagram.variation, diagram.last) for diagram in diagrams]
    return [(place.number, place.leaves, place.after, last) for place, last in variations]


NESTED = record_of(
    "C[x];B[aa];W[bb](;B[cc];W[dd](;B[ee])(;B[ff];W[gg]))"
    "(;B[dd];W[cc](;B[ee];W[ef](;B[ab])(;B[ba]))(;B[fe]))(;B[de])"
)


def test_variations_stand_in_the_order_of_their_moves_and_below_those_they_leave():
    assert order_of(NESTED) == [
        (0, 0, 0, 5),
        (1, 0, 2, 5),
        (2, 1, 4, 1),
        (3, 1, 2, 1),
        (4, 0, 2, 1),
        (5, 0, 4, 2),
    ]
    assert order_of(NESTED, variations=False) == [(0, 0, 0, 5)]
    assert len(order_of(NESTED, most=3)) == 3


def test_a_variation_is_numbered_from_one_on_the_stones_before_it():
    diagram = book_diagrams(NESTED, variations=True, most=99)[2]
    assert [number for number, _node in diagram.texts] == [1]
    assert ">1</text>" in diagram.svg
    assert diagram.svg.count('class="stone ') == 7


def test_a_variation_after_the_last_move_and_one_of_a_pass():
    record = record_of(";B[aa](;W[bb](;C[end])(;B[];W[cc]))")
    assert order_of(record) == [(0, 0, 0, 2), (1, 0, 2, 2)]
    assert book_diagrams(record, variations=True, most=9)[1].elsewhere == ((1, 1, "", ""),)


def test_marks_stand_in_the_diagram_unless_a_number_or_another_mark_is_there():
    record = record_of(";B[aa];W[bb]LB[hh:A]TR[bb];B[cc]LB[hh:A][ih:B];W[dd]LB[hh:C];B[ee]SQ[aa]")
    moves, fourth, fifth = book_diagrams(record, variations=True, most=99)
    assert [moves.svg.count(f">{letter}</text>") for letter in "AC"] == [3, 2]
    assert "sign tr" not in moves.svg
    assert (fourth.is_position, fourth.last, fourth.svg.count(">C</text>")) == (True, 4, 3)
    assert (fifth.last, "sign sq on-black" in fifth.svg) == (5, True)


def test_a_line_between_stones_has_room_and_a_dimmed_board_has_none():
    record = record_of(";B[aa];W[bb]LN[aa:bb];B[cc]DD[dd:ee]")
    moves, dimmed = book_diagrams(record, variations=True, most=99)
    assert ("sign ln" in moves.svg, "sign dd" in moves.svg) == (True, False)
    assert "sign dd" in dimmed.svg


def test_the_final_position_of_a_game_without_moves():
    diagram = final_diagram(record_of("AB[aa]"))
    assert (diagram.last, diagram.svg.count('class="stone ')) == (0, 1)
