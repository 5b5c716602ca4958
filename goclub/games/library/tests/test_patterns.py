"""Patterns are found wherever a plain look at every position of every game finds them."""

from __future__ import annotations

import random

import numpy as np
import pytest
from django.urls import reverse
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from goclub.common.tests.reading import read as read_page
from goclub.games.library.services.positions import index_kifu
from goclub.games.library.services.records import upload_kifu
from goclub.games.models import Game, Kifu
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import at, facts
from goclub.go.board.basics import BLACK, opponent
from goclub.go.board.position import Board
from goclub.go.patterns import Pattern, SearchedGames, find, trace_of
from goclub.go.records import reading
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError

LETTERS = "abcdefghijklmnopqrs"


def crowded_game(size: int, moves: int, seed: int) -> str:
    """Random legal moves near each other, so that stones are captured, retaken and fought over."""
    rng, board, colour, line, last = random.Random(seed), Board(size), BLACK, [], (2, 2)
    for _ in range(20 * moves):
        point = (last[0] + rng.randrange(-2, 3), last[1] + rng.randrange(-2, 3))
        if rng.random() < 0.1:
            point = (rng.randrange(size), rng.randrange(size))
        if len(line) < moves and board.contains(point) and board.refusal(colour, point) is None:
            board.play(colour, point)
            line.append(f";{'BW'[colour - 1]}[{LETTERS[point[0]]}{LETTERS[point[1]]}]")
            last, colour = point, opponent(colour)
    return f"(;GM[1]FF[4]SZ[{size}]{''.join(line)})"


def positions(record):
    """The rows of the board after each number of moves, the first before the first move."""
    boards = {}
    for place in record.main_line:
        board = record.position_at(place)
        boards[record.nodes[place].number] = [
            "".join(".XO"[board.get((x, y))] for x in range(board.width))
            for y in range(board.height)
        ]
    return boards


def first_move(pattern, record, either):
    """The first number of moves at which a pattern stands, by looking everywhere; -1 for never."""
    variants = pattern.variants(either_colour=either)
    for exchanged in (False, True):
        for moves, rows in positions(record).items():
            for variant in (v for v in variants if v.is_exchanged is exchanged):
                columns, lines = variant.corners(pattern.size)
                if any(
                    all(
                        sign in ("?", rows[top + y][left + x])
                        for y, row in enumerate(variant.rows)
                        for x, sign in enumerate(row)
                    )
                    for left in columns
                    for top in lines
                ):
                    return moves, exchanged
    return -1, False


@settings(max_examples=60, deadline=None)
@given(data=st.data(), seed=st.integers(0, 200), either=st.booleans())
def test_what_a_plain_look_finds_is_found(data, seed, either):
    records = [reading.read(crowded_game(9, 70, seed + n).encode()) for n in range(3)]
    shown = data.draw(st.sampled_from(list(positions(records[0]).values())))
    width, height = data.draw(st.integers(2, 9)), data.draw(st.integers(2, 9))
    left, top = data.draw(st.integers(0, 9 - width)), data.draw(st.integers(0, 9 - height))
    rows = [shown[y][left : left + width] for y in range(top, top + height)]
    blurred = data.draw(st.sets(st.integers(0, width * height - 1), max_size=3))
    rows = [
        "".join("?" if y * width + x in blurred else sign for x, sign in enumerate(row))
        for y, row in enumerate(rows)
    ]
    assume(set("".join(rows)) & {"X", "O"})
    pattern = Pattern.read(9, left, top, rows)
    games = SearchedGames(9, [trace_of(record) for record in records])
    findings = find(pattern, games, either_colour=either)
    expected = [first_move(pattern, record, either) for record in records]
    assert list(zip(findings.moves.tolist(), findings.exchanged.tolist(), strict=True)) == expected


def traces(*games):
    return SearchedGames(9, [trace_of(reading.read(game.encode())) for game in games])


def test_the_next_move_inside_is_told_in_the_frame_of_the_pattern():
    """Also from another corner and with the colours exchanged."""
    pattern = Pattern.read(9, 0, 0, ["....", ".X..", "....", "...."])
    games = traces(
        "(;SZ[9];B[bb];W[ff];B[cc])",
        "(;SZ[9];B[hb];W[ff];B[gc])",
        "(;SZ[9];B[ea];W[hh];B[aa];W[gg])",
        "(;SZ[9];B[bb];W[ff])",
        "(;SZ[9];B[ee])",
    )
    findings = find(pattern, games, either_colour=True)
    assert findings.moves.tolist() == [1, 1, 2, 1, -1]
    assert findings.exchanged.tolist() == [False, False, True, False, False]
    column = 2 * (2 * 4 + 2) + 1
    assert np.argwhere(findings.following).tolist() == [[0, column], [1, column], [2, column]]


def test_a_ko_is_found_in_each_of_its_states():
    """A point that was taken and retaken stands for what it was at that moment."""
    ko = "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc];B[cb];W[bb];B[ii];W[ih];B[cb])"
    before = Pattern.read(9, 0, 0, [".XO", "X..", ".XO"])
    capture = Pattern.read(9, 0, 0, [".XO", "XO.", ".XO"])
    retaken = Pattern.read(9, 0, 0, [".XO", "X.X", ".XO"])
    findings = [find(pattern, traces(ko)) for pattern in (before, capture, retaken)]
    assert [result.moves.tolist() for result in findings] == [[0], [2], [1]]
    assert np.argwhere(findings[2].following).tolist() == [[0, 2 * 4]]


@pytest.mark.parametrize(
    ("size", "left", "rows", "code"),
    [
        (9, 0, [], "E_RANGE"), (9, 0, ["XO", "X"], "E_RANGE"), (9, 8, ["XO"], "E_RANGE"),
        (9, -1, ["XO"], "E_RANGE"), (9, 0, ["XA"], "E_RANGE"), (52, 0, ["X" * 52] * 52, "E_RANGE"),
        (9, 3, ["...", "..."], "E_MISSING"), (9, 0, ["?" * 9] * 9, "E_MISSING"),
    ],
)  # fmt: skip
def test_what_is_no_pattern_is_refused(size, left, rows, code):
    with pytest.raises(RuleError, match=code):
        Pattern.read(size, left, 0, rows)


def test_a_full_board_and_an_empty_one_are_patterns():
    empty = Pattern.read(9, 0, 0, ["." * 9] * 9)
    full = Pattern.read(9, 0, 0, ["X" * 9] * 9)
    games = traces("(;SZ[9];B[aa])", "(;SZ[9]AB[aa];W[bb])")
    assert find(empty, games).moves.tolist() == [0, -1]
    assert find(full, games).moves.tolist() == [-1, -1]
    assert trace_of(reading.read(b"(;SZ[19:13];B[aa])")) is None


# --- On the page ----------------------------------------------------------------------------------
@pytest.fixture
def library(db):
    """Two games that begin alike in opposite corners; Black won the first, White the second."""
    black, white = make_member("Ada", points=100), make_member("Bea", points=100)
    texts = (
        "(;SZ[9]RE[B+R];B[cc];W[gg];B[cd];W[dc])", "(;SZ[9]RE[W+R];B[gg];W[cc];B[fg];W[gf];B[aa])",
    )  # fmt: skip
    for number, text in enumerate(texts):
        draft = upload_kifu(Act(black.user, at()), text.encode(), filename="x.sgf")
        claim = facts(black, white, winner="BW"[number], board=9)
        report_game(Act(black.user, at(minute=number)), claim, kifu=draft, another=True)


def search(client, **query):
    return client.get(reverse("games:positions"), {"size": "9"} | query)


def test_the_page_finds_a_part_of_the_board(client, library):
    """Both games by symmetry, the next move once for both, and links into the games."""
    page = search(client, m="cc--cd", **{"from": "A9", "to": "E5"})
    findings = page.context["found"]
    assert (findings.tally.games, findings.tally.black, findings.tally.white) == (2, 1, 1)
    assert [(row["point"], row["tally"].games) for row in page.context["rows"]] == [("D7", 2)]
    assert read_page(page).values("input[name=to]", "value") == ["E5"]
    links = read_page(page).values("section[aria-labelledby=games] li a", "href")
    assert len([link for link in links if link.endswith("?move=3#board")]) == 2


def test_the_page_asks_for_some_games_only(client, library):
    area = {"m": "cc--cd", "area": "aaee"}
    assert search(client, **area, result="B").context["found"].tally.games == 1
    assert search(client, **area, q="Nobody").context["found"].tally.games == 0
    assert search(client, m="cc", result="B").context["found"].tally.games == 1


@pytest.mark.parametrize(
    ("ranks", "games"),
    [
        ({"rank_from": "1d", "rank_to": "3d"}, 1),  # 2d by the record, beside 5k
        ({"rank_from": "4k", "rank_to": "1k"}, 1),  # 3k in the ledger of the club
        ({"rank_from": "1k", "rank_to": "1d"}, 0),  # between the two players
        ({"rank_to": "6k"}, 0),
        ({"rank_from": "8k"}, 2),
        ({"rank_from": "nonsense"}, 2),
    ],
)
def test_the_page_asks_for_games_of_a_rank(client, library, ranks, games):
    Kifu.objects.filter(game__winner="B").update(black_rank="２段", white_rank="5 kyu")
    game = Game.objects.get(winner="W")
    confirm_game(Act(game.white.user, at(minute=5)), game)
    assert search(client, m="cc--cd", area="aaee", **ranks).context["found"].tally.games == games


def test_a_search_sees_what_was_indexed_since_the_last_one(client, library):
    """Also where neither the number of records nor their keys changed."""
    area = {"m": "cc--cd", "area": "aaee"}
    assert search(client, **area).context["found"].tally.games == 2
    index_kifu(Kifu.objects.first(), reading.read(b"(;SZ[9];B[aa])"))
    assert search(client, **area).context["found"].tally.games == 1


def test_points_that_may_be_anything_and_exchanged_colours(client, library):
    """The colours exchanged exchange the winner too."""
    area = {"area": "aaee", "m": "--cc"}
    assert search(client, **area).context["found"].tally.games == 2
    exact = search(client, m="cc--cd--dc", area="aaee")
    assert exact.context["found"].tally.games == 0
    loose = search(client, m="cc--cd--dc", area="aaee", any="dc")
    assert loose.context["found"].tally.games == 2
    swapped = search(client, m="--cc--cd", area="aaee", either="1")
    assert [swapped.context["found"].tally.black, swapped.context["found"].tally.white] == [1, 1]


@pytest.mark.parametrize(
    ("to", "text", "shown"),
    [
        ("F7", "There is no stone in this part of the board.", ["C7", "F4"]),
        ("Z99", "This point is off the board.", ["C4", "Z99"]),
    ],
)
def test_a_refusal_keeps_what_was_typed(client, library, to, text, shown):
    page = read_page(search(client, **{"from": "C4", "to": to}))
    assert text in page.one("main p.notice.error").text
    assert [page.values(f"input[name={end}]", "value")[0] for end in ("from", "to")] == shown


def test_an_address_of_earlier_releases_names_a_corner(client, library):
    page = search(client, m="cc--cd", corner="top-left", lines="5")
    assert page.context["asked"].area == ((0, 0), (4, 4))
    assert page.context["found"].tally.games == 2
