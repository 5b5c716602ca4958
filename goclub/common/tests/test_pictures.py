"""Pictures: the site's own colours, every script that has a font, drawn once, counted."""

from __future__ import annotations

import struct
import zlib

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.test import RequestFactory

from goclub.common.pictures import card, drawing, fonts, look
from goclub.common.pictures.card import Caption, Face, above, beside
from goclub.common.pictures.drawing import picture_response, rasterise
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import draw_board

FACE = Face("Hoshi", "#1f6f5c")
BOARD = draw_board(Board.from_rows(["X..", ".O.", "..."]), title="", coordinates=False)
NAMES = ("อนงค์ ศรีสุข", "佐藤 健", "서지안", "Zofia Mączyńska", "<b>Bo</b> & Co")


@pytest.fixture(autouse=True)
def nothing_kept():
    caches["pictures"].clear()
    caches["default"].clear()


def pixels(png):
    """Rows of (red, green, blue), of a PNG of eight bits without interlacing."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    step = {2: 3, 6: 4}[colour]
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += 12 + length
    raw, before, rows = zlib.decompress(data), bytearray(width * step), []
    for y in range(height):
        start = y * (width * step + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + width * step])
        for x in range(len(line)):
            left = line[x - step] if x >= step else 0
            up, corner = before[x], before[x - step] if x >= step else 0
            line[x] = (line[x] + _predicted(kind, left, up, corner)) % 256
        rows.append([tuple(line[x : x + 3]) for x in range(0, len(line), step)])
        before = line
    return rows


def _predicted(kind, left, up, corner):
    if kind == 4:
        guess = left + up - corner
        return min((left, up, corner), key=lambda one: abs(guess - one))
    return (0, left, up, (left + up) // 2)[kind]


def test_the_board_is_the_sites_own_in_its_own_colours():
    rows = pixels(rasterise(beside(FACE, BOARD, [])))
    assert (len(rows[0]), len(rows)) == (1200, 630)
    assert rows[5][600] == (0x1F, 0x6F, 0x5C)  # the club's colour
    assert rows[620][1190] == (0xFA, 0xF7, 0xF1)  # paper
    # A board of three lines: 20 units and a margin of 7 at both sides fill the square.
    unit = card.SQUARE / 34
    black, white, wood = (
        rows[round(card.MARGIN + (7 + 10 * y) * unit)][
            round(card.MARGIN + (7 + 10 * x) * unit) + dx
        ]
        for x, y, dx in ((0, 0, 0), (1, 1, 0), (2, 1, 60))
    )
    assert max(black) < 120
    assert min(white) > 200
    assert wood[0] - wood[2] > 60


def test_no_variable_is_left_in_the_style():
    style = look.stylesheet("#123456")
    assert "var(" not in style
    assert "none-" not in style
    assert ".wood{fill: #e3b96f;}" in style
    assert ".chart-line{" in style
    assert "#123456" in style


@pytest.mark.parametrize("name", NAMES)
def test_every_script_is_written_where_a_font_is_and_left_out_where_not(name, monkeypatch):
    blank = rasterise(beside(FACE, BOARD, []))
    drawn = beside(FACE, BOARD, [Caption(name)])
    assert "<b>" not in drawn
    if fonts.can_write(name):
        assert rasterise(drawn) != blank
    monkeypatch.setattr(fonts, "font_files", dict)
    monkeypatch.setattr(card, "can_write", fonts.can_write)
    without = beside(FACE, BOARD, [Caption(name)])
    assert "<text" not in without
    rasterise(without)


def test_spaces_that_keep_words_together_stay_spaces(monkeypatch):
    monkeypatch.setattr(card, "can_write", lambda _text: True)
    assert ">4 dan · 1 500<" in card.written("4\xa0dan · 1\u202f500", 0, 0, 20, 900)


def test_what_no_font_can_write_is_left_out(monkeypatch):
    monkeypatch.setattr(fonts, "font_files", lambda: {"latin": "x", "thai": "y"})
    said = {text: fonts.can_write(text) for text in ("Bo", "อนงค์", "佐藤", "اسم", "A 佐")}
    assert said == {"Bo": True, "อนงค์": True, "佐藤": False, "اسم": False, "A 佐": False}


@pytest.mark.parametrize("name", ["W" * 80, "佐" * 80, "อ" * 80, "a b " * 40])
def test_long_names_keep_to_their_room(name):
    svg = above(FACE, draw_board(Board(9, 9), title=""), [Caption(name, 60)])
    if fonts.can_write(name):
        right = [row[-1] for row in pixels(rasterise(svg))[20:200]]
        assert set(right) == {(0xFA, 0xF7, 0xF1)}
        assert "…" in svg


def ask(**headers):
    return RequestFactory().get("/picture.png", headers=headers, REMOTE_ADDR="192.0.2.7")


@pytest.fixture
def drawn(monkeypatch):
    """What was drawn."""
    made = []
    real = drawing.rasterise
    monkeypatch.setattr(drawing, "rasterise", lambda svg: made.append(svg) or real(svg))
    return made


def test_a_picture_is_drawn_once_for_what_it_shows(drawn):
    svg = beside(FACE, BOARD, [])
    first, second = (picture_response(_member(ask()), svg) for _time in range(2))
    assert first.content == second.content
    assert len(drawn) == 1
    known = picture_response(_member(ask(**{"if-none-match": first.headers["ETag"]})), svg)
    assert (known.status_code, known.content) == (304, b"")
    other = picture_response(_member(ask()), beside(Face("Ko", "#1f6f5c"), BOARD, []))
    assert other.headers["ETag"] != first.headers["ETag"]
    assert len(drawn) == 2


def test_who_wants_too_many_waits_and_what_is_kept_is_free(drawn, settings):
    settings.LIMITS = {**settings.LIMITS, "picture": "2/m"}
    faces = [Face(f"Club {number}", "#1f6f5c") for number in range(3)]
    answers = [picture_response(_member(ask()), beside(face, BOARD, [])) for face in faces]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert int(answers[2].headers["Retry-After"]) > 0
    assert "ETag" not in answers[2].headers
    assert picture_response(_member(ask()), beside(faces[0], BOARD, [])).status_code == 200
    assert len(drawn) == 2


def test_a_full_disk_hides_no_picture(drawn, settings, tmp_path):
    place = tmp_path / "a file"
    place.write_text("no folder")
    backend = "django.core.cache.backends.filebased.FileBasedCache"
    settings.CACHES = {**settings.CACHES, "pictures": {"BACKEND": backend, "LOCATION": str(place)}}
    for _time in range(2):
        answer = picture_response(_member(ask()), beside(FACE, BOARD, []))
        assert answer.status_code == 200
    assert len(drawn) == 2
    settings.CACHES = {
        **settings.CACHES,
        "pictures": {"BACKEND": backend, "LOCATION": str(tmp_path / "kept")},
    }
    for _time in range(2):
        assert picture_response(_member(ask()), beside(FACE, BOARD, [])).status_code == 200
    assert len(drawn) == 3


def _member(request):
    """A request as the middleware leaves it for a visitor."""
    request.user = AnonymousUser()
    return request
