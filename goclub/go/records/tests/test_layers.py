"""Layers over a record: spots that stay right, lines that are added, points that are named."""

from __future__ import annotations

import random

import pytest

from goclub.go.board.basics import BLACK, WHITE, IllegalMove, split_mentions
from goclub.go.records.layers import (
    AddedLine,
    add_lines,
    find_spot,
    next_colour,
    play_on,
    read_moves,
    spot_of,
    with_comments,
    write_moves,
)
from goclub.go.records.reading import read
from goclub.go.records.write import write_record
from ratings.errors import Code
from ratings.tests.builders import refused

PLAIN = b"(;SZ[9]KM[5.5];B[ee];W[ec];B[gd];W[dg])"
FORKED = b"(;SZ[9];B[ee];W[ec](;B[gd];W[dg](;B[cc])(;B[cd]))(;B[cg];W[gg])(;B[gc]))"


def words(record, nodes):
    """The moves of some nodes, as colour and point."""
    return [(record.nodes[n].colour, record.nodes[n].point) for n in nodes]


def spots_of(record):
    return [spot_of(record, index) for index in range(len(record.nodes))]


# -- spots ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("data", [PLAIN, FORKED])
def test_every_node_is_found_at_its_spot(data):
    record = read(data)
    spots = spots_of(record)
    assert len(set(spots)) == len(spots)
    assert [find_spot(record, spot) for spot in spots] == list(range(len(spots)))


def test_the_main_line_counts_its_steps():
    record = read(FORKED)
    assert spots_of(record)[: len(record.main_line)] == [
        str(place) for place in range(len(record.main_line))
    ]


@pytest.mark.parametrize(
    "spot", ["", "x", "99", "2.9.0", "2.1", "-1", "1.0.0.", "2.1.99", "9" * 50, "1\n", "٣"]
)
def test_a_spot_that_is_not_there(spot):
    with refused(code=Code.UNKNOWN):
        find_spot(read(FORKED), spot)


# -- whose turn ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("data", "node", "colour"),
    [
        (PLAIN, 0, BLACK),
        (PLAIN, 1, WHITE),
        (PLAIN, 4, BLACK),
        (b"(;SZ[9]HA[2]AB[cc][gg];W[ee])", 0, WHITE),
        (b"(;SZ[9]AB[cc]AW[gg];W[ee])", 0, BLACK),
        (b"(;SZ[9];B[];W[ee];C[hm])", 3, BLACK),
    ],
)
def test_who_moves_next(data, node, colour):
    assert next_colour(read(data), node) == colour


# -- moves as text -------------------------------------------------------------------------------
def test_moves_are_written_and_read_again():
    record = read(PLAIN)
    moves = ((BLACK, (0, 8)), (WHITE, None), (BLACK, (8, 0)))
    text = write_moves(moves, record)
    assert text == "BaiW-Bia"
    assert read_moves(text, record) == moves


@pytest.mark.parametrize("text", ["Bzz", "Btt", "Bjj"])
def test_points_off_the_board_are_refused(text):
    with pytest.raises(IllegalMove):
        read_moves(text, read(PLAIN))


@pytest.mark.parametrize("text", ["B", "Xaa", "Baa;", "B[aa]", "Baaa", "baa"])
def test_texts_that_are_no_moves_are_refused(text):
    with refused(code=Code.TYPE):
        read_moves(text, read(PLAIN))


# -- added lines ---------------------------------------------------------------------------------
def test_a_line_becomes_a_variation_and_the_game_stays():
    record = read(PLAIN)
    moves = ((BLACK, (2, 6)), (WHITE, (6, 6)))
    layered = add_lines(record, [AddedLine("2", moves)])
    assert layered.record.moves == record.moves
    (line,) = layered.lines
    assert words(layered.record, line) == list(moves)
    assert layered.record.nodes[line[0]].parent == layered.places[2]
    assert layered.record.digest == record.digest


def test_moves_that_are_there_are_not_doubled():
    record = read(PLAIN)
    shared = ((BLACK, (6, 3)), (WHITE, (1, 1)))  # B[gd] is the game's own move
    layered = add_lines(
        record, [AddedLine("2", shared), AddedLine("2", (*shared, (BLACK, (0, 0))))]
    )
    first, second = layered.lines
    assert first[0] == layered.places[3]
    assert second[:2] == first
    assert len(layered.record.nodes) == len(record.nodes) + 2


def test_after_the_last_move_the_game_still_ends_where_it_ended():
    record = read(PLAIN)
    layered = add_lines(
        record, [AddedLine("4", ((BLACK, (0, 0)),))], end="The game record ends here."
    )
    assert layered.record.moves == record.moves
    again = read(write_record(layered.record))
    assert again.moves == record.moves
    assert again.nodes[again.main_line[-1]].comment == "The game record ends here."


def test_captures_of_an_added_line_are_computed():
    layered = add_lines(read(b"(;SZ[9];B[ba];W[aa];B[ee])"), [AddedLine("2", ((BLACK, (0, 1)),))])
    node = layered.record.nodes[layered.lines[0][0]]
    assert (node.removed, node.prisoners) == (((0, 0),), (1, 0))
    assert layered.record.position_at(node.index).get((0, 0)) == 0


@pytest.mark.parametrize("moves", [((BLACK, (4, 4)),), ((WHITE, (2, 2)), (BLACK, (2, 2)))])
def test_an_illegal_line_is_refused(moves):
    with pytest.raises(IllegalMove):
        add_lines(read(PLAIN), [AddedLine("4", moves)])
    with pytest.raises(IllegalMove):
        play_on(read(PLAIN), 4, moves)


def test_suicide_follows_the_rules_of_the_record():
    stones = "AB[ba][ab]AW[ii]"
    plain, zealand = (read(f"(;SZ[9]RU[{ru}]{stones})".encode()) for ru in ("Japanese", "NZ"))
    line = [AddedLine("0", ((WHITE, (0, 0)),))]
    with pytest.raises(IllegalMove) as caught:
        add_lines(plain, line)
    assert caught.value.reason == "board.suicide"
    assert add_lines(zealand, line).lines


@pytest.mark.parametrize("seed", range(25))
def test_what_was_added_is_there_after_writing_and_reading(seed):
    """Random lines at random nodes: the file reads back node by node."""
    rng = random.Random(seed)
    record = read(rng.choice([PLAIN, FORKED]))
    lines = []
    for _ in range(rng.randrange(1, 6)):
        index = rng.randrange(len(record.nodes))
        board, colour, moves = record.position_at(index), next_colour(record, index), []
        for _ in range(rng.randrange(1, 5)):
            point = (rng.randrange(9), rng.randrange(9))
            if board.refusal(colour, point) is None:
                board.play(colour, point)
                moves.append((colour, point))
                colour = BLACK + WHITE - colour
        if moves:
            lines.append(AddedLine(spots_of(record)[index], tuple(moves)))
    layered = add_lines(record, lines, end="end")
    again = read(write_record(layered.record))
    assert [(n.parent, n.colour, n.point, n.removed) for n in again.nodes] == [
        (n.parent, n.colour, n.point, n.removed) for n in layered.record.nodes
    ]
    assert again.moves == record.moves
    for line, nodes in zip(lines, layered.lines, strict=True):
        assert words(again, nodes) == list(line.moves)
    for old, new in enumerate(layered.places):
        assert words(again, [new]) == words(record, [old])


def test_comments_stand_below_those_of_the_record():
    record = read(b"(;SZ[9];B[ee]C[good];W[ec])")
    said = with_comments(record, {1: ["Sato: yes", "Anong: no]"], 2: ["Sato: hm"]})
    again = read(write_record(said))
    assert again.nodes[1].comment == "good\n\nSato: yes\n\nAnong: no]"
    assert again.nodes[2].comment == "Sato: hm"
    assert record.nodes[1].comment == "good"


# -- named points --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Black at D4, then Q16.", ["D4", "Q16"]),
        ("d4", ["d4"]),
        ("黒D4は大きい", ["D4"]),
        ("(D4)", ["D4"]),
        ("D4 D4", ["D4", "D4"]),
        ("I5 does not exist, Z9 and A20 lie outside", []),
        ("B+3.5 and B2.5", []),
        ("MP3 or AD4x or D4D", []),
        ("me@d4.example", []),
        ("FF4", []),
        ("", []),
        ("D100 and D4", ["D4"]),
        ("D4-Q16, D4/K10", ["D4", "Q16", "D4", "K10"]),
    ],
)
def test_points_are_found_in_a_text(text, names):
    parts = split_mentions(text, 19, 19)
    assert [part.text for part in parts if part.point] == names
    assert "".join(part.text for part in parts) == text


def test_points_follow_the_size_of_the_board():
    assert split_mentions("K9", 9, 9) == [("K9", None)]
    assert split_mentions("J9", 9, 9) == [("J9", (8, 0))]
