"""Pictures of 1200×630 for those who share a page: a drawing with a few lines beside or above it.

SVG is drawn to PNG once for what it shows, in the colours of the style sheets and the fonts of
this machine.  QR codes are plain SVG.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

import resvg_py
import segno
from django.contrib.staticfiles import finders
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag

from goclub.common.limits import seconds_to_wait
from goclub.go.diagrams.svg import SafeSvg, clean_text

PLACES: Final = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
#: For each script the files that are looked for, the best first.
FILES: Final[dict[str, tuple[str, ...]]] = {
    "latin": ("NotoSans-Regular.ttf", "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "arial.ttf"),
    "thai": ("NotoSansThai-Regular.ttf", "Garuda.ttf", "leelawui.ttf", "Thonburi.ttc"),
    "cjk": ("NotoSansCJK-Regular.ttc", "NotoSansJP-Regular.otf", "ipag.ttf", "msgothic.ttc"),
}
_THAI: Final = range(0x0E00, 0x0E80)
#: Everything from the radicals to the full-width forms, rarer characters of the planes above too.
_CJK: Final = (range(0x2E80, 0xD7B0), range(0xF900, 0xFB00), range(0xFE30, 0xFE50),
               range(0xFF00, 0xFFF0), range(0x20000, 0x32000))  # fmt: skip
#: Latin, Greek, Cyrillic, and the signs that all of them use.
_LATIN: Final = (range(0x20, 0x0530), range(0x1E00, 0x2000), range(0x2000, 0x2E80))
_NARROW: Final = frozenset(" ijlftrI.,:;'’()[]|·–-")


@lru_cache(maxsize=1)
def font_files() -> dict[str, str]:
    """The file for each script, of those that are installed."""
    there: dict[str, str] = {}
    for place in PLACES:
        for path in Path(place).rglob("*.[tTo][tT]*"):
            there.setdefault(path.name, str(path))
    files = {
        script: next((there[name] for name in names if name in there), "")
        for script, names in FILES.items()
    }
    return {script: path for script, path in files.items() if path}


def script_of(character: str) -> str:
    """Which of the scripts a character belongs to, "" for none of them.

    >>> [script_of(character) for character in "aß段กخ"]
    ['latin', 'latin', 'cjk', 'thai', '']
    """
    code = ord(character)
    if code in _THAI:
        return "thai"
    if any(code in part for part in _CJK):
        return "cjk"
    return "latin" if any(code in part for part in _LATIN) else ""


def can_write(text: str) -> bool:
    """Whether every character of a text has a font here."""
    fonts = font_files()
    return all(script_of(character) in fonts for character in text if character.isprintable())


def width_of(text: str) -> float:
    """About how wide a text is, in units of its size: enough to break no frame.

    >>> width_of("佐藤"), width_of("ที่")
    (2.0, 0.62)
    """
    return round(sum(map(_width, text)), 2)


def _width(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in _NARROW:
        return 0.36
    if character in "mMWŴ@%½—…":
        return 1.0
    if character.isupper() or character == "w":
        return 0.8
    return 0.62 if ord(character) in _THAI else 0.58


_log = logging.getLogger(__name__)
_drawing: Final = Lock()


def rasterise(svg: str) -> bytes:
    """The SVG as PNG, in its own size, in the fonts of this machine."""
    files = list(font_files().values())
    with _drawing:
        return bytes(
            resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files)
        )


def picture_response(request: HttpRequest, svg: str) -> HttpResponse:
    """Return the picture; 304 if the client has it, 429 if it asked for too many new ones."""
    name = _name(svg)
    etag = quote_etag(name)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = _answer(request, svg, name)
    # Whoever may see it is asked again each time, as for the page.
    patch_cache_control(response, no_cache=True)
    if response.status_code != 429:
        response["ETag"] = etag
    return response


def _name(svg: str) -> str:
    made_with = (svg, resvg_py.__version__, *font_files().values())
    return sha256("\0".join(made_with).encode()).hexdigest()[:40]


def _answer(request: HttpRequest, svg: str, name: str) -> HttpResponse:
    png: bytes | None = _kept(name)
    if png is None:
        seconds = seconds_to_wait(request, "picture", method=request.method or "GET")
        if seconds:
            return HttpResponse(status=429, headers={"Retry-After": str(seconds)})
        png = rasterise(svg)
        _keep(name, png)
    return HttpResponse(png, content_type="image/png")


def forget_pictures() -> None:
    """Throw all pictures away: a name that was replaced for good stands on none of them."""
    try:
        caches["pictures"].clear()
    except OSError:
        _log.warning("the pictures could not be thrown away", exc_info=True)


def _kept(name: str) -> bytes | None:
    try:
        picture: bytes | None = caches["pictures"].get(name)
    except OSError:
        return None
    return picture


def _keep(name: str, png: bytes) -> None:
    """A full disk is no reason to show nothing."""
    try:
        caches["pictures"].set(name, png)
    except OSError:
        _log.warning("a picture could not be kept", exc_info=True)


#: Quiet modules around the code; the standard asks for four, the slip's paper adds the rest.
_BORDER = 2
#: Trying all eight masks costs most of the time, and every reader reads every mask.
_MASK = 3


def qr_svg(text: str) -> SafeSvg:
    """A QR code (ISO/IEC 18004) of some text, which survives a fold or a stain (level M).

    The picture has a view box only and takes its size from the style sheet's ``.qr``.
    """
    code = segno.make_qr(text, error="m", boost_error=False, mask=_MASK)
    svg = code.svg_inline(
        border=_BORDER, omitsize=True, svgclass="qr", lineclass=None, light="#fff"
    )
    # Safe: drawn by the library from modules: the text is not in it.
    return SafeSvg(svg)


SHEETS: Final = ("css/common/base.css", "css/common/parts.css", "css/common/board.css")
#: Rules of a picture begin with one of these; the rest of the sheets is about pages.
_OF_PICTURES: Final = re.compile(
    r"\.(?:wood|veins|sun|no-sun|lines|stars|coords|shade|slate|shell|black|white|dots-of|sign"
    r"|chart|band|board-small)[\w-]*(?:\.[\w-]+)?(?:\s\.[\w-]+)?$"
)
_LIGHT: Final = re.compile(r"var\(--light, ([^()]*(?:\([^()]*\))?[^()]*)\)\s*var\(--dark,[^;]*")
_VARIABLE: Final = re.compile(r"var\((--[\w-]+)[^()]*\)")
#: What paper does not need to say: a picture is always as large.
_PICTURES_OWN: Final = (
    "text{font-family:'Noto Sans','DejaVu Sans',sans-serif}"
    ".ink{fill:var(--ink)}.soft{fill:var(--soft)}.accent{fill:var(--accent)}"
    ".paper{fill:var(--paper)}.rule{stroke:var(--line);stroke-width:1.5}"
    ".row{fill:var(--card)}"
    ".lines{stroke-width:.35}.lines.frame{stroke-width:.6}"
    ".chart-line{stroke-width:2.5}"
)


@lru_cache(maxsize=8)
def stylesheet(accent: str) -> str:
    """The rules of boards and charts on a light page, with every variable resolved."""
    whole = "".join(_read(name) for name in SHEETS)
    held = {
        name: _LIGHT.sub(r"\1", value).strip()
        for name, value in re.findall(r"(--[\w-]+):\s*([^;{}]+);", whole)
    }
    held |= {"--accent": accent, "--sans": "'Noto Sans',sans-serif"}
    rules = [
        f"{selector.strip()}{{{body.strip()}}}"
        for selectors, body in re.findall(r"([^{};]+)\{([^{}]*)\}", whole)
        for selector in selectors.split(",")
        if _OF_PICTURES.match(selector.strip())
    ]
    return _resolved("\n".join((*rules, _PICTURES_OWN)), held)


def _read(name: str) -> str:
    """A sheet without its comments, and without what it says of other media."""
    path = finders.find(name)
    text = re.sub(r"/\*.*?\*/", "", Path(str(path)).read_text(), flags=re.DOTALL)
    return re.sub(r"@[\w-]+[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)


def _resolved(text: str, held: dict[str, str]) -> str:
    for _depth in range(4):
        text = _VARIABLE.sub(lambda match: held.get(match[1], "none"), text)
    return text


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
