"""The SVG of a position: what it shows, and that no text can break out of it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from goclub.go.board.basics import BLACK, MAX_SIZE, WHITE, Point, name_point
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import (
    KINDS,
    Mark,
    draw_board,
    part_around,
    star_points,
    thumbnail,
)

SVG = "{http://www.w3.org/2000/svg}"
CORNERED = ("X.O", "...", "..X")


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def draw(rows: tuple[str, ...] | list[str] = CORNERED, **options) -> ElementTree.Element:
    return parse(draw_board(Board.from_rows(rows), **{"title": "A position", **options}))


def group(root: ElementTree.Element, css: str) -> ElementTree.Element:
    found = [element for element in root.iter(f"{SVG}g") if element.get("class") == css]
    assert len(found) == 1
    return found[0]


def stones(root: ElementTree.Element) -> dict[Point, str]:
    """Point -> the classes of its stone."""
    found = {}
    for stone in group(root, "stones"):
        x, y = stone.get("data-point", "").split(",")
        assert stone.get("transform") == f"translate({10 * int(x)} {10 * int(y)})"
        found[int(x), int(y)] = stone.get("class", "")
    return found


def signs(root: ElementTree.Element) -> list[tuple[str, Point, str]]:
    """Each sign above the stones as (classes, point, text)."""
    return [
        (
            sign.get("class", ""),
            (int(sign.get("x", "")) // 10, int(sign.get("y", "")) // 10),
            sign.text or "",
        )
        for sign in group(root, "marks")
    ]


def numbers(root: ElementTree.Element) -> dict[str, str]:
    """data-point -> the number on the stone."""
    return {
        stone.get("data-point", ""): text.text or ""
        for stone in group(root, "stones")
        for text in stone.iter(f"{SVG}text")
    }


# -- the picture ----------------------------------------------------------------------------------


def test_every_stone_stands_on_its_point():
    assert stones(draw()) == {(0, 0): "stone black", (2, 0): "stone white", (2, 2): "stone black"}


def test_title_names_the_picture():
    root = draw(title="After move 28")
    assert root.get("role") == "img"
    assert (root[0].tag, root[0].text) == (f"{SVG}title", "After move 28")


def test_nothing_needs_inline_style_or_script():
    board = Board.from_rows(CORNERED)
    marks = [Mark(kind, (1, 1), "A", to=(0, 0) if kind in ("AR", "LN") else None) for kind in KINDS]
    for svg in (
        draw_board(board, title="t", marks=marks, numbers={(0, 0): 1}, last=(2, 2)),
        thumbnail(board, title="t"),
    ):
        assert not re.search(r"style|<script|\son\w+=", svg)


def test_every_reference_has_its_target_in_the_same_picture():
    marks = [Mark(kind, (1, 1), "A", to=(0, 0) if kind in ("AR", "LN") else None) for kind in KINDS]
    svg = draw_board(Board.from_rows(CORNERED), title="t", marks=marks, last=(0, 0), id_prefix="q7")
    ids = re.findall(r'\sid="([^"]*)"', svg)
    used = set(re.findall(r'href="#([^"]*)"', svg)) | set(re.findall(r"url\(#([^)]*)\)", svg))
    assert len(ids) == len(set(ids))
    assert all(name.startswith("q7-") for name in ids)
    assert used <= set(ids)
    assert 'data-prefix="q7"' in svg


def test_texts_are_escaped_and_freed_of_control_characters():
    evil = '"><script>&\x00'
    svg = draw_board(Board(3), title=evil, id_prefix='x"><b>', marks=[Mark("LB", (0, 0), "<\x08&")])
    root = parse(svg)
    assert root[0].text == '"><script>&'
    assert [text for _, _, text in signs(root)] == ["", "<&"]
    assert "<script" not in svg
    assert "<b>" not in svg
    assert parse(thumbnail(Board(3), title=evil))[0].text == '"><script>&'


# -- wood, lines, coordinates ---------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(19, 19), (9, 13), (1, 1), (MAX_SIZE, 2)])
def test_lines_are_centred_on_the_wood(width: int, height: int):
    root = parse(draw_board(Board(width, height), title="t"))
    left, top, across, down = map(int, root.get("viewBox", "").split())
    assert (-2 * left + 10 * (width - 1), -2 * top + 10 * (height - 1)) == (across, down)
    lines = next(e for e in root.iter(f"{SVG}path") if e.get("class") == "lines").get("d", "")
    assert (lines.count("H"), lines.count("V")) == (height, width)


def test_coordinates_stand_on_all_four_sides():
    texts = group(parse(draw_board(Board(9, 13), title="t")), "coords")
    at = {(float(t.get("x", "")), float(t.get("y", ""))): t.text for t in texts}
    xs, ys = {x for x, _ in at}, {y for _, y in at}
    top, bottom, left, right = min(ys), max(ys), min(xs), max(xs)
    letters = list("ABCDEFGHJ")
    assert [at[10 * column, top] for column in range(9)] == letters
    assert [at[10 * column, bottom] for column in range(9)] == letters
    assert [at[left, 10 * row] for row in range(13)] == [str(13 - row) for row in range(13)]
    assert [at[right, 10 * row] for row in range(13)] == [str(13 - row) for row in range(13)]
    assert len(at) == 2 * (9 + 13)
    assert (left + right, top + bottom) == (80, 120)


def test_coordinates_agree_with_the_names_of_points_beyond_z():
    texts = group(parse(draw_board(Board(MAX_SIZE, 2), title="t")), "coords")
    shown = {text.text for text in texts}
    assert name_point((MAX_SIZE - 1, 1), 2)[:-1] in shown
    assert name_point((25, 1), 2)[:-1] in shown


def test_a_board_without_coordinates_is_cropped():
    bare, full = draw(coordinates=False), draw()
    assert not [g for g in bare.iter(f"{SVG}g") if g.get("class") == "coords"]
    # What the script switches to when the reader hides the coordinates.
    assert full.get("data-bare") == bare.get("viewBox") == "-7 -7 34 34"


@pytest.mark.parametrize(
    ("width", "height", "points"),
    [
        (19, 19, {(x, y) for x in (3, 9, 15) for y in (3, 9, 15)}),
        (13, 13, {(3, 3), (9, 3), (6, 6), (3, 9), (9, 9)}),
        (9, 9, {(2, 2), (6, 2), (4, 4), (2, 6), (6, 6)}),
        (5, 5, {(2, 2)}),
        (4, 4, set()),
        (10, 10, {(2, 2), (7, 2), (2, 7), (7, 7)}),
        (16, 19, {(x, y) for x in (3, 12) for y in (3, 9, 15)}),
    ],
)
def test_star_points(width: int, height: int, points: set[Point]):
    assert set(star_points(width, height)) == points
    assert len(star_points(width, height)) == len(points)


# -- the last move, numbers, marks ----------------------------------------------------------------


def test_the_last_move_has_a_ring_in_the_other_colour():
    root = draw(last=(2, 0))
    assert signs(root) == [("sign last on-white", (2, 0), "")]
    assert stones(root)[2, 0] == "stone white last"
    assert signs(draw(last=(0, 0))) == [("sign last on-black", (0, 0), "")]


def test_a_number_takes_the_place_of_the_ring():
    root = draw(last=(2, 2), numbers={(0, 0): 1, (2, 2): 103})
    assert numbers(root) == {"0,0": "1", "2,2": "103"}
    assert signs(root) == []
    assert stones(root)[2, 2] == "stone black last"
    assert [t.get("class") for t in group(root, "stones").iter(f"{SVG}text")] == [
        "number on-black",
        "number on-black long",
    ]


def test_the_number_of_a_captured_stone_stands_on_the_vacant_point():
    assert signs(draw(numbers={(1, 1): 12})) == [
        ("sign back on-empty", (1, 1), ""),
        ("sign lb on-empty", (1, 1), "12"),
    ]


@pytest.mark.parametrize("kind", ["TR", "SQ", "CR", "MA", "SL", "LB"])
def test_a_sign_fits_what_is_under_it(kind: str):
    name, text = kind.lower(), "A" if kind == "LB" else ""
    root = draw(marks=[Mark(kind, point, text) for point in ((0, 0), (2, 0), (1, 1))])
    assert signs(root) == [
        (f"sign {name} on-black", (0, 0), text),
        (f"sign {name} on-white", (2, 0), text),
        ("sign back on-empty", (1, 1), ""),
        (f"sign {name} on-empty", (1, 1), text),
    ]


@pytest.mark.parametrize("kind", ["TB", "TW", "DD"])
def test_territory_and_greyed_points_leave_the_lines(kind: str):
    root = draw(marks=[Mark(kind, (1, 1))])
    assert signs(root) == [(f"sign {kind.lower()} on-empty", (1, 1), "")]


def test_a_mark_hides_the_number_and_the_ring_but_grey_does_not():
    root = draw(last=(2, 0), numbers={(0, 0): 1}, marks=[Mark("TR", (2, 0)), Mark("SQ", (0, 0))])
    assert stones(root)[0, 0] == "stone black marked"
    assert stones(root)[2, 0] == "stone white last marked"
    assert [css for css, _, _ in signs(root)] == ["sign tr on-white", "sign sq on-black"]
    grey = draw(last=(2, 0), marks=[Mark("DD", (2, 0))])
    assert stones(grey)[2, 0] == "stone white last"
    assert [css for css, _, _ in signs(grey)] == ["sign dd on-white", "sign last on-white"]


@pytest.mark.parametrize(
    ("text", "shown", "css"),
    [("A", "A", ""), ("12", "12", ""), ("123", "123", " long"), ("好手です", "好手…", " long")],
)
def test_long_labels_are_cut(text: str, shown: str, css: str):
    assert signs(draw(marks=[Mark("LB", (0, 0), text)])) == [
        (f"sign lb on-black{css}", (0, 0), shown)
    ]


def test_lines_and_arrows_go_from_point_to_point_beside_the_numbers():
    marks = [
        Mark("LN", (0, 0), to=(2, 0)),
        Mark("AR", (0, 0), to=(0, 2)),
        Mark("LN", (0, 0), to=(9, 9)),
    ]
    root = draw(numbers={(0, 0): 1}, marks=marks)
    paths = {p.get("class"): p.get("d") for p in group(root, "marks").iter(f"{SVG}path")}
    assert paths == {"sign ln": "M0 0L20 0", "sign ar": "M0 0L0 20M-2.00 16.00L0 20L2.00 16.00"}
    assert stones(root)[0, 0] == "stone black"


def test_a_line_needs_two_ends_and_a_sign_one():
    for wrong in (("AR", None), ("TR", (0, 0))):
        with pytest.raises(ValueError, match=wrong[0]):
            Mark(wrong[0], (1, 1), to=wrong[1])


def test_all_but_the_part_in_view_is_veiled():
    root = draw(marks=[Mark("VW", (x, y)) for x in range(3) for y in range(3) if (x, y) != (1, 2)])
    (veil,) = group(root, "marks").iter(f"{SVG}path")
    assert (veil.get("class"), veil.get("d")) == ("veil", "M5 15h10v10h-10Z")


@pytest.mark.parametrize(
    ("points", "part"),
    [
        ([(0, 18), (3, 15)], ((0, 10), (8, 18))),  # a corner
        ([(9, 0), (10, 1)], ((5, 0), (13, 8))),  # a side
        ([(9, 9)], ((5, 5), (13, 13))),
        ([(13, 5), (16, 12)], ((7, 3), (18, 14))),  # two lines around, up to the edge
        ([(3, 3), (15, 3)], None),
    ],
)
def test_the_part_around_points_is_square_and_reaches_a_near_edge(points, part):
    assert part_around(points, 19, 19) == part


def test_a_small_board_is_seen_whole():
    assert part_around([(1, 1)], 13, 13) is None


def test_of_a_part_the_seen_edges_have_their_coordinates():
    part = ((0, 10), (8, 18))
    board = Board(19)
    assert parse(draw_board(board, title="t", part=part)).get("viewBox") == "-13 95 98 98"
    assert parse(thumbnail(board, title="t", part=part)).get("viewBox") == "-7 95 92 92"


def test_what_lies_off_the_board_is_left_out():
    root = draw(last=(3, 0), numbers={(0, 9): 4}, marks=[Mark("TR", (19, 19)), Mark("TW", (-1, 0))])
    assert signs(root) == []
    assert numbers(root) == {}


def test_an_unknown_mark_is_refused():
    with pytest.raises(ValueError, match="XX"):
        Mark("XX", (0, 0))


# -- thumbnails -----------------------------------------------------------------------------------


def test_a_thumbnail_has_every_stone_as_a_dot_and_no_ids():
    board = Board.from_rows(CORNERED)
    root = parse(thumbnail(board, title="t"))
    dots = {
        path.get("class", "").split()[1]: path.get("d")
        for path in root.iter(f"{SVG}path")
        if path.get("class", "").startswith("dots-of")
    }
    expected = {
        colour: "".join(f"M{10 * x} {10 * y}h0" for (x, y), c in board.stones() if c == colour)
        for colour in (BLACK, WHITE)
    }
    assert dots == {
        "black-dots": expected[BLACK],
        "white-dots": expected[WHITE],
        "white-rims": expected[WHITE],
    }
    assert not [element for element in root.iter() if element.get("id")]
    assert not list(root.iter(f"{SVG}text"))


def test_a_full_thumbnail_stays_small():
    rows = ["XO" * 9 + "X"] * 18 + ["." * 19]
    assert len(thumbnail(Board.from_rows(rows), title="t")) < 8000
