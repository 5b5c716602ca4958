"""Draws the icons of the installed site anew from the marks: run it when a mark has changed.

Usage: .venv/bin/python script/icons.py [FOLDER]   (static/img)
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import resvg_py

IMAGES = Path(__file__).resolve().parent.parent / "static" / "img"
MARKS = ("stones", "hoshi", "ko")
#: Name of the icon, its size, how much of it the mark takes, its ground.  A telephone may cut a
#: maskable icon to a circle of four fifths.
ICONS = (("192", 192, 0.96, ""), ("512", 512, 0.96, ""), ("maskable-512", 512, 0.56, "#faf7f1"))


def draw(mark: str, size: int, share: float, ground: str) -> bytes:
    """One icon as PNG."""
    inner = re.sub(r"</?svg[^>]*>", "", (IMAGES / f"mark-{mark}.svg").read_text())
    scale = size * share / 32
    place = size * (1 - share) / 2
    under = f'<rect width="{size}" height="{size}" fill="{ground}"/>' if ground else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">{under}'
        f'<g transform="translate({place:g} {place:g}) scale({scale:g})">{inner}</g></svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def main(folder: Path) -> None:
    for mark in MARKS:
        for name, size, share, ground in ICONS:
            (folder / f"icon-{mark}-{name}.png").write_bytes(draw(mark, size, share, ground))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES)
