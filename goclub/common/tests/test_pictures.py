"""Pictures: the site's own colours, every script that has a font, drawn once, counted."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.test import RequestFactory

from goclub.common import pictures
from goclub.common.pictures import Caption, Face, above, beside, picture_response, rasterise
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import draw_board

FACE = Face("Hoshi", "#1f6f5c")
BOARD = draw_board(Board.from_rows(["X..", ".O.", "..."]), title="", coordinates=False)
NAMES = ("อนงค์ ศรีสุข", "佐藤 健", "서지안", "Zofia Mączyńska", "<b>Bo</b> & Co")


@pytest.fixture(autouse=True)
def nothing_kept():
    caches["pictures"].clear()
    caches["default"].clear()


@pytest.mark.parametrize("name", NAMES)
def test_every_script_is_written_where_a_font_is_and_left_out_where_not(name, monkeypatch):
    blank = rasterise(beside(FACE, BOARD, []))
    drawn = beside(FACE, BOARD, [Caption(name)])
    assert "<b>" not in drawn
    if pictures.can_write(name):
        assert rasterise(drawn) != blank
    monkeypatch.setattr(pictures, "font_files", dict)
    monkeypatch.setattr(pictures, "can_write", pictures.can_write)
    without = beside(FACE, BOARD, [Caption(name)])
    assert "<text" not in without
    rasterise(without)


def test_what_no_font_can_write_is_left_out(monkeypatch):
    monkeypatch.setattr(pictures, "font_files", lambda: {"latin": "x", "thai": "y"})
    said = {text: pictures.can_write(text) for text in ("Bo", "อนงค์", "佐藤", "اسم", "A 佐")}
    assert said == {"Bo": True, "อนงค์": True, "佐藤": False, "اسم": False, "A 佐": False}


def ask(**headers):
    return RequestFactory().get("/picture.png", headers=headers, REMOTE_ADDR="192.0.2.7")


@pytest.fixture
def drawn(monkeypatch):
    """What was drawn."""
    made = []
    real = pictures.rasterise
    monkeypatch.setattr(pictures, "rasterise", lambda svg: made.append(svg) or real(svg))
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
    settings.LIMITS = {**settings.LIMITS, "picture": "2/h"}
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
        assert picture_response(_member(ask()), beside(FACE, BOARD, [])).status_code == 200
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


def test_no_variable_is_left_in_the_style():
    style = pictures.stylesheet("#123456")
    assert "var(" not in style
    assert {".wood{fill: #e3b96f;}", ".chart-line{", "#123456"} == {
        part for part in (".wood{fill: #e3b96f;}", ".chart-line{", "#123456") if part in style
    }


@pytest.mark.parametrize("name", ["W" * 80, "佐" * 80, "อ" * 80, "a b " * 40])
def test_long_names_keep_to_their_room_and_spaces_stay_spaces(name, monkeypatch):
    monkeypatch.setattr(pictures, "can_write", lambda _text: True)
    assert "…" in above(FACE, draw_board(Board(9, 9), title=""), [Caption(name, 60)])
    assert ">4 dan · 1 500<" in pictures.written("4\xa0dan · 1\u202f500", 0, 0, 20, 900)
