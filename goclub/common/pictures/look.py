"""The site's own colours for pictures: its style sheets, read with what their variables hold."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders

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
    held = {name: _light(value) for name, value in re.findall(r"(--[\w-]+):\s*([^;{}]+);", whole)}
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


def _light(value: str) -> str:
    return _LIGHT.sub(r"\1", value).strip()


def _resolved(text: str, held: dict[str, str]) -> str:
    for _depth in range(4):
        text = _VARIABLE.sub(lambda match: held.get(match[1], "none"), text)
    return text
