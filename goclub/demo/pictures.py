"""The pictures of the demo club, drawn here: a board from above, its room, faces of members."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from goclub.common.photos import FACE, ILLUSTRATION, Photo, PictureSizes, read_photo
from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import star_points

#: Twice what is stored, so that edges are smooth.
_SCENE: Final = (2880, 1920)
_FACE: Final = (640, 640)
_WOOD, _LINE, _SHADE, _DARK = "#d9a95b", "#5b4326", "#36403c", "#5a3a22"
_STONES: Final = {BLACK: ("#1f1d1b", "#4a4642"), WHITE: ("#f4f1ea", "#ffffff")}

#: Skin, hair, clothes, and which of "long" and "glasses" somebody has.
Looks = Sequence[str]


class Drawing:
    """A picture in flat colours."""

    def __init__(self, size: tuple[int, int], ground: str) -> None:
        self.image = Image.new("RGB", size, ground)
        self.pen = ImageDraw.Draw(self.image)

    def photo(self, sizes: PictureSizes) -> Photo:
        """Return the picture as one that somebody sent."""
        file = io.BytesIO()
        self.image.save(file, "PNG", compress_level=1)
        return read_photo(file.getvalue(), sizes)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        self.pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)

    def stone(self, x: float, y: float, radius: float, colour: int) -> None:
        """A stone with its shadow and its shine."""
        body, shine = _STONES[colour]
        self.disc(x + radius / 8, y + radius / 6, radius * 0.97, "#8a6a3a")
        self.disc(x, y, radius * 0.96, body)
        self.disc(x - radius / 4, y - radius / 4, radius * 0.4, shine)

    def person(self, x: float, y: float, r: float, looks: Looks) -> None:
        """Head and shoulders; *r* is half the height of the head."""
        (skin, hair, clothes, *more), pen = looks, self.pen
        if "long" in more:
            pen.rounded_rectangle((x - 1.1 * r, y - 0.8 * r, x + 1.1 * r, y + 1.7 * r), r, hair)
        pen.pieslice((x - 1.9 * r, y + 1.15 * r, x + 1.9 * r, y + 5 * r), 180, 360, clothes)
        pen.rectangle((x - 0.35 * r, y + 0.6 * r, x + 0.35 * r, y + 1.35 * r), skin)
        pen.chord((x - 0.6 * r, y + 0.8 * r, x + 0.6 * r, y + 1.8 * r), 0, 180, skin)
        pen.ellipse((x - 0.85 * r, y - r, x + 0.85 * r, y + r), skin)
        pen.chord((x - 0.95 * r, y - 1.15 * r, x + 0.95 * r, y + 0.75 * r), 188, 352, hair)
        for side in (-0.34 * r, 0.34 * r):
            self.disc(x + side, y + 0.12 * r, 0.075 * r, "#2b2320")
            if "glasses" in more:
                box = (x + side - 0.25 * r, y - 0.13 * r, x + side + 0.25 * r, y + 0.37 * r)
                pen.ellipse(box, outline="#2b2320", width=max(2, round(r / 16)))
        smile = (x - 0.36 * r, y + 0.15 * r, x + 0.36 * r, y + 0.65 * r)
        pen.arc(smile, 25, 155, "#8c4a3c", max(3, round(r / 14)))

    def table(self, x: float, y: float) -> None:
        """A table with a board on it, and its middle there."""
        pen = self.pen
        for leg in (-300, 260):
            pen.rectangle((x + leg, y + 60, x + leg + 40, y + 430), _DARK)
        top = [(x - 330, y - 90), (x + 330, y - 90), (x + 410, y + 90), (x - 410, y + 90)]
        pen.polygon(top, "#8d5a33")
        pen.rectangle((x - 410, y + 90, x + 410, y + 124), "#74482a")
        face = [(x - 150, y - 80), (x + 150, y - 80), (x + 190, y + 60), (x - 190, y + 60)]
        pen.polygon(face, _WOOD)
        pen.rectangle((x - 190, y + 60, x + 190, y + 84), "#b9863d")
        for row in range(6):
            half = 128 + 6 * row
            for column in range(6):
                at = x + half * (column / 2.5 - 1), y - 64 + 21 * row
                if row * column % 3 == 1 or (row + 2 * column) % 5 == 0:
                    body = _STONES[BLACK if (row + column) % 2 else WHITE][0]
                    pen.ellipse((at[0] - 17, at[1] - 9, at[0] + 17, at[1] + 9), body)


def board_picture(board: Board) -> Photo:
    """Return a position on a board seen from above, with the two bowls beside it."""
    drawing, step, left, top = Drawing(_SCENE, "#4d5a55"), 92, 612, 132
    pen, side = drawing.pen, step * (board.width - 1)
    for shift, colour in ((16, _SHADE), (0, _WOOD)):
        low, high = shift - 92, side + 92 + shift
        pen.rounded_rectangle((left + low, top + low, left + high, top + high), 14, colour)
    for at in range(0, side + 1, step):
        pen.line((left, top + at, left + side, top + at), _LINE, 4)
        pen.line((left + at, top, left + at, top + side), _LINE, 4)
    for x, y in star_points(board.width, board.height):
        drawing.disc(left + x * step, top + y * step, 12, _LINE)
    for (x, y), stone in board.stones():
        drawing.stone(left + x * step, top + y * step, step / 2, stone)
    for x, stone in ((256, BLACK), (_SCENE[0] - 248, WHITE)):
        for shift, radius, colour in ((16, 214, _SHADE), (0, 210, "#7a4a2a"), (0, 176, "#3c2415")):
            drawing.disc(x + shift, 960 + shift, radius, colour)
        for down in range(4):
            for across in range(4):
                drawing.stone(x - 112 + 64 * across + 32 * (down % 2), 870 + 58 * down, 42, stone)
    return drawing.photo(ILLUSTRATION)


def room_picture(people: Sequence[Looks]) -> Photo:
    """Return the club room in the evening: three tables, and so many people two by two."""
    drawing = Drawing(_SCENE, "#efe3cd")
    pen = drawing.pen
    pen.rectangle((0, 1330, *_SCENE), "#a9743f")
    for board in range(0, _SCENE[0], 240):
        pen.line((board * 1.4 - 580, 1920, board, 1330), "#97652f", 5)
    pen.rectangle((960, 190, 1920, 800), _DARK)
    for left in (984, 1452):
        pen.rectangle((left, 214, left + 444, 776), "#27405e")
    drawing.disc(1740, 350, 66, "#f3e6b8")
    pen.polygon([(984, 640), (1180, 520), (1428, 660), (1428, 700), (984, 700)], "#1b2d42")
    pen.polygon([(1452, 650), (1690, 540), (1896, 640), (1896, 700), (1452, 700)], "#1b2d42")
    for left in (984, 1452):
        pen.rectangle((left, 700, left + 444, 776), "#3d6486")
    pen.rectangle((110, 190, 390, 800), "#fbf7ee")
    pen.arc((150, 380, 350, 580), 290, 250, "#2b2320", 24)
    pen.rectangle((2240, 250, 2640, 650), "#3f6b4f")
    for at in range(40, 361, 40):
        pen.line((2280, 250 + at, 2600, 250 + at), "#dfe8d8", 4)
        pen.line((2240 + at, 290, 2240 + at, 610), "#dfe8d8", 4)
    for lamp in (560, 1440, 2320):
        pen.line((lamp, 0, lamp, 120), _DARK, 8)
        pen.pieslice((lamp - 130, 50, lamp + 130, 310), 180, 360, "#b5533c")
        drawing.disc(lamp, 180, 44, "#ffe9a8")
    for number, looks in enumerate(people):
        table, right = divmod(number, 2)
        drawing.person(560 + 880 * table + (210 if right else -210), 1010, 104, looks)
    for table in (560, 1440, 2320):
        drawing.table(table, 1370)
    return drawing.photo(ILLUSTRATION)


def face_picture(ground: str, looks: Looks) -> Photo:
    """Return the face of somebody."""
    drawing = Drawing(_FACE, ground)
    drawing.person(320, 290, 170, looks)
    return drawing.photo(FACE)
