"""A game in numbered diagrams: fifty moves each, and every move findable."""

from __future__ import annotations

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.diagrams.numbered import MOST_DIAGRAMS, diagrams
from goclub.go.records.nodes import Node


def move(number, colour, point):
    return Node(number, number - 1, (), colour, point, is_move=True, number=number)


def line(points, colour=BLACK):
    steps = []
    for number, point in enumerate(points, 1):
        steps.append(move(number, colour, point))
        colour = BLACK + WHITE - colour
    return steps


def test_fifty_moves_each_and_what_stood_before_has_no_number():
    points = [(x, y) for y in range(0, 19, 2) for x in range(19)][:120]
    found = diagrams(iter(line(points)), 19, 19)
    assert [(d.first, d.last) for d in found] == [(1, 50), (51, 100), (101, 120)]
    assert [len(d.numbers) for d in found] == [50, 50, 20]
    assert [len(d.stones) for d in found] == [50, 100, 120]
    assert found[1].numbers[points[50]] == 51
    assert (
        'class="number on-black">'
        not in found[0].svg(title="x", id_prefix="a").split("</title>")[0]
    )


def test_a_captured_stone_stays_and_later_moves_there_are_told_below():
    points = [(0, 1), (0, 0), (1, 0), (5, 5), (8, 8), (0, 0)]  # Black takes at move 3
    colours = [BLACK, WHITE, BLACK, WHITE, BLACK, BLACK]
    steps = [
        move(n, colour, point)
        for n, (point, colour) in enumerate(zip(points, colours, strict=True), 1)
    ]
    steps.append(move(7, WHITE, None))
    (diagram,) = diagrams(iter(steps), 9, 9)
    assert (diagram.stones[0, 0], diagram.numbers[0, 0]) == (WHITE, 2)
    assert diagram.elsewhere == [(6, BLACK, 2, "A9"), (7, WHITE, "", "")]


def test_an_edit_after_the_first_move_begins_a_new_diagram():
    steps = [
        Node(0, None, added=((BLACK, (2, 2)),)),
        move(1, WHITE, (4, 4)),
        Node(2, 1, added=((WHITE, (6, 6)),), removed=((2, 2),)),
        move(3, BLACK, (7, 7)),
    ]
    first, second = diagrams(iter(steps), 9, 9)
    assert (first.stones, first.numbers) == ({(2, 2): BLACK, (4, 4): WHITE}, {(4, 4): 1})
    assert (second.stones, second.places) == ({(4, 4): WHITE, (6, 6): WHITE, (7, 7): BLACK}, [2, 3])


def test_an_empty_game_has_one_diagram_and_no_game_has_thousands():
    assert len(diagrams(iter(()), 9, 9)) == 1
    endless = [move(n, BLACK, None) for n in range(1, 10_000)]
    assert len(diagrams(iter(endless), 9, 9)) == MOST_DIAGRAMS
