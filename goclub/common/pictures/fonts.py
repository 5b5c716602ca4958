"""Which fonts of this machine the pictures are written in.

Nothing is copied into the repository: Debian's ``fonts-noto-core`` and ``fonts-noto-cjk`` have all
that is needed, other systems their own.  What no font here can write is left out of a picture.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

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
