"""A picture of 1200×630: a drawing of the site's own with a few lines beside or above it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from goclub.common.pictures.fonts import can_write, width_of
from goclub.common.pictures.look import stylesheet
from goclub.go.diagrams.svg import SafeSvg, clean_text

WIDTH, HEIGHT = 1200, 630
MARGIN: Final = 40
#: A drawing beside the lines is a square of so many pixels.
SQUARE: Final = HEIGHT - 2 * MARGIN
#: A line that is too long shrinks so far before its end is left out.
_LEAST: Final = 0.62


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of a card; ``stone`` "B" or "W" puts a stone before it."""

    text: str
    size: int = 34
    soft: bool = False
    stone: str = ""
    gap: int = 16


@dataclass(frozen=True, slots=True)
class Face:
    """The club as its pictures show it."""

    name: str
    accent: str


def beside(face: Face, drawing: SafeSvg, lines: Sequence[Caption]) -> SafeSvg:
    """A square drawing at the left, the lines at its right."""
    left = 2 * MARGIN + SQUARE
    room = WIDTH - left - MARGIN
    height = sum(line.size + line.gap for line in _written(lines))
    top = max(MARGIN + 90, (HEIGHT - height) / 2)
    return _card(
        face, [placed(drawing, MARGIN, MARGIN, SQUARE, SQUARE), *_lines(lines, left, top, room)],
        left,
    )  # fmt: skip


def above(face: Face, drawing: SafeSvg, lines: Sequence[Caption]) -> SafeSvg:
    """The lines above a drawing as wide as the card."""
    top = MARGIN + 58
    height = sum(line.size + line.gap for line in _written(lines))
    room = WIDTH - 2 * MARGIN
    begins = top + height + 10
    parts = [*_lines(lines, MARGIN, top, room)]
    if drawing:
        parts.append(placed(drawing, MARGIN, begins, room, HEIGHT - begins - 24))
    return _card(face, parts, MARGIN)


def _card(face: Face, parts: Iterable[str], left: float) -> SafeSvg:
    return SafeSvg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><style>{stylesheet(face.accent)}</style>'
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<rect class="accent" width="{WIDTH}" height="10"/>'
        f"{''.join(parts)}"
        f"{written(face.name, left, MARGIN + 34, 28, WIDTH - left - MARGIN, css='accent')}</svg>"
    )


def placed(drawing: SafeSvg, x: float, y: float, width: float, height: float) -> str:
    """A drawing as a part of another, in its own shape."""
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}">{drawing}</svg>'


def _written(lines: Iterable[Caption]) -> list[Caption]:
    """The lines that this machine can write."""
    return [line for line in lines if line.text and can_write(line.text)]


def _lines(lines: Sequence[Caption], x: float, top: float, room: float) -> Iterable[str]:
    y = top
    for line in _written(lines):
        y += line.size
        inset = 0.0
        if line.stone:
            inset = line.size * 1.15
            yield stone(line.stone, x + line.size * 0.42, y - line.size * 0.35, line.size * 0.42)
        css = "soft" if line.soft else "ink"
        yield written(line.text, x + inset, y, line.size, room - inset, css=css)
        y += line.gap


def stone(colour: str, x: float, y: float, radius: float) -> str:
    """A flat stone beside a name."""
    fill = "#2a2826" if colour == "B" else "#fffdf9"
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="#24211c" '
        'stroke-width="2"/>'
    )


def written(
    text: str, x: float, y: float, size: float, room: float, *, css: str = "ink", end: bool = False
) -> str:
    """A line of text that stays in its room; nothing where no font here can write it."""
    text = " ".join(text.split())  # every kind of space is one
    if not text or not can_write(text):
        return ""
    wanted = width_of(text) * size
    if wanted > room:
        size = max(size * room / wanted, size * _LEAST)
    while text and width_of(text) * size > room:
        text = text[:-2] + "…"
        if len(text) < 3:
            return ""
    anchor = ' text-anchor="end"' if end else ""
    return (
        f'<text class="{css}" x="{x:g}" y="{y:g}" font-size="{size:.1f}"{anchor}>'
        f"{clean_text(text)}</text>"
    )
